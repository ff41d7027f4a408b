"""``hexwar edit``: opens the editor of scenarios."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hexwar.app.commands import UserError
from hexwar.messages import mark, say


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
    if path is not None:
        _refuse_tables(path)

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


def _refuse_tables(path: Path) -> None:
    """Refuse a scenario of a game that is not played on a map; the editor tells of other faults.

    Raises:
        UserError: It is one.
    """
    from hexwar.app.games import kit_of_scenario
    from hexwar.scenario.errors import ScenarioError

    try:
        kit = kit_of_scenario(str(path))
    except ScenarioError:
        return
    if not kit.is_on_map:
        words = mark("the editor makes maps of hexes: {path} is fought on a measured table")
        raise UserError(words, path=path.name)
