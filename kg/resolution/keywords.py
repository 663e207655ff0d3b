"""Author keywords of all papers, their spellings merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kg.resolution.keys import entity_key
from kg.resolution.names import NameUse, choose_label, tidy
from kg.resolution.records import Keyword


def resolve_keywords(
    keywords_of: Mapping[str, Sequence[str]],
) -> tuple[tuple[Keyword, ...], dict[str, tuple[str, ...]]]:
    """Merge keywords by the keys of their names.

    Args:
        keywords_of: paper id → its keywords, in the paper's order.

    Returns:
        The keywords, by key, and for each paper that has any the keys of its keywords, in the paper's order, each once.
    """
    uses: dict[str, list[list[NameUse]]] = {}
    keys_of: dict[str, tuple[str, ...]] = {}
    for paper in sorted(keywords_of):
        names = dict.fromkeys(map(tidy, keywords_of[paper]))
        keyed = [(key, name) for name in names if (key := entity_key("Keyword", name))]
        for key, name in keyed:
            uses.setdefault(key, []).append([NameUse(name)])
        if keyed:
            keys_of[paper] = tuple(dict.fromkeys(key for key, _ in keyed))
    return tuple(Keyword(key, *choose_label(uses[key])) for key in sorted(uses)), keys_of
