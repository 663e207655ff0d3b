"""Fixtures of the tests of the page: a browser, and a page in it that may do nothing wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.export.page import write_page
from kg.graph.knowledge_graph import KnowledgeGraph

FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync""".split()
#: options of Playwright's `new_page`
WIDE = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True}

Opener = Callable[..., Any]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Opener]:
    """Write a graph's page and open it from disk; whatever goes wrong in it fails the test at its end."""
    faults: list[str] = []
    contexts = []

    def note(text: str) -> bool:
        faults.append(text)
        return True

    def open_graph(graph: KnowledgeGraph, fragment: str = "", script: str = "", **options: Any) -> Any:
        target = tmp_path / "graph.html"
        write_page(graph, target)
        context = browser.new_context(**({"reduced_motion": "reduce", "offline": True} | WIDE | options))
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(script)
        page.on("console", lambda message: note(f"console: {message.text}"))
        page.on("pageerror", lambda error: note(f"error: {error}"))
        page.on("dialog", lambda dialog: (note(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on(
            "request", lambda request: request.url.startswith(("file:", "blob:")) or note(f"request: {request.url}")
        )
        page.on("websocket", lambda socket: note(f"request: {socket.url}"))
        page.goto(target.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_graph
    pwned = [page.evaluate("window.__pwned") for context in contexts for page in context.pages]
    for context in contexts:
        context.close()
    assert not faults
    assert all(value is None for value in pwned)
