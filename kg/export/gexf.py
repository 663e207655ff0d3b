"""GEXF for Gephi: the graph of the GraphML export, with the number of papers as the weight of an edge."""

from __future__ import annotations

from pathlib import Path

from kg.export.files import replace_file
from kg.export.graphml import flatten_graph
from kg.graph.knowledge_graph import KnowledgeGraph


def write_gexf(graph: KnowledgeGraph, target: Path) -> None:
    """Write a graph; nodes sorted by id, edges by source, target and relation.

    Raises:
        KgError: the file can't be written.
    """
    from networkx.readwrite.gexf import GEXFWriter

    flat = flatten_graph(graph.graph)
    for _, _, edge in flat.edges(data=True):
        if "count" in edge:
            edge["weight"] = float(edge["count"])
    writer = GEXFWriter(encoding="utf-8", prettyprint=True, version="1.2draft")
    writer.add_graph(flat)
    for meta in writer.xml.iter("meta"):
        meta.attrib.clear()  # the day on which it was written
    with replace_file(target) as file:
        writer.write(file)
