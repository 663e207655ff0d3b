"""How well names are merged, against names that a person has grouped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kg.errors import InputError
from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.resolution.entities import resolve
from kg.resolution.identifiers import node_id
from kg.vocabulary import ENTITY_TYPES

#: first column of a line that gives two names that look alike and are two things
APART: Final = "apart"
#: between an abbreviation and the long form that its paper gives
EXPANDED: Final = " = "


class GoldName(msgspec.Struct, frozen=True, order=True):
    """A name as one paper has it, with the long form that the paper gives, if it does."""

    type: str
    name: str
    expansion: str | None = None

    def __str__(self) -> str:
        return self.name if self.expansion is None else f"{self.name}{EXPANDED}{self.expansion}"


class GoldNames(msgspec.Struct, frozen=True):
    """Names in groups, each group one thing, and pairs of names that are easily taken for one."""

    groups: tuple[tuple[GoldName, ...], ...]
    apart: tuple[tuple[GoldName, GoldName], ...] = ()


class MergeFigures(msgspec.Struct, frozen=True):
    """Precision and recall of the pairs of names that were merged, and of B³ (Bagga and Baldwin, 1998), 0 to 1."""

    pair_precision: float
    pair_recall: float
    b3_precision: float
    b3_recall: float
    b3_f1: float


class ResolutionScores(msgspec.Struct, frozen=True):
    """What `kg evaluate --resolution` prints.

    Attributes:
        names: how many.
        groups: how many things they name.
        pairs: how many pairs of names are one thing.
        beyond_case: how many of these differ in more than case.
        apart: how many pairs are given as hard negatives.
        figures: of resolution, and of two ways to do without it.
        merged_wrongly: pairs given as hard negatives that resolution made one.
        wrong: all pairs of two things that it made one.
        missed: pairs of one thing that it left two.
    """

    names: int
    groups: int
    pairs: int
    beyond_case: int
    apart: int
    figures: dict[str, MergeFigures]
    merged_wrongly: tuple[tuple[str, str], ...]
    wrong: tuple[tuple[str, str], ...]
    missed: tuple[tuple[str, str], ...]


def read_names(path: Path) -> GoldNames:
    """Read grouped names: on each line a type and, tab by tab, the names of one thing of that type.

    `SHORT = long form` is an abbreviation that its paper expands. A line `apart`, type, name, name gives two names that
    look alike and are two things; both are in a group.

    Raises:
        InputError: the file or one of its lines can't be read; the message says which and why.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read: {error}") from error
    groups: list[tuple[GoldName, ...]] = []
    apart: list[tuple[GoldName, GoldName]] = []
    group_of: dict[GoldName, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        first, *rest = line.split("\t")
        kind, *names = rest if first == APART and rest else (first, *rest)
        found = [_read_name(kind, name) for name in names]
        where = f"{path}, line {number}"
        if kind not in ENTITY_TYPES:
            raise InputError(f"{where}: {kind!r} is no type; there is {', '.join(ENTITY_TYPES)}")
        if not all(one.name for one in found) or (len(found) != 2 if first == APART else not found):
            raise InputError(f"{where}: {'two names' if first == APART else 'names'} are wanted after the type")
        if first == APART:
            apart.append((found[0], found[1]))
            continue
        for one in found:
            if one in group_of:
                raise InputError(f"{where}: {one} ({kind}) was given before")
            group_of[one] = len(groups)
        groups.append(tuple(found))
    for a, b in apart:
        if group_of.get(a, -1) == group_of.get(b, -1) or a not in group_of or b not in group_of:
            raise InputError(
                f"{path}: {a} and {b} ({a.type}) are to be apart, so each must stand in a group of its own"
            )
    return GoldNames(tuple(groups), tuple(apart))


def _read_name(kind: str, text: str) -> GoldName:
    name, found, expansion = text.strip().partition(EXPANDED)
    return GoldName(kind, name, expansion if found else None)


def measure_names(gold: GoldNames) -> ResolutionScores:
    """Resolve names as if each stood in a paper of its own, and compare with the groups.

    Args:
        gold: names in groups; at least one.
    """
    names = [name for group in gold.groups for name in group]
    group_of = {name: number for number, group in enumerate(gold.groups) for name in group}
    entity_of = _resolve_names(names)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    same = [(a, b) for a, b in pairs if group_of[a] == group_of[b]]
    return ResolutionScores(
        names=len(names),
        groups=len(gold.groups),
        pairs=len(same),
        beyond_case=sum(a.name.casefold() != b.name.casefold() for a, b in same),
        apart=len(gold.apart),
        figures={
            "kg": _compare(group_of, entity_of),
            "same lower-case string": _compare(group_of, {one: (one.type, one.name.lower()) for one in names}),
            "all apart": _compare(group_of, {one: one for one in names}),
        },
        merged_wrongly=tuple((str(a), str(b)) for a, b in gold.apart if entity_of[a] == entity_of[b]),
        wrong=tuple((str(a), str(b)) for a, b in pairs if group_of[a] != group_of[b] and entity_of[a] == entity_of[b]),
        missed=tuple((str(a), str(b)) for a, b in same if entity_of[a] != entity_of[b]),
    )


def _resolve_names(names: Sequence[GoldName]) -> dict[GoldName, Hashable]:
    """Name → the id of the entity that resolution makes of it."""
    extractions = []
    for number, one in enumerate(names):
        mention = Mention(0, len(one.name), one.name, 1.0)
        entity = ExtractedEntity(one.name, one.type, "used", 1.0, (mention,), expansion=one.expansion)
        extractions.append(Extraction(f"{number:06}", one.name, (entity,)))
    found = {mention.paper: mention.entity for mention in resolve({}, extractions).mentions}
    return {
        one: found.get(node_id("Paper", extraction.id), one) for one, extraction in zip(names, extractions, strict=True)
    }


def _compare(gold: Mapping[GoldName, Hashable], found: Mapping[GoldName, Hashable]) -> MergeFigures:
    """Compare two partitions of the same names."""
    of_gold, of_found = Counter(gold.values()), Counter(found.values())
    of_both = Counter((gold[one], found[one]) for one in gold)
    both, merged, right = (_count_pairs(counts.values()) for counts in (of_both, of_found, of_gold))
    precision = sum(count * count / of_found[entity] for (_, entity), count in of_both.items()) / len(gold)
    recall = sum(count * count / of_gold[group] for (group, _), count in of_both.items()) / len(gold)
    return MergeFigures(
        pair_precision=round(both / merged, 4) if merged else 1.0,
        pair_recall=round(both / right, 4) if right else 1.0,
        b3_precision=round(precision, 4),
        b3_recall=round(recall, 4),
        b3_f1=round(2 * precision * recall / (precision + recall), 4),
    )


def _count_pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)
