"""Names that are joined though neither spelling nor an abbreviation ties them."""

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.alias_features import Name, alias_features, name_context
from kg.extraction.aliases import OTHER, SAME, AliasMerger, candidate_pairs
from kg.extraction.linear import LinearClassifier
from kg.extraction.pipeline import load_pipeline
from kg.extraction.records import ExtractedEntity, Mention

TEXT = "Detecting hyperbole\n\nHyperbole detection is hard. We compare parsing, tide parsing and BERT."


def entity(name: str, type: str = "Task", canonical: str | None = None, *, generic: bool = False) -> ExtractedEntity:
    start = TEXT.index(name)
    return ExtractedEntity(
        name, type, "used", 0.5, (Mention(start, start + len(name), name, 0.9),), generic=generic, canonical=canonical
    )


@pytest.fixture
def nlp() -> Language:
    blank = spacy.blank("en")
    for name in ("kg_sentences", "kg_abbreviations"):
        blank.add_pipe(name)
    return blank


def merge(nlp: Language, *entities: ExtractedEntity) -> list[tuple[str, ...]]:
    """Join by a classifier that knows one thing: names with the same roots are the same."""
    weights = np.array([[0.0, 5.0], [0.0, -5.0]], dtype="float32")
    features = ["same-roots", "names=Task,0"]
    merger = AliasMerger(LinearClassifier([OTHER, SAME], features, weights, np.array([1.0, 0.0], dtype="float32")))
    doc: Doc = nlp(TEXT)
    doc._.kg_entities = entities
    return [entity.names for entity in merger(doc)._.kg_entities]


def test_names_of_one_thing_are_joined(nlp: Language) -> None:
    joined = merge(nlp, entity("Detecting hyperbole"), entity("Hyperbole detection"), entity("parsing"))
    assert joined == [("Detecting hyperbole", "Hyperbole detection"), ("parsing",)]


def test_other_types_generic_classes_and_what_a_person_keeps_apart_stay_apart(nlp: Language) -> None:
    one = entity("Detecting hyperbole", canonical="A")
    for other in (
        entity("Hyperbole detection", "Method"),
        entity("Hyperbole detection", generic=True),
        entity("Hyperbole detection", canonical="B"),
    ):
        assert len(merge(nlp, one, other)) == 2
    assert len(merge(nlp, one, entity("Hyperbole detection"))) == 1


def test_an_untrained_merger_joins_nothing(nlp: Language) -> None:
    doc = nlp(TEXT)
    doc._.kg_entities = (entity("Detecting hyperbole"), entity("Hyperbole detection"))
    assert len(AliasMerger()(doc)._.kg_entities) == 2


def test_features_do_not_depend_on_the_order(nlp: Language) -> None:
    context = name_context(nlp(TEXT))
    one, other = Name("parsing", "parsing", ((60, 67),)), Name("tide parsing", "tide parsing", ((69, 81),))
    assert alias_features(one, other, "Task", 2, context) == alias_features(other, one, "Task", 2, context)


@pytest.mark.parametrize("number", [500, 5000])
def test_pairs_grow_with_the_names_not_with_their_square(number: int) -> None:
    names = [Name(f"x{i} parsing", f"x{i} parsing", ((i, i + 1),)) for i in range(number)]
    assert len(candidate_pairs(names)) < 50 * number


def test_the_shipped_pipeline_joins_a_task_said_in_two_ways() -> None:
    doc = load_pipeline()(
        "Detecting hyperbole with transformers\n\nHyperbole detection asks whether a sentence exaggerates. "
        "We fine-tune BERT for hyperbole detection."
    )
    tasks = [entity.names for entity in doc._.kg_entities if entity.type == "Task"]
    assert ("Detecting hyperbole", "Hyperbole detection", "hyperbole detection") in tasks
