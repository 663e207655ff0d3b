"""Files, folders and globs to papers: each file goes to the reader that recognises its content.

In a folder, hidden files and folders are skipped, what kg itself wrote (a build directory, `extractions.jsonl`), and
all that no reader recognises, unless its suffix is one of a reader's (`.txt`, `.xml`, `.jsonl`, `.bib` …) and its name
says nothing else (README, LICENSE and the like): then a problem says so, because papers may be lost. A file that is
named, alone or by a glob, must be of a known format, and a folder that is named must hold papers.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kg.errors import Problem, UsageError
from kg.papers.abstracts import take_apart
from kg.papers.archives import is_archive, read_members
from kg.papers.files import FoundFile, explain, find_files, printable, record_paths
from kg.papers.identity import paper_key, with_known_ids
from kg.papers.language import with_language
from kg.papers.limits import MAX_DOCUMENT
from kg.papers.merging import merge_papers
from kg.papers.paper import Paper
from kg.papers.registry import READERS
from kg.papers.source import Source, open_source, source_of

#: some 30,000 words: a whole paper, of which the pipeline would find what it reads about and not what the paper does
_LONGEST_TEXT: Final = 200_000
#: the input that is standard input
STDIN: Final = "-"
_COMPRESSED: Final = re.compile(r"\.(?:gz|bz2|xz|zst)$")
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
    inputs: Sequence[str | Path],
    *,
    merge: bool = True,
    progress: Callable[[int, int], None] | None = None,
    format: str | None = None,
) -> Reading:
    """Read the papers of files, folders (with all below them) and globs, each file plain, compressed or an archive.

    Nothing raises on bad input: what can't be read becomes a `Problem`, and the rest goes on.

    Args:
        inputs: paths and globs; a file that is named twice is read once; `-` is standard input.
        merge: make one paper of what was read of it in several places.
        progress: called after each file with the number of files read and the number of all.
        format: the name of the reader for standard input, instead of the one that recognises its content.

    Raises:
        UsageError: there is no such format.

    Returns:
        The papers: merged and sorted by `paper_key`, so that the order of inputs does not matter; or, unmerged, one for
        each record in the order of inputs.
    """
    check_format(format)
    found, problems = find_files([given for given in inputs if os.fspath(given) != STDIN])
    names = record_paths(found)
    papers: list[Paper] = []
    files: list[InputFile] = []
    fruitful: set[str] = set()
    if any(os.fspath(given) == STDIN for given in inputs):
        read = _read_standard_input(format)
        papers, files = [*read.papers], [*read.inputs]
        problems += read.problems
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


def check_format(name: str | None) -> None:
    """Say whether there is a reader of this name.

    Raises:
        UsageError: there is none.
    """
    names = [reader.NAME for reader in READERS]
    if name is not None and name not in names:
        raise UsageError(f"there is no format {name!r}; there are: {', '.join(names)}")


def _read_file(item: FoundFile, path: str) -> Reading:
    """Read one file by the reader that recognises it, or each member of an archive."""
    try:
        source = open_source(item.file, path, item.name)
        if not is_archive(source):
            return _read_source(source, item.named)
        read = [
            Reading(problems=(member,)) if isinstance(member, Problem) else _read_source(member, named=False)
            for member in read_members(source)
        ]
    except OSError as error:
        return Reading(problems=(Problem(item.name, "", *explain(error)),))
    if source.damage:
        problem = source.problem("", source.damage, "fetch it again; what came before was read")
        read.append(Reading(problems=(problem,)))
    if item.named and not any(one.inputs or one.problems for one in read):
        read.append(Reading(problems=(source.problem("", "holds no papers", f"kg reads: {_formats()}"),)))
    return Reading(
        tuple(paper for one in read for paper in one.papers),
        tuple(problem for one in read for problem in one.problems),
        tuple(file for one in read for file in one.inputs),
    )


def _read_standard_input(format: str | None) -> Reading:
    """Read what comes on standard input."""
    data = sys.stdin.buffer.read(MAX_DOCUMENT + 1)
    source = source_of(data, "standard-input", "standard input")
    if len(data) > MAX_DOCUMENT:
        problem = source.problem("", f"is longer than {MAX_DOCUMENT:,} bytes; it was not read", "give it as a file")
        return Reading(problems=(problem,))
    if is_archive(source):
        problem = source.problem("", "is an archive, which is read from a file only", "give its name")
        return Reading(problems=(problem,))
    return _read_source(source, named=True, format=format)


def _read_source(source: Source, named: bool, format: str | None = None) -> Reading:
    """Read one file by the reader that recognises it, or that is named."""
    head = source.text_head()
    reader = next(
        (
            one
            for one in READERS
            if source.head and (format == one.NAME or (not format and one.recognises(head, source.path)))
        ),
        None,
    )
    if reader is None:
        problem = _unrecognised(source, named)
        return Reading(problems=(problem,) if problem else ())
    papers: list[Paper] = []
    problems: list[Problem] = []
    for result in reader.read(source):
        if isinstance(result, Problem):
            problems.append(result)
        elif max(len(result.text), len(result.source_text or "")) <= _LONGEST_TEXT:
            papers.append(with_language(take_apart(result)))
        else:
            message = f"has a text of {len(result.text):,} characters, more than any abstract; only its title was read"
            problems.append(source.problem(result.records[0].position, message, "give its abstract alone"))
            if 0 < len(result.title or "") <= _LONGEST_TEXT:
                papers.append(msgspec.structs.replace(result, abstract=None, source_text=None))
    if source.damage:
        problems.append(source.problem("", source.damage, "fetch it again; what came before was read"))
    if not papers and not problems:
        problems.append(source.problem("", f"holds no papers, though it looks like {reader.DESCRIPTION}", "check it"))
    file = InputFile(source.path, source.checksum, reader.NAME, len(papers))
    return Reading(tuple(papers), tuple(problems), (file,))


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


def _unrecognised(source: Source, named: bool) -> Problem | None:  # noqa: PLR0911 (one for each reason)
    """Say why a file is of no known format; None where nobody would expect papers in it."""
    suffixes = tuple(suffix for reader in READERS for suffix in reader.SUFFIXES)
    name = source.path.rpartition("/")[2].lower()
    if not named and (not _COMPRESSED.sub("", name).endswith(suffixes) or _NO_PAPERS.match(name)):
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
