"""`caravela replay`: a recorded game, or one of a tournament, again; every step checked."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from caravela.arena.replaying import opened, replayed
from caravela.arena.store import Store, is_store
from caravela.cext.core import CHANCE_PLAYER, State
from caravela.cli.inputs import Json, about, open_record
from caravela.cli.output import points, print_json
from caravela.cli.stepping import step_through
from caravela.cli.story import noticed, paragraphs, tell
from caravela.record import Record
from caravela.replay import replay_states

EXAMPLES = """\b
Examples:
  caravela replay game.txt
  caravela replay game.txt --boards 0
  caravela replay game.txt --story 0
  caravela replay game.txt --json
  caravela replay veracruz.db --game 17
  caravela replay veracruz.db --game 17 --no-strict --no-step
"""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as a script or as JSON, or a tournament.")],
    number: Annotated[
        int | None,
        typer.Option("--game", metavar="K", help="The game of a tournament, counted from 0 in the order of its plan."),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option("--boards", metavar="SEAT", help="Show the table as this seat sees it."),
    ] = None,
    story: Annotated[
        int | None,
        typer.Option("--story", metavar="SEAT", help="Tell in sentences what this seat noticed, instead of the steps."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict/--no-strict", help="Refuse records of other rules or data."),
    ] = True,
    step: Annotated[
        bool | None,
        typer.Option("--step/--no-step", help="Go through it step by step. Default: with --game, on a terminal."),
    ] = None,
    json: Json = False,
) -> None:
    """Print a recorded game and check it.

    Every step and the result are checked. Exit code 2 if a step or the result is not what the rules say. A game of a
    tournament is refused if it was played with other rules or data; --no-strict verifies it instead, move by move, by
    hashes of its states.
    """
    if number is not None or is_store(file):
        record, states, places = _of_tournament(file, number, strict=strict)
    else:
        places = []
        record, game = open_record(file)
        with about(file):
            states = list(replay_states(record, game, strict=strict))
    end = states[-1]
    for option, seat in (("--boards", boards), ("--story", story)):
        if seat is not None and not 0 <= seat < end.game.num_players():
            raise ValueError(f"{option} must be a seat from 0 to {end.game.num_players() - 1}, not {seat}")
    if boards is not None and story is not None:
        raise ValueError("give --boards or --story, not both")
    names = [
        before.action_to_string(player, action)
        for before, player, action in zip(states[:-1], record.players, record.actions, strict=True)
    ]
    if json:
        print_json(_data(record, names, end))
        return
    typer.echo(f"{record.game}, digest {record.digest}, rules {record.rules_version}")
    if step is None:
        step = number is not None and story is None and sys.stdin.isatty() and sys.stdout.isatty()
    for seat, bot in enumerate(record.bots):
        typer.echo(f"seat {seat}: {bot}")
    if step:
        step_through(states, names, boards)
    elif story is not None:
        _print_story(states, story)
    else:
        _print_steps(states, record, names, boards)
    for fault in record.faults:
        typer.echo(f"Fault of seat {fault.seat} at step {fault.step + 1}, {fault.kind}: {fault.detail}")
    if not end.is_terminal():
        typer.echo(f"Not finished: {len(names)} steps, all legal.")
        return
    for seat, (score, rank) in enumerate(zip(end.scores(), end.ranks(), strict=True)):
        typer.echo(f"seat {seat}: {points(score)}, place {rank}")
    if places and places != end.ranks():
        typer.echo(f"With forfeits the places were {', '.join(map(str, places))}.")
    typer.echo(f"Finished: {len(names)} steps, all legal{', the result as recorded' if record.returns else ''}.")


def _of_tournament(file: Path, number: int | None, *, strict: bool) -> tuple[Record, list[State], list[int]]:
    """A game of a tournament's file, all its states, and what places counted.

    ValueError if it is not there or does not play as it did.
    """
    with Store.open(file) as store:
        if number is None:
            raise ValueError(f"{file} is a tournament of {store.played} games: choose one with --game, from 0")
        settings, result = store.settings, store.result(number)
    with about(file):
        game = opened(settings, result, strict=strict)
        states = list(replayed(game, result))
    bots = [seat.bot for seat in result.seats]
    faults = [fault for seat in result.seats for fault in seat.faults]
    record = Record.from_state(states[-1], seed=result.deal_seed, bots=bots, faults=faults)
    return record, states, [seat.place for seat in result.seats]


def _print_steps(states: Sequence[State], record: Record, names: Sequence[str], boards: int | None) -> None:
    """A line each, after every decision with the table of one seat."""
    for state, player, name in zip(states[1:], record.players, names, strict=True):
        typer.echo(f"  {'*' if player == CHANCE_PLAYER else player} {name}")
        if boards is not None and player != CHANCE_PLAYER:
            typer.echo("\n" + state.view(boards).observation_string() + "\n")


def _print_story(states: Sequence[State], seat: int) -> None:
    views = (state.view(seat) for state in states)
    steps = [noticed(before, after) for before, after in pairwise(views)]
    typer.echo(paragraphs(tell([step for step in steps if step is not None])))


def _data(record: Record, names: list[str], end: State) -> dict[str, Any]:
    over = end.is_terminal()
    return {
        "game": record.game,
        "digest": record.digest,
        "bots": list(record.bots),
        "steps": [{"player": player, "name": name} for player, name in zip(record.players, names, strict=True)],
        "finished": over,
        "returns": end.returns() if over else None,
        "scores": end.scores() if over else None,
        "ranks": end.ranks() if over else None,
        "state_hash": f"{end.state_hash():016x}",
    }
