"""Crossref works: an answer of the REST API, a list, or a line a work as in the public data file.

Format: https://api.crossref.org/swagger-ui/index.html (Work); abstracts are JATS.
"""

from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.csl_json import csl_paper
from kg.papers.json_documents import read_records, shape_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "crossref"
DESCRIPTION: Final = "Crossref works as JSON"
SUFFIXES: Final = ()

_NO_PAPERS: Final = frozenset({"journal", "proceedings", "journal-issue", "journal-volume", "component", "grant"})


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of Crossref's works."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the works of a file that are papers."""
    for result in read_records(source):
        if isinstance(result, Problem):
            yield result
        else:
            position, work = result
            if work.get("type") not in _NO_PAPERS:
                yield _paper(source, position, work)


def _paper(source: Source, position: str, work: dict[str, Any]) -> Paper | Problem:
    return csl_paper(source, position, work)
