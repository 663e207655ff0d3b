"""Namespaces, prefixes and the IRIs of terms; the terms of our own are defined in `ontology/kg.ttl`."""

from typing import Final

from pyoxigraph import NamedNode

from kg.vocabulary import (
    ASSERTED_RELATIONS,
    CLOSE_MATCH,
    EDGE_KINDS,
    ENTITY_TYPES,
    HAS_KEYWORD,
    NODE_KINDS,
    REFERS_TO,
)

KG: Final = "https://w3id.org/paper-kg/ns#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
DCTERMS: Final = "http://purl.org/dc/terms/"
SCHEMA: Final = "https://schema.org/"
NIF: Final = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF: Final = "http://www.w3.org/2005/11/its/rdf#"

#: the prefixes that a graph file declares
GRAPH_PREFIXES: Final = {
    "dcterms": DCTERMS,
    "kg": KG,
    "rdf": RDF,
    "rdfs": RDFS,
    "schema": SCHEMA,
    "skos": SKOS,
    "xsd": XSD,
}
#: the prefixes that a file of mentions declares
MENTION_PREFIXES: Final = {"itsrdf": ITSRDF, "nif": NIF, "xsd": XSD}
PREFIXES: Final = GRAPH_PREFIXES | MENTION_PREFIXES


def kg_term(name: str) -> NamedNode:
    """Give the IRI of a term of our own vocabulary by its local name."""
    return NamedNode(KG + name)


RDF_TYPE: Final = NamedNode(RDF + "type")
RDF_SUBJECT: Final = NamedNode(RDF + "subject")
RDF_PREDICATE: Final = NamedNode(RDF + "predicate")
RDF_OBJECT: Final = NamedNode(RDF + "object")
RDFS_LABEL: Final = NamedNode(RDFS + "label")
PREF_LABEL: Final = NamedNode(SKOS + "prefLabel")
ALT_LABEL: Final = NamedNode(SKOS + "altLabel")
TITLE: Final = NamedNode(DCTERMS + "title")
DATE_PUBLISHED: Final = NamedNode(SCHEMA + "datePublished")
URL: Final = NamedNode(SCHEMA + "url")

XSD_BOOLEAN: Final = NamedNode(XSD + "boolean")
XSD_INTEGER: Final = NamedNode(XSD + "integer")
XSD_DECIMAL: Final = NamedNode(XSD + "decimal")
XSD_GYEAR: Final = NamedNode(XSD + "gYear")
XSD_STRING: Final = NamedNode(XSD + "string")
XSD_ANY_URI: Final = NamedNode(XSD + "anyURI")
XSD_NON_NEGATIVE_INTEGER: Final = NamedNode(XSD + "nonNegativeInteger")

ENTITY: Final = kg_term("Entity")
ASSERTION: Final = kg_term("Assertion")
AUTHORSHIP_CLASS: Final = kg_term("Authorship")
RECORD_CLASS: Final = kg_term("Record")
REFERS_TO_TERM: Final = kg_term(REFERS_TO)
HAS_KEYWORD_TERM: Final = kg_term(HAS_KEYWORD)
ASSERTED_BY: Final = kg_term("assertedBy")
SCORE: Final = kg_term("score")
EVIDENCE: Final = kg_term("evidence")
AUTHORSHIP: Final = kg_term("authorship")
POSITION: Final = kg_term("position")
PRINTED_NAME: Final = kg_term("printedName")
PERSON: Final = kg_term("person")
RECORD: Final = kg_term("record")
PATH: Final = kg_term("path")
RECORD_POSITION: Final = kg_term("recordPosition")
CHECKSUM: Final = kg_term("checksum")
RECORD_ID: Final = kg_term("recordId")

#: kind of node → its class
CLASS_BY_KIND: Final = {kind: kg_term(kind) for kind in NODE_KINDS}
#: relation of an edge → its property
PREDICATE_BY_RELATION: Final = {
    relation: NamedNode(SKOS + "closeMatch") if relation == CLOSE_MATCH else kg_term(relation)
    for relation in EDGE_KINDS
}
#: kinds that have skos:prefLabel and skos:altLabel
NAMED_KINDS: Final = frozenset({*ENTITY_TYPES, "Keyword"})
#: relations that have assertions
ASSERTED: Final = frozenset(ASSERTED_RELATIONS)

NIF_STRING: Final = NamedNode(NIF + "RFC5147String")
NIF_CONTEXT: Final = NamedNode(NIF + "Context")
NIF_SENTENCE: Final = NamedNode(NIF + "Sentence")
NIF_PHRASE: Final = NamedNode(NIF + "Phrase")
NIF_IS_STRING: Final = NamedNode(NIF + "isString")
NIF_SOURCE_URL: Final = NamedNode(NIF + "sourceUrl")
NIF_ANCHOR_OF: Final = NamedNode(NIF + "anchorOf")
NIF_BEGIN_INDEX: Final = NamedNode(NIF + "beginIndex")
NIF_END_INDEX: Final = NamedNode(NIF + "endIndex")
NIF_REFERENCE_CONTEXT: Final = NamedNode(NIF + "referenceContext")
TA_IDENT_REF: Final = NamedNode(ITSRDF + "taIdentRef")
TA_CONFIDENCE: Final = NamedNode(ITSRDF + "taConfidence")
