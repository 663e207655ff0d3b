"""The property graph that all writers for databases share: typed tables of nodes and edges.

`docs/property-graph.md` describes it. A kind of node is a table, and so is each relation between two kinds. A cell
without a value is None; lists are never empty. Texts hold no NUL and no lone surrogate, which no database can keep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, Protocol

import msgspec

from kg.errors import InputError
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.iris import to_iri
from kg.rdf.properties import NODE_PROPERTIES
from kg.vocabulary import (
    ASSERTED_RELATIONS,
    AUTHOR,
    AUTHOR_KEYWORD,
    CLOSE_MATCH,
    EDGE_KINDS,
    ENTITY_TYPES,
    HAS_TOPIC,
    NODE_KINDS,
    PUBLISHED_IN,
    RELATIONS,
    ROLE_RELATIONS,
    SAME_NAME_AS,
)

Value = str | int | float | bool | tuple[str, ...] | tuple[float, ...] | None
Row = tuple[Value, ...]
Type = Literal["string", "integer", "double", "boolean", "strings", "doubles"]


class Column(msgspec.Struct, frozen=True):
    """A property: its name and type; `strings` and `doubles` are lists."""

    name: str
    type: Type

    @property
    def is_list(self) -> bool:
        """Whether its values are lists."""
        return self.type in {"strings", "doubles"}


class NodeTable(msgspec.Struct, frozen=True):
    """The nodes of a kind; `columns` begins with the key, `id`, and with `iri`."""

    kind: str
    columns: tuple[Column, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Its labels where nodes may have several: the kind, and `Entity` for the five types of entity."""
        return (self.kind, ENTITY) if self.kind in ENTITY_TYPES else (self.kind,)


class EdgeTable(msgspec.Struct, frozen=True):
    """The edges of a relation from one kind of node to another; rows begin with the ids of source and target.

    `columns` are the properties alone.
    """

    relation: str
    source: str
    target: str
    columns: tuple[Column, ...]


class Sink(Protocol):
    """What a writer does: take all tables of nodes, then all tables of edges (none is empty), then finish."""

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind, sorted by id."""

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds, sorted by source and target; ends are nodes written."""

    def finish(self) -> None:
        """Write what comes last, and close; called after a failure, too, when nobody will read what was written."""


#: the label that models, datasets, methods, tasks and metrics share
ENTITY: Final = "Entity"
#: between the id of a paper and the place of a sentence in it, in `evidence` (RFC 5147, as in Turtle)
PLACE: Final = "#char="

_TYPES: Final[dict[str, Type]] = {
    "label": "string",
    "title": "string",
    "untitled": "boolean",
    "year": "integer",
    "doi": "string",
    "anthology_id": "string",
    "arxiv_id": "string",
    "url": "string",
    "names": "strings",
    "generic": "boolean",
    "orcid": "string",
}
_PAPER_ONLY: Final = (Column("authors", "strings"), Column("records", "strings"))
_ASSERTED: Final = (
    Column("papers", "strings"),
    Column("scores", "doubles"),
    Column("count", "integer"),
    Column("score", "double"),
    Column("evidence", "strings"),
)
_POSITION: Final = (Column("position", "integer"),)
_PYTHON_TYPES: Final[dict[Type, Any]] = {"string": str, "integer": int, "double": float | int, "boolean": bool}
_UNKEEPABLE: Final = re.compile("[\x00\ud800-\udfff]")

#: kind → its table, in the order of the vocabulary
NODE_TABLES: Final = {
    kind: NodeTable(
        kind,
        (
            Column("id", "string"),
            Column("iri", "string"),
            *(Column(item.attribute, _TYPES[item.attribute]) for item in NODE_PROPERTIES[kind]),
            *(_PAPER_ONLY if kind == "Paper" else ()),
        ),
    )
    for kind in NODE_KINDS
}


def edge_columns(relation: str) -> tuple[Column, ...]:
    """Give the properties of a relation's edges.

    >>> [column.name for column in edge_columns("uses")]
    ['papers', 'scores', 'count', 'score', 'evidence']
    """
    if relation in ASSERTED_RELATIONS:
        return _ASSERTED
    return _POSITION if relation == AUTHOR else ()


def allowed_ends(relation: str) -> list[tuple[str, str]]:
    """List the kinds of source and target that the vocabulary allows a relation, in its order.

    >>> allowed_ends("trainedOn")
    [('Model', 'Dataset'), ('Method', 'Dataset')]
    """
    if relation in ROLE_RELATIONS:
        return [("Paper", kind) for kind in ENTITY_TYPES]
    if relation == CLOSE_MATCH:
        return [("Keyword", kind) for kind in ENTITY_TYPES]
    papers_to = {AUTHOR_KEYWORD: "Keyword", AUTHOR: "Person", PUBLISHED_IN: "Venue", HAS_TOPIC: "Topic"}
    if relation in papers_to:
        return [("Paper", papers_to[relation])]
    allows: Callable[[str, str], bool] = str.__ne__
    if relation != SAME_NAME_AS:
        allows = next(rule for rule in RELATIONS.values() if rule.predicate == relation).allows
    return [(head, tail) for head in ENTITY_TYPES for tail in ENTITY_TYPES if allows(head, tail)]


def feed(graph: KnowledgeGraph, sink: Sink) -> None:
    """Give a graph to a sink, table by table; the same calls for the same graph.

    Raises:
        InputError: the graph holds something that the model has no place for.
    """
    try:
        nodes = _nodes_by_kind(graph)
        for kind in NODE_KINDS:
            if kind in nodes:
                sink.write_nodes(NODE_TABLES[kind], _node_rows(graph, kind, nodes[kind]))
        edges = _edges_by_table(graph)
        for relation, source, target in sorted(edges, key=_order):
            table = EdgeTable(relation, source, target, edge_columns(relation))
            sink.write_edges(table, _edge_rows(graph, table, sorted(edges[relation, source, target])))
    finally:
        sink.finish()


def keepable(text: str) -> str:
    r"""Put U+FFFD for NUL and lone surrogates.

    >>> keepable("a\x00b\ud800")
    'a\ufffdb\ufffd'
    """
    return _UNKEEPABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def parse_place(evidence: str) -> tuple[str, int, int]:
    """Split an item of `evidence` into the id of the paper, start and end.

    >>> parse_place("paper/10.1/x#char=120,245")
    ('paper/10.1/x', 120, 245)
    """
    paper, _, place = evidence.rpartition(PLACE)
    start, end = place.split(",")
    return paper, int(start), int(end)


def _order(table: tuple[str, str, str]) -> tuple[int, int, int]:
    relation, source, target = table
    return EDGE_KINDS.index(relation), NODE_KINDS.index(source), NODE_KINDS.index(target)


def _nodes_by_kind(graph: KnowledgeGraph) -> dict[str, list[str]]:
    nodes: dict[str, list[str]] = {}
    seen: dict[str, str] = {}
    for node in sorted(graph.graph.nodes):
        kind = graph.graph.nodes[node].get("kind")
        if kind not in NODE_TABLES:
            raise InputError(f"node {node!r}: its kind is {kind!r}; expected one of {', '.join(NODE_KINDS)}")
        nodes.setdefault(kind, []).append(node)
        if (other := seen.setdefault(keepable(node), node)) != node:
            raise InputError(f"nodes {other!r} and {node!r} differ only in characters that no database can keep")
    return nodes


def _edges_by_table(graph: KnowledgeGraph) -> dict[tuple[str, str, str], list[tuple[str, str]]]:
    kinds: dict[str, str] = {node: data["kind"] for node, data in graph.graph.nodes(data=True)}
    tables: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for source, target, relation in graph.graph.edges(keys=True):
        if relation not in EDGE_KINDS:
            raise InputError(f"edge {source!r} {relation} {target!r}: the ontology has no such relation")
        tables.setdefault((relation, kinds[source], kinds[target]), []).append((source, target))
    return tables


def _node_rows(graph: KnowledgeGraph, kind: str, nodes: Iterable[str]) -> Iterator[Row]:
    columns = NODE_TABLES[kind].columns
    for node in nodes:
        attributes = dict(graph.graph.nodes[node])
        del attributes["kind"]
        try:
            values = {"id": node, "iri": to_iri(graph.base_iri, node), **attributes}
            values["authors"] = [author.name for author in sorted(attributes.get("authors", ()))]
            values["records"] = [msgspec.json.encode(record).decode() for record in attributes.get("records", ())]
            yield _row(columns, values, {"authors", "records"})
        except (TypeError, ValueError, AttributeError) as error:
            raise InputError(f"node {node!r}: {error}") from error


def _edge_rows(graph: KnowledgeGraph, table: EdgeTable, ends: Iterable[tuple[str, str]]) -> Iterator[Row]:
    for source, target in ends:
        values = dict(graph.graph.edges[source, target, table.relation])
        try:
            if values.pop("relation", None) != table.relation:
                raise ValueError("its key and its relation differ")
            if "evidence" in values:
                values["evidence"] = [f"{paper}{PLACE}{start},{end}" for paper, start, end in values["evidence"]]
            yield (keepable(source), keepable(target), *_row(table.columns, values))
        except (TypeError, ValueError) as error:
            raise InputError(f"edge {source!r} {table.relation} {target!r}: {error}") from error


def _row(columns: tuple[Column, ...], values: dict[str, Any], optional: Iterable[str] = ()) -> Row:
    """Bring values into the order and types of columns.

    Raises:
        ValueError: a value of another type, or one without a column.
    """
    row = tuple(_cell(column, values.pop(column.name, None)) for column in columns)
    if strangers := sorted(values.keys() - set(optional)):
        raise ValueError(f"the ontology has no property for its attribute {strangers[0]!r}")
    return row


def _cell(column: Column, value: Any) -> Value:
    if value is None:
        return None
    if column.is_list:
        item = Column(column.name, "string" if column.type == "strings" else "double")
        items: Any = tuple(_cell(item, one) for one in value)
        return items or None
    if not isinstance(value, _PYTHON_TYPES[column.type]) or (column.type != "boolean" and isinstance(value, bool)):
        raise ValueError(f"its {column.name} is {value!r}; expected {column.type}")
    if isinstance(value, str):
        return keepable(value)
    return float(value) if column.type == "double" else value
