"""The knowledge graph: a typed networkx graph with the papers and extractions that it was made from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import networkx as nx

from kg.extraction.records import Extraction
from kg.papers.paper import Paper

if TYPE_CHECKING:
    import rdflib

    from kg.query.engine import Answer


class Authorship(msgspec.Struct, frozen=True, omit_defaults=True, order=True):
    """A name on a paper: its position (from 1), the name as printed, the Person's node id where an id is known."""

    position: int
    name: str
    person: str | None = None


class KnowledgeGraph:
    """Papers, entities, keywords, people and venues, and what ties them.

    Nodes are named by their path under the base IRI (`model/bert`), edges are keyed by their relation.
    `ontology/README.md` lists the kinds of nodes and edges with their attributes.
    Two graphs are equal when their nodes, edges and attributes are.
    """

    def __init__(
        self,
        graph: nx.MultiDiGraph[str],
        papers: tuple[Paper, ...] = (),
        extractions: tuple[Extraction, ...] = (),
        base_iri: str = "https://paper-kg.example/",
    ) -> None:
        self.graph = graph
        self.papers = papers
        self.extractions = extractions
        self.base_iri = base_iri
