"""A linear classifier over named binary features: logistic regression, its weights plain arrays."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


class LinearClassifier:
    """Multinomial logistic regression.

    Attributes:
        labels: the classes, in the order of the columns.
        weights: float32, features × labels.
        bias: float32, labels.
    """

    def __init__(self, labels: Sequence[str], features: Sequence[str], weights: Array, bias: Array) -> None:
        if weights.shape != (len(features), len(labels)) or bias.shape != (len(labels),):
            raise ValueError(
                f"weights {weights.shape} and bias {bias.shape} do not fit {len(features)} × {len(labels)}"
            )
        self.labels = tuple(labels)
        self.weights = weights
        self.bias = bias
        self._rows = {feature: row for row, feature in enumerate(features)}

    @classmethod
    def empty(cls) -> "LinearClassifier":
        """Make a classifier without classes: what a component holds before it is trained or loaded."""
        return cls((), (), np.zeros((0, 0), "float32"), np.zeros(0, "float32"))

    def score(self, features: Iterable[str]) -> Array:
        """Sum the weights of the features that it knows, and no bias: one number for each label."""
        # sorted, so that the sum is the same to the last bit whatever order the features come in
        rows = sorted({self._rows[feature] for feature in features if feature in self._rows})
        total: Array = self.weights[rows].sum(axis=0, dtype="float32")
        return total

    def predict(self, features: Iterable[str]) -> Array:
        """Return the probability of each label."""
        logits = self.score(features) + self.bias
        exponentials = np.exp(logits - logits.max(initial=-np.inf))
        probabilities: Array = exponentials / exponentials.sum()
        return probabilities

    def to_disk(self, folder: Path) -> None:
        """Write `classifier.json` (labels and feature names), `weights.npy` and `bias.npy`."""
        folder.mkdir(parents=True, exist_ok=True)
        names = {"labels": self.labels, "features": tuple(self._rows)}
        (folder / "classifier.json").write_bytes(msgspec.json.encode(names))
        np.save(folder / "weights.npy", self.weights, allow_pickle=False)
        np.save(folder / "bias.npy", self.bias, allow_pickle=False)

    @classmethod
    def from_disk(cls, folder: Path) -> "LinearClassifier":
        """Read what `to_disk` wrote."""
        names = msgspec.json.decode((folder / "classifier.json").read_bytes(), type=dict[str, list[str]])
        weights = np.load(folder / "weights.npy", allow_pickle=False)
        bias = np.load(folder / "bias.npy", allow_pickle=False)
        return cls(names["labels"], names["features"], weights, bias)
