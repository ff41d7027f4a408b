"""The commands of the command line, one module each, imported only when chosen.

A module offers ``add_arguments(parser)`` and ``run(args)``. No module but ``edit``, ``export``,
``play``, ``report`` and ``show`` imports Qt, and these only inside ``run``: help needs no screen
and comes at once.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import ClassVar, Final, Protocol, cast

from hexwar.messages import ToldError, mark

COMMANDS: Final = {
    "play": mark("open the window, on a scenario or a saved game if one is named"),
    "replay": mark("open the window on a saved game to look back on it"),
    "edit": mark("open the editor, on a scenario if one is named"),
    "list": mark("list the scenarios that come with hexwar"),
    "validate": mark("check scenarios, maps and forces, and report every fault"),
    "simulate": mark("let computer players play whole games and report them"),
    "verify": mark("replay saved games and compare every mark with what was saved"),
    "migrate": mark("bring saved games up to the present form of their files"),
    "los": mark("tell whether one hex sees another, and why"),
    "reach": mark("tell where a unit can go, by which path and with how many MP left"),
    "report": mark("write an after-action report of a saved game, as a page or a PDF"),
    "generate": mark("make a battle by a seed: two armies for points, on a table made by lot"),
    "export": mark("write a battle for the table: map, counters, lists, a package, or for Tiled"),
    "show": mark("paint the board of a scenario or a saved game into a picture"),
}
"""Every command with the line that ``hexwar --help`` prints of it."""


class UserError(ToldError):
    """Something that the player can put right, said in one sentence."""

    exit_status: ClassVar[int] = 1


class UsageError(UserError):
    """A command line that cannot be understood."""

    exit_status: ClassVar[int] = 2


class Command(Protocol):
    """What a module of this package offers."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Describes the command's arguments to the parser of the command line."""

    def run(self, args: Namespace) -> int:
        """Carries the command out; the status is 0 for success, 1 for failure.

        Raises:
            UserError: The arguments name something that is missing or broken.
        """


def load(name: str) -> Command:
    """Imports the module of one of COMMANDS."""
    return cast("Command", import_module(f"{__name__}.{name}"))
