"""`kg diff`: what differs between two graphs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from kg.graph.comparison import Difference

EXAMPLES: Final = """\b
Examples:
  kg diff old new
  kg diff old/graph.ttl new/graph.ttl --json"""


def diff(
    old: Annotated[Path, typer.Argument(metavar="A", help="A Turtle file, or a directory that `kg build` wrote.")],
    new: Annotated[Path, typer.Argument(metavar="B", help="Another.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """List nodes and edges that B has and A lacks, the other way round, that differ, and nodes whose IRI moved."""
    import msgspec

    from kg.graph.comparison import compare_graphs
    from kg.graph.knowledge_graph import KnowledgeGraph

    found = compare_graphs(KnowledgeGraph.load(old), KnowledgeGraph.load(new))
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    for line in _describe(found):
        typer.echo(line)


def _describe(found: Difference) -> Iterator[str]:
    if not found:
        yield "the graphs are equal"
        return
    edges = {
        title: [" ".join(edge) for edge in group]
        for title, group in (
            ("edges added", found.edges_added),
            ("edges removed", found.edges_removed),
            ("edges changed", found.edges_changed),
        )
    }
    parts: dict[str, list[str]] = {
        "nodes added": list(found.nodes_added),
        "nodes removed": list(found.nodes_removed),
        "nodes moved": [f"{one.old} → {one.new}" for one in found.moved],
        "nodes changed": [f"{node}: {', '.join(names)}" for node, names in found.nodes_changed.items()],
    } | edges
    for title, lines in parts.items():
        if lines:
            yield f"{title}: {len(lines)}"
            yield from (f"  {line}" for line in lines)
