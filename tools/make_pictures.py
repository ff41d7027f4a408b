#!/usr/bin/env python3
"""Paints the pictures of the README and of docs/play.md anew: moves, cards in hand, the lessons.

tools/make_pictures.py [--folder docs/pictures]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hexwar.app import window
from hexwar.shell.main_window import MainWindow
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from tools.stage import ROOT, battle, choose_move, sharpen, wait  # before Qt, whose home it chooses

LESSONS = {
    "1-march": 3,
    "2-storm": 6,
    "3-charge": 5,
    "4-courier": 1,
    "5-battle": 1,
    "6-turn": 10,
    "7-table": 3,
}
"""The step of each lesson whose picture stands in the player's guide."""


def learn(shown: MainWindow, lesson: str, step: int) -> None:
    """Show a step of a lesson, in a smaller window."""
    shown.resize(1100, 700)
    why = shown.coach.begin(lesson, step)
    assert not why, why
    wait(2500)
    sharpen(shown)


def main() -> int:
    """Open the window, choose a unit, point at a hex, take the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "pictures")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    shown = window.make_window(window.application())
    shown.resize(1440, 900)
    shown.show()
    shown.open_session(battle("brienne", ActivateUnit, 3, {}), None)
    wait(1500)
    assert shown.game is not None
    choose_move(shown.game)
    wait(2000)
    sharpen(shown)
    shown.grab().save(str(folder / "brienne.png"))
    for lesson, step in LESSONS.items():
        learn(shown, lesson, step)
        shown.grab().save(str(folder / f"lesson-{lesson}.png"))
    shown.resize(1440, 900)
    shown.open_session(battle("vauchamps", ChooseCard, 4, {"cards": "full"}), None)
    wait(2000)
    sharpen(shown)
    shown.grab().save(str(folder / "cards.png"))
    shown.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
