from pathlib import Path

import msgspec

from kg.extraction.corpus import extract_papers, extract_texts
from kg.extraction.serialisation import encode_extraction, read_extractions
from kg.papers import Paper

TEXTS = [
    (f"p{i}", f"We train BERT on corpus number {i} for sentiment analysis and report accuracy.") for i in range(20)
]


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert extract_texts(TEXTS, jobs=2) == extract_texts(TEXTS)


def test_papers_without_text_are_left_out_and_order_is_kept() -> None:
    papers = [Paper(title="About GPT-2"), Paper(), Paper(abstract="We study parsing.")]
    assert [e.text for e in extract_papers(papers)] == ["About GPT-2", "We study parsing."]


def test_a_stopped_run_resumes(tmp_path: Path) -> None:
    cache = tmp_path / "cache.jsonl"
    whole = extract_texts(TEXTS[:4])
    lines = [encode_extraction(e) for e in whole]
    # two finished, the third cut off in the middle
    cache.write_bytes(lines[0] + b"\n" + lines[1] + b"\n" + lines[2][: len(lines[2]) // 2])
    seen: list[tuple[int, int]] = []
    assert extract_texts(TEXTS[:4], cache=cache, progress=lambda done, all_: seen.append((done, all_))) == whole
    assert seen == [(2, 4), (3, 4), (4, 4)]
    # the cache is whole now: nothing is left to do
    seen.clear()
    assert extract_texts(TEXTS[:4], cache=cache, progress=lambda done, all_: seen.append((done, all_))) == whole
    assert seen == [(4, 4)]


def test_extractions_of_another_pipeline_are_made_again() -> None:
    (made,) = extract_texts(TEXTS[:1])
    stale = msgspec.structs.replace(made, entities=(), relations=(), model="0.0.1+000000000000")
    assert extract_texts(TEXTS[:1], earlier=[stale]) == (made,)
    fresh = msgspec.structs.replace(made, entities=(), relations=())
    assert extract_texts(TEXTS[:1], earlier=[fresh]) == (fresh,)


def test_one_text_is_extracted_once_for_all_its_ids(tmp_path: Path) -> None:
    cache = tmp_path / "cache.jsonl"
    one, two = extract_texts([("a", "We use BERT."), ("b", "We use BERT.")], cache=cache)
    assert (one.id, two.id, one.entities) == ("a", "b", two.entities)
    assert len(list(read_extractions(cache))) == 1
