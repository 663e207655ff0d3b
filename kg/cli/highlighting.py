"""Texts with entities highlighted on a terminal: in colours where it has them, else with plain marks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import typer

from kg.export.highlighting import Piece, cut_text, entity_row, printable, type_colours
from kg.vocabulary import ENTITY_TYPES

if TYPE_CHECKING:
    from rich.text import Text

    from kg.extraction.records import Extraction

Print = Callable[["Text"], None]


def output() -> tuple[Print, bool]:
    """Choose how to write to standard output.

    Returns:
        What writes a line, and whether it shows colours.
    """
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False)
    if console.is_terminal and console.color_system and not console.no_color:
        return console.print, True
    return lambda text: typer.echo(text.plain), False


def type_style(kind: str) -> str:
    """Give the style of a mention: black on a ground light enough for it, on a terminal of whatever colours."""
    return f"black on {type_colours(dark=True)[kind]}" if kind in ENTITY_TYPES else "reverse"


def highlight(pieces: Iterable[Piece], *, coloured: bool) -> Text:
    """Put a text together, its mentions coloured, or as `[BERT](Model)`."""
    from rich.text import Text

    text = Text()
    for piece in pieces:
        shown = printable(piece.text)
        if piece.type is None:
            text.append(shown)
        elif coloured:
            text.append(shown, type_style(piece.type))
        else:
            text.append(f"[{shown}]({piece.type})")
    return text


def legend() -> Text:
    """Say which colour is which type."""
    from rich.text import Text

    return Text(" ").join(Text(f" {kind} ", type_style(kind)) for kind in ENTITY_TYPES)


def describe(extraction: Extraction, *, coloured: bool) -> Iterable[Text]:
    """Yield what to print of a paper: its id, its text, its entities and relations."""
    from rich.text import Text

    yield Text(printable(extraction.id), "bold")
    yield highlight(cut_text(extraction), coloured=coloured)
    yield Text()
    for row in map(entity_row, extraction.entities):
        also = f" ({row.also})" if row.also else ""
        line = Text(printable(f"{row.type:<8} {row.name}{also}: {row.role}, score {row.score}"))
        if coloured:
            line.stylize(type_style(row.type.partition(",")[0]), 0, len(row.type))
        yield line
    for relation in extraction.relations:
        yield Text(printable(f"{relation.head} {relation.relation} {relation.tail}: {relation.score:.2f}"))
    yield Text()
