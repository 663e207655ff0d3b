"""`kg evaluate`, as typed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.training.corpus import GoldEntity, GoldPaper
from kg.training.mistakes import find_mistakes
from tests.cli.conftest import Run

TEXT = (
    "Tides and parsing\n\nWe give TideBank, a corpus for dependency parsing. We run TideNet on it, tag words, "
    "report accuracy and compare it with large language models by beam search."
)


def entity(name: str, kind: str, generic: bool = False) -> dict[str, object]:
    return {"name": name, "type": kind, "role": "used", "mentions": [name], "generic": generic}


GOLD = [
    entity("TideBank", "Dataset"),
    entity("dependency parsing", "Task"),
    entity("TideNet", "Model"),
    entity("accuracy", "Metric"),
    entity("large language models", "Model", generic=True),
]
FOUND = [
    entity("TideBank", "Task"),
    entity("parsing", "Task"),
    entity("TideNet", "Model"),
    entity("large language models", "Method"),
    entity("beam search", "Method"),
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Gold and prediction of a paper, and a second paper where both agree."""
    written = []
    for name, entities in (("gold.jsonl", GOLD), ("found.jsonl", FOUND)):
        lines = [
            {"id": "p1", "text": TEXT, "entities": entities},
            {"id": "p2", "text": "On TideNet", "entities": [entity("TideNet", "Model")]},
        ]
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        written.append(path)
    return written[0], written[1]


def test_figures_and_the_confusion_of_types(kg: Run, files: tuple[Path, Path]) -> None:
    done = kg("evaluate", files[0], "--predicted", files[1])
    assert (done.returncode, done.stderr) == (0, "")
    table = [line.split() for line in done.stdout.partition("gold \\ predicted")[2].splitlines()]
    assert table == [
        ["Model", "Dataset", "Method", "Task", "Metric", "missed"],
        ["Model", "2", "0", "0", "0", "0", "0"],
        ["Dataset", "0", "0", "0", "1", "0", "0"],
        ["Method", "0", "0", "0", "0", "0", "0"],
        ["Task", "0", "0", "0", "0", "0", "1"],
        ["Metric", "0", "0", "0", "0", "0", "1"],
        ["false", "0", "0", "1", "1", "0"],
    ]
    assert "p1" not in done.stdout


def test_errors_are_listed_by_paper_with_the_words_around(kg: Run, files: tuple[Path, Path]) -> None:
    done = kg("evaluate", files[0], "--predicted", files[1], "--errors")
    listed = done.stdout.partition("\n\np1: ")[2].splitlines()
    assert listed[0] == "1 missed, 1 false, 1 wrong type, 1 wrong boundary"
    assert [(line[2:17].strip(), line[17:37].strip()) for line in listed[1:5]] == [
        ("wrong boundary", "Task"),
        ("wrong type", "Task not Dataset"),
        ("missed", "Metric"),
        ("false", "Method"),
    ]
    assert [line[37:] for line in listed[1:5]] == [
        "Tides and [parsing](Task)  We give TideBank, a corpus for dependency…   (gold: dependency parsing)",
        "Tides and parsing  We give [TideBank](Task), a corpus for dependency parsing. We run TideNet…",
        "…parsing. We run TideNet on it, tag words, report [accuracy](Metric) "
        "and compare it with large language models by…",
        "…and compare it with large language models by [beam search](Method).",
    ]
    assert listed[-1] == "4 errors in 1 paper"


def test_figures_as_json(kg: Run, files: tuple[Path, Path]) -> None:
    plain = json.loads(kg("evaluate", files[0], "--predicted", files[1], "--json").stdout)
    assert plain["confusion"]["Dataset"]["Task"] == 1
    assert "errors" not in plain
    full = json.loads(kg("evaluate", files[0], "--predicted", files[1], "--json", "--errors").stdout)
    assert [one["kind"] for one in full["errors"]["p1"]] == ["wrong boundary", "wrong type", "missed", "false"]


def test_without_a_prediction_the_pipeline_runs(kg: Run, files: tuple[Path, Path]) -> None:
    done = kg("evaluate", files[0], "--errors")
    assert done.returncode == 0
    assert done.stdout.startswith("2 papers, 0 missing, 0 extra\n")


def test_a_terminal_shows_colours(kg_terminal: Callable[..., str], files: tuple[Path, Path]) -> None:
    written = kg_terminal("evaluate", files[0], "--predicted", files[1], "--errors")
    assert "\x1b[" in written
    assert "](Task)" not in written


def test_mistakes_pair_what_overlaps_of_the_same_type_first() -> None:
    def paper(*entities: tuple[str, str]) -> GoldPaper:
        text = "neural machine translation and machine translation systems"
        return GoldPaper("x", text, tuple(GoldEntity(name, kind, "used", (name,)) for name, kind in entities))

    (one,) = find_mistakes(paper(("neural machine translation", "Method")), paper(("machine translation", "Task")))
    assert (one.kind, one.gold_type, one.predicted_type, one.gold_text) == (
        "wrong boundary",
        "Method",
        "Task",
        "neural machine translation",
    )
    gold = paper(("neural machine translation", "Method"), ("machine translation systems", "Task"))
    found = find_mistakes(gold, paper(("machine translation", "Task")))
    assert [(one.kind, one.gold_text or one.text) for one in found] == [
        ("missed", "neural machine translation"),
        ("wrong boundary", "machine translation systems"),
    ]
    assert find_mistakes(gold, gold) == ()


def test_resolution_is_measured_on_grouped_names(tmp_path: Path, kg: Run) -> None:
    names = tmp_path / "names.tsv"
    names.write_text(
        "Model\tTideNet\tTideNets\tHarbour net\nTask\tEbb\napart\tModel\tTideNet\tTideNet 2\nModel\tTideNet 2\n"
    )
    result = kg("evaluate", "--resolution", str(names), "--errors")
    assert result.returncode == 0
    assert "5 names of 3 things, 3 pairs of one thing (3 differ in more than case)" in result.stdout
    assert "0 of 1 hard negatives merged" in result.stdout
    assert "pairs P 1.000  R 0.333" in result.stdout
    assert "  TideNet  |  Harbour net" in result.stdout
    figures = json.loads(kg("evaluate", "--resolution", str(names), "--json").stdout)["figures"]
    assert figures["all apart"]["pair_recall"] == 0
    assert kg("evaluate", "--resolution", str(names), "--resamples", "5").returncode == 2
    names.write_text("\n")
    assert "there is no name in it" in kg("evaluate", "--resolution", str(names)).stderr
