"""Writers: a graph to files."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from kg.graph.knowledge_graph import KnowledgeGraph


class Writer(msgspec.Struct, frozen=True):
    """A format that a graph can be written in.

    Attributes:
        name: what it is called.
        description: what it is, in a line.
        readers: what reads it.
        suffix: how the name of its file ends; empty where an export is always a folder.
        function: `module:name` of the function that writes a file or, for folders, of the sink; imported when it is
            used.
        extra: the extra of the distribution that writing it needs, if any.
    """

    name: str
    description: str
    readers: str
    suffix: str
    function: str
    extra: str = ""

    def write(self, graph: KnowledgeGraph, target: Path) -> None:
        """Write a graph to a file, or to a folder where the format is one: the same bytes for the same graph.

        It appears only when it is whole.

        Raises:
            KgError: the graph can't be said in the format, or the target can't be written.
        """
        if self.suffix:
            self._load()(graph, target)
        else:
            self.write_folder(graph, target)

    def write_folder(self, graph: KnowledgeGraph, target: Path) -> None:
        """Write a graph to a folder, with a README that tells how to load it and what to ask.

        An export that is there already is replaced; the folder appears only when it is whole.

        Raises:
            UsageError: the folder holds something else, or a library is missing.
            KgError: the graph can't be said in the format, or the folder can't be written.
        """
        from kg.export.bundle import write_one_file, write_tables

        if self.suffix:
            write_one_file(graph, target, self.name, f"graph{self.suffix}", self._load())
        else:
            write_tables(graph, target, self.name, self._load())

    def _load(self) -> Any:
        module, _, name = self.function.partition(":")
        return getattr(import_module(module), name)


_WRITERS: Final = (
    Writer(
        "turtle", "RDF as Turtle: one file, easy to read", "any RDF store and SPARQL",
        ".ttl", "kg.export.turtle:write_turtle",
    ),
    Writer(
        "ntriples", "RDF as N-Triples: a triple a line, for bulk loaders", "any RDF store and SPARQL",
        ".nt", "kg.export.ntriples:write_ntriples",
    ),
    Writer(
        "jsonld", "RDF as JSON-LD", "web applications, any RDF store",
        ".jsonld", "kg.export.jsonld:write_jsonld",
    ),
    Writer(
        "neo4j", "CSV files for neo4j-admin, and a Cypher script for a running server",
        "Neo4j; the script also others that speak Cypher over Bolt", "", "kg.export.neo4j:Neo4jSink",
    ),
    Writer(
        "falkordb", "commands for redis-cli", "FalkorDB", "", "kg.export.falkordb:FalkorDBSink",
    ),
    Writer(
        "ladybug", "schema, Parquet files and a script that makes a database of them",
        "Ladybug, the embedded graph database that goes on with Kùzu", "", "kg.export.ladybug:LadybugSink", "parquet",
    ),
    Writer(
        "graphml", "GraphML: an XML file", "yEd, Cytoscape, Gephi, igraph, networkx, JanusGraph",
        ".graphml", "kg.export.graphml:write_graphml",
    ),
    Writer(
        "gexf", "GEXF: an XML file, with weights", "Gephi, graphology, networkx", ".gexf", "kg.export.gexf:write_gexf",
    ),
    Writer(
        "parquet", "a table of nodes and one of edges, typed, with lists", "DuckDB, pandas, Polars, Spark",
        "", "kg.export.parquet:ParquetSink", "parquet",
    ),
    Writer(
        "sqlite", "a database file with foreign keys, full-text search and views", "SQLite, Datasette",
        "", "kg.export.sqlite:SQLiteSink",
    ),
)  # fmt: skip

#: name of a format → its writer
WRITERS: Final = {writer.name: writer for writer in _WRITERS}
