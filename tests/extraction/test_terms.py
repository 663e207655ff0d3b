from pathlib import Path

import spacy

from kg.extraction.terms import COLUMNS, Term, TermFeatures, TermTable, document_features, table_features

NLP = spacy.blank("en")
TABLE = TermTable(
    {
        "beam search": Term({"Method": 8, "Task": 1}, papers=10),
        "search": Term({"Task": 1}, papers=9),
        "bert": Term({"Model": 20}, papers=20, abbreviated=7),
        "ner": Term(abbreviated=60),
        "parsing": Term(elsewhere={"Task": 5}),
    },
    ["Method", "Model", "Task"],
)


def words(text: str) -> list[str]:
    return [token.text for token in NLP(text)]


def test_the_longest_phrase_takes_the_tokens() -> None:
    first = table_features(TABLE, words("We use beam-search and search ."))[:, 0]
    assert [bool(value) for value in first] == [False, False, True, True, True, False, True, False]
    assert len(set(first[2:5])) == 3, "beginning, middle and end are told apart"
    assert first[2] != first[6], "another label and rate is another number"


def test_a_phrase_only_abbreviated_elsewhere_has_its_own_column() -> None:
    features = table_features(TABLE, words("NER with BERT"))
    assert features[0].astype(bool).tolist() == [False, False, True, False, False, False]
    assert features[2].astype(bool).tolist() == [True, True, True, False, False, False]


def test_other_corpora_have_their_own_column() -> None:
    assert table_features(TABLE, words("parsing"))[0].astype(bool).tolist() == [False, False, False, True, False, False]


def test_a_paper_does_not_learn_from_its_own_annotation() -> None:
    own = {"search": frozenset({"Task"})}
    assert table_features(TABLE, words("a search"))[1, 0]
    assert not table_features(TABLE, words("a search"), own)[1].any()


def test_the_document_says_what_recurs_and_what_is_abbreviated() -> None:
    doc = NLP("GLiP: prompts\n\nThe graph link probe (GLP) probes. GLP helps.")
    features = document_features(doc)
    place = {token.text: token.i for token in doc}
    lead, short, plain = (features[place[word]] for word in ("GLiP", "GLP", "helps"))
    assert lead[1] != plain[1]
    assert short[0] != plain[0]
    assert features.shape == (len(doc), 2)


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    component = TermFeatures()
    component.table = TABLE
    component.to_disk(tmp_path)
    again = TermFeatures().from_disk(tmp_path)
    assert (again.table.terms, again.table.labels) == (TABLE.terms, TABLE.labels)
    doc = NLP("BERT and beam search for NER")
    assert (again(doc)._.kg_terms == component(NLP(doc.text))._.kg_terms).all()


def test_odd_documents() -> None:
    component = TermFeatures()
    for text in ("", "\n\n", "-", "a", "(" * 200):
        doc = NLP(text)
        assert component(doc)._.kg_terms.shape == (len(doc), COLUMNS)
