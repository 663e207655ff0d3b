"""Results of the stages of training, kept in a folder under a checksum of all that went into them."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kg.errors import KgError, OutputError


class Checkpoints:
    """A folder of results; a stage whose inputs, settings and code are the same is not run again.

    A stage writes into a folder of another name, which takes its name when the stage is done: what was stopped in the
    middle is begun again, what was finished is not.
    """

    def __init__(self, folder: Path, announce: Callable[[str, bool], None] | None = None) -> None:
        self.folder = folder
        self._announce = announce
        self._keys: dict[Path, str] = {}

    def make(
        self,
        stage: str,
        inputs: Mapping[str, Any],
        build: Callable[[Path], object],
        *,
        code: Sequence[str],
        libraries: Sequence[str] = (),
    ) -> Path:
        """Return the folder of a stage's result, made now or before.

        Args:
            stage: the name of the stage, for the folder and for people.
            inputs: what the result depends on, as JSON values: settings, checksums, and folders of earlier stages.
            build: writes the result into an empty folder.
            code: names of the modules that make the result; another source is another result.
            libraries: names of the distributions whose versions matter.
        """
        key = self._key(stage, inputs, code, libraries)
        target = self.folder / f"{stage}-{key[:16]}"
        self._keys[target] = key
        known = target.is_dir()
        if self._announce:
            self._announce(stage, known)
        if not known:
            unfinished = self.folder / f".{target.name}.unfinished"
            try:
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir(parents=True)
            except OSError as error:
                raise OutputError(f"can't write {unfinished}: {error.strerror or error}") from error
            build(unfinished)
            unfinished.replace(target)
        return target

    def _key(self, stage: str, inputs: Mapping[str, Any], code: Sequence[str], libraries: Sequence[str]) -> str:
        described = {
            "stage": stage,
            # an earlier stage's folder stands for what went into it, wherever it lies
            "inputs": {k: self._keys[v] if isinstance(v, Path) else v for k, v in inputs.items()},
            "code": [source_checksum(module) for module in code],
            "libraries": [version(library) for library in libraries],
        }
        return sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()


def source_checksum(module: str) -> str:
    """SHA-256 of a module's source."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise KgError(f"the module {module} is not there; reinstall paper-kg")
    return file_checksum(Path(spec.origin))


def file_checksum(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    return sha256(path.read_bytes()).hexdigest()
