"""What is known about Lisboa: action priors and an evaluation, linear in named weights."""

HEURISTIC: object
"""PyCapsule "caravela.heuristic"."""
