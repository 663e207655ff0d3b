"""A person's terms: found as given, whatever the recogniser thinks of them; and names that are to be none."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Span

from kg.extraction.names import NameFinder, Places, trim_name
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.term_lists import NO_LISTS, GivenTerm, StopList, StopName, TermLists, spellings

#: where given terms stand, in order
Doc.set_extension("kg_given", default=(), force=True)
#: what is no name; None where nothing is forbidden
Doc.set_extension("kg_stop", default=None, force=True)


class GivenMention(NamedTuple):
    """A given term in a text: its characters, the label of its entity, and the term."""

    start: int
    end: int
    label: str
    term: GivenTerm


class GivenTerms:
    """A spaCy component that marks given terms in `doc.ents` and takes stop names out of them.

    A given term wins over all entities that it overlaps. Every occurrence is in `doc._.kg_given` for `kg_entities`,
    also one that is only a part of a token, which spaCy's entities can't hold. A canonical name is found like the term
    itself, unless it is a term of its own. Stop names are forbidden to whatever found them, and in `doc._.kg_stop` to
    `kg_entities`.
    """

    def __init__(self, lists: TermLists = NO_LISTS) -> None:
        self.lists = lists

    @property
    def lists(self) -> TermLists:
        """The terms and stop names; set it to change them."""
        return self._lists

    @lists.setter
    def lists(self, lists: TermLists) -> None:
        self._lists = lists
        self._stop = StopList(lists.stop)
        self._finder = NameFinder(_names(lists.terms))

    def __call__(self, doc: Doc) -> Doc:
        """Mark the given terms of one document."""
        if not self._lists:
            return doc
        text = doc.text
        labels = {(ent.start_char, ent.end_char): ent.label_ for ent in doc.ents}
        given = tuple(
            GivenMention(start, end, _label(term, labels.get((start, end))), term)
            for start, end, term in self._finder.find(text)
            if not self._stop.holds(text[start:end], term.type)
        )
        places = Places(len(text))
        for one in given:
            places.take(one.start, one.end)
        kept = [e for e in doc.ents if places.are_free(e.start_char, e.end_char) and not self._forbids(e)]
        doc.ents = [*kept, *_spans(doc, given)]
        doc._.kg_given, doc._.kg_stop = given, self._stop
        return doc

    def _forbids(self, ent: Span) -> bool:
        return self._stop.holds(trim_name(ent.text), type_of(ent.label_))

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the lists; spaCy calls this."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        (path / "lists.json").write_bytes(msgspec.json.encode(self.lists))

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "GivenTerms":
        """Read the lists; spaCy calls this."""
        self.lists = msgspec.json.decode((Path(path) / "lists.json").read_bytes(), type=TermLists)
        return self


def type_of(label: str) -> str:
    """Give the entity type of a label of the recogniser."""
    return "Model" if label == GENERIC_MODEL else label


def _names(terms: Sequence[GivenTerm]) -> Iterator[tuple[str, GivenTerm]]:
    """Yield the names to look for; the first that is the same stands, so that terms come before canonical names."""
    for term in terms:
        yield from ((spelling, term) for spelling in spellings(term.name))
    for term in terms:
        if term.canonical:
            yield from ((spelling, term) for spelling in spellings(term.canonical))


def _label(term: GivenTerm, recognised: str | None) -> str:
    """Keep that a model is a class of models, which a type does not say."""
    return GENERIC_MODEL if recognised == GENERIC_MODEL and term.type == "Model" else term.type


def _spans(doc: Doc, given: Sequence[GivenMention]) -> Iterator[Span]:
    for one in given:
        span = doc.char_span(one.start, one.end, label=one.label)
        if span is not None:
            span._.kg_score = 1.0
            yield span


@Language.factory(
    "kg_given_terms",
    assigns=["doc.ents", "doc._.kg_given", "doc._.kg_stop", "span._.kg_score"],
    default_config={"terms": [], "stop": []},
)
def create_given_terms(
    nlp: Language, name: str, terms: list[list[str]], stop: list[str | list[str]]
) -> Callable[[Doc], Doc]:
    """Make the component.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> lists = {"terms": [["BERT", "Model"], ["CoT", "Method", "chain-of-thought prompting"]], "stop": ["F1"]}
    >>> component = nlp.add_pipe("kg_given_terms", config=lists)
    >>> [(ent.text, ent.label_) for ent in nlp("We prompt BERT by CoT and report F1.").ents]
    [('BERT', 'Model'), ('CoT', 'Method')]

    Args:
        nlp: the pipeline.
        name: what the component is called in it.
        terms: name, type and, if there is one, canonical name of each term.
        stop: names that are none, each alone or in a list with the only type that it may not have.
    """
    return GivenTerms(
        TermLists(
            tuple(GivenTerm(*term) for term in terms),
            tuple(StopName(one) if isinstance(one, str) else StopName(*one) for one in stop),
        )
    )
