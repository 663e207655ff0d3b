"""Roles: what the paper does with each entity, and the sentence that says so."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.features import entity_features, mention_features
from kg.extraction.linear import LinearClassifier
from kg.extraction.places import Layout, lay_out
from kg.extraction.records import ExtractedEntity


class RoleClassifier:
    """A spaCy component that gives each of `doc._.kg_entities` its role, the role's probability and its evidence."""

    def __init__(self, classifier: LinearClassifier | None = None) -> None:
        self.classifier = classifier or LinearClassifier.empty()

    def __call__(self, doc: Doc) -> Doc:
        """Classify the entities of one document; without a trained classifier they stay as they are."""
        entities: Sequence[ExtractedEntity] = doc._.kg_entities
        if self.classifier.labels and entities:
            layout = lay_out(doc, entities)
            doc._.kg_entities = tuple(self._classify(layout, entities, i) for i in range(len(entities)))
        return doc

    def _classify(self, layout: Layout, entities: Sequence[ExtractedEntity], i: int) -> ExtractedEntity:
        contexts = [mention_features(layout, entities[i], place) for place in layout.places[i]]
        features = entity_features(layout, entities, i)
        probabilities = self.classifier.predict([*features, *(f for context in contexts for f in context)])
        best = int(probabilities.argmax())
        # the mention whose context speaks most for this role; the first of equals
        support = [round(float(self.classifier.score(context)[best]), 3) for context in contexts]
        sentence = layout.places[i][support.index(max(support))].sentence
        return msgspec.structs.replace(
            entities[i],
            role=self.classifier.labels[best],
            role_score=round(float(probabilities[best]), 3),
            evidence=(layout.spans[sentence],),
        )

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the classifier; spaCy calls this."""
        self.classifier.to_disk(Path(path))

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "RoleClassifier":
        """Read the classifier; spaCy calls this."""
        self.classifier = LinearClassifier.from_disk(Path(path))
        return self


@Language.factory("kg_roles", requires=["doc._.kg_entities", "token.is_sent_start"], assigns=["doc._.kg_entities"])
def create_role_classifier(nlp: Language, name: str) -> Callable[[Doc], Doc]:
    """Make the component, untrained: `spacy.load` fills it from disk, and `source` takes it from another pipeline.

    >>> import spacy
    >>> from kg.extraction.pipeline import load_pipeline
    >>> shipped = load_pipeline()
    >>> nlp = spacy.blank("en", vocab=shipped.vocab)
    >>> ruler = nlp.add_pipe("entity_ruler")
    >>> ruler.add_patterns([{"label": "Dataset", "pattern": "TideBank"}])
    >>> for other in ("kg_sentences", "kg_entities"):
    ...     component = nlp.add_pipe(other)
    >>> component = nlp.add_pipe("kg_roles", source=shipped)
    >>> [(entity.name, entity.role) for entity in nlp("We introduce TideBank, a new dataset.")._.kg_entities]
    [('TideBank', 'proposed')]
    """
    return RoleClassifier()
