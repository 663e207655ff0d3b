"""How a graph hangs together: components and communities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import networkx as nx

from kg.vocabulary import ENTITY_TYPES

if TYPE_CHECKING:
    from kg.graph.knowledge_graph import KnowledgeGraph

_SEED: Final = 0
_NAMED: Final = 3


class Community(msgspec.Struct, frozen=True):
    """Nodes that are tied to each other more than to the rest.

    Attributes:
        nodes: how many.
        entities: its most connected entities.
    """

    nodes: int
    entities: tuple[str, ...]


class Structure(msgspec.Struct, frozen=True):
    """Components (largest first, by number of nodes) and communities (likewise), of papers and entities alone."""

    components: tuple[int, ...]
    communities: tuple[Community, ...]


def find_structure(graph: KnowledgeGraph) -> Structure:
    """Find the components and communities of papers and entities, by their edges whatever the direction.

    Generic classes such as "large language models" are left out: they tie everything to everything. Communities are
    Louvain's (Blondel et al., 2008), an edge counting once; the same for the same graph.
    """
    nodes = graph.graph.nodes(data=True)
    kept = sorted(
        name for name, data in nodes if data["kind"] in {"Paper", *ENTITY_TYPES} and not data.get("generic", False)
    )
    # numbers for names, because Louvain walks sets, whose order for strings differs from run to run
    numbers = {name: number for number, name in enumerate(kept)}
    simple: nx.Graph[int] = nx.Graph()
    simple.add_nodes_from(range(len(kept)))
    simple.add_edges_from(
        sorted({(numbers[a], numbers[b]) for a, b in graph.graph.edges() if a in numbers and b in numbers and a != b})
    )
    groups = [sorted(group) for group in nx.community.louvain_communities(simple, seed=_SEED)] if kept else []
    groups.sort(key=lambda group: (-len(group), group))
    return Structure(
        components=tuple(sorted((len(component) for component in nx.connected_components(simple)), reverse=True)),
        communities=tuple(
            Community(len(group), _most_connected(graph, simple, kept, group)) for group in groups if len(group) > 1
        ),
    )


def _most_connected(
    graph: KnowledgeGraph, simple: nx.Graph[int], names: list[str], group: list[int]
) -> tuple[str, ...]:
    entities = [number for number in group if graph.graph.nodes[names[number]]["kind"] != "Paper"]
    entities.sort(key=lambda number: (-simple.degree(number), number))
    return tuple(names[number] for number in entities[:_NAMED])
