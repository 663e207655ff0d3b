"""Extraction over many papers: cached, in processes, resumable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import msgspec

from kg.errors import KgError
from kg.extraction.pipeline import fingerprint, load_pipeline, to_extraction
from kg.extraction.records import Extraction
from kg.extraction.serialisation import decode_extraction, encode_extraction
from kg.extraction.term_lists import NO_LISTS, TermLists
from kg.papers.identity import paper_key
from kg.papers.paper import Paper

if TYPE_CHECKING:
    from spacy.language import Language

Progress = Callable[[int, int], None]
_CHUNK = 16
#: stands in an extraction's `model` before the least score of what was kept
_SELECTED = "+min."


def extract_papers(
    papers: Sequence[Paper],
    *,
    jobs: int = 1,
    cache: Path | None = None,
    earlier: Iterable[Extraction] = (),
    progress: Progress | None = None,
    lists: TermLists = NO_LISTS,
    min_score: float = 0,
) -> tuple[Extraction, ...]:
    """Extract from each paper that has text, in the order of the papers.

    Args:
        papers: the papers; an extraction's `id` is its paper's key.
        jobs: number of processes; the result does not depend on it.
        cache: a JSON Lines file of finished extractions; read first, and appended to while the work goes on,
            so that a stopped run resumes.
        earlier: extractions of an earlier run, reused where text and pipeline are the same.
        progress: called with the number of finished papers and of all.
        lists: a person's terms and stop names.
        min_score: leave out entities of which no mention has this score, and their relations.
    """
    texts = [(paper_key(paper), paper.text) for paper in papers if paper.text]
    return extract_texts(
        texts, jobs=jobs, cache=cache, earlier=earlier, progress=progress, lists=lists, min_score=min_score
    )


def extract_texts(
    texts: Sequence[tuple[str, str]],
    *,
    jobs: int = 1,
    cache: Path | None = None,
    earlier: Iterable[Extraction] = (),
    progress: Progress | None = None,
    lists: TermLists = NO_LISTS,
    min_score: float = 0,
) -> tuple[Extraction, ...]:
    """Extract from pairs of id and text; see `extract_papers`."""
    whole = fingerprint(lists)
    usable = {whole, _name_selection(whole, min_score)}
    known = {e.text: e for e in [*earlier, *_read_cache(cache)] if e.model in usable}
    missing = list(dict.fromkeys(text for _, text in texts if text not in known))
    done = len(texts) - len(missing)
    if progress:
        progress(done, len(texts))
    with _open_cache(cache) as file:
        for extraction in _extract_all(missing, jobs, lists):
            known[extraction.text] = extraction
            if file is not None:
                file.write(encode_extraction(extraction) + b"\n")
                file.flush()
            done += 1
            if progress:
                progress(done, len(texts))
    kept = {text: select_entities(known[text], min_score) for _, text in texts}
    return tuple(msgspec.structs.replace(kept[text], id=id) for id, text in texts)


def select_entities(extraction: Extraction, min_score: float) -> Extraction:
    """Leave out the entities whose score is lower, and their relations.

    The result's `model` says so, because it is less than the pipeline found.
    """
    if min_score <= 0:
        return extraction
    entities = tuple(entity for entity in extraction.entities if entity.score >= min_score)
    names = {entity.name for entity in entities}
    relations = tuple(one for one in extraction.relations if one.head in names and one.tail in names)
    whole = extraction.model.partition(_SELECTED)[0]
    return msgspec.structs.replace(
        extraction, entities=entities, relations=relations, model=_name_selection(whole, min_score)
    )


def _name_selection(model: str, min_score: float) -> str:
    return f"{model}{_SELECTED}{min_score:g}" if min_score > 0 else model


def _extract_all(texts: Sequence[str], jobs: int, lists: TermLists) -> Iterator[Extraction]:
    if jobs <= 1 or len(texts) <= _CHUNK:
        _set_up(lists)
        yield from map(_extract, texts)
        return
    # spawned, not forked: the same on every platform, and safe beside the caller's threads
    jobs = min(jobs, -(-len(texts) // _CHUNK))
    try:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start, initargs=(lists,)) as pool:
            yield from pool.map(_extract, texts, chunksize=_CHUNK)
    except BrokenProcessPool as error:
        raise KgError(
            "one of the processes was ended from outside, perhaps because memory ran out; "
            "give the command again, with fewer --jobs: it goes on from what is done"
        ) from error


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, also when that was killed; it would wait for ever."""

    def wait() -> None:
        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def _start(lists: TermLists) -> None:
    _end_with_parent()
    _set_up(lists)


class _Worker(NamedTuple):
    """What extracts in this process, and for which lists."""

    nlp: Language
    lists: TermLists
    model: str


_worker: _Worker | None = None


def _set_up(lists: TermLists) -> None:
    """Load the pipeline, if this process has not yet the one for these lists."""
    global _worker  # noqa: PLW0603 (one for each process, loaded once)
    if _worker is None or (_worker.lists is not lists and _worker.lists != lists):
        _worker = _Worker(load_pipeline(lists), lists, fingerprint(lists))


def _extract(text: str) -> Extraction:
    assert _worker is not None  # noqa: S101
    # one document at a time: in a batch, the last bits of its numbers would depend on its neighbours
    return to_extraction(_worker.nlp(text), "", _worker.model)


def _read_cache(path: Path | None) -> Iterator[Extraction]:
    """Read what is whole; the last line of a run that was stopped may not be."""
    if path is not None and path.is_file():
        with path.open("rb") as lines:
            for line in lines:
                try:
                    yield decode_extraction(line)
                except (ValueError, msgspec.MsgspecError):
                    continue


@contextmanager
def _open_cache(path: Path | None) -> Iterator[BinaryIO | None]:
    if path is None:
        yield None
        return
    with path.open("ab") as file:
        if file.tell():
            # close a line that a stopped run left open; empty lines are skipped in reading
            file.write(b"\n")
        yield file
