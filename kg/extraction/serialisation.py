r"""Extractions as JSON Lines: the format of the annotated corpora, with places, scores and evidence added.

    {"id": "2024.acl-long.1", "text": "Title\n\nAbstract …",
     "entities": [{"name": "direct preference optimization", "type": "Method", "role": "used",
                   "mentions": ["direct preference optimization", "DPO"],
                   "spans": [[25, 55, 0.93], [57, 60, 0.93]], "role_score": 0.71, "evidence": [[0, 80]],
                   "expansion": "direct preference optimization"}],
     "relations": [["RecGPT", "evaluatedOn", "MovieLens"]],
     "relation_scores": [0.52], "relation_evidence": [[[81, 160]]],
     "model": "0.1.0+0123456789ab"}

`generic` stands only where true, `expansion` only where the paper expands an abbreviation, `canonical` only where a
person's terms give the entity another name.
Offsets count code points of `text`.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from kg.errors import InputError
from kg.extraction.records import ExtractedEntity, ExtractedRelation, Extraction, Mention, Span
from kg.vocabulary import ENTITY_TYPES, RELATIONS, ROLES


class _EntityLine(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    type: str
    role: str
    mentions: tuple[str, ...]
    spans: tuple[tuple[int, int, float], ...]
    role_score: float
    evidence: tuple[Span, ...] = ()
    expansion: str | None = None
    generic: bool = False
    canonical: str | None = None


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    text: str
    entities: tuple[_EntityLine, ...]
    relations: tuple[tuple[str, str, str], ...]
    relation_scores: tuple[float, ...] = ()
    relation_evidence: tuple[tuple[Span, ...], ...] = ()
    model: str = ""


def encode_extraction(extraction: Extraction) -> bytes:
    """Encode one extraction as one line of JSON, without the line end."""
    entities = tuple(
        _EntityLine(
            e.name,
            e.type,
            e.role,
            e.names,
            tuple((m.start, m.end, m.score) for m in e.mentions),
            e.role_score,
            e.evidence,
            e.expansion,
            e.generic,
            e.canonical,
        )
        for e in extraction.entities
    )
    relations = extraction.relations
    line = _Line(
        extraction.id,
        extraction.text,
        entities,
        tuple((r.head, r.relation, r.tail) for r in relations),
        tuple(r.score for r in relations),
        tuple(r.evidence for r in relations),
        extraction.model,
    )
    # `entities` and `relations` stand even where empty: the measure and other readers expect them
    return msgspec.json.encode({"id": "", "text": "", "entities": (), "relations": (), **msgspec.to_builtins(line)})


def decode_extraction(line: bytes | str) -> Extraction:
    """Decode one line.

    Raises:
        ValueError: it is no extraction; the message says what is wrong.
    """
    raw = msgspec.json.decode(line, type=_Line)
    if not len(raw.relations) == len(raw.relation_scores) == len(raw.relation_evidence):
        raise ValueError("relations, relation_scores and relation_evidence differ in length")
    entities = tuple(_decode_entity(entity, raw.text) for entity in raw.entities)
    names = {entity.name for entity in entities}
    for head, relation, tail in raw.relations:
        if relation not in RELATIONS or head not in names or tail not in names:
            raise ValueError(f"not a relation between entities of the record: {head!r} {relation!r} {tail!r}")
    relations = tuple(
        ExtractedRelation(*triple, score, evidence)
        for triple, score, evidence in zip(raw.relations, raw.relation_scores, raw.relation_evidence, strict=True)
    )
    return Extraction(raw.id, raw.text, entities, relations, raw.model)


def _decode_entity(entity: _EntityLine, text: str) -> ExtractedEntity:
    if entity.type not in ENTITY_TYPES or entity.role not in ROLES:
        raise ValueError(f"{entity.name!r} has an unknown type or role: {entity.type!r}, {entity.role!r}")
    if not entity.spans:
        raise ValueError(f"{entity.name!r} has no spans")
    for start, end in [*((start, end) for start, end, _ in entity.spans), *entity.evidence]:
        if not 0 <= start < end <= len(text):
            raise ValueError(f"{entity.name!r} has a span outside the text: {start}, {end}")
    mentions = tuple(Mention(start, end, text[start:end], score) for start, end, score in entity.spans)
    return ExtractedEntity(
        entity.name,
        entity.type,
        entity.role,
        entity.role_score,
        mentions,
        entity.evidence,
        entity.expansion,
        entity.generic,
        entity.canonical,
    )


def is_extractions(path: Path) -> bool:
    """Say whether the first line of a file is an extraction; an annotated abstract is none, it has no spans."""
    with path.open("rb") as lines:
        first = next((line for line in lines if line.strip()), b"")
    try:
        decode_extraction(first)
    except (ValueError, msgspec.MsgspecError):
        return False
    return b'"model"' in first


def read_extractions(path: Path) -> Iterator[Extraction]:
    """Read extractions.

    Raises:
        InputError: a line is no extraction; the message names it.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield decode_extraction(line)
                except (ValueError, msgspec.MsgspecError) as error:
                    raise InputError(f"{path}, line {number}: not an extraction: {error}") from error
