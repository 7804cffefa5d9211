"""Names and drawings of Liar's Dice. Faces are numbered from 1."""

from __future__ import annotations

import struct

from caravela.cext.core import Game, State, View


def action_to_string(game: Game, action: int) -> str:
    """`3-5` (at least three fives) or `liar`."""
    if action == _bids(game):
        return "liar"
    quantity, face = bid(game, action)
    return f"{quantity}-{face}"


def chance_to_string(game: Game, outcome: int) -> str:
    """`roll:5`."""
    return f"roll:{outcome + 1}"


def code_to_string(game: Game, code: int) -> str:
    """`rolled`, an action, or a die that the seat sees: `seat1:5`."""
    if code == 0:
        return "rolled"
    if code <= _bids(game) + 1:
        return action_to_string(game, code - 1)
    seat, face = divmod(code - _bids(game) - 2, game.options["dice_sides"])
    return f"seat{seat}:{face + 1}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    if action == _bids(game):
        return "Say that the last bid is too high"
    quantity, face = bid(game, action)
    return f"Bid at least {quantity} showing {face} or {game.options['dice_sides']} (wild)"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    game = state.game
    last, rolled, mover, over, *hands = struct.unpack(f"=hHBBxx{game.num_players()}Q", view.to_bytes())
    everything = game.num_players() * game.options["numdice"]
    lines = [f"dice rolled: {rolled} of {everything}"]
    for seat, hand in enumerate(hands):
        seen = over or (seat == player and rolled == everything)
        faces = [str(face + 1) for face in range(16) for _ in range(hand >> 4 * face & 15)]
        lines.append(f"dice of seat {seat}: {' '.join(faces) if seen else 'hidden'}")
    lines.append(f"last bid: {'none' if last < 0 else action_to_string(game, last)}")
    lines.append(f"called by seat {mover}" if over else f"next: seat {mover}")
    return "\n".join(lines)


def bid(game: Game, action: int) -> tuple[int, int]:
    """The quantity and the face of a bid."""
    if game.options["bidding_rule"] == "reset-face":
        quantity, face = divmod(action, game.options["dice_sides"])
    else:
        face, quantity = divmod(action, game.num_players() * game.options["numdice"])
    return quantity + 1, face + 1


def _bids(game: Game) -> int:
    return game.num_distinct_actions() - 1
