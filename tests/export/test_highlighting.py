"""Papers with their entities highlighted."""

import re

from kg.export.highlighting import Piece, cut_text, render_papers, type_colours
from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.vocabulary import ENTITY_TYPES
from tests.conftest import ROOT
from tests.corpus import EXTRACTIONS


def test_the_colours_are_those_of_the_graphs_page() -> None:
    style = (ROOT / "kg" / "export" / "page" / "page.css").read_text(encoding="utf-8")
    light, dark = style.split("prefers-color-scheme: dark", 1)
    assert list(type_colours()) == list(ENTITY_TYPES)
    for kind in ENTITY_TYPES:
        assert f"--{kind}: {type_colours()[kind]}" in light
        assert f"--{kind}: {type_colours(dark=True)[kind]}" in dark


def test_the_pieces_are_the_text() -> None:
    for extraction in EXTRACTIONS:
        pieces = list(cut_text(extraction))
        assert "".join(piece.text for piece in pieces) == extraction.text
        assert sum(piece.type is not None for piece in pieces) == sum(len(e.mentions) for e in extraction.entities)


def test_of_mentions_that_overlap_the_first_is_shown() -> None:
    mentions = (Mention(0, 6, "a b c ", 1), Mention(2, 3, "b", 1))
    extraction = Extraction("x", "a b c d", (ExtractedEntity("a", "Task", "used", 1, mentions),))
    assert list(cut_text(extraction)) == [Piece("a b c ", "Task"), Piece("d")]


def test_a_page_is_the_same_each_time_and_shows_every_paper() -> None:
    page = render_papers(EXTRACTIONS)
    assert page == render_papers(EXTRACTIONS)
    assert page.startswith("<!doctype html>")
    assert len(re.findall("<h1>", page)) == len(EXTRACTIONS)
    assert page.count("<mark ") == sum(len(e.mentions) for one in EXTRACTIONS for e in one.entities)
