"""A JSON list of objects with the fields of `kg.papers.json_lines`, as data frames and scripts write it."""

import re
from collections.abc import Iterator
from typing import Final

from kg.errors import Problem
from kg.papers.json_documents import is_list, read_records, shape_of
from kg.papers.json_lines import read_object
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "json-list"
DESCRIPTION: Final = "JSON list of objects with the fields of JSON Lines"
SUFFIXES: Final = ()

_TEXT: Final = re.compile(r'"(?:text|title|abstract)"\s*:')


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether JSON is a list of objects that have a text, a title or an abstract.

    >>> [recognises(head, "a") for head in ('[{"title": "T"}]', '[{"name": "T"}]', '{"title": "T"}')]
    [True, False, False]
    """
    return is_list(head) and shape_of(head) is None and _TEXT.search(head) is not None


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the objects of the list."""
    for result in read_records(source):
        if isinstance(result, Problem):
            yield result
        else:
            yield from read_object(source, *result)
