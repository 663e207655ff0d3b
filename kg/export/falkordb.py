"""FalkorDB: commands for `redis-cli`, one a line.

Its indexes take texts that differ in blanks at the end for one, and split them at U+0001. An IRI has neither, so nodes
are found by it and not by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kg.export.cypher import merge_edges, merge_nodes
from kg.export.property_graph import ENTITY, EdgeTable, NodeTable, Row, Value
from kg.vocabulary import NODE_KINDS

#: the key of the graph in the server
GRAPH: Final = "kg"

_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


class FalkorDBSink:
    """Writes `load.redis` into a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "load.redis").open("w", encoding="utf-8", newline="")
        self._iris: dict[Value, Value] = {}
        for label in (*NODE_KINDS, ENTITY):
            self._write([f"CREATE INDEX FOR (n:{label}) ON (n.iri, n.label)"])

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind."""
        self._write(merge_nodes(table, self._note_iris(rows), key="iri"))

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds."""
        named = ((self._iris[source], self._iris[target], *own) for source, target, *own in rows)
        self._write(merge_edges(table, named, key="iri"))

    def finish(self) -> None:
        """Close the file."""
        self._file.close()

    def _note_iris(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._iris[row[0]] = row[1]  # every table of nodes begins with id and iri
            yield row

    def _write(self, statements: Iterable[str]) -> None:
        for statement in statements:
            self._file.write(f"GRAPH.QUERY {GRAPH} {quote(statement)}\n")


def quote(text: str) -> str:
    r"""Write an argument of a command as `redis-cli` reads it from a file.

    >>> print(quote('RETURN "a"'))
    "RETURN \"a\""
    """
    return f'"{text.translate(_ESCAPES)}"'
