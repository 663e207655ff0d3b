"""spaCy's tokenizer, in time that grows with the text.

The tokenizer takes marks off a word one by one and looks at all that is left of it each time, so that ten thousand
brackets take a hundred times as long as a thousand. Here a word of very many characters is cut first, at marks, and its
parts are tokenised one by one. Any other text has the tokens that spaCy gives it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from spacy.language import Language
from spacy.language import create_tokenizer as create_spacy_tokenizer
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.tokens import Doc
from spacy.util import registry

#: characters between blanks; no word has so many, and hardly any address
_LONG: Final = 500
#: characters of a part at least
_PART: Final = 100
_LONG_WORD: Final = re.compile(rf"\S{{{_LONG},}}")


class PartingTokenizer(Tokenizer):  # type: ignore[misc]
    """A tokenizer that cuts very long words into parts.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> nlp.tokenizer = PartingTokenizer.like(nlp.tokenizer)
    >>> len(nlp("(" * 10_000)), [token.text for token in nlp("BERT(large) won't.")]
    (10000, ['BERT(large', ')', 'wo', "n't", '.'])
    """

    @classmethod
    def like(cls, other: Tokenizer) -> "PartingTokenizer":
        """Make one with the rules of another tokenizer."""
        return cls(
            other.vocab,
            rules=other.rules,
            prefix_search=other.prefix_search,
            suffix_search=other.suffix_search,
            infix_finditer=other.infix_finditer,
            token_match=other.token_match,
            url_match=other.url_match,
            faster_heuristics=other.faster_heuristics,
        )

    def __call__(self, text: str) -> Doc:
        """Tokenise a text."""
        ends = [*find_cuts(text), len(text)]
        parts: list[Doc] = [super(PartingTokenizer, self).__call__(text[a:b]) for a, b in pairwise([0, *ends])]
        return parts[0] if len(parts) == 1 else Doc.from_docs(parts, ensure_whitespace=False)


@registry.tokenizers("kg.PartingTokenizer.v1")  # type: ignore[untyped-decorator]
def create_tokenizer() -> Callable[[Language], PartingTokenizer]:
    """Make the tokenizer of a pipeline, with the rules of its language, where the pipeline's config asks for it.

    >>> import spacy
    >>> config = {"nlp": {"tokenizer": {"@tokenizers": "kg.PartingTokenizer.v1"}}}
    >>> type(spacy.blank("en", config=config).tokenizer).__name__
    'PartingTokenizer'
    """
    make = create_spacy_tokenizer()
    return lambda nlp: PartingTokenizer.like(make(nlp))


def find_cuts(text: str) -> Iterator[int]:
    """Yield where to cut the very long words of a text: between two characters of which one is no letter or digit.

    >>> list(find_cuts("a word " + "()" * 300)), list(find_cuts("x" * 5000))
    ([107, 207, 307, 407, 507], [])
    """
    for word in _LONG_WORD.finditer(text):
        last = word.start()
        for place in range(word.start() + 1, word.end()):
            if place - last >= _PART and _may_cut(text[place - 1], text[place]):
                yield place
                last = place


def _may_cut(before: str, after: str) -> bool:
    # a sign that joins or modifies the one before it stays with it
    return not (before.isalnum() and after.isalnum()) and unicodedata.category(after)[0] not in "MC"
