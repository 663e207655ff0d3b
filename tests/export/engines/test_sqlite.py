"""SQLite: what is written is there, obeys its keys, can be searched and answers questions."""

# ruff: noqa: S608 - names of our own
import json
import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from kg.export import WRITERS
from kg.export.property_graph import NODE_TABLES
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.engines.conftest import Export
from tests.export.engines.questions import Answer, ask_all
from tests.export.engines.tables import Tables, record, tables_of
from tests.rdf.graphs import example_graph, graphs


def read(path: Path) -> Tables:
    """Put the tables of the property graph together again."""
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    lists: dict[Any, defaultdict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for node, name in database.execute("SELECT node, name FROM name ORDER BY rowid"):
        lists[node]["names"].append(name)
    for paper, name in database.execute("SELECT paper, name FROM author ORDER BY paper, position"):
        lists[paper]["authors"].append(name)
    for paper, *values in database.execute("SELECT * FROM record ORDER BY rowid"):
        fields = dict(zip(("path", "position", "checksum", "id"), values, strict=True))
        text = json.dumps({k: v for k, v in fields.items() if v is not None}, ensure_ascii=False, separators=(",", ":"))
        lists[paper]["records"].append(text)
    for edge, paper, score in database.execute("SELECT edge, paper, score FROM edge_paper ORDER BY edge, paper"):
        lists[edge]["papers"].append(paper)
        lists[edge]["scores"].append(score)
    for edge, paper, start, stop in database.execute("SELECT * FROM evidence ORDER BY rowid"):
        lists[edge]["evidence"].append(f"{paper}#char={start},{stop}")
    tables = Tables()
    for row in database.execute("SELECT * FROM node"):
        node = dict(row)
        kind = node.pop("kind")
        for column in NODE_TABLES[kind].columns:
            if column.type == "boolean" and node[column.name] is not None:
                node[column.name] = bool(node[column.name])
        tables.nodes.add((kind, record(node | lists[node["id"]])))
    for row in database.execute("SELECT * FROM edge"):
        edge = dict(row)
        key, source, relation, target = (edge.pop(name) for name in ("id", "source", "relation", "target"))
        tables.edges.add((source, relation, target, record(edge | lists[key])))
    database.close()
    return tables


def sorted_records(tables: Tables) -> set[Any]:
    """Records as JSON have no order of keys that SQLite's tables could keep."""
    return {
        (
            kind,
            frozenset(
                (k, tuple(json.dumps(json.loads(t), sort_keys=True) for t in v) if k == "records" else v)
                for k, v in node
            ),
        )
        for kind, node in tables.nodes
    }


@settings(max_examples=30)
@given(graphs())
def test_all_comes_back(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    folder = tmp_path_factory.mktemp("written") / "sqlite"
    WRITERS["sqlite"].write(graph, folder)
    found, expected = read(folder / "graph.sqlite"), tables_of(graph)
    assert sorted_records(found) == sorted_records(expected)
    assert found.edges == expected.edges


def test_keys_and_file_are_sound(tmp_path: Path) -> None:
    WRITERS["sqlite"].write(example_graph(), tmp_path / "out")
    database = sqlite3.connect(tmp_path / "out" / "graph.sqlite")
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        database.execute("INSERT INTO edge (source, relation, target) VALUES ('model/none', 'uses', 'task/none')")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        database.execute("INSERT INTO edge (source, relation, target) SELECT source, relation, target FROM edge")
    database.close()


def test_words_find_names_in_any_case_and_without_accents(export: Export) -> None:
    database = sqlite3.connect(export("sqlite") / "graph.sqlite")
    found = database.execute("SELECT label FROM search WHERE search MATCH 'frechet' AND kind = 'Method'").fetchall()
    assert found == [("Fréchet Inception Distance",)]
    assert database.execute("SELECT count(*) FROM search WHERE search MATCH 'bert'").fetchone() > (1,)
    database.close()


def test_views_show_kinds_and_statements(samples: KnowledgeGraph, export: Export) -> None:
    database = sqlite3.connect(export("sqlite") / "graph.sqlite")
    for table in NODE_TABLES.values():
        (count,) = database.execute(f"SELECT count(*) FROM {table.kind.lower()}").fetchone()
        assert count == sum(data["kind"] == table.kind for _, data in samples.graph.nodes(data=True))
    (count,) = database.execute("SELECT count(*) FROM statement").fetchone()
    assert count == samples.graph.number_of_edges()
    row = database.execute(
        "SELECT source, relation, target FROM statement "
        "WHERE source_id = 'model/roberta' AND target_id = 'dataset/glue'"
    )
    assert row.fetchall() == [("RoBERTa", "evaluatedOn", "GLUE")]
    for view in ("entity", "refers_to"):
        assert database.execute(f"SELECT count(*) FROM {view}").fetchone() > (100,)
    database.close()


def test_questions_have_the_answers_of_sparql(export: Export, expected: dict[str, Answer]) -> None:
    database = sqlite3.connect(export("sqlite") / "graph.sqlite")
    assert ask_all(export("sqlite") / "README.md", "sql", lambda sql: database.execute(sql).fetchall()) == expected
    database.close()
