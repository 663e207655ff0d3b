"""JSON Lines: one object a line with `id`, `text` or `title` and `abstract`, and what else is known of the paper."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.identity import (
    normalize_anthology_id,
    normalize_arxiv_id,
    normalize_doi,
    normalize_orcid,
    strip_invisible,
)
from kg.papers.json_documents import shape_of
from kg.papers.paper import Author, Paper
from kg.papers.source import Source, encoding_of
from kg.papers.text import clean_optional, clean_text, clean_title

NAME: Final = "json-lines"
DESCRIPTION: Final = "JSON Lines: one object a line with `id` and `text`, or `title` and `abstract`"
SUFFIXES: Final = (".jsonl", ".ndjson")

_TEXTS: Final = ("text", "title", "abstract")
_LONGEST_TITLE: Final = 400
#: the first line of JSON that is one value over many lines
_PRETTY: Final = ("{", "[", "[{")
_MOST_DIGITS: Final = 1000
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://[^\s/]", re.IGNORECASE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_KINDS: Final = {
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def recognises(head: str, path: str) -> bool:
    r"""Say whether the first lines hold an object with a text, a title or an abstract.

    A first line that is broken does not hide the format if a later one, or the file's name, shows it.

    >>> [recognises(head, "a.json") for head in ('{"id": 1, "text": "A title"}', '[{"text": "A"}]', "{ }")]
    [True, False, False]
    """
    lines = [line for line in head.lstrip("\ufeff").split("\n") if line.strip()]
    if not lines or lines[0].strip() in _PRETTY or lines[0].startswith("@") or shape_of(head) is not None:
        return False
    records = [record for record in map(_parse, lines[:20]) if isinstance(record, dict)]
    if any(field in record for record in records for field in _TEXTS):
        return True
    if records:
        return False  # objects, but of something else than papers
    if not lines[0].lstrip().startswith("{"):
        return False
    cut = (  # the first line may be longer than the head
        re.match(r'\s*\{\s*"\w+"\s*:', lines[0]) is not None
        and re.search(r'"(?:text|title|abstract)"\s*:\s*"', lines[0]) is not None
    )
    return cut or re.sub(r"\.(?:gz|bz2|xz|zst)$", "", path.lower()).endswith(SUFFIXES)


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the papers of a file, and say which lines hold none."""
    encoding = encoding_of(source.head)
    with source.open() as stream:
        if encoding == "utf-16":
            lines = iter(stream.read().decode(encoding, "replace").encode("utf-8").split(b"\n"))
        else:
            lines = iter(stream)
        for number, raw in enumerate(lines, 1):
            if source.damage and not raw.endswith(b"\n"):
                return  # cut off with the file, of which that is said already
            line = raw.removeprefix(b"\xef\xbb\xbf")  # also inside, where files with marks were joined
            if line.strip():
                yield from _read_line(source, f"line {number}", line)


def _read_line(source: Source, position: str, line: bytes) -> Iterator[Paper | Problem]:
    try:
        record = _encodable(json.loads(line.decode("utf-8"), parse_int=_parse_integer))
    except UnicodeDecodeError:
        yield source.problem(position, "is not UTF-8", "save the file as UTF-8")
        return
    except RecursionError:
        yield source.problem(position, "is nested too deeply to be a paper", "write one flat JSON object a line")
        return
    except ValueError as error:
        what = error.msg.removesuffix(" at") if isinstance(error, json.JSONDecodeError) else str(error)
        column = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        yield source.problem(
            position, f"is not valid JSON: {what[0].lower() + what[1:]}{column}", "write one JSON object a line"
        )
        return
    if not isinstance(record, dict):
        yield source.problem(position, f"is {_kind(record)}, not an object", "write one JSON object a line")
        return
    yield from read_object(source, position, record)


def read_object(source: Source, position: str, record: dict[str, Any]) -> Iterator[Paper | Problem]:
    """Read one object: a paper if it holds one, and a problem for each field that is not as it should be."""
    fields = _Fields(record)
    paper = _paper(fields, source, position)
    for message, remedy in fields.faults:
        yield source.problem(position, message, remedy)
    if paper.title or paper.abstract:
        yield paper
    elif not any(name in message for message, _ in fields.faults for name in _TEXTS):
        yield source.problem(
            position, "has no text, title or abstract", "give it a `text`, or a `title` and an `abstract`"
        )


class _Fields:
    """The fields of one object, each checked for its type; a field of a wrong type counts as missing and is noted."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record
        self.faults: list[tuple[str, str]] = []

    def fault(self, name: str, value: object, wanted: str) -> None:
        self.faults.append((f"`{name}` is {_kind(value)}, not {wanted}", f"make it {wanted} or leave it out"))

    def raw(self, name: str) -> Any:
        return self._record.get(name)

    def string(self, name: str) -> str | None:
        value = self.raw(name)
        if value is None or isinstance(value, str):
            return value
        self.fault(name, value, "a string")
        return None

    def identifier(self, name: str) -> str | None:
        value = self.raw(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return (self.string(name) or "").strip() or None

    def year(self, name: str) -> int | None:
        value = self.raw(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and (match := re.match(r"\s*(\d{4})(?!\d)", value)):
            value = int(match[1])
        if value is None or value == "":
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 9999:
            return value
        if isinstance(value, int | str) and not isinstance(value, bool):
            self.faults.append((f"`{name}` is no year: {str(value)[:20]!r}", "write four digits or leave it out"))
        else:
            self.fault(name, value, "a year")
        return None

    def address(self, name: str) -> str | None:
        value = strip_invisible(self.string(name) or "")
        if not value or _ADDRESS.match(value):
            return value or None
        self.faults.append(
            (f"`{name}` is no web address: {value[:60]!r}", "begin it with http:// or https:// or leave it out")
        )
        return None

    def strings(self, name: str) -> list[str]:
        value = self.raw(name)
        if value is None:
            return []
        if isinstance(value, str):
            return re.split(r"[;\n]" if re.search(r"[;\n]", value) else ",", value)
        if isinstance(value, list):
            for item in value:
                if not isinstance(item, str):
                    self.fault(f"{name}[{value.index(item)}]", item, "a string")
            return [item for item in value if isinstance(item, str)]
        self.fault(name, value, "a list of strings")
        return []

    def authors(self, name: str) -> Iterator[Author]:
        value = self.raw(name)
        if isinstance(value, str):
            value = re.split(r";|\sand\s", value)
        if value is None:
            return
        if not isinstance(value, list):
            self.fault(name, value, "a list of names")
            return
        for number, item in enumerate(value):
            author = _author(item)
            if author:
                yield author
            elif not (isinstance(item, str) and not item.strip()):
                self.fault(f"{name}[{number}]", item, "a name or an object with a `name`")


def _author(item: object) -> Author | None:
    if isinstance(item, str):
        name = clean_text(item)
        return Author(name) if name else None
    if not isinstance(item, dict):
        return None
    texts = {key: value for key, value in item.items() if isinstance(value, str)}
    given, family = texts.get("first") or texts.get("given") or "", texts.get("last") or texts.get("family") or ""
    name = clean_text(texts.get("name") or f"{given} {family}")
    if not name:
        return None
    return Author(name, id=strip_invisible(texts.get("id", "")) or None, orcid=normalize_orcid(texts.get("orcid", "")))


def _paper(fields: _Fields, source: Source, position: str) -> Paper:
    text = fields.string("text")
    title, abstract = fields.string("title"), fields.string("abstract")
    if text is not None and title is None and abstract is None:
        title, abstract = split_text(text)
    identifier = fields.identifier("id")
    doi, anthology, arxiv = (fields.string(name) or "" for name in ("doi", "anthology_id", "arxiv_id"))
    if doi and not normalize_doi(doi):
        fields.faults.append((f"`doi` is no DOI: {doi[:60]!r}", "write it as 10.1234/abc or leave it out"))
    keywords = (clean_text(keyword) for keyword in fields.strings("keywords"))
    return Paper(
        title=(clean_title(title) or None) if title else None,
        abstract=clean_optional(abstract),
        keywords=tuple(dict.fromkeys(keyword for keyword in keywords if keyword)),
        authors=tuple(fields.authors("authors")),
        venue=clean_optional(fields.string("venue")),
        year=fields.year("year"),
        doi=normalize_doi(doi) or normalize_doi(identifier or ""),
        anthology_id=normalize_anthology_id(anthology) or normalize_anthology_id(identifier or ""),
        arxiv_id=normalize_arxiv_id(arxiv) or normalize_arxiv_id(identifier or ""),
        url=fields.address("url"),
        records=(source.record(position, identifier),),
        source_text=text,
        presentation_type=clean_optional(fields.string("presentation_type")),
    )


def split_text(text: str) -> tuple[str | None, str | None]:
    r"""Split a text into its title and its abstract: the title is a line of its own before an empty line.

    >>> split_text("A title\n\nAn abstract.\n\nIts second paragraph."), split_text("An abstract alone.")
    (('A title', 'An abstract.\n\nIts second paragraph.'), (None, 'An abstract alone.'))
    """
    first, gap, rest = text.strip().replace("\r\n", "\n").partition("\n\n")
    if gap and rest.strip() and "\n" not in first and len(first) <= _LONGEST_TITLE:
        return first, rest
    return None, text


def _encodable(value: Any) -> Any:
    """Put U+FFFD for each half of a surrogate pair, which no file can hold, in all texts of a value; offsets stay."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(name): _encodable(item) for name, item in value.items()}
    return value


def _parse_integer(digits: str) -> int | float:
    """Read a whole number; one of so many digits that Python would refuse it is no number of ours."""
    return int(digits) if len(digits) <= _MOST_DIGITS else float("inf")


def _parse(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _kind(value: object) -> str:
    return "null" if value is None else _KINDS.get(type(value), "something else")
