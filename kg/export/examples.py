"""Names and edges of a graph that make its README's questions worth asking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from kg.graph.knowledge_graph import KnowledgeGraph
from kg.vocabulary import AUTHOR_KEYWORD, ENTITY_RELATIONS, ENTITY_TYPES, ROLE_RELATIONS


class Edge(msgspec.Struct, frozen=True):
    """An edge between entities: the ids and kinds of its ends, and its relation."""

    source: str
    source_kind: str
    relation: str
    target: str
    target_kind: str


class Examples(msgspec.Struct, frozen=True):
    """What the questions ask about.

    Attributes:
        task: the label of a task.
        edge: an edge between entities.
        keyword: the label of a keyword.
        name: a name of an entity, with letters beyond ASCII where there are such names.
    """

    task: str = "machine translation"
    edge: Edge = Edge("model/bert", "Model", "evaluatedOn", "dataset/squad", "Dataset")
    keyword: str = "machine translation"
    name: str = "naïve Bayes"


_NONE: Final = Examples()


def choose_examples(graph: KnowledgeGraph) -> Examples:
    """Choose the task and the keyword that most papers name, the edge that most papers assert, and an odd name.

    Where a graph has none of a kind, the example is one that other graphs have.
    """
    nodes = graph.graph.nodes
    uses: dict[str, int] = {}
    edges = []
    for source, target, relation, data in graph.graph.edges(keys=True, data=True):
        if relation in ROLE_RELATIONS or relation == AUTHOR_KEYWORD:
            uses[target] = uses.get(target, 0) + 1
        elif relation in ENTITY_RELATIONS and source.isprintable() and target.isprintable():
            edges.append((-data["count"], source, target, relation))
    edge = _NONE.edge
    if edges:
        _, source, target, relation = min(edges)
        edge = Edge(source, nodes[source]["kind"], relation, target, nodes[target]["kind"])

    def most_used(kind: str) -> Iterable[str]:
        found = (node for node, data in nodes(data=True) if data["kind"] == kind)
        return (nodes[node]["label"] for node in sorted(found, key=lambda node: (-uses.get(node, 0), node)))

    entities = [nodes[node] for node in sorted(nodes) if nodes[node]["kind"] in ENTITY_TYPES]
    names = [name for data in entities for name in (data["label"], *data.get("names", ()))]
    names.sort(key=str.isascii)
    return Examples(
        task=_first(most_used("Task"), _NONE.task),
        edge=edge,
        keyword=_first(most_used("Keyword"), _NONE.keyword),
        name=_first(names, _NONE.name),
    )


def _first(texts: Iterable[str], otherwise: str) -> str:
    """Give the first text that can stand in a block of code in Markdown."""
    return next((text for text in texts if text.isprintable() and "```" not in text), otherwise)
