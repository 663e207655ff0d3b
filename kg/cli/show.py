"""`kg show`: a paper with its entities highlighted."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from kg.cli.application import BAD_INPUT
from kg.cli.console import show_message, show_problems, show_progress
from kg.errors import InputError

if TYPE_CHECKING:
    from kg.extraction.records import Extraction
    from kg.papers import Paper

EXAMPLES: Final = """\b
Examples:
  kg show paper.txt
  kg show exports 2024.acl-long.1
  kg show 2024.acl-long.1 --html paper.html"""

T = TypeVar("T")

_DEFAULT_DIRECTORY: Final = "exports"


def show(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|DIR|ID",
            help="Papers, as for kg build; extractions; a directory that `kg build` wrote; or an id in ./exports.",
        ),
    ],
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="Show this paper alone: its id, DOI or Anthology id.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page of HTML instead of the terminal.")
    ] = None,
) -> None:
    """Show papers with their entities highlighted, and below each its entities with their roles, and its relations.

    Papers are extracted from; what was extracted before, in a directory that `kg build` wrote or a file that
    `kg extract` wrote, is shown as it is there.
    """
    source, id = _order(what, id)
    extractions, sound = _find(source, id)
    if html is None:
        _print(extractions)
    else:
        from kg.export.files import replace_file
        from kg.export.highlighting import render_papers

        with replace_file(html) as file:
            file.write(render_papers(extractions).encode("utf-8", errors="replace"))
        show_message(f"{html} written")
    if not sound:
        raise typer.Exit(BAD_INPUT)


def _order(what: str, id: str | None) -> tuple[str, str | None]:
    """Tell the source from the paper's id, whichever comes first.

    Raises:
        InputError: neither is a file or folder.
    """
    if os.path.lexists(what) or glob.has_magic(what):
        return what, id
    if id is None and Path(_DEFAULT_DIRECTORY).is_dir():
        return _DEFAULT_DIRECTORY, what
    if id is not None and os.path.lexists(id):
        return id, what
    raise InputError(f"{what}: there is no such file or folder" + (f", nor {id}" if id else ""))


def _find(source: str, id: str | None) -> tuple[Sequence[Extraction], bool]:
    """Find what to show; also whether all of the source could be read."""
    from kg.build_directory import EXTRACTIONS, PAPERS, is_build_directory, read_stored_papers
    from kg.extraction.serialisation import is_extractions, read_extractions
    from kg.papers import paper_key

    path = Path(source)
    if is_build_directory(path):
        names = {paper_key(paper): _names(paper) for paper in read_stored_papers(path / PAPERS)}
        stored = list(read_extractions(path / EXTRACTIONS))
        return _select(((one, names.get(one.id, {one.id})) for one in stored), id, source), True
    if path.is_file() and is_extractions(path):
        return _select(((one, {one.id}) for one in read_extractions(path)), id, source), True
    return _extract(source, id)


def _extract(source: str, id: str | None) -> tuple[Sequence[Extraction], bool]:
    from kg.cli.extract import identify
    from kg.extraction.corpus import extract_texts
    from kg.papers import read_papers

    reading = read_papers([source], merge=False)
    show_problems(reading.problems)
    if not reading.papers:
        raise InputError("there is no paper to show")
    papers = _select(((paper, _names(paper)) for paper in reading.papers), id, source)
    with show_progress("Extracting") as progress:
        texts = [(identify(paper), paper.source_text or paper.text) for paper in papers]
        return extract_texts(texts, progress=progress), not reading.problems


def _names(paper: Paper) -> set[str]:
    """Give all that a paper may be asked for by."""
    from kg.papers import paper_key

    given = (paper_key(paper), paper.doi, paper.anthology_id, paper.arxiv_id, *(one.id for one in paper.records))
    return {name for name in given if name}


def _select(candidates: Iterable[tuple[T, set[str]]], id: str | None, source: str) -> list[T]:
    """Keep the papers with an id.

    Raises:
        InputError: there is none; the message names some that there are.
    """
    from difflib import get_close_matches

    found: list[T] = []
    known: dict[str, str] = {}
    for candidate, names in candidates:
        known |= {name.casefold(): name for name in sorted(names)}
        if id is None or id.casefold() in {name.casefold() for name in names}:
            found.append(candidate)
    if not found:
        close = get_close_matches((id or "").casefold(), sorted(known), n=3, cutoff=0.3) or sorted(known)[:3]
        there = f"; there is {', '.join(known[name] for name in close)}" if close else ""
        raise InputError(f"{source} holds no paper {id!r}{there}" if id else f"{source} holds no paper with text")
    return found


def _print(extractions: Iterable[Extraction]) -> None:
    from kg.cli.highlighting import describe, legend, output

    write, coloured = output()
    if coloured:
        write(legend())
    for extraction in extractions:
        for line in describe(extraction, coloured=coloured):
            write(line)
