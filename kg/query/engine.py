"""SPARQL over a graph, by Oxigraph, in memory and without a network."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import pyoxigraph as ox

from kg.errors import InputError
from kg.query.order import Row, order_rows, order_triples
from kg.query.questions import Question, bind, is_unicode, parse_question
from kg.query.syntax import is_federated, is_ordered, is_too_deep, query_form
from kg.rdf.iris import split_iri
from kg.rdf.vocabulary import CLASS_BY_KIND, NIF, PREFIXES, RDF_TYPE

if TYPE_CHECKING:
    from kg.graph.knowledge_graph import KnowledgeGraph

_PLACE: Final = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


class Answer(msgspec.Struct, frozen=True):
    """What a query found.

    Attributes:
        kind: `select`, `ask` or `construct` (DESCRIBE too).
        variables: the columns of a SELECT.
        rows: a SELECT's rows, a cell None where the variable has no value; in the query's order, else sorted.
        boolean: an ASK's answer.
        triples: a CONSTRUCT's triples, sorted.
        base_iri: what the graph's own resources start with, where that is known.
    """

    kind: Literal["select", "ask", "construct"]
    variables: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    boolean: bool | None = None
    triples: tuple[ox.Triple, ...] = ()
    base_iri: str | None = None

    def __str__(self) -> str:
        """The answer as text: a table, `true` or `false`, or Turtle."""
        from kg.query.answers import default_format, format_answer

        return format_answer(self, default_format(self)).decode()


def query(
    source: KnowledgeGraph | str | Path | Sequence[str | Path],
    question: Question | str,
    bindings: Mapping[str, str] | None = None,
) -> Answer:
    """Answer a SPARQL 1.1 query over a graph.

    Args:
        source: a graph in memory, an RDF file (or several, taken together), or a build directory: its `graph.ttl`, and
            its `mentions.ttl` as well where the query names NIF's namespace.
        question: the query's text, or a question from `kg.query.questions`.
        bindings: values for its parameters: literals, or IRIs between angle brackets.

    Raises:
        InputError: the graph or the query can't be read, or the query would change data or reach another machine.
        UsageError: the bindings are not those that the query takes.
    """
    if isinstance(question, str):
        question = parse_question(question, "the query")
    _check(question)
    text = bind(question, bindings or {})
    store, base_iri = _open(source, with_mentions=NIF in text)
    return _run(store, text, question.name, base_iri)


def _check(question: Question) -> None:
    """Refuse what is no query, changes data, reaches another machine, or is not valid."""
    if not is_unicode(question.text):
        raise InputError(f"{question.name}: the query is no Unicode text; write it in UTF-8")
    if query_form(question.text) == "update":
        raise InputError(
            f"{question.name}: this is a SPARQL update; kg only asks questions of a graph, never changes it"
        )
    if is_federated(question.text):
        raise InputError(
            f"{question.name}: SERVICE would ask another machine, and kg works offline; leave the SERVICE block out "
            "(a prefix with `service` in its name needs another name)"
        )
    if is_too_deep(question.text):
        raise InputError(f"{question.name}: the query is nested too deeply or joins too many parts; make several of it")
    # Parsed before any value is put in, so that the places in messages are those of the reader's text.
    _evaluate(ox.Store(), question.text, question.name)


def _run(store: ox.Store, text: str, name: str, base_iri: str | None) -> Answer:
    result = _evaluate(store, text, name)
    try:
        if isinstance(result, ox.QueryBoolean):
            return Answer("ask", boolean=bool(result), base_iri=base_iri)
        if isinstance(result, ox.QueryTriples):
            return Answer("construct", triples=order_triples(result), base_iri=base_iri)
        names = tuple(variable.value for variable in result.variables)
        rows = order_rows((tuple(row[name] for name in names) for row in result), keep=is_ordered(text))
        return Answer("select", variables=names, rows=rows, base_iri=base_iri)
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{name}: the query can't be answered: {error}") from None


def _evaluate(store: ox.Store, text: str, name: str) -> ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples:
    try:
        return store.query(text, prefixes=PREFIXES)
    except SyntaxError as error:
        raise InputError(_explain(str(error), text, name)) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{name}: the query can't be answered: {error}") from None


def _explain(message: str, text: str, name: str) -> str:
    """Say where a query is not valid, in the reader's terms.

    Oxigraph names the farthest place that any rule of its grammar came to, and all that could stand there; among that
    are sentences on what is wrong, which are kept. rdflib's parser names where the part that it can't read begins.
    """
    from pyparsing import ParseBaseException
    from rdflib.plugins.sparql.parser import parseQuery

    match = _PLACE.match(message)
    if not match:
        return f"{name}: not valid SPARQL: {message}"
    reasons = re.findall(r"(?:^expected (?:one of )?|, )([A-Z][a-z]+ [A-Za-z][^,\[\]]*)", match[3])
    line, column = int(match[1]), int(match[2])
    if "Prefix not found" in reasons:
        reasons = ["a prefix is not declared (PREFIX name: <address>)"]
    elif not reasons:
        with contextlib.suppress(RecursionError):
            try:
                parseQuery(text)
            except ParseBaseException as error:
                line, column = error.lineno, error.column
    lines = text.splitlines()
    rest = lines[line - 1][column - 1 :].strip() if line <= len(lines) else ""
    near = "" if reasons else f" near {rest[:40]!r}" if rest else " at its end" if line >= len(lines) else ""
    return f"{name}, line {line}, column {column}: not valid SPARQL{near}" + "".join(
        f": {reason}" for reason in reasons
    )


def _open(
    source: KnowledgeGraph | str | Path | Sequence[str | Path], *, with_mentions: bool
) -> tuple[ox.Store, str | None]:
    store = ox.Store()
    if isinstance(source, str | Path):
        source = [source]
    if isinstance(source, Sequence):
        for path in _files(source, with_mentions=with_mentions):
            _load(store, path)
        return store, _guess_base(store)
    from kg.rdf.triples import graph_triples

    store.bulk_extend(ox.Quad(*triple) for triple in graph_triples(source))
    return store, source.base_iri


def _files(sources: Iterable[str | Path], *, with_mentions: bool) -> Iterable[Path]:
    for source in map(Path, sources):
        if not source.is_dir():
            yield source
            continue
        yield source / "graph.ttl"
        if with_mentions and (source / "mentions.ttl").exists():
            yield source / "mentions.ttl"


def _load(store: ox.Store, path: Path) -> None:
    try:
        store.bulk_load(path=str(path), format=ox.RdfFormat.from_extension(path.suffix[1:]) or ox.RdfFormat.TURTLE)
    except FileNotFoundError:
        raise InputError(
            f"{path}: there is no such graph; give a Turtle file or the directory that `kg build` wrote"
        ) from None
    except SyntaxError as error:
        place = f", line {error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{place}: the graph can't be read: {error.msg}") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{path}: the graph can't be read: {error}") from None


def _guess_base(store: ox.Store) -> str | None:
    """Give the base IRI of a graph that was read from files, by the IRI of one of its papers."""
    quad = next(iter(store.quads_for_pattern(None, RDF_TYPE, CLASS_BY_KIND["Paper"])), None)
    if quad is None or not isinstance(quad.subject, ox.NamedNode):
        return None
    try:
        return split_iri(quad.subject.value)[0]
    except ValueError:
        return None
