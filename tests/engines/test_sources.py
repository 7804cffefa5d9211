"""Games behind a prefix."""

import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from caravela.cext import Game, Rng, View
from caravela.engines import engine_spec, load_game, registered_games
from caravela.engines.registry import parse_spec
from caravela.engines.sources import registered_sources, source_names
from tests.toys import install

pytestmark = pytest.mark.usefixtures("toys")


def test_a_name_with_its_prefix_loads() -> None:
    game = load_game("toys:monty_hall(doors=4)")
    assert game.name == "toys:monty_hall"
    assert game.spec == "toys:monty_hall(doors=4)"
    assert game == load_game("toys:monty_hall", doors=4)
    assert game != load_game("toys:monty_hall")
    assert game.digest != load_game("monty_hall(doors=4)").digest
    assert game.data == {}
    assert engine_spec("toys:monty_hall") is engine_spec("toys:monty_hall"), "one engine for all games of a name"
    assert parse_spec(" toys:pennies ( rounds = 2 ) ")[1] == {"rounds": 2}


def test_sources_are_listed_apart() -> None:
    assert "toys" in registered_sources()
    assert source_names("toys") == ["toys:monty_hall", "toys:pennies"]
    assert not [name for name in registered_games() if ":" in name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("toys:penies", "toys has no game 'penies'; did you mean pennies?"),
        ("toy:pennies", r"unknown source of games 'toy'; there are .*toys"),
        ("toys:", "bad game 'toys:'"),
        (":pennies", "bad game ':pennies'"),
        ("toys:pennies:2", "bad game 'toys:pennies:2'"),
        ("toys:pennies(sides=2)", "toys:pennies has no option 'sides'; its options: rounds"),
        ("toys:pennies(rounds=0)", "option rounds is 0"),
    ],
)
def test_bad_names(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game(text)


def test_a_game_without_data_takes_none() -> None:
    assert load_game("toys:pennies", data={}) == load_game("toys:pennies")
    with pytest.raises(ValueError, match="unknown key 'payoff' in the data of toys:pennies; known: none"):
        load_game("toys:pennies", data={"payoff": {"stake": 2.0}})


def test_a_missing_extra_is_named(site: Path) -> None:
    (site / "needy.py").write_text("import nothing_of_that_name\n")
    install(site, "needy = needy:SOURCE\ntoys = needy:SOURCE", "needy-package")
    with pytest.raises(
        ValueError, match=r"the games of needy cannot be loaded: No module named 'nothing_of_that_name'$"
    ):
        load_game("needy:game")
    with pytest.raises(ValueError, match="source toys is registered by"):
        load_game("toys:pennies")
    (site / "toys_for_tests-1.0.dist-info" / "entry_points.txt").unlink()
    wanted = re.escape("No module named 'nothing_of_that_name'; pip install 'needy-package[toys]'")
    for call in (load_game, lambda name: source_names(name.partition(":")[0])):
        with pytest.raises(ValueError, match=wanted):
            call("toys:pennies")
    (site / "needy.py").write_text("raise ImportError(\"pip install 'needy-package[toys]'\")\n")
    with pytest.raises(ValueError, match=r"cannot be loaded: pip install 'needy-package\[toys\]'$"):
        load_game("toys:pennies")


def test_a_source_is_checked(site: Path) -> None:
    (site / "odd.py").write_text("from types import SimpleNamespace\nSOURCE = SimpleNamespace(names=list)\n")
    (site / "liar.py").write_text(
        "from types import SimpleNamespace\nfrom caravela.engines import engine_spec\n"
        "SOURCE = SimpleNamespace(names=list, spec=lambda name: engine_spec('pennies') if name == 'coins' else 3)\n"
    )
    install(site, "odd = odd:SOURCE\nliar = liar:SOURCE", "bad-sources")
    with pytest.raises(ValueError, match=r"odd:SOURCE offers .* as source odd; it has no spec and names"):
        load_game("odd:game")
    with pytest.raises(ValueError, match="liar is registered as liar:coins but calls itself pennies"):
        load_game("liar:coins")
    with pytest.raises(ValueError, match="liar offers 3 as game liar:chess, not an EngineSpec"):
        load_game("liar:chess")


def seen(view: View) -> tuple[Game, str, bytes, list[int], int]:
    """What a worker process makes of a view."""
    return view.game, view.game.digest, view.to_bytes(), view.legal_actions(), view.view_hash()


def test_games_states_and_views_travel_to_spawned_workers() -> None:
    state = load_game("toys:monty_hall(doors=4)").new_initial_state()
    rng = Rng(3)
    state.apply_action(state.sample_chance(rng))
    view = state.view(0)
    world = view.determinize(rng)
    for what in (state.game, state, view, world):
        assert pickle.loads(pickle.dumps(what)) == what
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(seen, view).result() == seen(view)
