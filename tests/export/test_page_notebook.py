"""A graph shows itself in a notebook: in a frame that works and can reach nothing outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.conftest import WIDE
from tests.export.page_graphs import PAYLOADS, dated_graph, hostile_graph, large_graph


@pytest.fixture
def notebook(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Show graphs as a notebook does: their HTML put into a page that is there already. Gives the frame."""
    page = browser.new_page(reduced_motion="reduce", **WIDE)
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    (tmp_path / "notebook.html").write_text("<!doctype html><title>Notebook</title><div id=cell></div>", "utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())

    def show(graph: KnowledgeGraph) -> Any:
        page.evaluate("(html) => { document.querySelector('#cell').innerHTML = html; }", graph._repr_html_())
        frame = page.frame_locator("iframe")
        frame.locator("html[data-ready]").wait_for()
        return frame

    yield show
    assert not faults
    assert page.title() == "Notebook"
    assert page.evaluate("window.__pwned") is None
    page.close()


def test_page_works_in_a_frame(notebook: Any) -> None:
    frame = notebook(dated_graph())
    frame.locator("#search").fill("swift")
    frame.locator("#search").press("Enter")
    assert frame.locator("#panel .title").inner_text() == "Swift"
    frame.locator("text=Neighbours only").click()
    assert frame.locator("#around-name").inner_text() == "Swift"
    frame.locator("#kinds input[value=Task]").uncheck()
    assert frame.locator("#shown").inner_text().startswith("3 of")
    assert frame.locator("#reset").evaluate("() => location.hash") == (
        "#node=model%2Fswift&focus=model%2Fswift&steps=1&hide=Task"
    )
    page = frame.owner.page
    with page.expect_download() as download:
        frame.locator("text=Save as CSV").click()
    assert download.value.suggested_filename == "Swift.csv"


def test_frame_reaches_nothing_outside(notebook: Any) -> None:
    frame = notebook(dated_graph())
    reached = frame.locator("html").evaluate(
        "() => { try { parent.document.title = 'reached'; return true; } catch { return origin; } }"
    )
    assert reached == "null"


def test_hostile_text_stays_in_the_frame(notebook: Any) -> None:
    frame = notebook(hostile_graph())
    for payload in PAYLOADS:
        frame.locator("html").evaluate(
            "(_, id) => { location.hash = '#node=' + encodeURIComponent(id); }", f"task/{payload}"
        )
        frame.locator("#panel .title").filter(has_text=payload).wait_for()


def test_large_graphs_stay_small(notebook: Any) -> None:
    graph = large_graph(1030, 8000, 1000)
    assert len(graph._repr_html_().encode()) < 2_500_000
    frame = notebook(graph)
    assert "Drawn are 400 of 10,030" in frame.locator("#panel").inner_text()
    assert "leaves out" in frame.locator("#panel").inner_text()
