"""Term knowledge for the recogniser: phrases annotated elsewhere, phrases often abbreviated, what a paper repeats.

Whether a phrase counts as a term is mostly known from other papers. The component looks up every phrase of a document
in a table and leaves numbers on the document, which the recogniser's embedding reads beside the words themselves: they
are features and overrule nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.abbreviations import abbreviation_pairs
from kg.extraction.names import HYPHENS

Doc.set_extension("kg_terms", default=None, force=True)

Features = NDArray[np.uint64]
#: columns: how the phrase is annotated, the same where that is reliable, how often it is abbreviated, how other corpora
#: annotate it, and two of the document
COLUMNS = 6
#: words of the longest phrase that is looked up
LONGEST = 10


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table knows of a phrase.

    Attributes:
        labels: label → number of papers that annotate the phrase with it.
        papers: number of annotated papers where the phrase occurs at all.
        abbreviated: number of unlabelled papers that abbreviate the phrase, or expand it.
        elsewhere: label → number of mentions in other corpora, whose guidelines are others.
    """

    labels: dict[str, int] = {}
    papers: int = 0
    abbreviated: int = 0
    elsewhere: dict[str, int] = {}


class Match(NamedTuple):
    """A phrase of a document that the table knows: tokens from `start` to before `end`."""

    start: int
    end: int
    term: Term


def phrase(words: Iterable[str]) -> str:
    """Fold words to the table's form: lower case, without hyphens and blanks.

    >>> phrase(["Chain", "-", "of", "-", "Thought"])
    'chain of thought'
    """
    return " ".join(word.lower() for word in words if not HYPHENS.fullmatch(word))


class TermTable:
    """Terms by phrase; `labels` gives the labels their numbers."""

    def __init__(self, terms: Mapping[str, Term], labels: Sequence[str]) -> None:
        self.terms = dict(sorted(terms.items()))
        self.labels = tuple(labels)
        self._prefixes = {
            " ".join(words[:n]) for key in terms for words in [key.split(" ")] for n in range(1, len(words) + 1)
        }

    def find(self, words: Sequence[str], own: Mapping[str, frozenset[str]] | None = None) -> Iterator[Match]:
        """Find every phrase of the table in a document.

        Args:
            words: the document's tokens.
            own: in training, phrase → labels that this very paper contributed to the table, which are taken out again:
                else the recogniser would learn to trust a table that knows the answer.
        """
        parts = [None if HYPHENS.fullmatch(word) else word.lower() for word in words]
        for start, first in enumerate(parts):
            if first is None:
                continue
            key = ""
            for end in range(start, min(len(parts), start + LONGEST)):
                part = parts[end]
                if part is None:
                    continue
                key = f"{key} {part}" if key else part
                if key not in self._prefixes:
                    break
                if key in self.terms:
                    yield self._match(key, start, end + 1, own)

    def _match(self, key: str, start: int, end: int, own: Mapping[str, frozenset[str]] | None) -> Match:
        term = self.terms[key]
        if own is not None:
            mine = own.get(key, frozenset())
            labels = {label: count - (label in mine) for label, count in term.labels.items()}
            term = msgspec.structs.replace(term, labels=labels, papers=term.papers - 1)
        return Match(start, end, term)


def _grade(number: float, steps: Sequence[float]) -> int:
    """Say how many of the steps a number reaches.

    >>> _grade(5, (2, 4, 10))
    2
    """
    return sum(number >= step for step in steps)


def _paint(features: Features, column: int, values: Iterable[tuple[Match, int]]) -> None:
    """Write a value and the place in the phrase on the tokens of each match; the longest first, no overlaps."""
    for match, value in sorted(values, key=lambda pair: (pair[0].start - pair[0].end, pair[0].start)):
        if features[match.start : match.end, column].any():
            continue
        for i in range(match.start, match.end):
            place = 3 if match.end - match.start == 1 else 0 if i == match.start else 2 if i == match.end - 1 else 1
            features[i, column] = 1 + place + 4 * value


def table_features(table: TermTable, words: Sequence[str], own: Mapping[str, frozenset[str]] | None = None) -> Features:
    """Number the phrases of the table in a document: tokens × `COLUMNS`, the last two columns 0."""
    features = np.zeros((len(words), COLUMNS), dtype="uint64")
    annotated, reliable, abbreviated, elsewhere = [], [], [], []
    for match in table.find(words, own):
        term = match.term
        total = sum(term.labels.values())
        if total > 0:
            number, share = _commonest(term.labels, table.labels)
            rate = total / max(total, term.papers)
            if rate >= 0.1:
                grade = _grade(rate, (0.15, 0.35, 0.6, 0.85)) + 5 * _grade(total, (2, 4, 10))
                annotated.append((match, number + len(table.labels) * grade))
            if rate >= 0.5:
                reliable.append((match, number + len(table.labels) * _grade(share, (0.5, 0.8, 0.95))))
        if term.abbreviated:
            abbreviated.append((match, _grade(term.abbreviated, (3, 6, 15, 50))))
        if term.elsewhere:
            number, share = _commonest(term.elsewhere, table.labels)
            grade = _grade(share, (0.6, 0.9)) + 3 * _grade(sum(term.elsewhere.values()), (4, 15, 60))
            elsewhere.append((match, number + len(table.labels) * grade))
    for column, values in enumerate((annotated, reliable, abbreviated, elsewhere)):
        _paint(features, column, values)
    return features


def _commonest(counts: Mapping[str, int], labels: Sequence[str]) -> tuple[int, float]:
    """Give the number of the commonest label, and its share."""
    label = max(sorted(counts), key=lambda label: counts[label])
    return labels.index(label), counts[label] / sum(counts.values())


def document_features(doc: Doc) -> Features:
    """Number what a word is in its document: tokens × 2.

    The first column holds its part in abbreviations, how often it occurs, and whether the title has it; the second how
    often it recurs with its neighbours, and whether it leads the title ("XYZ: …").
    """
    words = [token.lower_ for token in doc]
    title = next((t.i for t in doc if t.is_space and t.text.count("\n") > 1), 0)
    pairs = abbreviation_pairs(doc)
    short, long = {s.text for s, _ in pairs}, {token.i for _, span in pairs for token in span}
    counts, couples, titled = Counter(words), Counter(pairwise(words)), set(words[:title])
    lead = words[0] if words[1:2] == [":"] else None
    features = np.zeros((len(doc), 2), dtype="uint64")
    for i, token in enumerate(doc):
        part = 2 if i in long else int(token.text in short)
        plain = token.is_stop or not any(c.isalnum() for c in token.text)
        often = 4 if plain else _grade(counts[words[i]], (2, 3, 5))
        where = 2 if i < title else int(words[i] in titled)
        before = min(2, couples[words[i - 1], words[i]] - 1) if i else 0
        after = min(2, couples[words[i], words[i + 1]] - 1) if i + 1 < len(words) else 0
        features[i] = 1 + part + 3 * (often + 5 * where), 1 + before + 3 * after + 9 * (words[i] == lead)
    return features


class TermFeatures:
    """A spaCy component that sets `doc._.kg_terms`, an array of tokens × `COLUMNS`, for the recogniser's embedding.

    Attributes:
        table: the terms.
        own: in training, text of a paper → what it contributed to the table; never saved.
    """

    def __init__(
        self, table: TermTable | None = None, own: Mapping[str, Mapping[str, frozenset[str]]] | None = None
    ) -> None:
        self.table = table or TermTable({}, ())
        self.own = own or {}

    def __call__(self, doc: Doc) -> Doc:
        """Look up the document's phrases."""
        features = table_features(self.table, [token.text for token in doc], self.own.get(doc.text))
        features[:, -2:] = document_features(doc)
        doc._.kg_terms = features
        return doc

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the table; spaCy calls this."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        (path / "terms.json").write_bytes(msgspec.json.encode({"labels": self.table.labels, "terms": self.table.terms}))

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "TermFeatures":
        """Read the table; spaCy calls this."""
        saved: dict[str, Any] = msgspec.json.decode((Path(path) / "terms.json").read_bytes())
        self.table = TermTable(msgspec.convert(saved["terms"], dict[str, Term]), saved["labels"])
        return self


@Language.factory("kg_terms", assigns=["doc._.kg_terms"])
def create_term_features(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """Make the component with an empty table: `spacy.load` fills it from disk.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> component = nlp.add_pipe("kg_terms")
    >>> component.table = TermTable({"beam search": Term({"Method": 5}, papers=5)}, ["Method"])
    >>> (nlp("We use beam search.")._.kg_terms[:, 0] > 0).tolist()
    [False, False, True, True, False]
    """
    return TermFeatures()
