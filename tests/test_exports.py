"""The committed example: the samples' extractions give the files of `exports/` again, byte for byte."""

import json
from pathlib import Path

import pytest

from kg.building import assemble
from kg.export import WRITERS
from kg.extraction.serialisation import read_extractions
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.papers import read_papers
from tests.conftest import ROOT

EXPORTS = ROOT / "exports"


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    reading = read_papers([ROOT / "samples"])
    return assemble(
        reading.papers,
        read_extractions(ROOT / "samples" / "extractions.jsonl"),
        problems=reading.problems,
        inputs=reading.inputs,
        versions=json.loads((EXPORTS / "report.json").read_text(encoding="utf-8"))["versions"],
    )


def test_exports_are_made_again_byte_for_byte(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path)
    for name in ("jsonld", "graphml"):
        WRITERS[name].write(graph, tmp_path / f"graph{WRITERS[name].suffix}")
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in EXPORTS.iterdir()}
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []


def test_the_samples_extractions_are_those_of_the_exports() -> None:
    assert (ROOT / "samples" / "extractions.jsonl").read_bytes() == (EXPORTS / "extractions.jsonl").read_bytes()


def test_what_is_committed_loads(graph: KnowledgeGraph) -> None:
    assert KnowledgeGraph.load(EXPORTS) == graph
    assert KnowledgeGraph.load(EXPORTS / "graph.ttl") == graph
