"""The trained pipeline that ships with kg."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import KgError
from kg.extraction.records import Extraction
from kg.version import __version__

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def model_path() -> Path:
    """Return the folder of the trained pipeline, for `spacy.load`."""
    return Path(str(files("kg.extraction") / "model"))


def load_pipeline() -> Language:
    """Load the trained pipeline: mentions, sentences, abbreviations, entities, roles and relations.

    A document that went through it has `doc._.kg_entities` and `doc._.kg_relations`.

    Raises:
        KgError: the installation lacks the model.
    """
    import spacy

    path = model_path()
    if not (path / "meta.json").is_file():
        raise KgError(f"the trained pipeline is missing from {path}; reinstall paper-kg")
    return spacy.load(path)


@cache
def fingerprint() -> str:
    """Name the code and weights that make extractions: kg's version and a checksum of the trained pipeline."""
    meta = json.loads((model_path() / "meta.json").read_text(encoding="utf-8"))
    return f"{__version__}+{meta['checksum'][:12]}"


def to_extraction(doc: Doc, id: str) -> Extraction:
    """Turn a document that went through the pipeline into an extraction."""
    return Extraction(id, doc.text, doc._.kg_entities, doc._.kg_relations, fingerprint())
