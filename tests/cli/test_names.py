"""`--terms`, `--stop` and `--min-score` of `kg build` and `kg extract`."""

import json
from pathlib import Path

import pytest

import kg as package
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.cli.conftest import Run


@pytest.fixture
def terms(tmp_path: Path) -> Path:
    path = tmp_path / "terms.csv"
    path.write_text("name,type,canonical\nQA,Task,quiz answering\nwhaling logs,Dataset\n", encoding="utf-8")
    return path


@pytest.fixture
def stop(tmp_path: Path) -> Path:
    path = tmp_path / "stop.txt"
    path.write_text("# not ours\nSQuAD\n", encoding="utf-8")
    return path


def node_ids(folder: Path) -> set[str]:
    return set(KnowledgeGraph.load(folder).graph)


def test_terms_and_stop_names_make_the_graph(kg: Run, papers: Path, terms: Path, stop: Path, tmp_path: Path) -> None:
    assert kg("build", papers, "-o", "plain").returncode == 0
    done = kg("build", papers, "--terms", terms, "--stop", stop)
    assert (done.returncode, done.stderr) == (0, "")
    plain, given = node_ids(tmp_path / "plain"), node_ids(tmp_path / "exports")
    assert "dataset/squad" in plain - given
    assert {"task/quiz-answering", "dataset/whaling-log"} <= given - plain
    graph = KnowledgeGraph.load(tmp_path / "exports").graph
    assert graph.nodes["task/quiz-answering"]["label"] == "quiz answering"
    assert {"QA", "question answering"} <= set(graph.nodes["task/quiz-answering"]["names"])
    report = json.loads((tmp_path / "exports" / "report.json").read_text(encoding="utf-8"))
    assert [(one["path"], one["format"], one["records"]) for one in report["inputs"]] == [
        ("papers.jsonl", "json-lines", 2),
        ("stop.txt", "stop-names", 1),
        ("terms.csv", "terms", 2),
    ]
    # from Python it is the same graph
    assert package.build(papers, terms=terms, stop=["SQuAD"]) == KnowledgeGraph.load(tmp_path / "exports")


def test_a_build_with_other_lists_uses_nothing_of_the_one_before(
    kg: Run, papers: Path, terms: Path, stop: Path, tmp_path: Path
) -> None:
    options = {"plain": [], "terms": ["--terms", terms], "both": ["--terms", terms, "--stop", stop]}
    for name, given in options.items():
        assert kg("build", papers, "-o", f"fresh-{name}", *given).returncode == 0
    for name in ("terms", "plain", "both", "plain"):
        assert kg("build", papers, "-o", "again", *options[name]).returncode == 0
        files = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
        assert files == {path.name: path.read_bytes() for path in (tmp_path / f"fresh-{name}").iterdir()}


def test_bad_rows_are_reported_and_the_rest_goes_on(kg: Run, papers: Path, terms: Path, tmp_path: Path) -> None:
    with terms.open("a", encoding="utf-8") as file:
        file.write("BERT,Modell\n")
    for command in (("build", papers), ("extract", papers, "-o", "out.jsonl")):
        done = kg(*command, "--terms", terms)
        assert done.returncode == 1
        assert f"{terms}, line 4: gives 'BERT' an unknown type: 'Modell'" in done.stderr
    assert "task/quiz-answering" in node_ids(tmp_path / "exports")
    assert '"canonical":"quiz answering"' in (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert kg("build", papers, "--terms", terms, "--strict", "-o", "strict").returncode == 1
    assert not (tmp_path / "strict").exists()
    done = kg("build", papers, "--stop", "nowhere.txt", "-o", "strict")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert not (tmp_path / "strict").exists()


def test_unsure_entities_are_left_out_with_what_hangs_on_them(kg: Run, papers: Path, tmp_path: Path) -> None:
    assert kg("extract", papers, "-o", "all.jsonl").returncode == 0
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    scores = sorted({max(score for *_, score in e["spans"]) for line in lines for e in line["entities"]})
    least = scores[len(scores) // 2]
    assert kg("extract", papers, "-o", "some.jsonl", "--min-score", str(least)).returncode == 0
    kept = [json.loads(line) for line in (tmp_path / "some.jsonl").read_text(encoding="utf-8").splitlines()]
    for before, after in zip(lines, kept, strict=True):
        assert after["entities"] == [e for e in before["entities"] if max(s for *_, s in e["spans"]) >= least]
        names = {e["name"] for e in after["entities"]}
        assert after["relations"] == [r for r in before["relations"] if {r[0], r[2]} <= names]
    assert kg("build", papers, "--min-score", str(least)).returncode == 0
    assert kg("build", papers, "-o", "whole").returncode == 0
    few, many = node_ids(tmp_path / "exports"), node_ids(tmp_path / "whole")
    assert few < many
    graph = KnowledgeGraph.load(tmp_path / "exports")
    best: dict[tuple[str, str], float] = {}
    for mention in graph.sources.mentions:
        key = (mention.paper, mention.entity)
        best[key] = max(best.get(key, 0.0), mention.score)
    assert min(best.values()) >= least
    assert package.build(papers, min_score=least) == graph
    # asked for less again, the same folder has all again
    assert kg("build", papers).returncode == 0
    assert node_ids(tmp_path / "exports") == many


@pytest.mark.parametrize("score", ["-0.1", "1.1", "much"])
def test_a_score_is_from_0_to_1(kg: Run, papers: Path, score: str) -> None:
    assert kg("build", papers, "--min-score", score).returncode == 2
