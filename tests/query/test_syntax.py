"""Reading SPARQL texts: what is refused, and where values go."""

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.query.syntax import is_federated, is_ordered, pattern_start, query_form, split_tokens, variables

FEDERATED = [
    "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
    "SELECT * { service silent ?where { ?s ?p ?o } }",
    "SELECT * { SERVICESILENT<http://127.0.0.1:9/>{ ?s ?p ?o } }",
    "PREFIX ex: <http://127.0.0.1:9/> SELECT * { SERVICEex:a { ?s ?p ?o } }",
    "PREFIX ex: <http://127.0.0.1:9/> SELECT * { ?a ?b trueSERVICE ex:a { ?s ?p ?o } }",
    "PREFIX ex: <http://127.0.0.1:9/> SELECT * { ?a ?b 1SERVICE ex:a { ?s ?p ?o } }",
    "PREFIX ex: <http://127.0.0.1:9/> SELECT * { ?a ?b ex:.SERVICE ex:a { ?s ?p ?o } }",
    "PREFIX ex: <http://127.0.0.1:9/> SELECT * { ?a ?b ?c.SERVICE ex:a { ?s ?p ?o } }",
    # A comparison, then a comment with the start of a long string; read as an IRI, the string would hide what follows.
    'SELECT * { FILTER(1<2#c>"""\n) SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } #"""\n}',
    'SELECT * { FILTER(1<2&&\'a\'=\'>"""\') SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } #"""\n}',
    'SELECT * { ?s ?p "\\"" . SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }',
    "SELECT * { ?s ?p 'it''s' . SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
]
LOCAL = [
    'SELECT * { ?s ?p "web service composition" }',
    "SELECT * { ?s ?p '''SERVICE <http://127.0.0.1:9/> {}''' }",
    "SELECT * { ?service ?p ?o } # SERVICE",
    "PREFIX ex: <http://x.example/service#> SELECT * { ?s ex:service ?o ; ex:a.service 1 }",
    "SELECT * { <http://x.example/service> ?p ?o }",
]


@pytest.mark.parametrize("text", FEDERATED)
def test_what_asks_another_machine_is_found(text: str) -> None:
    assert is_federated(text)


@pytest.mark.parametrize("text", LOCAL)
def test_the_word_service_alone_is_no_crime(text: str) -> None:
    ox.Store().query(text)
    assert not is_federated(text)


#: parts of a pattern whose quotes, hashes and angle brackets can be misread
PARTS = [
    "?s ?p 'it' .",
    'FILTER(1<2#c>"""\n)',
    "FILTER(1<2&&'a'='>\"\"\"')",
    "FILTER(?s<?p&&?p>?s)",
    "FILTER('<'!=\"#\")",
    'OPTIONAL { ?s ?p """\n#"" """ }',
    "?s <urn:x#y> '#' .",
    "?s ?p ''''a'''@en .",
    '#"""\n',
    "#'\n",
    "{}",
    "?s ?p '\\'' , \"\" .",
]


@given(st.lists(st.sampled_from(PARTS), max_size=6), st.lists(st.sampled_from(PARTS), max_size=6))
def test_a_service_is_found_whatever_stands_around_it(before: list[str], after: list[str]) -> None:
    federated = "SERVICE <http://127.0.0.1:9/> { ?s ?p ?o }"
    ox.Store().query(f"SELECT * {{ {' '.join(before)} {' '.join(after)} }}")  # the parts are valid together
    assert is_federated(f"SELECT * {{ {' '.join(before)} {federated} {' '.join(after)} }}")


@given(st.text())
def test_tokens_are_the_text_in_order(text: str) -> None:
    end = 0
    for token in split_tokens(text):
        assert token.start >= end
        assert text.startswith(token.text, token.start)
        end = token.start + len(token.text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("# SELECT\nask { }", "ask"),
        ("BASE <http://x/> PREFIX insert: <http://x/> DESCRIBE <y>", "describe"),
        ("prefix x: <http://x/> insert data { x:a x:b x:c }", "update"),
        ("WITH <http://x/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", "update"),
        ("", ""),
        ("SELCT ?x { ?x ?y ?z }", ""),
    ],
)
def test_forms(text: str, form: str) -> None:
    assert query_form(text) == form


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("SELECT ?x { ?x ?y ?z }", " ?x ?y ?z }"),
        ("SELECT (EXISTS { ?a ?b ?c } AS ?x) WHERE { ?y ?y ?y }", " ?y ?y ?y }"),
        ("CONSTRUCT { ?a ?b 1 } FROM <http://x/> WHERE { ?a ?b ?c }", " ?a ?b ?c }"),
        ("SELECT * { { SELECT ?x { ?x ?y ?z } } }", " { SELECT ?x { ?x ?y ?z } } }"),
        ("SELECT * { SELECT ?x { ?x ?y ?z } }", " ?x ?y ?z } }"),
        ("SELECT * {}", "}"),
        ("SELECT * { # {\n ?a ?b '{' }", " # {\n ?a ?b '{' }"),
    ],
)
def test_the_outermost_pattern_is_found(text: str, rest: str) -> None:
    start = pattern_start(text)
    assert start is not None
    assert text[start:] == rest
    ox.Store().query(text[:start] + ' VALUES (?a) { ("1") } ' + text[start:])


@pytest.mark.parametrize("text", ["DESCRIBE <http://x/>", "CONSTRUCT WHERE { ?a ?b ?c }", ""])
def test_where_no_value_can_go(text: str) -> None:
    assert pattern_start(text) is None


def test_order_and_variables() -> None:
    assert is_ordered("SELECT * { ?s ?p ?o } order by ?s")
    assert not is_ordered("SELECT ?order { ?s ?order 'ORDER BY' }")
    assert variables("SELECT ?a { ?a ?b $c . ?b ?a '?d' } # ?e") == ("a", "b", "c")
