"""What commands say about themselves and about mistakes, word for word."""

import re
import shlex

import pytest

import caravela as cv
from caravela.cli.app import app
from tests.cli.conftest import Run, Snapshot

COMMANDS = ["games", "play", "match", "tournament", "report", "analyze", "bench", "check", "replay"]

MISTAKES = """\
games chess
games veracruz(players=9)
match chess random random
match veracruz random
match veracruz nobody random
match veracruz random ismcts:iterations=many
match veracruz random random:colour=red
match veracruz random random --games 0
match veracruz random random --jobs 0
match veracruz random random --seed -1
match veracruz random random --time-limit 0
match veracruz(players=3) random random
match veracruz random random --data missing.toml
tournament veracruz --players two
tournament veracruz --players 7
tournament veracruz --bot random
tournament veracruz --bot random --bot random
tournament veracruz --option stones
tournament veracruz --option boats=2
tournament veracruz --option stones=perhaps
tournament pennies --players 3
tournament
tournament --resume missing.db
tournament veracruz --store a.db --resume b.db
tournament veracruz --schedule swiss
tournament veracruz --schedule head-to-head
tournament veracruz --penalty shame
tournament veracruz --hang-limit 0
tournament veracruz --until-ci -5
tournament veracruz --line-ups -1
tournament veracruz --no-isolate --memory-limit 100
tournament --players 2
tournament veracruz --bot missing.py --bot random
tournament veracruz --bot random(depth=) --bot easy
tournament veracruz --bot heuristic@v9 --bot random
play
play chess
play veracruz --seat 2
play veracruz --bot random --bot random
play veracruz --bot nobody
play veracruz --players 3 --option players=2
play --resume missing.txt
play --resume unfit.txt
play --resume wrong.txt
report missing.tournament
report unfit.txt
report unfit.txt --format pdf
analyze
analyze veracruz --bot random
analyze veracruz --moves gold9
analyze veracruz --moves draw:1
analyze veracruz --steps 3
analyze veracruz --top -1
analyze --file wrong.txt
analyze pennies --moves heads_tails
analyze pennies --moves "heads tails"
play pizarro --players 2
play pizarro --option board=AC
play pizarro --option explorers=cook+drake
play pizarro --option auctioneer=4
analyze pizarro --moves bid:99
analyze pizarro --moves "card:cook veto"
tournament pizarro --players 2,3
bench veracruz --repeats 0
bench veracruz --players 5
check veracruz --games 0
check chess
replay missing.txt
replay unfit.txt
replay wrong.txt
"""

UNFIT = "This is no record.\n"
WRONG = "caravela-record 1\ngame: pennies\n\n0 heads\n0 tails\n"


def plain(text: str) -> str:
    """Without the types of arguments, which only some versions of typer tell."""
    return re.sub(r" <[\w \[\]]+>", "", text)


@pytest.mark.parametrize("command", COMMANDS)
def test_help(run: Run, snapshot: Snapshot, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"caravela {command}" in out.partition("Examples:")[2]
    snapshot(f"help-{command}.txt", plain(out))


def test_help_of_the_program_names_every_command(run: Run, snapshot: Snapshot) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert [command.name for command in app.registered_commands] == [None] * len(COMMANDS)
    assert [line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line] == COMMANDS
    snapshot("help.txt", plain(out))


def test_mistakes_are_told_in_one_line(run: Run, snapshot: Snapshot, tmp_path) -> None:
    (tmp_path / "unfit.txt").write_text(UNFIT)
    (tmp_path / "wrong.txt").write_text(WRONG)
    said = []
    for line in MISTAKES.splitlines():
        code, _, err = run(*shlex.split(line.replace("(", "'(").replace(")", ")'")))
        assert code == 2, line
        assert err.count("\n") == 1, line
        said.append(f"$ caravela {line}\n{err.replace(', '.join(cv.registered_games()), 'GAME, GAME, ...')}")
    snapshot("errors.txt", "\n".join(said))


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["games", "--loud"], ["match", "veracruz", "random", "random", "--games", "many"], ["replay"]],
)
def test_wrong_usage_points_to_help(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert "Usage: caravela" in err
    assert "help" in err
