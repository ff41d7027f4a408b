"""The watch of combats with cards: the sheet shows the dice as cards have changed them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.panels.combat_window import CombatWatch
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import Assault, RepeatAssault, assault
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.pieces import Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc.battle_cards import acting, face_down
from tests.systems.nlc.hands import holding
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, hexes, play, position, units

TARGET = Hex("0403")


def f1_assaults(table: Any) -> Any:
    return assault(table, FRENCH, Assault(TARGET, units("F1")))


def watched(
    state: GameState,
    flow: Any,
    dice: Sequence[int],
    answers: Answers | None = None,
    side: Side = FRENCH,
) -> tuple[CombatReport, list[FireResolved]]:
    """The sheet of a combat as a side sees it, and the fires that were told."""
    table, watch = state.copy(), CombatWatch()
    done = play(state, flow, dice, answers)
    events: Sequence[Event] = done.events
    for at, event in enumerate(events):
        watch.see(view(table, side), events, at)
        event.apply(table)
    assert watch.fought is not None
    report = watch.fought.report
    assert isinstance(report, CombatReport)
    return report, done.of(FireResolved)


def pips(report: CombatReport) -> tuple[int, int]:
    """What the sheet adds to the attackers' die and to the defenders'."""
    attack, defence = report.attack.modifiers, report.defence.modifiers
    return sum(row[1] for row in attack), sum(row[1] for row in defence)


def fighting(*lines: str, **more: Any) -> GameState:
    foes = ("F1 infantry 5-3 0404", "FL leader 0404 rating:3", "A1 infantry 5-3 0403")
    return position(OPEN, *foes, *lines, active="FI", **more)


@pytest.mark.rule("N8.81", "N23.4")
@pytest.mark.parametrize("side", [FRENCH, ALLIED])
@pytest.mark.parametrize(("die", "told"), [(NeyDie.OWN, (1, 0)), (NeyDie.ENEMY, (0, -1))])
def test_the_sheet_shows_what_ney_is_for(side: Side, die: NeyDie, told: tuple[int, int]) -> None:
    state = face_down(fighting(), "marshal-ney")
    answers: Answers = {ChooseNeyDie: [die]}
    report, fires = watched(state, f1_assaults, [1, 1, 2], answers, side)
    assert pips(report) == told == (fires[0].modifiers, fires[1].modifiers)


@pytest.mark.rule("N8.10", "N23.6", "N8.81", "N23.4")
def test_ney_chooses_anew_in_the_second_round_and_a_last_push_is_shown() -> None:
    state = acting(fighting(orders="FI: attack 0403"), "marshal-ney")
    answers: Answers = {ChooseNeyDie: [NeyDie.ENEMY, NeyDie.OWN], RepeatAssault: [True]}
    report, fires = watched(state, f1_assaults, [2, 1, 2, 1, 1, 1], answers)
    assert pips(report) == (1, 0) == (fires[2].modifiers, fires[3].modifiers)

    state = holding(fighting(), "last-push")
    pushed: Answers = {PlayWindowCard: [CardId("last-push")]}
    report, fires = watched(state, f1_assaults, [1, 1, 2, 1], pushed)
    assert pips(report) == (2, 0) == (fires[0].modifiers, fires[1].modifiers)


@pytest.mark.rule("N10.2", "N10.21")
def test_the_dice_of_a_reaction_that_needs_no_check_stand_apart() -> None:
    lines = ("F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504")
    state = acting(
        position(OPEN, *lines, active="FI", segment=Segment.CHARGE), "counter-charge", side=ALLIED
    )
    declared = Charge(units("F1"), TARGET, hexes("0406 0405 0404 0403"))
    answers: Answers = {ChooseReactionCharge: [Reaction(units("A2"), hexes("0504 0404"))]}
    report, _ = watched(state, lambda t: charge(t, declared), [1, 2], answers)
    assert report.dice == (("chargers, when met", 1), ("those who met them", 2))
