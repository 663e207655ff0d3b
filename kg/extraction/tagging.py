"""BILUO tags: the best sequence for a document, and the mentions that it marks."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

LogProbabilities = NDArray[np.float32]
_FORBIDDEN = np.float32(-1e9)


class TagSet:
    """The tags of a set of labels: "O", and for each label B- (begins), I- (inside), L- (last) and U- (unit).

    >>> TagSet(["Task"]).tags
    ('O', 'B-Task', 'I-Task', 'L-Task', 'U-Task')
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.tags = ("O", *(f"{place}-{label}" for label in labels for place in "BILU"))
        opens = np.array([tag[0] in "BI" for tag in self.tags])
        continues = np.array([tag[0] in "IL" for tag in self.tags])
        label = np.array([tag[2:] for tag in self.tags])
        follows = (opens[:, None] == continues[None, :]) & (~opens[:, None] | (label[:, None] == label[None, :]))
        self._steps = np.where(follows, np.float32(0), _FORBIDDEN)
        self._first = np.where(continues, _FORBIDDEN, np.float32(0))
        self._last = np.where(opens, _FORBIDDEN, np.float32(0))

    def decode(self, scores: LogProbabilities) -> list[int]:
        """Find the well-formed sequence of tags with the greatest sum of scores (Viterbi 1967).

        Args:
            scores: tokens × tags.

        Returns:
            The number of each token's tag.
        """
        if not len(scores):
            return []
        best = scores[0] + self._first
        origins = np.zeros(scores.shape, dtype=np.intp)
        columns = np.arange(len(self.tags))
        for i in range(1, len(scores)):
            sums = best[:, None] + self._steps
            origins[i] = sums.argmax(axis=0)
            best = sums[origins[i], columns] + scores[i]
        path = [int((best + self._last).argmax())]
        for i in range(len(scores) - 1, 0, -1):
            path.append(int(origins[i, path[-1]]))
        return path[::-1]

    def spans(self, path: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        """Yield the mentions of a well-formed sequence: first token, end, label.

        >>> tags = TagSet(["Task", "Metric"])
        >>> list(tags.spans([tags.tags.index(t) for t in ("B-Task", "L-Task", "O", "U-Metric")]))
        [(0, 2, 'Task'), (3, 4, 'Metric')]
        """
        start = 0
        for i, number in enumerate(path):
            tag = self.tags[number]
            if tag[0] in "BU":
                start = i
            if tag[0] in "LU":
                yield start, i + 1, tag[2:]
