"""Training works and learns; what is trained ships as plain arrays."""

import pytest
import spacy

from kg.extraction.sentences import split_sentences
from kg.training.classifiers import cross_predict_roles, fit, make_example, pair_rows, train_relations, train_roles
from kg.training.corpus import GoldEntity, GoldPaper

pytest.importorskip("sklearn", reason="the extra `train` is not installed")

NLP = spacy.blank("en")


def paper(i: int) -> GoldPaper:
    return GoldPaper(
        f"p{i}",
        f"We propose Net{i}. Net{i} is evaluated on Set{i}.",
        (
            GoldEntity(f"Net{i}", "Method", "proposed", (f"Net{i}",)),
            GoldEntity(f"Set{i}", "Dataset", "used", (f"Set{i}",)),
        ),
        ((f"Net{i}", "evaluatedOn", f"Set{i}"),),
    )


EXAMPLES = [make_example(split_sentences(NLP(paper(i).text)), paper(i)) for i in range(20)]


def test_a_rare_feature_is_left_out() -> None:
    classifier = fit([["a"], ["a"], ["b"], ["b", "rare"]], ["x", "x", "y", "y"], 1.0, least=2)
    assert classifier.predict(["a"]).argmax() == classifier.labels.index("x")
    assert (classifier.score(["rare"]) == 0).all()


def test_roles_are_learned_and_predicted_by_others_papers() -> None:
    predicted, accuracy = cross_predict_roles(EXAMPLES, 1.0)
    assert accuracy == 1.0
    assert predicted[0] == ["proposed", "used"]
    assert set(train_roles(EXAMPLES, 1.0).labels) == {"proposed", "used"}


def test_relations_are_learned() -> None:
    pairs = [pair_rows(example, ["proposed", "used"]) for example in EXAMPLES]
    classifier = train_relations(pairs, 1.0)
    forward, backward = pairs[0].rows
    assert classifier.labels[int(classifier.predict(forward).argmax())] == "evaluatedOn"
    assert classifier.labels[int(classifier.predict(backward).argmax())] == "none"
