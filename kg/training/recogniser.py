"""Training of the mention recogniser by spaCy's own training loop."""

from collections.abc import Sequence
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import cast

import spacy
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config

from kg.extraction.terms import TermFeatures, TermTable
from kg.training import progress  # noqa: F401  (registers the logger that the recipe names)
from kg.training.corpus import GoldPaper, make_docs
from kg.training.terms import Own


def recipe_path() -> Path:
    """Where the recipe of the shipped pipeline is."""
    return Path(str(files("kg.training") / "recipe.cfg"))


def train_recogniser(
    papers: Sequence[GoldPaper],
    terms: tuple[TermTable, Own],
    vectors: Path,
    folder: Path,
    *,
    steps: int | None = None,
    recipe: Path | None = None,
) -> Path:
    """Train `tok2vec` and `kg_ner` for a fixed number of steps; about 20 minutes on one core.

    Args:
        papers: the training papers.
        terms: the table made from these papers, and what each contributed to it, taken out while it is learned from.
        vectors: a spaCy pipeline with static vectors.
        folder: where to keep the corpus in spaCy's format and the result.
        steps: updates of the weights, if not as many as the recipe says.
        recipe: a file with spaCy's configuration, by default that of the shipped pipeline.

    Returns:
        The folder of the trained spaCy pipeline, the weights averaged over the steps.
    """
    folder.mkdir(parents=True, exist_ok=True)
    corpus = folder / "train.spacy"
    DocBin(docs=make_docs(spacy.blank("en"), papers)).to_disk(corpus)
    overrides = {"paths.train": str(corpus), "paths.dev": str(corpus), "paths.vectors": str(vectors)}
    config = load_config(recipe or recipe_path(), overrides=overrides)
    config.pop("recipe", None)
    config["training"]["max_steps"] = steps or config["training"]["max_steps"]
    config["training"]["eval_frequency"] = config["training"]["max_steps"]
    nlp = init_nlp(config)
    component = cast(TermFeatures, nlp.get_pipe("kg_terms"))
    component.table, component.own = terms
    target = folder / "recogniser"
    target.mkdir(exist_ok=True)
    train(nlp, target, stdout=StringIO())  # else it prints where it saves
    return target / "model-last"
