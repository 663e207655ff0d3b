"""What differs between two graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import networkx as nx

    from kg.graph.knowledge_graph import KnowledgeGraph

EdgeName = tuple[str, str, str]
"""Source, relation, target."""


class Moved(msgspec.Struct, frozen=True, order=True):
    """A node that has another id, so another IRI, and the same kind and one of its names."""

    old: str
    new: str


class Difference(msgspec.Struct, frozen=True):
    """What a second graph has otherwise than a first; everything sorted.

    Attributes:
        moved: nodes with a new id; they are not among the added and removed ones.
        nodes_changed: node → the attributes that differ.
        edges_added: edges; one whose ends moved and that is otherwise there is neither added nor removed.
        edges_changed: edges whose attributes differ, under their new ends.
    """

    nodes_added: tuple[str, ...] = ()
    nodes_removed: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
    nodes_changed: dict[str, tuple[str, ...]] = {}
    edges_added: tuple[EdgeName, ...] = ()
    edges_removed: tuple[EdgeName, ...] = ()
    edges_changed: tuple[EdgeName, ...] = ()

    def __bool__(self) -> bool:
        """Say whether anything differs."""
        return any(msgspec.structs.astuple(self))


def compare_graphs(old: KnowledgeGraph, new: KnowledgeGraph) -> Difference:
    """Find what was added, removed, changed and moved between two graphs.

    A node moved when it is gone, and exactly one new node of its kind shares a name with it, in any case, and shares
    none with another node that is gone.
    """
    before, after = old.graph, new.graph
    gone, come = sorted(before.nodes - after.nodes), sorted(after.nodes - before.nodes)
    moved = _find_moved(before, after, gone, come)
    old_edges = {
        (moved.get(source, source), relation, moved.get(target, target)): data
        for source, target, relation, data in before.edges(keys=True, data=True)
    }
    new_edges = {
        (source, relation, target): data for source, target, relation, data in after.edges(keys=True, data=True)
    }
    return Difference(
        nodes_added=tuple(node for node in come if node not in moved.values()),
        nodes_removed=tuple(node for node in gone if node not in moved),
        moved=tuple(Moved(a, b) for a, b in sorted(moved.items())),
        nodes_changed={
            moved.get(node, node): changed
            for node in sorted(before.nodes)
            if moved.get(node, node) in after
            and (changed := _changed(before.nodes[node], after.nodes[moved.get(node, node)]))
        },
        edges_added=tuple(sorted(new_edges.keys() - old_edges.keys())),
        edges_removed=tuple(sorted(old_edges.keys() - new_edges.keys())),
        edges_changed=tuple(
            edge for edge in sorted(old_edges.keys() & new_edges.keys()) if _changed(old_edges[edge], new_edges[edge])
        ),
    )


def _find_moved(
    before: nx.MultiDiGraph[str], after: nx.MultiDiGraph[str], gone: list[str], come: list[str]
) -> dict[str, str]:
    old_of: dict[tuple[str, str], set[str]] = {}
    for node in gone:
        for name in _names(before.nodes[node]):
            old_of.setdefault(name, set()).add(node)
    candidates: dict[str, set[str]] = {}
    sources: dict[str, set[str]] = {}
    for node in come:
        for name in _names(after.nodes[node]):
            for old in old_of.get(name, ()):
                candidates.setdefault(old, set()).add(node)
                sources.setdefault(node, set()).add(old)
    return {
        old: next(iter(found))
        for old, found in sorted(candidates.items())
        if len(found) == 1 and len(sources[next(iter(found))]) == 1
    }


def _names(data: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(data["kind"], name.casefold()) for name in (data["label"], *data.get("names", ()))}


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))
