"""Where nodes are drawn."""

import os
import subprocess
import sys
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.graph.layout import Position, add_near, lay_out

EDGES = [(f"paper/{paper}", f"task/{paper % 7}", 1.0) for paper in range(40)] + [
    (f"paper/{paper}", f"model/{paper * paper % 11}", 2.0) for paper in range(40)
]
NODES = sorted({node for edge in EDGES for node in edge[:2]})


def test_order_has_no_influence() -> None:
    turned = [(end, start, weight) for start, end, weight in reversed(EDGES)]
    assert lay_out(NODES, EDGES) == lay_out(reversed(NODES), turned)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_has_no_influence(seed: str) -> None:
    script = "from kg.graph.layout import lay_out; from tests.graph.test_layout import *; print(lay_out(NODES, EDGES))"
    run = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
    )
    assert run.stdout.decode().strip() == str(lay_out(NODES, EDGES))


def test_nodes_do_not_cover_one_another() -> None:
    hub = [("hub", f"leaf {number}", 1.0) for number in range(90)]
    for edges in (EDGES, hub):
        positions = lay_out({node for edge in edges for node in edge[:2]}, edges)
        assert min(dist(one, other) for one, other in combinations(positions.values(), 2)) > 14


def test_communities_stand_apart() -> None:
    groups = [[f"{letter}{number}" for number in range(12)] for letter in "abc"]
    edges = [(one, other, 1.0) for group in groups for one, other in combinations(group, 2)]
    edges += [("a0", "b0", 1.0), ("b1", "c1", 1.0), ("c2", "a2", 1.0)]
    positions = lay_out([node for group in groups for node in group], edges)
    centres = [middle([positions[node] for node in group]) for group in groups]
    for group, centre in zip(groups, centres, strict=True):
        for node in group:
            assert min(centres, key=lambda other: dist(other, positions[node])) == centre


def middle(points: list[Position]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def test_components_do_not_overlap() -> None:
    edges = [(f"{part}-{a}", f"{part}-{b}", 1.0) for part in range(4) for a, b in combinations(range(5), 2)]
    positions = lay_out([*{node for edge in edges for node in edge[:2]}, "alone", "alone too"], edges)
    boxes = []
    for part in range(4):
        xs, ys = zip(*(place for node, place in positions.items() if node.startswith(f"{part}-")), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def test_nothing_and_little() -> None:
    assert lay_out([], []) == {}
    assert lay_out(["a"], [("a", "a", 1.0), ("a", "unknown", 1.0)]) == {"a": (0, 0)}
    pair = lay_out(["a", "b"], [("a", "b", 1.0), ("b", "a", 1.0)])
    assert dist(pair["a"], pair["b"]) > 30


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25), st.sampled_from([0.4, 1.0, 2.0])), max_size=60))
def test_every_node_has_a_place_of_its_own(ties: list[tuple[int, int, float]]) -> None:
    nodes = [str(number) for number in range(26)]
    positions = lay_out(nodes, [(str(start), str(end), weight) for start, end, weight in ties])
    assert sorted(positions) == sorted(nodes)
    assert len(set(positions.values())) == len(nodes)
    assert all(isinstance(x, int) and isinstance(y, int) for x, y in positions.values())


def test_newcomers_find_room_and_move_nobody() -> None:
    before = lay_out(NODES, EDGES)
    after = add_near(before, {f"person/{number}": ["paper/1", "paper/8"] for number in range(30)} | {"person/x": []})
    assert before.items() <= after.items()
    new = [after[name] for name in after if name not in before]
    assert len(new) == 31
    for place in new:
        assert sorted(dist(place, other) for other in after.values())[1] >= 40
