"""The heuristic of Lisboa: what it may know, what it prefers, what it expects, and how well it plays."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from caravela.arena import deals, run, standings
from caravela.bots.heuristics import find
from caravela.cext.core import State
from caravela.cext.policy import average_prior, evaluate_state
from caravela.cext.search import Search
from caravela.engines.lisboa.table import peek, read_table
from caravela.engines.registry import engine_spec, load_game
from caravela.play import play
from caravela.replay import replay_states

FOUND = find("lisboa")
assert FOUND is not None
HEURISTIC = FOUND
SPECS = [{"players": 2}, {"players": 3}, {"players": 4}, *engine_spec("lisboa").reduced]
CUBE_PRICE = {"earthquake": 3, "fire": 2, "tsunami": 1}


def games_of(options: dict[str, int | bool | str], count: int = 2) -> Iterator[State]:
    """Every state of a few games between heuristics that follow their probabilities, and random bots."""
    game = load_game("lisboa", **options)
    for seed in range(count):
        line_up = [
            ("heuristic:samples=1", "heuristic:samples=1,temperature=1", "random")[(seat + seed) % 3]
            for seat in range(game.num_players())
        ]
        yield from replay_states(play(game, line_up, seed=seed), game)


@cache
def decisions() -> list[State]:
    """Decisions with a choice."""
    return [
        state.clone()
        for players, count in ((2, 6), (3, 4))
        for state in games_of({"players": players}, count)
        if state.current_player() >= 0 and len(state.legal_actions()) > 1
    ]


def at(step: str) -> list[State]:
    """The decisions of one kind (never none)."""
    found = [state for state in decisions() if peek(state)[0] == step]
    assert found, step
    return found


def prior_of(state: State, weights: Sequence[float] | None = None, seed: int = 0) -> dict[str, float]:
    """The prior of the seat to act, by names."""
    view = state.view(state.current_player())
    actions, prior = average_prior(view, HEURISTIC.capsule, 1, seed, weights)
    assert actions == state.legal_actions()
    return {view.action_to_string(action): value for action, value in zip(actions, prior, strict=True)}


def best_of(state: State, weights: Sequence[float] | None = None) -> str:
    prior = prior_of(state, weights)
    return max(prior, key=lambda name: prior[name])


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_priors_are_probabilities_that_depend_on_the_view_alone(options: dict[str, int | bool | str]) -> None:
    choices = [state for state in games_of(options) if state.current_player() >= 0]
    assert choices
    for state in choices:
        prior = prior_of(state)
        assert min(prior.values()) > 0
        assert sum(prior.values()) == pytest.approx(1, abs=1e-12)
        # Another seed deals the others other hands and other decks (L1.7).
        assert prior_of(state, seed=1) == prior


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_evaluations_are_shares_of_the_win(options: dict[str, int | bool | str]) -> None:
    ends = 0
    for state in games_of(options):
        before = state.to_bytes()
        values = evaluate_state(state, HEURISTIC.capsule)
        assert state.to_bytes() == before
        assert sum(values) == pytest.approx(0, abs=1e-12)
        assert state.game.min_utility() - 1e-12 <= min(values)
        assert max(values) <= state.game.max_utility() + 1e-12
        assert values == evaluate_state(state, HEURISTIC.capsule)
        if state.is_terminal():
            ends += 1
            assert values == state.returns()
    assert ends == 2


def test_every_weight_counts_somewhere() -> None:
    states = decisions()[::3]
    for index, name in enumerate(HEURISTIC.names):
        weights = list(HEURISTIC.defaults)
        weights[index] += 0.5
        assert any(
            evaluate_state(state, HEURISTIC.capsule, weights) != evaluate_state(state, HEURISTIC.capsule)
            if name.startswith("evaluate") or name == "turn"
            else prior_of(state, weights) != prior_of(state)
            for state in states
        ), name


def test_without_sharpness_all_actions_are_alike() -> None:
    for state in decisions()[::50]:
        flat = prior_of(state, HEURISTIC.vector({"sharpness": 0}))
        assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))


def test_it_builds_where_the_rubble_is_cheap() -> None:
    """L14.4: of cells in one column for one type, with no rewards but the column's, the cheaper row is better."""
    weights = HEURISTIC.vector({"part_1": 0.0, "part_2": 0.0, "later_set": 0.0, "market": 0.0})
    seen = 0
    for state in at("store"):
        table = read_table(state)
        seat = table.seats[state.current_player()]
        if (
            table.buildings
            or seat.decrees
            or min(seat.rubble.get(k, 0) for k in CUBE_PRICE) != max(seat.rubble.get(k, 0) for k in CUBE_PRICE)
        ):
            continue
        prior = prior_of(state, weights)
        for name, value in prior.items():
            for other, less in prior.items():
                (row, column, good), (row_2, column_2, good_2) = cell_of(name), cell_of(other)
                if (column, good) == (column_2, good_2) and price(table.row[row]) < price(table.row[row_2]):
                    seen += 1
                    assert value >= less
    assert seen


def cell_of(name: str) -> tuple[str, str, str]:
    cell, good = name.split(":")[1].split(".")
    return cell[0], cell[1], good


def price(cubes: dict[str, int]) -> int:
    return sum(CUBE_PRICE[kind] * count for kind, count in cubes.items())


def test_it_takes_the_cube_that_completes_a_set() -> None:
    """L13.2: the kind of which there are fewest, if one cube of it makes a set."""
    seen = 0
    for step in ("clear", "pile"):
        for state in [state for state in decisions() if peek(state)[0] == step]:
            seat = read_table(state).seats[state.current_player()]
            prior = prior_of(state)
            for name in prior:
                kind = name.split(".")[-1].split(":")[-1]
                after = {k: seat.rubble.get(k, 0) + (k == kind) for k in CUBE_PRICE}
                if min(after.values()) > seat.sets and not any("rubble" in goal(state, d) for d in seat.decrees):
                    seen += 1
                    assert prior[name] == max(prior.values())
    assert seen > 3


def goal(state: State, decree: str) -> str:
    return next(str(row["metric"]) for row in state.game.data["decrees"]["list"] if row["id"] == decree)


def test_it_takes_the_decree_that_pays_already() -> None:
    """L18.6: a need that is met for good is worth more than the same wigs for one that is not."""
    lasting = ("stores", "buildings", "rubble", "officials_in")
    seen = 0
    for state in at("decree"):
        prior = prior_of(state)
        rows = {row["id"]: row for row in state.game.data["decrees"]["list"]}
        shown = [rows[name.split(":")[1]] for name in prior]
        values = dict(zip((row["id"] for row in shown), prior.values(), strict=True))
        met = [
            row
            for row in shown
            if row["kind"] == "threshold" and row["metric"].startswith(lasting) and met_by(state, row)
        ]
        for row in met:
            for other in shown:
                if other["kind"] == "threshold" and other["wigs"] <= row["wigs"] and other is not row:
                    seen += 1
                    assert values[row["id"]] >= values[other["id"]] * (1 - 1e-9)
    assert seen > 5


def met_by(state: State, row: dict[str, object]) -> bool:
    """Whether a need on stores or sets is met."""
    table = read_table(state)
    seat = table.seats[state.current_player()]
    counts = {f"stores_{good}": count for good, count in seat.stores.items()} | {
        "stores": sum(seat.stores.values()),
        "store_types": sum(count > 0 for count in seat.stores.values()),
        "rubble_sets": seat.sets,
        "officials_in_buildings": seat.staff,
    }
    need = row["need"]
    assert isinstance(need, int)
    return int(counts.get(str(row["metric"]), 0)) >= need


def test_money_is_worth_only_its_wigs_at_the_end() -> None:
    """L18.5 (e): in the very last turn of the game prices for turns to come do not count."""
    weights = HEURISTIC.vector({"reis": 5.0, "influence": 9.0, "official": 9.0, "tile": 9.0})
    seen = 0
    for state in at("play"):
        table = read_table(state)
        if table.last == 2 and table.turn == len(table.seats) - 1:
            seen += 1
            assert prior_of(state, weights) == prior_of(state)
    assert seen


@pytest.mark.parametrize("step", ["sell", "ship", "state", "give", "recruit", "decree", "room", "favor"])
def test_the_evaluation_plays_the_turn_on(step: str) -> None:
    """In the middle of a turn it expects what it expects after the action it prefers."""
    for state in at(step)[:20]:
        after = state.clone()
        after.apply_action(after.string_to_action(best_of(state)))
        assert evaluate_state(after, HEURISTIC.capsule) == pytest.approx(evaluate_state(state, HEURISTIC.capsule))


def test_it_sells_to_the_better_ship() -> None:
    """L8.2, L8.4: of own ships that stay in dock either way the one that pays more."""
    modifier = {"blue": 0, "red": 1, "purple": 2, "brown": 3}
    seen = 0
    for state in at("ship"):
        seats, mover = read_table(state).seats, state.current_player()
        prior = prior_of(state)
        own = {}
        for name, value in prior.items():
            seat, number = (int(x) for x in name.split(":")[1].split("."))
            ship = seats[seat].ships[number - 1]
            if seat == mover and sum(ship.cargo.values()) + 1 < ship.hull:
                own[modifier[ship.colour]] = value
        if len(own) > 1:
            seen += 1
            assert own[max(own)] == max(own.values())
    assert seen


def test_it_pays_with_what_is_worth_less() -> None:
    """L6.4, L18.7: when nothing follows, Influence is worth nothing and every real counts."""
    free = HEURISTIC.vector({"influence": 0.0, "reis": 1.0})
    dear = HEURISTIC.vector({"influence": 50.0})
    for state in at("spend"):
        amounts = {name: int(name.split(":")[1]) for name in prior_of(state)}
        assert amounts[best_of(state, free)] == max(amounts.values())
        if read_table(state).last == 0:
            assert amounts[best_of(state, dear)] == min(amounts.values())


def test_more_is_better() -> None:
    """A decree more, for a marker that is worth nothing, raises the share of the win (L15.2)."""
    weights = HEURISTIC.vector({"marker": 0, "evaluate_sharp": 0.02, "evaluate_sharp_left": 0})
    for state in at("more")[:10]:
        one = state.clone()
        one.apply_action(one.string_to_action("done"))
        seat = state.current_player()
        poor = evaluate_state(one, HEURISTIC.capsule, weights)[seat]
        two = state.clone()
        two.apply_action(two.string_to_action("more"))
        rich = evaluate_state(two, HEURISTIC.capsule, weights)[seat]
        assert rich > poor


def test_searches_use_it() -> None:
    state = decisions()[40]
    options = {"heuristic": HEURISTIC.capsule, "selection": "puct", "rollout": "heuristic", "cutoff": 8}
    results = [Search(state.game, **options).run(state.view(state.current_player()), iterations=300) for _ in range(2)]
    assert results[0].action == results[1].action
    assert [a.visits for a in results[0].actions] == [a.visits for a in results[1].actions]


@pytest.mark.parametrize(("players", "target"), [(2, 0.9), (3, 0.9), (4, 0.9)])
def test_it_beats_random_play(players: int, target: float) -> None:
    assert share(players, 24) > target


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_interval_against_random_play_is_above_the_target(players: int) -> None:
    game = load_game("lisboa", players=players)
    results = run([game], deals(("heuristic", *["random"] * (players - 1)), 240, seed=1), jobs=1)
    assert next(s for s in standings(results) if s.bot == "heuristic").shares[players].low > 0.95


@pytest.mark.slow
def test_a_short_search_beats_it() -> None:
    game = load_game("lisboa", players=2)
    results = run([game], deals(("ismcts:iterations=200", "heuristic"), 30, seed=1), jobs=1)
    assert next(s for s in standings(results) if s.bot.startswith("ismcts")).shares[2].low > 0.5


def share(players: int, games: int) -> float:
    """Shares of the win of one heuristic among random bots."""
    game = load_game("lisboa", players=players)
    won = 0.0
    for seed in range(games):
        line_up = ["random"] * players
        line_up[seed % players] = "heuristic:samples=1"
        won += (play(game, line_up, seed=seed).returns[seed % players] * (players - 1) + 1) / players
    return won / games
