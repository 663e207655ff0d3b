"""Compressed files, archives, standard input, and what is hostile in them."""

import bz2
import io
import lzma
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from backports import zstd

from kg.errors import UsageError
from kg.papers import Reading, read_papers
from tests.papers.test_reading import LINES, PAGE, VOLUME

MEMBERS = {"in/a.xml": VOLUME, "in/b.jsonl": LINES, "c.txt": PAGE, "in/d.png": "\0picture", "in/.hidden.jsonl": LINES}
EXPECTED = ["Of Boats", "Of Geese", "Of Kettles", "Of Trains", "Of Umbrellas"]


def titles(reading: Reading) -> list[str]:
    return sorted(str(paper.title) for paper in reading.papers)


def make_tar(file: Path, members: dict[str, str], mode: str) -> None:
    with tarfile.open(file, mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))


@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress, zstd.compress])
def test_compressed_files(tmp_path: Path, pack: object) -> None:
    packed = pack(LINES.encode())  # type: ignore[operator]
    (tmp_path / "any").write_bytes(packed)
    reading = read_papers([tmp_path / "any"])
    assert reading.problems == ()
    assert titles(reading) == ["Of Boats", "Of Kettles"]
    (tmp_path / "any").write_bytes(packed[:-9])
    assert len(read_papers([tmp_path / "any"]).problems) == 1


@pytest.mark.parametrize("mode", ["w:", "w:gz", "w:bz2", "w:xz"])
def test_tar(tmp_path: Path, mode: str) -> None:
    make_tar(tmp_path / "papers", MEMBERS, mode)
    reading = read_papers([tmp_path])
    assert reading.problems == ()
    assert titles(reading) == EXPECTED
    assert [item.path.partition("/")[2] for item in reading.inputs] == [
        "papers/c.txt",
        "papers/in/a.xml",
        "papers/in/b.jsonl",
    ]


def test_zip_also_of_compressed_members(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in MEMBERS.items():
            archive.writestr(name + ".xz", lzma.compress(content.encode()))
    reading = read_papers([tmp_path / "p.zip"])
    assert reading.problems == ()
    assert titles(reading) == EXPECTED


def test_paths_that_climb_out_links_and_archives_inside_are_left_out(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("b.jsonl", LINES)
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        for name in ("../up.jsonl", "/root.jsonl", "a/../../b.jsonl", "C:\\x.jsonl", "ok.jsonl"):
            archive.writestr(name, LINES)
        archive.writestr("more.zip", inner.getvalue())
    before = sorted(tmp_path.rglob("*"))
    reading = read_papers([tmp_path / "in.zip"])
    assert [item.path for item in reading.inputs] == ["in.zip/ok.jsonl"]
    assert len(reading.problems) == 5
    assert sorted(tmp_path.rglob("*")) == before
    with tarfile.open(tmp_path / "l.tar", "w") as tar:
        link = tarfile.TarInfo("link.jsonl")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    assert [problem.position for problem in read_papers([tmp_path / "l.tar"]).problems] == ["link.jsonl"]


@pytest.mark.parametrize("kind", ["zip", "tar.gz", "gz", "zst", "xz"])
def test_a_bomb_is_said_and_costs_nothing_else(tmp_path: Path, kind: str) -> None:
    size = 80 << 20
    bomb, good = tmp_path / f"bomb.{kind}", tmp_path / "good.jsonl"
    good.write_text(LINES, encoding="utf-8")
    zeros = b"{" + bytes(size)
    if kind == "zip":
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.jsonl", zeros)
    elif kind == "tar.gz":
        with tarfile.open(bomb, "w:gz") as tar:
            info = tarfile.TarInfo("a.jsonl")
            info.size = len(zeros)
            tar.addfile(info, io.BytesIO(zeros))
    elif kind == "gz":
        import gzip

        bomb.write_bytes(gzip.compress(zeros))
    else:
        bomb.write_bytes(zstd.compress(zeros) if kind == "zst" else lzma.compress(zeros, preset=0))
    reading = read_papers([bomb, good])
    assert titles(reading) == ["Of Boats", "Of Kettles"]
    assert any("times its size" in problem.message for problem in reading.problems)


@pytest.mark.parametrize("cut", [10, 200, 2000])
def test_damaged_archives(tmp_path: Path, cut: int) -> None:
    members = {f"{number}.jsonl": f'{{"title": "{os.urandom(900).hex()}"}}' for number in range(9)}
    make_tar(tmp_path / "a.tar.gz", members, "w:gz")
    data = (tmp_path / "a.tar.gz").read_bytes()
    (tmp_path / "a.tar.gz").write_bytes(data[:-cut])
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04" + data[:cut])
    reading = read_papers([tmp_path / "a.tar.gz", tmp_path / "b.zip"])
    assert len(reading.papers) >= 5
    assert {Path(problem.path).name for problem in reading.problems} >= {"a.tar.gz", "b.zip"}


def test_standard_input() -> None:
    code = "import sys; from kg.papers import read_papers; r = read_papers(['-'], format=sys.argv[1] or None); print(r)"
    for name, data in (("", LINES.encode()), ("json-lines", lzma.compress(LINES.encode()))):
        done = subprocess.run([sys.executable, "-c", code, name], input=data, capture_output=True, check=True)
        assert b"Of Kettles" in done.stdout
        assert b"problems=()" in done.stdout
    with pytest.raises(UsageError, match="bibtex"):
        read_papers([], format="bibtecks")
