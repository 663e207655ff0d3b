"""Files are there whole or not at all."""

import os
from pathlib import Path

import pytest

from kg.errors import InputError, KgError, OutputError
from kg.export import WRITERS
from kg.export.files import replace_file
from tests.rdf.graphs import PAPER, example_graph


def test_the_target_appears_when_all_is_written(tmp_path: Path) -> None:
    target = tmp_path / "out.ttl"
    with replace_file(target) as file:
        file.write(b"half")
        assert not target.exists()
        file.write(b" and half")
    assert target.read_bytes() == b"half and half"
    assert os.listdir(tmp_path) == ["out.ttl"]  # noqa: PTH208


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.ttl"
    target.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replace_file(target) as file:
        file.write(b"new")
        raise ZeroDivisionError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), replace_file(tmp_path / "out.ttl"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_the_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    with replace_file(tmp_path / "out.ttl") as file:
        file.write(b"x")
    assert (tmp_path / "out.ttl").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.ttl"
    link.symlink_to(tmp_path / "real.ttl")
    with replace_file(link) as file:
        file.write(b"x")
    assert link.is_symlink()
    assert (tmp_path / "real.ttl").read_bytes() == b"x"


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with replace_file(pipe) as file:
            file.write(b"x")
        assert os.read(reader, 10) == b"x"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize(("name", "says"), [("", "it is a folder"), ("missing/out.ttl", "No such file or directory")])
def test_a_target_that_cannot_be_written(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(OutputError, match=says) as caught, replace_file(tmp_path / name):
        pass
    assert str(tmp_path / name) in str(caught.value)


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_writer_that_fails_leaves_no_file(tmp_path: Path, name: str) -> None:
    graph = example_graph()
    graph.graph.nodes[PAPER]["title"] = {1, 2}
    graph.graph.nodes[PAPER]["other"] = object()
    with pytest.raises((InputError, TypeError)):
        WRITERS[name].write(graph, tmp_path / "out")
    with pytest.raises((InputError, TypeError)):
        WRITERS[name].write_folder(graph, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", sorted(name for name, writer in WRITERS.items() if writer.suffix))
def test_a_full_disk_is_said_in_a_line(name: str) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("/dev/full is not here")
    with pytest.raises(KgError, match=r"can't write /dev/full: No space left on device"):
        WRITERS[name].write(example_graph(), full)
