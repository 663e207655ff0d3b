"""JSON Lines: fields, faults, and what is kept when a line is broken."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import Author, Paper, Reading, json_lines, read_papers
from kg.papers.source import open_source


def read(folder: Path, *records: object) -> Reading:
    lines = [record if isinstance(record, bytes) else json.dumps(record).encode("utf-8") for record in records]
    (folder / "papers.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return read_papers([folder / "papers.jsonl"], merge=False)


def read_one(folder: Path, record: dict[str, Any]) -> Paper:
    reading = read(folder, record)
    assert reading.problems == ()
    return reading.papers[0]


def messages(reading: Reading) -> list[tuple[str, str]]:
    return [(problem.position, problem.message) for problem in reading.problems]


def test_a_record_with_everything(tmp_path: Path) -> None:
    paper = read_one(
        tmp_path,
        {
            "id": "mine-1",
            "title": "The {K}ettle &amp; \\textit{Boats}",
            "abstract": "We **sort** 5\\% of boats.",
            "keywords": ["boats", "boats", " ", "copper  kettles"],
            "authors": ["Ada Example", {"name": "Bob Sample", "id": "bob", "orcid": "https://orcid.org/0000-0002-1825-0097"}],
            "year": "2031-05-09",
            "venue": "ECKL 2031",
            "doi": "https://doi.org/10.1000/A",
            "url": "https://example.org/1",
        },
    )  # fmt: skip
    assert paper == Paper(
        title="The Kettle & Boats",
        abstract="We sort 5% of boats.",
        keywords=("boats", "copper kettles"),
        authors=(Author("Ada Example"), Author("Bob Sample", id="bob", orcid="0000-0002-1825-0097")),
        year=2031,
        venue="ECKL 2031",
        doi="10.1000/a",
        url="https://example.org/1",
        records=paper.records,
    )
    assert (paper.records[0].position, paper.records[0].id) == ("line 1", "mine-1")


def test_text_is_title_and_abstract_and_is_kept_as_it_was(tmp_path: Path) -> None:
    text = "A  \\textbf{Title}\n\nAn *abstract*\n\nof two parts. "
    paper = read_one(tmp_path, {"id": "1", "text": text})
    assert (paper.title, paper.abstract, paper.source_text) == ("A Title", "An abstract of two parts.", text)
    paper = read_one(tmp_path, {"id": "1", "text": "No title here."})
    assert (paper.title, paper.abstract) == (None, "No title here.")


def test_half_of_a_surrogate_pair_can_be_written_again(tmp_path: Path) -> None:
    paper = read_one(tmp_path, {"text": "a \ud83d b"})
    assert paper.source_text == "a \ufffd b"


def test_no_field_keeps_half_of_a_surrogate_pair(tmp_path: Path) -> None:
    half = "x\udc00y"
    record = {
        "id": half,
        "title": half,
        "abstract": half,
        "venue": half,
        "keywords": [half],
        "authors": [half, {"name": half, "id": half}],
        "url": f"https://{half}.example/",
        half: half,
    }
    paper = read_one(tmp_path, record)
    assert json.dumps(msgspec.to_builtins(paper), ensure_ascii=False).encode("utf-8")
    assert paper.records[0].id == "x\ufffdy"


def test_ids_lose_what_cannot_be_seen(tmp_path: Path) -> None:
    authors = [{"name": "Ada Example", "id": " a\x00d\u200ba\n\x1fb "}]
    paper = read_one(tmp_path, {"title": "Of Geese", "authors": authors, "doi": "10.1000/1\u200b"})
    assert paper.authors == (Author("Ada Example", id="ada b"),)
    assert paper.doi == "10.1000/1"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "file:///etc", "//x", "http://", "a b"])
def test_an_address_that_is_none_is_left_out(tmp_path: Path, address: str) -> None:
    reading = read(tmp_path, {"title": "Of Geese", "url": address})
    assert messages(reading) == [("line 1", f"`url` is no web address: {address!r}")]
    assert reading.papers[0].url is None


def test_joined_files_may_have_a_mark_in_the_middle(tmp_path: Path) -> None:
    reading = read(tmp_path, b'\xef\xbb\xbf{"title": "Of Geese"}', b'\xef\xbb\xbf{"title": "Of Boats"}')
    assert ([paper.title for paper in reading.papers], reading.problems) == (["Of Geese", "Of Boats"], ())


def test_a_number_of_thousands_of_digits_costs_no_paper(tmp_path: Path) -> None:
    reading = read(tmp_path, b'{"title": "Of Geese", "year": 1' + b"0" * 5000 + b', "x": -1' + b"0" * 5000 + b"}")
    assert messages(reading) == [("line 1", "`year` is a number, not a year")]
    assert [paper.title for paper in reading.papers] == ["Of Geese"]


@pytest.mark.parametrize("start", ["{", "[", "\ufeff{\r"])
def test_json_over_many_lines_is_one_problem(tmp_path: Path, start: str) -> None:
    rest = '\n"title": "Of Geese"\n}\n{"title": "Of Boats"}\n'
    (tmp_path / "a.jsonl").write_text(start + rest, encoding="utf-8", newline="")
    reading = read_papers([tmp_path])
    assert [problem.message for problem in reading.problems] == ["is JSON, but of no known format"]


@pytest.mark.parametrize(
    ("identifier", "field", "value"),
    [
        ("2024.acl-long.1", "anthology_id", "2024.acl-long.1"),
        ("P19-1001", "anthology_id", "P19-1001"),
        ("arXiv:2101.00001v2", "arxiv_id", "2101.00001"),
        ("10.1000/A", "doi", "10.1000/a"),
        ("https://doi.org/10.1000/A", "doi", "10.1000/a"),
    ],
)
def test_ids_that_look_like_one_are_one(tmp_path: Path, identifier: str, field: str, value: str) -> None:
    assert getattr(read_one(tmp_path, {"id": identifier, "title": "T"}), field) == value


def test_other_ids_are_none(tmp_path: Path) -> None:
    for identifier in ("scierc:X96-1059", "1", 17, "2101", "paper 10.1"):
        paper = read_one(tmp_path, {"id": identifier, "title": "T"})
        assert (paper.doi, paper.anthology_id, paper.arxiv_id) == (None, None, None)
        assert paper.records[0].id == str(identifier)


def test_lists_may_be_written_as_one_string(tmp_path: Path) -> None:
    paper = read_one(
        tmp_path, {"title": "T", "keywords": "boats; geese, swans", "authors": "Ada Example and Bob Sample"}
    )
    assert paper.keywords == ("boats", "geese, swans")
    assert paper.authors == (Author("Ada Example"), Author("Bob Sample"))
    assert read_one(tmp_path, {"title": "T", "keywords": "boats, geese"}).keywords == ("boats", "geese")


def test_null_and_empty_are_missing(tmp_path: Path) -> None:
    fields = ("id", "text", "abstract", "keywords", "authors", "year", "venue", "doi", "url")
    assert read_one(tmp_path, {"title": "T", **dict.fromkeys(fields)}).title == "T"
    assert read_one(tmp_path, {"title": "T", "abstract": " ", "year": "", "doi": "", "keywords": []}).abstract is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", ["x"]),
        ("id", 1.5),
        ("abstract", 5),
        ("keywords", 5),
        ("keywords", ["boats", 5]),
        ("authors", {"name": "Ada"}),
        ("authors", ["Ada Example", 5]),
        ("authors", [{"orcid": "x"}]),
        ("year", "soon"),
        ("year", True),
        ("year", 20_250),
        ("venue", ["ECKL"]),
        ("doi", "not one"),
        ("url", 5),
    ],
)
def test_a_field_of_a_wrong_type_is_said_and_the_rest_is_kept(tmp_path: Path, field: str, value: object) -> None:
    reading = read(tmp_path, {"title": "T", field: value}, {"title": "Next"})
    assert [paper.title for paper in reading.papers] == ["T", "Next"]
    (problem,) = reading.problems
    assert problem.position == "line 1"
    assert field in problem.message
    assert problem.remedy


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b'{"title": "T"', "not valid JSON"),
        (b"{'title': 'T'}", "not valid JSON"),
        (b'["T"]', "a list, not an object"),
        (b'"T"', "a string, not an object"),
        (b"5", "a number, not an object"),
        (b"null", "null, not an object"),
        (b"{}", "no text, title or abstract"),
        (b'{"title": ""}', "no text, title or abstract"),
        (b'{"title": 5}', "`title` is a number"),
        (b'{"text": {}}', "`text` is an object"),
        (b'{"title": "\xff"}', "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
    ids=range(12),
)
def test_a_broken_line_is_one_problem_and_loses_no_other(tmp_path: Path, line: bytes, what: str) -> None:
    reading = read(tmp_path, {"title": "First"}, line, {"title": "Last"})
    assert [paper.title for paper in reading.papers] == ["First", "Last"]
    (problem,) = reading.problems
    assert problem.position == "line 2"
    assert what in problem.message
    assert problem.remedy


def test_a_broken_first_line_does_not_hide_the_format(tmp_path: Path) -> None:
    reading = read(tmp_path, b'{"title": "T', {"title": "Last"})
    assert [paper.title for paper in reading.papers] == ["Last"]
    assert messages(reading)[0][0] == "line 1"


def test_problems_stand_in_the_order_of_lines(tmp_path: Path) -> None:
    reading = read(tmp_path, {"title": "First"}, *[b"{"] * 11)
    assert [problem.position for problem in reading.problems] == [f"line {number}" for number in range(2, 13)]


def test_objects_of_something_else_are_one_problem(tmp_path: Path) -> None:
    reading = read(tmp_path, *[{"name": "kettle"}] * 50)
    assert [message for _, message in messages(reading)] == ["is of no known format"]


def test_blank_lines_line_ends_and_marks_do_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    text = '{"title": "A\u2028B"}\r\n\r\n{"title": "C"}'
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        file.write_bytes(data)
        reading = read_papers([file], merge=False)
        assert reading.problems == ()
        assert [(paper.title, paper.records[0].position) for paper in reading.papers] == [
            ("A B", "line 1"),
            ("C", "line 3"),
        ]


def test_a_line_longer_than_the_head(tmp_path: Path) -> None:
    (tmp_path / "papers.data").write_text(json.dumps({"text": "geese " * 30_000}) + "\n", encoding="utf-8")
    reading = read_papers([tmp_path / "papers.data"])
    assert reading.problems == ()
    assert len(reading.papers) == 1


@pytest.mark.parametrize(
    "head", ["", "\n", "{}", "[1]", "5", '{"a": 1}\n', "title", '{\n  "main": {\n    "title": "T"\n']
)
def test_other_texts_are_not_recognised(head: str) -> None:
    assert not json_lines.recognises(head, "file.json")


RECORDS = st.dictionaries(
    st.sampled_from(["id", "text", "title", "abstract", "keywords", "authors", "year", "venue", "doi", "url", "orcid"]),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(st.characters(codec=None), max_size=8)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["name", "id", "orcid", "first"]), inner)
        ),
        max_leaves=5,
    ),
)


@given(st.lists(RECORDS, min_size=1, max_size=3))
def test_no_record_raises(tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]]) -> None:
    folder = tmp_path_factory.mktemp("records")
    file = folder / "papers.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    for result in json_lines.read(open_source(file, "papers.jsonl", "papers.jsonl")):
        assert str(result)
    read_papers([file])


@given(st.binary(max_size=60))
def test_no_bytes_raise(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("bytes") / "papers.jsonl"
    file.write_bytes(b'{"title": "T"}\n' + data)
    assert read_papers([file]).papers[0].title == "T" or read_papers([file]).papers
