"""What callers in Python pay."""

import caravela as cv


def test_legal_actions(benchmark, opening: cv.State) -> None:
    assert benchmark(opening.legal_actions)


def test_random_game_from_python(benchmark, game: cv.Game) -> None:
    """A whole random game by legal_actions and apply_action, chance included."""

    def play() -> int:
        state, rng, steps = game.new_initial_state(), cv.Rng(1), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.bounded(len(legal))] if legal else state.sample_chance(rng))
            steps += 1
        return steps

    benchmark.extra_info["steps"] = benchmark(play)


def test_view(benchmark, opening: cv.State) -> None:
    assert benchmark(opening.view, 0).player == 0


def test_clone(benchmark, opening: cv.State) -> None:
    assert benchmark(opening.clone) == opening


def test_determinize(benchmark, opening: cv.State) -> None:
    assert benchmark(opening.view(0).determinize, cv.Rng(1)).sampled


def test_play_between_random_bots(benchmark, game: cv.Game) -> None:
    """The game runner with records: everything around the bots."""
    record = benchmark(cv.play, game, ["random"] * game.num_players(), seed=1)
    benchmark.extra_info["decisions"] = sum(player >= 0 for player in record.players)
    assert record.returns
