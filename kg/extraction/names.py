"""Names within one paper: what folds alike, what is cut off, and where they stand in the text as whole words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

HYPHENS = re.compile(r"[\s\-\u2010-\u2015]+")
#: a word, or a single mark that is no blank or hyphen
_PIECE = re.compile(r"\w+|[^\w\s\-\u2010-\u2015]")
_PLURAL = re.compile(r"(?<=[^\Wsui])s$")
#: what the recogniser takes along and no name begins or ends with
_EDGE = re.compile(
    r"^[\s\"'“”‘’«»*_,;:.!?\-\u2010-\u2015\ufffd]+|(?:[\s\"'“”‘’«»*_,;:.!?\-\u2010-\u2015=≠~|→\ufffd]|[-=]>)+$"
)
#: a small word that waits for more, and the next sentence where the blank before it is missing
_LOOSE_END = re.compile(
    r"(?:\s+(?:a|an|and|by|for|from|of|or|the|to|via|with))+\Z|(?<=\w)\.(?:In|It|Our|The|This|To|We)\b.*"
)
#: an address, an estimate ("~3x"), a number or size alone ("2.5 times", "7B")
_NO_NAME = re.compile(
    r"https?://|www\.|[~≈≠≤≥±×]|[<>=]\s*\d|[+-]?\d[\d.,]*\s*(?:[bkmx×%]|times|fold|points?)?\Z", re.IGNORECASE
)
#: what makes another name of the one before it: C# and C++ are not C
_LONGER_NAME = re.compile(r"#|\+\+")
#: characters; whatever is longer is no name, and need not be looked at
LONGEST_NAME = 300


def fold(name: str) -> str:
    """Fold case, hyphens and blanks: two strings that fold alike are one name within a paper.

    >>> fold("Chain-of-Thought  prompting")
    'chain of thought prompting'
    """
    return HYPHENS.sub(" ", name.casefold()).strip()


def stem(name: str) -> str:
    """Fold a plural.

    >>> stem("topic models"), stem("cross lingual analysis"), stem("loss")
    ('topic model', 'cross lingual analysis', 'loss')
    """
    return _PLURAL.sub("", name)


def ignores_case(name: str) -> bool:
    """Say whether a name is the same in any case, and with blanks for its hyphens; else its letters make it.

    >>> [ignores_case(name) for name in ("Beam search", "GPT-4", "perplexity", "BERT", "act", "C#")]
    [True, True, True, False, False, False]
    """
    return " " in fold(name) or (name.islower() and len(name) > 4)


def trim_name(text: str) -> str:
    """Cut what a recognised string has beyond its name; empty where it names nothing.

    Abstracts often lack a blank before or after a bracket, so that one token holds a name and a piece of something
    else.

    >>> [trim_name(text) for text in ("“BERT”,", "CoT).Experimental", "GPT-4(V", "f(x)", "C++", "SR.We", "~3x", "7B")]
    ['BERT', 'CoT', 'GPT-4', 'f(x)', 'C++', 'SR', '', '']
    """
    if len(text) > LONGEST_NAME:
        return ""
    text = _LOOSE_END.sub("", _EDGE.sub("", text))
    if text.startswith("(") and ")" not in text:
        text = text[1:]
    text = _EDGE.sub("", _cut_at_lone_bracket(text))
    return text if any(c.isalnum() for c in text) and not _NO_NAME.match(text) else ""


def _cut_at_lone_bracket(text: str) -> str:
    opened: list[int] = []
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")" and not opened:
            return text[:place]
        elif character == ")":
            opened.pop()
    return text[: opened[0]] if opened else text


class Found(NamedTuple, Generic[T]):
    """A name in a text: where it stands, and what it was entered with."""

    start: int
    end: int
    value: T


class NameFinder(Generic[T]):
    """Finds names in texts as whole words, in time that grows with the text and not with the number of names.

    Names are entered with a value each; of two that are the same (`name_key`) the first stands.

    >>> finder = NameFinder([("beam search", 1), ("BERT", 2), ("C", 3)])
    >>> [tuple(found) for found in finder.find("Beam-search with BERT, not Bert, in C++ and C")]
    [(0, 11, 1), (17, 21, 2), (44, 45, 3)]
    """

    def __init__(self, names: Iterable[tuple[str, T]]) -> None:
        #: names that case makes, and folded names; what either looks like piece by piece
        self._exact: dict[str, T] = {}
        self._folded: dict[str, T] = {}
        for name, value in names:
            any_case, key = name_key(name)
            (self._folded if any_case else self._exact).setdefault(key, value)
        self._exact_beginnings = {part for key in self._exact for part in _beginnings(key)}
        self._folded_beginnings = {part for key in self._folded for part in _beginnings(key)}

    def find(self, text: str, taken: Iterable[tuple[int, int]] = ()) -> list[Found[T]]:
        """Find all names, in order; where two overlap the longer stands, of equals the first.

        Args:
            text: where to look.
            taken: starts and ends between which no name stands.
        """
        pieces = [match.span() for match in _PIECE.finditer(text)]
        found = [one for i in range(len(pieces)) for one in self._find_from(text, pieces, i)]
        places = Places(len(text))
        for start, end in taken:
            places.take(start, end)
        kept = (one for one in sorted(found, key=lambda one: (one.start - one.end, one.start)) if places.take(*one[:2]))
        return sorted(kept, key=lambda one: one.start)

    def _find_from(self, text: str, pieces: Sequence[tuple[int, int]], first: int) -> Iterator[Found[T]]:
        """Yield the names that begin with a piece."""
        start = pieces[first][0]
        if start and _is_word(text[start - 1]) and not _is_word(text[start]):
            return
        exact, folded = True, True
        key, folded_key = "", ""
        for i in range(first, len(pieces)):
            begin, end = pieces[i]
            piece = text[begin:end]
            apart = i > first and begin > pieces[i - 1][1]
            key += piece
            folded_key += " " + piece.casefold() if apart else piece.casefold()
            exact = exact and not apart and key in self._exact_beginnings
            folded = folded and folded_key in self._folded_beginnings
            if not exact and not folded:
                return
            if end < len(text) and (_is_word(text[end]) or _LONGER_NAME.match(text, end)):
                continue
            if exact and key in self._exact:
                yield Found(start, end, self._exact[key])
            elif folded and folded_key in self._folded:
                yield Found(start, end, self._folded[folded_key])


def name_key(name: str) -> tuple[bool, str]:
    """Say whether a name ignores case, and give what all its spellings have in common.

    >>> name_key("Beam-Search"), name_key("BERT")
    ((True, 'beam search'), (False, 'BERT'))
    """
    return (True, fold(name)) if ignores_case(name) else (False, HYPHENS.sub("", name))


def _beginnings(key: str) -> Iterator[str]:
    """Yield a key after each of its pieces."""
    for match in _PIECE.finditer(key):
        yield key[: match.end()]


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


class Places:
    """Which characters of a text are spoken for."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def are_free(self, start: int, end: int) -> bool:
        """Say whether none of these characters is taken."""
        return not any(self._taken[start:end])

    def take(self, start: int, end: int) -> bool:
        """Take these characters, if all are free; say whether they were."""
        free = self.are_free(start, end)
        if free:
            self._taken[start:end] = b"\x01" * (end - start)
        return free
