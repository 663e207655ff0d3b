"""Graphs to show in the tests of the page: a small one, one full of hostile text, a large one."""

from itertools import pairwise

import networkx as nx

from kg.extraction.records import Extraction
from kg.graph.knowledge_graph import Authorship, KnowledgeGraph, Sources

TEXT = "A tagger named Kite\n\nWe propose Kite for tagging. On WindBank, Kite beats Gull. Tagging is hard."


def small_graph() -> KnowledgeGraph:
    """Two papers, one with its text at hand, six entities, a keyword, a person and a venue."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node(
        "paper/10.1/kite",
        kind="Paper",
        label="A tagger named Kite",
        title="A tagger named Kite",
        year=2023,
        doi="10.1/kite",
        url="https://kite.example/paper",
        authors=(Authorship(1, "Ada Wing", "person/ada"), Authorship(2, "Bo Feather")),
    )
    graph.add_node("paper/x", kind="Paper", label="We look at tagging again…", untitled=True)
    graph.add_node("model/kite", kind="Model", label="Kite", names=("KITE tagger",))
    graph.add_node("model/gull", kind="Model", label="Gull", names=())
    graph.add_node("model/language-model", kind="Model", label="language models", names=(), generic=True)
    graph.add_node("dataset/windbank", kind="Dataset", label="WindBank", names=())
    graph.add_node("task/tagging", kind="Task", label="tagging", names=("part-of-speech tagging",))
    graph.add_node("method/tagging", kind="Method", label="tagging", names=())
    graph.add_node("keyword/tagging", kind="Keyword", label="tagging", names=())
    graph.add_node("person/ada", kind="Person", label="Ada Wing", orcid="0000-0002-1825-0097")
    graph.add_node("venue/wing", kind="Venue", label="Wing Workshop")
    first, second = "paper/10.1/kite", "paper/x"
    say(graph, first, "proposes", "model/kite", {first: (0.9, [(21, 49)])})
    say(graph, first, "comparesAgainst", "model/gull", {first: (0.8, [(50, 80)])})
    say(graph, first, "uses", "dataset/windbank", {first: (0.7, [(50, 80)])})
    say(graph, first, "studies", "task/tagging", {first: (0.95, [(21, 49), (81, 97)])})
    say(graph, second, "studies", "task/tagging", {second: (0.6, [(0, 10)])})
    say(graph, second, "mentionsInPassing", "model/language-model", {second: (0.5, [])})
    say(graph, second, "uses", "method/tagging", {second: (0.4, [])})
    say(graph, "model/kite", "usedFor", "task/tagging", {first: (0.75, [(21, 49)]), second: (0.65, [])})
    say(graph, "model/kite", "comparedWith", "model/gull", {first: (0.55, [(50, 80)])})
    for source, relation, target in (
        ("method/tagging", "sameNameAs", "task/tagging"),
        ("keyword/tagging", "closeMatch", "task/tagging"),
        (first, "authorKeyword", "keyword/tagging"),
        (first, "author", "person/ada"),
        (first, "publishedIn", "venue/wing"),
    ):
        graph.add_edge(source, target, key=relation, relation=relation)
    return KnowledgeGraph(graph, Sources(extractions=(Extraction(id="10.1/kite", text=TEXT),)))


def dated_graph() -> KnowledgeGraph:
    """Four papers, three with a year; a task that all name, a model and a dataset that fewer do."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for name, year in (("a", 2019), ("b", 2021), ("c", 2023), ("d", None)):
        graph.add_node(f"paper/{name}", kind="Paper", label=f"Paper {name}", title=f"Paper {name}")
        if year:
            graph.nodes[f"paper/{name}"]["year"] = year
    graph.add_node("task/parsing", kind="Task", label="parsing", names=())
    graph.add_node("model/swift", kind="Model", label="Swift", names=())
    graph.add_node("dataset/nest", kind="Dataset", label="=NEST()", names=("-Nest, the",))
    for name in "abcd":
        say(graph, f"paper/{name}", "studies", "task/parsing", {f"paper/{name}": (0.5, [])})
    for name in "ab":
        say(graph, f"paper/{name}", "uses", "model/swift", {f"paper/{name}": (0.5, [(0, 10)])})
    say(graph, "paper/c", "uses", "dataset/nest", {"paper/c": (0.25, [])})
    say(graph, "model/swift", "usedFor", "task/parsing", {"paper/a": (0.5, []), "paper/b": (0.75, [])})
    text = 'Swift "flies", fast.'
    return KnowledgeGraph(graph, Sources(extractions=(Extraction(id="a", text=text), Extraction(id="b", text=text))))


def say(
    graph: "nx.MultiDiGraph[str]",
    source: str,
    relation: str,
    target: str,
    papers: dict[str, tuple[float, list[tuple[int, int]]]],
) -> None:
    """Add an asserted edge: paper → score and evidence."""
    graph.add_edge(
        source,
        target,
        key=relation,
        relation=relation,
        papers=tuple(sorted(papers)),
        scores=tuple(papers[paper][0] for paper in sorted(papers)),
        count=len(papers),
        score=max(score for score, _ in papers.values()),
        evidence=tuple((paper, *span) for paper in sorted(papers) for span in papers[paper][1]),
    )


PAYLOADS = (
    "</script><script>window.__pwned=1</script>",
    "<img src=x onerror=window.__pwned=1>",
    "\"onload=window.__pwned=1 x='",
    "<a href='javascript:window.__pwned=1'>href</a>",
    "${window.__pwned=1}{{window.__pwned=1}}{% raw %}",
    "\u202eevil\u2066<!--<script>",
    "]]>\u2028\u2029</textarea></style></title><svg onload=window.__pwned=1>",
    '\\u003cscript\\u003e\\";window.__pwned=1;//',
)
LINKS = (
    "javascript:window.__pwned=1",
    "data:text/html,<script>window.__pwned=1</script>",
    "https://ok.example/?q=\"><b onload=1>'",
)


def hostile_graph() -> KnowledgeGraph:
    """Every text of every node is a payload, and so is the text that serves as evidence."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    extractions = []
    for number, payload in enumerate(PAYLOADS):
        paper, entity, keyword = f"paper/{payload}", f"task/{payload}", f"keyword/{payload}"
        graph.add_node(
            paper,
            kind="Paper",
            label=payload,
            title=payload + "!",
            year=2000 + number,
            doi=payload,
            arxiv_id=payload,
            url=LINKS[number % len(LINKS)],
            authors=(Authorship(1, payload, f"person/{payload}"), Authorship(2, payload)),
        )
        graph.add_node(entity, kind="Task", label=payload, names=(payload + "1", payload + "2"))
        graph.add_node(f"model/{payload}", kind="Model", label=payload, names=())
        graph.add_node(keyword, kind="Keyword", label=payload, names=())
        graph.add_node(f"person/{payload}", kind="Person", label=payload, orcid=payload, anthology_id=payload)
        graph.add_node(f"venue/{payload}", kind="Venue", label=payload)
        for relation, target in (
            ("authorKeyword", keyword),
            ("author", f"person/{payload}"),
            ("publishedIn", f"venue/{payload}"),
        ):
            graph.add_edge(paper, target, key=relation, relation=relation)
        say(graph, paper, "studies", entity, {paper: (0.5, [(0, len(payload))])})
        say(graph, f"model/{payload}", "usedFor", entity, {paper: (0.5, [(0, len(payload))])})
        extractions.append(Extraction(id=payload, text=payload))
    return KnowledgeGraph(graph, Sources(extractions=tuple(extractions)))


def large_graph(papers: int, entities: int, keywords: int) -> KnowledgeGraph:
    """Many papers with eight entities each, few of which most papers name, and as many that only one does."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    kinds = ("Task", "Method", "Model", "Dataset", "Metric")
    sentence = "This sentence, long as they are in abstracts, says of the paper what it does with number {}. " * 2
    extractions = []
    for number in range(entities):
        kind = kinds[number % 5]
        graph.add_node(
            f"{kind.lower()}/{number:05}",
            kind=kind,
            label=f"{kind} number {number}",
            names=(f"N{number}",),
            generic=number == 0,
        )
    for number in range(keywords):
        graph.add_node(f"keyword/{number}", kind="Keyword", label=f"keyword {number}", names=())
    names = [name for name, data in graph.nodes(data=True) if data["kind"] != "Keyword"]
    for number in range(papers):
        paper = f"paper/{number:05}"
        text = sentence.format(number, number) * 6
        extractions.append(Extraction(id=f"{number:05}", text=text))
        graph.add_node(
            paper,
            kind="Paper",
            label=f"Paper {number} on many things",
            title=f"Paper {number} on many things",
            year=2000 + number % 20,
        )
        own = [names[0], *(names[(number * step * step) % (10 * step * step) % entities] for step in range(1, 5))]
        own += [names[(number * 8 + step) % entities] for step in range(8)]
        for entity in sorted(set(own)):
            say(graph, paper, "uses", entity, {paper: (0.5, [(0, 90)])})
        for head, tail in pairwise(own):
            if head != tail and not graph.has_edge(head, tail):
                say(graph, head, "comparedWith", tail, {paper: (0.5, [(90, 180)])})
        for step in range(3):
            graph.add_edge(
                paper, f"keyword/{(number * 3 + step) % keywords}", key="authorKeyword", relation="authorKeyword"
            )
    return KnowledgeGraph(graph, Sources(extractions=tuple(extractions)))
