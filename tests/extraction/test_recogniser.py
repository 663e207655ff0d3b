"""The recogniser that ships: mentions with scores, in texts of any length."""

import pickle

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language

from kg.extraction.pipeline import load_pipeline
from kg.extraction.recogniser import MARGIN, MentionRecognizer, cut_windows, word_shape

SENTENCE = "We fine-tune BERT on SQuAD for question answering and report F1. "


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


def test_mentions_have_a_type_and_a_score(nlp: Language) -> None:
    found = {span.text: (span.label_, span._.kg_score) for span in nlp(SENTENCE).ents}
    assert found["BERT"][0] == "Model"
    assert found["SQuAD"][0] == "Dataset"
    assert found["question answering"][0] == "Task"
    assert all(0 < score <= 1 for _, score in found.values())


def test_an_untrained_recogniser_finds_nothing() -> None:
    blank = spacy.blank("en")
    blank.add_pipe("kg_ner")
    assert not blank(SENTENCE).ents


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a", "#" * 4000, "知" * 1500, "x" * 3000])
def test_odd_texts_are_read(nlp: Language, text: str) -> None:
    assert nlp(text).text == text


def test_a_long_text_is_read_to_its_end(nlp: Language) -> None:
    doc = nlp(SENTENCE * 150)
    places = {span.start_char // len(SENTENCE) for span in doc.ents if span.text == "SQuAD"}
    assert len(places) > 75
    assert max(places) >= 148


def test_another_process_finds_the_same(nlp: Language) -> None:
    component = nlp.get_pipe("kg_ner")
    assert isinstance(component, MentionRecognizer)
    doc = nlp.make_doc(SENTENCE)
    other: MentionRecognizer = pickle.loads(pickle.dumps(component))  # noqa: S301
    assert np.array_equal(other.predict(doc), component.predict(doc))


@given(st.lists(st.integers(0, 100), min_size=1, max_size=400))
def test_windows_keep_each_token_once_and_fit(lengths: list[int]) -> None:
    ends = np.cumsum(lengths).tolist()
    pieces = ends[-1]
    first = [end - length if length else max(0, end - 1) for end, length in zip(ends, lengths, strict=True)]
    windows = list(cut_windows(first, pieces))
    assert [i for window in windows for i in range(window.kept.start, window.kept.stop)] == list(range(len(first)))
    for window in windows:
        assert window.end - window.start <= 510
        assert window.tokens.start <= window.kept.start < window.kept.stop <= window.tokens.stop
        if window.tokens.start > 0:
            assert first[window.kept.start] - window.start >= MARGIN - 100, "too little context"


def test_the_shapes_of_words() -> None:
    doc = spacy.blank("en")("BERT model 12 GPT2 McDonald , Net")
    assert [word_shape(token) for token in doc] == [5, 3, 2, 6, 7, 1, 4]
