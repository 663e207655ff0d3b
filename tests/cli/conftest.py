"""Running `kg` as a user does."""

import io
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import msgspec
import pytest

from kg.cli import main


class Done(msgspec.Struct, frozen=True):
    """What a command wrote, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]

PAPERS = """\
{"id": "n1", "title": "Northlight: questions on whaling logs", "abstract": "We present Northlight, a dataset for \
question answering (QA). We evaluate BERT on SQuAD and report exact match.", "keywords": ["question answering"], \
"year": 2021, "doi": "10.1000/north"}
{"id": 2, "text": "Reading the sea\\n\\nWe fine-tune BERT for named entity recognition — naïvely & well."}
"""


@pytest.fixture
def kg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder and in this process, where the pipeline is loaded once.

    Keyword arguments are environment variables.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KG_DEBUG", raising=False)

    def run(*arguments: str | Path, **environment: str) -> Done:
        stdout, stderr = (io.TextIOWrapper(io.BytesIO(), "ascii") for _ in range(2))
        with monkeypatch.context() as patch, redirect_stdout(stdout), redirect_stderr(stderr):
            patch.setattr(sys, "argv", ["kg", *map(str, arguments)])
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as end:
                main()
        for stream in (stdout, stderr):
            stream.seek(0)
        return Done(int(end.value.code or 0), stdout.read(), stderr.read())

    return run


@pytest.fixture
def kg_process(tmp_path: Path) -> Run:
    """Run the command in a process of its own, in an empty folder; keyword arguments are environment variables."""

    def run(*arguments: str | Path, **environment: str) -> Done:
        program = [sys.executable, "-c", "from kg.cli import main; main()", *map(str, arguments)]
        variables = {key: value for key, value in os.environ.items() if key != "KG_DEBUG"} | environment
        done = subprocess.run(
            program, cwd=tmp_path, env=variables, capture_output=True, text=True, encoding="utf-8", check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A file with two papers."""
    path = tmp_path / "papers.jsonl"
    path.write_text(PAPERS, encoding="utf-8")
    return path


@pytest.fixture
def kg_terminal(tmp_path: Path) -> Callable[..., str]:
    """Run the command on a terminal of its own, in an empty folder, and give what it writes there."""

    def run(*arguments: str | Path, **environment: str) -> str:
        program = [sys.executable, "-c", "from kg.cli import main; main()", *map(str, arguments)]
        variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "KG_DEBUG")}
        variables |= {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
        ours, theirs = pty.openpty()
        with subprocess.Popen(program, cwd=tmp_path, env=variables, stdout=theirs, stderr=subprocess.PIPE):
            os.close(theirs)
            written = b""
            try:
                while chunk := os.read(ours, 65536):
                    written += chunk
            except OSError:
                pass  # how Linux says that the other end is closed
        os.close(ours)
        return written.decode()

    return run
