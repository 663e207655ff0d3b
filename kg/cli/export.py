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
  kg export exports --to graphml
  kg export exports/graph.ttl --to jsonld -o site/graph.jsonld"""


def export(
    graph: Annotated[
        Path, typer.Argument(metavar="GRAPH", help="A Turtle file, or a directory that `kg build` wrote.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="|".join(WRITERS), help="The format.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file to write; by default it stands beside the graph."
        ),
    ] = None,
) -> None:
    """Write a graph in another format."""
    from kg.build_directory import find_graph
    from kg.graph.knowledge_graph import KnowledgeGraph

    if to not in WRITERS:
        raise UsageError(f"--to {to}: there are {', '.join(sorted(WRITERS))}")
    source = find_graph(graph)
    target = output or source.with_suffix(WRITERS[to].suffix)
    if target == source:
        raise UsageError(f"{source} is in this format already; name another file after -o")
    WRITERS[to].write(KnowledgeGraph.load(graph), target)
    show_message(f"{target} written")
