"""What every command has in common: help, version, errors, exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest

from kg.cli import app
from kg.errors import InputError
from kg.version import __version__
from tests.cli.conftest import Run

GRAPH = Path(__file__).parent.parent / "query" / "translation.ttl"
COMMANDS = sorted(command.callback.__name__ for command in app.registered_commands if command.callback)


def test_the_version(kg: Run) -> None:
    done = kg("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"kg {__version__}\n", "")


def test_the_commands_that_are_promised_are_there() -> None:
    assert {"build", "extract", "evaluate", "export", "query", "validate"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_examples_and_no_colours(kg: Run, command: str) -> None:
    done = kg(command, "--help", FORCE_COLOR="1")
    assert done.returncode == 0
    usage, _, rest = done.stdout.partition("\n")
    assert usage.startswith(f"Usage: kg {command} ")
    assert f"kg {command} " in rest
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    "arguments", [["frobnicate"], ["build"], ["build", "--jobs", "0", "a"], ["build", "--nope", "a"]]
)
def test_bad_usage_ends_with_2(kg: Run, arguments: list[str]) -> None:
    done = kg(*arguments)
    assert done.returncode == 2
    assert "Error:" in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_input_is_one_line_and_ends_with_1(kg: Run) -> None:
    done = kg("export", "nowhere.ttl", "--to", "turtle", "-o", "out.ttl")
    assert done.returncode == 1
    assert done.stderr.startswith("kg: nowhere.ttl")
    assert done.stderr.count("\n") == 1


def test_a_traceback_is_for_those_who_ask(kg_process: Run) -> None:
    arguments = ["export", "nowhere.ttl", "--to", "turtle", "-o", "out.ttl"]
    for done in (kg_process("--debug", *arguments), kg_process(*arguments, KG_DEBUG="1")):
        assert done.returncode != 0
        assert "Traceback" in done.stderr
        assert InputError.__name__ in done.stderr


def test_a_fault_of_kg_says_so_without_a_traceback() -> None:
    program = (
        "import kg.graph.knowledge_graph as g\n"
        "def load(path): raise ZeroDivisionError('seven')\n"
        "g.KnowledgeGraph.load = load\n"
        "from kg.cli import main; main()"
    )
    command = [sys.executable, "-c", program, "export", "a", "--to", "turtle", "-o", "b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "fault of kg" in done.stderr
    assert "ZeroDivisionError: seven" in done.stderr
    assert "Traceback" not in done.stderr


def test_stopping_while_kg_still_loads_shows_no_traceback() -> None:
    program = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from kg.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "kg: stopped\n")


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "kg", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"kg {__version__}\n", "")


def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    graph = Path(__file__).parent.parent / "query" / "translation.ttl"
    query = "SELECT * { ?a ?b ?c . ?d ?e ?f }"
    program = "from kg.cli import main; main()"
    command = f"'{sys.executable}' -c '{program}' query '{graph}' -q '{query}' --format csv | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S602
    assert done.stdout.startswith("a,b,c")
    assert done.stderr == ""


def test_names_in_any_script_are_written_in_utf8_whatever_the_locale(kg_process: Run) -> None:
    done = kg_process("build", "α-𛅰.txt", LC_ALL="C")
    assert done.returncode == 1
    assert "α-𛅰.txt" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", ["--version", "query --list", f"query {GRAPH} datasets-by-use"])
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path, arguments: str) -> None:
    command = f"'{sys.executable}' -c 'from kg.cli import main; main()' {arguments} > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S602
    assert (done.returncode, done.stderr) == (1, "kg: No space left on device\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_streams_may_be_closed(tmp_path: Path, closed: str) -> None:
    program = f"'{sys.executable}' -c 'from kg.cli import main; main()'"
    export = "export nowhere.ttl --to turtle -o out.ttl"
    for arguments, code in ((f"query '{GRAPH}' datasets-by-use", 0), ("--version", 0), (export, 1)):
        command = f"{program} {arguments} {closed}"
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S602
        assert done.returncode == code
        assert "fault of kg" not in done.stderr
        assert "Traceback" not in done.stderr
