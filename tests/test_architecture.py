"""The shape of the house: imports go one way, every folder of a kind holds the same files, nothing huge is tracked."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Lowest first: a module may import from its own layer and from those before it.
LAYERS = {"cext": ROOT / "cext", "engines": ROOT / "engines", "bots": ROOT / "bots", "": ROOT / "src" / "caravela"}
ORDER = list(LAYERS)
ENGINE_FILES = {"__init__.py", "rules.pyx", "data.toml", "text.py", "README.md", "RULES.md"}
LARGEST = 1_000_000  # bytes
MODULE_NAME = r"caravela\.(cext|engines|bots)(\.\w*)*"
CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<origin>[\w.]+)\s+(?P<kind>c?import)\b|(?P<plain>c?import)\s+(?P<name>[\w.]+))"
)


def modules(*suffixes: str) -> list[Path]:
    """Every source file of the package with one of these suffixes."""
    return sorted(path for base in LAYERS.values() for suffix in suffixes for path in base.rglob(f"*{suffix}"))


def games() -> list[str]:
    """The engine folders."""
    return sorted(
        path.name
        for path in (ROOT / "engines").iterdir()
        if path.is_dir() and path.name.isidentifier() and not path.name.startswith("_")
    )


def layer_of(path: Path) -> str:
    return next(name for name, base in LAYERS.items() if path.is_relative_to(base))


def dotted(path: Path) -> str:
    """The installed name of a source file's package."""
    layer = layer_of(path)
    inside = path.parent.relative_to(LAYERS[layer]).parts
    return ".".join(part for part in ("caravela", layer, *inside) if part)


def target_layer(name: str) -> str | None:
    """The layer that an absolute module name belongs to, or None outside the package."""
    head, _, rest = name.partition(".")
    if head != "caravela":
        return None
    first = rest.partition(".")[0]
    return first if first in LAYERS else ""


def python_imports(path: Path) -> Iterator[str]:
    """Absolute names of what a Python file imports, `import_module("...")` included."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                package = dotted(path).split(".")
                origin = ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and re.fullmatch(MODULE_NAME, str(node.value)):
            yield node.value


def cython_imports(path: Path) -> Iterator[tuple[str, str]]:
    """("import" or "cimport", name) for every import line of a Cython file."""
    for line in path.read_text().splitlines():
        if match := CYTHON_IMPORT.match(line):
            yield match["kind"] or match["plain"], match["origin"] or match["name"]


@pytest.mark.parametrize("path", modules(".py", ".pyi"), ids=lambda path: str(path.relative_to(ROOT)))
def test_python_imports_go_one_way(path: Path) -> None:
    allowed = ORDER[: ORDER.index(layer_of(path)) + 1]
    wrong = [name for name in python_imports(path) if target_layer(name) not in (None, *allowed)]
    assert not wrong, f"{path.relative_to(ROOT)} imports upwards: {wrong}"


@pytest.mark.parametrize("path", modules(".pyx", ".pxd", ".pxi"), ids=lambda path: str(path.relative_to(ROOT)))
def test_cython_imports_go_one_way(path: Path) -> None:
    allowed = ORDER[: ORDER.index(layer_of(path)) + 1]
    shared = {pxd.stem: layer_of(pxd) for pxd in modules(".pxd")}
    for kind, name in cython_imports(path):
        if kind == "cimport":
            # Modules share only .pxd files on the include path; a dotted cimport cannot be resolved in every build.
            assert target_layer(name) is None, f"{path.relative_to(ROOT)} cimports {name}"
            assert shared.get(name, "cext") in allowed, f"{path.relative_to(ROOT)} cimports upwards: {name}"
        else:
            assert target_layer(name) in (None, *allowed), f"{path.relative_to(ROOT)} imports upwards: {name}"


def test_pxd_names_are_unique() -> None:
    names = [path.stem for path in modules(".pxd")]
    assert len(names) == len(set(names)), "files on one include path need names of their own"


@pytest.mark.parametrize("path", modules(".pyx"), ids=lambda path: str(path.relative_to(ROOT)))
def test_extension_modules_have_stubs(path: Path) -> None:
    assert path.with_suffix(".pyi").is_file()


@pytest.mark.parametrize("game", games())
def test_engine_folder_is_complete(game: str) -> None:
    folder = ROOT / "engines" / game
    files = {path.name for path in folder.iterdir()}
    assert ENGINE_FILES | {"rules.pyi", f"{game}_state.pxd"} <= files
    assert "source" in (folder / "data.toml").read_text(), "tables say where their numbers come from"


def test_no_tracked_file_is_large() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / name for name in listed.split("\0") if name]
    assert files
    large = {str(path): path.stat().st_size for path in files if path.is_file() and path.stat().st_size > LARGEST}
    assert not large
