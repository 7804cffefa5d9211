"""Running commands in this process, and texts kept in files."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from caravela.cli.app import app

SNAPSHOTS = Path(__file__).parent / "snapshots"

Run = Callable[..., tuple[int, str, str]]
Snapshot = Callable[[str, str], None]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """run("games", "--json", typed="...") -> (exit code, standard output, standard error), in an empty folder."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        result = runner.invoke(app, list(arguments), input=typed, prog_name="caravela")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout, result.stderr

    return call


@pytest.fixture
def snapshot() -> Snapshot:
    """Compares the words of a text with the file of that name. UPDATE_SNAPSHOTS=1 in the environment writes it."""

    def compare(name: str, text: str) -> None:
        path = SNAPSHOTS / name
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            path.write_text(text, encoding="utf-8")
        # Lines are broken as the version of typer likes.
        assert text.split() == path.read_text(encoding="utf-8").split(), (
            f"{name}: UPDATE_SNAPSHOTS=1 accepts the change"
        )

    return compare
