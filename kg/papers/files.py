"""The files of inputs: folders walked, globs resolved, links followed but not in circles, each file once."""

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final

import msgspec

from kg.errors import Problem

#: what a directory that `kg build` wrote holds: papers, but none of their own
_BUILT: Final = frozenset({"papers.jsonl", "graph.ttl", "report.json"})
#: what marks such a directory while the build goes on
_UNFINISHED: Final = ".extractions.unfinished"
_EXTRACTIONS: Final = "extractions.jsonl"


class FoundFile(msgspec.Struct, frozen=True):
    """A file to read.

    Attributes:
        file: where it is.
        name: what the user would call it, for problems.
        parts: the name of the folder that was named and all below it; the file's name alone where it was named itself.
        named: whether the user named it, and not only a folder above it.
        inputs: the inputs that lead to it.
    """

    file: Path
    name: str
    parts: tuple[str, ...]
    named: bool
    inputs: tuple[str, ...] = ()


def find_files(inputs: Sequence[str | Path]) -> tuple[list[FoundFile], list[Problem]]:
    """List the files of all inputs in their order, each once, and say which inputs lead to none."""
    problems: list[Problem] = []
    found = []
    for given in inputs:
        name = os.fspath(given)
        found += [msgspec.structs.replace(item, inputs=(name,)) for item in _find(name, problems)]
    return _distinct(found), problems


def record_paths(found: Sequence[FoundFile]) -> dict[Path, str]:
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
            above = Path(os.path.abspath(file)).parts[: -len(value)]  # noqa: PTH100 (links must not be resolved)
            if counts[value] > 1 and len(above) > 1:
                longer[file] = (above[-1], *value)
        if not longer:
            return {file: printable("/".join(value)) for file, value in parts.items()}
        parts |= longer


def printable(name: str) -> str:
    r"""Write a name of a file so that every output can hold it: bytes that are no UTF-8 as `\xNN`.

    >>> printable("caf\udce9.txt"), printable("café.txt")
    ('caf\\xe9.txt', 'café.txt')
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def explain(error: OSError) -> tuple[str, str]:
    """Say what is wrong with a file that can't be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return "does not exist", "check the path"
    if isinstance(error, PermissionError):
        return "may not be read", "give yourself the right to read it"
    return f"can't be read: {error.strerror or error}", "check the file"


def _find(name: str, problems: list[Problem]) -> Iterator[FoundFile]:
    """List the files of one input, in order."""
    if os.path.lexists(name):
        yield from _find_in(Path(name), name, problems)
    elif not glob.has_magic(name):
        problems.append(Problem(printable(name), "", "does not exist", "check the path"))
    else:
        matches = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 (the pattern may be absolute)
        if not matches:
            remedy = "check the pattern; quote it so that the shell leaves it alone"
            problems.append(Problem(printable(name), "", "no file matches", remedy))
        for match in matches:
            yield from _find_in(Path(match), match, problems)


def _find_in(path: Path, name: str, problems: list[Problem]) -> Iterator[FoundFile]:
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
        yield FoundFile(path, _slashes(name), (path.name,), True)
    else:
        problems.append(Problem(_slashes(name), "", "is no regular file", "save what it gives into a file first"))


def _walk(
    folder: Path, name: str, parts: tuple[str, ...], above: tuple[Path, ...], problems: list[Problem]
) -> Iterator[FoundFile]:
    """List the files below a folder, sorted, hidden ones left out; linked folders are entered, but not in circles."""
    try:
        entries = sorted({path.name for path in folder.iterdir() if not path.name.startswith(".")} - {_EXTRACTIONS})
    except OSError as error:
        problems.append(Problem(name, "", *explain(error)))
        return
    # unlike Path.is_file, this raises nothing in a folder where one may not look
    if _BUILT.issubset(entries) or os.path.isfile(folder / _UNFINISHED):  # noqa: PTH113
        return
    for entry in entries:
        path, shown = folder / entry, f"{name}/{printable(entry)}"
        try:
            resolved = path.resolve(strict=True)
            mode = resolved.stat().st_mode
        except (OSError, RuntimeError) as error:
            problems.append(Problem(shown, "", *_explain_link(path, error)))
            continue
        if stat.S_ISREG(mode):
            yield FoundFile(path, shown, (*parts, entry), False)
        elif stat.S_ISDIR(mode) and resolved in above:
            problems.append(Problem(shown, "", "is a link to a folder that holds it", "remove the link"))
        elif stat.S_ISDIR(mode):
            yield from _walk(path, shown, (*parts, entry), (*above, resolved), problems)


def _explain_link(path: Path, error: OSError | RuntimeError) -> tuple[str, str]:
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return "is a link to nothing", "remove the link or mend it"
    if isinstance(error, RuntimeError) or "symbolic link" in str(error):
        return "is a link to itself", "remove the link"
    return explain(error)


def _slashes(name: str) -> str:
    return printable(PurePath(name).as_posix() if os.sep != "/" else name)


def _distinct(found: Sequence[FoundFile]) -> list[FoundFile]:
    """Keep each file once, at its first place; what it is called does not depend on the order of inputs."""
    chosen: dict[Path, FoundFile] = {}
    for item in found:
        real = item.file.resolve()
        before = chosen.get(real)
        if before is None:
            chosen[real] = item
        else:
            best = max(before, item, key=lambda one: (len(one.parts), one.parts))
            chosen[real] = msgspec.structs.replace(
                best, named=before.named or item.named, inputs=before.inputs + item.inputs
            )
    return list(chosen.values())
