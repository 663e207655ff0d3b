"""Components and communities."""

import networkx as nx

from kg.graph.communities import Community, find_structure
from kg.graph.knowledge_graph import KnowledgeGraph, Sources


def circle(graph: "nx.MultiDiGraph[str]", name: str) -> None:
    """Four papers that all use two methods."""
    for method in ("oar", "sail"):
        graph.add_node(f"method/{name}-{method}", kind="Method", label=f"{name} {method}")
        for number in range(4):
            graph.add_node(f"paper/{name}{number}", kind="Paper", label="Tides")
            graph.add_edge(f"paper/{name}{number}", f"method/{name}-{method}", key="uses", relation="uses")


def test_two_circles_are_two_communities_whatever_generic_class_ties_them() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    circle(graph, "a")
    circle(graph, "b")
    graph.add_node("model/boat", kind="Model", label="boats", generic=True)
    graph.add_node("task/alone", kind="Task", label="alone")
    for paper in ("paper/a0", "paper/b0"):
        graph.add_edge(paper, "model/boat", key="uses", relation="uses")
    found = find_structure(KnowledgeGraph(graph, Sources()))
    assert found.components == (6, 6, 1)
    assert found.communities == (
        Community(6, ("method/a-oar", "method/a-sail")),
        Community(6, ("method/b-oar", "method/b-sail")),
    )


def test_one_tie_makes_one_component_of_two_communities() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    circle(graph, "a")
    circle(graph, "b")
    graph.add_edge("paper/a0", "method/b-oar", key="uses", relation="uses")
    found = find_structure(KnowledgeGraph(graph, Sources()))
    assert found.components == (12,)
    assert [one.nodes for one in found.communities] == [6, 6]


def test_an_empty_graph_has_none() -> None:
    found = find_structure(KnowledgeGraph(nx.MultiDiGraph(), Sources()))
    assert (found.components, found.communities) == ((), ())
