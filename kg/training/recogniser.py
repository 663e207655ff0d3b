"""Training of the mention recogniser by spaCy's own training loop."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import cast

import spacy
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config

from kg.extraction.terms import TermFeatures, TermTable
from kg.training.corpus import GoldPaper, make_docs
from kg.training.terms import Own

#: chosen on a tenth of the training set that was held out; the shipped model then sees all of it
STEPS = 4000


def train_recogniser(
    papers: Sequence[GoldPaper], terms: tuple[TermTable, Own], vectors: Path, folder: Path, steps: int = STEPS
) -> Path:
    """Train `tok2vec` and `kg_ner` for a fixed number of steps; about 20 minutes on one core.

    Args:
        papers: the training papers.
        terms: the table made from these papers, and what each contributed to it, taken out while it is learned from.
        vectors: a spaCy pipeline with static vectors.
        folder: where to keep the corpus in spaCy's format and the result.
        steps: updates of the weights.

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
    nlp = init_nlp(load_config(Path(str(files("kg.training") / "mentions.cfg")), overrides=overrides))
    component = cast(TermFeatures, nlp.get_pipe("kg_terms"))
    component.table, component.own = terms
    target = folder / "recogniser"
    target.mkdir(exist_ok=True)
    train(nlp, target)
    return target / "model-last"
