"""Archives (`.zip`, `.tar` and its compressed kinds): members are read in memory, and nothing is unpacked to disk.

What is hostile is said and left out: paths that climb out, links, devices, members too large or too many, bombs.
"""

import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO, Final

from kg.errors import Problem
from kg.papers.limits import MAX_DOCUMENT, MAX_MEMBERS, MAX_RATIO, RATIO_FROM
from kg.papers.source import Source, source_of

_OFFICE: Final = "[Content_Types].xml"


def is_archive(source: Source) -> bool:
    """Say whether a file is an archive, by its content (after decompression)."""
    return source.head[:4] in (b"PK\x03\x04", b"PK\x05\x06") or source.head[257:262] == b"ustar"


def read_members(source: Source) -> Iterator[Source | Problem]:
    """Open the files of an archive in the order of their names (zip) or of the archive (tar)."""
    packed = source.file.stat().st_size if source.data is None else len(source.data)
    members = _zip_members if source.head.startswith(b"PK") else _tar_members
    total, count = 0, 0
    with source.open() as stream:
        for name, result in members(source, stream):
            if isinstance(result, Problem):
                yield result
                continue
            count, total = count + 1, total + len(result)
            if count > MAX_MEMBERS:
                yield source.problem("", f"has more than {MAX_MEMBERS:,} members; the others were not read", "split it")
                return
            if total > max(RATIO_FROM, packed * MAX_RATIO):
                message = f"unpacks to more than {MAX_RATIO} times its size; what is left was not read"
                yield source.problem(name, message, "unpack it yourself, if you trust it")
                return
            member = source_of(result, f"{source.path}/{name}", f"{source.name}/{name}")
            if is_archive(member):
                yield member.problem("", "is an archive in an archive; it was not read", "unpack it first")
            else:
                yield member


def _refusal(source: Source, name: str, size: int) -> Problem | None:
    """Say why a member is not read, by its name and size."""
    if name.startswith(("/", "\\")) or ".." in PurePosixPath(name.replace("\\", "/")).parts or name[1:2] == ":":
        return source.problem(name, "has a path that leads out of the archive; it was not read", "rename it")
    if size > MAX_DOCUMENT:
        message = f"is larger than {MAX_DOCUMENT:,} bytes, which is the most that is read of a member"
        return source.problem(name, message, "unpack it first, or set KG_MAX_DOCUMENT")
    return None


def _is_hidden(name: str) -> bool:
    return any(
        (part.startswith(".") and part not in (".", "..")) or part == "__MACOSX" for part in PurePosixPath(name).parts
    )


def _readable(name: str) -> str:
    """Write a member's name so that every output can hold it."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8").replace("\n", " ").removeprefix("./")


def _zip_members(source: Source, stream: BinaryIO) -> Iterator[tuple[str, bytes | Problem]]:
    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        yield "", source.problem("", f"is a damaged zip archive ({error})", "fetch it again")
        return
    names = archive.namelist()
    if _OFFICE in names:
        yield "", source.problem("", "is a document of an office program", "export it, as CSV if it is a table")
        return
    for info in sorted(archive.infolist(), key=lambda one: one.filename):
        name = _readable(info.filename)
        if info.is_dir() or _is_hidden(info.filename):
            continue
        if problem := _refusal(source, name, info.file_size):
            yield name, problem
            continue
        if info.file_size > max(RATIO_FROM, info.compress_size * MAX_RATIO):
            yield name, source.problem(name, f"unpacks to more than {MAX_RATIO} times its size", "unpack it yourself")
            continue
        try:
            with archive.open(info) as member:
                yield name, member.read(info.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
            what = "is encrypted" if info.flag_bits & 1 else f"is damaged ({error})"
            yield name, source.problem(name, what, "unpack it first" if info.flag_bits & 1 else "fetch it again")


def _tar_members(source: Source, stream: BinaryIO) -> Iterator[tuple[str, bytes | Problem]]:
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for info in archive:
                name = _readable(info.name)
                if info.isdir() or _is_hidden(info.name):
                    continue
                if not info.isreg():
                    yield name, source.problem(name, "is a link or a device; it was not read", "put the file itself in")
                    continue
                if problem := _refusal(source, name, info.size):
                    yield name, problem
                    continue
                member = archive.extractfile(info)
                yield name, member.read() if member else b""
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        if not source.damage:
            yield "", source.problem("", f"is a damaged tar archive ({error})", "fetch it again")
