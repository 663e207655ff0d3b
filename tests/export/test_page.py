"""The page as a file: what it holds, that it is always the same, that it never grows too large."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import kg.export.page
from kg.export.page import render_page, write_page
from kg.export.page_data import Room, page_data, web_address
from kg.graph.knowledge_graph import KnowledgeGraph
from tests.export.page_graphs import PAYLOADS, hostile_graph, large_graph, small_graph


def blocks(page: str) -> dict[str, Any]:
    """The page's blocks of JSON by their id."""
    found = re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', page, re.DOTALL)
    return {name: json.loads(text) for name, text in found}


def reversed_graph(graph: KnowledgeGraph) -> KnowledgeGraph:
    """The same graph, put together the other way round."""
    turned: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    turned.add_nodes_from(reversed([(name, data) for name, data in graph.graph.nodes(data=True)]))
    for source, target, key, data in reversed(list(graph.graph.edges(keys=True, data=True))):
        turned.add_edge(source, target, key=key, **data)
    return KnowledgeGraph(turned, graph.sources)


def test_written_file_is_the_page(tmp_path: Path) -> None:
    target = tmp_path / "graph.html"
    target.write_text("an older one", encoding="utf-8")
    write_page(small_graph(), target)
    assert target.read_bytes().decode("utf-8") == render_page(small_graph())
    assert [path.name for path in tmp_path.iterdir()] == ["graph.html"]


def test_same_graph_same_bytes() -> None:
    for graph in (small_graph(), hostile_graph()):
        assert render_page(graph) == render_page(reversed_graph(graph))


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_changes_nothing(seed: str) -> None:
    script = (
        "import sys; from kg.export.page import render_page; from tests.export.page_graphs import small_graph;"
        "sys.stdout.buffer.write(render_page(small_graph()).encode())"
    )
    environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": "C"}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
    assert run.stdout.decode() == render_page(small_graph())


def test_nothing_is_loaded() -> None:
    page = render_page(small_graph())
    head = page.split("<style>")[0]
    assert "default-src 'none'" in head
    assert not re.findall(r"<(?:link|img|iframe|script)[^>]*\b(?:src|href)=", page)
    assert "cdn" not in head.lower()


def test_hostile_text_stays_inside_its_block() -> None:
    page, plain = render_page(hostile_graph()).lower(), render_page(small_graph()).lower()
    for tag in ("<script", "</script", "<!--", "<img", "onload=", "<svg"):
        outside = [
            re.sub(r"(<script type=.application/json[^>]*>).*?(?=</script)", r"\1", text) for text in (page, plain)
        ]
        assert outside[0].count(tag) == outside[1].count(tag)
        if "<" in tag:
            assert page.count(tag) == plain.count(tag), "no block of JSON holds a tag"
    page = render_page(hostile_graph())
    labels = {node["label"] for node in blocks(page)["data"]["nodes"]}
    assert labels == set(PAYLOADS)


def test_script_never_makes_markup_of_text() -> None:
    script = (Path(kg.export.page.__file__).parent / "page" / "page.js").read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|srcdoc", script)


def test_lone_surrogates_do_not_stop_the_page(tmp_path: Path) -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("paper/a", kind="Paper", label="half a \ud83d letter")
    write_page(KnowledgeGraph(graph), tmp_path / "graph.html")
    assert "half a ? letter" in (tmp_path / "graph.html").read_text(encoding="utf-8")


def test_heading_counts() -> None:
    assert '<p class="counts">2 papers, 6 entities, 9 relations</p>' in render_page(small_graph())
    assert '<p class="counts">0 papers, 0 entities, 0 relations</p>' in render_page(KnowledgeGraph(nx.MultiDiGraph()))


def test_edges_carry_papers_scores_and_sentences() -> None:
    data = page_data(small_graph())
    names = [node["id"] for node in data.nodes]
    said = {
        (names[source], relation, names[target]): [
            (names[paper], score, [data.sentences[number] for number in numbers]) for paper, score, *numbers in papers
        ]
        for source, target, relation, *papers in data.edges
    }
    assert said["model/kite", "usedFor", "task/tagging"] == [
        ("paper/10.1/kite", 0.75, ["We propose Kite for tagging."]),
        ("paper/x", 0.65, []),
    ]
    assert said["paper/10.1/kite", "author", "person/ada"] == []
    assert len(said) == small_graph().graph.number_of_edges()


def test_only_web_addresses_become_links() -> None:
    node = next(node for node in page_data(small_graph()).nodes if node["id"] == "paper/10.1/kite")
    assert node["links"] == [
        ["doi:10.1/kite", "https://doi.org/10.1/kite"],
        ["kite.example", "https://kite.example/paper"],
    ]
    for node in page_data(hostile_graph()).nodes:
        assert all(address.startswith("https://") for _, address in node.get("links", ()))
    for address in (
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        " javascript:x",
        "//host",
        "file:///etc",
        "http://[",
        "https://",
    ):
        assert web_address(address) is None


def test_small_graphs_are_drawn_whole() -> None:
    data = page_data(small_graph())
    drawn = {data.nodes[number]["id"] for number in data.drawn}
    assert drawn == set(small_graph().graph) - {"person/ada"}  # one paper only: named in its panel
    assert not data.left_out


def test_large_graphs_show_the_entities_that_most_papers_name() -> None:
    graph = large_graph(300, 1500, 40)
    data = page_data(graph, max_nodes=200)
    assert len(data.nodes) == len(graph.graph)
    drawn = [data.nodes[number] for number in data.drawn]
    assert len(drawn) == 200
    entities = [node for node in drawn if node["kind"] in {"Task", "Method", "Model", "Dataset", "Metric"}]
    left = [
        node
        for number, node in enumerate(data.nodes)
        if number not in set(data.drawn) and "N0" not in node.get("names", ())
    ]
    assert (
        min(node["papers"] for node in entities)
        >= max(node["papers"] for node in left if node["kind"] in {"Task", "Model"}) - 1
    )
    assert not any(node.get("generic") for node in drawn), "all papers name it, but it is no entity proper"
    ids = {node["id"] for node in drawn}
    for node in entities:
        assert any(paper in ids for paper in graph.graph.predecessors(node["id"])), (
            f"{node['id']} is drawn without a paper"
        )


def test_limit_holds_for_every_size() -> None:
    graph = large_graph(30, 60, 10)
    for limit in (1, 2, 3, 10, 37, 99, 100, 1000):
        assert len(page_data(graph, max_nodes=limit).drawn) == min(limit, 100)


def test_volume_of_a_thousand_papers() -> None:
    graph = large_graph(1030, 8000, 1000)
    start = time.perf_counter()
    page = render_page(graph)
    assert time.perf_counter() - start < 20
    assert len(page.encode()) < 15_000_000
    data = blocks(page)
    assert len(data["data"]["nodes"]) == 10_030
    assert len(data["drawing"]["nodes"]) == 800


def test_what_has_no_room_is_counted() -> None:
    graph = large_graph(100, 400, 20)
    data = page_data(graph, max_nodes=50, room=Room(nodes=80_000, sentences=1_000))
    assert sum(data.left_out.values()) + len(data.nodes) == len(graph.graph)
    assert data.left_out
    assert "Paper" not in data.left_out, "papers come first"
    assert data.sentences_left_out
    assert sum(map(len, data.sentences)) <= 1_000
    assert all(0 <= number < len(data.nodes) for edge in data.edges for number in edge[:2])
