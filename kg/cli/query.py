"""`kg query`: ask a graph a question in SPARQL."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from kg.errors import UsageError

EXAMPLES: Final = """\b
Examples:
  kg query exports datasets-by-use
  kg query exports methods-for-task --bind task="machine translation"
  kg query exports/graph.ttl -q "SELECT ?d { ?d a kg:Dataset }" --format csv
  kg query exports mine.rq --bind x="<https://paper-kg.example/model/bert>\""""


def query(
    *,
    graph: Annotated[
        Path | None, typer.Argument(metavar="GRAPH", help="A Turtle file, or a directory that `kg build` wrote.")
    ] = None,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUERY", help="A file with a SPARQL query, or the name of an example query."),
    ] = None,
    text: Annotated[str | None, typer.Option("-q", "--text", metavar="TEXT", help="The SPARQL query itself.")] = None,
    bind: Annotated[
        list[str] | None,
        typer.Option(
            "--bind",
            metavar="NAME=VALUE",
            help="A value for a parameter: a text, or an IRI between angle brackets. Once for each parameter.",
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option("--format", metavar="table|csv|json|ttl", help="How to write the answer (ttl: for CONSTRUCT)."),
    ] = None,
    list_examples: Annotated[bool, typer.Option("--list", help="Show the example queries, and stop.")] = False,
) -> None:
    """Ask a graph a question in SPARQL 1.1.

    The query is a file, an example query by its name (see --list), or a text after -q. It runs offline, and
    the prefixes that kg writes (kg:, skos:, dcterms: …) need no declaration.
    """
    from kg.query.answers import FORMATS, default_format, format_answer, print_table
    from kg.query.engine import query as ask
    from kg.query.questions import load_question, parse_question

    if list_examples:
        typer.echo(_describe_examples().encode(), nl=False)
        return
    if graph is None:
        raise UsageError("name a graph to ask: kg query GRAPH QUERY (--list shows example queries)")
    if (question is None) == (text is None):
        raise UsageError("give one query: a file, the name of an example (--list shows them), or -q TEXT")
    if format_name is not None and format_name not in FORMATS:
        raise UsageError(f"--format {format_name}: there are {', '.join(FORMATS)}")
    asked = load_question(question) if question is not None else parse_question(text or "", "-q")
    answer = ask(graph, asked, _parse_bindings(bind or []))
    format_name = format_name or default_format(answer)
    if format_name == "table" and sys.stdout.isatty():
        print_table(answer)
    else:
        typer.echo(format_answer(answer, format_name), nl=False)


def _parse_bindings(bindings: list[str]) -> dict[str, str]:
    """Read `name=value` pairs.

    Raises:
        UsageError: one has no `=`, or two name the same parameter.
    """
    values: dict[str, str] = {}
    for binding in bindings:
        name, found, value = binding.partition("=")
        name = name.strip().lstrip("?$")
        if not found or not name:
            raise UsageError(f'--bind {binding}: write it as NAME=VALUE, for example --bind task="machine translation"')
        if name in values:
            raise UsageError(f"--bind {name}: it has two values, {values[name]!r} and {value!r}; give one")
        values[name] = value
    return values


def _describe_examples() -> str:
    from kg.query.questions import example_names, load_question

    lines = []
    for name in example_names():
        example = load_question(name)
        lines.append(f"{name}\n    {example.summary}\n")
        lines += [f"    --bind {parameter.name}=…  {parameter.description}\n" for parameter in example.parameters]
    return "".join(lines)
