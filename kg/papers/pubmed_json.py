"""PubMed as JSON: summaries of E-utilities (without abstracts), and BioC, in which NCBI gives abstracts.

Formats: https://www.ncbi.nlm.nih.gov/books/NBK25499/ (esummary, version 2.0); https://bioc.sourceforge.net/.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper, split_keywords
from kg.papers.json_documents import dict_of, dicts_of, read_records, shape_of, text_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "pubmed-json"
DESCRIPTION: Final = "PubMed as JSON (summaries, BioC)"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of PubMed's summaries or of BioC."""
    return shape_of(head) in ("pubmed-summary", "bioc-json")


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the papers of a file."""
    for result in read_records(source):
        if isinstance(result, Problem):
            yield result
            continue
        position, record = result
        documents = dicts_of(record.get("documents")) or [record]
        for document in documents:
            yield (_bioc if "passages" in document else _summary)(source, position, document)


def _summary(source: Source, position: str, record: dict[str, Any]) -> Paper | Problem:
    ids = {text_of(one.get("idtype")): text_of(one.get("value")) for one in dicts_of(record.get("articleids"))}
    uid = text_of(record.get("uid"))
    return make_paper(
        source,
        position,
        identifier=uid,
        title=(text_of(record.get("title")) or "").removesuffix("."),
        authors=[make_author(text_of(one.get("name"))) for one in dicts_of(record.get("authors"))],
        venue=text_of(record.get("fulljournalname")) or text_of(record.get("source")),
        year=text_of(record.get("pubdate")) or text_of(record.get("epubdate")),
        doi=ids.get("doi"),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{uid}/" if uid and uid.isdecimal() else None,
    )


def _bioc(source: Source, position: str, document: dict[str, Any]) -> Paper | Problem:
    parts: dict[str, list[str]] = {"title": [], "abstract": []}
    infons: dict[str, Any] = {}
    for passage in dicts_of(document.get("passages")):
        own = dict_of(passage.get("infons"))
        infons = {**own, **infons}
        kind = (text_of(own.get("section_type")) or text_of(own.get("type")) or "").lower()
        if kind in parts and (text := text_of(passage.get("text"))):
            parts[kind].append(text)
    names = [
        " ".join(reversed([part.partition(":")[2] for part in str(value).split(";")]))
        for name, value in infons.items()
        if re.fullmatch(r"name_\d+", name)
    ]
    pmid = text_of(document.get("id")) or ""
    return make_paper(
        source,
        position,
        identifier=pmid,
        title=" ".join(parts["title"]),
        abstract=" ".join(parts["abstract"]),
        keywords=split_keywords(text_of(infons.get("kwd"))),
        authors=[make_author(name) for name in names],
        venue=text_of(infons.get("journal-title")) or (text_of(infons.get("journal")) or "").split(";")[0],
        year=infons.get("year"),
        doi=text_of(infons.get("article-id_doi")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdecimal() else None,
    )
