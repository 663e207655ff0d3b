"""DBLP's XML, whole or a record: papers without abstracts. Format: https://dblp.org/xml/docu/dblpxml.pdf."""

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from kg.errors import Problem
from kg.papers.fields import find_arxiv_id, make_author, make_paper
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.xml_documents import first_text, flatten, read_elements, root_of

NAME: Final = "dblp"
DESCRIPTION: Final = "DBLP XML (without abstracts)"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is DBLP's: all of it, a person, a table of contents."""
    return root_of(head) in ("dblp", "dblpperson", "bht")


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the articles and contributions of a file; proceedings, books and home pages are left out."""
    for result in read_elements(source, "article", "inproceedings", "incollection"):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, record: etree._Element) -> Paper | Problem:
    addresses = [flatten(one).strip() for one in record.findall("ee")]
    doi = next((one for one in addresses if "doi.org/10." in one), None)
    volume = first_text(record, "volume") or ""
    arxiv = find_arxiv_id(*addresses) or (volume.removeprefix("abs/") if volume.startswith("abs/") else None)
    return make_paper(
        source,
        position,
        identifier=record.get("key"),
        title=(first_text(record, "title") or "").removesuffix("."),
        authors=[_author(author) for author in record.findall("author")],
        venue=first_text(record, "booktitle", "journal"),
        year=first_text(record, "year"),
        doi=doi,
        arxiv=arxiv,
        url=next((one for one in addresses if "aclanthology.org/" in one), addresses[0] if addresses else None),
    )


def _author(author: etree._Element) -> Author | None:
    # DBLP numbers people of one name: that number is no part of the name, but makes it an identity
    name = " ".join(flatten(author).split())
    plain = re.sub(r" \d{4}$", "", name)
    return make_author(plain, identifier=f"dblp:{name}" if plain != name else None, orcid=author.get("orcid"))
