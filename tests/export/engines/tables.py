"""The tables of a property graph, as plain sets to compare with what an engine holds."""

from collections.abc import Iterable
from typing import Any

from kg.export.property_graph import EdgeTable, NodeTable, Row, feed
from kg.graph.knowledge_graph import KnowledgeGraph

Record = frozenset[tuple[str, Any]]
"""The properties of a node or an edge that have a value."""


class Tables:
    """A sink that keeps everything: nodes as (kind, record), edges as (source, relation, target, record)."""

    def __init__(self) -> None:
        self.nodes: set[tuple[str, Record]] = set()
        self.edges: set[tuple[str, str, str, Record]] = set()

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        names = [column.name for column in table.columns]
        self.nodes |= {(table.kind, record(dict(zip(names, row, strict=True)))) for row in rows}

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        names = [column.name for column in table.columns]
        for source, target, *values in rows:
            assert isinstance(source, str)
            assert isinstance(target, str)
            self.edges.add((source, table.relation, target, record(dict(zip(names, values, strict=True)))))

    def finish(self) -> None:
        pass


def tables_of(graph: KnowledgeGraph) -> Tables:
    """Give the tables that every engine must hold."""
    tables = Tables()
    feed(graph, tables)
    return tables


def record(properties: dict[str, Any]) -> Record:
    """Make properties comparable: lists as tuples, no value as none."""
    return frozenset(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in properties.items()
        if value is not None
    )
