"""`kg evaluate`: extraction against annotated abstracts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from kg.training.measure import Figure

EXAMPLES: Final = """\b
Examples:
  kg evaluate dev.jsonl
  kg evaluate dev.jsonl --predicted out.jsonl --resamples 1000"""


def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD.jsonl", help="Annotated abstracts, one JSON object a line.")],
    predicted: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Extractions to score, from kg extract; without it the pipeline runs on GOLD."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    resamples: Annotated[
        int, typer.Option(min=0, metavar="N", help="Add 95 % intervals over that many samples of papers.")
    ] = 0,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
) -> None:
    """Print precision, recall and F1 of entities, roles and relations."""
    from kg.cli.console import show_progress
    from kg.extraction.corpus import extract_texts
    from kg.training.corpus import read_corpus
    from kg.training.measure import gold_of, score

    papers = read_corpus(gold)
    if predicted is not None:
        found = read_corpus(predicted)
    else:
        with show_progress("Extracting") as progress:
            texts = [(paper.id, paper.text) for paper in papers]
            found = tuple(gold_of(extraction) for extraction in extract_texts(texts, jobs=jobs, progress=progress))
    scores = score(papers, found, resamples)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(scores).decode())
        return
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
