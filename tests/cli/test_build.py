"""`kg build`, as typed."""

import inspect
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.build_directory import UNFINISHED
from kg.cli.build import build, summary
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI, KnowledgeGraph
from tests.cli.conftest import PAPERS, Run

FILES = ["extractions.jsonl", "graph.html", "graph.ttl", "mentions.ttl", "papers.jsonl", "report.json"]


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_papers_become_a_build_directory_and_a_summary(kg: Run, papers: Path, tmp_path: Path) -> None:
    done = kg("build", papers)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(contents(tmp_path / "exports")) == FILES
    graph = KnowledgeGraph.load(tmp_path / "exports")
    assert "model/bert" in graph.graph
    assert "paper/10.1000/north" in graph.graph
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["papers", "2"]
    assert any(line.split()[0] == "Model" and "BERT (2)" in line for line in lines)
    assert (
        lines[-1]
        == "written    exports: papers.jsonl, extractions.jsonl, graph.ttl, mentions.ttl, graph.html, report.json"
    )


def test_the_default_base_iri_is_the_same_everywhere() -> None:
    # the command says it by itself, so that its help needs no networkx
    assert inspect.signature(build).parameters["base_iri"].default == DEFAULT_BASE_IRI


def test_the_base_iri_is_that_of_all_resources(kg: Run, papers: Path, tmp_path: Path) -> None:
    assert kg("build", papers, "--base-iri", "https://kg.example.org/").returncode == 0
    text = (tmp_path / "exports" / "graph.ttl").read_text(encoding="utf-8")
    assert "<https://kg.example.org/model/bert>" in text
    assert "paper-kg.example" not in text
    done = kg("build", papers, "--base-iri", "kg", "-o", "other")
    assert (done.returncode, (tmp_path / "other").exists()) == (2, False)
    assert "base IRI 'kg'" in done.stderr


def test_no_build_overwrites_its_input_or_the_files_of_others(kg: Run, papers: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    papers.rename(folder / "papers.jsonl")
    kept = contents(folder)
    for given, output in (("in", "in"), ("in/../in", "in"), ("in/papers.jsonl", "in"), ("in/*", "in"), (".", "in")):
        done = kg("build", given, "-o", output)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert contents(folder) == kept
    for name in FILES:
        other = tmp_path / name.replace(".", "-")
        other.mkdir()
        (other / name).write_text("{}", encoding="utf-8")
        done = kg("build", "in", "-o", other)
        assert (done.returncode, contents(other)) == (2, {name: b"{}"})
        assert f"{other / name} was not written by `kg build`" in done.stderr
    assert kg("build", "in", "-o", "in/out").returncode == 0
    first = contents(folder / "out")
    assert kg("build", "in", "-o", "in/out").returncode == 0
    assert contents(folder / "out") == first


def test_a_build_inside_its_input_resumes_wherever_it_was_stopped(kg: Run, papers: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    papers.rename(folder / "p.jsonl")
    assert kg("build", "in", "-o", "in/out").returncode == 0
    whole = contents(folder / "out")
    written = ["papers.jsonl", "extractions.jsonl", "graph.ttl", "mentions.ttl", "graph.html", "report.json"]
    for number in range(len(written)):
        for name in written[number:]:
            (folder / "out" / name).unlink()
        (folder / "out" / UNFINISHED).write_bytes(b'{"id": "half')
        assert kg("build", "in", "-o", "in/out").returncode == 0
        assert contents(folder / "out") == whole


@pytest.fixture
def mixed(tmp_path: Path, papers: Path) -> Path:
    """A folder with good papers, and five kinds of bad input beside them."""
    folder = tmp_path / "in"
    folder.mkdir()
    papers.rename(folder / "good.jsonl")
    (folder / "broken.jsonl").write_text(
        '{"id": "3", "text": "A third paper on parsing."}\n{"id": "4", \n', encoding="utf-8"
    )
    (folder / "cut.xml").write_text(
        '<?xml version="1.0"?>\n<collection id="2020.acl"><volume id="main"><meta><booktitle>A</booktitle></meta>'
        '<paper id="1"><title>Whole</title></paper>\n<paper id="2"><title>Hal',
        encoding="utf-8",
    )
    (folder / "empty.txt").write_bytes(b"")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 20)
    return folder


def test_bad_input_is_one_line_each_and_loses_nothing_else(kg: Run, mixed: Path, tmp_path: Path) -> None:
    done = kg("build", mixed.name, "missing", "-o", "out")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    for name in ("in/broken.jsonl, line 2:", "in/cut.xml", "in/empty.txt:", "in/binary.txt:", "missing:"):
        assert len([line for line in lines if line.startswith(f"kg: {name}")]) == 1, name
    assert len(lines) == 5
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["nodes"]["Paper"] == 4
    assert len(report["problems"]) == 5
    assert "problems   5, listed in out/report.json" in done.stdout


def test_strict_writes_nothing_when_there_is_a_problem(kg: Run, mixed: Path, tmp_path: Path) -> None:
    done = kg("build", mixed, "--strict", "-o", "out")
    assert done.returncode == 1
    assert "nothing was written: 4 problems" in done.stderr
    assert not (tmp_path / "out").exists()
    assert kg("build", mixed / "good.jsonl", "--strict", "-o", "out").returncode == 0


def test_without_any_paper_an_earlier_build_stays(kg: Run, mixed: Path, tmp_path: Path) -> None:
    assert kg("build", mixed / "good.jsonl").returncode == 0
    before = contents(tmp_path / "exports")
    done = kg("build", mixed / "empty.txt")
    assert done.returncode == 1
    assert "there is no paper in the input" in done.stderr
    assert contents(tmp_path / "exports") == before


def test_what_kg_wrote_is_never_read_as_papers(kg: Run, papers: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    papers.rename(folder / "papers.jsonl")
    assert kg("build", "in", "-o", "in/exports").returncode == 0
    before = contents(folder / "exports")
    done = kg("build", "in", "-o", "in/exports")
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(folder / "exports") == before
    done = kg("build", "in/exports")
    assert done.returncode == 1
    assert "in/exports: left out, because `kg build` wrote it" in done.stderr


def test_output_that_cannot_be_written_is_one_line(kg: Run, papers: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    done = kg("build", papers, "-o", "file")
    assert done.returncode == 1
    assert done.stderr == "kg: can't write into file: File exists\n"


def test_jobs_order_and_hash_seed_have_no_influence(kg_process: Run, papers: Path, tmp_path: Path) -> None:
    many = [json.dumps({"text": f"Paper {number}\n\nWe train BERT on SQuAD{number}."}) + "\n" for number in range(40)]
    (tmp_path / "a.jsonl").write_text("".join(many[:20]), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text("".join(many[20:]), encoding="utf-8")
    assert kg_process("build", "a.jsonl", "b.jsonl", papers, "-o", "1", PYTHONHASHSEED="1").returncode == 0
    assert (
        kg_process("build", papers, "b.jsonl", "a.jsonl", "-o", "2", "--jobs", "2", PYTHONHASHSEED="2").returncode == 0
    )
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_a_stopped_build_goes_on(kg: Run, tmp_path: Path) -> None:
    lines = [
        json.dumps({"text": f"Paper {number}\n\n" + f"We train BERT on SQuAD{number}. " * 60}) + "\n"
        for number in range(1500)
    ]
    (tmp_path / "many.jsonl").write_text("".join(lines), encoding="utf-8")
    command = [sys.executable, "-c", "from kg.cli import main; main()", "build", "many.jsonl", "-o", "out"]
    unfinished = tmp_path / "out" / UNFINISHED
    deadline = time.monotonic() + 60
    with subprocess.Popen(
        # where the tests run in the background (`make test &`), the shell has them ignore SIGINT
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            while time.monotonic() < deadline and not (unfinished.exists() and unfinished.stat().st_size > 10_000):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors == "kg: stopped; what is done is kept, and the same command goes on from there\n"
    assert sorted(contents(tmp_path / "out")) == [UNFINISHED]
    done = sum(line.strip() != b"" for line in unfinished.read_bytes().splitlines())
    assert done > 0

    # the rest would take long: keep as many papers as are done, and two more
    kept = "".join(lines[: done + 2])
    (tmp_path / "many.jsonl").write_text(kept, encoding="utf-8")
    (tmp_path / "whole.jsonl").write_text(kept, encoding="utf-8")
    assert kg("build", "many.jsonl", "-o", "out").returncode == 0
    assert sorted(contents(tmp_path / "out")) == FILES


def test_a_build_reuses_what_the_last_one_extracted(kg: Run, papers: Path, tmp_path: Path) -> None:
    assert kg("build", papers, "-o", "out").returncode == 0
    extractions = tmp_path / "out" / "extractions.jsonl"
    marked = extractions.read_text(encoding="utf-8").replace('"role":"used"', '"role":"studied"')
    extractions.write_text(marked, encoding="utf-8")
    assert kg("build", papers, "-o", "out").returncode == 0
    assert extractions.read_text(encoding="utf-8") == marked
    assert kg("build", papers, "-o", "fresh").returncode == 0
    assert (tmp_path / "fresh" / "extractions.jsonl").read_text(encoding="utf-8") != marked


@pytest.mark.parametrize("no_color", [False, True])
def test_a_terminal_shows_progress_with_colours_unless_unwanted(papers: Path, tmp_path: Path, no_color: bool) -> None:
    main, terminal = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "CI"}}
    environment |= {"TERM": "xterm-256color", **({"NO_COLOR": "1"} if no_color else {})}
    command = [sys.executable, "-c", "from kg.cli import main; main()", "build", str(papers)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdin=terminal, stdout=subprocess.PIPE, stderr=terminal
    ) as process:
        os.close(terminal)
        shown = b""
        while True:
            try:
                chunk = os.read(main, 4096)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            shown += chunk
        assert process.stdout is not None
        printed = process.stdout.read().decode()
    os.close(main)
    assert process.returncode == 0
    assert "Extracting" in shown.decode()
    assert (b"\x1b[3" in shown) is not no_color
    assert "\x1b" not in printed


def test_the_summary_counts_papers_without_text() -> None:
    from kg.building import assemble
    from tests.corpus import EXTRACTIONS
    from tests.corpus import PAPERS as RECORDS

    written = (Path("out/papers.jsonl"), Path("out/report.json"))
    lines = summary(assemble(RECORDS, EXTRACTIONS), written).splitlines()
    assert lines[0] == "papers     5 (1 without text)"
    assert "also       4 keywords, 1 person, 1 venue" in lines
    assert lines[-1] == "written    out: papers.jsonl, report.json"


def test_building_in_python_gives_the_same_graph(kg: Run, papers: Path, tmp_path: Path) -> None:
    import kg as package

    seen: list[tuple[int, int]] = []
    graph = package.build(papers, progress=lambda done, total: seen.append((done, total)))
    assert kg("build", papers).returncode == 0
    graph.save(tmp_path / "python")
    assert contents(tmp_path / "python") == contents(tmp_path / "exports")
    assert seen[-1] == (2, 2)
    assert package.build([papers, str(papers)]) == graph
    assert PAPERS.count("\n") == graph.sources.inputs[0].records


def test_a_full_disk_is_one_line(papers: Path, tmp_path: Path) -> None:
    program = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)); from kg.cli import main; main()"
    )
    command = [sys.executable, "-B", "-c", program, "build", str(papers), "-o", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "kg: can't write into out: File too large; what is done is kept\n"
