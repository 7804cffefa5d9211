"""Which of OpenSpiel's games our search plays, on what worlds, and which of them OpenSpiel's own ISMCTS plays.

    python benchmarks/openspiel/coverage.py                     # all games: a table, and coverage.json with --json
    python benchmarks/openspiel/coverage.py hearts liars_dice   # some games

Every game runs in a process of its own, so that a crash or an endless game counts and does not end the run.
"""

import argparse
import json
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyspiel

from caravela.openspiel.imported.opening import game_types

GAMES = 3
ITERATIONS = 50
TIME_LIMIT = 600.0


def main() -> None:
    """Runs all games and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: every game that loads without parameters")
    parser.add_argument("--games", type=int, default=GAMES, help=f"whole games each (default {GAMES})")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help=f"of either search (default {ITERATIONS})")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, help="CPU seconds for a game in one library")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers there")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        limit = int(arguments.time_limit)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))  # other work on the machine does not count
        play = play_here if arguments.child == "ours" else play_there
        print(json.dumps(play(arguments.names[0], arguments.games, arguments.iterations)))
        return
    names = arguments.names or sorted(name for name, kind in game_types().items() if kind.default_loadable)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        rows = []
        for row in pool.map(lambda name: _row(name, arguments), names):
            rows.append(row)
            print(_line(row), flush=True)
    print(_summary(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps({"openspiel": _version(), "games": rows}, indent=1) + "\n")


def play_here(name: str, games: int, iterations: int) -> dict[str, Any]:
    """Whole games with our search in every seat."""
    import caravela as cv
    from caravela.cext.python_engine import python_engine
    from caravela.engines.registry import engine_spec
    from caravela.openspiel.imported.rules import open_rules

    spec = engine_spec(f"openspiel:{name}")
    rules = open_rules(name, {})
    options = {option.name: option.default for option in spec.options}
    game = cv.Game(python_engine(spec.name, lambda _: rules), spec.name, options, {}, spec.text, spec.name)
    counts: Counter[str] = Counter()
    start = time.process_time()
    for seed in range(games):
        state = game.new_initial_state()
        rng = cv.Rng(seed)
        bot = cv.bots.ISMCTSBot(iterations=iterations, seed=seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            result = bot.search(state.view(state.current_player()))
            counts["decisions"] += 1
            counts["iterations"] += result.iterations
            counts["worlds"] += result.worlds
            counts["fallbacks"] += result.fallback_worlds
            state.apply_action(result.action)
        counts["games"] += 1
    drawn = rules.worlds.drawn if hasattr(rules, "worlds") else {}
    return {**counts, "drawn": drawn, "seconds": round(time.process_time() - start, 2)}


def play_there(name: str, games: int, iterations: int) -> dict[str, Any]:
    """Whole games with OpenSpiel's ISMCTS in every seat."""
    game_types()
    game = pyspiel.load_game(name)
    start = time.process_time()
    decisions = 0
    for seed in range(games):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.ISMCTSBot(seed, evaluator, 0.7, iterations)
        state = game.new_initial_state()
        rng = _Uniform(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.draw(state.chance_outcomes()))
            else:
                state.apply_action(bot.step(state))
                decisions += 1
    return {"games": games, "decisions": decisions, "seconds": round(time.process_time() - start, 2)}


class _Uniform:
    """Chance for OpenSpiel's side, from our generator."""

    def __init__(self, seed: int) -> None:
        from caravela.cext.core import Rng

        self.rng = Rng(seed)

    def draw(self, outcomes: list[tuple[int, float]]) -> int:
        from caravela.openspiel.imported.game import draw

        return draw(outcomes, self.rng)


def _row(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    kind = game_types()[name]
    row = {
        "game": name,
        "dynamics": str(kind.dynamics).rpartition(".")[2].lower(),
        "information": str(kind.information).rpartition(".")[2].lower().replace("_information", ""),
        "ours": _child(name, "ours", arguments),
    }
    sequential = kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    if sequential and kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        row["theirs"] = _child(name, "theirs", arguments)
    else:
        row["theirs"] = {"failed": "refused: sequential games with hidden information only"}
    return row


def _child(name: str, side: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One library's games in a process of their own: its counts, or why it failed."""
    command = [sys.executable, __file__, name, "--child", side]
    command += ["--games", str(arguments.games), "--iterations", str(arguments.iterations)]
    command += ["--time-limit", str(arguments.time_limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        counts: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return counts
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"failed": f"not over after {arguments.time_limit:g} s"}
    if done.returncode < 0:
        return {"failed": f"the process died of signal {-done.returncode}"}
    lines = done.stderr.strip().splitlines() or ["no reason given"]
    errors = [line for line in lines if "Error: " in line] or lines[-1:]
    return {"failed": errors[-1].partition("Error: ")[2] or errors[-1]}


def _line(row: dict[str, Any]) -> str:
    ours, theirs = row["ours"], row["theirs"]
    told = f"{row['game']:34} {row['dynamics'][:4]:5}{row['information']:10}"
    if "failed" in ours:
        told += f" FAILED {ours['failed']}"
    else:
        drawn = {way: count for way, count in ours["drawn"].items() if count} or {"known": ours["worlds"]}
        total = sum(drawn.values()) or 1
        ways = ", ".join(f"{way} {count / total:.0%}" for way, count in drawn.items())
        rate = ours["iterations"] / ours["seconds"] if ours["seconds"] else 0.0
        told += f" {ours['decisions']:5} decisions {ours['seconds']:7.1f} s {rate:7.0f} it/s  worlds: {ways}"
    return f"{told}  | {theirs['failed'][:60] if 'failed' in theirs else 'plays'}"


def _summary(rows: list[dict[str, Any]]) -> str:
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["dynamics"], row["information"]), []).append(row)
    lines = []
    for (dynamics, information), group in sorted(groups.items()):
        ours = sum("failed" not in row["ours"] for row in group)
        theirs = sum("failed" not in row["theirs"] for row in group)
        lines.append(f"{dynamics}, {information}: of {len(group)} games ours plays {ours}, OpenSpiel's ISMCTS {theirs}")
    return "\n".join(lines)


def _version() -> str:
    from importlib.metadata import version

    return version("open_spiel")


if __name__ == "__main__":
    main()
