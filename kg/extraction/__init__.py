"""Extraction: what one paper names, does and relates.

The pipeline is spaCy's, its components work in anyone's: `nlp.add_pipe("kg_ner")`, `kg_terms`, `kg_sentences`,
`kg_given_terms`, `kg_abbreviations`, `kg_entities`, `kg_aliases`, `kg_roles`, `kg_relations`. Each factory's docstring
has an example.
"""

from kg.extraction.pipeline import load_pipeline, model_path
from kg.extraction.records import ExtractedEntity, ExtractedRelation, Extraction, Mention, Span

__all__ = [
    "ExtractedEntity",
    "ExtractedRelation",
    "Extraction",
    "Mention",
    "Span",
    "load_pipeline",
    "model_path",
]
