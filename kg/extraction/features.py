"""Features of an entity for its role, and of a pair of entities for their relation: named and binary."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from kg.extraction.places import Layout, Place, nearest_places
from kg.extraction.records import ExtractedEntity

#: how many tokens away a cue may stand: more than sentences have, less than a text without full stops
_SIGHT = 200
#: from here on `_bucket` counts no more
_MANY = 15
#: verbs (by their first letters) with which authors say what they do
_CUES = [
    "propos",
    "introduc",
    "present",
    "releas",
    "develop",
    "design",
    "construct",
    "creat",
    "build",
    "built",
    "collect",
    "annotat",
    "publish",
    "contribut",
    "describ",
    "us",
    "utiliz",
    "leverag",
    "adopt",
    "appl",
    "employ",
    "train",
    "fine",
    "pretrain",
    "integrat",
    "combin",
    "incorporat",
    "extend",
    "adapt",
    "base",
    "evaluat",
    "experiment",
    "test",
    "benchmark",
    "assess",
    "measur",
    "report",
    "achiev",
    "show",
    "demonstrat",
    "investigat",
    "stud",
    "analy",
    "explor",
    "examin",
    "address",
    "tackl",
    "focus",
    "aim",
    "improv",
    "enhanc",
    "enabl",
    "solv",
    "detect",
    "predict",
    "outperform",
    "surpass",
    "compar",
    "exceed",
    "beat",
    "baseline",
    "unlike",
    "than",
    "versus",
    "over",
    "state",
    "recent",
    "previous",
    "prior",
    "exist",
    "tradition",
    "popular",
    "widely",
    "success",
    "such",
    "like",
    "includ",
    "namely",
    "call",
    "term",
    "dub",
]


@cache
def _cue(word: str) -> str | None:
    """Give the longest cue that the word begins with.

    >>> _cue("proposed"), _cue("the"), _cue("using")
    ('propos', None, 'us')
    """
    return max((cue for cue in _CUES if word.startswith(cue) and len(word) - len(cue) < 7), key=len, default=None)


def _bucket(number: int) -> str:
    """Name a size class.

    >>> [_bucket(number) for number in (0, 3, 5, 12, 40)]
    ['0', '3', '4-6', '7-14', '15+']
    """
    if number < 4:
        return str(number)
    return "4-6" if number < 7 else "7-14" if number < 15 else "15+"


def _zone(layout: Layout, sentence: int) -> str:
    """Name the part of the abstract where a sentence stands."""
    if layout.titled and sentence == 0:
        return "title"
    body, place = len(layout.sentences) - layout.titled, sentence - layout.titled
    if place == body - 1:
        return "last"
    return ("first", "second")[place] if place < 2 else ("early", "middle", "late")[min(2, 3 * place // max(1, body))]


def _word(layout: Layout, i: int, bounds: tuple[int, int]) -> str:
    return layout.words[i] if bounds[0] <= i < bounds[1] else "|"


def kind(entity: ExtractedEntity) -> str:
    """The type of an entity, generic models apart."""
    return "Generic" if entity.generic else entity.type


def _short_name(entity: ExtractedEntity) -> str:
    """The folded name, if it is short enough to be met again."""
    name = entity.name.casefold()
    return name if name.count(" ") < 5 else "…"


def shape(name: str) -> str:
    """Name the look of a name.

    >>> [shape(name) for name in ("BERT", "RoBERTa", "GPT-4", "beam search", "Penn Treebank")]
    ['capitals', 'mixed', 'digits', 'lower', 'Title']
    """
    if any(c.isdigit() for c in name):
        return "digits"
    if name.islower():
        return "lower"
    if name.isupper():
        return "capitals"
    return "Title" if name.istitle() else "mixed"


def entity_features(layout: Layout, entities: Sequence[ExtractedEntity], i: int) -> list[str]:
    """Features of an entity as a whole."""
    entity, places = entities[i], layout.places[i]
    of = kind(entity)
    words = entity.name.casefold().split()
    zones = [_zone(layout, place.sentence) for place in places]
    peers = (number for number, other in enumerate(entities) if kind(other) == of)
    first_peers = list(islice(peers, _MANY))
    rank = next((rank for rank, number in enumerate(first_peers) if number == i), _MANY)
    features = [
        f"kind={of}",
        f"count={of},{min(4, len(places))}",
        f"shape={of},{shape(entity.name)}",
        f"first={of},{zones[0]}",
        f"words={min(4, len(words))}",
        f"end={words[-1]}",
        f"name={_short_name(entity)}",
        f"expanded={of},{entity.expansion is not None}",
        f"peers={of},{_bucket(len(first_peers))}",
        f"rank={of},{_bucket(rank)}",
    ]
    features += [f"zone={of},{zone}" for zone in sorted(set(zones))]
    if zones[0] == "title" and layout.words[places[0].end : places[0].end + 1] == (":",):
        features.append(f"leads-title={of}")
    return features


def mention_features(layout: Layout, entity: ExtractedEntity, place: Place) -> list[str]:
    """Features of one mention: the words around it and the cues in its sentence."""
    of, bounds = kind(entity), layout.sentences[place.sentence]
    left = [_word(layout, place.start - k, bounds) for k in (1, 2, 3)]
    right = [_word(layout, place.end + k, bounds) for k in (0, 1, 2)]
    zone = _zone(layout, place.sentence)
    features = [
        f"l1={left[0]}",
        f"l1={of},{left[0]}",
        f"l21={left[1]} {left[0]}",
        f"l321={left[2]} {left[1]} {left[0]}",
        f"l2={left[1]}",
        f"r1={right[0]}",
        f"r1={of},{right[0]}",
        f"r12={right[0]} {right[1]}",
        f"around={left[0]} {right[0]}",
    ]
    features += [f"left={layout.words[k]}" for k in range(max(bounds[0], place.start - 8), place.start)]
    features += [f"right={layout.words[k]}" for k in range(place.end, min(bounds[1], place.end + 6))]
    nearest: dict[str, str] = {}
    for k in range(max(bounds[0], place.start - _SIGHT), min(bounds[1], place.end + _SIGHT)):
        if place.start <= k < place.end or (cue := _cue(layout.words[k])) is None:
            continue
        side = "before" if k < place.start else "after"
        gap = place.start - k if k < place.start else k - place.end + 1
        ours = layout.words[k - 1] == "we" if k > bounds[0] else False
        features.append(f"cue={cue},{side},{_bucket(gap)}")
        features.append(f"cue={of},{cue},{side}")
        if ours:
            features.append(f"we={of},{cue},{side}")
            features.append(f"we={cue},{side},{_bucket(gap)}")
        if side == "before":
            nearest[side] = cue
        else:
            nearest.setdefault(side, cue)
    features += [f"nearest={of},{side},{cue},{zone == 'title'}" for side, cue in nearest.items()]
    return features


class RelationContext(NamedTuple):
    """What all pairs of a document share.

    Attributes:
        of_kind: how many entities there are of each kind.
        of_kind_and_role: how many of each kind and role.
        proposed: whether the paper proposes any.
        starts: the first token of every mention, sorted, each once.
        cues: the cues of each sentence, sorted.
    """

    of_kind: Counter[str]
    of_kind_and_role: Counter[tuple[str, str]]
    proposed: bool
    starts: tuple[int, ...]
    cues: tuple[tuple[str, ...], ...]


def relation_context(layout: Layout, entities: Sequence[ExtractedEntity], roles: Sequence[str]) -> RelationContext:
    """Count once what the features of each pair ask for."""
    return RelationContext(
        of_kind=Counter(kind(e) for e in entities),
        of_kind_and_role=Counter((kind(e), role) for e, role in zip(entities, roles, strict=True)),
        proposed="proposed" in roles,
        starts=tuple(sorted({place.start for places in layout.places for place in places})),
        cues=tuple(
            tuple(sorted({cue for word in layout.words[start:end] if (cue := _cue(word))}))
            for start, end in layout.sentences
        ),
    )


def relation_features(
    layout: Layout,
    entities: Sequence[ExtractedEntity],
    roles: Sequence[str],
    pair: tuple[int, int],
    context: RelationContext,
) -> list[str]:
    """Features of an ordered pair (head, tail) of entities with their predicted roles."""
    h, t = pair
    head, tail = entities[h], entities[t]
    kinds = f"{kind(head)}>{kind(tail)}"
    near = nearest_places(layout.places[h], layout.places[t])
    apart = abs(near[0].sentence - near[1].sentence)
    order = "ht" if near[0].start < near[1].start else "th"
    features = [
        f"kinds={kinds}",
        f"roles={roles[h]}>{roles[t]}",
        f"kinds-roles={kinds},{roles[h]}>{roles[t]}",
        f"head={kind(head)},{roles[h]}",
        f"tail={kind(tail)},{roles[t]}",
        f"apart={kinds},{min(apart, 3)}",
        f"apart-roles={min(apart, 3)},{roles[h]}>{roles[t]}",
        f"order={kinds},{order},{min(apart, 2)}",
        f"head-name={_short_name(head)}",
        f"tail-name={_short_name(tail)}",
        f"head-end={head.name.casefold().split()[-1]}",
        f"tail-end={tail.name.casefold().split()[-1]}",
        f"shapes={shape(head.name)}>{shape(tail.name)},{kinds}",
    ]
    features += _name_features(head, tail, kinds)
    features += _company_features(layout, entities, roles, pair, context)
    features += _zone_features(layout, pair, kinds)
    if apart == 0:
        features += _between_features(layout, near, kinds, order, context)
    else:
        features += [f"far={kinds},{_cue_near(layout, near[0])}>{_cue_near(layout, near[1])}"]
    return features


def _name_features(head: ExtractedEntity, tail: ExtractedEntity, kinds: str) -> Iterator[str]:
    h, t = head.name.casefold().replace("-", " ").split(), tail.name.casefold().replace("-", " ").split()
    if h[-1] == t[-1]:
        yield f"same-end={kinds}"
    if len(h) > len(t) and h[-len(t) :] == t:
        yield f"tail-ends-head={kinds}"
    if len(t) > len(h) and t[-len(h) :] == h:
        yield f"head-ends-tail={kinds}"
    if len(h) != len(t) and (h[: len(t)] == t or t[: len(h)] == h):
        yield f"prefix={kinds},{len(h) > len(t)}"
    if set(h) & set(t):
        yield f"shared-word={kinds}"


def _company_features(
    layout: Layout,
    entities: Sequence[ExtractedEntity],
    roles: Sequence[str],
    pair: tuple[int, int],
    context: RelationContext,
) -> Iterator[str]:
    """Is an end the only one of its kind and role? Then a statement about the paper's topic is about it."""
    for end, i in zip("ht", pair, strict=True):
        of, role = kind(entities[i]), roles[i]
        yield f"{end}-alone={of},{role},{_bucket(context.of_kind_and_role[of, role])}"
        yield f"{end}-peers={of},{_bucket(context.of_kind[of])}"
        yield f"{end}-count={of},{min(4, len(layout.places[i]))}"
    yield f"proposed={context.proposed},{roles[pair[0]]}>{roles[pair[1]]}"


def _zone_features(layout: Layout, pair: tuple[int, int], kinds: str) -> Iterator[str]:
    zones = [{_zone(layout, place.sentence) for place in layout.places[i]} for i in pair]
    yield f"title={kinds},{'title' in zones[0]},{'title' in zones[1]}"
    together = {p.sentence for p in layout.places[pair[0]]} & {p.sentence for p in layout.places[pair[1]]}
    yield f"together={kinds},{min(3, len(together))}"
    for zone in sorted({_zone(layout, sentence) for sentence in together}):
        yield f"meet={kinds},{zone}"


def _between_features(
    layout: Layout, near: tuple[Place, Place], kinds: str, order: str, context: RelationContext
) -> Iterator[str]:
    """Features of two mentions in one sentence: the words between, before and after them."""
    first, second = near if near[0].start < near[1].start else near[::-1]
    bounds = layout.sentences[first.sentence]
    between = layout.words[first.end : second.start]
    others = max(0, bisect_left(context.starts, second.start) - bisect_left(context.starts, first.end))
    yield f"gap={kinds},{order},{_bucket(len(between))}"
    yield f"others={kinds},{order},{_bucket(others)}"
    if len(between) <= 5:
        yield f"between={order},{' '.join(between)}"
        yield f"between={kinds},{order},{' '.join(between)}"
    for word in sorted(set(between)) if len(between) <= 14 else ():
        yield f"mid={order},{word}"
        yield f"mid={kinds},{order},{word}"
    for a, b in pairwise(between) if len(between) <= 14 else ():
        yield f"mid2={order},{a} {b}"
    yield f"before={order},{_word(layout, first.start - 1, bounds)}"
    yield f"before={kinds},{order},{_word(layout, first.start - 1, bounds)}"
    yield f"before2={order},{_word(layout, first.start - 2, bounds)} {_word(layout, first.start - 1, bounds)}"
    yield f"after={order},{_word(layout, second.end, bounds)}"
    yield f"tail-left={kinds},{order},{_word(layout, second.start - 1, bounds)}"
    for cue in context.cues[first.sentence]:
        yield f"cue={kinds},{order},{cue}"


def _cue_near(layout: Layout, place: Place) -> str | None:
    """The last cue before a mention, in its sentence."""
    start = max(layout.sentences[place.sentence][0], place.start - _SIGHT)
    return next((cue for k in range(place.start - 1, start - 1, -1) if (cue := _cue(layout.words[k]))), None)
