"""Whatever a bot does, it is named and pays for it, the others' results stand, and the run goes on."""

import io
import sys
from contextlib import redirect_stdout
from dataclasses import replace

import pytest

import caravela as cv
from caravela.arena import GameResult, deals, run
from caravela.arena.match import places
from caravela.bots.seeding import derive

MOCKS = "tests.arena.mocks:"
HARMLESS = {
    "Raises": ("raised", "RuntimeError: no idea"),
    "Leaves": ("raised", "SystemExit: enough"),
    "Illegal": ("illegal", "answered 1000000"),
    "Silent": ("illegal", "answered None"),
    "WrongType": ("illegal", "answered ["),
    "Prints": ("printed", r"printed 'thinking\x00 hard {"),
}
"""Faults that the process of the game survives."""
DEADLY = {
    "Hangs": ("hung", "gave no answer in 0.5 s"),
    "HangsInBegin": ("hung", "gave no answer in 0.5 s"),
    "Exits": ("ended", "its process ended with exit code 0"),
    "Crashes": ("ended", "its process ended by SIGABRT"),
    "Eats": ("memory", "MemoryError"),
}


@pytest.fixture(scope="module")
def game() -> cv.Game:
    return cv.load_game("veracruz", players=3)


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [replace(r, seats=tuple(replace(s, seconds=0.0, search_seconds=0.0) for s in r.seats)) for r in results]


def check_culprit(game: cv.Game, results: list[GameResult], bot: str, kind: str, detail: str, penalty: str) -> None:
    """`bot`, and nobody else, failed in every game."""
    for result in results:
        last = len(result.seats)
        for seat in result.seats:
            if seat.bot != bot:
                assert seat.faults == ()
                assert seat.moves > 0
                continue
            assert {fault.kind for fault in seat.faults} == {kind}
            assert all(fault.detail.startswith(detail) for fault in seat.faults)
            assert all(result.seats[fault.seat] is seat for fault in seat.faults)
            if penalty == "forfeit":
                assert len(seat.faults) == 1
                assert seat.place == last
                assert seat.win == 0
                assert seat.returns == game.min_utility()
        if penalty == "forfeit":
            assert max(seat.place for seat in result.seats) == last
            assert [seat.place for seat in result.seats].count(last) == 1


@pytest.mark.parametrize("penalty", ["forfeit", "random"])
@pytest.mark.parametrize("bot", HARMLESS)
def test_a_fault_costs_what_was_agreed(game: cv.Game, bot: str, penalty: str) -> None:
    line_up = (MOCKS + bot, "random", "random:seed=1")
    check_culprit(game, run([game], deals(line_up, 3, 1), penalty=penalty), MOCKS + bot, *HARMLESS[bot], penalty)


def test_a_forfeit_changes_no_other_seat_s_order(game: cv.Game) -> None:
    """The same moves are made either way; only the culprit falls back."""
    plan = deals((MOCKS + "Raises", "random", "heuristic:samples=1"), 12, 5)
    out, again = (run([game], plan, penalty=penalty) for penalty in ("forfeit", "random"))
    for forfeited, played in zip(out, again, strict=True):
        assert [s.score for s in forfeited.seats] == [s.score for s in played.seats]
        pairs = zip(forfeited.seats, played.seats, strict=True)
        rest = [(f.place, p.place) for f, p in pairs if not f.faults]
        assert len(rest) == 2
        assert sorted(rest) == sorted(rest, key=lambda pair: pair[1])


@pytest.mark.parametrize(
    ("ranks", "out", "expected"),
    [
        ([1, 2, 3], [0], [3, 1, 2]),
        ([1, 2, 3], [2], [1, 2, 3]),
        ([1, 1, 3], [0], [3, 1, 2]),
        ([2, 1, 2], [1], [1, 3, 1]),
        ([1, 2, 3, 4], [3, 0], [3, 1, 2, 4]),
        ([3, 3, 3], [0], [3, 2, 2]),  # nobody won, and nobody does now
        ([2, 2], [1], [1, 2]),
        ([3, 3, 3], [0, 2], [3, 1, 2]),
        ([1, 2], [0, 1], [2, 2]),
    ],
)
def test_places_after_forfeits(ranks: list[int], out: list[int], expected: list[int]) -> None:
    assert places(ranks, out) == expected


def test_what_bots_print_reaches_nobody(game: cv.Game) -> None:
    with redirect_stdout(io.StringIO()) as heard:
        before = sys.stdout
        run([game], deals((MOCKS + "Prints", "random", "random:seed=1"), 3, 1))
        assert sys.stdout is before
    assert heard.getvalue() == ""


def test_late_answers(game: cv.Game) -> None:
    line_up = (MOCKS + "Slow", "random", "random:seed=1")
    results = run([game], deals(line_up, 3, 1), time_limit=0.2)
    check_culprit(game, results, line_up[0], "overtime", "took 0.3", "forfeit")


@pytest.mark.alone
@pytest.mark.parametrize("bot", DEADLY)
def test_bots_that_take_their_process_with_them(bot: str) -> None:
    pair = cv.load_game("veracruz", players=2)
    limits = {"hung": {"hang_limit": 0.5}, "memory": {"memory_limit": 400}}.get(DEADLY[bot][0], {"isolate": True})
    results = run([pair], deals((MOCKS + bot, "random"), 2, 1), **limits)  # type: ignore[arg-type]
    check_culprit(pair, results, MOCKS + bot, *DEADLY[bot], "forfeit")


@pytest.mark.alone
def test_results_do_not_depend_on_how_often_a_process_ends(game: cv.Game) -> None:
    """Games of the guilty and of the innocent, in one process and in two."""
    plan = [
        *deals((MOCKS + "Exits", "ismcts:iterations=20"), 2, 1),
        *deals(("flatmc:iterations=20", "random", "ismcts:iterations=20"), 9, 1),
    ]
    games = [cv.load_game("veracruz", players=2), game]
    one, two = (timeless(run(games, plan, isolate=True, jobs=jobs, penalty="random")) for jobs in (1, 2))
    assert one == two
    assert one[2:] == [replace(r, deal=r.deal + 1) for r in timeless(run(games, plan[1:]))]


@pytest.mark.alone
def test_memory_is_charged_to_whoever_holds_it() -> None:
    pair = cv.load_game("veracruz", players=2)
    results = run([pair], deals((MOCKS + "Nibbles", MOCKS + "Hungry"), 2, 1), memory_limit=200)
    check_culprit(pair, results, MOCKS + "Nibbles", "memory", "MemoryError", "forfeit")


@pytest.mark.alone
@pytest.mark.parametrize(
    ("bot", "message"), [("HungForEver", "was not made within 1 s"), ("ExitsWhenMade", "ended with exit code 3")]
)
def test_bots_that_cannot_be_made_are_refused(game: cv.Game, bot: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"{bot}.*{message}"):
        run([game], deals((MOCKS + bot, "random", "random:seed=1"), 3, 1), hang_limit=1.0)


def test_one_object_for_all_seats_is_refused(game: cv.Game) -> None:
    with pytest.raises(ValueError, match="the same object whenever it is made"):
        run([game], deals((MOCKS + "OneForAll", "random", "random:seed=1"), 3, 1))


def test_unknown_penalties_are_refused(game: cv.Game) -> None:
    with pytest.raises(ValueError, match="one of forfeit, random, not 'shame'"):
        run([game], deals(("random", "random:seed=1", "easy"), 3, 1), penalty="shame")


def test_streams_of_stand_ins_are_nobody_else_s() -> None:
    streams = [2**63 + seat for seat in range(32)] + [2**63 + 2**32 + seat for seat in range(32)]
    assert len({derive(5, stream) for stream in streams}) == 64
