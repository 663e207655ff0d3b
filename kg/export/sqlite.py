"""SQLite, for Datasette and anything that speaks SQL: foreign keys, a full-text index and views in one file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from kg.errors import OutputError
from kg.export.property_graph import NODE_TABLES, EdgeTable, NodeTable, Row, parse_place
from kg.vocabulary import ENTITY_TYPES, NODE_KINDS, ROLE_RELATIONS

_SQL_TYPES: Final = {"string": "TEXT", "integer": "INTEGER", "boolean": "INTEGER"}

#: columns of `node`: those that are no lists, of all kinds
_NODE_COLUMNS: Final = tuple(
    dict.fromkeys(column for table in NODE_TABLES.values() for column in table.columns if not column.is_list)
)

_SCHEMA: Final = """\
CREATE TABLE node (id TEXT PRIMARY KEY, kind TEXT NOT NULL, {columns});
CREATE TABLE name (node TEXT NOT NULL REFERENCES node, name TEXT NOT NULL);
CREATE TABLE author (
    paper TEXT NOT NULL REFERENCES node, position INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (paper, position)
) WITHOUT ROWID;
CREATE TABLE record (
    paper TEXT NOT NULL REFERENCES node, path TEXT NOT NULL, position TEXT NOT NULL, checksum TEXT NOT NULL, id TEXT
);
CREATE TABLE edge (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL REFERENCES node, relation TEXT NOT NULL,
    target TEXT NOT NULL REFERENCES node, count INTEGER, score REAL, position INTEGER
);
CREATE TABLE edge_paper (
    edge INTEGER NOT NULL REFERENCES edge, paper TEXT NOT NULL REFERENCES node, score REAL NOT NULL,
    PRIMARY KEY (edge, paper)
) WITHOUT ROWID;
CREATE TABLE evidence (
    edge INTEGER NOT NULL REFERENCES edge, paper TEXT NOT NULL REFERENCES node, start INTEGER NOT NULL,
    stop INTEGER NOT NULL
);
CREATE VIRTUAL TABLE search USING fts5(id UNINDEXED, kind UNINDEXED, label, names);
"""
_AFTER: Final = """\
CREATE INDEX node_kind ON node (kind);
CREATE INDEX node_label ON node (label);
CREATE INDEX name_name ON name (name);
CREATE INDEX name_node ON name (node);
CREATE INDEX record_paper ON record (paper);
CREATE UNIQUE INDEX edge_ends ON edge (source, relation, target);
CREATE INDEX edge_target ON edge (target, relation);
CREATE INDEX edge_paper_paper ON edge_paper (paper);
CREATE INDEX evidence_edge ON evidence (edge);
CREATE VIEW entity AS SELECT id, kind, label, generic, iri FROM node WHERE kind IN ({entity_types});
CREATE VIEW statement AS
    SELECT edge.id AS edge, s.label AS source, relation, t.label AS target, count, score, source AS source_id,
        target AS target_id
    FROM edge JOIN node AS s ON s.id = source JOIN node AS t ON t.id = target;
CREATE VIEW refers_to AS
    SELECT source AS paper, target AS entity, relation, score FROM edge WHERE relation IN ({roles});
"""


class SQLiteSink:
    """Writes `graph.sqlite` into a folder."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "graph.sqlite", isolation_level=None)
        # nobody sees the file before it is whole
        self._run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        columns = [_column(column.name, _SQL_TYPES[column.type]) for column in _NODE_COLUMNS if column.name != "id"]
        self._run(_SCHEMA.format(columns=", ".join(columns)))
        self._database.execute("BEGIN")
        self._edges = 0

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind, and their lists into tables of their own."""
        names = [column.name for column in table.columns]
        plain = [column.name for column in table.columns if not column.is_list]
        insert = f"INSERT INTO node (kind, {', '.join(plain)}) VALUES (?{', ?' * len(plain)})"  # noqa: S608 - our own names
        for row in rows:
            node: dict[str, Any] = dict(zip(names, row, strict=True))
            self._insert(insert, [(table.kind, *(node[name] for name in plain))])
            also = node.get("names") or ()
            self._insert("INSERT INTO name VALUES (?, ?)", [(node["id"], name) for name in also])
            self._insert(
                "INSERT INTO author VALUES (?, ?, ?)",
                [(node["id"], position, name) for position, name in enumerate(node.get("authors") or (), start=1)],
            )
            self._insert(
                "INSERT INTO record VALUES (?, ?, ?, ?, ?)",
                [_record(node["id"], json.loads(record)) for record in node.get("records") or ()],
            )
            texts = (node["label"], "\n".join(also))
            self._insert("INSERT INTO search VALUES (?, ?, ?, ?)", [(node["id"], table.kind, *texts)])

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds, and what papers say of them into tables of their own."""
        names = ["source", "target", *(column.name for column in table.columns)]
        for row in rows:
            edge: dict[str, Any] = dict(zip(names, row, strict=True))
            self._edges += 1
            own = (edge.get("count"), edge.get("score"), edge.get("position"))
            self._insert(
                "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(self._edges, edge["source"], table.relation, edge["target"], *own)],
            )
            papers = zip(edge.get("papers") or (), edge.get("scores") or (), strict=True)
            self._insert("INSERT INTO edge_paper VALUES (?, ?, ?)", [(self._edges, *paper) for paper in papers])
            places = [parse_place(place) for place in edge.get("evidence") or ()]
            self._insert("INSERT INTO evidence VALUES (?, ?, ?, ?)", [(self._edges, *place) for place in places])

    def finish(self) -> None:
        """Write indexes and views."""
        self._database.execute("COMMIT")
        views = [_view(NODE_TABLES[kind]) for kind in NODE_KINDS]
        after = _AFTER.format(entity_types=_texts(ENTITY_TYPES), roles=_texts(ROLE_RELATIONS))
        self._run("\n".join([after, *views, "ANALYZE;"]))
        self._database.close()

    def _run(self, script: str) -> None:
        try:
            self._database.executescript(script)
        except sqlite3.Error as error:
            raise OutputError(f"SQLite {sqlite3.sqlite_version} can't write this graph: {error}") from error

    def _insert(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        try:
            self._database.executemany(statement, rows)
        except sqlite3.Error as error:
            raise OutputError(f"SQLite {sqlite3.sqlite_version} can't write this graph: {error}") from error


def _column(name: str, sql_type: str) -> str:
    return f"{name} {sql_type}{' NOT NULL' if name in {'label', 'iri'} else ''}"


def _view(table: NodeTable) -> str:
    columns = ", ".join(column.name for column in table.columns if not column.is_list)
    return f"CREATE VIEW {table.kind.lower()} AS SELECT {columns} FROM node WHERE kind = '{table.kind}';"  # noqa: S608 - our own names


def _record(paper: str, record: dict[str, str]) -> tuple[str | None, ...]:
    return paper, record["path"], record["position"], record["checksum"], record.get("id")


def _texts(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)
