"""``hexwar verify``: replays saved games and compares the hash of every mark."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hexwar.app.games import SYSTEM
from hexwar.engine import SaveError, verify
from hexwar.engine.files import read_file
from hexwar.scenario.errors import ScenarioError


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the saves."""
    parser.add_argument("saves", nargs="+", type=Path, metavar="SAVE", help="a saved game")


def run(args: Namespace) -> int:
    """Verifies each save; 1 when any of them is damaged or does not fit."""
    return max(_verify(path) for path in args.saves)


def _verify(path: Path) -> int:
    try:
        found = verify(SYSTEM, read_file(path))
    except (SaveError, ScenarioError) as error:
        print(f"{path}: {error}")
        return 1
    print(f"{path}: {found.sentence}")
    return 0 if found.ok else 1
