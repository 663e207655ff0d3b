"""Mentions with scores: a small transformer reads the words, and `kg_terms` says what is known of the phrases."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from kg.extraction.tagging import LogProbabilities, TagSet
from kg.extraction.terms import COLUMNS
from kg.extraction.wordpieces import END, START, WordPieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

#: the recogniser's label for classes of models, which the corpora mark as generic
GENERIC_MODEL = "GenericModel"
#: how many shapes of words there are
SHAPES = 8
#: word pieces that the network sees at once, and how many of them at either side are there for context only
WINDOW = 440
MARGIN = 60

Span.set_extension("kg_score", default=1.0, force=True)


def word_shape(token: Token) -> int:
    """Say what a word looks like, which the uncased word pieces do not show.

    Returns:
        0 for blanks, 1 marks, 2 digits, 3 lower case, 4 title case, 5 capitals, 6 with digits, 7 anything else.
    """
    text = token.text
    looks = (
        token.is_space,
        not any(character.isalnum() for character in text),
        text.isdigit(),
        text.islower(),
        text.istitle(),
        text.isupper() and text.isalpha(),
        any(character.isdigit() for character in text),
    )
    return next((number for number, holds in enumerate(looks) if holds), SHAPES - 1)


def token_features(doc: Doc) -> NDArray[np.int64]:
    """Number what is known of each token: tokens × (`COLUMNS` of `kg_terms` and the word's shape)."""
    features = np.zeros((len(doc), COLUMNS + 1), dtype=np.int64)
    if doc._.kg_terms is not None:
        features[:, :COLUMNS] = doc._.kg_terms
    features[:, COLUMNS] = [word_shape(token) for token in doc]
    return features


class Window(NamedTuple):
    """A part of a document that the network sees at once: word pieces from `start` to before `end`, tokens likewise.

    `kept` are the tokens whose result counts; those beside them are there for context only.
    """

    start: int
    end: int
    tokens: slice
    kept: slice


def cut_windows(first: Sequence[int], pieces: int) -> Iterator[Window]:
    """Cut a document into overlapping windows, for the network sees no more than 512 pieces.

    The time grows with the length, not with its square.

    Args:
        first: the place of each token's first piece.
        pieces: the number of pieces.
    """
    ends = [*first[1:], pieces]
    token = kept = 0
    while kept < len(first):
        last = bisect_right(ends, first[token] + WINDOW, lo=token)
        last = max(last, token + 1)
        whole = last == len(first)
        until = last if whole else max(kept + 1, bisect_left(first, ends[last - 1] - MARGIN, lo=token, hi=last))
        yield Window(first[token], ends[last - 1], slice(token, last), slice(kept, until))
        kept = until
        token = max(token + 1, bisect_left(first, first[min(kept, len(first) - 1)] - MARGIN))


class MentionRecognizer:
    """A spaCy component that sets `doc.ents`, with `span._.kg_score` on every entity.

    A network (ONNX) gives every token a probability for each tag; the entities are those of the best well-formed
    sequence. The score of a mention is the least probability of the tags that made it: a mention is as sure as its
    least sure token.

    Attributes:
        tags: what a token can be.
        pieces: the word pieces that the network reads.
        network: the network, serialised; its inputs are the numbers of the pieces (1 × pieces), the place of each
            token's first piece (tokens) and the tokens' features (tokens × features); its output the tags' scores.
    """

    def __init__(self, labels: Sequence[str] = (), pieces: WordPieces | None = None, network: bytes = b"") -> None:
        self.tags = TagSet(labels)
        self.pieces = pieces or WordPieces({})
        self.network = network
        self._session: InferenceSession | None = None

    def __call__(self, doc: Doc) -> Doc:
        """Recognise the mentions of one document; without a trained network there are none."""
        if self.network and len(doc):
            scores = self.predict(doc)
            path = self.tags.decode(scores)
            probabilities = np.exp(scores[np.arange(len(doc)), path])
            doc.set_ents(
                [self._mark(doc, start, end, label, probabilities) for start, end, label in self.tags.spans(path)]
            )
        return doc

    @staticmethod
    def _mark(doc: Doc, start: int, end: int, label: str, probabilities: NDArray[np.float32]) -> Span:
        span = Span(doc, start, end, label)
        span._.kg_score = round(float(probabilities[start:end].min()), 3)
        return span

    def predict(self, doc: Doc) -> LogProbabilities:
        """Give every token the logarithm of each tag's probability: tokens × tags."""
        pieces, first = self.pieces.encode([token.text for token in doc])
        features = token_features(doc)
        scores = np.zeros((len(doc), len(self.tags.tags)), dtype=np.float32)
        for window in cut_windows(first, len(pieces)):
            found = self._run(pieces[window.start : window.end], first[window.tokens], features[window.tokens])
            offset = window.tokens.start
            scores[window.kept] = found[window.kept.start - offset : window.kept.stop - offset]
        return scores

    def _run(self, pieces: Sequence[int], first: Sequence[int], features: NDArray[np.int64]) -> LogProbabilities:
        start, end = self.pieces.vocabulary[START], self.pieces.vocabulary[END]
        inputs = {
            "pieces": np.array([[start, *pieces, end]], dtype=np.int64),
            "first": np.array(first, dtype=np.int64) - (first[0] - 1),
            "features": features,
        }
        scores: LogProbabilities = self._open().run(["tags"], inputs)[0]
        return scores

    def _open(self) -> "InferenceSession":
        """Open the network; once, when it is first needed."""
        if self._session is None:
            from onnxruntime import InferenceSession, SessionOptions

            options = SessionOptions()
            # one thread: processes share the work, and the sums are made in one order
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            options.log_severity_level = 3
            self._session = InferenceSession(self.network, options, providers=["CPUExecutionProvider"])
        return self._session

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the open network: another process opens its own."""
        return {**self.__dict__, "_session": None}

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write `network.onnx`, `pieces.txt` and `labels.json`; spaCy calls this."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        (path / "network.onnx").write_bytes(self.network)
        (path / "labels.json").write_bytes(msgspec.json.encode(self.tags.labels))
        lines = sorted(self.pieces.vocabulary, key=lambda piece: self.pieces.vocabulary[piece])
        (path / "pieces.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "MentionRecognizer":
        """Read what `to_disk` wrote; spaCy calls this."""
        path = Path(path)
        self.network = (path / "network.onnx").read_bytes()
        self.tags = TagSet(msgspec.json.decode((path / "labels.json").read_bytes(), type=list[str]))
        lines = (path / "pieces.txt").read_text(encoding="utf-8").split("\n")[:-1]
        self.pieces = WordPieces({piece: number for number, piece in enumerate(lines)})
        self._session = None
        return self


@Language.factory("kg_ner", assigns=["doc.ents", "token.ent_iob", "token.ent_type", "span._.kg_score"])
def create_recogniser(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """Make the component, untrained: `spacy.load` fills it from disk, or it is taken from the shipped pipeline.

    >>> import kg, spacy
    >>> nlp = spacy.blank("en")
    >>> shipped = kg.load_pipeline()
    >>> for name in ("kg_terms", "kg_ner"):
    ...     component = nlp.add_pipe(name, source=shipped)
    >>> [(ent.text, ent.label_, 0 < ent._.kg_score <= 1) for ent in nlp("We fine-tune BERT on SQuAD.").ents]
    [('BERT', 'Model', True), ('SQuAD', 'Dataset', True)]
    """
    return MentionRecognizer()
