"""PDF: recognised only to say what to do, because text that is guessed from a layout is no abstract."""

from collections.abc import Iterator
from typing import Final

from kg.errors import Problem
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "pdf"
DESCRIPTION: Final = "PDF (refused: run GROBID, and give its TEI)"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether a file begins as a PDF does (ISO 32000-1, §7.5.2)."""
    return head.lstrip("\ufeff \t\r\n").startswith("%PDF-")


def read(source: Source) -> Iterator[Paper | Problem]:
    """Say what to do with a PDF."""
    yield source.problem(
        "",
        "is a PDF, from which kg reads nothing",
        "run GROBID on it (processHeaderDocument or processFulltextDocument) and give the TEI that it makes",
    )
