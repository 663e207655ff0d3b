r"""Texts of the ACL Anthology for training, from either form of a copy: JSON Lines or the Anthology's own XML.

A text is the title, an empty line and the abstract, with blanks and line ends run together and all else as printed:
mathematics and stray markup stay, so that the checksums of the annotations hold. (The reader of `kg build` cleans
further; of the annotated texts about one in thirty then differs.)
"""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from lxml import etree

from kg.errors import InputError
from kg.papers.anthology import anthology_id

SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".xml", ".xml.gz")


class Text(msgspec.Struct, frozen=True):
    """The text of one paper; `year` is None where the copy does not say it."""

    id: str
    text: str
    year: int | None = None


def read_texts(paths: Sequence[Path]) -> Iterator[Text]:
    """Yield the texts of files and of all files below folders, in the order of their names.

    JSON Lines hold `id`, `title`, `abstract` and perhaps `year`; XML is the Anthology's, one file for each collection.
    Papers without title or abstract are passed over.

    Raises:
        InputError: a path is missing or is no such file.
    """
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.name.endswith(SUFFIXES))
            if not files:
                raise InputError(f"{path}: no Anthology in it; kg train reads {', '.join(SUFFIXES)}")
            for file in files:
                yield from _read_file(file)
        else:
            yield from _read_file(path)


def _read_file(path: Path) -> Iterator[Text]:
    name = path.name.removesuffix(".gz")
    try:
        with gzip.open(path) if name != path.name else path.open("rb") as file:
            data: bytes = file.read()
    except EOFError as error:
        raise InputError(f"{path}: ends too early; fetch it again") from error
    except gzip.BadGzipFile as error:
        raise InputError(f"{path}: is not packed by gzip, as its name says") from error
    yield from _read_xml(path, data) if name.endswith(".xml") else _read_lines(path, data)


def _read_lines(path: Path, data: bytes) -> Iterator[Text]:
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            id, title, abstract, year = record["id"], record["title"], record["abstract"], record.get("year")
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}, line {number}: not a paper with id, title and abstract: {error}") from error
        if title and abstract:
            yield Text(str(id), f"{title}\n\n{abstract}", int(year) if year else None)


def _read_xml(path: Path, data: bytes) -> Iterator[Text]:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise InputError(f"{path}: is not well-formed XML: {error.msg}; fetch it again") from error
    if root.tag != "collection":
        raise InputError(f"{path}: is not a collection of the ACL Anthology")
    for volume in root.iter("volume"):
        year = (volume.findtext("meta/year") or "").strip()
        for paper in volume.iter("paper"):
            title, abstract = _flatten(paper.find("title")), _flatten(paper.find("abstract"))
            if title and abstract:
                id = anthology_id(root.get("id", ""), volume.get("id", ""), paper.get("id", ""))
                yield Text(id, f"{title}\n\n{abstract}", int(year) if year.isdecimal() else None)


def _flatten(element: etree._Element | None) -> str:
    return "" if element is None else " ".join("".join(map(str, element.itertext())).split())
