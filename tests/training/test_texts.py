import gzip
import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.training.texts import Text, read_texts

XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE collection SYSTEM "schema.dtd">
<collection id="2031.quay">
  <volume id="1"><meta><booktitle>Quays</booktitle><year>2031</year></meta>
    <frontmatter><url>x</url></frontmatter>
    <paper id="1"><title>On <fixed-case>T</fixed-case>ides</title><!-- no text -->
      <abstract>A gain of <tex-math>3\\times</tex-math>,
        <i>often</i>.</abstract></paper>
    <paper id="2"><title>No abstract</title></paper>
  </volume>
</collection>
"""
TIDES = Text("2031.quay-1.1", "On Tides\n\nA gain of 3\\times, often.", 2031)


def write_lines(path: Path, *records: dict[str, str]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") if path.name.endswith(".gz") else path.open("w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    return path


def test_xml_gives_titles_and_abstracts_without_markup(tmp_path: Path) -> None:
    path = tmp_path / "2031.quay.xml"
    path.write_text(XML, encoding="utf-8")
    assert list(read_texts([path])) == [TIDES]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_lines_give_the_same_as_xml(tmp_path: Path, name: str) -> None:
    record = {"id": TIDES.id, "title": "On Tides", "abstract": "A gain of 3\\times, often.", "year": "2031"}
    assert list(read_texts([write_lines(tmp_path / name, record)])) == [TIDES]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write_lines(tmp_path / f"{name}.jsonl", {"id": name, "title": "T", "abstract": "A"})
    (tmp_path / "notes.md").write_text("no papers", encoding="utf-8")
    assert [text.id for text in read_texts([tmp_path])] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"id": "a", "title": "T", "abstract": "A"}\n{"id": "b"}\n', "line 2: not a paper"),
        ("a.jsonl", b"[]\n", "line 1: not a paper"),
        ("a.jsonl.gz", b"plain", "not packed by gzip"),
        ("a.jsonl.gz", gzip.compress(b"{}")[:-9], "ends too early"),
        ("a.xml", b"<collection>", "not well-formed"),
        ("a.xml", b"<html/>", "not a collection"),
    ],
)
def test_what_is_no_anthology_is_one_error(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_texts([path]))


def test_a_folder_without_papers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Anthology in it"):
        list(read_texts([tmp_path]))
