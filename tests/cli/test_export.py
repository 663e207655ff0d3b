"""`kg export` and `kg validate`, as typed."""

from pathlib import Path

import networkx as nx
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg.building import assemble
from kg.export import WRITERS
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


def test_a_folder_says_how_to_use_it_and_is_replaced(kg: Run, built: Path) -> None:
    for _ in range(2):
        done = kg("export", built, "--to", "neo4j")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == f"kg: {built}/neo4j written; {built}/neo4j/README.md tells how to use it\n"
    assert {"README.md", "export.json", "import.sh", "load.cypher", "nodes-Paper.csv"} <= {
        path.name for path in (built / "neo4j").iterdir()
    }
    assert not [path for path in built.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("output", ["rdf", "rdf/"])
def test_a_format_of_one_file_fits_into_a_folder(kg: Run, built: Path, tmp_path: Path, output: str) -> None:
    assert kg("export", built, "--to", "turtle", "-o", output).returncode == 0
    assert sorted(path.name for path in (tmp_path / "rdf").iterdir()) == ["README.md", "export.json", "graph.ttl"]
    assert (tmp_path / "rdf" / "graph.ttl").read_bytes() == (built / "graph.ttl").read_bytes()


@pytest.mark.parametrize(
    ("name", "output"), [("neo4j", "exports"), ("turtle", "exports/"), ("sqlite", "exports/graph.ttl")]
)
def test_what_is_no_export_is_not_replaced(kg: Run, built: Path, name: str, output: str) -> None:
    before = sorted(path.name for path in built.iterdir())
    done = kg("export", built / "graph.ttl", "--to", name, "-o", output)
    assert (done.returncode, done.stdout) == (2, "")
    assert "name another" in done.stderr
    assert sorted(path.name for path in built.iterdir()) == before


def test_formats_are_listed(kg: Run) -> None:
    done = kg("export", "--list")
    assert (done.returncode, done.stderr) == (0, "")
    names = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert names == list(WRITERS)
    assert "paper-kg[parquet]" in done.stdout
    assert kg("export", "somewhere").returncode == 2


def test_an_unknown_format_is_bad_usage(kg: Run, built: Path, tmp_path: Path) -> None:
    done = kg("export", built, "--to", "svg", "-o", "graph.svg")
    assert done.returncode == 2
    assert "neo4j, ntriples, parquet, sqlite, turtle" in done.stderr
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
