"""The command `caravela` with its subcommands, and what happens when one of them fails."""

from typing import Any

import typer
from typer.core import TyperGroup

from caravela.cli import analyze, bench, check, games, match, play, replay, report, tournament

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


class Commands(TyperGroup):
    """Turns errors of input into one line on standard error and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the subcommand."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            typer.echo("Interrupted.", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
            raise _failure(reason) from None
        except ValueError as error:
            raise _failure(str(error)) from None


def _failure(reason: str) -> typer.Exit:
    typer.echo("Error: " + " ".join(reason.split()), err=True)
    return typer.Exit(2)


app = typer.Typer(
    cls=Commands,
    help="AI opponents for modern board games: play against them, let them play each other, measure them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (games, play, match, tournament, report, analyze, bench, check, replay):
    app.command(epilog=module.EXAMPLES)(getattr(module, module.__name__.rpartition(".")[2]))


def main() -> None:
    """Runs the command line of this process."""
    app(prog_name="caravela")
