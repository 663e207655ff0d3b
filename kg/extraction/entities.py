"""From mentions to the entities of one paper: one type for one name, all its occurrences, its abbreviation."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Span

from kg.extraction.abbreviations import is_short_form
from kg.extraction.given_terms import GivenMention, type_of
from kg.extraction.names import HYPHENS, NameFinder, fold, stem, trim_name
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.records import ExtractedEntity, Mention
from kg.extraction.term_lists import GivenTerm, StopList

__all__ = ["HYPHENS", "collect_entities", "fold"]

Doc.set_extension("kg_entities", default=(), force=True)

_SMALL_WORDS = frozenset("a an and by for from in of on or the to with".split())
_NOTHING_STOPPED = StopList()

#: folded string → where it stands
Occurrences = Mapping[str, Sequence[tuple[int, int]]]


class _Named(NamedTuple):
    """One folded string of a paper: its label, its best score, its surface forms, and the term where it was given."""

    label: str
    score: float
    forms: tuple[str, ...]
    term: GivenTerm | None = None


class _Group(NamedTuple):
    """Folded strings that name one entity, each with its long form where it is short; and the term that was given."""

    strings: dict[str, str | None]
    term: GivenTerm | None


class _Union:
    """Folded strings that name one entity, united two by two; what a person gave apart stays apart."""

    def __init__(self, named: Mapping[str, _Named]) -> None:
        self._parent = {folded: folded for folded in named}
        self._terms = {folded: one.term for folded, one in named.items() if one.term}

    def add(self, folded: str) -> None:
        self._parent.setdefault(folded, folded)

    def find(self, folded: str) -> str:
        """Give the string that stands for the group."""
        while self._parent[folded] != folded:
            self._parent[folded] = folded = self._parent[self._parent[folded]]
        return folded

    def unite(self, one: str, other: str) -> bool:
        """Make one group of two, unless they were given other types or other canonical names; say whether it is one."""
        one, other = self.find(one), self.find(other)
        terms = [term for term in (self._terms.get(other), self._terms.get(one)) if term]
        if one == other:
            return True
        if len({term.type for term in terms}) > 1 or len({fold(t.canonical) for t in terms if t.canonical}) > 1:
            return False
        self._parent[one] = other
        if terms:
            self._terms[other] = next((term for term in terms if term.canonical), terms[0])
        return True

    def term(self, folded: str) -> GivenTerm | None:
        """Give the term that says what the group of a string is."""
        return self._terms.get(self.find(folded))


@Language.component("kg_entities", requires=["doc.ents"], assigns=["doc._.kg_entities"])
def collect_entities(doc: Doc) -> Doc:
    """Set `doc._.kg_entities`, in the order of their first mentions; roles stay open ("mentioned", score 0).

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> ruler = nlp.add_pipe("entity_ruler", config={"phrase_matcher_attr": "LOWER"})
    >>> ruler.add_patterns([{"label": "Method", "pattern": "low-rank adaptation"}])
    >>> for name in ("kg_abbreviations", "kg_entities"):
    ...     component = nlp.add_pipe(name)
    >>> (entity,) = nlp("Low-rank adaptation (LoRA) is cheap, so we take LoRA.")._.kg_entities
    >>> entity.type, entity.name, [mention.text for mention in entity.mentions]
    ('Method', 'Low-rank adaptation', ['Low-rank adaptation', 'LoRA', 'LoRA'])
    """
    text = doc.text  # put together anew each time
    given: Sequence[GivenMention] = doc._.kg_given
    stop: StopList = doc._.kg_stop or _NOTHING_STOPPED
    named = _name_strings(doc, stop)
    groups = _group_names(named, doc._.kg_abbreviations, stop)
    occurrences = _find_occurrences(text, named, given)
    entities = [_make_entity(text, group, named, occurrences, stop) for group in groups]
    found = [entity for entity in entities if entity is not None]
    doc._.kg_entities = tuple(sorted(found, key=lambda entity: (entity.mentions[0].start, entity.name)))
    return doc


def _name_strings(doc: Doc, stop: StopList) -> dict[str, _Named]:
    """Give each folded string one label: as given, else the one with the greatest sum of scores over the paper."""
    text = doc.text
    given: dict[str, list[GivenMention]] = {}
    for one in doc._.kg_given:
        given.setdefault(fold(text[one.start : one.end]), []).append(one)
    places = {(one.start, one.end) for one in doc._.kg_given}
    weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    scores: dict[tuple[str, str], float] = {}
    forms: dict[str, dict[str, None]] = defaultdict(dict)
    for span in doc.ents:
        name = "" if (span.start_char, span.end_char) in places else trim_name(span.text)
        folded = fold(name)
        if not folded or stop.holds(name, type_of(span.label_)):
            continue
        weights[folded][span.label_] += span._.kg_score
        scores[folded, span.label_] = max(scores.get((folded, span.label_), 0.0), span._.kg_score)
        forms[folded][name] = None
    named = {}
    for folded, weight in weights.items():
        label = _heaviest(weight)
        named[folded] = _Named(label, scores[folded, label], tuple(forms[folded]))
    for folded, mentions in given.items():
        spelt = dict.fromkeys(text[one.start : one.end] for one in mentions)
        label = max((one.label for one in mentions), key=lambda label: label == GENERIC_MODEL)
        named[folded] = _Named(label, 1.0, tuple(spelt | forms.get(folded, {})), mentions[0].term)
    return named


def _heaviest(weights: Mapping[str, float]) -> str:
    return max(sorted(weights), key=lambda label: round(weights[label], 6))


def _group_names(named: dict[str, _Named], abbreviations: Sequence[tuple[Span, Span]], stop: StopList) -> list[_Group]:
    """Group strings that name one entity.

    A pair of abbreviation and long form joins a group where either end was recognised; the other end joins with it.
    """
    union = _Union(named)
    first: dict[tuple[str, ...], str] = {}
    for folded, one in named.items():
        union.unite(folded, first.setdefault((stem(folded),), folded))
        if one.term and one.term.canonical:
            union.unite(folded, first.setdefault((one.term.type, fold(one.term.canonical)), folded))
    expansions: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for short, long in abbreviations:
        names = trim_name(short.text), trim_name(long.text)
        ends = fold(names[0]), fold(names[1])
        if not all(ends) or not any(end in named for end in ends) or any(map(stop.holds, names)):
            continue
        if meanings.setdefault(stem(ends[0]), stem(ends[1])) != stem(ends[1]):
            continue  # a second expansion, as in "two LLMs (LLaMA and Mistral)", ties nothing
        for end, other, name in ((ends[0], ends[1], names[0]), (ends[1], ends[0], names[1])):
            if end not in named:
                named[end] = _Named(named[other].label, named[other].score, (name,))
                union.add(end)
        if union.unite(ends[0], ends[1]):
            expansions[ends[0]] = names[1]
    for initials, name in _match_initials(named, expansions):
        if union.unite(initials, name):
            expansions[initials] = named[name].forms[0]
    groups: dict[str, dict[str, str | None]] = {}
    for folded in named:
        groups.setdefault(union.find(folded), {})[folded] = expansions.get(folded)
    return [_Group(strings, union.term(folded)) for folded, strings in groups.items()]


def _match_initials(named: Mapping[str, _Named], expanded: Container[str]) -> Iterator[tuple[str, str]]:
    """Pair a short form that the paper nowhere expands with a recognised name whose initials it spells.

    "NER" goes with "named entity recognition", "RLHF" with "reinforcement learning from human feedback"; where two
    names fit, it goes with neither.
    """
    initials: dict[str, list[str]] = defaultdict(list)
    for folded in named:
        words = folded.split()
        if len(words) > 1:
            for letters in {"".join(w[0] for w in words), "".join(w[0] for w in words if w not in _SMALL_WORDS)}:
                initials[letters].append(folded)
    for folded, name in named.items():
        if folded not in expanded and len(folded) > 1 and any(is_short_form(form) for form in name.forms):
            fitting = {stem(long): long for long in reversed(initials.get(stem(folded), ()))}
            if len(fitting) == 1:
                yield folded, next(iter(fitting.values()))


def _find_occurrences(text: str, named: Mapping[str, _Named], given: Sequence[GivenMention]) -> Occurrences:
    """Find every occurrence of every string as whole words, the longest first, beside those of given terms.

    Case counts only in strings that case makes a name (`ignores_case`).
    """
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for one in given:
        found[fold(text[one.start : one.end])].append((one.start, one.end))
    finder = NameFinder((form, folded) for folded, one in named.items() for form in one.forms)
    for start, end, folded in finder.find(text, ((one.start, one.end) for one in given)):
        found[folded].append((start, end))
    return found


def _make_entity(
    text: str, group: _Group, named: Mapping[str, _Named], occurrences: Occurrences, stop: StopList
) -> ExtractedEntity | None:
    label = _choose_label(group, named, occurrences)
    type = type_of(label)
    mentions = [
        Mention(start, end, text[start:end], named[folded].score)
        for folded in group.strings
        for start, end in occurrences.get(folded, ())
        if not stop.holds(text[start:end], type)
    ]
    if not mentions:
        return None
    mentions.sort(key=lambda mention: (mention.start, mention.end))
    long_forms = (long for folded, long in group.strings.items() if long and occurrences.get(folded))
    return ExtractedEntity(
        name=choose_name(mentions, text.find("\n\n")),
        type=type,
        role="mentioned",
        role_score=0.0,
        mentions=tuple(mentions),
        expansion=next((long for long in long_forms if not stop.holds(long, type)), None),
        generic=label == GENERIC_MODEL,
        canonical=group.term.canonical if group.term else None,
    )


def _choose_label(group: _Group, named: Mapping[str, _Named], occurrences: Occurrences) -> str:
    """Take the label that was given, else the one with the greatest sum of scores over all mentions."""
    if group.term is not None:
        generic = any(named[folded].term and named[folded].label == GENERIC_MODEL for folded in group.strings)
        return GENERIC_MODEL if generic else group.term.type
    weights: dict[str, float] = defaultdict(float)
    for folded in group.strings:
        for _ in occurrences.get(folded, ()):
            weights[named[folded].label] += named[folded].score
    return _heaviest(weights) if weights else named[next(iter(group.strings))].label


def choose_name(mentions: Sequence[Mention], title_end: int) -> str:
    """Take the fullest name, of its spellings one of running text (titles have capitals), of these the commonest."""
    longest = max(len(fold(mention.text)) for mention in mentions)
    counts = Counter(m.text for m in mentions if len(fold(m.text)) == longest)
    outside = {m.text for m in mentions if m.start > title_end}
    first = {m.text: m.start for m in reversed(mentions)}
    return min(counts, key=lambda text: (text not in outside, -counts[text], first[text]))
