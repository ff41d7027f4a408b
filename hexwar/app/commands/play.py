"""``hexwar play``: opens the window."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hexwar.app.choices import add_option, add_rules, add_side, options_of, players_of
from hexwar.app.commands import UsageError
from hexwar.messages import say

if TYPE_CHECKING:
    from hexwar.app.opening import Opened

PERSON = "person"
"""Who plays a side for which no computer player is named."""


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: a scenario or a save to open, or nothing; who plays, and how."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="SCENARIO|SAVE",
        help=say("a scenario by id or path, or a saved game; without it the window asks"),
    )
    add_side(parser, say("who plays a side of the scenario, as allied=greedy; else a person"))
    add_option(parser)
    add_rules(parser)


def run(args: Namespace) -> int:
    """Opens the window; words that mean nothing are refused before a screen is needed."""
    import gc

    from hexwar.app.opening import open_named

    gc.disable()  # what is imported and read now stays; from then on the window looks itself

    opened = open_named(args.game, leaves_games=True, rules=args.rules) if args.game else None
    options = _options(args, opened)

    from hexwar.app import window

    return window.run(opened, ["play", *([args.game] if args.game else [])], options)


def _options(args: Namespace, opened: Opened | None) -> dict[str, str]:
    """The options of the game that begins.

    Raises:
        UsageError: a player or an option that there is not, or no scenario to begin.
    """
    from hexwar.kit import RULES

    battle = None if opened is None else opened.battle
    if battle is None or opened is None:
        if args.sides or args.options or args.rules:
            raise UsageError("--side, --option and --rules are for a scenario that begins")
        return {}
    kit = opened.kit
    players = players_of(args.sides, battle.sides, (PERSON, *kit.players), PERSON)
    seats = {f"player.{side}": player for side, player in players.items()}
    rules = {RULES: args.rules} if args.rules else {}
    return {**seats, **rules, **options_of(args.options, kit, battle)}
