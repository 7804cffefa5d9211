"""Veracruz 1631: three shared galleons, secret interests, secret bets on which of them arrive."""

from itertools import takewhile
from pathlib import Path

from caravela.cext.core import Game
from caravela.engines.registry import EngineSpec, Option
from caravela.engines.veracruz import text
from caravela.engines.veracruz.law import choice_weight, explain_world
from caravela.engines.veracruz.names import names_of
from caravela.engines.veracruz.rules import ENGINE as CAPSULE


def rotate_history(game: Game, history: list[int], by: int) -> list[int] | None:
    """The history of the same game with every seat moved on by `by`.

    None if the options fix the starting seat: then the seats differ. ValueError if the set-up is not complete.
    """
    names = names_of(game)
    seats = game.num_players()
    if by % seats == 0:
        return list(history)
    if game.options["start"] >= 0:
        return None
    hand = game.options["hand_size"] or game.data["setup"]["hand_size"]
    decks = seats + seats * hand  # where the open decks begin, after investments and hands
    boxes = takewhile(lambda outcome: outcome < len(names.kinds), history[decks:])
    start = decks + sum(1 for _ in boxes) + 1  # the tops and the toss come before the starting player
    if len(history) <= start:
        raise ValueError(f"a history of {len(history)} steps ends before the set-up does")
    came = [(seat - by) % seats for seat in range(seats)]  # who sat where seat 0, 1, ... sits now
    goods = [history[seat] for seat in came]
    hands = [history[seats + seat * hand + card] for seat in came for card in range(hand)]
    first_seat = len(names.outcomes) - seats
    starts = first_seat + (history[start] - first_seat + by) % seats
    return [*goods, *hands, *history[decks:start], starts, *history[start + 1 :]]


ENGINE = EngineSpec(
    name="veracruz",
    title="Veracruz 1631",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 2, "number of players", low=2, high=4),
        Option("start", int, -1, "starting seat; -1: drawn", low=-1, high=3),
        Option("galleons", int, 0, "only the first so many galleons; 0: all", low=0, high=4),
        Option("hand_size", int, 0, "cards in a starting hand; 0: as in the data", low=0, high=120),
        Option("deck_size", int, 0, "cards in an open deck; 0: as in the data", low=0, high=120),
        Option("goods", int, 0, "only so many goods, left and right ones in turn; 0: all", low=0, high=4),
        Option("copies", int, 0, "at most so many boxes of a kind; 0: as in the data", low=0, high=120),
        Option("max_value", int, 0, "only boxes of at most this weight; 0: all", low=0, high=60),
        Option("weight_cap", int, 0, "weight limits are at most this; 0: as in the data", low=0, high=60),
        Option("bets", int, -1, "betting cards of each kind and player; -1: as in the data", low=-1, high=8),
        Option("stones", bool, True, "play with stone boxes"),
        Option("empties", bool, True, "play with empty boxes"),
    ),
    text=text,
    variants=tuple({"players": players, "start": start} for players in (2, 3, 4) for start in (-1, 0)),
    reduced=(
        # Small enough to list every history.
        {
            "players": 2,
            "galleons": 1,
            "goods": 2,
            "hand_size": 1,
            "deck_size": 1,
            "copies": 2,
            "max_value": 1,
            "weight_cap": 4,
            "bets": 0,
            "stones": False,
            "empties": False,
        },
        # Bets, empty boxes and refills, still small.
        {
            "players": 2,
            "galleons": 1,
            "goods": 2,
            "hand_size": 1,
            "deck_size": 1,
            "copies": 2,
            "max_value": 2,
            "weight_cap": 5,
            "bets": 1,
            "stones": False,
        },
        {
            "players": 3,
            "galleons": 2,
            "goods": 3,
            "hand_size": 2,
            "deck_size": 2,
            "copies": 2,
            "max_value": 2,
            "weight_cap": 7,
        },
        # Many forced passes: one galleon, one good a side, no bets.
        {"players": 4, "galleons": 1, "hand_size": 3, "deck_size": 2, "bets": 0, "stones": False},
    ),
    rotate_history=rotate_history,
    explain_world=explain_world,
    choice_weight=choice_weight,
)
