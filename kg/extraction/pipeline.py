"""The trained pipeline that ships with kg."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import KgError
from kg.extraction.records import Extraction
from kg.extraction.term_lists import NO_LISTS, TermLists
from kg.version import __version__

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def model_path() -> Path:
    """Return the folder of the trained pipeline, for `spacy.load`."""
    return Path(str(files("kg.extraction") / "model"))


def load_pipeline(lists: TermLists = NO_LISTS) -> Language:
    """Load the trained pipeline: mentions, sentences, abbreviations, entities, aliases, roles and relations.

    A document that went through it has `doc._.kg_entities` and `doc._.kg_relations`.

    Args:
        lists: a person's terms and stop names (`kg.extraction.term_files.read_lists`), which `kg_given_terms` obeys.

    Raises:
        KgError: the installation lacks the model.
    """
    import spacy

    path = model_path()
    if not (path / "meta.json").is_file():
        raise KgError(f"the trained pipeline is missing from {path}; reinstall paper-kg")
    nlp = spacy.load(path)
    if lists:
        component: Any = nlp.add_pipe("kg_given_terms", before="kg_abbreviations")
        component.lists = lists
    return nlp


def fingerprint(lists: TermLists = NO_LISTS) -> str:
    """Name what makes extractions: kg's version, and checksums of the trained pipeline and of a person's lists."""
    return _model_fingerprint() + (f"+terms.{lists.checksum[:12]}" if lists else "")


@cache
def _model_fingerprint() -> str:
    meta = json.loads((model_path() / "meta.json").read_text(encoding="utf-8"))
    return f"{__version__}+{meta['checksum'][:12]}"


def to_extraction(doc: Doc, id: str, model: str | None = None) -> Extraction:
    """Turn a document that went through the pipeline into an extraction.

    Args:
        doc: the document.
        id: the extraction's id.
        model: the pipeline's fingerprint; by default that of the pipeline as it ships.
    """
    return Extraction(id, doc.text, doc._.kg_entities, doc._.kg_relations, model or fingerprint())
