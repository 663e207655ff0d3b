"""The errors that a user of kg can meet, and problems with single records that stop nothing."""

import msgspec


class KgError(Exception):
    """What kg could not do, said for the reader: what, where, and what to do about it."""


class InputError(KgError):
    """Input that can't be used at all: a missing path, a file of no known format, a broken graph."""


class OutputError(KgError):
    """Output that can't be written: no permission, a full disk, a file where a directory should be."""


class UsageError(KgError):
    """A call that makes no sense: an unknown format, a binding that the query does not have."""


class Problem(msgspec.Struct, frozen=True, order=True):
    """A record or file that could not be read, while the rest went on.

    Attributes:
        path: the file, as the user named it.
        position: where in the file, for people: ``line 12``, ``paper 2024.acl-long.7``; empty for the whole file.
        message: what is wrong.
        remedy: what to do about it.
    """

    path: str
    position: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.path}, {self.position}" if self.position else self.path
        return f"{where}: {self.message}" + (f" ({self.remedy})" if self.remedy else "")
