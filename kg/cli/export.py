"""`kg export`: a graph in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from kg.cli.console import show_message
from kg.errors import UsageError
from kg.export import WRITERS, Writer

EXAMPLES: Final = """\b
Examples:
  kg export --list
  kg export exports --to neo4j                  # makes exports/neo4j/, README.md there tells how to import it
  kg export exports/graph.ttl --to jsonld -o site/graph.jsonld"""


def export(
    graph: Annotated[
        Path | None, typer.Argument(metavar="GRAPH", help="A Turtle file, or a directory that `kg build` wrote.")
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORMAT", help="The format; --list shows them.")] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="TARGET",
            help="The file or folder to write; by default it stands beside the graph. A name without a suffix, or that "
            "ends in /, is a folder and gets a README with commands and questions.",
        ),
    ] = None,
    list_formats: Annotated[bool, typer.Option("--list", help="Show the formats, and stop.")] = False,
) -> None:
    """Write a graph for a database or another program.

    An export is there whole or not at all; an older one at the same place is replaced.
    """
    if list_formats:
        typer.echo(_describe_formats().encode(), nl=False)
        return
    from kg.build_directory import find_graph
    from kg.graph.knowledge_graph import KnowledgeGraph

    if graph is None or to is None:
        raise UsageError("name a graph and a format: kg export GRAPH --to FORMAT (--list shows the formats)")
    if to not in WRITERS:
        raise UsageError(f"--to {to}: there are {', '.join(sorted(WRITERS))}")
    writer = WRITERS[to]
    source = find_graph(graph)
    target = Path(output) if output else _beside(source, writer)
    if target == source:
        raise UsageError(f"{source} is in this format already; name another file after -o")
    if writer.suffix and not _is_folder(output, target):
        writer.write(KnowledgeGraph.load(graph), target)
        show_message(f"{target} written")
    else:
        from kg.export.directories import check_directory

        check_directory(target)  # before the graph is loaded, which may take a while
        writer.write_folder(KnowledgeGraph.load(graph), target)
        show_message(f"{target} written; {target / 'README.md'} tells how to use it")


def _beside(source: Path, writer: Writer) -> Path:
    return source.with_suffix(writer.suffix) if writer.suffix else source.parent / writer.name


def _is_folder(output: str | None, target: Path) -> bool:
    """Say whether a format of one file shall be put into a folder, to judge by the name that the user gave."""
    if output is None or (target.exists() and not target.is_dir()):
        return False
    return output.endswith(("/", "\\")) or target.is_dir() or not target.suffix


def _describe_formats() -> str:
    lines = []
    for writer in WRITERS.values():
        made = f"a file, {writer.suffix}" if writer.suffix else "a folder"
        needs = f"; needs pip install 'paper-kg[{writer.extra}]'" if writer.extra else ""
        lines.append(f"{writer.name}\n    {writer.description} ({made}{needs})\n    for {writer.readers}\n")
    return "".join(lines)
