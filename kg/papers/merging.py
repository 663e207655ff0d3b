"""One paper once: what was read twice becomes one, and what only looks alike stays apart.

Papers are joined by the strongest evidence first: a shared DOI, Anthology or arXiv id; the same abstract; the same
title where first author and year don't speak against it. Two different ids of one scheme always keep papers apart, also
over a third paper that looks like both. Input is put into a canonical order first, so that its order can't matter.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

import msgspec

from kg.errors import Problem
from kg.papers.identity import fold, is_arxiv_doi, paper_key, with_known_ids
from kg.papers.paper import Author, Paper

#: an abstract of fewer words ("Not available.") is no evidence when titles differ
_TELLING_ABSTRACT: Final = 12
#: a title of fewer words ("Introduction", "Overview of the task") is no evidence without an author
_TELLING_TITLE: Final = 4
_TELLING_TITLE_LETTERS: Final = 20

_SCHEMES: Final = ("doi", "anthology_id", "arxiv_id")


def merge_papers(papers: Iterable[Paper]) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Make one paper of all that were read of it.

    Args:
        papers: in any order.

    Returns:
        The papers, each with another key, sorted by `paper_key`; and a problem for each id that two papers claim
        although another id tells them apart (the second of them loses it).
    """
    ordered = sorted((_without_mistaken_doi(with_known_ids(paper)) for paper in papers), key=_precedence)
    clusters = _Clusters(ordered)
    _join_by_ids(clusters)
    _join_by_abstract(clusters)
    _join_by_title(clusters)
    return _with_distinct_keys([_merge(members) for members in clusters.members()])


class _Clusters:
    """Sets of papers (by position in the canonical order) that are one, and the ids of each set."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = papers
        self._parent = list(range(len(papers)))
        self._ids = [_ids(paper) for paper in papers]

    def find(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def conflict(self, first: int, second: int) -> bool:
        """Say whether two ids of one scheme keep two papers apart."""
        ours, theirs = self._ids[self.find(first)], self._ids[self.find(second)]
        return any(ours[scheme] != theirs[scheme] for scheme in ours.keys() & theirs.keys())

    def join(self, first: int, second: int) -> None:
        """Join two sets, unless their ids keep them apart."""
        low, high = sorted((self.find(first), self.find(second)))
        if low != high and not self.conflict(low, high):
            self._parent[high] = low
            self._ids[low] = {**self._ids[high], **self._ids[low]}

    def members(self) -> Iterator[list[Paper]]:
        """List the papers of each set, in canonical order."""
        sets: defaultdict[int, list[Paper]] = defaultdict(list)
        for number, paper in enumerate(self.papers):
            sets[self.find(number)].append(paper)
        yield from sets.values()

    def groups(self, key: Callable[[Paper], str]) -> Iterator[list[int]]:
        """List the numbers of papers that share a key, where the key says anything."""
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for number, paper in enumerate(self.papers):
            if value := key(paper):
                groups[value].append(number)
        yield from (numbers for numbers in groups.values() if len(numbers) > 1)


def _ids(paper: Paper) -> dict[str, str]:
    """List a paper's ids by scheme; arXiv's DOI names the preprint and says no more than the arXiv id."""
    ids = {scheme: value for scheme in _SCHEMES if (value := getattr(paper, scheme))}
    if paper.doi and is_arxiv_doi(paper.doi) and paper.arxiv_id:
        del ids["doi"]
    return ids


def _without_mistaken_doi(paper: Paper) -> Paper:
    """Drop a DOI that by its very form is another paper's: the Anthology's for another id (W18-6482 has one)."""
    if paper.doi and paper.anthology_id:
        named = with_known_ids(Paper(doi=paper.doi)).anthology_id
        if named and named != paper.anthology_id:
            return msgspec.structs.replace(paper, doi=None)
    return paper


def _precedence(paper: Paper) -> tuple[object, ...]:
    """Order papers so that the record that knows most comes first, and order never depends on the input's."""
    return (
        not (paper.doi and not is_arxiv_doi(paper.doi)),
        not paper.anthology_id,
        not paper.arxiv_id,
        not paper.authors,
        not paper.title,
        -len(paper.abstract or ""),
        paper.records,
        tuple(repr(getattr(paper, field)) for field in paper.__struct_fields__),
    )


def _join_by_ids(clusters: _Clusters) -> None:
    for scheme in _SCHEMES:
        for numbers in clusters.groups(lambda paper, scheme=scheme: _ids(paper).get(scheme, "")):  # type: ignore[misc]
            for first, second in _pairs(numbers):
                clusters.join(first, second)


def _join_by_abstract(clusters: _Clusters) -> None:
    for numbers in clusters.groups(lambda paper: fold(paper.abstract or "")):
        pairs = [pair for pair in _pairs(numbers) if _abstract_tells(*(clusters.papers[number] for number in pair))]
        # those whose titles agree come first, so that a third paper joins the one that it looks like most
        pairs.sort(key=lambda pair: not _same_title(*(clusters.papers[number] for number in pair)))
        for first, second in pairs:
            clusters.join(first, second)


def _pairs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pair papers: all with all where they are few, else each with the first and with its neighbour."""
    if len(numbers) <= 50:
        yield from combinations(numbers, 2)
    else:
        yield from ((numbers[0], number) for number in numbers[1:])
        yield from pairwise(numbers[1:])


def _abstract_tells(first: Paper, second: Paper) -> bool:
    if len((first.abstract or "").split()) >= _TELLING_ABSTRACT:
        return True
    return not (first.title and second.title) or _same_title(first, second)


def _same_title(first: Paper, second: Paper) -> bool:
    return bool(first.title and second.title) and fold(first.title or "") == fold(second.title or "")


def _join_by_title(clusters: _Clusters) -> None:
    for numbers in clusters.groups(lambda paper: fold(paper.title or "")):
        sets = sorted({clusters.find(number) for number in numbers})
        if len(sets) < 2:
            continue
        members: defaultdict[int, list[Paper]] = defaultdict(list)
        for number in numbers:
            members[clusters.find(number)].append(clusters.papers[number])
        merged = {root: _merge(papers) for root, papers in members.items()}
        apart = {
            (first, second)
            for first, second in _pairs(sets)
            if clusters.conflict(first, second) or _title_denied(merged[first], merged[second])
        }
        alike = [
            (first, second)
            for first, second in _pairs(sets)
            if (first, second) not in apart and _title_tells(merged[first], merged[second])
        ]
        neighbours: defaultdict[int, set[int]] = defaultdict(set)
        for first, second in alike:
            neighbours[first].add(second)
            neighbours[second].add(first)
        # what looks like two papers that are surely two is neither of them
        unclear = {root for first, second in apart for root in neighbours[first] & neighbours[second]}
        for first, second in alike:
            if not {first, second} & unclear:
                _join_unless_apart(clusters, first, second, apart)


def _join_unless_apart(clusters: _Clusters, first: int, second: int, apart: set[tuple[int, int]]) -> None:
    ours, theirs = clusters.find(first), clusters.find(second)
    if not any({clusters.find(one), clusters.find(other)} == {ours, theirs} for one, other in apart):
        clusters.join(first, second)


def _title_denied(first: Paper, second: Paper) -> bool:
    """Say whether first author or year, where both papers have it, differ."""
    if first.year and second.year and first.year != second.year:
        return True
    return bool(first.authors and second.authors) and not _same_author(first.authors[0], second.authors[0])


def _title_tells(first: Paper, second: Paper) -> bool:
    """Say whether two papers of one title, which nothing keeps apart, are one.

    They are if the first author agrees. Without authors (a conference's page has none) the title must be a telling one,
    and either the year agrees or one of the two is a bare title, such as a "similar lecture".
    """
    if first.authors and second.authors:
        return True
    title = first.title or ""
    if len(title.split()) < _TELLING_TITLE or len(fold(title)) < _TELLING_TITLE_LETTERS:
        return False
    return bool(first.year and second.year) or not (first.abstract and second.abstract)


def _same_author(first: Author, second: Author) -> bool:
    """Compare names: equal, or the same family name with fitting initials ("J. Doe" and "Jane Doe")."""
    for ours, theirs in ((first.orcid, second.orcid), (first.id, second.id)):
        if ours and theirs and ours == theirs:
            return True
    (our_family, our_given), (their_family, their_given) = _name_parts(first.name), _name_parts(second.name)
    if our_family != their_family:
        return fold(first.name) == fold(second.name)
    if not our_given or not their_given:
        return True
    short, long = sorted((our_given, their_given), key=len)
    return long.startswith(short) if len(short) > 1 else long[0] == short[0]


def _name_parts(name: str) -> tuple[str, str]:
    """Split a name into its family name and its first given name, folded.

    >>> _name_parts("Doe, Jane A."), _name_parts("Jane A. Doe")
    (('doe', 'jane'), ('doe', 'jane'))
    """
    family, comma, given = name.partition(",")
    if not comma:
        words = name.split()
        family, given = (words[-1], " ".join(words[:-1])) if words else ("", "")
    return fold(family), fold(given.split()[0]) if given.split() else ""


def _merge(members: Sequence[Paper]) -> Paper:
    """Make one paper of several: each field comes from the first that has it, in canonical order."""
    if len(members) == 1:
        return members[0]
    first = members[0]
    values = {
        field: next((v for paper in members if (v := getattr(paper, field))), getattr(first, field))
        for field in first.__struct_fields__
    }
    values["language"] = next((paper.language for paper in members if paper.abstract), None)  # it is the abstract's
    values["records"] = tuple(sorted({record for paper in members for record in paper.records}))
    return Paper(**values)


def _with_distinct_keys(papers: Sequence[Paper]) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Give each paper a key of its own: an id that two papers claim, told apart by another id, stays with the first."""
    taken: dict[str, Paper] = {}
    problems: list[Problem] = []
    for paper in papers:
        current = paper
        while (key := paper_key(current)) in taken:
            scheme = next((scheme for scheme in _SCHEMES if getattr(current, scheme)), None)
            if scheme is None:
                current = _merge([taken[key], current])
                break
            problems.append(_claimed_twice(current, taken[key], key))
            current = msgspec.structs.replace(current, **{scheme: None})
        taken[key] = current
    return tuple(taken[key] for key in sorted(taken)), tuple(sorted(problems))


def _claimed_twice(paper: Paper, holder: Paper, key: str) -> Problem:
    record = paper.records[0] if paper.records else None
    other = f"{holder.records[0].path}, {holder.records[0].position}" if holder.records else "another paper"
    return Problem(
        path=record.path if record else "",
        position=record.position if record else "",
        message=f"{key} is also the id of {other}, but another of their ids differs; it was left with that one",
        remedy="correct the id in one of the two records",
    )
