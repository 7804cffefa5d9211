"""OpenSpiel's games by name: options, errors, records, processes, commands."""

import json
import os
import pickle
import subprocess
import sys

import pytest

pyspiel = pytest.importorskip("pyspiel")

import caravela as cv  # noqa: E402
from caravela.arena import deals, run  # noqa: E402
from caravela.engines.registry import engine_spec  # noqa: E402
from caravela.openspiel import SOURCE, UnsupportedGameError, from_openspiel  # noqa: E402


def test_every_registered_game_is_named() -> None:
    names = SOURCE.names()
    assert names == sorted(names)
    assert {"kuhn_poker", "python_kuhn_poker", "2048", "hearts"} <= set(names)
    assert "openspiel:leduc_poker" not in cv.registered_games()


def test_parameters_are_options_of_the_right_type_and_default() -> None:
    spec = SOURCE.spec("leduc_poker")
    found = {option.name: (option.type, option.default) for option in spec.options}
    assert found["players"] == (int, 2)
    assert found["suit_isomorphism"] == (bool, False)
    assert (spec.option("players").low, spec.option("players").high) == (2, 8)
    assert SOURCE.spec("universal_poker").option("stack").default == "1200 1200"
    assert SOURCE.spec("cribbage").option("winner_bonus_reward").type is float
    assert SOURCE.spec("hanabi").option("players").default == 2  # OpenSpiel's own default is 0
    assert SOURCE.spec("kriegspiel").option("_50_move_rule").default is True
    assert set(found) >= {"exact", "worlds", "effort"}


def test_options_reach_openspiel() -> None:
    assert cv.load_game("openspiel:kuhn_poker(players=5)").num_players() == 5
    assert cv.load_game("openspiel:oh_hell", num_suits=2).num_distinct_actions() == 35
    two_suits = cv.load_game("openspiel:leduc_poker(suit_isomorphism=true)")
    assert two_suits.max_chance_outcomes() == 3
    assert two_suits.spec == "openspiel:leduc_poker(suit_isomorphism=true)"


def test_bounds_and_utilities_are_openspiels() -> None:
    game, theirs = cv.load_game("openspiel:leduc_poker"), pyspiel.load_game("leduc_poker")
    assert (game.min_utility(), game.max_utility()) == (theirs.min_utility(), theirs.max_utility())
    assert game.utility_sum() == 0.0
    assert cv.load_game("openspiel:tiny_hanabi").utility_sum() is None


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        ("leduc_poker", "openspiel:leduc_poker"),
        ("openspiel:leduc_poker", "openspiel:leduc_poker"),
        ("leduc_poker(players=3)", "openspiel:leduc_poker(players=3)"),
        (pyspiel.load_game("kuhn_poker(players=4)"), "openspiel:kuhn_poker(players=4)"),
        (pyspiel.load_game("misere(game=tic_tac_toe())"), 'openspiel:misere(game="tic_tac_toe()")'),
        (
            "repeated_game(stage_game=matrix_pd(),num_repetitions=3)",
            'openspiel:repeated_game(num_repetitions=3,stage_game="matrix_pd()")',
        ),
    ],
)
def test_from_openspiel(given: object, spec: str) -> None:
    game = from_openspiel(given)  # type: ignore[arg-type]
    assert game.spec == spec
    assert cv.load_game(spec) == game


def test_from_openspiel_takes_parameters_and_games_inside_games() -> None:
    assert from_openspiel("kuhn_poker", players=3) == cv.load_game("openspiel:kuhn_poker(players=3)")
    inner = pyspiel.load_game("leduc_poker(players=3)")
    assert from_openspiel("misere", game=inner).num_players() == 3
    with pytest.raises(ValueError, match="players is given twice"):
        from_openspiel("kuhn_poker(players=3)", players=3)
    with pytest.raises(TypeError, match=r"a pyspiel\.Game or the name of one is needed, not 3"):
        from_openspiel(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("openspiel:kuhn_pocker", "did you mean kuhn_poker"),
        ("openspiel:kuhn_poker(players=1)", "players is '1'|players is 1"),
        ("openspiel:kuhn_poker(colour=1)", "has no option 'colour'"),
        ("openspiel:tarok", "SAMPLED_STOCHASTIC"),
        ("openspiel:mfg_garnet", "mean-field"),
        ("openspiel:crossword", "action structs only"),
        ("openspiel:misere", "OpenSpiel refuses misere"),
        ("openspiel:universal_poker(betting=never)", "OpenSpiel refuses universal_poker"),
        ("openspiel:goofspiel(points_order=sideways)", "OpenSpiel refuses goofspiel"),
    ],
)
def test_refusals_say_why(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        cv.load_game(name)


def test_refusals_of_kinds_of_games_have_a_class_of_their_own() -> None:
    with pytest.raises(UnsupportedGameError):
        from_openspiel("tarok")


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel(num_cards=4)", "tic_tac_toe", "python_kuhn_poker"])
def test_games_states_views_and_worlds_survive_pickling(name: str) -> None:
    game = cv.load_game(f"openspiel:{name}")
    assert pickle.loads(pickle.dumps(game)) == game
    rng = cv.Rng(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        for player in range(game.num_players()):
            view = state.view(player)
            assert pickle.loads(pickle.dumps(view)) == view
            world = view.determinize(rng)
            again = pickle.loads(pickle.dumps(world))
            assert again.to_bytes() == world.to_bytes()
            assert again.log(player) == state.log(player)
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.history() == state.history()
        legal = state.legal_actions()
        state.apply_action(state.sample_chance(rng) if state.is_chance_node() else legal[rng.bounded(len(legal))])


@pytest.mark.parametrize("name", ["leduc_poker(players=3)", "goofspiel(num_cards=4)", "connect_four", "liars_dice"])
def test_records_are_read_and_replayed(name: str) -> None:
    game = cv.load_game(f"openspiel:{name}")
    record = cv.play(game, [cv.bots.RandomBot(seed=p) for p in range(game.num_players())], seed=3)
    assert not record.faults
    assert cv.Record.from_text(record.to_text()) == record
    assert list(cv.replay(record).returns()) == list(record.returns)
    assert cv.Record.from_json(record.to_json()) == record


def test_spawned_workers_play() -> None:
    game = cv.load_game("openspiel:kuhn_poker")
    one = run([game], deals(["ismcts:iterations=20", "random"], 4, 1), jobs=1)
    two = run([game], deals(["ismcts:iterations=20", "random"], 4, 1), jobs=2)
    scores = [[[seat.score for seat in result.seats] for result in results] for results in (one, two)]
    assert scores[0] == scores[1]


SEARCH = """
import sys, json  # noqa: E402
import caravela as cv  # noqa: E402
game = cv.load_game(sys.argv[1])
rng, found = cv.Rng(5), []
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
        continue
    result = cv.bots.ISMCTSBot(iterations=60, seed=2).search(state.view(state.current_player()))
    found.append([[edge.action, edge.visits] for edge in result.actions])
    legal = state.legal_actions()
    state.apply_action(legal[rng.bounded(len(legal))])
    if len(found) == 12:
        break
print(json.dumps(found))
"""


@pytest.mark.parametrize("name", ["leduc_poker", "go_fish(ranks=5)"])
def test_searches_are_the_same_in_every_process(name: str) -> None:
    answers = []
    for seed in ("0", "1"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SEARCH, f"openspiel:{name}"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]
    assert answers[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", "openspiel:leduc_poker"],
        ["match", "openspiel:kuhn_poker", "ismcts:iterations=20", "random", "--games", "4", "--jobs", "1"],
        [
            "tournament",
            "openspiel:kuhn_poker(players=2)",
            "--jobs",
            "1",
            "--bot",
            "random",
            "--bot",
            "ismcts:iterations=5",
            "--games",
            "4",
        ],
        ["analyze", "openspiel:leduc_poker", "--seed", "3"],
        ["check", "openspiel:kuhn_poker", "--games", "3"],
    ],
)
def test_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from caravela.cli.app import app

    with pytest.raises(SystemExit) as ended:
        app(arguments, prog_name="caravela")
    out, err = capsys.readouterr()
    assert ended.value.code == 0, err
    assert "openspiel:" in out or "kuhn" in out.lower() or "seat" in out.lower()


def test_a_chance_event_without_outcomes_is_told() -> None:
    """OpenSpiel's go_fish with four ranks deals cards that are not there."""
    state = cv.load_game("openspiel:go_fish(ranks=4)").new_initial_state()
    for move in (3, 3, 0, 0, 3, 2, 2, 1, 1, 2, 1, 0, 1, 2, 3, 0):
        state.apply_action(move)
    assert state.is_chance_node()
    with pytest.raises(RuntimeError, match="OpenSpiel lists no outcome"):
        state.sample_chance(cv.Rng(1))


def test_the_spec_is_made_once() -> None:
    assert engine_spec("openspiel:kuhn_poker") is engine_spec("openspiel:kuhn_poker")
