"""From mentions to the entities of one paper: one type for one name, all its occurrences, its abbreviation."""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Span

from kg.extraction.abbreviations import is_short_form
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.records import ExtractedEntity, Mention

Doc.set_extension("kg_entities", default=(), force=True)

HYPHENS = re.compile(r"[\s\-\u2010-\u2015]+")
_SMALL_WORDS = frozenset("a an and by for from in of on or the to with".split())
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


class _Named(NamedTuple):
    """One folded string of a paper: its label, the weight behind it, the best score and the surface forms."""

    label: str
    score: float
    forms: tuple[str, ...]


def fold(name: str) -> str:
    """Fold case, hyphens and blanks: two strings that fold alike are one name within a paper.

    >>> fold("Chain-of-Thought  prompting")
    'chain of thought prompting'
    """
    return HYPHENS.sub(" ", name.casefold()).strip()


def _stem(folded: str) -> str:
    """Fold a plural too.

    >>> _stem("topic models"), _stem("cross lingual analysis"), _stem("loss")
    ('topic model', 'cross lingual analysis', 'loss')
    """
    return _PLURAL.sub("", folded)


def trim_name(text: str) -> str:
    """Cut what a recognised string has beyond its name; empty where it names nothing.

    Abstracts often lack a blank before or after a bracket, so that one token holds a name and a piece of something
    else.

    >>> [trim_name(text) for text in ("“BERT”,", "CoT).Experimental", "GPT-4(V", "f(x)", "C++", "SR.We", "~3x", "7B")]
    ['BERT', 'CoT', 'GPT-4', 'f(x)', 'C++', 'SR', '', '']
    """
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


@Language.component("kg_entities", requires=["doc.ents"], assigns=["doc._.kg_entities"])
def collect_entities(doc: Doc) -> Doc:
    """Set `doc._.kg_entities`, in the order of their first mentions; roles stay open ("mentioned", score 0)."""
    text = doc.text  # put together anew each time
    named = _name_strings(doc.ents)
    groups = _group_names(named, doc._.kg_abbreviations)
    occurrences = _find_occurrences(text, named, groups)
    entities = [_make_entity(text, group, named, occurrences) for group in groups]
    found = [entity for entity in entities if entity is not None]
    doc._.kg_entities = tuple(sorted(found, key=lambda entity: (entity.mentions[0].start, entity.name)))
    return doc


def _name_strings(spans: Iterable[Span]) -> dict[str, _Named]:
    """Give each folded string one label: the one with the greatest sum of scores over the paper."""
    weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    scores: dict[tuple[str, str], float] = {}
    forms: dict[str, dict[str, None]] = defaultdict(dict)
    for span in spans:
        text = trim_name(span.text)
        folded = fold(text)
        if not folded:
            continue
        weights[folded][span.label_] += span._.kg_score
        scores[folded, span.label_] = max(scores.get((folded, span.label_), 0.0), span._.kg_score)
        forms[folded][text] = None
    named = {}
    for folded, weight in weights.items():
        label = _heaviest(weight)
        named[folded] = _Named(label, scores[folded, label], tuple(forms[folded]))
    return named


def _heaviest(weights: dict[str, float]) -> str:
    return max(sorted(weights), key=lambda label: round(weights[label], 6))


def _group_names(named: dict[str, _Named], abbreviations: Sequence[tuple[Span, Span]]) -> list[dict[str, str | None]]:
    """Group strings that name one entity; each group maps its strings to None, or short forms to their long form.

    A pair of abbreviation and long form joins a group where either end was recognised; the other end joins with it.
    """
    parent: dict[str, str] = {folded: folded for folded in named}

    def find(folded: str) -> str:
        while parent[folded] != folded:
            folded = parent[folded]
        return folded

    stems: dict[str, str] = {}
    for folded in named:
        first = stems.setdefault(_stem(folded), folded)
        parent[find(folded)] = find(first)
    expansions: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for short, long in abbreviations:
        names = trim_name(short.text), trim_name(long.text)
        ends = fold(names[0]), fold(names[1])
        if not all(ends) or not any(end in named for end in ends):
            continue
        if meanings.setdefault(_stem(ends[0]), _stem(ends[1])) != _stem(ends[1]):
            continue  # a second expansion, as in "two LLMs (LLaMA and Mistral)", ties nothing
        for end, other, name in ((ends[0], ends[1], names[0]), (ends[1], ends[0], names[1])):
            if end not in named:
                named[end] = _Named(named[other].label, named[other].score, (name,))
                parent[end] = end
        parent[find(ends[0])] = find(ends[1])
        expansions[ends[0]] = names[1]
    for initials, name in _match_initials(named, expansions):
        parent[find(initials)] = find(name)
        expansions[initials] = named[name].forms[0]
    groups: dict[str, dict[str, str | None]] = {}
    for folded in named:
        groups.setdefault(find(folded), {})[folded] = expansions.get(folded)
    return list(groups.values())


def _match_initials(named: dict[str, _Named], expanded: Container[str]) -> Iterator[tuple[str, str]]:
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
            fitting = {_stem(long): long for long in reversed(initials.get(_stem(folded), ()))}
            if len(fitting) == 1:
                yield folded, next(iter(fitting.values()))


def _find_occurrences(
    text: str, named: dict[str, _Named], groups: Sequence[dict[str, str | None]]
) -> dict[str, list[tuple[int, int]]]:
    """Find every occurrence of every string as whole words, the longest first, without overlaps.

    Case counts only in strings that case makes a name ("ACT", "word2vec" no, "act" yes).
    """
    forms: list[tuple[str, str, bool]] = []
    for group in groups:
        for folded in group:
            for form in named[folded].forms:
                forms.append((form, folded, " " in folded or (form.islower() and len(form) > 4)))
    forms.sort(key=lambda entry: (-len(entry[0]), entry))
    taken = bytearray(len(text))
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for form, folded, any_case in forms:
        words = [re.escape(word) for word in HYPHENS.split(form) if word]
        pattern = (r"[\s\-\u2010-\u2015]+").join(words) if any_case else re.escape(form)
        for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE if any_case else 0):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = b"\x01" * (end - start)
                found[folded].append((start, end))
    return found


def _make_entity(
    text: str, group: dict[str, str | None], named: dict[str, _Named], occurrences: dict[str, list[tuple[int, int]]]
) -> ExtractedEntity | None:
    weights: dict[str, float] = defaultdict(float)
    mentions = []
    for folded in group:
        for start, end in occurrences.get(folded, ()):
            weights[named[folded].label] += named[folded].score
            mentions.append(Mention(start, end, text[start:end], named[folded].score))
    if not mentions:
        return None
    mentions.sort(key=lambda mention: (mention.start, mention.end))
    label = _heaviest(weights)
    title_end = text.find("\n\n")
    expansion = next((long for folded, long in group.items() if long and occurrences.get(folded)), None)
    return ExtractedEntity(
        name=_choose_name(mentions, title_end),
        type="Model" if label == GENERIC_MODEL else label,
        role="mentioned",
        role_score=0.0,
        mentions=tuple(mentions),
        expansion=expansion,
        generic=label == GENERIC_MODEL,
    )


def _choose_name(mentions: Sequence[Mention], title_end: int) -> str:
    """Take the fullest name, of its spellings one of running text (titles have capitals), of these the commonest."""
    longest = max(len(fold(mention.text)) for mention in mentions)
    counts = Counter(m.text for m in mentions if len(fold(m.text)) == longest)
    outside = {m.text for m in mentions if m.start > title_end}
    first = {m.text: m.start for m in reversed(mentions)}
    return min(counts, key=lambda text: (text not in outside, -counts[text], first[text]))
