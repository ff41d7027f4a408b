"""``hexwar replay``: opens the window on a game that was played, to look at it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hexwar.app.commands import UserError
from hexwar.messages import say


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the argument: a saved game."""
    parser.add_argument("game", metavar="SAVE", help=say("a saved game, finished or not"))


def run(args: Namespace) -> int:
    """Opens the window; what is no saved game is refused before a screen is needed.

    Raises:
        UserError: The file is no saved game.
    """
    import gc

    from hexwar.app.opening import open_named

    gc.disable()  # what is imported and read now stays; from then on the window looks itself
    opened = open_named(args.game, leaves_games=True)
    if not opened.is_unread:
        raise UserError("{game} is no saved game", game=args.game)

    from hexwar.app import window

    return window.run(opened, ["replay", args.game], replays=True)
