"""The anchors that ship: bots that can play, and a scale that begins at the random bot."""

import pytest

import caravela as cv
from caravela.arena.bot_versions import check_bot
from caravela.bots.heuristics import games_with_heuristic, settings

ANCHORED = [name for name in games_with_heuristic() if settings(name).anchors]


def test_some_games_have_anchors() -> None:
    assert {"veracruz", "pizarro", "sevilla"} <= set(ANCHORED)


@pytest.mark.parametrize("name", ANCHORED)
def test_anchors_can_play_and_random_is_1000(name: str) -> None:
    anchors = settings(name).anchors
    assert len(anchors) > 1
    assert anchors["random"] == min(anchors.values()) == 1000
    for spec, rating in anchors.items():
        check_bot(spec, cv.load_game(name))
        assert 1000 <= rating < 3000
