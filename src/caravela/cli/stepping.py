"""Going through a game step by step, forth and back."""

from collections.abc import Sequence

import typer

from caravela.cext.core import CHANCE_PLAYER, State

HELP = "Enter: next step; b: back; a number: that step; d: next decision; e: end; q: quit"


def step_through(states: Sequence[State], names: Sequence[str], seat: int | None = None) -> None:
    """Shows a step and its table at a time, until the person has enough or there is no more input.

    `seat`: who looks at the table; by default the seat that made the step, or that is to act after chance.
    """
    typer.echo(HELP)
    at, last = 0, len(names)
    while True:
        _show(states, names, at, seat)
        answer = _asked(f"step {at} of {last} > ")
        if answer is None or answer == "q":
            return
        if answer.isdecimal():
            at = min(int(answer), last)
        elif answer == "b":
            at = max(at - 1, 0)
        elif answer == "e":
            at = last
        elif answer == "d":
            decisions = (step for step in range(at + 1, last + 1) if states[step - 1].current_player() >= 0)
            at = next(decisions, last)
        elif answer == "":
            at = min(at + 1, last)
        else:
            typer.echo(HELP)


def _show(states: Sequence[State], names: Sequence[str], at: int, seat: int | None) -> None:
    """The step that led to a state, and the table then."""
    mover = states[at - 1].current_player() if at else CHANCE_PLAYER
    if at:
        typer.echo(f"{at}. {'chance' if mover == CHANCE_PLAYER else f'seat {mover}'}: {names[at - 1]}")
    looks = seat if seat is not None else mover if mover >= 0 else max(states[at].current_player(), 0)
    typer.echo(f"\nAs seat {looks} sees it:\n{states[at].view(looks).observation_string()}\n")


def _asked(question: str) -> str | None:
    """What the person types; None where there is no more input."""
    typer.echo(question, nl=False)
    try:
        return input().strip().lower()
    except EOFError:
        typer.echo()
        return None
