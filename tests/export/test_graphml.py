"""GraphML that networkx and plain XML parsers read back."""

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from lxml import etree

from kg.export.graphml import clean_xml, write_graphml
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.rdf.graphs import PAPER, copy_graph, empty_graph, example_graph, graphs


def read(path: Path) -> "nx.MultiDiGraph[str]":
    graph = nx.read_graphml(path, force_multigraph=True)
    assert isinstance(graph, nx.MultiDiGraph)
    return graph


@settings(max_examples=40)
@given(graphs())
def test_nodes_edges_and_attributes_come_back(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    path = tmp_path_factory.mktemp("saved") / "graph.graphml"
    write_graphml(graph, path)
    loaded = read(path)
    cleaned = {clean_xml(node): node for node in graph.graph.nodes}
    assert set(loaded.nodes) == set(cleaned)
    for node in loaded.nodes:
        assert loaded.nodes[node].keys() == graph.graph.nodes[cleaned[node]].keys()
        assert loaded.nodes[node]["label"] == clean_xml(graph.graph.nodes[cleaned[node]]["label"])
    relations = sorted((head, tail, data["relation"]) for head, tail, data in loaded.edges(data=True))
    assert relations == sorted((clean_xml(h), clean_xml(t), r) for h, t, r in graph.graph.edges(keys=True))


def test_types_are_kept_and_tuples_are_json(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(example_graph(), path)
    loaded = read(path)
    paper: dict[str, Any] = loaded.nodes[PAPER]
    assert paper["year"] == 2021
    assert loaded.nodes["model/rain"]["generic"] is True
    assert json.loads(loaded.nodes["model/rain"]["names"]) == ["RAIN", "rain"]
    assert json.loads(paper["authors"])[0] == {"position": 1, "name": "Ö. Ünal", "person": "person/oya-unal"}
    (uses,) = (data for _, _, data in loaded.out_edges(PAPER, data=True) if data["relation"] == "uses")
    assert (uses["count"], uses["score"]) == (1, 0.2)
    assert json.loads(uses["evidence"]) == [[PAPER, 0, 17]]


def test_edge_ids_are_unique_and_no_attribute_is_called_type(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(example_graph(), path)
    tree = etree.parse(path)
    namespace = {"g": "http://graphml.graphdrawing.org/xmlns"}
    ids = [edge.get("id") for edge in tree.iterfind(".//g:edge", namespace)]
    assert len(ids) == len(set(ids)) == example_graph().graph.number_of_edges()
    names = {key.get("attr.name") for key in tree.iterfind(".//g:key", namespace)}
    assert "relation" in names
    assert "type" not in names


def test_what_xml_cannot_hold_never_reaches_the_file(tmp_path: Path) -> None:
    graph = copy_graph(example_graph())
    graph.graph.nodes["model/rain"]["label"] = "a\x00b\x0bc\ud800d\uffff"
    graph.graph.nodes["model/rain"]["names"] = ("a\x00",)
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    assert read(path).nodes["model/rain"]["label"] == "a\ufffdb\ufffdc\ufffdd\ufffd"


def test_an_empty_graph_is_valid(tmp_path: Path) -> None:
    write_graphml(empty_graph(), tmp_path / "graph.graphml")
    assert len(read(tmp_path / "graph.graphml")) == 0
