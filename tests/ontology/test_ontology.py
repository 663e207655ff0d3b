"""The ontology is the single source of the vocabulary: code, shapes, context and outputs agree with it."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pyshacl
import pytest
from rdflib import DCTERMS, OWL, RDF, RDFS, SH, SKOS, Graph, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kg.rdf.mentions import mention_triples
from kg.rdf.properties import NODE_PROPERTIES
from kg.rdf.triples import graph_triples
from kg.rdf.vocabulary import KG, NIF, PREDICATE_BY_RELATION, PREFIXES
from kg.resolution.records import EntityMention
from kg.vocabulary import EDGE_KINDS, ENTITY_RELATIONS, ENTITY_TYPES, NODE_KINDS, RELATIONS, ROLE_RELATIONS, ROLES
from tests.conftest import ROOT
from tests.rdf.graphs import PAPER, example_graph, value
from tests.rdf.test_mentions import graph_with_text

kg = Namespace(KG)
ONTOLOGY_IRI = URIRef(KG.removesuffix("#"))
FOLDER = ROOT / "ontology"
BIBO = Namespace("http://purl.org/ontology/bibo/")
FOAF = Namespace("http://xmlns.com/foaf/0.1/")
PROV = Namespace("http://www.w3.org/ns/prov#")
SCHEMA = Namespace("https://schema.org/")

#: the table of reused super-terms in DESIGN
SUPER_CLASSES = {
    "Paper": {SCHEMA.ScholarlyArticle, BIBO.AcademicArticle},
    "Record": {PROV.Entity},
    "Assertion": {PROV.Entity},
    "Entity": {SKOS.Concept},
    "Keyword": {SKOS.Concept},
    "Topic": {SKOS.Concept},
    "Person": {FOAF.Person, SCHEMA.Person},
    "Venue": {SCHEMA.CreativeWork},
    "Authorship": set(),
    **{kind: {kg.Entity} for kind in ENTITY_TYPES},
}
SUPER_PROPERTIES = {
    "refersTo": {SCHEMA.mentions},
    **{role: {kg.refersTo} for role in ROLE_RELATIONS},
    "kindOf": {SKOS.broader},
    "partOf": {DCTERMS.isPartOf},
    "basedOn": {PROV.wasDerivedFrom},
    "hasKeyword": {DCTERMS.subject},
    "authorKeyword": {kg.hasKeyword},
    "hasTopic": {DCTERMS.subject},
    "author": {SCHEMA.author, DCTERMS.creator},
    "publishedIn": {SCHEMA.isPartOf},
    "doi": {BIBO.doi},
    "record": {PROV.wasDerivedFrom},
    "assertedBy": {PROV.hadPrimarySource},
}


@pytest.fixture(scope="module")
def ontology() -> Graph:
    return Graph().parse(FOLDER / "kg.ttl")


@pytest.fixture(scope="module")
def shapes() -> Graph:
    return Graph().parse(FOLDER / "shapes.ttl")


@pytest.fixture(scope="module")
def context() -> dict[str, Any]:
    document: dict[str, dict[str, Any]] = json.loads((FOLDER / "context.jsonld").read_text(encoding="utf-8"))
    return document["@context"]


def own_terms(graph: Graph) -> set[str]:
    terms = {str(term) for triple in graph for term in triple if isinstance(term, URIRef)}
    return {term.removeprefix(KG) for term in terms if term.startswith(KG)}


def defined_terms(ontology: Graph) -> set[str]:
    return {str(term).removeprefix(KG) for term in ontology.subjects(RDFS.isDefinedBy, ONTOLOGY_IRI)}


def written_terms() -> set[str]:
    """All terms that outputs hold: predicates, classes, and relations as values."""
    mention = EntityMention(PAPER, 2, 8, "clouds", "task/cloud", 0.5)
    triples = graph_triples(example_graph()) + mention_triples(graph_with_text(mention))
    terms = {value(term) for triple in triples for term in (triple.predicate, triple.object)}
    return {term for term in terms if term.startswith(tuple(PREFIXES.values()))}


def test_every_term_that_is_written_is_defined_and_every_defined_term_is_written(ontology: Graph) -> None:
    assert {term.removeprefix(KG) for term in written_terms() if term.startswith(KG)} == defined_terms(ontology)


def test_every_reused_term_that_is_written_is_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    short = {iri: prefix for prefix, iri in PREFIXES.items()}
    for term in written_terms() - {str(RDF.type)}:
        head, mark, name = re.split(r"([#/])(?=[^#/]+$)", term)
        assert term.startswith(KG) or f"{short[head + mark]}:{name}" in readme, term


def test_every_defined_term_is_in_the_readme(ontology: Graph) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [term for term in sorted(defined_terms(ontology)) if not re.search(rf"\b{term}\b", readme)] == []


def test_every_term_has_a_kind_a_label_and_a_definition(ontology: Graph) -> None:
    kinds = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}
    assert own_terms(ontology) == defined_terms(ontology)
    for name in defined_terms(ontology):
        assert len(kinds & set(ontology.objects(kg[name], RDF.type))) == 1, name
        assert len(list(ontology.objects(kg[name], RDFS.label))) == 1, name
        (comment,) = ontology.objects(kg[name], RDFS.comment)
        assert str(comment).endswith("."), name


def test_the_ontology_is_versioned(ontology: Graph) -> None:
    (version,) = ontology.objects(ONTOLOGY_IRI, OWL.versionInfo)
    assert ontology.value(ONTOLOGY_IRI, OWL.versionIRI) == URIRef(f"{ONTOLOGY_IRI}/{version}")


def test_super_terms(ontology: Graph) -> None:
    classes = {str(c).removeprefix(KG): set(ontology.objects(c, RDFS.subClassOf)) for c in classes_of(ontology)}
    assert classes == SUPER_CLASSES
    parents = {
        str(term).removeprefix(KG): set(ontology.objects(term, RDFS.subPropertyOf))
        for term in ontology.subjects(RDFS.subPropertyOf)
    }
    assert parents == SUPER_PROPERTIES


def classes_of(ontology: Graph) -> Iterator[Node]:
    return ontology.subjects(RDF.type, OWL.Class)


def test_the_five_types_are_disjoint_and_two_relations_symmetric(ontology: Graph) -> None:
    (disjoint,) = ontology.subjects(RDF.type, OWL.AllDisjointClasses)
    members = ontology.value(disjoint, OWL.members)
    assert members is not None
    assert set(Collection(ontology, members)) == {kg[kind] for kind in ENTITY_TYPES}
    assert set(ontology.subjects(RDF.type, OWL.SymmetricProperty)) == {kg.comparedWith, kg.sameNameAs}


def test_domains_and_ranges_of_relations_say_paper_or_entity(ontology: Graph) -> None:
    def ends(name: str) -> tuple[Node | None, Node | None]:
        return ontology.value(kg[name], RDFS.domain), ontology.value(kg[name], RDFS.range)

    for name in ("refersTo", *ROLE_RELATIONS):
        assert ends(name) == (kg.Paper, kg.Entity)
    for name in (*ENTITY_RELATIONS, "sameNameAs"):
        assert ends(name) == (kg.Entity, kg.Entity)
    used = {end for name in defined_terms(ontology) for end in ends(name)}
    assert used & {kg[kind] for kind in ENTITY_TYPES} == set()
    assert all(
        len(set(ontology.objects(kg[name], end))) <= 1
        for name in defined_terms(ontology)
        for end in (RDFS.domain, RDFS.range)
    )


def test_the_vocabulary_of_the_code_is_the_ontology(ontology: Graph) -> None:
    types = set(ontology.subjects(RDFS.subClassOf, kg.Entity))
    assert types == {kg[kind] for kind in ENTITY_TYPES}
    assert set(ontology.subjects(RDFS.subPropertyOf, kg.refersTo)) == {kg[name] for name in ROLES.values()}
    entity_relations = set(ontology.subjects(RDFS.domain, kg.Entity)) & set(ontology.subjects(RDFS.range, kg.Entity))
    assert entity_relations == {kg[name] for name in (*ENTITY_RELATIONS, "sameNameAs")}
    assert {kg[kind] for kind in NODE_KINDS} <= set(classes_of(ontology))
    assert {name for name in EDGE_KINDS if name != "closeMatch"} <= defined_terms(ontology)


def test_the_attributes_of_nodes_are_properties_of_their_class(ontology: Graph) -> None:
    for kind, items in NODE_PROPERTIES.items():
        for item in items:
            name = item.predicate.value
            if name.startswith(KG):
                domain = ontology.value(URIRef(name), RDFS.domain)
                assert domain in {kg[kind], *ontology.objects(kg[kind], RDFS.subClassOf)}, name


def test_shapes_use_defined_terms_alone(ontology: Graph, shapes: Graph) -> None:
    assert own_terms(shapes) <= defined_terms(ontology)


def test_every_constraint_has_one_message(shapes: Graph) -> None:
    constraints = set(shapes.subjects(RDF.type, SH.NodeShape))
    constraints |= {shape for node in constraints for shape in shapes.objects(node, SH.property)}
    for shape in constraints:
        own = set(shapes.predicates(shape)) - {RDF.type, SH.targetClass, SH.property, SH.path}
        if own:
            assert len(list(shapes.objects(shape, SH.message))) == 1, own


def test_the_shapes_allow_exactly_the_ends_that_the_code_allows(shapes: Graph) -> None:
    """Each relation's ends are read from its shape and compared for all pairs of types."""
    for rule in RELATIONS.values():
        (shape,) = shapes.subjects(SH.targetSubjectsOf, kg[rule.predicate])
        pairs = _allowed_pairs(shapes, shape)
        allowed = {pair for pair in product(ENTITY_TYPES, repeat=2) if rule.allows(*pair)}
        assert pairs == allowed, rule.predicate
    predicates = {str(term).removeprefix(KG) for term in shapes.objects(predicate=SH.targetSubjectsOf)}
    terms = {term.value.removeprefix(KG) for term in PREDICATE_BY_RELATION.values()}
    assert terms | {"refersTo", "hasKeyword"} <= predicates


def _allowed_pairs(shapes: Graph, shape: Node) -> set[tuple[str, str]]:
    inner = [shapes.value(option, SH.property) for option in _options(shapes, shape)]
    if all(inner):
        return {
            (head, tail)
            for option in _options(shapes, shape)
            for head in _types(shapes, option)
            for tail in _types(shapes, shapes.value(option, SH.property))
        }
    return set(product(_types(shapes, shape), _types(shapes, shapes.value(shape, SH.property))))


def _options(shapes: Graph, shape: Node | None) -> list[Node]:
    head = shapes.value(shape, SH["or"])
    return list(Collection(shapes, head)) if head is not None else [shape] if shape is not None else []


def _types(shapes: Graph, shape: Node | None) -> set[str]:
    classes = {shapes.value(option, SH["class"]) for option in _options(shapes, shape)}
    return set(ENTITY_TYPES) if kg.Entity in classes else {str(one).removeprefix(KG) for one in classes}


def test_assertions_may_say_exactly_the_relations_of_the_code(shapes: Graph) -> None:
    (values,) = (shapes.value(shape, SH["in"]) for shape in shapes.subjects(SH.path, RDF.predicate))
    assert values is not None
    assert set(Collection(shapes, values)) == {kg[name] for name in (*ROLE_RELATIONS, *ENTITY_RELATIONS)}


def test_the_context_names_every_term_of_a_graph_once(ontology: Graph, context: dict[str, Any]) -> None:
    named = [entry if isinstance(entry, str) else entry["@id"] for entry in context.values()]
    assert len(set(named)) == len(named)
    assert {name.removeprefix("kg:") for name in named if name.startswith("kg:")} == defined_terms(ontology)
    prefixes = {name: iri for name, iri in context.items() if isinstance(iri, str) and "//" in iri}
    assert all(PREFIXES[name] == iri for name, iri in prefixes.items())
    expanded = {prefixes[name.partition(":")[0]] + name.partition(":")[2] for name in named if "//" not in name}
    assert {term for term in written_terms() if not term.startswith((NIF, PREFIXES["itsrdf"]))} - {
        str(RDF.type)
    } <= expanded


def test_the_shapes_are_valid_shacl(shapes: Graph) -> None:
    conforms, _, report = pyshacl.validate(Graph(), shacl_graph=shapes, meta_shacl=True)
    assert conforms, report
