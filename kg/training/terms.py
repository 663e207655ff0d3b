"""The table of terms that the recogniser's features look up, from annotated and from plain abstracts."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import spacy
from spacy.tokens import Doc

from kg.extraction.abbreviations import abbreviation_pairs
from kg.extraction.recogniser import GENERIC_MODEL
from kg.extraction.terms import Term, TermTable, phrase
from kg.training.corpus import GoldPaper, make_docs
from kg.vocabulary import ENTITY_TYPES

LABELS = (*sorted(ENTITY_TYPES), GENERIC_MODEL)
#: what one paper alone abbreviates may be its own coinage
LEAST_ABBREVIATED = 2

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


def make_table(papers: Sequence[GoldPaper], abbreviations: Counter[str]) -> tuple[TermTable, Own]:
    """Make the table, and beside it what each paper (by its text) contributed."""
    docs = make_docs(spacy.blank("en"), papers)
    own: Own = {doc.text: _annotated_phrases(doc) for doc in docs}
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    for phrases in own.values():
        for key, of_paper in phrases.items():
            labels[key].update(of_paper)
    abbreviated = {key: count for key, count in abbreviations.items() if key and count >= LEAST_ABBREVIATED}
    terms = {
        key: Term(dict(sorted(labels.get(key, Counter()).items())), abbreviated=abbreviated.get(key, 0))
        for key in labels.keys() | abbreviated.keys()
    }
    papers_with = _count_papers(TermTable(terms, LABELS), docs)
    counted = {key: Term(term.labels, papers_with[key], term.abbreviated) for key, term in terms.items()}
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
