"""What is known about Pizarro & Co.: action priors and an evaluation, linear in named weights."""

HEURISTIC: object
"""PyCapsule "caravela.heuristic"."""
