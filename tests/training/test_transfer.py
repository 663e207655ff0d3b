from collections.abc import Sequence
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.training.transfer import ForeignText, compare_spans, measure_transfer, merge_types, read_foreign

TEXT = "A deep net parses tides on Quay with F1."
NET, DEEP_NET, QUAY = (7, 10), (2, 10), (27, 31)


def extraction(*spans: tuple[int, int, str]) -> Extraction:
    entities = tuple(
        ExtractedEntity(TEXT[a:b], kind, "used", 0.5, (Mention(a, b, TEXT[a:b], 0.5),)) for a, b, kind in spans
    )
    return Extraction("x", TEXT, entities)


def test_only_what_is_annotated_counts_and_methods_and_models_are_one() -> None:
    gold = ForeignText("x", TEXT, ((*DEEP_NET, "Method"), (*QUAY, "Dataset")), ("Method+Model", "Dataset"))

    def extract(texts: Sequence[ForeignText]) -> list[Extraction]:
        # F1 is a metric, which the corpus does not annotate
        return [extraction((*NET, "Model"), (*QUAY, "Dataset"), (37, 39, "Metric")) for _ in texts]

    transfer = measure_transfer([gold], extract, resamples=10)
    assert (transfer.strict.predicted, transfer.strict.gold, transfer.strict.f1) == (2, 2, 0.5)
    assert transfer.overlap.f1 == 1.0
    assert {name: figure.f1 for name, figure in transfer.by_type.items()} == {"Dataset": 1.0, "Method+Model": 0.0}
    assert transfer.strict.interval == (0.5, 0.5)


def test_overlapping_spans_need_one_type_and_serve_once() -> None:
    gold = frozenset({(0, 9, "Task")})
    found = frozenset({(0, 4, "Task"), (5, 9, "Task"), (2, 6, "Model")})
    assert compare_spans(gold, found)["overlap"] == (1, 3, 1)
    assert compare_spans(frozenset({(9, 12, "Task")}), gold)["overlap"] == (0, 1, 1)


def test_types_that_are_not_annotated_are_unknown() -> None:
    assert merge_types([(0, 1, "Dataset"), (1, 2, "Model")], ["Dataset"]) == {(0, 1, "Dataset")}


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"id": "a", "text": "b", "entities": [], "annotated": []}\n{"id": "b"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2: not an annotated text"):
        list(read_foreign(path))


def test_the_corpora_for_transfer_can_be_read(shared: Path) -> None:
    from kg.training.card import FOREIGN

    for name in FOREIGN:
        texts = list(read_foreign(shared / "external" / name))
        assert all(0 <= start < end <= len(text.text) for text in texts for start, end, _ in text.entities)
        assert sum(len(merge_types(text.entities, text.annotated)) for text in texts) > 500
