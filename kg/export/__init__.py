"""Writers: a graph to files."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from kg.graph.knowledge_graph import KnowledgeGraph


class Writer(msgspec.Struct, frozen=True):
    """A format that a graph can be written in.

    Attributes:
        description: what it is good for, in a line.
        suffix: how the names of its files end.
        function: `module:function` of the function that writes; imported when it is used.
    """

    description: str
    suffix: str
    function: str

    def write(self, graph: KnowledgeGraph, target: Path) -> None:
        """Write a graph to a file that appears only when it is whole: the same bytes for the same graph.

        Raises:
            KgError: the graph can't be said in the format, or the file can't be written.
        """
        module, _, name = self.function.partition(":")
        function: Callable[[KnowledgeGraph, Path], None] = getattr(import_module(module), name)
        function(graph, target)


#: name of a format → its writer
WRITERS: Final = {
    "turtle": Writer("RDF as Turtle, for SPARQL and triple stores", ".ttl", "kg.export.turtle:write_turtle"),
    "jsonld": Writer("RDF as JSON-LD, for web applications", ".jsonld", "kg.export.jsonld:write_jsonld"),
    "graphml": Writer("GraphML, for Gephi, Cytoscape and networkx", ".graphml", "kg.export.graphml:write_graphml"),
}
