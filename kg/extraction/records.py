"""What is found in one paper: entities with their mentions, roles, relations, and the words that say so."""

import msgspec

Span = tuple[int, int]
"""Start and end in code points of the paper's text; the end is exclusive."""


class Mention(msgspec.Struct, frozen=True, omit_defaults=True):
    """One occurrence of an entity's name."""

    start: int
    end: int
    text: str
    score: float


class ExtractedEntity(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that one paper names.

    Attributes:
        name: its fullest name in the text; unique within the paper.
        type: one of `kg.vocabulary.ENTITY_TYPES`.
        role: one of `kg.vocabulary.ROLES`.
        role_score: the role's probability, 0 to 1, rounded to 3 digits.
        mentions: every occurrence, by offset; no string belongs to two entities of a paper.
        evidence: the sentences that say what the paper does with it.
        expansion: the long form that the paper itself gives, where it writes "long form (SHORT)" or the like.
        generic: a class of models such as "large language models".
        canonical: what a person's terms call it.
    """

    name: str
    type: str
    role: str
    role_score: float
    mentions: tuple[Mention, ...]
    evidence: tuple[Span, ...] = ()
    expansion: str | None = None
    generic: bool = False
    canonical: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct strings that name it, in order of first occurrence."""
        return tuple(dict.fromkeys(mention.text for mention in self.mentions))

    @property
    def score(self) -> float:
        """The best score of its mentions."""
        return max(mention.score for mention in self.mentions)


class ExtractedRelation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A relation between two entities of one paper, named by their `name`; the evidence is one sentence or two."""

    head: str
    relation: str
    tail: str
    score: float
    evidence: tuple[Span, ...] = ()


class Extraction(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is found in one paper.

    Attributes:
        id: the paper's key (`kg.papers.identity.paper_key`) in a build, the record's own id in `kg extract`.
        text: the text that the offsets count in.
        model: fingerprint of the pipeline that made it, so that a later build can reuse it.
    """

    id: str
    text: str
    entities: tuple[ExtractedEntity, ...] = ()
    relations: tuple[ExtractedRelation, ...] = ()
    model: str = ""
