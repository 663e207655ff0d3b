"""Graph to triples: every node, edge and attribute, with an assertion for each paper that says so."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyoxigraph import NamedNode, Triple

from kg.errors import InputError
from kg.graph.knowledge_graph import Authorship, KnowledgeGraph
from kg.papers.paper import Record
from kg.rdf import vocabulary as v
from kg.rdf.iris import (
    KIND_BY_SEGMENT,
    assertion_iri,
    authorship_iri,
    is_external,
    normalise_base,
    record_iri,
    text_fragment_iri,
    to_iri,
)
from kg.rdf.properties import NODE_PROPERTIES, encode_integer, encode_score, encode_string
from kg.vocabulary import AUTHOR, AUTHOR_KEYWORD, ENTITY_TYPES, ROLE_RELATIONS, SAME_NAME_AS

if TYPE_CHECKING:
    import rdflib

_EDGE_ATTRIBUTES = frozenset({"relation"})
_ASSERTED_ATTRIBUTES = frozenset({"relation", "papers", "scores", "count", "score", "evidence"})
_AUTHOR_ATTRIBUTES = frozenset({"relation", "position"})
_NODE_ATTRIBUTES = {
    kind: frozenset({"kind", *(item.attribute for item in items), *({"authors", "records"} if kind == "Paper" else ())})
    for kind, items in NODE_PROPERTIES.items()
}


def graph_triples(graph: KnowledgeGraph) -> list[Triple]:
    """Say a graph in RDF.

    Args:
        graph: nodes and edges as `ontology/README.md` describes them.

    Returns:
        Distinct triples without blank nodes, sorted by subject, then predicate with `rdf:type` first, then object.

    Raises:
        InputError: a node, edge or attribute that the ontology has no term for; the message names it.
        UsageError: the graph's base IRI can't be one.
    """
    base = normalise_base(graph.base_iri)
    triples: set[Triple] = set()
    for node_id, attributes in graph.graph.nodes(data=True):
        try:
            triples.update(_node_triples(base, node_id, attributes))
        except ValueError as error:
            raise InputError(f"node {node_id!r} can't be written as RDF: {error}") from error
    for head, tail, key, attributes in graph.graph.edges(keys=True, data=True):
        try:
            triples.update(_edge_triples(base, head, key, tail, attributes))
        except ValueError as error:
            raise InputError(f"edge {head!r} {key} {tail!r} can't be written as RDF: {error}") from error
    return sorted(triples, key=sort_key)


def to_rdflib(graph: KnowledgeGraph) -> "rdflib.Graph":
    """Give the triples of a graph as an rdflib graph, with prefixes bound; raises as `graph_triples` does."""
    from kg.rdf.conversion import to_rdflib_graph  # rdflib takes a while to import

    return to_rdflib_graph(graph_triples(graph))


def sort_key(triple: Triple) -> tuple[str, bool, str, str]:
    """Order triples by subject, then predicate with `rdf:type` first, then object."""
    subject, predicate = triple.subject, triple.predicate
    name = subject.value if isinstance(subject, NamedNode) else str(subject)
    return name, predicate != v.RDF_TYPE, predicate.value, str(triple.object)


def _node_triples(base: str, node_id: str, attributes: dict[str, Any]) -> Iterator[Triple]:
    kind = attributes.get("kind", "")
    expected = "Topic" if is_external(node_id) else KIND_BY_SEGMENT.get(node_id.partition("/")[0])
    if kind != expected:
        raise ValueError(f"its kind is {kind!r}, its id says {expected!r}")
    _require_known(attributes, _NODE_ATTRIBUTES[kind])
    if "label" not in attributes:
        raise ValueError("it has no label")
    node = NamedNode(to_iri(base, node_id))
    yield Triple(node, v.RDF_TYPE, v.CLASS_BY_KIND[kind])
    if kind in ENTITY_TYPES:
        yield Triple(node, v.RDF_TYPE, v.ENTITY)
    if kind in v.NAMED_KINDS:
        yield Triple(node, v.PREF_LABEL, encode_string(attributes["label"]))
    for item in NODE_PROPERTIES[kind]:
        if item.attribute in attributes:
            value = attributes[item.attribute]
            for single in value if item.many else (value,):
                yield Triple(node, item.predicate, item.value.encode(single))
    for authorship in attributes.get("authors", ()):
        yield from _authorship_triples(base, node_id, node, authorship)
    for record in attributes.get("records", ()):
        yield from _record_triples(base, node, record)


def _authorship_triples(base: str, paper: str, node: NamedNode, authorship: Authorship) -> Iterator[Triple]:
    place = NamedNode(authorship_iri(base, paper, authorship.position))
    yield Triple(node, v.AUTHORSHIP, place)
    yield Triple(place, v.RDF_TYPE, v.AUTHORSHIP_CLASS)
    yield Triple(place, v.POSITION, encode_integer(authorship.position))
    yield Triple(place, v.PRINTED_NAME, encode_string(authorship.name))
    if authorship.person is not None:
        yield Triple(place, v.PERSON, NamedNode(to_iri(base, authorship.person)))


def _record_triples(base: str, node: NamedNode, record: Record) -> Iterator[Triple]:
    place = NamedNode(record_iri(base, record.path, record.position, record.checksum, record.id))
    yield Triple(node, v.RECORD, place)
    yield Triple(place, v.RDF_TYPE, v.RECORD_CLASS)
    yield Triple(place, v.PATH, encode_string(record.path))
    yield Triple(place, v.RECORD_POSITION, encode_string(record.position))
    yield Triple(place, v.CHECKSUM, encode_string(record.checksum))
    if record.id is not None:
        yield Triple(place, v.RECORD_ID, encode_string(record.id))


def _edge_triples(base: str, head: str, relation: str, tail: str, attributes: dict[str, Any]) -> Iterator[Triple]:
    predicate = v.PREDICATE_BY_RELATION.get(relation)
    if predicate is None or attributes.get("relation") != relation:
        raise ValueError(f"its key is {relation!r}, its relation {attributes.get('relation')!r}")
    subject, target = NamedNode(to_iri(base, head)), NamedNode(to_iri(base, tail))
    yield Triple(subject, predicate, target)
    if relation in v.ASSERTED:
        _require_known(attributes, _ASSERTED_ATTRIBUTES)
        if relation in ROLE_RELATIONS:
            yield Triple(subject, v.REFERS_TO_TERM, target)
        yield from _assertion_triples(base, (head, relation, tail), attributes)
        return
    _require_known(attributes, _AUTHOR_ATTRIBUTES if relation == AUTHOR else _EDGE_ATTRIBUTES)
    if relation == SAME_NAME_AS:
        yield Triple(target, predicate, subject)
    elif relation == AUTHOR_KEYWORD:
        yield Triple(subject, v.HAS_KEYWORD_TERM, target)


def _assertion_triples(base: str, said: tuple[str, str, str], attributes: dict[str, Any]) -> Iterator[Triple]:
    head, relation, tail = said
    if missing := _ASSERTED_ATTRIBUTES - attributes.keys():
        raise ValueError(f"it has no attribute {min(missing)!r}")
    if attributes["count"] != len(attributes["papers"]) or attributes["score"] != max(attributes["scores"], default=0):
        raise ValueError("its count and score don't agree with its papers and scores")
    evidence: dict[str, list[tuple[int, int]]] = {}
    for paper, start, end in attributes["evidence"]:
        evidence.setdefault(paper, []).append((start, end))
    if strangers := evidence.keys() - set(attributes["papers"]):
        raise ValueError(f"evidence from {min(strangers)!r}, which is not among its papers")
    for paper, score in zip(attributes["papers"], attributes["scores"], strict=True):
        assertion = NamedNode(assertion_iri(base, head, relation, tail, paper))
        yield Triple(assertion, v.RDF_TYPE, v.ASSERTION)
        yield Triple(assertion, v.RDF_SUBJECT, NamedNode(to_iri(base, head)))
        yield Triple(assertion, v.RDF_PREDICATE, v.PREDICATE_BY_RELATION[relation])
        yield Triple(assertion, v.RDF_OBJECT, NamedNode(to_iri(base, tail)))
        yield Triple(assertion, v.ASSERTED_BY, NamedNode(to_iri(base, paper)))
        yield Triple(assertion, v.SCORE, encode_score(score))
        for start, end in evidence.get(paper, ()):
            yield Triple(assertion, v.EVIDENCE, NamedNode(text_fragment_iri(base, paper, start, end)))


def _require_known(attributes: dict[str, Any], known: frozenset[str]) -> None:
    if unknown := attributes.keys() - known:
        raise ValueError(f"the ontology has no property for its attribute {min(unknown)!r}")
