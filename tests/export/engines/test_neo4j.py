"""Neo4j: the script through the official driver over Bolt, on ArcadeDB; the CSV files against their grammar."""

import csv
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kg.export import WRITERS
from kg.export.cypher import literal
from kg.export.neo4j import ITEM_SEPARATOR
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.conftest import ROOT
from tests.export.engines.conftest import Export
from tests.export.engines.questions import Answer, ask_all
from tests.export.engines.running import free_port, import_engine, listens, running
from tests.export.engines.tables import Tables, record, tables_of
from tests.rdf.graphs import AWKWARD, example_graph, graphs

Ask = Callable[[str], list[list[Any]]]

#: the documented types of properties that occur: how their texts are read
TYPES: dict[str, Callable[[str], Any]] = {
    "string": str,
    "long": int,
    "double": float,
    "boolean": lambda text: {"true": True, "false": False}[text],
}
EMPTY = "MATCH (n) DETACH DELETE n"
COLUMN = re.compile(r"(?P<name>[a-z_]*):(?P<type>ID|LABEL|START_ID|END_ID|TYPE|[a-z]+)(?P<list>\[\])?")


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Run a statement on an ArcadeDB server, in a transaction that the driver tries again where it is told to."""
    neo4j = import_engine("neo4j", package="neo4j")
    import_engine("arcadedb_embedded", package="arcadedb-embedded")
    folder = tmp_path_factory.mktemp("arcadedb")
    http_port, bolt_port, password = free_port(), free_port(), secrets.token_hex(16)
    server = Path(__file__).with_name("arcadedb_server.py")
    command: list[str | Path] = [sys.executable, server, folder / "data", str(http_port), str(bolt_port), password]
    log = folder / "log.txt"
    with (
        running(command, log, lambda: b"ready" in log.read_bytes() and listens(bolt_port)),
        neo4j.GraphDatabase.driver(f"bolt://127.0.0.1:{bolt_port}", auth=("root", password)) as driver,
        driver.session(database="papers") as session,
    ):

        def run(statement: str) -> list[list[Any]]:
            rows: list[list[Any]] = session.execute_write(lambda tx: [record.values() for record in tx.run(statement)])
            return rows

        yield run


def load(ask: Ask, script: Path) -> None:
    """Run a script as cypher-shell does: statements end in a semicolon and a line feed."""
    for statement in script.read_text(encoding="utf-8").removesuffix(";\n").split(";\n"):
        ask(statement)


def read_server(ask: Ask) -> Tables:
    tables = Tables()
    for labels, properties in ask("MATCH (n) RETURN labels(n), properties(n)"):
        (kind,) = set(labels) - {"Entity"}
        assert ("Entity" in labels) == (kind in {"Model", "Dataset", "Method", "Task", "Metric"})
        tables.nodes.add((kind, record(properties)))
    rows = ask("MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id, properties(r)")
    tables.edges = {(source, relation, target, record(own)) for source, relation, target, own in rows}
    assert len(tables.edges) == len(rows)
    return tables


def test_the_script_loads_all_and_again_changes_nothing(
    ask: Ask, export: Export, samples: KnowledgeGraph, expected: dict[str, Answer]
) -> None:
    tables = tables_of(samples)
    ask(EMPTY)
    for _ in range(2):
        load(ask, export("neo4j") / "load.cypher")
        found = read_server(ask)
        assert found.nodes == tables.nodes
        assert found.edges == tables.edges
    assert ask_all(export("neo4j") / "README.md", "cypher", ask) == expected


def test_an_awkward_graph_loads(ask: Ask, tmp_path: Path) -> None:
    graph = awkward_graph()
    WRITERS["neo4j"].write(graph, tmp_path / "out")
    ask(EMPTY)
    load(ask, tmp_path / "out" / "load.cypher")
    found, tables = read_server(ask), tables_of(graph)
    assert found.nodes == tables.nodes
    assert found.edges == tables.edges


@settings(max_examples=30, phases=[Phase.generate])
@given(st.lists(st.text(max_size=20), min_size=1, max_size=20))
def test_any_text_is_the_same_in_the_server(ask: Ask, texts: list[str]) -> None:
    texts = [text.replace("\x00", "") for text in texts]
    assert ask(f"RETURN {literal(tuple(texts))}") == [[texts]]


def awkward_graph() -> KnowledgeGraph:
    """A graph of every kind, with awkward texts as ids, labels and items of lists."""
    graph = example_graph()
    texts = [
        *AWKWARD,
        "NULL",
        "true",
        "0123",
        " lead",
        "trail ",
        "a;b",
        "a,b",
        "[x]",
        "{k:v}",
        "\\u0041",
        "\\n",
        "$x",
        "a\x0bb",
    ]
    for number, text in enumerate(texts):
        graph.graph.add_node(f"method/{text}", kind="Method", label=text, names=tuple(texts[: number % 4]) or (text,))
        graph.graph.add_edge(f"method/{text}", "task/cloud", key="sameNameAs", relation="sameNameAs")
    return graph


def read_files(folder: Path) -> Tables:
    """Read nodes-*.csv and edges-*.csv as the operations manual describes them; anything else fails."""
    tables = Tables()
    ids: set[str] = set()
    for path in sorted(folder.glob("nodes-*.csv")):
        header, rows = read_csv(path)
        assert sorted(kind for _, kind, _ in header if kind.isupper()) == ["ID", "LABEL"]
        for row in rows:
            node, labels = read_row(header, row)
            kind, *others = labels["LABEL"].split(ITEM_SEPARATOR)
            assert others in ([], ["Entity"])
            assert path.name == f"nodes-{kind}.csv"
            assert node["id"] not in ids, "ids are unique in the whole import"
            ids.add(node["id"])
            tables.nodes.add((kind, record(node)))
    for path in sorted(folder.glob("edges-*.csv")):
        header, rows = read_csv(path)
        assert sorted(kind for _, kind, _ in header if kind.isupper()) == ["END_ID", "START_ID", "TYPE"]
        for row in rows:
            edge, ends = read_row(header, row)
            assert {ends["START_ID"], ends["END_ID"]} <= ids
            assert path.name == f"edges-{ends['TYPE']}.csv"
            tables.edges.add((ends["START_ID"], ends["TYPE"], ends["END_ID"], record(edge)))
    return tables


def read_csv(path: Path) -> tuple[list[tuple[str, str, bool]], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        first, *rows = csv.reader(file, strict=True)
    header = []
    for cell in first:
        match = COLUMN.fullmatch(cell)
        assert match, cell
        header.append((match["name"], match["type"], bool(match["list"])))
    names = [name for name, _, _ in header if name]
    assert len(names) == len(set(names))
    assert rows
    return header, rows


def read_row(header: list[tuple[str, str, bool]], row: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    properties: dict[str, Any] = {}
    special: dict[str, str] = {}
    for (name, kind, is_list), cell in zip(header, row, strict=True):
        if kind.isupper():
            special[kind] = cell
        if kind == "ID":
            properties[name] = cell
        elif not kind.isupper() and cell:
            items = cell.split(ITEM_SEPARATOR) if is_list else [cell]
            values = [TYPES[kind](item) for item in items]
            properties[name] = tuple(values) if is_list else values[0]
    return properties, special


@settings(max_examples=30)
@given(graphs())
def test_the_files_hold_all(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    folder = tmp_path_factory.mktemp("written") / "neo4j"
    WRITERS["neo4j"].write(graph, folder)
    found, tables = read_files(folder), tables_of(graph)
    assert found.nodes == {(kind, replaced(node)) for kind, node in tables.nodes}
    assert found.edges == {(keep(s), relation, keep(t), replaced(edge)) for s, relation, t, edge in tables.edges}


def keep(value: Any) -> Any:
    """What the separator of items becomes in texts."""
    if isinstance(value, tuple):
        return tuple(map(keep, value))
    return value.replace(ITEM_SEPARATOR, "\ufffd") if isinstance(value, str) else value


def replaced(properties: frozenset[tuple[str, Any]]) -> frozenset[tuple[str, Any]]:
    return frozenset((name, keep(value)) for name, value in properties)


def test_empty_texts_are_quoted_and_no_value_is_an_empty_cell(tmp_path: Path) -> None:
    graph = example_graph()
    graph.graph.nodes["venue/cloud-letters"]["label"] = ""
    WRITERS["neo4j"].write(graph, tmp_path / "out")
    venue = (tmp_path / "out" / "nodes-Venue.csv").read_text(encoding="utf-8").splitlines()[1]
    assert venue == '"venue/cloud-letters","https://paper-kg.example/venue/cloud-letters","","Venue"'
    person = (tmp_path / "out" / "nodes-Model.csv").read_text(encoding="utf-8").splitlines()[1]
    assert person.endswith(',,"Model\x1fEntity"'), "not generic: no value"


def test_the_import_command_names_every_file_once(export: Export, tmp_path: Path) -> None:
    """The script runs a stand-in for neo4j-admin that notes its arguments; Neo4j itself can't be had here."""
    admin = tmp_path / "neo4j-admin"
    admin.write_text('#!/bin/sh\nprintf "%s\\n" "$PWD" "$@"\n', encoding="utf-8")
    admin.chmod(0o755)
    folder = export("neo4j")
    command: list[str | Path] = ["sh", folder / "import.sh", "papers", "--overwrite-destination"]
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=ROOT)
    where, *words = done.stdout.splitlines()
    assert (where, words[:4]) == (str(folder), ["database", "import", "full", "papers"])
    assert "--array-delimiter=U+001F" in words
    assert words[-1] == "--overwrite-destination"
    named = [word.partition("=")[::2] for word in words if word.startswith(("--nodes=", "--relationships="))]
    assert sorted(name for _, name in named) == sorted(path.name for path in folder.glob("*.csv"))
    assert all(name.startswith("nodes-" if option == "--nodes" else "edges-") for option, name in named)
