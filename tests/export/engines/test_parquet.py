"""Parquet: what is written is read back by DuckDB, and answers questions there."""

# ruff: noqa: S608 - paths and names of our own
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from kg.errors import UsageError
from kg.export import WRITERS
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.engines.conftest import Export
from tests.export.engines.questions import Answer, ask_all
from tests.export.engines.running import import_engine
from tests.export.engines.tables import Tables, record, tables_of
from tests.rdf.graphs import example_graph, graphs


@pytest.fixture(scope="module")
def duckdb() -> Any:
    import_engine("pyarrow", package="pyarrow")
    return import_engine("duckdb", package="duckdb")


def read(duckdb: Any, folder: Path) -> Tables:
    tables = Tables()
    with duckdb.connect() as database:
        for name in ("nodes", "edges"):
            answer = database.execute(f"SELECT * FROM '{folder / name}.parquet'")
            names = [column[0] for column in answer.description]
            for row in answer.fetchall():
                values = dict(zip(names, row, strict=True))
                if name == "nodes":
                    tables.nodes.add((values.pop("kind"), record(values)))
                else:
                    ends = (values.pop("source"), values.pop("relation"), values.pop("target"))
                    tables.edges.add((*ends, record(values)))
    return tables


@settings(max_examples=30)
@given(graphs())
def test_all_comes_back(duckdb: Any, tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    folder = tmp_path_factory.mktemp("written") / "parquet"
    WRITERS["parquet"].write(graph, folder)
    found, expected = read(duckdb, folder), tables_of(graph)
    assert found.nodes == expected.nodes
    assert found.edges == expected.edges


def test_a_graph_of_every_kind_comes_back(duckdb: Any, tmp_path: Path) -> None:
    WRITERS["parquet"].write(example_graph(), tmp_path / "out")
    found, expected = read(duckdb, tmp_path / "out"), tables_of(example_graph())
    assert (found.nodes, found.edges) == (expected.nodes, expected.edges)


def test_types_are_those_of_the_model(duckdb: Any, export: Export) -> None:
    with duckdb.connect() as database:
        rows = database.execute(f"DESCRIBE SELECT * FROM '{export('parquet')}/*.parquet'").fetchall()
        nodes = database.execute(f"DESCRIBE SELECT * FROM '{export('parquet')}/nodes.parquet'").fetchall()
    types = {name: kind for name, kind, *_ in [*rows, *nodes]}
    assert types["scores"] == "DOUBLE[]"
    assert (types["year"], types["generic"], types["names"]) == ("BIGINT", "BOOLEAN", "VARCHAR[]")


def test_questions_have_the_answers_of_sparql(duckdb: Any, export: Export, expected: dict[str, Answer]) -> None:
    folder = export("parquet")
    with duckdb.connect() as database:
        database.execute(f"SET file_search_path = '{folder}'")
        found = ask_all(folder / "README.md", "sql", lambda sql: database.execute(sql).fetchall())
    assert found == expected


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'paper-kg\[parquet\]'"):
        WRITERS["parquet"].write(example_graph(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
