"""Asking graphs: from files, folders and memory; what is refused and how the reader is told."""

import contextlib
import socket
import threading
from pathlib import Path

import pytest
from rdflib import RDF

from kg.errors import InputError, UsageError
from kg.query.engine import query
from kg.query.questions import load_question, parse_question

GRAPH = Path(__file__).with_name("translation.ttl")
BASE = "https://paper-kg.example/"


def test_sources_are_files_folders_and_several_files(tmp_path: Path) -> None:
    text = "SELECT (COUNT(*) AS ?n) { ?s a kg:Paper }"
    (tmp_path / "graph.ttl").write_bytes(GRAPH.read_bytes())
    more = tmp_path / "more.nt"
    more.write_text(f"<{BASE}paper/y> <{RDF.type}> <https://w3id.org/paper-kg/ns#Paper> .\n", encoding="utf-8")
    assert query(GRAPH, text) == query(str(tmp_path), text) == query(tmp_path / "graph.ttl", text)
    assert [cell.value for cell in query(GRAPH, text).rows[0]] == ["4"]  # type: ignore[union-attr]
    assert [cell.value for cell in query([GRAPH, more], text).rows[0]] == ["5"]  # type: ignore[union-attr]


def test_a_graph_in_memory_answers_like_its_file(tmp_path: Path) -> None:
    import networkx as nx

    from kg.graph.knowledge_graph import KnowledgeGraph
    from kg.rdf.triples import graph_triples

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("method/c++", kind="Method", label="C++")
    graph.add_node("task/parsing", kind="Task", label="parsing", names=("analysis",))
    memory = KnowledgeGraph(graph, base_iri="https://x.example/y/")
    file = tmp_path / "graph.nt"
    file.write_text("".join(f"{triple} .\n" for triple in graph_triples(memory)), encoding="utf-8")
    text = "SELECT ?x ?name { ?x a kg:Entity ; skos:prefLabel|skos:altLabel ?name }"
    answer = query(memory, text)
    assert answer.rows == query(file, text).rows == memory.query(text).rows
    assert answer.base_iri == "https://x.example/y/"
    assert [str(row[0]) for row in answer.rows] == [
        "<https://x.example/y/method/c%2B%2B>",
        "<https://x.example/y/task/parsing>",
        "<https://x.example/y/task/parsing>",
    ]


def test_mentions_are_read_where_a_query_names_nif(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_bytes(GRAPH.read_bytes())
    (tmp_path / "mentions.ttl").write_text(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
        f'<{BASE}paper/10.1%2Fbeta#char=8,50> a nif:Sentence ; nif:anchorOf "Alpha swims along RiverBank." .\n',
        encoding="utf-8",
    )
    bindings = {"subject": "Alpha", "relation": "evaluatedOn", "object": "RiverBank"}
    answer = query(tmp_path, load_question("who-says-so"), bindings)
    words = [row[3] and row[3].value for row in answer.rows]  # type: ignore[union-attr]
    assert words == [None, None, "Alpha swims along RiverBank."]
    assert query(tmp_path, "ASK { ?s a ?o FILTER(STRENDS(STR(?o), 'Sentence')) }").boolean is False


def test_rows_are_sorted_unless_the_query_orders_them() -> None:
    names = "SELECT ?n { ?x a kg:Model ; rdfs:label ?n }"
    assert [row[0].value for row in query(GRAPH, names).rows] == ["Alpha", "Beta", "large language models"]  # type: ignore[union-attr]
    backwards = [row[0].value for row in query(GRAPH, names + " ORDER BY DESC(?n)").rows]  # type: ignore[union-attr]
    assert backwards == ["large language models", "Beta", "Alpha"]


def test_blank_nodes_get_the_same_names_each_time(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text(
        '@prefix x: <http://x.example/> . x:a x:b [ x:c 1 ], [ x:c 2 ] . x:z x:b "é"@fr .', encoding="utf-8"
    )
    for text in ("SELECT ?s ?o { ?s <http://x.example/b> ?o }", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"):
        assert query(file, text) == query(file, text)
    assert len(query(file, "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }").triples) == 5


def test_bindings() -> None:
    beta = f"<{BASE}model/beta>"
    text = "SELECT ?x { ?x kg:comparedWith ?other }"
    assert len(query(GRAPH, text, {"other": beta}).rows) == 1
    assert query(GRAPH, text, {"other": f"{BASE}model/beta"}).rows == ()  # a literal
    triples = query(GRAPH, "CONSTRUCT { ?x kg:likes ?y } WHERE { ?x kg:comparedWith ?y }", {"y": beta}).triples
    assert len(triples) == 1
    assert query(GRAPH, "ASK { ?x rdfs:label ?name }", {"name": 'Gamma "quoted"'}).boolean
    with pytest.raises(UsageError, match=r"has no parameter nix; its variables are \?x, \?other"):
        query(GRAPH, text, {"nix": "1"})
    with pytest.raises(UsageError, match="is no IRI"):
        query(GRAPH, text, {"other": "<not an IRI>"})
    with pytest.raises(UsageError, match="no WHERE"):
        query(GRAPH, "DESCRIBE ?x", {"x": "1"})


def test_parameters_must_be_given_and_known() -> None:
    question = load_question("methods-for-task")
    with pytest.raises(
        UsageError, match=r"methods-for-task needs a value for task; it takes:\n  --bind task=…  The task"
    ):
        query(GRAPH, question)
    with pytest.raises(UsageError, match="methods-for-task has no parameter tusk; it takes:\n  --bind task="):
        query(GRAPH, question, {"task": "x", "tusk": "y"})
    with pytest.raises(UsageError, match="has no parameter x; it has no variables"):
        query(GRAPH, "ASK { kg:a kg:b kg:c }", {"x": "1"})


@pytest.mark.parametrize(
    "text", ["INSERT DATA { kg:a kg:b kg:c }", "LOAD <http://127.0.0.1/>", "CLEAR ALL", "drop all"]
)
def test_updates_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="-q: this is a SPARQL update"):
        query(GRAPH, parse_question(text, "-q"))


def test_nothing_leaves_the_machine() -> None:
    """Ask a server of our own through SERVICE, LOAD and FROM, and see that it never gets a connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.5)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        calls: list[object] = []

        def listen() -> None:
            with contextlib.suppress(TimeoutError):
                calls.append(server.accept())

        listener = threading.Thread(target=listen)
        listener.start()
        for text in (f"ASK {{ SERVICE SILENT <{address}> {{ ?s ?p ?o }} }}", f"LOAD <{address}>"):
            with pytest.raises(InputError):
                query(GRAPH, text)
        assert query(GRAPH, f"SELECT * FROM <{address}> {{ ?s ?p ?o }}").rows == ()  # noqa: S608
        listener.join()
    assert calls == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT ?x {\n ?x nope:a ?y }", r"q.rq, line 2, column \d+: not valid SPARQL: a prefix is not declared"),
        ("SELECT ?x {\n  ?x ! ?y }", r"q.rq, line 2, column 3: not valid SPARQL near '\?x ! \?y }'"),
        ("SELECT ?x { ?x a", r"q.rq, line 1, column 13: not valid SPARQL near '\?x a'"),
        ("SELECT ?x { ?x a kg:Model }\nLIMT 3", r"q.rq, line 2, column 1: not valid SPARQL near 'LIMT 3'"),
        ("SELECT ?a (COUNT(?o) AS ?n) { ?a ?b ?o }", r"line 1, .*: The SELECT contains a variable that is unbound"),
        ("SELECT * { FILTER(<http://x.example/f>(1)) }", r"q.rq: the query can't be answered: .*http://x.example/f"),
        ("", r"q.rq, line 1, column 1: not valid SPARQL"),
        ("Hello", r"q.rq, line 1, column 1: not valid SPARQL near 'Hello'"),
    ],
)
def test_mistakes_are_shown_where_they_are(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        query(GRAPH, parse_question(text, "q.rq"))
    assert len(str(caught.value)) < 200


def test_places_are_those_of_the_text_without_its_values() -> None:
    with pytest.raises(InputError, match="line 1, column 13"):
        query(GRAPH, "SELECT ?x { ?x rdfs:label }", {"x": "a\nb"})


def test_graphs_that_cannot_be_read(tmp_path: Path) -> None:
    ask = "ASK { ?s ?p ?o }"
    with pytest.raises(InputError, match=r"nowhere.ttl: there is no such graph"):
        query(tmp_path / "nowhere.ttl", ask)
    with pytest.raises(InputError, match=r"graph.ttl: there is no such graph"):
        query(tmp_path, ask)
    broken = tmp_path / "broken.ttl"
    broken.write_text("<http://x/a> <http://x/b> 1 .\n<http://x/a> nope:b 1 .\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken.ttl, line 2: the graph can't be read: .*nope"):
        query(broken, ask)
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"broken.ttl.*: the graph can't be read"):
        query(broken, ask)
    assert query([], ask).boolean is False


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { " + "{" * 20_000 + "}" * 20_000 + " }",
        "SELECT * { FILTER(" + "IF(true, " * 1000 + "1" + ", 0)" * 1000 + ") }",
        "SELECT * { FILTER(" + "! " * 50_000 + "1) }",
        "SELECT * { FILTER(" + "1||" * 50_000 + "1) }",
        "SELECT * { {} " + "UNION {} " * 50_000 + "}",
        "SELECT * { " + " ".join(f"BIND(1 AS ?x{number})" for number in range(20_000)) + " }",
    ],
    ids=["group", "if", "not", "or", "union", "bind"],
)
def test_a_query_that_would_end_the_program_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="nested too deeply or joins too many parts"):
        query(GRAPH, text)


def test_a_long_list_of_values_is_no_deep_query() -> None:
    values = " ".join(f'("{number}" 1)' for number in range(3000))
    assert query(GRAPH, f"SELECT * {{ VALUES (?a ?b) {{ {values} }} FILTER(?a = '7') }}").rows


def test_what_is_no_unicode_text_is_refused() -> None:
    with pytest.raises(InputError, match="the query is no Unicode text"):
        query(GRAPH, "ASK { ?s ?p '\udcff' }")
    for value in ("\udcff", "<http://x.example/\udcff>"):
        with pytest.raises(UsageError, match="--bind o: its value is no Unicode text"):
            query(GRAPH, "ASK { ?s ?p ?o }", {"o": value})
