"""Tournaments: schedules with balanced seats, play on any executor, ratings and reports."""

from caravela.arena.intervals import mean_interval, share_interval
from caravela.arena.ratings import Outcome, PlackettLuce, Rating
from caravela.arena.report import Share, Speed, Standing, speeds, standings, undecided
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.schedule import Deal, Seating, deals, line_ups
from caravela.arena.settings import Settings
from caravela.arena.store import Store
from caravela.arena.tournament import plan_tournament, run

__all__ = [
    "Deal",
    "GameResult",
    "Outcome",
    "PlackettLuce",
    "Rating",
    "SeatResult",
    "Seating",
    "Settings",
    "Share",
    "Speed",
    "Standing",
    "Store",
    "deals",
    "line_ups",
    "mean_interval",
    "plan_tournament",
    "run",
    "share_interval",
    "speeds",
    "standings",
    "undecided",
]
