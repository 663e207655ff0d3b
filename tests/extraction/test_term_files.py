"""Terms and stop names as people write them down."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError, UsageError
from kg.extraction.term_files import read_lists
from kg.extraction.term_lists import GivenTerm, StopName
from kg.vocabulary import ENTITY_TYPES

TERMS = (
    GivenTerm("BERT", "Model"),
    GivenTerm("CoT", "Method", "chain-of-thought prompting"),
    GivenTerm("CNN, Daily Mail", "Dataset"),
)


def write(folder: Path, content: str | bytes, name: str = "names.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    "content",
    [
        'BERT,Model\nCoT,Method,chain-of-thought prompting\n"CNN, Daily Mail",Dataset\n',
        'name,type,canonical\nBERT,Model,\nCoT,Method,chain-of-thought prompting\n"CNN, Daily Mail",Dataset,\n',
        "BERT\tModel\nCoT\tMethod\tchain-of-thought prompting\nCNN, Daily Mail\tDataset\n",
        "Type\tCanonical Name\tTerm\nModel\t\tBERT\nMethod\tchain-of-thought prompting\tCoT\n"
        "Dataset\t\tCNN, Daily Mail\n",
        "BERT;model\nCoT ; METHOD ; chain-of-thought  prompting\nCNN, Daily Mail;Dataset",
        'BERT,Model\n\n\nBERT,Model\nCoT,Method,chain-of-thought prompting\n\'CNN,Foo\n"CNN, Daily Mail",Dataset\n',
    ],
    ids=["csv", "header", "tsv", "other order", "semicolons", "blank lines, twice, a bad row"],
)
@pytest.mark.parametrize("dress", ["plain", "crlf", "mark", "utf-16", "gzip"])
def test_every_form_of_the_same_terms(tmp_path: Path, content: str, dress: str) -> None:
    data = (content.replace("\n", "\r\n") if dress == "crlf" else content).encode()
    data = b"\xef\xbb\xbf" + data if dress == "mark" else content.encode("utf-16") if dress == "utf-16" else data
    read = read_lists(write(tmp_path, gzip.compress(data) if dress == "gzip" else data))
    assert read.lists.terms == TERMS
    assert len(read.problems) == ("Foo" in content)


def test_bad_rows_are_reported_with_their_line_and_the_rest_is_read(tmp_path: Path) -> None:
    content = (
        "BERT,Model\n"
        "nothing\n"
        "GPT-2,Modle\n"
        '"half,Model\n'
        ",Model\n"
        "—,Model\n"
        "bert,Task\n"
        "a,b,Model,x\n"
        f"{'x' * 301},Model\n"
        "last,Task\n"
    ).encode() + b"caf\xe9,Task\n"
    read = read_lists(write(tmp_path, content, "terms.csv"))
    assert read.lists.terms == (GivenTerm("BERT", "Model"), GivenTerm("last", "Task"))
    assert [problem.position for problem in read.problems] == [f"line {n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 11)]
    assert all(problem.path.endswith("terms.csv") and problem.remedy for problem in read.problems)
    said = [problem.message for problem in read.problems]
    assert "no type" in said[0]
    assert "'Modle'" in said[1]
    assert "line 1" in said[5]
    assert "UTF-8" in said[8]


def test_stop_names_comments_and_names_with_a_number_sign(tmp_path: Path) -> None:
    content = '# what we do not want\nC#\n"#1"\n  # more\nlanguage model\nBERT,Task\n"a, b"\nc, d\n'
    read = read_lists(stop=write(tmp_path, content))
    assert read.lists.stop == tuple(
        StopName(*one) for one in (("C#",), ("#1",), ("language model",), ("BERT", "Task"), ("a, b",))
    )
    assert [(one.position, one.message) for one in read.problems] == [("line 8", "gives 'c' an unknown type: 'd'")]


def test_the_files_are_listed_with_their_checksums(tmp_path: Path) -> None:
    terms, stop = write(tmp_path, "BERT,Model\nx\n", "t.csv"), write(tmp_path, "# none\n", "s.txt")
    read = read_lists(terms, str(stop))
    assert [(one.path, one.format, one.records) for one in read.inputs] == [
        ("t.csv", "terms", 1),
        ("s.txt", "stop-names", 0),
    ]
    assert {len(one.checksum) for one in read.inputs} == {64}


def test_terms_from_python() -> None:
    read = read_lists([("BERT", "model"), ("CoT", "Method", "chain of thought")], ["F1", ("LM", "Task")])
    assert read.lists.terms == (GivenTerm("BERT", "Model"), GivenTerm("CoT", "Method", "chain of thought"))
    assert read.lists.stop == (StopName("F1"), StopName("LM", "Task"))
    assert not read.inputs
    for wrong in ([("BERT", "Foo")], [("BERT",)], [("", "Model")], [("BERT", "Model"), ("Bert", "Task")]):
        with pytest.raises(UsageError, match="terms, number"):
            read_lists(wrong)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        read_lists(tmp_path / "none.csv")
    with pytest.raises(InputError, match="can't be read"):
        read_lists(tmp_path)
    with pytest.raises(InputError, match="binary"):
        read_lists(write(tmp_path, b"PK\3\4\0\0rest", "terms.xlsx"))


@pytest.mark.parametrize("content", ["", "\n\n", "name,type\n"])
def test_a_file_without_terms_is_a_problem(tmp_path: Path, content: str) -> None:
    (problem,) = read_lists(write(tmp_path, content)).problems
    assert problem.message == "holds no term"
    assert not read_lists(stop=write(tmp_path, "")).problems


ROWS = st.text(alphabet='ab"#,;\t\r\n \x00\u200c-Model', max_size=60).map(str.encode) | st.binary(max_size=60)


@given(ROWS)
def test_any_bytes_are_read_or_reported(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = write(tmp_path_factory.getbasetemp(), content, "any.csv")
    try:
        read = read_lists(path, path)
    except InputError:
        return
    assert all(term.type in ENTITY_TYPES and term.name == " ".join(term.name.split()) for term in read.lists.terms)
    assert read.lists.terms or read.problems
