"""Frozen bots are what they were when they were frozen. What fails here wants a new version, not a new number."""

import pickle
from hashlib import blake2b
from pathlib import Path

import pytest

import caravela as cv
from caravela import bots
from caravela.bots.frozen import FOLDER, FROZEN

DIGESTS = {"heuristic_v1.toml": "4911611be3e7d532", "flat_1000.toml": "c5589418a2ce2e06"}
RULES = 1
"""The version of Veracruz under which the games below were played."""
GAMES = ("lisboa", "newworld", "pizarro", "sevilla", "veracruz")


def test_the_files_are_as_they_were() -> None:
    found = {path.name: blake2b(path.read_bytes(), digest_size=8).hexdigest() for path in FOLDER.glob("*.toml")}
    assert found == DIGESTS


@pytest.mark.parametrize("spec", ["heuristic@v1", "heuristic@v1:seed=3", "flat@1000", "flat@1000:seed=7"])
def test_specs_round_trip(spec: str) -> None:
    bot = bots.make(spec)
    assert bots.spec_of(bot) == spec
    assert bots.spec_of(pickle.loads(pickle.dumps(bot))) == spec
    with pytest.raises(ValueError, match="it has: seed"):
        bots.make(spec.partition(":")[0] + ":iterations=5")


@pytest.mark.parametrize("name", GAMES)
def test_frozen_weights_do_not_follow_the_heuristic(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is tuned later, and whatever is added to a heuristic, version 1 stays."""
    from caravela.bots import heuristic_bot
    from caravela.bots.heuristics import Heuristic, find

    game = cv.load_game(name)
    (kind,) = (kind for kind in FROZEN if kind.name == "heuristic@v1")
    then = kind().weights(game)  # type: ignore[attr-defined]
    now = find(name)
    assert now is not None
    later = Heuristic(
        name, now.capsule, (*now.names, "new"), tuple(weight + 1 for weight in (*now.defaults, 5.0)), now.presets
    )
    monkeypatch.setattr(heuristic_bot, "find", lambda _: later)
    assert kind().weights(game) == [*then, 0.0]  # type: ignore[attr-defined]
    shrunk = Heuristic(name, now.capsule, now.names[1:], now.defaults[1:], now.presets)
    monkeypatch.setattr(heuristic_bot, "find", lambda _: shrunk)
    with pytest.raises(ValueError, match=f"any more: the heuristic has lost {now.names[0]}"):
        kind().check(game)


def test_games_without_frozen_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="kuhn_poker"):
        bots.make("heuristic@v1").check(cv.load_game("kuhn_poker"))  # type: ignore[attr-defined]


@pytest.mark.parametrize(("spec", "hashed"), [("heuristic@v1", "a609be56980759b2"), ("flat@1000", "da4f8eafb14d71dc")])
def test_they_play_as_they_did(spec: str, hashed: str) -> None:
    """One game of each, move by move. Rules that change it are another version of the game."""
    game = cv.load_game("veracruz", players=2)
    players = ["heuristic@v1", spec] if spec == "heuristic@v1" else [spec, "random"]
    record = cv.play(game, players, seed=11)
    assert game.rules_version == RULES
    assert blake2b(repr(record.actions).encode(), digest_size=8).hexdigest() == hashed


def test_flat_monte_carlo_has_every_option_written_down() -> None:
    game = cv.load_game("veracruz")
    bot = bots.make("flat@1000")
    assert bot.search_options(game) == bots.make("flat@1000:seed=1").search_options(game)  # type: ignore[attr-defined]
    assert {"iterations", "rollout", "utility", "margin", "selection", "final"} <= set(bot.search_options(game))  # type: ignore[attr-defined]
    assert Path(FOLDER / "flat_1000.toml").read_text().startswith("# Flat Monte Carlo as it was")
