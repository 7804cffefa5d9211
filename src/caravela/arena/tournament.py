"""Tournaments: every game of a plan is played, wherever that happens, and summed up seat by seat."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial

from caravela.arena.executors import run_tasks
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.schedule import Deal, Seating, deals, line_ups
from caravela.bots import make
from caravela.bots.player import Checks
from caravela.cext.core import Game
from caravela.play import play
from caravela.record import Record


def play_deal(deal: Deal, games: dict[int, Game], time_limit: float | None = None) -> list[list[SeatResult]]:
    """Plays every rotation of one deal with fresh bots. `games`: the game for each number of players."""
    game = games[len(deal.line_up)]
    return [_seats(_play(game, seating, time_limit), seating) for seating in deal.seatings()]


def run(
    games: Sequence[Game],
    plan: Sequence[Deal],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    time_limit: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[GameResult]:
    """Plays a plan; the results are in its order and depend on nothing but the games and the plan.

    `games` holds one game for each number of players in the plan. `executor`, or else `jobs` processes, do the work.
    A move that takes more than `time_limit` seconds is a fault. `progress` is told after each deal how many games it
    had. Timed bots play as well as the machine lets them: with those, results do depend on where they ran.
    Raises ValueError for a bot that is unknown or refuses its game, and for a table size without a game.
    """
    tables = {game.num_players(): game for game in games}
    check(tables, plan)
    results: dict[int, list[list[SeatResult]]] = {}
    task = partial(play_deal, games=tables, time_limit=time_limit)
    for index, seats in run_tasks(task, plan, jobs=jobs, executor=executor):
        results[index] = seats
        if progress is not None:
            progress(len(seats))
    return [GameResult(index, tuple(seats)) for index in range(len(plan)) for seats in results[index]]


def plan_tournament(bots: Sequence[str], players: Sequence[int], games: int, seed: int = 0) -> list[Deal]:
    """All line-ups of `bots` at every table size in `players`, with at least `games` games for each line-up."""
    return [deal for size in players for line_up in line_ups(bots, size) for deal in deals(line_up, games, seed)]


def check(tables: dict[int, Game], plan: Sequence[Deal]) -> None:
    """ValueError, before anything is played, for a table size without a game or a bot that cannot play it."""
    for size in dict.fromkeys(len(deal.line_up) for deal in plan):
        if size not in tables:
            raise ValueError(f"no game for {size} players; there are games for {', '.join(map(str, sorted(tables)))}")
        for spec in dict.fromkeys(bot for deal in plan if len(deal.line_up) == size for bot in deal.line_up):
            check_bot(spec, tables[size])


def check_bot(spec: str, game: Game) -> None:
    """ValueError for a bot that is unknown or refuses the game."""
    bot = make(spec)
    if isinstance(bot, Checks):
        bot.check(game)


def able(bots: Sequence[str], games: Sequence[Game]) -> list[str]:
    """Those of `bots` that can play all of `games`."""
    return [spec for spec in bots if all(_can_play(spec, game) for game in games)]


def winners(record: Record) -> list[int]:
    """The seats that won or share the win; none if nobody did, as when every galleon of Veracruz sinks."""
    return [seat for seat, rank in enumerate(record.ranks) if rank == 1]


def _can_play(spec: str, game: Game) -> bool:
    try:
        check_bot(spec, game)
    except ValueError:
        return False
    return True


def _play(game: Game, seating: Seating, time_limit: float | None) -> Record:
    bots = [make(spec) for spec in seating.bots]
    return play(game, bots, seed=seating.deal_seed, bots_seed=seating.seed, seconds_limit=time_limit)


def _seats(record: Record, seating: Seating) -> list[SeatResult]:
    won = winners(record)
    steps = list(zip(record.players, record.seconds, record.iterations, strict=True))
    return [
        SeatResult(
            bot=bot,
            win=1 / len(won) if seat in won else 0.0,
            place=record.ranks[seat],
            score=record.scores[seat],
            returns=record.returns[seat],
            moves=record.players.count(seat),
            seconds=sum(seconds for player, seconds, _ in steps if player == seat),
            iterations=sum(iterations for player, _, iterations in steps if player == seat),
            search_seconds=sum(seconds for player, seconds, iterations in steps if player == seat and iterations),
            faults=tuple(fault for fault in record.faults if fault.seat == seat),
        )
        for seat, bot in enumerate(seating.bots)
    ]
