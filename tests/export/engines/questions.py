"""The questions in the READMEs of exports, and their answers in comparable form."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kg.graph.knowledge_graph import KnowledgeGraph

Answer = list[tuple[Any, ...]]

TITLES = (
    "Nodes and edges by kind",
    "A path of two steps: datasets that papers on a task use",
    "The papers of an edge",
    "A keyword's papers",
    "A name beyond ASCII",
)


def read_questions(readme: Path, language: str) -> dict[str, str]:
    """Read the questions of a README: heading → code."""
    text = readme.read_text(encoding="utf-8")
    found = dict(re.findall(rf"^### ([^\n]*)\n\n```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert tuple(found) == TITLES
    return found


def answers(graph: KnowledgeGraph, export: Path) -> dict[str, Answer]:
    """Ask kg itself the questions of an export to RDF; no answer is empty."""
    found = {}
    for title, sparql in read_questions(export / "README.md", "sparql").items():
        rows = [[str(getattr(term, "value", term)) for term in row] for row in graph.query(sparql).rows]
        found[title] = tidy(map(numbered, rows))
        assert found[title]
    return found


def numbered(cells: Iterable[str]) -> list[str | int]:
    """Make numbers of the cells that look like it, for engines that answer in text."""
    return [int(cell) if cell.isdigit() else cell for cell in cells]


def tidy(rows: Iterable[Iterable[Any]]) -> Answer:
    """Sort an answer, for engines sort texts each in its way."""
    return sorted(tuple(row) for row in rows)


def ask_all(readme: Path, language: str, ask: Callable[[str], Iterable[Iterable[Any]]]) -> dict[str, Answer]:
    """Ask an engine all questions of a README."""
    return {title: tidy(ask(question)) for title, question in read_questions(readme, language).items()}
