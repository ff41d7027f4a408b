"""What a small screen, or large text, leaves of the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QTabBar

from hexwar.systems.nlc.panels.strip import ChitCup
from hexwar.widgets.panels.stack_panel import RowKind, StackPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Hand, brienne


def tabs(hand: Hand) -> QTabBar:
    """Those of the docks."""
    found = hand.window.docks.findChildren(QTabBar)
    return next(bar for bar in found if bar.isVisible() and "Army" in words(bar))


def words(bar: QTabBar) -> list[str]:
    return [bar.tabText(place) for place in range(bar.count())]


def test_all_tabs_find_room_and_large_text_leaves_the_height_to_the_board(hand: Hand) -> None:
    hand.window.resize(1280, 720)
    hand.open(brienne())
    bar = tabs(hand)
    assert set(words(bar)) == {dock.windowTitle() for dock in hand.window.docks.docks.values()}
    assert all(bar.rect().contains(bar.tabRect(place)) for place in range(bar.count()))

    track, cups = (hand.window.panes.strip.chip(kind) for kind in (TurnTrack, ChitCup))
    for scale in (1.0, 2.0):
        hand.window.apply(replace(hand.window.preferences, scale=scale))
        assert track.isVisible()
        assert cups.isVisible() is (scale == 1.0)
        metrics = QFontMetrics(tabs(hand).font())
        for place, text in enumerate(words(tabs(hand))):
            assert tabs(hand).tabRect(place).width() >= metrics.horizontalAdvance(text), text
    hand.window.resize(1280, 1100)
    hand.until(cups.isVisible)
    hand.window.apply(replace(hand.window.preferences, scale=1.0))


@pytest.mark.rule("N2.4")
def test_the_morale_is_told_where_its_number_finds_no_room(hand: Hand) -> None:
    hand.open(brienne())
    hand.click("0913")
    rows = hand.window.panes.panel(StackPanel).model.rows
    row = next(row for row in rows if row.kind is RowKind.UNIT and row.morale is not None)
    assert row.numbers == f"{row.brief} · morale {row.morale}"
    assert f"morale {row.morale}" in row.tooltip
