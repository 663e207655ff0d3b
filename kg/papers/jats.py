"""JATS: the front matter of articles as publishers, PubMed Central and preprint servers give them.

Format: https://jats.nlm.nih.gov/.
"""

from collections.abc import Iterator
from typing import Final

from lxml import etree

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.xml_documents import first_text, flatten, read_elements, root_of, sections

NAME: Final = "jats"
DESCRIPTION: Final = "JATS XML"
SUFFIXES: Final = (".nxml",)


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is an article with front matter, or a set of articles of PubMed Central."""
    root = root_of(head)
    return root == "pmc-articleset" or (root == "article" and ("article-meta" in head or "journal-meta" in head))


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the front matter of each article of a file."""
    for result in read_elements(source, "front"):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, front: etree._Element) -> Paper | Problem:
    meta = front.find("article-meta")
    titles = (first_text(meta, "title-group/article-title"), first_text(meta, "title-group/subtitle"))
    # those of another type are summaries for patients, pictures, highlights
    abstract = next((one for one in front.findall("article-meta/abstract") if not one.get("abstract-type")), None)
    authors = front.findall("article-meta/contrib-group/contrib")
    doi = first_text(meta, "article-id[@pub-id-type='doi']")
    return make_paper(
        source,
        position,
        identifier=doi or first_text(meta, "article-id"),
        title=": ".join(filter(None, titles)),
        abstract=sections(abstract),
        keywords=[flatten(word) for word in front.findall("article-meta/kwd-group/kwd")],
        authors=[_author(one) for one in authors if one.get("contrib-type", "author") == "author"],
        venue=first_text(front, "journal-meta//journal-title", "journal-meta/abbrev-journal-title"),
        year=first_text(meta, "pub-date[@date-type='pub']/year", "pub-date[@pub-type='epub']/year", "pub-date/year"),
        doi=doi,
        arxiv=first_text(meta, "article-id[@pub-id-type='arxiv']"),
    )


def _author(contributor: etree._Element) -> Author | None:
    names = [first_text(contributor, f".//name/{part}") for part in ("given-names", "surname", "suffix")]
    return make_author(
        " ".join(filter(None, names)) or first_text(contributor, "collab", ".//string-name"),
        orcid=first_text(contributor, "contrib-id[@contrib-id-type='orcid']"),
    )
