"""The combat sheet in its window: each kind of combat asked for, and told again with its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea
from shiboken6 import isValid

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer, Gesture, Sheet
from hexwar.systems.nlc.panels.combat_sheet import BOMBARDMENT_DIE, Report
from hexwar.systems.nlc.panels.combat_window import CombatWindow, Fought
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.table import reports as r
from hexwar.table.forces import Side, UnitId
from hexwar.widgets.panels.army_panel import LINE, ArmyPanel, Line, Losses
from tests.shell.hand import Hand, brienne

Key = Qt.Key
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
def combat(hand: Hand) -> CombatWindow:
    hand.open(brienne())
    return hand.combat


def test_each_kind_of_combat_is_asked_for_and_told_again(hand: Hand, combat: CombatWindow) -> None:
    view, sheet = hand.game.controller.view, combat.sheet
    area = sheet.findChild(QScrollArea)
    assert area is not None
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
        assert combat.focusWidget() is sheet.go
        assert sheet.table._table is not None
        assert len(sheet.table._table.columns) == columns

        area.verticalScrollBar().setValue(999)
        told = replace(report, dice=((BOMBARDMENT_DIE, 4),))
        combat.tell(Fought(view, told, 0), ["The guns were heard far off."])
        assert not combat.is_asking
        assert sheet.story.isVisible()
        assert sheet.story.text() == "The guns were heard far off."
        assert [spot.words for spot in sheet.dice.spots] == ["bombardment: 4"]
        assert area.verticalScrollBar().value() == 0
        assert combat.focusWidget() is sheet.close_button


def test_enter_gives_what_the_prompter_handed_over(hand: Hand, combat: CombatWindow) -> None:
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
    assert not combat.isVisible()
    combat.decided.connect(hand.game.controller.give)  # as the game expects it


def test_the_ground_is_the_boards_and_goes_with_the_game(hand: Hand, combat: CombatWindow) -> None:
    combat.ask(hand.game.controller.view, sheet_of(ASSAULT))
    cut = combat.sheet.cut
    drawn = cut.grab().toImage()
    cut.set_map(None)
    assert cut.grab().toImage() != drawn
    cut.set_map(hand.board.board.map)
    assert cut.grab().toImage() == drawn
    cut.linkActivated.emit("hex:1505")
    assert hand.game.table.hex == "1505"

    hand.window.close_game()
    assert not combat.isVisible()
    hand.qtbot.wait(1)
    assert not isValid(combat)
    assert hand.window.findChild(CombatWindow) is None


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
