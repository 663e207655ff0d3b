import itertools

import pytest
import spacy
from spacy.language import Language

import kg
from kg.extraction.pipeline import load_pipeline, to_extraction
from kg.extraction.records import Extraction
from kg.vocabulary import ENTITY_TYPES, RELATIONS, ROLES

TEXT = (
    "Tiny Adapters for Question Answering\n\n"
    "We propose TinyQA, a method for question answering that trains low-rank adaptation (LoRA) modules on BERT. "
    "TinyQA is evaluated on SQuAD and measured by F1. It outperforms RoBERTa, while LoRA alone does not."
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


@pytest.fixture(scope="module")
def extraction(nlp: Language) -> Extraction:
    return to_extraction(nlp(TEXT), "tiny")


def test_it_finds_what_the_text_names(extraction: Extraction) -> None:
    types = {name: entity.type for entity in extraction.entities for name in entity.names}
    expected = {"BERT": "Model", "SQuAD": "Dataset", "question answering": "Task", "F1": "Metric", "LoRA": "Method"}
    assert {name: types.get(name) for name in expected} == expected
    assert any(entity.role == "proposed" and "TinyQA" in entity.names for entity in extraction.entities)


def test_all_of_it_is_well_formed(extraction: Extraction) -> None:
    types = {entity.name: entity.type for entity in extraction.entities}
    assert len(types) == len(extraction.entities)
    for entity in extraction.entities:
        assert entity.type in ENTITY_TYPES
        assert entity.role in ROLES
        assert 0 < entity.role_score <= 1
        assert entity.evidence
        for mention in entity.mentions:
            assert extraction.text[mention.start : mention.end] == mention.text
            assert 0 < mention.score <= 1
    for relation in extraction.relations:
        assert RELATIONS[relation.relation].allows(types[relation.head], types[relation.tail])
        assert relation.evidence
    places = sorted((m.start, m.end) for e in extraction.entities for m in e.mentions)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(places))


def test_evidence_is_whole_sentences(extraction: Extraction) -> None:
    spans = {span for e in extraction.entities for span in e.evidence}
    for start, end in spans | {span for r in extraction.relations for span in r.evidence}:
        sentence = extraction.text[start:end]
        assert sentence == sentence.strip()
        assert sentence.endswith(".") or sentence == TEXT.partition("\n\n")[0]


def test_a_relation_has_evidence_where_its_ends_stand(extraction: Extraction) -> None:
    entities = {entity.name: entity for entity in extraction.entities}
    assert extraction.relations
    for relation in extraction.relations:
        for end in (relation.head, relation.tail):
            assert any(
                start <= mention.start and mention.end <= stop
                for mention in entities[end].mentions
                for start, stop in relation.evidence
            )


def test_the_shipped_model_loads_in_both_ways(extraction: Extraction) -> None:
    assert to_extraction(spacy.load(kg.model_path())(TEXT), "tiny") == extraction
    assert to_extraction(kg.load_pipeline()(TEXT), "tiny") == extraction


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", ".", "(", "( ) (A)", "🙂" * 50, "a" * 5000, "word " * 3000, "𛅰" * 9]
)
def test_odd_texts(nlp: Language, text: str) -> None:
    assert to_extraction(nlp(text), "odd").text == text


def test_a_document_does_not_depend_on_its_company(nlp: Language) -> None:
    texts = [TEXT, "Another text about GPT-2 and parsing.", TEXT * 2]
    alone = [to_extraction(nlp(text), "x") for text in texts]
    together = [to_extraction(doc, "x") for doc in nlp.pipe(texts, batch_size=3)]
    assert together == alone


def test_components_work_in_another_pipeline() -> None:
    other = spacy.blank("en")
    ruler = other.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "Model", "pattern": "BERT"}, {"label": "Dataset", "pattern": "SQuAD"}])  # type: ignore[attr-defined]
    for name in ("kg_sentences", "kg_abbreviations", "kg_entities", "kg_roles", "kg_relations"):
        other.add_pipe(name)
    doc = other("We test BERT on SQuAD.")
    assert [(e.name, e.type, e.role) for e in doc._.kg_entities] == [
        ("BERT", "Model", "mentioned"),
        ("SQuAD", "Dataset", "mentioned"),
    ]
