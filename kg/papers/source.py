"""A file to be read: opened with or without compression, described, and looked at from its beginning."""

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

import msgspec

from kg.errors import Problem
from kg.papers.paper import Paper, Record

HEAD_SIZE: Final = 1 << 16
_CHUNK: Final = 1 << 20
_GZIP: Final = b"\x1f\x8b"
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Source(msgspec.Struct, frozen=True):
    """One file, ready to be read.

    Attributes:
        file: where it is.
        path: what records call it: relative, with `/`.
        name: what problems call it: as the user named it.
        checksum: SHA-256 of its bytes, uncompressed.
        head: its first bytes, uncompressed.
        compressed: whether it is packed with gzip (by content, not by name).
        damage: what is wrong with the compression, where the file ends too early or is broken; else empty.
    """

    file: Path
    path: str
    name: str
    checksum: str
    head: bytes
    compressed: bool = False
    damage: str = ""

    def open(self) -> BinaryIO:
        """Open the file's bytes, uncompressed; a damaged file ends where the damage begins."""
        if not self.compressed:
            return self.file.open("rb")
        return io.BufferedReader(_Unpacked(self.file), _CHUNK)

    def text_head(self) -> str:
        """Decode the first bytes as text, by their byte-order mark or as UTF-8; what can't be read becomes U+FFFD."""
        return self.head.decode(encoding_of(self.head), "replace")

    def record(self, position: str, identifier: str | None = None) -> Record:
        """Describe a place in the file."""
        return Record(path=self.path, position=position, checksum=self.checksum, id=identifier)

    def problem(self, position: str, message: str, remedy: str = "") -> Problem:
        """Describe what is wrong at a place in the file."""
        return Problem(path=self.name, position=position, message=message, remedy=remedy)


class Reader(Protocol):
    """What a module that reads one format defines; `kg.papers.reading.READERS` lists them.

    A reader tells its files by their content, yields papers with cleaned text, one record each, and a problem for what
    it can't read; it never raises on bad content, and never merges.
    """

    @property
    def NAME(self) -> str:  # noqa: N802
        """Short name of the format."""

    @property
    def DESCRIPTION(self) -> str:  # noqa: N802
        """The format, for people."""

    @property
    def SUFFIXES(self) -> tuple[str, ...]:  # noqa: N802
        """Suffixes of files that should be of a known format: a problem is reported where they are of none."""

    def recognises(self, head: str, path: str) -> bool:
        """Say by the first characters of a file (and its name) whether it has this format."""

    def read(self, source: Source) -> Iterator[Paper | Problem]:
        """Read a file."""


def open_source(file: Path, path: str, name: str) -> Source:
    """Look at a file: its checksum, its beginning, whether it is compressed and sound.

    Raises:
        OSError: if it can't be read.
    """
    with file.open("rb") as stream:
        compressed = stream.read(2) == _GZIP
    digest = hashlib.sha256()
    head = b""
    damage = ""
    unpacked = _Unpacked(file) if compressed else None
    with unpacked or file.open("rb") as stream:
        while chunk := stream.read(_CHUNK) or b"":
            digest.update(chunk)
            if len(head) < HEAD_SIZE:
                head += chunk[: HEAD_SIZE - len(head)]
        if unpacked:
            damage = unpacked.damage
    return Source(file, path, name, digest.hexdigest(), head, compressed, damage)


def encoding_of(head: bytes) -> str:
    r"""Tell a text's encoding by its byte-order mark; UTF-8 without one.

    >>> encoding_of(b"\xef\xbb\xbfa"), encoding_of(b"a")
    ('utf-8-sig', 'utf-8')
    """
    return next((encoding for mark, encoding in _MARKS if head.startswith(mark)), "utf-8")


class _Unpacked(io.RawIOBase):
    """A gzip file whose damage ends it instead of raising; what is wrong is kept in `damage`."""

    def __init__(self, file: Path) -> None:
        self._stream = gzip.open(file, "rb")  # noqa: SIM115 (closed by close)
        self.damage = ""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # type: ignore[override]
        if self.damage:
            return 0
        try:
            data = self._stream.read1(len(buffer))
        except EOFError:
            self.damage = "the compressed file ends too early"
        except (zlib.error, gzip.BadGzipFile) as error:
            self.damage = f"the compressed file is damaged ({error})"
        else:
            buffer[: len(data)] = data
            return len(data)
        return 0

    def close(self) -> None:
        self._stream.close()
        super().close()
