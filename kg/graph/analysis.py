"""What is in a graph, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kg.vocabulary import EDGE_KINDS, ENTITY_TYPES, NODE_KINDS, ROLE_RELATIONS

if TYPE_CHECKING:
    from kg.graph.knowledge_graph import KnowledgeGraph


class TopEntity(msgspec.Struct, frozen=True):
    """An entity and how many papers refer to it."""

    id: str
    label: str
    papers: int


class Summary(msgspec.Struct, frozen=True):
    """Counts of a graph.

    Attributes:
        nodes: kind → how many, in the order of the vocabulary; kinds without a node are absent.
        edges: relation → how many, likewise.
        top: type → the entities that most papers refer to, generic classes apart.
    """

    nodes: dict[str, int]
    edges: dict[str, int]
    top: dict[str, tuple[TopEntity, ...]]

    @property
    def entities(self) -> int:
        """How many entities of all five types."""
        return sum(self.nodes.get(kind, 0) for kind in ENTITY_TYPES)


def summarise(graph: KnowledgeGraph, top: int = 5) -> Summary:
    """Count nodes by kind and edges by relation, and find the entities that most papers refer to.

    Args:
        graph: any knowledge graph.
        top: how many entities of each type to list.
    """
    nodes: dict[str, int] = {}
    papers: dict[str, set[str]] = {}
    edges: dict[str, int] = {}
    for _, data in graph.graph.nodes(data=True):
        kind = data["kind"]
        nodes[kind] = nodes.get(kind, 0) + 1
    for source, target, relation in graph.graph.edges(keys=True):
        edges[relation] = edges.get(relation, 0) + 1
        if relation in ROLE_RELATIONS:
            papers.setdefault(target, set()).add(source)
    return Summary(
        nodes={kind: nodes[kind] for kind in NODE_KINDS if kind in nodes},
        edges={relation: edges[relation] for relation in EDGE_KINDS if relation in edges},
        top={kind: _top(graph, kind, papers, top) for kind in ENTITY_TYPES if kind in nodes},
    )


def _top(graph: KnowledgeGraph, kind: str, papers: dict[str, set[str]], count: int) -> tuple[TopEntity, ...]:
    ranked = sorted(
        (-len(papers.get(name, ())), name)
        for name, data in graph.graph.nodes(data=True)
        if data["kind"] == kind and not data.get("generic")
    )
    return tuple(TopEntity(name, graph.graph.nodes[name]["label"], -number) for number, name in ranked[:count])
