"""`kg view`: the page of a graph in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated, Final

import typer

from kg.cli.console import show_message

EXAMPLES: Final = """\b
Examples:
  kg view exports
  kg view exports --max-nodes 3000 -o all.html
  kg view graph.ttl"""


def view(
    graph: Annotated[
        Path, typer.Argument(metavar="GRAPH", help="A directory that `kg build` wrote, or a Turtle file.")
    ] = Path("exports"),
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the page to this file, anew, and open it."),
    ] = None,
    max_nodes: Annotated[
        int | None,
        typer.Option(
            "--max-nodes",
            min=1,
            metavar="N",
            help="How many papers, entities, keywords and topics the page draws at first, the most telling ones; by "
            "default all of a small graph, 800 of one with more than 1,500. With it, the page is written anew.",
        ),
    ] = None,
) -> None:
    """Open the page of a graph in the browser.

    The page is the graph.html of a build. Where there is none it is written, beside the graph.
    """
    page = output or _page_of(graph)
    if output or max_nodes or not page.is_file():
        from kg.export.page import write_page
        from kg.graph.knowledge_graph import KnowledgeGraph

        write_page(KnowledgeGraph.load(graph), page, max_nodes)
        show_message(f"{page} written")
    if not webbrowser.open(page.resolve().as_uri()):
        show_message(f"there is no browser to start here: open {page} in one")


def _page_of(graph: Path) -> Path:
    """Say where the page of a graph is, or would be."""
    from kg.build_directory import PAGE, find_graph

    if graph.is_dir():
        # a page alone is enough to look at
        return graph / PAGE if (graph / PAGE).is_file() else find_graph(graph).with_name(PAGE)
    return graph.with_suffix(".html")
