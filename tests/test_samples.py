"""The sample corpus: what a reader finds in it."""

import re
from collections import Counter

from kg.papers.reading import Reading, read_papers
from tests.conftest import ROOT


def read() -> Reading:
    return read_papers([ROOT / "samples"])


def test_every_format_is_there_and_nothing_is_unreadable() -> None:
    reading = read()
    assert reading.problems == ()
    assert {file.format for file in reading.inputs} == {"lecture-page", "anthology-xml", "json-lines"}
    assert len(reading.papers) == 51


def test_papers_are_whole() -> None:
    for paper in read().papers:
        assert paper.title
        assert paper.abstract
        assert paper.year
        assert 3 <= len(re.findall(r"[.?”](?= [A-Z‘“]|$)", paper.abstract)) <= 6, paper.title
        assert not re.search(r"[\\*<>]|&#", paper.abstract), paper.title


def test_what_was_read_twice_is_one_paper() -> None:
    papers = {paper.title: paper for paper in read().papers}
    assert len(papers) == 51
    twice = {title.split(":")[0] for title, paper in papers.items() if title and len(paper.records) > 1}
    assert twice == {
        "BERT",
        "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models",
        "Language Models are Unsupervised Multitask Learners",
        "Large Language Models are Zero-Shot Reasoners",
        "Learning to summarize from human feedback",
    }
    bert = papers["BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding"]
    assert (bert.anthology_id, bert.arxiv_id, bert.doi) == ("N19-1423", "1810.04805", "10.18653/v1/n19-1423")
    assert bert.keywords


def test_papers_share_what_they_name() -> None:
    names = ("GLUE", "SQuAD", "ImageNet", "WMT14", "BLEU", "ROUGE", "F1", "BERT", "GPT-3", "Transformer")
    papers = Counter(name for paper in read().papers for name in names if re.search(rf"\b{name}\b", paper.text))
    assert min(papers[name] for name in names) >= 3, papers
