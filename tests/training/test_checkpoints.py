from pathlib import Path

import pytest

from kg.training.checkpoints import Checkpoints

CODE = ["kg.training.terms"]


def test_a_stage_runs_once_for_the_same_inputs(tmp_path: Path) -> None:
    log: list[str] = []

    def build(folder: Path) -> None:
        log.append(folder.name)
        (folder / "word").write_text("tide", encoding="utf-8")

    first = Checkpoints(tmp_path).make("words", {"n": 1}, build, code=CODE, libraries=["spacy"])
    assert (first / "word").read_text(encoding="utf-8") == "tide"
    assert Checkpoints(tmp_path).make("words", {"n": 1}, build, code=CODE, libraries=["spacy"]) == first
    assert len(log) == 1
    assert Checkpoints(tmp_path).make("words", {"n": 2}, build, code=CODE, libraries=["spacy"]) != first
    assert Checkpoints(tmp_path).make("words", {"n": 1}, build, code=["kg.training.terms"]) != first
    assert len(log) == 3


def test_what_was_stopped_is_begun_again(tmp_path: Path) -> None:
    def stop(folder: Path) -> None:
        (folder / "half").touch()
        raise KeyboardInterrupt

    def go_on(folder: Path) -> None:
        assert not list(folder.iterdir())
        (folder / "whole").touch()

    with pytest.raises(KeyboardInterrupt):
        Checkpoints(tmp_path).make("words", {}, stop, code=CODE)
    made = Checkpoints(tmp_path).make("words", {}, go_on, code=CODE)
    assert [path.name for path in made.iterdir()] == ["whole"]
    assert list(tmp_path.iterdir()) == [made]


def test_a_later_stage_depends_on_what_went_into_an_earlier_one(tmp_path: Path) -> None:
    def run(folder: Path, setting: int) -> str:
        checkpoints = Checkpoints(folder)
        first = checkpoints.make("first", {"setting": setting}, Path.touch, code=CODE)
        return checkpoints.make("second", {"first": first}, Path.touch, code=CODE).name

    assert run(tmp_path / "a", 1) == run(tmp_path / "b", 1)
    assert run(tmp_path / "a", 1) != run(tmp_path / "a", 2)
