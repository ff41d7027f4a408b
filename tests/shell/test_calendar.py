"""The calendar of arrivals in the real window: the ways to it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Hand, Key, Modifier, brienne

pytestmark = pytest.mark.qt_log_ignore("does not support")


def is_in_front(hand: Hand) -> bool:
    return not hand.window.panes.panel(BoxesPanel).calendar.visibleRegion().isEmpty()


@pytest.mark.rule("N5.8")
def test_an_hour_of_the_track_leads_to_the_calendar(hand: Hand) -> None:
    hand.open(brienne())
    assert not is_in_front(hand)
    track = hand.window.panes.strip.chip(TurnTrack)
    spot = next(spot for spot in track.spots if spot.id == "3")
    assert "Click for the calendar" in spot.tooltip
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=spot.box.center().toPoint())
    hand.until(lambda: is_in_front(hand))


def test_a_key_and_the_menu_open_the_calendar(hand: Hand) -> None:
    hand.open(brienne())
    hand.key(Key.Key_F3, Modifier.ShiftModifier)
    hand.until(lambda: is_in_front(hand))
    hand.window.panes.panel(BoxesPanel).pages.setCurrentIndex(0)
    assert not is_in_front(hand)
    hand.window.menus["calendar"].trigger()
    hand.until(lambda: is_in_front(hand))
