"""Static floret vectors from unlabelled abstracts.

floret (fastText with hashed sub-words) gives every word a vector from few rows, so that the table ships in 10 MB.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import spacy
from spacy.cli.init_pipeline import init_vectors_cli

DIMENSIONS = 128
BUCKETS = 20_000


def train_vectors(texts: Iterable[str], folder: Path) -> Path:
    """Train vectors on texts: for 58,000 abstracts, about 35 minutes on one core.

    Returns:
        The folder of a blank spaCy pipeline that holds the vectors, for `--vectors` and `spacy train --paths.vectors`.
    """
    import floret

    folder.mkdir(parents=True, exist_ok=True)
    tokens = folder / "tokens.txt"
    with tokens.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in _tokenise(texts))
    model = floret.train_unsupervised(
        str(tokens),
        model="skipgram",
        mode="floret",
        dim=DIMENSIONS,
        bucket=BUCKETS,
        hashCount=2,
        minn=3,
        maxn=5,
        minCount=3,
        epoch=5,
        neg=5,
        lr=0.05,
        thread=1,  # more would make the result depend on timing
    )
    table = folder / "vectors.floret"
    model.save_floret_vectors(str(table))
    init_vectors_cli("en", table, folder / "pipeline", mode="floret")
    return folder / "pipeline"


def _tokenise(texts: Iterable[str]) -> Iterator[str]:
    nlp = spacy.blank("en")
    for text in texts:
        yield " ".join(token.text for token in nlp.make_doc(text) if not token.is_space)
