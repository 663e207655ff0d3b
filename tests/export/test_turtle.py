"""Turtle that several parsers read alike."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from pyoxigraph import CanonicalizationAlgorithm, Dataset, Quad, RdfFormat, Triple, parse
from rdflib import Graph
from rdflib.compare import isomorphic

from kg.export.turtle import write_mentions, write_turtle
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.conversion import to_rdflib_graph
from kg.rdf.iris import to_iri
from kg.rdf.loading import load_turtle
from kg.rdf.mentions import mention_triples
from kg.rdf.triples import graph_triples
from kg.resolution.records import EntityMention
from tests.conftest import find_program
from tests.rdf.graphs import AWKWARD, PAPER, contents, empty_graph, example_graph, graphs
from tests.rdf.test_mentions import graph_with_text

Run = Callable[[Path], bytes]


def awkward_graph() -> KnowledgeGraph:
    """Make a graph with every awkward text as key, label and name; no NUL, which raptor can't hold."""
    graph = example_graph()
    for text in AWKWARD:
        graph.graph.add_node(f"model/{text}", kind="Model", label=text, names=(text + "\x07",))
    return graph


def run_rapper(path: Path) -> bytes:
    command = [find_program("rapper", package="raptor2-utils"), "-q", "-i", "turtle", "-o", "ntriples", str(path)]
    return subprocess.run(command, check=True, capture_output=True).stdout


def run_serdi(path: Path) -> bytes:
    command = [find_program("serdi", package="serdi"), "-i", "turtle", "-o", "ntriples", str(path)]
    return subprocess.run(command, check=True, capture_output=True).stdout


@pytest.mark.parametrize("run", [run_rapper, run_serdi])
def test_other_parsers_read_the_same_triples(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "graph.ttl"
    write_turtle(awkward_graph(), path)
    read = [quad.triple for quad in parse(run(path), format=RdfFormat.N_TRIPLES)]
    assert len(read) == len(graph_triples(awkward_graph()))
    assert set(read) == set(graph_triples(awkward_graph()))


def test_rdflib_and_pyoxigraph_read_isomorphic_graphs(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    write_turtle(awkward_graph(), path)
    by_pyoxigraph = [quad.triple for quad in parse(path=path, format=RdfFormat.TURTLE)]
    by_rdflib = Graph().parse(path)
    assert len(by_pyoxigraph) == len(by_rdflib) == len(graph_triples(awkward_graph()))
    assert isomorphic(to_rdflib_graph(by_pyoxigraph), by_rdflib)


@settings(max_examples=40)
@given(graphs())
def test_a_saved_graph_loads_as_it_was(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    path = tmp_path_factory.mktemp("saved") / "graph.ttl"
    write_turtle(graph, path)
    assert contents(load_turtle(path)) == contents(graph)
    assert isomorphic(Graph().parse(path), to_rdflib_graph(graph_triples(graph)))


def test_an_empty_graph_loads(tmp_path: Path) -> None:
    write_turtle(empty_graph(), tmp_path / "graph.ttl")
    assert load_turtle(tmp_path / "graph.ttl") == empty_graph()


def test_prefixed_names_are_plain_and_resources_in_full(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    write_turtle(awkward_graph(), path)
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', path.read_text(encoding="utf-8"))
    body = re.sub(r"<[^>]*>", "<>", "".join(line for line in text.splitlines(True) if not line.startswith("@prefix")))
    names = re.findall(r"[^\s<>;,\"^]*:[^\s;,]*", body)
    assert names
    assert [name for name in names if not re.fullmatch(r"[a-z]+:[A-Za-z][A-Za-z0-9_-]*", name)] == []
    assert "_:" not in body
    assert "[" not in body


@pytest.mark.parametrize("url", ["https://schema.org/docs/a.b", "https://schema.org/trailing.", "https://schema.org/"])
def test_an_address_inside_a_vocabulary_is_not_shortened_with_escapes(tmp_path: Path, url: str) -> None:
    graph = example_graph()
    graph.graph.nodes[PAPER]["url"] = url
    path = tmp_path / "graph.ttl"
    write_turtle(graph, path)
    assert f"<{url}>" in path.read_text(encoding="utf-8")
    assert load_turtle(path) == graph
    assert isomorphic(Graph().parse(path), to_rdflib_graph(graph_triples(graph)))


def test_mentions_are_written_and_read_alike(tmp_path: Path) -> None:
    graph = graph_with_text(EntityMention(PAPER, 2, 8, "clouds", "task/cloud", 0.5))
    path = tmp_path / "mentions.ttl"
    write_mentions(graph, path)
    expected = mention_triples(graph)
    assert canonical([quad.triple for quad in parse(path=path, format=RdfFormat.TURTLE)]) == canonical(expected)
    assert isomorphic(Graph().parse(path), to_rdflib_graph(expected))


def test_evidence_in_the_graph_is_a_sentence_of_the_mentions(tmp_path: Path) -> None:
    graph = graph_with_text()
    write_turtle(graph, tmp_path / "graph.ttl")
    write_mentions(graph, tmp_path / "mentions.ttl")
    both = Graph().parse(tmp_path / "graph.ttl").parse(tmp_path / "mentions.ttl")
    rows = both.query(
        "PREFIX kg: <https://w3id.org/paper-kg/ns#>"
        "PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>"
        "SELECT DISTINCT ?words WHERE { ?a kg:evidence ?e . ?e a nif:Sentence ; nif:anchorOf ?words }"
    )
    assert [str(words) for (words,) in rows] == ["We count clouds."]  # type: ignore[misc]


def test_the_base_is_the_graphs_own(tmp_path: Path) -> None:
    graph = example_graph()
    graph.base_iri = "https://bücher.example/kg/"
    write_turtle(graph, tmp_path / "graph.ttl")
    text = (tmp_path / "graph.ttl").read_text(encoding="utf-8")
    assert f"<{to_iri(graph.base_iri, PAPER)}> a kg:Paper" in text
    assert "paper-kg.example" not in text
    assert load_turtle(tmp_path / "graph.ttl").base_iri == graph.base_iri


def canonical(triples: list[Triple]) -> Dataset:
    dataset = Dataset(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return dataset
