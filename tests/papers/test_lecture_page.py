"""Lecture pages of many layouts; all of them made up."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import lecture_page, read_papers
from kg.papers.lecture_page import Page, parse_pages
from tests.papers.pages import OTHER_CONFERENCE, WELCOME, abstract, page

MAIN = abstract(0)
TITLE = "Paper Boats as Parsers: A Study of Harbours"
LIST = [(abstract(number), f"Title Number {number}: Of Kettles and Geese") for number in range(1, 4)]
PAIRS = [block for pair in LIST for block in pair]
LISTED = [(text, title) for text, title in LIST]
NEXT = ("Downloads", "Next from ECKL 2031", LIST[0][1])


def parse(text: str) -> Page:
    assert lecture_page.recognises(text, "page.txt")
    (parsed,) = parse_pages(text)
    return parsed


def listed(parsed: Page) -> list[tuple[str | None, str | None]]:
    return [(lecture.abstract, lecture.title) for lecture in parsed.listed]


def check_main(parsed: Page, keywords: tuple[str, ...] = (), presentation: str | None = "poster") -> None:
    assert (parsed.main.title, parsed.main.abstract) == (TITLE, MAIN)
    assert (parsed.venue, parsed.keywords, parsed.presentation_type) == ("ECKL 2031", keywords, presentation)


def test_a_full_page() -> None:
    parsed = parse(
        page(
            "Norway",
            MAIN,
            "ECKL 2031",
            TITLE,
            "paper boats",
            "nlp 2024",
            OTHER_CONFERENCE,
            "poster",
            WELCOME,
            PAIRS,
            NEXT,
        )
    )
    check_main(parsed, ("paper boats", "nlp 2024"))
    assert listed(parsed) == LISTED
    assert parsed.similar == ()


def test_lines_are_those_of_the_page() -> None:
    text = page("Norway", MAIN, "ECKL 2031", TITLE, "poster", WELCOME, PAIRS, NEXT)
    parsed = parse(text)
    lines = text.split("\n")
    assert [lines[lecture.line - 1] for lecture in (parsed.main, *parsed.listed)] == [MAIN, *(text for text, _ in LIST)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_do_not_matter(newline: str, mark: str) -> None:
    blocks = ("Oslo, Norway", MAIN, "ECKL 2031", TITLE, "kettles", "poster", WELCOME, PAIRS, NEXT)
    parsed = parse(mark + page(*blocks, newline=newline))
    check_main(parsed, ("kettles",))
    assert listed(parsed) == LISTED


def test_blanks_at_line_ends_and_lines_of_blanks_do_not_matter() -> None:
    text = page("Norway", MAIN, "ECKL 2031", TITLE, "kettles", "poster", PAIRS, NEXT).replace("\n", "  \n") + " \t\n\n"
    parsed = parse(text)
    check_main(parsed, ("kettles",))
    assert listed(parsed) == LISTED


def test_several_places_or_none_stand_before_the_abstract() -> None:
    for places in ([], ["Norway"], ["Main Hall", "Oslo", "St. Olav's"]):
        check_main(parse(page(places, MAIN, "ECKL 2031", TITLE, "poster", PAIRS, NEXT)))


@pytest.mark.parametrize(
    "presentation",
    [
        "poster",
        "oral",
        "demo",
        "keynote",
        "workshop paper",
        "tutorial",
        "technical paper",
        "Invited Talk",
        "short paper",
    ],
)
def test_presentation_types(presentation: str) -> None:
    parsed = parse(page(MAIN, "ECKL 2031", TITLE, "kettles", presentation, WELCOME, PAIRS, NEXT))
    check_main(parsed, ("kettles",), presentation.lower())
    assert listed(parsed) == LISTED


def test_no_presentation_type() -> None:
    for blocks in ((WELCOME,), ()):
        parsed = parse(page(MAIN, "ECKL 2031", TITLE, "kettles", *blocks, PAIRS, NEXT))
        check_main(parsed, ("kettles",), None)
        assert listed(parsed) == LISTED


def test_no_keywords_and_the_abstract_again_in_their_place() -> None:
    escaped = MAIN.replace("Our gardener", "Our gardener&#39;s cat", 1)
    again = MAIN.replace("Our gardener", "Our gardener's cat", 1)
    parsed = parse(page("Norway", escaped, "ECKL 2031", TITLE, again, "poster", WELCOME, PAIRS, NEXT))
    assert (parsed.keywords, parsed.presentation_type) == ((), "poster")
    assert listed(parsed) == LISTED


def test_keywords_on_one_line() -> None:
    for line in ("paper boats; copper kettles", "Keywords: paper boats, copper kettles", "paper boats, copper kettles"):
        assert parse(page(MAIN, "ECKL 2031", TITLE, line, "poster", PAIRS, NEXT)).keywords == (
            "paper boats",
            "copper kettles",
        )


def test_no_list() -> None:
    for tail in ((), ("Downloads",), ("Stay up to date with the latest news!", "PRESENTATIONS", "CONFERENCES")):
        parsed = parse(page("Norway", MAIN, "ECKL 2031", TITLE, "kettles", "poster", WELCOME, tail))
        check_main(parsed, ("kettles",))
        assert (parsed.listed, parsed.similar) == ((), ())


def test_the_title_under_next_is_a_bare_title_where_nothing_is_listed() -> None:
    parsed = parse(page(MAIN, "ECKL 2031", TITLE, "poster", WELCOME, NEXT))
    assert listed(parsed) == [(None, LIST[0][1])]


def test_the_last_abstract_lost_its_title() -> None:
    for welcome in (WELCOME, ()):
        parsed = parse(page(MAIN, "ECKL 2031", TITLE, "poster", welcome, PAIRS, abstract(9), NEXT))
        assert listed(parsed) == [*LISTED, (abstract(9), None)]


def test_the_only_listed_abstract_gets_its_title_from_next() -> None:
    parsed = parse(page(MAIN, "ECKL 2031", TITLE, "poster", WELCOME, LIST[0][0], NEXT))
    assert listed(parsed) == LISTED[:1]


def test_no_next_to_say_where_the_list_begins() -> None:
    for welcome in (WELCOME, OTHER_CONFERENCE, ()):
        parsed = parse(page(MAIN, "ECKL 2031", TITLE, "kettles", "poster", welcome, PAIRS, "Downloads"))
        check_main(parsed, ("kettles",))
        assert listed(parsed) == LISTED


def test_similar_lectures_are_bare_titles() -> None:
    titles = ["Ask the Gardener: “Why So Many Kettles?”", "Do Geese Dream?"]
    for heading, count in (("Similar lecture", 1), ("Similar lectures", 2)):
        parsed = parse(page(MAIN, "ECKL 2031", TITLE, "poster", PAIRS, NEXT, heading, titles[:count], "PRESENTATIONS"))
        assert [lecture.title for lecture in parsed.similar] == titles[:count]
        assert listed(parsed) == LISTED


def test_abstracts_of_several_paragraphs() -> None:
    first, second = abstract(4), abstract(5)
    main = page(MAIN, "We close with a short remark on kettles.", "It has two parts: boats and geese.")
    parsed = parse(
        page("Norway", main, "ECKL 2031", TITLE, "poster", PAIRS, first, second, "A Title of Two Parts", NEXT)
    )
    assert parsed.main.abstract == main.replace("\n\n", "\n")
    assert listed(parsed) == [*LISTED, (f"{first}\n{second}", "A Title of Two Parts")]


def test_short_abstracts_and_long_titles() -> None:
    long = "Kettles, Boats and Geese: On the Many Ways in which a Very Long Title May Still Be a Title and Nothing Else"
    short = "We count geese. There are nine."
    parsed = parse(page("We sort boats by weight.", "ECKL 2031", long, "poster", PAIRS, short, long, NEXT))
    assert (parsed.main.abstract, parsed.main.title) == ("We sort boats by weight.", long)
    assert listed(parsed) == [*LISTED, (short, long)]


@pytest.mark.parametrize(
    "title", ["Kettles Are All You Need.", "Do Kettles Dream? On Sleep", "Who Weighs the Geese?", "C++"]
)
def test_titles_with_stops(title: str) -> None:
    pairs = [abstract(1), "First Title of All", abstract(2), title, abstract(3), "Last Title of All"]
    parsed = parse(page(MAIN, "ECKL 2031", title, "poster", pairs, "Downloads"))
    assert parsed.main.title == title
    assert [lecture.title for lecture in parsed.listed] == pairs[1::2]


@pytest.mark.parametrize(
    "venue", ["NAACL 2024", "ACL-IJCNLP 2021", "EMNLP 2023 Industry Track", "AAAI-24", "*SEM 2022"]
)
def test_venues(venue: str) -> None:
    text = page("Norway", MAIN, venue, TITLE, "poster", PAIRS, "Downloads", f"Next from {venue}", LIST[0][1])
    assert parse(text).venue == venue


def test_a_venue_without_a_year_is_known_by_next() -> None:
    text = page("Norway", MAIN, "Interspeaking", TITLE, "poster", PAIRS, "Next from Interspeaking", LIST[0][1])
    assert parse(text).venue == "Interspeaking"


def test_a_page_without_an_abstract() -> None:
    parsed = parse(page("Norway", "ECKL 2031", TITLE, "kettles", "keynote", WELCOME, PAIRS, NEXT))
    assert (parsed.main.title, parsed.main.abstract, parsed.keywords) == (TITLE, None, ("kettles",))


def test_an_abstract_that_welcomes_and_names_a_meeting() -> None:
    text = f"We analyse speeches that begin with a welcome to the Annual Meeting of geese. {abstract(6)}"
    parsed = parse(page(MAIN, "ECKL 2031", TITLE, "poster", WELCOME, PAIRS, text, "Speeches of Geese", NEXT))
    assert listed(parsed) == [*LISTED, (text, "Speeches of Geese")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Just a note to myself.\n\nBuy kettles.\n",
        "numpy==2.0\nscipy\n",
        '{"id": "1", "text": "A title"}\n',
        "<?xml version='1.0'?><collection id='P19'/>",
        "# Readme\n\nThis project sorts boats.\n\n## Usage\n\nRun it.\n",
    ],
)
def test_other_texts_are_no_pages(text: str) -> None:
    assert not lecture_page.recognises(text, "page.txt")


def test_papers_of_a_page(tmp_path: Path) -> None:
    text = page(
        "Norway",
        MAIN,
        "ECKL 2031",
        "The \\textsc{Boat} &amp; **K**ettle",
        "boats",
        "poster",
        PAIRS,
        NEXT,
        "Similar lecture",
        "Geese",
    )
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    reading = read_papers([tmp_path / "a.txt"], merge=False)
    assert reading.problems == ()
    main, *others, similar = reading.papers
    assert (main.title, main.venue, main.year, main.keywords) == ("The Boat & Kettle", "ECKL 2031", 2031, ("boats",))
    assert main.presentation_type == "poster"
    assert main.records[0].path == "a.txt"
    assert main.records[0].position == "line 3"
    assert {(paper.venue, paper.year) for paper in others} == {("ECKL 2031", 2031)}
    assert (similar.title, similar.venue, similar.year, similar.abstract) == ("Geese", None, None, None)


def test_a_page_that_is_not_utf_8_is_read_and_said(tmp_path: Path) -> None:
    text = page("Norway", MAIN + " Nüshu.", "ECKL 2031", TITLE, "poster", PAIRS, NEXT)
    (tmp_path / "a.txt").write_bytes(text.encode("cp1252"))
    reading = read_papers([tmp_path / "a.txt"])
    assert [problem.position for problem in reading.problems] == ["line 3"]
    assert len(reading.papers) == 4


@given(
    st.lists(
        st.sampled_from(
            [MAIN, "ECKL 2031", TITLE, "poster", "kettles", *WELCOME, *PAIRS, *NEXT, "Similar lecture", "Norway"]
        )
    )
)
def test_any_order_of_blocks_is_read_without_an_error(blocks: list[str]) -> None:
    text = page(blocks)
    if lecture_page.recognises(text, "page.txt"):
        assert all(parsed.main.title for parsed in parse_pages(text))
