"""The package `kg` as users import it."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import kg

HEAVY = {"spacy", "thinc", "rdflib", "networkx", "numpy", "pyoxigraph", "pyvis", "rustworkx", "lxml", "rich", "typer"}


def modules_after(code: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after some code."""
    program = f"{code}\nimport sys; print(' '.join({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_kg_is_light() -> None:
    assert not modules_after("import kg; dir(kg)") & HEAVY


def test_reading_papers_needs_neither_spacy_nor_a_graph() -> None:
    loaded = modules_after("import kg; kg.read_papers([]); kg.model_path()")
    assert "lxml" in loaded
    assert not loaded & {"spacy", "rdflib", "networkx", "numpy", "pyoxigraph"}


def test_every_public_name_can_be_had() -> None:
    for name in kg.__all__:
        assert getattr(kg, name) is not None
    assert set(kg.__all__) <= set(dir(kg))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = kg.nothing


def test_the_version_is_that_of_the_distribution() -> None:
    assert kg.__version__ == version("paper-kg")
