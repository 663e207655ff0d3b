"""How well names are merged, on small groups and on the gold set."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.resolution.measure import GoldName, measure_names, read_names

NAMES = Path(__file__).parents[1] / "data" / "resolution" / "names.tsv"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(line.replace(" > ", "\t") for line in lines) + "\n", encoding="utf-8")
    return path


def test_figures_are_those_counted_by_hand(tmp_path: Path) -> None:
    gold = read_names(
        write(tmp_path / "n.tsv", "Model > TideNet > tidenet > Harbour", "Model > TideNets", "Task > Ebb")
    )
    scores = measure_names(gold)
    # kg makes {TideNet, tidenet, TideNets}, {Harbour}, {Ebb}: one of three pairs is right, one of three is found
    assert (scores.names, scores.groups, scores.pairs, scores.beyond_case) == (5, 3, 3, 2)
    kg = scores.figures["kg"]
    assert (kg.pair_precision, kg.pair_recall) == (round(1 / 3, 4), round(1 / 3, 4))
    assert kg.b3_precision == round((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5, 4)
    assert kg.b3_recall == round((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5, 4)
    lower = scores.figures["same lower-case string"]
    assert (lower.pair_precision, lower.pair_recall) == (1, round(1 / 3, 4))
    apart = scores.figures["all apart"]
    assert (apart.pair_precision, apart.pair_recall, apart.b3_precision) == (1, 0, 1)
    assert ("TideNet", "TideNets") in scores.wrong
    assert ("TideNet", "Harbour") in scores.missed


def test_an_expansion_tells_equal_letters_apart(tmp_path: Path) -> None:
    lines = ["Task > TM = tide mapping", "Task > TM = text mending > Text Mending"]
    gold = read_names(write(tmp_path / "n.tsv", *lines, "apart > Task > TM = tide mapping > TM = text mending"))
    assert gold.groups[0] == (GoldName("Task", "TM", "tide mapping"),)
    scores = measure_names(gold)
    assert (scores.apart, scores.merged_wrongly, scores.wrong, scores.missed) == (1, (), (), ())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["Boat > TideNet"], "line 1: 'Boat' is no type"),
        (["Model > A", "", "Model"], "line 3: names are wanted"),
        (["Model > A > B", "Model > A"], "line 2: A \\(Model\\) was given before"),
        (["Model > A", "apart > Model > A"], "line 2: two names are wanted"),
        (["Model > A > B", "apart > Model > A > B"], "A and B \\(Model\\) are to be apart"),
        (["Model > A", "apart > Model > A > C"], "A and C \\(Model\\) are to be apart"),
        (["apart"], "line 1: 'apart' is no type"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_names(write(tmp_path / "n.tsv", *lines))


def test_the_gold_set_has_what_it_must() -> None:
    scores = measure_names(read_names(NAMES))
    assert scores.names >= 600
    assert scores.apart >= 100
    assert scores.beyond_case >= 200


def test_no_hard_negative_is_merged() -> None:
    scores = measure_names(read_names(NAMES))
    assert scores.merged_wrongly == ()
    assert scores.figures["kg"].pair_precision >= 0.98
    assert scores.figures["kg"].pair_recall >= 0.85
    for other in ("same lower-case string", "all apart"):
        assert scores.figures["kg"].pair_recall > scores.figures[other].pair_recall
        assert scores.figures["kg"].b3_f1 > scores.figures[other].b3_f1
