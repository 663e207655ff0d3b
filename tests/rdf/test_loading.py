"""Files that are no graph get one clear line; what the ontology doesn't know is passed over."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.export.turtle import write_turtle
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.loading import load_turtle
from tests.rdf.graphs import contents, example_graph

PREFIXES = """\
@prefix kg: <https://w3id.org/paper-kg/ns#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <https://schema.org/> .
"""
MODEL = '<https://a.example/model/x> a kg:Model ; rdfs:label "x" .\n'
PAPER = '<https://a.example/paper/p> a kg:Paper ; rdfs:label "p" .\n'
ASSERTION = """\
<https://a.example/assertion/1> a kg:Assertion ; rdf:subject <https://a.example/paper/p> ; rdf:predicate kg:uses ;
    rdf:object <https://a.example/model/x> ; kg:assertedBy <https://a.example/paper/p> ; kg:score 0.5 .
"""


def load(folder: Path, text: str) -> KnowledgeGraph:
    path = folder / "graph.ttl"
    path.write_bytes((PREFIXES + text).encode())
    return load_turtle(path)


def test_unknown_triples_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    write_turtle(example_graph(), path)
    with path.open("a", encoding="utf-8") as file:
        file.write(
            "<https://else.example/x> a <https://else.example/Thing> ; <https://else.example/of> [ a kg:Unheard ] .\n"
            "<https://paper-kg.example/model/rain> <https://else.example/rank> 7 .\n"
        )
    assert contents(load_turtle(path)) == contents(example_graph())


def test_written_by_hand(tmp_path: Path) -> None:
    nodes, edges = contents(load(tmp_path, MODEL + PAPER + ASSERTION))
    assert nodes == {"model/x": {"kind": "Model", "label": "x"}, "paper/p": {"kind": "Paper", "label": "p"}}
    assert edges == {
        ("paper/p", "model/x", "uses"): {
            "relation": "uses", "papers": ("paper/p",), "scores": (0.5,), "count": 1, "score": 0.5, "evidence": (),
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"<!DOCTYPE html>\n<html>", "line 1: not Turtle"),
        (
            b"@prefix kg: <https://w3id.org/paper-kg/ns#> .\n\n<https://a.example/model/x> a kg:Model",
            "line 3: not Turtle",
        ),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not Turtle"),
        (b'<https://a.example/a> <https://a.example/b> "\xff" .', "not Turtle"),
        (b"<https://a.example/100%> a <https://a.example/b> .", "line 1: not Turtle"),
        (b"<https://a.example/a> a <https://a.example/b> .", "holds no graph of kg"),
    ],
)
def test_a_file_that_is_no_graph(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "thing.ttl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=says) as caught:
        load_turtle(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.ttl can't be read: No such file"):
        load_turtle(tmp_path / "missing.ttl")
    with pytest.raises(InputError, match="can't be read"):
        load_turtle(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('<https://a.example/model/x> a kg:Model, kg:Task ; rdfs:label "x" .', "is Model and Task at once"),
        ('<https://a.example/task/x> a kg:Model ; rdfs:label "x" .', "its address says 'task/x'"),
        ('<https://a.example/x> a kg:Model ; rdfs:label "x" .', "does not end in a kind of node"),
        ('<https://a.example/model/%2b> a kg:Model ; rdfs:label "x" .', "is not the IRI of a node"),
        (MODEL + '<https://b.example/model/y> a kg:Model ; rdfs:label "y" .', "several base IRIs"),
        ("<https://a.example/model/x> a kg:Model .", "has no rdfs:label"),
        ('<https://a.example/model/x> a kg:Model ; rdfs:label "x", "y" .', "has 2 values of"),
        ('<https://a.example/model/x> a kg:Model ; rdfs:label "x"@en .', "expected a string"),
        ("<https://a.example/model/x> a kg:Model ; rdfs:label 7 .", "expected a string"),
        ('<https://a.example/paper/p> a kg:Paper ; rdfs:label "p" ; schema:datePublished 2020 .', "expected a year"),
        (MODEL + "<https://a.example/model/x> kg:generic false .", "expected true or nothing"),
        (MODEL + PAPER + "<https://a.example/paper/p> kg:uses <https://a.example/model/x> .", "has no kg:Assertion"),
        (MODEL + PAPER + ASSERTION.replace("kg:score 0.5", "kg:score 0.5e0"), "expected a decimal number"),
        (MODEL + PAPER + ASSERTION.replace("; kg:score 0.5", ""), "has no <https://w3id.org/paper-kg/ns#score>"),
        (MODEL + PAPER + ASSERTION.replace("kg:uses", "kg:author"), "no relation that a paper can assert"),
        (MODEL + PAPER + ASSERTION.replace("model/x", "model/y"), "is no node of the graph"),
        (MODEL + PAPER + ASSERTION + ASSERTION.replace("assertion/1", "assertion/2"), "twice"),
        (MODEL + PAPER + ASSERTION.replace("0.5 .", "0.5 ; kg:evidence <https://a.example/e> ."), "char=START,END"),
        (MODEL + PAPER + ASSERTION.replace("0.5 .", '0.5 ; kg:evidence "e" .'), "expected the IRI of a stretch"),
        (PAPER + "<https://a.example/paper/p> kg:authorship <https://a.example/authorship/p/1> .", "position"),
    ],
)
def test_a_graph_that_contradicts_itself(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        load(tmp_path, text)
    assert "graph.ttl" in str(caught.value)
