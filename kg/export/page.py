"""The interactive page: one self-contained HTML file, drawn by pyvis's network with our own template."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kg.export.files import replace_file
from kg.export.page_data import BACKGROUND_KINDS, NOTEBOOK_ROOM, PAGE_ROOM, PageData, Room, page_data
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.graph.layout import Position, add_near, lay_out
from kg.vocabulary import ASSERTED_RELATIONS, ENTITY_TYPES

_TEMPLATES: Final = Path(__file__).parent / "page"
#: within pyvis's folder of templates
_VIS_NETWORK: Final = "lib/vis-9.1.2/vis-network.min.js"
#: how strongly an edge pulls its ends together; 1 for every other
_PULL: Final = {"proposes": 2.0, "mentionsInPassing": 0.5, "authorKeyword": 0.4, "hasTopic": 0.4}
#: from how many nodes on edges are hidden while the drawing moves, so that it moves smoothly
_LARGE: Final = 600
#: how many nodes are drawn in a notebook
_NOTEBOOK_NODES: Final = 400


def write_page(graph: KnowledgeGraph, target: Path, max_nodes: int | None = None) -> None:
    """Write the interactive page of a graph, one HTML file that needs nothing else.

    Args:
        graph: any knowledge graph; where it was loaded without its sources the page shows no evidence.
        target: the file to write; it appears only when it is complete.
        max_nodes: as for `render_page`.
    """
    content = render_page(graph, max_nodes).encode("utf-8", errors="replace")
    with replace_file(target) as file:
        file.write(content)


def render_page(graph: KnowledgeGraph, max_nodes: int | None = None, room: Room = PAGE_ROOM) -> str:
    """Make the page's HTML: the same for the same graph.

    Positions are computed here, the browser only draws. The scripts are allowed by their checksums, so that the
    browser runs no other whatever the texts of papers contain.

    Args:
        graph: the graph to show.
        max_nodes: how many papers, entities, keywords and topics to draw at most; by default all of a small graph,
            the most telling of a large one.
        room: how large the page may become.
    """
    from pyvis.network import Network  # type: ignore[import-untyped]

    data = page_data(graph, max_nodes, room)
    network = Network(cdn_resources="in_line", heading=_heading(graph, data))
    environment = Environment(
        loader=FileSystemLoader([str(_TEMPLATES), network.template_dir]), autoescape=True, undefined=StrictUndefined
    )
    scripts = [_source(environment, _VIS_NETWORK), _source(environment, "page.js")]
    environment.filters["json_block"] = _json_block
    environment.filters["commas"] = "{:,}".format
    environment.globals.update(
        data=msgspec.to_builtins(data),
        drawn_kinds=_drawn_kinds(data),
        scripts=[Markup(script) for script in scripts],  # noqa: S704 - our file and pyvis's, no text of papers
        script_checksums=[_checksum(script) for script in scripts],
        style=Markup(_source(environment, "page.css")),  # noqa: S704
    )
    network.templateEnv, network.path = environment, "page.html"
    # straight into the lists: `add_edge` takes time quadratic in the number of edges
    network.nodes, network.edges = _drawn_nodes(data), _drawn_edges(data)
    network.options = _options(len(network.nodes), len(network.edges))
    return str(network.generate_html()) + "\n"


def render_frame(graph: KnowledgeGraph) -> str:
    """Make HTML that shows the page inside a notebook.

    It draws a part of the graph and has room for little more, for the notebook's file keeps it.
    The frame may run the page's own scripts, save a file and open a link; it can't reach the notebook.
    """
    page = render_page(graph, _NOTEBOOK_NODES, NOTEBOOK_ROOM).encode("utf-8", errors="replace").decode("utf-8")
    # between apostrophes, for JSON is full of quotation marks
    content = page.replace("&", "&amp;").replace("'", "&#39;")
    return (
        '<iframe title="Knowledge graph" style="width: 100%; height: 36rem; border: 1px solid #dedfe3" '
        'sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox" '
        f"srcdoc='{content}'></iframe>"
    )


def _heading(graph: KnowledgeGraph, data: PageData) -> str:
    entities = sum(data.total.get(kind, 0) for kind in ENTITY_TYPES)
    relations = sum(relation in ASSERTED_RELATIONS for _, _, relation in graph.graph.edges(keys=True))
    parts = [(data.total.get("Paper", 0), "paper", "papers"), (entities, "entity", "entities")]
    parts.append((relations, "relation", "relations"))
    return ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in parts)


def _drawn_kinds(data: PageData) -> dict[str, int]:
    kinds = [data.nodes[number]["kind"] for number in data.drawn]
    return {kind: kinds.count(kind) for kind in data.total}


def _drawn_nodes(data: PageData) -> list[dict[str, Any]]:
    """Nodes as vis-network takes them; shapes and colours come with the page's style."""
    positions = _positions(data)
    nodes = []
    for number in data.drawn:
        x, y = positions[data.nodes[number]["id"]]
        nodes.append({"id": number, "x": x, "y": y})
    return nodes


def _positions(data: PageData) -> dict[str, Position]:
    """Place what is drawn; people and venues, hidden at first, in the gaps that the others leave."""
    names = {number: str(data.nodes[number]["id"]) for number in data.drawn}
    front = {number for number in names if data.nodes[number]["kind"] not in BACKGROUND_KINDS}
    ties = [
        (names[source], names[target], _PULL.get(relation, 1.0))
        for source, target, relation, *_ in data.edges
        if source in front and target in front
    ]
    positions = lay_out([names[number] for number in front], ties)
    anchors: dict[int, list[str]] = {number: [] for number in data.drawn if number not in front}
    for source, target, *_ in data.edges:
        if source in front and target in anchors:
            anchors[target].append(names[source])
    return add_near(positions, {names[number]: papers for number, papers in anchors.items()})


def _drawn_edges(data: PageData) -> list[dict[str, Any]]:
    """One line for each pair of nodes that are tied; what it looks like is the page's matter."""
    drawn = set(data.drawn)
    pairs = {
        (min(source, target), max(source, target))
        for source, target, *_ in data.edges
        if source in drawn and target in drawn and source != target
    }
    return [{"id": f"{start}-{end}", "from": start, "to": end} for start, end in sorted(pairs)]


def _line_width(edges: int) -> float:
    return 1.8 if edges < 300 else 1.3 if edges < 1000 else 1.0


def _options(nodes: int, edges: int) -> dict[str, Any]:
    """vis-network's options: nothing moves by itself, edges are straight, and finer the more there are."""
    return {
        "autoResize": True,
        "edges": {
            "arrows": {"to": {"scaleFactor": 0.4}, "from": {"scaleFactor": 0.4}},
            "hoverWidth": 0.5,
            "selectionWidth": 1.5,
            "smooth": False,
            "width": _line_width(edges),
        },
        "interaction": {
            "hideEdgesOnDrag": nodes > _LARGE,
            "hideEdgesOnZoom": nodes > _LARGE,
            "hover": True,
            "keyboard": {"bindToWindow": False, "enabled": True},
            "selectConnectedEdges": True,
            "tooltipDelay": 100,
        },
        "layout": {"improvedLayout": False},
        "nodes": {"shape": "custom"},
        "physics": {"enabled": False},
    }


def _json_block(value: Any) -> Markup:
    """Write JSON that can stand inside a script element: nothing in it ends the element or starts another."""
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    )
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - escaped just above


def _source(environment: Environment, name: str) -> str:
    """Read a file beside the templates; line ends as the browser's parser will see them."""
    loader: Any = environment.loader
    text: str = loader.get_source(environment, name)[0].replace("\r\n", "\n")
    if any(tag in text.lower() for tag in ("</script", "</style", "<!--")):
        raise ValueError(f"{name} can't stand inside an HTML element")
    return text


def _checksum(script: str) -> str:
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
