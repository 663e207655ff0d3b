"""What must be known of a SPARQL text before an engine runs it: its words, its form, and where values go in.

The engine has its own parser; this module only splits the text into tokens (SPARQL 1.1, section 19.8), so that
a query which would reach another machine is refused, and parameters get their values in the right place.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

_ECHAR: Final = r"""\\(?:[tbnrf"'\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})"""
_LOCAL: Final = r"(?:[\w:]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])"
_TOKEN: Final = re.compile(
    rf"""
      (?P<comment> \#[^\r\n]* )
    | (?P<iri>     <[^<>"{{}}|^`\\\x00-\x20]*> )
    | (?P<string>  \"\"\"(?:"{{0,2}}(?:[^"\\]|{_ECHAR}))*\"\"\" | '''(?:'{{0,2}}(?:[^'\\]|{_ECHAR}))*'''
                 | "(?:[^"\\\r\n]|{_ECHAR})*" | '(?:[^'\\\r\n]|{_ECHAR})*' )
    | (?P<variable> [?$]\w+ )
    | (?P<language> @[A-Za-z]+(?:-[A-Za-z0-9]+)* )
    | (?P<blank>   _:\w(?:[\w.-]*[\w-])? )
    | (?P<name>    (?:[^\W\d_](?:[\w.-]*[\w-])?)?:(?:{_LOCAL}(?:(?:{_LOCAL}|[.-])*(?:{_LOCAL}|-))?)? )
    | (?P<word>    \w+ )
    | (?P<quote>   ["'] )
    | (?P<mark>    [^\s] )
    """,
    re.VERBOSE,
)
#: an address between angle brackets; nothing else that starts with `<` can be this and a comparison too
_ADDRESS: Final = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*://")

_FORMS: Final = frozenset({"SELECT", "ASK", "CONSTRUCT", "DESCRIBE"})
_UPDATES: Final = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"})


_OPENING: Final = frozenset("{([")
_CLOSING: Final = frozenset("})]")
#: what makes a tree of expressions or patterns one level deeper without a bracket
_CHAINING: Final = frozenset("|&!+-*/^")
_CHAINING_WORDS: Final = frozenset({"UNION", "OPTIONAL", "MINUS", "BIND", "GRAPH"})
#: a tenth of what the engine was seen to bear on a stack of 8 MB
_DEEPEST: Final = 100
_LONGEST_CHAIN: Final = 1000


class Token(msgspec.Struct, frozen=True):
    """A piece of SPARQL: its kind (`iri`, `string`, `variable`, `name`, `word`, `mark` …), text and position."""

    kind: str
    text: str
    start: int


def split_tokens(text: str) -> Iterator[Token]:
    """Split SPARQL into tokens, comments left out.

    >>> [token.text for token in split_tokens("ASK { ?s kg:uses 'SQuAD' } # why")]
    ['ASK', '{', '?s', 'kg:uses', "'SQuAD'", '}']
    """
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "comment":
            yield Token(match.lastgroup or "mark", match.group(), match.start())


def is_federated(text: str) -> bool:
    """Say whether a query may send anything to another machine (SPARQL 1.1 Federated Query's SERVICE).

    Errs on the safe side: a prefix with `service` in its name counts, and so does the bare word anywhere in a text
    with `?a<?b#…>`, which one parser reads as an IRI and another as a comparison before a comment.

    >>> is_federated("ASK { SERVICE <http://localhost/> { ?s ?p ?o } }")
    True
    >>> is_federated("ASK { ?service ?p 'web service composition' }")
    False
    """
    if "service" not in text.casefold():
        return False
    for token in split_tokens(text):
        if token.kind == "quote" or (token.kind == "iri" and _is_ambiguous(token.text)):
            return True
        word = token.text.partition(":")[0] if token.kind == "name" else token.text
        if token.kind in {"word", "name", "blank"} and "service" in word.casefold():
            return True
    return False


def _is_ambiguous(iri: str) -> bool:
    return ("#" in iri or "'" in iri) and not _ADDRESS.match(iri)


def is_too_deep(text: str) -> bool:
    """Say whether a query could exhaust the engine's stack, which would end the program: it reads by recursion.

    >>> is_too_deep("ASK { FILTER(" + "(" * 500 + "1" + ")" * 500 + ") }"), is_too_deep("ASK { FILTER((1)) }")
    (True, False)
    """
    depth = chained = 0
    for token in split_tokens(text):
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        chained += token.text in _CHAINING or token.text.upper() in _CHAINING_WORDS
        if depth > _DEEPEST or chained > _LONGEST_CHAIN:
            return True
    return False


def query_form(text: str) -> str:
    """Give the form of a query: `select`, `ask`, `construct`, `describe`; `update` for one that changes data.

    Empty where the text is none of them.

    >>> query_form("PREFIX select: <http://x/> ASK {}"), query_form("LOAD <http://x/>"), query_form("Hello")
    ('ask', 'update', '')
    """
    for token in split_tokens(text):
        word = token.text.upper()
        if token.kind == "word" and word in _FORMS:
            return word.lower()
        if token.kind == "word" and word in _UPDATES:
            return "update"
    return ""


def variables(text: str) -> tuple[str, ...]:
    """Give the names of all variables, in order of first occurrence.

    >>> variables("SELECT ?x { $x ?p '?no' }")
    ('x', 'p')
    """
    return tuple(dict.fromkeys(token.text[1:] for token in split_tokens(text) if token.kind == "variable"))


def is_ordered(text: str) -> bool:
    """Say whether the query itself, not only a part of it, puts its rows in an order.

    >>> is_ordered("SELECT * { ?s ?p ?o } ORDER BY ?s"), is_ordered("ASK { { SELECT ?s { ?s ?p ?o } ORDER BY ?s } }")
    (True, False)
    """
    return any(depth == 0 and token.kind == "word" and token.text.upper() == "ORDER" for token, depth in _levels(text))


def pattern_start(text: str) -> int | None:
    """Give the position behind the brace that opens the query's outermost pattern.

    Where that pattern is nothing but a subquery, the subquery's. None where there is no pattern, or only the template
    of `CONSTRUCT WHERE`, which holds triples alone.

    >>> text = "CONSTRUCT { ?s a ?o } WHERE { ?s ?p ?o }"
    >>> text[pattern_start(text) :]
    ' ?s ?p ?o }'
    """
    wanted, found = 0, None
    before = last = ""
    for token, depth in _levels(text):
        word = token.text.upper()
        if found is not None:
            if word != "SELECT":
                return found
            wanted, found = wanted + 1, None
        elif word == "{" and depth == wanted:
            if (before, last) == ("CONSTRUCT", "WHERE"):
                return None
            if last != "CONSTRUCT":
                found = token.start + 1
        before, last = last, word
    return found


def _levels(text: str) -> Iterator[tuple[Token, int]]:
    """Give each token with the number of brackets around it."""
    depth = 0
    for token in split_tokens(text):
        if token.kind == "mark" and token.text in "})":
            depth -= 1
        yield token, depth
        if token.kind == "mark" and token.text in "{(":
            depth += 1
