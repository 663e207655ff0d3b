"""Abbreviations that a paper itself expands: "long form (SHORT)" and "SHORT (long form)".

Source: A. S. Schwartz and M. A. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
text", PSB 2003; here over spaCy tokens, with the reversed form and
a rule for initials added.
"""

import re

from spacy.language import Language
from spacy.tokens import Doc, Span

Doc.set_extension("kg_abbreviations", default=(), force=True)

#: characters of a short form, and tokens between its brackets
_MAX_SHORT = 12
_MAX_INSIDE = 12
_WORD = re.compile(r"\w+")
#: what no long form reaches across
_STOPS = frozenset({".", ";", ":", "(", ")"})


@Language.component("kg_abbreviations", assigns=["doc._.kg_abbreviations"])
def find_abbreviations(doc: Doc) -> Doc:
    """Set `doc._.kg_abbreviations` to pairs of spans (short form, long form), in the order of the text.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> component = nlp.add_pipe("kg_abbreviations")
    >>> nlp("We use low-rank adaptation (LoRA), not SVD (singular value decomposition).")._.kg_abbreviations
    ((LoRA, low-rank adaptation), (SVD, singular value decomposition))
    """
    doc._.kg_abbreviations = abbreviation_pairs(doc)
    return doc


def abbreviation_pairs(doc: Doc) -> tuple[tuple[Span, Span], ...]:
    """Find the pairs of short and long form in a document."""
    pairs = []
    for opening in doc:
        if opening.text != "(":
            continue
        closing = next((t.i for t in doc[opening.i + 1 : opening.i + 2 + _MAX_INSIDE] if t.text in "();,:"), None)
        if closing is None or closing == opening.i + 1 or opening.i == 0:
            continue
        inside = doc[opening.i + 1 : closing]
        pair = _expand_before(doc, inside, opening.i) or _expand_inside(doc, inside, opening.i)
        if pair is not None:
            pairs.append(pair)
    return tuple(pairs)


def is_short_form(text: str) -> bool:
    """Say whether a string may be an abbreviation.

    >>> [is_short_form(text) for text in ("DPO", "LLMs", "k-NN", "e.g.", "2024", "see below", "and")]
    [True, True, True, False, False, False, False]
    """
    return (
        2 <= len(text) <= _MAX_SHORT
        and text[0].isalnum()
        and any(c.isupper() for c in text)
        and text.count(" ") <= 1
        and text.casefold().rstrip(".") not in {"e.g", "i.e", "fig", "tab"}
    )


def match_long_form(short: str, text: str) -> int | None:
    """Find where the long form of an abbreviation starts in the text before it; None where it is none.

    Where the last words of the text begin with the letters of the short form, these words are it. Else the characters
    of the short form must occur in this order, the first of them at the start of a word. (The paper's algorithm has
    only the second rule, which prefers the shortest match: "supervised learning" for SSL.)

    >>> match_long_form("DPO", "we apply direct preference optimization")
    9
    >>> match_long_form("SSL", "of self-supervised learning"), match_long_form("LoRA", "use low-rank adaptation")
    (3, 4)
    >>> match_long_form("DPO", "we apply reinforcement learning") is None
    True
    """
    letters = (short[:-1] if short[-1:] == "s" and short[:-1].isupper() else short).casefold()
    words = list(_WORD.finditer(text))[-len(letters) :]
    if [word[0][0].casefold() for word in words] == list(letters):
        return words[0].start()
    place = len(text)
    for position in range(len(short) - 1, -1, -1):
        wanted = short[position].casefold()
        if not wanted.isalnum():
            continue
        place -= 1
        while place >= 0 and not (
            text[place].casefold() == wanted and (position > 0 or place == 0 or not text[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    return place


def _expand_before(doc: Doc, inside: Span, opening: int) -> tuple[Span, Span] | None:
    """Read "long form (SHORT)"."""
    short = inside.text
    if not is_short_form(short):
        return None
    words = min(len(short) + 5, 2 * len(short))
    start = opening
    while start > 0 and words > 0 and not doc[start - 1].is_space and doc[start - 1].text not in _STOPS:
        start -= 1
        # "chain-of-thought" is three words but five tokens
        words -= doc[start].is_alpha
    candidate = doc[start:opening]
    if not len(candidate):
        return None
    offset = match_long_form(short, candidate.text)
    return _pair(doc, inside, candidate.start_char + offset, candidate.end_char) if offset is not None else None


def _expand_inside(doc: Doc, inside: Span, opening: int) -> tuple[Span, Span] | None:
    """Read "SHORT (long form)"."""
    start = opening - 1
    # a hyphenated short form is several tokens
    while (
        start > 0 and not doc[start - 1].whitespace_ and not doc[start - 1].is_space and doc[start - 1].text not in "(["
    ):
        start -= 1
    short = doc[start:opening]
    words = sum(token.is_alpha for token in inside)
    if not is_short_form(short.text) or not 2 <= words <= min(len(short.text) + 5, 2 * len(short.text)):
        return None
    offset = match_long_form(short.text, inside.text)
    return _pair(doc, short, inside.start_char, inside.end_char) if offset == 0 else None


def _pair(doc: Doc, short: Span, start: int, end: int) -> tuple[Span, Span] | None:
    """Make the pair, if the long form is one: whole tokens, longer than the short form, not containing it."""
    long = doc.char_span(start, end, alignment_mode="expand")
    if long is None or len(long.text) <= len(short.text) or short.text in long.text.split():
        return None
    return short, long
