"""axe-core finds nothing in the page that keeps people out."""

from __future__ import annotations

from typing import Any

import pytest

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
