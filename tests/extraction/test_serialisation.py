from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.extraction.records import ExtractedEntity, ExtractedRelation, Extraction, Mention
from kg.extraction.serialisation import decode_extraction, encode_extraction, read_extractions
from kg.vocabulary import ENTITY_TYPES, RELATIONS, ROLES

SCORES = st.integers(1, 1000).map(lambda n: n / 1000)


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    text = draw(st.text(st.characters(codec="utf-8"), min_size=4, max_size=60))
    spans = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).filter(lambda s: s[0] < s[1])
    entities = []
    for i in range(draw(st.integers(0, 4))):
        mentions = [Mention(s, e, text[s:e], draw(SCORES)) for s, e in draw(st.lists(spans, min_size=1, max_size=3))]
        role, score = draw(st.sampled_from(list(ROLES))), draw(SCORES)
        entities.append(
            ExtractedEntity(
                f"name {i}",
                draw(st.sampled_from(ENTITY_TYPES)),
                role,
                score,
                tuple(mentions),
                tuple(draw(st.lists(spans, max_size=2))),
                draw(st.none() | st.text(st.characters(codec="utf-8"), max_size=9)),
                draw(st.booleans()),
            )
        )
    names = st.sampled_from([entity.name for entity in entities]) if entities else None
    relations = []
    if names is not None:
        for relation in draw(st.lists(st.sampled_from(list(RELATIONS)), max_size=3)):
            evidence = tuple(draw(st.lists(spans, max_size=2)))
            relations.append(ExtractedRelation(draw(names), relation, draw(names), draw(SCORES), evidence))
    return Extraction("id", text, tuple(entities), tuple(relations), "model")


@given(extractions())
def test_what_is_written_reads_back_equal(extraction: Extraction) -> None:
    assert decode_extraction(encode_extraction(extraction)) == extraction


def test_files(tmp_path: Path) -> None:
    both = [Extraction("a", "One."), Extraction("ü", "Two\u2028lines 𛅰.")]
    (tmp_path / "x.jsonl").write_bytes(b"\n".join(map(encode_extraction, both)))
    assert list(read_extractions(tmp_path / "x.jsonl")) == both


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "truncated"),
        ('{"id": 1}', "Expected `str`"),
        (
            '{"id": "a", "text": "BERT", "relations": [], "entities": [{"name": "BERT", "type": "Model", '
            '"role": "used", "mentions": ["BERT"], "spans": [[0, 9, 1.0]], "role_score": 1.0}]}',
            "outside the text",
        ),
        (
            '{"id": "a", "text": "BERT", "relations": [], "entities": [{"name": "BERT", "type": "Animal", '
            '"role": "used", "mentions": ["BERT"], "spans": [[0, 4, 1.0]], "role_score": 1.0}]}',
            "unknown type or role",
        ),
        (
            '{"id": "a", "text": "BERT", "entities": [], "relations": [["A", "usedFor", "B"]], '
            '"relation_scores": [0.5], "relation_evidence": [[]]}',
            "not a relation between entities",
        ),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f'{{"id": "ok", "text": "", "entities": [], "relations": []}}\n{line}\n', encoding="utf-8")
    with pytest.raises(InputError, match=f"line 2: not an extraction: .*{message}"):
        list(read_extractions(path))
