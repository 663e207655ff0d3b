"""Training of the role and relation classifiers: logistic regression, its settings by cross-validation."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from kg.extraction.features import entity_features, mention_features, relation_context, relation_features
from kg.extraction.linear import LinearClassifier
from kg.extraction.places import Layout, lay_out
from kg.extraction.records import ExtractedEntity
from kg.extraction.relations import NO_RELATION, candidate_pairs, choose_relation
from kg.training.corpus import GoldPaper, gold_entities
from kg.vocabulary import RELATIONS

FOLDS = 5
#: a feature seen in fewer examples teaches nothing that holds elsewhere
LEAST_COUNT = 3


class Example(NamedTuple):
    """A paper laid out for the classifiers."""

    paper: GoldPaper
    layout: Layout
    entities: tuple[ExtractedEntity, ...]


def make_example(doc: Doc, paper: GoldPaper) -> Example:
    """Lay out a paper with its gold entities; the document needs sentence boundaries."""
    entities = gold_entities(paper)
    return Example(paper, lay_out(doc, entities), entities)


def fold_of(paper: GoldPaper) -> int:
    """The paper's fold in cross-validation, from its id alone."""
    return int.from_bytes(sha256(paper.id.encode()).digest()[:4], "big") % FOLDS


def fit(
    rows: Sequence[Sequence[str]], labels: Sequence[str], strength: float, least: int = LEAST_COUNT
) -> LinearClassifier:
    """Fit multinomial logistic regression with an L2 penalty; `strength` is scikit-learn's C."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    counts: dict[str, int] = {}
    for row in rows:
        for feature in set(row):
            counts[feature] = counts.get(feature, 0) + 1
    features = sorted(feature for feature, count in counts.items() if count >= least)
    index = {feature: i for i, feature in enumerate(features)}
    columns = [sorted({index[feature] for feature in row if feature in index}) for row in rows]
    pointers = np.cumsum([0, *map(len, columns)])
    data = np.ones(pointers[-1], dtype="float64")
    matrix = csr_matrix((data, np.concatenate(columns), pointers), shape=(len(rows), len(features)))
    model = LogisticRegression(C=strength, max_iter=300, tol=1e-3)
    model.fit(matrix, np.array(labels))
    weights, bias = model.coef_, model.intercept_
    if len(model.classes_) == 2:
        # of two classes scikit-learn keeps one column, the second's
        weights, bias = np.vstack([np.zeros_like(weights), weights]), np.array([0.0, bias[0]])
    return LinearClassifier(
        [str(label) for label in model.classes_],
        features,
        np.ascontiguousarray(weights.T, dtype="float32"),
        bias.astype("float32"),
    )


def role_rows(example: Example) -> list[list[str]]:
    """The features of each entity of a paper for its role."""
    return [
        [
            *entity_features(example.layout, example.entities, i),
            *(f for place in example.layout.places[i] for f in mention_features(example.layout, entity, place)),
        ]
        for i, entity in enumerate(example.entities)
    ]


def train_roles(examples: Sequence[Example], strength: float) -> LinearClassifier:
    """Train the role classifier on all examples."""
    rows = [row for example in examples for row in role_rows(example)]
    return fit(rows, [entity.role for example in examples for entity in example.entities], strength)


def predict_roles(classifier: LinearClassifier, example: Example) -> list[str]:
    """Predict the roles of a paper's entities."""
    return [classifier.labels[int(classifier.predict(row).argmax())] for row in role_rows(example)]


def cross_predict_roles(examples: Sequence[Example], strength: float) -> tuple[list[list[str]], float]:
    """Predict each paper's roles by a classifier that has not seen it; also give the accuracy."""
    predicted: list[list[str]] = [[] for _ in examples]
    for fold in range(FOLDS):
        classifier = train_roles([e for e in examples if fold_of(e.paper) != fold], strength)
        for i, example in enumerate(examples):
            if fold_of(example.paper) == fold:
                predicted[i] = predict_roles(classifier, example)
    gold = [entity.role for example in examples for entity in example.entities]
    flat = [role for roles in predicted for role in roles]
    return predicted, sum(a == b for a, b in zip(gold, flat, strict=True)) / max(1, len(gold))


class PairRows(NamedTuple):
    """The candidate pairs of one paper: their features, gold labels, and how many gold relations the paper has."""

    pairs: list[tuple[int, int]]
    rows: list[list[str]]
    labels: list[str]
    gold: int


def pair_rows(example: Example, roles: Sequence[str]) -> PairRows:
    """The features and labels of a paper's candidate pairs; of two gold relations of one pair the first counts."""
    names = {entity.name: i for i, entity in enumerate(example.entities)}
    gold: dict[tuple[int, int], str] = {}
    for head, relation, tail in example.paper.relations:
        if (
            head in names
            and tail in names
            and RELATIONS[relation].allows(example.entities[names[head]].type, example.entities[names[tail]].type)
        ):
            gold.setdefault((names[head], names[tail]), relation)
    pairs = list(candidate_pairs(example.layout, example.entities))
    context = relation_context(example.layout, example.entities, roles)
    return PairRows(
        pairs,
        [relation_features(example.layout, example.entities, roles, pair, context) for pair in pairs],
        [gold.get(pair, NO_RELATION) for pair in pairs],
        len(example.paper.relations),
    )


def train_relations(papers: Iterable[PairRows], strength: float) -> LinearClassifier:
    """Train the relation classifier."""
    papers = list(papers)
    rows = [row for paper in papers for row in paper.rows]
    return fit(rows, [label for paper in papers for label in paper.labels], strength)


def best_threshold(probabilities: NDArray[np.float64], right: NDArray[np.bool_], gold: int) -> tuple[float, float]:
    """The threshold (in steps of 0.02) at which F1 is highest, and that F1."""
    figures = []
    for step in range(5, 41):
        threshold = step / 50
        chosen = probabilities >= threshold
        figures.append((2 * float((right & chosen).sum()) / (float(chosen.sum()) + gold), threshold))
    f1, threshold = max(figures)
    return threshold, f1


def cross_relations(examples: Sequence[Example], papers: Sequence[PairRows], strength: float) -> tuple[float, float]:
    """Choose the threshold by cross-validation; return it with the F1 that it gives on gold entities."""
    scores: list[float] = []
    right: list[bool] = []
    for fold in range(FOLDS):
        inside = [fold_of(example.paper) == fold for example in examples]
        classifier = train_relations([p for p, held_out in zip(papers, inside, strict=True) if not held_out], strength)
        for example, paper, held_out in zip(examples, papers, inside, strict=True):
            if not held_out:
                continue
            for (h, t), row, label in zip(paper.pairs, paper.rows, paper.labels, strict=True):
                score, best = choose_relation(classifier, example.entities[h].type, example.entities[t].type, row)
                scores.append(score)
                right.append(best == label)
    return best_threshold(np.array(scores), np.array(right), sum(paper.gold for paper in papers))
