"""The measure by hand, and against the corpus's own script where that is at hand."""

import json
import subprocess
import sys
from pathlib import Path

from kg.extraction.serialisation import encode_extraction
from kg.training.corpus import GoldEntity, GoldPaper, read_corpus
from kg.training.measure import gold_of, score

TEXT = "We propose TinyQA for question answering (QA). TinyQA uses BERT and large language models on SQuAD."


def entity(name: str, kind: str, role: str = "used", *aliases: str, generic: bool = False) -> GoldEntity:
    return GoldEntity(name, kind, role, (name, *aliases), generic)


GOLD = GoldPaper(
    "p",
    TEXT,
    (
        entity("TinyQA", "Method", "proposed"),
        entity("question answering", "Task", "studied", "QA"),
        entity("BERT", "Model"),
        entity("SQuAD", "Dataset"),
        entity("large language models", "Model", generic=True),
    ),
    (("TinyQA", "usedFor", "question answering"), ("TinyQA", "evaluatedOn", "SQuAD"), ("BERT", "partOf", "TinyQA")),
)


def test_gold_against_itself_is_perfect() -> None:
    scores = score([GOLD], [GOLD])
    assert {name: figure.f1 for name, figure in scores.figures.items()} == dict.fromkeys(scores.figures, 1.0)
    assert (scores.papers, scores.missing, scores.extra, scores.role_accuracy) == (1, 0, 0, 1.0)


def test_nothing_against_gold_is_zero() -> None:
    scores = score([GOLD], [])
    assert scores.missing == 1
    assert all(figure.f1 == 0 and figure.predicted == 0 for figure in scores.figures.values())


def test_figures_by_hand() -> None:
    predicted = GoldPaper(
        "p",
        TEXT,
        (
            entity("TinyQA", "Model", "proposed"),  # right string, wrong type
            entity("question answering", "Task", "used"),  # right, but for the role and the alias
            entity("BERT", "Model"),
            entity("large language models", "Method"),  # excused: generic in gold
            entity("Wikipedia", "Dataset"),  # not in the text: dropped
            entity("answering (QA", "Task"),  # nonsense
        ),
        (("BERT", "usedFor", "question answering"), ("TinyQA", "usedFor", "question answering")),
    )
    figures = score([GOLD], [predicted]).figures
    # of five gold strings two are found, beside TinyQA with the wrong type and the nonsense
    assert (figures["entities"].precision, figures["entities"].recall) == (0.5, 0.4)
    assert (figures["spans"].predicted, figures["spans"].gold, figures["spans"].recall) == (4, 5, 0.6)
    assert (figures["aliases"].predicted, figures["aliases"].gold) == (0, 1)
    # of five entities that count one is right in type and role
    assert (figures["roles"].predicted, figures["roles"].gold, figures["roles"].recall) == (4, 4, 0.25)
    # TinyQA as a Model is aligned with nothing, so no relation is right
    assert (figures["relations"].predicted, figures["relations"].gold, figures["relations"].f1) == (2, 3, 0.0)


def test_overlap_counts_near_misses() -> None:
    gold = GoldPaper("p", "neural machine translation", (entity("neural machine translation", "Method"),))
    near = GoldPaper("p", "neural machine translation", (entity("machine translation", "Method"),))
    figures = score([gold], [near]).figures
    assert (figures["entities"].f1, figures["overlap"].f1) == (0.0, 1.0)


def test_comparison_has_no_direction() -> None:
    both = (entity("BERT", "Model"), entity("GPT", "Model"))
    gold = GoldPaper("p", "BERT GPT", both, (("BERT", "comparedWith", "GPT"),))
    turned = GoldPaper("p", "BERT GPT", both, (("GPT", "comparedWith", "BERT"),))
    assert score([gold], [turned]).figures["relations"].f1 == 1.0


def test_intervals_hold_the_figure() -> None:
    figure = score([GOLD, GoldPaper("q", TEXT, GOLD.entities)], [GOLD], resamples=50).figures["entities"]
    assert figure.interval is not None
    assert figure.interval[0] <= figure.f1 <= figure.interval[1]


def test_it_agrees_with_the_corpus_script(shared: Path, tmp_path: Path) -> None:
    from kg.extraction.corpus import extract_texts

    gold = read_corpus(shared / "corpus" / "dev.jsonl")[:40]
    (tmp_path / "gold.jsonl").write_text(
        "\n".join((shared / "corpus" / "dev.jsonl").read_text(encoding="utf-8").splitlines()[:40]), encoding="utf-8"
    )
    found = extract_texts([(paper.id, paper.text) for paper in gold])
    (tmp_path / "found.jsonl").write_bytes(b"\n".join(map(encode_extraction, found)))
    script = [
        sys.executable,
        str(shared / "corpus" / "score.py"),
        str(tmp_path / "gold.jsonl"),
        str(tmp_path / "found.jsonl"),
    ]
    theirs = json.loads(subprocess.run([*script, "--json"], capture_output=True, check=True).stdout)
    ours = score(gold, map(gold_of, found))
    for name, figure in [*ours.figures.items(), *((kind, figure) for kind, figure in ours.by_type.items())]:
        other = theirs["by_type"].get(name) or theirs[name]
        assert (figure.precision, figure.recall, figure.f1) == (other["p"], other["r"], other["f1"]), name
    assert ours.role_accuracy == theirs["roles"]["accuracy"]
