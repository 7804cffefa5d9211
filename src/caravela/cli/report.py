"""`caravela report`: a page about a tournament that was kept in a file, or about several as one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from caravela.arena.anchors import anchors_for, parse_anchors
from caravela.arena.exports import to_csv, to_json
from caravela.arena.markdown import to_markdown
from caravela.arena.merging import merged
from caravela.arena.page import to_html
from caravela.arena.ratings import SAMPLES
from caravela.arena.repeat import described, title_of
from caravela.arena.report import Report, make_report
from caravela.arena.results import GameResult
from caravela.arena.settings import Settings
from caravela.arena.store import Store
from caravela.cli.inputs import Seed, checked_seed

FORMATS = ("html", "md", "csv", "json", "png")
DEFAULT_FORMATS = "html,md,csv,json"

EXAMPLES = """\b
Examples:
  caravela report veracruz.db
  caravela report veracruz.db --out pages --format html,png
  caravela report first.db second.db --out results.md
  caravela report veracruz.db --anchor random=1000 --online
"""


def report(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="What `caravela tournament --store` wrote. Several are read as one."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="PATH", help="A folder, or the file if there is one. Default: beside FILE."),
    ] = None,
    formats: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="F,F", help=f"Any of {', '.join(FORMATS)}. Default: that of PATH, or {DEFAULT_FORMATS}."
        ),
    ] = None,
    anchor: Annotated[
        list[str] | None,
        typer.Option(
            "--anchor", metavar="BOT=N", help="Hold a bot's rating; repeatable. Default: the game's; none: no anchors."
        ),
    ] = None,
    online: Annotated[bool, typer.Option("--online", help="Add OpenSkill's online rating.")] = False,
    samples: Annotated[int, typer.Option("--samples", metavar="N", help="Draws of the bootstrap.")] = SAMPLES,
    seed: Seed = 0,
) -> None:
    """Write what a tournament says: one self-contained HTML page, Markdown, CSV and JSON.

    Ratings with 95 % intervals, seat effects, every pair of bots, points, thinking time, faults, and the settings to
    repeat it. It may be made while the tournament still runs. HTML and pictures need the extra `report`.
    """
    checked_seed(seed)
    if samples < 2:
        raise ValueError(f"--samples must be at least 2, not {samples}")
    kinds = _formats(formats, out)
    tournaments = [_read(file) for file in files]
    results = merged([t.results for t in tournaments])
    try:
        found = make_report(
            results,
            title=title_of([t.settings for t in tournaments]),
            settings=_settings(tournaments),
            anchors=_anchors(anchor, results),
            online=online,
            samples=samples,
            seed=seed,
        )
        contents = _contents(found, results, kinds, _target(files[0], out, kinds))
    except ModuleNotFoundError as error:
        raise ValueError(error) from None
    for path, content in contents:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        typer.echo(path)


@dataclass(frozen=True)
class _Tournament:
    """A file's content."""

    settings: Settings
    results: list[GameResult]
    planned: int


def _read(file: Path) -> _Tournament:
    with Store.open(file) as store:
        return _Tournament(store.settings, store.results(), store.planned)


def _settings(tournaments: Sequence[_Tournament]) -> dict[str, str]:
    """Of each tournament; with more than one, their names begin with its number."""
    found: dict[str, str] = {}
    for number, t in enumerate(tournaments, 1):
        told = described(t.settings, played=len(t.results), planned=t.planned)
        found |= {f"{number}: {name}" if len(tournaments) > 1 else name: value for name, value in told.items()}
    return found


def _formats(text: str | None, out: Path | None) -> list[str]:
    if text is None:
        suffix = out.suffix[1:] if out is not None and not out.is_dir() else ""
        text = suffix if suffix in FORMATS else DEFAULT_FORMATS
    kinds = list(dict.fromkeys(text.split(",")))
    for kind in kinds:
        if kind not in FORMATS:
            raise ValueError(f"--format takes {', '.join(FORMATS)}, not {kind!r}")
    return kinds


def _anchors(texts: Sequence[str] | None, results: Sequence[GameResult]) -> dict[str, float]:
    if texts is None:
        return anchors_for(results)
    return {} if list(texts) == ["none"] else parse_anchors(texts)


def _target(file: Path, out: Path | None, kinds: Sequence[str]) -> Path:
    """The files without their suffixes."""
    if out is None:
        return file.with_suffix("")
    if out.is_dir() or out.suffix[1:] not in FORMATS:
        return out / file.stem
    if len(kinds) > 1:
        raise ValueError(f"--out {out} is one file, but --format asks for {', '.join(kinds)}; name a folder")
    return out.with_suffix("")


def _contents(
    report: Report, results: Sequence[GameResult], kinds: Sequence[str], target: Path
) -> list[tuple[Path, bytes]]:
    makers: dict[str, Callable[[], dict[str, bytes]]] = {
        "html": lambda: {".html": to_html(report).encode()},
        "md": lambda: {".md": to_markdown(report).encode()},
        "csv": lambda: {f".{name}.csv": text.encode() for name, text in to_csv(report, results).items()},
        "json": lambda: {".json": to_json(report).encode()},
        "png": lambda: {".png": _picture(report)},
    }
    made = [(ending, content) for kind in kinds for ending, content in makers[kind]().items()]
    return [(target.with_name(target.name + ending), content) for ending, content in made]


def _picture(report: Report) -> bytes:
    try:
        from caravela.arena.charts import overview
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"pictures need {error.name}: pip install 'caravela[report]'") from None
    return overview(report)
