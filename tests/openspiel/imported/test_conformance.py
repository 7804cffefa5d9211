"""The twelve invariants on OpenSpiel's games."""

import pytest

pytest.importorskip("pyspiel")

import caravela as cv

SMALL = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "python_kuhn_poker",
    "tiny_hanabi",
    "liars_dice(numdice=1)",
    "tic_tac_toe",
    "pig(winscore=4)",
    "first_sealed_auction(max_value=4)",
    "coordinated_mp",
    "lewis_signaling",
)
SIMULTANEOUS = (
    "goofspiel(num_cards=4)",
    "goofspiel(num_cards=3,imp_info=true)",
    "goofspiel(num_cards=3,players=3,points_order=descending)",
    "matrix_rps",
    "matching_pennies_3p",
    "oshi_zumo(coins=4,size=1,horizon=4)",
)
NEEDS_DOUBT = {"tic_tac_toe", "pig(winscore=4)"}
"""Games in which nobody is ever in doubt about anything."""


@pytest.mark.parametrize("name", SMALL + SIMULTANEOUS)
def test_small_games_keep_every_invariant(name: str) -> None:
    results = cv.check(f"openspiel:{name}", games=12)
    for result in results:
        assert result.passed is not False, f"{result.number} {result.name}: {result.detail}"
    proved = {result.number for result in results if result.passed}
    assert proved >= {1, 2, 3, 6, 7, 8, 9, 10, 11}
    assert (4 in proved) == (name not in NEEDS_DOUBT)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["go_fish(ranks=8,worlds=8)", "hanabi(worlds=8)", "dark_hex", "phantom_ttt(worlds=8)"])
def test_larger_games_keep_every_invariant_that_can_be_checked(name: str) -> None:
    for result in cv.check(f"openspiel:{name}", games=1):
        assert result.passed is not False, f"{result.number} {result.name}: {result.detail}"
