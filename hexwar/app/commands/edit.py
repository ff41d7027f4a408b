"""``hexwar edit``: opens the editor of scenarios."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hexwar.app.commands import UserError
from hexwar.messages import say


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the argument: what is opened, or nothing."""
    parser.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help=say(
            "a folder with a scenario, one of its files, or the id of one of hexwar; without it"
            " the editor goes on where it was left"
        ),
    )


def run(args: Namespace) -> int:
    """Opens the editor; a path that leads nowhere is refused before a screen is needed."""
    import gc

    gc.disable()  # what is imported and read now stays; from then on the window looks itself
    path = None if args.path is None else _place(args.path)

    from hexwar.app import editing

    return editing.run(path, ["edit", *([args.path] if args.path else [])])


def _place(word: str) -> Path:
    """The folder or file that is named.

    Raises:
        UserError: There is none.
    """
    from hexwar.resources import scenarios
    from hexwar.scenario.summaries import scenario_ids

    if word in scenario_ids() and not os.path.exists(word):
        return scenarios() / word
    if not os.path.exists(word):  # never raises, whatever the name
        raise UserError("there is no file or folder {word}", word=word)
    return Path(word).absolute()
