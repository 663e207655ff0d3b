"""Minting: injective, reversible, and read alike by every parser."""

import subprocess
import unicodedata

import pyoxigraph
import pytest
import rdflib
from hypothesis import example, given
from hypothesis import strategies as st

from kg.errors import UsageError
from kg.rdf.iris import (
    KIND_BY_SEGMENT,
    assertion_iri,
    is_web_iri,
    normalise_base,
    parse_text_fragment,
    record_iri,
    split_iri,
    text_fragment_iri,
    to_iri,
    to_node_id,
)
from tests.conftest import find_program
from tests.rdf.graphs import AWKWARD

BASE = "https://paper-kg.example/"
keys = st.text(min_size=1, max_size=20)
node_ids = st.builds(
    "{}/{}".format, st.sampled_from(sorted(KIND_BY_SEGMENT)), st.one_of(keys, st.sampled_from(AWKWARD))
)


@pytest.mark.parametrize(
    ("node_id", "path"),
    [
        ("method/c", "method/c"),
        ("method/c++", "method/c%2B%2B"),
        ("method/c#", "method/c%23"),
        ("paper/10.18653/v1/2024.acl-long.1", "paper/10.18653%2Fv1%2F2024.acl-long.1"),
        ("paper/sha256:00ff", "paper/sha256%3A00ff"),
        ("task/schwäbisch", "task/schwäbisch"),
        ("dataset/𛅰", "dataset/𛅰"),
        ("dataset/हिन्दी", "dataset/हिन्दी"),
        ("metric/½", "metric/½"),
        ("metric/100%", "metric/100%25"),
        ("metric/%25", "metric/%2525"),
        ("method/..", "method/%2E%2E"),
        ("method/...", "method/%2E%2E%2E"),
        ("method/v1.", "method/v1."),
        ("keyword/🙂", "keyword/%F0%9F%99%82"),
        ("keyword/x\U000e0100", "keyword/x%F3%A0%84%80"),
        ("keyword/e\u0301", "keyword/e%CC%81"),
        ("keyword/:\u0301", "keyword/%3A%CC%81"),
        ("model/a b/c", "model/a%20b%2Fc"),
    ],
)
def test_minted_paths(node_id: str, path: str) -> None:
    assert to_iri(BASE, node_id) == BASE + path
    assert to_node_id(BASE, BASE + path) == node_id


@given(node_ids)
@example("method/a\u0338b")
@example("method/=\u0338")
def test_every_key_comes_back_from_a_valid_iri(node_id: str) -> None:
    iri = to_iri(BASE, node_id)
    assert to_node_id(BASE, iri) == node_id
    assert split_iri(iri) == (BASE, iri.removeprefix(BASE))
    assert unicodedata.is_normalized("NFC", iri)
    assert is_web_iri(iri)
    assert pyoxigraph.NamedNode(iri).value == iri
    turtle = f"<{iri}> <{iri}#char=0,1> <{iri}> ."
    read = {term for triple in rdflib.Graph().parse(data=turtle, format="turtle") for term in triple}
    assert read == {rdflib.URIRef(iri), rdflib.URIRef(f"{iri}#char=0,1")}


@given(node_ids, node_ids)
def test_two_nodes_never_share_an_iri(one: str, other: str) -> None:
    assert (to_iri(BASE, one) == to_iri(BASE, other)) == (one == other)


def test_raptor_reads_awkward_iris_unchanged() -> None:
    rapper = find_program("rapper", package="raptor2-utils")
    iris = {to_iri(BASE, f"model/{key}") for key in AWKWARD}
    turtle = "".join(f"<{iri}> a <{iri}#char=0,1> .\n" for iri in sorted(iris))
    command = [rapper, "-q", "-i", "turtle", "-o", "ntriples", "-", BASE]
    output = subprocess.run(command, input=turtle.encode(), capture_output=True, check=True).stdout
    read = {triple.subject.value for triple in pyoxigraph.parse(output, format=pyoxigraph.RdfFormat.N_TRIPLES)}
    assert read == iris


@pytest.mark.parametrize(
    "node_id", ["method/", "method", "spell/x", "topic/x", "", "Model/x", "https://a b/", "http://"]
)
def test_what_is_no_node_id_is_not_minted(node_id: str) -> None:
    with pytest.raises(ValueError, match=r"is no node id|not a valid IRI"):
        to_iri(BASE, node_id)


@pytest.mark.parametrize(
    "iri", ["method/c%2b", "method/a/b", "method/", "spell/x", "method/%C3%28", "method/%41", "method/a#char=0,1", ""]
)
def test_what_was_not_minted_has_no_node_id(iri: str) -> None:
    with pytest.raises(ValueError, match="is not the IRI of a node"):
        to_node_id(BASE, BASE + iri)


def test_a_topic_keeps_its_iri_unless_it_would_clash() -> None:
    topic = "https://topics.example/onto#parsing"
    assert to_iri(BASE, topic) == topic == to_node_id(BASE, topic)
    with pytest.raises(ValueError, match="outside"):
        to_iri(BASE, BASE + "method/c")


@given(st.sampled_from(AWKWARD), st.integers(0, 9999), st.integers(0, 9999))
def test_places_in_texts_come_back(key: str, start: int, end: int) -> None:
    iri = text_fragment_iri(BASE, f"paper/{key}", start, end)
    assert parse_text_fragment(BASE, iri) == (f"paper/{key}", start, end)


@pytest.mark.parametrize(
    "fragment", ["", "#char=1", "#char=01,2", "#char=1,-2", "#line=1,2", "#char=1,2#", "#char=١,٢"]
)
def test_other_fragments_are_no_places(fragment: str) -> None:
    with pytest.raises(ValueError, match="char=START,END"):
        parse_text_fragment(BASE, f"{BASE}paper/x{fragment}")


def test_hashes_tell_their_parts_apart() -> None:
    said = [("a", "b", "c", "d"), ("a", "bc", "", "d"), ("a", "b", "d", "c"), ("a\nb", "c", "", "d")]
    assert len({assertion_iri(BASE, *parts) for parts in said}) == len(said)
    assert record_iri(BASE, "f", "line 1", "c", None) != record_iri(BASE, "f", "line 1", "c", "")


@pytest.mark.parametrize(
    ("given_base", "base"),
    [
        ("https://example.org/", "https://example.org/"),
        (" HTTP://Example.ORG:8080/Kg/ ", "http://example.org:8080/Kg/"),
        ("https://bücher.example/ü/", "https://bücher.example/ü/"),
        ("https://example.org/a%20b/", "https://example.org/a%20b/"),
    ],
)
def test_good_bases(given_base: str, base: str) -> None:
    assert normalise_base(given_base) == base


@pytest.mark.parametrize(
    ("base", "says"),
    [
        ("", "not absolute"),
        ("example.org/", "not absolute"),
        ("urn:kg:", "not absolute"),
        ("ftp://example.org/", "not absolute"),
        ("https://example.org/kg", "does not end in '/': write https://example.org/kg/"),
        ("https://example.org/kg#", "'#'"),
        ("https://example.org/?a=/", "query"),
        ("https://me@example.org/", "user name"),
        ("https:///kg/", "not a valid IRI"),
        ("https://example.org/a b/", "not a valid IRI"),
        ("https://example.org/100%/", "not a valid IRI"),
        ("https://example.org/../kg/", "not a valid IRI"),
        ("https://example.org/<kg>/", "not a valid IRI"),
        ("https://schema.org/kg/", "vocabulary"),
    ],
)
def test_bad_bases(base: str, says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("?", r"\?")):
        normalise_base(base)


def test_hashes_stay_what_they_were() -> None:
    """Other people's data points at these addresses, so a change here needs a new version of the ontology."""
    said = ("paper/10.5555/a", "uses", "dataset/skybench", "paper/10.5555/a")
    assert assertion_iri(BASE, *said) == f"{BASE}assertion/1139bb1a7a11e65bc18581485477f046"
    assert record_iri(BASE, "list.jsonl", "line 1", "0" * 64, None) == f"{BASE}record/ead030eede8db7d35575ff2ba3ca6dbf"
