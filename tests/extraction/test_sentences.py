import pytest
import spacy

from kg.extraction.sentences import split_sentences

NLP = spacy.blank("en")


def sentences(text: str) -> list[str]:
    return [sentence.text.strip() for sentence in split_sentences(NLP(text)).sents]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A title\n\nOne thing. Another thing!", ["A title", "One thing.", "Another thing!"]),
        ("a lower title\n\nlower start. Upper start.", ["a lower title", "lower start.", "Upper start."]),
        ("We follow Smith et al. Their data is small.", ["We follow Smith et al. Their data is small."]),
        ("Tasks, e.g. Parsing, are hard. We agree.", ["Tasks, e.g. Parsing, are hard.", "We agree."]),
        ("It gains 2.5 points. It costs 3.", ["It gains 2.5 points.", "It costs 3."]),
        ('They ask "why?" and we answer. Done.', ['They ask "why?" and we answer.', "Done."]),
        ("He said (see below.) Then he left.", ["He said (see below.)", "Then he left."]),
        ("Really? Yes. ", ["Really?", "Yes."]),
        ("Only a title", ["Only a title"]),
    ],
)
def test_boundaries(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_an_empty_document_has_none() -> None:
    assert sentences("") == []
