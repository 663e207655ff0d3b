"""A build directory: what is in it, and that it comes back as it was."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg.build_directory import is_build_directory, read_earlier, read_report
from kg.building import assemble
from kg.errors import InputError, KgError, Problem
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.papers import InputFile
from tests.conftest import ROOT
from tests.corpus import CHECKSUM, EXTRACTIONS, PAPERS

FILES = ["extractions.jsonl", "graph.html", "graph.ttl", "mentions.ttl", "papers.jsonl", "report.json"]
PROBLEMS = (Problem("a.jsonl", "line 3", "is broken", "mend it"),)
INPUTS = (InputFile("a.jsonl", CHECKSUM, "json-lines", 2),)


@pytest.fixture
def graph() -> KnowledgeGraph:
    return assemble(
        PAPERS,
        EXTRACTIONS,
        problems=PROBLEMS,
        inputs=INPUTS,
        base_iri="https://kg.example.org/",
        versions={"spacy": "3.8"},
    )


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_a_build_directory_holds_six_files_and_nothing_else(graph: KnowledgeGraph, tmp_path: Path) -> None:
    written = graph.save(tmp_path / "new" / "out")
    assert sorted(path.name for path in written) == FILES
    assert sorted(contents(tmp_path / "new" / "out")) == FILES
    assert is_build_directory(tmp_path / "new" / "out")
    assert not is_build_directory(tmp_path)


def test_the_page_draws_as_many_nodes_as_are_asked_for(graph: KnowledgeGraph, tmp_path: Path) -> None:
    drawn = []
    for name, most in (("all", None), ("few", 2)):
        graph.save(tmp_path / name, max_nodes=most)
        page = (tmp_path / name / "graph.html").read_text(encoding="utf-8")
        drawn.append(page.split('id="drawing"')[1].split("</script>")[0].count('"x":'))
    assert drawn[0] > drawn[1] > 0


def test_what_is_saved_is_loaded_with_its_sources(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path)
    loaded = KnowledgeGraph.load(tmp_path)
    assert loaded == graph
    assert loaded.sources == graph.sources
    assert loaded.base_iri == graph.base_iri


def test_a_turtle_file_is_loaded_without_sources(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path)
    loaded = KnowledgeGraph.load(str(tmp_path / "graph.ttl"))
    assert loaded == graph
    assert loaded.sources.papers == ()


def test_saved_loaded_and_saved_again_is_the_same_to_the_byte(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path / "1")
    KnowledgeGraph.load(tmp_path / "1").save(tmp_path / "2")
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_an_empty_graph_comes_back(tmp_path: Path) -> None:
    graph = assemble([], [], base_iri="https://kg.example.org/")
    graph.save(tmp_path)
    loaded = KnowledgeGraph.load(tmp_path)
    assert loaded == graph
    assert loaded.base_iri == "https://kg.example.org/"


def test_order_and_hash_seed_have_no_influence(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path / "0")
    program = (
        "import sys; from tests.test_build_directory import *; order = -1 if sys.argv[2] == '2' else 1; "
        "assemble(PAPERS[::order], EXTRACTIONS[::order], problems=PROBLEMS, inputs=INPUTS, "
        "base_iri='https://kg.example.org/', versions={'spacy': '3.8'}).save(sys.argv[1])"
    )
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Asia/Tokyo"}
        command = [sys.executable, "-c", program, str(tmp_path / seed), seed]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        assert contents(tmp_path / seed) == contents(tmp_path / "0")


def test_the_report_says_what_was_read_and_found_and_no_times(graph: KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["versions"].keys() == {"kg", "model", "spacy"}
    assert report["inputs"] == [{"path": "a.jsonl", "checksum": CHECKSUM, "format": "json-lines", "records": 2}]
    assert report["nodes"]["Paper"] == 5
    assert report["edges"]["basedOn"] == 1
    assert report["problems"] == [
        {"path": "a.jsonl", "position": "line 3", "message": "is broken", "remedy": "mend it"}
    ]
    assert list(report) == ["versions", "base_iri", "inputs", "nodes", "edges", "problems"]


def test_extractions_of_unknown_papers_are_left_out() -> None:
    graph = assemble(PAPERS[:1], EXTRACTIONS)
    assert [one.id for one in graph.sources.extractions] == ["10.1000/north"]


@pytest.mark.parametrize("name", ["papers.jsonl", "extractions.jsonl", "report.json", "graph.ttl"])
def test_a_broken_file_is_named(graph: KnowledgeGraph, tmp_path: Path, name: str) -> None:
    graph.save(tmp_path)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-30])
    with pytest.raises(InputError, match=name.replace(".", r"\.")):
        KnowledgeGraph.load(tmp_path)


def test_what_is_no_graph_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no graph\.ttl in it"):
        KnowledgeGraph.load(tmp_path)
    with pytest.raises(InputError, match=r"nowhere\.ttl"):
        KnowledgeGraph.load(tmp_path / "nowhere.ttl")


def test_a_directory_that_cannot_be_written_is_an_error(graph: KnowledgeGraph, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(KgError, match="file"):
        graph.save(tmp_path / "file")
    (tmp_path / "out" / "graph.ttl").mkdir(parents=True)
    with pytest.raises(KgError, match=r"graph\.ttl"):
        graph.save(tmp_path / "out")


def test_an_earlier_build_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    assert read_earlier(tmp_path) == ()
    (tmp_path / "extractions.jsonl").write_text('{"id": 1}\n', encoding="utf-8")
    assert read_earlier(tmp_path) == ()
    assert read_report(tmp_path / "report.json").inputs == ()
