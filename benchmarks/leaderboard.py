"""The results page of a game, played and written: `python benchmarks/leaderboard.py veracruz`.

`benchmarks/leaderboards/<game>.toml` lists the tournaments that are played for it. Each is kept in a file under
`--folder`, so that an interrupted run goes on where it was; all of them are rated together. The section of the game in
`docs/leaderboard.md` is replaced, or added in alphabetical order; the others stay as they are.
"""

import argparse
import re
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import caravela as cv
from caravela.arena import Settings
from caravela.arena.anchors import anchors_for
from caravela.arena.markdown import (
    HEAD_TO_HEAD,
    anchor_note,
    pairs_table,
    seats_table,
    standings_table,
    summary,
    times_table,
    wrapped,
)
from caravela.arena.merging import merged
from caravela.arena.report import Report, make_report
from caravela.arena.results import GameResult
from caravela.arena.tournament import play_tournament, prepared, resume, start
from caravela.cli.measure import machine
from caravela.cli.output import progress_bar
from caravela.engines.registry import parse_spec

ROOT = Path(__file__).parents[1]
PARTS = Path(__file__).with_name("leaderboards")
PAGE = ROOT / "docs" / "leaderboard.md"
FIRST_ANCHOR = "random", 1000.0
"""What a scale is made of where a game has no anchors yet."""


def parts_of(game: str, seed: int) -> list[Settings]:
    """The tournaments of a game, their games opened at every table size. ValueError for an entry that is unknown."""
    tables = tomllib.loads((PARTS / f"{game}.toml").read_text(encoding="utf-8"))
    return [_settings(game, entry, seed) for entry in tables["part"]]


def _settings(game: str, entry: dict[str, Any], seed: int) -> Settings:
    known = {field.name for field in fields(Settings)} | {"options"}
    if unknown := sorted(set(entry) - known):
        raise ValueError(f"{game}.toml: unknown entry {unknown[0]!r}; a part may hold: {', '.join(sorted(known))}")
    entry = dict(entry)
    options = entry.pop("options", {})
    specs = [cv.load_game(game, players=size, **options).spec for size in entry["players"]]
    entry |= {"games": tuple(specs), "players": tuple(entry["players"]), "bots": tuple(entry["bots"])}
    return Settings(seed=seed, keep=False, **entry)


def play(path: Path, settings: Settings, jobs: int) -> list[GameResult]:
    """The results of one part: from its file, and what is missing there is played."""
    changes = {field.name: getattr(settings, field.name) for field in fields(settings) if field.name != "versions"}
    store = resume(path, **changes) if path.exists() else start(path, prepared(settings))
    with store, progress_bar(path.stem, store.planned) as advance:
        advance(store.played)
        return play_tournament(store.settings, store, jobs=jobs, progress=lambda games: advance(len(games)))


def section(game: str, report: Report, seed: int) -> str:
    """The part of the page that is about one game."""
    title = parse_spec(game)[0].title
    seeded = f" --seed {seed}" if seed else ""
    told = "{processor}, {cores} cores, Python {python}, Caravela {caravela}".format_map(machine())
    parts = [
        f"## {title}",
        f"```sh\n.venv/bin/python benchmarks/leaderboard.py {game}{seeded}\n```",
        wrapped(summary(report)),
        standings_table(report),
        wrapped(anchor_note(report)),
        HEAD_TO_HEAD,
        pairs_table(report),
        "What seats are worth:",
        seats_table(report),
        wrapped(f"Thinking time ({told}; the machine had other work):"),
        times_table(report),
    ]
    return "\n\n".join(part for part in parts if part)


def replace_section(page: str, game: str, text: str) -> str:
    """The page with the game's section replaced or added. Sections stand between comments that name their games."""
    found = dict(re.findall(r"^<!-- (\w+) -->\n(.*?)\n<!-- end -->$", page, re.DOTALL | re.MULTILINE))
    head = re.split(r"^<!-- \w+ -->$", page, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
    found[game] = text
    return "\n\n".join([head, *(f"<!-- {name} -->\n{found[name]}\n<!-- end -->" for name in sorted(found))]) + "\n"


def main() -> int:
    """Plays what is missing and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(path.stem for path in PARTS.glob("*.toml")))
    parser.add_argument("--folder", type=Path, default=Path("leaderboards"), help="of the files (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path, default=PAGE, help="what is written (default: docs/leaderboard.md)")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    parts = parts_of(chosen.game, chosen.seed)
    paths = [chosen.folder / f"{chosen.game}-{number}.db" for number in range(1, len(parts) + 1)]
    results = merged([play(path, part, chosen.jobs) for path, part in zip(paths, parts, strict=True)])
    anchors = anchors_for(results) or dict([FIRST_ANCHOR])
    report = make_report(results, anchors=anchors, seed=chosen.seed)
    page = chosen.page.read_text(encoding="utf-8")
    chosen.page.write_text(
        replace_section(page, chosen.game, section(chosen.game, report, chosen.seed)), encoding="utf-8"
    )
    print(standings_table(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
