"""`kg train`: the pipeline that ships, made again from annotations and texts."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kg.cli.application import INTERRUPTED
from kg.cli.console import count, show_message, show_progress
from kg.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.training.corpus import GoldPaper
    from kg.training.progress import Progress
    from kg.training.texts import Text

EXAMPLES: Final = """\b
Examples:
  kg train abstracts.jsonl.gz --corpora other/ -o model
  kg train acl-anthology/data/xml --corpora other/ --recipe mine.cfg -o model"""

_STAGES: Final = {
    "abbreviations": "Counting abbreviations",
    "recogniser": "Training the recogniser",
    "classifiers": "Training the classifiers",
}


def train(
    anthology: Annotated[
        list[Path],
        typer.Argument(
            metavar="ANTHOLOGY", help="A copy of the ACL Anthology: JSON Lines of id, title and abstract, or its XML."
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The pipeline; it replaces DIR.")],
    recipe: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The recipe, by default that of the shipped pipeline.")
    ] = None,
    corpora: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the other corpora that the recipe names.")
    ] = None,
    annotations: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Annotated abstracts to train on, one JSON object a line, in place of kg's own; their texts are taken "
            "from FILE.",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where finished stages are kept, by default ~/.cache/paper-kg/training."),
    ] = None,
) -> None:
    """Make the shipped pipeline again.

    The annotations come with kg, their texts from your copy of the Anthology: where one has changed since it was
    annotated, nothing is trained. It takes about an hour on one core; what is finished when it is stopped
    is kept for the next time. Needs paper-kg[train].
    """
    from kg.training.corpus import read_corpus
    from kg.training.recipe import Material, find_corpora, read_recipe, require_libraries, train_pipeline, usable_texts
    from kg.training.settings import recipe_path
    from kg.training.standoff import held_out_path, read_held_out
    from kg.training.texts import read_texts

    require_libraries()
    recipe = recipe or recipe_path()
    files = find_corpora(read_recipe(recipe).corpora, corpora)
    texts = tuple(read_texts(anthology))
    papers = read_corpus(annotations, trainable=True) if annotations else _join_texts(texts)
    usable = tuple(usable_texts(texts, read_held_out(held_out_path())))
    show_message(f"{count(len(papers), 'annotated paper')}, {count(len(usable), 'text')} without annotations")
    try:
        figures = train_pipeline(
            recipe, Material(papers, usable, files), cache or _default_cache(), output, show=_show_stage
        )
    except KeyboardInterrupt:
        show_message("stopped; finished stages are kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    show_message(f"{output} written; by cross-validation on gold entities: {_describe(figures)}")


def _join_texts(texts: tuple[Text, ...]) -> tuple[GoldPaper, ...]:
    from kg.training.standoff import annotations_path, join, read_annotations

    joined = join(read_annotations(annotations_path()), texts)
    if joined.changed or joined.missing:
        raise InputError(f"nothing was trained: {joined.describe()}; take a copy of the Anthology that has them")
    return joined.papers


def _default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paper-kg" / "training"


@contextmanager
def _show_stage(stage: str) -> Iterator[Progress | None]:
    what = _STAGES.get(stage, stage)
    show_message(f"{what[0].lower()}{what[1:]} ...")
    with show_progress(what) as progress:
        yield progress


def _describe(figures: dict[str, float]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {figure}" for name, figure in figures.items())
