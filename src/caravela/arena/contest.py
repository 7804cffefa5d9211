"""A match that goes on until a sequential test knows which of two bots is better."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing

from caravela.arena.crew import Crew
from caravela.arena.executors import play_jobs
from caravela.arena.match import Job, Rules
from caravela.arena.pairs import pair_score
from caravela.arena.results import GameResult
from caravela.arena.schedule import Deal, neighbourhoods
from caravela.arena.seeds import derive_seed
from caravela.arena.sequential import SequentialTest
from caravela.arena.tournament import check
from caravela.arena.worker import Setup
from caravela.cext.core import Game

__all__ = ["compared", "contest"]


def contest(
    game: Game,
    bots: Sequence[str],
    test: SequentialTest,
    *,
    seed: int = 0,
    jobs: int = 1,
    executor: Executor | None = None,
    time_limit: float | None = None,
    hang_limit: float | None = None,
    progress: Callable[[Sequence[GameResult]], object] | None = None,
) -> list[GameResult]:
    """Plays deals between `bots`, one for each seat, until `test` has a verdict on the two that `compared` names.

    The results are those that the test saw, in the order of their deals: the same wherever they are played. The
    circular order of the bots is drawn for each deal, since outcomes must not depend on the number of the deal.
    `hang_limit`, in seconds, isolates the bots. `progress` is told of each deal that the test has seen. ValueError for
    a bot that is unknown or refuses the game.
    """
    bot, rival = compared(bots)
    rules = Rules(time_limit, keep=False)
    setup = Setup({game.num_players(): game}, rules, isolate=hang_limit is not None, hang_limit=hang_limit)
    waiting: dict[int, GameResult] = {}
    seen: list[GameResult] = []
    with closing(Crew(setup, jobs)) as crew:
        check(crew, setup, [Deal(tuple(bots), 0, seed)])
        plan = _jobs(bots, test.limit, seed)
        with closing(play_jobs(plan, setup, processes=jobs, executor=executor, crew=crew)) as batches:
            for batch in batches:
                waiting |= batch
                while all(number in waiting for number in range(len(seen), len(seen) + len(bots))):
                    deal = [waiting.pop(number) for number in range(len(seen), len(seen) + len(bots))]
                    seen += deal
                    if progress is not None:
                        progress(deal)
                    if test.update(pair_score(deal, bot, rival), len(deal)) is not None:
                        return seen
    return seen


def compared(bots: Sequence[str]) -> tuple[str, str]:
    """The first bot and the first that is another. ValueError if all are the same."""
    rivals = [bot for bot in bots if bot != bots[0]]
    if not rivals:
        raise ValueError(f"a comparison needs two different bots, not {', '.join(bots)}")
    return bots[0], rivals[0]


def _jobs(bots: Sequence[str], count: int, seed: int) -> Iterator[Job]:
    orders = neighbourhoods(bots)
    for number in range(count):
        order = orders[derive_seed("order", seed, number, *sorted(bots)) % len(orders)]
        for turn, seating in enumerate(Deal(order, number, seed).seatings()):
            yield Job(number * len(bots) + turn, number, seating)
