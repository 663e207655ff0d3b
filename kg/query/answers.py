"""Answers as text: tables for people, SPARQL 1.1 CSV and JSON results, Turtle."""

import csv
import io
import json
import unicodedata
from typing import Any, Final

import pyoxigraph as ox
from rich.cells import cell_len

from kg.errors import UsageError
from kg.query.engine import Answer
from kg.query.order import Term
from kg.rdf.vocabulary import PREFIXES

FORMATS: Final = ("table", "csv", "json", "ttl")

_STRING: Final = "http://www.w3.org/2001/XMLSchema#string"


def default_format(answer: Answer) -> str:
    """Give the format for an answer when none is asked for: Turtle for triples, else a table."""
    return "ttl" if answer.kind == "construct" else "table"


def format_answer(answer: Answer, format_name: str) -> bytes:
    """Write an answer as `table` (plain, aligned), `csv`, `json` or `ttl`, in UTF-8.

    Raises:
        UsageError: the format is unknown, or cannot hold this kind of answer.
    """
    if format_name not in FORMATS:
        raise UsageError(f"{format_name} is no format of answers; there are {', '.join(FORMATS)}")
    if format_name == "ttl":
        return write_turtle(answer)
    if format_name == "table":
        return write_table(answer)
    if answer.kind == "construct":
        raise UsageError(f"the query gives triples, which {format_name} cannot hold; take --format ttl")
    return write_csv(answer) if format_name == "csv" else write_json(answer)


def write_turtle(answer: Answer) -> bytes:
    """Write the triples of a CONSTRUCT or DESCRIBE as Turtle.

    Raises:
        UsageError: the answer has no triples because the query was a SELECT or an ASK.
    """
    if answer.kind != "construct":
        raise UsageError(
            f"Turtle holds triples, but the query is {answer.kind.upper()}; take --format table, csv or json"
        )
    written = ox.serialize(answer.triples, format=ox.RdfFormat.TURTLE, prefixes=_used_prefixes(answer))
    return written or b""


def write_csv(answer: Answer) -> bytes:
    """Write rows as SPARQL 1.1 Query Results CSV: lines end in CRLF, an unbound variable is an empty cell."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    if answer.kind == "ask":
        writer.writerow([_truth(answer)])
    else:
        writer.writerow(answer.variables)
        writer.writerows([_plain(term) for term in row] for row in answer.rows)
    return target.getvalue().encode()


def write_json(answer: Answer) -> bytes:
    """Write an answer as SPARQL 1.1 Query Results JSON."""
    result: dict[str, Any]
    if answer.kind == "ask":
        result = {"head": {}, "boolean": answer.boolean}
    else:
        bindings = [
            {name: _encode(term) for name, term in zip(answer.variables, row, strict=True) if term is not None}
            for row in answer.rows
        ]
        result = {"head": {"vars": list(answer.variables)}, "results": {"bindings": bindings}}
    return (json.dumps(result, ensure_ascii=False, indent=1) + "\n").encode()


def write_table(answer: Answer) -> bytes:
    """Write an answer for people, columns aligned by the width that a terminal gives each character."""
    columns, cells = table_cells(answer)
    if not columns:
        return (_truth(answer) + "\n").encode()
    widths = [max(map(cell_len, column)) for column in zip(columns, *cells, strict=True)]
    lines = [columns, tuple("─" * width for width in widths), *cells]
    text = "".join(
        "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True)).rstrip()
        + "\n"
        for line in lines
    )
    return (text if cells else text + "(no rows)\n").encode()


def print_table(answer: Answer) -> None:
    """Print an answer on the terminal, wrapped to its width."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    columns, cells = table_cells(answer)
    if not columns:
        console.print(Text(_truth(answer), style="bold"))
        return
    table = Table(box=box.SIMPLE_HEAD, caption=f"{len(cells):,} {'row' if len(cells) == 1 else 'rows'}")
    for number, column in enumerate(columns):
        numeric = bool(cells) and all(row[number].replace(".", "", 1).isdecimal() or not row[number] for row in cells)
        table.add_column(Text(column), justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)


def table_cells(answer: Answer) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Give columns and cells as people read them: IRIs short, one line a cell, no control characters.

    No columns mean a yes or no.
    """
    if answer.kind == "ask":
        return (), []
    columns = answer.variables if answer.kind == "select" else ("subject", "predicate", "object")
    rows = answer.rows if answer.kind == "select" else ((t.subject, t.predicate, t.object) for t in answer.triples)
    return columns, [tuple(show_term(term, answer.base_iri) for term in row) for row in rows]


def show_term(term: Term | None, base_iri: str | None = None) -> str:
    r"""Show a term on one line: a literal's text, an IRI by its path in the graph or its prefixed name.

    >>> show_term(ox.NamedNode("https://x.example/model/bert"), "https://x.example/")
    'model/bert'
    >>> show_term(ox.NamedNode("https://w3id.org/paper-kg/ns#uses")), show_term(ox.Literal("two\nlines"))
    ('kg:uses', 'two lines')
    """
    text = _plain(term)
    if isinstance(term, ox.NamedNode):
        if base_iri and text.startswith(base_iri) and text != base_iri:
            text = text[len(base_iri) :]
        else:
            text = _prefixed(text) or text
    return "".join(
        "\ufffd" if unicodedata.category(letter) in {"Cc", "Cs"} or letter in _BIDI else letter
        for letter in " ".join(text.split())
    )


#: characters that turn the direction of what follows, which could make a cell show another than its text
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _prefixed(iri: str) -> str | None:
    for prefix, namespace in PREFIXES.items():
        rest = iri.removeprefix(namespace)
        if rest != iri and rest and all(letter.isalnum() or letter in "-_" for letter in rest):
            return f"{prefix}:{rest}"
    return None


def _used_prefixes(answer: Answer) -> dict[str, str]:
    """Give the prefixes that the triples need, so that a short answer has a short head."""
    iris = {term.value for triple in answer.triples for term in triple if isinstance(term, ox.NamedNode)}
    iris |= {term.datatype.value for triple in answer.triples for term in triple if isinstance(term, ox.Literal)}
    iris.discard(_STRING)
    return {name: space for name, space in PREFIXES.items() if any(iri.startswith(space) for iri in iris)}


def _truth(answer: Answer) -> str:
    return "true" if answer.boolean else "false"


def _plain(term: Term | None) -> str:
    """Give a term as SPARQL 1.1 CSV has it: the bare IRI, the bare lexical form, `_:` and a label."""
    if term is None:
        return ""
    if isinstance(term, ox.NamedNode | ox.Literal):
        return term.value
    return str(term)


def _encode(term: Term) -> dict[str, Any]:
    """Encode a term as SPARQL 1.1 JSON results do (a triple term as in SPARQL 1.2's draft)."""
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, ox.Triple):
        parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
        return {"type": "triple", "value": {name: _encode(part) for name, part in parts.items()}}
    literal = {"type": "literal", "value": term.value}
    if term.language:
        return literal | {"xml:lang": term.language}
    return literal if term.datatype.value == _STRING else literal | {"datatype": term.datatype.value}
