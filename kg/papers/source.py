"""A file to be read: opened with or without compression, described, and looked at from its beginning."""

import bz2
import gzip
import hashlib
import io
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Protocol

import msgspec

from kg.errors import Problem
from kg.papers.limits import MAX_DOCUMENT, MAX_RATIO, RATIO_FROM
from kg.papers.paper import Paper, Record

HEAD_SIZE: Final = 1 << 16
_CHUNK: Final = 1 << 20
_PACKED: Final = {
    "gzip": b"\x1f\x8b",
    "bzip2": b"BZh",
    "xz": b"\xfd7zXZ\0",
    "zstd": b"\x28\xb5\x2f\xfd",
}
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Source(msgspec.Struct, frozen=True):
    """One file, ready to be read.

    Attributes:
        file: where it is.
        path: what records call it: relative, with `/`.
        name: what problems call it: as the user named it.
        checksum: SHA-256 of its bytes, uncompressed.
        head: its first bytes, uncompressed.
        packing: how it is compressed (`gzip`, `bzip2`, `xz`, `zstd`; by content, not by name), or None.
        data: its bytes, uncompressed, where it is a member of an archive or was read from standard input.
        damage: what is wrong with the compression, where the file ends too early or is broken; else empty.
    """

    file: Path
    path: str
    name: str
    checksum: str
    head: bytes
    packing: str | None = None
    data: bytes | None = None
    damage: str = ""

    def open(self) -> BinaryIO:
        """Open the file's bytes, uncompressed; a damaged file ends where the damage begins."""
        if self.data is not None:
            return io.BytesIO(self.data)
        if not self.packing:
            return self.file.open("rb")
        return io.BufferedReader(_Unpacked(self.file, self.packing), _CHUNK)

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
        packing = packing_of(stream.read(8))
    unpacked = _Unpacked(file, packing) if packing else None
    with unpacked or file.open("rb") as stream:
        checksum, head = _look_at(stream)
        damage = unpacked.damage if unpacked else ""
    return Source(file, path, name, checksum, head, packing, None, damage)


def source_of(data: bytes, path: str, name: str) -> Source:
    """Make a source of bytes that were read from an archive or from standard input; they may be compressed, too."""
    packing = packing_of(data[:8])
    damage = ""
    if packing:
        with _Unpacked(io.BytesIO(data), packing) as unpacked:
            data = unpacked.read(MAX_DOCUMENT + 1) or b""
            damage = unpacked.damage
    checksum, head = _look_at(io.BytesIO(data))
    return Source(Path(path), path, name, checksum, head, None, data, damage)


def packing_of(start: bytes) -> str | None:
    """Tell by its first bytes how a file is compressed; None if it is not.

    >>> packing_of(b"BZh91AY"), packing_of(b"BZhang")
    ('bzip2', None)
    """
    found = next((name for name, mark in _PACKED.items() if start.startswith(mark)), None)
    return None if found == "bzip2" and not start[3:4].isdigit() else found


def _look_at(stream: IO[bytes] | io.RawIOBase) -> tuple[str, bytes]:
    digest = hashlib.sha256()
    head = b""
    while chunk := stream.read(_CHUNK) or b"":
        digest.update(chunk)
        if len(head) < HEAD_SIZE:
            head += chunk[: HEAD_SIZE - len(head)]
    return digest.hexdigest(), head


def encoding_of(head: bytes) -> str:
    r"""Tell a text's encoding by its byte-order mark; UTF-8 without one.

    >>> encoding_of(b"\xef\xbb\xbfa"), encoding_of(b"a")
    ('utf-8-sig', 'utf-8')
    """
    return next((encoding for mark, encoding in _MARKS if head.startswith(mark)), "utf-8")


class _Unpacked(io.RawIOBase):
    """A compressed file whose damage ends it instead of raising; what is wrong is kept in `damage`.

    So does a bomb: what is more than so many times as large as the packed file is no text.
    """

    def __init__(self, file: Path | BinaryIO, packing: str) -> None:
        self._file = file.open("rb") if isinstance(file, Path) else file
        self._packed = self._file.seek(0, io.SEEK_END)
        self._file.seek(0)
        self._stream = _open_packed(self._file, packing)
        self._size = 0
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
        except (zlib.error, OSError, lzma.LZMAError, ValueError, _zstd_error()) as error:
            self.damage = f"the compressed file is damaged ({error})"
        else:
            self._size += len(data)
            if self._size > max(RATIO_FROM, self._packed * MAX_RATIO):
                self.damage = f"unpacks to more than {MAX_RATIO} times its size, as no text does"
                return 0
            buffer[: len(data)] = data
            return len(data)
        return 0

    def close(self) -> None:
        self._stream.close()
        self._file.close()
        super().close()


def _open_packed(file: BinaryIO, packing: str) -> Any:
    if packing == "gzip":
        return gzip.GzipFile(fileobj=file)
    if packing == "bzip2":
        return bz2.BZ2File(file)
    if packing == "xz":
        return lzma.LZMAFile(file)
    from backports.zstd import ZstdFile

    return ZstdFile(file)


def _zstd_error() -> type[Exception]:
    from backports.zstd import ZstdError

    return ZstdError
