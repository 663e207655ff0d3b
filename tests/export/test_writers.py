"""Every writer: the same bytes for the same graph, whatever the order of nodes and the hash seed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from kg.export import WRITERS
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.conftest import ROOT
from tests.rdf.graphs import example_graph

WRITE = """\
import sys
from pathlib import Path
from kg.export import WRITERS
from kg.export.turtle import write_mentions
from kg.resolution.records import EntityMention
from tests.rdf.graphs import PAPER, example_graph
from tests.rdf.test_mentions import graph_with_text
for name, writer in WRITERS.items():
    writer.write(example_graph(), Path(sys.argv[1]) / (name + writer.suffix))
write_mentions(graph_with_text(EntityMention(PAPER, 2, 8, "clouds", "task/cloud", 0.5)), Path(sys.argv[1]) / "mentions")
"""


def test_the_hash_seed_changes_no_byte(tmp_path: Path) -> None:
    written = []
    for seed in ("0", "1"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
        subprocess.run([sys.executable, "-c", WRITE, folder], check=True, env=environment, cwd=ROOT)
        written.append(read_files(folder))
        assert len(list(folder.iterdir())) == len(WRITERS) + 1
    assert written[0] == written[1]


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_the_order_of_nodes_and_edges_changes_no_byte(tmp_path: Path, name: str) -> None:
    graph = example_graph().graph
    shuffled: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in sorted(graph.nodes, key=_hash):
        shuffled.add_node(node, **dict(reversed(graph.nodes[node].items())))
    for head, tail, relation in sorted(graph.edges(keys=True), key=_hash):
        shuffled.add_edge(head, tail, key=relation, **graph.edges[head, tail, relation])
    assert list(shuffled) != list(graph)
    WRITERS[name].write_folder(example_graph(), tmp_path / "one")
    WRITERS[name].write_folder(KnowledgeGraph(shuffled), tmp_path / "other")
    assert read_files(tmp_path / "one") == read_files(tmp_path / "other")


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def test_writers_say_what_they_are_for() -> None:
    for writer in WRITERS.values():
        assert writer.description
        assert writer.readers
        assert writer.suffix.startswith(".") or not writer.suffix


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_writing_changes_nothing_in_the_graph(tmp_path: Path, name: str) -> None:
    graph = example_graph()
    WRITERS[name].write(graph, tmp_path / "out")
    assert graph == example_graph()


def test_the_list_of_writers_imports_no_engine() -> None:
    engines = {"networkx", "pyarrow", "pyoxigraph", "rdflib", "pyvis"}
    program = f"import sys, kg.export; print(sorted({engines} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
