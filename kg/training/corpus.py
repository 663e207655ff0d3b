"""Annotated abstracts: reading them, and turning them into spaCy documents and extraction records."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from kg.errors import InputError
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.records import ExtractedEntity, Mention


class GoldEntity(msgspec.Struct, frozen=True):
    """An annotated entity: its distinct strings, not their places."""

    name: str
    type: str
    role: str
    mentions: tuple[str, ...]
    generic: bool = False


class GoldPaper(msgspec.Struct, frozen=True):
    """An annotated abstract; `nc` marks texts that may not train what ships."""

    id: str
    text: str
    entities: tuple[GoldEntity, ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    nc: bool = False


def read_corpus(path: Path, *, trainable: bool = False) -> tuple[GoldPaper, ...]:
    """Read annotated abstracts, one JSON object a line; with `trainable` without those marked `nc`.

    Raises:
        InputError: a line is no such object; the message names it.
    """
    papers = []
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            record = line.removeprefix(b"\xef\xbb\xbf").strip()
            if not record:
                continue
            try:
                papers.append(msgspec.json.decode(record, type=GoldPaper))
            except ValueError as error:
                raise InputError(f"{path}, line {number}: not an annotated abstract: {error}") from error
    if not papers:
        raise InputError(f"{path}: no annotated abstract in it; write one JSON object a line")
    return tuple(paper for paper in papers if not (trainable and paper.nc))


def find_strings(text: str, strings: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Find every occurrence of the strings as whole words, the longest first, without overlaps.

    >>> list(find_strings("BERT and ALBERT, not BERT-large", ["BERT", "BERT-large"]))
    [('BERT-large', 21, 31), ('BERT', 0, 4)]
    """
    taken = bytearray(len(text))
    for string in sorted(strings, key=lambda string: (-len(string), string)):
        for match in re.finditer(rf"(?<!\w){re.escape(string)}(?!\w)", text):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = b"\x01" * (end - start)
                yield string, start, end


def annotate(doc: Doc, paper: GoldPaper) -> Doc:
    """Set the gold mentions as `doc.ents`; those that end inside a token are left out."""
    labels = {m: GENERIC_MODEL if e.generic else e.type for e in paper.entities for m in e.mentions}
    spans: list[Span] = []
    for string, start, end in find_strings(paper.text, list(labels)):
        span = doc.char_span(start, end, label=labels[string])
        if span is not None:
            spans.append(span)
    doc.ents = filter_spans(spans)
    return doc


def gold_entities(paper: GoldPaper) -> tuple[ExtractedEntity, ...]:
    """The gold entities as a perfect extraction would give them, in the order of their first mentions."""
    owner = {mention: i for i, entity in enumerate(paper.entities) for mention in entity.mentions}
    places: dict[int, list[Mention]] = {}
    for string, start, end in find_strings(paper.text, list(owner)):
        places.setdefault(owner[string], []).append(Mention(start, end, string, 1.0))
    found = [
        ExtractedEntity(
            entity.name,
            entity.type,
            entity.role,
            1.0,
            tuple(sorted(places[i], key=lambda mention: mention.start)),
            generic=entity.generic,
        )
        for i, entity in enumerate(paper.entities)
        if i in places
    ]
    return tuple(sorted(found, key=lambda entity: (entity.mentions[0].start, entity.name)))


def make_docs(nlp: Language, papers: Sequence[GoldPaper]) -> list[Doc]:
    """Tokenise the papers and set their gold mentions."""
    return [annotate(nlp.make_doc(paper.text), paper) for paper in papers]
