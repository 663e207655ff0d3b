"""What is glued to abstracts, and their language."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import read_papers
from kg.papers.abstracts import split_abstract
from kg.papers.language import detect_language

SPANISH = "Presentamos un corpus de cartas en español y medimos la calidad del análisis sintáctico de las frases."


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("ABSTRACT. We boil.", ("We boil.", ())),
        ("Abstract—We boil.", ("We boil.", ())),
        ("We boil. © 2019 The Harbour Society", ("We boil.", ())),
        ("We boil. Copyright (c) 2019, Harbour. All rights reserved.", ("We boil.", ())),
        ("We boil. Index Terms: tea, kettles.", ("We boil.", ("tea", "kettles"))),
        ("We boil. Key words and phrases: tea; kettles", ("We boil.", ("tea", "kettles"))),
    ],
)
def test_what_is_glued_is_taken_apart(abstract: str, expected: object) -> None:
    assert split_abstract(abstract) == expected


@pytest.mark.parametrize(
    "abstract",
    [
        "Abstract syntax trees are read.",
        "Abstract:",
        "We study copyright. In 2019 a law was made.",
        "We study the © sign of 2019 papers, which stands anywhere. It is rare.",
        "We find keywords: those that matter are kept. Others go.",
        "Copyright 2019 was a conference on law.",
        "© 2019 Harbour",
    ],
)
def test_words_of_the_abstract_stay(abstract: str) -> None:
    assert split_abstract(abstract) == (abstract, ())


@given(st.text(max_size=200))
def test_taking_apart_never_empties_a_text(text: str) -> None:
    assert bool(split_abstract(text)[0]) == bool(text)


def test_papers_in_another_language_are_kept_and_marked(tmp_path: Path) -> None:
    lines = [{"title": "Un corpus", "abstract": SPANISH}, {"title": "A corpus", "abstract": "We read the letters."}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    reading = read_papers([tmp_path], merge=False)
    assert [paper.language for paper in reading.papers] == ["es", None]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("本文提出了一种基于深度学习的新方法用于中文分词和命名实体识别任务", "zh"),
        ("Ця стаття описує корпус листів і вимірює якість синтаксичного аналізу речень", "uk"),
        ("F1 scores: BERT 90.1, RoBERTa 92.3, XLNet 91.0", None),
        ("", None),
    ],
)
def test_languages(text: str, language: str | None) -> None:
    assert detect_language(text) == language
