"""`kg export` and `kg validate`, as typed."""

from pathlib import Path

import networkx as nx
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg.building import assemble
from tests.cli.conftest import Run
from tests.corpus import EXTRACTIONS, PAPERS


@pytest.fixture
def built(tmp_path: Path) -> Path:
    assemble(PAPERS, EXTRACTIONS).save(tmp_path / "exports")
    return tmp_path / "exports"


def test_turtle_is_the_graph_again(kg: Run, built: Path, tmp_path: Path) -> None:
    assert kg("export", built, "--to", "turtle", "-o", "again.ttl").returncode == 0
    assert (tmp_path / "again.ttl").read_bytes() == (built / "graph.ttl").read_bytes()


def test_json_ld_has_the_same_triples(kg: Run, built: Path, tmp_path: Path) -> None:
    assert kg("export", built / "graph.ttl", "--to", "jsonld", "-o", "graph.jsonld").returncode == 0
    found = rdflib.Graph().parse(tmp_path / "graph.jsonld", format="json-ld")
    assert isomorphic(found, rdflib.Graph().parse(built / "graph.ttl"))


def test_graphml_has_the_same_nodes(kg: Run, built: Path, tmp_path: Path) -> None:
    done = kg("export", built, "--to", "graphml", "-o", "graph.graphml")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "kg: graph.graphml written\n")
    found = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    graph = assemble(PAPERS, EXTRACTIONS).graph
    assert (len(found), found.number_of_edges()) == (len(graph), graph.number_of_edges())


def test_without_a_name_the_file_stands_beside_the_graph(kg: Run, built: Path) -> None:
    assert kg("export", built, "--to", "graphml").returncode == 0
    assert kg("export", built / "graph.ttl", "--to", "jsonld").returncode == 0
    assert {"graph.graphml", "graph.jsonld"} <= {path.name for path in built.iterdir()}
    done = kg("export", built, "--to", "turtle")
    assert (done.returncode, "name another file" in done.stderr) == (2, True)


def test_an_unknown_format_is_bad_usage(kg: Run, built: Path, tmp_path: Path) -> None:
    done = kg("export", built, "--to", "svg", "-o", "graph.svg")
    assert done.returncode == 2
    assert "graphml, jsonld, turtle" in done.stderr
    assert not (tmp_path / "graph.svg").exists()


def test_a_graph_that_was_built_is_valid(kg: Run, built: Path) -> None:
    pytest.importorskip("pyshacl")
    done = kg("validate", built)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_broken_graph_is_not(kg: Run, built: Path) -> None:
    pytest.importorskip("pyshacl")
    turtle = built / "graph.ttl"
    broken = turtle.read_text(encoding="utf-8").replace("kg:score 0.812", "kg:score 8.12")
    turtle.write_text(broken, encoding="utf-8")
    done = kg("validate", turtle)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{turtle}: https://paper-kg.example/assertion/")
    assert "8.12" in done.stdout


def test_a_folder_without_a_graph_is_one_line(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "mentions.ttl").write_text("", encoding="utf-8")
    for command in (("export", "in", "--to", "turtle", "-o", "x.ttl"), ("validate", "in")):
        done = kg(*command)
        assert (done.returncode, done.stderr) == (
            1,
            "kg: in: no graph.ttl in it; give a directory that `kg build` wrote, or a Turtle file\n",
        )
