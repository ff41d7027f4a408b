"""A playthrough as text: the log of a random game's first turns.

`python tests/golden/playthrough.py` writes the golden files anew; that is a commit of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexwar.app.games import battle_with, new_match
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.story import Story, to_text

HERE = Path(__file__).parent
MELEE = str(HERE.parent / "scenarios" / "melee")
GAMES = (("brienne", 1, 2), ("brienne", 4, 9), (MELEE, 2, 5))
"""Scenario, seed, turns told."""


def file_of(scenario: str, seed: int) -> Path:
    return HERE / f"{Path(scenario).name}-{seed}.txt"


def told(scenario: str, seed: int, turns: int) -> str:
    """The log of a game up to the end of a turn."""
    battle = battle_with(scenario, ())
    match = new_match(scenario, dict.fromkeys(battle.sides, "random"), str(seed))
    match.play()
    events = match.session.events
    after = [i for i, e in enumerate(events) if isinstance(e, TurnBegan) and e.turn > turns]
    story = Story(NlcNames(battle))
    story.follow(events[: after[0]] if after else events)
    return to_text(story)


def main() -> int:
    for scenario, seed, turns in GAMES:
        file_of(scenario, seed).write_text(told(scenario, seed, turns), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
