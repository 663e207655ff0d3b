"""Static floret vectors from unlabelled abstracts.

floret (fastText with hashed sub-words) gives every word a vector from few rows, so that the table ships in 10 MB.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

import msgspec
import spacy
from spacy.training.initialize import convert_vectors

from kg.errors import KgError


class VectorSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the skip-gram; `shortest` and `longest` are those of sub-words, in characters."""

    dimensions: int = 128
    buckets: int = 20_000
    hash_count: int = 2
    shortest: int = 3
    longest: int = 5
    least_count: int = 3
    epochs: int = 5
    negatives: int = 5
    learn_rate: float = 0.05


def train_vectors(texts: Iterable[str], folder: Path, settings: VectorSettings | None = None) -> Path:
    """Train vectors on texts: for 58,000 abstracts, about 35 minutes on one core.

    Returns:
        The folder of a blank spaCy pipeline that holds the vectors, for `spacy train --paths.vectors` too.
    """
    settings = settings or VectorSettings()
    folder.mkdir(parents=True, exist_ok=True)
    tokens, table = folder / "tokens.txt", folder / "vectors.floret"
    with tokens.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in _tokenise(texts))
    _run_apart(_train_floret, tokens, table, settings, sys.stderr.isatty())
    nlp = spacy.blank("en")
    convert_vectors(nlp, table, truncate=-1, prune=-1, mode="floret")
    nlp.to_disk(folder / "pipeline")
    tokens.unlink()
    table.unlink()
    return folder / "pipeline"


def _train_floret(tokens: Path, table: Path, settings: VectorSettings, show: bool) -> None:
    import floret

    model = floret.train_unsupervised(
        str(tokens),
        model="skipgram",
        mode="floret",
        dim=settings.dimensions,
        bucket=settings.buckets,
        hashCount=settings.hash_count,
        minn=settings.shortest,
        maxn=settings.longest,
        minCount=settings.least_count,
        epoch=settings.epochs,
        neg=settings.negatives,
        lr=settings.learn_rate,
        thread=1,  # more would make the result depend on timing
        verbose=2 if show else 0,
    )
    model.save_floret_vectors(str(table))


def _run_apart(function: Callable[..., None], *arguments: object) -> None:
    """Run a function in a process of its own, which ends when this one is interrupted; floret itself hears nothing."""
    process = get_context("spawn").Process(target=function, args=arguments, daemon=True)
    process.start()
    try:
        process.join()
    finally:
        process.kill()
    if process.exitcode:
        raise KgError("training of the vectors failed; what floret says of it stands above")


def _tokenise(texts: Iterable[str]) -> Iterator[str]:
    nlp = spacy.blank("en")
    for text in texts:
        yield " ".join(token.text for token in nlp.make_doc(text) if not token.is_space)
