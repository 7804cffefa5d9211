"""How commands print: tables, data, progress."""

import json
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

WIDTH = 120
"""Columns of tables that do not go to a terminal."""


def console() -> Console:
    """Standard output of this moment, without colours for numbers."""
    return Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False, soft_wrap=False)


def print_json(data: Any) -> None:
    """Data as indented JSON."""
    typer.echo(json.dumps(data, indent=2))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, text: Container[int] = (0,)) -> None:
    """A table. The columns numbered in `text` are flush left, the others hold numbers and are flush right."""
    table = Table(box=None, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="left" if i in text else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(str, row))
    console().print(table)


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while the block runs; call what it yields with each advance."""
    screen = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda count: progress.advance(task, count)


def percent(share: float) -> str:
    """A share as per cent with one decimal."""
    return f"{100 * share:.1f}"


def count(number: float) -> str:
    """A whole number with thousands apart."""
    return f"{number:,.0f}"


def points(score: float) -> str:
    """`1 point`, `2.5 points`."""
    return f"{score:g} point{'' if score == 1 else 's'}"
