"""`kg extract`, as typed."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.extraction.serialisation import read_extractions
from tests.cli.conftest import Run


def parse(lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.splitlines()]


def test_each_record_is_a_line_in_the_order_of_the_input(kg: Run, papers: Path, tmp_path: Path) -> None:
    done = kg("extract", papers, "-o", "out.jsonl")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "kg: 2 records written to out.jsonl\n"
    first, second = parse((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert (first["id"], second["id"]) == ("n1", "2")
    assert "BERT" in [name for entity in first["entities"] for name in entity["mentions"]]
    assert [one.id for one in read_extractions(tmp_path / "out.jsonl")] == ["n1", "2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "papers.jsonl"]


def test_a_text_comes_back_unchanged(kg: Run, tmp_path: Path) -> None:
    text = "Ti\u0301tle &amp; more \n\n \tWe use  BERT\u00a0for \\textbf{parsing}."
    record = {"id": "x/1", "text": text, "entities": [], "relations": []}
    (tmp_path / "in.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    found = parse(kg("extract", "in.jsonl", "-o", "-").stdout)[0]
    assert (found["id"], found["text"]) == ("x/1", text)
    for entity in found["entities"]:
        for start, end, _ in entity["spans"]:
            assert text[start:end] in entity["mentions"]


def test_a_record_without_id_has_the_papers_key(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"title": "On BERT", "doi": "10.1000/X"}\n' * 2, encoding="utf-8")
    assert [one["id"] for one in parse(kg("extract", "in.jsonl", "-o", "-").stdout)] == ["10.1000/x"] * 2


def test_a_broken_record_is_reported_and_the_rest_written(kg: Run, papers: Path) -> None:
    with papers.open("a", encoding="utf-8") as file:
        file.write("{\n")
    done = kg("extract", papers, "-o", "-")
    assert done.returncode == 1
    assert len(parse(done.stdout)) == 2
    assert done.stderr.count("\n") == 1
    assert "line 3" in done.stderr


def test_nothing_read_overwrites_nothing(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("mine", encoding="utf-8")
    done = kg("extract", "missing.jsonl", "-o", "out.jsonl")
    assert (done.returncode, done.stderr.count("\n")) == (1, 2)
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("output", ["", ".", "/"])
def test_output_must_be_a_file(kg: Run, papers: Path, output: str) -> None:
    done = kg("extract", papers, "-o", output)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_output_is_asked_for(kg: Run, papers: Path) -> None:
    assert kg("extract", papers).returncode == 2
    done = kg("extract", papers, "-o", "no/such/folder.jsonl")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
