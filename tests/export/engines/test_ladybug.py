"""Ladybug: the load script makes a database that holds everything, once, and answers questions."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from kg.export import WRITERS
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.engines.conftest import Export
from tests.export.engines.questions import Answer, ask_all
from tests.export.engines.running import import_engine
from tests.export.engines.tables import Tables, record, tables_of
from tests.rdf.graphs import example_graph, graphs


@pytest.fixture(scope="module")
def ladybug() -> Any:
    import_engine("pyarrow", package="pyarrow")
    return import_engine("ladybug", package="ladybug")


@pytest.fixture(scope="module")
def database(ladybug: Any, export: Export, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples' graph, loaded as its README says."""
    assert ladybug
    target = tmp_path_factory.mktemp("ladybug") / "papers.lbdb"
    load(export("ladybug"), target)
    return target


def load(folder: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = [sys.executable, folder / "load.py", target]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=target.parent)


def ask(ladybug: Any, target: Path, question: str) -> list[list[Any]]:
    with ladybug.Database(target, read_only=True) as database, ladybug.Connection(database) as connection:
        rows: list[list[Any]] = connection.execute(question).get_all()
    return rows


def read(ladybug: Any, target: Path) -> Tables:
    tables = Tables()
    for (node,) in ask(ladybug, target, "MATCH (n) RETURN n"):
        kind = node.pop("_LABEL")
        tables.nodes.add((kind, record({name: value for name, value in node.items() if not name.startswith("_")})))
    for source, edge, target_id in ask(ladybug, target, "MATCH (a)-[r]->(b) RETURN a.id, r, b.id"):
        relation = edge.pop("_LABEL")
        own = {name: value for name, value in edge.items() if not name.startswith("_")}
        tables.edges.add((source, relation, target_id, record(own)))
    return tables


@settings(max_examples=5, phases=[Phase.generate])
@given(graphs())
def test_all_comes_back(ladybug: Any, tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    folder = tmp_path_factory.mktemp("written")
    WRITERS["ladybug"].write(graph, folder / "ladybug")
    done = load(folder / "ladybug", folder / "papers.lbdb")
    assert done.returncode == 0, done.stderr
    found, expected = read(ladybug, folder / "papers.lbdb"), tables_of(graph)
    assert found.nodes == expected.nodes
    assert found.edges == expected.edges


def test_a_graph_of_every_kind_comes_back(ladybug: Any, tmp_path: Path) -> None:
    WRITERS["ladybug"].write(example_graph(), tmp_path / "out")
    load(tmp_path / "out", tmp_path / "papers.lbdb")
    found, expected = read(ladybug, tmp_path / "papers.lbdb"), tables_of(example_graph())
    assert (found.nodes, found.edges) == (expected.nodes, expected.edges)


def test_loading_twice_is_refused_and_changes_nothing(export: Export, database: Path) -> None:
    before = database.read_bytes()
    done = load(export("ladybug"), database)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{database} is there already: ")
    assert database.read_bytes() == before


@pytest.mark.usefixtures("ladybug")
def test_a_load_that_fails_leaves_no_database(tmp_path: Path) -> None:
    WRITERS["ladybug"].write(example_graph(), tmp_path / "out")
    (tmp_path / "out" / "Venue.parquet").unlink()
    assert load(tmp_path / "out", tmp_path / "papers.lbdb").returncode == 1
    assert not (tmp_path / "papers.lbdb").exists()


def test_questions_have_the_answers_of_sparql(
    ladybug: Any, export: Export, database: Path, expected: dict[str, Answer]
) -> None:
    readme = export("ladybug") / "README.md"
    assert ask_all(readme, "cypher", lambda question: ask(ladybug, database, question)) == expected
