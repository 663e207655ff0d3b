"""Annotations without texts: nothing of a text is in them, and with the texts they are what they were."""

import gzip
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.training.corpus import GoldEntity, GoldPaper, read_corpus
from kg.training.standoff import (
    Annotation,
    annotations_path,
    attach,
    detach,
    encode_annotations,
    encode_held_out,
    held_out_path,
    join,
    read_annotations,
    read_held_out,
)
from kg.training.texts import Text, read_texts

PAPER = GoldPaper(
    "Q19-1.7",
    "Tide parsing with α-NET\n\nWe train α-NET on 𝒯-Bank for tide parsing. α-NET-2 is an α-NET. LLMs agree.",
    (
        GoldEntity("α-NET", "Model", "proposed", ("α-NET",)),
        GoldEntity("α-NET-2", "Model", "used", ("α-NET-2",)),
        GoldEntity("tide parsing", "Task", "studied", ("Tide parsing", "tide parsing")),
        GoldEntity("𝒯-Bank", "Dataset", "used", ("𝒯-Bank",)),
        GoldEntity("llms", "Model", "mentioned", ("LLMs",), generic=True),
    ),
    (("α-NET", "trainedOn", "𝒯-Bank"), ("α-NET-2", "subclassOf", "α-NET")),
)
HIDDEN = GoldPaper(
    "h",
    "Neural tide parsing",
    (GoldEntity("Neural tide parsing", "Method", "used", ("Neural tide parsing",)),
     GoldEntity("tide parsing", "Task", "studied", ("tide parsing",))),
)  # fmt: skip
NOT_FREE = GoldPaper("n", "Old words", nc=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "annotations.jsonl.gz"
    path.write_bytes(encode_annotations([PAPER, NOT_FREE, HIDDEN]))
    return path


def test_all_occurrences_are_there_and_no_text() -> None:
    annotation = detach(PAPER)
    assert annotation.entities[0].mentions == ((5, 18, 34, 82),)
    assert [entity.name for entity in annotation.entities] == [0, 0, 1, 0, "llms"]
    assert annotation.relations == ((0, "trainedOn", 3), (1, "subclassOf", 0))
    encoded = msgspec.json.encode(annotation).decode()
    assert "parsing" not in encoded
    assert "NET" not in encoded


def test_an_occurrence_in_a_longer_mention_counts_where_there_is_no_other() -> None:
    assert detach(HIDDEN).entities[1].mentions == ((12, 7),)
    assert attach(detach(HIDDEN), HIDDEN.text) == HIDDEN


def test_joined_they_are_what_they_were(path: Path) -> None:
    texts = [Text("Q19-1007", PAPER.text), Text("other", "Other words"), Text("h", HIDDEN.text)]
    joined = join(read_annotations(path), texts)
    assert joined.papers == (PAPER, HIDDEN)
    assert not joined.missing
    assert not joined.changed


def test_a_changed_and_a_missing_text_are_named(path: Path) -> None:
    joined = join(read_annotations(path), [Text("Q19-1007", PAPER.text + ".")])
    assert (joined.papers, joined.changed, joined.missing) == ((), ("Q19-1.7",), ("h",))
    description = joined.describe()
    assert "0 of 2 annotated papers" in description
    assert "not the one that was annotated for Q19-1.7" in description
    assert "lacks h" in description


def test_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Q19-1\.7"):
        attach(detach(PAPER), PAPER.text + " ")


def test_the_same_papers_give_the_same_bytes(path: Path) -> None:
    assert encode_annotations([PAPER, HIDDEN]) == path.read_bytes()


@pytest.mark.parametrize(
    ("paper", "message"),
    [
        (GoldPaper("x", "Words", (GoldEntity("Net", "Model", "used", ("Net",)),)), "'Net' is not in the text"),
        (GoldPaper("x", "Nets", (GoldEntity("Net", "Model", "used", ("Net",)),)), "'Net' is not in the text"),
        (GoldPaper("x", "Words", (), (("a", "usedFor", "b"),)), "no entity of the paper"),
    ],
)
def test_a_wrong_annotation_is_refused(paper: GoldPaper, message: str) -> None:
    with pytest.raises(InputError, match=message):
        detach(paper)


@pytest.mark.parametrize("content", [b"plain", gzip.compress(b"{}\n"), gzip.compress(b"{}\n" * 99)[:-9]])
def test_what_is_no_annotation_is_one_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"a\.jsonl\.gz"):
        read_annotations(path)


def test_held_out_papers_are_known_by_id_and_by_text(tmp_path: Path) -> None:
    path = tmp_path / "held_out.txt"
    path.write_bytes(encode_held_out([PAPER]))
    assert read_held_out(path) == {"Q19-1007", detach(PAPER).sha256}


def test_the_shipped_annotations_are_the_training_set(shared: Path) -> None:
    corpus = read_corpus(shared / "corpus" / "train.jsonl", trainable=True)
    joined = join(read_annotations(annotations_path()), read_texts([shared / "anthology" / "abstracts.jsonl.gz"]))
    assert joined.papers == corpus
    assert tuple(detach(paper) for paper in corpus) == read_annotations(annotations_path())
    assert held_out_path().read_bytes() == encode_held_out(read_corpus(shared / "corpus" / "dev.jsonl"))


def test_xml_as_the_anthology_publishes_it_has_the_annotated_texts(shared: Path) -> None:
    joined = join(read_annotations(annotations_path()), read_texts([shared / "anthology" / "xml"]))
    assert len(joined.papers) > 150
    assert not joined.changed


def test_no_training_paper_is_held_out() -> None:
    annotations = read_annotations(annotations_path())
    assert len(annotations) > 1000
    held_out = read_held_out(held_out_path())
    assert not held_out & {annotation.sha256 for annotation in annotations}


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=6).filter(
    lambda word: word.isalnum()
)


@st.composite
def papers(draw: st.DrawFn) -> GoldPaper:
    words = draw(st.lists(WORDS, min_size=3, max_size=30))
    text = "".join(word + draw(st.sampled_from([" ", "-", ", ", "\n\n"])) for word in words)
    mentions = draw(st.lists(st.sampled_from(words), unique=True, min_size=1, max_size=6))
    entities: list[GoldEntity] = []
    for mention in mentions:
        alias: bool = draw(st.booleans())
        if entities and alias:
            last = entities.pop()
            entities.append(msgspec.structs.replace(last, mentions=(*last.mentions, mention)))
        else:
            name = draw(st.sampled_from([mention, mention.swapcase()]))
            if name not in {entity.name for entity in entities}:
                entities.append(GoldEntity(name, "Task", "used", (mention,), draw(st.booleans())))
    names = st.sampled_from([entity.name for entity in entities])
    triples = st.tuples(names, st.just("usedFor"), names)
    return GoldPaper("p", text, tuple(entities), tuple(draw(st.lists(triples, max_size=3))))


@given(papers())
def test_whatever_is_annotated_comes_back_as_it_was(paper: GoldPaper) -> None:
    encoded = msgspec.json.encode(detach(paper))
    assert attach(msgspec.json.decode(encoded, type=Annotation), paper.text) == paper
