"""From the strings of a record, in whatever format, to a `Paper`: cleaned, ids normalised, names put in order."""

import re
from collections.abc import Iterable
from typing import Final

from kg.errors import Problem
from kg.papers.identity import (
    normalize_anthology_id,
    normalize_arxiv_id,
    normalize_doi,
    normalize_orcid,
    strip_invisible,
)
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.text import clean_optional, clean_text, clean_title

_YEAR: Final = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://[^\s/]", re.IGNORECASE)
_SUFFIX: Final = re.compile(r"(?:jr|sr|[ivx]{2,4})\.?", re.IGNORECASE)
_ARXIV_WORD: Final = re.compile(r"arxiv:\s?(\S+)", re.IGNORECASE)


def make_paper(
    source: Source,
    position: str,
    *,
    identifier: str | None = None,
    title: str | None = None,
    abstract: str | None = None,
    keywords: Iterable[str] = (),
    authors: Iterable[Author | None] = (),
    venue: str | None = None,
    year: object = None,
    doi: str | None = None,
    arxiv: str | None = None,
    url: str | None = None,
) -> Paper | Problem:
    """Make a paper of what a record says, or a problem if it says neither a title nor an abstract."""
    cleaned_title = (clean_title(title) or None) if title else None
    cleaned_abstract = clean_optional(abstract)
    if not (cleaned_title or cleaned_abstract):
        return source.problem(position, "has neither a title nor an abstract", "give it one, or leave it out")
    identifier = strip_invisible(identifier or "") or None
    address = strip_invisible(url or "")
    words = (clean_text(keyword) for keyword in keywords)
    return Paper(
        title=cleaned_title,
        abstract=cleaned_abstract,
        keywords=tuple(dict.fromkeys(word for word in words if word)),
        authors=tuple(author for author in authors if author),
        venue=clean_optional(venue),
        year=find_year(year),
        doi=normalize_doi(doi or "") or normalize_doi(identifier or ""),
        anthology_id=normalize_anthology_id(identifier or ""),
        arxiv_id=normalize_arxiv_id(arxiv or "") or normalize_arxiv_id(identifier or ""),
        url=address if _ADDRESS.match(address) else None,
        records=(source.record(position, identifier),),
    )


def make_author(name: str | None, *, identifier: str | None = None, orcid: str | None = None) -> Author | None:
    """Make an author of a name as it is written, also with the family name first; None if there is no name.

    >>> [make_author(name).name for name in ("Doe, Jane A.", "Jane Doe", "King, Jr., Martin", "King, Martin, Jr.")]
    ['Jane A. Doe', 'Jane Doe', 'Martin King Jr.', 'Martin King Jr.']
    """
    cleaned = clean_text(name or "")
    parts = [part.strip() for part in cleaned.split(",") if part.strip()]
    suffix = next((part for part in parts[1:] if _SUFFIX.fullmatch(part)), "")
    plain = [part for part in parts if part != suffix]
    if len(plain) == 2:
        cleaned = " ".join(filter(None, (plain[1], plain[0], suffix)))
    if not cleaned:
        return None
    return Author(cleaned, id=strip_invisible(identifier or "") or None, orcid=normalize_orcid(orcid or ""))


def find_year(value: object) -> int | None:
    """Find the year in a date, in whatever form; None where there is none.

    >>> [find_year(value) for value in ("2019/05/01/", 2021, "May 2020", "20190501", "n.d.", None, True)]
    [2019, 2021, 2020, 2019, None, None, None]
    """
    if value is None or isinstance(value, bool):
        return None
    text = str(value)[:200]
    if re.fullmatch(r"\s*\d{8}\s*", text):
        text = text.strip()[:4]
    match = _YEAR.search(text)
    return int(match[1]) if match else None


def split_keywords(text: str | None) -> list[str]:
    """Split keywords that stand in one string: by semicolons or lines if there are any, else by commas.

    >>> split_keywords("boats; geese, swans"), split_keywords("boats, geese"), split_keywords(None)
    (['boats', 'geese, swans'], ['boats', 'geese'], [])
    """
    text = text or ""
    parts = re.split(r"[;\n]" if re.search(r"[;\n]", text) else ",", text)
    return [part.strip() for part in parts if part.strip()]


def find_arxiv_id(*texts: str | None) -> str | None:
    """Find an arXiv id that is announced as one: "arXiv preprint arXiv:1810.04805", or an address.

    >>> find_arxiv_id(None, "arXiv preprint arXiv:1810.04805"), find_arxiv_id("https://arxiv.org/abs/1810.04805v2")
    ('1810.04805', '1810.04805')
    """
    for text in filter(None, texts):
        if "arxiv.org/" in text.lower() and (found := normalize_arxiv_id(text)):
            return found
        if (match := _ARXIV_WORD.search(text)) and (found := normalize_arxiv_id(match[1].rstrip(".,;)]"))):
            return found
    return None
