"""The recogniser's embedding: words, and the term features of `kg_terms` beside them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, chain, concatenate, list2ragged, ragged2list, with_array

from kg.extraction.terms import COLUMNS

#: thinc's combinators change the types of models in ways that annotations can't follow
Layer = Model[Any, Any]


def _term_layer() -> Layer:
    """Hand on `doc._.kg_terms`; a document that did not go through `kg_terms` has no known phrase."""

    def forward(model: Layer, docs: list[Doc], is_train: bool) -> tuple[list[Any], Callable[[Any], list[Doc]]]:
        given = [doc._.kg_terms for doc in docs]
        empty = [np.zeros((len(doc), COLUMNS), "uint64") for doc in docs]
        return [e if g is None else g for g, e in zip(given, empty, strict=True)], lambda gradient: []

    return Model("kg_terms", forward)


@registry.architectures("kg.TermEmbed.v1")  # type: ignore[untyped-decorator]
def embed_terms(words: Layer, width: int, rows: Sequence[int]) -> Layer:
    """Join hashed embeddings of the term features to an embedding of the words: documents → a list of tokens × width.

    Args:
        words: the embedding of the words, such as `spacy.MultiHashEmbed.v2`, of the same width.
        width: the width of each part and of the result.
        rows: for each column of the features the number of rows of its table.
    """
    tables: list[Layer] = [HashEmbed(width, n, column=column, seed=40 + column) for column, n in enumerate(rows)]
    terms: Layer = chain(_term_layer(), list2ragged(), with_array(concatenate(*tables)))
    joined: Layer = concatenate(chain(words, list2ragged()), terms)
    mixed: Layer = Maxout(width, width * (1 + len(rows)), nP=3, dropout=0.0, normalize=True)
    return chain(joined, with_array(mixed), ragged2list())
