"""Triples of pyoxigraph as an rdflib graph."""

from collections.abc import Iterable
from functools import lru_cache

from pyoxigraph import BlankNode, Literal, NamedNode, Triple
from rdflib import BNode, Graph, URIRef
from rdflib import Literal as RdflibLiteral
from rdflib.term import Node

from kg.rdf.vocabulary import PREFIXES, XSD_STRING


def to_rdflib_graph(triples: Iterable[Triple]) -> Graph:
    """Make an rdflib graph of triples; lexical forms stay as they are."""
    graph = Graph(bind_namespaces="none")
    for prefix, namespace in PREFIXES.items():
        graph.bind(prefix, namespace)
    for triple in triples:
        graph.add((_to_node(triple.subject), _to_node(triple.predicate), _to_node(triple.object)))
    return graph


@lru_cache(maxsize=1 << 16)
def _to_node(term: NamedNode | BlankNode | Literal) -> Node:
    if isinstance(term, NamedNode):
        return URIRef(term.value)
    if isinstance(term, BlankNode):
        return BNode(term.value)
    if term.language is not None:
        return RdflibLiteral(term.value, lang=term.language)
    datatype = None if term.datatype == XSD_STRING else URIRef(term.datatype.value)
    return RdflibLiteral(term.value, datatype=datatype, normalize=False)
