"""JSON of bibliographic services, whole or a line a record: which shape it has, and its records one by one.

A shape is told by the names of fields in the first characters, so that a dump of gigabytes need not be read for it;
exactly one shape is found, or none.
"""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from kg.errors import Problem
from kg.papers.decoding import decode, read_text
from kg.papers.limits import MAX_RECORD
from kg.papers.source import Source, encoding_of

_FIELD: Final = re.compile(r'"([A-Za-z_][\w-]*)"\s*:')
#: what surrounds the records of an answer; looked for from the outside in
_ENVELOPES: Final = (
    "results",
    "data",
    "notes",
    "message",
    "items",
    "papers",
    "works",
    "documents",
    "result",
    "recommendedPapers",
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_DIGITS: Final = 1000

#: shape → fields of which all must be there (of `a|b`, one), the most telling shape first
_SHAPES: Final = {
    "openalex": ("abstract_inverted_index|authorships",),
    "bioc-json": ("passages", "infons"),
    "pubmed-summary": ("uids", "result"),
    "openreview": ("forum", "content", "invitation|invitations|signatures|readers"),
    "arxiv-dump": ("authors_parsed|submitter", "categories", "title"),
    "crossref": ("DOI", "indexed|deposited|is-referenced-by-count|reference-count|member", "title"),
    "semantic-scholar": (
        "paperId|corpusid|corpusId|externalIds|externalids|s2Url|s2FieldsOfStudy|inCitations|paperAbstract",
        "title|paperAbstract|abstract",
    ),
    "csl-json": ("title", "type", "issued|container-title|DOI|accessed|citation-key|event-title|publisher-place"),
}


@lru_cache(maxsize=8)
def shape_of(head: str) -> str | None:
    r"""Name the shape of a JSON text by its first characters; None if it is none that kg knows by its fields.

    >>> shape_of('[{"id": "x", "type": "article-journal", "title": "T", "issued": {}}]')
    'csl-json'
    >>> shape_of('{"id": 1, "title": "T", "abstract": "A"}'), shape_of('title "DOI": "indexed": "type":')
    (None, None)
    """
    if not head.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return None
    fields = set(_FIELD.findall(head))
    for shape, wanted in _SHAPES.items():
        if all(fields & set(names.split("|")) for names in wanted):
            return shape
    return None


def is_list(head: str) -> bool:
    r"""Say whether JSON begins as a list of objects.

    >>> [is_list(head) for head in ('[\n {"title": "T"}]', '{"title": "T"}')]
    [True, False]
    """
    return re.match(r"\ufeff?\s*\[\s*\{", head) is not None


def read_records(source: Source) -> Iterator[tuple[str, dict[str, Any]] | Problem]:
    """Read the objects of a JSON document or of JSON Lines, each with its place; problems for what is none.

    Of a field that stands twice in an object the last one counts, as in every reader of JSON, and that is said.
    """
    first = source.text_head().lstrip("\ufeff \t\r\n").split("\n", 1)[0].rstrip()
    if first.startswith("{") and (_loads(first) is not None or len(first) > 5000) and not _is_envelope(first):
        yield from _read_lines(source)
        return
    text = read_text(source)
    if isinstance(text, Problem):
        yield text
        return
    yield from _read_document(source, text)


def _is_envelope(line: str) -> bool:
    """Say whether one line of JSON is an answer with many records, and not one of many records."""
    start = re.match(r'\{\s*"(\w+)"\s*:\s*(?:[\[{]|"ok"|"list"|\d)', line)
    return start is not None and start[1] in (*_ENVELOPES, "status", "meta", "total", "count", "header", "offset")


def _read_lines(source: Source) -> Iterator[tuple[str, dict[str, Any]] | Problem]:
    with source.open() as stream:
        if encoding_of(source.head) == "utf-16":
            lines: Iterator[bytes] = (line.encode() for line in decode(stream.read()).split("\n"))
        else:
            lines = iter(lambda: stream.readline(MAX_RECORD + 1), b"")
        number, inside = 0, False
        for raw in lines:
            number, begins, inside = number + (not inside), not inside, not raw.endswith(b"\n")
            if not begins or (source.damage and inside):
                continue
            if len(raw) > MAX_RECORD:
                message = f"is longer than {MAX_RECORD:,} bytes, which no record of a paper is"
                yield source.problem(f"line {number}", message, "leave it out, or set KG_MAX_RECORD")
                continue
            if not raw.strip():
                continue
            yield from _read_one(source, f"line {number}", raw.decode("utf-8", "replace").lstrip("\ufeff"))


def _read_one(source: Source, position: str, text: str) -> Iterator[tuple[str, dict[str, Any]] | Problem]:
    twice: set[str] = set()
    try:
        value = _decoder(twice).decode(text)
    except (ValueError, RecursionError) as error:
        yield source.problem(position, _fault(error), "correct it, or leave it out")
        return
    yield from _report_twice(source, position, twice)
    if isinstance(value, dict):
        yield position, value
    else:
        yield source.problem(position, "is no JSON object", "leave it out")


def _read_document(  # noqa: PLR0912 (one for each fault)
    source: Source, text: str
) -> Iterator[tuple[str, dict[str, Any]] | Problem]:
    """Read the objects of a list one by one, so that what stands before a fault is kept; else the whole value."""
    text = text.strip("\ufeff \t\r\n")
    if not text.startswith("["):
        for result in _read_one(source, "", text):
            if isinstance(result, Problem):
                yield result
            else:
                for number, record in enumerate(_unwrap(result[1]), 1):
                    yield f"record {number}", record
        return
    at, line, counted, number = 1, 1, 0, 0
    twice: set[str] = set()
    decoder = _decoder(twice)
    blank = re.compile(r"[\s,]*")
    while True:
        at = blank.match(text, at).end()  # type: ignore[union-attr]
        line, counted = line + text.count("\n", counted, at), at
        number += 1
        position = f"record {number}, line {line}"
        if at >= len(text):
            if not source.damage:
                yield source.problem(position, "the file ends in the middle of its list", "fetch the file again")
            return
        if text[at] == "]":
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            if not source.damage:
                yield source.problem(position, _fault(error), "correct it, or fetch the file again")
            found = re.compile(r"\}\s*,\s*(?=\{)").search(text, at + 1)
            if found is None:
                return
            at = found.end()
            continue
        yield from _report_twice(source, position, twice)
        twice.clear()
        if isinstance(value, dict):
            yield position, value
        else:
            yield source.problem(position, "is no JSON object", "leave it out")


def _unwrap(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """List the records in an answer of a service; an object that is none is a record itself."""
    for name in _ENVELOPES:
        inside = value.get(name)
        if isinstance(inside, list) and name != "documents":
            yield from (item for item in inside if isinstance(item, dict))
            return
        if name == "documents" and isinstance(inside, list) and "passages" not in value:
            yield from (item for item in inside if isinstance(item, dict))
            return
        if isinstance(inside, dict) and name == "message":
            yield from _unwrap(inside)
            return
        if isinstance(inside, dict) and name == "result" and isinstance(inside.get("uids"), list):
            yield from (item for uid in inside["uids"] if isinstance(item := inside.get(str(uid)), dict))
            return
    yield value


def text_of(value: object) -> str | None:
    """Take a text from a field: itself, the first of a list, or what its `value` holds; None for all else.

    >>> text_of("a"), text_of(["a", "b"]), text_of({"value": "a"}), text_of(5), text_of([])
    ('a', 'a', 'a', None, None)
    """
    if isinstance(value, list):
        return next((found for item in value if (found := text_of(item))), None)
    if isinstance(value, dict):
        value = value.get("value")
    return value if isinstance(value, str) else None


def texts_of(value: object, *names: str) -> list[str]:
    """Take texts from a list of strings, or of objects that hold them under one of these names.

    >>> texts_of(["a", {"name": "b"}, {"x": 1}, 5], "name"), texts_of("a, b"), texts_of(None)
    (['a', 'b'], ['a, b'], [])
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict) and "value" in value:
        return texts_of(value["value"], *names)
    if not isinstance(value, list):
        return []
    found = (
        item if isinstance(item, str) else next((item[n] for n in names if isinstance(item.get(n), str)), None)
        for item in value
        if isinstance(item, str | dict)
    )
    return [item for item in found if item]


def dict_of(value: object) -> dict[str, Any]:
    """Take an object, or an empty one where there is none."""
    return value if isinstance(value, dict) else {}


def dicts_of(value: object) -> list[dict[str, Any]]:
    """Take the objects of a list; none where there is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _decoder(twice: set[str]) -> json.JSONDecoder:
    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        collected = {}
        for name, value in pairs:
            if name in collected:
                twice.add(name)
            collected[name] = _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value
        return collected

    return json.JSONDecoder(object_pairs_hook=collect, parse_int=_parse_integer)


def _report_twice(source: Source, position: str, twice: set[str]) -> Iterator[Problem]:
    if twice:
        names = ", ".join(f"`{name[:40]}`" for name in sorted(twice)[:5])
        names = _SURROGATE.sub("\ufffd", names)
        yield source.problem(position, f"has a field twice: {names}; the last was read", "leave one out")


def _parse_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float("inf")


def _fault(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "is nested too deeply to be a paper"
    if isinstance(error, json.JSONDecodeError):
        return f"is not valid JSON: {error.msg[0].lower()}{error.msg[1:].removesuffix(' at')} on line {error.lineno}"
    return "is not valid JSON"


def _loads(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
