"""The model card, made from the figures of the model that ships: `python -m kg.training.card`."""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

import msgspec

from kg.errors import KgError
from kg.extraction.corpus import extract_texts
from kg.extraction.entities import fold
from kg.extraction.pipeline import model_path
from kg.extraction.records import Extraction
from kg.training.benchmark import QUALITY, extract_gold, render_reliability, run_benchmark
from kg.training.corpus import GoldPaper, read_corpus
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

Strings = Mapping[str, str]
"""Folded string → type."""


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
        **_describe_errors(dev, found, read_corpus(shared / "corpus" / "train.jsonl", trainable=True)),
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


def _strings(paper: GoldPaper) -> dict[str, str]:
    return {fold(string): entity.type for entity in paper.entities if not entity.generic for string in entity.mentions}


class _Errors:
    """Sorts what is annotated and what is found by how the other side has it."""

    def __init__(self, seen: frozenset[str]) -> None:
        self.seen = seen
        self.gold: Counter[tuple[bool, str]] = Counter()
        self.spurious = 0
        self.confusions: Counter[tuple[str, str]] = Counter()
        self.roles: Counter[tuple[str, str]] = Counter()

    def add_roles(self, gold: GoldPaper, found: GoldPaper) -> None:
        expected = {(fold(s), e.type): e.role for e in gold.entities if not e.generic for s in e.mentions}
        for entity in found.entities:
            roles = {expected[key] for s in entity.mentions if (key := (fold(s), entity.type)) in expected}
            self.roles.update((role, entity.role) for role in roles - {entity.role})

    def add(self, expected: Strings, found: Strings, excused: frozenset[str]) -> None:
        for string, kind in expected.items():
            self.gold[string in self.seen, _sort_gold(string, kind, found)] += 1
            if found.get(string, kind) != kind:
                self.confusions[kind, found[string]] += 1
        for string in found.keys() - expected.keys() - excused:
            self.spurious += not any(_touch(string, other) for other in expected)


def _sort_gold(string: str, kind: str, found: Strings) -> str:
    if string in found:
        return "right" if found[string] == kind else "wrong type"
    return "boundary" if any(found[other] == kind and _touch(string, other) for other in found) else "missed"


def _touch(a: str, b: str) -> bool:
    """Say whether one string holds the other as words.

    >>> _touch("machine translation", "neural machine translation"), _touch("BERT", "ALBERT")
    (True, False)
    """
    short, long = sorted((a, b), key=len)
    return f" {short} " in f" {long} "


def _describe_errors(
    gold: Sequence[GoldPaper], found: Mapping[str, Extraction], train: Sequence[GoldPaper]
) -> dict[str, str]:
    errors = _Errors(frozenset(string for paper in train for string in _strings(paper)))
    for paper in gold:
        excused = frozenset(fold(s) for entity in paper.entities if entity.generic for s in entity.mentions)
        predicted = gold_of(found[paper.id])
        errors.add(_strings(paper), _strings(predicted), excused)
        errors.add_roles(paper, predicted)
    total = errors.gold.total()
    kinds: Counter[str] = Counter()
    known: Counter[bool] = Counter()
    for (seen, kind), count in errors.gold.items():
        kinds[kind] += count
        known[seen] += count
    return {
        "seen_share": _percent(known[True], total),
        "seen_recall": _percent(errors.gold[True, "right"], known[True]),
        "unseen_recall": _percent(errors.gold[False, "right"], known[False]),
        "wrong_type": f"{kinds['wrong type']:,}",
        "boundary": f"{kinds['boundary']:,}",
        "missed": f"{kinds['missed']:,}",
        "spurious": f"{errors.spurious:,}",
        "confusions": _list_commonest(errors.confusions),
        "role_confusions": _list_commonest(errors.roles),
    }


def _list_commonest(confusions: Counter[tuple[str, str]]) -> str:
    common = sorted(confusions.items(), key=lambda item: (-item[1], item[0]))[:4]
    return "; ".join(f"{a} taken for {b} ({count})" for (a, b), count in common) or "none"


def _list_recalls(by_field: Mapping[str, Scores]) -> str:
    parts = [f"{_of_ten(scores.figures['entities'])} in {field}" for field, scores in by_field.items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _of_ten(figure: Figure) -> str:
    return f"{10 * figure.recall:.0f}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.0f}"


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
