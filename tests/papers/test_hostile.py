"""Broken and hostile files of every format: a problem, all else read, in bounded time; nothing raises."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.papers import READERS, Reading, read_papers
from kg.papers.source import source_of
from tests.golden.formats.test_formats import INPUTS

EXAMPLES = {file.name: file.read_bytes() for file in INPUTS}


def read(folder: Path, name: str, data: bytes | str) -> Reading:
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return read_papers([folder / name], merge=False)


def titles(reading: Reading) -> list[str | None]:
    return [paper.title for paper in reading.papers]


@given(st.data())
@settings(max_examples=300, derandomize=True)
def test_damage_never_raises_in_any_reader(data: st.DataObject) -> None:
    content = bytearray(EXAMPLES[data.draw(st.sampled_from(sorted(EXAMPLES)))])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(content) - 1, 0)))
        size = data.draw(st.integers(0, 30))
        content[at : at + size] = data.draw(
            st.binary(max_size=8) | st.sampled_from([b"{", b'"', b"<", b"@a{", b"\\", b"]"])
        )
    source = source_of(bytes(content), "file", "file")
    wanting = [reader for reader in READERS if reader.recognises(source.text_head(), "file")]
    assert len(wanting) < 2
    for reader in wanting:
        for result in reader.read(source):
            assert str(result)
            str(result).encode("utf-8")


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: str(reader.NAME))
@given(data=st.binary(max_size=200))
@settings(max_examples=30, derandomize=True)
def test_no_bytes_raise_whatever_the_format_is_said_to_be(reader: object, data: bytes) -> None:
    for result in reader.read(source_of(data, "a", "a")):  # type: ignore[attr-defined]
        assert str(result)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("title,abstract\n@article{a, title={A}}\n", "table"),
        ("title,abstract\nTY  - JOUR\nTI  - A\n", "table"),
        ("TY  - JOUR\nTI  - A\nAB  - x\n@article{a, title={A}}\n", "ris"),
        ("%PDF-1.7\n@article{a, title={A}}\n", "pdf"),
    ],
)
def test_what_stands_first_says_what_a_file_is(text: str, format: str) -> None:
    assert [reader.NAME for reader in READERS if reader.recognises(text, "a")] == [format]


def test_strings_that_name_each_other_in_a_circle_end(tmp_path: Path) -> None:
    text = '@string{a = b # b}\n@string{b = a # a}\n@article{k, title = {T}, journal = a # " x"}\n'
    start = time.process_time()
    assert titles(read(tmp_path, "a.bib", text)) == ["T"]
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    "broken",
    ["@article{b, title = {Of {Boats}, year = 2000}", "@article{b, title = {Of Boats}"],
)
def test_an_unbalanced_entry_costs_no_other(tmp_path: Path, broken: str) -> None:
    reading = read(tmp_path, "a.bib", f"@article{{a, title={{A}}}}\n\n{broken}\n\n@article{{c, title={{C}}}}\n")
    assert titles(reading)[0] == "A"
    assert titles(reading)[-1] == "C"
    assert [problem.position for problem in reading.problems] == ["line 3"]


def test_a_field_of_a_megabyte_costs_only_itself(tmp_path: Path) -> None:
    text = "@article{a, title={A}, abstract={" + "{word} " * 150_000 + "}}\n@article{b, title={B}}\n"
    reading = read(tmp_path, "a.bib", text)
    assert titles(reading) == ["A", "B"]
    assert len(reading.problems) == 1


def test_keys_and_fields_that_stand_twice_are_said(tmp_path: Path) -> None:
    text = "@article{a, title={A}}\n@article{a, title={B}}\n@article{c, title={C}, title={D}}\n"
    reading = read(tmp_path, "a.bib", text)
    assert titles(reading) == ["A", "B", "C"]
    assert [problem.position for problem in reading.problems] == ["line 2", "line 3"]


def csl(**fields: object) -> dict[str, object]:
    return {"id": "x", "type": "article", "title": "T", "issued": {"date-parts": [[2000]]}, **fields}


def test_json_with_nan_and_odd_values(tmp_path: Path) -> None:
    odd = [float("nan"), 10**30, [], {}, None, True, [[]], [None], {"value": {}}]
    records = [
        csl(**{name: value}) for name in ("issued", "author", "abstract", "DOI", "keyword", "id") for value in odd
    ]
    assert len(read(tmp_path, "a.json", json.dumps(records)).papers) == len(records)


def test_json_that_is_nested_deeply_costs_only_itself(tmp_path: Path) -> None:
    first, last = json.dumps(csl(title="First")), json.dumps(csl(title="Last"))
    reading = read(tmp_path, "a.json", f'[{first}, {{"x": {"[" * 100_000}{"]" * 100_000}}}, {last}]')
    assert titles(reading)[0] == "First"
    assert len(reading.problems) >= 1
    assert "nested too deeply" in str(reading.problems[0])


def test_fields_twice_and_lone_surrogates(tmp_path: Path) -> None:
    text = '[{"id": "1", "type": "article", "title": "A", "title": "B\\ud800", "issued": {}}]'
    reading = read(tmp_path, "a.json", text)
    assert titles(reading) == ["B\ufffd"]
    assert "`title`" in reading.problems[0].message


def test_a_line_that_is_too_long_costs_only_itself(tmp_path: Path) -> None:
    line = '{"id": "2101.00001", "submitter": "x", "categories": "cs", "title": "%s"}\n'
    reading = read(tmp_path, "a.json", line % "A" + line % ("x" * ((1 << 24) + 9)) + line % "B")
    assert titles(reading) == ["A", "B"]
    assert [problem.position for problem in reading.problems] == ["line 2"]


def test_tables_with_nul_ragged_rows_and_open_quotes(tmp_path: Path) -> None:
    text = 'title,abstract\nA\0,x\nB\nC,x,y,z\nD,"never closed\nE,x\n'
    reading = read(tmp_path, "a.csv", text)
    assert titles(reading) == ["A", "B", "C", "E"]
    assert [problem.position for problem in reading.problems] == ["", "line 4", "line 5"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "cp1252"])
def test_tables_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    reading = read(tmp_path, "a.csv", "Title;Year\r\nCafé Müller;1978\r\n".encode(encoding))
    assert titles(reading) == ["Café Müller"]


def test_ris_records_that_never_end(tmp_path: Path) -> None:
    reading = read(tmp_path, "a.ris", "TY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B\nER  -\n\nTY  - JOUR\nER  - \n")
    assert titles(reading) == ["A", "B"]
    assert [problem.position for problem in reading.problems] == ["line 7"]


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=12).filter(str.isalnum)
TITLES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


@given(st.lists(TITLES, min_size=1, max_size=5))
@settings(max_examples=40)
def test_what_is_written_reads_back(tmp_path_factory: pytest.TempPathFactory, wanted: list[str]) -> None:
    from kg.papers.text import clean_title

    folder = tmp_path_factory.mktemp("written")
    expected = [clean_title(title) for title in wanted]
    written = {
        "a.bib": "\n".join(f"@article{{k{n}, title = {{{t}}}}}" for n, t in enumerate(wanted)),
        "a.ris": "".join(f"TY  - JOUR\nTI  - {t}\nER  - \n" for t in wanted),
        "a.csv": "id,title\n" + "".join(f'{n},"{t}"\n' for n, t in enumerate(wanted)),
        "a.json": json.dumps([csl(title=t) for t in wanted], ensure_ascii=False),
    }
    for name, text in written.items():
        assert titles(read(folder, name, text)) == expected, name
