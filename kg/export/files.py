"""Files that are there whole or not at all."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kg.errors import OutputError


@contextmanager
def replace_file(target: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its name only when all has been written.

    What is written goes to a temporary name in the same folder, which then replaces the target. When the block fails,
    the target stays as it was and nothing is left behind. A target that is no regular file (a pipe, `/dev/stdout`) is
    written to as it is.

    Args:
        target: where the file shall be; a link keeps pointing to the file that is replaced.

    Yields:
        A binary file.

    Raises:
        OutputError: the folder is missing or can't be written to, the target is a folder, the disk is full.
    """
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as file:
                yield file
            return
        target = target.resolve()
        if target.is_dir():
            raise OutputError(f"can't write {target}: it is a folder")
        temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
        try:
            with temporary.open("xb") as file:
                yield file
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"can't write {target}: {error.strerror or error}") from error
