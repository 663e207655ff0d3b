"""The floor under the shipped pipeline's quality."""

from pathlib import Path

from kg.extraction.corpus import extract_texts
from kg.training.corpus import read_corpus
from kg.training.measure import gold_of, score


def test_the_shipped_pipeline_keeps_its_quality(shared: Path) -> None:
    gold = read_corpus(shared / "corpus" / "dev.jsonl")
    found = extract_texts([(paper.id, paper.text) for paper in gold])
    figures = score(gold, map(gold_of, found)).figures
    floor = {"entities": 0.69, "overlap": 0.745, "aliases": 0.5, "roles": 0.54, "relations": 0.27}
    assert {name: figures[name].f1 >= least for name, least in floor.items()} == dict.fromkeys(floor, True), figures
