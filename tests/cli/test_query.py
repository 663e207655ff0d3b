"""`kg query`, as typed."""

import csv
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kg.cli.query import query
from kg.errors import InputError, KgError, UsageError

GRAPH = str(Path(__file__).parent.parent / "query" / "translation.ttl")

app = typer.Typer()
app.command()(query)


def run(*arguments: str) -> str:
    """Give what the command writes; its errors as they are raised."""
    result = CliRunner().invoke(app, arguments)
    if isinstance(result.exception, KgError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout_bytes.decode()


def test_an_example_by_its_name() -> None:
    assert run(GRAPH, "datasets-by-use").splitlines()[2] == "dataset/riverbank  RiverBank  2"
    assert run(GRAPH, "datasets-by-use.rq") == run(GRAPH, "datasets-by-use")


def test_bindings_and_formats() -> None:
    written = run(GRAPH, "methods-for-task", "--bind", "task=MT", "--format", "csv")
    assert written.startswith("method,name,kind,papers,score\r\n")
    assert [row["name"] for row in csv.DictReader(written.splitlines())] == ["Alpha", "Nüshu tuning"]
    found = json.loads(run(GRAPH, "methods-for-task", "--bind", "?task = MT".replace(" ", ""), "--format", "json"))
    assert [row["name"]["value"] for row in found["results"]["bindings"]] == ["Alpha", "Nüshu tuning"]


def test_a_query_from_a_file_and_from_the_line(tmp_path: Path) -> None:
    text = "CONSTRUCT { ?p kg:about ?k } WHERE { ?p kg:hasKeyword ?k }"
    file = tmp_path / "about.rq"
    file.write_bytes(b"\xef\xbb\xbf" + f"# Papers and keywords\r\n{text}\r\n".encode())
    assert run(GRAPH, str(file)) == run(GRAPH, "-q", text)
    assert "kg:about" in run(GRAPH, "-q", text)


def test_the_list_shows_every_example_with_its_parameters() -> None:
    lines = run("--list").splitlines()
    assert "datasets-by-use" in lines
    assert "    Which datasets do most papers use?" in lines
    assert sum(line.startswith("    --bind") for line in lines) == 8
    assert sum(not line.startswith(" ") for line in lines) == 10


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((), UsageError, "name a graph"),
        ((GRAPH,), UsageError, "give one query"),
        ((GRAPH, "datasets-by-use", "-q", "ASK {}"), UsageError, "give one query"),
        ((GRAPH, "-q", "ASK {}", "--format", "xml"), UsageError, "--format xml: there are table, csv, json, ttl"),
        ((GRAPH, "-q", "ASK { ?x ?y ?z }", "--bind", "x"), UsageError, "--bind x: write it as NAME=VALUE"),
        (
            (GRAPH, "-q", "ASK { ?x ?y ?z }", "--bind", "x=1", "--bind", "x=2"),
            UsageError,
            "--bind x: it has two values",
        ),
        ((GRAPH, "methods-for-task"), UsageError, "needs a value for task"),
        ((GRAPH, "no-such-question"), InputError, "no-such-question: there is no such file, and no example"),
        (("nowhere.ttl", "datasets-by-use"), InputError, "nowhere.ttl: there is no such graph"),
        ((GRAPH, "-q", "SELECT"), InputError, "-q, line 1, column 7: not valid SPARQL"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], error: type[KgError], message: str) -> None:
    with pytest.raises(error, match=message):
        run(*arguments)


def test_a_query_file_must_be_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.rq"
    file.write_bytes("ASK { ?x ?y 'é' }".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin.rq: a query must be UTF-8 text, but byte 14 is none"):
        run(GRAPH, str(file))
    with pytest.raises(InputError, match="can't be read"):
        run(GRAPH, str(tmp_path))
