"""Names of one entity that neither spelling nor an abbreviation ties: a trained classifier looks at pairs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import msgspec
from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.alias_features import Name, NameContext, alias_features, name_context, roots
from kg.extraction.entities import choose_name
from kg.extraction.linear import LinearClassifier
from kg.extraction.names import fold
from kg.extraction.records import ExtractedEntity

#: the classifier's labels
SAME, OTHER = "same", "other"
#: a key that more names share says nothing, and would make a long text's pairs too many
_COMMON = 25


def entity_names(entity: ExtractedEntity) -> list[Name]:
    """The distinct names of an entity, each in the spelling that comes first."""
    places: dict[str, list[tuple[int, int]]] = {}
    texts: dict[str, str] = {}
    for mention in entity.mentions:
        folded = fold(mention.text)
        texts.setdefault(folded, mention.text)
        places.setdefault(folded, []).append((mention.start, mention.end))
    return [Name(texts[folded], folded, tuple(found)) for folded, found in places.items()]


def candidate_pairs(names: Sequence[Name]) -> list[tuple[int, int]]:
    """Pair the names that have something in common: a word's root, first letters, or a letter that both begin with.

    The number of pairs grows with that of the names, not with its square.
    """
    holders: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        for key in _keys(name):
            holders[key].append(number)
    pairs = {pair for same in holders.values() if len(same) <= _COMMON for pair in combinations(same, 2)}
    return sorted(pairs)


def _keys(name: Name) -> set[str]:
    joined = name.folded.replace(" ", "")
    keys = {f"root {word}" for word in roots(name.folded)} | {f"start {joined[:4]}"}
    if name.text != name.text.lower() or " " in name.folded:
        keys.add(f"letter {joined[:1]}")
    return keys


class AliasMerger:
    """A spaCy component that joins entities of `doc._.kg_entities` whose names name one thing.

    Pairs of names of one type are classified, the surest first; what a person's terms keep apart stays apart, and so
    do generic classes.

    Attributes:
        classifier: tells `SAME` from `OTHER`.
        threshold: how sure it must be.
    """

    def __init__(self, classifier: LinearClassifier | None = None, threshold: float = 0.5) -> None:
        self.classifier = classifier or LinearClassifier.empty()
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        """Join the entities of one document; without a trained classifier they stay as they are."""
        entities: Sequence[ExtractedEntity] = doc._.kg_entities
        if self.classifier.labels and len(entities) > 1:
            context = name_context(doc)
            groups = _group(range(len(entities)), self._find_pairs(entities, context), entities)
            joined = [_join([entities[i] for i in group], context.text) for group in groups]
            doc._.kg_entities = tuple(sorted(joined, key=lambda entity: (entity.mentions[0].start, entity.name)))
        return doc

    def _find_pairs(self, entities: Sequence[ExtractedEntity], context: NameContext) -> Iterator[tuple[int, int]]:
        """Yield the pairs of entities to be joined, the surest first."""
        sure: dict[tuple[int, int], float] = {}
        for type in sorted({entity.type for entity in entities}):
            owned = [
                (name, i)
                for i, entity in enumerate(entities)
                if entity.type == type and not entity.generic
                for name in entity_names(entity)
            ]
            for a, b in candidate_pairs([name for name, _ in owned]):
                (one, i), (other, j) = owned[a], owned[b]
                if i != j:
                    probability = self.predict(alias_features(one, other, type, len(owned), context))
                    sure[min(i, j), max(i, j)] = max(sure.get((min(i, j), max(i, j)), 0.0), probability)
        yield from sorted(
            (pair for pair, probability in sure.items() if probability >= self.threshold),
            key=lambda pair: (-sure[pair], pair),
        )

    def predict(self, features: Iterable[str]) -> float:
        """The probability that two names name one thing, to 4 digits."""
        return round(float(self.classifier.predict(features)[self.classifier.labels.index(SAME)]), 4)

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write classifier and threshold; spaCy calls this."""
        self.classifier.to_disk(Path(path))
        (Path(path) / "settings.json").write_bytes(msgspec.json.encode({"threshold": self.threshold}))

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "AliasMerger":
        """Read what `to_disk` wrote; spaCy calls this."""
        self.classifier = LinearClassifier.from_disk(Path(path))
        settings = msgspec.json.decode((Path(path) / "settings.json").read_bytes(), type=dict[str, float])
        self.threshold = settings["threshold"]
        return self


def _group(
    numbers: Iterable[int], pairs: Iterable[tuple[int, int]], entities: Sequence[ExtractedEntity]
) -> list[list[int]]:
    groups = {number: [number] for number in numbers}
    for one, other in pairs:
        if groups[one] is groups[other]:
            continue
        canonical = {fold(c) for i in (*groups[one], *groups[other]) if (c := entities[i].canonical)}
        if len(canonical) < 2:
            joined = groups[one] + groups[other]
            groups.update(dict.fromkeys(joined, joined))
    return list({id(group): group for group in groups.values()}.values())


def _join(entities: Sequence[ExtractedEntity], text: str) -> ExtractedEntity:
    if len(entities) == 1:
        return entities[0]
    mentions = tuple(sorted((m for e in entities for m in e.mentions), key=lambda mention: mention.start))
    first = min(entities, key=lambda entity: entity.mentions[0].start)
    return msgspec.structs.replace(
        first,
        name=choose_name(mentions, text.find("\n\n")),
        mentions=mentions,
        expansion=next((entity.expansion for entity in entities if entity.expansion), None),
        canonical=next((entity.canonical for entity in entities if entity.canonical), None),
    )


@Language.factory(
    "kg_aliases",
    requires=["doc._.kg_entities", "doc._.kg_abbreviations", "token.is_sent_start"],
    assigns=["doc._.kg_entities"],
)
def create_alias_merger(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """Make the component, untrained: `spacy.load` fills it from disk, or it is taken from the shipped pipeline.

    >>> import kg, spacy
    >>> nlp = spacy.blank("en")
    >>> ruler = nlp.add_pipe("entity_ruler", config={"phrase_matcher_attr": "LOWER"})
    >>> ruler.add_patterns([{"label": "Task", "pattern": p} for p in ("metaphor detection", "detecting metaphors")])
    >>> for name in ("kg_sentences", "kg_abbreviations", "kg_entities"):
    ...     component = nlp.add_pipe(name)
    >>> component = nlp.add_pipe("kg_aliases", source=kg.load_pipeline())
    >>> [entity.names for entity in nlp("Detecting metaphors is hard. Metaphor detection needs context.")._.kg_entities]
    [('Detecting metaphors', 'Metaphor detection')]
    """
    return AliasMerger()
