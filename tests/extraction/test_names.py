"""Names as whole words in a text, against a plain search for each of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.names import HYPHENS, NameFinder, ignores_case, trim_name


def find(text: str, *names: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.value) for one in NameFinder((name, name) for name in names).find(text)]


def search(text: str, names: list[str]) -> list[tuple[int, int]]:
    """Search for one name after the other, the longest match first."""
    found = set()
    for name in names:
        words = [re.escape(word) for word in HYPHENS.split(name) if word]
        pattern, flags = ((r"[\s\-\u2010-\u2015]+").join(words), re.I) if ignores_case(name) else (re.escape(name), 0)
        for match in re.finditer(rf"(?<!\w)(?=({pattern})(?!\w|#|\+\+))", text, flags):
            found.add((match.start(), match.end(1)))
    taken: set[int] = set()
    kept = []
    for start, end in sorted(found, key=lambda span: (span[0] - span[1], span[0])):
        if start < end and taken.isdisjoint(range(start, end)):
            taken |= set(range(start, end))
            kept.append((start, end))
    return sorted(kept)


NAMES = st.text(alphabet="abAB1#+(-", min_size=1, max_size=6).filter(
    lambda name: bool(re.search(r"^[^-].*[^-]$|^[^-]$", name))
)


@given(st.text(alphabet="abAB1#+(- \n", max_size=40), st.lists(NAMES, max_size=5))
def test_it_finds_what_a_search_for_each_name_finds(text: str, names: list[str]) -> None:
    assert [(one.start, one.end) for one in NameFinder((name, 0) for name in names).find(text)] == search(text, names)


def test_names_are_whole_words_and_the_longest_stands() -> None:
    assert find("BERT, ALBERT, BERTs and BERT-large", "BERT", "BERT-large") == [
        ("BERT", "BERT"),
        ("BERT-large", "BERT-large"),
    ]


def test_a_name_is_not_found_in_a_longer_one_that_goes_on_with_marks() -> None:
    assert find("C, C# and C++ (not C+)", "C", "C#") == [("C", "C"), ("C#", "C#"), ("C", "C")]


def test_case_and_hyphens() -> None:
    assert find("Beam-search, beam  search, BEAM SEARCH", "beam search") == [
        (text, "beam search") for text in ("Beam-search", "beam  search", "BEAM SEARCH")
    ]
    assert find("ACT act Act", "ACT") == [("ACT", "ACT")]


@pytest.mark.parametrize("name", ["#1", "α-divergence", "𛅰𛅱", "f(x)", ".NET", "@home"])
def test_names_of_any_kind(name: str) -> None:
    assert find(f"We use {name}, or ({name}).", name) == [(name, name)] * 2


def test_places_that_are_taken_hold_no_name() -> None:
    finder = NameFinder([("BERT", 1)])
    assert [one.start for one in finder.find("BERT BERT", [(0, 2)])] == [5]


def test_a_great_many_names_are_no_more_work() -> None:
    """A name is dropped at the first piece that no name goes on with, however many names there are."""
    finder = NameFinder((f"name {number}", number) for number in range(50_000))
    assert [one.value for one in finder.find("name 7 and name x " * 2000)] == [7] * 2000


def test_what_is_longer_than_any_name_is_none() -> None:
    assert trim_name("a " * 200 + "b") == ""
