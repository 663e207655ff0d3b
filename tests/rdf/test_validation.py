"""The shapes: the good graph conforms, and for each kind of node and edge a broken one is rejected in plain words."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyoxigraph import DefaultGraph, RdfFormat, Store

from kg.errors import InputError
from kg.export.turtle import write_mentions, write_turtle
from kg.rdf.validation import validate_graph
from kg.resolution.records import EntityMention
from kg.vocabulary import EDGE_KINDS, NODE_KINDS
from tests.rdf.graphs import example_graph
from tests.rdf.test_mentions import graph_with_text

B = "https://paper-kg.example/"
PAPER = f"<{B}paper/10.5555%2Fcloud.1>"
PREFIXES = """\
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
PREFIX kg: <https://w3id.org/paper-kg/ns#>
PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""

#: kind of node → (change, node that is found wrong, what the message says)
BROKEN_NODES = {
    "Paper": [
        (
            f"DELETE DATA {{ {PAPER} dcterms:title 'Clouds in context' }}",
            "paper",
            "has a title .* or says that it has none",
        ),
        (f"INSERT DATA {{ {PAPER} kg:untitled true }}", "paper", "and not both"),
        (f"INSERT DATA {{ {PAPER} schema:datePublished 2021 }}", "paper", "at most one year of publication"),
        (f"INSERT DATA {{ {PAPER} kg:doi '10.5555/another' }}", "paper", "at most one DOI"),
        (f"INSERT DATA {{ {PAPER} schema:url 'https://x.example' }}", "paper", "at most one address"),
    ],
    "Model": [(f"DELETE DATA {{ <{B}model/rain> a kg:Entity }}", "model/rain", "its type kg:Entity is written out")],
    "Dataset": [(f"INSERT DATA {{ <{B}dataset/rain> a kg:Task }}", "dataset/rain", "is exactly one of kg:Model")],
    "Method": [
        (f"INSERT DATA {{ <{B}method/rain> rdfs:label 'x' }}", "method/rain", "A method needs exactly one label")
    ],
    "Task": [(f"DELETE DATA {{ <{B}task/rain> skos:prefLabel 'Rain' }}", "task/rain", "exactly one preferred name")],
    "Metric": [(f"INSERT DATA {{ <{B}metric/rain> kg:generic false }}", "metric/rain", "kg:generic is true or absent")],
    "Keyword": [
        (f"INSERT DATA {{ <{B}keyword/cloud-nouns> skos:altLabel 7 }}", "keyword/", "Other names .* are strings")
    ],
    "Topic": [("DELETE WHERE { <https://topics.example/text-mining> rdfs:label ?l }", "text-mining", "A topic needs")],
    "Person": [
        (
            f"DELETE WHERE {{ <{B}person/oya-unal> kg:orcid ?o ; kg:anthologyAuthorId ?a }}",
            "person/",
            "a bare name is no",
        ),
        (f"INSERT DATA {{ <{B}person/oya-unal> kg:orcid '0000' }}", "person/", "at most one ORCID"),
    ],
    "Venue": [(f"INSERT DATA {{ <{B}venue/> a kg:Venue ; rdfs:label 'V' }}", "venue/", "ends in /venue/ and its key")],
    "Authorship": [
        (
            "DELETE { ?a kg:position 1 } INSERT { ?a kg:position 0 } WHERE { ?a kg:position 1 }",
            "/1",
            "a whole number from 1",
        ),
        (f"INSERT DATA {{ <{B}authorship/x/1> a kg:Authorship }}", "authorship/x/1", "belongs to exactly one paper"),
    ],
    "Record": [
        ("DELETE WHERE { ?r kg:recordId '7' ; kg:checksum ?c }", "record/", "exactly one checksum"),
        (
            "DELETE { ?r kg:path ?p } INSERT { ?r kg:path '/home/x/a.xml' } WHERE { ?r kg:recordId '7' ; kg:path ?p }",
            "record/",
            "relative to the input",
        ),
        (
            "DELETE { ?r kg:path ?p } INSERT { ?r kg:path 'C:\\\\x.xml' } WHERE { ?r kg:recordId '7' ; kg:path ?p }",
            "record/",
            "relative to the input",
        ),
    ],
    "Assertion": [
        ("DELETE { ?a kg:score ?s } INSERT { ?a kg:score 1.5 } WHERE { ?a kg:score ?s }", "assertion/", "from 0 to 1"),
        ("DELETE WHERE { ?a kg:assertedBy ?p }", "assertion/", "exactly one paper that says so"),
        ("DELETE WHERE { ?a rdf:subject ?p }", "assertion/", "exactly one subject"),
        ("DELETE WHERE { ?a rdf:object ?p }", "assertion/", "exactly one object"),
        (
            "DELETE { ?a rdf:predicate ?p } INSERT { ?a rdf:predicate kg:author } WHERE { ?a rdf:predicate ?p }",
            "assertion/",
            "one relation .* that a paper can assert",
        ),
        ("INSERT { ?a kg:evidence <https://x.example/> } WHERE { ?a kg:score ?s }", "assertion/", "ends in #char="),
    ],
}

#: kind of edge → edges that it can't be, as subject and object, with what the message says
BROKEN_EDGES = {
    **{
        role: [
            ("model/cloud", "task/cloud", f"before kg:{role} is a paper"),
            ("PAPER", "keyword/cloud-nouns", f"after kg:{role} is an entity"),
            ("PAPER", "model/rain", "both are written out"),
        ]
        for role in ("proposes", "uses", "studies", "comparesAgainst", "mentionsInPassing")
    },
    "refersTo": [
        ("PAPER", "venue/cloud-letters", "after kg:refersTo is an entity"),
        ("PAPER", "model/rain", "has an assertion"),
    ],
    "usedFor": [
        ("task/cloud", "method/rain", "before kg:usedFor is a model, a dataset, a method or a metric"),
        ("model/cloud", "dataset/rain", "after kg:usedFor is a method or a task"),
    ],
    "partOf": [
        ("task/cloud", "method/rain", "before kg:partOf is a model, a dataset or a method"),
        ("model/cloud", "metric/rain", "after kg:partOf is a model, a dataset or a method"),
    ],
    "kindOf": [("model/cloud", "method/rain", "kg:kindOf joins two entities of the same type")],
    "basedOn": [
        ("metric/cloud", "model/rain", "before kg:basedOn is"),
        ("model/cloud", "task/rain", "after kg:basedOn is"),
    ],
    "trainedOn": [
        ("dataset/cloud", "dataset/rain", "before kg:trainedOn is a model or a method"),
        ("model/cloud", "task/rain", "after kg:trainedOn is a dataset"),
    ],
    "evaluatedOn": [
        ("metric/cloud", "dataset/rain", "before kg:evaluatedOn is a model or a method"),
        ("model/cloud", "metric/rain", "after kg:evaluatedOn is a dataset or a task"),
    ],
    "benchmarkFor": [
        ("model/cloud", "task/rain", "before kg:benchmarkFor is a dataset"),
        ("dataset/cloud", "method/rain", "after kg:benchmarkFor is a task"),
    ],
    "measuredBy": [
        ("metric/cloud", "metric/rain", "before kg:measuredBy is a model, a dataset, a method or a task"),
        ("task/cloud", "task/rain", "after kg:measuredBy is a metric"),
    ],
    "comparedWith": [("model/cloud", "dataset/rain", "kg:comparedWith joins two entities of the same type")],
    "sameNameAs": [
        ("model/cloud", "model/rain", "kg:sameNameAs joins two entities of different types"),
        ("model/cloud", "task/cloud", "written in both directions"),
    ],
    "closeMatch": [
        ("model/cloud", "task/rain", "before skos:closeMatch is a keyword"),
        ("keyword/cloud-nouns", "venue/cloud-letters", "after skos:closeMatch is an entity"),
    ],
    "hasKeyword": [("PAPER", "task/rain", "after kg:hasKeyword is a keyword")],
    "authorKeyword": [
        ("venue/cloud-letters", "keyword/cloud-nouns", "before kg:authorKeyword is a paper"),
        ("PAPER", "task/rain", "after kg:authorKeyword is a keyword"),
    ],
    "hasTopic": [("PAPER", "task/rain", "after kg:hasTopic is a topic")],
    "author": [("PAPER", "venue/cloud-letters", "after kg:author is a person")],
    "publishedIn": [("PAPER", "person/oya-unal", "after kg:publishedIn is a venue")],
    "authorship": [("PAPER", "person/oya-unal", "after kg:authorship is an authorship")],
    "record": [("PAPER", "person/oya-unal", "after kg:record is a record")],
    "person": [("PAPER", "person/oya-unal", "before kg:person is an authorship")],
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "graph.ttl"
    write_turtle(example_graph(), path)
    return path.read_bytes()


def changed(good: bytes, update: str, folder: Path) -> Path:
    store = Store()
    store.load(good, format=RdfFormat.TURTLE)
    before = len(store)
    store.update(PREFIXES + update)
    path = folder / "broken.ttl"
    store.dump(path, format=RdfFormat.N_TRIPLES, from_graph=DefaultGraph())
    assert "INSERT" in update or len(store) < before, "the change changes nothing"
    return path


def test_the_tables_name_every_kind() -> None:
    assert set(NODE_KINDS) < set(BROKEN_NODES)
    assert set(EDGE_KINDS) < set(BROKEN_EDGES)


def test_the_good_graph_conforms(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    path.write_bytes(good)
    assert validate_graph(path) == ()


@pytest.mark.parametrize(
    ("kind", "update", "node", "says"),
    [
        pytest.param(kind, *case, id=f"{kind}-{i}")
        for kind, cases in BROKEN_NODES.items()
        for i, case in enumerate(cases)
    ],
)
def test_a_broken_node(good: bytes, tmp_path: Path, *, kind: str, update: str, node: str, says: str) -> None:
    violations = validate_graph(changed(good, update, tmp_path))
    own = [violation.message for violation in violations if node in violation.node]
    assert any(_matches(says, message) for message in own), (kind, violations)


@pytest.mark.parametrize(
    ("relation", "head", "tail", "says"),
    [
        pytest.param(kind, *case, id=f"{kind}-{i}")
        for kind, cases in BROKEN_EDGES.items()
        for i, case in enumerate(cases)
    ],
)
def test_a_broken_edge(good: bytes, tmp_path: Path, *, relation: str, head: str, tail: str, says: str) -> None:
    subject, target = (PAPER if end == "PAPER" else f"<{B}{end}>" for end in (head, tail))
    predicate = "skos:closeMatch" if relation == "closeMatch" else f"kg:{relation}"
    violations = validate_graph(changed(good, f"INSERT DATA {{ {subject} {predicate} {target} }}", tmp_path))
    assert any(_matches(says, violation.message) for violation in violations), violations
    assert {violation.node for violation in violations} <= {subject[1:-1], target[1:-1]}


@pytest.mark.parametrize(
    ("update", "says"),
    [
        ("DELETE WHERE { ?c nif:isString ?s }", "A text needs exactly one string"),
        ("DELETE WHERE { ?c nif:sourceUrl ?s }", "A text needs exactly one paper"),
        (
            "DELETE { ?c nif:anchorOf ?s } WHERE { ?c a nif:Sentence ; nif:anchorOf ?s }",
            "A sentence needs exactly one string",
        ),
        ("DELETE WHERE { ?c itsrdf:taIdentRef ?s }", "A mention names at least one entity"),
        ("DELETE WHERE { ?c itsrdf:taConfidence ?s }", "A mention needs a score"),
        ("INSERT { ?c nif:endIndex -1 } WHERE { ?c a nif:Phrase }", "exactly one end .nif:endIndex."),
    ],
)
def test_broken_mentions(tmp_path: Path, update: str, says: str) -> None:
    path = tmp_path / "mentions.ttl"
    mentions = (EntityMention("paper/10.5555/cloud.1", 2, 8, "clouds", "task/cloud", 0.875),)
    write_mentions(graph_with_text(*mentions), path)
    assert validate_graph(path) == ()
    violations = validate_graph(changed(path.read_bytes(), update, tmp_path))
    assert any(_matches(says, violation.message) for violation in violations), violations


def test_a_violation_reads_as_a_sentence(good: bytes, tmp_path: Path) -> None:
    path = changed(good, f"INSERT DATA {{ <{B}model/cloud> kg:trainedOn <{B}task/rain> }}", tmp_path)
    assert [str(violation) for violation in validate_graph(path)] == [
        f"{B}model/cloud: What stands after kg:trainedOn is a dataset. (found {B}task/rain)"
    ]


def test_what_is_no_turtle_is_no_violation(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    path.write_text("no turtle", encoding="utf-8")
    with pytest.raises(InputError, match="not Turtle"):
        validate_graph(path)


def test_without_pyshacl_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['pyshacl'] = None\n"
        "from pathlib import Path\nfrom kg.errors import UsageError\nfrom kg.rdf.validation import validate_graph\n"
        "try: validate_graph(Path('graph.ttl'))\nexcept UsageError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True, text=True)
    assert done.stdout == "validation needs pySHACL: pip install 'paper-kg[validate]'\n"


def _matches(pattern: str, message: str) -> bool:
    return re.search(pattern, message) is not None


def test_a_graph_of_something_else_is_not_valid(tmp_path: Path) -> None:
    (tmp_path / "other.ttl").write_text("<http://x.example/a> a <http://x.example/B> .", encoding="utf-8")
    with pytest.raises(InputError, match="no shape is about anything in it"):
        validate_graph(tmp_path / "other.ttl")
