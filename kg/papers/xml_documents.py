"""XML of publishers and services, read record by record by lxml: without entities that expand, DTDs or network.

Where a file is broken, the records before and after the broken one are still read.
"""

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from lxml import etree

from kg.errors import Problem
from kg.papers.decoding import read_bytes
from kg.papers.source import Source
from kg.papers.tex import math_to_text

_CHUNK: Final = 1 << 16
#: atomic groups, so that a page of comments and no root is not read in all ways that there are
_ROOT: Final = re.compile(
    r"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*+)*+<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)",
    re.DOTALL,
)
_START: Final = re.compile(rb"<(?![?!])[^<>]*>")
_BLOCKS: Final = frozenset("p title sec list list-item label br div head item ab s".split())
_DROPPED: Final = frozenset("xref fn ext-link-icon note graphic object-id annotation".split())
_DOCUMENT: Final = re.compile(r"\\begin\{document\}(.*)\\end\{document\}", re.DOTALL)
_DEEPEST: Final = 200


def root_of(head: str) -> str | None:
    """Name the root element of XML without its prefix; None if a text is no XML.

    >>> root_of('<?xml version="1.0"?><!DOCTYPE x SYSTEM "x.dtd"><!-- --><a:TEI xmlns:a="u">'), root_of("a <b>")
    ('TEI', None)
    """
    match = _ROOT.match(head.lstrip("\ufeff"))
    return match[1] if match else None


def read_elements(source: Source, *tags: str) -> Iterator[tuple[str, etree._Element] | Problem]:
    """Read the elements of these names, each with its place and without namespaces; problems where XML is broken."""
    head = source.head
    if any("<!ENTITY".encode(encoding) in head for encoding in ("utf-8", "utf-16-le", "utf-16-be")):
        yield source.problem("", "declares XML entities; it was not read", "remove the DOCTYPE")
        return
    parser = etree.XMLPullParser(
        events=("end",), resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True,
        huge_tree=False,
    )  # fmt: skip
    count = 0
    error: etree.XMLSyntaxError | None = None
    with source.open() as stream:
        while error is None:
            chunk = stream.read(_CHUNK)
            try:
                if chunk:
                    parser.feed(chunk)
                else:
                    parser.close()
            except etree.XMLSyntaxError as caught:
                error = caught
            for _, element in cast("Iterator[tuple[str, etree._Element]]", parser.read_events()):
                if _local(element) in tags:
                    count += 1
                    yield f"line {element.sourceline}", _without_namespaces(element)
                    _forget(element)
            if not chunk:
                break
    if error is not None:
        yield from _read_pieces(source, tags, count, error)


def flatten(element: etree._Element | None, depth: int = 0) -> str:
    """Write an element's text: blocks apart, maths printed, notes and references left out."""
    if element is None or depth > _DEEPEST:
        return ""
    parts = [element.text or ""]
    for child in element:
        parts.append(_flatten_child(child, depth))
        parts.append(child.tail or "")
    return "".join(parts)


def _flatten_child(child: Any, depth: int) -> str:
    if isinstance(child, etree._Entity):
        return html.unescape(str(child.text))
    tag = str(child.tag)
    if tag in _DROPPED:
        return ""
    if tag == "tex-math":
        text = "".join(child.itertext())
        document = _DOCUMENT.search(text)
        return math_to_text((document[1] if document else text).strip().strip("$"))
    if tag == "alternatives" and child.find("tex-math") is not None:
        return _flatten_child(child.find("tex-math"), depth)
    text = flatten(child, depth + 1)
    if tag in ("sup", "sub"):
        return f"<{tag}>{text}</{tag}>"
    return f" {text} " if tag in _BLOCKS else text


def sections(element: etree._Element | None) -> str | None:
    """Write an abstract of several sections with their headings: "Methods: We …"; None if there is none.

    >>> sections(etree.fromstring("<a><sec><title>Aim</title><p>To boil.</p></sec><p>Done.</p></a>"))
    'Aim: To boil. Done.'
    """
    if element is None:
        return None
    parts = []
    for child in element:
        title = child.find("title") if str(child.tag) == "sec" else None
        text = " ".join(flatten(part) for part in child if part is not title) if title is not None else flatten(child)
        label = " ".join(flatten(title).split()).rstrip(":.")
        if str(child.tag) == "title":
            continue  # "Abstract"
        parts.append(f"{label}: {text.strip()}" if label else text.strip())
    return " ".join(filter(None, [(element.text or "").strip(), *parts])) or None


def first_text(element: etree._Element | None, *paths: str) -> str | None:
    """Take the flattened text of the first path that leads to one."""
    if element is None:
        return None
    for path in paths:
        for found in element.findall(path):
            text = " ".join(flatten(found).split())
            if text:
                return text
    return None


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _without_namespaces(element: etree._Element) -> etree._Element:
    for one in element.iter():
        if isinstance(one.tag, str) and "}" in one.tag:
            one.tag = one.tag.rpartition("}")[2]
    return element


def _forget(element: etree._Element) -> None:
    """Free an element that was read, and what stands before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _read_pieces(
    source: Source, tags: Sequence[str], count: int, error: etree.XMLSyntaxError
) -> Iterator[tuple[str, etree._Element] | Problem]:
    """Read what comes after a fault, record by record; `count` of them were read before it."""
    data = read_bytes(source)
    if isinstance(data, Problem):
        yield data
        return
    names = "|".join(map(re.escape, tags)).encode()
    opened = rb"<((?:[\w.-]+:)?(?:%b))[\s>]" % names
    piece = re.compile(rb"%b(?:(?!<\1[\s>]).)*?</\1\s*>|%b" % (opened, opened), re.DOTALL)
    root = _START.search(data)
    opening = root.group() if root and not root.group().endswith(b"/>") else b"<x>"
    name = (re.match(rb"<([^\s>]+)", opening) or [b"", b"x"])[1]
    explained = False
    line, counted = 1, 0
    for number, match in enumerate(piece.finditer(data)):
        line, counted = line + data.count(b"\n", counted, match.start()), match.start()
        if number < count:
            continue
        try:
            wrapped = etree.fromstring(
                b'<!DOCTYPE x SYSTEM "x">' + opening + match.group() + b"</" + name + b">",
                etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True),
            )
            yield f"line {line}", _without_namespaces(wrapped[0])
        except (etree.XMLSyntaxError, ValueError, IndexError):
            explained = True
            yield source.problem(
                f"line {line}", "is not well-formed XML and was left out", "correct it or fetch it again"
            )
    if not explained and not source.damage:
        message = re.sub(r",? *\(?line \d+.*", "", error.msg or "not well-formed XML")
        yield source.problem(
            f"line {error.lineno}", f"is not well-formed XML: {message}", "correct it or fetch it again"
        )
