"""`caravela analyze`: what the search thinks of a position."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, runtime_checkable

import typer

from caravela.bots import make
from caravela.bots.player import Checks
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State, View
from caravela.cli.inputs import Data, Json, Options, Players, Seed, about, checked_seed, open_game, open_record
from caravela.cli.output import count, print_json, print_table
from caravela.replay import replay_states

if TYPE_CHECKING:
    from caravela.cext.result import SearchResult

EXAMPLES = """\b
Examples:
  caravela analyze veracruz --players 3 --seed 7
  caravela analyze veracruz --moves "gold3>juncal.left draw:1" --bot ismcts:seconds=2
  caravela analyze --file game.txt --steps 40 --json
"""

TOP = 15
"""Actions that are shown unless told otherwise."""

SEARCHER = "ismcts:iterations=10000"
"""The bot that searches if none is named."""


@runtime_checkable
class Searcher(Protocol):
    """A bot that can tell what it thinks."""

    def search(self, view: View) -> "SearchResult":
        """Searches a view."""


def analyze(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, such as veracruz. May be left out with --file.")
    ] = None,
    options: Options = None,
    players: Players = None,
    data: Data = None,
    moves: Annotated[
        str,
        typer.Option(
            "--moves", metavar="TEXT", help="Names of the steps to the position; chance outcomes may be left out."
        ),
    ] = "",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A record that leads to the position.")
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", help="Only the first N steps of the record, chance included."),
    ] = None,
    bot: Annotated[str, typer.Option("--bot", "-b", metavar="SPEC", help="The bot that searches.")] = SEARCHER,
    seed: Seed = 0,
    top: Annotated[
        int, typer.Option("--top", metavar="N", help="Show the N most visited actions; 0: all. --json has all.")
    ] = TOP,
    json: Json = False,
) -> None:
    """Show what a search thinks of a position.

    The search knows what the seat to move knows. It tells visits, value, availability and prior of actions;
    values are from 0 to 1, for the seat that moves. The principal line shows the most visited actions in one
    world that fits what the seat knows. Chance outcomes that are not given are drawn from the seed.
    """
    checked_seed(seed)
    if top < 0:
        raise ValueError(f"--top must be at least 0, not {top}")
    if file is not None:
        start = _recorded(file, steps, game, options, players, data)
    elif steps is not None:
        raise ValueError("--steps needs --file")
    elif game is None:
        raise ValueError("name a game, or a record with --file; `caravela games` lists the games")
    else:
        start = open_game(game, options, players, data).new_initial_state()
    state = position(start, moves.split(), seed)
    seat = state.current_player()
    view = state.view(seat)
    result = search(bot, view)
    if json:
        print_json(_data(view, bot, result))
        return
    typer.echo(view.observation_string())
    typer.echo(f"\nSeat {seat} to move, {bot}: {count(result.iterations)} iterations in {result.seconds:.3f} s\n")
    _print_actions(result, top)
    typer.echo("\nvalues: " + ", ".join(f"seat {p} {value:.3f}" for p, value in enumerate(result.values)))
    typer.echo("line:")
    for p, action in result.principal_line:
        sentence = view.game.text.describe_action(view.game, action)
        typer.echo(f"  seat {p}: {sentence}  [{view.action_to_string(action)}]")
    typer.echo("move:   " + view.action_to_string(result.action))


def _print_actions(result: "SearchResult", top: int) -> None:
    """The most visited actions, `top` of them or all, and how many more there are."""
    rows = sorted(result.actions, key=lambda a: (-a.visits, a.action))
    shown = rows[: top or None]
    print_table(
        ["action", "visits", "value", "availability", "prior"],
        [(a.name, count(a.visits), _number(a.value), count(a.availability), _number(a.prior)) for a in shown],
    )
    if rest := rows[len(shown) :]:
        visits = sum(a.visits for a in rest)
        typer.echo(f"and {count(len(rest))} more with {count(visits)} visits in all; --top 0 shows them")


def search(spec: str, view: View) -> "SearchResult":
    """The search of a new bot. ValueError if the bot does not search or refuses the game."""
    return searcher(spec, view.game).search(view)


def searcher(spec: str, game: Game) -> Searcher:
    """A new bot that searches. ValueError if it does not search or refuses the game."""
    bot = make(spec)
    if not isinstance(bot, Searcher):
        raise ValueError(f"{spec} does not search; use a bot that does, such as ismcts:iterations=10000")
    if isinstance(bot, Checks):
        bot.check(game)
    return bot


def position(state: State, moves: list[str], seed: int) -> State:
    """The decision that the named moves lead to from `state`; missing chance outcomes come from the seed.

    ValueError for a move that is not legal, and if the game is over.
    """
    for move in moves:
        while state.is_chance_node() and not _is_outcome(state, move):
            _draw(state, seed)
        if state.is_terminal():
            raise ValueError(f"the game is over before {move!r}")
        state.apply_action(state.string_to_action(move))
    while state.is_chance_node():
        _draw(state, seed)
    if state.is_terminal():
        raise ValueError("the game is over in this position")
    return state


def _recorded(
    file: Path,
    steps: int | None,
    game: str | None,
    options: Sequence[str] | None,
    players: int | None,
    data: Path | None,
) -> State:
    record, opened = open_record(file, game, options, players, data)
    with about(file):
        states = list(replay_states(record, opened))
    if steps is not None and not 0 <= steps < len(states):
        raise ValueError(f"--steps must be from 0 to {len(states) - 1} for {file}, not {steps}")
    return states[-1 if steps is None else steps]


def _is_outcome(state: State, name: str) -> bool:
    return name in [state.action_to_string(CHANCE_PLAYER, outcome) for outcome, _ in state.chance_outcomes()]


def _draw(state: State, seed: int) -> None:
    state.apply_action(state.sample_chance(Rng(seed, state.chance_key())))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _data(view: View, bot: str, result: "SearchResult") -> dict[str, Any]:
    return {
        "game": view.game.spec,
        "seat": view.player,
        "bot": bot,
        "move": view.action_to_string(result.action),
        "actions": [
            {"action": a.name, "visits": a.visits, "value": a.value, "availability": a.availability, "prior": a.prior}
            for a in result.actions
        ],
        "values": list(result.values),
        "principal_line": [{"seat": p, "action": view.action_to_string(a)} for p, a in result.principal_line],
        "iterations": result.iterations,
        "seconds": result.seconds,
        "nodes": result.nodes,
        "bytes": result.bytes,
        "worlds": result.worlds,
        "fallback_worlds": result.fallback_worlds,
        "full_at": result.full_at,
    }
