"""A person's terms and stop names, from files and from Python.

Terms stand in a table with or without a header: name, type and, if there is one, canonical name. Stop names stand one a
line, each alone or with the only type that it may not have. Columns are parted by tabs, commas or semicolons, told by
content; a name that holds one of these stands in quotation marks. In stop names a line that begins with `#` is a
comment; a name that begins with `#` stands in quotation marks: `"#1"`. A `#` further on belongs to the name: `C#`.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kg.errors import InputError, Problem, UsageError
from kg.extraction.names import LONGEST_NAME, fold
from kg.extraction.term_lists import GivenTerm, StopName, TermLists
from kg.papers.files import explain, printable
from kg.papers.reading import InputFile
from kg.papers.source import Source, encoding_of, open_source
from kg.vocabulary import ENTITY_TYPES

TERMS: Final = "terms"
STOP_NAMES: Final = "stop-names"
_TYPES: Final = {name.casefold(): name for name in ENTITY_TYPES}
_DELIMITERS: Final = "\t,;"
#: lines that tell which of them it is
_LOOKED_AT: Final = 100
#: what a header may call the columns
_COLUMNS: Final = {
    **dict.fromkeys(("name", "term", "entity", "string", "mention"), "name"),
    **dict.fromkeys(("type", "class", "kind", "label", "category"), "type"),
    **dict.fromkeys(("canonical", "canonical name", "preferred name", "preferred label"), "canonical"),
}
_ORDER: Final = ("name", "type", "canonical")


class ReadLists(msgspec.Struct, frozen=True):
    """What was read: terms and stop names, what could not be read, and the files."""

    lists: TermLists = TermLists()
    problems: tuple[Problem, ...] = ()
    inputs: tuple[InputFile, ...] = ()


def read_lists(
    terms: str | Path | Iterable[Sequence[str]] = (), stop: str | Path | Iterable[str | Sequence[str]] = ()
) -> ReadLists:
    """Read terms and stop names.

    Args:
        terms: a file, or tuples of name, type and, if there is one, canonical name.
        stop: a file, or names, each alone or in a tuple with the only type that it may not have.

    Raises:
        InputError: a file can't be read at all.
        UsageError: one of the tuples is not as it should be.
    """
    rows: list[list[_Row]] = []
    problems: list[Problem] = []
    inputs: list[InputFile] = []
    for given, kind in ((terms, TERMS), (stop, STOP_NAMES)):
        if isinstance(given, str | Path):
            source = _open(Path(given))
            found = list(_check(_read_rows(source, kind), kind))
            problems += [source.problem("", source.damage, "save it again")] if source.damage else []
            problems += [source.problem(f"line {row.number}", *row.fault) for row in found if row.fault]
            good = [row for row in found if not row.fault]
            if kind == TERMS and not found:
                problems.append(source.problem("", "holds no term", "write one a line, with its type: BERT,Model"))
            inputs.append(InputFile(source.path, source.checksum, kind, len(good)))
        else:
            cells = ([one] if isinstance(one, str) else one for one in given)
            good = list(_check((_Row(n, _name_cells(one)) for n, one in enumerate(cells, 1)), kind))
            for row in good:
                if row.fault:
                    raise UsageError(f"{kind}, number {row.number}: {row.fault[0]} ({row.fault[1]})")
        rows.append(good)
    return ReadLists(
        TermLists(
            tuple(GivenTerm(row.name, row.type or "", row.canonical) for row in rows[0]),
            tuple(StopName(row.name, row.type) for row in rows[1]),
        ),
        tuple(problems),
        tuple(inputs),
    )


class _Row(msgspec.Struct, frozen=True):
    """A line, or what is given instead; `fault` says why it can't be used and what to do."""

    number: int
    cells: dict[str, str] = {}
    fault: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        return self.cells.get("name", "")

    @property
    def type(self) -> str | None:
        return self.cells.get("type") or None

    @property
    def canonical(self) -> str | None:
        return self.cells.get("canonical") or None


def _open(path: Path) -> Source:
    name = printable(str(path))
    try:
        source = open_source(path, printable(path.name), name)
    except OSError as error:
        message, remedy = explain(error)
        raise InputError(f"{name}: {message} ({remedy})") from error
    if b"\0" in source.head and encoding_of(source.head) != "utf-16":
        raise InputError(f"{name}: is a binary file, not a table (save it as CSV in UTF-8)")
    return source


def _read_rows(source: Source, kind: str) -> Iterator[_Row]:
    """Read the lines of a file that are neither empty nor comments."""
    with source.open() as stream:
        data = stream.read()
    encoding = encoding_of(source.head)
    if encoding == "utf-16":
        data = data.decode(encoding, "replace").encode("utf-8")
    lines = [
        (number, line)
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1)
        if line.strip() and not (kind == STOP_NAMES and line.lstrip().startswith(b"#"))
    ]
    delimiter = _choose_delimiter([line for _, line in lines[:_LOOKED_AT]])
    columns: Sequence[str | None] = _ORDER
    for place, (number, line) in enumerate(lines):
        try:
            (cells,) = csv.reader([line.decode("utf-8")], delimiter=delimiter, skipinitialspace=True, strict=True)
        except UnicodeDecodeError:
            yield _Row(number, fault=("is not UTF-8", "save the file as UTF-8"))
            continue
        except csv.Error:
            yield _Row(number, fault=("has a quotation mark without its partner", 'write a mark inside a name as ""'))
            continue
        header = [_COLUMNS.get(_tidy(cell).casefold()) for cell in cells]
        if place == 0 and {"name", "type"} <= set(header):
            columns = header
            continue
        yield _Row(number, *_place_cells(cells, columns, delimiter))


def _place_cells(
    cells: Sequence[str], columns: Sequence[str | None], delimiter: str
) -> tuple[dict[str, str], tuple[str, str] | None]:
    if any(cell.strip() for cell in cells[len(columns) :]):
        sign = "a tab" if delimiter == "\t" else f"`{delimiter}`"
        return {}, (f"has more than {len(columns)} columns", f"put a name with {sign} in it in quotation marks")
    return _name_cells(
        [cell for cell, column in zip(cells, columns, strict=False) if column], [c for c in columns if c]
    ), None


def _name_cells(cells: Sequence[str], columns: Sequence[str] = _ORDER) -> dict[str, str]:
    return {column: _tidy(cell) for cell, column in zip(cells, columns, strict=False)}


def _tidy(cell: str) -> str:
    """Bring a name to the form that cleaned texts have: composed, on one line, nothing invisible but joiners."""
    visible = "".join(c for c in cell if c.isprintable() or c.isspace() or c in "\u200c\u200d")
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _choose_delimiter(lines: Sequence[bytes]) -> str:
    """Take what parts a type, or the name of a column, from the rest in most lines; of equals the first."""

    def fitting(delimiter: str) -> int:
        cells = (
            [_tidy(c).strip('"').casefold() for c in line.decode("utf-8", "replace").split(delimiter)[1:]]
            for line in lines
        )
        return sum(any(cell in _TYPES or cell in _COLUMNS for cell in row) for row in cells)

    return max(_DELIMITERS, key=fitting)


def _check(rows: Iterable[_Row], kind: str) -> Iterator[_Row]:
    """Yield the rows with their types as the vocabulary has them, or with what is wrong; the same row only once."""
    seen: dict[str, _Row] = {}
    names: set[tuple[str, str | None]] = set()
    for row in rows:
        if row.fault:
            yield row
            continue
        fault = _find_fault(row, kind)
        good = msgspec.structs.replace(row, cells=row.cells | {"type": _TYPES.get((row.type or "").casefold(), "")})
        before = seen.setdefault(fold(row.name), good) if not fault else good
        if kind == TERMS and (before.type, before.canonical) != (good.type, good.canonical):
            fault = f"says of {row.name!r} something else than line {before.number}", "leave one of them"
        if fault:
            yield msgspec.structs.replace(row, fault=fault)
        elif (good.name, good.type) not in names:
            names.add((good.name, good.type))
            yield good


def _find_fault(row: _Row, kind: str) -> tuple[str, str] | None:
    for what, name in (("name", row.name), ("canonical name", row.canonical or row.name)):
        if not any(character.isalnum() for character in name):
            return f"has no {what} with a letter or a digit", "leave it out" if name else "write it before the type"
        if len(name) > LONGEST_NAME:
            return f"has a {what} of {len(name)} characters", f"a name has {LONGEST_NAME} at most"
    if row.type is None and kind == TERMS:
        return f"gives {row.name!r} no type", f"the types are {', '.join(ENTITY_TYPES)}"
    if row.type is not None and row.type.casefold() not in _TYPES:
        remedy = f"the types are {', '.join(ENTITY_TYPES)}; put a name that holds a comma in quotation marks"
        return f"gives {row.name!r} an unknown type: {row.type!r}", remedy
    return None
