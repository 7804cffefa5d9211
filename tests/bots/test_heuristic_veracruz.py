"""The heuristic of Veracruz: what it may know, what it prefers, what it expects, and how well it plays."""

import ctypes
from collections.abc import Iterator, Sequence

import pytest

from caravela.arena import deals, run, standings
from caravela.bots import HeuristicBot, RandomBot
from caravela.bots.heuristics import find
from caravela.cext.core import Game, Rng, State
from caravela.cext.policy import average_prior, evaluate_state
from caravela.cext.search import Search
from caravela.engines.registry import engine_spec, load_game
from caravela.engines.veracruz import rotate_history
from caravela.engines.veracruz.table import read_table
from caravela.play import play
from caravela.replay import replay_states
from tests.bots.native import NAME, HeuristicTable, capsule_pointer, new_capsule

FOUND = find("veracruz")
assert FOUND is not None
HEURISTIC = FOUND
SPECS = [*engine_spec("veracruz").variants, *engine_spec("veracruz").reduced]


def games_of(options: dict[str, int | bool], count: int = 4) -> Iterator[State]:
    """Every state of a few games between random bots and heuristics."""
    game = load_game("veracruz", **options)
    for seed in range(count):
        line_up = [("heuristic", "random")[(seat + seed) % 2] for seat in range(game.num_players())]
        yield from replay_states(play(game, line_up, seed=seed), game)


def prior_of(state: State, weights: Sequence[float] | None = None, seed: int = 0) -> dict[str, float]:
    """The prior of the seat to act, by names."""
    view = state.view(state.current_player())
    actions, prior = average_prior(view, HEURISTIC.capsule, 1, seed, weights)
    assert actions == state.legal_actions()
    return {view.action_to_string(action): value for action, value in zip(actions, prior, strict=True)}


def position(hand: Sequence[str], *moves: str, tops: tuple[str, str] = ("silver1", "cacao1")) -> State:
    """Two players; seat 0 trades in gold, holds `hand` and begins; seat 1 trades in corn; the weather is at 4."""
    state = load_game("veracruz", start=0).new_initial_state()
    other = ["corn1", "corn2", "cacao2", "stone1"]
    boxes = [f"box:{name}" for name in (*hand, *other, *tops)]
    for move in ("invest:gold", "invest:corn", *boxes, "toss:sun", *moves):
        state.apply_action(state.string_to_action(move))
    return state


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_priors_are_probabilities_that_depend_on_the_view_alone(options: dict[str, int | bool]) -> None:
    decisions = [state for state in games_of(options) if state.current_player() >= 0]
    assert decisions
    for state in decisions:
        prior = prior_of(state)
        assert min(prior.values()) > 0
        assert sum(prior.values()) == pytest.approx(1, abs=1e-12)
        # Another seed deals the others other hands, bets and investments.
        assert all(prior_of(state, seed=seed) == prior for seed in range(1, 4))


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_evaluations_are_shares_of_the_win(options: dict[str, int | bool]) -> None:
    for state in games_of(options):
        values = evaluate_state(state, HEURISTIC.capsule)
        assert sum(values) == pytest.approx(0, abs=1e-12)
        assert state.game.min_utility() - 1e-12 <= min(values)
        assert max(values) <= state.game.max_utility() + 1e-12
        assert values == evaluate_state(state, HEURISTIC.capsule)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_evaluations_are_exact_at_the_end_and_0_before_the_deal(players: int) -> None:
    ends = 0
    for state in games_of({"players": players}, 12):
        values = evaluate_state(state, HEURISTIC.capsule)
        if state.is_terminal():
            assert values == state.returns()
        elif state.is_chance_node() and state.child(state.chance_outcomes()[0][0]).is_terminal():
            ends += 1
            faces = [(state.child(face).returns(), chance) for face, chance in state.chance_outcomes()]
            expected = [sum(returns[seat] * chance for returns, chance in faces) for seat in range(players)]
            assert values == pytest.approx(expected, abs=1e-12)
        elif len(state.history()) < players * 5:
            assert values == [0.0] * players
    assert ends == 12


def test_evaluations_follow_the_seats() -> None:
    game = load_game("veracruz", players=3)
    (*_, state) = replay_states(play(game, ["heuristic"] * 3, seed=3))
    history = state.history()
    for length in range(25, len(history), 7):
        values = evaluate_state(replayed(game, history[:length]), HEURISTIC.capsule)
        moved = evaluate_state(replayed(game, rotate_history(game, history[:length], 1)), HEURISTIC.capsule)
        assert moved == pytest.approx([values[2], values[0], values[1]], abs=1e-12)


def replayed(game: Game, history: Sequence[int]) -> State:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def test_more_points_are_better() -> None:
    hand = ["gold3", "stone1", "corn3", "silver1"]
    gold = evaluate_state(position(hand, "gold3>san_antonio.left", "draw:1", "box:gold1"), HEURISTIC.capsule)
    corn = evaluate_state(position(hand, "corn3>san_antonio.right", "draw:1", "box:gold1"), HEURISTIC.capsule)
    assert gold[0] > corn[0]


def test_weights_count() -> None:
    state = position(["gold3", "silver3", "stone1", "corn1"])
    flat = prior_of(state, HEURISTIC.vector({"sharpness": 0}))
    assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))
    for name in ("load_own_box", "load_other_box", "load_stone", "bet"):
        low, high = (prior_of(state, HEURISTIC.vector({name: value})) for value in (-2, 2))
        moved = {move for move in low if high[move] > low[move]}
        kinds = {"load_own_box": "gold", "load_other_box": ("silver", "corn"), "load_stone": "stone", "bet": "bet"}
        assert moved == {move for move in low if move.startswith(kinds[name])}
    blunt = HEURISTIC.vector({"evaluate_sharp": 0, "evaluate_sharp_left": 0})
    assert evaluate_state(state, HEURISTIC.capsule, blunt) == [0.0, 0.0]


def test_every_weight_counts_somewhere() -> None:
    states = [state for state in games_of({"players": 3}, 20) if state.current_player() >= 0]
    for index, name in enumerate(HEURISTIC.names):
        weights = list(HEURISTIC.defaults)
        weights[index] += 0.5
        assert any(
            evaluate_state(state, HEURISTIC.capsule, weights) != evaluate_state(state, HEURISTIC.capsule)
            if name.startswith("evaluate")
            else prior_of(state, weights) != prior_of(state)
            for state in states
        ), name


def test_it_loads_its_own_good_first() -> None:
    prior = prior_of(position(["gold3", "silver3", "silver2", "gold1"]))
    for galleon in ("juncal", "santa_teresa", "san_antonio"):
        assert prior[f"gold3>{galleon}.left"] > prior[f"silver3>{galleon}.left"]


def test_it_loads_where_the_load_is_safe() -> None:
    # A load on the left rights the Juncal and sinks Santa Teresa.
    moves = ["stone3>juncal.right", "draw:1", "box:stone2", "stone1>san_antonio.right", "draw:1", "box:corn1"]
    moves += ["stone3>santa_teresa.left", "draw:1", "box:corn1", "corn1>san_antonio.right", "draw:1", "box:silver2"]
    prior = prior_of(position(["gold3", "gold2", "stone3", "stone3"], *moves, "toss:storm", tops=("gold1", "cacao1")))
    for gold in ("gold1", "gold2", "gold3"):
        assert prior[f"{gold}>juncal.left"] > prior[f"{gold}>santa_teresa.left"]


def test_it_does_not_void_its_own_box() -> None:
    moves = ["gold3>juncal.left", "draw:1", "box:stone1", "corn1>santa_teresa.right", "draw:1", "box:stone1"]
    moves += ["silver3>santa_teresa.left", "draw:1", "box:stone2", "corn2>juncal.right", "draw:1", "box:gold1"]
    prior = prior_of(position(["gold3", "silver3", "empty", "gold1"], *moves, "toss:storm"))
    own = prior["empty>juncal.left"]
    assert own == min(value for move, value in prior.items() if move.startswith("empty"))


def test_it_draws_its_own_good() -> None:
    hand = ["gold3", "silver3", "empty", "gold1"]
    prior = prior_of(position(hand, "silver3>juncal.left", tops=("silver3", "gold3")))
    assert prior["draw:2"] > prior["draw:1"]
    prior = prior_of(position(hand, "silver3>juncal.left", tops=("gold3", "corn3")))
    assert prior["draw:1"] > prior["draw:2"]


def without_bets(seed: int) -> Iterator[State]:
    """The decisions of a random game in which nobody bets while he can load."""
    state, rng = load_game("veracruz").new_initial_state(), Rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        yield state
        legal = state.legal_actions()
        loads = [action for action in legal if not state.action_to_string(0, action).startswith("bet")]
        chosen = loads or legal
        state.apply_action(chosen[rng.bounded(len(chosen))])


def test_it_bets_on_what_is_certain() -> None:
    seen = {"reach_port": 0, "sunken": 0}
    for state in (state for seed in range(60) for state in without_bets(seed)):
        table = read_table(state)
        galleons = list(zip(table.galleons, state.game.data["galleon"], strict=True))
        if sum(max(0, limits["weight_limit"] - 2 - galleon.weight) for galleon, limits in galleons) > 2:
            continue
        prior = prior_of(state)
        for galleon, limits in galleons:
            port, sunken = f"bet:reach_port>{galleon.name}", f"bet:sunken>{galleon.name}"
            if galleon.weight < limits["weight_limit"] - 2 or port not in prior or sunken not in prior:
                continue
            # Whatever the last toss brings (V7.2).
            if abs(galleon.balance) <= table.meteorology - 2:
                seen["reach_port"] += 1
                assert prior[port] > prior[sunken]
            elif abs(galleon.balance) >= table.meteorology + 2:
                seen["sunken"] += 1
                assert prior[sunken] > prior[port]
    assert min(seen.values()) > 10


@pytest.mark.parametrize("layout", [0, 1, 2**64 - 1])
def test_another_state_layout_is_refused(layout: int) -> None:
    table = HeuristicTable.from_buffer_copy(
        ctypes.string_at(capsule_pointer(HEURISTIC.capsule, NAME), ctypes.sizeof(HeuristicTable))
    )
    table.layout = layout
    other = new_capsule(ctypes.addressof(table), NAME, None)
    state = position(["gold3", "silver3", "empty", "gold1"])
    with pytest.raises(ValueError, match="another state layout"):
        average_prior(state.view(0), other, 1, 0)
    with pytest.raises(ValueError, match="another state layout"):
        evaluate_state(state, other)
    with pytest.raises(ValueError, match="another state layout"):
        Search(state.game, heuristic=other)


def test_searches_use_it() -> None:
    state = position(["gold3", "silver3", "empty", "gold1"])
    options = {"heuristic": HEURISTIC.capsule, "selection": "puct", "rollout": "heuristic", "cutoff": 8}
    results = [Search(state.game, **options).run(state.view(0), iterations=500, seed=1) for _ in range(2)]
    assert results[0].action == results[1].action
    assert [a.visits for a in results[0].actions] == [a.visits for a in results[1].actions]
    prior = prior_of(state)
    assert {a.name: a.prior for a in results[0].actions} == pytest.approx(prior)


@pytest.mark.parametrize(("players", "target"), [(2, 0.85), (3, 0.65), (4, 0.5)])
def test_it_beats_random_play(players: int, target: float) -> None:
    game = load_game("veracruz", players=players)
    won = decided = 0.0
    for seed in range(120 // players):
        for seat in range(players):
            bots = [RandomBot(seed=1 + other) for other in range(players)]
            returns = play(game, [*bots[:seat], HeuristicBot(samples=1), *bots[seat + 1 :]], seed=seed).returns
            decided += any(returns)
            won += any(returns) * (returns[seat] * (players - 1) + 1) / players
    assert won / decided > target


@pytest.mark.slow
@pytest.mark.parametrize(("players", "target"), [(2, 0.9), (3, 0.75), (4, 0.6)])
def test_the_interval_against_random_play_is_above_the_target(players: int, target: float) -> None:
    game = load_game("veracruz", players=players)
    results = run([game], deals(("heuristic", *["random"] * (players - 1)), 2000, seed=1), jobs=1)
    share = next(standing for standing in standings(results) if standing.bot == "heuristic").shares[players]
    assert share.low > target
