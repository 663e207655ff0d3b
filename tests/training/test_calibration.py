"""Scores that are too sure become probabilities."""

import random
from collections.abc import Callable, Sequence

import pytest

from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.training.calibration import (
    Scored,
    cross_calibrate,
    cross_fit,
    cross_scores,
    fit_calibration,
    measure_reliability,
    score_finds,
)
from kg.training.classifiers import fold_of
from kg.training.corpus import GoldEntity, GoldPaper

TEXT = "TideNet parses tides; LLMs don't. TideNet beats nets on Quay."


def found(name: str, type: str, *scores: float, generic: bool = False) -> ExtractedEntity:
    start = TEXT.index(name)
    mentions = tuple(Mention(start, start + len(name), name, score) for score in scores)
    return ExtractedEntity(name, type, "used", 0.5, mentions, generic=generic)


GOLD = GoldPaper(
    "p",
    TEXT,
    (
        GoldEntity("TideNet", "Model", "proposed", ("TideNet",)),
        GoldEntity("Quay", "Dataset", "used", ("Quay",)),
        GoldEntity("LLMs", "Model", "compared", ("LLMs",), generic=True),
    ),
)


def test_a_string_has_the_best_score_of_its_mentions_and_is_right_with_its_type() -> None:
    extraction = Extraction(
        "p",
        TEXT,
        (found("TideNet", "Model", 0.4, 0.9), found("Quay", "Task", 0.6), found("nets", "Method", 0.3)),
    )
    assert score_finds(GOLD, extraction) == [Scored(0.9, True), Scored(0.6, False), Scored(0.3, False)]


def test_generic_classes_count_neither_way() -> None:
    extraction = Extraction("p", TEXT, (found("LLMs", "Model", 0.9), found("tides", "Model", 0.9, generic=True)))
    assert score_finds(GOLD, extraction) == []


def overconfident(number: int, seed: int) -> list[Scored]:
    """Finds that are right as often as the square of their score."""
    draw = random.Random(seed)  # noqa: S311
    scores = [round(draw.uniform(0.2, 1), 3) for _ in range(number)]
    return [Scored(score, draw.random() < score**2) for score in scores]


def test_calibrated_scores_are_probabilities_on_new_finds() -> None:
    pytest.importorskip("sklearn", reason="the extra `train` is not installed")
    calibration = fit_calibration(overconfident(4000, 1))
    assert len(calibration.scores) <= 20
    fresh = overconfident(4000, 2)
    before = measure_reliability(fresh).error
    after = measure_reliability(Scored(calibration(find.score), find.right) for find in fresh).error
    assert before > 0.15
    assert after < 0.03
    assert calibration(0.5) == pytest.approx(0.25, abs=0.06)


def test_folds_are_calibrated_by_the_others() -> None:
    pytest.importorskip("sklearn", reason="the extra `train` is not installed")
    folds = [overconfident(1000, seed) for seed in range(3)]
    calibrated = cross_calibrate(folds)
    assert [find.right for find in calibrated] == [find.right for fold in folds for find in fold]
    assert measure_reliability(calibrated).error < 0.05


@pytest.mark.parametrize(
    "finds", [[], [Scored(0.5, True)], [Scored(0.5, True)] * 40, [Scored(0.2, True), Scored(0.8, False)] * 40]
)
def test_few_or_odd_finds_give_a_map_all_the_same(finds: list[Scored]) -> None:
    pytest.importorskip("sklearn", reason="the extra `train` is not installed")
    calibration = fit_calibration(finds)
    assert 0 <= calibration(0.1) <= calibration(0.9) <= 1


def test_reliability_by_hand() -> None:
    reliability = measure_reliability([Scored(1.0, True), Scored(0.96, False), Scored(0.5, True), Scored(0.54, True)])
    assert [(b.low, b.high, b.count, b.score, b.right) for b in reliability.bins] == [
        (0.5, 0.6, 2, 0.52, 1.0),
        (0.9, 1.0, 2, 0.98, 0.5),
    ]
    assert reliability.error == pytest.approx((2 * 0.48 + 2 * 0.48) / 4)
    assert measure_reliability([]).bins == ()


def test_a_calibration_is_fitted_by_cross_validation() -> None:
    pytest.importorskip("sklearn", reason="the extra `train` is not installed")
    papers = [GoldPaper(f"p{i}", TEXT, GOLD.entities) for i in range(60)]

    def train(_: Sequence[GoldPaper]) -> Callable[[str], Extraction]:
        # sure of what is right and of what is wrong alike
        return lambda text: Extraction("", text, (found("Quay", "Dataset", 0.9), found("nets", "Method", 0.9)))

    fitted = cross_fit(papers, train)
    assert fitted.calibration(0.9) == 0.5
    assert (fitted.before.error, fitted.after.error) == (0.4, 0.0)


def test_papers_are_scored_by_what_has_not_learned_from_them() -> None:
    papers = [GoldPaper(f"p{i}", TEXT, GOLD.entities) for i in range(20)]
    seen: list[set[str]] = []

    def train(inside: Sequence[GoldPaper]) -> Callable[[str], Extraction]:
        seen.append({paper.id for paper in inside})
        return lambda text: Extraction("", text, (found("Quay", "Dataset", 0.7),))

    folds = cross_scores(papers, train, folds=(0, 1))
    for i, fold in enumerate(folds):
        held_out = {paper.id for paper in papers if fold_of(paper) == i}
        assert seen[i].isdisjoint(held_out)
        assert fold == [Scored(0.7, True)] * len(held_out)
