"""The table for people, and as Markdown for the documentation."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rows import Row

HEADINGS = ["section", "what", "unit", "Caravela", "OpenSpiel", "figure", "95 % interval", "aim", "reached"]


def render(rows: Sequence[Row], about: Mapping[str, Any]) -> Table:
    """All rows, with the machine and the versions as the title."""
    made = Table(title=", ".join(f"{key} {value}" for key, value in about.items()))
    for heading in HEADINGS:
        made.add_column(heading)
    for row in rows:
        made.add_row(*cells(row))
    return made


def markdown(rows: Sequence[Row]) -> str:
    """All rows as a table in Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *map(cells, rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cells(row: Row) -> list[str]:
    """One line."""
    interval = "" if row.low is None or row.high is None else f"{number(row.low)} to {number(row.high)}"
    reached = {True: "yes", False: "no", None: ""}[row.reached]
    theirs = "" if row.theirs is None else number(row.theirs)
    return [row.section, row.name, row.unit, number(row.ours), theirs, number(row.figure), interval, row.aim, reached]


def number(value: float) -> str:
    """Three significant digits; large ones in full."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
