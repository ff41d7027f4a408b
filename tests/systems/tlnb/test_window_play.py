"""Whole turns of the player-turn game at the real window: by keys alone, saved, handed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.app.games import kit_named, load_game, shown, shown_summaries
from hexwar.engine import Chance, SeededChance
from hexwar.engine.records import digest
from hexwar.engine.save import save
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard
from hexwar.systems.tlnb.rules.movement.marching import debtors
from hexwar.systems.tlnb.rules.movement.segment import MoveUnits
from hexwar.table.forces import Side
from hexwar.widgets import theme as themes
from tests.shell.hand import Shelf, services

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

TWO = {"player.french": "person", "player.allied": "person"}


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    shelf = Shelf()
    look = look_of(shelf.preferences())
    themes.apply(qapp, look.theme, look.scale)
    kits = {name: kit_named(name) for name in shown()}
    told = replace(services(tmp_path, shelf), kits=kits, scenarios=shown_summaries, load=load_game)
    made = MainWindow(told)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()


def game(scenario: str, chance: Chance, **options: str) -> Any:
    return TLNB.new_game(scenario, chance, {**TWO, **options})


def at_cards() -> Any:
    """Brienne, when the first card is to be played; until then nobody has an idea."""
    session = game("brienne", SeededChance("5"))
    while not isinstance(session.pending, PlayOneCard):
        session.answer(session.options[0])
    return session


def sit_down(window: MainWindow) -> None:
    if window.handover.isVisible():
        QTest.keyClick(window.handover.button, Qt.Key.Key_Return)


def answer(window: MainWindow, qtbot: QtBot) -> None:
    """Press keys on the board until another question is put."""
    assert window.game is not None
    session = window.game.session
    before = len(session.journal)

    def is_on() -> bool:
        return len(session.journal) > before or window.handover.isVisible()

    for key in (*KEYS, *KEYS):  # a digit may take a card, which Space plays
        QTest.keyClick(window.game.table.board, key)
        QApplication.processEvents()
        if is_on():
            return
        qtbot.wait(150)  # a digit is shown going down first
    raise AssertionError(session.pending)


KEYS = (Qt.Key.Key_Space, Qt.Key.Key_1, Qt.Key.Key_E)


@pytest.mark.rule("T2.3")
def test_all_before_movement_can_be_answered_by_keys_alone(
    window: MainWindow, qtbot: QtBot
) -> None:
    session = at_cards()
    window.open_session(session, None)
    asked: set[str] = set()
    while not isinstance(session.pending, MoveUnits):
        sit_down(window)
        asked.add(type(session.pending).__name__)
        answer(window, qtbot)
    assert {"PlayOneCard", "MoveLeader", "NameOfficers"} <= asked


def test_a_window_of_another_game_is_whole_after_the_handover(
    window: MainWindow, qtbot: QtBot
) -> None:
    session = at_cards()
    assert window.face.kit.id == "nlc"
    window.open_session(session, None)
    qtbot.waitUntil(window.handover.isVisible)
    assert "French" in window.handover.title.text()
    sit_down(window)
    qtbot.waitUntil(lambda: not window.handover.isVisible())
    assert window.game is not None
    assert window.game.table.isVisible()
    assert window.menuBar().isVisible()
    assert "End activation" not in [
        a.text().replace("&", "") for a in window.menus.actions.values()
    ]
    assert window.panes.docks["cards"].wants(window.game.controller.offer)


def test_a_hand_is_not_shown_before_its_owner_sits_down(window: MainWindow, qtbot: QtBot) -> None:
    session = at_cards()
    window.open_session(session, None)
    qtbot.waitUntil(window.handover.isVisible)
    assert window.game is not None
    assert window.game.controller.offer.buttons == ()


def test_a_save_opens_with_the_face_of_its_game(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    session = game("brienne", SeededChance("5"))
    path = tmp_path / "kept.hexwar"
    path.write_text(save(session))
    window.files.open(path)
    qtbot.waitUntil(lambda: window.game is not None, timeout=20_000)
    assert window.game is not None
    assert window.game.session.system.id == "tlnb"
    assert window.face.kit.id == "tlnb"
    assert digest(window.game.session.state) == digest(session.state)


@pytest.mark.rule("T7.58")
def test_all_who_owe_a_march_make_it_at_one_press(window: MainWindow, qtbot: QtBot) -> None:
    session = game("vauchamps", SeededChance("5"))
    while not isinstance(session.pending, MoveUnits):
        session.answer(session.options[0])
    window.open_session(session, None)
    sit_down(window)
    qtbot.waitUntil(lambda: window.game is not None and window.game.controller.is_asking)
    assert window.game is not None
    side, before = Side(session.pending.side), len(session.journal)
    owing = list(debtors(session.state, side))
    button = window.game.controller.offer.buttons[0]
    assert button.text == f"{len(owing)} units march by their orders"
    QTest.keyClick(window.game.table.board, Qt.Key.Key_Space)
    assert len(session.journal) >= before + 2 * len(owing)
    assert isinstance(session.pending, MoveUnits)
    assert not list(debtors(session.state, side))
    while (given := len(session.journal)) > before:  # one by one they can be taken back
        window.game.controller.undo()
        assert len(session.journal) < given

    QTest.keyClick(window.game.table.board, Qt.Key.Key_E)  # or all march, and movement ends
    assert not isinstance(session.pending, MoveUnits)
    assert not list(debtors(session.state, side))
