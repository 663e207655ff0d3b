from kg.building import assemble
from kg.graph.analysis import TopEntity, summarise
from tests.corpus import EXTRACTIONS, PAPERS


def test_counts_by_kind_and_relation_in_the_order_of_the_vocabulary() -> None:
    summary = summarise(assemble(PAPERS, EXTRACTIONS))
    assert list(summary.nodes.items()) == [
        ("Paper", 5),
        ("Model", 3),
        ("Dataset", 1),
        ("Method", 4),
        ("Task", 3),
        ("Metric", 1),
        ("Keyword", 4),
        ("Person", 1),
        ("Venue", 1),
    ]
    assert summary.entities == 12
    assert summary.edges["basedOn"] == 1
    assert summary.edges["publishedIn"] == 2
    assert "trainedOn" not in summary.edges


def test_the_most_referred_to_entities_are_named_without_generic_classes() -> None:
    summary = summarise(assemble(PAPERS, EXTRACTIONS), top=2)
    assert summary.top["Model"] == (
        TopEntity("model/bert", "BERT", 3),
        TopEntity("model/harbourbert", "HarbourBERT", 1),
    )
    assert summary.top["Metric"] == (TopEntity("metric/exact-match", "exact match", 2),)


def test_an_empty_graph_has_no_counts() -> None:
    summary = summarise(assemble([], []))
    assert (summary.nodes, summary.edges, summary.top, summary.entities) == ({}, {}, {}, 0)
