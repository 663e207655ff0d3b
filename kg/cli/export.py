"""`kg export`: a graph in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from kg.cli.console import show_message
from kg.errors import UsageError
from kg.export import WRITERS

EXAMPLES: Final = """\b
Examples:
  kg export exports --to graphml -o graph.graphml
  kg export exports/graph.ttl --to jsonld -o graph.jsonld"""


def export(
    graph: Annotated[
        Path, typer.Argument(metavar="GRAPH", help="A Turtle file, or a directory that `kg build` wrote.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"One of {', '.join(WRITERS)}.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")],
) -> None:
    """Write a graph in another format."""
    from kg.graph.knowledge_graph import KnowledgeGraph

    if to not in WRITERS:
        raise UsageError(f"--to {to}: there are {', '.join(sorted(WRITERS))}")
    WRITERS[to].write(KnowledgeGraph.load(graph), output)
    show_message(f"{output} written")
