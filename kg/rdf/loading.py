"""Triples to graph: the inverse of `kg.rdf.triples`."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from kg.errors import InputError
from kg.graph.building import Attributes, Edge, ordered_graph
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI, Authorship, KnowledgeGraph
from kg.papers.paper import Record
from kg.rdf import vocabulary as v
from kg.rdf.iris import parse_text_fragment, split_iri, to_node_id
from kg.rdf.properties import NODE_PROPERTIES, Value, integer_value, score_value, string_value
from kg.vocabulary import AUTHOR, SAME_NAME_AS

T = TypeVar("T")
V = TypeVar("V")
Values = dict[NamedNode, dict[Value, None]]
"""The triples of one subject: predicate → distinct objects, in the order of the file."""

_CLASSES: Final[dict[Value, str]] = {term: kind for kind, term in v.CLASS_BY_KIND.items()}
_RELATIONS: Final = {term: relation for relation, term in v.PREDICATE_BY_RELATION.items()}
_UNASSERTED: Final = {term: relation for term, relation in _RELATIONS.items() if relation not in v.ASSERTED}


def load_turtle(path: Path) -> KnowledgeGraph:
    """Read a graph that kg wrote as Turtle (N-Triples is Turtle, too).

    Args:
        path: the file; triples that the ontology doesn't know are passed over.

    Returns:
        The graph that was saved, with its base IRI and without sources.

    Raises:
        InputError: a file that can't be read, is no Turtle (with its line), holds no graph of kg, or a graph that
            contradicts itself.
    """
    return load_triples(read_turtle(path), str(path))


def read_turtle(path: Path) -> Iterator[Triple]:
    """Read the triples of a Turtle file.

    Raises:
        InputError: a file that can't be read, is empty, or is no Turtle (with its line).
    """
    try:
        if path.stat().st_size == 0:
            raise InputError(f"{path} is empty: expected a graph in Turtle, as kg build writes it (graph.ttl)")
        for quad in parse(path=path, format=RdfFormat.TURTLE):
            yield quad.triple
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror or error}") from error
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{where}: not Turtle: {error.msg}") from error


def load_triples(triples: Iterable[Triple], source: str = "the graph") -> KnowledgeGraph:
    """Make a graph of triples; `source` names them in errors.

    Raises:
        InputError: as `load_turtle`.
    """
    subjects: defaultdict[Any, Values] = defaultdict(dict)
    for triple in triples:
        if not isinstance(triple.object, Triple):  # RDF 1.2 has triples as objects; none of ours
            subjects[triple.subject].setdefault(triple.predicate, {})[triple.object] = None
    kinds = _kinds(subjects, source)
    if subjects and not kinds:
        raise InputError(f"{source} holds no graph of kg: nothing in it is a kg:Paper, kg:Model, …")
    return _Loader(subjects, kinds, source).load()


def _kinds(subjects: dict[Any, Values], source: str) -> dict[NamedNode, str]:
    """Find the nodes: subject → kind, sorted by IRI."""
    kinds = {}
    for subject, values in subjects.items():
        own = {_CLASSES[term]: None for term in values.get(v.RDF_TYPE, ()) if term in _CLASSES}
        if len(own) > 1:
            raise InputError(f"{source}: {subject} is {' and '.join(sorted(own))} at once; a node has one kind")
        if own and isinstance(subject, NamedNode):
            kinds[subject] = next(iter(own))
    return dict(sorted(kinds.items(), key=lambda item: item[0].value))


class _Loader:
    """The state of one loading: triples by subject, node ids by IRI."""

    def __init__(self, subjects: dict[Any, Values], kinds: dict[NamedNode, str], source: str) -> None:
        self.subjects = subjects
        self.kinds = kinds
        self.source = source
        self.base = self._find_base()
        self.ids = {node: self._read(node, lambda iri: to_node_id(self.base, iri), node.value) for node in kinds}

    def load(self) -> KnowledgeGraph:
        nodes = {node_id: self._attributes(node) for node, node_id in self.ids.items()}
        edges = [
            edge for node, node_id in self.ids.items() for edge in self._plain_edges(node, node_id, nodes[node_id])
        ]
        edges += self._asserted_edges()
        return KnowledgeGraph(ordered_graph(nodes, edges), base_iri=self.base)

    def _find_base(self) -> str:
        bases = {}
        for node, kind in self.kinds.items():
            if kind != "Topic":
                base, path = self._read(node, split_iri, node.value)
                if path.partition("/")[0] != kind.lower():
                    raise InputError(f"{self.source}: {node} is a kg:{kind}, but its address says {path!r}")
                bases[base] = node
        if len(bases) > 1:
            (_, one), (_, other), *_ = bases.items()
            raise InputError(f"{self.source} mixes nodes of several base IRIs, such as {one} and {other}")
        return next(iter(bases), DEFAULT_BASE_IRI)

    def _attributes(self, node: NamedNode) -> Attributes:
        kind = self.kinds[node]
        attributes: Attributes = {"kind": kind}
        for item in NODE_PROPERTIES[kind]:
            if item.many:
                values = [self._read(node, item.value.decode, value) for value in self._all(node, item.predicate)]
                if values:
                    attributes[item.attribute] = tuple(sorted(values))
            elif (value := self._optional(node, item.predicate, item.value.decode)) is not None:
                attributes[item.attribute] = value
        if "label" not in attributes:
            raise InputError(f"{self.source}: {node} has no rdfs:label")
        if kind == "Paper":
            authors = [self._authorship(place) for place in self._all(node, v.AUTHORSHIP)]
            records = [self._record(place) for place in self._all(node, v.RECORD)]
            if authors:
                attributes["authors"] = tuple(sorted(authors, key=lambda one: (one.position, one.name)))
            if records:
                attributes["records"] = tuple(
                    sorted(records, key=lambda one: (one.path, one.position, one.checksum, one.id or ""))
                )
        return attributes

    def _authorship(self, place: Value) -> Authorship:
        return Authorship(
            position=self._required(place, v.POSITION, integer_value),
            name=self._required(place, v.PRINTED_NAME, string_value),
            person=self._optional(place, v.PERSON, self._node_id),
        )

    def _record(self, place: Value) -> Record:
        return Record(
            path=self._required(place, v.PATH, string_value),
            position=self._required(place, v.RECORD_POSITION, string_value),
            checksum=self._required(place, v.CHECKSUM, string_value),
            id=self._optional(place, v.RECORD_ID, string_value),
        )

    def _plain_edges(self, node: NamedNode, head: str, attributes: Attributes) -> Iterator[Edge]:
        authors: tuple[Authorship, ...] = attributes.get("authors", ())
        # of a person who stands on a paper twice, the first place counts
        positions = {authorship.person: authorship.position for authorship in reversed(authors)}
        for predicate, relation in _UNASSERTED.items():
            for target in self._all(node, predicate):
                tail = self._read(node, self._node_id, target)
                lower, higher = (tail, head) if relation == SAME_NAME_AS and tail < head else (head, tail)
                position = {"position": positions[tail]} if relation == AUTHOR and tail in positions else {}
                yield lower, higher, relation, position

    def _asserted_edges(self) -> list[Edge]:
        said: defaultdict[tuple[str, str, str], list[tuple[str, float, list[tuple[str, int, int]]]]] = defaultdict(list)
        for subject, values in self.subjects.items():
            if v.ASSERTION in values.get(v.RDF_TYPE, ()):
                edge = (
                    self._required(subject, v.RDF_SUBJECT, self._node_id),
                    self._required(subject, v.RDF_PREDICATE, self._relation),
                    self._required(subject, v.RDF_OBJECT, self._node_id),
                )
                paper = self._required(subject, v.ASSERTED_BY, self._node_id)
                score = self._required(subject, v.SCORE, score_value)
                places = [self._read(subject, self._place, value) for value in self._all(subject, v.EVIDENCE)]
                said[edge].append((paper, score, places))
        self._require_assertions(said)
        edges: list[Edge] = []
        for (head, relation, tail), assertions in said.items():
            assertions.sort()
            papers = tuple(paper for paper, _, _ in assertions)
            if len(set(papers)) < len(papers):
                raise InputError(f"{self.source}: one paper asserts {head!r} {relation} {tail!r} twice")
            scores = tuple(score for _, score, _ in assertions)
            evidence = tuple(sorted(place for _, _, places in assertions for place in places))
            attributes = {"papers": papers, "scores": scores, "count": len(papers), "score": max(scores)}
            edges.append((head, tail, relation, {**attributes, "evidence": evidence}))
        return edges

    def _require_assertions(self, said: Container[tuple[str, str, str]]) -> None:
        for predicate, relation in _RELATIONS.items():
            if relation in v.ASSERTED:
                for node, head in self.ids.items():
                    for target in self._all(node, predicate):
                        if (head, relation, self._read(node, self._node_id, target)) not in said:
                            raise InputError(
                                f"{self.source}: {node} kg:{relation} {target} has no kg:Assertion that says which "
                                "paper says so and with what score"
                            )

    def _node_id(self, term: Value) -> str:
        node_id = self.ids.get(term) if isinstance(term, NamedNode) else None
        if node_id is None:
            raise ValueError(f"{term} is no node of the graph: it has no rdf:type of a kind of node")
        return node_id

    def _relation(self, term: Value) -> str:
        relation = _RELATIONS.get(term) if isinstance(term, NamedNode) else None
        if relation not in v.ASSERTED:
            raise ValueError(f"{term} is no relation that a paper can assert")
        return relation

    def _place(self, term: Value) -> tuple[str, int, int]:
        if not isinstance(term, NamedNode):
            raise ValueError(f"expected the IRI of a stretch of text, found {term}")
        return parse_text_fragment(self.base, term.value)

    def _all(self, subject: Any, predicate: NamedNode) -> tuple[Value, ...]:
        return tuple(self.subjects.get(subject, {}).get(predicate, ()))

    def _optional(self, subject: Any, predicate: NamedNode, decode: Callable[[Value], T]) -> T | None:
        values = self._all(subject, predicate)
        if not values:
            return None
        if len(values) > 1:
            raise InputError(f"{self.source}: {subject} has {len(values)} values of {predicate}, one is allowed")
        return self._read(subject, decode, values[0])

    def _required(self, subject: Any, predicate: NamedNode, decode: Callable[[Value], T]) -> T:
        value = self._optional(subject, predicate, decode)
        if value is None:
            raise InputError(f"{self.source}: {subject} has no {predicate}")
        return value

    def _read(self, subject: Any, decode: Callable[[V], T], value: V) -> T:
        try:
            return decode(value)
        except ValueError as error:
            raise InputError(f"{self.source}: {subject}: {error}") from error
