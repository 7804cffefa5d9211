"""Golden games of Veracruz: whole games as text, written by the oracle in the form that `caravela.replay` reads.

`python -m tests.oracles.veracruz_golden` writes those that are missing from `tests/golden/`. A file that exists
stays: it is the record of how its game went. Delete one to have it played anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

from tests.oracles.veracruz import CHANCE, OVER, SIDES, Galleon, Veracruz
from tests.oracles.veracruz_play import DEALERS, PLAYERS, next_name, note_end, note_step

FOLDER = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Golden:
    """How a golden game came about: the first game of this style in which all of `shows` happened."""

    about: str
    options: dict[str, Any]
    player: str = "uniform"
    dealer: str = "fair"
    shows: tuple[str, ...] = field(default=())


GAMES: dict[str, Golden] = {
    "two_players": Golden("An ordinary game of two.", {"players": 2}),
    "three_players": Golden("An ordinary game of three.", {"players": 3}),
    "four_players": Golden("An ordinary game of four.", {"players": 4}),
    "two_players_given_start": Golden("Seat 0 begins, no starting player is drawn (R3).", {"players": 2, "start": 0}),
    "three_players_given_start": Golden("The same for three.", {"players": 3, "start": 0}),
    "four_players_given_start": Golden("The same for four.", {"players": 4, "start": 0}),
    "given_start": Golden("The last seat begins; no starting player is drawn (R3).", {"players": 3, "start": 2}),
    "last_deck_of_three": Golden(
        "The reserve runs out: a last deck of three, one deck, none (V4.7, V4.8, T10).",
        {"players": 4},
        "voider",
        shows=("short last deck", "draw from the only deck", "no deck to draw from"),
    ),
    "voids": Golden(
        "Empty boxes; a galleon leaves the red zone again (V4.4, V7.1, T3, T4).",
        {"players": 2},
        shows=("void", "out of the red zone", "load of a red galleon"),
    ),
    "four_empty_boxes": Golden(
        "An opening hand that cannot be loaded: forced bets, then passes (T14).",
        {"players": 2},
        "bets_first",
        "empties_first",
        ("forced bet", "pass with cards nobody knows"),
    ),
    "end_by_passes": Golden(
        "Everybody passes: the game ends with galleons half empty (V6.2).",
        {"players": 2},
        "pass_seeker",
        "left_first",
        ("end by passes",),
    ),
    "all_sunk": Golden("All galleons sink: nobody wins (V8.5, T13).", {"players": 3}, "wrecker", shows=("all sunk",)),
    "all_arrived": Golden("All galleons arrive.", {"players": 4}, "balancer", shows=("all arrived",)),
    "tie_broken": Golden(
        "Equal totals: the greater investment wins (V8.4, T12).", {"players": 3}, shows=("tie broken by investment",)
    ),
    "shared_win": Golden("Equal in everything: a shared win (V8.4, T12).", {"players": 3}, shows=("shared win",)),
    "many_bets": Golden(
        "All bets on one galleon; the fourth correct one gets nothing (V8.2, T7, T8).",
        {"players": 4},
        "same_galleon",
        shows=("fourth correct bet", "second own bet on a galleon", "negative total"),
    ),
    "reduced": Golden(
        "A game small enough for exact work.",
        {"players": 2, "galleons": 2, "goods": 3, "copies": 2, "max_value": 2, "hand_size": 2, "deck_size": 2},
    ),
}


def data() -> dict[str, Any]:
    """The shipped data file."""
    return loads((files("caravela.engines") / "veracruz" / "data.toml").read_text())


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"veracruz_{name}.txt"


def spec_of(options: dict[str, Any]) -> str:
    """The game as `caravela.load_game` reads it: only options that differ from the default, sorted."""
    shown = [f"{key}={options[key]}" for key in sorted(options) if (key, options[key]) != ("players", 2)]
    return f"veracruz({','.join(shown)})" if shown else "veracruz"


def write(golden: Golden, names: list[str]) -> str:
    """The text of a game: a step a line, with what it did to the table as a comment, then the result."""
    game = Veracruz(data(), **golden.options)
    lines = ["caravela-record 1", f"game: {spec_of(golden.options)}", "", f"# {golden.about}", ""]
    for name in names:
        mover = "*" if game.player() == CHANCE else str(game.player())
        before = {galleon.name: galleon for galleon in game.galleons}
        weather = game.meteorology
        game.apply(name)
        remarks = [_table(galleon) for galleon in game.galleons if _table(galleon) != _table(before[galleon.name])]
        if name.startswith("toss:"):
            remarks.append(f"meteorology {weather} to {game.meteorology}")
        lines.append(f"{mover} {name}" + "".join(f"  # {remark}" for remark in remarks))
    lines += ["", *(f"# {_cargo(galleon)}" for galleon in game.galleons)]
    lines += [f"# arrived: {' '.join(game.arrived()) or 'none'}"]
    lines += [
        f"# investments: {' '.join(map(str, game.investment_points()))}, bets: {' '.join(map(str, game.bet_points()))}"
    ]
    lines += [f"returns: {' '.join(repr(float(share)) for share in game.returns())}"]
    lines += [f"scores: {' '.join(repr(float(points)) for points in game.scores())}"]
    lines += [f"ranks: {' '.join(map(str, game.ranks()))}"]
    return "\n".join(lines) + "\n"


def _table(galleon: Galleon) -> str:
    return f"{galleon.name} {galleon.weight()} of {galleon.weight_limit}, balance {galleon.balance():+d}"


def _cargo(galleon: Galleon) -> str:
    piles = []
    for side in SIDES:
        boxes = [f"({piece.box.name})" if piece.void else piece.box.name for piece in galleon.pile(side)]
        piles.append(f"{side} {' '.join(boxes) or '-'}")
    bets = " ".join(f"{seat}:{kind}" for seat, kind in galleon.bets) or "-"
    return f"{galleon.name}: {', '.join(piles)}, bets {bets}"


def names_in(text: str) -> list[str]:
    """The steps of a golden text."""
    return [line.split()[1] for line in text.splitlines() if line[:1] in ("*", *"0123456789")]


def played(golden: Golden) -> list[str]:
    """The names of the first game that shows what it should."""
    for seed in range(2_000):
        random, seen, names, game = Random(seed), Counter[str](), list[str](), Veracruz(data(), **golden.options)
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
