"""Texts that are no abstracts: time grows with the text, not with its square, and what is found stays whole."""

import time

import pytest
from spacy.language import Language

from kg.extraction.pipeline import load_pipeline, to_extraction
from kg.extraction.places import Place, nearest_places

SENTENCE = (
    "We present FooNet{0}, a neural model for machine translation (MT{0}). FooNet{0} beats BERT-{0} on WMT{0} by 2 "
    "BLEU{0} and uses attention{0} heads. "
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        (SENTENCE, 40),
        (SENTENCE.format(1), 100),
        ("(AB) ", 1200),
        ("( ", 4000),
        ("we use BERT on SQuAD for parsing ", 400),
        ("(", 3000),
        (SENTENCE.upper(), 30),
        ("Wir stellen BLITZ{0} vor, ein Modell für maschinelle Übersetzung; 机器翻译、 ترجمة آلية ", 60),
        ("BERT{0}/", 600),
    ],
    ids=[
        "many entities",
        "few entities",
        "abbreviations",
        "brackets apart",
        "no full stop",
        "brackets",
        "all capitals",
        "other languages",
        "no blanks",
    ],
)
def test_time_grows_with_the_text(nlp: Language, piece: str, count: int) -> None:
    def seconds(count: int) -> float:
        text = "".join(piece.format(number) for number in range(count))
        started = time.process_time()
        extraction = to_extraction(nlp(text), "x")
        assert all(extraction.text[m.start : m.end] == m.text for e in extraction.entities for m in e.mentions)
        return time.process_time() - started

    nlp(piece.format(0))
    assert seconds(3 * count) < 5 * max(seconds(count), 0.1)


def test_ten_thousand_brackets_and_five_thousand_words_are_read_whole(nlp: Language) -> None:
    for text in ("(" * 10_000 + " BERT", "word " * 4_999 + "BERT", "x" * 5_000 + " BERT"):
        assert nlp(text).text == text


def test_the_nearest_mentions_are_those_of_all_pairs() -> None:
    def place(start: int) -> Place:
        return Place(start, start + 2, start // 10)

    heads = tuple(place(start) for start in (0, 12, 33, 38, 90))
    for starts in ((3,), (8, 60), (5, 30, 88), (35,), (95, 99), (14, 36, 92)):
        tails = tuple(place(start) for start in starts)
        distances = {}
        for head in heads:
            for tail in tails:
                first, second = sorted((head, tail))
                apart = abs(head.sentence - tail.sentence)
                distances[apart, second.start - first.end, first.start] = head, tail
        assert nearest_places(heads, tails) == distances[min(distances)]
