"""Ladybug, the embedded graph database that goes on with Kùzu: a schema, Parquet files, and `COPY` statements.

All tables are made, also those that the graph leaves empty, so that no question meets an unknown one.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final

from kg.export.parquet import ParquetTable
from kg.export.property_graph import (
    NODE_TABLES,
    Column,
    EdgeTable,
    NodeTable,
    Row,
    allowed_ends,
    edge_columns,
)
from kg.vocabulary import EDGE_KINDS, NODE_KINDS

_TYPES: Final = {
    "string": "STRING",
    "integer": "INT64",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "strings": "STRING[]",
    "doubles": "DOUBLE[]",
}
_ENDS: Final = (Column("source", "string"), Column("target", "string"))


class LadybugSink:
    """Writes `schema.cypher`, `copy.cypher`, `load.py` and a Parquet file for each table into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ends = {relation: allowed_ends(relation) for relation in EDGE_KINDS}
        self._copies: list[str] = []

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind."""
        file = f"{table.kind}.parquet"
        self._write(file, table.columns, rows)
        self._copies.append(f'COPY {table.kind} FROM "{file}"')

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds."""
        file = f"{table.relation}-{table.source}-{table.target}.parquet"
        self._write(file, (*_ENDS, *table.columns), rows)
        self._copies.append(f'COPY {table.relation} FROM "{file}" (FROM="{table.source}", TO="{table.target}")')
        ends = self._ends[table.relation]
        if (table.source, table.target) not in ends:
            ends.append((table.source, table.target))

    def finish(self) -> None:
        """Write the statements, and the script that runs them."""
        schema = [_node_statement(NODE_TABLES[kind]) for kind in NODE_KINDS]
        schema += [_edge_statement(relation, ends) for relation, ends in self._ends.items()]
        self._write_statements("schema.cypher", schema)
        self._write_statements("copy.cypher", self._copies)
        script = files("kg.export").joinpath("readmes", "ladybug_load.txt").read_text(encoding="utf-8")
        (self._folder / "load.py").write_text(script, encoding="utf-8", newline="")

    def _write(self, name: str, columns: tuple[Column, ...], rows: Iterable[Row]) -> None:
        with ParquetTable(self._folder / name, columns) as file:
            file.write(rows, [column.name for column in columns])

    def _write_statements(self, name: str, statements: Iterable[str]) -> None:
        text = "".join(f"{statement};\n" for statement in statements)
        (self._folder / name).write_text(text, encoding="utf-8", newline="")


def _node_statement(table: NodeTable) -> str:
    columns = ", ".join(map(_column, table.columns))
    return f"CREATE NODE TABLE {table.kind}({columns}, PRIMARY KEY(id))"


def _edge_statement(relation: str, ends: list[tuple[str, str]]) -> str:
    parts = [f"FROM {source} TO {target}" for source, target in ends]
    return f"CREATE REL TABLE {relation}({', '.join([*parts, *map(_column, edge_columns(relation))])})"


def _column(column: Column) -> str:
    return f"{column.name} {_TYPES[column.type]}"
