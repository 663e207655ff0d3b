from pathlib import Path

import pytest

from kg.building import assemble, build
from kg.errors import InputError, Problem
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.vocabulary import ENTITY_TYPES
from tests.corpus import EXTRACTIONS, PAPERS


@pytest.fixture
def graph() -> KnowledgeGraph:
    return assemble(PAPERS, EXTRACTIONS)


def test_graphs_are_equal_by_nodes_edges_and_attributes(graph: KnowledgeGraph) -> None:
    assert graph == assemble(PAPERS, EXTRACTIONS, base_iri="https://other.example/")
    assert graph != assemble(PAPERS, EXTRACTIONS[:2])
    other = assemble(PAPERS, EXTRACTIONS)
    other.graph.nodes["model/bert"]["label"] = "Bert"
    assert graph != other
    assert graph != "a graph"


def test_networkx_gets_a_copy(graph: KnowledgeGraph) -> None:
    copy = graph.to_networkx()
    copy.remove_node("model/bert")
    copy.nodes["method/c"]["label"] = "see"
    assert "model/bert" in graph.graph
    assert graph.graph.nodes["method/c"]["label"] == "C"


def test_rdflib_gets_the_triples(graph: KnowledgeGraph) -> None:
    triples = graph.to_rdflib()
    assert (None, None, None) in triples
    assert len(triples) > graph.graph.number_of_edges()


def test_a_query_answers_with_its_parameters(graph: KnowledgeGraph) -> None:
    answer = graph.query("SELECT ?paper { ?paper kg:proposes ?thing . ?thing skos:prefLabel 'Northlight' }")
    assert [str(cell) for row in answer.rows for cell in row] == ["<https://paper-kg.example/paper/10.1000%2Fnorth>"]


def test_a_graph_says_what_is_in_it(graph: KnowledgeGraph) -> None:
    entities = sum(data["kind"] in ENTITY_TYPES for _, data in graph.graph.nodes(data=True))
    edges = graph.graph.number_of_edges()
    assert repr(graph) == f"<KnowledgeGraph: 5 papers, {entities} entities, {edges} edges>"
    graph = assemble(PAPERS, EXTRACTIONS, problems=[Problem("a.txt", "line 1", "is odd")])
    assert repr(graph).endswith(" edges, 1 problem in the input>")


def test_an_answer_prints_as_a_table(graph: KnowledgeGraph) -> None:
    assert str(graph.query("SELECT ?n { ?m a kg:Model ; skos:prefLabel ?n } LIMIT 0")) == "n\n─\n(no rows)\n"
    assert str(graph.query("ASK { ?paper a kg:Paper }")) == "true\n"
    assert str(graph.query("DESCRIBE <https://paper-kg.example/model/bert>")).startswith("@prefix")


def test_no_paper_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no paper in the input; .*absent: does not exist"):
        build(tmp_path / "absent")
