"""Turtle that all parsers read alike: prefixes for vocabularies, full IRIs for resources, no blank nodes."""

import re
from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode, RdfFormat, Triple, serialize

from kg.export.files import replace_file
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.mentions import mention_triples
from kg.rdf.triples import graph_triples
from kg.rdf.vocabulary import GRAPH_PREFIXES, MENTION_PREFIXES

_LOCAL_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def write_turtle(graph: KnowledgeGraph, target: Path) -> None:
    """Write a graph (`graph.ttl`), sorted by subject.

    Raises:
        KgError: the graph can't be said in RDF, or the file can't be written.
    """
    _write(graph_triples(graph), GRAPH_PREFIXES, target)


def write_mentions(graph: KnowledgeGraph, target: Path) -> None:
    """Write the texts of a graph's sources and where they name its entities (`mentions.ttl`), sorted by subject.

    Raises:
        KgError: mentions don't fit their texts, or the file can't be written.
    """
    _write(mention_triples(graph), MENTION_PREFIXES, target)


def _write(triples: list[Triple], prefixes: dict[str, str], target: Path) -> None:
    with replace_file(target) as file:
        if not triples:
            file.write(b"# There is nothing in this graph.\n")  # not the same as a file that got lost
        serialize(triples, file, RdfFormat.TURTLE, prefixes=_safe_prefixes(triples, prefixes))


def _safe_prefixes(triples: list[Triple], prefixes: dict[str, str]) -> dict[str, str]:
    r"""Leave out prefixes that would shorten an address that is no term.

    Their local names could hold escapes such as ``a\.b``, which some parsers can't read.
    """
    namespaces = tuple(prefixes.values())
    suspects = {
        term.value
        for triple in triples
        for term in (triple.subject, triple.object)
        if isinstance(term, NamedNode) and term.value.startswith(namespaces)
    }
    return {
        prefix: namespace
        for prefix, namespace in prefixes.items()
        if all(_LOCAL_NAME.fullmatch(term, len(namespace)) for term in suspects if term.startswith(namespace))
    }
