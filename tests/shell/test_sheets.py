"""Sheets in the window: of combats, of the order of battle, and of the score with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from hexwar.ai.arena import Match
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.notices import PanelDialog
from hexwar.shell.prompter import Answer, Gesture, Sheet
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.turn import VpScored
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel
from hexwar.systems.nlc.panels.combat_pane import CombatPane, Leaf
from hexwar.systems.nlc.panels.combat_sheet import BOMBARDMENT_DIE, Report, Told
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, lost_of
from hexwar.table import reports as r
from hexwar.table.forces import Side, UnitId
from hexwar.widgets.panels.army_panel import LINE, ArmyPanel, Line, Losses
from hexwar.widgets.panels.end_sheet import EndSheet, LossChart
from hexwar.widgets.panels.score import ScoreList, VpPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Hand, Key, Modifier, brienne
from tests.shell.questions import played

FRENCH, ALLIED = Side("french"), Side("allied")
PIRE, BRICHE, GUNS = UnitId("FR-5C-01"), UnitId("FR-5C-02"), UnitId("FR-5C-04")
COSSACKS = UnitId("CO-AG-04")
TARGET = Hex("1505")
FIRE = r.FireReport(FRENCH, (r.FireLine(PIRE, 3, (), 3.0),), 3, 1, ())
MORALE = r.MoraleReport(TARGET, COSSACKS, 3, (), 3)
ASSAULT = r.CombatReport(
    target=TARGET,
    attackers=(PIRE,),
    defenders=(COSSACKS,),
    hit_hex=Hex("1704"),
    flank=False,
    attack=FIRE,
    defence=r.FireReport(ALLIED, (r.FireLine(COSSACKS, 2, (), 2.0),), 2, 0, ()),
    morale_defender=MORALE,
    morale_attacker=None,
    outcomes=(("stalemate", 1.0),),
)
CHARGE = replace(ASSAULT, kind=r.CombatKind.CHARGE, path=(Hex("1704"), Hex("1604"), TARGET))
GUNFIRE = r.BombardmentReport(
    TARGET,
    (GUNS,),
    (COSSACKS,),
    3,
    replace(FIRE, lines=(r.FireLine(GUNS, 2, (), 2.0),)),
    MORALE,
    (("no effect", 1.0),),
)


def sheet_of(report: Report, given: Gesture = ()) -> Sheet:
    """What a prompter hands over: one unit may go, and must."""
    units = report.units if isinstance(report, r.BombardmentReport) else report.attackers
    nobody = Refusal("Name at least one unit.", "N8.35")

    def refusal(chosen: Sequence[UnitId]) -> Refusal | None:
        return None if chosen else nobody

    return Sheet(report.target, units, units, lambda _: report, refusal, lambda _: given)


@pytest.fixture
def combat(hand: Hand) -> CombatPane:
    hand.open(brienne())
    return hand.combat


def test_each_kind_of_combat_is_asked_for_and_told_again(hand: Hand, combat: CombatPane) -> None:
    view, sheet = hand.game.controller.view, combat.sheet
    area = sheet.area
    for report, title, word, columns in (
        (ASSAULT, "Assault on", "Assault", 8),
        (CHARGE, "Charge against", "Charge", 8),
        (GUNFIRE, "Bombardment of", "Bombard", 6),
    ):
        combat.ask(view, sheet_of(report))
        assert combat.isVisible()
        assert combat.is_asking
        assert combat.target == TARGET
        assert sheet.title.text().startswith(title)
        assert sheet.go.text() == word
        assert sheet.go.hasFocus()
        assert sheet.table._table is not None
        assert len(sheet.table._table.columns) == columns

        area.verticalScrollBar().setValue(999)
        told = replace(report, dice=((BOMBARDMENT_DIE, 4),))
        combat.tell([Leaf(view, told, Told("NO EFFECT", story=("The guns were heard far off.",)))])
        assert not combat.is_asking
        assert sheet.story.isVisible()
        assert sheet.story.text() == "The guns were heard far off."
        assert [spot.words for spot in sheet.dice.spots] == ["bombardment: 4"]
        assert area.verticalScrollBar().value() == 0
        assert "NO EFFECT" in sheet.headline.text()


def test_enter_gives_what_the_prompter_handed_over(hand: Hand, combat: CombatPane) -> None:
    gesture = (Answer(DeclareAssault, None),)
    heard: list[Gesture] = []
    combat.decided.disconnect()
    combat.decided.connect(heard.append)
    combat.ask(hand.game.controller.view, sheet_of(GUNFIRE, gesture))
    combat.sheet.attackersChanged.emit([])  # it says why not, and keeps the last sheet
    assert "Name at least one unit." in combat.sheet.refusal.text()
    assert not combat.sheet.go.isEnabled()
    assert "French guns" in combat.sheet.attack.title.text()

    combat.ask(hand.game.controller.view, sheet_of(GUNFIRE, gesture))
    hand.key(Key.Key_Return, on=combat)
    assert heard == [gesture]
    combat.reject()
    assert not combat.isVisible()
    combat.decided.connect(hand.game.controller.give)  # as the game expects it


def test_the_sheet_goes_with_its_game(hand: Hand, combat: CombatPane) -> None:
    combat.ask(hand.game.controller.view, sheet_of(ASSAULT))
    hand.window.close_game()
    assert not combat.isVisible()
    hand.qtbot.wait(1)
    assert not isValid(combat)
    assert hand.window.findChild(CombatPane) is None


@pytest.mark.rule("N15.1")
def test_the_order_of_battle_shows_losses_against_the_level(hand: Hand) -> None:
    """V Cavalry Corps begins with 11 SP: 40 % of them, rounded up, are 5."""
    hand.open(brienne())
    state = hand.session.state
    state.put_unit(replace(state.units[BRICHE], reduced=True))
    hand.game.controller.playback.table.put_unit(state.units[BRICHE])
    hand.window.panes.docks["army"].renew()

    line: Line = hand.window.panes.panel(ArmyPanel).model.index_of("formation:FR-5C").data(LINE)
    lost = state.card(BRICHE).sp - state.card(BRICHE).reduced_sp
    assert line.losses == Losses(lost, 5)
    assert lost == 1


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
    assert hand.game.table.spot == "0913"
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
