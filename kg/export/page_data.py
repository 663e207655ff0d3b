"""What the page knows: nodes, edges and evidence as plain lists for JavaScript, and which of the nodes it draws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec

from kg.graph.knowledge_graph import KnowledgeGraph
from kg.resolution.identifiers import node_id
from kg.vocabulary import ENTITY_TYPES, NODE_KINDS

#: up to how many papers, entities, keywords and topics all are drawn, and how many of more
_DRAW_ALL, _DRAW_SOME = 1500, 800
#: of the nodes drawn, when not all can be: the rest are keywords and topics
_ENTITY_SHARE, _PAPER_SHARE = 0.6, 0.35
#: drawn only when chosen in the legend: they tie nearly everything to everything
BACKGROUND_KINDS: Final = ("Person", "Venue")


class Room(msgspec.Struct, frozen=True):
    """How many bytes of JSON a page may hold.

    Attributes:
        nodes: for nodes, drawn or found by search, and their edges.
        sentences: for the sentences that serve as evidence.
    """

    nodes: int
    sentences: int


#: with the library that draws and what is drawn, a page stays below 15 MB
PAGE_ROOM: Final = Room(nodes=8_800_000, sentences=4_500_000)
#: for a page inside a notebook, which is saved with it
NOTEBOOK_ROOM: Final = Room(nodes=700_000, sentences=300_000)


class PageData(msgspec.Struct, frozen=True):
    """Nodes, edges and evidence of a page; a node is named by its position in `nodes`.

    Attributes:
        nodes: what the panel shows of each; also those that are not drawn but can be found.
        edges: source, target, relation, then for each paper that says so its node, its score and its sentences.
        sentences: evidence, named by position.
        drawn: the nodes to draw, ascending.
        total: nodes of each kind in the graph.
        left_out: nodes of each kind that the page does not even list, for want of room.
        sentences_left_out: true when there was no room for all evidence.
    """

    nodes: list[dict[str, Any]]
    edges: list[list[Any]]
    sentences: list[str]
    drawn: list[int]
    total: dict[str, int]
    left_out: dict[str, int]
    sentences_left_out: bool


def page_data(graph: KnowledgeGraph, max_nodes: int | None = None, room: Room = PAGE_ROOM) -> PageData:
    """Collect what the page shows.

    Args:
        graph: any knowledge graph; evidence needs its `sources`.
        max_nodes: how many papers, entities, keywords and topics to draw at most; None leaves it to the graph's size.
        room: how much the page may hold; what is drawn comes first, then papers, then what most papers name.

    Returns:
        The same data for the same graph, whatever the order in which it was put together.
    """
    papers_of = _papers_of(graph)
    drawn = choose_nodes(graph, papers_of, max_nodes)
    listed = _listed(graph, papers_of, drawn, room.nodes)
    index = {name: number for number, name in enumerate(listed)}
    nodes = [_node(graph, name, index, len(papers_of.get(name, ()))) for name in listed]
    evidence = _Evidence(graph, room.sentences)
    edges = [
        [index[source], index[target], relation, *_said(data, index, evidence)]
        for source, target, relation, data in _edges(graph)
        if source in index and target in index
    ]
    total = _count(graph, graph.graph.nodes)
    shown = _count(graph, listed)
    return PageData(
        nodes=nodes,
        edges=edges,
        sentences=evidence.sentences,
        drawn=sorted(index[name] for name in drawn),
        total=total,
        left_out={kind: total[kind] - shown.get(kind, 0) for kind in total if total[kind] > shown.get(kind, 0)},
        sentences_left_out=evidence.left_out,
    )


class _Evidence:
    """The sentences that say something, each once, as far as there is room."""

    def __init__(self, graph: KnowledgeGraph, room: int) -> None:
        self.sentences: list[str] = []
        self.left_out = False
        self._texts = {node_id("Paper", extraction.id): extraction.text for extraction in graph.sources.extractions}
        self._numbers: dict[tuple[str, int, int], int] = {}
        self._room = room

    def number(self, paper: str, start: int, end: int) -> int | None:
        """Give the number of a sentence; None where its text is not at hand or there is no room."""
        sentence = self._texts.get(paper, "")[start:end].strip()
        if sentence and (paper, start, end) not in self._numbers:
            size = _size(sentence) + 3
            if size > self._room:
                self.left_out = True
                return None
            self._room -= size
            self._numbers[paper, start, end] = len(self.sentences)
            self.sentences.append(sentence)
        return self._numbers.get((paper, start, end))


def _said(data: dict[str, Any], index: dict[str, int], evidence: _Evidence) -> list[list[Any]]:
    """For each paper that asserts an edge: its node, its score, its sentences. Nothing for edges that none asserts."""
    papers: tuple[str, ...] = data.get("papers", ())
    scores = data.get("scores") or (None,) * len(papers)
    said: dict[str, list[Any]] = {
        paper: [index[paper], score] for paper, score in zip(papers, scores, strict=True) if paper in index
    }
    for paper, start, end in data.get("evidence", ()):
        number = evidence.number(paper, start, end) if paper in said else None
        if number is not None:
            said[paper].append(number)
    return list(said.values())


def choose_nodes(graph: KnowledgeGraph, papers_of: dict[str, set[str]], max_nodes: int | None) -> set[str]:
    """Choose the nodes to draw: all where they are few, else the entities that most papers name, with their papers.

    Classes such as "large language models" (`generic`) come after all entities proper.
    People are drawn where they tie papers together, and do not count towards the limit.
    """
    kinds = _kinds(graph)
    front = {name for name, kind in kinds.items() if kind not in BACKGROUND_KINDS}
    if max_nodes is None:
        max_nodes = len(front) if len(front) <= _DRAW_ALL else _DRAW_SOME
    if len(front) > max_nodes:
        front = _most_telling(graph, papers_of, front, max_nodes)
    papers_drawn = {name: len(papers_of.get(name, set()) & front) for name in kinds if name not in front}
    return front | {
        name
        for name, papers in papers_drawn.items()
        if (kinds[name] == "Person" and papers > 1) or (kinds[name] == "Venue" and papers > 0)
    }


def _most_telling(graph: KnowledgeGraph, papers_of: dict[str, set[str]], front: set[str], max_nodes: int) -> set[str]:
    kinds = _kinds(graph)
    ranked = sorted(front, key=lambda name: _rank(graph, papers_of, name))
    entities = [name for name in ranked if kinds[name] in ENTITY_TYPES]
    most_entities = round(max_nodes * _ENTITY_SHARE)
    named = {name: 0 for name in front if kinds[name] == "Paper"}
    for entity in entities[:most_entities]:
        for paper in papers_of.get(entity, ()):
            if paper in named:
                named[paper] += 1
    papers = sorted(named, key=lambda name: (-named[name], name))[: round(max_nodes * _PAPER_SHARE)]
    chosen = set(papers)
    chosen.update([name for name in entities if not chosen.isdisjoint(papers_of.get(name, ()))][:most_entities])
    # what room is left goes to keywords and topics, then to more entities of these papers, then to more papers
    others = [name for name in ranked if kinds[name] not in ENTITY_TYPES and name not in named]
    more = [name for name in entities if not chosen.isdisjoint(papers_of.get(name, ()))]
    rest = [name for name in [*others, *more, *sorted(named)] if name not in chosen]
    chosen.update(rest[: max_nodes - len(chosen)])
    return chosen


def web_address(url: str) -> str | None:
    """Give the address back if a browser may open it: http or https with a host, nothing else.

    >>> web_address("https://aclanthology.org/P19-1001/"), web_address("javascript:alert(1)")
    ('https://aclanthology.org/P19-1001/', None)
    """
    try:
        parts = urlsplit(url)
        return url if parts.scheme.lower() in {"http", "https"} and parts.hostname else None
    except ValueError:
        return None


def _kinds(graph: KnowledgeGraph) -> dict[str, str]:
    return {name: str(data["kind"]) for name, data in graph.graph.nodes(data=True)}


def _papers_of(graph: KnowledgeGraph) -> dict[str, set[str]]:
    """For every node that papers point to: which papers."""
    kinds = _kinds(graph)
    papers: dict[str, set[str]] = {}
    for source, target in graph.graph.edges():
        if kinds.get(source) == "Paper":
            papers.setdefault(target, set()).add(source)
    return papers


def _rank(graph: KnowledgeGraph, papers_of: dict[str, set[str]], name: str) -> tuple[bool, int, int, str]:
    data = graph.graph.nodes[name]
    return bool(data.get("generic")), -len(papers_of.get(name, ())), -graph.graph.degree(name), name


def _listed(graph: KnowledgeGraph, papers_of: dict[str, set[str]], drawn: set[str], room: int) -> list[str]:
    """List what is drawn and, as far as there is room, what can be found by search; sorted."""
    rest = sorted(
        (name for name in graph.graph.nodes if name not in drawn),
        key=lambda name: (graph.graph.nodes[name]["kind"] != "Paper", *_rank(graph, papers_of, name)),
    )
    room -= sum(_weight(graph, name) for name in drawn)
    listed = set(drawn)
    for name in rest:
        room -= _weight(graph, name)
        if room < 0:
            break
        listed.add(name)
    return sorted(listed)


def _weight(graph: KnowledgeGraph, name: str) -> int:
    """Estimate the bytes that a node and half of each of its edges take in the page."""
    data = graph.graph.nodes[name]
    texts = (data.get("label", ""), data.get("title", ""), data.get("url", ""), *data.get("names", ()))
    authors = sum(_size(author.name) + 12 for author in data.get("authors", ()))
    identifiers = sum(
        40 + 2 * _size(str(data[key])) for key in ("doi", "anthology_id", "arxiv_id", "orcid") if key in data
    )
    said = sum(len(edge.get("papers", ())) for _, _, edge in graph.graph.out_edges(name, data=True))
    edges = 15 * int(graph.graph.degree(name)) + 22 * said
    return 60 + _size(name) + sum(map(_size, texts)) + authors + identifiers + edges


def _size(text: str) -> int:
    """Count the bytes of a text in the page."""
    return len(text.encode("utf-8", errors="replace")) + 5 * sum(map(text.count, "<>&")) + sum(map(text.count, '"\\'))


def _edges(graph: KnowledgeGraph) -> list[tuple[str, str, str, dict[str, Any]]]:
    found = [(source, target, str(data["relation"]), data) for source, target, data in graph.graph.edges(data=True)]
    return sorted(found, key=lambda edge: edge[:3])


def _count(graph: KnowledgeGraph, names: Iterable[str]) -> dict[str, int]:
    """Count nodes by kind, in the order of the vocabulary."""
    kinds = [str(graph.graph.nodes[name]["kind"]) for name in names]
    return {kind: kinds.count(kind) for kind in NODE_KINDS if kind in kinds}


def _node(graph: KnowledgeGraph, name: str, index: dict[str, int], papers: int) -> dict[str, Any]:
    """What the page says of a node; empty values are left out."""
    data = graph.graph.nodes[name]
    label = str(data.get("label") or name)
    authors = [
        [author.name, index[author.person]] if author.person in index else [author.name]
        for author in sorted(data.get("authors", ()))
    ]
    found: dict[str, Any] = {
        "id": name,
        "kind": data["kind"],
        "label": label,
        "title": data.get("title") if data.get("title") != label else None,
        "untitled": bool(data.get("untitled")),
        "generic": bool(data.get("generic")),
        "names": list(data.get("names", ())),
        "year": data.get("year"),
        "authors": authors,
        "links": _links(name, data),
        "papers": papers,
    }
    return {key: value for key, value in found.items() if value}


def _links(name: str, data: dict[str, Any]) -> list[list[str]]:
    """Pairs of text and address, http(s) only, each address once."""
    links = []
    if doi := data.get("doi"):
        links.append([f"doi:{doi}", "https://doi.org/" + quote(str(doi), safe="/")])
    if anthology_id := data.get("anthology_id") if data["kind"] == "Paper" else None:
        links.append(
            [f"ACL Anthology {anthology_id}", f"https://aclanthology.org/{quote(str(anthology_id), safe='')}/"]
        )
    if arxiv_id := data.get("arxiv_id"):
        links.append([f"arXiv:{arxiv_id}", "https://arxiv.org/abs/" + quote(str(arxiv_id), safe="/")])
    if orcid := data.get("orcid"):
        links.append([f"ORCID {orcid}", "https://orcid.org/" + quote(str(orcid), safe="")])
    links.append(["", name if data["kind"] == "Topic" else str(data.get("url", ""))])
    kept: dict[str, list[str]] = {}
    for text, url in links:
        if address := web_address(url):
            kept.setdefault(address.rstrip("/"), [text or urlsplit(address).hostname or address, address])
    return list(kept.values())
