"""Attributes of nodes and the RDF properties that say them: one table for both directions."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from pyoxigraph import BlankNode, Literal, NamedNode

from kg.rdf import vocabulary as v
from kg.rdf.iris import is_web_iri
from kg.vocabulary import ENTITY_TYPES, NODE_KINDS

Value = Literal | NamedNode | BlankNode


class ValueKind(msgspec.Struct, frozen=True):
    """How values of one sort are written and read; both functions raise ValueError for what is not of the sort."""

    encode: Callable[[Any], Value]
    decode: Callable[[Value], Any]


class NodeProperty(msgspec.Struct, frozen=True):
    """An attribute of a node and its property in RDF; `many` means a sorted tuple, a triple for each item."""

    attribute: str
    predicate: NamedNode
    value: ValueKind
    many: bool = False


def literal_value(value: object, datatype: NamedNode, what: str) -> str:
    """Give the lexical form of a literal of a datatype.

    Raises:
        ValueError: another sort of value; the message calls the right one `what`.
    """
    if isinstance(value, Literal) and value.datatype == datatype and value.language is None:
        return value.value
    raise ValueError(f"expected {what}, found {value}")


def integer_value(value: object) -> int:
    """Give the number of an xsd:integer; ValueError for anything else."""
    return int(literal_value(value, v.XSD_INTEGER, "an integer"))


def string_value(value: object) -> str:
    """Give the text of a plain string; ValueError for anything else."""
    return literal_value(value, v.XSD_STRING, "a string")


def encode_integer(value: object) -> Literal:
    """Write a whole number as xsd:integer; ValueError for anything else."""
    if type(value) is int:
        return Literal(str(value), datatype=v.XSD_INTEGER)
    raise ValueError(f"expected an integer, found {value!r}")


def encode_score(value: float) -> Literal:
    """Write a score as xsd:decimal with one to three digits after the point.

    >>> encode_score(0.5).value, encode_score(1).value, encode_score(0.1239).value
    ('0.5', '1.0', '0.124')
    """
    digits = f"{value:.3f}"
    return Literal(digits[:-2] + digits[-2:].rstrip("0"), datatype=v.XSD_DECIMAL)


def score_value(value: object) -> float:
    """Give the number of an xsd:decimal, rounded to three digits; ValueError for anything else."""
    return round(float(literal_value(value, v.XSD_DECIMAL, "a decimal number")), 3)


def encode_string(value: object) -> Literal:
    """Write a text as a plain string; ValueError for anything else."""
    if isinstance(value, str):
        return Literal(value)
    raise ValueError(f"expected a text, found {value!r}")


def _encode_true(value: object) -> Literal:
    if value is True:
        return Literal("true", datatype=v.XSD_BOOLEAN)
    raise ValueError(f"expected True or nothing, found {value!r}")


def _true_value(value: Value) -> bool:
    if literal_value(value, v.XSD_BOOLEAN, "true") in {"true", "1"}:
        return True
    raise ValueError(f"expected true or nothing, found {value}")


def _encode_year(value: object) -> Literal:
    if type(value) is int:
        sign = "-" if value < 0 else ""
        return Literal(f"{sign}{abs(value):04d}", datatype=v.XSD_GYEAR)
    raise ValueError(f"expected a year, found {value!r}")


def _year_value(value: Value) -> int:
    return int(literal_value(value, v.XSD_GYEAR, "a year (xsd:gYear)"))


def _encode_url(value: object) -> Value:
    text = encode_string(value)
    # An address that isn't a valid IRI would make the whole file unreadable: it stays, as a literal.
    return NamedNode(text.value) if is_web_iri(text.value) else Literal(text.value, datatype=v.XSD_ANY_URI)


def _url_value(value: Value) -> str:
    if isinstance(value, NamedNode):
        return value.value
    return literal_value(value, v.XSD_ANY_URI, "an IRI")


_STRING: Final = ValueKind(encode_string, string_value)
_TRUE: Final = ValueKind(_encode_true, _true_value)

_LABEL: Final = NodeProperty("label", v.RDFS_LABEL, _STRING)
_NAMES: Final = NodeProperty("names", v.ALT_LABEL, _STRING, many=True)

_OWN: Final[dict[str, tuple[NodeProperty, ...]]] = {
    "Paper": (
        NodeProperty("title", v.TITLE, _STRING),
        NodeProperty("untitled", v.kg_term("untitled"), _TRUE),
        NodeProperty("year", v.DATE_PUBLISHED, ValueKind(_encode_year, _year_value)),
        NodeProperty("doi", v.kg_term("doi"), _STRING),
        NodeProperty("anthology_id", v.kg_term("anthologyId"), _STRING),
        NodeProperty("arxiv_id", v.kg_term("arxivId"), _STRING),
        NodeProperty("url", v.URL, ValueKind(_encode_url, _url_value)),
    ),
    "Keyword": (_NAMES,),
    "Person": (
        NodeProperty("orcid", v.kg_term("orcid"), _STRING),
        NodeProperty("anthology_id", v.kg_term("anthologyAuthorId"), _STRING),
    ),
    **{kind: (_NAMES, NodeProperty("generic", v.kg_term("generic"), _TRUE)) for kind in ENTITY_TYPES},
}

#: kind of node → its properties, those of `authors` and `records` apart
NODE_PROPERTIES: Final = {kind: (_LABEL, *_OWN.get(kind, ())) for kind in NODE_KINDS}
