"""`caravela bench`: speed on this machine."""

import shlex
from typing import Annotated, Any

import typer

from caravela.cext.core import Game
from caravela.cli import measure
from caravela.cli.inputs import Data, GameName, Json, Options, Players, Seed, checked_seed, open_game
from caravela.cli.output import count, print_json, print_table

EXAMPLES = """\b
Examples:
  caravela bench veracruz
  caravela bench veracruz --players 4 --repeats 9
  caravela bench veracruz --json
"""


def bench(
    game: GameName,
    options: Options = None,
    players: Players = None,
    data: Data = None,
    repeats: Annotated[int, typer.Option("--repeats", metavar="N", help="Repeats; medians are shown.")] = 5,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure the speed of a game.

    Native operations, random play, calls from Python, the search by algorithm and number of threads.
    """
    checked_seed(seed)
    if repeats < 1:
        raise ValueError(f"--repeats must be at least 1, not {repeats}")
    numbers = measurements(open_game(game, options, players, data), repeats, seed)
    if json:
        print_json(numbers)
    else:
        _print(numbers)


def measurements(game: Game, repeats: int, seed: int) -> dict[str, Any]:
    """All numbers, with what they depend on."""
    iterations = measure.search_iterations(game, seed=seed)
    return {
        "game": game.spec,
        "command": shlex.join(["caravela", "bench", game.spec, "--repeats", str(repeats), "--seed", str(seed)]),
        "machine": measure.machine(),
        "state_bytes": game.state_size,
        "operations_ns": measure.operations(game, repeats=repeats, seed=seed),
        "random_play": measure.random_play(game, repeats=repeats, seed=seed),
        "python_ns": measure.python_calls(game, repeats=repeats, seed=seed),
        "search_iterations": iterations,
        "search_iterations_per_second": measure.search(game, repeats=repeats, seed=seed, iterations=iterations),
        "search": measure.search_costs(game, repeats=repeats, seed=seed, iterations=iterations),
    }


def _print(numbers: dict[str, Any]) -> None:
    machine = numbers["machine"]
    typer.echo(f"{numbers['command']}\n{machine['processor']}, {machine['cores']} cores, {machine['system']}")
    typer.echo(f"caravela {machine['caravela']}, Python {machine['python']}, numpy {machine['numpy']}\n")
    native = [(name, "-" if ns is None else f"{ns:.1f}") for name, ns in numbers["operations_ns"].items()]
    print_table(["native operation", "ns"], native)
    typer.echo()
    print_table(["call from Python", "ns"], [(name, f"{ns:.0f}") for name, ns in numbers["python_ns"].items()])
    typer.echo()
    threads = list(next(iter(numbers["search_iterations_per_second"].values())))
    print_table(
        ["search iterations/s", *(f"{n} thread{'s' if n != '1' else ''}" for n in threads)],
        [(name, *map(count, by.values())) for name, by in numbers["search_iterations_per_second"].items()],
    )
    typer.echo()
    rows = [
        ("random decisions/s", count(numbers["random_play"]["decisions_per_second"])),
        ("random games/s", count(numbers["random_play"]["playouts_per_second"])),
        ("making a search, us", f"{numbers['search']['new_us']:.1f}"),
        ("first run with one iteration, us", f"{numbers['search']['first_iteration_us']:.1f}"),
        ("bytes of a state", numbers["state_bytes"]),
        ("bytes of a node with its edges", f"{numbers['search']['bytes_per_node']:.0f}"),
    ]
    print_table(["", "median"], rows)
