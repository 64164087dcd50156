# SPDX-License-Identifier: Apache-2.0
"""Imports run one way: each module may import only what stands in a lower layer, or its own package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "benchtrail"

# From the bottom up. A name stands for a module or for all of a package; names in one layer do not
# import each other, except inside a package and where PAIRS says so.
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(layer.split())
    for layer in (
        "errors units model",
        "files jsonio jsonspan pprof shell schema literals rules audit_tokens",
        "extract load audit_rules",
        "audit_pages verify transcribe store reference",
        "audit transcriptions quantity",
        "suites charts",
        "derive harness",
        "present",
        "render",
        "build serve bench",
        "cli __main__",
    )
)

# Leaves: they import nothing of ours but what stands here.
LEAVES = {
    "errors": set(),
    "units": set(),
    "model": set(),
    "audit_tokens": set(),
    "audit_rules": {"errors"},
    "audit_pages": {"audit_rules", "audit_tokens", "errors"},
    "audit": {"audit_pages", "audit_rules", "audit_tokens", "errors"},
    "charts": {"charts", "errors", "units"},
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def _unit(module: str) -> str:
    """The layer's name of a dotted module: `benchtrail.present.cells` is `present`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def _dotted(file: Path) -> str:
    name = ".".join(("benchtrail", *file.relative_to(PACKAGE).with_suffix("").parts))
    return name.removesuffix(".__init__")


def _imports(file: Path) -> set[str]:
    """What a file imports of ours, inside functions too, as layer names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(
                _unit(alias.name) for alias in node.names if alias.name.split(".")[0] == "benchtrail"
            )
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} has a relative import"
            if node.module == "benchtrail":
                found.update(alias.name for alias in node.names if not alias.name.startswith("__"))
            elif (node.module or "").startswith("benchtrail."):
                found.add(_unit(node.module or ""))
    return found - {""}


def _rank(unit: str) -> int:
    for rank, layer in enumerate(LAYERS):
        if unit in layer:
            return rank
    pytest.fail(f"benchtrail.{unit} stands in no layer: add it to LAYERS")


@pytest.mark.parametrize("file", MODULES, ids=_dotted)
def test_a_module_imports_only_from_lower_layers(file: Path) -> None:
    own = _unit(_dotted(file))
    if not own:  # the package itself
        assert not _imports(file)
        return
    upward = {unit for unit in _imports(file) - {own} if _rank(unit) >= _rank(own)}
    assert not upward, (
        f"{_dotted(file)} imports {', '.join(sorted(upward))}, which stand no lower than itself"
    )


@pytest.mark.parametrize("leaf", sorted(LEAVES))
def test_leaves_import_nothing_else(leaf: str) -> None:
    files = [file for file in MODULES if _unit(_dotted(file)) == leaf]
    assert files
    for file in files:
        assert _imports(file) <= LEAVES[leaf], file.name


def _graph() -> dict[str, set[str]]:
    """Imports between single modules, a package standing for its modules only where it is named alone."""
    known = {_dotted(file) for file in MODULES}
    graph: dict[str, set[str]] = {}
    for file in MODULES:
        edges: set[str] = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = {f"{node.module}.{alias.name}" for alias in node.names} & known
                edges.update(modules or {node.module} & known)
            elif isinstance(node, ast.Import):
                edges.update({alias.name for alias in node.names} & known)
        graph[_dotted(file)] = edges - {"benchtrail"}
    return graph


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = _graph()
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " > ".join((*path, module))
        if module not in done:
            for target in graph[module]:
                visit(target, (*path, module))
            done.add(module)

    for module in graph:
        visit(module, ())
