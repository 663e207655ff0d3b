"""kg: paper abstracts to a knowledge graph.

>>> import kg
>>> graph = kg.build("papers/")                     # doctest: +SKIP
>>> graph.query("SELECT ?d { ?d a kg:Dataset }")    # doctest: +SKIP
>>> graph.save("exports")                           # doctest: +SKIP

`import kg` is light: what needs spaCy, rdflib or networkx is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kg.version import __version__

if TYPE_CHECKING:
    from kg.building import build
    from kg.errors import InputError, KgError, OutputError, Problem, UsageError
    from kg.extraction.pipeline import load_pipeline, model_path
    from kg.extraction.records import Extraction
    from kg.graph.knowledge_graph import KnowledgeGraph
    from kg.papers import Author, Paper, Reading, Record, read_papers

__all__ = [
    "Author",
    "Extraction",
    "InputError",
    "KgError",
    "KnowledgeGraph",
    "OutputError",
    "Paper",
    "Problem",
    "Reading",
    "Record",
    "UsageError",
    "__version__",
    "build",
    "load_pipeline",
    "model_path",
    "read_papers",
]

_MODULES = {
    "build": "kg.building",
    "InputError": "kg.errors",
    "KgError": "kg.errors",
    "OutputError": "kg.errors",
    "Problem": "kg.errors",
    "UsageError": "kg.errors",
    "load_pipeline": "kg.extraction.pipeline",
    "model_path": "kg.extraction.pipeline",
    "Extraction": "kg.extraction.records",
    "KnowledgeGraph": "kg.graph.knowledge_graph",
    "Author": "kg.papers",
    "Paper": "kg.papers",
    "Reading": "kg.papers",
    "Record": "kg.papers",
    "read_papers": "kg.papers",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module 'kg' has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
