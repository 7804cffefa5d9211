"""The numbers by which the native engine knows the oracle's actions and outcomes."""

from tests.oracles.newworld import NewWorld


def action_ids(game: NewWorld) -> dict[str, int]:
    """Every action by name."""
    names = [
        *("end", "done", "pass", "stop", "build", "struggle", "repair"),
        *(f"pledge:{points}" for points in range(game.rules["plague_ship_vp_to_stop"] + 1)),
        *(f"player:{seat}" for seat in game.seats),
        *(f"region:{region}" for region in game.regions),
        *(f"site:{site}" for site in game.sites),
        *(f"{verb}:{title}" for verb in ("card", "play", "support") for title in game.cards),
    ]
    return {name: number for number, name in enumerate(names)}


def outcome_ids(game: NewWorld) -> dict[str, int]:
    """Every outcome by name."""
    names = [*(f"card:{title}" for title in game.cards), *(f"first:{seat}" for seat in game.seats)]
    return {name: number for number, name in enumerate(names)}
