"""The whole of training by a small recipe, on made-up papers; what ships is made by the recipe of the package."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import spacy

from kg.errors import InputError, OutputError, UsageError
from kg.training.corpus import GoldEntity, GoldPaper
from kg.training.progress import Progress
from kg.training.recipe import CorporaSettings, Material, find_corpora, read_recipe, train_pipeline, usable_texts
from kg.training.settings import recipe_path
from kg.training.standoff import checksum
from kg.training.texts import Text

pytest.importorskip("sklearn", reason="the extra `train` is not installed")
for module in ("torch", "transformers", "onnx", "all_minilm_l6_v2"):
    pytest.importorskip(module, reason="the extra `train` is not installed")

PAPERS = tuple(
    GoldPaper(
        f"p{i}",
        f"On Net{i}\n\nWe propose Net{i} for tide parsing (TP). Net{i} is evaluated on Set{i} and beats Old{i}.",
        (
            GoldEntity(f"Net{i}", "Model", "proposed", (f"Net{i}",)),
            GoldEntity("tide parsing", "Task", "studied", ("tide parsing", "TP")),
            GoldEntity(f"Set{i}", "Dataset", "used", (f"Set{i}",)),
            GoldEntity(f"Old{i}", "Model", "compared", (f"Old{i}",)),
        ),
        ((f"Net{i}", "evaluatedOn", f"Set{i}"), (f"Net{i}", "usedFor", "tide parsing")),
    )
    for i in range(24)
)
MATERIAL = Material(PAPERS, tuple(paper.text for paper in PAPERS), ())


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """The shipped recipe made small."""
    text = recipe_path().read_text(encoding="utf-8")
    assert "epochs = 8" in text
    text = text.replace("epochs = 8", "epochs = 1")
    lines = ["files = {}" if line.startswith("files = ") else line for line in text.splitlines()]
    path = tmp_path / "small.cfg"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_pipeline_is_made_kept_and_made_again(recipe: Path, tmp_path: Path) -> None:
    shown: list[str] = []
    reports: list[tuple[int, int]] = []

    @contextmanager
    def show(stage: str) -> Iterator[Progress]:
        shown.append(stage)
        yield lambda done, total: reports.append((done, total))

    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    figures = train_pipeline(recipe, MATERIAL, tmp_path / "cache", first, show)
    assert set(figures) == {"alias_f1", "role_accuracy", "relation_f1", "relation_threshold"}
    assert shown == ["abbreviations", "recogniser", "classifiers"]
    assert {(24, 24), (3, 3)} <= set(reports)
    doc = spacy.load(first)(PAPERS[0].text)
    assert isinstance(doc._.kg_entities, tuple)
    # nothing of the machine that made it, and nothing but the pipeline
    assert str(tmp_path) not in (first / "config.cfg").read_text(encoding="utf-8")
    assert "recipe" not in (first / "config.cfg").read_text(encoding="utf-8")

    assert train_pipeline(recipe, MATERIAL, tmp_path / "cache", second, show) == figures
    assert len(shown) == 3, "a finished stage ran again"
    assert files_of(second) == files_of(first)

    train_pipeline(recipe, MATERIAL, tmp_path / "other cache", third)
    assert files_of(third) == files_of(first), "the same recipe and material gave other bytes"

    strength = recipe.read_text(encoding="utf-8").replace("relations = 0.1", "relations = 0.3")
    recipe.write_text(strength, encoding="utf-8")
    train_pipeline(recipe, MATERIAL, tmp_path / "cache", second, show)
    assert shown[3:] == ["classifiers"], "a setting changes its own stage and those after it"


def test_the_shipped_recipe_can_be_read() -> None:
    recipe = read_recipe(recipe_path())
    assert recipe.recogniser.epochs == 8
    assert recipe.classifiers.relations == 0.1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("epochs = 1", "epochs = many", "Expected `int`"),
        ("epochs = 1", "epoch = 1", "unknown field `epoch`"),
        ("[recipe.classifiers]", "[recipe.classifier]", "recipe"),
    ],
)
def test_a_wrong_setting_is_named(recipe: Path, old: str, new: str, message: str) -> None:
    recipe.write_text(recipe.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_recipe(recipe)


@pytest.mark.parametrize("content", ["", "[paths]\ntrain = null\n", "no configuration"])
def test_what_is_no_recipe_is_one_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.cfg"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.cfg: not a recipe"):
        read_recipe(path)


def test_nothing_but_a_pipeline_is_replaced(recipe: Path, tmp_path: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter1.tex").touch()
    with pytest.raises(OutputError, match="is no spaCy pipeline"):
        train_pipeline(recipe, MATERIAL, tmp_path / "cache", folder)
    assert [path.name for path in folder.iterdir()] == ["chapter1.tex"]


@pytest.mark.parametrize("papers", [PAPERS[:9], tuple(msgspec.structs.replace(p, relations=()) for p in PAPERS)])
def test_too_little_is_refused_at_once(recipe: Path, tmp_path: Path, papers: tuple[GoldPaper, ...]) -> None:
    with pytest.raises(InputError, match="too little is annotated"):
        train_pipeline(recipe, Material(papers, MATERIAL.texts, ()), tmp_path / "cache", tmp_path / "model")
    assert not (tmp_path / "cache").exists()


def test_texts_that_may_not_be_learned_from_are_left_out() -> None:
    texts = [
        Text("P19-1.1", "held out by id"),
        Text("b", "old", 2015),
        Text("c", "free", 2016),
        Text("d", "no year"),
        Text("e", "held out by text"),
    ]
    held_out = frozenset({"P19-1001", checksum("held out by text")})
    assert list(usable_texts(texts, held_out)) == ["free", "no year"]


def test_other_corpora_must_be_those_of_the_recipe(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(json.dumps({"text": "a", "entities": []}).encode())
    right = CorporaSettings({"other.jsonl": sha256(path.read_bytes()).hexdigest()})
    assert find_corpora(right, tmp_path) == (path,)
    assert find_corpora(CorporaSettings({}), None) == ()
    with pytest.raises(InputError, match="not the file that the recipe names"):
        find_corpora(CorporaSettings({"other.jsonl": "0" * 64}), tmp_path)
    with pytest.raises(InputError, match=r"absent\.jsonl"):
        find_corpora(CorporaSettings({"absent.jsonl": "0" * 64}), tmp_path)
    with pytest.raises(UsageError, match="--corpora"):
        find_corpora(right, None)
