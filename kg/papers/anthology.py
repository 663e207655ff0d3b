"""The XML of the ACL Anthology: one file for each collection, with volumes of papers.

Format: https://github.com/acl-org/acl-anthology/blob/master/data/xml/schema.rnc. Parsed by lxml as a stream, without
entities, DTDs or network. Where a file is broken, the papers before and after the broken one are still read.
"""

import re
from collections.abc import Iterator
from typing import Final, cast

import msgspec
from lxml import etree

from kg.errors import Problem
from kg.papers.identity import normalize_anthology_id, normalize_doi, normalize_orcid, strip_invisible
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.tex import math_to_text
from kg.papers.text import clean_optional, clean_text, clean_title

NAME: Final = "anthology-xml"
DESCRIPTION: Final = "XML of the ACL Anthology"
SUFFIXES: Final = (".xml",)

_CHUNK: Final = 1 << 16
#: only a file as large as this can hold a text for which the parser's limits must be lifted
_HUGE: Final = 10_000_000
#: atomic groups: without them a page of comments and no root would be read in all ways that there are
_ROOT: Final = re.compile(
    r"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*+)*+<([A-Za-z_][\w.:-]*)", re.DOTALL
)
_FRAGMENT: Final = re.compile(
    rb"<volume\s[^<>]*>|<meta>(?:(?!<meta>).)*?</meta>|<paper[\s>](?:(?!<paper[\s>]).)*?</paper>|<paper[\s>]", re.DOTALL
)
_ID: Final = re.compile(rb"""\sid\s*=\s*["']([^"'<>]*)["']""")


class _Volume:
    """What the papers of one volume share."""

    def __init__(self, collection: str, number: str) -> None:
        self.collection = collection
        self.number = number
        self.venue: str | None = None
        self.year: int | None = None

    def read_meta(self, meta: etree._Element) -> None:
        self.venue = clean_optional(_flatten(meta.find("booktitle")))
        year = re.match(r"\s*(\d{4})", meta.findtext("year") or "")
        self.year = int(year[1]) if year else None


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is the Anthology's `collection`.

    >>> [recognises(head, "a") for head in ('<?xml version="1.0"?><!-- --><collection id="P19">', "<html><collection>")]
    [True, False]
    """
    root = _ROOT.match(head.lstrip("\ufeff"))
    return root is not None and root[1] == "collection"


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the papers of a file, and say where it is broken."""
    with source.open() as stream:
        data = stream.read()
    if any("<!ENTITY".encode(encoding) in data for encoding in ("utf-8", "utf-16-le", "utf-16-be")):
        yield source.problem(
            "", "declares XML entities, which no Anthology file does; it was not read", "remove the DOCTYPE"
        )
        return
    error: etree.XMLSyntaxError | None = None
    seen: set[str] = set()
    for item in _stream_papers(source, data):
        if isinstance(item, etree.XMLSyntaxError):
            error = item
        else:
            if isinstance(item, Paper):
                position = item.records[0].position
                if item.anthology_id and position in seen:
                    yield from _without_repeated_id(item, source)
                    continue
                seen.add(position)
            yield item
    if error is not None:
        yield from _read_pieces(source, data, error, seen)


def anthology_id(collection: str, volume: str, paper: str) -> str:
    """Put an Anthology id together, in the form of its time; empty where a part is missing.

    >>> anthology_id("2024.acl", "long", "1"), anthology_id("P19", "1", "1")
    ('2024.acl-long.1', 'P19-1001')
    >>> anthology_id("W18", "1", "1"), anthology_id("D19", "50", "3")
    ('W18-0101', 'D19-5003')
    >>> anthology_id("", "1", "1")
    ''
    """
    if not (collection and volume and paper):
        return ""
    if collection[:1].isdigit() or not (volume.isdecimal() and paper.isdecimal()):
        return f"{collection}-{volume}.{paper}"
    two_digits = collection[0] == "W" or collection == "C69" or (collection == "D19" and int(volume) >= 5)
    return (
        f"{collection}-{int(volume):02d}{int(paper):02d}"
        if two_digits
        else f"{collection}-{int(volume)}{int(paper):03d}"
    )


def _stream_papers(source: Source, data: bytes) -> Iterator[Paper | Problem | etree.XMLSyntaxError]:
    """Parse from the beginning; a syntax error comes last."""
    parser = etree.XMLPullParser(
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=len(data) > _HUGE,
        remove_comments=True,
        remove_pis=True,
    )
    collection = ""
    volume = _Volume("", "")
    error: etree.XMLSyntaxError | None = None
    for start in range(0, len(data) + 1, _CHUNK):
        try:
            if start < len(data):
                parser.feed(data[start : start + _CHUNK])
            if start + _CHUNK > len(data):
                parser.close()
        except etree.XMLSyntaxError as caught:
            error = caught
        for event, element in cast("Iterator[tuple[str, etree._Element]]", parser.read_events()):
            parent = element.getparent()
            if event == "start":
                if element.tag == "collection" and parent is None:
                    collection = element.get("id", "")
                elif element.tag == "volume" and parent is not None and parent.tag == "collection":
                    volume = _Volume(collection, element.get("id", ""))
            elif parent is not None and parent.tag == "volume":
                if element.tag == "meta":
                    volume.read_meta(element)
                elif element.tag == "paper":
                    yield _paper(element, volume, source)
                    element.clear()
        if error is not None:
            yield error
            return


def _position(identifier: str, line: int) -> str:
    return f"paper {identifier}" if identifier else f"paper on line {line}"


def _without_repeated_id(paper: Paper, source: Source) -> Iterator[Paper | Problem]:
    """Keep a paper whose id another one of the file has apart from that one, and say so."""
    position = paper.records[0].position
    yield source.problem(position, "has the id of a paper before it; it was read without it", "correct the id")
    yield msgspec.structs.replace(paper, anthology_id=None, url=None)


def _paper(element: etree._Element, volume: _Volume, source: Source, line: int = 0) -> Paper:
    identifier = anthology_id(volume.collection, volume.number, element.get("id", ""))
    known = normalize_anthology_id(identifier)
    page = f"https://aclanthology.org/{known}/" if known else None
    title = element.find("title")
    url = (element.findtext("url") or "").strip()
    return Paper(
        title=(clean_title(_flatten(title)) or None) if title is not None else None,
        abstract=clean_optional(_flatten(element.find("abstract"))),
        authors=tuple(_authors(element)),
        venue=volume.venue,
        year=volume.year,
        doi=normalize_doi(element.findtext("doi") or ""),
        anthology_id=known,
        url=url if url.startswith(("http://", "https://")) else page,
        records=(source.record(_position(identifier, line or cast("int", element.sourceline)), identifier or None),),
    )


def _authors(element: etree._Element) -> Iterator[Author]:
    for author in element.findall("author"):
        parts = (_flatten(author.find(part)) for part in ("first", "last"))
        name = clean_text(" ".join(part for part in parts if part))
        if name:
            yield Author(
                name, id=strip_invisible(author.get("id", "")) or None, orcid=normalize_orcid(author.get("orcid", ""))
            )


def _flatten(element: etree._Element | None) -> str:
    """Write an element's text without its markup, maths printed; words inside of words stay together."""
    if element is None:
        return ""
    parts = [element.text or ""]
    for child in element:
        if child.tag == "tex-math":
            parts.append(math_to_text("".join(map(str, child.itertext()))))
        elif child.tag == "br":
            parts.append(" ")
        else:
            parts.append(_flatten(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _read_pieces(source: Source, data: bytes, error: etree.XMLSyntaxError, seen: set[str]) -> Iterator[Paper | Problem]:
    """Read a broken file paper by paper; leave out what was read before the error, and say which papers are broken."""
    collection = _ID.search(re.search(rb"<collection\s[^<>]*>", data + b"<collection >")[0])  # type: ignore[index]
    volume = _Volume(collection[1].decode("utf-8", "replace") if collection else "", "")
    explained = False
    line, counted = 1, 0
    for match in _FRAGMENT.finditer(data):
        piece = match.group()
        if piece.startswith(b"<volume"):
            number = _ID.search(piece)
            volume = _Volume(volume.collection, number[1].decode("utf-8", "replace") if number else "")
            continue
        if piece.startswith(b"<meta"):
            meta = _parse_piece(piece)
            if meta is not None:
                volume.read_meta(meta)
            continue
        number = _ID.search(data[match.start() : data.find(b">", match.start()) + 1])
        paper = number[1].decode("utf-8", "replace") if number else ""
        line, counted = line + data.count(b"\n", counted, match.start()), match.start()
        position = _position(anthology_id(volume.collection, volume.number, paper), line)
        if position in seen:
            continue
        element = _parse_piece(piece)
        if element is not None:
            yield _paper(element, volume, source, line)
            continue
        explained = True
        if max(data.rfind(b"<paper"), data.rfind(b"</collection>")) >= match.end():
            yield source.problem(
                f"{position}, line {line}",
                "is not well-formed XML and was left out",
                "correct it or fetch the file again",
            )
        elif not source.damage:
            yield source.problem(
                f"{position}, line {line}", "the file ends in the middle of this paper", "fetch the file again"
            )
    if not explained and not source.damage:
        message = re.sub(r",? *\(?line \d+.*", "", error.msg or "not well-formed XML")
        yield source.problem(
            f"line {error.lineno}", f"is not well-formed XML: {message}", "correct it or fetch the file again"
        )


def _parse_piece(piece: bytes) -> etree._Element | None:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(piece, parser)
    except etree.XMLSyntaxError:
        return None
