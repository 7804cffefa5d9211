"""What is known about Sevilla 1503: action priors and an evaluation, linear in named weights."""

HEURISTIC: object
"""PyCapsule "caravela.heuristic"."""
