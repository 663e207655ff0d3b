"""Relations between the entities of one paper, and the sentences that say so."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.features import relation_context, relation_features
from kg.extraction.linear import LinearClassifier
from kg.extraction.places import Layout, lay_out, nearest_places
from kg.extraction.records import ExtractedEntity, ExtractedRelation, Span
from kg.vocabulary import RELATIONS

Doc.set_extension("kg_relations", default=(), force=True)

#: the class of a pair that stands in no relation
NO_RELATION = "none"
DEFAULT_THRESHOLD = 0.3
#: how many mentions apart two entities may stand; abstracts were seen to have 32 at most
_NEAR = 100


def candidate_pairs(layout: Layout, entities: Sequence[ExtractedEntity]) -> Iterator[tuple[int, int]]:
    """Yield each ordered pair of entities that some relation allows by its types.

    In an abstract those are all; in a text of very many mentions only entities that stand near each other somewhere,
    so that the number of pairs grows with the text and not with its square.
    """
    mentions = sorted((place.start, i) for i, places in enumerate(layout.places) for place in places)
    near: set[tuple[int, int]] = set()
    for number, (_, i) in enumerate(mentions):
        for _, j in mentions[number + 1 : number + _NEAR]:
            near.add((i, j))
    near |= {(j, i) for i, j in near}
    for h, t in sorted(near):
        if h != t and any(rule.allows(entities[h].type, entities[t].type) for rule in RELATIONS.values()):
            yield h, t


def choose_relation(classifier: LinearClassifier, head: str, tail: str, features: Iterable[str]) -> tuple[float, str]:
    """Return the likeliest relation that the types of the ends allow, with its probability before it."""
    probabilities = classifier.predict(features)
    allowed = [
        (round(float(probabilities[i]), 3), label)
        for i, label in enumerate(classifier.labels)
        if label != NO_RELATION and RELATIONS[label].allows(head, tail)
    ]
    return max(allowed, default=(0.0, NO_RELATION))


class RelationClassifier:
    """A spaCy component that sets `doc._.kg_relations` from `doc._.kg_entities` and their roles.

    Every pair of the paper is classified, whether or not its ends share a sentence: of the relations that the types
    allow the likeliest stands, if it is at least as likely as `threshold`.
    """

    def __init__(self, classifier: LinearClassifier | None = None, threshold: float = DEFAULT_THRESHOLD) -> None:
        self.classifier = classifier or LinearClassifier.empty()
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        """Relate the entities of one document."""
        entities: Sequence[ExtractedEntity] = doc._.kg_entities
        if not self.classifier.labels or not entities:
            return doc
        layout = lay_out(doc, entities)
        roles = [entity.role for entity in entities]
        context = relation_context(layout, entities, roles)
        found = {}
        for h, t in candidate_pairs(layout, entities):
            features = relation_features(layout, entities, roles, (h, t), context)
            score, label = choose_relation(self.classifier, entities[h].type, entities[t].type, features)
            if score >= self.threshold:
                found[h, t] = label, score
        doc._.kg_relations = tuple(
            ExtractedRelation(entities[h].name, label, entities[t].name, score, _find_evidence(layout, (h, t)))
            for (h, t), (label, score) in sorted(found.items())
            if not _contradicted(found, (h, t))
        )
        return doc

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the classifier and the threshold; spaCy calls this."""
        self.classifier.to_disk(Path(path))
        (Path(path) / "settings.json").write_bytes(msgspec.json.encode({"threshold": self.threshold}))

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "RelationClassifier":
        """Read the classifier and the threshold; spaCy calls this."""
        self.classifier = LinearClassifier.from_disk(Path(path))
        settings = msgspec.json.decode((Path(path) / "settings.json").read_bytes(), type=dict[str, float])
        self.threshold = settings["threshold"]
        return self


def _contradicted(found: dict[tuple[int, int], tuple[str, float]], pair: tuple[int, int]) -> bool:
    """Say whether the reverse of a pair is likelier: two things are related in one direction, once."""
    other = found.get((pair[1], pair[0]))
    if other is None:
        return False
    return (other[1], pair) > (found[pair][1], (pair[1], pair[0]))


def _find_evidence(layout: Layout, pair: tuple[int, int]) -> tuple[Span, ...]:
    """The sentence where the ends stand closest, or the two sentences where they never meet."""
    near = nearest_places(layout.places[pair[0]], layout.places[pair[1]])
    return tuple(layout.spans[sentence] for sentence in sorted({place.sentence for place in near}))


@Language.factory("kg_relations", requires=["doc._.kg_entities", "token.is_sent_start"], assigns=["doc._.kg_relations"])
def create_relation_classifier(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """Make the component, untrained: `spacy.load` fills it from disk, and `source` takes it from another pipeline.

    >>> import spacy
    >>> from kg.extraction.pipeline import load_pipeline
    >>> shipped = load_pipeline()
    >>> nlp = spacy.blank("en", vocab=shipped.vocab)
    >>> ruler = nlp.add_pipe("entity_ruler")
    >>> ruler.add_patterns([{"label": "Model", "pattern": "BERT"}, {"label": "Dataset", "pattern": "SQuAD"}])
    >>> for other in ("kg_sentences", "kg_entities"):
    ...     component = nlp.add_pipe(other)
    >>> for other in ("kg_roles", "kg_relations"):
    ...     component = nlp.add_pipe(other, source=shipped)
    >>> [(r.head, r.relation, r.tail) for r in nlp("We evaluate BERT on SQuAD.")._.kg_relations]
    [('BERT', 'evaluatedOn', 'SQuAD')]
    """
    return RelationClassifier()
