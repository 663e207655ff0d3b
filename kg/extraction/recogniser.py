"""Mentions with scores: spaCy's transition-based entity recogniser, which here also says how sure it is."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.pipeline import EntityRecognizer
from spacy.pipeline.ner import DEFAULT_NER_MODEL  # type: ignore[import-not-found]
from spacy.tokens import Doc, Span
from thinc.api import Model

#: the recogniser's label for classes of models, which the corpora mark as generic
GENERIC_MODEL = "GenericModel"

Probabilities = NDArray[np.float32]


class MentionRecognizer(EntityRecognizer):  # type: ignore[misc]
    """spaCy's `ner`, with `span._.kg_score` on every entity.

    The greedy parse takes one action for each token (BILUO); the score of a mention is the least probability, under
    a softmax over all actions, of the actions that made it. A mention is as sure as its least sure token.
    """

    def predict(self, docs: Iterable[Doc]) -> Sequence[tuple[Any, Probabilities]]:
        """Parse each document alone, so that its result depends on nothing but itself.

        Returns:
            For each document the parser's final state and the probabilities of the actions, tokens × actions.
        """
        return [self._predict_one(doc) for doc in ([docs] if isinstance(docs, Doc) else docs)]

    def _predict_one(self, doc: Doc) -> tuple[Any, Probabilities]:
        states = self.moves.init_batch([doc])
        rows: list[NDArray[np.float32]] = []
        if len(doc):
            step = self.model.predict([doc])
            unfinished = [state for state in states if not state.is_final()]
            while unfinished:
                scores = step.predict(unfinished)
                rows.append(scores[0].copy())
                unfinished = self.transition_states(unfinished, scores)
            step.clear_memory()
        logits = np.array(rows, dtype="float32").reshape(len(rows), self.moves.n_moves)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
        return states[0], exponentials / exponentials.sum(axis=1, keepdims=True)

    def set_annotations(self, docs: Iterable[Doc], predictions: Sequence[tuple[Any, Probabilities]]) -> None:
        """Set `doc.ents`, and the score of each entity."""
        docs = list(docs)
        super().set_annotations(docs, [state for state, _ in predictions])
        actions = {self.moves.get_class_name(i): i for i in range(self.moves.n_moves)}
        for doc, (_, probabilities) in zip(docs, predictions, strict=True):
            for span in doc.ents:
                taken = [actions[name] for name in _actions(span)]
                steps = probabilities[np.arange(span.start, span.end), taken]
                span._.kg_score = round(float(steps.min()), 3)


def _actions(span: Span) -> list[str]:
    label = span.label_
    if len(span) == 1:
        return [f"U-{label}"]
    return [f"B-{label}", *([f"I-{label}"] * (len(span) - 2)), f"L-{label}"]


Span.set_extension("kg_score", default=1.0, force=True)


@Language.factory(
    "kg_ner",
    assigns=["doc.ents", "token.ent_iob", "token.ent_type", "span._.kg_score"],
    default_config={"moves": None, "update_with_oracle_cut_size": 100, "model": DEFAULT_NER_MODEL},
    default_score_weights={"ents_f": 1.0, "ents_p": 0.0, "ents_r": 0.0, "ents_per_type": None},
)
def create_recogniser(
    nlp: Language, name: str, model: Model[Any, Any], moves: Any, update_with_oracle_cut_size: int
) -> MentionRecognizer:
    """Make the component; its settings are those of spaCy's `ner`.

    >>> import spacy
    >>> from spacy.training import Example
    >>> nlp = spacy.blank("en")
    >>> component = nlp.add_pipe("kg_ner")
    >>> text, entities = "We fine-tune BERT on text.", [(13, 17, "Model")]
    >>> examples = [Example.from_dict(nlp.make_doc(text), {"entities": entities})]
    >>> optimizer = nlp.initialize(lambda: examples)
    >>> for _ in range(20):
    ...     losses = nlp.update(examples)
    >>> [(ent.text, ent.label_, 0 < ent._.kg_score <= 1) for ent in nlp(text).ents]
    [('BERT', 'Model', True)]
    """
    return MentionRecognizer(
        nlp.vocab, model, name=name, moves=moves, update_with_oracle_cut_size=update_with_oracle_cut_size
    )
