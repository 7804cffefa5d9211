"""The same deal gives the same cards, whoever sits there and whatever they do in the meantime."""

from collections import defaultdict
from collections.abc import Sequence

import pytest

import caravela as cv
from caravela.arena import GameResult, deals, run
from caravela.arena.executors import play_jobs
from caravela.arena.match import Job, Rules
from caravela.arena.schedule import Deal
from caravela.arena.worker import Setup
from caravela.cext.core import CHANCE_PLAYER

THRIFTY, WASTEFUL = "random", "tests.arena.mocks:Draws"


def played(game: cv.Game, deal: Deal) -> list[GameResult]:
    jobs = [Job(number, 0, seating) for number, seating in enumerate(deal.seatings())]
    found = dict(game for batch in play_jobs(jobs, Setup({game.num_players(): game}, Rules())) for game in batch)
    return [found[number] for number in range(len(jobs))]


def draws(game: cv.Game, actions: tuple[int, ...]) -> dict[int, int]:
    """The outcome of each chance event, by its key."""
    outcomes: dict[int, int] = {}
    state = game.new_initial_state()
    for action in actions:
        if state.current_player() == CHANCE_PLAYER:
            outcomes[state.chance_key()] = action
        state.apply_action(action)
    return outcomes


# Every money deck of Pizarro but the first is what players have spent: that depends on their play.
@pytest.mark.parametrize(
    ("spec", "played_decks"),
    [("veracruz(players=3)", ()), ("pizarro(players=3)", range(17, 99)), ("sevilla(players=3)", ())],
)
def test_cards_depend_on_the_deal_alone(spec: str, played_decks: Sequence[int]) -> None:
    game = cv.load_game(spec)
    trio = ("heuristic:samples=1", "random", "random:seed=1")
    results = played(game, Deal(trio, 0, 4))
    seen: dict[int, set[int]] = defaultdict(set)
    for result in results:
        for key, outcome in draws(game, result.actions).items():
            if key >> 32 not in played_decks:
                seen[key].add(outcome)
    assert len({result.actions for result in results}) == 3
    shared = [outcomes for key, outcomes in seen.items() if all(key in draws(game, r.actions) for r in results)]
    assert len(shared) > 5
    # A die shows the same whatever happened; so does the k-th card of a deck.
    assert all(len(outcomes) == 1 for outcomes in shared)


def test_bots_that_draw_more_change_no_card() -> None:
    """`Draws` plays as `random` does but uses up random numbers: the games are the same to the last step."""
    game = cv.load_game("veracruz", players=2)
    seatings = Deal((THRIFTY, "random:seed=1"), 0, 9).seatings()
    setup = Setup({2: game}, Rules())

    def actions(bots: tuple[str, ...]) -> tuple[int, ...]:
        seating = type(seatings[0])(bots, seatings[0].deal_seed, seatings[0].seed)
        ((found,),) = play_jobs([Job(0, 0, seating)], setup)
        return found[1].actions

    assert actions((THRIFTY, "random:seed=1")) == actions((WASTEFUL, "random:seed=1"))


def test_seats_never_share_a_bot() -> None:
    game = cv.load_game("veracruz", players=3)
    results = run([game], deals(("tests.arena.mocks:Raises",) * 2 + ("random",), 3, 0), penalty="random")
    for result in results:
        counted = [seat for seat in result.seats if seat.bot != "random"]
        # Each object fails from its own third decision on; one object in two seats would fail sooner.
        assert all(len(seat.faults) == seat.moves - 2 for seat in counted)
