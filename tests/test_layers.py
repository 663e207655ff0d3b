"""Data flows one way: no module imports, when it is imported itself, a package to its right."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: from left to right; what stands together may import each other
LAYERS = (
    {"version", "errors", "vocabulary", "ontology"},
    {"papers"},
    {"extraction"},
    {"resolution"},
    {"graph"},
    {"rdf"},
    {"export"},
    {"query"},
    {"build_directory", "building", "training"},
    {"cli", "__main__"},
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted((ROOT / "kg").rglob("*.py"))


def imported_modules(source: str) -> Iterator[str]:
    """Names that a module imports at its own import; blocks for type checkers don't run."""
    pending: list[ast.AST] = list(ast.parse(source).body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "absolute imports only"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            pending += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending += ast.iter_child_nodes(node)


def part_of_kg(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "kg" and len(parts) > 1 else None


def test_every_part_of_kg_has_its_layer() -> None:
    parts = {path.relative_to(ROOT / "kg").parts[0].removesuffix(".py") for path in MODULES} - {"__init__"}
    assert parts <= RANK.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_imports_a_package_to_its_right(path: Path) -> None:
    own = path.relative_to(ROOT / "kg").parts[0].removesuffix(".py")
    # `import kg` runs before every other module, so that it may import what is lowest only
    rank = RANK["version"] if own == "__init__" else RANK[own]
    for module in imported_modules(path.read_text(encoding="utf-8")):
        part = part_of_kg(module)
        assert part is None or RANK[part] <= rank, f"{own} imports {module}"


def test_an_import_to_the_right_is_seen() -> None:
    source = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import kg.cli\nclass A:\n    from kg import query\n"
    )
    assert list(imported_modules(source)) == ["typing.TYPE_CHECKING", "kg.query"]
    assert list(imported_modules("def f():\n    import kg.cli\n")) == []
