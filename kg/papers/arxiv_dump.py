"""arXiv's metadata as the dump on Kaggle holds it: a line a paper, or a list.

Format: https://www.kaggle.com/datasets/Cornell-University/arxiv.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper
from kg.papers.json_documents import dicts_of, read_records, shape_of, text_of
from kg.papers.paper import Author, Paper
from kg.papers.source import Source

NAME: Final = "arxiv-dump"
DESCRIPTION: Final = "arXiv metadata dump (JSON Lines)"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of arXiv's dump."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the papers of a file."""
    for result in read_records(source):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def year_of(identifier: str) -> int | None:
    """Tell the year of an arXiv id: its first two digits, since 1991.

    >>> [year_of(identifier) for identifier in ("1706.03762", "hep-th/9901001", "cs/0112017", "x")]
    [2017, 1999, 2001, None]
    """
    match = re.search(r"(?:^|/)(\d\d)\d\d", identifier)
    return (1900 if match[1] > "90" else 2000) + int(match[1]) if match else None


def _paper(source: Source, position: str, record: dict[str, Any]) -> Paper | Problem:
    identifier = text_of(record.get("id")) or ""
    versions = dicts_of(record.get("versions"))
    created = text_of(versions[0].get("created")) if versions else None
    return make_paper(
        source,
        position,
        identifier=identifier,
        title=text_of(record.get("title")),
        abstract=text_of(record.get("abstract")),
        authors=list(_authors(record)),
        venue=text_of(record.get("journal-ref")),
        year=created or year_of(identifier) or record.get("update_date"),
        doi=(text_of(record.get("doi")) or "").split(" ")[0],
        arxiv=identifier,
        url=f"https://arxiv.org/abs/{identifier}" if identifier else None,
    )


def _authors(record: dict[str, Any]) -> Iterator[Author | None]:
    parsed = record.get("authors_parsed")
    if isinstance(parsed, list):
        for parts in parsed:
            if isinstance(parts, list) and len(parts) > 1 and all(isinstance(part, str) for part in parts[:3]):
                yield make_author(" ".join(filter(None, (parts[1], parts[0], *parts[2:3]))))
        return
    for name in re.split(r",|\sand\s", re.sub(r"\([^()]*\)", "", text_of(record.get("authors")) or "")):
        yield make_author(name)
