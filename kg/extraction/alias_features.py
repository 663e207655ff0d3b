"""Features of two names of one paper for whether they name one entity: named and binary."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import product
from typing import NamedTuple

from spacy.tokens import Doc

from kg.extraction.abbreviations import is_short_form
from kg.extraction.names import fold, stem

#: endings that verbs, nouns and agents of one root differ in
_ENDING = re.compile(
    r"(?:ific|ify|ifi)?(?:i[sz]|at|it)*"
    r"(?:ions?|ings?|ments?|ities|ity|ers?|ors?|ives?|als?|ies|es|ed|e|s|y)$"
)
_SMALL_WORDS = frozenset("a an and by for from in of on or the to using via with".split())
_NEAR = 12


class Name(NamedTuple):
    """One name of a paper: its commonest spelling, folded, and the places where it stands, in characters."""

    text: str
    folded: str
    places: tuple[tuple[int, int], ...]


class NameContext(NamedTuple):
    """What all names of a paper share.

    Attributes:
        text: the paper's text.
        title: the folded title.
        sentences: where each sentence starts.
        expansions: folded short form → the folded long forms that the paper gives.
    """

    text: str
    title: str
    sentences: tuple[int, ...]
    expansions: Mapping[str, frozenset[str]]


def name_context(doc: Doc) -> NameContext:
    """Look at a document once; it needs sentence boundaries and abbreviations."""
    text = doc.text
    expansions: dict[str, frozenset[str]] = {}
    for short, long in doc._.kg_abbreviations:
        key = fold(short.text)
        expansions[key] = expansions.get(key, frozenset()) | {fold(long.text)}
    starts = tuple(token.idx for token in doc if token.is_sent_start)
    return NameContext(text, fold(text.partition("\n\n")[0]), starts, expansions)


def root(word: str) -> str:
    """Cut a word's ending where three letters remain.

    >>> [root(word) for word in ("detection", "detecting", "classifier", "classification", "parsers", "use")]
    ['detect', 'detect', 'class', 'class', 'pars', 'use']
    """
    short = _ENDING.sub("", word)
    return short if len(short) > 2 else word


def roots(folded: str) -> list[str]:
    """The roots of a name's words, small ones left out."""
    return [root(word) for word in folded.split() if word not in _SMALL_WORDS]


def alias_features(one: Name, other: Name, type: str, names: int, context: NameContext) -> list[str]:
    """Features of a pair of names in either order.

    Args:
        one: a name.
        other: another name of an entity of the same type.
        type: the type.
        names: how many names of this type the paper has.
        context: what all pairs of the paper share.
    """
    long, short = sorted((one, other), key=lambda name: (-len(name.folded), name.folded))
    return [
        f"type={type}",
        f"names={type},{_bucket(names, (2, 3, 4, 6, 9, 13))}",
        f"forms={_form(long)}>{_form(short)}",
        *_abbreviation_features(long, short, context),
        *_word_features(long, short, type),
        *_letter_features(long, short, type),
        *_place_features(long, short, type, context),
    ]


def _bucket(number: float, steps: Sequence[float]) -> int:
    return sum(number >= step for step in steps)


def _form(name: Name) -> str:
    return f"{int(is_short_form(name.text) or name.text.isupper())}{min(3, len(name.folded.split()))}"


def _abbreviation_features(long: Name, short: Name, context: NameContext) -> Iterator[str]:
    a, b = long.folded, short.folded
    given = [full for x, y in ((a, b), (b, a)) for full in context.expansions.get(x, ()) if stem(full) == stem(y)]
    if given:
        yield "explicit"
        return
    for x, y in ((a, b), (b, a)):
        if any(y in full or full in y for full in context.expansions.get(x, ())):
            yield "explicit-part"
    if a in context.expansions or b in context.expansions:
        yield "expanded-otherwise"
    if any({a, b} & fulls for fulls in context.expansions.values()):
        yield "abbreviated-otherwise"
    words = a.split()
    if len(words) > 1 and " " not in b:
        yield f"initials={_match_initials(words, b)}"
        yield f"initials={_match_initials(words, b)},{_form(short)}"


def _match_initials(words: Sequence[str], short: str) -> str:
    """Say how far a short name is made of the first letters of a long one's words."""
    every = "".join(word[0] for word in words)
    great = "".join(word[0] for word in words if word not in _SMALL_WORDS)
    if stem(short) in (every, great):
        return "all"
    if len(short) > 1 and (every.startswith(short) or (great and short.startswith(great))):
        return "start"
    if len(short) > 1 and _holds_in_order(short, great):
        return "among"
    joined = "".join(words)
    return "letters" if len(short) > 2 and short[0] == joined[0] and _holds_in_order(joined, stem(short)) else "none"


def _holds_in_order(text: str, letters: str) -> bool:
    left = iter(text)
    return bool(letters) and all(letter in left for letter in letters)


def _word_features(long: Name, short: Name, type: str) -> Iterator[str]:
    a, b = long.folded, short.folded
    of_a, of_b = roots(a), roots(b)
    shared, more, less = set(of_a) & set(of_b), set(of_a) - set(of_b), set(of_b) - set(of_a)
    if stem(a) == stem(b):
        yield "plural"
    if a.replace(" ", "") == b.replace(" ", ""):
        yield "joined"
    if sorted(of_a) == sorted(of_b):
        yield "same-roots"
        yield f"same-roots={type}"
    if of_a and of_b and of_a[-1] == of_b[-1]:
        yield "same-head"
        yield f"same-head={type},{len(shared)},{len(of_b)},{len(of_a)}"
    share = len(shared) / max(1, len(shared | more | less))
    yield f"share={_bucket(share, (0.01, 0.2, 0.34, 0.5, 0.67, 0.8, 1))}"
    yield f"counts={len(shared)},{len(more)},{len(less)}"
    if shared:
        yield from (f"extra={word}" for word in sorted(more | less))
        if len(more) == len(less) == 1:
            yield "exchanged"
            yield f"exchanged={'|'.join(sorted(more | less))}"
    if f" {b} " in f" {a} ":
        side = "end" if a.endswith(b) else "start" if a.startswith(b) else "middle"
        rest = a.replace(b, "", 1).strip()
        yield f"inside={side}"
        yield f"inside={side},{min(3, len(a.split()) - len(b.split()))},{type}"
        yield f"rest={rest}"
        yield f"rest-digits={any(character.isdigit() for character in rest)}"


def _letter_features(long: Name, short: Name, type: str) -> Iterator[str]:
    a, b = long.folded.replace(" ", ""), short.folded.replace(" ", "")
    alike = _bucket(SequenceMatcher(None, a, b, autojunk=False).ratio(), (0.3, 0.45, 0.6, 0.7, 0.8, 0.88, 0.94))
    yield f"alike={alike}"
    yield f"alike={alike},{type}"
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    yield f"start={_bucket(start, (1, 3, 4, 5, 7, 10))}"
    numbers = [re.findall(r"\d+", name.folded) for name in (long, short)]
    if any(numbers):
        yield f"digits={'same' if numbers[0] == numbers[1] else 'differ' if all(numbers) else 'one'}"
    else:
        yield "digits=none"


def _place_features(long: Name, short: Name, type: str, context: NameContext) -> Iterator[str]:
    title = f" {context.title} "
    yield f"title={int(f' {long.folded} ' in title)}{int(f' {short.folded} ' in title)}"
    if context.title.startswith((f"{short.folded}:", f"{long.folded}:")):
        yield f"leads={type},{_form(short)}"
    sentences = [{bisect_right(context.sentences, start) for start, _ in name.places} for name in (long, short)]
    yield f"one-sentence={bool(sentences[0] & sentences[1])}"
    for way, first, second in (("long-short", long, short), ("short-long", short, long)):
        between = _between(first, second, context.text)
        if between is not None:
            yield f"near={way}"
            yield f"near={way},{between}"


def _between(first: Name, second: Name, text: str) -> str | None:
    """The text between two places of the names, the first such that is short."""
    starts = {start for start, _ in second.places}
    for (_, end), gap in product(first.places, range(_NEAR + 1)):
        if end + gap in starts:
            return text[end : end + gap].strip().lower()
    return None
