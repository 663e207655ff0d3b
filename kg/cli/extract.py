"""`kg extract`: papers to what each of them names, does and relates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from kg.cli.application import BAD_INPUT, INTERRUPTED
from kg.cli.console import count, show_message, show_problems, show_progress
from kg.cli.names import MinScore, Stop, Terms
from kg.errors import InputError, UsageError

if TYPE_CHECKING:
    from kg.papers import Paper

EXAMPLES: Final = """\b
Examples:
  kg extract papers.jsonl -o extractions.jsonl
  kg extract 2024.acl.xml --jobs 4 -o - | head"""


def extract(
    *,
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT", help="Files, folders or patterns, as for kg build.")],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="JSON Lines; - is standard output.")],
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
    terms: Terms = None,
    stop: Stop = None,
    min_score: MinScore = 0,
) -> None:
    """Find what each paper names, without merging anything.

    Writes one JSON object a line for each record of the input, in its order: id, text, entities with mentions, roles
    and scores, relations with scores and evidence. Where a record has `id` and `text`, both come back unchanged.
    """
    from kg.extraction.term_files import read_lists
    from kg.papers import read_papers

    names = read_lists(terms or (), stop or ())
    with show_progress("Reading") as progress:
        reading = read_papers(inputs, merge=False, progress=progress)
    problems = (*reading.problems, *names.problems)
    show_problems(problems)
    if not reading.papers:
        raise InputError("nothing was written: there is no paper in the input")
    texts = [(identify(paper), paper.source_text or paper.text) for paper in reading.papers]
    lines = partial(_lines, texts, jobs=jobs, lists=names.lists, min_score=min_score)
    if output == "-":
        with show_progress("Extracting") as progress:
            for line in lines(progress=progress):
                typer.echo(line, nl=False)
    else:
        _write(lines, Path(output))
        show_message(f"{count(len(texts), 'record')} written to {output}")
    if problems:
        raise typer.Exit(BAD_INPUT)


def identify(paper: Paper) -> str:
    """Give a record's own id, else the paper's key."""
    from kg.papers import paper_key

    return next((record.id for record in paper.records if record.id), None) or paper_key(paper)


def _write(lines: Callable[..., Iterator[bytes]], target: Path) -> None:
    """Write the lines to a file; what is done when the command is stopped is kept beside it for the next time."""
    from kg.export.files import replace_file

    if not target.name:
        raise UsageError(f"-o {target}: name a file to write, or - for standard output")
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        with show_progress("Extracting") as progress, replace_file(target) as file:
            for line in lines(cache=unfinished, progress=progress):
                file.write(line)
    except KeyboardInterrupt:
        show_message("stopped; what is done is kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    unfinished.unlink(missing_ok=True)


def _lines(texts: Sequence[tuple[str, str]], **options: Any) -> Iterator[bytes]:
    from kg.extraction.corpus import extract_texts
    from kg.extraction.serialisation import encode_extraction

    for extraction in extract_texts(texts, **options):
        yield encode_extraction(extraction) + b"\n"
