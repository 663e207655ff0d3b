"""`kg diff`, as typed."""

import json
from pathlib import Path

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def test_a_graph_does_not_differ_from_itself(kg: Run) -> None:
    done = kg("diff", ROOT / "exports" / "graph.ttl", ROOT / "exports")
    assert (done.returncode, done.stdout) == (0, "the graphs are equal\n")


def test_differences_are_told_in_words_and_as_json(kg: Run, tmp_path: Path) -> None:
    paper = '{"id": "%s", "title": "%s", "abstract": "We map tides.", "keywords": ["%s"], "doi": "10.1000/%s"}\n'
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(paper % ("a", "Ebb", "tides", "a"), encoding="utf-8")
    second.write_text(paper % ("a", "Ebb", "Tides", "a") + paper % ("b", "Flow", "flood", "b"), encoding="utf-8")
    for source in (first, second):
        assert kg("build", source, "-o", source.with_suffix("")).returncode == 0
    done = kg("diff", first.with_suffix(""), second.with_suffix(""))
    assert "  keyword/flood\n" in done.stdout
    assert "  keyword/tide: label\n" in done.stdout
    assert "  paper/10.1000/b authorKeyword keyword/flood\n" in done.stdout
    found = json.loads(kg("diff", second.with_suffix(""), first.with_suffix(""), "--json").stdout)
    assert "paper/10.1000/b" in found["nodes_removed"]
    assert found["nodes_added"] == []


def test_a_missing_graph_is_named(kg: Run, tmp_path: Path) -> None:
    done = kg("diff", tmp_path / "no.ttl", ROOT / "exports")
    assert done.returncode == 1
    assert "no.ttl" in done.stderr
