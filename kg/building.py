"""The whole line from papers to a knowledge graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from kg.errors import InputError, Problem
from kg.extraction.corpus import Progress, extract_papers
from kg.extraction.records import Extraction
from kg.extraction.term_files import ReadLists, read_lists
from kg.graph.building import build_graph
from kg.graph.knowledge_graph import DEFAULT_BASE_IRI, KnowledgeGraph, Sources
from kg.papers import InputFile, Paper, Reading, paper_key, read_papers
from kg.rdf.iris import normalise_base
from kg.resolution.entities import resolve
from kg.version import __version__

NO_NAMES = ReadLists()


def build(
    paths: str | Path | Iterable[str | Path],
    *,
    jobs: int = 1,
    base_iri: str = DEFAULT_BASE_IRI,
    terms: str | Path | Iterable[Sequence[str]] = (),
    stop: str | Path | Iterable[str | Sequence[str]] = (),
    min_score: float = 0,
    progress: Progress | None = None,
) -> KnowledgeGraph:
    """Read papers and make a knowledge graph of them.

    What can't be read is listed in the graph's `sources.problems`, and the rest goes on.

    >>> graph = build("papers/", jobs=4)                # doctest: +SKIP
    >>> graph                                           # doctest: +SKIP
    <KnowledgeGraph: 31 papers, 212 entities, 433 edges>

    Args:
        paths: files, folders or patterns (`pages/*.txt`), plain or compressed by gzip.
        jobs: number of processes; the graph does not depend on it.
        base_iri: what the IRIs of the graph's resources start with; ends in `/`.
        terms: names that are entities wherever they stand: a file (`kg.extraction.term_files` says of which form), or
            tuples of name, type and, if there is one, canonical name.
        stop: names that are no entities: a file, or names, each alone or in a tuple with the type that it may not have.
        min_score: leave out entities of a paper of which no mention has this score, and what hangs on them.
        progress: called with the number of finished papers and of all.

    Raises:
        InputError: there is no paper in all of this, or a file of names can't be read.
        UsageError: the base IRI is not a valid one, or a term is not as it should be.
    """
    paths = [paths] if isinstance(paths, str | Path) else list(paths)
    names = read_lists(terms, stop)
    reading = read_papers(paths)
    if not reading.papers:
        raise InputError("; ".join(["there is no paper in the input", *map(str, reading.problems[:3])]))
    return build_from_reading(
        reading, jobs=jobs, base_iri=base_iri, names=names, min_score=min_score, progress=progress
    )


def build_from_reading(
    reading: Reading,
    *,
    jobs: int = 1,
    base_iri: str = DEFAULT_BASE_IRI,
    names: ReadLists = NO_NAMES,
    min_score: float = 0,
    cache: Path | None = None,
    earlier: Iterable[Extraction] = (),
    progress: Progress | None = None,
) -> KnowledgeGraph:
    """Make a knowledge graph of papers that were read.

    Args:
        reading: papers, merged, and what could not be read.
        jobs: number of processes.
        base_iri: what the IRIs of the graph's resources start with.
        names: a person's terms and stop names.
        min_score: leave out entities of a paper of which no mention has this score, and what hangs on them.
        cache: where finished extractions are kept while the work goes on, so that a stopped build resumes.
        earlier: extractions of an earlier build, reused where text and model are the same.
        progress: called with the number of finished papers and of all.
    """
    base_iri = normalise_base(base_iri)
    extractions = extract_papers(
        [paper for paper in reading.papers if paper.language is None],  # the pipeline reads English alone
        jobs=jobs,
        cache=cache,
        earlier=earlier,
        progress=progress,
        lists=names.lists,
        min_score=min_score,
    )
    return assemble(
        reading.papers,
        extractions,
        problems=(*reading.problems, *names.problems),
        inputs=(*reading.inputs, *names.inputs),
        base_iri=base_iri,
        versions={name: version(name) for name in ("onnxruntime", "spacy")},
    )


def assemble(
    papers: Iterable[Paper],
    extractions: Iterable[Extraction],
    *,
    problems: Iterable[Problem] = (),
    inputs: Iterable[InputFile] = (),
    base_iri: str = DEFAULT_BASE_IRI,
    versions: dict[str, str] | None = None,
) -> KnowledgeGraph:
    """Make a knowledge graph of papers and what was extracted from them.

    Args:
        papers: each with another key, in any order.
        extractions: in any order; those of other papers are left out.
        problems: what could not be read.
        inputs: the files that were read.
        base_iri: what the IRIs of the graph's resources start with.
        versions: name → version of what made the extractions.
    """
    by_key = {paper_key(paper): paper for paper in papers}
    found = {extraction.id: extraction for extraction in extractions if extraction.id in by_key}
    kept: Sequence[Extraction] = [found[key] for key in sorted(found)]
    resolution = resolve(by_key, kept)
    models = sorted({extraction.model for extraction in kept if extraction.model})
    sources = Sources(
        papers=tuple(by_key[key] for key in sorted(by_key)),
        extractions=tuple(kept),
        mentions=resolution.mentions,
        problems=tuple(problems),
        inputs=tuple(sorted(inputs)),
        versions={"kg": __version__} | ({"model": ", ".join(models)} if models else {}) | (versions or {}),
    )
    return KnowledgeGraph(build_graph(by_key, resolution), sources, base_iri)
