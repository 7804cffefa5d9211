"""Liar's Dice: how many dice under all cups show a face? Rules and parameters are OpenSpiel's."""

import struct
from pathlib import Path

from caravela.cext.core import Game, State
from caravela.engines.liars_dice import text
from caravela.engines.liars_dice.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

HEADER = 8  # bytes of a state before its hands


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:  # noqa: ARG001 (all alike)
    """A history that shows `player` the same as `history` and ends in `world`: its dice, the same bids.

    The dice of a hand are told in order of faces. Nobody sees in what order they fell.
    """
    hands = struct.unpack_from(f"={game.num_players()}Q", world.to_bytes(), HEADER)
    faces = [face for hand in hands for face in range(16) for _ in range(hand >> 4 * face & 15)]
    return [*faces, *history[len(faces) :]]


ENGINE = EngineSpec(
    name="liars_dice",
    title="Liar's Dice",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 2, "number of players", low=2, high=8),
        Option("numdice", int, 1, "dice of each player", low=1, high=15),
        Option("dice_sides", int, 6, "sides of a die; the highest is wild", low=1, high=16),
        Option(
            "bidding_rule",
            str,
            "reset-face",
            "which bids are higher: more dice and then the face, or the face and then more dice",
            choices=("reset-face", "reset-quantity"),
        ),
    ),
    text=text,
    variants=(
        {},
        {"bidding_rule": "reset-quantity"},
        {"numdice": 5},
        {"players": 4, "numdice": 3, "bidding_rule": "reset-quantity"},
        {"players": 8, "numdice": 2},
    ),
    reduced=(
        {"dice_sides": 3},
        {"numdice": 2, "dice_sides": 2},
        {"players": 3, "dice_sides": 2, "bidding_rule": "reset-quantity"},
    ),
    explain_world=explain_world,
)
