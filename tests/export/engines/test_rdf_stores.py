"""RDF: Virtuoso, Comunica, rdflib and Oxigraph give the same answers; a second SHACL engine finds the same faults."""

import http.client
import json
import shutil
import subprocess
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rdflib
from pyoxigraph import RdfFormat, Triple, parse

from kg.export import WRITERS
from kg.export.turtle import write_turtle
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.query.questions import bind, example_names, load_question
from kg.rdf.triples import graph_triples
from kg.rdf.validation import validate_graph
from tests.conftest import ROOT, find_program
from tests.export.engines.conftest import Export
from tests.export.engines.questions import TITLES, Answer, read_questions, tidy
from tests.export.engines.running import free_port, listens, run_node, running
from tests.rdf.graphs import empty_graph, example_graph
from tests.rdf.test_validation import BROKEN_NODES, changed

#: what the example questions are asked about; each has an answer in the samples
BINDINGS = {
    "about-entity": {"entity": "BERT"},
    "contributions-of-paper": {"paper": "Adam: A Method for Stochastic Optimization"},
    "entities-for-keyword": {"keyword": "language models"},
    "methods-for-task": {"task": "machine translation"},
    "metrics-for-task": {"task": "machine translation"},
    "who-says-so": {"subject": "RoBERTa", "relation": "evaluatedOn", "object": "GLUE"},
}


@pytest.fixture(scope="module")
def questions(export: Export) -> dict[str, str]:
    """The questions of the README and those that come with kg, with their parameters' values inside."""
    asked = read_questions(export("turtle") / "README.md", "sparql")
    for name in example_names():
        asked[name] = bind(load_question(name), BINDINGS.get(name, {})).replace("# @param", "#")
    return asked


@pytest.fixture(scope="module")
def expected(samples: KnowledgeGraph, questions: dict[str, str]) -> dict[str, Answer]:
    """What Oxigraph answers within kg."""
    found = {}
    for name, sparql in questions.items():
        rows = samples.query(sparql).rows
        found[name] = texts(["" if term is None else str(getattr(term, "value", term)) for term in row] for row in rows)
        assert found[name], name
    return found


def texts(rows: Any) -> Answer:
    """Sort rows of texts; decimals may have zeros at the end."""
    return tidy([cell.rstrip("0") if cell[:2] in {"0.", "1."} else cell for cell in row] for row in rows)


@pytest.fixture(scope="module")
def virtuoso(export: Export, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Virtuoso on 127.0.0.1 that has loaded the Turtle file; gives the address of its endpoint."""
    program = find_program("virtuoso-t", package="virtuoso-opensource-7-bin")
    isql = find_program("isql-vt", "isql", package="virtuoso-opensource-7-bin")
    folder, data = tmp_path_factory.mktemp("virtuoso"), tmp_path_factory.mktemp("virtuoso-data")
    shutil.copy(export("turtle") / "graph.ttl", data)
    ports = {"sql_port": free_port(), "http_port": free_port()}
    settings = (ROOT / "tests/export/engines/virtuoso.ini").read_text(encoding="utf-8")
    (folder / "virtuoso.ini").write_text(settings.format(folder=folder, data=data, **ports), encoding="utf-8")
    command: list[str | Path] = [program, "-f", "-c", folder / "virtuoso.ini"]
    with running(command, folder / "log.txt", lambda: all(map(listens, ports.values()))):
        load = f"ld_dir('{data}', 'graph.ttl', 'https://paper-kg.example/graph'); rdf_loader_run(); checkpoint;"
        subprocess.run([isql, str(ports["sql_port"]), "dba", "dba", f"exec={load}"], check=True, capture_output=True)
        yield f"http://127.0.0.1:{ports['http_port']}/sparql"


def ask_virtuoso(endpoint: str, sparql: str) -> list[list[str]]:
    parameters = {"query": sparql, "default-graph-uri": "https://paper-kg.example/graph"}
    address = urllib.parse.urlsplit(endpoint)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    headers = {"Accept": "application/sparql-results+json"}
    connection.request("GET", f"{address.path}?{urllib.parse.urlencode(parameters)}", headers=headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    assert response.status == 200, text
    answer = json.loads(text)
    names = answer["head"]["vars"]
    return [[row.get(name, {}).get("value", "") for name in names] for row in answer["results"]["bindings"]]


def test_virtuoso_answers_alike(virtuoso: str, questions: dict[str, str], expected: dict[str, Answer]) -> None:
    for name, sparql in questions.items():
        assert texts(ask_virtuoso(virtuoso, sparql)) == expected[name], name


def test_comunica_answers_alike(
    export: Export, questions: dict[str, str], expected: dict[str, Answer], tmp_path: Path
) -> None:
    asked = tmp_path / "questions.json"
    asked.write_text(json.dumps(questions), encoding="utf-8")
    answers = json.loads(run_node("ask.mjs", export("turtle") / "graph.ttl", asked, folder=tmp_path))
    for name in questions:
        found = texts(answers[name])
        if name == "papers-sharing-entities":  # Comunica compares texts by locale, so some pairs stand the other way
            assert {(frozenset(pair), count) for *pair, count in found} == {
                (frozenset(pair), count) for *pair, count in expected[name]
            }
        else:
            assert found == expected[name], name


def test_rdflib_answers_alike(export: Export, questions: dict[str, str], expected: dict[str, Answer]) -> None:
    """Only what the README asks: rdflib needs minutes for some of the others, which have tests on a smaller graph."""
    graph = rdflib.Graph().parse(export("turtle") / "graph.ttl")
    for name in TITLES:
        rows: Any = graph.query(questions[name])
        assert texts([["" if cell is None else str(cell) for cell in row] for row in rows]) == expected[name], name


@pytest.mark.parametrize("name", ["ntriples", "jsonld"])
def test_other_formats_hold_the_same_triples(samples: KnowledgeGraph, export: Export, name: str) -> None:
    formats = {"ntriples": RdfFormat.N_TRIPLES, "jsonld": RdfFormat.JSON_LD}
    path = export(name) / f"graph{WRITERS[name].suffix}"
    found = [Triple(quad.subject, quad.predicate, quad.object) for quad in parse(path=path, format=formats[name])]
    assert set(found) == set(graph_triples(samples))
    assert len(found) == len(set(found))
    assert read_questions(export(name) / "README.md", "sparql") == read_questions(
        export("turtle") / "README.md", "sparql"
    )


def test_n_triples_of_an_empty_graph_are_none(tmp_path: Path) -> None:
    WRITERS["ntriples"].write(empty_graph(), tmp_path / "graph.nt")
    assert (tmp_path / "graph.nt").read_bytes() == b""


def test_a_second_shacl_engine_agrees(export: Export, tmp_path: Path) -> None:
    pytest.importorskip("pyshacl")
    write_turtle(example_graph(), tmp_path / "good.ttl")
    good = (tmp_path / "good.ttl").read_bytes()
    files = [export("turtle") / "graph.ttl", tmp_path / "good.ttl"]
    for number, update in enumerate(cases[0][0] for cases in BROKEN_NODES.values()):
        (tmp_path / str(number)).mkdir()
        files.append(changed(good, update, tmp_path / str(number)))
    reports = json.loads(run_node("validate.mjs", ROOT / "ontology" / "shapes.ttl", *files, folder=tmp_path))
    assert reports[0] == reports[1] == []
    for file, report in zip(files, reports, strict=True):
        found = {(node, path) for node, path in report}
        assert found == {(violation.node, violation.path) for violation in validate_graph(file)}, file
