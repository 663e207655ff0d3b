"""Several lecture pages in one file; all of them made up."""

import gzip
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import Paper, read_papers
from kg.papers.lecture_boundaries import split_pages
from kg.papers.lecture_layout import split_blocks
from kg.papers.lecture_page import Page, parse_pages
from tests.papers.pages import OTHER_CONFERENCE, WELCOME, abstract, page
from tests.papers.test_seeds import PAGES

FOOTER = ("Stay up to date with the latest news!", "PRESENTATIONS", "CONFERENCES", "About us", "COMPANY", "RESOURCES")


def blocks_of(number: int, *, venue: str = "ECKL 2031", listed: int = 2, place: str = "Oslo, Norway") -> list[str]:
    """Make a page up to the end of its list."""
    pairs = [(abstract(number + one), f"Title Number {number + one}: Of Kettles") for one in range(1, listed + 1)]
    kettles = ["copper kettles", "tea"]
    return [
        *([place] if place else []),
        abstract(number),
        venue,
        f"Main Title {number}",
        *kettles,
        "poster",
        *WELCOME,
        *(text for pair in pairs for text in pair),
    ]


def end_of(number: int, venue: str = "ECKL 2031") -> list[str]:
    return ["Downloads", f"Next from {venue}", f"Title Number {number + 1}: Of Kettles"]


FIRST, SECOND = blocks_of(10), blocks_of(50)


def check(text: str, similar: int = 0) -> list[Page]:
    parsed = parse_pages(text)
    assert [one.main.title for one in parsed] == ["Main Title 10", "Main Title 50"]
    assert [one.main.abstract for one in parsed] == [abstract(10), abstract(50)]
    for one, number in zip(parsed, (10, 50), strict=True):
        assert one.keywords == ("copper kettles", "tea")
        assert one.presentation_type == "poster"
        assert [(lecture.title, lecture.abstract) for lecture in one.listed] == [
            (f"Title Number {number + n}: Of Kettles", abstract(number + n)) for n in (1, 2)
        ]
    assert [len(one.similar) for one in parsed] == [similar, 0]
    lines = text.splitlines()
    assert lines[parsed[0].main.line - 1].endswith(abstract(10))
    assert lines[parsed[1].main.line - 1].endswith(abstract(50))
    return parsed


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n\r\n\r\n", "\n<br>\n"])
@pytest.mark.parametrize("place", ["Oslo, Norway", ""])
@pytest.mark.parametrize(
    "tail",
    [
        ["Downloads"],
        end_of(10),
        [*end_of(10), *FOOTER],
        ["Downloads", *FOOTER[:3]],
        [*end_of(10)[1:]],
    ],
)
def test_pages_one_after_the_other(tail: list[str], place: str, between: str) -> None:
    if between == "\n<br>\n":
        between = "\n\n<br>\n\n"
    check(page(FIRST, tail) + between + page(blocks_of(50, place=place), end_of(50)))


@pytest.mark.parametrize("place", ["Norway", ""])
def test_similar_lectures_end_before_the_next_page(place: str) -> None:
    second = page(blocks_of(50, place=place), end_of(50))
    for titles in (["Geese: On Sleep"], ["Geese: On Sleep", "Do Kettles Dream?", "Boats that Nobody Has Ever Weighed"]):
        heading = "Similar lecture" if len(titles) == 1 else "Similar lectures"
        parsed = check(page(FIRST, end_of(10), heading, titles) + "\n\n" + second, similar=len(titles))
        assert [lecture.title for lecture in parsed[0].similar] == titles


def test_similar_lectures_with_their_venues_are_no_pages() -> None:
    similar = ["Similar lectures", "Geese at Night", "ECKL 2031", "Boats at Noon", "MOT 2030"]
    (parsed,) = parse_pages(page(FIRST, end_of(10), similar))
    assert [lecture.title for lecture in parsed.similar] == ["Geese at Night", "Boats at Noon"]


def test_pages_without_an_end() -> None:
    check(page(FIRST, SECOND))
    check(page(FIRST, SECOND, end_of(50)))


def test_a_place_that_runs_into_the_title_before_it() -> None:
    """As `cat` joins pages that end without a line end."""
    parsed = check(page(FIRST, end_of(10)) + page(SECOND, end_of(50)))
    assert parsed[0].similar == ()
    parsed = check(page(FIRST, end_of(10), "Similar lecture", "Geese at Night") + page(SECOND), similar=1)
    assert parsed[0].similar[0].title == "Geese at Night"


def test_a_title_that_ends_with_the_place_stays_whole() -> None:
    (parsed,) = parse_pages(page(FIRST, "Similar lecture", "A Study of Geese in Oslo, Norway"))
    assert parsed.similar[0].title == "A Study of Geese in Oslo, Norway"


def test_pages_of_several_venues() -> None:
    other = blocks_of(50, venue="Interspeaking")
    parsed = check(page(FIRST, end_of(10)) + "\n\n" + page(other, end_of(50, "Interspeaking")))
    assert [one.venue for one in parsed] == ["ECKL 2031", "Interspeaking"]


def test_a_page_without_an_abstract_between_two() -> None:
    keynote = ["Norway", "ECKL 2031", "A Keynote on Geese", "geese", "keynote", *WELCOME, "Downloads", *FOOTER]
    parsed = parse_pages(page(FIRST, end_of(10), keynote, SECOND, end_of(50)))
    assert [one.main.title for one in parsed] == ["Main Title 10", "A Keynote on Geese", "Main Title 50"]
    assert [one.presentation_type for one in parsed] == ["poster", "keynote", "poster"]
    assert parsed[1].main.abstract is None


def test_venues_in_a_footer_are_no_page() -> None:
    footer = ["PRESENTATIONS", "ECKL 2031", "MOT 2030", "About us"]
    parsed = parse_pages(page(FIRST, end_of(10), footer, blocks_of(50, place=""), end_of(50)))
    assert [one.main.title for one in parsed] == ["Main Title 10", "Main Title 50"]


def test_the_welcome_of_another_conference_begins_no_page() -> None:
    for welcome in (OTHER_CONFERENCE, ["Come and see the harbour. It is free for all.", "MOT 2030", "See You There"]):
        first, rest = FIRST[:6], FIRST[6:]
        for blocks in ([*first, *welcome, *rest], [*first[:-1], *welcome, *first[-1:], *rest]):
            (parsed,) = parse_pages(page(blocks, end_of(10)))
            assert (parsed.main.title, parsed.venue) == ("Main Title 10", "ECKL 2031")


@given(st.data())
def test_pages_read_together_as_they_do_alone(data: st.DataObject) -> None:
    pages = []
    for number in (10, 50, 90):
        place = data.draw(st.sampled_from(["", "Norway", "Main Hall"]))
        blocks = blocks_of(number, listed=data.draw(st.integers(0, 3)), place=place)
        tail = data.draw(st.sampled_from([["Downloads"], ["Downloads", *FOOTER], end_of(number)]))
        similar = data.draw(st.sampled_from([[], ["Similar lecture", "Do Geese Dream of Copper Kettles?"]]))
        pages.append(page(blocks, tail, similar if len(tail) == 3 else []))
    between = data.draw(st.sampled_from(["\n", "\n\n"]))
    together = parse_pages(between.join(pages))
    assert list(map(unplaced, together)) == [unplaced(one) for text in pages for one in parse_pages(text)]


def unplaced(parsed: Page) -> object:
    lectures = (parsed.main, *parsed.listed, *parsed.similar)
    texts = [(lecture.title, lecture.abstract) for lecture in lectures]
    return texts, len(parsed.similar), parsed.venue, parsed.keywords, parsed.presentation_type


@pytest.mark.parametrize(
    "blocks",
    [
        ["Downloads", "ECKL 2031", "A Title"],
        [abstract(3, 2), "ECKL 2031", "A Title", "poster"],
        [abstract(3, 2), "ECKL 2031", "A Title"],
        ["Similar lectures", "Geese", "ECKL 2031", "Boats"],
        ["ECKL 2031", "A Title"],
        ["PRESENTATIONS\nCONFERENCES\nPRESENTATIONS"],
    ],
)
def test_the_time_grows_with_the_number_of_pages(blocks: list[str]) -> None:
    def measure(times: int) -> float:
        text = split_blocks(page(FIRST, blocks * times))
        start = time.process_time()
        split_pages(text)
        return time.process_time() - start

    # linear is ten times as long, quadratic a hundred times
    assert measure(5000) < 40 * max(measure(500), 0.005)


def test_papers_of_several_pages(tmp_path: Path) -> None:
    text = page(FIRST, end_of(10)) + "\n\n" + page(blocks_of(50, venue="MOT 2029"), end_of(50, "MOT 2029"))
    (tmp_path / "all.txt.gz").write_bytes(gzip.compress(text.encode()))
    reading = read_papers([tmp_path / "all.txt.gz"], merge=False)
    assert reading.problems == ()
    assert [paper.year for paper in reading.papers] == [2031] * 3 + [2029] * 3
    positions = [int(paper.records[0].position.removeprefix("line ")) for paper in reading.papers]
    assert all(before < after for before, after in pairwise(positions))


@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
def test_the_seeds_in_one_file(shared: Path, tmp_path: Path, between: str) -> None:
    files = [shared / "seeds" / name for name in PAGES]
    for number, order in enumerate((files, files[::-1])):
        joined = tmp_path / f"{number}.txt"
        joined.write_text(between.join(file.read_text(encoding="utf-8") for file in order), encoding="utf-8")
        alone, together = (read_papers(paths, merge=False) for paths in (order, [joined]))
        assert together.problems == ()
        assert list(map(unrecorded, together.papers)) == list(map(unrecorded, alone.papers))


def unrecorded(paper: Paper) -> object:
    return paper.title, paper.abstract, paper.venue, paper.year, paper.keywords, paper.presentation_type
