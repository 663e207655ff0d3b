"""Where to draw nodes: positions in the plane, computed once and the same every time.

Nodes with one neighbour are set around it like petals; what remains of each component is drawn by forces
(Fruchterman and Reingold 1991, "Graph drawing by force-directed placement"), with the ties inside a community
(Blondel et al. 2008, "Fast unfolding of communities in large networks") stronger than those between, so that
communities stand apart. Discs around nodes and their petals are then pushed apart until none cover another, and
components are packed in rows, nodes without neighbours in a block at the end.

rustworkx (Apache-2.0) computes the forces: igraph is as fast, but under the GPL, which all who pass kg on would have to
obey; networkx needs SciPy for it, or minutes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import networkx as nx
import numpy as np
import rustworkx as rx
from numpy.typing import NDArray

Position = tuple[int, int]
_Points = NDArray[np.float64]

_SEED = 20
#: room that a node takes, the distance of its first ring of petals, the distance between rings, the room of a petal
_NODE_RADIUS, _FIRST_RING, _RING_STEP, _PETAL = 26.0, 62.0, 34.0, 30.0
#: how strongly a tie pulls inside a community and between two
_INSIDE, _BETWEEN = 3.0, 0.3
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
#: width to height of the drawing
_ASPECT = 1.5


def lay_out(nodes: Iterable[str], edges: Iterable[tuple[str, str, float]]) -> dict[str, Position]:
    """Give every node a position, in whole units, with (0, 0) in the middle.

    The order of nodes and edges has no influence; parallel edges add up, loops and edges to unknown nodes are ignored.

    Args:
        nodes: ids.
        edges: two ids and a weight above 0: how strongly the edge pulls its ends together.

    Returns:
        node id → position; no two nodes share one.

    >>> lay_out(["a"], [])
    {'a': (0, 0)}
    """
    names = sorted(set(nodes))
    numbers = {name: number for number, name in enumerate(names)}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(names)))
    for start, end, weight in sorted(edges):
        head, tail = sorted((numbers.get(start, -1), numbers.get(end, -1)))
        if 0 <= head != tail:
            graph.add_edge(head, tail, weight=graph.get_edge_data(head, tail, {"weight": 0.0})["weight"] + weight)
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part))
    drawn = [(part, _lay_out_component(graph, part)) for part in parts if len(part) > 1]
    if alone := [part[0] for part in parts if len(part) == 1]:
        drawn.append((alone, _block(len(alone))))
    placed = _pack([points for _, points in drawn])
    positions = {
        names[number]: (round(float(x)), round(float(y)))
        for (part, _), points in zip(drawn, placed, strict=True)
        for number, (x, y) in zip(part, points, strict=True)
    }
    return _apart({name: positions[name] for name in names})


def add_near(
    positions: Mapping[str, Position], newcomers: Mapping[str, Sequence[str]], distance: int = 40
) -> dict[str, Position]:
    """Find free places for more nodes, each near the middle of its neighbours.

    Args:
        positions: those that are taken; they stay.
        newcomers: id → its neighbours, all in `positions`; none means the middle of the drawing.
        distance: how far from every other node a newcomer must stay.

    Returns:
        All positions, old and new.

    >>> add_near({"a": (0, 0), "b": (200, 0)}, {"c": ["a", "b"], "d": ["a", "b"]})["c"]
    (100, 0)
    """
    cells: dict[Position, list[Position]] = {}
    for x, y in positions.values():
        cells.setdefault((x // distance, y // distance), []).append((x, y))
    everywhere = dict(positions)
    for name in sorted(newcomers):
        anchors = [positions[anchor] for anchor in newcomers[name]] or [(0, 0)]
        middle_x = sum(anchor[0] for anchor in anchors) / len(anchors)
        middle_y = sum(anchor[1] for anchor in anchors) / len(anchors)
        spot, step = (round(middle_x), round(middle_y)), 0
        while _is_taken(cells, spot, distance):
            step += 1
            reach, angle = distance * 0.5 * math.sqrt(step), step * _GOLDEN_ANGLE
            spot = (round(middle_x + reach * math.cos(angle)), round(middle_y + reach * math.sin(angle)))
        cells.setdefault((spot[0] // distance, spot[1] // distance), []).append(spot)
        everywhere[name] = spot
    return everywhere


def _is_taken(cells: dict[Position, list[Position]], spot: Position, distance: int) -> bool:
    column, row = spot[0] // distance, spot[1] // distance
    return any(
        (x - spot[0]) ** 2 + (y - spot[1]) ** 2 < distance**2
        for near_column in (column - 1, column, column + 1)
        for near_row in (row - 1, row, row + 1)
        for x, y in cells.get((near_column, near_row), ())
    )


def _block(count: int) -> _Points:
    """Set nodes without neighbours in a block of rows."""
    columns = math.ceil(math.sqrt(count * _ASPECT))
    spots = [(2 * _NODE_RADIUS * (number % columns), 2 * _NODE_RADIUS * (number // columns)) for number in range(count)]
    points = np.array(spots)
    return np.asarray(points - (points.min(axis=0) + points.max(axis=0)) / 2, dtype=np.float64)


def _lay_out_component(graph: nx.Graph[int], part: list[int]) -> _Points:
    """Draw one connected component around its own middle; rows in the order of `part`."""
    core = [node for node in part if graph.degree(node) > 1] or [part[0]]
    members = set(core)
    petals: dict[int, list[int]] = {node: [] for node in core}
    for node in part:
        if node not in members:
            petals[next(iter(graph[node]))].append(node)
    radii = np.array([_disc(len(petals[node])) for node in core])
    points = _spring(graph, core, radii)
    where = dict(zip(core, points, strict=True))
    for node, leaves in petals.items():
        ties = [where[other] for other in graph[node] if other in members]
        for leaf, offset in zip(leaves, _rings(len(leaves), where[node], ties), strict=True):
            where[leaf] = where[node] + offset
    drawn = np.array([where[node] for node in part])
    middle: _Points = (drawn.min(axis=0) + drawn.max(axis=0)) / 2
    return np.asarray(drawn - middle, dtype=np.float64)


def _spring(graph: nx.Graph[int], core: list[int], radii: _Points) -> _Points:
    """Draw the core of a component by forces, scaled to the room that its discs need."""
    if len(core) == 1:
        return np.zeros((1, 2))
    subgraph = graph.subgraph(core)
    ordered: nx.Graph[int] = nx.Graph()
    ordered.add_nodes_from(core)
    ordered.add_edges_from(sorted((min(a, b), max(a, b), data) for a, b, data in subgraph.edges(data=True)))
    found = nx.community.louvain_communities(ordered, weight="weight", seed=_SEED)
    communities = sorted((sorted(community) for community in found), key=lambda one: (-len(one), one))
    community_of = {node: number for number, community in enumerate(communities) for node in community}
    index = {node: number for number, node in enumerate(core)}
    pull: rx.PyGraph[int, float] = rx.PyGraph(multigraph=False)
    pull.add_nodes_from(core)
    for head, tail, data in ordered.edges(data=True):
        # what is tied to everything says little of where a node belongs
        weight = float(data["weight"]) / math.sqrt(max(graph.degree(head), graph.degree(tail)))
        near = community_of[head] == community_of[tail]
        pull.add_edge(index[head], index[tail], weight * (_INSIDE if near else _BETWEEN))
    start = _community_start(ordered, communities, community_of, index)
    # the time of each grows with the square of the nodes
    iterations = max(20, min(500, 600_000 // len(core), 2_000_000_000 // len(core) ** 2))
    settled = rx.spring_layout(
        pull, pos=start, k=1.0 / math.sqrt(len(core)), num_iter=iterations, weight_fn=float, seed=_SEED
    )
    points = np.array([settled[number] for number in range(len(core))], dtype=np.float64).round(6).astype(np.float64)
    rows = [np.array([index[node] for node in community]) for community in communities]
    return _communities_apart(points, radii, rows)


def _communities_apart(points: _Points, radii: _Points, communities: list[NDArray[np.int64]]) -> _Points:
    """Give each community the room that its discs need, and move communities apart as wholes."""
    inner = [_push_apart(_scaled(points[rows], radii[rows]), radii[rows]) for rows in communities]
    reach = np.array([_reach(local, radii[rows]) for local, rows in zip(inner, communities, strict=True)])
    centres = np.array([points[rows].mean(axis=0) for rows in communities])
    centres = _push_apart(_scaled(centres, reach), reach)
    placed = np.zeros_like(points)
    for rows, local, centre in zip(communities, inner, centres, strict=True):
        placed[rows] = local + centre
    return _push_apart(placed, radii)


def _scaled(points: _Points, radii: _Points) -> _Points:
    """Centre points and scale them to about the room that their discs need."""
    points = points - np.median(points, axis=0)
    spread = math.sqrt(float(np.median(np.sum(points**2, axis=1)))) or 1.0
    return np.asarray(points * (0.8 * math.sqrt(float(np.sum(radii**2))) / spread), dtype=np.float64)


def _reach(points: _Points, radii: _Points) -> float:
    """Give the radius of a disc around the middle that holds nearly all of the points' discs."""
    return float(np.quantile(np.sqrt(np.sum(points**2, axis=1)) + radii, 0.9))


def _community_start(
    graph: nx.Graph[int], communities: list[list[int]], community_of: dict[int, int], index: dict[int, int]
) -> dict[int, tuple[float, float]]:
    """Where the forces begin: communities where the graph of communities puts them, members in a spiral around."""
    ties: dict[tuple[int, int], float] = {}
    for head, tail, data in graph.edges(data=True):
        pair = tuple(sorted((community_of[head], community_of[tail])))
        if pair[0] != pair[1]:
            ties[pair[0], pair[1]] = ties.get((pair[0], pair[1]), 0.0) + float(data["weight"])
    quotient: rx.PyGraph[int, float] = rx.PyGraph(multigraph=False)
    quotient.add_nodes_from(range(len(communities)))
    for (head, tail), weight in sorted(ties.items()):
        quotient.add_edge(head, tail, weight)
    centres = rx.spring_layout(quotient, num_iter=200, weight_fn=float, seed=_SEED)
    start: dict[int, tuple[float, float]] = {}
    for number, community in enumerate(communities):
        x, y = centres[number]
        for step, node in enumerate(community):
            reach, angle = 0.5 * math.sqrt(step / len(graph)), step * _GOLDEN_ANGLE
            start[index[node]] = (round(x + reach * math.cos(angle), 6), round(y + reach * math.sin(angle), 6))
    return start


def _push_apart(points: _Points, radii: _Points) -> _Points:
    """Move discs out of one another, each pair by half of what they share, until none share anything (or nearly)."""
    points = points.copy()
    for _ in range(200):
        heads, tails = _overlapping(points, radii)
        if not len(heads):
            break
        apart = points[heads] - points[tails]
        distance = np.sqrt(np.sum(apart**2, axis=1))
        stuck = distance < 1e-6
        apart[stuck] = np.stack([np.ones(stuck.sum()), (heads[stuck] - tails[stuck]) / len(points)], axis=1)
        distance[stuck] = np.sqrt(np.sum(apart[stuck] ** 2, axis=1))
        shared = np.maximum(radii[heads] + radii[tails] - distance, 0.0)
        move = apart * (shared / distance * 0.5)[:, None]
        np.add.at(points, heads, move)
        np.add.at(points, tails, -move)
    return points


def _overlapping(points: _Points, radii: _Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List pairs of discs that overlap by more than a unit, found along the x axis."""
    order = np.argsort(points[:, 0], kind="stable")
    xs, reach = points[order, 0], 2 * float(radii.max())
    ends = np.searchsorted(xs, xs + reach, side="right")
    counts = ends - np.arange(len(xs)) - 1
    first = np.repeat(np.arange(len(xs)), counts)
    second = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts) + first + 1
    heads, tails = order[first], order[second]
    room = radii[heads] + radii[tails] - 1.0
    close = np.sum((points[heads] - points[tails]) ** 2, axis=1) < room**2
    return heads[close], tails[close]


def _disc(petals: int) -> float:
    """Give the radius of the disc that a node and its petals fill."""
    rings, left = 0, petals
    while left > 0:
        left -= _capacity(rings)
        rings += 1
    return _NODE_RADIUS if not rings else _FIRST_RING + (rings - 1) * _RING_STEP + _PETAL * 0.7


def _capacity(ring: int) -> int:
    return int(2 * math.pi * (_FIRST_RING + ring * _RING_STEP) / _PETAL)


def _rings(count: int, centre: _Points, ties: list[_Points]) -> list[_Points]:
    """Spread petals around a node, the first on the side away from what it is tied to."""
    away = centre - (np.mean(ties, axis=0) if ties else centre)
    first = math.atan2(float(away[1]), float(away[0])) if len(ties) else 0.0
    offsets: list[_Points] = []
    ring = 0
    while len(offsets) < count:
        here = min(_capacity(ring), count - len(offsets))
        reach = _FIRST_RING + ring * _RING_STEP
        step = 2 * math.pi / max(here, 8 if ties else here)
        for number in range(here):
            # alternate to both sides of the first, so that few petals make a fan
            angle = first + step * ((number + 1) // 2) * (1 if number % 2 else -1)
            offsets.append(np.array([reach * math.cos(angle), reach * math.sin(angle)]))
        ring += 1
    return offsets


def _pack(drawings: list[_Points], gap: float = 70.0) -> list[_Points]:
    """Set drawings in rows, the first (largest) on top, so that the whole has a pleasant width."""
    sizes = [(float(np.ptp(points[:, 0])) + gap, float(np.ptp(points[:, 1])) + gap) for points in drawings]
    area = sum(width * height for width, height in sizes)
    limit = max([math.sqrt(area * _ASPECT), *(width for width, _ in sizes)], default=0.0)
    rows: list[list[int]] = []
    used = limit
    for number, (width, _) in enumerate(sizes):
        if used + width > limit:
            rows.append([])
            used = 0.0
        rows[-1].append(number)
        used += width
    placed = list(drawings)
    heights = [max(sizes[number][1] for number in row) for row in rows]
    top = -sum(heights) / 2
    for row, height in zip(rows, heights, strict=True):
        left = -sum(sizes[number][0] for number in row) / 2
        for number in row:
            placed[number] = drawings[number] + np.array([left + sizes[number][0] / 2, top + height / 2])
            left += sizes[number][0]
        top += height
    return placed


def _apart(positions: dict[str, Position]) -> dict[str, Position]:
    """Move a node by a unit where rounding set it on another."""
    taken: set[Position] = set()
    apart: dict[str, Position] = {}
    for name, position in positions.items():
        free = position
        while free in taken:
            free = (free[0] + 1, free[1])
        taken.add(free)
        apart[name] = free
    return apart
