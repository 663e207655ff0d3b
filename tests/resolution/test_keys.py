"""Keys of names: spellings of one thing agree, things that look alike do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.resolution.keys import entity_key


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("Model", ["Llama-3.1-8B-Instruct", "Llama 3.1 8B Instruct", "LLaMA3.1 (8B) Instruct"]),
        ("Model", ["GPT-4", "GPT4", "gpt 4"]),
        ("Model", ["XLM-RoBERTa (Large)", "XLM-RoBERTa-large"]),
        ("Model", ["BERT-base", "BERT_BASE"]),
        ("Metric", ["F1", "F1-score", "F1 scores", "F_1", "F_{1}"]),
        ("Metric", ["macro F1", "F1-macro", "macro-averaged F1 score"]),
        ("Metric", ["Krippendorff's alpha", "Krippendorff’s α", "Krippendorff's \\alpha"]),
        ("Dataset", ["SQuAD", "the SQuAD dataset", "SQuAD data set", "SQuAD benchmark"]),
        ("Task", ["topic modelling", "Topic Modeling"]),
        ("Task", ["text categorisation", "text categorization"]),
        ("Task", ["rumour verification", "Rumor Verification"]),
        ("Task", ["dialog systems", "dialogue system"]),
        ("Task", ["Part-of-Speech (POS) tagging", "parts of speech tagging", "part-of-speech tagging"]),
        ("Method", ["pre-training", "pretraining", "pre training"]),
        ("Method", ["back-translation", "Backtranslation"]),
        ("Method", ["contextualised embeddings", "contextualized embedding"]),
    ],
)
def test_spellings_of_one_thing_agree(kind: str, names: list[str]) -> None:
    assert len({entity_key(kind, name) for name in names}) == 1


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("Model", ["BERT", "ALBERT", "BERT-base", "BERT-large", "mBERT"]),
        ("Model", ["GPT", "GPT-3", "GPT-3.5", "GPT-4", "GPT-4o", "GPT-35"]),
        ("Model", ["Llama-3 8B", "Llama-3.8B", "Llama-38B"]),
        ("Dataset", ["SQuAD", "SQuAD 2.0", "SQuAD 1.1"]),
        ("Dataset", ["news corpus", "news", "medical benchmark", "medical"]),
        ("Metric", ["ROUGE", "ROUGE-1", "ROUGE-2", "ROUGE-L"]),
        ("Metric", ["F-score", "F1", "F2", "z-score", "score"]),
        ("Method", ["C", "C++", "C#"]),
        ("Task", ["out-of-domain", "out-of-distribution"]),
        ("Task", ["exercise", "noise", "arise", "promise", "precise"]),
    ],
)
def test_things_that_look_alike_stay_apart(kind: str, names: list[str]) -> None:
    assert len({entity_key(kind, name) for name in names}) == len(names)


@pytest.mark.parametrize("word", ["exercise", "noise", "promise", "surprising", "four", "sentimental", "raising"])
def test_words_that_are_american_too_stay(word: str) -> None:
    assert entity_key("Task", word) == word


@given(st.text(), st.sampled_from(["Model", "Dataset", "Metric", "Keyword"]))
def test_a_key_is_empty_only_for_what_names_nothing(name: str, kind: str) -> None:
    key = entity_key(kind, name)
    assert key == key.strip()
    if any(character.isascii() and character.isalnum() for character in name):
        assert key
