"""Papers: files of several formats to `Paper` records, cleaned and each once."""

from kg.papers.identity import paper_key, paper_label
from kg.papers.paper import Author, Paper, Record
from kg.papers.reading import InputFile, Reading, read_papers
from kg.papers.registry import READERS
from kg.papers.text import clean_text

__all__ = [
    "READERS",
    "Author",
    "InputFile",
    "Paper",
    "Reading",
    "Record",
    "clean_text",
    "paper_key",
    "paper_label",
    "read_papers",
]
