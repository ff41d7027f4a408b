"""``hexwar verify``: replays saved games and compares the hash of every mark."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hexwar.app.commands import UserError
from hexwar.app.games import kit_of_save
from hexwar.app.opening import read_save
from hexwar.app.waiting import Waiting
from hexwar.engine.saved import Verdict
from hexwar.engine.seal import PACKED, Seal
from hexwar.messages import say
from hexwar.text import visible


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the saves."""
    parser.add_argument("saves", nargs="+", type=Path, metavar="SAVE", help=say("a saved game"))


def run(args: Namespace) -> int:
    """Verifies each save; 1 when any of them is damaged or does not fit the rules that wrote it."""
    results = []
    for number, path in enumerate(args.saves, 1):
        words = say("{path}, {n} of {all}", path=path, n=number, all=len(args.saves))
        results.append(_verify(path, words))
    return max(results)


def _verify(path: Path, words: str) -> int:
    def verdict(text: str, seal: Seal = PACKED) -> Verdict:
        with Waiting(visible(words)):
            return kit_of_save(text).verify_game(text, seal, path.parent)

    try:
        found = read_save(path, verdict)
    except UserError as error:
        print(visible(str(error)))
        return 1
    print(visible(f"{path}: {found.sentence}"))
    return 0 if found.ok or found.is_other else 1
