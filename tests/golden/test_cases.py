"""Each folder here is a case: its input gives the graph that is written down beside it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rdflib import BNode, Graph, URIRef
from rdflib.compare import graph_diff, isomorphic, to_isomorphic
from rdflib.term import Node

from kg.building import assemble
from kg.export.turtle import write_mentions, write_turtle
from kg.extraction.serialisation import read_extractions
from kg.graph.building import ordered_graph
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI, KnowledgeGraph
from kg.papers.paper import Paper
from kg.rdf.loading import load_turtle
from kg.rdf.validation import validate_graph
from tests.rdf.graphs import contents

CASES = sorted(path for path in Path(__file__).parent.iterdir() if path.is_dir() and (path / "graph.ttl").exists())


def read_case(folder: Path) -> KnowledgeGraph:
    if (folder / "graph.json").exists():
        case: dict[str, Any] = json.loads((folder / "graph.json").read_text(encoding="utf-8"))
        nodes = {
            node: {name: tuple(value) if isinstance(value, list) else value for name, value in attributes.items()}
            for node, attributes in case["nodes"].items()
        }
        graph = ordered_graph(nodes, [(*edge[:3], edge[3]) for edge in case["edges"]])
        return KnowledgeGraph(graph, base_iri=case.get("base_iri", DEFAULT_BASE_IRI))
    lines = (folder / "papers.jsonl").read_bytes().splitlines()
    papers = [msgspec.json.decode(line, type=Paper) for line in lines]
    return assemble(papers, read_extractions(folder / "extractions.jsonl"))


def without_hashes(graph: Graph) -> Graph:
    """Put a blank node for each IRI that is a hash."""

    def blank(term: Node) -> Node:
        is_hash = isinstance(term, URIRef) and ("/assertion/" in term or "/record/" in term)
        return BNode(str(term)) if is_hash else term

    blanked = Graph()
    for subject, predicate, target in graph:
        blanked.add((blank(subject), predicate, blank(target)))
    return blanked


def assert_isomorphic(found: Path, expected: Path) -> None:
    one, other = (without_hashes(Graph().parse(path, format="turtle")) for path in (found, expected))
    assert len(other) > 0
    if not isomorphic(one, other):
        _, only_found, only_expected = graph_diff(to_isomorphic(one), to_isomorphic(other))
        pytest.fail(
            f"not expected:\n{only_found.serialize(format='nt')}\nmissing:\n{only_expected.serialize(format='nt')}"
        )


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_the_graph_is_as_written_down(case: Path, tmp_path: Path) -> None:
    graph = read_case(case)
    write_turtle(graph, tmp_path / "graph.ttl")
    assert_isomorphic(tmp_path / "graph.ttl", case / "graph.ttl")
    assert contents(load_turtle(tmp_path / "graph.ttl")) == contents(graph)
    assert validate_graph(tmp_path / "graph.ttl") == ()


@pytest.mark.parametrize(
    "case", [case for case in CASES if (case / "mentions.ttl").exists()], ids=lambda path: path.name
)
def test_the_mentions_are_as_written_down(case: Path, tmp_path: Path) -> None:
    write_mentions(read_case(case), tmp_path / "mentions.ttl")
    assert_isomorphic(tmp_path / "mentions.ttl", case / "mentions.ttl")
    assert validate_graph(tmp_path / "mentions.ttl") == ()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_the_expected_graph_loads_too(case: Path) -> None:
    assert contents(load_turtle(case / "graph.ttl")) == contents(read_case(case))
