"""Papers with their entities highlighted: what is shown of them, and a page of HTML, drawn by displaCy."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kg.extraction.records import ExtractedEntity, Extraction
from kg.vocabulary import ENTITY_TYPES

_PAGE: Final = Path(__file__).parent / "page"
_COLOUR: Final = re.compile(r"--(\w+):\s*(#[0-9a-f]{6})\b")
#: displaCy's template of a mention: the type's colour as a line, and as a ground on which text stays easy to read
_MARK: Final = '<mark style="background: {bg}33; border-color: {bg}">{text}<small>{label}</small></mark>'


class Piece(msgspec.Struct, frozen=True):
    """A stretch of a text; its type where it names an entity."""

    text: str
    type: str | None = None


class EntityRow(msgspec.Struct, frozen=True):
    """What a list of a paper's entities says of one."""

    name: str
    type: str
    role: str
    also: str
    score: str


@cache
def type_colours(*, dark: bool = False) -> dict[str, str]:
    """Give the colour of each type of entity on the graph's page, on its light or its dark ground."""
    found: dict[str, list[str]] = {}
    for name, colour in _COLOUR.findall((_PAGE / "page.css").read_text(encoding="utf-8")):
        found.setdefault(name, []).append(colour)
    return {kind: found[kind][dark] for kind in ENTITY_TYPES}


def cut_text(extraction: Extraction) -> Iterator[Piece]:
    """Cut a paper's text where mentions begin and end."""
    last = 0
    for start, end, kind in sorted((m.start, m.end, e.type) for e in extraction.entities for m in e.mentions):
        if start < last:
            continue  # mentions overlap in an edited file only
        if start > last:
            yield Piece(extraction.text[last:start])
        yield Piece(extraction.text[start:end], kind)
        last = end
    if last < len(extraction.text):
        yield Piece(extraction.text[last:])


def printable(text: str) -> str:
    r"""Put U+FFFD for control characters, which would steer a terminal; one character for each, so that offsets stay.

    >>> printable("a\x1b[31mb")
    'a�[31mb'
    """
    return "".join("\ufffd" if unicodedata.category(c) == "Cc" and c not in "\n\t" else c for c in text)


def entity_row(entity: ExtractedEntity) -> EntityRow:
    """Say of an entity what its mentions don't show."""
    name = entity.canonical or entity.name
    others = dict.fromkeys(n for n in (entity.name, entity.expansion, *entity.names) if n and n != name)
    role = f"{entity.role} {entity.role_score:.2f}"
    return EntityRow(
        name, entity.type + (", generic" if entity.generic else ""), role, ", ".join(others), f"{entity.score:.2f}"
    )


def render_papers(extractions: Sequence[Extraction]) -> str:
    """Make one HTML page that shows papers with their entities highlighted; it needs nothing else."""
    environment = Environment(loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined)
    papers = [
        {
            "id": extraction.id,
            "markup": Markup(_mark_up(extraction)),  # noqa: S704 - displaCy escapes the text
            "entities": [msgspec.to_builtins(entity_row(entity)) for entity in extraction.entities],
            "relations": [
                {"head": r.head, "relation": r.relation, "tail": r.tail, "score": f"{r.score:.2f}"}
                for r in extraction.relations
            ],
        }
        for extraction in extractions
    ]
    return printable(environment.get_template("paper.html").render(papers=papers, colours=type_colours())) + "\n"


def _mark_up(extraction: Extraction) -> str:
    from spacy import displacy

    ents: list[dict[str, Any]] = []
    place = 0
    for piece in cut_text(extraction):
        if piece.type:
            ents.append({"start": place, "end": place + len(piece.text), "label": piece.type})
        place += len(piece.text)
    document = {"text": extraction.text, "ents": ents, "title": None, "settings": {"direction": "auto"}}
    options = {"colors": type_colours(), "template": _MARK}
    return str(displacy.render([document], style="ent", manual=True, jupyter=False, options=options))
