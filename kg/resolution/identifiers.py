"""Node ids: paths under the base IRI, in plain Unicode (`kg.rdf` percent-encodes when it mints IRIs)."""

from __future__ import annotations


def node_id(kind: str, key: str) -> str:
    """Name the node of a kind that has a key.

    >>> node_id("Method", "c++"), node_id("Paper", "10.18653/v1/n19-1423")
    ('method/c++', 'paper/10.18653/v1/n19-1423')
    """
    return f"{kind.lower()}/{key}"
