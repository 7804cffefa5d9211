"""The native engine of Liar's Dice."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
