"""`kg build`: papers to a knowledge graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kg.cli.application import BAD_INPUT, INTERRUPTED
from kg.cli.console import count, show_message, show_problems, show_progress
from kg.cli.names import MinScore, Stop, Terms
from kg.errors import InputError, OutputError

if TYPE_CHECKING:
    from kg.extraction.term_files import ReadLists
    from kg.graph.knowledge_graph import KnowledgeGraph
    from kg.papers import Reading

EXAMPLES: Final = """\b
Examples:
  kg build papers/
  kg build 'pages/*.txt' 2024.acl.xml.gz more.jsonl -o acl --jobs 4
  kg build papers/ --base-iri https://kg.example.org/ --strict
  kg build papers/ --terms terms.csv --stop stop.txt --min-score 0.5"""


def build(
    *,
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT", help="Files, folders or patterns, also compressed or archives; - is standard input."
        ),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The directory to write.", show_default=True)
    ] = Path("exports"),
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
    terms: Terms = None,
    stop: Stop = None,
    min_score: MinScore = 0,
    format: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="The format of standard input, if content does not tell."),
    ] = None,
    base_iri: Annotated[
        str, typer.Option("--base-iri", metavar="IRI", help="What the IRIs of papers, entities … start with.")
    ] = "https://paper-kg.example/",
    max_nodes: Annotated[
        int | None,
        typer.Option("--max-nodes", min=1, metavar="N", help="How many nodes the page draws at first; see `kg view`."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing when there is any problem in the input.")
    ] = False,
) -> None:
    """Read papers and write their knowledge graph.

    Each format is recognised by its content: BibTeX, RIS, CSL-JSON, CSV, JSON (Lines), OpenAlex, Semantic Scholar,
    Crossref, OpenReview, arXiv, PubMed, JATS, TEI, DBLP, ACL Anthology XML, web pages and saved lecture pages.
    What can't be read is reported, and the rest goes on; the exit code is then 1.
    A build that was stopped goes on where it was when the same command is given again.
    """
    from kg.build_directory import UNFINISHED, check_output, is_build_directory, make_directory
    from kg.extraction.term_files import read_lists
    from kg.papers import read_papers
    from kg.papers.files import find_files
    from kg.rdf.iris import normalise_base

    base_iri = normalise_base(base_iri)
    names = read_lists(terms or (), stop or ())
    for path in filter(None, inputs):
        if is_build_directory(Path(path)):
            show_message(f"{path}: left out, because `kg build` wrote it; give the papers that it was made from")
    with show_progress("Reading") as progress:
        reading = read_papers(inputs, progress=progress, format=format)
    problems = (*reading.problems, *names.problems)
    show_problems(problems)
    if strict and problems:
        raise InputError(f"nothing was written: {count(len(problems), 'problem')}, and --strict was given")
    if not reading.papers:
        raise InputError("nothing was written: there is no paper in the input")
    check_output(output, [*inputs, *(found.file for found in find_files(inputs)[0]), *filter(None, (terms, stop))])
    make_directory(output)
    graph = _extract_and_resolve(reading, output, jobs=jobs, base_iri=base_iri, names=names, min_score=min_score)
    files = graph.save(output, max_nodes)
    (output / UNFINISHED).unlink(missing_ok=True)
    typer.echo(summary(graph, files))
    if problems:
        raise typer.Exit(BAD_INPUT)


def _extract_and_resolve(
    reading: Reading, output: Path, *, jobs: int, base_iri: str, names: ReadLists, min_score: float
) -> KnowledgeGraph:
    """Build the graph; what this directory's last build, or one that was stopped, extracted is used again."""
    from kg.build_directory import UNFINISHED, read_earlier
    from kg.building import build_from_reading

    try:
        with show_progress("Extracting") as progress:
            return build_from_reading(
                reading,
                jobs=jobs,
                base_iri=base_iri,
                names=names,
                min_score=min_score,
                cache=output / UNFINISHED,
                earlier=read_earlier(output),
                progress=progress,
            )
    except KeyboardInterrupt:
        show_message("stopped; what is done is kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    except OSError as error:
        if error.filename is not None:
            raise
        raise OutputError(f"can't write into {output}: {error.strerror or error}; what is done is kept") from error


def summary(graph: KnowledgeGraph, files: tuple[Path, ...]) -> str:
    """Say what is in a graph that was built, and where it was written."""
    from kg.graph.analysis import summarise
    from kg.vocabulary import ENTITY_RELATIONS, ENTITY_TYPES, ROLE_RELATIONS

    found = summarise(graph, top=3)
    untexted = found.nodes.get("Paper", 0) - len(graph.sources.extractions)
    roles = sum(found.edges.get(relation, 0) for relation in ROLE_RELATIONS)
    relations = sum(found.edges.get(relation, 0) for relation in ENTITY_RELATIONS)
    lines = [
        f"papers     {found.nodes.get('Paper', 0):,}" + (f" ({untexted:,} without text)" if untexted else ""),
        f"entities   {found.entities:,}",
    ]
    for kind in ENTITY_TYPES:
        if kind in found.nodes:
            top = ", ".join(f"{entity.label} ({entity.papers})" for entity in found.top[kind])
            lines.append(f"  {kind:<8} {found.nodes[kind]:,}" + (f": {top} …" if top else ""))
    lines.append(f"relations  {relations:,} between entities, {roles:,} from papers to entities")
    others = [
        count(found.nodes[kind], kind.lower(), plural)
        for kind, plural in (("Keyword", "keywords"), ("Person", "people"), ("Venue", "venues"))
        if kind in found.nodes
    ]
    if others:
        lines.append(f"also       {', '.join(others)}")
    if graph.sources.problems:
        lines.append(f"problems   {len(graph.sources.problems):,}, listed in {files[-1]}")
    directory = files[0].parent
    lines.append(f"written    {directory}: {', '.join(file.name for file in files)}")
    return "\n".join(lines)
