"""The three saved pages beside the checkout, against what a careful reader found on them."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.papers import paper_label, read_papers

PAGES = ("000_2948ce11a6108521.txt", "001_47d5c4808dea2261.txt", "004_cadcf7ad11f1cb51.txt")


@pytest.fixture(scope="module")
def expected(shared: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared / "seeds" / "pages.json").read_text(encoding="utf-8"))
    assert tuple(found) == PAGES
    return found


@pytest.mark.parametrize("name", PAGES)
def test_each_page_holds_what_it_holds(shared: Path, expected: dict[str, Any], name: str) -> None:
    page = expected[name]
    reading = read_papers([shared / "seeds" / name], merge=False)
    assert reading.problems == ()
    main, *others = reading.papers
    listed = others[: len(page["next_papers"])]
    for field in ("title", "venue", "presentation_type"):
        assert getattr(main, field) == page["main"][field]
    assert list(main.keywords) == page["main"]["keywords"]
    assert (main.abstract or "").startswith(page["main"]["abstract_first_60_chars"])
    assert main.records[0].position == f"line {page['main']['abstract_line']}"
    assert [paper.title for paper in listed] == [paper["title"] for paper in page["next_papers"]]
    for paper, wanted in zip(listed, page["next_papers"], strict=True):
        # the ends are given as on the page; two of them are cut through markup that cleaning takes away
        last = wanted["abstract_last_60_chars"].removesuffix("**").removeprefix("xtit")
        assert (paper.abstract or "").startswith(wanted["abstract_first_60_chars"])
        assert (paper.abstract or "").endswith(last)
        assert paper.records[0].position == f"line {wanted['abstract_line']}"
        assert (paper.venue, paper.year, paper.keywords) == (page["main"]["venue"], 2025, ())
    similar = others[len(listed) :]
    assert [paper.title for paper in similar] == page["similar_lectures"]
    assert all((paper.abstract, paper.venue, paper.year) == (None, None, None) for paper in similar)


def test_the_pages_together_hold_thirty_papers_and_a_bare_title(shared: Path, expected: dict[str, Any]) -> None:
    reading = read_papers([shared / "seeds"])
    assert reading.problems == ()
    assert [item.path for item in reading.inputs] == [f"seeds/{name}" for name in PAGES]
    assert len(reading.papers) == 31
    assert sum(paper.abstract is not None for paper in reading.papers) == 30
    untitled = [paper for paper in reading.papers if paper.title is None]
    assert len(untitled) == 2
    assert all(paper_label(paper).endswith("…") for paper in untitled)
    assert [paper.title for paper in reading.papers if paper.abstract is None] == expected[PAGES[0]]["similar_lectures"]
    lost = expected[PAGES[0]]["next_papers"][-1]["title_on_other_page"]["title"]
    (found,) = [paper for paper in reading.papers if paper.title == lost]
    assert len(found.records) == 2


def test_the_texts_are_clean(shared: Path) -> None:
    whole = "\n".join(paper.abstract or "" for paper in read_papers([shared / "seeds"]).papers)
    for sign in ("\\", "**", "&#", "<br", "textit", "footnote", "---", "--"):
        assert sign not in whole
    for words in ("I-Guard", "MoMentS (Multimodal Mental States)", "CoBA: CounterBias Augmentation", "(~5% to 10%"):
        assert words in whole
    for words in (
        "word–emotion",
        "metrics—Switch",
        "N=5,772",
        "environments. Disclaimer",
        "Model NLP models",
        "75.74%",
    ):
        assert words in whole
    for words in ("CLIP's", "OTCCLIPsignificantly", "NüshuVision", "multi‐module", "that (i) most", "SGToxicGuard"):
        assert words in whole
