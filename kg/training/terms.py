"""The table of terms that the recogniser's features look up, from annotated and from plain abstracts."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import spacy
from spacy.tokens import Doc

from kg.extraction.abbreviations import abbreviation_pairs
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.terms import LONGEST, Term, TermTable, phrase
from kg.training.corpus import GoldPaper, make_docs
from kg.vocabulary import ENTITY_TYPES

LABELS = (*sorted(ENTITY_TYPES), GENERIC_MODEL)
#: what one paper alone abbreviates, or another corpus annotates once, may be its own coinage
LEAST = 2
#: labels of other corpora that differ from ours
_OTHER_LABELS = {"Material": "Dataset", "TASK": "Task", "DATASET": "Dataset", "METRIC": "Metric"}

Own = dict[str, dict[str, frozenset[str]]]


def read_abstracts(path: Path, held_out: Collection[str] = ()) -> Iterator[str]:
    """Yield the texts of gzipped JSON Lines of `id`, `title` and `abstract`, those of the ids held out excepted."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["id"] not in held_out:
                yield f"{record['title']}\n\n{record['abstract']}"


def count_abbreviations(texts: Iterator[str]) -> Counter[str]:
    """Count in how many texts each phrase is expanded or abbreviated; some minutes for 58,000 abstracts."""
    nlp = spacy.blank("en")
    counts: Counter[str] = Counter()
    for text in texts:
        if "(" in text:
            pairs = abbreviation_pairs(nlp.make_doc(text))
            counts.update({phrase(token.text for token in span) for pair in pairs for span in pair})
    return counts


def count_elsewhere(paths: Iterable[Path]) -> dict[str, Counter[str]]:
    """Count the labels of phrases in other corpora: JSON Lines of `text` and `entities`, [start, end, label] each."""
    nlp = spacy.blank("en")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                for start, end, label in record["entities"]:
                    key = phrase(token.text for token in nlp.make_doc(record["text"][start:end]))
                    if key:
                        counts[key][_OTHER_LABELS.get(label, label)] += 1
    return {key: labels for key, labels in counts.items() if labels.total() >= LEAST}


def make_table(
    papers: Sequence[GoldPaper], abbreviations: Counter[str], elsewhere: Mapping[str, Counter[str]]
) -> tuple[TermTable, Own]:
    """Make the table, and beside it what each paper (by its text) contributed."""
    docs = make_docs(spacy.blank("en"), papers)
    own: Own = {doc.text: _annotated_phrases(doc) for doc in docs}
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    for phrases in own.values():
        for key, of_paper in phrases.items():
            labels[key].update(of_paper)
    abbreviated = {key: count for key, count in abbreviations.items() if key and count >= LEAST}
    terms = {
        key: Term(
            dict(sorted(labels.get(key, Counter()).items())),
            abbreviated=abbreviated.get(key, 0),
            elsewhere=dict(sorted(elsewhere.get(key, Counter()).items())),
        )
        for key in labels.keys() | abbreviated.keys() | elsewhere.keys()
        if key.count(" ") < LONGEST
    }
    papers_with = _count_papers(TermTable(terms, LABELS), docs)
    counted = {key: msgspec.structs.replace(term, papers=papers_with[key]) for key, term in terms.items()}
    return TermTable(counted, LABELS), own


def _annotated_phrases(doc: Doc) -> dict[str, frozenset[str]]:
    labels: dict[str, set[str]] = defaultdict(set)
    for span in doc.ents:
        labels[phrase(token.text for token in span)].add(span.label_)
    return {key: frozenset(of_key) for key, of_key in labels.items() if key}


def _count_papers(table: TermTable, docs: Sequence[Doc]) -> Counter[str]:
    """Count in how many papers each phrase occurs, annotated or not."""
    counts: Counter[str] = Counter()
    for doc in docs:
        words = [token.text for token in doc]
        counts.update({phrase(words[match.start : match.end]) for match in table.find(words)})
    return counts
