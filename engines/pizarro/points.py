"""Victory points (P10) as far as a table shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from caravela.engines.pizarro.names import PHASES, names_of

if TYPE_CHECKING:
    from caravela.cext.core import Game
    from caravela.engines.pizarro.table import Stack, Table


class Points(NamedTuple):
    """Where the points of a seat come from; cards that are not known count nothing."""

    ships: int
    stacks: int
    hand: int
    luck: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)


def crowns_of(game: Game) -> dict[int, int]:
    """Crowns of a money card by its value."""
    money: dict[str, Any] = game.data["money_cards"]
    return dict(zip(money["values"], money["crown"]["by_value"], strict=True))


def stack_points(game: Game, stack: Stack) -> int:
    """What a Magellan stack pays (P8.3) for the cards that are known."""
    crowns = crowns_of(game)
    times: list[int] = game.data["action"]["tuck"]["multiplier_by_cards_in_stack"]
    return times[stack.level - 1] * sum(crowns[value] for value, _ in stack.cards if value is not None)


def points_of(game: Game, table: Table, seat: int) -> Points:
    """The points of a seat; what it draws at scoring counts only once the game is over."""
    names, crowns, owner = names_of(game), crowns_of(game), table.seats[seat]
    hand = sum(crowns[value] * count for cards in (owner.known, owner.hidden) for value, count in cards.items())
    luck = 0
    if table.step == "over" and luck_owner(game, table) == seat:
        over = int(game.data["action"]["press_luck"]["over_limit_points"])
        luck = table.luck if table.luck <= names.luck_limit else over
    return Points(
        ships=sum(count * names.space(*place).crown for place, count in owner.ships.items()),
        stacks=sum(stack_points(game, stack) for stack in table.stacks if stack.owner == seat),
        hand=hand,
        luck=luck,
    )


def luck_owner(game: Game, table: Table) -> int | None:
    """The seat whose ship stands where cards are drawn at scoring, if there is one."""
    names = names_of(game)
    for seat, owner in enumerate(table.seats):
        for explorer, phase, part in owner.ships:
            if phase == PHASES and names.space(explorer, phase, part).action == "press_luck":
                return seat
    return None
