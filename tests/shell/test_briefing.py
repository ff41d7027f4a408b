"""The page that opens a battle, and the start page with what there is to play."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from hexwar.app.games import new_game
from hexwar.engine import SeededChance
from hexwar.shell.briefing import BriefingPage
from hexwar.systems.nlc.kit import NLC
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand, new_brienne, of_nlc

AGAINST_GREEDY = {"orders": "open", "player.allied": "greedy"}


def page_of(hand: Hand) -> BriefingPage:
    QApplication.processEvents()  # it is laid out apart from the game
    assert hand.window.briefing.page is not None
    return hand.window.briefing.page


def test_a_new_battle_begins_with_its_briefing_and_the_map_is_one_click_away(hand: Hand) -> None:
    hand.window.files.opened.emit(new_brienne(), None)
    page = page_of(hand)
    assert page.isVisible()
    assert not hand.game.table.isVisible()
    assert "Take Brienne" in page.text.text()
    assert "Three hints" in page.text.text()
    assert "Par, between two equal computer players" in page.text.text()
    assert "13:00" in page.comings.text()
    assert QApplication.activeModalWidget() is None

    QTest.mouseClick(page.to_map, Qt.MouseButton.LeftButton)
    assert hand.window.briefing.page is None
    assert hand.game.table.isVisible()


def test_a_saved_game_opens_at_the_map(hand: Hand, tmp_path: Path) -> None:
    hand.window.files.opened.emit(new_brienne(), tmp_path / "a.hexwar")
    assert hand.window.briefing.page is None
    assert hand.game.table.isVisible()


def test_the_menu_shows_the_briefing_again_and_the_game_waits(hand: Hand) -> None:
    hand.open(new_brienne())
    assert hand.window.briefing.page is None
    hand.window.menus["briefing"].trigger()
    assert page_of(hand).isVisible()
    assert hand.game.controller.show.is_paused
    hand.window.menus["briefing"].trigger()
    page_of(hand).linkActivated.emit("hex:0913")
    assert hand.window.briefing.page is None
    assert hand.game.table.spot == "0913"
    assert not hand.game.controller.show.is_paused


@pytest.mark.parametrize("id_", [summary.id for summary in of_nlc()])
def test_every_battle_has_a_page_that_fits(hand: Hand, id_: str) -> None:
    session = new_game(id_, SeededChance("1"), AGAINST_GREEDY)
    hand.window.files.opened.emit(session, None)
    page = page_of(hand)
    assert page.text.text().count("<h3>") >= 6
    comings = NLC.comings(session.state.battle)
    assert page.comings.text().count("<b>") == len(comings)
    assert page.width() <= hand.window.width()
    hand.window.close_game()
    assert hand.window.briefing.page is None


def test_battles_stand_on_their_shelves(hand: Hand) -> None:
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    headings = [dialog.list.heading(row) for row in range(dialog.list.count())]
    assert [one for one in headings if one] == ["Learn", "Small", "Battles", "Campaigns"]
    assert headings[0] == "Learn"
    dialog.filter.words.setText("Brienne")
    shown = [row for row in range(dialog.list.count()) if not dialog.list.isRowHidden(row)]
    assert next(dialog.list.heading(row) for row in shown) == "Battles"
    assert "Campaigns" in [dialog.list.heading(row) for row in shown]


def test_the_start_page_offers_to_watch_a_game(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def named_nothing(_: QWidget, title: str, *__: str) -> tuple[str, str]:
        asked.append(title)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", named_nothing)
    hand.window.show_start()
    QTest.mouseClick(hand.window.start.replay, Qt.MouseButton.LeftButton)
    assert asked == ["Replay a game"]
    assert [row.lesson for row in hand.window.start.lessons] != []
