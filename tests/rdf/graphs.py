"""Graphs for tests: one that has every kind of node and edge, and arbitrary ones with awkward text."""

from typing import Any

import networkx as nx
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from kg.graph.building import ordered_graph
from kg.graph.knowledge_graph import Authorship, KnowledgeGraph
from kg.papers.paper import Record
from kg.vocabulary import ENTITY_RELATIONS, ENTITY_TYPES, RELATIONS, ROLE_RELATIONS

Term = NamedNode | BlankNode | Literal | Triple

PAPER = "paper/10.5555/cloud.1"
UNTITLED = "paper/sha256:0123456789abcdef0123456789abcdef"
TOPIC = "https://topics.example/text-mining"

AWKWARD = (
    "plain",
    "C++",
    "C#",
    "100% pure",
    "%41",
    'a "quoted" name',
    "it's",
    "back\\slash",
    "two\nlines",
    "carriage\rreturn",
    "tab\tstop",
    "𛅰𛅱",
    "שלום עולם",
    "a\u200fb",
    "🙂",
    "trailing...",
    "..",
    ".",
    "naïve",
    "nai\u0308ve",
    "\u0301mark first",
    "α/β",
    "a?b#c",
    "<b>&amp;",
    "~tilde~",
    "{brace}",
    "ﬁ",
    "x\U000e0100",
    "\ue000",
    "'''",
    '"""',
    "^^",
    "@en",
)


def asserted(*papers: str, score: float = 0.5, evidence: tuple[tuple[str, int, int], ...] = ()) -> dict[str, Any]:
    """Give the attributes of an edge that papers assert with one score."""
    return {
        "papers": papers,
        "scores": (score,) * len(papers),
        "count": len(papers),
        "score": score,
        "evidence": evidence,
    }


def example_graph() -> KnowledgeGraph:
    """Make a graph that conforms to the shapes and has every kind of node, edge and attribute."""
    nodes: dict[str, dict[str, Any]] = {
        PAPER: {
            "kind": "Paper",
            "label": "Clouds in context",
            "title": "Clouds in context",
            "year": 2021,
            "doi": "10.5555/cloud.1",
            "anthology_id": "2021.cloud-1.1",
            "arxiv_id": "2101.00001",
            "url": "https://papers.example/cloud.1",
            "authors": (Authorship(1, "Ö. Ünal", "person/oya-unal"), Authorship(2, "B. Bare")),
            "records": (
                Record("clouds.xml", "paper 2021.cloud-1.1", "ab" * 32),
                Record("x.jsonl", "line 1", "cd" * 32, "7"),
            ),
        },
        UNTITLED: {"kind": "Paper", "label": "No title is left of this one…", "untitled": True},
        "keyword/cloud-nouns": {"kind": "Keyword", "label": "cloud nouns", "names": ("Cloud Nouns", "cloud noun")},
        TOPIC: {"kind": "Topic", "label": "text mining"},
        "person/oya-unal": {
            "kind": "Person", "label": "Öya Ünal", "orcid": "0000-0002-1825-0097", "anthology_id": "oya-unal",
        },
        "venue/cloud-letters": {"kind": "Venue", "label": "Cloud Letters"},
    }  # fmt: skip
    edges: list[tuple[str, str, str, dict[str, Any]]] = [
        (PAPER, "person/oya-unal", "author", {"position": 1}),
        (PAPER, "venue/cloud-letters", "publishedIn", {}),
        (PAPER, "keyword/cloud-nouns", "authorKeyword", {}),
        (PAPER, TOPIC, "hasTopic", {}),
        ("keyword/cloud-nouns", "task/cloud", "closeMatch", {}),
        ("dataset/cloud", "task/cloud", "sameNameAs", {}),
    ]
    for kind in ENTITY_TYPES:
        for name in ("cloud", "rain"):
            nodes[f"{kind.lower()}/{name}"] = {"kind": kind, "label": name.title(), "names": (name.upper(), name)}
    nodes["model/rain"]["generic"] = True
    for number, (role, kind) in enumerate(zip(ROLE_RELATIONS, ENTITY_TYPES, strict=True)):
        entity = f"{kind.lower()}/cloud"
        edges.append((PAPER, entity, role, asserted(PAPER, score=number / 5, evidence=((PAPER, 0, 17),))))
    for rule in RELATIONS.values():
        head, tail = min((head, tail) for head in rule.heads for tail in rule.tails if rule.allows(head, tail))
        attributes = asserted(
            PAPER, UNTITLED, score=0.125, evidence=((PAPER, 0, 17), (PAPER, 19, 40), (UNTITLED, 0, 9))
        )
        edges.append((f"{head.lower()}/cloud", f"{tail.lower()}/rain", rule.predicate, attributes))
    return KnowledgeGraph(ordered_graph(nodes, edges))


texts = st.one_of(st.sampled_from(AWKWARD), st.text(min_size=1, max_size=12))
scores = st.integers(0, 1000).map(lambda number: number / 1000)
evidence_spans = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6))


@st.composite
def graphs(draw: st.DrawFn) -> KnowledgeGraph:
    """Draw a small graph of every kind of node and edge, with awkward text wherever text may stand."""
    papers = [f"paper/{key}" for key in draw(st.lists(texts, min_size=1, max_size=3, unique=True))]
    people = [f"person/{key}" for key in draw(st.lists(texts, max_size=2, unique=True))]
    keywords = [f"keyword/{key}" for key in draw(st.lists(texts, max_size=2, unique=True))]
    types = st.sampled_from(ENTITY_TYPES).map(str.lower)
    entities = [f"{kind}/{key}" for kind, key in draw(st.lists(st.tuples(types, texts), max_size=4, unique=True))]
    nodes: dict[str, dict[str, Any]] = {}
    edges: dict[tuple[str, str, str], dict[str, Any]] = {}
    for paper in papers:
        nodes[paper] = draw(_papers(people))
        for authorship in reversed(nodes[paper].get("authors", ())):
            if authorship.person:
                edges[paper, authorship.person, "author"] = {"position": authorship.position}
        for keyword in keywords:
            edges[paper, keyword, "authorKeyword"] = {}
    for node, kind in [*((one, "Person") for one in people), *((one, "Keyword") for one in keywords)]:
        nodes[node] = {"kind": kind, "label": draw(texts)}
    for entity in entities:
        nodes[entity] = draw(_entities(entity.partition("/")[0].title()))
        said_by = draw(st.lists(st.sampled_from(papers), min_size=1, unique=True))
        for paper in said_by:
            edges[paper, entity, draw(st.sampled_from(ROLE_RELATIONS))] = draw(_assertions([paper]))
        other = draw(st.sampled_from(entities))
        edges[entity, other, draw(st.sampled_from(ENTITY_RELATIONS))] = draw(_assertions(sorted(said_by)))
        if entity < other:
            edges[entity, other, "sameNameAs"] = {}
    return KnowledgeGraph(ordered_graph(nodes, [(*edge, attributes) for edge, attributes in edges.items()]))


@st.composite
def _papers(draw: st.DrawFn, people: list[str]) -> dict[str, Any]:
    attributes: dict[str, Any] = {"kind": "Paper", "label": draw(texts)}
    for name in ("title", "doi", "anthology_id", "arxiv_id"):
        if draw(st.booleans()):
            attributes[name] = draw(texts)
    attributes |= draw(st.one_of(st.just({}), st.just({"untitled": True})))
    attributes |= draw(st.one_of(st.just({}), st.integers(-50, 12000).map(lambda year: {"year": year})))
    urls = st.one_of(texts, texts.map(lambda text: f"https://papers.example/{text}"))
    attributes |= draw(st.one_of(st.just({}), urls.map(lambda url: {"url": url})))
    names = draw(st.lists(texts, max_size=3))
    if names:
        persons = st.one_of(st.none(), st.sampled_from(people)) if people else st.none()
        attributes["authors"] = tuple(Authorship(place, name, draw(persons)) for place, name in enumerate(names, 1))
    if records := draw(st.lists(st.builds(Record, texts, texts, texts, texts), max_size=2, unique=True)):
        attributes["records"] = tuple(sorted(records))
    return attributes


@st.composite
def _entities(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    attributes: dict[str, Any] = {"kind": kind, "label": draw(texts)}
    if names := draw(st.lists(texts, max_size=3, unique=True)):
        attributes["names"] = tuple(sorted(names))
    return attributes | draw(st.one_of(st.just({}), st.just({"generic": True})))


@st.composite
def _assertions(draw: st.DrawFn, papers: list[str]) -> dict[str, Any]:
    values = tuple(draw(scores) for _ in papers)
    places = draw(st.lists(st.tuples(st.sampled_from(papers), evidence_spans), max_size=3, unique=True))
    return {
        "papers": tuple(papers),
        "scores": values,
        "count": len(papers),
        "score": max(values),
        "evidence": tuple(sorted((paper, *span) for paper, span in places)),
    }


def contents(graph: KnowledgeGraph) -> tuple[dict[str, dict[str, Any]], dict[tuple[str, str, str], dict[str, Any]]]:
    """Give nodes and edges with their attributes, for comparison with messages that say what differs."""
    nodes = {node: dict(graph.graph.nodes[node]) for node in graph.graph.nodes}
    edges = {edge: dict(graph.graph.edges[edge]) for edge in graph.graph.edges(keys=True)}
    return nodes, edges


def value(term: Term) -> str:
    """Give the IRI or the lexical form of a term."""
    assert not isinstance(term, Triple)
    return term.value


def empty_graph() -> KnowledgeGraph:
    """Make a graph without nodes."""
    return KnowledgeGraph(nx.MultiDiGraph())


def copy_graph(graph: KnowledgeGraph) -> KnowledgeGraph:
    """Copy a graph so that a test may break it."""
    return KnowledgeGraph(graph.graph.copy(), graph.sources, graph.base_iri)
