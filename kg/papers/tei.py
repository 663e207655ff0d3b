"""TEI as GROBID makes it of a PDF: its header, also where the body is broken.

Format: https://grobid.readthedocs.io/en/latest/TEI-encoding-of-results/.
"""

from collections.abc import Iterator
from typing import Final

from lxml import etree

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.xml_documents import first_text, flatten, read_elements, root_of

NAME: Final = "tei"
DESCRIPTION: Final = "TEI XML, as GROBID makes it of PDFs"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is TEI's."""
    return root_of(head) in ("TEI", "teiCorpus", "TEI.2")


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the headers of a file."""
    for result in read_elements(source, "teiHeader"):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, header: etree._Element) -> Paper | Problem:
    item = header.find("fileDesc/sourceDesc/biblStruct")
    dates = [*header.findall(".//monogr/imprint/date"), *header.findall("fileDesc/publicationStmt/date")]
    abstract = header.find("profileDesc/abstract")
    return make_paper(
        source,
        position,
        identifier=first_text(item, "idno[@type='MD5']"),
        title=first_text(header, "fileDesc/titleStmt/title", ".//analytic/title"),
        abstract=flatten(abstract),
        keywords=[flatten(term) for term in header.findall("profileDesc/textClass/keywords//term")],
        authors=[_author(author) for author in header.findall(".//analytic/author")],
        venue=first_text(item, "monogr/title", "monogr/meeting"),
        year=next((value for date in dates if (value := date.get("when") or date.text)), None),
        doi=first_text(item, ".//idno[@type='DOI']"),
        arxiv=(first_text(item, ".//idno[@type='arXiv']") or "").split("[")[0],
    )


def _author(author: etree._Element) -> Author | None:
    name = author.find("persName")
    if name is None:
        return None  # an affiliation that GROBID could give to nobody
    parts = [flatten(part) for tag in ("forename", "surname") for part in name.findall(tag)]
    return make_author(" ".join(parts), orcid=first_text(author, "idno[@type='ORCID']"))
