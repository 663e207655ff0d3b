"""What resolution makes of all extractions: entities and keywords of the whole corpus."""

import msgspec

from kg.extraction.records import Span


class Entity(msgspec.Struct, frozen=True):
    """A thing as the literature names it: one for each pair of type and key.

    Attributes:
        key: normal form of its name, or of the long form that a paper gives for an abbreviation.
        label: the name that most papers use.
        names: all other names, sorted.
    """

    type: str
    key: str
    label: str
    names: tuple[str, ...] = ()
    generic: bool = False


class Assertion(msgspec.Struct, frozen=True, order=True):
    """One paper says: subject, relation, object. Subject and object are node ids, the relation a graph relation."""

    subject: str
    relation: str
    object: str
    paper: str
    score: float
    evidence: tuple[Span, ...] = ()


class Keyword(msgspec.Struct, frozen=True):
    """An author keyword, its spellings merged."""

    key: str
    label: str
    names: tuple[str, ...] = ()


class EntityMention(msgspec.Struct, frozen=True, order=True):
    """Where a paper's text names an entity (`entity` and `paper` are node ids)."""

    paper: str
    start: int
    end: int
    text: str
    entity: str
    score: float


class Resolution(msgspec.Struct, frozen=True):
    """All entities, keywords, assertions and mentions of a corpus, each sorted."""

    entities: tuple[Entity, ...]
    keywords: tuple[Keyword, ...]
    assertions: tuple[Assertion, ...]
    mentions: tuple[EntityMention, ...]
    #: paper id → keys of its keywords, in the paper's order
    paper_keywords: dict[str, tuple[str, ...]]
