"""axe-core finds nothing in the page that keeps people out."""

from __future__ import annotations

from typing import Any

import pytest

from kg.vocabulary import NODE_KINDS
from tests.export.conftest import PHONE, WIDE, Opener
from tests.export.page_graphs import dated_graph, hostile_graph

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")


def violations(page: Any) -> list[str]:
    """What axe-core finds: the rule and where it is broken."""
    # contrast is measured in the state that a person sees, after all transitions
    found = axe_playwright.Axe().run(page).response["violations"]
    return [f"{rule['id']} ({rule['impact']}): {node['target']}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(open_page: Opener, options: dict[str, Any], scheme: str) -> None:
    page = open_page(dated_graph(), color_scheme=scheme, **options)
    assert violations(page) == []
    if options is PHONE:
        page.click("text=Legend")
        assert violations(page) == []
    page.fill("#search", "sw")
    assert page.locator("#suggestions [role=option]").count() == 1
    assert violations(page) == []
    page.keyboard.press("Enter")
    assert violations(page) == []
    page.click("text=Two steps")
    assert violations(page) == []
    page.click("#panel .why >> nth=0")
    assert page.is_visible("#panel blockquote") or page.is_visible("#panel .note")
    assert violations(page) == []


def test_axe_finds_nothing_in_hostile_or_empty_pages(open_page: Opener) -> None:
    assert violations(open_page(hostile_graph(), "#show=Venue.Person")) == []
    empty = dated_graph()
    empty.graph.clear()
    assert violations(open_page(empty)) == []


def test_axe_would_find_something(open_page: Opener) -> None:
    page = open_page(dated_graph())
    page.evaluate("document.querySelector('#search').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#search').removeAttribute('placeholder')")
    assert any("label" in one for one in violations(page))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_symbols_stand_out_from_the_ground(open_page: Opener, scheme: str) -> None:
    page = open_page(dated_graph(), color_scheme=scheme)
    colours = page.evaluate(
        """(names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        }""",
        ["ground", *NODE_KINDS],
    )
    for kind in NODE_KINDS:
        # WCAG 2.2, 1.4.11: graphical objects
        assert contrast(colours[kind], colours["ground"]) >= 3, kind


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it."""
    darker, lighter = sorted(luminance(colour) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
