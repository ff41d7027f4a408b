"""Score and calendar in the real window: the ways to them, and where their links lead."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexwar.ai.arena import Match
from hexwar.shell.notices import PanelDialog
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.turn import VpScored
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, lost_of
from hexwar.table.forces import Side
from hexwar.widgets.panels.end_sheet import EndSheet, LossChart
from hexwar.widgets.panels.score import ScoreList, VpPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Hand, Key, Modifier, brienne
from tests.shell.questions import played


def score(hand: Hand) -> VpPanel:
    return hand.window.panes.panel(VpPanel)


def is_in_front(hand: Hand) -> bool:
    return not score(hand).visibleRegion().isEmpty()


def lines(hand: Hand, side: str) -> dict[str, tuple[int, bool]]:
    """Each line of a side: its points, and whether it says why."""
    sheet = next(sheet for name, sheet in score(hand).sides.items() if name == side)
    rows = [row.line for row in sheet.lines.shown]
    return {line.reason: (line.points, bool(line.reasons)) for line in rows if line is not None}


@pytest.mark.rule("N22")
def test_points_in_the_track_and_a_key_lead_to_their_reasons(hand: Hand) -> None:
    hand.open(brienne())
    assert not is_in_front(hand)
    track = hand.window.panes.strip.chip(TurnTrack)
    place = next(spot.box for spot in track.spots if spot.id == "vp:allied").center().toPoint()
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=place)
    hand.until(lambda: is_in_front(hand))
    held = lines(hand, "allied")
    assert held["holds Brienne-le-Château (0913)"] == (4, True)
    assert score(hand).outlook.text().startswith("If the game ended now: Coalition ")
    points = hand.session.state.battle.vp_hexes.values()
    assert sum(points for points, _ in held.values()) == sum(points)

    hand.window.docks.show_dock("army")
    assert not is_in_front(hand)
    hand.key(Key.Key_F4, Modifier.ShiftModifier)
    hand.until(lambda: is_in_front(hand))
    score(hand).linkActivated.emit("hex:0913")
    assert hand.game.table.hex == "0913"
    score(hand).linkActivated.emit("rule:N22.2")
    assert hand.window.docks.docks["rules"].isVisible()


@pytest.mark.rule("N5.8")
def test_an_hour_of_the_track_a_key_and_the_menu_lead_to_the_calendar(hand: Hand) -> None:
    hand.open(brienne())
    boxes, track = hand.window.panes.panel(BoxesPanel), hand.window.panes.strip.chip(TurnTrack)

    def is_seen() -> bool:
        return not boxes.calendar.visibleRegion().isEmpty()

    def press_hour() -> None:
        spot = next(spot for spot in track.spots if spot.id == "3")
        assert "Click for the calendar" in spot.tooltip
        QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=spot.box.center().toPoint())

    for way in (
        press_hour,
        lambda: hand.key(Key.Key_F3, Modifier.ShiftModifier),
        hand.window.menus["calendar"].trigger,
    ):
        assert not is_seen()
        way()
        hand.until(is_seen)
        boxes.pages.setCurrentIndex(0)


@pytest.mark.rule("N22")
def test_the_sheet_of_the_end_has_reasons_and_curves(hand: Hand) -> None:
    match, _ = played("7")
    hand.open(match.session)
    hand.window.dialogs.show_end(hand.game)
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, PanelDialog)
    sheet = dialog.panel
    assert isinstance(sheet, EndSheet)
    told = {e.reason for e in match.session.events if isinstance(e, VpScored)}
    rows = [row.line for list_ in sheet.findChildren(ScoreList) for row in list_.shown]
    assert told == {line.reason for line in rows if line is not None and line.points}
    lost = [chart.accessibleDescription() for chart in sheet.findChildren(LossChart)]
    assert lost == [described(match, side) for side in match.session.state.battle.sides]
    dialog.reject()


def described(match: Match, side: Side) -> str:
    """What the formations that were ever hurt have lost in the end, as the chart says it."""
    state = match.session.state
    losses = (e for e in match.session.events if isinstance(e, StepLost | UnitEliminated))
    hurt = {counted_for(state, loss.unit) for loss in losses}
    cards = [f for f in state.battle.formations.values() if f.side == side and f.id in hurt]
    return ", ".join(f"{card.name}: {lost_of(state, card.id)} SP" for card in cards)
