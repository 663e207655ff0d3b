"""Atom, as arXiv's API answers. Format: https://info.arxiv.org/help/api/user-manual.html."""

from collections.abc import Iterator
from typing import Final

from lxml import etree

from kg.errors import Problem
from kg.papers.fields import find_arxiv_id, make_author, make_paper
from kg.papers.paper import Paper
from kg.papers.source import Source
from kg.papers.xml_documents import first_text, read_elements, root_of

NAME: Final = "arxiv-atom"
DESCRIPTION: Final = "Atom XML of arXiv's API"
SUFFIXES: Final = (".atom",)


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is Atom's, and arXiv is named."""
    return root_of(head) in ("feed", "entry") and "arxiv.org/" in head


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the entries of a feed."""
    for result in read_elements(source, "entry"):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, entry: etree._Element) -> Paper | Problem:
    identifier = find_arxiv_id(first_text(entry, "id"))
    return make_paper(
        source,
        position,
        identifier=identifier or first_text(entry, "id"),
        title=first_text(entry, "title"),
        abstract=first_text(entry, "summary"),
        authors=[make_author(first_text(author, "name")) for author in entry.findall("author")],
        venue=first_text(entry, "journal_ref"),
        year=first_text(entry, "published", "updated"),
        doi=first_text(entry, "doi"),
        arxiv=identifier,
        url=f"https://arxiv.org/abs/{identifier}" if identifier else None,
    )
