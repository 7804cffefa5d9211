"""Tournaments: schedules with balanced seats, play on any executor, ratings and reports."""

from caravela.arena.intervals import mean_interval, share_interval
from caravela.arena.line_ups import line_ups
from caravela.arena.pairs import Pair, head_to_head, pair_score
from caravela.arena.plackett_luce import Outcome, PlackettLuce
from caravela.arena.ratings import Rating, Ratings, rate
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.schedule import Deal, Seating, deals
from caravela.arena.sequential import SequentialTest
from caravela.arena.settings import Settings
from caravela.arena.standings import Share, Speed, Standing, speeds, standings, undecided
from caravela.arena.store import Store
from caravela.arena.tournament import plan_tournament, play_tournament, prepared, resume, run, start

__all__ = [
    "Deal",
    "GameResult",
    "Outcome",
    "Pair",
    "PlackettLuce",
    "Rating",
    "Ratings",
    "SeatResult",
    "Seating",
    "SequentialTest",
    "Settings",
    "Share",
    "Speed",
    "Standing",
    "Store",
    "deals",
    "head_to_head",
    "line_ups",
    "mean_interval",
    "pair_score",
    "plan_tournament",
    "play_tournament",
    "prepared",
    "rate",
    "resume",
    "run",
    "share_interval",
    "speeds",
    "standings",
    "start",
    "undecided",
]
