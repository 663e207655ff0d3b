import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import spacy

from kg.training.settings import recipe_path
from tests.cli.conftest import Run

pytest.importorskip("sklearn", reason="the extra `train` is not installed")
for module in ("torch", "transformers", "onnx", "all_minilm_l6_v2"):
    pytest.importorskip(module, reason="the extra `train` is not installed")

GOLD = [
    {
        "id": f"p{i}",
        "text": f"On Net{i}\n\nWe propose Net{i} for parsing. It beats Old{i}.",
        "entities": [
            {"name": f"Net{i}", "type": "Model", "role": "proposed", "mentions": [f"Net{i}"]},
            {"name": f"Old{i}", "type": "Model", "role": "compared", "mentions": [f"Old{i}"]},
            {"name": "parsing", "type": "Task", "role": "studied", "mentions": ["parsing"]},
        ],
        "relations": [[f"Net{i}", "usedFor", "parsing"]],
    }
    for i in range(20)
]
TEXTS = [{"id": "t", "title": "Tides", "abstract": "Tide parsing (TP) by nets of rope and by nets of light."}]


def write(path: Path, records: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    text = recipe_path().read_text(encoding="utf-8").replace("epochs = 8", "epochs = 1")
    lines = ["files = {}" if line.startswith("files = ") else line for line in text.splitlines()]
    path = tmp_path / "small.cfg"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_own_annotations_make_a_pipeline_and_the_second_time_from_the_cache(
    kg: Run, tmp_path: Path, small: Path
) -> None:
    gold, texts = write(tmp_path / "gold.jsonl", GOLD), write(tmp_path / "texts.jsonl", TEXTS)
    command = ("train", texts, "--annotations", gold, "--recipe", small, "--cache", tmp_path / "cache", "-o", "model")
    done = kg(*command)
    assert done.returncode == 0, done.stderr
    assert "20 annotated papers, 1 text without annotations" in done.stderr
    assert "training the recogniser" in done.stderr
    assert "role accuracy" in done.stderr
    assert spacy.load(tmp_path / "model").pipe_names[-1] == "kg_relations"
    again = kg(*command)
    assert again.returncode == 0
    assert "training" not in again.stderr


def test_a_copy_without_the_annotated_texts_trains_nothing(kg: Run, tmp_path: Path, small: Path) -> None:
    done = kg("train", write(tmp_path / "texts.jsonl", TEXTS), "--recipe", small, "-o", "model")
    assert done.returncode == 1
    assert "nothing was trained: 0 of 1,189 annotated papers" in done.stderr
    assert "the copy lacks" in done.stderr
    assert not (tmp_path / "model").exists()


def test_a_text_that_changed_is_named(kg: Run, tmp_path: Path, small: Path) -> None:
    changed = [{"id": "2024.acl-long.1", "title": "Another title", "abstract": "Another abstract."}]
    done = kg("train", write(tmp_path / "texts.jsonl", changed), "--recipe", small, "-o", "model")
    assert done.returncode == 1
    assert "not the one that was annotated for 2024.acl-long.1" in done.stderr


def test_corpora_of_the_recipe_are_asked_for(kg: Run, tmp_path: Path) -> None:
    done = kg("train", write(tmp_path / "texts.jsonl", TEXTS), "-o", "model")
    assert done.returncode == 2
    assert "--corpora" in done.stderr


def test_a_missing_anthology_is_one_line(kg: Run, small: Path) -> None:
    done = kg("train", "absent.jsonl", "--recipe", small, "-o", "model")
    assert done.returncode == 1
    assert done.stderr == "kg: absent.jsonl: No such file or directory\n"


def test_a_stopped_training_keeps_its_finished_stages(tmp_path: Path, small: Path) -> None:
    endless = small.read_text(encoding="utf-8").replace("epochs = 1", "epochs = 100000")
    small.write_text(endless, encoding="utf-8")
    gold, texts = write(tmp_path / "gold.jsonl", GOLD), write(tmp_path / "texts.jsonl", TEXTS)
    command: list[str | Path] = [
        "train",
        texts,
        "--annotations",
        gold,
        "--recipe",
        small,
        "--cache",
        tmp_path / "cache",
        "-o",
        "model",
    ]
    with subprocess.Popen(
        [sys.executable, "-c", "from kg.cli import main; main()", *command],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        # where the tests run in the background (`make test &`), the shell has them ignore SIGINT
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            deadline = time.monotonic() + 120
            # the encoder is unpacked, so that it is being tuned or about to be
            while time.monotonic() < deadline and not list(tmp_path.glob("cache/.recogniser-*/encoder/tokenizer.json")):
                time.sleep(0.1)
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors.endswith("kg: stopped; finished stages are kept, and the same command goes on from there\n")
    assert "Traceback" not in errors
    assert [path.name.split("-")[0] for path in tmp_path.glob("cache/[!.]*")] == ["abbreviations"]
    assert not (tmp_path / "model").exists()
