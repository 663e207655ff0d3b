"""Parquet, for DuckDB, pandas, Polars and Spark: a table of all nodes and one of all edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from kg.errors import UsageError
from kg.export.property_graph import NODE_TABLES, Column, EdgeTable, NodeTable, Row, edge_columns
from kg.vocabulary import AUTHOR, EDGE_KINDS

if TYPE_CHECKING:
    import pyarrow

#: rows that are in memory at once
_BATCH: Final = 20_000

_KEY: Final = (Column("id", "string"), Column("kind", "string"))
_NODE_COLUMNS: Final = tuple(dict.fromkeys([*_KEY, *(c for table in NODE_TABLES.values() for c in table.columns)]))
_EDGE_ENDS: Final = (Column("source", "string"), Column("relation", "string"), Column("target", "string"))
_EDGE_COLUMNS: Final = (*_EDGE_ENDS, *edge_columns(EDGE_KINDS[0]), *edge_columns(AUTHOR))


class ParquetSink:
    """Writes `nodes.parquet` and `edges.parquet` into a folder; a kind or a pair of kinds is a row group of its own."""

    def __init__(self, folder: Path) -> None:
        self._nodes = ParquetTable(folder / "nodes.parquet", _NODE_COLUMNS)
        self._edges = ParquetTable(folder / "edges.parquet", _EDGE_COLUMNS)

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind."""
        self._nodes.write(rows, [column.name for column in table.columns], kind=table.kind)

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds."""
        names = ("source", "target", *(column.name for column in table.columns))
        self._edges.write(rows, names, relation=table.relation)

    def finish(self) -> None:
        """Close both files."""
        self._nodes.close()
        self._edges.close()


class ParquetTable:
    """A Parquet file that grows.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        arrow, parquet = _import_arrow()
        types = {
            "string": arrow.string(),
            "integer": arrow.int64(),
            "double": arrow.float64(),
            "boolean": arrow.bool_(),
            "strings": arrow.list_(arrow.string()),
            "doubles": arrow.list_(arrow.float64()),
        }
        self._arrow = arrow
        self._schema = arrow.schema([(column.name, types[column.type]) for column in columns])
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: Iterable[Row], names: Sequence[str], **constants: str) -> None:
        """Append rows whose cells have these names; other columns have a constant, or no value."""
        pending = iter(rows)
        while batch := list(islice(pending, _BATCH)):
            cells: dict[str, Sequence[Any]] = dict(zip(names, zip(*batch, strict=True), strict=True))
            cells |= {name: [value] * len(batch) for name, value in constants.items()}
            columns = [self._array(field, cells.get(field.name), len(batch)) for field in self._schema]
            self._writer.write_table(self._arrow.table(columns, schema=self._schema))

    def close(self) -> None:
        """Write the end of the file."""
        self._writer.close()

    def _array(self, field: pyarrow.Field, cells: Sequence[Any] | None, length: int) -> pyarrow.Array:
        return self._arrow.nulls(length, field.type) if cells is None else self._arrow.array(cells, type=field.type)

    def __enter__(self) -> ParquetTable:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _import_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError("writing Parquet needs pyarrow: pip install 'paper-kg[parquet]'") from error
    return pyarrow, pyarrow.parquet
