"""openCypher that writes tables of a property graph: literals, and statements that MERGE some rows at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from kg.export.property_graph import EdgeTable, NodeTable, Row, Value

#: rows that a statement writes: more are no faster, and hard on parsers
BATCH: Final = 200

_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def literal(value: Value) -> str:
    r"""Write a value as an expression in openCypher.

    Escaped is only what every parser unescapes; some know no `\u`, and others replace it before all else, so that a
    backslash in front of a `u` is kept away from it.

    >>> print(literal('a "b" \\ c\n'), literal("\\u0041"), literal((0.5, 1.0)), literal(True))
    "a \"b\" \\ c\n" "\\"+"u0041" [0.5,1.0] true
    """
    if isinstance(value, tuple):
        return f"[{','.join(map(literal, value))}]"
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'.replace("\\\\u", '\\\\"+"u')
    return str(value).lower() if isinstance(value, bool) else repr(value)


def merge_nodes(table: NodeTable, rows: Iterable[Row], *, key: str = "id") -> Iterator[str]:
    """Write statements that create the nodes of a table, or update those that have the same key."""
    names = [column.name for column in table.columns]
    labels = ":".join(table.labels)
    for group in _groups(rows):
        maps = ",\n".join(_map(names, row) for row in group)
        yield f"UNWIND [\n{maps}\n] AS row MERGE (n:{labels} {{{key}: row.{key}}}) SET n += row"


def merge_edges(table: EdgeTable, rows: Iterable[Row], *, key: str = "id") -> Iterator[str]:
    """Write statements that create the edges of a table, or update those that are there.

    Args:
        table: what edges they are.
        rows: the edges; source and target are told by their `key`.
        key: the property of nodes by which they are found.
    """
    names = [column.name for column in table.columns]
    for group in _groups(rows):
        maps = ",\n".join(
            f"{{s:{literal(source)},t:{literal(target)}{',p:' + _map(names, tuple(values)) if names else ''}}}"
            for source, target, *values in group
        )
        yield (
            f"UNWIND [\n{maps}\n] AS row "
            f"MATCH (a:{table.source} {{{key}: row.s}}) MATCH (b:{table.target} {{{key}: row.t}}) "
            f"MERGE (a)-[r:{table.relation}]->(b){' SET r += row.p' if names else ''}"
        )


def _map(names: list[str], row: Row) -> str:
    cells = (f"{name}:{literal(value)}" for name, value in zip(names, row, strict=True) if value is not None)
    return f"{{{','.join(cells)}}}"


def _groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    pending = iter(rows)
    while group := list(islice(pending, BATCH)):
        yield group
