#!/usr/bin/env python3
"""Paints the pictures of the README anew: the window in the middle of a move at Brienne.

tools/make_pictures.py [--folder docs/pictures]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "1"
os.environ["QT_FONT_DPI"] = "96"
HOME = tempfile.mkdtemp(prefix="hexwar-pictures-")
os.environ["HOME"] = HOME
for name in ("CONFIG", "CACHE", "STATE", "DATA"):
    os.environ[f"XDG_{name}_HOME"] = HOME

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402

from hexwar.app import window  # noqa: E402
from hexwar.app.games import new_game  # noqa: E402
from hexwar.engine import SeededChance  # noqa: E402
from hexwar.hexes import Hex  # noqa: E402
from hexwar.ui.main_window import MainWindow  # noqa: E402
from hexwar.widgets.board.geometry import hex_rect  # noqa: E402

SEED = "1"
"""With this seed V Cavalry Corps is drawn first."""


def wait(milliseconds: int) -> None:
    """Let the window and its painting thread run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def at(shown: MainWindow, hex_: str) -> QPoint:
    """Where a hex is in the board's view."""
    assert shown.game is not None
    board = shown.game.table.board
    board.camera.reveal(hex_rect(board.board.sheet, Hex(hex_)), 60)
    return board.box_of(Hex(hex_)).center().toPoint()


def main() -> int:
    """Open the window, choose a stack, point at a hex, take the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "pictures")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    shown = window.make_window(window.application())
    shown.resize(1440, 900)
    shown.show()
    shown.open_session(new_game("brienne", SeededChance(SEED)), None)
    wait(1500)
    assert shown.game is not None
    board = shown.game.table.board
    board.camera.zoom_to(1.0)
    board.camera.centre_on(hex_rect(board.board.sheet, Hex("1407")).center())
    wait(500)
    QTest.mouseClick(
        board.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        at(shown, "1804"),
    )
    wait(300)
    goal = at(shown, "1606")
    for step in (QPoint(3, 3), QPoint(0, 0)):
        QTest.mouseMove(board.viewport(), goal + step)
    wait(6000)
    shown.grab().save(str(folder / "brienne.png"))
    shown.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
