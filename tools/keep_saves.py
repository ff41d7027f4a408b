#!/usr/bin/env python3
"""Adds a running and a finished game of every scenario of every game to tests/saves.

    tools/keep_saves.py VERSION

VERSION is that of the release. The games are those that the program knows, with their scenarios.
Files that are there already are left alone: a released save is never written anew.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.ai.arena import Match
from hexwar.app.commands.migrate import note_of
from hexwar.app.games import battle_with, new_match, summaries
from hexwar.engine import save
from hexwar.engine.files import write_file

SAVES = ROOT / "tests" / "saves"
SEED = 29
HALFWAY = 60
"""Answers after which the running game is saved: in the middle of a flow, if it falls so.

The smallest scenarios have about a hundred.
"""


def main() -> int:
    """Play, stop halfway, save; play on, save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", metavar="VERSION")
    version = parser.parse_args().version
    for scenario in (summary.id for summary in summaries()):
        sides = battle_with(scenario, ()).sides
        match = new_match(scenario, dict.fromkeys(sides, "random"), str(SEED))
        while match.answers < HALFWAY:
            match.step()
        keep(match, SAVES / f"{scenario}-{version}-running.hexwar")
        match.play()
        keep(match, SAVES / f"{scenario}-{version}-finished.hexwar")
    return 0


def keep(match: Match, path: Path) -> None:
    """Write a save, unless it is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, save(match.session, note_of(match.session)))
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
