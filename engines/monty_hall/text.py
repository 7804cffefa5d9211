"""Names and drawings of Monty Hall. Doors are numbered from 1."""

from __future__ import annotations

import struct

from caravela.cext.core import Game, State, View


def action_to_string(game: Game, action: int) -> str:
    """`door:1`: the first pick, and the last word (staying is naming the same door again)."""
    return f"door:{action + 1}"


def chance_to_string(game: Game, outcome: int) -> str:
    """`at:1`: where the prize is put, and which door the host opens."""
    return f"at:{outcome + 1}"


def code_to_string(game: Game, code: int) -> str:
    """`placed`, `pick:1`, `opened:2`, `choice:3`, `prize:3`."""
    if code == 0:
        return "placed"
    kind, door = divmod(code - 1, game.options["doors"])
    return f"{('pick', 'opened', 'choice', 'prize')[kind]}:{door + 1}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    return f"Stand in front of door {action + 1}"


def observation_string(state: State | View, player: int) -> str:
    """The stage as seat `player` sees it: one line a door."""
    view = state.view(player) if isinstance(state, State) else state
    _phase, prize, pick, opened, choice = struct.unpack("=5i", view.to_bytes())
    lines = []
    for door in range(1, state.game.options["doors"] + 1):
        marks = [
            mark
            for at, mark in ((prize, "prize"), (opened, "open"), (pick, "first pick"), (choice, "last choice"))
            if at == door
        ]
        lines.append(f"door {door}: {', '.join(marks) or 'closed'}")
    return "\n".join(lines)
