"""PubMed and MEDLINE XML, with structured abstracts.

Format: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html.
"""

from collections.abc import Iterator
from typing import Final

from lxml import etree

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper
from kg.papers.paper import Author, Paper
from kg.papers.source import Source
from kg.papers.xml_documents import first_text, flatten, read_elements, root_of

NAME: Final = "pubmed-xml"
DESCRIPTION: Final = "PubMed or MEDLINE XML"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether the root element is one of PubMed's."""
    return root_of(head) in ("PubmedArticleSet", "MedlineCitationSet", "PubmedArticle", "MedlineCitation")


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the articles of a file."""
    tag = "PubmedArticle" if "<PubmedArticle>" in source.text_head() or "<PubmedArticle " in source.text_head() else ""
    for result in read_elements(source, tag or "MedlineCitation"):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, record: etree._Element) -> Paper | Problem:
    citation = record if str(record.tag) == "MedlineCitation" else record.find("MedlineCitation")
    article = citation.find("Article") if citation is not None else None
    pmid = first_text(citation, "PMID")
    parts = []
    for part in article.findall("Abstract/AbstractText") if article is not None else ():
        label, text = part.get("Label", "").strip().rstrip(":"), flatten(part).strip()
        parts.append(f"{label.capitalize()}: {text}" if label and label.upper() != "UNLABELLED" else text)
    keywords = [flatten(word) for word in citation.findall("KeywordList/Keyword")] if citation is not None else []
    title = first_text(article, "ArticleTitle") or ""
    return make_paper(
        source,
        position,
        identifier=pmid,
        # brackets mark a title that was translated; the full stop is PubMed's
        title=title.removesuffix(".").removeprefix("[").removesuffix("]"),
        abstract=" ".join(parts),
        keywords=keywords,
        authors=[_author(one) for one in article.findall("AuthorList/Author")] if article is not None else (),
        venue=first_text(article, "Journal/Title", "Journal/ISOAbbreviation"),
        year=first_text(article, "Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate"),
        doi=first_text(record, ".//ELocationID[@EIdType='doi']", "PubmedData/ArticleIdList/ArticleId[@IdType='doi']"),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid and pmid.isdecimal() else None,
    )


def _author(author: etree._Element) -> Author | None:
    given = first_text(author, "ForeName", "Initials")
    name = " ".join(filter(None, (given, first_text(author, "LastName"), first_text(author, "Suffix"))))
    return make_author(
        name or first_text(author, "CollectiveName"), orcid=first_text(author, "Identifier[@Source='ORCID']")
    )
