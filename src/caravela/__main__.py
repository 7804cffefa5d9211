"""`python -m caravela` is the command `caravela`."""

from caravela.cli import main

if __name__ == "__main__":
    main()
