"""What a search returns: one vocabulary for every algorithm."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionStats:
    """One action at the root of a search."""

    action: int
    name: str
    visits: int
    value: float | None
    """Mean value for the seat to move, in [0, 1]; None without visits."""
    availability: int
    """How often the action was open to selection."""
    prior: float | None
    """None where the search used no priors."""
    values: tuple[float, ...] | None
    """Mean value per seat, in [0, 1]; None where this search did not visit the action."""


@dataclass(frozen=True)
class SearchResult:
    """The outcome of one search from one view."""

    action: int
    """The move: drawn from `policy`."""
    actions: list[ActionStats]
    """Every legal action, ascending."""
    policy: list[tuple[int, float]]
    """The final-move distribution: (action, probability) for every action that can be played."""
    values: tuple[float, ...]
    """Mean value per seat over the search, in [0, 1]; 0.5 each without iterations."""
    principal_line: list[tuple[int, int]]
    """(seat, action): the most visited actions, followed in one sampled world."""
    iterations: int
    seconds: float
    nodes: int
    bytes: int
    """Memory of the trees at the end."""
    worlds: int
    """Worlds sampled from the view."""
    fallback_worlds: int
    """Worlds outside the exact law, because that would have needed unbounded work."""
    full_at: int
    """The first iteration (of any tree) that memory cut short, or -1."""
    reused: bool
    """Whether the tree of the previous decision was carried on."""
