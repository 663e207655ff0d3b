import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from kg.errors import KgError
from kg.extraction.corpus import extract_papers, extract_texts
from kg.extraction.serialisation import encode_extraction, read_extractions
from kg.papers import Paper

TEXTS = [
    (f"p{i}", f"We train BERT on corpus number {i} for sentiment analysis and report accuracy.") for i in range(20)
]


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert extract_texts(TEXTS, jobs=2) == extract_texts(TEXTS)


def test_papers_without_text_are_left_out_and_order_is_kept() -> None:
    papers = [Paper(title="About GPT-2"), Paper(), Paper(abstract="We study parsing.")]
    assert [e.text for e in extract_papers(papers)] == ["About GPT-2", "We study parsing."]


def test_a_stopped_run_resumes(tmp_path: Path) -> None:
    cache = tmp_path / "cache.jsonl"
    whole = extract_texts(TEXTS[:4])
    lines = [encode_extraction(e) for e in whole]
    # two finished, the third cut off in the middle
    cache.write_bytes(lines[0] + b"\n" + lines[1] + b"\n" + lines[2][: len(lines[2]) // 2])
    seen: list[tuple[int, int]] = []
    assert extract_texts(TEXTS[:4], cache=cache, progress=lambda done, all_: seen.append((done, all_))) == whole
    assert seen == [(2, 4), (3, 4), (4, 4)]
    # the cache is whole now: nothing is left to do
    seen.clear()
    assert extract_texts(TEXTS[:4], cache=cache, progress=lambda done, all_: seen.append((done, all_))) == whole
    assert seen == [(4, 4)]


def test_extractions_of_another_pipeline_are_made_again() -> None:
    (made,) = extract_texts(TEXTS[:1])
    stale = msgspec.structs.replace(made, entities=(), relations=(), model="0.0.1+000000000000")
    assert extract_texts(TEXTS[:1], earlier=[stale]) == (made,)
    fresh = msgspec.structs.replace(made, entities=(), relations=())
    assert extract_texts(TEXTS[:1], earlier=[fresh]) == (fresh,)


def test_one_text_is_extracted_once_for_all_its_ids(tmp_path: Path) -> None:
    cache = tmp_path / "cache.jsonl"
    one, two = extract_texts([("a", "We use BERT."), ("b", "We use BERT.")], cache=cache)
    assert (one.id, two.id, one.entities) == ("a", "b", two.entities)
    assert len(list(read_extractions(cache))) == 1


#: extracts in two processes, which write down their ids at once and then dawdle
SLOW = """
import os, sys, time
from pathlib import Path
from kg.extraction import corpus

def dawdle(text):
    (Path(sys.argv[1]) / str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    corpus._extract = dawdle
    corpus.extract_texts([(str(number), f"text {number}") for number in range(64)], jobs=2)
"""


def wait_for(what: Callable[[], bool]) -> bool:
    for _ in range(600):
        if what():
            return True
        time.sleep(0.05)
    return False


def runs(process: int) -> bool:
    """Say whether a process runs; one that has ended and that nobody waits for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A run in two processes, and their ids."""
    program, folder = tmp_path / "slow.py", tmp_path / "ids"
    program.write_text(SLOW, encoding="utf-8")
    folder.mkdir()
    with subprocess.Popen([sys.executable, str(program), str(folder)], stderr=subprocess.PIPE) as process:
        try:
            assert wait_for(lambda: len(list(folder.iterdir())) == 2)
            yield process, [int(path.name) for path in folder.iterdir()]
        finally:
            process.kill()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
def test_no_process_outlives_a_run_that_was_killed(slow: tuple[subprocess.Popen[bytes], list[int]]) -> None:
    process, workers = slow
    assert all(map(runs, workers))
    process.kill()
    assert wait_for(lambda: not any(map(runs, workers)))


@pytest.mark.skipif(os.name != "posix", reason="kills by a signal")
def test_a_process_that_was_ended_is_an_error_that_says_so(slow: tuple[subprocess.Popen[bytes], list[int]]) -> None:
    process, workers = slow
    os.kill(workers[0], signal.SIGKILL)
    stderr = process.communicate(timeout=60)[1].decode()
    assert f"{KgError.__name__}: one of the processes was ended from outside" in stderr
