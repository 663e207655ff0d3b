"""GraphML and GEXF: networkx, igraph and graphology read the same nodes and edges, and networkx answers questions."""

import contextlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from lxml import etree

from kg.export import WRITERS
from kg.export.graphml import clean_xml
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.iris import to_iri
from tests.export.engines.conftest import Export
from tests.export.engines.questions import Answer, ask_all
from tests.export.engines.running import import_engine, run_node
from tests.export.engines.test_neo4j import awkward_graph
from tests.rdf.graphs import PAPER, example_graph, graphs

Contents = tuple[dict[str, tuple[str, str]], Counter[tuple[str, str, str]]]
"""Node → kind and label; source, relation, target → how many."""


def contents(graph: KnowledgeGraph) -> Contents:
    nodes = {clean_xml(node): (data["kind"], clean_xml(data["label"])) for node, data in graph.graph.nodes(data=True)}
    edges = Counter((clean_xml(s), relation, clean_xml(t)) for s, t, relation in graph.graph.edges(keys=True))
    return nodes, edges


def read_networkx(path: Path) -> Contents:
    graph: Any = nx.read_gexf(path) if path.suffix == ".gexf" else nx.read_graphml(path, force_multigraph=True)
    nodes = {node: (data["kind"], data["label"]) for node, data in graph.nodes(data=True)}
    return nodes, Counter((s, data["relation"], t) for s, t, data in graph.edges(data=True))


def read_igraph(path: Path) -> Contents:
    igraph = import_engine("igraph", package="igraph")
    graph = igraph.Graph.Read_GraphML(str(path))
    names = [name.replace("&#38;", "&") for name in graph.vs["id"]]  # igraph leaves this reference in ids
    nodes = {name: (node["kind"], node["label"]) for name, node in zip(names, graph.vs, strict=True)}
    return nodes, Counter((names[edge.source], edge["relation"], names[edge.target]) for edge in graph.es)


def read_graphology(path: Path, folder: Path) -> Contents:
    read = json.loads(run_node("read_graph.mjs", path, folder=folder))
    return {node: (kind, label) for node, kind, label in read["nodes"]}, Counter(map(tuple, read["edges"]))


@settings(max_examples=30)
@given(graphs())
def test_networkx_reads_gexf_back(tmp_path_factory: pytest.TempPathFactory, graph: KnowledgeGraph) -> None:
    path = tmp_path_factory.mktemp("written") / "graph.gexf"
    WRITERS["gexf"].write(graph, path)
    assert normalised(read_networkx(path)) == normalised(contents(graph))


@pytest.mark.parametrize("name", ["gexf", "graphml"])
def test_graphology_reads_an_awkward_graph(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"graph.{name}"
    WRITERS[name].write(awkward_graph(), path)
    assert normalised(read_graphology(path, tmp_path)) == normalised(contents(awkward_graph()))


def test_igraph_reads_an_awkward_graph(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    WRITERS["graphml"].write(awkward_graph(), path)
    assert normalised(read_igraph(path)) == normalised(contents(awkward_graph()))


def test_gexf_has_weights_types_and_no_date(tmp_path: Path) -> None:
    WRITERS["gexf"].write(example_graph(), tmp_path / "graph.gexf")
    graph: Any = nx.read_gexf(tmp_path / "graph.gexf")
    assert (graph.nodes[PAPER]["year"], graph.nodes["model/rain"]["generic"]) == (2021, True)
    weights = {data["relation"]: data.get("weight") for _, _, data in graph.edges(data=True)}
    assert (weights["partOf"], weights["proposes"], weights["publishedIn"]) == (2.0, 1.0, None)
    tree = etree.parse(tmp_path / "graph.gexf")
    assert [dict(meta.attrib) for meta in tree.iter("{*}meta")] == [{}]
    edges = [edge.get("id") for edge in tree.iter("{*}edge")]
    assert len(set(edges)) == len(edges) == example_graph().graph.number_of_edges()


@pytest.mark.parametrize("name", ["gexf", "graphml"])
def test_questions_have_the_answers_of_sparql(
    samples: KnowledgeGraph, export: Export, expected: dict[str, Answer], name: str
) -> None:
    folder = export(name)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    opening = re.search(r"## Five questions, for networkx\n\n```python\n(.*?)```", readme, re.DOTALL)
    assert opening
    names: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(opening[1], names)  # noqa: S102 - what our own README says

    def ask(code: str) -> list[list[Any]]:
        rows: list[list[Any]] = eval(code, names)  # noqa: S307
        known = samples.graph.nodes
        return [[to_iri(samples.base_iri, cell) if cell in known else cell for cell in row] for row in rows]

    assert ask_all(folder / "README.md", "python", ask) == expected


def test_the_samples_are_read_alike(samples: KnowledgeGraph, export: Export, tmp_path: Path) -> None:
    expected = contents(samples)
    assert read_networkx(export("graphml") / "graph.graphml") == expected
    assert read_networkx(export("gexf") / "graph.gexf") == expected
    assert read_igraph(export("graphml") / "graph.graphml") == expected
    for name in ("gexf", "graphml"):
        assert read_graphology(export(name) / f"graph.{name}", tmp_path) == expected


def normalised(read: Contents) -> Contents:
    """XML readers may make blanks of line ends in attributes, and trim texts."""
    nodes, edges = read
    return (
        {blank(node): (kind, blank(label)) for node, (kind, label) in nodes.items()},
        Counter({(blank(s), relation, blank(t)): count for (s, relation, t), count in edges.items()}),
    )


def blank(text: str) -> str:
    return " ".join(text.split())
