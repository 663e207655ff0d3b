"""Every component of kg is a registered factory, works without the others, and shows how."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

import pytest
import spacy
from spacy.language import Language

from kg.extraction.pipeline import load_pipeline

FACTORIES = {point.name: point for point in entry_points(group="spacy_factories") if point.value.startswith("kg.")}
TEXT = "Tides\n\nWe evaluate BERT (bidirectional encoder representations from transformers) on SQuAD. It works."


def test_all_components_of_the_shipped_pipeline_are_registered() -> None:
    ours = {name for name in load_pipeline().pipe_names if name.startswith("kg_")}
    assert ours <= FACTORIES.keys()
    assert all(Language.has_factory(name) for name in FACTORIES)


@pytest.mark.parametrize("name", FACTORIES)
def test_each_shows_in_an_example_how_it_is_added(name: str) -> None:
    factory: Callable[..., Any] = FACTORIES[name].load()
    assert ">>> nlp = spacy.blank(" in (factory.__doc__ or "")
    assert "nlp.add_pipe(" in (factory.__doc__ or "")


@pytest.mark.parametrize("name", FACTORIES)
def test_each_runs_alone(name: str) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe(name)
    nlp.initialize()
    docs = list(nlp.pipe([TEXT, "", " ", "("]))
    assert [doc.text for doc in docs] == [TEXT, "", " ", "("]
