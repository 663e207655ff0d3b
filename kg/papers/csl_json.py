"""CSL-JSON: what Zotero, Pandoc, citeproc and DOI resolvers write.

Format: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import find_arxiv_id, make_author, make_paper, split_keywords
from kg.papers.json_documents import dict_of, dicts_of, read_records, shape_of, text_of, texts_of
from kg.papers.paper import Author, Paper
from kg.papers.source import Source

NAME: Final = "csl-json"
DESCRIPTION: Final = "CSL-JSON"
SUFFIXES: Final = ()

#: JATS, of which Crossref's abstracts are
_HEADING: Final = re.compile(r"^\s*<(?:jats:)?title>\s*(?:abstract|summary)\s*</(?:jats:)?title>", re.IGNORECASE)
_DATES: Final = ("issued", "published", "published-print", "published-online", "created")


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of CSL items."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the items of a file."""
    for result in read_records(source):
        yield result if isinstance(result, Problem) else csl_paper(source, *result)


def csl_paper(source: Source, position: str, item: dict[str, Any]) -> Paper | Problem:
    """Make a paper of an item; Crossref's works, where titles are lists, are close enough to be items too."""
    identifier = item.get("id") or item.get("citation-key") or item.get("DOI")
    subtitle = text_of(item.get("subtitle"))
    title = text_of(item.get("title"))
    keywords = texts_of(item.get("keyword"))
    venue = next(
        (v for n in ("container-title", "event-title", "collection-title") if (v := text_of(item.get(n)))), None
    )
    url = text_of(item.get("URL"))
    return make_paper(
        source,
        position,
        identifier=str(identifier) if isinstance(identifier, str | int) else None,
        title=f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title,
        abstract=_HEADING.sub("", text_of(item.get("abstract")) or ""),
        keywords=split_keywords(keywords[0]) if len(keywords) == 1 else keywords,
        authors=[_author(author) for author in dicts_of(item.get("author"))],
        venue=venue,
        year=next((year for name in _DATES if (year := _year(item.get(name)))), None),
        doi=text_of(item.get("DOI")),
        arxiv=find_arxiv_id(url, venue, text_of(item.get("number"))),
        url=url,
    )


def _author(author: dict[str, Any]) -> Author | None:
    parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
    name = " ".join(text for part in parts if (text := text_of(author.get(part))))
    return make_author(
        name or text_of(author.get("literal")) or text_of(author.get("name")), orcid=text_of(author.get("ORCID"))
    )


def _year(date: object) -> object:
    parts = dict_of(date).get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return parts[0][0]
    return text_of(dict_of(date).get("raw")) or text_of(dict_of(date).get("literal")) or text_of(date)
