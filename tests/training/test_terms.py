import gzip
import json
from collections import Counter
from pathlib import Path

from kg.extraction.terms import Term
from kg.training.corpus import GoldEntity, GoldPaper
from kg.training.terms import count_abbreviations, count_elsewhere, make_table, read_abstracts

PAPERS = [
    GoldPaper("a", "Beam search helps.", (GoldEntity("Beam search", "Method", "used", ("Beam search",)),)),
    GoldPaper("b", "No beam-search here, and one-off things."),
]


def test_the_table_counts_papers_not_mentions() -> None:
    table, own = make_table(PAPERS, Counter({"beam search": 3, "rare": 1, "ner": 2}), {"ner": Counter(Task=4)})
    assert table.terms == {
        "beam search": Term({"Method": 1}, papers=2, abbreviated=3),
        "ner": Term(papers=0, abbreviated=2, elsewhere={"Task": 4}),
    }
    assert own[PAPERS[0].text] == {"beam search": frozenset({"Method"})}
    assert own[PAPERS[1].text] == {}


def test_abbreviations_are_counted_once_a_text() -> None:
    texts = ["Named entity recognition (NER). Named entity recognition (NER).", "NER (named entity recognition)"]
    assert count_abbreviations(iter(texts)) == {"named entity recognition": 2, "ner": 2}


def test_held_out_papers_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "abstracts.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for id in ("a", "b"):
            file.write(json.dumps({"id": id, "title": f"T{id}", "abstract": "Ü."}) + "\n")
    assert list(read_abstracts(path, {"a"})) == ["Tb\n\nÜ."]


def test_other_corpora_are_read_in_our_labels(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    record = {
        "text": "On Open-Set and open set, once.",
        "entities": [[3, 11, "Material"], [16, 24, "DATASET"], [26, 30, "Task"]],
    }
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert count_elsewhere([path]) == {"open set": {"Dataset": 2}}
