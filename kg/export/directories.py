"""Folders that are there whole or not at all."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from kg.errors import OutputError, UsageError

#: the file by which a folder is known as an export, with what is in it
MANIFEST: Final = "export.json"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an export holds.

    Attributes:
        format: the name of the format.
        generator: what wrote it.
        base_iri: what the IRIs of the graph's resources start with.
        nodes: kind → how many.
        edges: relation → how many.
        files: name → size in bytes, the manifest itself apart.
    """

    format: str
    generator: str
    base_iri: str
    nodes: dict[str, int]
    edges: dict[str, int]
    files: dict[str, int]


@contextmanager
def replace_directory(target: Path) -> Iterator[Path]:
    """Open a folder for writing that takes its name only when all has been written.

    What is written goes to a folder of another name beside it. When the block fails, the target stays as it was and
    nothing is left behind.

    Args:
        target: where the folder shall be. An empty folder or an export that is there already is replaced.

    Yields:
        The folder to write into.

    Raises:
        UsageError: the target holds something else than an export.
        OutputError: it can't be written.
    """
    target = target.resolve()
    check_directory(target)
    mark = secrets.token_hex(4)
    temporary, old = (target.with_name(f".{target.name}.{mark}.{end}") for end in ("tmp", "old"))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary.mkdir()
        try:
            yield temporary
            if target.exists():
                target.rename(old)
            temporary.rename(target)
        finally:
            if old.exists() and not target.exists():
                old.rename(target)
            for folder in (temporary, old):
                shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise OutputError(f"can't write {target}: {error.strerror or error}") from error


def check_directory(target: Path) -> None:
    """Make sure that a folder may be written or replaced.

    Raises:
        UsageError: something else than an export has its name.
    """
    if target.is_dir():
        manifest = read_manifest(target)
        if manifest is None and any(target.iterdir()):
            raise UsageError(f"{target} was not written by `kg export`: name another folder, or remove it")
        if manifest is not None and (others := _find_others(target, manifest)):
            raise UsageError(
                f"{target} holds {', '.join(others[:3])}, which `kg export` did not write and would delete: "
                "move it away, or name another folder"
            )
    elif target.exists():
        raise UsageError(f"{target} is a file, and an export of this format is a folder: name another")


def _find_others(folder: Path, manifest: Manifest) -> list[str]:
    """Name what lies in an export's folder and is no part of it, such as a database that was made there."""
    own = {MANIFEST, *manifest.files}
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    return sorted(name for name in files if name not in own)


def read_manifest(folder: Path) -> Manifest | None:
    """Read what an export says of itself; None for any other folder."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, ValueError):
        return None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of an export, with the sizes of the files that are there."""
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    manifest = msgspec.structs.replace(manifest, files=dict(sorted(sizes.items())))
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
