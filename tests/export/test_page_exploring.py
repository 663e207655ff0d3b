"""The page in a real Chromium: filters, neighbourhoods, addresses, CSV and labels."""

from __future__ import annotations

import csv
import io
from itertools import combinations
from typing import Any

import pytest

from tests.export.conftest import PHONE, WIDE, Opener
from tests.export.page_graphs import PAYLOADS, dated_graph, hostile_graph, large_graph, small_graph


def title(page: Any) -> str:
    return str(page.inner_text("#panel .title"))


def shown(page: Any) -> int:
    """How many symbols the page says to show."""
    return int(page.inner_text("#shown").split()[0].replace(",", ""))


def slide(page: Any, slider: str, *keys: str) -> None:
    page.focus(slider)
    for key in keys:
        page.keyboard.press(key)


def fragment(page: Any) -> str:
    return str(page.evaluate("location.hash"))


def save(page: Any) -> tuple[str, list[dict[str, str]]]:
    """Save the selection; give the file's name and its rows."""
    with page.expect_download() as download:
        page.click("text=Save as CSV")
    content = download.value.path().read_bytes()
    assert content.startswith(b"\xef\xbb\xbf"), "spreadsheets need the mark"
    text = content.decode("utf-8-sig")
    assert text.count("\n") == text.count("\r\n")
    return download.value.suggested_filename, list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_years(open_page: Opener) -> None:
    page = open_page(dated_graph())
    assert page.inner_text("#years-shown") == "2019–2023"
    assert page.get_attribute("#years .bars", "aria-label") == "Papers by year: 2019: 1, 2021: 1, 2023: 1"
    assert page.is_hidden("#no-year")
    slide(page, "#year-from", "ArrowRight")
    assert page.inner_text("#years-shown") == "2020–2023"
    assert page.is_visible("#no-year")
    assert shown(page) == 5, "neither the paper of 2019 nor that without a year"
    slide(page, "#year-to", "ArrowLeft", "ArrowLeft")
    assert page.inner_text("#years-shown") == "2020–2021"
    assert shown(page) == 3, "paper b, the task, the model"
    assert "parsing\n1" in page.inner_text("#panel"), "counts are those of these years"
    assert fragment(page) == "#years=2020-2021"
    slide(page, "#year-to", "Home")
    assert page.inner_text("#years-shown") == "2020", "the ends don't cross"
    assert shown(page) == 0
    page.click("#reset")
    assert shown(page) == 7
    assert fragment(page) == ""
    assert page.is_hidden("#reset")


def test_years_of_a_node(open_page: Opener) -> None:
    page = open_page(dated_graph(), "#node=model%2Fswift")
    assert page.get_attribute("#panel .bars", "aria-label") == "Papers by year: 2019: 1, 2021: 1"
    page.click("#panel .name:has-text('Paper a')")
    assert page.locator("#panel .bars").count() == 0


def test_no_year_slider_without_years(open_page: Opener) -> None:
    page = open_page(dated_graph())
    assert page.is_visible("#years")
    page = open_page(small_graph())
    assert page.is_hidden("#years"), "one year only"


def test_least_number_of_papers(open_page: Opener) -> None:
    page = open_page(dated_graph())
    slide(page, "#least", "ArrowRight")
    assert page.inner_text("#least-shown") == "2 papers"
    assert page.get_attribute("#least", "aria-valuetext") == "at least 2 papers"
    assert shown(page) == 6
    slide(page, "#least", "ArrowRight")
    assert shown(page) == 5
    slide(page, "#year-to", "ArrowLeft")
    assert shown(page) == 2, "in two years no entity is named by three papers"
    page.fill("#search", "swift")
    page.keyboard.press("Enter")
    assert shown(page) == 3, "what was chosen is shown whatever the filter says"


def test_all_or_none_of_the_lines_and_symbols(open_page: Opener) -> None:
    page = open_page(dated_graph())
    page.click("#relations-all")
    assert fragment(page) == "#hide=uses.studies.usedFor"
    page.check("#relations input[value=uses]")
    assert page.inner_text("#relations-all") == "all"
    page.click("#relations-all")
    assert fragment(page) == ""
    page.click("#kinds-all")
    assert shown(page) == 0
    page.check("#kinds input[value=Model]")
    assert shown(page) == 1


def test_neighbourhood_and_back(open_page: Opener) -> None:
    page = open_page(dated_graph(), "#node=dataset%2Fnest")
    assert page.is_hidden("#around")
    page.click("text=Neighbours only")
    assert shown(page) == 2
    assert page.inner_text("#around-name") == "=NEST()"
    assert page.get_attribute("[data-steps='1']", "aria-pressed") == "true"
    assert fragment(page) == "#node=dataset%2Fnest&focus=dataset%2Fnest&steps=1"
    page.click("#around >> text=2 steps")
    assert shown(page) == 3, "the paper's task, too"
    assert page.get_attribute("[data-steps='1']", "aria-pressed") == "false"
    page.click("#panel .name:has-text('Paper c')")
    assert title(page) == "Paper c"
    assert shown(page) == 3, "a node inside keeps the neighbourhood"
    page.go_back()
    page.wait_for_function("document.querySelector('#panel .title').textContent === '=NEST()'")
    page.go_back()
    page.wait_for_function("document.querySelector(\"[data-steps='1']\").ariaPressed === 'true'")
    page.click("text=Whole graph")
    assert page.is_hidden("#around")
    assert title(page) == "=NEST()"
    assert shown(page) == 7
    page.click("text=Two steps")
    page.fill("#search", "swift")
    page.keyboard.press("Enter")
    assert page.is_hidden("#around"), "a node outside ends it"
    page.click("text=Neighbours only")
    page.keyboard.press("Escape")
    assert (title(page), shown(page), fragment(page)) == ("Overview", 7, "")


def test_neighbourhood_follows_the_filter(open_page: Opener) -> None:
    page = open_page(dated_graph(), "#node=task%2Fparsing&focus=task%2Fparsing&steps=1")
    assert shown(page) == 6
    page.uncheck("#kinds input[value=Model]")
    assert shown(page) == 5
    slide(page, "#year-from", "ArrowRight")
    assert shown(page) == 3
    page.uncheck("#relations input[value=studies]")
    assert shown(page) == 1


def test_neighbourhood_of_a_hub_is_cut_and_says_so(open_page: Opener) -> None:
    page = open_page(large_graph(400, 900, 50), "#focus=task%2F00000&steps=1")
    assert shown(page) == 240
    assert "more have no room here" in page.inner_text("#around-cut")
    page.click("text=Whole graph")
    assert shown(page) == 1350


def test_neighbourhood_draws_what_was_not_drawn(open_page: Opener) -> None:
    page = open_page(large_graph(700, 5000, 300))
    assert shown(page) == 800
    page.fill("#search", "number 4999")
    page.keyboard.press("Enter")
    assert shown(page) == 801
    page.click("text=Two steps")
    assert 10 < shown(page) < 100
    page.click("text=Whole graph")
    assert shown(page) == 801, "and takes it away again"


def test_address_holds_all_and_brings_it_back(open_page: Opener) -> None:
    page = open_page(dated_graph())
    page.uncheck("#kinds input[value=Dataset]")
    page.uncheck("#relations input[value=usedFor]")
    slide(page, "#year-from", "ArrowRight")
    slide(page, "#least", "ArrowRight")
    page.fill("#search", "parsing")
    page.keyboard.press("Enter")
    page.click("text=Two steps")
    address = fragment(page)
    assert address == (
        "#node=task%2Fparsing&focus=task%2Fparsing&steps=2&years=2020-2023&papers=2&hide=Dataset.usedFor"
    )
    state = (shown(page), page.inner_text("#panel"), page.inner_text("#legend"))
    again = open_page(dated_graph(), address)
    assert (shown(again), again.inner_text("#panel"), again.inner_text("#legend")) == state
    assert not again.is_checked("#kinds input[value=Dataset]")
    assert not again.is_checked("#relations input[value=usedFor]")
    assert again.get_attribute("[data-steps='2']", "aria-pressed") == "true"
    assert fragment(again) == address


def test_address_of_a_line(open_page: Opener) -> None:
    page = open_page(small_graph(), "#node=model%2Fkite")
    page.click("#panel .row:has-text('tagging') .why")
    assert fragment(page) == "#node=model%2Fkite&with=task%2Ftagging"
    page.go_back()
    page.wait_for_function("document.querySelector('#panel .title').textContent === 'Kite'")
    again = open_page(small_graph(), "#node=model%2Fkite&with=task%2Ftagging&show=Venue")
    assert "Kite is used for tagging" in again.inner_text("#panel")
    assert again.is_checked("#kinds input[value=Venue]")


@pytest.mark.parametrize(
    "broken",
    ["#years=1-2", "#years=2023-2019&papers=-4", "#papers=x", "#focus=nobody&steps=9", "#hide=&show=Nothing",
     "#show=constructor", "#node=paper%2Fa&with=paper%2Fb", "#node=%E0%A4%A", "#with=paper%2Fa", "#&&==",
     "#years=NaN-NaN"],
)  # fmt: skip
def test_broken_addresses_do_no_harm(open_page: Opener, broken: str) -> None:
    page = open_page(dated_graph(), broken)
    assert title(page) in {"Overview", "Paper a"}
    assert shown(page) == 7


def test_csv_of_all_of_a_node_and_of_a_line(open_page: Opener) -> None:
    page = open_page(dated_graph())
    name, rows = save(page)
    assert name == "graph.csv"
    assert len(rows) == 9
    page.fill("#search", "swift")
    page.keyboard.press("Enter")
    name, rows = save(page)
    assert name == "Swift.csv"
    assert {(row["subject"], row["relation"], row["object"], row["paper_id"], row["score"]) for row in rows} == {
        ("Swift", "usedFor", "parsing", "paper/a", "0.5"),
        ("Swift", "usedFor", "parsing", "paper/b", "0.75"),
        ("Paper a", "uses", "Swift", "paper/a", "0.5"),
        ("Paper b", "uses", "Swift", "paper/b", "0.5"),
    }
    assert [row["evidence"] for row in rows if row["relation"] == "uses"] == ['Swift "fli', 'Swift "fli']
    page.click("#panel .row:has-text('parsing') .why")
    name, rows = save(page)
    assert name == "Swift-parsing.csv"
    assert [row["year"] for row in rows] == ["2019", "2021"]
    page = open_page(dated_graph(), "#focus=dataset%2Fnest&steps=1")
    name, rows = save(page)
    assert [(row["subject_kind"], row["object"], row["object_kind"]) for row in rows] == [
        ("Paper", "'=NEST()", "Dataset")
    ], "a spreadsheet must not run it"


def test_csv_of_hostile_names(open_page: Opener) -> None:
    page = open_page(hostile_graph())
    _, rows = save(page)
    assert {row["object"] for row in rows} == set(PAYLOADS)
    page.evaluate("(id) => { location.hash = '#node=' + encodeURIComponent(id); }", f"task/{PAYLOADS[5]}")
    page.wait_for_function("(text) => document.querySelector('#panel .title').textContent === text", arg=PAYLOADS[5])
    assert save(page)[0] == "evil-script.csv"


def test_what_was_found_by_another_name_is_said(open_page: Opener) -> None:
    page = open_page(small_graph())
    page.fill("#search", "part-of-speech")
    assert "tagging also part-of-speech tagging" in page.inner_text("#suggestions [role=option]").replace("\n", " ")


#: notes where text is drawn, in the coordinates of the screen; a new drawing begins where the canvas is wiped
NOTE_LABELS = """
  window.__labels = [];
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    window.__labels = [];
    return clearRect.apply(this, box);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    window.__labels.push([text, x, y, x + this.measureText(text).width, y + 12]);
    return fillText.call(this, text, x, y);
  };
"""


@pytest.mark.parametrize("options", [WIDE, PHONE], ids=["wide", "phone"])
def test_labels_never_cover_one_another(open_page: Opener, options: dict[str, Any]) -> None:
    page = open_page(large_graph(300, 1000, 100), script=NOTE_LABELS, **options)
    for press in ("#zoom-in", "#zoom-in", "#zoom-in", "#fit", "#zoom-out", "#zoom-out", "#zoom-out"):
        page.click(press)
        page.wait_for_timeout(60)
        labels = page.evaluate("window.__labels")
        assert len(labels) >= 5
        for (one, *box), (other, *box2) in combinations(labels, 2):
            apart = box[0] >= box2[2] or box2[0] >= box[2] or box[1] >= box2[3] or box2[1] >= box[3]
            assert apart, f"{one} and {other}"


def test_nothing_jumps_while_it_loads(open_page: Opener) -> None:
    for options in (WIDE, PHONE):
        page = open_page(large_graph(200, 800, 100), **options)
        moved = page.evaluate(
            """new Promise((done) => {
              let sum = 0;
              new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }))
                .observe({ type: "layout-shift", buffered: true });
              setTimeout(() => done(sum), 300);
            })"""
        )
        assert moved < 0.01


def test_keys_move_and_zoom_the_drawing(open_page: Opener) -> None:
    page = open_page(small_graph(), script=NOTE_LABELS)
    page.focus(".vis-network")

    def spread() -> tuple[float, float]:
        lefts = [left for _, left, *_ in page.evaluate("window.__labels")]
        return min(lefts), max(lefts) - min(lefts)

    left, width = spread()
    page.keyboard.press("ArrowRight", delay=150)
    page.wait_for_timeout(100)
    assert spread()[0] < left - 5
    page.keyboard.press("PageDown", delay=150)
    page.wait_for_timeout(100)
    assert spread()[1] < width - 5
