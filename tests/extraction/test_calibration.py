from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.calibration import Calibration

UNIT = st.floats(0, 1).map(lambda number: round(number, 4))


@given(st.sets(UNIT, min_size=1, max_size=9), st.lists(UNIT, min_size=9, max_size=9), UNIT, UNIT)
def test_no_order_of_scores_is_turned_round(scores: set[float], values: list[float], a: float, b: float) -> None:
    calibration = Calibration(tuple(sorted(scores)), tuple(sorted(values[: len(scores)])))
    low, high = sorted((a, b))
    assert 0 <= calibration(low) <= calibration(high) <= 1


def test_it_is_kept_as_plain_numbers(tmp_path: Path) -> None:
    calibration = Calibration((0.25, 0.5), (0.125, 1.0))
    calibration.to_disk(tmp_path / "calibration.json")
    assert (tmp_path / "calibration.json").read_bytes() == b'{"scores":[0.25,0.5],"probabilities":[0.125,1.0]}\n'
    assert Calibration.from_disk(tmp_path / "calibration.json") == calibration


def test_without_measurement_a_score_stays() -> None:
    assert [Calibration()(score) for score in (0.0, 0.123, 1.0)] == [0.0, 0.123, 1.0]


@pytest.mark.parametrize(
    ("scores", "values"), [((), ()), ((0.1,), (0.1, 0.2)), ((0.2, 0.1), (0.1, 0.2)), ((0.1, 0.2), (0.2, 0.1))]
)
def test_what_is_no_monotone_map_is_refused(scores: tuple[float, ...], values: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="calibration"):
        Calibration(scores, values)
