"""How far scores are probabilities, and the map that makes them such.

The unit is what the measure counts: a distinct string of a paper with its type, right or not. Its score is the best of
its mentions'; a monotone map of the mentions' scores is one of the strings' too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from kg.extraction.calibration import Calibration
from kg.extraction.entities import fold
from kg.extraction.records import Extraction
from kg.training.classifiers import FOLDS, fold_of
from kg.training.corpus import GoldPaper

Extractor = Callable[[str], Extraction]
"""From a text to what is found in it."""


class Scored(NamedTuple):
    """A string that was found: its score, and whether gold has it with this type."""

    score: float
    right: bool


class Bin(msgspec.Struct, frozen=True):
    """Finds whose scores lie from `low` to below `high`: how many, their mean score, and how many of them are right."""

    low: float
    high: float
    count: int
    score: float
    right: float


class Reliability(msgspec.Struct, frozen=True):
    """Scores against how often they are right; `error` is the expected calibration error.

    Source: M. P. Naeini, G. F. Cooper, M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning",
    AAAI 2015: the mean distance of score and share right over the bins, weighted by their counts.
    """

    bins: tuple[Bin, ...]
    error: float


def score_finds(gold: GoldPaper, found: Extraction) -> list[Scored]:
    """Say of each distinct string that was found whether it is right, by the rules of `kg.training.measure`.

    Generic classes of models count neither way, found or annotated.
    """
    expected = {
        fold(string): entity.type for entity in gold.entities if not entity.generic for string in entity.mentions
    }
    excused = {fold(string) for entity in gold.entities if entity.generic for string in entity.mentions}
    scores: dict[str, float] = {}
    types: dict[str, str] = {}
    for entity in found.entities:
        for mention in () if entity.generic else entity.mentions:
            string = fold(mention.text)
            if string not in excused and types.setdefault(string, entity.type) == entity.type:
                scores[string] = max(scores.get(string, 0.0), mention.score)
    return [Scored(score, expected.get(string) == types[string]) for string, score in scores.items()]


def cross_scores(
    papers: Sequence[GoldPaper], train: Callable[[Sequence[GoldPaper]], Extractor], folds: Iterable[int] = range(FOLDS)
) -> list[list[Scored]]:
    """Score the finds in papers that their extractor has not learned from, to fit a calibration on.

    Args:
        papers: annotated papers.
        train: makes an extractor from papers.
        folds: which of the folds to hold out in turn; two or three of the five are enough for the map.

    Returns:
        For each fold that was held out its finds.
    """
    results = []
    for held_out in folds:
        extract = train([paper for paper in papers if fold_of(paper) != held_out])
        tested = [paper for paper in papers if fold_of(paper) == held_out]
        results.append([find for paper in tested for find in score_finds(paper, extract(paper.text))])
    return results


def fit_calibration(finds: Sequence[Scored], knots: int = 20) -> Calibration:
    """Fit the map by isotonic regression over groups of finds of like score, of equal size.

    Source: B. Zadrozny, C. Elkan, "Transforming classifier scores into accurate multiclass probability estimates",
    KDD 2002. Groups and lines between them keep the map short and spare it the steps of the plain method.

    Args:
        finds: scores with right or wrong, from papers that the scores were not trained on.
        knots: at most that many groups.
    """
    from sklearn.isotonic import IsotonicRegression

    if not finds:
        return Calibration()
    groups = _group(finds, knots)
    scores = [float(np.mean([find.score for find in group])) for group in groups]
    shares = [float(np.mean([find.right for find in group])) for group in groups]
    regression = IsotonicRegression(y_min=0.0, y_max=1.0)
    fitted = regression.fit_transform(scores, shares, sample_weight=[len(group) for group in groups])
    return Calibration(*_thin([round(score, 4) for score in scores], [round(float(value), 4) for value in fitted]))


def _group(finds: Sequence[Scored], knots: int) -> list[list[Scored]]:
    """Cut the finds, sorted by score, into groups of equal size; equal scores stay together."""
    least = max(1, len(finds) // knots)
    groups: list[list[Scored]] = []
    for find in sorted(finds):
        if not groups or (len(groups[-1]) >= least and groups[-1][-1].score != find.score):
            groups.append([])
        groups[-1].append(find)
    if len(groups) > 1 and len(groups[-1]) < least:
        groups[-2] += groups.pop()
    return groups


def _thin(scores: Sequence[float], values: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Take out knots that rounding made equal, and those inside a level stretch."""
    kept: list[tuple[float, float]] = []
    for score, value in zip(scores, values, strict=True):
        if kept and score <= kept[-1][0]:
            continue
        if len(kept) > 1 and kept[-2][1] == kept[-1][1] == value:
            kept.pop()
        kept.append((score, value))
    return tuple(score for score, _ in kept), tuple(value for _, value in kept)


def cross_calibrate(folds: Sequence[Sequence[Scored]]) -> list[Scored]:
    """Calibrate the finds of each fold by a map that is fitted on the others: what to expect on new papers."""
    calibrated = []
    for i, held_out in enumerate(folds):
        calibration = fit_calibration([find for j, other in enumerate(folds) if j != i for find in other])
        calibrated += [Scored(calibration(find.score), find.right) for find in held_out]
    return calibrated


class CrossFit(NamedTuple):
    """A calibration for new papers, and how reliable scores are without it and with it, both on held-out papers."""

    calibration: Calibration
    before: Reliability
    after: Reliability


def cross_fit(
    papers: Sequence[GoldPaper], train: Callable[[Sequence[GoldPaper]], Extractor], folds: Iterable[int] = range(FOLDS)
) -> CrossFit:
    """Fit a calibration by cross-validation inside the training papers; see `cross_scores` for the arguments."""
    scores = cross_scores(papers, train, folds)
    finds = [find for of_fold in scores for find in of_fold]
    return CrossFit(fit_calibration(finds), measure_reliability(finds), measure_reliability(cross_calibrate(scores)))


def measure_reliability(finds: Iterable[Scored], bins: int = 10) -> Reliability:
    """Compare scores with how often they are right, in bins of equal width; empty bins are left out.

    >>> measure_reliability([Scored(0.9, True), Scored(0.9, False), Scored(0.1, False)]).error
    0.3
    """
    filled: dict[int, list[Scored]] = {}
    for find in finds:
        filled.setdefault(min(bins - 1, int(find.score * bins)), []).append(find)
    table = tuple(_make_bin(number, bins, filled[number]) for number in sorted(filled))
    total = sum(len(content) for content in filled.values())
    error = sum(len(content) * abs(_mean_gap(content)) for content in filled.values()) / max(1, total)
    return Reliability(table, round(error, 4))


def _make_bin(number: int, bins: int, content: Sequence[Scored]) -> Bin:
    score = sum(find.score for find in content) / len(content)
    right = sum(find.right for find in content) / len(content)
    return Bin(number / bins, (number + 1) / bins, len(content), round(score, 3), round(right, 3))


def _mean_gap(content: Sequence[Scored]) -> float:
    return sum(find.score - find.right for find in content) / len(content)


def collect_finds(gold: Iterable[GoldPaper], found: Mapping[str, Extraction]) -> list[Scored]:
    """Score the finds of all papers; `found` is by paper id."""
    return [find for paper in gold if paper.id in found for find in score_finds(paper, found[paper.id])]
