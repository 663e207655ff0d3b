"""Files, folders, globs, compression, and all that can be wrong with them."""

import gzip
import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kg.build_directory import is_build_directory
from kg.papers import READERS, InputFile, Reading, paper_key, read_papers
from tests.papers.pages import abstract, page

VOLUME = """<?xml version='1.0'?><collection id="P99"><volume id="1"><meta><booktitle>Proceedings</booktitle>
<year>1999</year></meta><paper id="1"><title>Of Geese</title></paper></volume></collection>"""
LINES = '{"id": "1", "title": "Of Kettles", "abstract": "We boil."}\n{"id": "2", "title": "Of Boats"}\n'
PAGE = page("Norway", abstract(1), "ECKL 2031", "Of Umbrellas", "poster", abstract(2), "Of Trains", "Downloads")
FORMATS = {
    "anthology-xml": ("a.xml", VOLUME, 1),
    "json-lines": ("b.jsonl", LINES, 2),
    "lecture-page": ("c.txt", PAGE, 2),
}


def write(file: Path, content: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8") if isinstance(content, str) else content
    file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)
    return file


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with a file of each format."""
    for name, content, _ in FORMATS.values():
        write(tmp_path / "corpus" / name, content)
    return tmp_path / "corpus"


def problems(reading: Reading) -> list[tuple[str, str]]:
    assert all(problem.message and problem.remedy for problem in reading.problems)
    return [(Path(problem.path).name, problem.message) for problem in reading.problems]


def paths(reading: Reading) -> list[str]:
    return [item.path for item in reading.inputs]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("suffix", ["", ".gz", ".dat"])
def test_formats_are_told_by_content(tmp_path: Path, name: str, suffix: str) -> None:
    _, content, count = FORMATS[name]
    file = write(tmp_path / f"any{suffix}", content)
    reading = read_papers([file])
    assert reading.problems == ()
    checksum = hashlib.sha256(content.encode("utf-8")).hexdigest()
    assert reading.inputs == (InputFile(file.name, checksum, name, count),)
    assert {record.checksum for paper in reading.papers for record in paper.records} == {checksum}


def test_exactly_one_reader_wants_a_file() -> None:
    contents = [content for _, content, _ in FORMATS.values()]
    contents += ["\ufeff" + content.replace("\n", "\r\n") for content in contents]
    for content in contents:
        for name in ("a.xml", "a.txt", "a.jsonl", "a"):
            assert sum(reader.recognises(content, name) for reader in READERS) == 1
    assert len({reader.NAME for reader in READERS}) == len(READERS)
    assert all(reader.DESCRIPTION for reader in READERS)


def test_a_folder_is_read_with_all_below_it(corpus: Path) -> None:
    write(corpus / "deep" / "er" / "d.jsonl.gz", '{"title": "Deep Down"}\n')
    write(corpus / ".hidden" / "e.jsonl", LINES)
    write(corpus / ".f.jsonl", LINES)
    reading = read_papers([corpus])
    assert reading.problems == ()
    assert paths(reading) == ["corpus/a.xml", "corpus/b.jsonl", "corpus/c.txt", "corpus/deep/er/d.jsonl.gz"]
    assert [paper_key(paper) for paper in reading.papers] == sorted(paper_key(paper) for paper in reading.papers)


def test_the_same_whatever_a_folder_is_called_by(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_papers([corpus])
    monkeypatch.chdir(corpus)
    assert read_papers(["."]) == expected
    assert read_papers(["../corpus/"]) == expected
    assert read_papers([str(corpus) + "/"]) == expected


def test_globs(corpus: Path) -> None:
    write(corpus / "deep" / "d.jsonl", '{"title": "Deep Down"}\n')
    assert paths(read_papers([corpus / "*.jsonl"])) == ["b.jsonl"]
    assert paths(read_papers([f"{corpus}/**/*.jsonl"])) == ["b.jsonl", "d.jsonl"]
    assert paths(read_papers([f"{corpus}/[ab].*"])) == ["a.xml", "b.jsonl"]
    assert problems(read_papers([corpus / "*.none"])) == [("*.none", "no file matches")]
    odd = write(corpus / "[odd]*.jsonl", LINES)
    assert paths(read_papers([odd])) == ["[odd]*.jsonl"]


def test_two_files_of_one_name_are_not_confused(tmp_path: Path) -> None:
    files = [write(tmp_path / folder / "x.jsonl", f'{{"title": "Of {folder}"}}') for folder in ("a/p", "b/p", "b/q")]
    assert paths(read_papers(files)) == ["a/p/x.jsonl", "b/p/x.jsonl", "q/x.jsonl"]
    assert read_papers(files[::-1]) == read_papers(files)
    assert paths(read_papers([tmp_path / "a" / "p", tmp_path / "b" / "p"])) == ["a/p/x.jsonl", "b/p/x.jsonl"]


def test_a_file_that_is_named_twice_is_read_once(corpus: Path) -> None:
    link = corpus / "z.jsonl"
    link.symlink_to(corpus / "b.jsonl")
    reading = read_papers([corpus / "b.jsonl", corpus, corpus / "*.jsonl", corpus])
    assert [path for path in paths(reading) if path.endswith("jsonl")] == ["corpus/z.jsonl"]
    assert read_papers([corpus]) == reading


def test_the_order_of_inputs_does_not_matter_but_unmerged(corpus: Path) -> None:
    files = sorted(corpus.iterdir())
    again = write(corpus / "again.jsonl", LINES)
    expected = read_papers([*files, again])
    for seed in range(5):
        order = random.Random(seed).sample([*files, again], len(files) + 1)  # noqa: S311
        assert read_papers(order) == expected
    assert len(expected.papers) == 5
    unmerged = read_papers([again, *files], merge=False)
    assert [paper.title for paper in unmerged.papers][:3] == ["Of Kettles", "Of Boats", "Of Geese"]
    assert len(unmerged.papers) == 7
    assert [len(paper.records) for paper in unmerged.papers] == [1] * 7


def test_no_machine_path_is_written(corpus: Path) -> None:
    reading = read_papers([corpus, *corpus.iterdir()])
    written = json.dumps([paths(reading), [record.path for paper in reading.papers for record in paper.records]])
    assert str(corpus.parent) not in written
    assert "\\" not in written


def test_progress(corpus: Path) -> None:
    calls: list[tuple[int, int]] = []
    read_papers([corpus], progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 3), (2, 3), (3, 3)]


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing.txt": (lambda _: None, "does not exist"),
    "empty.xml": (lambda file: write(file, ""), "is empty"),
    "blank.txt": (lambda file: write(file, " \n\n"), "blanks"),
    "binary.txt": (lambda file: write(file, bytes(range(256)) * 20), "binary"),
    "picture.png": (lambda file: write(file, b"\x89PNG\r\n\x1a\n\0\0\0"), "binary"),
    "notes.txt": (lambda file: write(file, "Buy umbrellas.\n"), "no known format"),
    "page.html": (lambda file: write(file, "<html><body>x</body></html>"), "no known format"),
    "list.json": (lambda file: write(file, '[{"name": "T"}]'), "is JSON, but of no known format"),
    "cut.xml": (lambda file: write(file, VOLUME[:-60]), "the file ends"),
    "cut.jsonl.gz": (
        lambda file: file.write_bytes(gzip.compress(os.urandom(9999).hex().encode())[:-99]),
        "ends too early",
    ),
    "not.gz": (lambda file: file.write_bytes(b"\x1f\x8b\x08\x00 no gzip at all"), "compressed"),
    "empty.gz": (lambda file: write(file, ""), "is empty"),
    "loop.txt": (lambda file: file.symlink_to(file), "link to itself"),
    "dangling.txt": (lambda file: file.symlink_to(file.parent / "nowhere"), "link to nothing"),
    "pipe.txt": (os.mkfifo, "no regular file"),
    "folder": (Path.mkdir, "holds no papers"),
    "nul\0byte": (lambda _: None, "not exist"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_problem_and_nothing_else_is_lost(corpus: Path, tmp_path: Path, name: str) -> None:
    make, message = BAD[name]
    file = tmp_path / name
    make(file)
    expected = read_papers([corpus]).papers
    reading = read_papers([file, corpus])
    assert [paper for paper in reading.papers if paper in expected] == list(expected)
    (problem,) = reading.problems
    assert problem.path == str(file)
    assert message in problem.message
    assert problem.remedy


def test_in_a_folder_only_what_should_be_papers_is_a_problem(corpus: Path) -> None:
    for name in ("README.txt", "LICENSE", "pages.json", "thesis.pdf", "script.py", "README.md", "requirements.txt"):
        write(corpus / name, f"This is {name}, and no paper.\n")
    assert read_papers([corpus]).problems == ()
    for name in ("strange.txt", "strange.xml", "strange.jsonl.gz"):
        write(corpus / name, "This is no paper.\n")
    write(corpus / "nothing.txt", "")
    assert problems(read_papers([corpus])) == [
        ("nothing.txt", "is empty"),
        ("strange.jsonl.gz", "is of no known format"),
        ("strange.txt", "is of no known format"),
        ("strange.xml", "is of no known format"),
    ]


def test_links_in_circles_are_said_and_linked_folders_are_read(corpus: Path, tmp_path: Path) -> None:
    (corpus / "up").symlink_to(tmp_path)
    write(tmp_path / "elsewhere" / "d.jsonl", '{"title": "Elsewhere"}')
    (corpus / "linked").symlink_to(tmp_path / "elsewhere")
    reading = read_papers([corpus])
    assert "corpus/linked/d.jsonl" in paths(reading) or "corpus/up/elsewhere/d.jsonl" in paths(reading)
    assert [paper.title for paper in reading.papers].count("Elsewhere") == 1
    assert ("corpus", "is a link to a folder that holds it") in problems(reading)


@pytest.fixture
def common_user() -> Iterator[Path]:
    """A folder that all may enter, and no rights of root, who may read everything."""
    if os.name != "posix":
        pytest.skip("rights are those of POSIX")
    user = os.geteuid()
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        try:
            if user == 0:
                os.seteuid(65534)
            yield Path(name)
        finally:
            os.seteuid(user)
            for path in Path(name).rglob("*"):
                path.chmod(0o700)


@pytest.mark.parametrize("rights", [0o000, 0o444, 0o111])
def test_what_may_not_be_read_or_entered_costs_nothing_else(common_user: Path, rights: int) -> None:
    user = os.geteuid()
    os.seteuid(os.getuid())
    locked = write(common_user / "in" / "locked" / "a.jsonl", LINES).parent
    write(common_user / "in" / "b.jsonl", '{"title": "Of Geese"}').chmod(0)
    write(common_user / "in" / "c.jsonl", '{"title": "Of Otters"}')
    locked.chmod(rights)
    os.seteuid(user)
    for inputs in (["in"], ["in/locked", "in/b.jsonl", "in/c.jsonl"], ["in/c.jsonl", "in/locked", "in/b.jsonl"]):
        paths = [str(common_user / given) for given in inputs]
        assert not any(is_build_directory(Path(path)) for path in paths)
        reading = read_papers(paths)
        assert [paper.title for paper in reading.papers] == ["Of Otters"]
        assert problems(reading) == [
            ("b.jsonl", "may not be read"),
            ("a.jsonl" if rights == 0o444 else "locked", "may not be read"),
        ]


@pytest.mark.parametrize("name", FORMATS)
def test_what_came_before_a_cut_of_the_compression_is_kept(tmp_path: Path, name: str) -> None:
    _, content, count = FORMATS[name]
    if name == "anthology-xml":
        filler = "".join(f'<paper id="{n}"><title>{os.urandom(400).hex()}</title></paper>' for n in range(2, 99))
        content = content.replace("</volume>", filler + "</volume>")
    elif name == "json-lines":
        content += "".join(json.dumps({"title": os.urandom(400).hex()}) + "\n" for _ in range(99))
    else:
        content += "\n\n" + os.urandom(9000).hex()
    file = tmp_path / "cut.gz"
    file.write_bytes(gzip.compress(content.encode("utf-8"))[:-3000])
    reading = read_papers([file], merge=False)
    assert len(reading.papers) >= count
    assert problems(reading) == [("cut.gz", "the compressed file ends too early")]


def test_what_kg_wrote_is_not_read_as_papers(corpus: Path) -> None:
    expected = read_papers([corpus])
    write(corpus / "extractions.jsonl", LINES)
    for name in ("papers.jsonl", "graph.ttl", "report.json"):
        write(corpus / "out" / name, LINES)
    assert read_papers([corpus]) == expected
    assert problems(read_papers([corpus / "out"])) == [("out", "holds no papers")]


def test_no_input_is_no_paper() -> None:
    assert read_papers([]) == Reading()


def test_random_damage_never_raises(tmp_path: Path) -> None:
    rng = random.Random(0)  # noqa: S311
    for number in range(150):
        _, content, _ = rng.choice(list(FORMATS.values()))
        data = bytearray(content.encode("utf-8"))
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                data[at] = rng.randrange(256)
            else:
                del data[at : at + rng.randrange(40)]
        file = tmp_path / f"{number}{rng.choice(['', '.gz'])}"
        packed = bytearray(gzip.compress(bytes(data))) if file.suffix else data
        if file.suffix and rng.random() < 0.7:
            packed[rng.randrange(len(packed))] = rng.randrange(256)
        file.write_bytes(packed)
        reading = read_papers([file])
        assert reading.papers or reading.problems


@pytest.mark.skipif(os.name != "posix", reason="only POSIX lets names of files be any bytes")
def test_a_file_name_that_is_no_text_can_be_written_down(tmp_path: Path) -> None:
    folder = tmp_path / "g\udcfcns"
    try:
        write(folder / "b\udcff.jsonl", LINES)
    except OSError:
        pytest.skip("this file system takes no such names")
    write(folder / "\udcfe.xml", "")
    for given in (tmp_path, folder, str(tmp_path / "*" / "*"), tmp_path / "no\udcfd"):
        reading = read_papers([given])
        texts = [*paths(reading), *(str(problem) for problem in reading.problems)]
        texts += [record.path for paper in reading.papers for record in paper.records]
        assert "".join(texts).encode("utf-8")
    assert paths(read_papers([folder])) == ["g\\xfcns/b\\xff.jsonl"]


def test_a_text_that_no_abstract_is_costs_only_itself(tmp_path: Path) -> None:
    long = "We boil. " * 30_000
    lines = [
        {"title": "Of Kettles", "abstract": long, "doi": "10.1000/1"},
        {"text": long},
        {"title": long, "abstract": "We boil."},
        {"title": "Of Boats", "abstract": "We row."},
    ]
    write(tmp_path / "a.jsonl", "\n".join(map(json.dumps, lines)))
    reading = read_papers([tmp_path])
    assert [problem.position for problem in reading.problems] == ["line 1", "line 2", "line 3"]
    assert "has a text of 270,011 characters" in reading.problems[0].message
    assert {(paper.title, paper.abstract) for paper in reading.papers} == {
        ("Of Kettles", None),
        ("Of Boats", "We row."),
    }
