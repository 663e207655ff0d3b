"""What commands say on the terminal beside their results: progress, problems, counts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import typer

from kg.errors import Problem

_MOST_PROBLEMS: Final = 50


@contextmanager
def show_progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar on standard error, if that is a terminal.

    Yields:
        What to call with the number of finished papers and of all; None where nobody would see it.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def show_problems(problems: Sequence[Problem]) -> None:
    """Write one line for each problem to standard error; of a great many, the first ones and how many more."""
    for problem in problems[:_MOST_PROBLEMS]:
        show_message(str(problem))
    if len(problems) > _MOST_PROBLEMS:
        show_message(f"… and {len(problems) - _MOST_PROBLEMS} more problems")


def show_message(message: str) -> None:
    """Write one line to standard error."""
    typer.echo(f"kg: {' '.join(message.split())}", err=True)


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Say a number of things.

    >>> count(1, "paper"), count(1200, "entity", "entities")
    ('1 paper', '1,200 entities')
    """
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
