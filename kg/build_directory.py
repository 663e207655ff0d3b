"""A build directory: all that `kg build` writes, and the way back to a graph with its sources."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import msgspec
import networkx as nx

from kg.errors import InputError, OutputError, Problem, UsageError
from kg.export.files import replace_file
from kg.export.page import write_page
from kg.export.turtle import write_mentions, write_turtle
from kg.extraction.records import Extraction
from kg.extraction.serialisation import encode_extraction, read_extractions
from kg.graph.analysis import summarise
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI, KnowledgeGraph, Sources
from kg.papers.identity import paper_key
from kg.papers.paper import Paper
from kg.papers.reading import InputFile
from kg.rdf.loading import load_turtle
from kg.resolution.entities import resolve

PAPERS: Final = "papers.jsonl"
EXTRACTIONS: Final = "extractions.jsonl"
GRAPH: Final = "graph.ttl"
MENTIONS: Final = "mentions.ttl"
PAGE: Final = "graph.html"
REPORT: Final = "report.json"
#: extractions of a build that is under way or was stopped
UNFINISHED: Final = ".extractions.unfinished"


class Report(msgspec.Struct, frozen=True):
    """What a build read, found and could not read; no times, so that it is the same for the same input.

    Attributes:
        versions: name → version of what made the graph.
        base_iri: what the IRIs of the graph's resources start with.
        inputs: the files that were read, with checksums.
        nodes: kind → how many.
        edges: relation → how many.
        problems: what could not be read.
    """

    versions: dict[str, str] = {}
    base_iri: str = DEFAULT_BASE_IRI
    inputs: tuple[InputFile, ...] = ()
    nodes: dict[str, int] = {}
    edges: dict[str, int] = {}
    problems: tuple[Problem, ...] = ()


def save(graph: KnowledgeGraph, directory: Path, max_nodes: int | None = None) -> tuple[Path, ...]:
    """Write a build directory; `KnowledgeGraph.save` describes it.

    Raises:
        OutputError: the directory or a file can't be written.
    """
    writers: dict[str, Callable[[KnowledgeGraph, Path], object]] = {
        PAPERS: _write_papers,
        EXTRACTIONS: _write_extractions,
        GRAPH: write_turtle,
        MENTIONS: write_mentions,
        PAGE: lambda graph, target: write_page(graph, target, max_nodes),
        REPORT: _write_report,
    }
    make_directory(directory)
    for name, write in writers.items():
        write(graph, directory / name)
    return tuple(directory / name for name in writers)


def check_output(directory: Path, inputs: Iterable[str | Path]) -> None:
    """Make sure that a build would overwrite neither its own input nor what kg didn't write.

    Args:
        directory: where the build would be written; it may not exist yet.
        inputs: the files and folders that it reads.

    Raises:
        UsageError: the directory is one of the inputs, an input has a name that the build writes, or a file of
            such a name is there that no build wrote.
    """
    target = os.path.realpath(directory)
    names = (PAPERS, EXTRACTIONS, GRAPH, MENTIONS, PAGE, REPORT)
    for given in inputs:
        real = os.path.realpath(given)
        folder, name = os.path.split(real)
        if real == target:
            raise UsageError(f"{directory} is the input, too: give another directory, for example {directory / 'kg'}")
        if folder == target and name in names:
            raise UsageError(f"{given} is an input that the build would overwrite: give another directory")
    if (directory / UNFINISHED).exists() or _is_report(directory / REPORT):
        return
    for name in names:
        if os.path.lexists(directory / name):
            raise UsageError(f"{directory / name} was not written by `kg build`: give another directory or remove it")


def _is_report(path: Path) -> bool:
    try:
        return bool(read_report(path).versions)
    except InputError:
        return False


def make_directory(directory: Path) -> None:
    """Make a directory that can be written in.

    Raises:
        OutputError: it can't be made, or nothing can be written in it.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise OutputError(f"can't write into {directory}: {error.strerror or error}") from error


def load(path: Path) -> KnowledgeGraph:
    """Load a graph; `KnowledgeGraph.load` describes it.

    Raises:
        InputError: there is no such graph, or it can't be read.
    """
    if not path.is_dir():
        return load_turtle(path)
    find_graph(path)
    report = read_report(path / REPORT)
    if (path / REPORT).is_file() and not report.nodes:
        # Turtle without a triple is an empty file, which `load_turtle` takes for a broken one
        return KnowledgeGraph(nx.MultiDiGraph(), _sources(path, report), report.base_iri)
    graph = load_turtle(path / GRAPH)
    sources = _sources(path, report)
    mentions = tuple(one for one in sources.mentions if one.entity in graph.graph and one.paper in graph.graph)
    graph.sources = msgspec.structs.replace(sources, mentions=mentions)
    return graph


def find_graph(path: Path) -> Path:
    """Give the Turtle file of a build directory; any other path is that of a file itself.

    Raises:
        InputError: a directory without a graph.
    """
    if not path.is_dir():
        return path
    if not (path / GRAPH).is_file():
        raise InputError(f"{path}: no {GRAPH} in it; give a directory that `kg build` wrote, or a Turtle file")
    return path / GRAPH


def _sources(path: Path, report: Report) -> Sources:
    """Read what a build was made from; mentions are found again, as when it was built."""
    papers = {paper_key(paper): paper for paper in read_stored_papers(path / PAPERS)}
    extractions = tuple(one for one in _read_extractions(path / EXTRACTIONS) if one.id in papers)
    return Sources(
        papers=tuple(papers.values()),
        extractions=extractions,
        mentions=resolve(papers, extractions).mentions,
        problems=report.problems,
        inputs=report.inputs,
        versions=report.versions,
    )


def read_report(path: Path) -> Report:
    """Read the report of a build; an empty one where there is none.

    Raises:
        InputError: it is no report.
    """
    if not path.is_file():
        return Report()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: not the report of a build: {error}") from error


def read_earlier(directory: Path) -> tuple[Extraction, ...]:
    """Read the extractions of the build that a directory holds; none where there is no build or it can't be read."""
    try:
        return tuple(_read_extractions(directory / EXTRACTIONS))
    except (InputError, OSError):
        return ()


def is_build_directory(path: Path) -> bool:
    """Say whether a directory looks like the output of `kg build`."""
    # unlike Path.is_file, this raises nothing for a folder in which one may not look
    return all(os.path.isfile(path / name) for name in (PAPERS, GRAPH, REPORT))  # noqa: PTH113


def _write_papers(graph: KnowledgeGraph, target: Path) -> None:
    with replace_file(target) as file:
        for paper in graph.sources.papers:
            file.write(msgspec.json.encode(paper) + b"\n")


def _write_extractions(graph: KnowledgeGraph, target: Path) -> None:
    with replace_file(target) as file:
        for extraction in graph.sources.extractions:
            file.write(encode_extraction(extraction) + b"\n")


def _write_report(graph: KnowledgeGraph, target: Path) -> None:
    summary = summarise(graph)
    report = Report(
        versions=dict(sorted(graph.sources.versions.items())),
        base_iri=graph.base_iri,
        inputs=graph.sources.inputs,
        nodes=summary.nodes,
        edges=summary.edges,
        problems=graph.sources.problems,
    )
    with replace_file(target) as file:
        file.write(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


def read_stored_papers(path: Path) -> Iterator[Paper]:
    """Read the papers of a build; none where there is no such file.

    Raises:
        InputError: a line is no paper; the message names it.
    """
    if not path.is_file():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield msgspec.json.decode(line, type=Paper)
            except ValueError as error:
                raise InputError(f"{path}, line {number}: not a paper as kg build writes it: {error}") from error


def _read_extractions(path: Path) -> Iterator[Extraction]:
    return read_extractions(path) if path.is_file() else iter(())
