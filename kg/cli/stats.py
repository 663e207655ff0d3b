"""`kg stats`: what is in a graph, in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from kg.graph.analysis import Summary
    from kg.graph.communities import Structure

EXAMPLES: Final = """\b
Examples:
  kg stats exports
  kg stats exports --top 20 --json"""

_MOST_COMMUNITIES: Final = 10


def stats(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A Turtle file, or a directory that kg build wrote.")],
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many entities of each type to list.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Count nodes and edges by kind, list the most named entities, and find components and communities.

    Components and communities are those of papers and entities, generic classes left out.
    """
    import msgspec

    from kg.graph.analysis import summarise
    from kg.graph.communities import find_structure
    from kg.graph.knowledge_graph import KnowledgeGraph

    loaded = KnowledgeGraph.load(graph)
    summary, structure = summarise(loaded, top), find_structure(loaded)
    if as_json:
        typer.echo(msgspec.json.encode(msgspec.to_builtins(summary) | msgspec.to_builtins(structure)).decode())
        return
    for line in _describe(summary, structure):
        typer.echo(line)


def _describe(summary: Summary, structure: Structure) -> Iterator[str]:
    yield "nodes"
    for kind, number in summary.nodes.items():
        yield f"  {kind:18} {number:>8,}"
    yield "edges"
    for relation, number in summary.edges.items():
        yield f"  {relation:18} {number:>8,}"
    yield "in most papers"
    for kind, entities in summary.top.items():
        yield f"  {kind:18} " + ", ".join(f"{one.label} ({one.papers})" for one in entities)
    sizes = structure.components
    largest = f", the largest of {sizes[0]:,} nodes" if sizes else ""
    yield f"components           {len(sizes):>8,}{largest}"
    yield f"communities          {len(structure.communities):>8,}"
    for one in structure.communities[:_MOST_COMMUNITIES]:
        yield f"  {one.nodes:>6,} nodes: {', '.join(one.entities)}"
