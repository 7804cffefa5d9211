"""The native engine of Goofspiel."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
