"""The knowledge graph: a typed networkx graph with the papers and extractions that it was made from."""

from __future__ import annotations

import msgspec
import networkx as nx

from kg.errors import Problem
from kg.extraction.records import Extraction
from kg.papers.paper import Paper
from kg.resolution.records import EntityMention


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
        problems: what could not be read.
    """

    papers: tuple[Paper, ...] = ()
    extractions: tuple[Extraction, ...] = ()
    mentions: tuple[EntityMention, ...] = ()
    problems: tuple[Problem, ...] = ()


class KnowledgeGraph:
    """Papers, entities, keywords, people and venues, and what ties them.

    Nodes are named by their path under the base IRI (`model/bert`), edges are keyed by their relation.
    `ontology/README.md` lists the kinds of nodes and edges with their attributes.
    Two graphs are equal when their nodes, edges and attributes are.
    """

    def __init__(
        self, graph: nx.MultiDiGraph[str], sources: Sources | None = None, base_iri: str = "https://paper-kg.example/"
    ) -> None:
        self.graph = graph
        self.sources = sources or Sources()
        self.base_iri = base_iri
