"""Golden games of Lisboa: whole games as text, written by the oracle in the form that `caravela.replay` reads.

`python -m tests.oracles.lisboa_golden` writes those that are missing from `tests/golden/`. A file that exists
stays: it is the record of how its game went. Delete one to have it played anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

from tests.oracles.lisboa import CHANCE, OVER, Lisboa
from tests.oracles.lisboa_play import DEALERS, PLAYERS, next_name, note_end, note_step
from tests.oracles.lisboa_scoring import final_parts

FOLDER = Path(__file__).parents[1] / "golden"
DEFAULTS = {"players": 2}


@dataclass(frozen=True)
class Golden:
    """How a golden game came about: the first game of this style in which all of `shows` happened."""

    about: str
    options: dict[str, Any]
    player: str = "mixture"
    dealer: str = "fair"
    shows: tuple[str, ...] = field(default=())


GAMES: dict[str, Golden] = {
    "two_players": Golden("A game of two, each with a short search.", {"players": 2}),
    "three_players": Golden("A game of three, each with a short search.", {"players": 3}),
    "four_players": Golden("A game of four, each with a short search.", {"players": 4}),
    "four_players_random": Golden(
        "A game of four at random: many cards are discarded for gold.", {"players": 4}, "uniform"
    ),
    "reduced": Golden(
        "A reduced size, played at random: one card in each display stack.",
        {"players": 2, "rows": 2, "hand": 2, "deck": 5, "stack": 1, "clergy": 2, "decrees": 10},
        "uniform",
    ),
    "rubble_sets": Golden(
        "Rubble sets end the first period and the game (L18.1, L18.4).",
        {"players": 2},
        "mason",
        "mixed_rubble",
        shows=("period ends by sets", "game ends by sets"),
    ),
    "follower_ends_period": Golden(
        "A follower completes the sets that end the first period (L18.1, R27).",
        {"players": 4},
        "mason",
        "mixed_rubble",
        shows=("a follower ends the period",),
    ),
    "church": Golden(
        "The Cardinal crosses both corners; tiles are given up and one is returned (L11.3, L11.4).",
        {"players": 3},
        "cleric",
        shows=("church scoring", "Treasury corner", "asked D14", "asked D15"),
    ),
    "buildings": Golden(
        "Public buildings with rivals' Officials, some of them on plazas (L9.2, L16.3).",
        {"players": 3},
        "opener",
        shows=("rival hired", "Official to a plaza", "asked D27 plan"),
    ),
    "spoiling_choices": Golden(
        "Room must be made so that the sale or trade can still begin (L7.1, L20.5).",
        {"players": 2},
        "merchant",
        shows=("D3 with choices that would spoil the play", "D4 with choices that would spoil the play"),
    ),
    "wigs_for_influence": Golden(
        "Visits paid with wigs, followers who cannot pay (L12.2, L12.5).",
        {"players": 4},
        "follower",
        shows=("visit paid with wigs", "a follower cannot pay", "follows maia", "follows king"),
    ),
    "empty_hands": Golden(
        "Hands run out: a turn without a card, rows without rubble (L5.3, L14.6).",
        {"players": 3, "rows": 1, "hand": 1, "deck": 3, "stack": 2},
        "mason",
        shows=("no card in hand",),
    ),
    "tie_broken": Golden("Equal wigs (L18.7).", {"players": 4}, "uniform", shows=("tie broken",)),
}


def data() -> dict[str, Any]:
    """The shipped data file."""
    return loads((files("caravela.engines") / "lisboa" / "data.toml").read_text())


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"lisboa_{name}.txt"


def spec_of(options: dict[str, Any]) -> str:
    """The game as `caravela.load_game` reads it: only options that differ from the default, sorted."""
    shown = [f"{key}={options[key]}" for key in sorted(options) if DEFAULTS.get(key) != options[key]]
    return f"lisboa({','.join(shown)})" if shown else "lisboa"


def write(golden: Golden, names: list[str]) -> str:
    """The text of a game: a step a line, before each turn how its player stands, then the result."""
    game = Lisboa(data(), **golden.options)
    lines = ["caravela-record 1", f"game: {spec_of(golden.options)}", "", f"# {golden.about}", ""]
    turn = 0
    for name in names:
        if game.turn > turn:
            turn = game.turn
            lines.append(f"# turn {turn}: {_standing(game)}")
        lines.append(f"{'*' if game.player() == CHANCE else game.player()} {name}")
        game.apply(name)
    lines += ["", *(f"# {_end_of(game, seat)}" for seat in game.seats)]
    return "\n".join([*lines, *results(game)]) + "\n"


def results(game: Lisboa) -> list[str]:
    """The last lines of a record."""
    return [
        f"returns: {' '.join(repr(float(share)) for share in game.returns())}",
        f"scores: {' '.join(repr(float(points)) for points in game.scores())}",
        f"ranks: {' '.join(map(str, game.ranks()))}",
    ]


def _standing(game: Lisboa) -> str:
    """What the seat has whose turn it is."""
    assert game.acting is not None
    seat = game.table.seats[game.acting]
    goods = " ".join(f"{good} {count}" for good, count in (+seat.goods).items())
    return (
        f"{game.acting} has {seat.wigs} wigs, {seat.reis} reis, Influence {seat.influence}, goods {goods or '-'}; "
        f"the Treasury value is {game.table.value()}"
    )


def _end_of(game: Lisboa, seat: int) -> str:
    """Final scoring of a seat."""
    parts = ", ".join(f"{part} {wigs}" for part, wigs in final_parts(game.table, seat).items())
    return f"{seat}: {game.table.seats[seat].wigs} wigs, {parts}"


def names_in(text: str) -> list[str]:
    """The steps of a golden text."""
    return [line.split()[1] for line in text.splitlines() if line[:1] in ("*", *"0123456789")]


def played(golden: Golden) -> list[str]:
    """The names of the first game that shows what it should."""
    for seed in range(1000):
        random, seen, names, game = Random(seed), Counter[str](), list[str](), Lisboa(data(), **golden.options)
        while game.player() != OVER:
            names.append(next_name(game, random, PLAYERS[golden.player], DEALERS[golden.dealer]))
            note_step(game, names[-1], seen)
            game.apply(names[-1])
        note_end(game, seen)
        if all(seen[what] for what in golden.shows):
            return names
    raise LookupError(f"no game shows {golden.shows}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        if not path_of(name).exists():
            path_of(name).write_text(write(golden, played(golden)))
            print(path_of(name).name)
