"""`python -m kg.training`: make the shipped pipeline from the annotated abstracts."""

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path

from kg.extraction.pipeline import model_path
from kg.training.assembly import assemble
from kg.training.corpus import read_corpus
from kg.training.recogniser import STEPS, train_recogniser
from kg.training.terms import count_abbreviations, count_elsewhere, make_table, read_abstracts
from kg.training.vectors import train_vectors


def main(arguments: list[str] | None = None) -> None:
    """Train vectors (unless given), the recogniser (unless given) and the classifiers, and write the pipeline."""
    parser = argparse.ArgumentParser(prog="python -m kg.training", description=__doc__)
    parser.add_argument("corpus", type=Path, help="annotated abstracts, JSON Lines; those marked nc are left out")
    parser.add_argument("abstracts", type=Path, help="gzipped JSON Lines of id, title and abstract, not annotated")
    parser.add_argument("--other", type=Path, nargs="*", default=[], help="other corpora, JSON Lines of text, entities")
    parser.add_argument("--held-out", type=Path, help="annotated abstracts whose texts nothing may learn from")
    parser.add_argument("--vectors", type=Path, help="a spaCy pipeline with floret vectors made before")
    parser.add_argument("--recogniser", type=Path, help="a recogniser trained before; only the classifiers are made")
    parser.add_argument("--steps", type=int, default=STEPS, help="training steps of the recogniser (%(default)s)")
    parser.add_argument("-o", "--output", type=Path, default=model_path(), help="where to write the pipeline")
    options = parser.parse_args(arguments)
    papers = read_corpus(options.corpus, trainable=True)
    held_out = {paper.id for paper in read_corpus(options.held_out)} if options.held_out else set()
    with tempfile.TemporaryDirectory() as folder:
        recogniser = options.recogniser
        if recogniser is None:
            texts = partial(read_abstracts, options.abstracts, held_out)
            terms = make_table(papers, count_abbreviations(texts()), count_elsewhere(options.other))
            vectors = options.vectors or train_vectors(texts(), Path(folder, "vectors"))
            recogniser = train_recogniser(papers, terms, vectors, Path(folder, "mentions"), options.steps)
        figures = assemble(papers, recogniser, options.output)
    print(f"{options.output}: {len(papers)} papers; by cross-validation on gold entities {figures}", file=sys.stderr)


if __name__ == "__main__":
    main()
