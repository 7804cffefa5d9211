"""Names and drawings of 1500: The New World."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.newworld.names import Names, names_of
from caravela.engines.newworld.table import Hand, Table, read_table

SENTENCES = {
    "end": "End the card step: count points",
    "done": "Done",
    "pass": "Pass",
    "stop": "Stop reducing",
    "build": "Use a card to build a colony",
    "struggle": "Use a card to reduce a colony",
    "repair": "Use a card to repair a colony",
}


def action_to_string(game: Game, action: int) -> str:
    """`play:disease`, `build`, `card:fate`, `site:amazon_gold`, `pass`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:fate`, `first:0`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions; `drawn:fate` is a card drawn, `drawn:?@1` one that seat 1 draws, `first:0` the first player."""
    codes = names_of(game).codes
    if not 0 <= code < len(codes):
        raise ValueError(f"code {code} is outside 0 .. {len(codes) - 1}")
    return codes[code]


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    names = names_of(game)
    name = names.actions[action]
    if name in SENTENCES:
        return SENTENCES[name]
    verb, what = name.split(":")
    return {
        "pledge": f"Pledge {what} VP",
        "player": f"Choose seat {what}",
        "region": f"Choose {title(what)}",
        "site": f"Choose {_place(names, what)}" if what in names.sites else "",
        "card": f"{title(what)} leaves your hand",
        "play": f"Play {title(what)} by its text",
        "support": f"Use {title(what)} for Royal Support {names.values.get(what, 0):+d}",
    }[verb]


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    names = names_of(view.game)
    table = read_table(view)
    lines = [_headline(view.game, table, player)]
    if table.title or table.mode or table.answer:
        lines.append(_in_play(names, table))
    lines += _regions(names, table)
    lines += [_seat(names, table, q, q == player) for q in range(names.players)]
    lines.append(f"Draw pile {table.pile_count} cards; discard pile: {cards(table.discard) or 'empty'}")
    return "\n".join(lines)


def title(name: str) -> str:
    """`hoarding_supplies` as Hoarding Supplies."""
    return name.replace("_", " ").title()


def cards(hand: Hand) -> str:
    """`2 Fate, War`."""
    return ", ".join(f"{count} {title(name)}" if count > 1 else title(name) for name, count in hand.items())


def _number(count: int, one: str, more: str) -> str:
    return f"{count or 'no'} {one if count == 1 else more}"


def _place(names: Names, site: str) -> str:
    """`amazon_gold` as gold in Amazon."""
    return f"{names.good_of[site]} in {title(names.region_of[site])}"


def _headline(game: Game, table: Table, player: int) -> str:
    turns = game.options["turns"] or game.data["constants"]["game_turns"]
    if table.step == "over":
        return f"1500: The New World, game over. You are seat {player}."
    year = game.data["turn_track"]["labels"][table.turn]
    return (
        f"1500: The New World, game turn {table.turn + 1} of {turns} ({year}). You are seat {player}. "
        f"{_doing(table, player)}"
    )


def _doing(table: Table, player: int) -> str:
    """What happens now."""
    seat = "You" if table.mover == player else f"Seat {table.mover}"
    return {
        "first": "The first player is drawn.",
        "deal": f"Seat {table.mover} is dealt a card.",
        "discard": f"{seat} must discard down to the limit.",
        "abandon": f"{seat} may take own colonies off the map.",
        "play": f"{seat} may use a card.",
        "card": f"{seat} must choose the card that is used.",
        "site": f"{seat} must choose a site.",
        "player": f"{seat} must choose a player.",
        "region": f"{seat} must choose a region.",
        "react": f"{seat} may react.",
        "draw": f"Seat {table.mover} draws a card.",
        "iron": f"{seat} may play Iron Grip before the tally.",
        "plague": f"{seat} must reduce a colony{' or stop' if table.reduced else ''}.",
        "pledge": f"{seat} may pledge VP to end the plague; {table.paid} pledged so far.",
    }[table.step]


def _in_play(names: Names, table: Table) -> str:
    """The stack: the card in play with its targets, and the reactions to it."""
    texts = []
    if table.title or table.mode:
        card = title(table.title) if table.title else "a card"
        text = f"Seat {table.actor} uses {card} ({table.mode})"
        if table.target is not None:
            text += f" on {_target(names, table)}"
        if table.staged:
            text += f": {', '.join(_place(names, site) for site in table.staged)}"
        texts.append(text)
    if table.answer:
        texts.append(f"seat {table.answerer} plays {title(table.answer)}")
    if table.fates:
        texts.append(f"{table.fates} Fate on top, the last by seat {table.top}")
    return "In play: " + "; ".join(texts)


def _target(names: Names, table: Table) -> str:
    target = table.target or 0
    regional = table.mode == "text" and table.title in ("explorer", "isolation", "regional_disaster", "raiders")
    return title(names.regions[target]) if regional else f"seat {target}"


def _regions(names: Names, table: Table) -> list[str]:
    """A line a region: its sites by good; `2` is a Successful colony of seat 2, `2-` a Struggling one."""
    marks = {}
    for q, seat in enumerate(table.seats):
        marks |= {site: f"{q}{'' if up else '-'}" for site, up in seat.colonies.items()}
    lines = {region: f"{title(region):16}" for region in names.regions}
    for site, region in names.region_of.items():
        lines[region] += f"{names.good_of[site]:>7} {marks.get(site, '.'):2} "
    for q, seat in enumerate(table.seats):
        for region in seat.isolated:
            lines[region] += f" isolated by seat {q}"
    return [line.rstrip() for line in lines.values()]


def _seat(names: Names, table: Table, q: int, own: bool) -> str:
    seat = table.seats[q]
    down = sum(not up for up in seat.colonies.values())
    who = f"Seat {q}{' (you)' if own else ''}{', first player' if q == table.first else ''}"
    parts = [
        f"{who}: {seat.vp} VP",
        f"{_number(len(seat.colonies), 'colony', 'colonies')}{f' ({down} Struggling)' if down else ''}",
        f"Royal Support {seat.support} ({_number(names.cards[seat.support], 'card', 'cards')})",
        f"hand: {cards(seat.hand) or _number(seat.hand_count, 'card', 'cards')}",
    ]
    if seat.pledge:
        parts.append(f"pledged {seat.pledge}")
    return "; ".join(parts)
