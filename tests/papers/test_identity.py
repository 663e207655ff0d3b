"""Ids of papers, and what a paper is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import Author, Paper, paper_key, paper_label
from kg.papers.identity import (
    fold,
    normalize_anthology_id,
    normalize_arxiv_id,
    normalize_doi,
    normalize_orcid,
    with_known_ids,
)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.18653/v1/P19-1001", "10.18653/v1/p19-1001"),
        (" https://dx.doi.org/10.1000/A%3CB%3E ", "10.1000/a<b>"),
        ("DOI: 10.1000/1", "10.1000/1"),
        ("info:doi/10.1000.10/1", "10.1000.10/1"),
        ("10.1000/ 1", None),
        ("10.1000/1.;", "10.1000/1"),
        ("10.1000/..", None),
        ("10.1000/\x00", None),
        ("10.1000/\ufffd", None),
        ("\u202a10.1000/1\u202c\u200b", "10.1000/1"),
        ("10.\u0661\u0660\u0660\u0660/1", None),
        ("11.1000/1", None),
        ("", None),
    ],
)
def test_dois(text: str, doi: str | None) -> None:
    assert normalize_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("2101.00001", "2101.00001"),
        ("0704.0001v3", "0704.0001"),
        ("arXiv:2101.00001v12", "2101.00001"),
        ("http://arxiv.org/abs/math.GT/0309136v1", "math/0309136"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("2113.00001", None),
        ("\u0662\u0661\u0660\u0661.\u0660\u0660\u0660\u0660\u0661", None),
        ("2101.001", None),
        ("cs/01", None),
        ("2024.acl-long.1", None),
    ],
)
def test_arxiv_ids(text: str, arxiv: str | None) -> None:
    assert normalize_arxiv_id(text) == arxiv


@pytest.mark.parametrize(
    ("text", "anthology"),
    [
        ("2024.acl-long.1", "2024.acl-long.1"),
        ("https://www.aclweb.org/anthology/P19-1001.pdf", "P19-1001"),
        ("https://aclanthology.org/2020.lrec-1.12v2.pdf", "2020.lrec-1.12"),
        ("W18-0101", "W18-0101"),
        ("W18-01", None),
        ("2024.acl-long", None),
        ("scierc:X96-1059", None),
    ],
)
def test_anthology_ids(text: str, anthology: str | None) -> None:
    assert normalize_anthology_id(text) == anthology


def test_orcids() -> None:
    assert normalize_orcid("https://orcid.org/0000-0002-1694-233X") == "0000-0002-1694-233X"
    assert normalize_orcid("0000000218250097") == "0000-0002-1825-0097"
    assert normalize_orcid("0000-0002-1694-2330") is None
    assert normalize_orcid("Ada") is None


@given(st.text())
def test_normal_forms_are_normal(text: str) -> None:
    for normalize in (normalize_doi, normalize_arxiv_id, normalize_anthology_id, normalize_orcid):
        normal = normalize(text)
        assert normal is None or normalize(normal) == normal


def test_what_ids_say_by_their_form() -> None:
    assert with_known_ids(Paper(doi="10.48550/arxiv.2101.00001")).arxiv_id == "2101.00001"
    assert with_known_ids(Paper(doi="10.3115/v1/p14-1001")).anthology_id == "P14-1001"
    assert with_known_ids(Paper(doi="10.18653/v1/2024.acl-long.7")).anthology_id == "2024.acl-long.7"
    assert with_known_ids(Paper(url="https://arxiv.org/abs/2101.00001v2")).arxiv_id == "2101.00001"
    assert with_known_ids(Paper(url="https://doi.org/10.1000/A")).doi == "10.1000/a"
    assert with_known_ids(Paper(url="https://aclanthology.org/P19-1001/")).anthology_id == "P19-1001"
    assert with_known_ids(Paper(url="https://example.org/2101.00001")) == Paper(url="https://example.org/2101.00001")


def test_the_key_is_the_best_id() -> None:
    paper = Paper(title="T", doi="10.1000/1", anthology_id="P19-1001", arxiv_id="2101.00001")
    assert paper_key(paper) == "10.1000/1"
    assert paper_key(Paper(title="T", anthology_id="P19-1001", arxiv_id="2101.00001")) == "P19-1001"
    assert paper_key(Paper(title="T", arxiv_id="2101.00001")) == "arxiv:2101.00001"


def test_the_checksum_ignores_looks_and_tells_papers_apart() -> None:
    key = paper_key(Paper(title="On C++", abstract="We  sort."))
    assert key.startswith("sha256:")
    assert len(key) == len("sha256:") + 32
    assert key == paper_key(Paper(title="on c++", abstract="We sort.", year=2020, venue="ECKL"))
    others = [
        Paper(title="On C#", abstract="We sort."),
        Paper(title="On C++"),
        Paper(abstract="We sort."),
        Paper(title="Introduction", year=2019),
        Paper(title="Introduction", year=2020),
        Paper(title="Introduction", authors=(Author("Ada Example"),)),
    ]
    assert len({key, *map(paper_key, others)}) == len(others) + 1


def test_labels() -> None:
    assert paper_label(Paper(title="A Title", abstract="Words.")) == "A Title"
    assert paper_label(Paper(abstract="Too short.")) == "Too short."
    long = "one two three four five six seven eight nine ten, eleven twelve"
    assert paper_label(Paper(abstract=long)) == "one two three four five six seven eight nine ten…"


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
