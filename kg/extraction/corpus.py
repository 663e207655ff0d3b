"""Extraction over many papers: cached, in processes, resumable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from kg.errors import KgError
from kg.extraction.pipeline import fingerprint, load_pipeline, to_extraction
from kg.extraction.records import Extraction
from kg.extraction.serialisation import decode_extraction, encode_extraction
from kg.papers.identity import paper_key
from kg.papers.paper import Paper

if TYPE_CHECKING:
    from spacy.language import Language

Progress = Callable[[int, int], None]
_CHUNK = 16


def extract_papers(
    papers: Sequence[Paper],
    *,
    jobs: int = 1,
    cache: Path | None = None,
    earlier: Iterable[Extraction] = (),
    progress: Progress | None = None,
) -> tuple[Extraction, ...]:
    """Extract from each paper that has text, in the order of the papers.

    Args:
        papers: the papers; an extraction's `id` is its paper's key.
        jobs: number of processes; the result does not depend on it.
        cache: a JSON Lines file of finished extractions; read first, and appended to while the work goes on,
            so that a stopped run resumes.
        earlier: extractions of an earlier run, reused where text and pipeline are the same.
        progress: called with the number of finished papers and of all.
    """
    texts = [(paper_key(paper), paper.text) for paper in papers if paper.text]
    return extract_texts(texts, jobs=jobs, cache=cache, earlier=earlier, progress=progress)


def extract_texts(
    texts: Sequence[tuple[str, str]],
    *,
    jobs: int = 1,
    cache: Path | None = None,
    earlier: Iterable[Extraction] = (),
    progress: Progress | None = None,
) -> tuple[Extraction, ...]:
    """Extract from pairs of id and text; see `extract_papers`."""
    known = {e.text: e for e in [*earlier, *_read_cache(cache)] if e.model == fingerprint()}
    missing = list(dict.fromkeys(text for _, text in texts if text not in known))
    done = len(texts) - len(missing)
    if progress:
        progress(done, len(texts))
    with _open_cache(cache) as file:
        for extraction in _extract_all(missing, jobs):
            known[extraction.text] = extraction
            if file is not None:
                file.write(encode_extraction(extraction) + b"\n")
                file.flush()
            done += 1
            if progress:
                progress(done, len(texts))
    return tuple(msgspec.structs.replace(known[text], id=id) for id, text in texts)


def _extract_all(texts: Sequence[str], jobs: int) -> Iterator[Extraction]:
    if jobs <= 1 or len(texts) <= _CHUNK:
        yield from map(_extract, texts)
        return
    # spawned, not forked: the same on every platform, and safe beside the caller's threads
    jobs = min(jobs, -(-len(texts) // _CHUNK))
    try:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_parent) as pool:
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


def _extract(text: str) -> Extraction:
    # one document at a time: in a batch, the last bits of its numbers would depend on its neighbours
    return to_extraction(_pipeline()(text), "")


@cache
def _pipeline() -> Language:
    return load_pipeline()


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
