"""A few papers and what is extracted from them, by hand: texts, and names to be found in them."""

import re
from collections.abc import Mapping, Sequence

from kg.extraction.records import ExtractedEntity, ExtractedRelation, Extraction, Mention
from kg.papers.identity import paper_key
from kg.papers.paper import Author, Paper, Record

CHECKSUM = "ab" * 32

NORTHLIGHT = Paper(
    title="Northlight: questions on whaling logs",
    abstract="We present Northlight, a dataset for question answering (QA). We evaluate BERT on it by exact match.",
    keywords=("Question Answering", "QA", "logbooks"),
    authors=(Author("Mirel Osk", id="mirel-osk", orcid="0000-0002-1825-0097"), Author("J. Tarn")),
    venue="Workshop on Old Books",
    year=2021,
    doi="10.1000/north",
    url="https://example.org/north",
    records=(Record("a.jsonl", "line 1", CHECKSUM, id="n1"),),
)
HARBOUR = Paper(
    title="HarbourBERT reads the sea",
    abstract="HarbourBERT extends BERT. On Northlight, a task for QA, it beats LSTMs. We report exact matches.",
    keywords=("question-answering",),
    authors=(Author("Mirel Osk", orcid="0000-0002-1825-0097"), Author("Mirel Osk", orcid="0000-0002-1825-0097")),
    venue="workshop on old books",
    year=2022,
    arxiv_id="2201.00001",
    records=(Record("a.jsonl", "line 2", CHECKSUM),),
)
NAMELESS = Paper(
    abstract="Tides — told by large language models (LLMs) in C++, C# and C; BERT and LLMs err.",
    keywords=("LLMs", "—"),
    records=(Record("b.txt", "line 1", CHECKSUM),),
)
TITLE_ONLY = Paper(title="A list of ports", doi="10.1000/ports", records=(Record("b.txt", "line 9", CHECKSUM),))
EMPTY = Paper(doi="10.1000/empty", records=(Record("b.txt", "line 12", CHECKSUM),))


def mentions(text: str, *names: str, score: float = 0.9) -> tuple[Mention, ...]:
    """Every occurrence of these names in a text, by offset."""
    places = [match.span() for name in names for match in re.finditer(rf"(?<!\w){re.escape(name)}(?![\w+#])", text)]
    assert places, names
    return tuple(Mention(start, end, text[start:end], score) for start, end in sorted(places))


def entity(
    paper: Paper,
    type: str,
    role: str,
    *names: str,
    score: float = 0.8,
    expansion: str | None = None,
    generic: bool = False,
) -> ExtractedEntity:
    """An entity of a paper, with the first 20 characters as evidence."""
    found = mentions(paper.text, *names)
    return ExtractedEntity(names[0], type, role, score, found, ((0, 20),), expansion, generic)


def extraction(
    paper: Paper, entities: Sequence[ExtractedEntity], relations: Mapping[tuple[str, str, str], float] | None = None
) -> Extraction:
    """What is found in a paper; relations have the first 30 characters as evidence."""
    found = tuple(
        ExtractedRelation(head, relation, tail, score, ((0, 30),))
        for (head, relation, tail), score in (relations or {}).items()
    )
    return Extraction(paper_key(paper), paper.text, tuple(entities), found, "test+1")


PAPERS = (NORTHLIGHT, HARBOUR, NAMELESS, TITLE_ONLY, EMPTY)

EXTRACTIONS = (
    extraction(
        NORTHLIGHT,
        [
            entity(NORTHLIGHT, "Dataset", "proposed", "Northlight", score=0.95),
            entity(NORTHLIGHT, "Task", "studied", "question answering", "QA", expansion="question answering"),
            entity(NORTHLIGHT, "Model", "used", "BERT"),
            entity(NORTHLIGHT, "Metric", "used", "exact match"),
        ],
        {
            ("Northlight", "benchmarkFor", "question answering"): 0.7,
            ("BERT", "evaluatedOn", "Northlight"): 0.81249,
            ("BERT", "measuredBy", "exact match"): 0.6,
        },
    ),
    extraction(
        HARBOUR,
        [
            entity(HARBOUR, "Model", "proposed", "HarbourBERT"),
            entity(HARBOUR, "Model", "used", "BERT"),
            entity(HARBOUR, "Task", "studied", "Northlight"),
            entity(HARBOUR, "Task", "mentioned", "QA"),
            entity(HARBOUR, "Method", "compared", "LSTMs"),
            entity(HARBOUR, "Metric", "used", "exact matches"),
        ],
        {("HarbourBERT", "basedOn", "BERT"): 0.9, ("HarbourBERT", "evaluatedOn", "Northlight"): 0.5},
    ),
    extraction(
        NAMELESS,
        [
            entity(
                NAMELESS,
                "Model",
                "studied",
                "large language models",
                "LLMs",
                expansion="large language models",
                generic=True,
            ),
            entity(NAMELESS, "Method", "used", "C++"),
            entity(NAMELESS, "Method", "used", "C#"),
            entity(NAMELESS, "Method", "mentioned", "C"),
            entity(NAMELESS, "Model", "compared", "BERT"),
            entity(NAMELESS, "Metric", "used", "—"),
        ],
        {("C", "subclassOf", "C++"): 0.4},
    ),
    extraction(TITLE_ONLY, []),
)
