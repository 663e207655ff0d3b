"""`kg evaluate`: extraction against annotated abstracts, resolution against grouped names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kg.cli.console import count
from kg.errors import InputError, UsageError

if TYPE_CHECKING:
    from rich.text import Text

    from kg.resolution.measure import ResolutionScores
    from kg.training.corpus import GoldPaper
    from kg.training.measure import Figure, Scores
    from kg.training.mistakes import Mistake

EXAMPLES: Final = """\b
Examples:
  kg evaluate dev.jsonl
  kg evaluate dev.jsonl --errors | less
  kg evaluate dev.jsonl --predicted out.jsonl --resamples 1000
  kg evaluate --resolution names.tsv --errors"""

#: characters of the text to show on either side of a mistake
_AROUND: Final = 50


def evaluate(
    *,
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD", help="Annotated abstracts, one JSON object a line; with --resolution grouped names."
        ),
    ],
    resolution: Annotated[
        bool,
        typer.Option(
            "--resolution",
            help="Measure the merging of names: GOLD has a type and the names of one thing on each line, tab by tab.",
        ),
    ] = False,
    predicted: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Extractions to score, from kg extract; without it the pipeline runs on GOLD."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    errors: Annotated[
        bool,
        typer.Option("--errors", help="List what was missed, false, or of a wrong type or boundary in each paper."),
    ] = False,
    resamples: Annotated[
        int, typer.Option(min=0, metavar="N", help="Add 95 % intervals over that many samples of papers.")
    ] = 0,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
) -> None:
    """Print precision, recall and F1 of entities, roles and relations, and the confusion of types.

    With --resolution, print how well names that mean one thing are merged.
    """
    import msgspec

    from kg.cli.console import show_progress
    from kg.extraction.corpus import extract_texts
    from kg.training.corpus import read_corpus
    from kg.training.measure import gold_of, score
    from kg.training.mistakes import find_mistakes

    if resolution:
        if predicted is not None or resamples:
            raise UsageError("--resolution goes with neither --predicted nor --resamples")
        _evaluate_resolution(gold, as_json=as_json, errors=errors)
        return
    papers = read_corpus(gold)
    if predicted is not None:
        found = read_corpus(predicted)
    else:
        with show_progress("Extracting") as progress:
            texts = [(paper.id, paper.text) for paper in papers]
            found = tuple(gold_of(extraction) for extraction in extract_texts(texts, jobs=jobs, progress=progress))
    scores = score(papers, found, resamples)
    mistakes = {}
    if errors:
        by_id = {paper.id: paper for paper in found}
        mistakes = {paper.id: find_mistakes(paper, by_id[paper.id]) for paper in papers if paper.id in by_id}
    if as_json:
        values = msgspec.to_builtins(scores) | ({"errors": msgspec.to_builtins(mistakes)} if errors else {})
        typer.echo(msgspec.json.encode(values).decode())
        return
    _print_figures(scores)
    typer.echo()
    for line in _confusion_table(scores.confusion):
        typer.echo(line)
    if errors:
        _print_mistakes(papers, mistakes)


def _evaluate_resolution(gold: Path, *, as_json: bool, errors: bool) -> None:
    import msgspec

    from kg.resolution.measure import measure_names, read_names

    names = read_names(gold)
    if not names.groups:
        raise InputError(f"{gold}: there is no name in it")
    scores = measure_names(names)
    if as_json:
        typer.echo(msgspec.json.encode(scores).decode())
        return
    for line in _resolution_table(scores):
        typer.echo(line)
    lists = {"merged, but apart": scores.wrong, "apart, but one": scores.missed} if errors else {}
    for title, pairs in lists.items():
        typer.echo(f"\n{title}: {len(pairs)}")
        for a, b in pairs:
            typer.echo(f"  {a}  |  {b}")


def _resolution_table(scores: ResolutionScores) -> Iterator[str]:
    yield (
        f"{scores.names} names of {scores.groups} things, {scores.pairs} pairs of one thing "
        f"({scores.beyond_case} differ in more than case)"
    )
    yield f"{len(scores.merged_wrongly)} of {scores.apart} hard negatives merged"
    for name, figures in scores.figures.items():
        yield (
            f"{name:24}pairs P {figures.pair_precision:.3f}  R {figures.pair_recall:.3f}"
            f"   B³ P {figures.b3_precision:.3f}  R {figures.b3_recall:.3f}  F1 {figures.b3_f1:.3f}"
        )


def _print_figures(scores: Scores) -> None:
    typer.echo(f"{scores.papers} papers, {scores.missing} missing, {scores.extra} extra")
    for name, figure in scores.figures.items():
        typer.echo(_line(f"{name:10}", figure))
        if name == "spans":
            for kind, of_kind in scores.by_type.items():
                typer.echo(_line(f"  {kind:8}", of_kind))
    typer.echo(f"role accuracy over aligned entities {scores.role_accuracy:.3f}")


def _line(name: str, figure: Figure) -> str:
    interval = " [{:.3f}, {:.3f}]".format(*figure.interval) if figure.interval else ""
    return (
        f"{name} P {figure.precision:.3f}  R {figure.recall:.3f}  F1 {figure.f1:.3f}{interval}"
        f"   ({figure.predicted} predicted, {figure.gold} gold)"
    )


def _confusion_table(confusion: dict[str, dict[str, int]]) -> Iterator[str]:
    """Yield the lines of the table: gold types down, predicted types across."""
    columns = list(next(iter(confusion.values())))
    yield "gold \\ predicted" + "".join(f"{column:>9}" for column in columns)
    for row, cells in confusion.items():
        yield f"{row:<16}" + "".join(f"{cells.get(column, ''):>9}" for column in columns).rstrip()


def _print_mistakes(papers: Sequence[GoldPaper], mistakes: dict[str, tuple[Mistake, ...]]) -> None:
    from collections import Counter

    from rich.text import Text

    from kg.cli.highlighting import output
    from kg.export.highlighting import printable
    from kg.training.mistakes import KINDS

    write, coloured = output()
    for paper in papers:
        found = mistakes.get(paper.id)
        if not found:
            continue
        kinds = Counter(mistake.kind for mistake in found)
        counts = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind])
        write(Text())
        write(Text.assemble((printable(paper.id), "bold"), f": {counts}"))
        for mistake in found:
            write(_describe(mistake, paper.text, coloured=coloured))
    wrong = sum(map(len, mistakes.values()))
    write(Text(f"\n{count(wrong, 'error')} in {count(sum(map(bool, mistakes.values())), 'paper')}"))


def _describe(mistake: Mistake, text: str, *, coloured: bool) -> Text:
    """Say what is wrong, and show the words around it."""
    from rich.text import Text

    from kg.cli.highlighting import highlight
    from kg.export.highlighting import Piece, printable

    types = tuple(dict.fromkeys(one for one in (mistake.predicted_type, mistake.gold_type) if one))
    before, after = text[: mistake.start], text[mistake.end :]
    left, right = before[-_AROUND:], after[:_AROUND]
    # whole words, on one line
    left = "…" + left.partition(" ")[2] if len(before) > _AROUND else left
    right = right.rpartition(" ")[0] + "…" if len(after) > _AROUND else right
    pieces = [Piece(_one_line(left)), Piece(mistake.text, types[0]), Piece(_one_line(right))]
    line = Text(f"  {mistake.kind:<15}{' not '.join(types):<20}")
    line.append_text(highlight(pieces if mistake.end > mistake.start else pieces[1:2], coloured=coloured))
    if mistake.gold_text:
        line.append(printable(f"   (gold: {mistake.gold_text})"))
    return line


def _one_line(text: str) -> str:
    return "".join(" " if character.isspace() else character for character in text)
