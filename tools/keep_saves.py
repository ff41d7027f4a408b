#!/usr/bin/env python3
"""Adds a running and a finished game of every scenario to tests/saves, for a release.

    tools/keep_saves.py VERSION

Files that are there already are left alone: a released save is never written anew.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.engine import save
from hexwar.engine.files import write_file
from hexwar.scenario.summaries import scenario_ids

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
    for scenario in scenario_ids():
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
        write_file(path, save(match.session))
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
