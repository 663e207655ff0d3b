"""How every command ends: what a user reads and the exit code, whatever happened."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import typer
from typer.core import TyperGroup

from kg.cli.console import show_message
from kg.errors import KgError, UsageError

BAD_INPUT: Final = 1
BAD_USAGE: Final = 2
#: 128 + the signal's number, as shells have it
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class Application(TyperGroup):
    """A group of commands whose errors are one line, without a traceback unless `--debug` is given."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for.

        Args:
            ctx: the parser's context.

        Raises:
            typer.Exit: with 1 for bad input, 2 for bad usage, 130 when it was interrupted.
        """
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # whoever read our output has enough; the interpreter must not complain when it flushes at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            show_message("stopped")
            raise typer.Exit(INTERRUPTED) from None
        except (KgError, OSError, MemoryError) as error:
            if ctx.params.get("debug"):
                raise
            show_message(_describe(error))
            raise typer.Exit(BAD_USAGE if isinstance(error, UsageError) else BAD_INPUT) from None
        except Exception as error:
            if ctx.params.get("debug") or type(error).__module__.startswith(("click", "typer")):
                raise
            show_message(f"this is a fault of kg, not of your input: {type(error).__name__}: {error}")
            show_message("the same command with --debug after `kg` shows where; please report it")
            raise typer.Exit(BAD_INPUT) from None
        return result


def _describe(error: Exception) -> str:
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename is not None else ""
        return f"{where}{error.strerror or error}"
    return str(error) or "not enough memory"
