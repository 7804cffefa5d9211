"""`caravela play`: a person against bots."""

from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from caravela.bots.spec import names_code
from caravela.cli.analyze import SEARCHER, search, searcher
from caravela.cli.inputs import Data, Options, Players, about, checked_seed, open_game, open_record
from caravela.cli.menu import Menu
from caravela.cli.output import count, points, print_table
from caravela.cli.session import PERSON, Session
from caravela.cli.story import paragraphs

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = """\b
Examples:
  caravela play veracruz
  caravela play veracruz --players 3 --seat 1 --bot hard --seed 7
  caravela play veracruz --bot expert --bot heuristic --option players=3
  caravela play --resume game.txt
"""

COMMANDS = """\
Type the number or the name of an action (a space will do for a colon), or one of these:
  hint       what a search would play
  undo       back to your previous decision
  board      the table again
  log        everything that happened, as you saw it
  codes      the same as names of codes, for programs
  save FILE  write the game to a file; `caravela play --resume FILE` goes on
  help       this text
  quit       leave"""

MAX_NEW_SEED = 1_000_000
"""Seeds made up here are short enough to be typed."""

HINTS = 3
"""Actions that a hint shows."""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, such as veracruz or 'veracruz(players=3)'.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="SPEC", help="An opponent: one for all seats, or one for each."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", "-s", metavar="N", help="Your seat; they count from 0. Default: 0.")
    ] = None,
    options: Options = None,
    players: Players = None,
    data: Data = None,
    hint: Annotated[str, typer.Option("--hint", metavar="SPEC", help="The bot that gives hints.")] = SEARCHER,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Source of chance. Default: a new one.")
    ] = None,
) -> None:
    """Play against bots in the terminal.

    The cards depend on the seed alone; it is shown, so that a game can be played again. Opponents are bots by name or
    spec: easy, medium, hard, expert, heuristic, random, ismcts:seconds=1 and so on. End of input quits.
    A saved game has its own seat, seed, options and bots. If it names a bot as module:Class, which is code, repeat
    that with --bot to allow it.
    """
    if resume is None:
        cards = checked_seed(randbelow(MAX_NEW_SEED) if seed is None else seed)
        if game is None:
            raise ValueError("name a game, or a saved one with --resume; `caravela games` lists the games")
        opened = open_game(game, options, players, data)
        session = Session(opened, _seated(opened.num_players(), seat or 0, bot or ["medium"]), cards)
    else:
        given = {"--seat": seat, "--seed": seed, "--players": players, "--option": options}
        _refuse([name for name, value in given.items() if value is not None])
        session = _resumed(resume, game, data, bot or [])
    searcher(hint, session.game)
    names = [f"seat {s}: {'you' if spec == PERSON else spec}" for s, spec in enumerate(session.players)]
    typer.echo(f"{session.game.spec}, seed {session.seed}. {', '.join(names)}.\n{COMMANDS}\n")
    if Conversation(session, hint).run():
        _print_result(session)


def _refuse(given: list[str]) -> None:
    if given:
        raise ValueError(f"{', '.join(given)} cannot be given with --resume: a saved game has its own")


def _resumed(file: Path, game: str | None, data: Path | None, bots: list[str]) -> Session:
    """The saved game. `bots` may repeat what the file names as module:Class, nothing else."""
    record, opened = open_record(file, game, data=data)
    for spec in bots:
        if spec not in record.bots or not names_code(spec):
            raise ValueError(
                f"--bot {spec} cannot be given with --resume: a saved game has its own bots; --bot only allows those "
                f"that {file} names as module:Class"
            )
    with about(file):
        return Session.resume(record, opened, trusted=bots)


class Conversation:
    """Asks the person until the game is over or the person leaves."""

    def __init__(self, session: Session, hint: str) -> None:
        self.session = session
        self.hint = hint
        self.refused = ""
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "undo": self._undo,
            "board": self._board,
            "log": self._log,
            "codes": self._codes,
            "save": self._save,
            "help": lambda _: typer.echo(COMMANDS),
        }

    def run(self) -> bool:
        """True if the game came to its end, False if the person left."""
        self._go_on()
        while not self.session.state.is_terminal():
            try:
                answer = input("> ").strip()
            except EOFError:
                typer.echo()
                return False
            word, _, rest = answer.partition(" ")
            if word == "quit":
                return False
            if word in self.commands:
                self._obey(word, rest.strip())
            elif answer:
                self._act(answer)
        return True

    def _obey(self, word: str, rest: str) -> None:
        try:
            self.commands[word](rest)
        except ValueError as error:
            typer.echo(str(error))

    def _act(self, answer: str) -> None:
        again, self.refused = answer == self.refused, ""
        try:
            action = Menu(self.session.view).choose(answer, again, list(self.commands))
        except ValueError as error:
            typer.echo(str(error))
            self.refused = answer
        else:
            self.session.act(action)
            self._go_on()

    def _go_on(self) -> None:
        self.session.advance()
        for complaint in self.session.complaints():
            typer.echo(complaint)
        news = self.session.news()
        if news:
            typer.echo(f"What happened:\n{paragraphs(news)}\n")
        if not self.session.state.is_terminal():
            self._board("")

    def _board(self, _: str) -> None:
        view = self.session.view
        typer.echo(view.observation_string() + "\n")
        for line in Menu(view).lines():
            typer.echo(line)

    def _hint(self, _: str) -> None:
        result = search(self.hint, self.session.view)
        best = sorted(result.actions, key=lambda a: (-a.visits, a.action))[:HINTS]
        print_table(
            ["action", "visits", "value"],
            [(a.name, count(a.visits), "-" if a.value is None else f"{a.value:.3f}") for a in best],
        )

    def _undo(self, _: str) -> None:
        if self.session.undo():
            self._board("")
        else:
            typer.echo("There is nothing to undo.")

    def _log(self, _: str) -> None:
        typer.echo(paragraphs(self.session.log()))

    def _codes(self, _: str) -> None:
        typer.echo(", ".join(self.session.codes()))

    def _save(self, name: str) -> None:
        if not name:
            typer.echo("Name a file: save FILE")
            return
        try:
            Path(name).write_text(self.session.record.to_text(self.session.game), encoding="utf-8")
        except OSError as error:
            typer.echo(f"Not saved: {name}: {error.strerror}")
        else:
            typer.echo(f"Saved. Go on later with: caravela play --resume {name}")


def _seated(seats: int, seat: int, bots: list[str]) -> list[str]:
    """The specs by seat, with the person in `seat`."""
    if not 0 <= seat < seats:
        raise ValueError(f"--seat must be from 0 to {seats - 1}, not {seat}")
    if len(bots) not in (1, seats - 1):
        raise ValueError(f"give one --bot for all other seats or {seats - 1}, not {len(bots)}")
    others = bots * (seats - 1) if len(bots) == 1 else bots
    return [*others[:seat], PERSON, *others[seat:]]


def _print_result(session: Session) -> None:
    state = session.state
    typer.echo(session.view.observation_string() + "\n")
    for seat, (score, rank) in enumerate(zip(state.scores(), state.ranks(), strict=True)):
        who = "you" if seat == session.seat else session.players[seat]
        typer.echo(f"seat {seat} ({who}): {points(score)}, place {rank}")
