"""Files, folders and globs to papers: each file goes to the reader that recognises its content.

In a folder, hidden files and folders are skipped, what kg itself wrote (a build directory, `extractions.jsonl`), and
all that no reader recognises, unless its suffix is one of a reader's (`.txt`, `.xml`, `.jsonl`, `.bib` …) and its name
says nothing else (README, LICENSE and the like): then a problem says so, because papers may be lost. A file that is
named, alone or by a glob, must be of a known format, and a folder that is named must hold papers.
"""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kg.errors import Problem
from kg.papers.files import FoundFile, explain, find_files, printable, record_paths
from kg.papers.identity import paper_key, with_known_ids
from kg.papers.merging import merge_papers
from kg.papers.paper import Paper
from kg.papers.registry import READERS
from kg.papers.source import Source, open_source

#: some 30,000 words: a whole paper, of which the pipeline would find what it reads about and not what the paper does
_LONGEST_TEXT: Final = 200_000
_NO_PAPERS: Final = re.compile(
    r"(?:readme|licen[cs]e|notice|changelog|changes|contributing|authors|requirements|robots)\b", re.IGNORECASE
)


class InputFile(msgspec.Struct, frozen=True, order=True):
    """A file that was read: its path as in records, SHA-256 (uncompressed), format, and number of records."""

    path: str
    checksum: str
    format: str
    records: int


class Reading(msgspec.Struct, frozen=True):
    """What was read: papers, what could not be read, and the files; problems and files sorted."""

    papers: tuple[Paper, ...] = ()
    problems: tuple[Problem, ...] = ()
    inputs: tuple[InputFile, ...] = ()


def read_papers(
    inputs: Sequence[str | Path], *, merge: bool = True, progress: Callable[[int, int], None] | None = None
) -> Reading:
    """Read the papers of files, folders (with all below them) and globs, each file plain or packed with gzip.

    Nothing raises on bad input: what can't be read becomes a `Problem`, and the rest goes on.

    Args:
        inputs: paths and globs; a file that is named twice is read once.
        merge: make one paper of what was read of it in several places.
        progress: called after each file with the number of files read and the number of all.

    Returns:
        The papers: merged and sorted by `paper_key`, so that the order of inputs does not matter; or, unmerged, one for
        each record in the order of inputs.
    """
    found, problems = find_files(inputs)
    names = record_paths(found)
    papers: list[Paper] = []
    files: list[InputFile] = []
    fruitful: set[str] = set()
    for number, item in enumerate(found, 1):
        read = _read_file(item, names[item.file])
        if read.inputs or read.problems:
            fruitful.update(item.inputs)
        papers += read.papers
        problems += read.problems
        files += read.inputs
        if progress:
            progress(number, len(found))
    problems += _barren(inputs, fruitful, problems)
    papers = [with_known_ids(paper) for paper in papers]
    if merge:
        merged, conflicts = merge_papers(papers)
        papers = sorted(merged, key=paper_key)
        problems += conflicts
    return Reading(tuple(papers), tuple(sorted(set(problems), key=_in_order)), tuple(sorted(files)))


def _read_file(item: FoundFile, path: str) -> Reading:
    """Read one file by the reader that recognises it."""
    try:
        source = open_source(item.file, path, item.name)
        reader = next(
            (reader for reader in READERS if source.head and reader.recognises(source.text_head(), path)), None
        )
        if reader is None:
            problem = _unrecognised(item, source)
            return Reading(problems=(problem,) if problem else ())
        papers: list[Paper] = []
        problems: list[Problem] = []
        for result in reader.read(source):
            if isinstance(result, Problem):
                problems.append(result)
            elif max(len(result.text), len(result.source_text or "")) <= _LONGEST_TEXT:
                papers.append(result)
            else:
                message = (
                    f"has a text of {len(result.text):,} characters, more than any abstract; only its title was read"
                )
                problems.append(source.problem(result.records[0].position, message, "give its abstract alone"))
                if 0 < len(result.title or "") <= _LONGEST_TEXT:
                    papers.append(msgspec.structs.replace(result, abstract=None, source_text=None))
    except OSError as error:
        return Reading(problems=(Problem(item.name, "", *explain(error)),))
    if source.damage:
        problems.append(source.problem("", source.damage, "fetch it again; what came before was read"))
    if not papers and not problems:
        problems.append(source.problem("", f"holds no papers, though it looks like {reader.DESCRIPTION}", "check it"))
    return Reading(tuple(papers), tuple(problems), (InputFile(path, source.checksum, reader.NAME, len(papers)),))


def _in_order(problem: Problem) -> tuple[object, ...]:
    """Order problems by file and place, line 2 before line 10."""
    numbers = [int(digits[:18]) for digits in re.findall(r"[0-9]+", problem.position)]
    return problem.path, re.sub(r"[0-9]+", "", problem.position), numbers, problem


def _barren(inputs: Sequence[str | Path], fruitful: set[str], problems: Sequence[Problem]) -> list[Problem]:
    """Say which folders that were named hold no papers."""
    return [
        Problem(printable(name), "", "holds no papers", f"kg reads: {_formats()}")
        for name in (os.fspath(given) for given in inputs)
        if name not in fruitful
        and os.path.isdir(name)  # noqa: PTH112 (is_dir raises where one may not look)
        and not any(problem.path.startswith(printable(name).rstrip("/")) for problem in problems)
    ]


def _formats() -> str:
    return "; ".join(reader.DESCRIPTION for reader in READERS)


def _unrecognised(item: FoundFile, source: Source) -> Problem | None:  # noqa: PLR0911 (one for each reason)
    """Say why a file is of no known format; None where nobody would expect papers in it."""
    suffixes = tuple(suffix for reader in READERS for suffix in reader.SUFFIXES)
    name = item.file.name.lower()
    if not item.named and (not name.removesuffix(".gz").endswith(suffixes) or _NO_PAPERS.match(name)):
        return None
    if source.damage:
        return source.problem("", source.damage, "fetch it again")
    if not source.head:
        return source.problem("", "is empty", "leave it out, or fetch it again")
    if not source.head.strip():
        return source.problem("", "holds nothing but blanks", "leave it out, or fetch it again")
    if b"\0" in source.head and not source.head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.problem("", "is a binary file, not papers", f"kg reads: {_formats()}")
    if re.match(rb"(?:\xef\xbb\xbf)?\s*(?:\[|\{\s*[\r\n])", source.head):
        remedy = "write one object a line, with an `id` and a `text`, or a `title` and an `abstract`"
        return source.problem("", "is JSON, but of no known format", remedy)
    return source.problem("", "is of no known format", f"kg reads: {_formats()}")
