"""``hexwar play``: opens the window."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: a scenario or a save to open, or nothing."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="SCENARIO|SAVE",
        help="a scenario by id or path, or a saved game; without it the window asks",
    )


def run(args: Namespace) -> int:
    """Opens the window; a name that means nothing is refused before a screen is needed."""
    import gc

    from hexwar.app.opening import open_named

    gc.disable()  # until the window is shown: what is imported and read now stays

    opened = open_named(args.game) if args.game is not None else None

    from hexwar.app import window

    return window.run(opened, ["play", *([args.game] if args.game else [])])
