"""The training annotations as stand-off data: where entities are named, without the texts, which belong to others.

Each paper is one line of JSON (here broken), all lines are packed by gzip:

    {"id": "2024.acl-long.1", "sha256": "…",
     "entities": [{"type": "Method", "role": "used", "mentions": [[30, 41], [3, 73, 98]]}, …],
     "relations": [[0, "usedFor", 2], …]}

A mention is the length of its string and the places of all its occurrences, in code points of the text; where every
occurrence is part of a longer mention, these. `name` says which mention is the entity's name (without it, the first),
or is the name itself where the text has it in another case. Relations join entities by their places in the list.
`join` puts texts of an Anthology copy and annotations together; a text that is not the annotated one is refused.
"""

import argparse
import gzip
import io
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec

from kg.errors import InputError
from kg.papers.anthology import anthology_id
from kg.training.corpus import GoldEntity, GoldPaper, find_strings, read_corpus
from kg.training.texts import Text

_OLD_ID = re.compile(r"([A-Z]\d\d)-(\d+)\.(\d+)")
_MOST_NAMED = 5


class StandoffEntity(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entity by places: for each mention string its length, then where it occurs."""

    type: str
    role: str
    mentions: tuple[tuple[int, ...], ...]
    name: int | str = 0
    generic: bool = False


class Annotation(msgspec.Struct, frozen=True):
    """What is annotated in one text."""

    id: str
    sha256: str
    entities: tuple[StandoffEntity, ...]
    relations: tuple[tuple[int, str, int], ...]


class Joined(msgspec.Struct, frozen=True):
    """Annotated papers with their texts; ids of those whose text the copy has not, and has otherwise."""

    papers: tuple[GoldPaper, ...]
    missing: tuple[str, ...]
    changed: tuple[str, ...]

    def describe(self) -> str:
        """Say in a sentence or two what was joined and what was not."""
        total = len(self.papers) + len(self.missing) + len(self.changed)
        parts = [f"{len(self.papers):,} of {total:,} annotated papers were joined with their texts"]
        if self.changed:
            parts.append(f"the text is not the one that was annotated for {_list(self.changed)}")
        if self.missing:
            parts.append(f"the copy lacks {_list(self.missing)}")
        return "; ".join(parts)


def checksum(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def detach(paper: GoldPaper) -> Annotation:
    """Take the text out of an annotated paper.

    Raises:
        InputError: a mention is nowhere in the text, or a relation joins what is no entity.
    """
    strings = [mention for entity in paper.entities for mention in entity.mentions]
    places: dict[str, list[int]] = {}
    for string, start, _ in find_strings(paper.text, strings):
        places.setdefault(string, []).append(start)
    for string in strings:
        if string not in places:
            places[string] = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(string)}(?!\w)", paper.text)]
        if not places[string] or not string:
            raise InputError(f"{paper.id}: the mention {string!r} is not in the text as whole words")
    index = {entity.name: i for i, entity in reversed(list(enumerate(paper.entities)))}
    try:
        relations = tuple((index[head], relation, index[tail]) for head, relation, tail in paper.relations)
    except KeyError as error:
        raise InputError(f"{paper.id}: a relation joins {error}, which is no entity of the paper") from error
    entities = tuple(
        StandoffEntity(
            entity.type,
            entity.role,
            tuple((len(string), *sorted(places[string])) for string in entity.mentions),
            entity.mentions.index(entity.name) if entity.name in entity.mentions else entity.name,
            entity.generic,
        )
        for entity in paper.entities
    )
    return Annotation(paper.id, checksum(paper.text), entities, relations)


def attach(annotation: Annotation, text: str) -> GoldPaper:
    """Give an annotation its text back.

    Raises:
        ValueError: the text is not the one that was annotated.
    """
    if checksum(text) != annotation.sha256:
        raise ValueError(f"{annotation.id}: the text is not the one that was annotated")
    entities = []
    for entity in annotation.entities:
        mentions = tuple(text[start : start + length] for length, start, *_ in entity.mentions)
        name = mentions[entity.name] if isinstance(entity.name, int) else entity.name
        entities.append(GoldEntity(name, entity.type, entity.role, mentions, entity.generic))
    relations = tuple((entities[h].name, relation, entities[t].name) for h, relation, t in annotation.relations)
    return GoldPaper(annotation.id, text, tuple(entities), relations)


def encode_annotations(papers: Iterable[GoldPaper]) -> bytes:
    """Encode annotated papers, those for non-commercial use excepted, as gzipped stand-off lines; the same bytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as file:
        for paper in papers:
            if not paper.nc:
                file.write(msgspec.json.encode(detach(paper)) + b"\n")
    return packed.getvalue()


def annotations_path() -> Path:
    """Where the training annotations of the shipped pipeline are."""
    return Path(str(files("kg.training") / "annotations.jsonl.gz"))


def held_out_path() -> Path:
    """Where the papers are listed whose texts train nothing: id and SHA-256 of the text, one paper a line."""
    return Path(str(files("kg.training") / "held_out.txt"))


def read_annotations(path: Path) -> tuple[Annotation, ...]:
    """Read stand-off annotations.

    Raises:
        InputError: the file holds something else; the message names the line.
    """
    annotations = []
    try:
        with gzip.open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    annotations.append(msgspec.json.decode(line, type=Annotation))
                except ValueError as error:
                    raise InputError(f"{path}, line {number}: not a stand-off annotation: {error}") from error
    except (gzip.BadGzipFile, EOFError) as error:
        raise InputError(f"{path}: not a gzipped file of stand-off annotations: {error}") from error
    return tuple(annotations)


def join(annotations: Sequence[Annotation], texts: Iterable[Text]) -> Joined:
    """Join annotations and texts, by checksum: copies of the Anthology differ in how they write old ids."""
    wanted = {annotation.sha256 for annotation in annotations}
    found: dict[str, str] = {}
    ids: set[str] = set()
    for text in texts:
        ids.add(canonical_id(text.id))
        digest = checksum(text.text)
        if digest in wanted:
            found[digest] = text.text
    papers = tuple(
        attach(annotation, found[annotation.sha256]) for annotation in annotations if annotation.sha256 in found
    )
    left = [annotation.id for annotation in annotations if annotation.sha256 not in found]
    changed = tuple(id for id in left if canonical_id(id) in ids)
    return Joined(papers, tuple(id for id in left if canonical_id(id) not in ids), changed)


def canonical_id(id: str) -> str:
    """Write an Anthology id of before 2020 as the Anthology does.

    >>> canonical_id("P19-1.23"), canonical_id("2024.acl-long.1")
    ('P19-1023', '2024.acl-long.1')
    """
    parts = _OLD_ID.fullmatch(id)
    return anthology_id(*parts.groups()) if parts else id


def encode_held_out(papers: Iterable[GoldPaper]) -> bytes:
    """List papers by id and checksum."""
    return "".join(f"{paper.id} {checksum(paper.text)}\n" for paper in papers).encode()


def read_held_out(path: Path) -> frozenset[str]:
    """Read what `encode_held_out` wrote: ids (canonical) and checksums, both."""
    words = path.read_text(encoding="utf-8").split()
    return frozenset(canonical_id(word) for word in words)


def _list(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _MOST_NAMED:,} more" if len(ids) > _MOST_NAMED else ""
    return ", ".join(ids[:_MOST_NAMED]) + more


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m kg.training.standoff`: write both files of the package anew from annotated abstracts."""
    parser = argparse.ArgumentParser(prog="python -m kg.training.standoff", description=main.__doc__)
    parser.add_argument("corpus", type=Path, help="annotated abstracts to train on, JSON Lines")
    parser.add_argument("held_out", type=Path, help="annotated abstracts to measure on, JSON Lines")
    options = parser.parse_args(arguments)
    annotations_path().write_bytes(encode_annotations(read_corpus(options.corpus)))
    held_out_path().write_bytes(encode_held_out(read_corpus(options.held_out)))


if __name__ == "__main__":
    main()
