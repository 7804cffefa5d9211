"""A line of the table: what was compared, both figures, and whether the aim was reached."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One comparison. `figure` says how `ours` stands to `theirs`; `low` and `high` are its 95 % interval."""

    section: str
    name: str
    unit: str
    ours: float
    theirs: float | None
    figure: float
    low: float | None = None
    high: float | None = None
    aim: str = ""
    reached: bool | None = None
