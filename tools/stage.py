"""A window to take pictures of: a home of its own, games led to where something is to be seen.

It is imported before anything of Qt runs, because Qt reads the scale of the screen only once.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

HOME = tempfile.mkdtemp(prefix="hexwar-pictures-")
_SCREEN = {"name": "pictures", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96}
_CONFIG = Path(HOME) / "screen.json"
_CONFIG.write_text(json.dumps({"screens": [_SCREEN]}), "utf-8")
os.environ |= {"QT_QPA_PLATFORM": f"offscreen:configfile={_CONFIG}", "QT_FONT_DPI": "96"}
os.environ["QT_SCALE_FACTOR"] = os.environ.get("HEXWAR_PICTURE_SCALE", "1")
os.environ["HOME"] = HOME
for name in ("CONFIG", "CACHE", "STATE", "DATA"):
    os.environ[f"XDG_{name}_HOME"] = HOME
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QPoint, QTimer
from PySide6.QtTest import QTest

from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import new_game
from hexwar.engine import Decision, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.shell.game import Game
from hexwar.shell.main_window import MainWindow
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.overlays import overlays_of

SEED = "5"
"""Of the games that are shown; the computer plays them up to a question to the French."""


Rather = Callable[[Decision[Any], Sequence[Any]], Any]
"""What is answered to a question, of its options, rather than what the computer wants."""


def battle(
    scenario: str,
    kind: type[Decision[Any]],
    turn: int,
    options: dict[str, str],
    which: int = 1,
    seed: str = SEED,
) -> Session[GameState]:
    """A game when the French are asked a question of a kind, on a turn or later."""
    session = new_game(scenario, SeededChance(seed), {"orders": "open", **options})
    player, dice = NLC.players["greedy"].make(), CounterDice(seed)
    while True:
        pending = session.pending
        assert pending is not None
        if session.state.turn >= turn and (type(pending), pending.side) == (kind, "french"):
            which -= 1
            if not which:
                return session
        look = Look(partial(view, session.state, Side(pending.side)))
        session.answer(player.answer(pending, session.options, look, dice))


_TRIES = 20
"""Games that are played to come to a seldom question."""


def player_turn(
    scenario: str,
    kind: type[Decision[Any]],
    turn: int,
    options: dict[str, str],
    seed: str = SEED,
    rather: Rather | None = None,
    fits: Callable[[Session[TlnbState]], bool] = lambda _: True,
) -> Session[TlnbState]:
    """A game of the player turn when a side has a choice at a question of a kind, or at its end.

    `rather` is asked first what is answered; it is the computer's answer where it says None. The
    game must fit too, where that is asked. Which game comes to it hangs on how the computer plays,
    so that others are tried where one does not; the end comes where the turn is beyond the last.

    Raises:
        LookupError: No game comes to it.
    """
    for number in range(_TRIES):
        session = TLNB.new_game(scenario, SeededChance(f"{seed}{number or ''}"), options)
        _play_up_to(session, kind, turn, rather, fits)
        if session.pending is not None or turn > session.state.last_turn:
            return session
    raise LookupError(f"none of {_TRIES} games of {scenario} comes to {kind.__name__}")


def _play_up_to(
    session: Session[TlnbState],
    kind: type[Decision[Any]],
    turn: int,
    rather: Rather | None,
    fits: Callable[[Session[TlnbState]], bool],
) -> None:
    player, dice = TLNB.players["easy"].make(), CounterDice(SEED)
    while (pending := session.pending) is not None:
        is_choice = any(option is not None for option in session.options)
        is_asked = session.state.turn >= turn and isinstance(pending, kind) and is_choice
        if is_asked and fits(session):
            return
        look = Look(partial(TLNB.view, session.state, Side(pending.side)))
        wanted = None if rather is None else rather(pending, session.options)
        if wanted is None:
            wanted = player.answer(pending, session.options, look, dice)
        session.answer(wanted)


def wait(milliseconds: int) -> None:
    """Let the window and its painting thread run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def sharpen(window: MainWindow) -> None:
    """Wait until no square of the map is missing, however busy the machine is."""
    for _ in range(_PATIENCE):
        table = window.table
        if table is None or table.is_painted:
            break
        wait(100)
    wait(300)  # the names come last


_PATIENCE = 400
"""Tenths of a second."""


def point_at(game: Game, hex_: Hex) -> None:
    """Bring the pointer over a hex."""
    table, board = game.table, game.table.board
    table.camera.reveal(table.area([hex_]), 60)
    goal = table.box_of(hex_).center().toPoint()
    for step in (QPoint(3, 3), QPoint(0, 0)):
        QTest.mouseMove(board.viewport(), goal + step)


def choose_move(game: Game) -> None:
    """Choose the first unit that can act, and point at one of the farthest hexes in its reach."""
    hex_ = game.table.controller.cycle(1)
    reach = overlays_of(game.table.controller.offer.overlays).reach
    assert hex_ is not None
    assert reach is not None
    table = game.table
    table.camera.zoom_to(1.0)
    table.camera.centre_on(table.area([hex_]).center())
    table.show_spot(hex_)
    wait(1500)
    point_at(game, min(reach.left, key=lambda goal: (reach.left[goal], goal)))
