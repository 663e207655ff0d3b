import random

import msgspec
import pytest

from kg.extraction.records import ExtractedRelation, Extraction
from kg.papers.identity import paper_key
from kg.papers.paper import Paper
from kg.resolution.entities import ROLE_ORDER, resolve
from kg.resolution.records import Assertion, Entity, EntityMention, Resolution
from kg.vocabulary import ROLES
from tests.corpus import EXTRACTIONS, HARBOUR, NAMELESS, NORTHLIGHT, PAPERS, entity, extraction

BY_KEY = {paper_key(paper): paper for paper in PAPERS}


def resolve_paper(found: Extraction, paper: Paper) -> Resolution:
    return resolve({paper_key(paper): paper}, [found])


def by_id(resolution: Resolution) -> dict[tuple[str, str], Entity]:
    return {(one.type, one.key): one for one in resolution.entities}


def test_every_role_has_its_place_in_the_order() -> None:
    assert sorted(ROLE_ORDER) == sorted(ROLES)


def test_a_name_of_one_type_in_two_papers_is_one_entity() -> None:
    entities = by_id(resolve(BY_KEY, EXTRACTIONS))
    assert entities["Model", "bert"] == Entity("Model", "bert", "BERT")
    assert entities["Metric", "exact-match"] == Entity("Metric", "exact-match", "exact match", ("exact matches",))


def test_a_name_of_two_types_is_two_entities() -> None:
    entities = by_id(resolve(BY_KEY, EXTRACTIONS))
    assert {type for type, key in entities if key == "northlight"} == {"Dataset", "Task"}


def test_an_abbreviation_merges_by_the_papers_own_expansion_only() -> None:
    entities = by_id(resolve(BY_KEY, EXTRACTIONS))
    assert entities["Task", "question-answering"] == Entity("Task", "question-answering", "question answering", ("QA",))
    assert entities["Task", "qa"] == Entity("Task", "qa", "QA")


def test_two_expansions_of_one_abbreviation_stay_apart() -> None:
    papers = [
        Paper(title="RE", abstract="We do relation extraction (RE)."),
        Paper(title="RE", abstract="We do requirements engineering (RE)."),
    ]
    names = ("relation extraction", "requirements engineering")
    found = [
        extraction(paper, [entity(paper, "Task", "studied", name, "RE", expansion=name)])
        for paper, name in zip(papers, names, strict=True)
    ]
    resolution = resolve({paper_key(paper): paper for paper in papers}, found)
    assert [one.key for one in resolution.entities] == ["relation-extraction", "requirements-engineering"]


def test_signs_tell_names_apart_and_a_name_without_letters_is_none() -> None:
    keys = {one.key for one in resolve(BY_KEY, EXTRACTIONS).entities if one.type == "Method"}
    assert {"c", "c++", "c#", "lstm"} == keys
    assert not any(one.label == "—" for one in resolve(BY_KEY, EXTRACTIONS).entities)


def test_a_class_is_generic_when_half_of_its_papers_have_it_so() -> None:
    assert by_id(resolve(BY_KEY, EXTRACTIONS))["Model", "large-language-model"].generic
    papers = {str(number): Paper(title=f"{number} LLMs") for number in range(3)}
    found = [
        msgspec.structs.replace(extraction(paper, [entity(paper, "Model", "used", "LLMs", generic=key == "0")]), id=key)
        for key, paper in papers.items()
    ]
    assert not by_id(resolve(papers, found))["Model", "llm"].generic
    assert by_id(resolve(papers, found[:2]))["Model", "llm"].generic


def test_a_canonical_name_is_key_and_label_whatever_papers_say() -> None:
    qa = msgspec.structs.replace(
        entity(NORTHLIGHT, "Task", "studied", "question answering", "QA", expansion="question answering"),
        canonical="Quiz answering",
    )
    other = entity(HARBOUR, "Task", "mentioned", "QA")
    same = msgspec.structs.replace(other, canonical="quiz-answering")
    by_key = {paper_key(paper): paper for paper in (NORTHLIGHT, HARBOUR)}
    (found,) = resolve(by_key, [extraction(NORTHLIGHT, [qa]), extraction(HARBOUR, [same])]).entities
    assert (found.key, found.label) == ("quiz-answering", "Quiz answering")
    assert found.names == ("QA", "question answering")
    # a paper that was not told keeps its own entity, unless its name is the canonical one
    apart = resolve(by_key, [extraction(NORTHLIGHT, [qa]), extraction(HARBOUR, [other])]).entities
    assert [one.key for one in apart] == ["qa", "quiz-answering"]


def test_roles_and_relations_become_assertions_of_their_paper() -> None:
    found = [one for one in resolve(BY_KEY, EXTRACTIONS).assertions if one.paper == "paper/10.1000/north"]
    paper = "paper/10.1000/north"
    assert Assertion(paper, "proposes", "dataset/northlight", paper, 0.95, ((0, 20),)) in found
    assert Assertion("model/bert", "evaluatedOn", "dataset/northlight", paper, 0.812, ((0, 30),)) in found
    assert Assertion("dataset/northlight", "benchmarkFor", "task/question-answering", paper, 0.7, ((0, 30),)) in found
    assert len(found) == 7


def test_the_graphs_name_of_a_relation_is_used() -> None:
    assert [
        (one.subject, one.object) for one in resolve(BY_KEY, EXTRACTIONS).assertions if one.relation == "kindOf"
    ] == [("method/c", "method/c++")]


@pytest.mark.parametrize("swapped", [False, True])
def test_names_that_turn_out_to_be_one_keep_the_stronger_role(swapped: bool) -> None:
    found = [
        entity(HARBOUR, "Metric", "mentioned", "exact matches", score=0.99),
        msgspec.structs.replace(
            entity(HARBOUR, "Metric", "proposed", "exact matches", score=0.4), name="Exact match", evidence=((25, 40),)
        ),
    ]
    one = extraction(HARBOUR, found[::-1] if swapped else found, {("Exact match", "subclassOf", "exact matches"): 0.9})
    resolution = resolve_paper(one, HARBOUR)
    paper = "paper/arxiv:2201.00001"
    assert resolution.assertions == (Assertion(paper, "proposes", "metric/exact-match", paper, 0.4, ((25, 40),)),)
    assert len(resolution.mentions) == 1, "the same place is one mention"


def test_a_relation_said_twice_has_the_higher_score_and_all_evidence() -> None:
    first = entity(HARBOUR, "Model", "used", "HarbourBERT")
    second = msgspec.structs.replace(entity(HARBOUR, "Model", "used", "BERT"), name="BERTs")
    third = entity(HARBOUR, "Model", "used", "BERT")
    one = msgspec.structs.replace(
        extraction(HARBOUR, [first, second, third]),
        relations=(
            ExtractedRelation("HarbourBERT", "basedOn", "BERTs", 0.5, ((20, 30), (0, 10))),
            ExtractedRelation("HarbourBERT", "basedOn", "BERT", 0.7, ((20, 30),)),
        ),
    )
    relations = [one for one in resolve_paper(one, HARBOUR).assertions if one.relation == "basedOn"]
    assert [(one.score, one.evidence) for one in relations] == [(0.7, ((0, 10), (20, 30)))]


def test_what_the_vocabulary_does_not_allow_is_left_out() -> None:
    one = msgspec.structs.replace(
        EXTRACTIONS[0],
        relations=(
            ExtractedRelation("BERT", "trainedOn", "question answering", 0.9),
            ExtractedRelation("BERT", "invented", "Northlight", 0.9),
            ExtractedRelation("BERT", "evaluatedOn", "nothing", 0.9),
            ExtractedRelation("BERT", "comparedWith", "BERT", 0.9),
        ),
    )
    assert all(one.subject.startswith("paper/") for one in resolve_paper(one, NORTHLIGHT).assertions)


def test_mentions_say_where_and_are_sorted() -> None:
    resolution = resolve_paper(EXTRACTIONS[2], NAMELESS)
    assert list(resolution.mentions) == sorted(resolution.mentions)
    for mention in resolution.mentions:
        assert NAMELESS.text[mention.start : mention.end] == mention.text
    key = f"paper/{paper_key(NAMELESS)}"
    assert EntityMention(key, 39, 43, "LLMs", "model/large-language-model", 0.9) in resolution.mentions


def test_order_of_input_has_no_influence() -> None:
    expected = resolve(BY_KEY, EXTRACTIONS)
    shuffler = random.Random(7)  # noqa: S311
    for _ in range(5):
        items = shuffler.sample(list(BY_KEY.items()), len(BY_KEY))
        found = [
            msgspec.structs.replace(
                one,
                entities=tuple(shuffler.sample(one.entities, len(one.entities))),
                relations=tuple(shuffler.sample(one.relations, len(one.relations))),
            )
            for one in shuffler.sample(EXTRACTIONS, len(EXTRACTIONS))
        ]
        assert resolve(dict(items), found) == expected


def test_adding_a_paper_moves_no_key() -> None:
    before = by_id(resolve(BY_KEY, EXTRACTIONS[:2]))
    assert before.keys() <= by_id(resolve(BY_KEY, EXTRACTIONS)).keys()
