"""Word pieces: what the encoder reads in place of words."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

#: the encoder's special pieces
UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
_LONGEST_WORD = 100
#: more pieces than this no word has; a token that isn't one may
_MOST_PIECES = 100
#: blocks of ideographs, each of which is a word of its own (BERT's list)
_IDEOGRAPHS = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)


class WordPieces:
    """Uncased WordPiece tokenisation, as BERT does it (Devlin et al. 2019; Wu et al. 2016, section 4.1).

    Attributes:
        vocabulary: piece → its number; pieces within a word begin with "##".
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self.vocabulary = dict(vocabulary)
        self._split_word = lru_cache(maxsize=20_000)(self._split)

    def __reduce__(self) -> tuple[type["WordPieces"], tuple[dict[str, int]]]:
        """Pickle the vocabulary; the words already split stay behind."""
        return WordPieces, (self.vocabulary,)

    def encode(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Split words into pieces.

        Returns:
            The numbers of all pieces, without the special ones, and for each word the place of its first piece. A word
            without pieces (white space) has the place of the piece before it, or 0.
        """
        pieces: list[int] = []
        first: list[int] = []
        for word in words:
            own = self._split_word(word)
            first.append(len(pieces) if own else max(0, len(pieces) - 1))
            pieces.extend(own)
        return pieces, first

    def _split(self, word: str) -> tuple[int, ...]:
        numbers = (number for part in _normalise(word) for number in self._match(part))
        return tuple(islice(numbers, _MOST_PIECES))

    def _match(self, word: str) -> list[int]:
        """Take the longest piece of the vocabulary each time; a word that can't be made of pieces is unknown."""
        numbers: list[int] = []
        start = 0
        while start < len(word) <= _LONGEST_WORD:
            end = len(word)
            prefix = "##" if start else ""
            while end > start and prefix + word[start:end] not in self.vocabulary:
                end -= 1
            if end == start:
                break
            numbers.append(self.vocabulary[prefix + word[start:end]])
            start = end
        return numbers if start == len(word) else [self.vocabulary[UNKNOWN]]


def _normalise(word: str) -> Iterator[str]:
    """Fold case and accents; yield words between blanks, each mark and each ideograph alone.

    >>> list(_normalise("Naïve-Bayes (C#)")), list(_normalise("知識x")), list(_normalise("  "))
    (['naive', '-', 'bayes', '(', 'c', '#', ')'], ['知', '識', 'x'], [])
    """
    held = ""
    for character in unicodedata.normalize("NFD", word.lower()):
        category = unicodedata.category(character)
        if (
            category == "Mn"
            or (category in ("Cc", "Cf", "Co") and character not in "\t\n\r")
            or character in "\0\ufffd"
        ):
            continue
        blank = character.isspace()
        alone = _is_mark(character, category) or _is_ideograph(ord(character))
        if blank or alone:
            if held:
                yield held
            held = ""
            if alone:
                yield character
        else:
            held += character
    if held:
        yield held


def _is_mark(character: str, category: str) -> bool:
    return category[0] == "P" or (
        character.isascii() and character.isprintable() and not character.isalnum() and character != " "
    )


def _is_ideograph(code: int) -> bool:
    return any(low <= code <= high for low, high in _IDEOGRAPHS)
