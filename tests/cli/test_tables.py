"""Results as tables and as data."""

import time

import numpy as np
from rich.console import Console

from caravela.arena import GameResult
from caravela.cli.tables import provisional, results_data
from tests.arena.made import game, results, seat, simulated


def shown(table: object) -> list[list[str]]:
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(table)
    return [line.split() for line in capture.get().splitlines()]


def test_provisional_standings() -> None:
    played = [game(0, ("a", 1), ("b", 2)), game(0, ("b", 2), ("a", 1)), game(1, ("b", 1), ("a", 2))]
    head, first, second = shown(provisional(played))
    assert head == ["bot", "rating", "so", "far", "games", "wins", "faults"]
    assert (first[0], *first[2:]) == ("a", "3", "2.0", "0")
    assert (second[0], *second[2:]) == ("b", "3", "1.0", "0")
    assert int(first[1]) + int(second[1]) == 3000
    assert int(first[1]) > int(second[1])


def test_provisional_standings_of_nothing() -> None:
    assert len(shown(provisional([]))) == 1
    undecided = GameResult(0, (seat("a", 2), seat("b", 2)))
    assert [row[1] for row in shown(provisional([undecided]))[1:]] == ["-", "-"]


def test_provisional_standings_are_quick() -> None:
    played = results(simulated(np.random.default_rng(0), np.array([0.0, 0.5, 1.0, 1.5]), np.zeros(4), 1000))
    started = time.process_time()
    provisional(played)
    assert time.process_time() - started < 2


def test_data_of_results() -> None:
    played = results(simulated(np.random.default_rng(0), np.array([0.0, 0.5, 1.0]), np.zeros(3), 40))
    data = results_data(played, 0)
    assert data["games"] == 120
    assert [s["bot"] for s in data["standings"]] == ["c", "b", "a"]
    assert [e["seat"] for e in data["seats"]] == [0, 1, 2]
    assert len(data["pairs"]) == 6
    assert data["superiority"]["c"]["a"] > 0.9
    assert data["anchors"] == []
    again = results_data(played[::-1], 0)
    assert {speed["bot"] for speed in data.pop("speeds")} == {speed["bot"] for speed in again.pop("speeds")}
    assert data == again
