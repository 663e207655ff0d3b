"""The training of the recogniser, a few steps of it on made-up papers."""

from collections import Counter
from pathlib import Path

import numpy as np
import spacy
from spacy.vectors import Vectors  # type: ignore[import-not-found]

from kg.training.corpus import GoldEntity, GoldPaper
from kg.training.recogniser import train_recogniser
from kg.training.terms import make_table

PAPERS = [
    GoldPaper(
        f"p{i}",
        f"We train Net{i} for parsing.",
        (GoldEntity(f"Net{i}", "Model", "used", (f"Net{i}",)), GoldEntity("parsing", "Task", "used", ("parsing",))),
    )
    for i in range(8)
]


def test_a_trained_recogniser_keeps_its_terms_and_learns(tmp_path: Path) -> None:
    static = spacy.blank("en")
    rows = np.random.default_rng(0).normal(size=(100, 16)).astype("float32")
    static.vocab.vectors = Vectors(
        mode="floret", data=rows, hash_count=2, minn=3, maxn=5, bow="<", eow=">", strings=static.vocab.strings
    )
    static.to_disk(tmp_path / "vectors")
    terms = make_table(PAPERS, Counter(), {})
    nlp = spacy.load(train_recogniser(PAPERS, terms, tmp_path / "vectors", tmp_path / "work", steps=60))
    assert nlp.pipe_names == ["kg_terms", "tok2vec", "kg_ner"]
    doc = nlp("We train Net9 for parsing.")
    assert ("parsing", "Task") in [(span.text, span.label_) for span in doc.ents]
    assert doc._.kg_terms[4].any()
