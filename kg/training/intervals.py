"""Figures with intervals from counts of single papers."""

import random
from collections.abc import Mapping, Sequence

from kg.training.measure import Figure

Tally = tuple[int, int, int]
"""How many are right, predicted, gold."""


def make_figures(papers: Sequence[Mapping[str, Tally]], resamples: int = 1000) -> dict[str, Figure]:
    """Sum up counts of papers by name, and add 95 % intervals of F1 (percentile bootstrap over papers).

    >>> make_figures([{"a": (1, 2, 2)}, {"a": (1, 1, 1)}], resamples=0)["a"].f1
    0.6667
    """
    names = sorted({name for paper in papers for name in paper})
    draw = random.Random(0)  # noqa: S311  (a bootstrap, no secret)
    values: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(resamples if papers else 0):
        sample = draw.choices(papers, k=len(papers))
        for name in names:
            values[name].append(_f1(_sum(sample, name)))
    return {name: _make_figure(_sum(papers, name), sorted(values[name])) for name in names}


def _sum(papers: Sequence[Mapping[str, Tally]], name: str) -> Tally:
    right = predicted = gold = 0
    for paper in papers:
        r, p, g = paper.get(name, (0, 0, 0))
        right, predicted, gold = right + r, predicted + p, gold + g
    return right, predicted, gold


def _f1(tally: Tally) -> float:
    right, predicted, gold = tally
    return round(2 * right / (predicted + gold), 4) if predicted + gold else 0.0


def _make_figure(tally: Tally, values: Sequence[float]) -> Figure:
    right, predicted, gold = tally
    interval = (values[int(0.025 * len(values))], values[int(0.975 * len(values))]) if values else None
    return Figure(
        round(right / predicted, 4) if predicted else 0.0,
        round(right / gold, 4) if gold else 0.0,
        _f1(tally),
        predicted,
        gold,
        interval,
    )
