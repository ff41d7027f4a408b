#!/usr/bin/env python3
"""Paints the pictures of the README and of docs/play.md anew: moves, cards in hand, the lessons.

tools/make_pictures.py [--folder docs/pictures]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1", "QT_FONT_DPI": "96"}
HOME = tempfile.mkdtemp(prefix="hexwar-pictures-")
os.environ["HOME"] = HOME
for name in ("CONFIG", "CACHE", "STATE", "DATA"):
    os.environ[f"XDG_{name}_HOME"] = HOME

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QPoint, QTimer
from PySide6.QtTest import QTest

from hexwar.ai.policy import CounterDice
from hexwar.app import window
from hexwar.app.games import new_game
from hexwar.engine import Decision, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.shell.game import Game
from hexwar.shell.main_window import MainWindow
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.widgets.board.geometry import hex_rect

SEED = "5"
"""Of the games that are shown; the computer plays them up to a question to the French."""


def battle(
    scenario: str, kind: type[Decision[Any]], turn: int, options: dict[str, str]
) -> Session[GameState]:
    """A game when the French are asked a question of a kind, on a turn or later."""
    session = new_game(scenario, SeededChance(SEED), {"orders": "open", **options})
    player, dice = NLC.players["greedy"].make(), CounterDice(SEED)
    while True:
        pending = session.pending
        assert pending is not None
        if session.state.turn >= turn and (type(pending), pending.side) == (kind, "french"):
            return session
        look = partial(view, session.state, Side(pending.side))
        session.answer(player.answer(pending, session.options, look, dice))


def wait(milliseconds: int) -> None:
    """Let the window and its painting thread run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def point_at(game: Game, hex_: Hex) -> None:
    """Bring the pointer over a hex."""
    board = game.table.board
    board.camera.reveal(hex_rect(board.board.sheet, hex_), 60)
    goal = board.box_of(hex_).center().toPoint()
    for step in (QPoint(3, 3), QPoint(0, 0)):
        QTest.mouseMove(board.viewport(), goal + step)


def choose_move(game: Game) -> None:
    """Choose the first unit that can act, and point at one of the farthest hexes in its reach."""
    hex_ = game.table.controller.cycle(1)
    reach = game.table.controller.offer.overlays.reach
    assert hex_ is not None
    assert reach is not None
    board = game.table.board
    board.camera.zoom_to(1.0)
    board.camera.centre_on(hex_rect(board.board.sheet, hex_).center())
    game.table.show_hex(hex_)
    wait(1500)
    point_at(game, min(reach.left, key=lambda goal: (reach.left[goal], goal)))


LESSONS = {"1-march": 3, "2-storm": 6, "3-charge": 5, "4-courier": 1, "5-battle": 1}
"""The step of each lesson whose picture stands in the player's guide."""


def learn(shown: MainWindow, lesson: str, step: int) -> None:
    """Show a step of a lesson, in a smaller window."""
    shown.resize(1100, 700)
    why = shown.coach.begin(lesson, step)
    assert not why, why
    wait(2500)


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
    wait(6000)
    shown.grab().save(str(folder / "brienne.png"))
    for lesson, step in LESSONS.items():
        learn(shown, lesson, step)
        shown.grab().save(str(folder / f"lesson-{lesson}.png"))
    shown.resize(1440, 900)
    shown.open_session(battle("vauchamps", ChooseCard, 4, {"cards": "full"}), None)
    wait(8000)
    shown.grab().save(str(folder / "cards.png"))
    shown.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
