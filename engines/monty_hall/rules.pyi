"""The native engine of Monty Hall."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
