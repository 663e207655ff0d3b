"""Texts, sentences and mentions in NIF."""

import pytest
from pyoxigraph import Literal, NamedNode

from kg.errors import InputError
from kg.extraction.records import Extraction
from kg.graph.knowledge_graph import KnowledgeGraph, Sources
from kg.papers.paper import Paper
from kg.rdf import vocabulary as v
from kg.rdf.mentions import mention_triples
from kg.resolution.records import EntityMention
from tests.rdf.graphs import PAPER, example_graph, value

BASE = "https://paper-kg.example/"
TEXT = "𛅰 clouds 🙂\n\nWe count clouds. Rain is left to others, for it falls."
IRI = f"{BASE}paper/10.5555%2Fcloud.1"


def graph_with_text(*mentions: EntityMention, text: str = TEXT) -> KnowledgeGraph:
    graph = example_graph()
    for _, _, attributes in graph.graph.edges(data=True):
        if "evidence" in attributes:
            attributes["evidence"] = ((PAPER, 12, 28),)
    title, _, abstract = text.partition("\n\n")
    paper = Paper(title=title, abstract=abstract, doi="10.5555/cloud.1")
    graph.sources = Sources((paper,), (Extraction("10.5555/cloud.1", text),), mentions)
    return graph


def described(graph: KnowledgeGraph) -> dict[str, dict[str, set[str]]]:
    found: dict[str, dict[str, set[str]]] = {}
    for triple in mention_triples(graph):
        values = found.setdefault(value(triple.subject), {})
        values.setdefault(triple.predicate.value.rpartition("#")[2], set()).add(value(triple.object))
    return found


def test_offsets_count_code_points() -> None:
    graph = graph_with_text(EntityMention(PAPER, 2, 8, "clouds", "task/cloud", 0.875))
    found = described(graph)
    context = f"{IRI}#char=0,{len(TEXT)}"
    assert set(found) == {context, f"{IRI}#char=2,8", f"{IRI}#char=12,28"}
    assert found[context]["isString"] == {TEXT}
    assert found[context]["sourceUrl"] == {IRI}
    assert found[f"{IRI}#char=2,8"] == {
        "type": {v.NIF_PHRASE.value, v.NIF_STRING.value},
        "anchorOf": {"clouds"},
        "beginIndex": {"2"},
        "endIndex": {"8"},
        "referenceContext": {context},
        "taIdentRef": {f"{BASE}task/cloud"},
        "taConfidence": {"0.875"},
    }
    assert found[f"{IRI}#char=12,28"]["anchorOf"] == {"We count clouds."}
    assert found[f"{IRI}#char=12,28"]["type"] == {v.NIF_SENTENCE.value, v.NIF_STRING.value}


def test_evidence_of_the_graph_points_at_sentences() -> None:
    graph = graph_with_text()
    sentences = {triple.subject for triple in mention_triples(graph) if triple.object == v.NIF_SENTENCE}
    assert sentences == {NamedNode(f"{IRI}#char=12,28")}


def test_a_text_that_is_one_sentence_is_both() -> None:
    graph = graph_with_text(EntityMention(PAPER, 12, 28, "We count clouds.", "task/cloud", 1.0), text=TEXT[:28])
    types = described(graph)[f"{IRI}#char=12,28"]["type"]
    assert types == {v.NIF_SENTENCE.value, v.NIF_PHRASE.value, v.NIF_STRING.value}


def test_a_graph_without_sources_has_no_mentions() -> None:
    assert mention_triples(example_graph()) == []


def test_text_is_kept_as_it_is() -> None:
    graph = graph_with_text()
    strings = [triple.object for triple in mention_triples(graph) if triple.predicate == v.NIF_IS_STRING]
    assert strings == [Literal(TEXT)]


@pytest.mark.parametrize(("start", "end"), [(0, 1000), (5, 5), (9, 3), (-2, 4)])
def test_a_mention_outside_its_text_is_refused(start: int, end: int) -> None:
    graph = graph_with_text(EntityMention(PAPER, start, end, "clouds", "task/cloud", 0.5))
    with pytest.raises(InputError, match="has no text from"):
        mention_triples(graph)
