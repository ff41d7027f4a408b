"""``hexwar generate``: makes a battle of a few choices and a seed, and writes its files."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from hexwar.app.choices import name_and_value
from hexwar.app.commands import UsageError, UserError
from hexwar.messages import say


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: of which game, what is chosen, and where it is written."""
    parser.add_argument("game", metavar="GAME", help=say("a game that makes battles: mininap"))
    parser.add_argument(
        "--seed",
        type=_whole_number,
        default=0,
        metavar="N",
        help=say("the same seed makes the same battle on every machine (0)"),
    )
    parser.add_argument("--points", metavar="P", help=say("what each army may cost"))
    parser.add_argument(
        "--nations",
        metavar="A,B",
        help=say("who fights, the south first: french,russian"),
    )
    parser.add_argument("--table", metavar="T", help=say("the table: small, medium or large"))
    parser.add_argument(
        "--option",
        type=name_and_value,
        action="append",
        default=[],
        dest="options",
        metavar="NAME=VALUE",
        help=say("anything else that the game lets choose, as setup=free"),
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help=say("the folder in which a folder is made for the battle (this one)"),
    )


def _whole_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise ArgumentTypeError(say("a whole number is needed, not {word!r}", word=word))
    return int(word)


def run(args: Namespace) -> int:
    """Makes the battle, and prints where it lies."""
    from hexwar.app.games import UnknownGameError, kit_named
    from hexwar.engine import KernelError
    from hexwar.scenario.making import write_battle

    try:
        maker = kit_named(args.game).maker
    except UnknownGameError as fault:
        raise UsageError("{fault}", fault=fault) from fault
    if maker is None:
        raise UsageError("{game} makes no battles by itself", game=args.game)
    chosen = chosen_by(args)
    refusal = maker.refusal(chosen, args.seed)
    if refusal:
        raise UsageError("{refusal}", refusal=refusal)
    try:
        folder = write_battle(maker.make(chosen, args.seed), args.out)
    except (OSError, KernelError) as fault:
        raise UserError(
            "{folder}: the battle could not be written: {why}",
            folder=args.out,
            why=getattr(fault, "strerror", None) or fault,
        ) from fault
    print(folder)
    return 0


def chosen_by(args: Namespace) -> dict[str, str]:
    """What the command line chooses, by the fields of the game.

    Raises:
        UsageError: The nations are not two.
    """
    chosen: dict[str, str] = dict(args.options)
    if args.nations is not None:
        nations = args.nations.split(",")
        if len(nations) != 2:
            raise UsageError("--nations: two are needed, as french,russian")
        chosen["south"], chosen["north"] = nations
    named = {"points": args.points, "table": args.table}
    return chosen | {name: value for name, value in named.items() if value is not None}
