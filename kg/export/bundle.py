"""Exports as folders: the files of a format, a README with commands and questions, and a manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.export.cypher import literal
from kg.export.directories import Manifest, replace_directory, write_manifest
from kg.export.examples import choose_examples
from kg.export.property_graph import NODE_TABLES, Sink, feed
from kg.graph.analysis import summarise
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.iris import to_iri
from kg.rdf.vocabulary import PREDICATE_BY_RELATION
from kg.version import __version__
from kg.vocabulary import EDGE_KINDS, ENTITY_TYPES, NODE_KINDS

if TYPE_CHECKING:
    from jinja2 import Environment


def write_tables(graph: KnowledgeGraph, target: Path, name: str, make_sink: Callable[[Path], Sink]) -> None:
    """Write a folder with the tables of a property graph.

    Args:
        graph: any knowledge graph.
        target: where the folder shall be; see `replace_directory`.
        name: the name of the format.
        make_sink: makes what writes into a given folder.

    Raises:
        KgError: the graph can't be said in the format, or the folder can't be written.
    """
    with replace_directory(target) as folder:
        feed(graph, make_sink(folder))
        _describe(graph, folder, name)


def write_one_file(
    graph: KnowledgeGraph, target: Path, name: str, file: str, write: Callable[[KnowledgeGraph, Path], None]
) -> None:
    """Write a folder with one file, `file`, that a function writes; otherwise as `write_tables`."""
    with replace_directory(target) as folder:
        write(graph, folder / file)
        _describe(graph, folder, name)


def _describe(graph: KnowledgeGraph, folder: Path, name: str) -> None:
    summary = summarise(graph, top=0)
    written = sorted(path.name for path in folder.iterdir())
    (folder / "README.md").write_text(render_readme(graph, name, written), encoding="utf-8", newline="")
    generator = f"kg {__version__}"
    write_manifest(folder, Manifest(name, generator, graph.base_iri, summary.nodes, summary.edges, {}))


def render_readme(graph: KnowledgeGraph, name: str, written: list[str]) -> str:
    """Write the README of an export, its questions filled with names of the graph.

    Args:
        graph: the graph.
        name: the name of the format.
        written: the names of its files.
    """
    summary = summarise(graph, top=0)
    examples = choose_examples(graph)
    edge = examples.edge
    return (
        _templates()
        .get_template(f"{name}.md")
        .render(
            files=written,
            nodes=summary.nodes,
            edges=summary.edges,
            tables=NODE_TABLES,
            kinds=NODE_KINDS,
            entity_types=ENTITY_TYPES,
            predicates={relation: PREDICATE_BY_RELATION[relation].value for relation in EDGE_KINDS},
            examples=examples,
            edge=edge,
            source_iri=to_iri(graph.base_iri, edge.source),
            target_iri=to_iri(graph.base_iri, edge.target),
        )
    )


def _templates() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("kg.export").joinpath("readmes")
    environment = Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown, and texts come as literals of their languages
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Callable[[Any], str]] = {
        "cypher": literal,
        "python": repr,
        "sparql": lambda text: json.dumps(text, ensure_ascii=False),
        "sql": lambda text: "'{}'".format(text.replace("'", "''")),
    }
    environment.filters.update(filters)
    return environment
