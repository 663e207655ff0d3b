"""Fuzz the readers by atheris, from the golden examples: `python scripts/fuzz.py SECONDS`.

What is found is written to `crash-…`; it becomes a test in `tests/papers/test_hostile.py`.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kg.papers"]):
    from kg.papers.registry import READERS
    from kg.papers.source import source_of

EXAMPLES = Path(__file__).parent.parent / "tests" / "golden" / "formats" / "input"


def read_bytes(data: bytes) -> None:
    """Have a file read: at most one reader wants it, and that one raises nothing and yields what can be written."""
    source = source_of(data, "file", "file")
    wanting = [reader for reader in READERS if reader.recognises(source.text_head(), "file")]
    if len(wanting) > 1:
        raise AssertionError(f"wanted by {', '.join(reader.NAME for reader in wanting)}")
    for reader in wanting:
        for result in reader.read(source):
            str(result).encode("utf-8")


def main() -> None:
    """Run for as many seconds as the first argument says."""
    with tempfile.TemporaryDirectory() as corpus:
        for file in sorted(EXAMPLES.iterdir()):
            shutil.copy(file, corpus)
        seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
        options = [f"-max_total_time={seconds}", "-timeout=20", "-max_len=8192", "-rss_limit_mb=4096"]
        atheris.Setup([sys.argv[0], *options, corpus], read_bytes)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
