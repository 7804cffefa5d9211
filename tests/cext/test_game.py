import copy
import gc
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caravela.cext import Game, get_include
from caravela.engines import engine_spec, load_game, registered_games
from tests.cext.conftest import OPTIONS, Toy, text_module


def test_what_a_game_tells(toy: Toy) -> None:
    game = toy.game(codes=2)
    assert (game.name, game.spec, str(game), game.rules_version) == ("toy", "toy(codes=2)", "toy(codes=2)", 3)
    assert game.options == OPTIONS | {"codes": 2}
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (2, 3, 6)
    assert (game.max_game_length(), game.max_history_length()) == (4, 6)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert (game.state_size, game.legal_max, game.codes_max, game.score_scale) == (20, 3, 3, 1.0)
    assert not game.has_observation_tensor
    assert len(game.digest) == 16
    assert game.layout == "0000000000001070"
    assert repr(game) == f"<Game toy(codes=2) digest {game.digest}>"


def test_equality_is_by_digest(toy: Toy) -> None:
    assert toy.game() == toy.game()
    assert hash(toy.game()) == hash(toy.game())
    assert toy.game() != toy.game(cards=7)
    assert toy.game() != "toy"
    game = toy.game()
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (1, "abi is 99; it must be between 1 and 1"),
        (2, "size is 8"),
        (3, "the function apply is missing"),
        (4, "players is 9; it must be between 1 and 8"),
        (5, "align is 3; it must be a power of two"),
        (6, "legal_max is 4; it must be between 1 and 3"),
        (7, "min_utility 2 and max_utility 1"),
        (8, "score_scale is 0"),
        (9, "the function copy does not belong there"),
        (10, "the function observation is missing"),
        (14, "the function copy is missing"),
        (15, "state_size is 0"),
        (16, "steps_max is 3"),
        (17, "min_utility -1 and max_utility inf"),
    ],
)
def test_a_bad_table_is_refused_and_closed(toy: Toy, fault: int, message: str) -> None:
    before = toy.opened
    with pytest.raises(ValueError, match=f"breaks its contract: {message}"):
        toy.game(fault=fault)
    assert toy.opened == before


@pytest.mark.parametrize(
    ("fault", "error", "message"),
    [
        (11, ValueError, "toy: cards run out"),
        (12, ArithmeticError, "open failed"),
        (13, ValueError, "refused without a reason"),
        (18, ArithmeticError, "open failed late"),
    ],
)
def test_what_open_says_is_passed_on(toy: Toy, fault: int, error: type[Exception], message: str) -> None:
    before = toy.opened
    with pytest.raises(error, match=message):
        toy.game(fault=fault)
    assert toy.opened == before


def make(engine: object, name: str = "toy", text: object = None, **changes: Any) -> Game:
    return Game(engine, name, OPTIONS | changes, {}, text or text_module(), name)  # type: ignore[arg-type]


def test_other_engines_are_refused(toy: Toy) -> None:
    with pytest.raises(ValueError, match=r"PyCapsule 'caravela.engine', not 3"):
        make(3)
    with pytest.raises(ValueError, match=r"PyCapsule 'caravela.engine', not <capsule"):
        make(toy.engine(kind=b"caravela.heuristic"))
    with pytest.raises(ValueError, match="does not fit this release: abi is 2"):
        make(toy.engine("future_engine"))
    with pytest.raises(ValueError, match="the function open is missing"):
        make(toy.engine("hollow_engine"))
    with pytest.raises(ValueError, match="calls itself 'toy', not 'chess'"):
        make(toy.engine(), "chess")
    with pytest.raises(ValueError, match="lacks chance_to_string, code_to_string, describe_action, observation_string"):
        make(toy.engine(), text=SimpleNamespace(action_to_string=str, chance_to_string=3))
    with pytest.raises(ValueError, match="grid holds list"):
        make(toy.engine(), grid=[[1]])
    with pytest.raises(ValueError, match="mappings"):
        Game(toy.engine(), "toy", [], {}, text_module(), "toy")  # type: ignore[arg-type]


def test_a_game_is_closed_once_when_nothing_needs_it(toy: Toy) -> None:
    gc.collect()
    before = toy.opened
    game = toy.game()
    state = game.new_initial_state()
    capsule = game.capsule
    assert toy.opened == before + 1
    del game
    assert state.current_player() == -1
    del state
    gc.collect()
    assert toy.opened == before + 1, "the capsule keeps the game open"
    del capsule
    assert toy.opened == before


@pytest.mark.parametrize("foreign", [False, True])
def test_a_game_in_a_cycle_with_its_states_is_closed(toy: Toy, foreign: bool) -> None:
    gc.collect()
    before = toy.opened, toy.boxes
    game = toy.game(foreign=foreign)
    state = game.new_initial_state()
    game.text.kept = [state, state.clone(), state.view(0)]  # type: ignore[attr-defined]
    del game, state
    gc.collect()
    assert (toy.opened, toy.boxes) == before


def test_construction_needs_arguments(toy: Toy) -> None:
    with pytest.raises(TypeError):
        Game.__new__(Game)
    with pytest.raises(TypeError):
        type("Sub", (Game,), {})


def test_names(toy: Toy) -> None:
    game = toy.game()
    assert [game.string_to_action(game.action_to_string(a)) for a in range(3)] == [0, 1, 2]
    assert [game.string_to_chance(game.chance_to_string(a)) for a in range(6)] == list(range(6))
    with pytest.raises(ValueError, match=r"unknown action 'say:7'; did you mean say:"):
        game.string_to_action("say:7")
    with pytest.raises(ValueError, match="unknown outcome 'say:1'"):
        game.string_to_chance("say:1")
    for bad in (-1, 3, 2**70):
        with pytest.raises(ValueError, match=f"no action {bad}; ids of toy are 0 to 2"):
            game.action_to_string(bad)
    with pytest.raises(ValueError, match="no outcome 6; ids of toy are 0 to 5"):
        game.chance_to_string(6)
    with pytest.raises(TypeError):
        game.action_to_string("say:1")  # type: ignore[arg-type]


def test_names_that_clash_are_an_error(toy: Toy) -> None:
    game = toy.game()
    game.text.action_to_string = lambda game, action: "same"  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="both called 'same'"):
        game.string_to_action("same")


def test_without_a_loader_there_is_no_pickle(toy: Toy) -> None:
    with pytest.raises(TypeError, match="without a loader"):
        pickle.dumps(toy.game())


@pytest.mark.parametrize("name", registered_games())
def test_pickle_keeps_options_and_data(name: str) -> None:
    for options in (*engine_spec(name).variants, *engine_spec(name).reduced):
        game = load_game(name, **options)
        again = pickle.loads(pickle.dumps(game))
        assert again == game
        assert (again.options, again.data, again.spec, again.digest) == (
            game.options,
            game.data,
            game.spec,
            game.digest,
        )


def test_pickle_keeps_edited_data() -> None:
    game = load_game("pennies", data={"payoff": {"stake": 3.0}})
    again = pickle.loads(pickle.dumps(game))
    assert again.data["payoff"]["stake"] == 3.0
    assert again == game
    assert game != load_game("pennies")
    assert b"stake" not in pickle.dumps(load_game("pennies"))


def test_a_pickle_of_another_release_is_refused() -> None:
    restore, (loader, name, options, data, digest) = load_game("pennies").__reduce__()  # type: ignore[misc]
    with pytest.raises(ValueError, match=f"had digest 0000; the one installed here has {digest}"):
        restore(loader, name, options, data, "0000")


def test_a_games_data_is_its_own(toy: Toy) -> None:
    table = {"values": [1, 2]}
    game = Game(toy.engine(), "toy", OPTIONS, {"table": table}, text_module(), "toy")
    table["values"].append(3)
    assert game.data == {"table": {"values": [1, 2]}}


def test_header_is_where_get_include_says() -> None:
    assert "CARAVELA_ABI 1" in Path(get_include(), "caravela.h").read_text(encoding="utf-8")
