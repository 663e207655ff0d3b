"""What the README shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^    \$ (.+)\n((?:    .+\n)+)", README, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(r"`((?:ontology|samples|exports|docs)/[\w./-]*)`", README)


def test_there_is_something_to_check() -> None:
    assert SESSIONS


@pytest.mark.parametrize(("command", "printed"), SESSIONS)
def test_commands_print_what_the_readme_shows(command: str, printed: str) -> None:
    command = command.replace(".venv/bin/", f"'{Path(sys.executable).parent}'/")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert [line.rstrip() for line in done.stdout.splitlines()] == [line[4:] for line in printed.splitlines()]


@pytest.mark.parametrize("target", LINKS)
def test_what_the_readme_names_is_there(target: str) -> None:
    assert (ROOT / target).exists()


def test_examples_in_python_are_python() -> None:
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        compile(block, "README.md", "exec")
