"""`kg view`, as typed."""

import json
import re
import shlex
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from kg.building import assemble
from tests.cli.conftest import Done, Run
from tests.corpus import EXTRACTIONS, PAPERS


@pytest.fixture
def built(tmp_path: Path) -> Path:
    assemble(PAPERS, EXTRACTIONS).save(tmp_path / "exports")
    return tmp_path / "exports"


@pytest.fixture
def view(kg_process: Run, tmp_path: Path) -> Run:
    """Run `kg view` with a browser that only notes what it is told to open."""
    noting = f"import sys; open({str(tmp_path / 'opened')!r}, 'w').write(sys.argv[1])"
    browser = f"{shlex.quote(sys.executable)} -c {shlex.quote(noting)} %s"

    def run(*arguments: str | Path) -> Done:
        return kg_process("view", *arguments, BROWSER=browser)

    return run


def opened(tmp_path: Path) -> Path:
    """What the browser was told to open."""
    address = urlsplit((tmp_path / "opened").read_text(encoding="utf-8"))
    assert address.scheme == "file"
    return Path(unquote(address.path))


def drawn(page: Path) -> int:
    (block,) = re.findall(
        r'<script type="application/json" id="drawing">(.*?)</script>', page.read_text(encoding="utf-8")
    )
    return len(json.loads(block)["nodes"])


def test_page_of_a_build_is_opened_as_it_is(view: Run, built: Path, tmp_path: Path) -> None:
    page = built / "graph.html"
    page.write_text("as it was", encoding="utf-8")
    done = view(built)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert opened(tmp_path) == page
    assert page.read_text(encoding="utf-8") == "as it was"
    assert view().returncode == 0, "exports is the default"
    (built / "graph.ttl").unlink()
    assert view(built).returncode == 0, "the page is enough"


def test_missing_page_is_written(view: Run, built: Path, tmp_path: Path) -> None:
    page = (built / "graph.html").read_bytes()
    (built / "graph.html").unlink()
    assert "graph.html written" in view(built).stderr
    assert (built / "graph.html").read_bytes() == page
    (built / "graph.ttl").rename(tmp_path / "a b%.ttl")
    assert view("a b%.ttl").returncode == 0
    assert opened(tmp_path) == tmp_path / "a b%.html"
    assert drawn(tmp_path / "a b%.html") == drawn(built / "graph.html")


def test_how_many_nodes_are_drawn(view: Run, built: Path, tmp_path: Path) -> None:
    assert view(built, "--max-nodes", "3", "-o", "few.html").returncode == 0
    assert opened(tmp_path) == tmp_path / "few.html"
    assert drawn(tmp_path / "few.html") < drawn(built / "graph.html")
    assert view(built, "--max-nodes", "0").returncode == 2


def test_nothing_there(view: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for graph in ("empty", "nowhere.ttl"):
        done = view(graph)
        assert done.returncode == 1
        assert graph in done.stderr
    assert not (tmp_path / "opened").exists()


def test_no_browser(kg_process: Run, built: Path) -> None:
    done = kg_process("view", built, BROWSER="no-such-browser %s", PATH="/nowhere", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 0
    assert f"open {built / 'graph.html'}" in done.stderr
