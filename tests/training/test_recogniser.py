"""The training of the recogniser, a few steps of it on made-up papers over an encoder of random weights."""

import json
from collections import Counter
from pathlib import Path

import pytest
import spacy

from kg.training.corpus import GoldEntity, GoldPaper
from kg.training.settings import RecogniserSettings
from kg.training.terms import make_table

REASON = "the extra `train` is not installed"
pytest.importorskip("torch", reason=REASON)
pytest.importorskip("onnx", reason=REASON)
transformers = pytest.importorskip("transformers", reason=REASON)

PAPERS = [
    GoldPaper(
        f"p{i}",
        f"We train Net{i} for parsing.",
        (GoldEntity(f"Net{i}", "Model", "used", (f"Net{i}",)), GoldEntity("parsing", "Task", "studied", ("parsing",))),
    )
    for i in range(8)
]
SETTINGS = RecogniserSettings(
    epochs=20,
    batch_size=4,
    learn_rate=1e-3,
    layer_decay=0.9,
    head_learn_rate=1e-2,
    dropout=0.0,
    smoothing=0.0,
    role_weight=0.3,
    seed=0,
)


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "we",
        "train",
        "for",
        "parsing",
        ".",
        "net",
        *(f"##{i}" for i in range(10)),
    ]
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    folder = tmp_path / "encoder"
    transformers.BertModel(config).save_pretrained(folder)
    vocabulary = {"model": {"vocab": {word: number for number, word in enumerate(words)}}}
    (folder / "tokenizer.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    return folder


def test_a_trained_recogniser_keeps_its_terms_and_learns(encoder: Path, tmp_path: Path) -> None:
    from kg.training.recogniser import train_recogniser

    terms = make_table(PAPERS, Counter(), {})
    nlp = spacy.load(train_recogniser(PAPERS, terms, encoder, tmp_path / "work", SETTINGS))
    assert nlp.pipe_names == ["kg_terms", "kg_ner"]
    doc = nlp("We train Net9 for parsing.")
    assert [(span.text, span.label_) for span in doc.ents] == [("Net9", "Model"), ("parsing", "Task")]
    assert doc._.kg_terms[4].any()
