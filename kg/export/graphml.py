"""GraphML for Gephi, Cytoscape, igraph and networkx (`read_graphml(path, force_multigraph=True)`).

GraphML has no lists: a tuple becomes JSON. It has no None either: an attribute without a value is absent.
"""

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import networkx as nx

from kg.export.files import replace_file
from kg.graph.knowledge_graph import KnowledgeGraph

#: what XML 1.0 can't hold, escaped or not (section 2.2, `Char`)
_NO_XML_CHARACTER: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_graphml(graph: KnowledgeGraph, target: Path) -> None:
    """Write a graph; nodes sorted by id, edges by source, target and relation.

    An edge's id is unique in the file, its relation is the attribute `relation`.

    Raises:
        KgError: the file can't be written.
    """
    flat = flatten_graph(graph.graph)
    with replace_file(target) as file:
        nx.write_graphml_lxml(flat, file, encoding="utf-8", prettyprint=True, infer_numeric_types=False)


def flatten_graph(graph: "nx.MultiDiGraph[str]") -> "nx.MultiDiGraph[str]":
    """Copy a graph in a stable order, with attributes that GraphML can hold and edge keys that are unique."""
    flat: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in sorted(graph.nodes):
        flat.add_node(clean_xml(node), **_flatten(graph.nodes[node]))
    edges: list[tuple[str, str, str]] = sorted(graph.edges(keys=True))
    for number, (head, tail, relation) in enumerate(edges):
        attributes = _flatten(graph.edges[head, tail, relation])
        flat.add_edge(clean_xml(head), clean_xml(tail), key=f"e{number}", **attributes)
    return flat


def clean_xml(text: str) -> str:
    r"""Put U+FFFD for each character that XML can't hold.

    >>> clean_xml("a\x00b\ud800c\n")
    'a\ufffdb\ufffdc\n'
    """
    return _NO_XML_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)


def _flatten(attributes: dict[str, Any]) -> dict[str, str | int | float | bool]:
    return {name: _flatten_value(value) for name, value in sorted(attributes.items()) if value is not None}


def _flatten_value(value: Any) -> str | int | float | bool:
    if isinstance(value, bool | int | float):
        return value
    return clean_xml(value if isinstance(value, str) else msgspec.json.encode(value).decode())
