"""Options that several commands have: a person's terms and stop names, and how sure an entity must be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Terms = Annotated[
    Path | None,
    typer.Option(
        "--terms",
        metavar="FILE",
        help="Names that are entities wherever they stand: CSV or TSV with name, type and, if there is one, canonical "
        "name.",
    ),
]
Stop = Annotated[
    Path | None,
    typer.Option(
        "--stop",
        metavar="FILE",
        help="Names that are no entities: one a line, if need be with the only type that it may not have. A line that "
        'begins with # is a comment; write "#1" for the name #1.',
    ),
]
MinScore = Annotated[
    float,
    typer.Option(
        "--min-score", min=0, max=1, metavar="X", help="Leave out entities of a paper that are less sure than this."
    ),
]
