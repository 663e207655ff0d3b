"""What ships: a wheel made from the source distribution, installed in a fresh environment away from the checkout."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

#: what a checkout holds beside its sources: none of it may be needed to build
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "out*")

#: imported at the start of the fresh environment's Python: any wish to reach another machine ends the program,
#: and what only the tests and the training install can't be imported
GUARD = """
    import sys

    for name in ("scipy", "sklearn", "joblib", "floret", "pyshacl", "hypothesis", "pytest"):
        sys.modules[name] = None

    def refuse(event, arguments):
        if event == "socket.getaddrinfo" or (event == "socket.connect" and isinstance(arguments[1], tuple)):
            raise SystemExit(f"the network was asked for: {event} {arguments}")

    sys.addaudithook(refuse)
"""

PAPER = {
    "id": "p1",
    "title": "Northlight: a benchmark for question answering on whaling logs",
    "abstract": "We present Northlight, a dataset of questions on logbooks of whalers. We evaluate BERT on question "
    "answering and report exact match. BERT trained on SQuAD reaches 41 percent.",
    "keywords": ["question answering"],
    "year": 2021,
}


class Installation:
    """A fresh environment that holds the wheel; the dependencies are those of the environment that runs the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.work = folder / "elsewhere"
        self.work.mkdir()
        environment = folder / "environment"
        run([sys.executable, "-m", "venv", "--without-pip", environment], cwd=folder)
        self.bin = environment / "bin"
        python = self.bin / "python"
        run([sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel], cwd=folder)
        site = Path(self.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        dependencies = Path(str(distribution("spacy").locate_file(""))).resolve()
        # The .pth files of a folder that a .pth file adds are not read, so the editable installation stays unseen.
        (site / "dependencies.pth").write_text(f"{dependencies}\nimport guard\n", encoding="utf-8")
        (site / "guard.py").write_text(textwrap.dedent(GUARD), encoding="utf-8")
        self.site = site

    def run(self, program: str, *arguments: str | Path) -> str:
        """Run a program of the environment in a folder that knows nothing of the checkout; return what it printed."""
        return run([self.bin / program, *arguments], cwd=self.work)


def run(command: list[str | Path], cwd: Path) -> str:
    """Run a command without the settings that would let it see the checkout; fail with all that it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that was made from it and nothing else."""
    folder = tmp_path_factory.mktemp("packaging")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_BEHIND)
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder / "source"], cwd=folder)
    (source,) = (folder / "dist").glob("paper_kg-*.tar.gz")
    (wheel,) = (folder / "dist").glob("paper_kg-*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def installation(distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel, installed in an environment of its own."""
    return Installation(tmp_path_factory.mktemp("installation"), distributions[1])


def files_of_package() -> set[str]:
    """Every file below `kg` and `ontology`, under the names that an installation gives them."""
    files = set()
    for folder, package in ((ROOT / "kg", "kg"), (ROOT / "ontology", "kg/ontology")):
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                files.add(str(PurePosixPath(package) / path.relative_to(folder).as_posix()))
    return files


def test_wheel_holds_every_file_of_the_package_and_no_other(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        licences = {PurePosixPath(name).name for name in wheel.namelist() if ".dist-info/licenses/" in name}
    assert names == files_of_package()
    assert licences == {"LICENSE", "NOTICE"}
    assert any(name.startswith("kg/extraction/model/") for name in names)
    assert {"kg/ontology/kg.ttl", "kg/ontology/shapes.ttl", "kg/export/page/page.html", "kg/py.typed"} <= names


def test_source_distribution_holds_tests_samples_and_documents(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as source:
        names = {PurePosixPath(name).relative_to(PurePosixPath(name).parts[0]).as_posix() for name in source.getnames()}
    for needed in ("Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "ruff.toml"):
        assert needed in names
    for folder in ("tests", "samples", "exports", "scripts"):
        expected = {
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and path.suffix != ".pyc" and not path.name.startswith(".")
        }
        assert expected <= names
    assert not any(name.endswith(".pyc") for name in names)


def test_command_knows_its_version(installation: Installation) -> None:
    assert distribution("paper-kg").version in installation.run("kg", "--version")


def test_installed_package_is_the_one_in_the_environment(installation: Installation) -> None:
    where = installation.run("python", "-c", "import kg, kg.ontology; print(kg.__file__); print(kg.ontology.__file__)")
    assert all(Path(line).is_relative_to(installation.site) for line in where.splitlines())


def test_environment_refuses_the_network(installation: Installation) -> None:
    with pytest.raises(AssertionError, match="the network was asked for"):
        installation.run("python", "-c", "import socket; socket.create_connection(('127.0.0.1', 9))")


def test_pipeline_loads_by_either_way_without_network(installation: Installation) -> None:
    program = "import kg, spacy; print(kg.load_pipeline().pipe_names == spacy.load(kg.model_path()).pipe_names)"
    assert installation.run("python", "-c", program).strip() == "True"


def test_build_and_query_work_away_from_the_checkout(installation: Installation) -> None:
    papers = installation.work / "papers.jsonl"
    papers.write_text(json.dumps(PAPER) + "\n", encoding="utf-8")
    installation.run("kg", "build", "papers.jsonl", "-o", "graph")
    written = {path.name for path in (installation.work / "graph").iterdir()}
    assert {"graph.ttl", "graph.html", "mentions.ttl", "papers.jsonl", "extractions.jsonl", "report.json"} <= written
    title = "SELECT ?title { ?paper <http://purl.org/dc/terms/title> ?title }"
    assert str(PAPER["title"]) in installation.run("kg", "query", "graph", "-q", title, "--format", "csv")


def runtime_distributions() -> Iterator[Distribution]:
    """Yield what `pip install paper-kg` brings, kg itself left out."""
    waiting, seen = [Requirement("paper-kg")], set()
    while waiting:
        requirement = waiting.pop()
        for extra in ("", *requirement.extras):
            if (requirement.name, extra) not in seen:
                seen.add((requirement.name, extra))
                requirements = map(Requirement, distribution(requirement.name).requires or ())
                waiting.extend(r for r in requirements if r.marker is None or r.marker.evaluate({"extra": extra}))
    for name in {canonicalize_name(name) for name, _ in seen} - {"paper-kg"}:
        yield distribution(name)


def test_runtime_is_small_enough() -> None:
    needed = {canonicalize_name(found.name): found for found in runtime_distributions()}
    assert {"spacy", "pyoxigraph", "thinc"} <= needed.keys()
    assert not {"scipy", "torch", "scikit-learn", "pandas", "transformers"} & needed.keys()
    files = [Path(str(found.locate_file(file))) for found in needed.values() for file in found.files or ()]
    files += [path for folder in (ROOT / "kg", ROOT / "ontology") for path in folder.rglob("*")]
    assert sum(path.stat().st_size for path in files if path.is_file()) <= 550 * 2**20
