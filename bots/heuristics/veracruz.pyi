"""What is known about Veracruz 1631: action priors and an evaluation, linear in named weights."""

HEURISTIC: object
"""PyCapsule "caravela.heuristic"."""
