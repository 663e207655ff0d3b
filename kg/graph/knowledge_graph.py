"""The knowledge graph: a typed networkx graph with the papers and extractions that it was made from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import networkx as nx

from kg.errors import Problem
from kg.extraction.records import Extraction
from kg.papers.paper import Paper
from kg.papers.reading import InputFile
from kg.resolution.records import EntityMention
from kg.vocabulary import ENTITY_TYPES

if TYPE_CHECKING:
    import rdflib

    from kg.query.engine import Answer

DEFAULT_BASE_IRI = "https://paper-kg.example/"


class Authorship(msgspec.Struct, frozen=True, omit_defaults=True, order=True):
    """A name on a paper: its position (from 1), the name as printed, the Person's node id where an id is known."""

    position: int
    name: str
    person: str | None = None


class Sources(msgspec.Struct, frozen=True):
    """What a graph was made from; all empty when the graph was loaded from RDF alone.

    Attributes:
        papers: sorted by key.
        extractions: one for each paper with text, in the order of the papers; `id` is the paper's key.
        mentions: where the papers' texts name the graph's entities, sorted.
        problems: what could not be read, sorted.
        inputs: the files that were read, sorted.
        versions: name → version of what made the graph.
    """

    papers: tuple[Paper, ...] = ()
    extractions: tuple[Extraction, ...] = ()
    mentions: tuple[EntityMention, ...] = ()
    problems: tuple[Problem, ...] = ()
    inputs: tuple[InputFile, ...] = ()
    versions: dict[str, str] = {}


class KnowledgeGraph:
    """Papers, entities, keywords, people and venues, and what ties them.

    `graph` is the networkx graph itself, `sources` what it was made from, `base_iri` what the IRIs of its resources
    start with. Nodes are named by their path under the base IRI (`model/bert`), edges are keyed by their relation.
    `ontology/README.md` lists the kinds of nodes and edges with their attributes.
    Two graphs are equal when their nodes, edges and attributes are.
    """

    def __init__(
        self, graph: nx.MultiDiGraph[str], sources: Sources | None = None, base_iri: str = DEFAULT_BASE_IRI
    ) -> None:
        self.graph = graph
        self.sources = sources or Sources()
        self.base_iri = base_iri

    # The methods below are shorthands for functions of packages further down the line (rdf, export, query), which
    # import this module; so they import those in their bodies.

    @classmethod
    def load(cls, path: str | Path) -> KnowledgeGraph:
        """Load a graph from a build directory, with its sources, or from a Turtle file.

        Raises:
            InputError: there is no such graph, or it can't be read.
        """
        from kg.build_directory import load

        return load(Path(path))

    def save(self, directory: str | Path, max_nodes: int | None = None) -> tuple[Path, ...]:
        """Write a build directory: papers, extractions, graph, mentions, page and report.

        Args:
            directory: made where it is missing; files of an earlier build are replaced, each only when it is complete.
            max_nodes: how many papers, entities, keywords and topics the page draws at first; by default all of a
                small graph, the most telling of a large one.

        Returns:
            The files written.

        Raises:
            OutputError: the directory or a file can't be written.
        """
        from kg.build_directory import save

        return save(self, Path(directory), max_nodes)

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Give a copy as a networkx graph, to change at will."""
        return self.graph.copy()

    def to_rdflib(self) -> rdflib.Graph:
        """Give the triples of `graph.ttl` as an rdflib graph."""
        from kg.rdf.triples import to_rdflib

        return to_rdflib(self)

    def query(self, sparql: str, **bindings: str) -> Answer:
        """Answer a SPARQL 1.1 query; the prefixes that kg writes need no declaration.

        Args:
            sparql: SELECT, ASK, CONSTRUCT or DESCRIBE.
            bindings: values for the query's parameters: literals, or IRIs between angle brackets.

        Raises:
            InputError: the query is not valid.
            UsageError: the bindings are not those that the query takes.
        """
        from kg.query.engine import query

        return query(self, sparql, bindings)

    def _repr_html_(self) -> str:
        """Show the page of the graph in a notebook: a part of it, in a frame that can reach nothing outside."""
        from kg.export.page import render_frame

        return render_frame(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KnowledgeGraph):
            return NotImplemented
        return _contents(self.graph) == _contents(other.graph)

    __hash__ = None  # type: ignore[assignment] # the networkx graph inside can change

    def __repr__(self) -> str:
        kinds = [data["kind"] for _, data in self.graph.nodes(data=True)]
        papers, entities = kinds.count("Paper"), sum(kind in ENTITY_TYPES for kind in kinds)
        found = f"{papers} papers, {entities} entities, {self.graph.number_of_edges()} edges"
        if count := len(self.sources.problems):
            found += f", {count} problem{'s' if count > 1 else ''} in the input"
        return f"<KnowledgeGraph: {found}>"


def _contents(
    graph: nx.MultiDiGraph[str],
) -> tuple[dict[str, dict[str, Any]], dict[tuple[str, str, str], dict[str, Any]]]:
    """Nodes and edges with their attributes, comparable whatever their order."""
    edges = {(source, target, str(key)): data for source, target, key, data in graph.edges(keys=True, data=True)}
    return {name: dict(data) for name, data in graph.nodes(data=True)}, edges
