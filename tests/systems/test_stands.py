"""A game without hexes is played in the real window: nothing of the shell needs a map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.app import games
from hexwar.app.main import main
from hexwar.engine import SeededChance, Session, save
from hexwar.shell.advice import Advice
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.notices import Notice
from hexwar.shell.preferences import Preferences
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine
from hexwar.table.telling import LossCurve
from hexwar.widgets.panels.end_sheet import EndSheet
from hexwar.widgets.panels.score import Strength
from tests.shell.hand import Hand, Shelf, services
from tests.systems.stands.face import StandsTable
from tests.systems.stands.kit import STANDS
from tests.systems.stands.rules import BATTLE, BLUE, RED, FireAt, MoveStand, between
from tools.trials import contract

pytestmark = pytest.mark.qt_log_ignore("does not support")
SCENARIO = str(Path(__file__).parent / "stands" / "scenarios" / "two-lines")
Key = Qt.Key


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    games.register(STANDS)


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    usual = services(tmp_path, Shelf())
    window = MainWindow(replace(usual, kits={**usual.kits, STANDS.id: STANDS}))
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    yield Hand(window, qtbot).open(games.new_game(SCENARIO, SeededChance("1")))
    window.close()


def click(hand: Hand, spot: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    table = hand.game.table
    at = table.box_of(spot).center().toPoint()
    QTest.mouseClick(table.board.viewport(), button, pos=at)
    hand.qtbot.wait(1)


def test_it_is_played_by_clicks_and_keys_undone_saved_and_loaded(hand: Hand) -> None:
    table = hand.game.table
    assert isinstance(table, StandsTable)
    assert "The Red may move a stand." in hand.sentence
    session: Session[Any] = hand.session
    before = session.digest()

    click(hand, "1000,1000")
    assert hand.game.controller.offer.picked == ("R1",)
    click(hand, "4000,1000")
    assert "too far" in hand.refusal
    click(hand, "1000,1900")
    assert between(session.state.spots["R1"], "1000,1900") < 20  # as near as a pixel tells
    assert isinstance(hand.pending, FireAt)
    hand.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.digest() == before

    click(hand, "1000,1000")
    hand.key(Key.Key_Escape)
    assert not hand.game.controller.offer.picked
    click(hand, "1000,1000")
    click(hand, "1000,1900")
    click(hand, "1000,2800")  # the enemy is a target, and no piece that can be chosen
    assert len(session.events) >= 3
    assert session.state.side == BLUE
    assert isinstance(hand.pending, MoveStand)
    hand.game.controller.show_part(0, 1)  # the move once more
    hand.until(lambda: bool(table.walks))
    assert table.walks[0][0] == "1000,1000"
    hand.until(lambda: hand.game.controller.is_asking)

    hand.key(Key.Key_Home)  # what acts comes into the middle
    hand.key(Key.Key_G)  # there are no names to go to
    assert "no places with names" in hand.refusal

    twin = games.load_game(save(session))
    assert twin.digest() == session.digest()


@pytest.mark.parametrize(
    "command",
    [
        ["reach", SCENARIO, "R1"],
        ["los", SCENARIO, "0101", "0102"],
        ["show", SCENARIO, "-o", "x.png"],
    ],
)
def test_what_asks_for_hexes_says_that_there_are_none(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 1
    assert "Two lines is not fought on a map of hexes" in capsys.readouterr().err


def test_advice_is_drawn_on_its_board_and_given(hand: Hand) -> None:
    advice = hand.game.follower(Advice)
    table = hand.game.table
    hand.key(Key.Key_W)
    hand.until(lambda: advice.card.isVisible() and bool(advice.card.go.text()))
    assert "Do it" in advice.card.go.text()
    box = advice.card.geometry()
    aims = table.known(table.meant(table.advised).aims)
    assert not any(table.box_of(spot).toAlignedRect().intersects(box) for spot in aims)
    before = len(hand.session.journal)
    advice.card.go.click()
    assert len(hand.session.journal) > before


def test_the_computer_ends_it_and_it_is_looked_back_on(hand: Hand) -> None:
    options = {f"player.{side}": "random" for side in (RED, BLUE)}
    hand.open(games.new_game(SCENARIO, SeededChance("2"), options))
    hand.until(lambda: hand.session.pending is None)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, Notice)
    assert "The game is over" in dialog.text.text()
    hand.window.dialogs.close()
    hand.window.briefing.show()
    assert hand.window.briefing.page is not None
    assert hand.window.briefing.page.to_map.text() == "To the board"
    assert hand.window.docks.docks["map"].windowTitle() == "Board"
    hand.window.briefing.leave()
    hand.window.replay_this()
    replay = hand.window.replay
    assert replay is not None
    assert isinstance(replay.table, StandsTable)
    replay.do("turn-on")
    assert replay.controller.view.turn == 2
    for action in ("zoom-in", "zoom-fit", "centre", "key-to-marks", "bare"):
        hand.window.menus[action].trigger()


def test_random_games_keep_the_contract_of_the_kernel() -> None:
    match = STANDS.new_match(SCENARIO, {RED: "random", BLUE: "random"}, "1")
    while match.session.pending is not None:
        contract.check_kernel(match.session)
        match.step()
    assert match.result().turns >= 2


def test_the_sheet_of_its_end_needs_no_formations(qtbot: QtBot) -> None:
    sheet = EndSheet(look_of(Preferences()))
    qtbot.addWidget(sheet)
    state = STANDS.set_up(BATTLE)
    state.outcome = Outcome(RED, "", ((RED, 2), (BLUE, 1)), "points")
    reds, blues = FormationId("red"), FormationId("blue")
    strengths = [Strength(reds, "Red", 2, 2), Strength(blues, "Blue", 1, 2)]
    curves = [LossCurve(reds, (0, 0, 0)), LossCurve(blues, (0, 0, 1))]
    sheet.show_end(state, [ScoreLine(RED, 2, "stands")], strengths, curves)
    assert "Red victory" in sheet.banner.accessibleName()
