"""Papers and what was resolved from them, put together as one networkx graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec
import networkx as nx

from kg.graph.knowledge_graph import Authorship
from kg.papers.identity import paper_label
from kg.papers.paper import Author, Paper
from kg.resolution.identifiers import node_id
from kg.resolution.keys import entity_key
from kg.resolution.names import NameUse, choose_label, normal_form, tidy
from kg.resolution.records import Assertion, Entity, Keyword, Resolution
from kg.vocabulary import AUTHOR, AUTHOR_KEYWORD, CLOSE_MATCH, PUBLISHED_IN, SAME_NAME_AS

Attributes = dict[str, Any]
Edge = tuple[str, str, str, Attributes]
"""Source, target, relation, attributes."""

#: attributes of Paper that a node has under the same name
_PLAIN_FIELDS: Final = ("title", "year", "doi", "anthology_id", "arxiv_id", "url")


def build_graph(papers: Mapping[str, Paper], resolution: Resolution) -> nx.MultiDiGraph[str]:
    """Make the graph that `ontology/README.md` describes.

    Nodes and edges are inserted in sorted order, so that whatever walks the graph does so in the same order for equal
    graphs. An attribute without a value is absent.

    Args:
        papers: key → paper.
        resolution: of the same papers.
    """
    people = People(paper.authors for paper in papers.values())
    nodes: dict[str, Attributes] = {}
    edges: list[Edge] = []
    for key, paper in papers.items():
        nodes[node_id("Paper", key)] = _paper_attributes(paper, people)
        edges += _paper_edges(node_id("Paper", key), paper, people)
    nodes |= people.nodes()
    nodes |= _venue_nodes(papers.values())
    nodes |= {node_id(entity.type, entity.key): _entity_attributes(entity) for entity in resolution.entities}
    nodes |= {node_id("Keyword", keyword.key): _keyword_attributes(keyword) for keyword in resolution.keywords}
    edges += _asserted_edges(resolution.assertions)
    edges += _same_name_edges(resolution.entities)
    edges += _keyword_edges(resolution)
    return ordered_graph(nodes, edges)


def ordered_graph(nodes: Mapping[str, Attributes], edges: Iterable[Edge]) -> nx.MultiDiGraph[str]:
    """Insert nodes and edges in sorted order; the edge key is the relation, and the attribute `relation` repeats it."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from((name, nodes[name]) for name in sorted(nodes))
    for source, target, relation, attributes in sorted(edges, key=lambda edge: edge[:3]):
        graph.add_edge(source, target, key=relation, relation=relation, **attributes)
    return graph


class People:
    """Authors with an identity: which Person node is whose.

    The Anthology's author id names a person, else the ORCID; an ORCID that the same corpus ties to an Anthology id
    names that person.
    """

    def __init__(self, author_lists: Iterable[Sequence[Author]]) -> None:
        lists = list(author_lists)
        identified = [author for authors in lists for author in authors]
        self._id_of_orcid = {
            author.orcid: author.id
            for author in sorted(identified, key=lambda one: one.id or "", reverse=True)
            if author.id and author.orcid
        }
        self._uses: dict[str, list[list[NameUse]]] = {}
        self._orcids: dict[str, set[str]] = {}
        for authors in lists:
            for node, names in self._named(authors).items():
                self._uses.setdefault(node, []).append([NameUse(name) for name in names])
        for author in identified:
            person = self.find(author)
            if person and author.orcid:
                self._orcids.setdefault(person, set()).add(author.orcid)

    def _named(self, authors: Sequence[Author]) -> dict[str, dict[str, None]]:
        """Person → their names on one paper."""
        names: dict[str, dict[str, None]] = {}
        for author in authors:
            if person := self.find(author):
                names.setdefault(person, {})[tidy(author.name)] = None
        return names

    def find(self, author: Author) -> str | None:
        """Give the author's node id; None for a bare name, which is no identity."""
        key = author.id or self._id_of_orcid.get(author.orcid or "") or author.orcid
        return node_id("Person", key) if key else None

    def nodes(self) -> dict[str, Attributes]:
        """Give a node for each person, labelled by the name that most papers print."""
        nodes: dict[str, Attributes] = {}
        for person, uses in self._uses.items():
            key = person.partition("/")[2]
            orcids = self._orcids.get(person, set())
            nodes[person] = {"kind": "Person", "label": choose_label(uses)[0]}
            if orcids:
                nodes[person]["orcid"] = min(orcids)
            if key not in orcids:
                nodes[person]["anthology_id"] = key
        return nodes


def _paper_attributes(paper: Paper, people: People) -> Attributes:
    attributes: Attributes = {"kind": "Paper", "label": paper_label(paper)}
    attributes |= {field: value for field in _PLAIN_FIELDS if (value := getattr(paper, field)) not in {None, ""}}
    if not paper.title:
        attributes["untitled"] = True
    if paper.authors:
        attributes["authors"] = tuple(
            Authorship(position, author.name, people.find(author))
            for position, author in enumerate(paper.authors, start=1)
        )
    if paper.records:
        attributes["records"] = tuple(sorted(set(paper.records), key=_sort_key))
    return attributes


def _sort_key(record: msgspec.Struct) -> tuple[str, ...]:
    return tuple(value or "" for value in msgspec.structs.astuple(record))


def _paper_edges(paper_id: str, paper: Paper, people: People) -> Iterator[Edge]:
    seen: set[str] = set()
    for position, author in enumerate(paper.authors, start=1):
        person = people.find(author)
        if person and person not in seen:
            seen.add(person)
            yield paper_id, person, AUTHOR, {"position": position}
    if paper.venue and (key := normal_form(paper.venue)):
        yield paper_id, node_id("Venue", key), PUBLISHED_IN, {}


def _venue_nodes(papers: Iterable[Paper]) -> dict[str, Attributes]:
    uses: dict[str, list[list[NameUse]]] = {}
    for paper in papers:
        if paper.venue and (key := normal_form(paper.venue)):
            uses.setdefault(node_id("Venue", key), []).append([NameUse(tidy(paper.venue))])
    return {venue: {"kind": "Venue", "label": choose_label(names)[0]} for venue, names in uses.items()}


def _entity_attributes(entity: Entity) -> Attributes:
    attributes: Attributes = {"kind": entity.type, "label": entity.label}
    if entity.names:
        attributes["names"] = entity.names
    if entity.generic:
        attributes["generic"] = True
    return attributes


def _keyword_attributes(keyword: Keyword) -> Attributes:
    return {"kind": "Keyword", "label": keyword.label} | ({"names": keyword.names} if keyword.names else {})


def _asserted_edges(assertions: Iterable[Assertion]) -> Iterator[Edge]:
    """Gather what papers say into one edge for each subject, relation and object."""
    groups: dict[tuple[str, str, str], list[Assertion]] = {}
    for assertion in assertions:
        groups.setdefault((assertion.subject, assertion.relation, assertion.object), []).append(assertion)
    for (subject, relation, target), group in groups.items():
        group.sort(key=lambda one: one.paper)
        yield (
            subject,
            target,
            relation,
            {
                "papers": tuple(one.paper for one in group),
                "scores": tuple(one.score for one in group),
                "count": len(group),
                "score": max(one.score for one in group),
                "evidence": tuple(sorted((one.paper, *span) for one in group for span in one.evidence)),
            },
        )


def _same_name_edges(entities: Iterable[Entity]) -> Iterator[Edge]:
    """Tie entities of one key and several types, from the lower id to the higher."""
    by_key: dict[str, list[str]] = {}
    for entity in entities:
        by_key.setdefault(entity.key, []).append(node_id(entity.type, entity.key))
    for ids in by_key.values():
        for lower, higher in combinations(sorted(ids), 2):
            yield lower, higher, SAME_NAME_AS, {}


def _keyword_edges(resolution: Resolution) -> Iterator[Edge]:
    """Tie papers to their keywords, and keywords to entities of the same name.

    The name is the same when the keys agree, or when a paper with the keyword names the entity so: its keyword "LLMs"
    is what it calls "LLMs", whatever those letters mean elsewhere.
    """
    matches: set[tuple[str, str]] = set()
    entities = {(entity.key, node_id(entity.type, entity.key)) for entity in resolution.entities}
    ids_of: dict[str, set[str]] = {}
    for key, entity in entities:
        ids_of.setdefault(key, set()).add(entity)
    for keyword in resolution.keywords:
        matches |= {(keyword.key, entity) for entity in ids_of.get(keyword.key, ())}
    for paper, keys in resolution.paper_keywords.items():
        for key in keys:
            yield paper, node_id("Keyword", key), AUTHOR_KEYWORD, {}
    for mention in resolution.mentions:
        key = entity_key("Keyword", mention.text)
        if key in resolution.paper_keywords.get(mention.paper, ()):
            matches.add((key, mention.entity))
    for key, entity in matches:
        yield node_id("Keyword", key), entity, CLOSE_MATCH, {}
