"""Entities of the whole corpus: a group-by of what each paper names, on type and key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from kg.extraction.records import ExtractedEntity, Extraction, Span
from kg.papers.paper import Paper
from kg.resolution.expansions import Expansions, expand, find_expansions
from kg.resolution.identifiers import node_id
from kg.resolution.keys import entity_key
from kg.resolution.keywords import resolve_keywords
from kg.resolution.names import NameUse, choose_label, count_names, tidy
from kg.resolution.records import Assertion, Entity, EntityMention, Resolution
from kg.vocabulary import ENTITY_TYPES, RELATIONS, ROLES

#: what a paper does with a thing, most telling first: a paper that proposes something may name it in passing too
ROLE_ORDER: Final = ("proposed", "studied", "used", "compared", "mentioned")

SCORE_DIGITS: Final = 3

EntityKey = tuple[str, str]
"""Type and key."""


class _Naming(msgspec.Struct, frozen=True):
    """One extracted entity of one paper, under the key of the entity that it names."""

    paper: str
    key: EntityKey
    entity: ExtractedEntity

    @property
    def id(self) -> str:
        return node_id(*self.key)


def resolve(papers: Mapping[str, Paper], extractions: Iterable[Extraction]) -> Resolution:
    """Merge what the papers name into entities and keywords.

    Two names are one entity when type and key agree. The key is made (`entity_key`) from the canonical name that a
    person gave, else from the long form that the paper itself gives for an abbreviation, else from the long form that
    is clear in the corpus (`find_expansions`), else from the entity's name. Where two extracted entities of a paper are
    one, the stronger role stands (`ROLE_ORDER`).

    Args:
        papers: key → paper.
        extractions: of papers among these, `id` being the paper's key, in any order.

    Returns:
        The same for every order of papers and extractions.
    """
    namings: list[_Naming] = []
    assertions: list[Assertion] = []
    extractions = sorted(extractions, key=lambda one: one.id)
    expansions = find_expansions(extractions)
    for extraction in extractions:
        found = _name(extraction, expansions)
        namings += found
        assertions += _roles(found)
        assertions += _relations(extraction, found)
    keywords, paper_keywords = resolve_keywords(
        {node_id("Paper", key): paper.keywords for key, paper in papers.items() if paper.keywords}
    )
    return Resolution(
        entities=_entities(namings),
        keywords=keywords,
        assertions=tuple(sorted(assertions)),
        mentions=_mentions(namings),
        paper_keywords=paper_keywords,
    )


def _name(extraction: Extraction, expansions: Expansions) -> list[_Naming]:
    """Give each extracted entity its key; one whose name has neither letter nor digit names nothing."""
    paper = node_id("Paper", extraction.id)
    return [
        _Naming(paper, (entity.type, key), entity)
        for entity in extraction.entities
        if (key := _key(entity, expansions))
    ]


def _key(entity: ExtractedEntity, expansions: Expansions) -> str:
    fullest = entity.canonical or entity.expansion or expand(entity, expansions)
    return entity_key(entity.type, fullest or "") or entity_key(entity.type, entity.name)


def _entities(namings: Sequence[_Naming]) -> tuple[Entity, ...]:
    groups: dict[EntityKey, dict[str, list[ExtractedEntity]]] = {}
    for naming in namings:
        groups.setdefault(naming.key, {}).setdefault(naming.paper, []).append(naming.entity)
    return tuple(
        _merge(key, list(groups[key].values())) for key in sorted(groups, key=lambda key: (_type_order(key), key))
    )


def _type_order(key: EntityKey) -> int:
    return ENTITY_TYPES.index(key[0])


def _merge(key: EntityKey, by_paper: Sequence[Sequence[ExtractedEntity]]) -> Entity:
    """Make one entity of all namings; it is generic when at least half of its papers have it as a class.

    It is called as a person gave it, else as most papers do.
    """
    label, names = choose_label(map(_uses, by_paper))
    given = [tidy(entity.canonical) for entities in by_paper for entity in entities if entity.canonical]
    if given:
        canonical = min(given, key=lambda name: (-given.count(name), name))
        label, names = canonical, tuple(sorted({label, *names} - {canonical}))
    generic = sum(all(entity.generic for entity in entities) for entities in by_paper)
    return Entity(type=key[0], key=key[1], label=label, names=names, generic=2 * generic >= len(by_paper))


def _uses(entities: Sequence[ExtractedEntity]) -> list[NameUse]:
    """List the names that one paper has for an entity."""
    counts = dict(count_names(mention.text for entity in entities for mention in entity.mentions))
    fullest = {tidy(entity.expansion or entity.name) for entity in entities}
    for name in [name for entity in entities for name in (entity.name, entity.expansion) if name]:
        counts.setdefault(tidy(name), 0)
    return [NameUse(name, counts[name], name in fullest) for name in counts]


def _roles(namings: Sequence[_Naming]) -> list[Assertion]:
    """One assertion for each entity of a paper, with the evidence of all namings that have its role."""
    groups: dict[str, list[_Naming]] = {}
    for naming in namings:
        groups.setdefault(naming.id, []).append(naming)
    found = []
    for entity, group in groups.items():
        role = min((naming.entity.role for naming in group), key=ROLE_ORDER.index)
        same = [naming.entity for naming in group if naming.entity.role == role]
        paper = group[0].paper
        evidence = _unite(one.evidence for one in same)
        score = max(one.role_score for one in same)
        found.append(Assertion(paper, ROLES[role], entity, paper, round(score, SCORE_DIGITS), evidence))
    return found


def _relations(extraction: Extraction, namings: Sequence[_Naming]) -> list[Assertion]:
    """One assertion for each relation between two entities of a paper.

    A relation of an entity to itself (two names that turned out to be one) says nothing; one that
    `kg.vocabulary` does not allow, or to a name that the paper's entities lack, can only come from an edited file.
    """
    named = {naming.entity.name: naming for naming in namings}
    paper = node_id("Paper", extraction.id)
    scores: dict[tuple[str, str, str], float] = {}
    evidence: dict[tuple[str, str, str], list[tuple[Span, ...]]] = {}
    for relation in extraction.relations:
        head, tail, rule = named.get(relation.head), named.get(relation.tail), RELATIONS.get(relation.relation)
        if head is None or tail is None or rule is None or head.key == tail.key:
            continue
        if not rule.allows(head.entity.type, tail.entity.type):
            continue
        triple = (head.id, rule.predicate, tail.id)
        scores[triple] = max(scores.get(triple, 0.0), round(relation.score, SCORE_DIGITS))
        evidence.setdefault(triple, []).append(relation.evidence)
    return [Assertion(*triple, paper, score, _unite(evidence[triple])) for triple, score in scores.items()]


def _unite(spans: Iterable[Sequence[Span]]) -> tuple[Span, ...]:
    return tuple(sorted({span for group in spans for span in group}))


def _mentions(namings: Sequence[_Naming]) -> tuple[EntityMention, ...]:
    """List where texts name entities; a place has the higher score where an entity has it twice."""
    scores: dict[tuple[str, int, int, str, str], float] = {}
    for naming in namings:
        for mention in naming.entity.mentions:
            place = (naming.paper, mention.start, mention.end, mention.text, naming.id)
            scores[place] = max(scores.get(place, 0.0), round(mention.score, SCORE_DIGITS))
    return tuple(sorted(EntityMention(*place, score) for place, score in scores.items()))
