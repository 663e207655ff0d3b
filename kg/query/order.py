"""One order for what an engine may give in any: rows, triples, and the names of blank nodes."""

from collections.abc import Iterable
from typing import TypeAlias

import pyoxigraph as ox

Term: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Row: TypeAlias = tuple[Term | None, ...]


def order_rows(rows: Iterable[Row], *, keep: bool) -> tuple[Row, ...]:
    """Sort rows, unless their order is to be kept, and name blank nodes `b0`, `b1` … as they come."""
    ordered = list(rows) if keep else sorted(rows, key=lambda row: [_sort_key(term) for term in row])
    labels: dict[ox.BlankNode, ox.BlankNode] = {}
    return tuple(tuple(_relabel(term, labels) for term in row) for row in ordered)


def order_triples(triples: Iterable[ox.Triple]) -> tuple[ox.Triple, ...]:
    """Sort triples, each once, their blank nodes named by RDF Dataset Canonicalization."""
    dataset = ox.Dataset(ox.Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return tuple(sorted((quad.triple for quad in dataset), key=str))


def _sort_key(term: Term | None) -> tuple[int, str]:
    """Unbound first, then blank nodes, IRIs, literals, as SPARQL 1.1 (section 15.1) orders kinds."""
    if term is None:
        return 0, ""
    if isinstance(term, ox.BlankNode):
        return 1, ""
    return (2 if isinstance(term, ox.NamedNode) else 3), str(term)


def _relabel(term: Term | None, labels: dict[ox.BlankNode, ox.BlankNode]) -> Term | None:
    if isinstance(term, ox.BlankNode):
        return labels.setdefault(term, ox.BlankNode(f"b{len(labels)}"))
    return term
