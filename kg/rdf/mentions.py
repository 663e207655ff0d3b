"""Where the texts of papers name entities, in NIF 2.0 (Hellmann et al. 2013, "Integrating NLP using linked data").

A paper's text is a `nif:Context`, each sentence that is evidence in the graph a `nif:Sentence`, each mention a
`nif:Phrase`. All are named by RFC 5147 fragments of the paper's IRI, so that `kg:evidence` of the
graph points into this file.
"""

from collections import defaultdict
from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from kg.errors import InputError
from kg.extraction.records import Span
from kg.graph.knowledge_graph import KnowledgeGraph
from kg.rdf import vocabulary as v
from kg.rdf.iris import normalise_base, text_fragment_iri, to_iri
from kg.rdf.properties import encode_score
from kg.rdf.triples import sort_key
from kg.resolution.identifiers import node_id


def mention_triples(graph: KnowledgeGraph) -> list[Triple]:
    """Say in RDF where the texts of a graph's sources name its entities.

    Returns:
        Distinct triples without blank nodes, sorted; none for a graph without sources.

    Raises:
        InputError: a mention or evidence of a paper without text, or outside it.
    """
    base = normalise_base(graph.base_iri)
    texts = {node_id("Paper", extraction.id): extraction.text for extraction in graph.sources.extractions}
    triples: set[Triple] = set()
    for paper, text in texts.items():
        if text:
            triples.update(_context_triples(base, paper, text))
    for paper, spans in _evidence(graph).items():
        # Without sources there are no texts to point into, and nothing to write.
        for span in spans if texts else ():
            triples.update(_string_triples(base, paper, span, texts, v.NIF_SENTENCE))
    for mention in graph.sources.mentions:
        span = (mention.start, mention.end)
        triples.update(_string_triples(base, mention.paper, span, texts, v.NIF_PHRASE))
        phrase = NamedNode(text_fragment_iri(base, mention.paper, *span))
        triples.add(Triple(phrase, v.TA_IDENT_REF, NamedNode(to_iri(base, mention.entity))))
        triples.add(Triple(phrase, v.TA_CONFIDENCE, encode_score(mention.score)))
    return sorted(triples, key=sort_key)


def _evidence(graph: KnowledgeGraph) -> dict[str, set[Span]]:
    """Collect the sentences that the graph's edges name: paper id → spans."""
    spans: defaultdict[str, set[Span]] = defaultdict(set)
    for _, _, attributes in graph.graph.edges(data=True):
        for paper, start, end in attributes.get("evidence", ()):
            spans[paper].add((start, end))
    return spans


def _context_triples(base: str, paper: str, text: str) -> Iterator[Triple]:
    context = NamedNode(text_fragment_iri(base, paper, 0, len(text)))
    yield Triple(context, v.RDF_TYPE, v.NIF_CONTEXT)
    yield Triple(context, v.RDF_TYPE, v.NIF_STRING)
    yield Triple(context, v.NIF_IS_STRING, Literal(text))
    yield Triple(context, v.NIF_SOURCE_URL, NamedNode(to_iri(base, paper)))
    yield from _index_triples(context, (0, len(text)))


def _string_triples(base: str, paper: str, span: Span, texts: dict[str, str], kind: NamedNode) -> Iterator[Triple]:
    start, end = span
    text = texts.get(paper, "")
    if not 0 <= start < end <= len(text):
        raise InputError(f"{paper!r} has no text from {start} to {end}: its extraction belongs to another text")
    string = NamedNode(text_fragment_iri(base, paper, start, end))
    yield Triple(string, v.RDF_TYPE, kind)
    yield Triple(string, v.RDF_TYPE, v.NIF_STRING)
    yield Triple(string, v.NIF_ANCHOR_OF, Literal(text[start:end]))
    yield Triple(string, v.NIF_REFERENCE_CONTEXT, NamedNode(text_fragment_iri(base, paper, 0, len(text))))
    yield from _index_triples(string, span)


def _index_triples(string: NamedNode, span: Span) -> Iterator[Triple]:
    for predicate, index in zip((v.NIF_BEGIN_INDEX, v.NIF_END_INDEX), span, strict=True):
        yield Triple(string, predicate, Literal(str(index), datatype=v.XSD_NON_NEGATIVE_INTEGER))
