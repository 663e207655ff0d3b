"""OpenReview notes, of both versions of its API: fields of `content` are texts, or objects with a `value`.

Format: https://docs.openreview.net/reference/api-v2/entities/note.
"""

from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import make_author, make_paper, split_keywords
from kg.papers.json_documents import dict_of, read_records, shape_of, text_of, texts_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "openreview"
DESCRIPTION: Final = "OpenReview notes as JSON"
SUFFIXES: Final = ()


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of OpenReview's notes."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the submissions of a file; reviews, comments and decisions on them are left out."""
    for result in read_records(source):
        if isinstance(result, Problem):
            yield result
            continue
        position, note = result
        if note.get("forum") == note.get("id") or not note.get("replyto"):
            yield _paper(source, position, note)


def _paper(source: Source, position: str, note: dict[str, Any]) -> Paper | Problem:
    content = dict_of(note.get("content"))
    keywords = texts_of(content.get("keywords"))
    forum = text_of(note.get("forum")) or text_of(note.get("id"))
    names = texts_of(content.get("authors"))
    ids = texts_of(content.get("authorids"))
    known = ids if len(ids) == len(names) else [""] * len(names)
    venue = text_of(content.get("venue"))
    return make_paper(
        source,
        position,
        identifier=text_of(note.get("id")),
        title=text_of(content.get("title")),
        abstract=text_of(content.get("abstract")),
        keywords=split_keywords(keywords[0]) if len(keywords) == 1 else keywords,
        # an id that is an address of mail is nobody's but its owner's
        authors=[
            make_author(n, identifier=i if i.startswith("~") else None) for n, i in zip(names, known, strict=True)
        ],
        venue=venue,
        year=_year(note) if not venue or not any(sign.isdigit() for sign in venue) else venue,
        url=f"https://openreview.net/forum?id={forum}" if forum else None,
    )


def _year(note: dict[str, Any]) -> int | None:
    from datetime import UTC, datetime

    for name in ("pdate", "odate", "cdate", "tcdate"):
        value = note.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**14:
            return datetime.fromtimestamp(value / 1000, UTC).year
    return None
