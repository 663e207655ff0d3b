"""The readers: one module for each format, all with the contract of `kg.papers.source.Reader`."""

from typing import Final

from kg.papers import (
    anthology,
    arxiv_atom,
    arxiv_dump,
    bibtex,
    crossref,
    csl_json,
    dblp,
    jats,
    json_lines,
    json_list,
    lecture_page,
    openalex,
    openreview,
    pdf,
    pubmed_json,
    pubmed_xml,
    ris,
    semantic_scholar,
    tables,
    tei,
    web_page,
)
from kg.papers.source import Reader

READERS: Final[tuple[Reader, ...]] = (
    anthology,
    bibtex,
    ris,
    csl_json,
    tables,
    json_lines,
    json_list,
    arxiv_dump,
    semantic_scholar,
    openalex,
    crossref,
    openreview,
    pubmed_json,
    pubmed_xml,
    tei,
    jats,
    arxiv_atom,
    dblp,
    web_page,
    lecture_page,
    pdf,
)
"""Exactly one of them recognises a file of a known format."""


def formats_table() -> str:
    """Write the table of formats that the documentation shows, in Markdown."""
    rows = [f"| `{reader.NAME}` | {reader.DESCRIPTION} |" for reader in READERS]
    return "\n".join(["| name | format |", "|---|---|", *rows])
