"""Neo4j: CSV files for `neo4j-admin database import`, and a Cypher script for a server that runs.

The header of the CSV files is that of Neo4j's operations manual, "Import > CSV file header format". Every text is
quoted, so that blanks at its ends stay, `""` is an empty text and an empty cell no value. Items of lists can't be
quoted, so what stands between them is U+001F, which no text may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from kg.export.cypher import merge_edges, merge_nodes
from kg.export.property_graph import ENTITY, Column, EdgeTable, NodeTable, Row, Value
from kg.vocabulary import NODE_KINDS

#: between the items of a list: the unit separator of ASCII
ITEM_SEPARATOR: Final = "\x1f"

_HEADER_TYPES: Final = {
    "string": "string",
    "integer": "long",
    "double": "double",
    "boolean": "boolean",
    "strings": "string[]",
    "doubles": "double[]",
}
#: properties that questions begin with
_INDEXED: Final = (("Paper", "label"), (ENTITY, "id"), (ENTITY, "label"), ("Keyword", "label"), ("Person", "label"))

_IMPORT: Final = """\
#!/bin/sh
# Makes a database of Neo4j 5 or later from the files beside this script: sh import.sh [DATABASE [OPTION ...]]
# It must not exist yet; with --overwrite-destination it is replaced. Run it as the user that Neo4j runs as.
set -eu
database=${{1:-neo4j}}
if [ $# -gt 0 ]; then shift; fi
cd "$(dirname "$0")"
exec neo4j-admin database import full "$database" \\
    --id-type=string --array-delimiter=U+001F --multiline-fields=true \\
    --trim-strings=false --ignore-empty-strings=false --legacy-style-quoting=false \\
    {files} \\
    "$@"
"""


class Neo4jSink:
    """Writes `nodes-KIND.csv`, `edges-RELATION.csv`, `import.sh` and `load.cypher` into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, str] = {}
        self._script = (folder / "load.cypher").open("w", encoding="utf-8", newline="")
        for statement in _schema():
            self._script.write(f"{statement};\n")

    def write_nodes(self, table: NodeTable, rows: Iterable[Row]) -> None:
        """Write the nodes of one kind."""
        name = f"nodes-{table.kind}.csv"
        self._files[name] = "nodes"
        with self._open(name) as file:
            file.write(",".join([*map(_node_header, table.columns), ":LABEL"]) + "\n")
            labels = _quote(ITEM_SEPARATOR.join(table.labels))
            self._write_script(merge_nodes(table, _copy_rows(file, rows, labels)))

    def write_edges(self, table: EdgeTable, rows: Iterable[Row]) -> None:
        """Write the edges of one relation between two kinds; a relation has one file."""
        name = f"edges-{table.relation}.csv"
        new = name not in self._files
        self._files[name] = "relationships"
        with self._open(name) as file:
            if new:
                file.write(",".join([":START_ID", ":END_ID", *map(_header, table.columns), ":TYPE"]) + "\n")
            self._write_script(merge_edges(table, _copy_rows(file, rows, _quote(table.relation))))

    def finish(self) -> None:
        """Write the command that imports the files."""
        self._script.close()
        files = " \\\n    ".join(f"--{option}={name}" for name, option in self._files.items())
        script = self._folder / "import.sh"
        script.write_text(_IMPORT.format(files=files), encoding="utf-8", newline="")
        script.chmod(0o755)

    def _open(self, name: str) -> IO[str]:
        return (self._folder / name).open("a", encoding="utf-8", newline="")

    def _write_script(self, statements: Iterable[str]) -> None:
        for statement in statements:
            self._script.write(f"{statement};\n")


def csv_cell(value: Value) -> str:
    r"""Write a value as a cell of CSV as Neo4j reads it.

    >>> csv_cell('a "b",\nc'), csv_cell(""), csv_cell(None), csv_cell(("a;b", "c")), csv_cell(True), csv_cell(0.5)
    ('"a ""b"",\nc"', '""', '', '"a;b\x1fc"', 'true', '0.5')
    """
    if value is None:
        return ""
    if isinstance(value, tuple):
        return _quote(ITEM_SEPARATOR.join(_without_separator(str(item)) for item in value))
    if isinstance(value, str):
        return _quote(_without_separator(value))
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _schema() -> Iterator[str]:
    for kind in NODE_KINDS:
        yield f"CREATE CONSTRAINT kg_{kind.lower()}_id IF NOT EXISTS FOR (n:{kind}) REQUIRE n.id IS UNIQUE"
    for label, name in _INDEXED:
        yield f"CREATE INDEX kg_{label.lower()}_{name}_index IF NOT EXISTS FOR (n:{label}) ON (n.{name})"


def _node_header(column: Column) -> str:
    return "id:ID" if column.name == "id" else _header(column)


def _header(column: Column) -> str:
    return f"{column.name}:{_HEADER_TYPES[column.type]}"


def _copy_rows(file: IO[str], rows: Iterable[Row], last: str) -> Iterator[Row]:
    """Write rows as CSV on their way to the script."""
    for row in rows:
        file.write(",".join([*map(csv_cell, row), last]) + "\n")
        yield row


def _without_separator(text: str) -> str:
    return text.replace(ITEM_SEPARATOR, "\N{REPLACEMENT CHARACTER}")


def _quote(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
