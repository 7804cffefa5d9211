"""Settings in words, and the command that plays the same games."""

import shlex

import pytest
import typer.main

from caravela.arena import Settings
from caravela.arena.repeat import command, described, title_of
from caravela.cli.app import app

PLAIN = Settings(("random", "my bot:a=1"), ("veracruz", "veracruz(players=3)"), (2, 3), versions={"caravela": "1.0"})
ODD = Settings(
    ("random", "heuristic"),
    ("sevilla(palace=true,players=2)",),
    (2,),
    schedule="gauntlet",
    games_each=7,
    line_ups=5,
    seed=3,
    data={"setup": {"hand_size": 4}},
    time_limit=0.5,
    penalty="random",
    isolate=True,
    hang_limit=60.0,
)


def test_commands() -> None:
    assert command(PLAIN) == (
        "caravela tournament veracruz --players 2,3 --bot random --bot 'my bot:a=1' --games 24 --line-ups 0 --seed 0"
    )
    assert command(ODD) == (
        "caravela tournament 'sevilla(palace=true)' --players 2 --bot random --bot heuristic --games 7 --line-ups 5 "
        "--seed 3 --schedule gauntlet --time-limit 0.5 --penalty random --hang-limit 60 --isolate --data FILE"
    )


@pytest.mark.parametrize("settings", [PLAIN, ODD])
def test_commands_can_be_given(settings: Settings) -> None:
    _, name, *arguments = shlex.split(command(settings))
    typer.main.get_group(app).commands[name].make_context(name, arguments)  # type: ignore[attr-defined]


def test_settings_in_words() -> None:
    told = described(PLAIN, played=3, planned=48)
    assert told["played"] == "3 of 48 games"
    assert told["bots"] == "random 'my bot:a=1'"
    assert told["version of caravela"] == "1.0"
    assert "time limit" not in told
    assert described(ODD, played=0, planned=0)["time limit"] == "0.5"


def test_titles() -> None:
    assert title_of([PLAIN]) == "veracruz, 2 to 3 players"
    assert title_of([ODD]) == "sevilla, 2 players"
    assert title_of([PLAIN, PLAIN]) == "veracruz, 2 to 3 players"
    with pytest.raises(ValueError, match="different games: veracruz, sevilla"):
        title_of([PLAIN, ODD])
