"""The closed vocabulary of entity types, roles and relations.

`ontology/kg.ttl` and `ontology/shapes.ttl` define these terms; a test holds this module against them.
The names on the left are those of the annotated corpora and of extractions, those on the right the graph's.
"""

from typing import Final

import msgspec

ENTITY_TYPES: Final = ("Model", "Dataset", "Method", "Task", "Metric")

#: role of an entity in a paper → relation from the paper to the entity
ROLES: Final = {
    "proposed": "proposes",
    "used": "uses",
    "studied": "studies",
    "compared": "comparesAgainst",
    "mentioned": "mentionsInPassing",
}

#: the parent of the five role relations, written out beside them in RDF
REFERS_TO: Final = "refersTo"


class RelationRule(msgspec.Struct, frozen=True):
    """Which entity types may stand at the ends of a relation, and what the graph calls it."""

    predicate: str
    heads: frozenset[str]
    tails: frozenset[str]
    same_type: bool = False

    def allows(self, head: str, tail: str) -> bool:
        """Say whether a head of one type may stand in this relation to a tail of another.

        >>> RELATIONS["trainedOn"].allows("Model", "Dataset"), RELATIONS["trainedOn"].allows("Task", "Dataset")
        (True, False)
        """
        return head in self.heads and tail in self.tails and (head == tail or not self.same_type)


_ALL: Final = frozenset(ENTITY_TYPES)
_BUILT: Final = frozenset({"Model", "Method", "Dataset"})
_SYSTEM: Final = frozenset({"Model", "Method"})

#: relation between two entities of one paper → its rule
RELATIONS: Final = {
    "usedFor": RelationRule("usedFor", _ALL - {"Task"}, frozenset({"Task", "Method"})),
    "partOf": RelationRule("partOf", _BUILT, _BUILT),
    "subclassOf": RelationRule("kindOf", _ALL, _ALL, same_type=True),
    "basedOn": RelationRule("basedOn", _BUILT, _BUILT),
    "trainedOn": RelationRule("trainedOn", _SYSTEM, frozenset({"Dataset"})),
    "evaluatedOn": RelationRule("evaluatedOn", _SYSTEM, frozenset({"Dataset", "Task"})),
    "benchmarkFor": RelationRule("benchmarkFor", frozenset({"Dataset"}), frozenset({"Task"})),
    "measuredBy": RelationRule("measuredBy", _ALL - {"Metric"}, frozenset({"Metric"})),
    "comparedWith": RelationRule("comparedWith", _ALL, _ALL, same_type=True),
}

#: relations that no paper asserts
SAME_NAME_AS: Final = "sameNameAs"
CLOSE_MATCH: Final = "closeMatch"
AUTHOR_KEYWORD: Final = "authorKeyword"
#: the parent of all relations to keywords, written out beside them in RDF
HAS_KEYWORD: Final = "hasKeyword"
AUTHOR: Final = "author"
PUBLISHED_IN: Final = "publishedIn"
HAS_TOPIC: Final = "hasTopic"

NODE_KINDS: Final = ("Paper", *ENTITY_TYPES, "Keyword", "Topic", "Person", "Venue")
ROLE_RELATIONS: Final = tuple(ROLES.values())
ENTITY_RELATIONS: Final = tuple(rule.predicate for rule in RELATIONS.values())
#: relations that carry papers, count, score and evidence, and have assertions in RDF
ASSERTED_RELATIONS: Final = ROLE_RELATIONS + ENTITY_RELATIONS
#: every kind of edge in the graph
EDGE_KINDS: Final = (*ASSERTED_RELATIONS, SAME_NAME_AS, CLOSE_MATCH, AUTHOR_KEYWORD, AUTHOR, PUBLISHED_IN, HAS_TOPIC)
