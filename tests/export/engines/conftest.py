"""The samples' graph, its exports, and what kg answers to their questions."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.building import assemble
from kg.export import WRITERS
from kg.extraction.serialisation import read_extractions
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.papers import read_papers
from tests.conftest import ROOT
from tests.export.engines.questions import Answer, answers
from tests.export.engines.running import import_engine

Export = Callable[[str], Path]


@pytest.fixture(scope="session")
def samples() -> KnowledgeGraph:
    """The graph of the samples, from their extractions."""
    return assemble(read_papers([ROOT / "samples"]).papers, read_extractions(ROOT / "samples" / "extractions.jsonl"))


@pytest.fixture(scope="session")
def export(samples: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory) -> Export:
    """Export the samples' graph once for each format; gives the folder."""
    folder = tmp_path_factory.mktemp("exports")

    def make(name: str) -> Path:
        if WRITERS[name].extra:
            import_engine("pyarrow", package="pyarrow")
        if not (folder / name).exists():
            WRITERS[name].write_folder(samples, folder / name)
        return folder / name

    return make


@pytest.fixture(scope="session")
def expected(samples: KnowledgeGraph, export: Export) -> dict[str, Answer]:
    """What kg itself answers to the questions."""
    return answers(samples, export("turtle"))
