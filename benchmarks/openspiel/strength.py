"""Games between both libraries' searches. A referee keeps both libraries' states in step and gives each its own."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from statistics import mean
from time import perf_counter
from typing import Any

import pyspiel
from rows import Row
from twins import Twin, our_search, pair_of, python_bot, step, their_bot

from caravela.arena.intervals import mean_interval
from caravela.bots.seeding import derive
from caravela.cext.core import Rng
from caravela.engines.registry import engine_spec

PAIRED = ("leduc_poker", "oh_hell", "oh_hell(num_tricks_fixed=17)")
"""At Oh Hell as it comes OpenSpiel's sampled worlds deal only cards that were really dealt: its search knows more than
a player may. With 17 tricks every card is dealt, so there is nothing more to know."""
ITERATIONS = 1_000
SECONDS = 0.01
HONEST = ("oh_hell", 200)
"""Against its Python search with worlds sampled by our engine, at so many iterations."""
THROUGH_ADAPTER = "veracruz(players=2)"
ADAPTER_ITERATIONS = 100
ADAPTER_SECONDS = 0.05
LEAST = 10
MANY = 2**31 - 1
"""More iterations than any deadline allows."""


@dataclass(frozen=True)
class Contest:
    """One game, played by both searches within the same budget: iterations, or seconds where given.

    `python` takes OpenSpiel's search in Python in place of the one in C++, `honest` gives it our engine's worlds.
    """

    spec: str
    iterations: int
    seconds: float | None = None
    python: bool = False
    honest: bool = False

    @property
    def name(self) -> str:
        """For the table."""
        budget = f"{self.iterations} iterations" if self.seconds is None else f"{self.seconds:g} s"
        rival = ("Python" if self.python else "C++") + (" with our worlds" if self.honest else "")
        return f"{self.spec} against {rival}, {budget} a move"


Chooser = Callable[[Any, Any], int]
"""Our state and theirs, to the action."""


def our_chooser(pair: Twin, contest: Contest, seed: int) -> Chooser:
    """Our search: a new tree for every move, the most visited move."""
    search = our_search(pair.ours, final="max")
    limit = {"iterations": contest.iterations} if contest.seconds is None else {"seconds": contest.seconds}

    def choose(ours: Any, _: Any) -> int:
        move = derive(seed, len(ours.history()))
        return int(search.run(ours.view(ours.current_player()), seed=move, **limit).action)

    return choose


def their_chooser(pair: Twin, contest: Contest, seed: int) -> Chooser:
    """OpenSpiel's C++ ISMCTS, the most visited move."""
    if contest.python:
        return their_python_chooser(pair, contest, seed)
    iterations = contest.iterations if contest.seconds is None else MANY
    bot = their_bot(pair, seed % 2**31, iterations, final="max", seconds=contest.seconds or -1.0)
    least = their_bot(pair, seed % 2**31, LEAST, final="max")

    def choose(_: Any, theirs: Any) -> int:
        try:
            return int(bot.step(theirs))
        except pyspiel.SpielError:  # the time was over before its first iteration, which it does not expect
            return int(least.step(theirs))

    return choose


def their_python_chooser(pair: Twin, contest: Contest, seed: int) -> Chooser:
    """OpenSpiel's Python ISMCTS, the most visited move."""
    bot = python_bot(pair, seed % 2**31, contest.iterations, final="max")
    player = bot if contest.seconds is None else Clocked(bot, contest.seconds)
    rng = Rng(seed)

    def choose(ours: Any, theirs: Any) -> int:
        if contest.honest:
            bot.set_resampler(lambda _, seat: their_world(pair, ours, seat, rng))
        return int(player.step(theirs))

    return choose


def their_world(pair: Twin, ours: Any, seat: int, rng: Rng) -> Any:
    """A world that our engine samples from the seat's view, as a state of OpenSpiel's."""
    explain = engine_spec(pair.ours.name).explain_world
    if explain is None:
        raise ValueError(f"{pair.ours.name} does not explain its worlds")
    world = pair.theirs.new_initial_state()
    for action in explain(pair.ours, ours.history(), seat, ours.view(seat).determinize(rng)):
        world.apply_action(action)
    return world


class Clocked:
    """Keeps OpenSpiel's Python ISMCTS, which knows no deadline, to a time, by the speed of its last search."""

    def __init__(self, bot: Any, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds
        self.rate = 100.0

    def step(self, state: Any) -> int:
        """A move, after about the given time."""
        self.bot._max_simulations = max(2, round(self.seconds * self.rate))
        begun = perf_counter()
        action = int(self.bot.step(state))
        self.rate = self.bot._max_simulations / (perf_counter() - begun)
        return action


def line_ups(players: int) -> list[tuple[bool, ...]]:
    """Every way to seat both kinds of player (True is ours) with as many of each, or one more of either."""
    sizes = {players // 2, players - players // 2}
    return [
        tuple(seat in seats for seat in range(players))
        for size in sorted(sizes)
        for seats in combinations(range(players), size)
    ]


def play(task: tuple[Contest, int]) -> list[tuple[float, float]]:
    """One deal in every line-up: the share of seat pairs that ours won, ties half, and our lead in utility a seat."""
    contest, deal = task
    pair = pair_of(contest.spec)
    outcomes = []
    for number, line_up in enumerate(line_ups(pair.ours.num_players())):
        seeds = [derive(deal, 2**40 + number, seat) for seat in range(len(line_up))]
        makers = [our_chooser if ours else their_chooser for ours in line_up]
        choosers = [make(pair, contest, seed) for make, seed in zip(makers, seeds, strict=True)]
        returns = finish(pair, choosers, deal)
        mine = [value for value, ours in zip(returns, line_up, strict=True) if ours]
        others = [value for value, ours in zip(returns, line_up, strict=True) if not ours]
        wins = [(a > b) + 0.5 * (a == b) for a in mine for b in others]
        outcomes.append((mean(wins), mean(mine) - mean(others)))
    return outcomes


def finish(pair: Twin, choosers: list[Chooser], deal: int) -> list[float]:
    """Plays a deal to its end."""
    ours, theirs = pair.ours.new_initial_state(), pair.theirs.new_initial_state()
    while not ours.is_terminal():
        if ours.is_chance_node():
            action = ours.sample_chance(Rng(deal, ours.chance_key()))
        else:
            action = choosers[ours.current_player()](ours, theirs)
        step(ours, theirs, action)
    if list(theirs.returns()) != ours.returns():
        raise RuntimeError(f"the libraries disagree about {ours.history()}: {ours.returns()}, {theirs.returns()}")
    return list(ours.returns())


def against_cpp(executor: Executor, games: int) -> Iterator[Row]:
    """Leduc and Oh Hell at equal iterations and at equal seconds."""
    yield from held(executor, [Contest(spec, ITERATIONS) for spec in PAIRED], games)
    yield from held(executor, [Contest(spec, MANY, SECONDS) for spec in PAIRED], games)


def against_python(executor: Executor, games: int) -> Iterator[Row]:
    """Oh Hell on honest worlds; Veracruz, through the adapter, at equal iterations and at equal seconds."""
    contests = [
        Contest(*HONEST, python=True, honest=True),
        Contest(THROUGH_ADAPTER, ADAPTER_ITERATIONS, python=True),
        Contest(THROUGH_ADAPTER, MANY, ADAPTER_SECONDS, python=True),
    ]
    yield from held(executor, contests, games)


def held(executor: Executor, contests: list[Contest], games: int) -> Iterator[Row]:
    """The results of contests of so many games, rounded up to whole deals."""
    for contest in contests:
        game = pair_of(contest.spec).ours
        span = game.max_utility() - game.min_utility()
        each = len(line_ups(game.num_players()))
        deals = -(-games // each)
        results = list(executor.map(play, [(contest, deal) for deal in range(deals)]))
        yield row(contest.name, results, span, timed=contest.seconds is not None)


def row(name: str, results: list[list[tuple[float, float]]], span: float, *, timed: bool) -> Row:
    """Our share: 50 % plus half of our lead in utility as a part of the utility range; deals decide its interval.

    A share of games won would not do: at poker small pots count as much as large ones there.
    """
    shares = [[0.5 + 0.5 * lead / span for _, lead in deal] for deal in results]
    share = mean(value for deal in shares for value in deal)
    low, high = mean_interval(shares)
    pairs = mean(won for deal in results for won, _ in deal)
    lead = mean(lead for deal in results for _, lead in deal)
    return Row(
        "strength",
        f"{name}, {sum(map(len, results))} games",
        f"share of utility; lead {lead:+.3f}, {pairs:.1%} of pairs",
        share,
        1.0 - share,
        share,
        low,
        high,
        "interval above 50 %" if timed else "interval reaches 50 %",
        low > 0.5 if timed else high >= 0.5,
    )
