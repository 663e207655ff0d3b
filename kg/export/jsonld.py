"""JSON-LD with the context of `ontology/context.jsonld` inside, so that it is read without a network."""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from kg.export.files import replace_file
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.triples import graph_triples
from kg.rdf.vocabulary import RDF_TYPE, XSD_BOOLEAN, XSD_INTEGER, XSD_STRING


class Term(msgspec.Struct, frozen=True):
    """A term of the context: its name, what its values are coerced to (`@id`, `@vocab`, a datatype), a list always."""

    name: str
    coercion: str = ""
    is_set: bool = False


def write_jsonld(graph: KnowledgeGraph, target: Path) -> None:
    """Write a graph, one node a line, sorted by `@id`.

    Raises:
        KgError: the graph can't be said in RDF, or the file can't be written.
    """
    triples = graph_triples(graph)
    context = read_context()
    terms = terms_of(context)
    with replace_file(target) as file:
        file.write(b'{"@context": ' + _encode(context) + b',\n"@graph": [')
        for number, node in enumerate(_nodes(triples, terms)):
            file.write((b",\n" if number else b"\n") + _encode(node))
        file.write(b"\n]}\n")


def read_context() -> dict[str, Any]:
    """Read the context that ships with kg."""
    document = json.loads(files("kg.ontology").joinpath("context.jsonld").read_text(encoding="utf-8"))
    context: dict[str, Any] = document["@context"]
    return context


def terms_of(context: dict[str, Any]) -> dict[str, Term]:
    """Index the terms of a context by the IRI that they stand for.

    >>> terms_of({"kg": "https://kg.example/", "score": {"@id": "kg:score", "@type": "kg:number"}})
    {'https://kg.example/score': Term(name='score', coercion='https://kg.example/number', is_set=False)}
    """
    prefixes = {name: value for name, value in context.items() if isinstance(value, str) and "//" in value}

    def expand(compact: str) -> str:
        prefix, colon, name = compact.partition(":")
        return prefixes[prefix] + name if colon else compact

    terms = {}
    for name, value in context.items():
        if name not in prefixes:
            definition = {"@id": value} if isinstance(value, str) else value
            coercion = expand(definition.get("@type", ""))
            terms[expand(definition["@id"])] = Term(name, coercion, definition.get("@container") == "@set")
    return terms


def _nodes(triples: list[Triple], terms: dict[str, Term]) -> Iterator[dict[str, Any]]:
    for subject, group in groupby(triples, key=lambda triple: triple.subject):
        node: dict[str, Any] = {"@id": subject.value}
        for predicate, objects in groupby(group, key=lambda triple: triple.predicate):
            if predicate == RDF_TYPE:
                node["@type"] = [_value(triple.object, "@vocab", terms) for triple in objects]
                continue
            term = terms[predicate.value]
            values = [_value(triple.object, term.coercion, terms) for triple in objects]
            node[term.name] = values if term.is_set or len(values) > 1 else values[0]
        yield node


def _value(value: NamedNode | Literal | BlankNode | Triple, coercion: str, terms: dict[str, Term]) -> Any:
    if isinstance(value, NamedNode):
        return terms[value.value].name if coercion == "@vocab" else value.value
    if not isinstance(value, Literal):
        raise TypeError(f"no term of JSON-LD 1.1 for {value}")
    datatype = value.datatype
    if datatype.value == coercion:
        # a JSON number with a point would become an xsd:double, so decimals are strings
        return json.loads(value.value) if datatype in {XSD_BOOLEAN, XSD_INTEGER} else value.value
    if datatype == XSD_STRING and not coercion:
        return value.value
    return {"@value": value.value, "@type": datatype.value}


def _encode(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
