"""Lisboa: the church track, the Cardinal and church scoring (L11)."""

from tests.oracles.lisboa_gain import choose
from tests.oracles.lisboa_table import Run, Table


def tiles_on_track(table: Table) -> int:
    """L11.2."""
    return sum(tile is not None for tile in table.church.values())


def meet_cardinal(table: Table, seat: int) -> Run:
    """L11.2, L11.3."""
    track = table.box.data["track"]["church"]
    steps = [n for n in track["steps"] if n <= tiles_on_track(table)]
    answer = yield from choose(seat, "D13", [f"move:{n}" for n in steps])
    left, corners = int(answer.removeprefix("move:")), list[str]()
    while left:
        table.cardinal = (table.cardinal + 1) % len(table.box.ring)
        space = table.box.ring[table.cardinal]
        if space not in table.church:
            corners.append(space)
        elif table.church[space] is not None:
            left -= 1
    for corner in corners:
        if corner == "influence":
            yield from church_scoring(table, seat)
        else:
            table.move_treasury(table.box.data["track"]["treasury"]["cardinal_step"])
            table.noted["Treasury corner"] += 1
    space = table.box.ring[table.cardinal]
    tile = table.church[space]
    assert tile is not None
    table.church[space] = None
    own = table.seats[seat]
    own.clergy.append(tile)
    if len(own.clergy) > table.box.limits["clergy_max"]:
        kinds = [effect for effect in table.box.clergy if effect in own.clergy]
        answer = yield from choose(seat, "D14", [f"return:{effect}" for effect in kinds])
        effect = answer.removeprefix("return:")
        own.clergy.remove(effect)
        table.clergy_bag[effect] += 1
        table.settle_warehouse(seat)


def church_scoring(table: Table, mover: int) -> Run:
    """L11.4."""
    table.noted["church scoring"] += 1
    for seat in table.clockwise(mover):
        own, gave = table.seats[seat], False
        while own.clergy:
            kinds = [effect for effect in table.box.clergy if effect in own.clergy]
            answer = yield from choose(seat, "D15", ["done", *(f"surrender:{effect}" for effect in kinds)])
            if answer == "done":
                break
            effect = answer.removeprefix("surrender:")
            own.clergy.remove(effect)
            own.wigs += table.box.clergy[effect]["wigs"]
            table.settle_warehouse(seat)
            gave = True
        if gave:
            table.gain_influence(seat)
