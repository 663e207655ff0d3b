"""All minting of IRIs: node ids to resources and back, and the names of assertions, records and places in texts.

A node id is `kind/key`: everything after the first `/` is the key, in Unicode as it is. In its IRI the key is one path
segment: ASCII letters, digits and `-._~` stay, so do letters, marks and numbers beyond ASCII that RFC 3987 allows, and
everything else is percent-encoded as UTF-8. The mapping is injective, and its results are in NFC.
A node id that is an http(s) IRI itself (a concept of a linked vocabulary) is its own IRI.
"""

import hashlib
import json
import re
import unicodedata
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from pyoxigraph import NamedNode

from kg.errors import UsageError
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI
from kg.rdf.vocabulary import PREFIXES
from kg.vocabulary import NODE_KINDS

#: first path segment of a node's IRI → kind of node; a Topic keeps the IRI that its vocabulary gives it
KIND_BY_SEGMENT: Final = {kind.lower(): kind for kind in NODE_KINDS if kind != "Topic"}

_HASH_DIGITS: Final = 32
_FRAGMENT: Final = re.compile(r"(?P<paper>[^#]+)#char=(?P<start>0|[1-9][0-9]*),(?P<end>0|[1-9][0-9]*)")
_DOT_SEGMENT: Final = re.compile(r"/\.{1,2}(/|$|[?#])")
# RFC 3987, section 2.2, `ucschar` (the ranges of planes 1 to 14 are tested by their last 16 bits)
_UCSCHAR_OF_PLANE_0: Final = ((0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF))


def to_iri(base: str, node_id: str) -> str:
    """Mint the IRI of a node.

    Args:
        base: a base IRI as `normalise_base` gives it.
        node_id: `kind/key`, or an http(s) IRI for a concept of a linked vocabulary.

    Returns:
        An absolute IRI (RFC 3987) in NFC.

    Raises:
        ValueError: the id has an unknown kind or no key, or is an IRI that is not valid.

    >>> to_iri("https://paper-kg.example/", "method/c++")
    'https://paper-kg.example/method/c%2B%2B'
    >>> to_iri("https://paper-kg.example/", "paper/10.18653/v1/2024.acl-long.1")
    'https://paper-kg.example/paper/10.18653%2Fv1%2F2024.acl-long.1'
    >>> to_iri("https://paper-kg.example/", "metric/α")
    'https://paper-kg.example/metric/α'
    """
    if is_external(node_id):
        if not is_web_iri(node_id) or node_id.startswith(base):
            raise ValueError(f"{node_id!r} is not a valid IRI outside {base!r}")
        return node_id
    kind, _, key = node_id.partition("/")
    if kind not in KIND_BY_SEGMENT or not key:
        raise ValueError(f"{node_id!r} is no node id: expected one of {', '.join(KIND_BY_SEGMENT)}, a slash and a key")
    return f"{base}{kind}/{encode_segment(key)}"


def to_node_id(base: str, iri: str) -> str:
    """Give the node id that `to_iri` minted an IRI from.

    Raises:
        ValueError: no node id under this base has this IRI.

    >>> to_node_id("https://paper-kg.example/", "https://paper-kg.example/method/c%2B%2B")
    'method/c++'
    """
    if not iri.startswith(base):
        if is_web_iri(iri):
            return iri
        raise ValueError(f"{iri!r} is not under {base!r} and no web address")
    kind, _, segment = iri[len(base) :].partition("/")
    try:
        node_id = f"{kind}/{unquote(segment, errors='strict')}"
        if to_iri(base, node_id) == iri:
            return node_id
    except ValueError:
        pass
    raise ValueError(f"{iri!r} is not the IRI of a node under {base!r}")


def split_iri(iri: str) -> tuple[str, str]:
    """Split a minted IRI into its base and the rest, by shape alone.

    Raises:
        ValueError: the IRI doesn't end in a kind of node and a key.

    >>> split_iri("https://example.org/kg/method/c%2B%2B")
    ('https://example.org/kg/', 'method/c%2B%2B')
    """
    head, _, key = iri.rpartition("/")
    base, slash, kind = head.rpartition("/")
    if not (slash and key and kind in KIND_BY_SEGMENT):
        raise ValueError(f"{iri!r} does not end in a kind of node and a key")
    return f"{base}/", f"{kind}/{key}"


def is_external(node_id: str) -> bool:
    """Say whether a node id is an IRI of another vocabulary and not a path under the base.

    >>> is_external("https://vocabulary.example/parsing"), is_external("task/parsing")
    (True, False)
    """
    return node_id.startswith(("http://", "https://"))


def assertion_iri(base: str, subject: str, relation: str, obj: str, paper: str) -> str:
    """Name what one paper says: a hash of the node ids, so that it depends on nothing else."""
    return f"{base}assertion/{_hash(subject, relation, obj, paper)}"


def authorship_iri(base: str, paper: str, position: int) -> str:
    """Name the place of a name on a paper.

    >>> authorship_iri("https://paper-kg.example/", "paper/10.1/x", 2)
    'https://paper-kg.example/authorship/10.1%2Fx/2'
    """
    return f"{base}authorship/{encode_segment(paper.partition('/')[2])}/{position}"


def record_iri(base: str, path: str, position: str, checksum: str, record_id: str | None) -> str:
    """Name a place in a file where a paper was read: a hash of all that is known of it."""
    return f"{base}record/{_hash(path, position, checksum, record_id)}"


def text_fragment_iri(base: str, paper: str, start: int, end: int) -> str:
    """Name a stretch of a paper's text, in code points (RFC 5147).

    >>> text_fragment_iri("https://paper-kg.example/", "paper/10.1/x", 0, 12)
    'https://paper-kg.example/paper/10.1%2Fx#char=0,12'
    """
    return f"{to_iri(base, paper)}#char={start},{end}"


def parse_text_fragment(base: str, iri: str) -> tuple[str, int, int]:
    """Give paper, start and end of a stretch of text that `text_fragment_iri` named.

    Raises:
        ValueError: the IRI names no stretch of a paper's text.
    """
    match = _FRAGMENT.fullmatch(iri)
    if match is None:
        raise ValueError(f"{iri!r} does not end in #char=START,END")
    return to_node_id(base, match["paper"]), int(match["start"]), int(match["end"])


@lru_cache(maxsize=1 << 16)
def encode_segment(key: str) -> str:
    """Write a key as one path segment of an IRI; `urllib.parse.unquote` is the inverse.

    Args:
        key: any Unicode text without lone surrogates, not empty.

    Raises:
        ValueError: the key is empty or holds a lone surrogate.

    >>> encode_segment("c#"), encode_segment("naïve bayes"), encode_segment("..")
    ('c%23', 'naïve%20bayes', '%2E%2E')
    """
    if not key:
        raise ValueError("an empty key names nothing")
    if not key.strip("."):
        return "%2E" * len(key)  # `.` and `..` would be dot segments (RFC 3986, section 5.2.4)
    if key.isascii():
        return quote(key, safe="")
    segment = "".join(character if _stays(character) else quote(character, safe="") for character in key)
    # A key that isn't in NFC, or a mark after an encoded character, would change under normalisation.
    return segment if unicodedata.is_normalized("NFC", segment) else quote(key, safe="")


def is_web_iri(text: str) -> bool:
    """Say whether a text is an absolute http(s) IRI that every parser reads unchanged.

    >>> is_web_iri("https://aclanthology.org/P19-1001"), is_web_iri("https://a.example/x y"), is_web_iri("P19-1001")
    (True, False, False)
    """
    if not text.startswith(("http://", "https://")) or _DOT_SEGMENT.search(text):
        return False
    try:
        NamedNode(text)
        return bool(urlsplit(text).hostname) and unicodedata.is_normalized("NFC", text)
    except ValueError:
        return False


def normalise_base(text: str) -> str:
    """Check a base IRI that a user gave; scheme and host in lower case, the rest in NFC.

    Raises:
        UsageError: no absolute http(s) IRI that ends in `/`, or one that can't hold resources of its own.

    >>> normalise_base("HTTPS://Example.org/kg/")
    'https://example.org/kg/'
    """
    base = unicodedata.normalize("NFC", text.strip())
    scheme, separator, rest = base.partition("://")
    authority, slash, path = rest.partition("/")
    base = f"{scheme.lower()}{separator}{authority.lower()}{slash}{path}"
    example = f"for example {DEFAULT_BASE_IRI}"
    if not base.startswith(("http://", "https://")):
        raise UsageError(f"base IRI {text!r} is not absolute: begin it with http:// or https://, {example}")
    if "#" in base:
        raise UsageError(f"base IRI {text!r} holds a '#', which names places in texts (#char=0,12): end it in '/'")
    if "?" in base or "@" in authority:
        raise UsageError(f"base IRI {text!r} holds a query or a user name: give scheme, host and path only, {example}")
    if not base.endswith("/"):
        raise UsageError(f"base IRI {text!r} does not end in '/': write {base}/")
    if not authority or not is_web_iri(base):
        raise UsageError(f"base IRI {text!r} is not a valid IRI: check host, blanks and '%' signs, {example}")
    if taken := next((namespace for namespace in PREFIXES.values() if base.startswith(namespace)), None):
        raise UsageError(f"base IRI {text!r} lies in the vocabulary {taken}: choose an address of your own, {example}")
    return base


def _stays(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in "-._~"
    code = ord(character)
    if code < 0x10000:
        allowed = any(first <= code <= last for first, last in _UCSCHAR_OF_PLANE_0)
    else:
        allowed = code <= 0xEFFFD and code & 0xFFFF <= 0xFFFD and not 0xE0000 <= code < 0xE1000
    return allowed and unicodedata.category(character)[0] in "LMN"


def _hash(*parts: str | None) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:_HASH_DIGITS]
