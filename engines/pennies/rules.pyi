"""The native engine of hidden matching pennies."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
