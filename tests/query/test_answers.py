"""Answers as tables, CSV, JSON and Turtle, read back by other parsers."""

import csv
import io
import json
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
import rdflib.compare
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import UsageError
from kg.query.answers import default_format, format_answer, show_term, write_csv, write_json, write_table, write_turtle
from kg.query.engine import Answer, query

GRAPH = Path(__file__).with_name("translation.ttl")

IRIS = st.sampled_from(["https://x.example/a", "https://x.example/é#b", "urn:x:y"]).map(ox.NamedNode)
LITERALS = st.text().map(ox.Literal) | st.builds(
    lambda text: ox.Literal(text, language="pt-br"), st.text(min_size=1)
) | st.integers().map(ox.Literal)  # fmt: skip
ROWS = st.lists(st.tuples(IRIS | st.none(), LITERALS | IRIS), max_size=4).map(tuple)


@given(ROWS)
def test_json_reads_back_in_oxigraph_and_rdflib(rows: tuple[tuple[ox.NamedNode | None, ox.Literal], ...]) -> None:
    written = write_json(Answer("select", variables=("a", "b"), rows=rows))
    parsed = ox.parse_query_results(written, format=ox.QueryResultsFormat.JSON)
    assert isinstance(parsed, ox.QuerySolutions)
    assert [(row["a"], row["b"]) for row in parsed] == list(rows)
    theirs = rdflib.query.Result.parse(io.BytesIO(written), format="json")
    assert len(list(theirs)) == len(rows)


@given(ROWS)
def test_csv_reads_back(rows: tuple[tuple[ox.NamedNode | None, ox.Literal], ...]) -> None:
    written = write_csv(Answer("select", variables=("a", "b"), rows=rows)).decode()
    cells = list(csv.reader(io.StringIO(written, newline="")))
    assert cells[0] == ["a", "b"]
    assert cells[1:] == [["" if term is None else term.value for term in row] for row in rows]


def test_csv_is_that_of_the_engine() -> None:
    text = "SELECT ?x ?n ?g { ?x a kg:Model ; rdfs:label ?n OPTIONAL { ?x kg:generic ?g } } ORDER BY ?n"
    store = ox.Store()
    store.bulk_load(path=str(GRAPH), format=ox.RdfFormat.TURTLE)
    result = store.query(text, prefixes={"kg": "https://w3id.org/paper-kg/ns#", "rdfs": str(rdflib.RDFS)})
    assert isinstance(result, ox.QuerySolutions)
    assert write_csv(query(GRAPH, text)) == result.serialize(format=ox.QueryResultsFormat.CSV)


def test_table_is_aligned_by_the_width_of_letters() -> None:
    rows = (
        (ox.NamedNode("https://x.example/model/女书"), ox.Literal("1")),
        (ox.NamedNode("https://w3id.org/paper-kg/ns#uses"), None),
    )
    answer = Answer("select", variables=("x", "n"), rows=rows, base_iri="https://x.example/")
    assert write_table(answer).decode() == "x           n\n──────────  ─\nmodel/女书  1\nkg:uses\n"
    assert write_table(Answer("select", variables=("x",))).decode() == "x\n─\n(no rows)\n"


def test_yes_and_no() -> None:
    answer = query(GRAPH, "ASK { ?s a kg:Venue }")
    assert (write_table(answer), write_csv(answer)) == (b"false\n", b"false\r\n")
    assert json.loads(write_json(answer)) == {"head": {}, "boolean": False}


def test_turtle_holds_the_triples_and_only_the_prefixes_it_needs() -> None:
    answer = query(GRAPH, "CONSTRUCT { ?p dcterms:title ?t } WHERE { ?p a kg:Paper ; dcterms:title ?t }")
    written = write_turtle(answer).decode()
    assert default_format(answer) == "ttl"
    assert [line for line in written.splitlines() if line.startswith("@prefix")] == [
        "@prefix dcterms: <http://purl.org/dc/terms/> ."
    ]
    whole = rdflib.Graph().parse(GRAPH)
    titles = rdflib.Graph()
    titles += whole.triples((None, rdflib.DCTERMS.title, None))
    assert len(titles) == 3
    assert rdflib.compare.isomorphic(rdflib.Graph().parse(data=written, format="turtle"), titles)
    assert "subject" in write_table(answer).decode().splitlines()[0]


def test_describe_gives_triples() -> None:
    answer = query(GRAPH, "DESCRIBE <https://paper-kg.example/metric/f1>")
    assert b'skos:prefLabel "F1"' in format_answer(answer, "ttl")


@pytest.mark.parametrize(
    ("text", "format_name", "message"),
    [
        ("CONSTRUCT WHERE { ?s a ?o }", "csv", "gives triples, which csv cannot hold; take --format ttl"),
        ("CONSTRUCT WHERE { ?s a ?o }", "json", "gives triples, which json cannot hold"),
        ("SELECT * { ?s a ?o }", "ttl", "the query is SELECT; take --format table, csv or json"),
        ("ASK {}", "ttl", "the query is ASK"),
        ("ASK {}", "xml", "xml is no format of answers; there are table, csv, json, ttl"),
    ],
)
def test_formats_that_cannot_hold_an_answer(text: str, format_name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        format_answer(query(GRAPH, text), format_name)


@given(st.text())
def test_a_cell_is_one_line_without_control_characters(text: str) -> None:
    shown = show_term(ox.Literal(text.replace("\ud800", "")))
    assert shown.isprintable() or not shown.isascii()
    assert not {"\n", "\r", "\x1b", "\x9b", "\u202e"} & set(shown)
