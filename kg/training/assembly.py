"""The shipped pipeline, put together from its trained parts."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import spacy
from spacy.language import Language

from kg.extraction.abbreviations import find_abbreviations
from kg.extraction.sentences import split_sentences
from kg.training.aliases import cross_aliases, name_pairs, train_aliases
from kg.training.classifiers import (
    cross_predict_roles,
    cross_relations,
    make_example,
    pair_rows,
    train_relations,
    train_roles,
)
from kg.training.corpus import GoldPaper
from kg.training.settings import ClassifierSettings

COMPONENTS = ("kg_sentences", "kg_abbreviations", "kg_entities", "kg_aliases", "kg_roles", "kg_relations")


def assemble(
    papers: Sequence[GoldPaper],
    recogniser: Path,
    target: Path,
    strengths: ClassifierSettings,
) -> dict[str, float]:
    """Train the classifiers, add all components to the recogniser's pipeline, and write it to `target`.

    Returns:
        Figures of cross-validation on gold entities: F1 of the aliases, accuracy of the roles, F1 and threshold of
        the relations.
    """
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "kg.PartingTokenizer.v1"}}})
    trained = spacy.load(recogniser)
    for name in trained.pipe_names:
        nlp.add_pipe(name, source=trained)
    for name in COMPONENTS:
        nlp.add_pipe(name)
    docs = [find_abbreviations(split_sentences(nlp.make_doc(paper.text))) for paper in papers]
    names = [name_pairs(doc, paper) for doc, paper in zip(docs, papers, strict=True)]
    alias_f1 = cross_aliases(names, strengths.aliases, strengths.alias_threshold)
    aliases = nlp.get_pipe("kg_aliases")
    aliases.classifier = train_aliases(names, strengths.aliases)  # type: ignore[attr-defined]
    aliases.threshold = strengths.alias_threshold  # type: ignore[attr-defined]
    examples = [make_example(doc, paper) for doc, paper in zip(docs, papers, strict=True)]
    # the relations learn from roles as they will be predicted, not from gold ones
    roles, accuracy = cross_predict_roles(examples, strengths.roles)
    pairs = [pair_rows(example, r) for example, r in zip(examples, roles, strict=True)]
    threshold, f1 = cross_relations(examples, pairs, strengths.relations)
    nlp.get_pipe("kg_roles").classifier = train_roles(examples, strengths.roles)  # type: ignore[attr-defined]
    relations = nlp.get_pipe("kg_relations")
    relations.classifier = train_relations(pairs, strengths.relations)  # type: ignore[attr-defined]
    relations.threshold = threshold  # type: ignore[attr-defined]
    _write(nlp, target)
    return {
        "alias_f1": round(alias_f1, 4),
        "role_accuracy": round(accuracy, 4),
        "relation_f1": round(f1, 4),
        "relation_threshold": threshold,
    }


def _write(nlp: Language, target: Path) -> None:
    """Write the pipeline with a checksum of its weights."""
    nlp.meta.update(
        name="kg_abstracts",
        version="1.0.0",
        description="Entities, roles and relations of paper abstracts",
        license="Apache-2.0",
        spacy_version=">=3.8.7,<3.9.0",
    )
    nlp.meta.pop("performance", None)
    nlp.to_disk(target)
    digest = hashlib.sha256()
    for path in sorted(path for path in target.rglob("*") if path.is_file() and path.name != "meta.json"):
        digest.update(path.relative_to(target).as_posix().encode() + b"\0" + path.read_bytes())
    meta = json.loads((target / "meta.json").read_text(encoding="utf-8"))
    meta["checksum"] = digest.hexdigest()
    (target / "meta.json").write_text(json.dumps(meta, indent=2, sort_keys=True) + "\n", encoding="utf-8")
