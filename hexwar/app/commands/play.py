"""``hexwar play``: opens the window."""

from __future__ import annotations

from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: a scenario or a save to open, or nothing."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="SCENARIO|SAVE",
        help="a scenario by id or path, or a saved game; without it the window asks",
    )
