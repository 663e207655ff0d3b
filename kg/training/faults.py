"""What goes wrong: annotated and found strings sorted by how the other side has them, for the model card."""

from collections import Counter
from collections.abc import Mapping, Sequence

from kg.extraction.entities import fold
from kg.extraction.records import Extraction
from kg.training.corpus import GoldPaper
from kg.training.measure import gold_of

Strings = Mapping[str, str]
"""Folded string → type."""


def describe_errors(
    gold: Sequence[GoldPaper], found: Mapping[str, Extraction], train: Sequence[GoldPaper]
) -> dict[str, str]:
    """Count and name the errors: shares and recalls in percent, counts, and the commonest confusions, for people.

    Args:
        gold: annotated papers.
        found: what was found in them, by id.
        train: the papers that were learned from, for which strings training has seen.
    """
    errors = _Errors(frozenset(string for paper in train for string in _strings(paper)))
    for paper in gold:
        excused = frozenset(fold(s) for entity in paper.entities if entity.generic for s in entity.mentions)
        predicted = gold_of(found[paper.id])
        errors.add(_strings(paper), _strings(predicted), excused)
        errors.add_roles(paper, predicted)
    total = errors.gold.total()
    kinds: Counter[str] = Counter()
    known: Counter[bool] = Counter()
    for (seen, kind), count in errors.gold.items():
        kinds[kind] += count
        known[seen] += count
    return {
        "seen_share": _percent(known[True], total),
        "seen_recall": _percent(errors.gold[True, "right"], known[True]),
        "unseen_recall": _percent(errors.gold[False, "right"], known[False]),
        "wrong_type": f"{kinds['wrong type']:,}",
        "boundary": f"{kinds['boundary']:,}",
        "missed": f"{kinds['missed']:,}",
        "spurious": f"{errors.spurious:,}",
        "confusions": _list_commonest(errors.confusions),
        "role_confusions": _list_commonest(errors.roles),
    }


class _Errors:
    """Sorts what is annotated and what is found by how the other side has it."""

    def __init__(self, seen: frozenset[str]) -> None:
        self.seen = seen
        self.gold: Counter[tuple[bool, str]] = Counter()
        self.spurious = 0
        self.confusions: Counter[tuple[str, str]] = Counter()
        self.roles: Counter[tuple[str, str]] = Counter()

    def add_roles(self, gold: GoldPaper, found: GoldPaper) -> None:
        expected = {(fold(s), e.type): e.role for e in gold.entities if not e.generic for s in e.mentions}
        for entity in found.entities:
            roles = {expected[key] for s in entity.mentions if (key := (fold(s), entity.type)) in expected}
            self.roles.update((role, entity.role) for role in roles - {entity.role})

    def add(self, expected: Strings, found: Strings, excused: frozenset[str]) -> None:
        for string, kind in expected.items():
            self.gold[string in self.seen, _sort_gold(string, kind, found)] += 1
            if found.get(string, kind) != kind:
                self.confusions[kind, found[string]] += 1
        for string in found.keys() - expected.keys() - excused:
            self.spurious += not any(_touch(string, other) for other in expected)


def _sort_gold(string: str, kind: str, found: Strings) -> str:
    if string in found:
        return "right" if found[string] == kind else "wrong type"
    return "boundary" if any(found[other] == kind and _touch(string, other) for other in found) else "missed"


def _touch(a: str, b: str) -> bool:
    """Say whether one string holds the other as words.

    >>> _touch("machine translation", "neural machine translation"), _touch("BERT", "ALBERT")
    (True, False)
    """
    short, long = sorted((a, b), key=len)
    return f" {short} " in f" {long} "


def _strings(paper: GoldPaper) -> dict[str, str]:
    return {fold(string): entity.type for entity in paper.entities if not entity.generic for string in entity.mentions}


def _list_commonest(confusions: Counter[tuple[str, str]]) -> str:
    common = sorted(confusions.items(), key=lambda item: (-item[1], item[0]))[:4]
    return "; ".join(f"{a} taken for {b} ({count})" for (a, b), count in common) or "none"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.0f}"
