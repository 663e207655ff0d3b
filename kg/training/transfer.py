"""How the pipeline does on other people's corpora, whose guidelines are others: transfer, not quality.

A corpus is JSON Lines of `id`, `text`, `entities` ([start, end, label]) and `annotated`, the types that it marks:
what is found of other types is unknown there and left out. Where `annotated` says `Method+Model`, the two are one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from kg.errors import InputError
from kg.extraction.records import Extraction
from kg.training.intervals import Tally, make_figures
from kg.training.measure import Figure

Span = tuple[int, int, str]


class ForeignText(msgspec.Struct, frozen=True):
    """A text of another corpus: spans with types, and which types are annotated."""

    id: str
    text: str
    entities: tuple[Span, ...]
    annotated: tuple[str, ...]


class Transfer(msgspec.Struct, frozen=True):
    """Figures on one corpus: spans and types as annotated, and overlapping with the right type; strict ones by type."""

    texts: int
    strict: Figure
    overlap: Figure
    by_type: dict[str, Figure]


def read_foreign(path: Path) -> Iterator[ForeignText]:
    """Read another corpus.

    Raises:
        InputError: a line is no such record; the message names it.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield msgspec.json.decode(line, type=ForeignText)
                except ValueError as error:
                    raise InputError(f"{path}, line {number}: not an annotated text: {error}") from error


def measure_transfer(
    texts: Iterable[ForeignText],
    extract: Callable[[Sequence[ForeignText]], Iterable[Extraction]],
    resamples: int = 1000,
) -> Transfer:
    """Compare what is found, mention by mention, with another corpus.

    Args:
        texts: the corpus.
        extract: gives the extraction of each text, in their order.
        resamples: for the 95 % intervals.
    """
    texts = list(texts)
    counts = [
        compare_spans(merge_types(text.entities, text.annotated), merge_types(_spans(found), text.annotated))
        for text, found in zip(texts, extract(texts), strict=True)
    ]
    figures = make_figures(counts, resamples)
    nothing = Figure(0.0, 0.0, 0.0, 0, 0)
    by_type = {name: figure for name, figure in figures.items() if name not in {"strict", "overlap"}}
    return Transfer(len(texts), figures.get("strict", nothing), figures.get("overlap", nothing), by_type)


def merge_types(spans: Iterable[Span], annotated: Iterable[str]) -> frozenset[Span]:
    """Keep the spans of annotated types, under the names that the corpus has for them.

    >>> sorted(merge_types([(0, 4, "Model"), (5, 9, "Metric")], ["Method+Model", "Task"]))
    [(0, 4, 'Method+Model')]
    """
    names = {part: name for name in annotated for part in name.split("+")}
    return frozenset((start, end, names[kind]) for start, end, kind in spans if kind in names)


def compare_spans(gold: frozenset[Span], found: frozenset[Span]) -> dict[str, Tally]:
    """Count equal spans, in all and by type, and overlapping spans of one type; each serves once."""
    right = gold & found
    counts = {
        "strict": (len(right), len(found), len(gold)),
        "overlap": (len(right) + _count_overlaps(gold - right, found - right), len(found), len(gold)),
    }
    for kind in {kind for *_, kind in gold | found}:
        of_type = [sum(span[2] == kind for span in spans) for spans in (right, found, gold)]
        counts[kind] = (of_type[0], of_type[1], of_type[2])
    return counts


def _count_overlaps(gold: frozenset[Span], found: frozenset[Span]) -> int:
    left = sorted(gold)
    matched = 0
    for start, end, kind in sorted(found):
        hit = next((span for span in left if span[2] == kind and span[0] < end and start < span[1]), None)
        if hit is not None:
            left.remove(hit)
            matched += 1
    return matched


def _spans(found: Extraction) -> Iterator[Span]:
    for entity in found.entities:
        for mention in entity.mentions:
            yield mention.start, mention.end, entity.type
