"""What is known about 1500: The New World: action priors and an evaluation, linear in named weights."""

HEURISTIC: object
"""PyCapsule "caravela.heuristic"."""
