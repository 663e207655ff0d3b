"""What an abbreviation means in a corpus, for papers that use it and don't expand it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kg.extraction.records import ExtractedEntity, Extraction
from kg.resolution.keys import entity_key
from kg.resolution.names import tidy

#: how many papers must give an expansion, and which share of the papers that expand the abbreviation
LEAST_PAPERS: Final = 2
LEAST_SHARE: Final = 0.9

_LONGEST: Final = 8
_ABBREVIATION_CAPITALS: Final = 2

Expansions = Mapping[tuple[str, str], str]
"""Type and key of an abbreviation → its long form."""


def find_expansions(extractions: Iterable[Extraction]) -> dict[tuple[str, str], str]:
    """Find the abbreviations whose meaning is clear in the corpus.

    It is clear when at least `LEAST_PAPERS` papers expand the abbreviation to one long form, and these are
    `LEAST_SHARE` of all papers that expand it for an entity of any type: "OOD" that two papers call out-of-domain and
    one out-of-distribution has no meaning of its own.

    Returns:
        Type and key of the abbreviation → long form; the same for every order of the extractions.
    """
    papers: dict[str, dict[tuple[str, str], set[str]]] = {}
    forms: dict[tuple[str, str], set[str]] = {}
    for extraction in extractions:
        for entity in extraction.entities:
            if not entity.expansion:
                continue
            long = (entity.type, entity_key(entity.type, entity.expansion))
            for short in _abbreviations(entity):
                papers.setdefault(short, {}).setdefault(long, set()).add(extraction.id)
                forms.setdefault(long, set()).add(tidy(entity.expansion))
    clear = {}
    for short, by_long in papers.items():
        expanding = len(set().union(*by_long.values()))
        for long, of_long in by_long.items():
            if len(of_long) >= LEAST_PAPERS and len(of_long) >= LEAST_SHARE * expanding:
                clear[long[0], short] = min(forms[long])
    return clear


def expand(entity: ExtractedEntity, expansions: Expansions) -> str | None:
    """Give the corpus's long form of an entity that its paper calls by an abbreviation alone; None where none is clear.

    Args:
        entity: what a paper names.
        expansions: of the corpus, from `find_expansions`.
    """
    key = entity_key(entity.type, entity.name)
    one_name = all(entity_key(entity.type, name) == key for name in entity.names)
    if entity.expansion or entity.canonical or not one_name or not is_abbreviation(entity.name):
        return None
    return expansions.get((entity.type, key))


def _abbreviations(entity: ExtractedEntity) -> set[str]:
    """Give the keys of the names that an entity's long form is the long form of: they begin as it does."""
    first = (entity.expansion or "")[:1].casefold()
    names = {name for name in (entity.name, *entity.names) if is_abbreviation(name)}
    return {entity_key(entity.type, name) for name in names if name[:1].casefold() == first}


def is_abbreviation(name: str) -> bool:
    """Say whether a name may be an abbreviation: short, one word, two capitals or more.

    >>> [is_abbreviation(name) for name in ("DPO", "LLMs", "CoT", "BERT", "Beam", "RAG models")]
    [True, True, True, True, False, False]
    """
    return len(name) <= _LONGEST and " " not in name and sum(c.isupper() for c in name) >= _ABBREVIATION_CAPITALS
