"""Training of the mention recogniser by spaCy's own training loop."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import spacy
from spacy.cli.train import train
from spacy.tokens import DocBin

from kg.training.corpus import GoldPaper, make_docs

#: chosen on a tenth of the training set that was held out; the shipped model then sees all of it
STEPS = 5400


def train_recogniser(papers: Sequence[GoldPaper], vectors: Path, folder: Path, steps: int = STEPS) -> Path:
    """Train `tok2vec` and `kg_ner` for a fixed number of steps; about 15 minutes on one core.

    Returns:
        The folder of the trained spaCy pipeline, the weights averaged over the steps.
    """
    folder.mkdir(parents=True, exist_ok=True)
    corpus = folder / "train.spacy"
    DocBin(docs=make_docs(spacy.blank("en"), papers)).to_disk(corpus)
    overrides = {
        "paths.train": str(corpus),
        "paths.dev": str(corpus),
        "paths.vectors": str(vectors),
        "training.max_steps": steps,
        "training.patience": 0,
        "training.eval_frequency": steps,
    }
    train(str(files("kg.training") / "mentions.cfg"), folder / "recogniser", overrides=overrides)
    return folder / "recogniser" / "model-last"
