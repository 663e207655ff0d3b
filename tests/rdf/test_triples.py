"""Graph to triples and back: nothing is lost, nothing is added, and what can't be said is refused."""

from typing import Any

import pytest
from hypothesis import given
from pyoxigraph import Literal, NamedNode, Triple

from kg.errors import InputError, UsageError
from kg.graph.knowledge_graph import Authorship, KnowledgeGraph
from kg.rdf import vocabulary as v
from kg.rdf.loading import load_triples
from kg.rdf.triples import graph_triples, to_rdflib
from tests.rdf.graphs import PAPER, UNTITLED, asserted, contents, empty_graph, example_graph, graphs, value

BASE = "https://paper-kg.example/"
PAPER_IRI = NamedNode(f"{BASE}paper/10.5555%2Fcloud.1")


@given(graphs())
def test_a_graph_comes_back_as_it_was(graph: KnowledgeGraph) -> None:
    assert contents(load_triples(graph_triples(graph))) == contents(graph)


def test_the_example_comes_back_with_types_and_base() -> None:
    graph = example_graph()
    graph.base_iri = "https://example.org/kg/"
    loaded = load_triples(reversed(graph_triples(graph)))
    assert loaded == graph
    assert contents(loaded) == contents(graph)
    assert loaded.base_iri == "https://example.org/kg/"
    assert list(loaded.graph) == list(graph.graph)
    assert list(loaded.graph.edges(keys=True)) == list(graph.graph.edges(keys=True))


def test_an_empty_graph_comes_back() -> None:
    assert graph_triples(empty_graph()) == []
    assert load_triples([]) == empty_graph()


def test_triples_are_sorted_with_the_type_first() -> None:
    triples = graph_triples(example_graph())
    subjects = [value(triple.subject) for triple in triples]
    assert subjects == sorted(subjects)
    own = [triple.predicate for triple in triples if triple.subject == PAPER_IRI]
    assert own[0] == v.RDF_TYPE
    assert [term.value for term in own[1:]] == sorted(term.value for term in own[1:])


def test_every_role_is_also_a_reference_and_every_author_keyword_a_keyword() -> None:
    triples = set(graph_triples(example_graph()))
    uses = Triple(PAPER_IRI, v.kg_term("uses"), NamedNode(f"{BASE}dataset/cloud"))
    keyword = NamedNode(f"{BASE}keyword/cloud-nouns")
    assert {uses, Triple(uses.subject, v.REFERS_TO_TERM, uses.object)} <= triples
    assert Triple(PAPER_IRI, v.HAS_KEYWORD_TERM, keyword) in triples


def test_the_same_name_is_written_both_ways_and_loaded_once() -> None:
    triples = set(graph_triples(example_graph()))
    ends = NamedNode(f"{BASE}dataset/cloud"), NamedNode(f"{BASE}task/cloud")
    same = v.kg_term("sameNameAs")
    assert {Triple(ends[0], same, ends[1]), Triple(ends[1], same, ends[0])} <= triples
    edges = [edge for edge in load_triples(triples).graph.edges(keys=True) if edge[2] == "sameNameAs"]
    assert edges == [("dataset/cloud", "task/cloud", "sameNameAs")]


def test_each_paper_that_says_so_has_an_assertion() -> None:
    said = (v.RDF_PREDICATE, v.kg_term("measuredBy"))
    triples = graph_triples(example_graph())
    assertions = {triple.subject for triple in triples if (triple.predicate, triple.object) == said}
    sayers = {triple.object for triple in triples if triple.subject in assertions and triple.predicate == v.ASSERTED_BY}
    assert len(assertions) == 2
    assert sayers == {PAPER_IRI, NamedNode(f"{BASE}paper/sha256%3A0123456789abcdef0123456789abcdef")}


def test_scores_keep_three_digits() -> None:
    graph = empty_graph()
    graph.graph.add_node(PAPER, kind="Paper", label="p", title="p")
    for number, score in enumerate((0, 1.0, 0.1239, 0.07)):
        graph.graph.add_node(f"task/{number}", kind="Task", label="t")
        graph.graph.add_edge(PAPER, f"task/{number}", key="uses", relation="uses", **asserted(PAPER, score=score))
    written = {value(triple.object) for triple in graph_triples(graph) if triple.predicate == v.SCORE}
    assert written == {"0.0", "1.0", "0.124", "0.07"}


def test_rdflib_gets_the_same_triples() -> None:
    graph = example_graph()
    assert {(str(s), str(p), str(o)) for s, p, o in to_rdflib(graph)} == {
        (value(triple.subject), value(triple.predicate), value(triple.object)) for triple in graph_triples(graph)
    }


@pytest.mark.parametrize(
    ("node", "attributes", "says"),
    [
        ("model/x", {"kind": "Task", "label": "x"}, "its kind is 'Task', its id says 'Model'"),
        ("model/x", {"label": "x"}, "its kind is ''"),
        ("model/x", {"kind": "Model"}, "no label"),
        ("model/x", {"kind": "Model", "label": None}, "expected a text, found None"),
        ("model/x", {"kind": "Model", "label": "x", "rank": 1}, "no property for its attribute 'rank'"),
        ("model/x", {"kind": "Model", "label": "x", "generic": False}, "expected True or nothing"),
        ("paper/x", {"kind": "Paper", "label": "x", "year": "2020"}, "expected a year"),
        ("paper/x", {"kind": "Paper", "label": "x", "year": True}, "expected a year"),
        ("paper/x", {"kind": "Paper", "label": "x", "authors": (Authorship(1, "A", "a"),)}, "'a' is no node id"),
        ("model/", {"kind": "Model", "label": "x"}, "is no node id"),
        ("spell/x", {"kind": "Spell", "label": "x"}, "its id says None"),
    ],
)
def test_a_node_that_rdf_cannot_say_is_refused(node: str, attributes: dict[str, Any], says: str) -> None:
    graph = empty_graph()
    graph.graph.add_node(node, **attributes)
    with pytest.raises(InputError, match=says) as caught:
        graph_triples(graph)
    assert repr(node) in str(caught.value)


@pytest.mark.parametrize(
    ("key", "attributes", "says"),
    [
        ("likes", {"relation": "likes"}, "its key is 'likes'"),
        ("uses", {"relation": "studies"}, "its relation 'studies'"),
        ("uses", {"relation": "uses"}, "no attribute 'count'"),
        ("uses", {"relation": "uses", **asserted(PAPER), "weight": 2}, "no property for its attribute 'weight'"),
        ("uses", {"relation": "uses", **asserted(PAPER), "count": 2}, "don't agree"),
        ("uses", {"relation": "uses", **asserted(PAPER), "score": 0.9}, "don't agree"),
        ("uses", {"relation": "uses", **asserted(PAPER, evidence=((UNTITLED, 0, 1),))}, "not among its papers"),
        ("authorKeyword", {"relation": "authorKeyword", "position": 1}, "no property for its attribute 'position'"),
    ],
)
def test_an_edge_that_rdf_cannot_say_is_refused(key: str, attributes: dict[str, Any], says: str) -> None:
    graph = example_graph()
    graph.graph.add_edge(PAPER, "task/rain", key=key, **attributes)
    with pytest.raises(InputError, match=says) as caught:
        graph_triples(graph)
    assert "task/rain" in str(caught.value)


def test_a_bad_base_is_refused() -> None:
    graph = example_graph()
    graph.base_iri = "https://example.org/kg"
    with pytest.raises(UsageError, match="does not end"):
        graph_triples(graph)


def test_an_address_that_is_no_iri_is_kept_as_a_literal() -> None:
    graph = empty_graph()
    graph.graph.add_node(PAPER, kind="Paper", label="p", title="p", url="https://papers.example/a b")
    triples = graph_triples(graph)
    assert Triple(PAPER_IRI, v.URL, Literal("https://papers.example/a b", datatype=v.XSD_ANY_URI)) in triples
    assert load_triples(triples) == graph
