"""`kg show`, as typed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest

from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.extraction.serialisation import encode_extraction
from tests.cli.conftest import Run

HOSTILE = "<script>alert(1)</script> & BERT\n\nsaid “x” to \x1b[31mSQuAD {label} 🙂."


def hostile() -> Extraction:
    entities = []
    for name, kind in (("BERT", "Model"), ("SQuAD", "Dataset")):
        start = HOSTILE.index(name)
        mention = Mention(start, start + len(name), name, 0.5)
        entities.append(ExtractedEntity(name, kind, "used", 0.25, (mention,), canonical="<b>bold</b>"))
    return Extraction("<id>&", HOSTILE, tuple(entities), (), "test+1")


@pytest.fixture
def extractions(tmp_path: Path) -> Path:
    path = tmp_path / "extractions.jsonl"
    path.write_bytes(encode_extraction(hostile()) + b"\n")
    return path


def test_a_paper_is_shown_with_plain_marks_and_a_list(kg: Run, papers: Path) -> None:
    done = kg("show", papers, "n1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "n1"
    assert "[BERT](Model) on [SQuAD](Dataset)" in done.stdout
    assert re.search(r"^Model    BERT: \w+ 0\.\d\d, score [01]\.\d\d$", done.stdout, re.MULTILINE)
    assert re.search(r"^BERT \w+ (SQuAD|Northlight|question answering): 0\.\d\d$", done.stdout, re.MULTILINE)
    assert "Reading the sea" not in done.stdout
    both = kg("show", papers).stdout
    assert done.stdout in both
    assert "Reading the sea" in both


def test_a_paper_of_a_build_is_found_by_any_of_its_ids(kg: Run, papers: Path, tmp_path: Path) -> None:
    kg("build", papers, "-o", "exports")
    shown = kg("show", "exports", "10.1000/north").stdout
    assert shown.startswith("10.1000/north\n")
    for arguments in (("exports", "n1"), ("n1", "exports"), ("n1",), ("exports", "10.1000/NORTH")):
        assert kg("show", *arguments).stdout == shown
    # what is shown is what was built, not what would be found today
    path = tmp_path / "exports" / "extractions.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"Dataset"', '"Metric"'), encoding="utf-8")
    assert "[SQuAD](Metric)" in kg("show", "n1").stdout


def test_what_is_not_there_is_said(kg: Run, papers: Path) -> None:
    done = kg("show", papers, "n2")
    assert (done.returncode, done.stderr) == (1, f"kg: {papers} holds no paper 'n2'; there is 2, n1\n")
    assert kg("show", "nowhere").stderr == "kg: nowhere: there is no such file or folder\n"
    assert kg("show", "nowhere", "n1").returncode == 1
    with papers.open("a", encoding="utf-8") as file:
        file.write("{\n")
    done = kg("show", papers)
    assert done.returncode == 1
    assert "line 3" in done.stderr
    assert "[BERT](Model)" in done.stdout


def test_annotated_abstracts_are_extracted_from(kg: Run, tmp_path: Path) -> None:
    line = {"id": "g", "text": "On\n\nWe use BERT.", "entities": [], "relations": []}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert "[BERT](Model)" in kg("show", "gold.jsonl").stdout


def test_no_text_steers_the_terminal(kg: Run, extractions: Path) -> None:
    done = kg("show", extractions)
    assert "\x1b" not in done.stdout
    assert "“x” to \ufffd[31m[SQuAD](Dataset) {label} 🙂." in done.stdout


def test_a_terminal_shows_colours_and_a_legend(kg_terminal: Callable[..., str], extractions: Path) -> None:
    written = kg_terminal("show", extractions)
    assert re.match(r"\x1b\[[\d;]+m Model \x1b\[0m", written)
    assert re.search(r"\x1b\[[\d;]+mBERT\x1b\[0m", written)
    assert "\x1b[31mSQuAD" not in written
    assert "[BERT](Model)" in kg_terminal("show", extractions, NO_COLOR="1")
    assert "[BERT](Model)" in kg_terminal("show", extractions, TERM="dumb")


def test_a_page_of_html_holds_the_text_and_nothing_else(kg: Run, extractions: Path, tmp_path: Path) -> None:
    done = kg("show", extractions, "--html", "paper.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "kg: paper.html written\n")
    content = (tmp_path / "paper.html").read_text(encoding="utf-8")
    page = lxml.html.fromstring(content.encode())
    assert page.xpath("//script | //link | //img | //b") == []
    assert not re.search(r"https?:", content)
    assert page.xpath("string(//h1)") == "<id>&"
    marks = [(mark.text, mark.findtext("small")) for mark in page.iter("mark")]
    assert marks == [("BERT", "Model"), ("SQuAD", "Dataset")]
    text = next(element for element in page.iter("div") if element.get("class") == "entities")
    for small in text.iter("small"):
        small.text = ""
    shown = (
        "".join("\n" if node.tag == "br" else "" for node in text.iter("br")),
        "".join(str(part) for part in text.itertext()),
    )
    assert shown[0] == "\n\n"
    assert " ".join(shown[1].split()) == " ".join(HOSTILE.replace("\n", "").replace("\x1b", "\ufffd").split())
    assert "<b>bold</b>" in [cell.text for cell in page.iter("td")]
