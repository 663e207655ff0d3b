from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.linear import LinearClassifier

WEIGHTS = np.array([[1.0, -1.0], [0.5, 0.25], [-2.0, 3.0]], dtype="float32")
CLASSIFIER = LinearClassifier(["no", "yes"], ["a", "b", "c"], WEIGHTS, np.array([0.1, 0.0], dtype="float32"))


def test_probabilities_are_the_softmax_of_the_summed_weights() -> None:
    logits = np.array([1.0 + 0.5 + 0.1, -1.0 + 0.25])
    assert CLASSIFIER.predict(["a", "b"]) == pytest.approx(np.exp(logits) / np.exp(logits).sum())


def test_unknown_and_repeated_features_change_nothing() -> None:
    assert (CLASSIFIER.predict(["a", "a", "z"]) == CLASSIFIER.predict(["a"])).all()


@given(st.permutations(["a", "b", "c"]))
def test_the_order_of_features_changes_nothing(features: list[str]) -> None:
    assert (CLASSIFIER.predict(features) == CLASSIFIER.predict(["a", "b", "c"])).all()


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    CLASSIFIER.to_disk(tmp_path / "new")
    again = LinearClassifier.from_disk(tmp_path / "new")
    assert again.labels == CLASSIFIER.labels
    assert (again.predict(["b", "c"]) == CLASSIFIER.predict(["b", "c"])).all()


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        LinearClassifier(["one"], ["a"], WEIGHTS, np.zeros(1, "float32"))
