"""Semantic Scholar: answers of its API, its dumps (`papers`, `abstracts`), and the older S2ORC and corpus dumps.

Format: https://api.semanticscholar.org/api-docs/ (graph, datasets).
"""

from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper
from kg.papers.json_documents import dict_of, dicts_of, read_records, shape_of, text_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "semantic-scholar"
DESCRIPTION: Final = "Semantic Scholar papers as JSON (API and dumps)"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of Semantic Scholar's papers."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the papers of a file."""
    for result in read_records(source):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def _paper(source: Source, position: str, outer: dict[str, Any]) -> Paper | Problem:
    # lists of citations and recommendations put the paper one level down
    record = next((inner for name in ("citedPaper", "citingPaper") if (inner := dict_of(outer.get(name)))), outer)
    ids = {
        str(k).lower(): str(v) for k, v in dict_of(record.get("externalIds") or record.get("externalids")).items() if v
    }
    number = record.get("paperId") or record.get("corpusid") or record.get("corpusId") or record.get("id")
    venue = text_of(record.get("venue")) or text_of(dict_of(record.get("publicationVenue")).get("name"))
    journal = record.get("journal")
    paper = make_paper(
        source,
        position,
        identifier=str(number) if isinstance(number, str | int) else None,
        title=text_of(record.get("title")),
        abstract=text_of(record.get("abstract")) or text_of(record.get("paperAbstract")),
        authors=[
            make_author(text_of(author.get("name")), identifier=_identifier(author))
            for author in dicts_of(record.get("authors"))
        ],
        venue=venue or text_of(journal.get("name") if isinstance(journal, dict) else journal),
        year=record.get("year") or record.get("publicationDate") or record.get("publicationdate"),
        doi=ids.get("doi") or text_of(record.get("doi")),
        arxiv=ids.get("arxiv") or text_of(record.get("arxivId")),
        url=text_of(record.get("url")) or text_of(record.get("s2Url")),
    )
    return paper if isinstance(paper, Problem) else with_anthology_id(paper, ids.get("acl"))


def with_anthology_id(paper: Paper, identifier: str | None) -> Paper:
    """Give a paper the Anthology id that another service names, if it is one."""
    from msgspec.structs import replace

    from kg.papers.identity import normalize_anthology_id

    known = normalize_anthology_id(identifier or "")
    return replace(paper, anthology_id=known) if known else paper


def _identifier(author: dict[str, Any]) -> str | None:
    value = author.get("authorId") or author.get("authorid")
    return f"s2:{value}" if isinstance(value, str | int) and str(value) else None
