"""`kg stats`, as typed."""

import json
from pathlib import Path

from tests.cli.conftest import Run

EXPORTS = Path(__file__).parents[2] / "exports"


def test_figures_are_those_of_the_report(kg: Run) -> None:
    report = json.loads((EXPORTS / "report.json").read_text(encoding="utf-8"))
    found = json.loads(kg("stats", EXPORTS, "--json", "--top", "2").stdout)
    assert (found["nodes"], found["edges"]) == (report["nodes"], report["edges"])
    assert all(len(top) <= 2 for top in found["top"].values())
    assert sum(found["components"]) <= sum(report["nodes"].values())
    assert found["communities"]


def test_words_tell_the_same(kg: Run) -> None:
    done = kg("stats", EXPORTS / "graph.ttl")
    found = json.loads(kg("stats", EXPORTS / "graph.ttl", "--json").stdout)
    assert done.returncode == 0
    assert f"  Paper              {found['nodes']['Paper']:>8,}\n" in done.stdout
    assert f"components           {len(found['components']):>8,}, the largest of" in done.stdout


def test_the_hash_seed_has_no_influence(kg_process: Run) -> None:
    first, second = (kg_process("stats", EXPORTS / "graph.ttl", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.returncode == 0
    assert first.stdout == second.stdout
