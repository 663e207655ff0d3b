"""The shipped pipeline, made from annotations and texts by one recipe, in stages that are each kept."""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from pathlib import Path

import msgspec
from confection import Config

from kg.errors import InputError, KgError, OutputError, UsageError
from kg.training.assembly import assemble
from kg.training.checkpoints import Checkpoints, file_checksum
from kg.training.classifiers import FOLDS, fold_of
from kg.training.corpus import GoldPaper
from kg.training.encoder import PACKAGE, unpack_encoder
from kg.training.progress import Progress, count_up, report_to
from kg.training.settings import ClassifierSettings, RecogniserSettings
from kg.training.standoff import canonical_id, checksum
from kg.training.terms import count_abbreviations, count_elsewhere, make_table
from kg.training.texts import Text

#: abstracts before this year are licensed for non-commercial use only
FIRST_YEAR = 2016

#: with fewer no feature occurs often enough to count
LEAST_PAPERS = 10

Show = Callable[[str], AbstractContextManager[Progress | None]]
"""Opens the display of a stage's progress."""


class CorporaSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other annotated corpora: file name → SHA-256."""

    files: dict[str, str]


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sections `[recipe.…]` of a recipe."""

    corpora: CorporaSettings
    recogniser: RecogniserSettings
    classifiers: ClassifierSettings


def read_recipe(path: Path) -> Recipe:
    """Read a recipe, a file in the form of spaCy's configurations.

    Raises:
        InputError: the file is no recipe; the message says which setting is wrong.
    """
    try:
        config = Config().from_disk(path, interpolate=False)
        settings = config.pop("recipe")
        return msgspec.convert(settings, Recipe)
    except KeyError:
        raise InputError(f"{path}: not a recipe: it has no section [recipe]") from None
    except ValueError as error:
        raise InputError(f"{path}: not a recipe: {' '.join(str(error).split())}") from error


class Material(msgspec.Struct, frozen=True):
    """What is trained on.

    Attributes:
        papers: the annotated papers.
        texts: the texts that need no annotation, none of them held out.
        corpora: the files of other corpora that the recipe names.
    """

    papers: tuple[GoldPaper, ...]
    texts: tuple[str, ...]
    corpora: tuple[Path, ...]


def usable_texts(texts: Iterable[Text], held_out: frozenset[str]) -> Iterator[str]:
    """Yield the texts that may be learned from: those of a free licence and not held out, by id or checksum."""
    for text in texts:
        if text.year is not None and text.year < FIRST_YEAR:
            continue
        if canonical_id(text.id) not in held_out and checksum(text.text) not in held_out:
            yield text.text


def find_corpora(settings: CorporaSettings, folder: Path | None) -> tuple[Path, ...]:
    """Find the files of other corpora in a folder.

    Raises:
        InputError: one is missing or is another file than the recipe's.
    """
    if settings.files and folder is None:
        raise UsageError(
            f"the recipe needs other corpora ({', '.join(sorted(settings.files))}): "
            "name their folder by --corpora, or take them out of [recipe.corpora] in a copy of the recipe"
        )
    paths = []
    for name, digest in sorted(settings.files.items()):
        path = (folder or Path()) / name
        if not path.is_file():
            raise InputError(f"{path}: the recipe needs this corpus; see NOTICE for where it is from")
        if file_checksum(path) != digest:
            raise InputError(f"{path}: is not the file that the recipe names: its SHA-256 is another")
        paths.append(path)
    return tuple(paths)


def train_pipeline(
    recipe: Path, material: Material, cache: Path, output: Path, show: Show | None = None
) -> dict[str, float]:
    """Make the pipeline by a recipe and write it to a folder, which it replaces.

    Stages: abbreviations counted in the texts, the recogniser, the classifiers. Each result is kept in
    `cache`; the next run takes it from there where nothing that went into it has changed. The same material and recipe,
    and the same libraries on the same kind of processor, give the same bytes.

    Args:
        recipe: the configuration file.
        material: what to learn from.
        cache: a folder for the results of the stages, some 100 MB.
        output: the folder of the pipeline, for `spacy.load`.
        show: opens a display for each stage.

    Returns:
        Figures of cross-validation: see `kg.training.assembly.assemble`.

    Raises:
        InputError: the recipe is none, or too little is annotated.
        OutputError: `output` is something else than a pipeline.
        KgError: a library of the extra `train` is missing.
    """
    settings = read_recipe(recipe)
    require_libraries()
    _require_enough(material.papers)
    _refuse_other(output)
    show = show or (lambda _: nullcontext())
    stages = _Stages(Checkpoints(cache), show)
    papers, texts = material.papers, material.texts
    papers_checksum = sha256(msgspec.json.encode(papers)).hexdigest()
    texts_checksum = _checksum_all(texts)

    abbreviations = stages.run(
        "abbreviations",
        {"texts": texts_checksum},
        lambda folder: _write_counts(count_abbreviations(count_up(texts, len(texts))), folder),
        code=["kg.training.terms", "kg.extraction.abbreviations"],
        libraries=["spacy"],
    )
    recogniser = stages.run(
        "recogniser",
        {
            "papers": papers_checksum,
            "abbreviations": abbreviations,
            "corpora": settings.corpora.files,
            "settings": msgspec.to_builtins(settings.recogniser),
        },
        lambda folder: _train_recogniser(material, abbreviations, folder, settings.recogniser),
        code=[
            "kg.extraction.recogniser",
            "kg.extraction.tagging",
            "kg.extraction.terms",
            "kg.extraction.wordpieces",
            "kg.training.corpus",
            "kg.training.encoder",
            "kg.training.network",
            "kg.training.quantisation",
            "kg.training.recogniser",
            "kg.training.terms",
        ],
        libraries=["spacy", "torch", "transformers", "onnxruntime", PACKAGE],
    )
    pipeline = stages.run(
        "classifiers",
        {"papers": papers_checksum, "recogniser": recogniser, "settings": msgspec.to_builtins(settings.classifiers)},
        lambda folder: _assemble(papers, recogniser, folder, settings.classifiers),
        code=[
            "kg.extraction.alias_features",
            "kg.extraction.aliases",
            "kg.extraction.features",
            "kg.extraction.linear",
            "kg.extraction.places",
            "kg.extraction.relations",
            "kg.extraction.roles",
            "kg.extraction.sentences",
            "kg.training.aliases",
            "kg.training.assembly",
            "kg.training.classifiers",
        ],
        libraries=["spacy", "scikit-learn"],
    )
    _replace_folder(pipeline / "pipeline", output)
    figures: dict[str, float] = json.loads((pipeline / "figures.json").read_text(encoding="utf-8"))
    return figures


def require_libraries() -> None:
    """Say which library of the extra `train` is missing.

    Raises:
        KgError: one is.
    """
    from importlib.util import find_spec

    missing = [
        name for name in ("torch", "transformers", "onnx", "sklearn", "all_minilm_l6_v2") if find_spec(name) is None
    ]
    if missing:
        raise KgError(f"training needs {' and '.join(missing)}: pip install 'paper-kg[train]'")


def _require_enough(papers: Sequence[GoldPaper]) -> None:
    """Refuse annotations from which the classifiers can't learn, before hours have gone into the rest."""
    for fold in range(FOLDS):
        rest = [paper for paper in papers if fold_of(paper) != fold]
        roles = {entity.role for paper in rest for entity in paper.entities}
        relations = sum(len(paper.relations) for paper in rest)
        if len(rest) < LEAST_PAPERS or len(roles) < 2 or not relations:
            raise InputError(
                f"too little is annotated to train on ({len(papers):,} papers): even without a fifth of them, which is "
                f"held out, there must be {LEAST_PAPERS} papers, two different roles and a relation; annotate more"
            )


class _Stages:
    """Runs stages with their progress shown."""

    def __init__(self, checkpoints: Checkpoints, show: Show) -> None:
        self._checkpoints = checkpoints
        self._show = show

    def run(
        self,
        stage: str,
        inputs: dict[str, object],
        build: Callable[[Path], object],
        *,
        code: Sequence[str],
        libraries: Sequence[str],
    ) -> Path:
        def build_shown(folder: Path) -> None:
            with self._show(stage) as progress, report_to(progress):
                build(folder)

        return self._checkpoints.make(stage, inputs, build_shown, code=code, libraries=libraries)


def _checksum_all(texts: Iterable[str]) -> str:
    digest = sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _write_counts(counts: Counter[str], folder: Path) -> None:
    (folder / "counts.json").write_bytes(msgspec.json.encode(dict(sorted(counts.items()))))


def _read_counts(folder: Path) -> Counter[str]:
    return Counter(msgspec.json.decode((folder / "counts.json").read_bytes(), type=dict[str, int]))


def _train_recogniser(material: Material, abbreviations: Path, folder: Path, settings: RecogniserSettings) -> None:
    # imported here: it needs torch, and whoever only reads a recipe does not
    from kg.training.recogniser import train_recogniser

    table = make_table(material.papers, _read_counts(abbreviations), count_elsewhere(material.corpora))
    train_recogniser(material.papers, table, unpack_encoder(folder / "encoder"), folder, settings)


def _assemble(papers: Sequence[GoldPaper], recogniser: Path, folder: Path, settings: ClassifierSettings) -> None:
    figures = assemble(papers, recogniser / "pipeline", folder / "pipeline", settings)
    (folder / "figures.json").write_text(json.dumps(figures, sort_keys=True) + "\n", encoding="utf-8")


def _refuse_other(output: Path) -> None:
    """Refuse to replace what no training wrote."""
    if output.exists() and not (output / "meta.json").is_file() and not (output.is_dir() and not any(output.iterdir())):
        raise OutputError(f"{output}: is there and is no spaCy pipeline; name a folder that may be replaced")


def _replace_folder(source: Path, output: Path) -> None:
    """Copy a folder to a name beside the target, then let it take the target's place."""
    output = output.resolve()
    unfinished, old = (output.with_name(f".{output.name}.{what}") for what in ("unfinished", "old"))
    try:
        for folder in (unfinished, old):
            shutil.rmtree(folder, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, unfinished)
        if output.exists():
            output.replace(old)
        unfinished.replace(output)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise OutputError(f"can't write {output}: {error.strerror or error}") from error
