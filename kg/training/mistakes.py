"""Where a prediction and the gold annotation of a paper differ, string by string, for people who want to know why."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from kg.extraction.entities import fold
from kg.training.corpus import GoldPaper
from kg.training.measure import FALSE, MISSED, compare_strings, overlap

WRONG_TYPE: Final = "wrong type"
WRONG_BOUNDARY: Final = "wrong boundary"
KINDS: Final = (MISSED, FALSE, WRONG_TYPE, WRONG_BOUNDARY)


class Mistake(msgspec.Struct, frozen=True):
    """A string that gold and prediction disagree on.

    Attributes:
        kind: one of `KINDS`.
        start: where the string stands first in the text, in code points.
        end: where it ends there.
        text: the string as the text has it there: the predicted one; the gold's where it was missed.
        gold_type: None where gold has no such string.
        predicted_type: None where the prediction has no such string.
        gold_text: what gold has instead, where the boundary is wrong.
    """

    kind: str
    start: int
    end: int
    text: str
    gold_type: str | None = None
    predicted_type: str | None = None
    gold_text: str | None = None


def find_mistakes(gold: GoldPaper, predicted: GoldPaper) -> tuple[Mistake, ...]:
    """Compare a prediction with gold, in the order of the text.

    Strings and what counts are those of the measure's `entities`: a string counts once a paper, and generic ones don't.
    Where a false string and a missed one overlap by half or more, together they are one wrong boundary.
    """
    types = compare_strings(gold, predicted)
    spelt = {fold(m): m for paper in (predicted, gold) for entity in paper.entities for m in entity.mentions}

    def make(kind: str, string: str, instead: str | None = None) -> Mistake:
        start, end = _find_first(gold.text, spelt[string])
        return Mistake(
            kind,
            start,
            end,
            gold.text[start:end] or spelt[string],
            types.gold.get(instead or string),
            types.predicted.get(string),
            spelt[instead] if instead else None,
        )

    near = dict(_pair_near(types.gold, types.predicted))
    found = [make(WRONG_BOUNDARY, string, instead) for string, instead in near.items()]
    for string in types.gold.keys() - types.predicted.keys() - set(near.values()):
        found.append(make(MISSED, string))
    for string in types.predicted.keys() - types.gold.keys() - near.keys():
        found.append(make(FALSE, string))
    for string in types.gold.keys() & types.predicted.keys():
        if types.gold[string] != types.predicted[string]:
            found.append(make(WRONG_TYPE, string))
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.text, one.kind)))


def _pair_near(gold: Mapping[str, str], predicted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pair what only the prediction has with what only gold has and overlaps, one to one; of the same type first."""
    left = sorted(gold.keys() - predicted.keys())
    for string in sorted(predicted.keys() - gold.keys()):
        hits = sorted((gold[other] != predicted[string], other) for other in left if overlap(other, string))
        if hits:
            left.remove(hits[0][1])
            yield string, hits[0][1]


def _find_first(text: str, string: str) -> tuple[int, int]:
    """Find a string as whole words; an annotation that is not in the text has no place but the text's end."""
    match = re.search(rf"(?<!\w){re.escape(string)}(?!\w)", text)
    return match.span() if match else (len(text), len(text))
