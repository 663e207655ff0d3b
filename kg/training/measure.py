"""The measure of extraction: precision, recall and F1 of entities, roles and relations against annotated abstracts.

Figures are micro-averaged over the gold papers; a paper without a prediction counts as empty. Strings are compared with
case folded and hyphens and blanks as one.

    entities   distinct (paper, string, type). Strings of gold entities that are generic count neither way, and so do
               entities predicted as generic.
    overlap    the same, where one string may contain the other if it has at least half as many words.
    spans      strings without their type.
    aliases    pairs of strings of one entity.
    roles      entities with the right type and role, aligned one to one by shared strings.
    relations  (head, relation, tail) over aligned entities; comparedWith has no direction.
    pairs      the same without label and direction.

The confusion of types counts strings by their type in gold and in the prediction; what only one side has is `MISSED` or
`FALSE` there.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from kg.extraction.entities import fold
from kg.extraction.records import Extraction
from kg.training.corpus import GoldEntity, GoldPaper
from kg.vocabulary import ENTITY_TYPES, RELATIONS

#: in the confusion of types, the prediction's column for strings that only gold has, and gold's row for all others
MISSED = "missed"
FALSE = "false"

FIGURES = ("entities", "overlap", "spans", "aliases", "roles", "relations", "pairs")

Triple = tuple[object, str, object]
Counts = Counter[tuple[str, str]]


class Figure(msgspec.Struct, frozen=True):
    """Precision, recall and F1, 0 to 1, with the counts behind them; the interval where it was resampled."""

    precision: float
    recall: float
    f1: float
    predicted: int
    gold: int
    interval: tuple[float, float] | None = None


class Scores(msgspec.Struct, frozen=True):
    """All figures of a comparison.

    Attributes:
        papers: the gold papers.
        missing: those without prediction.
        extra: predictions without gold paper.
        figures: by name.
        by_type: the figure `entities`, by type.
        role_accuracy: how many of the entities with a counterpart in gold have its role.
        confusion: type in gold, or `FALSE` → type in the prediction, or `MISSED` → number of strings.
    """

    papers: int
    missing: int
    extra: int
    figures: dict[str, Figure]
    by_type: dict[str, Figure]
    role_accuracy: float
    confusion: dict[str, dict[str, int]] = {}


class _Entity(NamedTuple):
    type: str
    role: str
    generic: bool
    strings: frozenset[str]


class _Side(NamedTuple):
    """One paper as gold or prediction: entities, and relations between their indices."""

    entities: tuple[_Entity, ...]
    relations: frozenset[tuple[int, str, int]]


def gold_of(extraction: Extraction) -> GoldPaper:
    """See an extraction as an annotated paper, so that either can be scored."""
    entities = tuple(GoldEntity(e.name, e.type, e.role, e.names, e.generic) for e in extraction.entities)
    relations = tuple((r.head, r.relation, r.tail) for r in extraction.relations)
    return GoldPaper(extraction.id, extraction.text, entities, relations)


def score(gold: Iterable[GoldPaper], predicted: Iterable[GoldPaper], resamples: int = 0) -> Scores:
    """Score predicted papers against gold papers of the same ids.

    Args:
        gold: annotated papers.
        predicted: predicted papers.
        resamples: draw that many samples of papers and give 95 % intervals of F1 (percentile bootstrap).
    """
    expected = {paper.id: paper for paper in gold}
    found = {paper.id: paper for paper in predicted}
    counts = [_count(paper, found.get(id, GoldPaper(id, paper.text))) for id, paper in expected.items()]
    total = _sum(counts)
    intervals = _resample(counts, resamples)
    aligned = total["aligned", "gold"]
    return Scores(
        papers=len(expected),
        missing=len(expected.keys() - found.keys()),
        extra=len(found.keys() - expected.keys()),
        figures={name: _figure(total, name, intervals.get(name)) for name in FIGURES},
        by_type={name: _figure(total, name) for name in sorted(ENTITY_TYPES)},
        role_accuracy=round(total["roles", "tp"] / aligned, 4) if aligned else 0.0,
        confusion=_confusion(total),
    )


class StringTypes(NamedTuple):
    """The strings of one paper that count, folded, with their types: in gold and in the prediction."""

    gold: dict[str, str]
    predicted: dict[str, str]


def compare_strings(gold_paper: GoldPaper, predicted_paper: GoldPaper) -> StringTypes:
    """Give the strings of a paper that count as right or wrong; what either side has as generic doesn't."""
    return _string_types(_clean(gold_paper, None), _clean(predicted_paper, gold_paper.text))


def _string_types(gold: _Side, predicted: _Side) -> StringTypes:
    excused = frozenset[str]().union(*(e.strings for e in gold.entities if e.generic))
    return StringTypes(
        {s: e.type for e in gold.entities if not e.generic for s in e.strings},
        {s: e.type for e in predicted.entities if not e.generic for s in e.strings - excused},
    )


def _confusion(total: Counts) -> dict[str, dict[str, int]]:
    return {
        row: {
            column: total["confusion", f"{row} {column}"]
            for column in (*ENTITY_TYPES, MISSED)
            if (row, column) != (FALSE, MISSED)
        }
        for row in (*ENTITY_TYPES, FALSE)
    }


def _sum(counts: Iterable[Counts]) -> Counts:
    total: Counts = Counter()
    for count in counts:
        total.update(count)
    return total


def _figure(counts: Mapping[tuple[str, str], int], name: str, interval: tuple[float, float] | None = None) -> Figure:
    tp, predicted, gold = (counts[name, what] for what in ("tp", "predicted", "gold"))
    return Figure(
        round(tp / predicted, 4) if predicted else 0.0,
        round(tp / gold, 4) if gold else 0.0,
        round(2 * tp / (predicted + gold), 4) if predicted + gold else 0.0,
        predicted,
        gold,
        interval,
    )


def _resample(counts: Sequence[Counts], resamples: int) -> dict[str, tuple[float, float]]:
    draw = random.Random(0)  # noqa: S311  (a bootstrap, no secret)
    values: dict[str, list[float]] = {name: [] for name in FIGURES}
    for _ in range(resamples):
        sample = _sum(counts[draw.randrange(len(counts))] for _ in counts)
        for name in FIGURES:
            values[name].append(_figure(sample, name).f1)
    low, high = int(0.025 * resamples), int(0.975 * resamples)
    return {name: (sorted(v)[low], sorted(v)[high]) for name, v in values.items() if v}


def _clean(paper: GoldPaper, text: str | None) -> _Side:
    """Drop what is not well-formed: strings that are not in the text or taken, relations that the types forbid."""
    entities: list[_Entity] = []
    index: dict[str, int] = {}
    taken: set[str] = set()
    for entity in paper.entities:
        if entity.type not in ENTITY_TYPES:
            continue
        strings = {fold(m) for m in entity.mentions if text is None or _occurs(m, text)} - taken
        if strings:
            taken |= strings
            index.setdefault(entity.name, len(entities))
            entities.append(_Entity(entity.type, entity.role, entity.generic, frozenset(strings)))
    relations = set()
    for head, relation, tail in paper.relations:
        h, t = index.get(head), index.get(tail)
        if h is None or t is None or h == t or relation not in RELATIONS:
            continue
        if RELATIONS[relation].allows(entities[h].type, entities[t].type):
            relations.add((min(h, t), relation, max(h, t)) if relation == "comparedWith" else (h, relation, t))
    return _Side(tuple(entities), frozenset(relations))


def _occurs(mention: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(mention)}(?!\w)", text) is not None


def _count(gold_paper: GoldPaper, predicted_paper: GoldPaper) -> Counts:
    gold, predicted = _clean(gold_paper, None), _clean(predicted_paper, gold_paper.text)
    excused = frozenset[str]().union(*(e.strings for e in gold.entities if e.generic))
    match = _align(gold.entities, predicted.entities)
    return _sum(
        (
            _count_strings(_string_types(gold, predicted)),
            _count_aliases(gold, predicted),
            _count_roles(gold, predicted, excused, match),
            _count_relations(gold, predicted, match),
        )
    )


def _tally(counts: Counts, name: str, tp: int, predicted: int, gold: int) -> None:
    counts.update({(name, "tp"): tp, (name, "predicted"): predicted, (name, "gold"): gold})


def _count_strings(types: StringTypes) -> Counts:
    counts: Counts = Counter()
    expected, found = types
    for string in expected.keys() | found.keys():
        counts["confusion", f"{expected.get(string, FALSE)} {found.get(string, MISSED)}"] += 1
    right = {s for s, kind in found.items() if expected.get(s) == kind}
    _tally(counts, "entities", len(right), len(found), len(expected))
    _tally(counts, "spans", len(found.keys() & expected.keys()), len(found), len(expected))
    _tally(counts, "overlap", len(right) + _near_misses(expected, found, right), len(found), len(expected))
    for kind in ENTITY_TYPES:
        of_kind = [s for s, k in found.items() if k == kind]
        _tally(counts, kind, len(right.intersection(of_kind)), len(of_kind), list(expected.values()).count(kind))
    return counts


def _near_misses(expected: Mapping[str, str], found: Mapping[str, str], right: set[str]) -> int:
    """Match the strings left over where one holds the other; each gold string serves once."""
    left = sorted(expected.keys() - right)
    matched = 0
    for string in sorted(found.keys() - right):
        hit = next((s for s in left if expected[s] == found[string] and overlap(s, string)), None)
        if hit is not None:
            left.remove(hit)
            matched += 1
    return matched


def overlap(a: str, b: str) -> bool:
    """Say whether one string holds the other as words, at half its length or more.

    >>> overlap("machine translation", "neural machine translation"), overlap("learning", "deep transfer learning")
    (True, False)
    """
    short, long = sorted((a.split(), b.split()), key=len)
    return f" {' '.join(short)} " in f" {' '.join(long)} " and 2 * len(short) >= len(long)


def _count_aliases(gold: _Side, predicted: _Side) -> Counts:
    counts: Counts = Counter()

    def pairs(side: _Side) -> set[tuple[str, str]]:
        return {(a, b) for e in side.entities if not e.generic for a in e.strings for b in e.strings if a < b}

    expected, found = pairs(gold), pairs(predicted)
    _tally(counts, "aliases", len(expected & found), len(found), len(expected))
    return counts


def _align(gold: Sequence[_Entity], predicted: Sequence[_Entity]) -> dict[int, int]:
    """Map predicted to gold entities of the same type, one to one, those with most strings in common first."""
    shared = sorted(
        (-len(p.strings & g.strings), i, j)
        for i, p in enumerate(predicted)
        for j, g in enumerate(gold)
        if p.type == g.type and p.strings & g.strings
    )
    match: dict[int, int] = {}
    for _, i, j in shared:
        if i not in match and j not in match.values():
            match[i] = j
    return match


def _count_roles(gold: _Side, predicted: _Side, excused: frozenset[str], match: Mapping[int, int]) -> Counts:
    counts: Counts = Counter()
    for i, entity in enumerate(predicted.entities):
        j = match.get(i)
        other = gold.entities[j] if j is not None else None
        if entity.generic or (other and other.generic) or (other is None and entity.strings <= excused):
            continue
        _tally(counts, "roles", other is not None and entity.role == other.role, 1, 0)
        counts["aligned", "gold"] += other is not None
    _tally(counts, "roles", 0, 0, sum(not entity.generic for entity in gold.entities))
    return counts


def _count_relations(gold: _Side, predicted: _Side, match: Mapping[int, int]) -> Counts:
    counts: Counts = Counter()
    found: set[Triple] = {_map_relation(relation, match) for relation in predicted.relations}
    expected: set[Triple] = set(gold.relations)
    _tally(counts, "relations", len(found & expected), len(found), len(expected))
    pairs_found = {frozenset((h, t)) for h, _, t in found}
    pairs_expected = {frozenset((h, t)) for h, _, t in expected}
    _tally(counts, "pairs", len(pairs_found & pairs_expected), len(pairs_found), len(pairs_expected))
    return counts


def _map_relation(relation: tuple[int, str, int], match: Mapping[int, int]) -> Triple:
    """Say a predicted relation in terms of gold entities; an end without counterpart stays apart from all of them."""
    head, label, tail = relation
    h, t = match.get(head), match.get(tail)
    if label == "comparedWith" and h is not None and t is not None:
        h, t = min(h, t), max(h, t)
    return (("unmatched", head) if h is None else h, label, ("unmatched", tail) if t is None else t)
