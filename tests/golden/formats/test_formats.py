"""Each file in `input` is in the shape of a real one; `expected` says which papers and problems it holds.

After a change that is meant: `python -m tests.golden.formats.test_formats`, and read the difference.
"""

import re
from pathlib import Path

import msgspec
import pytest

from kg.papers import READERS, Reading, read_papers
from kg.papers.source import open_source
from tests.conftest import ROOT

HERE = Path(__file__).parent
INPUTS = sorted((HERE / "input").iterdir())


def written(reading: Reading) -> bytes:
    """Write a reading down, without checksums."""
    document = msgspec.to_builtins(reading)
    for paper in document["papers"]:
        for record in paper["records"]:
            del record["checksum"]
    papers, problems = [document[name] for name in ("papers", "problems")]
    problems = [{**problem, "path": Path(problem["path"]).name} for problem in problems]
    found = {"format": [item.format for item in reading.inputs], "papers": papers, "problems": problems}
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def expected_of(file: Path) -> Path:
    return HERE / "expected" / f"{file.name}.json"


@pytest.mark.parametrize("file", INPUTS, ids=lambda path: path.name)
def test_a_file_is_read_as_written_down(file: Path) -> None:
    found = written(read_papers([file], merge=False)).decode("utf-8")
    assert found == expected_of(file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", INPUTS, ids=lambda path: path.name)
def test_exactly_one_reader_wants_it(file: Path) -> None:
    source = open_source(file, file.name, file.name)
    for name in (file.name, "file", "file.xml", "file.json", "file.txt"):
        wanting = [reader.NAME for reader in READERS if reader.recognises(source.text_head(), name)]
        assert len(wanting) == 1, wanting


def test_every_reader_has_an_example() -> None:
    shown = {item.format for file in INPUTS for item in read_papers([file]).inputs}
    elsewhere = {"json-lines", "lecture-page", "anthology-xml"}
    assert {reader.NAME for reader in READERS} - elsewhere == shown - elsewhere


def test_the_readme_lists_every_reader() -> None:
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([\w-]+)`", row.split("|")[1])}
    assert {reader.NAME for reader in READERS} <= named


if __name__ == "__main__":
    for path in INPUTS:
        expected_of(path).parent.mkdir(exist_ok=True)
        expected_of(path).write_bytes(written(read_papers([path], merge=False)))
