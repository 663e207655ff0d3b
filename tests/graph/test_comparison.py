"""What differs between two graphs."""

from collections.abc import Mapping

import networkx as nx

from kg.graph.comparison import Difference, Moved, compare_graphs
from kg.graph.knowledge_graph import KnowledgeGraph, Sources


def graph(nodes: Mapping[str, Mapping[str, object]], edges: list[tuple[str, str, str, int]]) -> KnowledgeGraph:
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    made.add_nodes_from((name, dict(data)) for name, data in nodes.items())
    for source, relation, target, count in edges:
        made.add_edge(source, target, key=relation, relation=relation, count=count)
    return KnowledgeGraph(made, Sources())


PAPER: dict[str, object] = {"kind": "Paper", "label": "Tides"}
OLD = graph(
    {"paper/1": PAPER, "task/tm": {"kind": "Task", "label": "TM"}, "model/a": {"kind": "Model", "label": "A"}},
    [("paper/1", "uses", "task/tm", 1), ("paper/1", "uses", "model/a", 1)],
)
NEW = graph(
    {
        "paper/1": PAPER | {"year": 2024},
        "task/tide-mapping": {"kind": "Task", "label": "tide mapping", "names": ("tm",)},
        "method/a": {"kind": "Method", "label": "A"},
    },
    [("paper/1", "uses", "task/tide-mapping", 2), ("paper/1", "uses", "method/a", 1)],
)


def test_equal_graphs_do_not_differ() -> None:
    assert compare_graphs(OLD, OLD) == Difference()
    assert not compare_graphs(NEW, NEW)


def test_all_that_differs_is_listed_once() -> None:
    assert compare_graphs(OLD, NEW) == Difference(
        nodes_added=("method/a",),
        nodes_removed=("model/a",),
        moved=(Moved("task/tm", "task/tide-mapping"),),
        nodes_changed={"paper/1": ("year",), "task/tide-mapping": ("label", "names")},
        edges_added=(("paper/1", "uses", "method/a"),),
        edges_removed=(("paper/1", "uses", "model/a"),),
        edges_changed=(("paper/1", "uses", "task/tide-mapping"),),
    )


def test_a_node_that_became_two_did_not_move() -> None:
    two = {name: {"kind": "Task", "label": "TM"} for name in ("task/tide-mapping", "task/text-mending")}
    found = compare_graphs(graph({"task/tm": {"kind": "Task", "label": "TM"}}, []), graph(two, []))
    assert (found.moved, found.nodes_removed) == ((), ("task/tm",))
    back = compare_graphs(graph(two, []), graph({"task/tm": {"kind": "Task", "label": "TM"}}, []))
    assert (back.moved, len(back.nodes_removed), back.nodes_added) == ((), 2, ("task/tm",))
