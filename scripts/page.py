"""Looks at pages of graphs in Chromium, as readers do: takes their picture, or measures how soon they are drawn.

python scripts/page.py picture exports/graph.html docs/graph.png
python scripts/page.py bench exports build/bench-page/*
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any, Final

FLAGS: Final = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync""".split()
WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 720}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 2, "has_touch": True}
#: what no page may exceed, and no graph of so many papers, in seconds until it is drawn
MOST_BYTES: Final = 15_000_000
SECONDS: Final = ((500, 2.0), (2_000, 3.0), (10_000, 5.0))
ROUNDS: Final = 5


@contextmanager
def start_browser() -> Iterator[Any]:
    """Start Chromium."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not path:
        sys.exit("There is no Chromium here: sudo apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def open_page(browser: Any, page: Path, fragment: str = "", **options: Any) -> Any:
    """Open a page from disk in a window of its own, and wait until it is drawn."""
    opened = browser.new_context(reduced_motion="reduce", **options).new_page()
    opened.goto(page.resolve().as_uri() + fragment)
    opened.wait_for_selector("html[data-ready]", timeout=60_000)
    return opened


def take_picture(page: Path, target: Path, fragment: str, dark: bool, phone: bool) -> None:
    """Save what a page looks like."""
    with start_browser() as browser:
        options = (PHONE if phone else WIDE) | {"color_scheme": "dark" if dark else "light"}
        opened = open_page(browser, page, fragment, **options)
        opened.wait_for_timeout(300)
        opened.screenshot(path=target)
    print(f"{target} written")


def measure(directories: list[Path]) -> bool:
    """Print how large the page of each build is, and the seconds until it is written and drawn; say if all is well."""
    from kg.export.page import write_page
    from kg.graph.knowledge_graph import KnowledgeGraph

    well = True
    print(f"{'graph':<16}{'papers':>8}{'nodes':>8}{'drawn':>8}{'MB':>8}{'written s':>11}{'drawn s':>9}{'limit s':>9}")
    with start_browser() as browser:
        for directory in directories:
            graph = KnowledgeGraph.load(directory)
            page = directory / "graph.html"
            start = process_time()
            write_page(graph, page)
            written = process_time() - start
            times = []
            for _ in range(ROUNDS):
                opened = open_page(browser, page, **WIDE)
                times.append(opened.evaluate("performance.getEntriesByName('kg-drawn')[0].startTime") / 1000)
                drawn = opened.evaluate("JSON.parse(document.getElementById('drawing').textContent).nodes.length")
                opened.context.close()
            papers = sum(data["kind"] == "Paper" for _, data in graph.graph.nodes(data=True))
            limit = next((seconds for most, seconds in SECONDS if papers <= most), float("inf"))
            size, until_drawn = page.stat().st_size, statistics.median(times)
            well = well and size <= MOST_BYTES and until_drawn <= limit
            print(
                f"{directory.name:<16}{papers:>8,}{len(graph.graph):>8,}{drawn:>8,}{size / 1e6:>8.2f}"
                f"{written:>11.1f}{until_drawn:>9.2f}{limit:>9.0f}",
                flush=True,
            )
    return well


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    picture = commands.add_parser("picture", help="save what a page looks like")
    picture.add_argument("page", type=Path)
    picture.add_argument("target", type=Path)
    picture.add_argument("--fragment", default="", help="what is chosen, as in the address: #node=model%%2Fbert")
    picture.add_argument("--dark", action="store_true")
    picture.add_argument("--phone", action="store_true")
    bench = commands.add_parser("bench", help="measure pages; exit code 1 when one is too large or too slow")
    bench.add_argument(
        "builds", type=Path, nargs="+", help="directories that `kg build` wrote; their page is made anew"
    )
    given = parser.parse_args()
    if given.command == "picture":
        take_picture(given.page, given.target, given.fragment, given.dark, given.phone)
    elif not measure(given.builds):
        sys.exit(1)


if __name__ == "__main__":
    main()
