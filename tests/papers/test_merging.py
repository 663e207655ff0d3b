"""One paper once, whatever the order, and never two papers as one."""

import random
import time
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import Author, Paper, Record, paper_key
from kg.papers.merging import merge_papers
from tests.papers.pages import abstract

LONG = abstract(1)
OTHER = abstract(2)
TITLE = "Paper Boats as Parsers of Harbours"
ADA, BOB = Author("Ada Example"), Author("Bob Sample")


def record(name: str) -> tuple[Record, ...]:
    return (Record(path=name, position="line 1", checksum="0"),)


def merged(*papers: Paper) -> tuple[Paper, ...]:
    """Merge, and check that the order does not matter."""
    result = merge_papers(papers)
    for seed in range(4):
        shuffled = random.Random(seed).sample(papers, len(papers))  # noqa: S311
        assert merge_papers(shuffled) == result
    keys = [paper_key(paper) for paper in result[0]]
    assert keys == sorted(set(keys))
    return result[0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Paper(title="A", doi="10.1000/1"), Paper(title="B", doi="10.1000/1")),
        (Paper(title="A", arxiv_id="2101.00001"), Paper(title="B", arxiv_id="2101.00001")),
        (Paper(title="A", doi="10.48550/arxiv.2101.00001"), Paper(title="B", arxiv_id="2101.00001")),
        (Paper(title="A", doi="10.18653/v1/p19-1001"), Paper(title="B", anthology_id="P19-1001")),
        (Paper(title="A", url="https://arxiv.org/abs/2101.00001v3"), Paper(title="B", arxiv_id="2101.00001")),
        (Paper(abstract=LONG), Paper(title=TITLE, abstract=LONG)),
        (Paper(title="A", abstract=LONG), Paper(title="B", abstract=LONG.replace(" ", "  ").upper())),
        (Paper(title="A", abstract="Short one."), Paper(title="a", abstract="short one")),
        (Paper(title=TITLE, abstract=LONG, authors=(ADA,)), Paper(title=TITLE, abstract=OTHER, authors=(ADA, BOB))),
        (Paper(title="Geese", authors=(ADA,), year=2020), Paper(title="GEESE.", authors=(Author("A. Example"),))),
        (Paper(title=TITLE, abstract=LONG, year=2020), Paper(title=TITLE, abstract=OTHER, year=2020)),
        (Paper(title=TITLE, abstract=LONG, year=2020), Paper(title=TITLE)),
        (Paper(title=TITLE, doi="10.1000/1", authors=(ADA,), abstract=LONG), Paper(title=TITLE)),
    ],
    ids=range(13),
)
def test_one_paper(first: Paper, second: Paper) -> None:
    assert len(merged(first, second)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Paper(title=TITLE, abstract=LONG, doi="10.1000/1"), Paper(title=TITLE, abstract=LONG, doi="10.1000/2")),
        (Paper(abstract=LONG, arxiv_id="2101.00001"), Paper(abstract=LONG, arxiv_id="2101.00002")),
        (Paper(abstract=LONG, anthology_id="P19-1001"), Paper(abstract=LONG, doi="10.18653/v1/p19-1002")),
        (Paper(title="Introduction", year=2020), Paper(title="Introduction", year=2020)),
        (Paper(title="Introduction", abstract=LONG), Paper(title="Introduction", abstract=OTHER)),
        (Paper(title=TITLE, abstract=LONG), Paper(title=TITLE, abstract=OTHER)),
        (Paper(title=TITLE, authors=(ADA,)), Paper(title=TITLE, authors=(BOB,))),
        (Paper(title=TITLE, authors=(ADA,), year=2019), Paper(title=TITLE, authors=(ADA,), year=2020)),
        (Paper(title=TITLE, year=2019), Paper(title=TITLE, year=2020)),
        (Paper(title="A", abstract="Not available."), Paper(title="B", abstract="Not available.")),
        (Paper(title="Parsing C++ in Many Harbours", year=2020), Paper(title="Parsing C in Many Harbours", year=2020)),
    ],
    ids=range(11),
)
def test_two_papers(first: Paper, second: Paper) -> None:
    papers = merged(first, second)
    # two bare titles that nothing tells apart have one name
    assert len(papers) == (1 if first == second else 2)


def test_a_preprint_and_its_publication_are_one_paper() -> None:
    preprint = Paper(title="A", abstract=LONG, doi="10.48550/arxiv.2101.00001", year=2021, venue="arXiv")
    published = Paper(title="A!", abstract=LONG, doi="10.1000/1", year=2022, venue="ECKL")
    (paper,) = merged(preprint, published)
    assert (paper.doi, paper.arxiv_id, paper.year, paper.venue) == ("10.1000/1", "2101.00001", 2022, "ECKL")


def test_a_chain_never_joins_two_dois() -> None:
    first = Paper(title="A", abstract=LONG, doi="10.1000/1")
    between = Paper(title="B", abstract=LONG, arxiv_id="2101.00001")
    last = Paper(title="B", abstract=OTHER, doi="10.1000/2", arxiv_id="2101.00001")
    papers = merged(first, between, last)
    assert {paper.doi for paper in papers} == {"10.1000/1", "10.1000/2"}
    assert len(papers) == 2


def test_a_third_paper_joins_the_one_that_it_looks_like_most() -> None:
    first = Paper(title="A", abstract=LONG, doi="10.1000/1", records=record("1"))
    second = Paper(title="B", abstract=LONG, doi="10.1000/2", records=record("2"))
    third = Paper(title="B", abstract=LONG, records=record("3"))
    papers = merged(first, second, third)
    assert [[one.path for one in paper.records] for paper in papers] == [["1"], ["2", "3"]]


def test_a_bare_title_joins_neither_of_two_papers_that_are_surely_two() -> None:
    papers = merged(Paper(title=TITLE, year=2019), Paper(title=TITLE, year=2020), Paper(title=TITLE))
    assert sorted(str(paper.year) for paper in papers) == ["2019", "2020", "None"]


def test_fields_are_filled_from_the_record_that_knows_most() -> None:
    page = Paper(abstract=LONG, keywords=("boats",), venue="ECKL 2031", year=2031, records=record("page.txt"))
    volume = Paper(
        title=TITLE, abstract=LONG + "!", authors=(ADA, BOB), doi="10.1000/1", venue="Proceedings", year=2031,
        records=record("volume.xml"),
    )  # fmt: skip
    (paper,) = merged(page, volume)
    assert paper == msgspec.structs.replace(
        volume, keywords=("boats",), records=(*record("page.txt"), *record("volume.xml"))
    )


def test_an_id_that_two_papers_claim_stays_with_one_and_is_said() -> None:
    first = Paper(title="A", abstract=LONG, doi="10.1000/1", arxiv_id="2101.00001", records=record("a"))
    second = Paper(title="B", doi="10.1000/1", arxiv_id="2101.00002", records=record("b"))
    papers, problems = merge_papers([second, first])
    assert [paper_key(paper) for paper in papers] == ["10.1000/1", "arxiv:2101.00002"]
    assert [problem.path for problem in problems] == ["b"]


def test_a_doi_that_is_another_papers_by_its_form_is_dropped() -> None:
    right = Paper(title="A", anthology_id="W18-6481", doi="10.18653/v1/w18-6481")
    wrong = Paper(title="B", anthology_id="W18-6482", doi="10.18653/v1/w18-6481")
    papers, problems = merge_papers([wrong, right])
    assert [paper_key(paper) for paper in papers] == ["10.18653/v1/w18-6481", "W18-6482"]
    assert problems == ()


PAPERS = st.lists(
    st.builds(
        Paper,
        title=st.sampled_from([None, TITLE, "Introduction", "Geese"]),
        abstract=st.sampled_from([None, LONG, OTHER, "Short."]),
        authors=st.sampled_from([(), (ADA,), (BOB,)]),
        year=st.sampled_from([None, 2019, 2020]),
        doi=st.sampled_from([None, "10.1000/1", "10.1000/2", "10.48550/arxiv.2101.00001"]),
        arxiv_id=st.sampled_from([None, "2101.00001", "2101.00002"]),
        anthology_id=st.sampled_from([None, None, "P19-1001", "P19-1002"]),
        records=st.integers(0, 99).map(lambda number: record(f"{number:02d}")),
    ),
    max_size=9,
)


@given(PAPERS, st.randoms(use_true_random=False))
def test_order_never_matters_keys_are_distinct_and_records_are_kept(
    papers: Sequence[Paper], order: random.Random
) -> None:
    result, problems = merge_papers(papers)
    shuffled = list(papers)
    order.shuffle(shuffled)
    assert merge_papers(shuffled) == (result, problems)
    assert len({paper_key(paper) for paper in result}) == len(result)
    assert {one for paper in result for one in paper.records} == {one for paper in papers for one in paper.records}


@given(PAPERS)
def test_two_ids_of_one_scheme_are_never_one_paper(papers: Sequence[Paper]) -> None:
    numbered = [msgspec.structs.replace(paper, records=record(f"{number:02d}")) for number, paper in enumerate(papers)]
    result, _ = merge_papers(numbered)
    for paper in result:
        sources = [numbered[int(one.path)] for one in paper.records]
        assert len({source.anthology_id for source in sources} - {None}) <= 1
        assert len({source.doi for source in sources} - {None, "10.48550/arxiv.2101.00001"}) <= 1
        assert len({source.arxiv_id for source in sources} - {None}) <= 1


@given(PAPERS)
def test_merging_twice_changes_nothing(papers: Sequence[Paper]) -> None:
    result, _ = merge_papers(papers)
    again, _ = merge_papers(result)
    assert {paper_key(paper) for paper in again} <= {paper_key(paper) for paper in result}


@pytest.mark.parametrize("field", ["doi", "anthology_id", "year", "authors", "title"])
def test_thousands_of_papers_of_one_title_take_no_time(field: str) -> None:
    values: dict[str, Callable[[int], object]] = {
        "doi": lambda number: f"10.1000/{number}",
        "anthology_id": lambda number: f"P19-{1000 + number}",
        "year": lambda number: 1000 + number,
        "authors": lambda number: (Author(f"Ada Example{number}"),),
        "title": lambda _: "Preface of the editors of geese",
    }
    papers = [
        Paper(**{"title": "Preface of the editors of geese", "records": records(number), field: values[field](number)})  # type: ignore[arg-type]
        for number in range(6000)
    ]
    started = time.process_time()
    merged, _ = merge_papers(papers)
    assert len(merged) == (1 if field == "title" else 6000)
    assert time.process_time() - started < 10


def records(number: int) -> tuple[Record, ...]:
    return (Record(path="a.jsonl", position=f"line {number}", checksum="0"),)
