"""What the documents say is so: examples run, commands parse, make targets exist, links lead somewhere."""

import ast
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer.main

from caravela import load_game
from caravela.cext.search import ALGORITHMS, CHANCES, FINALS, HIDDEN, ROLLOUTS, SELECTIONS, UTILITIES, Search
from caravela.cli.app import app

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("engines/*/*.md"), *ROOT.glob("bots/**/*.md")]
)
# Programs that a reader can paste; the Python of these two is a package and has its own test.
PACKAGES = {"abi.md", "python-games.md"}
PROGRAMS = [path for path in DOCUMENTS if path.name not in PACKAGES and "```python" in path.read_text(encoding="utf-8")]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path, language: str) -> list[str]:
    """The fenced code blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands(path: Path, program: str) -> list[list[str]]:
    """The arguments of every line of a shell block that starts with `program`."""
    lines = [shlex.split(line, comments=True) for block in blocks(path, "sh") for line in block.splitlines()]
    return [words[1:] for words in lines if words[:1] == [program]]


def test_the_main_documents_have_examples() -> None:
    assert {"README.md", "CONTRIBUTING.md", "bots.md", "embedding.md", "measuring.md"} <= {p.name for p in PROGRAMS}
    assert len(commands(ROOT / "README.md", "caravela")) >= 7
    assert commands(ROOT / "README.md", "make") == [["demo"], ["test"]]


@pytest.mark.parametrize("path", PROGRAMS, ids=name)
def test_python_examples_run_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.name == "openspiel.md":
        pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "example"}
    for number, program in enumerate(blocks(path, "python"), 1):
        if "pyspiel" in program and find_spec("pyspiel") is None:
            continue  # the README shows it beside the rest
        exec(compile(program, f"{path.name}, example {number}", "exec"), namespace)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_commands_parse(path: Path) -> None:
    known = typer.main.get_group(app).commands
    for command, *arguments in commands(path, "caravela"):
        assert command in known, f"caravela {command}"
        known[command].make_context(command, [*arguments])


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_make_targets_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for words in commands(path, "make"):
        assert {word for word in words if "=" not in word} <= targets, words


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)#\s]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{name(path)} links to {target}"


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_to_headings_find_them(path: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?://)([^)#\s]*)#([^)\s]+)\)", path.read_text(encoding="utf-8")):
        assert anchor in anchors(path.parent / target if target else path), f"{name(path)}: {target}#{anchor}"


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.name != "RULES.md"], ids=name)
def test_lines_are_short(path: Path) -> None:
    """Rows of tables cannot be broken."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 120 and not line.startswith("|")] == []


def test_the_page_on_the_search_lists_its_options() -> None:
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \|", (ROOT / "docs/search.md").read_text("utf-8"), re.MULTILINE)
    rows = [row for row in rows if row[0].strip("`") not in ALGORITHMS]
    told, values = {}, {}
    for names, defaults, allowed in rows:
        options = re.findall(r"`(\w+)`", names)
        given = [ast.literal_eval(text) for text in defaults.replace("`", "").split(", ")]
        told |= dict(zip(options, given * (len(options) // len(given)), strict=True))
        values[options[0]] = set(re.findall(r"`(\w+)`", allowed))
    assert (told.pop("heuristic"), told.pop("weights")) == (None, None)
    assert told == Search(load_game("pennies")).options
    choices = {"algorithm": set(ALGORITHMS), "chance": set(CHANCES), "rollout": set(ROLLOUTS), "final": set(FINALS)}
    choices |= {"selection": set(SELECTIONS), "hidden": set(HIDDEN), "utility": set(UTILITIES)}
    assert choices == {option: values[option] for option in choices}
