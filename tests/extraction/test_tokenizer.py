"""Very long words are cut so that tokenising takes time that grows with the text; all other texts stay as they are."""

import itertools
import random

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.pipeline import load_pipeline
from kg.extraction.tokenizer import PartingTokenizer, find_cuts

NLP = spacy.blank("en")
OURS = PartingTokenizer.like(NLP.tokenizer)


@given(st.text(alphabet="a1.,(-'\u0301🙂 \n知$:", max_size=2000))
def test_no_character_is_lost_or_moved(text: str) -> None:
    doc = OURS(text)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


def test_texts_without_very_long_words_have_spacys_tokens() -> None:
    words = [
        "(BERT)",
        "won't",
        "e.g.",
        "https://example.org/a?b=c",
        "C++",
        "state-of-the-art",
        "\n\n",
        "U.S.",
        "5km",
        "🙂🙂",
    ]
    draw = random.Random(1)  # noqa: S311
    for _ in range(50):
        text = " ".join(draw.choices(words, k=40))
        assert [(t.text, t.norm_, t.whitespace_) for t in OURS(text)] == [
            (t.text, t.norm_, t.whitespace_) for t in NLP.tokenizer(text)
        ]


@pytest.mark.parametrize("piece", ["(", "()", "🙂", "$", '"', "a:b", "a,b(", "%1"])
def test_the_tokenizer_never_sees_a_long_word_with_marks(piece: str) -> None:
    """spaCy's time grows with the square of a word's length, so that the length of the parts is what counts."""
    text = piece * (10_000 // len(piece))
    ends = [0, *find_cuts(text), len(text)]
    assert max(b - a for a, b in itertools.pairwise(ends)) < 300
    assert OURS(text).text == text


def test_what_modifies_a_character_stays_with_it() -> None:
    text = "!e\u0301" * 400
    assert all(text[place] != "\u0301" for place in find_cuts(text))
    assert list(find_cuts("x" * 10_000)) == []


def test_the_shipped_pipeline_has_it_and_saves_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    nlp = load_pipeline()
    assert isinstance(nlp.tokenizer, PartingTokenizer)
    folder = tmp_path_factory.mktemp("saved")
    nlp.to_disk(folder)
    text = "We use BERT (see [1]), e.g. on SQuAD."
    assert [t.text for t in spacy.load(folder).tokenizer(text)] == [t.text for t in nlp.tokenizer(text)]


def test_a_pipeline_that_asks_for_it_by_name_has_it_again_when_loaded(tmp_path_factory: pytest.TempPathFactory) -> None:
    config = {"nlp": {"tokenizer": {"@tokenizers": "kg.PartingTokenizer.v1"}}}
    folder = tmp_path_factory.mktemp("named")
    spacy.blank("en", config=config).to_disk(folder)
    loaded = spacy.load(folder)
    assert isinstance(loaded.tokenizer, PartingTokenizer)
    assert [token.text for token in loaded("don't")] == ["do", "n't"]
