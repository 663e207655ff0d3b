"""XML of services: what is broken costs itself alone, and nothing expands or is fetched."""

from pathlib import Path

import pytest

from kg.papers import Reading, read_papers

FEED = '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">\n'


def entry(number: int, inside: str = "") -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/2101.0000{number}</id>\n<title>Of Kettles {number}</title>\n"
        f"<arxiv:comment>x</arxiv:comment>{inside}</entry>\n"
    )


def read(folder: Path, text: str | bytes) -> Reading:
    file = folder / "feed.xml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_papers([file], merge=False)


def titles(reading: Reading) -> list[str | None]:
    return [paper.title for paper in reading.papers]


@pytest.mark.parametrize("broken", ["Salt & pepper", "<b>", "</b>", "a < b", "\x01"])
def test_one_broken_record_costs_no_other(tmp_path: Path, broken: str) -> None:
    reading = read(tmp_path, FEED + entry(1) + entry(2, broken) + entry(3) + entry(4) + "</feed>")
    assert titles(reading) == ["Of Kettles 1", "Of Kettles 3", "Of Kettles 4"]
    (problem,) = reading.problems
    assert problem.position == "line 6"
    assert problem.remedy


def test_a_file_that_ends_too_early(tmp_path: Path) -> None:
    text = FEED + entry(1) + entry(2) + entry(3)
    for cut in (len(text), text.index("Of Kettles 3"), text.index("<arxiv:comment>", text.index("Of Kettles 3")) + 3):
        reading = read(tmp_path, text[:cut])
        assert titles(reading)[:2] == ["Of Kettles 1", "Of Kettles 2"]
        assert len(reading.problems) == 1


@pytest.mark.parametrize(
    "dtd",
    [
        '<!DOCTYPE feed [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_entities_are_refused(tmp_path: Path, dtd: str) -> None:
    text = FEED.replace("<feed", dtd + "<feed") + entry(1, "<summary>&a;&x;</summary>") + "</feed>"
    reading = read(tmp_path, text)
    assert reading.papers == ()
    assert [problem.message for problem in reading.problems] == ["declares XML entities; it was not read"]


def test_deep_nesting_ends(tmp_path: Path) -> None:
    deep = "<summary>" + "<i>" * 5000 + "x" + "</i>" * 5000 + "</summary>"
    reading = read(tmp_path, FEED + entry(1) + entry(2, deep) + entry(3) + "</feed>")
    assert titles(reading) == ["Of Kettles 1", "Of Kettles 3"]
    assert len(reading.problems) == 1


def test_a_wrong_declaration_of_the_encoding(tmp_path: Path) -> None:
    text = (
        FEED.replace('"1.0"', '"1.0" encoding="UTF-8"') + entry(1) + entry(2, "<summary>caf\xe9</summary>") + "</feed>"
    )
    reading = read(tmp_path, text.encode("latin-1"))
    assert titles(reading) == ["Of Kettles 1"]
    assert len(reading.problems) == 1
