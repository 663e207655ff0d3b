"""The command `kg`: one module for each command."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli import build, diff, evaluate, export, extract, query, show, stats, train, validate, view
from kg.cli.application import BAD_INPUT, Application
from kg.cli.console import show_message
from kg.version import __version__

app = typer.Typer(
    cls=Application,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  kg build papers/ -o exports
  kg view exports
  kg query exports datasets-by-use
  kg export exports --to graphml -o graph.graphml""",
)
app.command(epilog=build.EXAMPLES)(build.build)
app.command(epilog=extract.EXAMPLES)(extract.extract)
app.command(epilog=show.EXAMPLES)(show.show)
app.command(epilog=query.EXAMPLES)(query.query)
app.command(epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command(epilog=view.EXAMPLES)(view.view)
app.command(epilog=export.EXAMPLES)(export.export)
app.command(epilog=stats.EXAMPLES)(stats.stats)
app.command(epilog=diff.EXAMPLES)(diff.diff)
app.command(epilog=validate.EXAMPLES)(validate.validate)
app.command(epilog=train.EXAMPLES)(train.train)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version, and stop.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", envvar="KG_DEBUG", help="Show where in kg an error arose.")] = False,
) -> None:
    """Turn paper abstracts into a knowledge graph, and ask it questions."""


def main() -> None:
    """Run the command line."""
    # a stream that was closed (`>&-`) is None; whatever takes its number must not be a file of ours
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # a name that a terminal can't show must not end the program
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    try:
        app(prog_name="kg")
    except OSError as error:
        # before or after a command ran: `kg --version >/dev/full`
        if "--debug" in sys.argv or os.environ.get("KG_DEBUG"):
            raise
        show_message(error.strerror or str(error))
        sys.stdout = None  # what it still holds can't be written
        sys.exit(BAD_INPUT)
