"""Abbreviations that a paper uses and does not expand."""

from kg.extraction.records import ExtractedEntity, Extraction, Mention
from kg.resolution.entities import resolve
from kg.resolution.expansions import find_expansions


def paper(number: int, name: str, expansion: str | None = None, kind: str = "Task") -> Extraction:
    mention = Mention(0, len(name), name, 1.0)
    return Extraction(f"p{number}", name, (ExtractedEntity(name, kind, "used", 1.0, (mention,), expansion=expansion),))


def keys(*extractions: Extraction) -> list[tuple[str, str]]:
    return [(one.type, one.key) for one in resolve({}, extractions).entities]


def test_a_clear_expansion_is_taken() -> None:
    corpus = [paper(1, "TM", "tide mapping"), paper(2, "TM", "Tide Mapping"), paper(3, "TM")]
    assert keys(*corpus) == [("Task", "tide-mapping")]
    assert find_expansions(corpus) == find_expansions(corpus[::-1])


def test_one_paper_is_too_few() -> None:
    assert keys(paper(1, "TM", "tide mapping"), paper(2, "TM")) == [("Task", "tide-mapping"), ("Task", "tm")]


def test_two_meanings_leave_an_abbreviation_as_it_is() -> None:
    domain, distribution = "out-of-domain", "out-of-distribution"
    corpus = [*(paper(i, "OOD", domain) for i in range(4)), paper(8, "OOD", distribution), paper(9, "OOD")]
    assert keys(*corpus) == [("Task", "ood"), ("Task", distribution), ("Task", domain)]


def test_a_meaning_of_another_type_counts_as_another() -> None:
    corpus = [*(paper(i, "ST", "speech translation") for i in range(2)), paper(3, "ST", "self-training", "Method")]
    assert ("Task", "st") in keys(*corpus, paper(4, "ST"))
    assert ("Method", "st") in keys(*corpus[:2], paper(4, "ST", kind="Method")), "nor is it lent to another type"


def test_a_paper_that_has_another_name_for_it_keeps_that() -> None:
    corpus = [paper(1, "TM", "tide mapping"), paper(2, "TM", "tide mapping")]
    mentions = (Mention(0, 2, "TM", 1.0), Mention(5, 11, "TM-net", 1.0))
    other = Extraction("p3", "TM or TM-net", (ExtractedEntity("TM", "Task", "used", 1.0, mentions),))
    assert keys(*corpus, other) == [("Task", "tide-mapping"), ("Task", "tm")]
