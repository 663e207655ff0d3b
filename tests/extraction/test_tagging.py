"""The best well-formed sequence of tags, against trying them all."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.tagging import TagSet

TAGS = TagSet(["Task", "Metric"])
scores = st.lists(
    st.lists(st.floats(-9, 0, width=16), min_size=len(TAGS.tags), max_size=len(TAGS.tags)), min_size=1, max_size=4
)


def is_well_formed(tags: list[str]) -> bool:
    pairs = zip(["O", *tags], [*tags, "O"], strict=True)
    return all(b[0] in "IL" and a[2:] == b[2:] if a[0] in "BI" else b[0] in "OBU" for a, b in pairs)


@settings(max_examples=30, deadline=None)
@given(scores)
def test_the_best_of_all_well_formed_sequences_is_found(rows: list[list[float]]) -> None:
    table = np.array(rows, dtype="float32")
    path = TAGS.decode(table)
    assert is_well_formed([TAGS.tags[i] for i in path])
    numbers = range(len(TAGS.tags))
    every = (p for p in product(numbers, repeat=len(rows)) if is_well_formed([TAGS.tags[i] for i in p]))
    best = max(sum(float(table[i, tag]) for i, tag in enumerate(p)) for p in every)
    assert sum(float(table[i, tag]) for i, tag in enumerate(path)) == pytest.approx(best, abs=1e-3)


def test_no_tokens_have_no_tags() -> None:
    assert TAGS.decode(np.zeros((0, len(TAGS.tags)), dtype="float32")) == []
    assert list(TAGS.spans([])) == []
