"""The model card, made from the figures of the model that ships: `python -m kg.training.card`."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

import msgspec

from kg.errors import KgError
from kg.extraction.corpus import extract_texts
from kg.extraction.pipeline import model_path
from kg.extraction.records import Extraction
from kg.training.benchmark import QUALITY, extract_gold, render_reliability, run_benchmark
from kg.training.corpus import GoldPaper, read_corpus
from kg.training.faults import describe_errors
from kg.training.intervals import Tally, make_figures
from kg.training.measure import Figure, Scores, gold_of, score
from kg.training.standoff import annotations_path, read_annotations
from kg.training.transfer import ForeignText, Transfer, measure_transfer, read_foreign
from kg.vocabulary import ENTITY_TYPES

#: other people's corpora for evaluation alone: file, and what to call it
FOREIGN = {
    "scier_detok.dev.jsonl": "SciER (dev), sentences of full texts",
    "scierc_detok.test.jsonl": "SciERC (test), abstracts",
    "tdmsci_detok.test.jsonl": "TDMSci (test), sentences",
}
FIELDS = ("vision", "biology", "economics")
RESAMPLES = 1000


def make_card(shared: Path, fields: Path, resamples: int = RESAMPLES) -> str:
    """Measure the shipped model and write its card.

    Args:
        shared: the folder with `corpus` and `external`.
        fields: the folder with annotated abstracts of other fields, `vision.jsonl` and so on.
        resamples: for the 95 % intervals.

    Raises:
        InputError: a file is no corpus.
        KgError: a library for measuring is missing.
    """
    dev = read_corpus(shared / "corpus" / "dev.jsonl")
    annotations = read_annotations(annotations_path())
    benchmark = run_benchmark(dev, resamples)
    found = extract_gold(dev)
    entities = benchmark.scores.figures["entities"]
    by_field = {field: _measure_field(fields / f"{field}.jsonl", resamples) for field in FIELDS}
    parts = {
        "checksum": model_checksum()[:12],
        "train_papers": f"{len(annotations):,}",
        "train_entities": f"{sum(len(annotation.entities) for annotation in annotations):,}",
        "dev_papers": str(len(dev)),
        "resamples": f"{resamples:,}",
        "quality": _table("", {name: benchmark.scores.figures[name] for name in QUALITY}),
        "by_type": _table("type", measure_types(dev, found, resamples)),
        "reliability": render_reliability(benchmark.reliability),
        "words": f"{round(benchmark.speed.words, -2):,}",
        "ratio": f"{benchmark.speed.ratio:.1f}",
        "ratio_batched": f"{benchmark.speed.ratio_batched:.1f}",
        "size": f"{benchmark.size:.0f}",
        "memory": f"{round(benchmark.memory, -1):.0f}",
        "transfer": _transfer_table({n: _transfer(shared / "external" / f, resamples) for f, n in FOREIGN.items()}),
        "fields": _fields_table(by_field),
        "field_recalls": _list_recalls(by_field),
        "home_recall": _of_ten(entities),
        "as_is": _f1(entities),
        "lower": _f1(_measure_changed(dev, str.lower)),
        "upper": _f1(_measure_changed(dev, str.upper)),
        "unpunctuated": _f1(_measure_changed(dev, _drop_punctuation)),
        "role_accuracy": f"{100 * benchmark.scores.role_accuracy:.0f}",
        **describe_errors(dev, found, read_corpus(shared / "corpus" / "train.jsonl", trainable=True)),
    }
    return Template((files("kg.training") / "card.md").read_text(encoding="utf-8")).substitute(parts)


def model_checksum() -> str:
    """The checksum of the shipped model's weights, from its `meta.json`."""
    meta = json.loads((model_path() / "meta.json").read_text(encoding="utf-8"))
    return str(meta["checksum"])


def measure_types(gold: Sequence[GoldPaper], found: Mapping[str, Extraction], resamples: int) -> dict[str, Figure]:
    """Figures by type with intervals."""
    counts: list[dict[str, Tally]] = []
    for paper in gold:
        by_type = score([paper], [gold_of(found[paper.id])]).by_type
        counts.append({name: (round(f.precision * f.predicted), f.predicted, f.gold) for name, f in by_type.items()})
    return {name: figure for name, figure in make_figures(counts, resamples).items() if name in ENTITY_TYPES}


def _transfer(path: Path, resamples: int) -> Transfer:
    def extract(texts: Sequence[ForeignText]) -> Iterable[Extraction]:
        return extract_texts([(text.id, text.text) for text in texts])

    return measure_transfer(read_foreign(path), extract, resamples)


def _measure_field(path: Path, resamples: int) -> Scores:
    gold = read_corpus(path)
    return score(gold, map(gold_of, extract_gold(gold).values()), resamples)


def _measure_changed(gold: Sequence[GoldPaper], change: Callable[[str], str]) -> Figure:
    changed = [msgspec.structs.replace(paper, text=change(paper.text)) for paper in gold]
    return score(changed, map(gold_of, extract_gold(changed).values())).figures["entities"]


def _drop_punctuation(text: str) -> str:
    """Take out the marks between words.

    >>> _drop_punctuation("GPT-4 (2.5 billion), it's said: no.")
    "GPT-4 2.5 billion it's said no"
    """
    return re.sub(r"(?<!\S)[(\[\"'“‘]+|[)\].,;:!?\"'”’]+(?!\S)", "", text)


def _list_recalls(by_field: Mapping[str, Scores]) -> str:
    parts = [f"{_of_ten(scores.figures['entities'])} in {field}" for field, scores in by_field.items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _of_ten(figure: Figure) -> str:
    return f"{10 * figure.recall:.0f}"


def _table(head: str, figures: Mapping[str, Figure]) -> str:
    lines = [f"| {head} | precision | recall | F1 | 95 % | found | annotated |", "|---|---|---|---|---|---|---|"]
    for name, f in figures.items():
        row = (name, f"{f.precision:.2f}", f"{f.recall:.2f}", _f1(f), _interval(f), f"{f.predicted:,}", f"{f.gold:,}")
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def _transfer_table(results: Mapping[str, Transfer]) -> str:
    lines = ["| corpus | texts | strict | overlapping | strict by type |", "|---|---|---|---|---|"]
    for name, result in results.items():
        types = ", ".join(f"{kind} {_f1(figure)}" for kind, figure in result.by_type.items())
        strict, overlap = (f"{_f1(figure)} ({_interval(figure)})" for figure in (result.strict, result.overlap))
        lines.append(f"| {name} | {result.texts:,} | {strict} | {overlap} | {types} |")
    return "\n".join(lines)


def _fields_table(by_field: Mapping[str, Scores]) -> str:
    head = ("field", "precision", "recall", "F1", "strings without type", "overlap", *sorted(ENTITY_TYPES))
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for field, scores in by_field.items():
        entities = scores.figures["entities"]
        row = [
            field,
            f"{entities.precision:.2f}",
            f"{entities.recall:.2f}",
            f"{_f1(entities)} ({_interval(entities)})",
            *(_f1(scores.figures[name]) for name in ("spans", "overlap")),
            *(_f1(scores.by_type[kind]) for kind in sorted(ENTITY_TYPES)),
        ]
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def _f1(figure: Figure) -> str:
    return f"{figure.f1:.2f}"


def _interval(figure: Figure) -> str:
    return "{:.2f}–{:.2f}".format(*figure.interval) if figure.interval else ""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the shipped model, and write its card into its folder."""
    parser = argparse.ArgumentParser(prog="python -m kg.training.card", description=main.__doc__)
    parser.add_argument("shared", type=Path, help="folder with corpus/dev.jsonl, corpus/train.jsonl and external/")
    parser.add_argument("fields", type=Path, help="folder with annotated abstracts of other fields")
    parser.add_argument("-o", "--output", type=Path, default=model_path() / "README.md", help="the card (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        card = make_card(options.shared, options.fields)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    except KgError as error:
        sys.exit(str(error))
    options.output.write_text(card, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
