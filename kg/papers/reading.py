"""Files, folders and globs to papers: each file goes to the reader that recognises its content.

In a folder, hidden files and folders are skipped, what kg itself wrote (a build directory, `extractions.jsonl`), and all
that no reader recognises, unless its suffix is one of a reader's (`.txt`, `.xml`, `.jsonl`, `.ndjson`) and its name says
nothing else (README, LICENSE and the like): then a problem says so, because papers may be lost. A file that is named,
alone or by a glob, must be of a known format.
"""

import glob
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final

import msgspec

from kg.errors import Problem
from kg.papers import anthology, json_lines, lecture_page
from kg.papers.identity import paper_key, with_known_ids
from kg.papers.merging import merge_papers
from kg.papers.paper import Paper
from kg.papers.source import Reader, Source, open_source

READERS: Final[tuple[Reader, ...]] = (anthology, json_lines, lecture_page)
"""One module for each format; exactly one recognises a file."""

_NO_PAPERS: Final = re.compile(
    r"(?:readme|licen[cs]e|notice|changelog|changes|contributing|authors|requirements|robots)\b", re.IGNORECASE
)


#: what a directory that `kg build` wrote holds: papers, but none of their own
_BUILT: Final = frozenset({"papers.jsonl", "graph.ttl", "report.json"})
_EXTRACTIONS: Final = "extractions.jsonl"


class InputFile(msgspec.Struct, frozen=True, order=True):
    """A file that was read: its path as in records, its SHA-256 (uncompressed), its format, how many records it held."""

    path: str
    checksum: str
    format: str
    records: int


class Reading(msgspec.Struct, frozen=True):
    """What was read: papers, what could not be read, and the files; problems and files sorted."""

    papers: tuple[Paper, ...] = ()
    problems: tuple[Problem, ...] = ()
    inputs: tuple[InputFile, ...] = ()


class _Found(msgspec.Struct, frozen=True):
    """A file to read: where it is, what the user would call it, its parts below what was named, whether it was named."""

    file: Path
    name: str
    parts: tuple[str, ...]
    named: bool


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
    problems: list[Problem] = []
    found = _distinct(list(_find(inputs, problems)))
    names = _record_paths(found)
    papers: list[Paper] = []
    files: list[InputFile] = []
    for number, item in enumerate(found, 1):
        read = _read_file(item, names[item.file])
        papers += read.papers
        problems += read.problems
        files += read.inputs
        if progress:
            progress(number, len(found))
    papers = [with_known_ids(paper) for paper in papers]
    if merge:
        merged, conflicts = merge_papers(papers)
        papers = sorted(merged, key=paper_key)
        problems += conflicts
    return Reading(tuple(papers), tuple(sorted(set(problems))), tuple(sorted(files)))


def _read_file(item: _Found, path: str) -> Reading:
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
            else:
                papers.append(result)
    except OSError as error:
        return Reading(problems=(Problem(item.name, "", *_explain(error)),))
    if source.damage:
        problems.append(source.problem("", source.damage, "fetch it again; what came before was read"))
    return Reading(tuple(papers), tuple(problems), (InputFile(path, source.checksum, reader.NAME, len(papers)),))


def _unrecognised(item: _Found, source: Source) -> Problem | None:
    """Say why a file is of no known format; None where nobody would expect papers in it."""
    suffixes = tuple(suffix for reader in READERS for suffix in reader.SUFFIXES)
    name = item.file.name.lower()
    if not item.named and (not name.removesuffix(".gz").endswith(suffixes) or _NO_PAPERS.match(name)):
        return None
    if source.damage and not source.head:
        return source.problem("", source.damage, "fetch it again")
    if not source.head:
        return source.problem("", "is empty", "leave it out, or fetch it again")
    if not source.head.strip():
        return source.problem("", "holds nothing but blanks", "leave it out, or fetch it again")
    formats = "; ".join(reader.DESCRIPTION for reader in READERS)
    if b"\0" in source.head and not source.head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.problem("", "is a binary file, not papers", f"kg reads: {formats}")
    if source.head.lstrip().startswith(b"[") or source.head.lstrip().startswith(b"{\n"):
        return source.problem("", "is JSON, but not one object a line", "turn a list into lines: jq -c '.[]'")
    return source.problem("", "is of no known format", f"kg reads: {formats}")


def _explain(error: OSError) -> tuple[str, str]:
    """Say what is wrong with a file that can't be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return "does not exist", "check the path"
    if isinstance(error, PermissionError):
        return "may not be read", "give yourself the right to read it"
    return f"can't be read: {error.strerror or error}", "check the file"


def _find(inputs: Sequence[str | Path], problems: list[Problem]) -> Iterator[_Found]:
    """List the files of all inputs, in order."""
    for given in inputs:
        name = os.fspath(given)
        if os.path.lexists(name):
            yield from _find_in(Path(name), name, problems)
            continue
        matches = sorted(glob.glob(name, recursive=True)) if glob.has_magic(name) else []
        if not matches and glob.has_magic(name):
            problems.append(
                Problem(name, "", "no file matches", "check the pattern; quote it so that the shell leaves it alone")
            )
        elif not matches:
            problems.append(Problem(name, "", "does not exist", "check the path"))
        for match in matches:
            yield from _find_in(Path(match), match, problems)


def _find_in(path: Path, name: str, problems: list[Problem]) -> Iterator[_Found]:
    try:
        resolved = path.resolve(strict=True)
        mode = resolved.stat().st_mode
    except (OSError, RuntimeError) as error:
        problems.append(Problem(_slashes(name), "", *_explain_link(path, error)))
        return
    if stat.S_ISDIR(mode):
        yield from _walk(
            path,
            _slashes(name).rstrip("/"),
            (path.name or resolved.name,) if path.name not in ("", ".", "..") else (resolved.name,),
            (resolved,),
            problems,
        )
    elif stat.S_ISREG(mode):
        yield _Found(path, _slashes(name), (path.name,), True)
    else:
        problems.append(Problem(_slashes(name), "", "is no regular file", "save what it gives into a file first"))


def _walk(
    folder: Path, name: str, parts: tuple[str, ...], above: tuple[Path, ...], problems: list[Problem]
) -> Iterator[_Found]:
    """List the files below a folder, sorted, hidden ones left out; linked folders are entered, but not in circles."""
    try:
        entries = sorted(entry for entry in os.listdir(folder) if not entry.startswith(".") and entry != _EXTRACTIONS)
    except OSError as error:
        problems.append(Problem(name, "", *_explain(error)))
        return
    if _BUILT.issubset(entries):
        return
    for entry in entries:
        path, shown = folder / entry, f"{name}/{entry}"
        try:
            resolved = path.resolve(strict=True)
            mode = resolved.stat().st_mode
        except (OSError, RuntimeError) as error:
            problems.append(Problem(shown, "", *_explain_link(path, error)))
            continue
        if stat.S_ISREG(mode):
            yield _Found(path, shown, (*parts, entry), False)
        elif stat.S_ISDIR(mode) and resolved in above:
            problems.append(Problem(shown, "", "is a link to a folder that holds it", "remove the link"))
        elif stat.S_ISDIR(mode):
            yield from _walk(path, shown, (*parts, entry), (*above, resolved), problems)


def _explain_link(path: Path, error: OSError | RuntimeError) -> tuple[str, str]:
    if path.is_symlink() and isinstance(error, FileNotFoundError):
        return "is a link to nothing", "remove the link or mend it"
    if isinstance(error, RuntimeError) or "symbolic link" in str(error):
        return "is a link to itself", "remove the link"
    return _explain(error)


def _slashes(name: str) -> str:
    return PurePath(name).as_posix() if os.sep != "/" else name


def _distinct(found: Sequence[_Found]) -> list[_Found]:
    """Keep each file once, at its first place; what it is called does not depend on the order of inputs."""
    chosen: dict[Path, _Found] = {}
    for item in found:
        real = item.file.resolve()
        before = chosen.get(real)
        if before is None:
            chosen[real] = item
        else:
            best = max(before, item, key=lambda one: (len(one.parts), one.parts))
            chosen[real] = msgspec.structs.replace(best, named=before.named or item.named)
    return list(chosen.values())


def _record_paths(found: Sequence[_Found]) -> dict[Path, str]:
    """Give each file a relative path of its own: its name, below the folder that was named.

    Where two files would be called the same, as many of the folders above are added as it takes.
    """
    parts = {item.file: item.parts for item in found}
    while True:
        counts: dict[tuple[str, ...], int] = {}
        for value in parts.values():
            counts[value] = counts.get(value, 0) + 1
        longer = {}
        for file, value in parts.items():
            above = file.resolve().parent.parts if len(value) == 1 else Path(os.path.abspath(file)).parts[: -len(value)]
            if counts[value] > 1 and len(above) > 1:
                longer[file] = (above[-1], *value)
        if not longer:
            return {file: "/".join(value) for file, value in parts.items()}
        parts |= longer
