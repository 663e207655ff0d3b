from pathlib import Path

import pytest
import spacy

from kg.errors import InputError
from kg.training.corpus import GoldEntity, GoldPaper, annotate, gold_entities, read_corpus

PAPER = GoldPaper(
    "p",
    "BERT beats BERT-large, says ALBERT. Large language models agree.",
    (
        GoldEntity("BERT", "Model", "used", ("BERT",)),
        GoldEntity("BERT-large", "Model", "compared", ("BERT-large",)),
        GoldEntity("Large language models", "Model", "mentioned", ("Large language models",), generic=True),
    ),
)


def test_mentions_are_whole_words_the_longest_first() -> None:
    doc = annotate(spacy.blank("en")(PAPER.text), PAPER)
    assert [(span.text, span.label_) for span in doc.ents] == [
        ("BERT", "Model"),
        ("BERT-large", "Model"),
        ("Large language models", "GenericModel"),
    ]


def test_gold_entities_have_places() -> None:
    assert [(e.name, [(m.start, m.end) for m in e.mentions]) for e in gold_entities(PAPER)] == [
        ("BERT", [(0, 4)]),
        ("BERT-large", [(11, 21)]),
        ("Large language models", [(36, 57)]),
    ]


def test_papers_that_may_not_train_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"id": "a", "text": ""}\n{"id": "b", "text": "", "nc": true}\n', encoding="utf-8")
    assert [paper.id for paper in read_corpus(path)] == ["a", "b"]
    assert [paper.id for paper in read_corpus(path, trainable=True)] == ["a"]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"id": "a", "text": ""}\n{"id": "b"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2: not an annotated abstract"):
        read_corpus(path)


def test_marks_and_empty_lines_are_no_records(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"id": "1", "text": "a"}\r\n\r\n \n{"id": "2", "text": "b"}')
    assert [paper.id for paper in read_corpus(file)] == ["1", "2"]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\n", b"[]", b'{"id": "1", "text": "\xff"}', b"{", b"\x00"])
def test_what_is_no_corpus_is_one_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"gold\.jsonl"):
        read_corpus(file)
