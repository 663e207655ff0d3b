"""The property graph: what a graph holds is in its tables, once, in order; what has no place is refused."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from kg.errors import InputError, OutputError, UsageError
from kg.export import WRITERS
from kg.export.directories import read_manifest, replace_directory
from kg.export.examples import choose_examples
from kg.export.property_graph import NODE_TABLES, allowed_ends, edge_columns, keepable
from kg.graph.analysis import summarise
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf.iris import to_iri
from kg.vocabulary import EDGE_KINDS, ENTITY_TYPES, NODE_KINDS
from tests.conftest import ROOT
from tests.export.engines.questions import read_questions
from tests.export.engines.tables import tables_of
from tests.rdf.graphs import PAPER, contents, empty_graph, example_graph, graphs

LANGUAGES = {
    **dict.fromkeys(("turtle", "ntriples", "jsonld"), "sparql"),
    **dict.fromkeys(("neo4j", "falkordb", "ladybug"), "cypher"),
    **dict.fromkeys(("graphml", "gexf"), "python"),
    **dict.fromkeys(("parquet", "sqlite"), "sql"),
}


@settings(max_examples=50)
@given(graphs())
def test_the_tables_hold_what_the_graph_holds(graph: KnowledgeGraph) -> None:
    nodes, edges = contents(graph)
    tables = tables_of(graph)
    assert len(tables.nodes) == len(nodes)
    assert len(tables.edges) == len(edges)
    for kind, properties in tables.nodes:
        found = dict(properties)
        (node,) = [node for node in nodes if keepable(node) == found["id"]]
        attributes = nodes[node]
        assert found.pop("id") == keepable(node)
        assert found.pop("iri") == to_iri(graph.base_iri, node)
        assert kind == attributes["kind"]
        authors = tuple(keepable(author.name) for author in attributes.get("authors", ()))
        assert found.pop("authors", ()) == authors
        assert len(found.pop("records", ())) == len(attributes.get("records", ()))
        plain = {name: value for name, value in attributes.items() if name not in {"kind", "authors", "records"}}
        assert found == {name: _keepable(value) for name, value in plain.items()}
    for source, relation, target, properties in tables.edges:
        (key,) = [
            edge for edge in edges if (keepable(edge[0]), edge[2], keepable(edge[1])) == (source, relation, target)
        ]
        expected = {name: _keepable(value) for name, value in edges[key].items() if name != "relation"}
        expected["evidence"] = tuple(f"{paper}#char={a},{b}" for paper, a, b in expected.get("evidence", ()))
        assert dict(properties) == {name: value for name, value in expected.items() if value != ()}


def _keepable(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_keepable, value))
    return keepable(value) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda graph: graph.add_node("model/x", label="x"), "node 'model/x': its kind is None"),
        (
            lambda graph: graph.add_node("model/x", kind="Model", label=1),
            "node 'model/x': its label is 1; expected string",
        ),
        (
            lambda graph: graph.add_node("model/x", kind="Model", label="x", colour="red"),
            "no property for its attribute",
        ),
        (lambda graph: graph.add_node("nobody", kind="Model", label="x"), "node 'nobody': "),
        (lambda graph: graph.nodes[PAPER].update(year=True), "its year is True; expected integer"),
        (lambda graph: graph.add_edge(PAPER, "model/rain", key="likes", relation="likes"), "has no such relation"),
        (lambda graph: graph.add_edge(PAPER, "model/rain", key="uses", relation="studies"), "its key and its relation"),
        (
            lambda graph: graph.add_nodes_from(
                (f"model/{end}", {"kind": "Model", "label": "x"}) for end in ("\x00", "\ufffd")
            ),
            "differ only in characters",
        ),
    ],
)
@pytest.mark.parametrize("name", ["neo4j", "sqlite"])
def test_what_has_no_place_is_refused(tmp_path: Path, name: str, change: Any, says: str) -> None:
    graph = example_graph()
    change(graph.graph)
    with pytest.raises(InputError, match=re.escape(says)):
        WRITERS[name].write(graph, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_vocabulary_names_all_ends() -> None:
    pairs = {(relation, *ends) for relation in EDGE_KINDS for ends in allowed_ends(relation)}
    for source, target, relation in example_graph().graph.edges(keys=True):
        kinds = [example_graph().graph.nodes[node]["kind"] for node in (source, target)]
        assert (relation, *kinds) in pairs


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_every_export_has_a_readme_with_five_questions(tmp_path: Path, name: str) -> None:
    if WRITERS[name].extra:
        pytest.importorskip("pyarrow")
    for number, graph in enumerate((example_graph(), empty_graph())):
        folder = tmp_path / str(number)
        WRITERS[name].write_folder(graph, folder)
        assert len(read_questions(folder / "README.md", LANGUAGES[name])) == 5
        manifest = read_manifest(folder)
        assert manifest
        assert manifest.format == name
        assert (manifest.nodes, manifest.edges) == (summarise(graph).nodes, summarise(graph).edges)
        sizes = {path.name: path.stat().st_size for path in folder.iterdir() if path.name != "export.json"}
        assert manifest.files == sizes


def test_examples_are_the_most_used_and_can_stand_in_a_readme() -> None:
    graph = example_graph()
    graph.graph.add_node("task/odd", kind="Task", label="a\n```\nb")
    graph.graph.add_edge(PAPER, "task/odd", key="uses", relation="uses")
    found = choose_examples(graph)
    assert found.task == "Cloud"
    assert (found.edge.source_kind in ENTITY_TYPES, found.keyword) == (True, "cloud nouns")
    graph.graph.add_node("method/α", kind="Method", label="α-tuning")
    assert choose_examples(graph).name == "α-tuning"


def test_the_documentation_names_every_table_and_property() -> None:
    text = (ROOT / "docs" / "property-graph.md").read_text(encoding="utf-8")
    columns = {column.name for table in NODE_TABLES.values() for column in table.columns}
    columns |= {column.name for relation in EDGE_KINDS for column in edge_columns(relation)}
    for name in {*NODE_KINDS, *EDGE_KINDS, *columns, *WRITERS}:
        assert f"`{name}`" in text, name


def test_a_folder_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with replace_directory(target) as folder:
        (folder / "a").write_bytes(b"half")
        assert not target.exists()
    assert (target / "a").read_bytes() == b"half"
    with pytest.raises(UsageError, match=r"was not written by `kg export`"), replace_directory(target):
        pass
    assert (target / "a").read_bytes() == b"half"


def test_a_failure_or_an_interruption_leaves_the_older_export(tmp_path: Path) -> None:
    WRITERS["neo4j"].write(example_graph(), tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for error in (ZeroDivisionError, KeyboardInterrupt):
        with pytest.raises(error), replace_directory(tmp_path / "out") as folder:
            (folder / "load.cypher").write_bytes(b"half")
            raise error
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_a_process_that_is_killed_leaves_no_export(tmp_path: Path) -> None:
    program = """\
import os, sys
from pathlib import Path
from kg.export.directories import replace_directory
with replace_directory(Path(sys.argv[1])) as folder:
    (folder / "load.cypher").write_bytes(b"half")
    os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "out"], check=False)
    assert (done.returncode, (tmp_path / "out").exists()) == (9, False)
    WRITERS["neo4j"].write(example_graph(), tmp_path / "out")
    assert read_manifest(tmp_path / "out")


def test_a_newer_export_replaces_all_of_the_older(tmp_path: Path) -> None:
    WRITERS["neo4j"].write(example_graph(), tmp_path / "out")
    WRITERS["sqlite"].write(empty_graph(), tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["README.md", "export.json", "graph.sqlite"]


def test_a_folder_that_cannot_be_written_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match=r"can't write .*file/out: (Not a directory|File exists)"):
        WRITERS["neo4j"].write(example_graph(), tmp_path / "file" / "out")


def test_what_a_person_put_into_an_export_is_not_deleted(tmp_path: Path) -> None:
    target = tmp_path / "out"
    WRITERS["sqlite"].write_folder(example_graph(), target)
    WRITERS["sqlite"].write_folder(example_graph(), target)
    (target / "papers.lbdb").touch()
    with pytest.raises(UsageError, match=r"holds papers\.lbdb"):
        WRITERS["sqlite"].write_folder(example_graph(), target)
    assert (target / "papers.lbdb").exists()
