import pytest

from kg.building import assemble
from kg.graph.building import People
from kg.graph.knowledge_graph import Authorship, KnowledgeGraph
from kg.papers.identity import paper_key
from kg.papers.paper import Author, Record
from kg.vocabulary import EDGE_KINDS, NODE_KINDS
from tests.corpus import CHECKSUM, EXTRACTIONS, NAMELESS, PAPERS, entity, extraction

NORTHLIGHT = "paper/10.1000/north"
HARBOUR = "paper/arxiv:2201.00001"
UNTITLED = f"paper/{paper_key(NAMELESS)}"


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    return assemble(PAPERS, EXTRACTIONS)


def edges(graph: KnowledgeGraph, relation: str) -> set[tuple[str, str]]:
    return {(source, target) for source, target, key in graph.graph.edges(keys=True) if key == relation}


def test_a_paper_has_the_attributes_that_its_record_has(graph: KnowledgeGraph) -> None:
    assert graph.graph.nodes[NORTHLIGHT] == {
        "kind": "Paper",
        "label": "Northlight: questions on whaling logs",
        "title": "Northlight: questions on whaling logs",
        "year": 2021,
        "doi": "10.1000/north",
        "url": "https://example.org/north",
        "authors": (Authorship(1, "Mirel Osk", "person/mirel-osk"), Authorship(2, "J. Tarn")),
        "records": (Record("a.jsonl", "line 1", CHECKSUM, "n1"),),
    }


def test_a_paper_without_title_is_marked(graph: KnowledgeGraph) -> None:
    node = graph.graph.nodes[UNTITLED]
    assert node["untitled"] is True
    assert "title" not in node
    assert node["label"].startswith("Tides — told by")


def test_a_paper_without_text_is_a_node(graph: KnowledgeGraph) -> None:
    assert graph.graph.nodes["paper/10.1000/empty"]["label"] == "10.1000/empty"
    assert not list(graph.graph.out_edges("paper/10.1000/ports"))


def test_no_attribute_is_none(graph: KnowledgeGraph) -> None:
    for _, data in graph.graph.nodes(data=True):
        assert None not in data.values()
        assert () not in data.values()


def test_kinds_and_relations_are_those_of_the_vocabulary(graph: KnowledgeGraph) -> None:
    for node, data in graph.graph.nodes(data=True):
        assert data["kind"] in NODE_KINDS
        assert node.startswith(f"{data['kind'].lower()}/")
    for source, target, key, data in graph.graph.edges(keys=True, data=True):
        assert key == data["relation"]
        assert key in EDGE_KINDS
        assert "kind" in graph.graph.nodes[source]
        assert "kind" in graph.graph.nodes[target]


def test_an_entity_has_its_names_and_whether_it_is_a_class(graph: KnowledgeGraph) -> None:
    assert graph.graph.nodes["model/large-language-model"] == {
        "kind": "Model",
        "label": "large language models",
        "names": ("LLMs",),
        "generic": True,
    }
    assert graph.graph.nodes["method/c++"] == {"kind": "Method", "label": "C++"}


def test_what_several_papers_say_is_one_edge(graph: KnowledgeGraph) -> None:
    assert graph.graph.edges["model/bert", "dataset/northlight", "evaluatedOn"] == {
        "relation": "evaluatedOn",
        "papers": (NORTHLIGHT,),
        "scores": (0.812,),
        "count": 1,
        "score": 0.812,
        "evidence": ((NORTHLIGHT, 0, 30),),
    }


def test_an_edge_gathers_papers_scores_and_evidence() -> None:
    found = [entity(PAPERS[1], "Model", "used", "BERT"), entity(PAPERS[1], "Metric", "used", "exact matches")]
    elsewhere = extraction(PAPERS[1], found, {("BERT", "measuredBy", "exact matches"): 0.75})
    twice = assemble(PAPERS[:2], [EXTRACTIONS[0], elsewhere])
    edge = twice.graph.edges["model/bert", "metric/exact-match", "measuredBy"]
    assert edge["papers"] == (NORTHLIGHT, HARBOUR)
    assert edge["scores"] == (0.6, 0.75)
    assert (edge["count"], edge["score"]) == (2, 0.75)
    assert edge["evidence"] == ((NORTHLIGHT, 0, 30), (HARBOUR, 0, 30))


def test_one_name_of_two_types_is_tied_once(graph: KnowledgeGraph) -> None:
    assert edges(graph, "sameNameAs") == {("dataset/northlight", "task/northlight")}


def test_keywords_tie_to_entities_of_the_same_name(graph: KnowledgeGraph) -> None:
    assert edges(graph, "authorKeyword") == {
        (NORTHLIGHT, "keyword/question-answering"),
        (NORTHLIGHT, "keyword/qa"),
        (NORTHLIGHT, "keyword/logbook"),
        (HARBOUR, "keyword/question-answering"),
        (UNTITLED, "keyword/llm"),
    }
    assert edges(graph, "closeMatch") == {
        ("keyword/question-answering", "task/question-answering"),
        ("keyword/qa", "task/qa"),
        ("keyword/qa", "task/question-answering"),  # its paper calls it so
        ("keyword/llm", "model/large-language-model"),
    }


def test_an_abbreviated_keyword_ties_to_what_its_own_paper_means() -> None:
    papers = PAPERS[:1]
    without = assemble([*papers], [])
    assert edges(without, "closeMatch") == set()
    elsewhere = assemble(PAPERS[1:], EXTRACTIONS[:1])
    assert edges(elsewhere, "closeMatch") == set()


def test_people_are_those_with_an_id(graph: KnowledgeGraph) -> None:
    assert graph.graph.nodes["person/mirel-osk"] == {
        "kind": "Person",
        "label": "Mirel Osk",
        "orcid": "0000-0002-1825-0097",
        "anthology_id": "mirel-osk",
    }
    assert edges(graph, "author") == {(NORTHLIGHT, "person/mirel-osk"), (HARBOUR, "person/mirel-osk")}
    assert graph.graph.edges[HARBOUR, "person/mirel-osk", "author"]["position"] == 1


def test_an_orcid_names_a_person_where_nothing_else_does() -> None:
    people = People([[Author("A. B.", orcid="0000-0002-1825-0097")], [Author("A. B."), Author("C", id="c")]])
    assert people.nodes() == {
        "person/0000-0002-1825-0097": {"kind": "Person", "label": "A. B.", "orcid": "0000-0002-1825-0097"},
        "person/c": {"kind": "Person", "label": "C", "anthology_id": "c"},
    }


def test_spellings_of_a_venue_are_one(graph: KnowledgeGraph) -> None:
    assert edges(graph, "publishedIn") == {
        (NORTHLIGHT, "venue/workshop-on-old-book"),
        (HARBOUR, "venue/workshop-on-old-book"),
    }
    assert graph.graph.nodes["venue/workshop-on-old-book"]["label"] == "Workshop on Old Books"


def test_order_of_input_has_no_influence(graph: KnowledgeGraph) -> None:
    other = assemble(PAPERS[::-1], EXTRACTIONS[::-1])
    assert other == graph
    assert list(other.graph.nodes) == list(graph.graph.nodes)
    assert list(other.graph.edges(keys=True, data=True)) == list(graph.graph.edges(keys=True, data=True))
    assert other.sources == graph.sources
