"""The tool that takes the README's picture and measures pages."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.export.page_graphs import dated_graph


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, ROOT / "scripts" / "page.py", *arguments]
    return subprocess.run(program, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.usefixtures("chromium")
def test_picture(tmp_path: Path) -> None:
    dated_graph().save(tmp_path)
    sizes = {}
    for name, options in {"wide": [], "phone": ["--phone"], "dark": ["--dark"]}.items():
        done = run("picture", tmp_path / "graph.html", tmp_path / f"{name}.png", *options)
        assert done.returncode == 0, done.stderr
        content = (tmp_path / f"{name}.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        sizes[name] = (int.from_bytes(content[16:20]), int.from_bytes(content[20:24]))
    assert sizes == {"wide": (1280, 720), "phone": (780, 1560), "dark": (1280, 720)}
    assert (tmp_path / "wide.png").read_bytes() != (tmp_path / "dark.png").read_bytes()


@pytest.mark.usefixtures("chromium")
def test_measuring(tmp_path: Path) -> None:
    dated_graph().save(tmp_path / "small")
    done = run("bench", tmp_path / "small")
    heading, line = done.stdout.splitlines()
    assert heading.split()[:4] == ["graph", "papers", "nodes", "drawn"]
    assert line.split()[:4] == ["small", "4", "7", "7"]
    assert float(line.split()[4]) < 1
