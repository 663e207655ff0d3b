"""OpenAlex works: an answer of the API, a list, or a line a work as in the snapshot; the abstract as inverted index.

Format: https://docs.openalex.org/api-entities/works/work-object.
"""

from collections.abc import Iterator
from typing import Any, Final

from kg.errors import Problem
from kg.papers.fields import find_arxiv_id, make_author, make_paper
from kg.papers.json_documents import dict_of, dicts_of, read_records, shape_of, text_of, texts_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "openalex"
DESCRIPTION: Final = "OpenAlex works as JSON"
SUFFIXES: Final = ()

#: no abstract is so long; a position beyond it is a fault, and must not make a list of its size
_MOST_WORDS: Final = 50_000


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON has the fields of OpenAlex works."""
    return shape_of(head) == NAME


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the works of a file."""
    for result in read_records(source):
        yield result if isinstance(result, Problem) else _paper(source, *result)


def order_words(index: object) -> str | None:
    """Put an abstract together from its inverted index: word → the places where it stands.

    >>> order_words({"boats": [1, 3], "Paper": [0], "beat": [2]})
    'Paper boats beat boats'
    """
    places = [
        (place, word)
        for word, found in dict_of(index).items()
        for place in (found if isinstance(found, list) else ())
        if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < _MOST_WORDS
    ]
    return " ".join(word for _, word in sorted(places)) or None


def _paper(source: Source, position: str, work: dict[str, Any]) -> Paper | Problem:
    location = dict_of(work.get("primary_location"))
    venue = dict_of(location.get("source")) or dict_of(work.get("host_venue"))
    ids = dict_of(work.get("ids"))
    doi = text_of(work.get("doi")) or text_of(ids.get("doi"))
    url = text_of(location.get("landing_page_url")) or text_of(work.get("id"))
    keywords = texts_of(work.get("keywords"), "display_name", "keyword")
    authors = []
    for authorship in dicts_of(work.get("authorships")):
        author = dict_of(authorship.get("author"))
        name = text_of(author.get("display_name")) or text_of(authorship.get("raw_author_name"))
        authors.append(make_author(name, identifier=text_of(author.get("id")), orcid=text_of(author.get("orcid"))))
    return make_paper(
        source,
        position,
        identifier=text_of(work.get("id")),
        title=text_of(work.get("title")) or text_of(work.get("display_name")),
        abstract=order_words(work.get("abstract_inverted_index")) or text_of(work.get("abstract")),
        keywords=keywords or [str(c.get("display_name") or "") for c in dicts_of(work.get("concepts")) if is_close(c)],
        authors=authors,
        venue=text_of(venue.get("display_name")),
        year=work.get("publication_year") or work.get("publication_date"),
        doi=doi,
        arxiv=find_arxiv_id(url, *(text_of(one.get("landing_page_url")) for one in dicts_of(work.get("locations")))),
        url=url,
    )


def is_close(concept: dict[str, Any]) -> bool:
    """Say whether a concept is about the work and not its whole field (score above 0.5, level 2 or deeper).

    >>> is_close({"score": 0.7, "level": 2}), is_close({"score": 0.9, "level": 0})
    (True, False)
    """
    score, level = concept.get("score"), concept.get("level")
    return isinstance(score, int | float) and score > 0.5 and isinstance(level, int) and level >= 2
