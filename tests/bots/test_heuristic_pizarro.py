"""The heuristic of Pizarro & Co.: what it may know, what it prefers, what it expects, and how well it plays."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from caravela.arena import deals, run, standings
from caravela.bots.heuristics import find
from caravela.cext.core import State
from caravela.cext.policy import average_prior, evaluate_state
from caravela.cext.search import Search
from caravela.engines.pizarro import rotate_history
from caravela.engines.pizarro.table import Hand, Seat, peek, read_table
from caravela.engines.registry import engine_spec, load_game
from caravela.play import play
from caravela.replay import replay_states

FOUND = find("pizarro")
assert FOUND is not None
HEURISTIC = FOUND
SPEC = engine_spec("pizarro")
SPECS = [{"players": 3, "board": "AA"}, {"players": 4, "board": "BB"}, {"players": 6, "board": "AB"}, *SPEC.reduced]


def games_of(options: dict[str, int | bool | str], count: int = 2) -> Iterator[State]:
    """Every state of a few games between heuristics that follow their probabilities, and random bots."""
    game = load_game("pizarro", **options)
    for seed in range(count):
        line_up = [
            ("heuristic:samples=1", "heuristic:samples=1,temperature=1", "random")[(seat + seed) % 3]
            for seat in range(game.num_players())
        ]
        yield from replay_states(play(game, line_up, seed=seed), game)


@cache
def decisions() -> list[State]:
    """Decisions with a choice, of games on all four boards."""
    return [
        state.clone()
        for players, board in ((3, "AA"), (3, "AB"), (3, "BA"), (4, "BB"))
        for state in games_of({"players": players, "board": board}, 6)
        if state.current_player() >= 0 and len(state.legal_actions()) > 1
    ]


def at(step: str) -> list[State]:
    """The decisions of one kind (never none)."""
    found = [state for state in decisions() if peek(state).step == step]
    assert found
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


def hand_of(seat: Seat) -> Hand:
    return {v: seat.known.get(v, 0) + seat.hidden.get(v, 0) for v in {**seat.known, **seat.hidden}}


def sums_of(hand: Hand) -> set[int]:
    sums = {0}
    for value, count in hand.items():
        for _ in range(count):
            sums |= {total + value for total in sums}
    return sums


def crowns(state: State, value: int) -> int:
    return state.game.data["money_cards"]["crown"]["by_value"][value - 1]


def number(name: str) -> int:
    return int(name.split(":")[1])


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_priors_are_probabilities_that_depend_on_the_view_alone(options: dict[str, int | bool | str]) -> None:
    choices = [state for state in games_of(options) if state.current_player() >= 0]
    assert choices
    for state in choices:
        prior = prior_of(state)
        assert min(prior.values()) > 0
        assert sum(prior.values()) == pytest.approx(1, abs=1e-12)
        # Another seed deals the others other hands and other cards under their stacks (P13.2).
        assert prior_of(state, seed=1) == pytest.approx(prior, rel=1e-9)


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_evaluations_are_shares_of_the_win(options: dict[str, int | bool | str]) -> None:
    ends = 0
    for state in games_of(options):
        values = evaluate_state(state, HEURISTIC.capsule)
        assert sum(values) == pytest.approx(0, abs=1e-12)
        assert state.game.min_utility() - 1e-12 <= min(values)
        assert max(values) <= state.game.max_utility() + 1e-12
        assert values == evaluate_state(state, HEURISTIC.capsule)
        if state.is_terminal():
            ends += 1
            assert values == state.returns()
    assert ends == 2


def test_evaluations_follow_the_seats() -> None:
    game = load_game("pizarro", players=3, board="BB", auctioneer=-1)
    *_, end = replay_states(play(game, ["heuristic:samples=1"] * 3, seed=3), game)
    history = end.history()
    one, other = game.new_initial_state(), game.new_initial_state()
    moved = rotate_history(game, history, 1)
    assert moved is not None
    for action, twin in zip(history, moved, strict=True):
        one.apply_action(action)
        other.apply_action(twin)
        values = evaluate_state(one, HEURISTIC.capsule)
        assert evaluate_state(other, HEURISTIC.capsule) == pytest.approx([values[2], *values[:2]], abs=1e-9)


def test_every_weight_counts_somewhere() -> None:
    states = decisions()
    for index, name in enumerate(HEURISTIC.names):
        weights = list(HEURISTIC.defaults)
        weights[index] += 0.5
        assert any(
            evaluate_state(state, HEURISTIC.capsule, weights) != evaluate_state(state, HEURISTIC.capsule)
            if name.startswith("evaluate")
            else prior_of(state, weights) != prior_of(state)
            for state in states
        ), name


def test_without_sharpness_all_actions_are_alike() -> None:
    for state in decisions()[::50]:
        flat = prior_of(state, HEURISTIC.vector({"sharpness": 0}))
        assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))


def test_a_lone_buyer_gives_away_a_single_card() -> None:
    """P5.8: nobody else can bid any more, so any amount wins; one card pays the least of them."""
    seen = 0
    for state in at("bid"):
        table = read_table(state)
        if table.leader is None and table.asked == [table.mover] and best_of(state) != "pass":
            seen += 1
            assert number(best_of(state)) <= max(hand_of(table.seats[table.mover]))
    assert seen > 10


def test_it_does_not_overpay_where_an_exact_bid_costs_no_more() -> None:
    """P6.1, P6.2: a bid that no cards add up to costs as much as the next one that they do."""
    weights = HEURISTIC.vector({"jump": 0, "jump_rival": 0})
    seen = 0
    for state in at("bid"):
        table = read_table(state)
        sums = sums_of(hand_of(table.seats[table.mover]))
        prior = prior_of(state, weights)
        for bid in (number(name) for name in prior if name != "pass"):
            if bid not in sums and f"bid:{bid + 1}" in prior:
                seen += 1
                assert prior[f"bid:{bid}"] <= prior[f"bid:{bid + 1}"] * (1 + 1e-6)
    assert seen > 100


def test_it_bids_only_what_it_gains_on_the_last_card() -> None:
    """P10.2: in the end money is worth its crowns, and a win brings the crowns and cards of its space."""
    weights = HEURISTIC.vector({"deny": 0, "jump": 0, "jump_rival": 0, "pass_leader": 0, "pass_open": 0, "pass": 0})
    seen = 0
    for state in at("bid"):
        table = read_table(state)
        if table.phase == 3 and not any(table.deck.values()) and not table.bottom and table.card != "magellan":
            best = best_of(state, weights)
            if best != "pass":
                seen += 1
                assert crowns_of_bid(state, number(best)) <= most_gain(state)
    assert seen > 5


def most_gain(state: State) -> int:
    """Crowns that a win of the card turned up in phase III brings at most, with three for each card drawn."""
    table = read_table(state)
    spaces = state.game.data["space"]
    board = state.game.options["board"]
    half = table.card not in state.game.data["board"]["half_1"]
    rows = [row for row in spaces if row["explorer"] == table.card and row["side"] == board[half]]
    gain = max(row["crown"] + 3 * row["bag"] + 9 * (row["action"] == "draw") for row in rows if row["phase"] == 3)
    if any(row["action"] == "press_luck" for row in rows):
        gain += state.game.data["action"]["press_luck"]["limit"]
    return gain - min(row["crown"] for row in rows if row["phase"] == 2)


def crowns_of_bid(state: State, bid: int) -> int:
    """The fewest crowns that pay a bid."""
    table = read_table(state)
    ways = {0: 0}
    for value, count in hand_of(table.seats[table.mover]).items():
        for _ in range(count):
            more = {total + value: lost + crowns(state, value) for total, lost in ways.items()}
            ways = {x: min(d[x] for d in (ways, more) if x in d) for x in ways | more}
    return min(lost for total, lost in ways.items() if total >= bid)


def test_richer_spaces_are_worth_more() -> None:
    """P10.2: where Columbus shows 1, 5 and 10 crowns, Pizarro on side A shows 2, 6 and 12, with the same bags."""
    limits, passes = {}, {}
    for card in ("pizarro", "columbus"):
        state = load_game("pizarro", players=3).new_initial_state()
        state.apply_action(state.string_to_action(f"card:{card}"))
        prior = prior_of(state, HEURISTIC.vector({"jump": 0, "jump_rival": 0, "deny": 0, "veto_worth": 0}))
        passes[card] = prior["pass"]
        limits[card] = max(number(name) for name, value in prior.items() if name != "pass" and value > prior["pass"])
    assert limits["pizarro"] >= limits["columbus"]
    assert passes["pizarro"] < passes["columbus"]


def test_a_ship_of_which_nobody_else_has_one_is_worth_more() -> None:
    """P5.1: who has the only ships on a space buys the next cards alone."""
    state = load_game("pizarro", players=3, copies=2).new_initial_state()
    for move in ("card:pizarro", "bid:9", "pass", "pass", "pay:9", "card:pizarro"):
        state.apply_action(state.string_to_action(move))
    weights = {"jump": 0, "jump_rival": 0, "deny": 0, "next_spare": 1}
    apart = prior_of(state, HEURISTIC.vector(weights | {"next_rival": 2}))["pass"]
    alike = prior_of(state, HEURISTIC.vector(weights | {"next_rival": 0}))["pass"]
    assert apart == alike  # seat 0 has all the ships there are
    state.apply_action(state.string_to_action("pass"))
    assert (
        prior_of(state, HEURISTIC.vector(weights | {"next_rival": 2}))["pass"]
        > (prior_of(state, HEURISTIC.vector(weights | {"next_rival": 0}))["pass"])
    )


def test_it_pays_with_the_cards_of_fewest_crowns() -> None:
    """P10.2: with money of no use the payment that keeps most crowns comes first."""
    no_price = HEURISTIC.vector({"price_1": 0, "price_2": 0, "price_3": 0, "price_rich": 0, "spend": 0})
    seen = 0
    for state in at("pay"):
        table = read_table(state)
        if table.card == "magellan" or len(table.options) < 2:
            continue
        seen += 1
        ways = {name: least_crowns(state, name) for name in prior_of(state)}
        assert ways[best_of(state, no_price)] == min(ways.values())
    assert seen > 10


def least_crowns(state: State, action: str) -> int:
    """The fewest crowns paid by any way to go on after an action."""
    after = state.clone()
    after.apply_action(after.string_to_action(action))
    paid = crowns(state, number(action))
    if after.current_player() != state.current_player() or read_table(after).step != "pay":
        before, now = (hand_of(read_table(s).seats[state.current_player()]) for s in (state, after))
        laid = read_table(state).paid
        gone = {v: before[v] - now.get(v, 0) - laid.get(v, 0) for v in before}
        return sum(crowns(state, v) * count for v, count in gone.items())
    laid, now = read_table(state).paid, read_table(after).paid
    paid = sum(crowns(state, v) * (count - laid.get(v, 0)) for v, count in now.items())
    return paid + min(
        least_crowns(after, after.action_to_string(state.current_player(), a)) for a in after.legal_actions()
    )


def test_it_tucks_the_most_crowns_of_what_it_paid() -> None:
    """P8.3, side B: the card is lost to the hand either way."""
    for state in at("tuck_paid"):
        prior = prior_of(state)
        assert crowns(state, number(best_of(state))) == max(crowns(state, number(name)) for name in prior)


def test_it_tucks_crowns_in_phase_3() -> None:
    """P8.3, side A: a crown under a stack of three counts three times, one in hand once."""
    seen = 0
    for state in at("tuck_hand"):
        if read_table(state).phase == 3:
            seen += 1
            assert crowns(state, number(best_of(state))) == max(crowns(state, number(n)) for n in prior_of(state))
    assert seen


def test_it_moves_the_stack_of_most_crowns() -> None:
    """P7.3, P8.3: all its crowns are multiplied once more."""
    seen = 0
    for state in at("ship"):
        stacks = read_table(state).stacks
        names = [name for name in prior_of(state) if name.startswith("stack")]
        if names and all(up for name in names for _, up in stacks[number(name) - 1].cards):
            seen += 1
            worth = {n: sum(crowns(state, v) for v, _ in stacks[number(n) - 1].cards if v) for n in names}
            assert worth[best_of(state)] == max(worth.values())
    assert seen


def test_it_moves_the_ship_without_crowns() -> None:
    """P7.3, P8.5: the right part of Vasco da Gama shows crowns, the left none."""
    state = load_game("pizarro", players=3, board="BB", explorers="vasco_da_gama", copies=2).new_initial_state()
    parts = iter(("right", "left"))
    while read_table(state).step != "ship":
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        step, seat = read_table(state).step, state.current_player()
        names = [state.action_to_string(seat, action) for action in state.legal_actions()]
        if step == "bid":
            state.apply_action(state.string_to_action(names[1] if seat == 0 else "pass"))
        else:
            state.apply_action(state.string_to_action(next(parts) if step == "part" else names[0]))
    assert best_of(state) == "from:left"


def test_it_takes_the_crowns_of_the_last_space() -> None:
    """P8.5: in phase III money bought with 8 crowns is too dear."""
    last = [state for state in at("part") if read_table(state).phase == 3]
    assert last
    assert all(best_of(state) == "right" for state in last)


def test_it_exchanges_what_it_needs_least() -> None:
    """P9.6: for crowns alone the dear cards go, for money alone the cheap ones."""
    for_crowns = HEURISTIC.vector({"price_1": 0, "price_2": 0, "price_rich": 0, "spend": 0})
    for_money = HEURISTIC.vector({"crown": 0, "price_1": 1, "price_2": 1, "price_rich": 0})
    puts = at("put")
    for state in puts:
        names = [name for name in prior_of(state) if name != "done"]
        one = best_of(state, for_crowns)
        assert one == "done" or crowns(state, number(one)) == 1 or len(names) == 1 or crowns(state, number(one)) < 3
        other = best_of(state, for_money)
        assert other == "done" or number(other) < 8
    assert any(best_of(state, for_crowns) != "done" for state in puts)
    assert any(best_of(state, for_money) != "done" for state in puts)


def test_it_presses_on_while_little_is_at_stake() -> None:
    """P10.4: nothing can be lost at a sum of 11 or less, and little gained from 19 on."""
    state = lucky()
    sums = {}
    for value in (5, 6, 8):
        table = read_table(state)
        sums[table.luck] = best_of(state, HEURISTIC.vector({"luck_behind": 0}))
        state.apply_action(state.string_to_action("draw"))
        outcome = state.string_to_action(f"money:{value}")
        if outcome not in [o for o, _ in state.chance_outcomes()]:
            pytest.fail(f"no {value} left in the stack")
        state.apply_action(outcome)
    sums[read_table(state).luck] = best_of(state, HEURISTIC.vector({"luck_behind": 0}))
    assert sums == {0: "draw", 5: "draw", 11: "draw", 19: "stop"}


def lucky() -> State:
    """The first position in which the owner of Pizarro III decides."""
    return next(state for state in at("luck") if read_table(state).luck == 0).clone()


def test_it_presses_on_when_stopping_loses() -> None:
    """P10.4, P10.5: who stops below a total already known cannot win; without one nothing is known."""
    flips = 0
    for state in at("luck"):
        table = read_table(state)
        calm, pressed = (best_of(state, HEURISTIC.vector({"luck_behind": x})) for x in (0, -100))
        assert pressed == calm or (pressed == "draw" and table.scored != [table.mover])
        flips += pressed != calm
    assert flips


def test_a_veto_has_its_price() -> None:
    """P4.3: what a veto is worth decides whether it is used."""
    states = at("veto")
    assert {best_of(state, HEURISTIC.vector({"veto": -100})) for state in states} == {"decline"}
    assert {best_of(state, HEURISTIC.vector({"veto": 100})) for state in states} == {"veto"}


def test_more_points_are_better() -> None:
    """A ship on Cook I (5 crowns) for the same money."""
    values = {}
    for card in ("cook", "magellan"):
        state = load_game("pizarro", players=3, board="BA").new_initial_state()
        for move in (f"card:{card}", "bid:9", "pass", "pass", "pay:9"):
            state.apply_action(state.string_to_action(move))
        values[card] = evaluate_state(state, HEURISTIC.capsule)
        assert values[card][1] == pytest.approx(values[card][2])
    dear = load_game("pizarro", players=3, board="BA").new_initial_state()
    for move in ("card:cook", "bid:40", "pass", "pass"):
        dear.apply_action(dear.string_to_action(move))
    assert values["cook"][0] > evaluate_state(dear, HEURISTIC.capsule)[0]


def test_searches_use_it() -> None:
    state = decisions()[40]
    options = {"heuristic": HEURISTIC.capsule, "selection": "puct", "rollout": "heuristic", "cutoff": 8}
    results = [Search(state.game, **options).run(state.view(state.current_player()), iterations=300) for _ in range(2)]
    assert results[0].action == results[1].action
    assert [a.visits for a in results[0].actions] == [a.visits for a in results[1].actions]


@pytest.mark.parametrize(("players", "board", "target"), [(3, "AA", 0.8), (3, "BB", 0.8), (5, "AB", 0.7)])
def test_it_beats_random_play(players: int, board: str, target: float) -> None:
    assert share(players, board, 30) > target


@pytest.mark.slow
@pytest.mark.parametrize("board", ["AA", "AB", "BA", "BB"])
def test_the_interval_against_random_play_is_above_the_target(board: str) -> None:
    game = load_game("pizarro", players=3, board=board)
    results = run([game], deals(("heuristic", "random", "random"), 600, seed=1), jobs=1)
    assert next(s for s in standings(results) if s.bot == "heuristic").shares[3].low > 0.8


def share(players: int, board: str, games: int) -> float:
    """Shares of the win of one heuristic among random bots."""
    game = load_game("pizarro", players=players, board=board)
    won = 0.0
    for seed in range(games):
        line_up = ["random"] * players
        line_up[seed % players] = "heuristic:samples=1"
        won += (play(game, line_up, seed=seed).returns[seed % players] * (players - 1) + 1) / players
    return won / games
