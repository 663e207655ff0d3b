"""The page in a real Chromium: nothing is loaded, nothing of a paper runs, everything can be reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from kg.export.page import write_page
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.conftest import PHONE, WIDE, Opener
from tests.export.page_graphs import PAYLOADS, hostile_graph, large_graph, small_graph


def title(page: Any) -> str:
    return str(page.inner_text("#panel .title"))


def find(page: Any, text: str) -> None:
    page.fill("#search", text)
    page.keyboard.press("Enter")


def drawn_spot(page: Any, first: str, second: str | None = None) -> dict[str, float]:
    """Where a node is on the screen, or the middle between two, after the view was fitted to all."""
    page.evaluate("location.hash = ''")
    page.click("#fit")
    page.wait_for_timeout(200)
    found = page.evaluate(
        """([first, second]) => {
          const data = JSON.parse(document.getElementById("data").textContent).nodes;
          const places = JSON.parse(document.getElementById("drawing").textContent).nodes;
          const spot = (id) => places.find((place) => data[place.id].id === id);
          const shown = places.filter((place) => data[place.id].kind !== "Venue");
          return [spot(first), spot(second || first), ...shown];
        }""",
        [first, second],
    )
    one, other, *shown = found
    box = page.locator("#network canvas").bounding_box()
    width, height = (max(p[axis] for p in shown) - min(p[axis] for p in shown) for axis in "xy")
    middle = {axis: (max(p[axis] for p in shown) + min(p[axis] for p in shown)) / 2 for axis in "xy"}
    scale = page.evaluate("window.__scale ?? null") or min(
        1.5, box["width"] / (width + 60), box["height"] / (height + 60)
    )
    spot = {axis: (one[axis] + other[axis]) / 2 for axis in "xy"}
    return {
        "x": box["x"] + box["width"] / 2 + (spot["x"] - middle["x"]) * scale,
        "y": box["y"] + box["height"] / 2 + (spot["y"] - middle["y"]) * scale,
    }


def test_opens_without_requests_or_errors(open_page: Opener) -> None:
    page = open_page(small_graph())
    assert page.title() == "Knowledge graph: 2 papers, 6 entities, 9 relations"
    assert (
        "Drawn is the whole graph: 2 papers, 3 models, 1 dataset, 1 method, 1 task and 1 keyword."
        in page.inner_text("#panel")
    )


@pytest.mark.parametrize("options", [WIDE, PHONE, WIDE | {"color_scheme": "dark"}], ids=["wide", "phone", "dark"])
def test_something_is_drawn_inside_the_window(open_page: Opener, options: dict[str, Any]) -> None:
    page = open_page(small_graph(), **options)
    colours = page.evaluate(
        """() => {
          const canvas = document.querySelector("#network canvas");
          const image = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(image.data.buffer)).size;
        }"""
    )
    assert colours > 20
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"
    assert dark == (options.get("color_scheme") == "dark")


@pytest.mark.parametrize("nodes", [0, 1])
def test_nothing_and_one_node(open_page: Opener, nodes: int) -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    if nodes:
        graph.add_node("paper/a", kind="Paper", label="Alone", title="Alone")
    page = open_page(KnowledgeGraph(graph))
    assert page.is_visible("#nothing") == (nodes == 0)
    assert page.is_visible("#kinds") == (nodes == 1)
    find(page, "alone")
    assert title(page) == ("Alone" if nodes else "Overview")


def test_search_by_any_name_with_the_keyboard(open_page: Opener) -> None:
    page = open_page(small_graph())
    page.keyboard.press("/")
    page.keyboard.type("TAGG")
    options = page.locator("#suggestions [role=option]")
    assert "tagging" in options.nth(0).inner_text()
    assert options.nth(0).get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowDown")
    assert options.nth(1).get_attribute("aria-selected") == "true"
    assert page.get_attribute("#search", "aria-activedescendant") == "found-1"
    page.keyboard.press("Escape")
    assert page.is_hidden("#suggestions")
    find(page, "kite tagg")
    assert title(page) == "Kite"
    page.fill("#search", "no such thing")
    assert "Nothing of that name" in page.inner_text("#suggestions")


def test_panel_of_an_entity_and_on_to_a_paper(open_page: Opener) -> None:
    page = open_page(small_graph())
    find(page, "Kite")
    panel = page.inner_text("#panel")
    for text in ("Model · in 1 paper", "Also: KITE tagger", "Proposed by 1", "Used for 1", "Compared with 1"):
        assert text in panel
    page.click("#panel .name:has-text('A tagger named Kite')")
    panel = page.inner_text("#panel")
    for text in (
        "Paper · 2023",
        "Ada Wing, Bo Feather",
        "Proposes 1",
        "Compares against 1",
        "Uses 1",
        "Studies 1",
        "Keywords 1",
    ):
        assert text in panel
    links = page.locator("#panel a").evaluate_all("all => all.map((a) => [a.href, a.rel, a.target])")
    assert [link[0] for link in links] == ["https://doi.org/10.1/kite", "https://kite.example/paper"]
    assert {tuple(link[1:]) for link in links} == {("noopener noreferrer", "_blank")}
    page.go_back()
    page.wait_for_function("document.querySelector('#panel .title').textContent === 'Kite'")
    page.keyboard.press("Escape")
    assert title(page) == "Overview"


def test_untitled_and_generic_are_said(open_page: Opener) -> None:
    page = open_page(small_graph(), fragment="#node=paper%2Fx")
    assert "no title; these are the first words" in page.inner_text("#panel")
    find(page, "language models")
    assert "Model, a general class" in page.inner_text("#panel")


def test_evidence_of_an_edge(open_page: Opener) -> None:
    page = open_page(small_graph(), fragment="#node=model%2Fkite")
    page.click("#panel .row:has-text('tagging') .why")
    panel = page.inner_text("#panel")
    assert "Kite is used for tagging" in panel
    assert "Said by 2 papers" in panel
    assert "2023 · 0.75" in panel
    assert page.locator("#panel blockquote").all_inner_texts() == ["We propose Kite for tagging."]


def test_page_says_when_texts_are_not_at_hand(open_page: Opener) -> None:
    assert "were not at hand" not in open_page(small_graph()).inner_text("#panel")
    page = open_page(KnowledgeGraph(small_graph().graph), fragment="#node=model%2Fkite&with=task%2Ftagging")
    assert "Said by 2 papers" in page.inner_text("#panel")
    assert page.locator("#panel blockquote").count() == 0
    page.keyboard.press("Escape")
    assert "were not at hand" in page.inner_text("#panel")


def test_click_on_a_symbol_and_on_a_line(open_page: Opener) -> None:
    page = open_page(small_graph())
    spot = drawn_spot(page, "dataset/windbank")
    page.mouse.click(spot["x"], spot["y"])
    page.wait_for_timeout(100)
    assert title(page) == "WindBank"
    assert page.url.endswith("#node=dataset%2Fwindbank")
    spot = drawn_spot(page, "paper/10.1/kite", "dataset/windbank")
    page.mouse.click(spot["x"], spot["y"])
    page.wait_for_timeout(100)
    assert "A tagger named Kite uses WindBank" in page.inner_text("#panel")
    assert page.locator("#panel blockquote").all_inner_texts() == ["On WindBank, Kite beats Gull."]


def test_finger_need_not_be_exact(open_page: Opener) -> None:
    page = open_page(small_graph(), **WIDE | {"has_touch": True})
    spot = drawn_spot(page, "dataset/windbank")
    page.mouse.click(spot["x"] + 16, spot["y"] + 16)
    page.wait_for_timeout(100)
    assert title(page) == "Overview"
    page.touchscreen.tap(spot["x"] + 16, spot["y"] + 16)
    page.wait_for_timeout(400)
    assert title(page) == "WindBank"


def test_legend_is_the_filter(open_page: Opener) -> None:
    page = open_page(small_graph())
    kinds = page.locator("#kinds input").evaluate_all("all => all.map((box) => [box.value, box.checked])")
    assert dict(kinds) == {
        "Paper": True, "Model": True, "Dataset": True, "Method": True, "Task": True, "Keyword": True, "Venue": False,
    }  # fmt: skip
    model, line = (0, 114, 178), (90, 98, 115)
    assert pixels_of(page, model) > 0
    page.uncheck("#kinds input[value=Model]")
    page.wait_for_timeout(100)
    assert pixels_of(page, model) == 0
    lines = pixels_of(page, line)
    assert lines > 500
    page.check("#kinds input[value=Model]")
    for box in page.locator("#relations input").all():
        box.uncheck()
    page.wait_for_timeout(100)
    assert pixels_of(page, model) > 0
    assert pixels_of(page, line) < lines / 2  # what is left belongs to letters


def pixels_of(page: Any, colour: tuple[int, int, int]) -> int:
    """Count the pixels of a colour, whatever its opacity (which rounds it a little)."""
    count = page.evaluate(
        """(colour) => {
          const canvas = document.querySelector("#network canvas");
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4) {
            count += data[at + 3] > 40 && colour.every((value, part) => Math.abs(data[at + part] - value) < 5);
          }
          return count;
        }""",
        colour,
    )
    return int(count)


def test_everything_is_reached_by_keyboard_with_a_visible_focus(open_page: Opener) -> None:
    page = open_page(small_graph())
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        focus = page.evaluate(
            """() => {
              const one = document.activeElement;
              if (one === document.body) return ["", "", ""];
              const name = one.getAttribute("aria-label") || one.labels?.[0]?.innerText || one.innerText;
              return [one.id || one.value || one.innerText, name, getComputedStyle(one).outlineStyle];
            }"""
        )
        seen.add(focus[0])
        if focus[0]:
            assert focus[1], f"{focus[0]} has no name"
            assert focus[2] != "none", f"{focus[0]} shows no focus"
    assert {"search", "Paper", "proposes", "zoom-in", "fit"} <= seen
    assert any("Kite" in text for text in seen)


def test_shared_link_opens_what_it_names(open_page: Opener) -> None:
    assert title(open_page(small_graph(), fragment="#node=paper%2F10.1%2Fkite")) == "A tagger named Kite"
    for fragment in ("#nobody", "#%E0%A4%A", "#<img src=x onerror=window.__pwned=1>"):
        assert title(open_page(small_graph(), fragment=fragment)) == "Overview"


def test_phone_shows_legend_and_details_on_request(open_page: Opener) -> None:
    page = open_page(small_graph(), **PHONE)
    assert page.is_hidden("#legend")
    assert page.is_hidden("#panel")
    page.click("text=Legend")
    assert page.is_visible("#legend")
    find(page, "Kite")
    assert page.is_visible("#panel")
    assert page.is_hidden("#legend")
    boxes = [page.locator(part).bounding_box() for part in ("#panel", "main")]
    assert boxes[1]["y"] + boxes[1]["height"] <= boxes[0]["y"] + 1, "the panel covers nothing of the drawing"
    page.click("text=Details")
    assert page.is_hidden("#panel")


def test_hostile_text_is_shown_and_never_runs(open_page: Opener) -> None:
    page = open_page(hostile_graph())
    markup = "document.querySelectorAll('script').length"
    scripts = page.evaluate(markup)
    page.check("#kinds input[value=Venue]")
    for payload in PAYLOADS:
        for kind in ("paper", "task", "model", "keyword", "person", "venue"):
            page.evaluate("(id) => { location.hash = '#node=' + encodeURIComponent(id); }", f"{kind}/{payload}")
            page.wait_for_function(
                "(text) => document.querySelector('#panel .title').textContent === text", arg=payload
            )
        page.evaluate("(id) => { location.hash = '#node=' + encodeURIComponent(id); }", f"paper/{payload}")
        page.locator("#panel .why").first.click()
        assert page.locator("#panel blockquote").first.evaluate("one => one.textContent") == payload.strip()
        page.fill("#search", payload[:9])
        assert page.locator("#suggestions [role=option]").count() >= 5
        page.keyboard.press("Escape")
    assert page.evaluate(markup) == scripts
    assert page.locator("#panel img, #panel svg[onload], #suggestions img, b").count() == 0
    assert page.locator("a:not([href^='https://']):not([href^='http://'])").count() == 0


def test_policy_stops_what_would_slip_through(browser: Any, tmp_path: Path) -> None:
    write_page(small_graph(), tmp_path / "graph.html")
    page = browser.new_page()
    page.goto((tmp_path / "graph.html").as_uri())
    blocked = page.evaluate(
        """async () => {
          const markup = "<img src=x onerror='window.__pwned=1'><b onclick='window.__pwned=2'>b</b>";
          document.body.insertAdjacentHTML("beforeend", markup);
          document.querySelector("b").click();
          const script = document.createElement("script");
          script.textContent = "window.__pwned = 3";
          document.body.append(script);
          try { await fetch("https://example.org/"); return "fetched"; } catch { return window.__pwned ?? "blocked"; }
        }"""
    )
    page.close()
    assert blocked == "blocked"


def test_large_graph_draws_a_part_and_finds_the_rest(open_page: Opener) -> None:
    page = open_page(large_graph(1030, 8000, 1000))
    assert page.evaluate("performance.getEntriesByName('kg-drawn')[0].startTime") < 10_000
    assert "Drawn are 800 of 10,030 papers, entities and keywords" in page.inner_text("#panel")
    assert "/ 1,030" in page.inner_text("#kinds li:has-text('Papers')")
    page.fill("#search", "number 7999")
    assert "not drawn" in page.inner_text("#suggestions")
    page.keyboard.press("Enter")
    assert title(page) == "Metric number 7999"
    page.fill("#search", "number 7999")
    assert "not drawn" not in page.inner_text("#suggestions")
