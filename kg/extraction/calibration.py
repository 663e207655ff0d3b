"""From scores to probabilities: a map that is measured in training and is plain numbers in the model.

A recogniser's scores say which of two mentions is the surer one, not how often it is right. The map is monotone and
linear between its knots, so that it changes no order of scores.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec


class Calibration(msgspec.Struct, frozen=True):
    """A monotone map from scores to probabilities.

    >>> calibration = Calibration((0.2, 0.6, 1.0), (0.1, 0.5, 0.9))
    >>> [calibration(score) for score in (0.0, 0.4, 0.6, 0.7, 1.0)]
    [0.1, 0.3, 0.5, 0.6, 0.9]

    Attributes:
        scores: the knots, rising.
        probabilities: for each knot how often a mention of that score is right; never falling.
    """

    scores: tuple[float, ...] = (0.0, 1.0)
    probabilities: tuple[float, ...] = (0.0, 1.0)

    def __post_init__(self) -> None:
        """Refuse what is no monotone map."""
        if not self.scores or len(self.scores) != len(self.probabilities):
            raise ValueError("a calibration has as many probabilities as scores, and one at least")
        if not _rises(self.scores, strictly=True) or not _rises(self.probabilities, strictly=False):
            raise ValueError("the knots of a calibration must rise")

    def __call__(self, score: float) -> float:
        """Return the probability for a score, rounded to 3 digits; below the first knot and above the last, theirs."""
        place = bisect_right(self.scores, score)
        if place in (0, len(self.scores)):
            return round(self.probabilities[0 if place == 0 else -1], 3)
        (left, right), (low, high) = self.scores[place - 1 : place + 1], self.probabilities[place - 1 : place + 1]
        return round(low + (high - low) * (score - left) / (right - left), 3)

    def to_disk(self, path: Path) -> None:
        """Write the map as JSON."""
        path.write_bytes(msgspec.json.encode(self) + b"\n")

    @classmethod
    def from_disk(cls, path: Path) -> "Calibration":
        """Read what `to_disk` wrote."""
        return msgspec.json.decode(path.read_bytes(), type=cls)


def _rises(numbers: Sequence[float], *, strictly: bool) -> bool:
    return all(a < b or (a == b and not strictly) for a, b in pairwise(numbers))
