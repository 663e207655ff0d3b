"""Where the entities of a document stand, in tokens and sentences: what the features of roles and relations look at."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from spacy.tokens import Doc

from kg.extraction.records import ExtractedEntity, Span


class Place(NamedTuple):
    """One mention: its tokens (the end is exclusive) and the number of its sentence."""

    start: int
    end: int
    sentence: int


class Layout(NamedTuple):
    """A document as the features see it.

    Attributes:
        words: the tokens in lower case, numbers as `0`.
        sentences: first token and end of each sentence; the title, where there is one, is sentence 0.
        titled: whether sentence 0 is a title.
        places: for each entity its mentions in the order of the text.
        spans: the character offsets of each sentence, without the blanks around it.
    """

    words: tuple[str, ...]
    sentences: tuple[tuple[int, int], ...]
    titled: bool
    places: tuple[tuple[Place, ...], ...]
    spans: tuple[Span, ...]


def lay_out(doc: Doc, entities: Sequence[ExtractedEntity]) -> Layout:
    """Map the entities' character offsets to tokens and sentences."""
    text = doc.text
    starts = [token.idx for token in doc]
    sentences = tuple((sentence.start, sentence.end) for sentence in doc.sents) if len(doc) else ()
    sentence_starts = [start for start, _ in sentences]

    def place(start: int, end: int) -> Place:
        first = bisect_right(starts, start) - 1
        last = bisect_right(starts, end - 1) - 1
        return Place(first, last + 1, bisect_right(sentence_starts, first) - 1)

    return Layout(
        words=tuple("0" if token.like_num and token.text[0].isdigit() else token.lower_ for token in doc),
        sentences=sentences,
        titled="\n\n" in text,
        places=tuple(tuple(place(m.start, m.end) for m in entity.mentions) for entity in entities),
        spans=tuple(
            _without_blanks(text, starts[start], starts[end] if end < len(starts) else len(text))
            for start, end in sentences
        ),
    )


def _without_blanks(text: str, start: int, end: int) -> Span:
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    return start, start + len(part.strip())


def nearest_places(heads: Sequence[Place], tails: Sequence[Place]) -> tuple[Place, Place]:
    """Choose the pair of mentions that stand closest: by sentences, then by tokens, then the first.

    Mentions do not overlap, so that the closest to one of the other entity is the next before or after it.
    """

    def distance(pair: tuple[Place, Place]) -> tuple[int, int, int]:
        head, tail = pair
        gap = tail.start - head.end if head.start < tail.start else head.start - tail.end
        return abs(head.sentence - tail.sentence), gap, min(head.start, tail.start)

    starts = [tail.start for tail in tails]
    pairs = []
    for head in heads:
        after = bisect_right(starts, head.start)
        pairs += [(head, tail) for tail in tails[max(0, after - 1) : after + 1]]
    return min(pairs, key=distance)
