"""N-Triples: a triple a line, for bulk loaders and tools that work line by line."""

from pathlib import Path

from pyoxigraph import RdfFormat, serialize

from kg.export.files import replace_file
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.triples import graph_triples


def write_ntriples(graph: KnowledgeGraph, target: Path) -> None:
    """Write the triples of `graph.ttl`, in the same order.

    Raises:
        KgError: the graph can't be said in RDF, or the file can't be written.
    """
    triples = graph_triples(graph)
    with replace_file(target) as file:
        serialize(triples, file, RdfFormat.N_TRIPLES)
