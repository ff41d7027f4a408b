"""Help at any moment: what can be done now, why a control is greyed, the rule of anything."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from hexwar.hexes import Hex
from hexwar.shell.helping import WhatNow, help_of
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from hexwar.widgets.panels.stack_panel import StackPanel
from tests.shell.hand import Hand, Key, new_brienne

pytestmark = pytest.mark.usefixtures("table")


def listed(hand: Hand) -> str:
    return hand.game.follower(WhatNow).sheet.lines.text()


def ask(hand: Hand) -> None:
    hand.window.menus["now"].trigger()


def test_every_unit_that_can_move_is_listed_with_where_and_the_list_follows(hand: Hand) -> None:
    ask(hand)
    sheet = hand.game.follower(WhatNow).sheet
    assert sheet.isVisible()
    words = listed(hand)
    assert "FR-5C-02" in words
    assert 'href="spot:1803"' in words
    assert "within reach with" in words
    assert "rule:N5.1" in words

    hand.click("1704")  # its only unit moves; then it is listed among those who cannot
    hand.click("1705")
    hand.until(lambda: "Not now" in listed(hand))
    assert "has moved already" in listed(hand).partition("Not now")[2]
    ask(hand)
    assert not sheet.isVisible()


def test_a_line_leads_to_its_piece(hand: Hand) -> None:
    ask(hand)
    hand.game.follower(WhatNow).sheet.linkActivated.emit("unit:FR-5C-01")
    assert hand.game.controller.offer.picked == ("FR-5C-01",)
    assert hand.game.table.spot == "1704"


def test_leaders_and_trains_are_listed_in_their_segment(hand: Hand) -> None:
    ask(hand)
    hand.pass_on(MoveLeaderOrTrain)
    assert "FR-GRO-L" in listed(hand) or "FR-5C-L" in listed(hand)
    assert "may move to" in listed(hand)


def test_buttons_are_listed_where_nothing_is_pointed_at(hand: Hand) -> None:
    hand.open(new_brienne())
    ask(hand)
    assert "rule:" in listed(hand)
    assert listed(hand).count("\N{BULLET}") >= 1


def test_the_list_keeps_within_the_board(hand: Hand) -> None:
    ask(hand)
    sheet = hand.game.follower(WhatNow).sheet
    assert hand.board.rect().contains(sheet.geometry())


# -- the rule of what the pointer is on


def help_on(hand: Hand, hex_: str) -> str:
    point = hand.board.viewport().mapToGlobal(hand.at(hex_))
    return help_of(hand.board.viewport(), point)


def test_counters_markers_and_ground_have_their_rule(hand: Hand) -> None:
    assert help_on(hand, "1704") == "rule:N10.1"  # cavalry
    assert help_on(hand, "0912") == "rule:N2.1"  # infantry
    assert help_on(hand, "1604") == "rule:N5.7"  # a bridge
    assert help_on(hand, "2206") == "rule:N5.1"
    found = hand.session.state.battle.vp_hexes
    empty = next(h for h in sorted(found) if not hand.board.board.stacks.in_hex(Hex(h)))
    assert help_on(hand, empty) == "rule:N22.2"


def test_panels_strip_and_question_have_their_rule(hand: Hand) -> None:
    def on(widget: QWidget) -> str:
        return help_of(widget, widget.mapToGlobal(widget.rect().center()))

    panes = hand.window.panes
    assert on(panes.prompt) == "rule:N4.52"
    assert on(panes.docks["army"].panel) == "rule:N14.2"
    hand.click("1704")
    view = panes.panel(StackPanel).list
    row = view.visualRect(view.model().index(1, 0)).center()
    assert help_of(view.viewport(), view.viewport().mapToGlobal(row)) == "rule:N10.1"


def test_f1_opens_the_rule_of_the_question_where_nothing_is_pointed_at(hand: Hand) -> None:
    hand.key(Key.Key_F1)
    assert hand.window.docks.docks["rules"].isVisible()


# -- why not?


def test_a_click_on_a_greyed_control_says_why(hand: Hand) -> None:
    hand.click("0912")  # the enemy's: nobody there can be chosen
    button = hand.window.panes.panel(StackPanel).all_button
    assert not button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "can be chosen" in hand.refusal
