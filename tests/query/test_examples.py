"""The example questions, each against answers known by hand, in Oxigraph and in rdflib."""

import csv
import io
from pathlib import Path

import pytest
import rdflib

from kg.query.answers import show_term, write_csv
from kg.query.engine import query
from kg.query.questions import bind, example_names, load_question
from kg.query.syntax import split_tokens

GRAPH = Path(__file__).with_name("translation.ttl")
BASE = "https://paper-kg.example/"

Rows = list[tuple[str, ...]]

ANSWERS: list[tuple[str, dict[str, str], Rows]] = [
    ("datasets-by-use", {}, [("dataset/riverbank", "RiverBank", "2"), ("dataset/pebble", "Pebble", "1")]),
    (
        "methods-for-task",
        {"task": "mt"},
        [
            ("model/alpha", "Alpha", "kg:Model", "2", "0.9"),
            ("method/nüshu-tuning", "Nüshu tuning", "kg:Method", "1", "0.5"),
        ],
    ),
    (
        "contributions-of-paper",
        {"paper": "alpha: translating rivers"},
        [
            ("Alpha: Translating Rivers", "Alpha", "kg:Model", "RiverBank", "kg:Dataset"),
            ("Alpha: Translating Rivers", "Alpha", "kg:Model", "machine translation", "kg:Task"),
        ],
    ),
    ("contributions-of-paper", {"paper": "10.1/BETA"}, [("Beta", "Beta", "kg:Model", "", "")]),
    ("contributions-of-paper", {"paper": "2020.X-1.3"}, [('Gamma "quoted"', "Pebble", "kg:Dataset", "", "")]),
    ("models-compared", {}, [("Alpha", "Beta", "2")]),
    (
        "papers-sharing-entities",
        {},
        [
            ("Alpha: Translating Rivers", "Beta", "2"),
            ("Beta", "We tune rivers in a", "2"),
            ('Gamma "quoted"', "We tune rivers in a", "2"),
        ],
    ),
    (
        "entities-for-keyword",
        {"keyword": "TRANSLATIONS"},
        [
            ("model/alpha", "Alpha", "kg:Model", "2"),
            ("dataset/riverbank", "RiverBank", "kg:Dataset", "2"),
            ("metric/bleu", "BLEU", "kg:Metric", "1"),
            ("model/beta", "Beta", "kg:Model", "1"),
            ("method/nüshu-tuning", "Nüshu tuning", "kg:Method", "1"),
            ("task/machine-translation", "machine translation", "kg:Task", "1"),
        ],
    ),
    (
        "entities-by-year",
        {},
        [
            ("2019", "Alpha", "kg:Model", "1"),
            ("2019", "BLEU", "kg:Metric", "1"),
            ("2019", "RiverBank", "kg:Dataset", "1"),
            ("2019", "machine translation", "kg:Task", "1"),
            ("2020", "Beta", "kg:Model", "2"),
            ("2020", "Alpha", "kg:Model", "1"),
            ("2020", "F1", "kg:Metric", "1"),
            ("2020", "Nüshu tuning", "kg:Method", "1"),
            ("2020", "Pebble", "kg:Dataset", "1"),
            ("2020", "RiverBank", "kg:Dataset", "1"),
        ],
    ),
    (
        "who-says-so",
        {"subject": "ALPHA", "relation": "evaluatedOn", "object": "riverbank"},
        [
            ("Alpha: Translating Rivers", "0.7", "paper/10.1%2Falpha#char=30,90", ""),
            ("Alpha: Translating Rivers", "0.7", "paper/10.1%2Falpha#char=91,120", ""),
            ("Beta", "0.6", "paper/10.1%2Fbeta#char=8,50", ""),
        ],
    ),
    (
        "who-says-so",
        {"subject": "Alpha: Translating Rivers", "relation": "proposes", "object": "alpha"},
        [("Alpha: Translating Rivers", "0.99", "paper/10.1%2Falpha#char=0,28", "")],
    ),
    (
        "about-entity",
        {"entity": "llms"},
        [
            ("large language models", "kg:Model", "out", "rdf:type", "kg:Entity", ""),
            ("large language models", "kg:Model", "out", "rdf:type", "kg:Model", ""),
            ("large language models", "kg:Model", "out", "rdfs:label", "large language models", ""),
            ("large language models", "kg:Model", "out", "skos:altLabel", "LLMs", ""),
            ("large language models", "kg:Model", "out", "skos:prefLabel", "large language models", ""),
            ("large language models", "kg:Model", "out", "kg:generic", "true", ""),
            ("large language models", "kg:Model", "in", "kg:comparedWith", "model/beta", "Beta"),
            (
                "large language models",
                "kg:Model",
                "in",
                "kg:mentionsInPassing",
                "paper/10.1%2Falpha",
                "Alpha: Translating Rivers",
            ),
            ("large language models", "kg:Model", "in", "kg:mentionsInPassing", "paper/10.1%2Fbeta", "Beta"),
            (
                "large language models",
                "kg:Model",
                "in",
                "kg:refersTo",
                "paper/10.1%2Falpha",
                "Alpha: Translating Rivers",
            ),
            ("large language models", "kg:Model", "in", "kg:refersTo", "paper/10.1%2Fbeta", "Beta"),
        ],
    ),
    ("metrics-for-task", {"task": "Machine Translation"}, [("metric/bleu", "BLEU", "2"), ("metric/chrf", "chrF", "1")]),
]
CASES = pytest.mark.parametrize(
    ("name", "bindings", "expected"), ANSWERS, ids=[f"{name}-{'-'.join(given.values())}" for name, given, _ in ANSWERS]
)


def rdflib_answer(text: str) -> list[tuple[str, ...]]:
    """Give the cells of a SELECT as rdflib answers it, in its order."""
    graph = rdflib.Graph().parse(GRAPH, format="turtle")
    return [tuple("" if term is None else str(term) for term in row) for row in graph.query(text)]  # type: ignore[union-attr]


@CASES
def test_known_answers(name: str, bindings: dict[str, str], expected: Rows) -> None:
    answer = query(GRAPH, load_question(name), bindings)
    shown = [tuple(show_term(term, answer.base_iri) for term in row) for row in answer.rows]
    assert (answer.kind, answer.base_iri) == ("select", BASE)
    assert shown == expected


@CASES
def test_rdflib_answers_alike(name: str, bindings: dict[str, str], expected: Rows) -> None:
    question = load_question(name)
    cells = list(csv.reader(io.StringIO(write_csv(query(GRAPH, question, bindings)).decode(), newline="")))[1:]
    assert rdflib_answer(bind(question, bindings)) == [tuple(row) for row in cells]
    assert len(cells) == len(expected)


def test_every_example_has_a_known_answer() -> None:
    assert {name for name, _, _ in ANSWERS} == set(example_names())
    assert len(example_names()) == 10


@pytest.mark.parametrize("name", example_names())
def test_examples_explain_themselves(name: str) -> None:
    question = load_question(name)
    assert question.summary.endswith("?")
    assert all(parameter.description for parameter in question.parameters)
    heading = question.text.split("PREFIX")[0]
    columns = [token.text[1:] for token in split_tokens(question.text.split("WHERE")[0]) if token.kind == "variable"]
    assert all(column in heading for column in columns if column not in {"paper", "sure", "entity", "dataset"})


@pytest.mark.parametrize("name", [name for name in example_names() if load_question(name).parameters])
def test_examples_run_elsewhere_with_the_values_line(name: str) -> None:
    """The line for other engines, uncommented and with a value, is valid and gives what `--bind` gives."""
    case = next(case for case in ANSWERS if case[0] == name)
    lines = load_question(name).text.splitlines()
    number = next(number for number, line in enumerate(lines) if "# In other engines: " in line)
    lines[number] = lines[number].replace("# In other engines: ", "")
    head, _, _ = lines[number].partition("{")
    variables = [token.text[1:] for token in split_tokens(head) if token.kind == "variable"]
    values = " ".join(f'"{case[1][variable]}"' for variable in variables)
    lines[number] = f"{head} {{ ({values}) }}" if "(" in head else f"{head} {{ {values} }}"
    assert len(rdflib_answer("\n".join(lines))) == len(case[2])


def test_names_are_no_patterns_and_no_sparql() -> None:
    for value in ('" } ?x ?y ?z { "', "M.", "a\\nb\n\"'", "<nothing", "Nüshu tuning", "}"):
        assert query(GRAPH, load_question("methods-for-task"), {"task": value}).rows == ()
