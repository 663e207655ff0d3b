"""A person's terms and stop names in the pipeline."""

from pathlib import Path

import pytest
import spacy
from spacy.language import Language

from kg.extraction.corpus import extract_texts, select_entities
from kg.extraction.pipeline import fingerprint, load_pipeline, to_extraction
from kg.extraction.records import ExtractedEntity, Extraction
from kg.extraction.serialisation import decode_extraction, encode_extraction
from kg.extraction.term_files import read_lists
from kg.extraction.term_lists import TermLists

TEXT = (
    "Northlight for parsing\n\n"
    "We prompt BERT-large by CoT on Northlight/SQuAD. Chain-of-thought prompting helps language models (LMs). "
    "We report exact match in C#, not C."
)


def pipeline(terms: list[list[str]], stop: list[str | list[str]], found: list[tuple[str, str]]) -> Language:
    """Make a pipeline whose recogniser finds what it is told."""
    nlp = spacy.blank("en")
    if found:
        ruler = nlp.add_pipe("entity_ruler")
        ruler.add_patterns([{"label": label, "pattern": text} for text, label in found])  # type: ignore[attr-defined]
    nlp.add_pipe("kg_given_terms", config={"terms": terms, "stop": stop})
    for name in ("kg_sentences", "kg_abbreviations", "kg_entities"):
        nlp.add_pipe(name)
    return nlp


def extract(
    terms: list[list[str]], stop: list[str | list[str]], *found: tuple[str, str], text: str = TEXT
) -> dict[str, ExtractedEntity]:
    return {entity.name: entity for entity in pipeline(terms, stop, list(found))(text)._.kg_entities}


def test_a_term_is_found_as_given_with_the_greatest_score() -> None:
    found = extract([["Northlight", "Dataset"], ["C#", "Method"], ["Exact-Match", "Metric"]], [])
    assert {(e.name, e.type) for e in found.values()} == {
        ("Northlight", "Dataset"),
        ("C#", "Method"),
        ("exact match", "Metric"),
    }
    assert [(m.start, m.score) for m in found["Northlight"].mentions] == [(0, 1.0), (TEXT.index("Northlight/"), 1.0)]
    assert [m.text for m in found["C#"].mentions] == ["C#"]


def test_it_wins_over_what_the_recogniser_found() -> None:
    found = extract(
        [["BERT", "Model"], ["Northlight", "Task"]], [], ("BERT-large", "Method"), ("Northlight", "Dataset")
    )
    assert {(e.name, e.type) for e in found.values()} == {("BERT", "Model"), ("Northlight", "Task")}


def test_the_longest_term_wins_over_others() -> None:
    assert extract([["BERT", "Method"], ["BERT-large", "Model"]], []).keys() == {"BERT-large"}


def test_case_counts_where_it_makes_the_name() -> None:
    text = "Loss and ACT; we act on loss in Beam Search."
    found = extract([["loss", "Metric"], ["ACT", "Method"], ["beam search", "Method"]], [], text=text)
    assert {tuple(e.names) for e in found.values()} == {("Loss", "loss"), ("ACT",), ("Beam Search",)}


def test_names_with_one_canonical_name_are_one_entity() -> None:
    found = extract([["CoT", "Method", "chain-of-thought prompting"]], [], ("Chain-of-thought prompting", "Task"))
    (entity,) = found.values()
    assert (entity.type, entity.canonical) == ("Method", "chain-of-thought prompting")
    assert entity.names == ("CoT", "Chain-of-thought prompting")


def test_an_abbreviation_takes_the_type_of_its_given_long_form() -> None:
    (entity,) = extract([["language models", "Method"]], [], ("LMs", "Model")).values()
    assert (entity.type, entity.names) == ("Method", ("language models", "LMs"))


def test_what_was_given_apart_stays_apart() -> None:
    found = extract([["language models", "Method"], ["LMs", "Task"]], [])
    assert {(e.name, e.type, e.expansion) for e in found.values()} == {
        ("language models", "Method", None),
        ("LMs", "Task", None),
    }


def test_a_class_of_models_stays_one() -> None:
    (entity,) = extract([["language models", "Model"]], [], ("language models", "GenericModel")).values()
    assert entity.generic
    (entity,) = extract([["language models", "Model"]], []).values()
    assert not entity.generic


def test_stop_names_are_no_entities_nor_names_of_any() -> None:
    recognised = (("BERT-large", "Model"), ("language models", "Model"), ("exact match", "Metric"))
    assert extract([], ["bert-large", "Language Model", "exact match"], *recognised).keys() == set()
    # the other end of an abbreviation that is expanded by a stop name stands alone, and is not called after it
    found = extract([], ["language model"], ("LMs", "Model"))
    assert [(e.names, e.expansion) for e in found.values()] == [(("LMs",), None)]
    found = extract([], ["LM"], ("language models", "Model"))
    assert [e.names for e in found.values()] == [("language models",)]


def test_a_stop_name_may_hold_for_one_type_only() -> None:
    stop: list[str | list[str]] = [["exact match", "Task"]]
    assert extract([], stop, ("exact match", "Metric")).keys() == {"exact match"}
    assert extract([], stop, ("exact match", "Task")).keys() == set()


def test_a_stop_name_wins_over_a_term() -> None:
    assert extract([["CoT", "Method"]], ["CoT"]).keys() == set()


def test_doc_ents_obey_too() -> None:
    doc = pipeline([["CoT", "Method"]], ["SQuAD"], [("SQuAD", "Dataset"), ("BERT-large", "Model")])(TEXT)
    assert [(ent.text, ent.label_, ent._.kg_score) for ent in doc.ents] == [
        ("BERT-large", "Model", 1.0),
        ("CoT", "Method", 1.0),
    ]


def test_without_lists_nothing_changes() -> None:
    found = [("BERT-large", "Model"), ("LMs", "Model")]
    assert pipeline([], [], found)(TEXT)._.kg_given == ()
    assert extract([], [], *found).keys() == {"BERT-large", "language models"}


def test_a_part_of_a_token_is_found() -> None:
    text = "as in ROUGE)outperforms"
    assert [token.text for token in spacy.blank("en")(text)][-1] == "ROUGE)outperforms"
    assert [m.text for e in extract([["ROUGE", "Metric"]], [], text=text).values() for m in e.mentions] == ["ROUGE"]


def test_the_lists_are_saved_with_the_pipeline(tmp_path: Path) -> None:
    nlp = pipeline([["CoT", "Method", "chain of thought"]], ["SQuAD"], [("SQuAD", "Dataset")])
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path)(TEXT)._.kg_entities == nlp(TEXT)._.kg_entities


LISTS = TermLists(
    read_lists([("CoT", "Method", "chain-of-thought prompting")]).lists.terms, read_lists(stop=["SQuAD"]).lists.stop
)
TEXTS = [(f"p{i}", f"Number {i}: {TEXT}") for i in range(20)]


def test_the_shipped_pipeline_obeys_and_says_so() -> None:
    extraction = to_extraction(load_pipeline(LISTS)(TEXT), "x", fingerprint(LISTS))
    assert "SQuAD" not in {name for entity in extraction.entities for name in entity.names}
    (entity,) = (entity for entity in extraction.entities if entity.canonical)
    assert (entity.type, entity.score, "CoT" in entity.names) == ("Method", 1.0, True)
    assert extraction.model != fingerprint()
    assert decode_extraction(encode_extraction(extraction)) == extraction


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert extract_texts(TEXTS, jobs=2, lists=LISTS, min_score=0.8) == extract_texts(TEXTS, lists=LISTS, min_score=0.8)


def test_extractions_made_with_other_lists_are_made_again(tmp_path: Path) -> None:
    plain = extract_texts(TEXTS[:1])
    given = extract_texts(TEXTS[:1], lists=LISTS, earlier=plain)
    assert given != plain
    assert extract_texts(TEXTS[:1], earlier=given) == plain
    cache = tmp_path / "cache"
    for lists, expected in ((LISTS, given), (TermLists(), plain), (LISTS, given)):
        assert extract_texts(TEXTS[:1], lists=lists, cache=cache) == expected


@pytest.fixture(scope="module")
def whole() -> Extraction:
    return extract_texts(TEXTS[:1])[0]


def test_unsure_entities_and_their_relations_are_left_out(whole: Extraction) -> None:
    scores = sorted({entity.score for entity in whole.entities})
    assert len(scores) > 1
    kept = select_entities(whole, scores[1])
    assert {entity.score for entity in kept.entities} == set(scores[1:])
    names = {entity.name for entity in kept.entities}
    assert {one for one in whole.relations if {one.head, one.tail} <= names} == set(kept.relations)
    assert select_entities(whole, 0) == whole
    assert select_entities(whole, scores[0]).entities == whole.entities
    assert select_entities(kept, scores[-1]) == select_entities(whole, scores[-1])


def test_what_was_left_out_is_found_again_when_less_is_asked_for(whole: Extraction, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    few = extract_texts(TEXTS[:1], min_score=1, cache=cache)
    assert few[0].entities == ()
    assert extract_texts(TEXTS[:1], earlier=few) == (whole,)
    # what a run keeps for the next is whole
    made: list[int] = []
    again = extract_texts(TEXTS[:1], cache=cache, progress=lambda done, _: made.append(done))
    assert (again, made) == ((whole,), [1])
