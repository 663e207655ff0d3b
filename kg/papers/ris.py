"""RIS: what Zotero, EndNote, Mendeley, publishers and library catalogues export; one record from `TY` to `ER`.

Each record goes to rispy alone, so that one that is broken or never ended costs no other.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers import tables
from kg.papers.decoding import read_text
from kg.papers.fields import find_arxiv_id, make_author, make_paper, split_keywords
from kg.papers.limits import MAX_RECORD
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "ris"
DESCRIPTION: Final = "RIS"
SUFFIXES: Final = (".ris",)

_START: Final = re.compile(r"^\ufeff?TY {1,2}- ?", re.MULTILINE)
_TAG: Final = re.compile(r"^([A-Z][A-Z0-9]) {1,2}-(?: |$)", re.MULTILINE)
#: lines that a database may put before the records
_PREAMBLE: Final = 10
_ABSTRACTS: Final = ("abstract", "notes_abstract")
_TITLES: Final = ("title", "primary_title", "translated_title", "short_title")
_VENUES: Final = ("secondary_title", "alternate_title3", "journal_name", "alternate_title2", "tertiary_title")
_NO_PAPERS: Final = frozenset({"BOOK", "EBOOK", "WEB", "COMP"})


def recognises(head: str, path: str) -> bool:
    r"""Say whether a text begins, after blank lines or a line of a database's, with a record's type.

    >>> [recognises(head, "a") for head in ("\nTY  - JOUR\nTI  - T", "Provider: X\n\nTY  - CONF\n", "TY for all")]
    [True, True, False]
    """
    start = _START.search(head)
    if (
        start is None
        or head.lstrip("\ufeff \t\r\n").startswith(("%PDF-", "<", "["))
        or "{" in head[: start.start()]
        or head[: start.start()].count("\n") > _PREAMBLE
    ):
        return False
    return not tables.recognises(head, path)


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the records of a file, and say which hold nothing."""
    import rispy  # type: ignore[import-untyped]

    text = read_text(source)
    if isinstance(text, Problem):
        yield text
        return
    starts = [match.start() for match in _START.finditer(text)]
    line, counted = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        line, counted = line + text.count("\n", counted, start), start
        position = f"line {line}"
        piece = _START.sub("TY  - ", text[start:end])
        if len(piece) > MAX_RECORD:
            yield source.problem(position, f"is longer than {MAX_RECORD:,} signs", "shorten it")
            continue
        piece = _TAG.sub(r"\1  - ", re.split(r"^ER {1,2}-", piece, maxsplit=1, flags=re.MULTILINE)[0])
        try:
            (record, *_) = rispy.loads(f"{piece.rstrip()}\nER  - \n", skip_unknown_tags=False)
        except (ValueError, OSError, KeyError, IndexError) as error:
            yield source.problem(position, f"is no RIS record: {error}", "correct it")
            continue
        if record.get("type_of_reference") in _NO_PAPERS and not any(record.get(name) for name in _ABSTRACTS):
            continue
        yield _paper(source, position, record)


def _paper(source: Source, position: str, record: dict[str, Any]) -> Paper | Problem:
    def first(*names: str) -> str:
        values = (record.get(name) for name in names)
        return next((value for value in values if isinstance(value, str) and value.strip()), "")

    urls = [str(url) for url in record.get("urls", ())]
    keywords = [str(keyword) for keyword in record.get("keywords", ())]
    venue = first(*_VENUES)
    return make_paper(
        source,
        position,
        identifier=first("id"),
        title=first(*_TITLES),
        abstract=first(*_ABSTRACTS),
        keywords=split_keywords(keywords[0]) if len(keywords) == 1 else keywords,
        authors=[make_author(name) for name in record.get("authors") or record.get("first_authors") or ()],
        venue=venue,
        year=first("year", "publication_year", "date"),
        doi=first("doi"),
        arxiv=find_arxiv_id(venue, *urls),
        url=urls[0] if urls else None,
    )
