"""Training of the classifier that says which names of a paper name one entity."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from spacy.tokens import Doc

from kg.extraction.alias_features import alias_features, name_context
from kg.extraction.aliases import OTHER, SAME, AliasMerger, candidate_pairs, entity_names
from kg.extraction.linear import LinearClassifier
from kg.training.classifiers import FOLDS, fit, fold_of
from kg.training.corpus import GoldPaper, gold_entities

#: a feature seen in fewer pairs teaches nothing that holds elsewhere
_LEAST = 2


class NamePairs(NamedTuple):
    """The candidate pairs of a paper's gold names: their features, their labels, and how many pairs gold has."""

    paper: GoldPaper
    rows: list[list[str]]
    labels: list[str]
    gold: int


def name_pairs(doc: Doc, paper: GoldPaper) -> NamePairs:
    """Pair the gold names of a paper; the document needs sentence boundaries and abbreviations."""
    context = name_context(doc)
    entities = [entity for entity in gold_entities(paper) if not entity.generic]
    rows, labels = [], []
    for type in sorted({entity.type for entity in entities}):
        owned = [(n, i) for i, entity in enumerate(entities) if entity.type == type for n in entity_names(entity)]
        for a, b in candidate_pairs([name for name, _ in owned]):
            (one, i), (other, j) = owned[a], owned[b]
            rows.append(alias_features(one, other, type, len(owned), context))
            labels.append(SAME if i == j else OTHER)
    gold = sum(1 for entity in entities for _ in combinations(entity_names(entity), 2))
    return NamePairs(paper, rows, labels, gold)


def train_aliases(papers: Sequence[NamePairs], strength: float) -> LinearClassifier:
    """Train on all pairs; `strength` is scikit-learn's C. Where all pairs are of one kind there is nothing to learn."""
    labels = [label for paper in papers for label in paper.labels]
    if len(set(labels)) < 2:
        return LinearClassifier.empty()
    return fit([row for paper in papers for row in paper.rows], labels, strength, _LEAST)


def cross_aliases(papers: Sequence[NamePairs], strength: float, threshold: float) -> float:
    """F1 of pairs by cross-validation on gold names, at a threshold."""
    found = right = 0
    for fold in range(FOLDS):
        merger = AliasMerger(train_aliases([p for p in papers if fold_of(p.paper) != fold], strength))
        for paper in papers:
            if fold_of(paper.paper) == fold and merger.classifier.labels:
                labels = [
                    label
                    for row, label in zip(paper.rows, paper.labels, strict=True)
                    if merger.predict(row) >= threshold
                ]
                found += len(labels)
                right += labels.count(SAME)
    return 2 * right / max(1, found + sum(paper.gold for paper in papers))
