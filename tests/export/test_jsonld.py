"""JSON-LD that reads back to the same triples, without a network."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from pyoxigraph import RdfFormat, parse
from rdflib import Graph
from rdflib.compare import isomorphic

from kg.export.jsonld import write_jsonld
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.conversion import to_rdflib_graph
from kg.rdf.triples import graph_triples
from tests.rdf.graphs import empty_graph, example_graph, graphs


def test_rdflib_reads_the_same_triples(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonld"
    write_jsonld(example_graph(), path)
    assert isomorphic(Graph().parse(path), to_rdflib_graph(graph_triples(example_graph())))


@settings(max_examples=40)
@given(graphs())
def test_pyoxigraph_reads_the_same_triples(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    path = tmp_path_factory.mktemp("saved") / "graph.jsonld"
    write_jsonld(graph, path)
    read = [quad.triple for quad in parse(path=path, format=RdfFormat.JSON_LD)]
    assert len(read) == len(graph_triples(graph))
    assert set(read) == set(graph_triples(graph))


def test_it_reads_as_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonld"
    write_jsonld(example_graph(), path)
    nodes = {node["@id"]: node for node in json.loads(path.read_text(encoding="utf-8"))["@graph"]}
    assert list(nodes) == sorted(nodes)
    model = nodes["https://paper-kg.example/model/rain"]
    assert model["@type"] == ["Entity", "Model"]
    assert (model["label"], model["altLabel"], model["generic"]) == ("Rain", ["RAIN", "rain"], True)
    assert nodes["https://paper-kg.example/authorship/10.5555%2Fcloud.1/1"]["position"] == 1


def test_an_empty_graph_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonld"
    write_jsonld(empty_graph(), path)
    assert json.loads(path.read_text(encoding="utf-8"))["@graph"] == []
    assert len(Graph().parse(path)) == 0
