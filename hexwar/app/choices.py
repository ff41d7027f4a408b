"""What a command line chooses for a game: the player of each side, and options of the rules."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from hexwar.app.commands import UsageError
from hexwar.messages import say
from hexwar.table.forces import Side

if TYPE_CHECKING:
    from hexwar.kit import Kit  # with all of a game, which help does not need
    from hexwar.table.battle import Battle

Pairs = Sequence[tuple[str, str]]
"""Words such as `french=random`, taken apart."""


def side_and_player(word: str) -> tuple[str, str]:
    """Reads ``SIDE=PLAYER``.

    Raises:
        ArgumentTypeError: A half or the equals sign is missing.
    """
    return _pair(word, "SIDE=PLAYER", "french=random")


def name_and_value(word: str) -> tuple[str, str]:
    """Reads ``NAME=VALUE``.

    Raises:
        ArgumentTypeError: A half or the equals sign is missing.
    """
    return _pair(word, "NAME=VALUE", "weather=historical")


def _pair(word: str, form: str, example: str) -> tuple[str, str]:
    left, _, right = word.partition("=")
    if not (left and right):
        raise ArgumentTypeError(
            say(
                "{form} is needed, as {example}, not {word!r}",
                form=form,
                example=example,
                word=word,
            )
        )
    return left, right


def add_rules(parser: ArgumentParser) -> None:
    """Describes by which rules a scenario is played that can be played by several."""
    parser.add_argument(
        "--rules",
        default="",
        metavar="GAME",
        help=say("by whose rules it is played, if not its own: tlnb for the player-turn game"),
    )


def players_of(
    pairs: Pairs, sides: Sequence[Side], known: Collection[str], usual: str
) -> dict[Side, str]:
    """The player of each side; the usual one where none is named.

    Raises:
        UsageError: An unknown side or player, or a side named twice.
    """
    named = _once(pairs, "--side", "players")
    for side, player in named.items():
        if side not in sides:
            there = say(" and ").join(sides)
            raise UsageError(
                "--side: {side} is no side here; there are {there}", side=side, there=there
            )
        if player not in known:
            there = ", ".join(known)
            raise UsageError(
                "--side: {player} is no player; there is {there}", player=player, there=there
            )
    return {side: named.get(side, usual) for side in sides}


def options_of(pairs: Pairs, kit: Kit[Any], battle: Battle) -> dict[str, str]:
    """The options that were named.

    Raises:
        UsageError: An unknown option or value, one that the battle is not played with, or an
            option named twice.
    """
    named = _once(pairs, "--option", "values")
    for name, value in named.items():
        if name not in kit.options:
            there = ", ".join(kit.options)
            raise UsageError(
                "--option: there is no {name}; there are {there}", name=name, there=there
            )
        if value not in kit.options[name]:
            values = say(" or ").join(kit.options[name])
            raise UsageError(
                "--option: {name} is {values}, not {value}", name=name, values=values, value=value
            )
        refusal = kit.option_refusal(name, value, battle)
        if refusal:
            raise UsageError("--option {name}: {refusal}", name=name, refusal=refusal)
    return named


def add_option(parser: ArgumentParser) -> None:
    """Describes `--option NAME=VALUE`."""
    parser.add_argument(
        "--option",
        type=name_and_value,
        action="append",
        default=[],
        dest="options",
        metavar="NAME=VALUE",
        help=say("an option of the rules, as weather=historical, arrivals=varied or orders=open"),
    )


def add_side(parser: ArgumentParser, about: str) -> None:
    """Describes `--side SIDE=PLAYER`, which may be said once a side."""
    parser.add_argument(
        "--side",
        type=side_and_player,
        action="append",
        default=[],
        dest="sides",
        metavar="SIDE=PLAYER",
        help=about,
    )


def _once(pairs: Pairs, option: str, things: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for left, right in pairs:
        if left in named:
            raise UsageError(
                "{option}: {left} has two {things}", option=option, left=left, things=things
            )
        named[left] = right
    return named
