"""A file's text, whole, in whatever encoding it was saved; within the limit that `kg.papers.limits` states."""

from typing import Final

from kg.errors import Problem
from kg.papers.limits import MAX_DOCUMENT
from kg.papers.source import Source, encoding_of

_TELLING: Final = 200


def read_bytes(source: Source) -> bytes | Problem:
    """Read a file whole, or say that it is larger than what is held in memory."""
    with source.open() as stream:
        data = stream.read(MAX_DOCUMENT + 1)
    if len(data) > MAX_DOCUMENT:
        message = f"is larger than {MAX_DOCUMENT:,} bytes, which is the most that is read of such a file"
        return source.problem("", message, "split it, or set KG_MAX_DOCUMENT to a larger number of bytes")
    return data


def read_text(source: Source) -> str | Problem:
    r"""Read a file whole as text, with `\n` at the ends of lines."""
    data = read_bytes(source)
    return data if isinstance(data, Problem) else decode(data)


def decode(data: bytes) -> str:
    r"""Decode by the byte-order mark; else as UTF-16 if every other byte is NUL, as UTF-8, or as Windows-1252.

    >>> decode("Nüshu\r\n".encode("cp1252")), decode("Nüshu".encode("utf-16-le")), decode("\ufeffNüshu".encode())
    ('Nüshu\n', 'Nüshu', 'Nüshu')
    """
    encoding = encoding_of(data)
    if encoding == "utf-8":
        start = data[:_TELLING]
        if len(start) > 1 and start[1::2].count(0) * 10 > len(start) * 3 and not start[::2].count(0):
            encoding = "utf-16-le"
        elif len(start) > 1 and start[::2].count(0) * 10 > len(start) * 3 and not start[1::2].count(0):
            encoding = "utf-16-be"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        # nobody meant the few bytes that Windows-1252 leaves open; a cut at the end of UTF-8 is no other encoding
        broken = data.decode(encoding, "replace")
        text = data.decode("cp1252", "replace") if encoding == "utf-8" and broken.count("\ufffd") > 1 else broken
        if encoding == "utf-8" and broken.count("\ufffd") == 1 and not broken.endswith("\ufffd"):
            text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
