"""The watch of combats: what it lays open, and which dice it puts to it, changed by cards too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.panels.combat_watch import CombatWatch
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import Assault, RepeatAssault, assault
from hexwar.systems.nlc.rules.combat.bombardment import bombard
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge import charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction, react_to_move
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.pieces import Segment
from hexwar.table.reports import BombardmentReport, CombatKind, CombatReport
from tests.systems.nlc.battle_cards import acting, face_down
from tests.systems.nlc.hands import holding
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    hexes,
    play,
    position,
    unit,
    units,
)

TARGET = Hex("0403")
FAR = hexes("0406 0405 0404 0403")


def watched(
    state: GameState, flow: Any, dice: Sequence[int], answers: Answers | None = None
) -> tuple[CombatWatch, list[bool]]:
    """A flow seen from its first event to its last; and at which events the sheet is wanted."""
    return seen(state, play(state.copy(), flow, dice, answers).events)


def seen(state: GameState, events: Sequence[Event]) -> tuple[CombatWatch, list[bool]]:
    table, watch, wanted = state.copy(), CombatWatch(), []
    for at, event in enumerate(events):
        wanted.append(watch.see(table, events, at))
        event.apply(table)
    return watch, wanted


def report_of(watch: CombatWatch) -> Any:
    assert watch.fought is not None
    return watch.fought.report


def fighting(*lines: str, **more: Any) -> GameState:
    return position(OPEN, *lines, active="FI", **more)


LINES = ("F1 infantry 5-3 0404", "FL leader 0404 rating:3", "A1 infantry 5-3 0403")
DECLARED = Assault(TARGET, units("F1"))


def assaulted(dice: Sequence[int], orders: str, **answers: Any) -> tuple[CombatWatch, list[bool]]:
    """The assault of F1 on A1 by an order."""
    state = fighting(*LINES, orders=orders)
    return watched(state, lambda table: assault(table, FRENCH, DECLARED), dice, **answers)


def names(watch: CombatWatch) -> list[str]:
    """Which dice the sheet shows."""
    return [name for name, _ in report_of(watch).dice]


@pytest.mark.rule("N8.3", "N8.8", "N8.32", "N3.4", "N8.10")
def test_an_assault_keeps_its_confidence_and_every_die_of_its_round() -> None:
    watch, wanted = assaulted([2, 1, 1], "FI: probe 0401")
    report = report_of(watch)
    assert isinstance(report, CombatReport)
    assert report.confidence is not None
    assert report.dice == (
        ("Attack Confidence", 2),
        ("attackers' fire", 1),
        ("defenders' fire", 1),
    )
    assert any(wanted)
    assert wanted[:2] == [False, False]  # a passed confidence is not worth a look

    watch.veil(fighting(*LINES, orders="FI: probe 0401"))
    assert report_of(watch).confidence is not None
    watch.veil(fighting(*LINES))  # the order is hidden
    assert report_of(watch).confidence is None
    assert report_of(watch).dice

    failed, wanted = assaulted([6], "FI: probe 0401")
    assert report_of(failed).dice == (("Attack Confidence", 6),)
    assert wanted[-1]

    again: Answers = {RepeatAssault: [True]}
    watch, _ = assaulted([2, 1, 1, 1, 1, 1], "FI: attack 0403", answers=again)
    assert names(watch) == ["Attack Confidence", "attackers' fire", "defenders' fire"]
    assert report_of(watch).dice[1:] == (("attackers' fire", 1), ("defenders' fire", 1))

    state = fighting(*LINES, orders="FI: probe 0401")
    events = play(state.copy(), lambda table: assault(table, FRENCH, DECLARED), [6]).events
    ended = SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)
    watch, wanted = seen(state, [events[0], ended, *events[1:]])
    assert not any(wanted)
    assert watch.fought is None


@pytest.mark.rule("N9.6")
def test_a_bombardment_has_its_die_and_the_target_s_morale() -> None:
    state = fighting("F1 battery 4-3 0405", "A1 infantry 5-3 0403", segment=Segment.BOMBARDMENT)
    declared = Bombardment(TARGET, units("F1"))
    watch, wanted = watched(state, lambda table: bombard(table, FRENCH, declared), [6, 3])
    report = report_of(watch)
    assert isinstance(report, BombardmentReport)
    assert report.dice == (("bombardment", 6), ("target's morale", 3))
    assert wanted[1]


MARCH = ("F1 infantry 4-3 0404", "A1 light 5-3 0402")
RIDE = Reaction(units("A1"), hexes("0402 0403 0404"))
HORSE = ("F1 heavy 6-3 0406", "A1 infantry 4-3 0403")


MEET = Reaction(units("A2"), hexes("0504 0404"))
SQUARE: Answers = {ChooseFormSquare: [True]}


def charged(dice: Sequence[int], *more: str, answers: Answers | None = None) -> CombatWatch:
    """The charge of F1 on A1."""
    state = fighting(*HORSE, *more, segment=Segment.CHARGE)
    declared = Charge(units("F1"), TARGET, FAR)
    return watched(state, lambda table: charge(table, declared), dice, answers)[0]


@pytest.mark.rule("N10.3", "N10.6")
def test_a_charge_on_a_square_shows_the_square_and_both_fires() -> None:
    report = report_of(charged([1, 1, 1, 3], answers=SQUARE))
    assert report.kind is CombatKind.CHARGE
    assert report.square is not None
    assert report.dice == (
        ("square", 1),
        ("attackers' fire", 1),
        ("defenders' fire", 1),
        ("after the charge", 3),
    )
    assert ("against a square", -75, "N10.31") in report.attack.lines[0].percents


@pytest.mark.rule("N10.21", "N10.23", "N10.5")
def test_the_dice_of_a_meeting_stand_apart_and_those_who_won_it_are_laid_open_as_weaker() -> None:
    rider = "A2 light 6-3 0504"
    met = charged([1, 1, 1], rider, answers={ChooseReactionCharge: [MEET]})
    assert report_of(met).dice == (
        ("reaction charge", 1),
        ("chargers, when met", 1),
        ("those who met them", 1),
    )
    # Where the reactors lose heart nobody is met.
    missed = charged([6, 1, 1, 1, 3], rider, answers={ChooseReactionCharge: [MEET], **SQUARE})
    fires = ["attackers' fire", "defenders' fire"]
    assert names(missed) == ["reaction charge", "square", *fires, "after the charge"]

    dice, answers = [1, 5, 1, 6, 6, 1, 1, 3, 3], {ChooseReactionCharge: [MEET], **SQUARE}
    watch = charged(dice, "A2 light 1-1 0504", answers=answers)
    report = report_of(watch)
    assert -25 in [percent for _, percent, _ in report.attack.lines[0].percents]
    assert report.square is not None
    meeting = ["reaction charge", "chargers, when met", "those who met them"]
    assert names(watch)[:4] == [*meeting, "defenders' morale"]


@pytest.mark.rule("N10.22")
def test_a_reaction_charge_on_a_move_is_a_combat_of_its_own() -> None:
    watch, _ = watched(
        fighting(*MARCH, segment=Segment.MOVEMENT),
        lambda table: react_to_move(table, units("F1")),
        [1, 1, 1, 1, 1],
        {ChooseReactionCharge: [RIDE], **SQUARE},
    )
    report = report_of(watch)
    assert report.kind is CombatKind.REACTION
    assert report.attackers == (unit("A1"),)
    assert report.path == hexes("0402 0403 0404")
    assert report.dice == (
        ("reaction charge", 1),
        ("square", 1),
        ("attackers' fire", 1),
        ("defenders' fire", 1),
        ("after the charge", 1),
    )
    assert ("against a square", -75, "N10.31") in report.attack.lines[0].percents


@pytest.mark.rule("N10.25")
@pytest.mark.parametrize(
    ("dice", "is_charge"), [([1, 1, 1, 1, 1], True), ([6], False)], ids=["met", "no heart"]
)
def test_the_move_that_a_reaction_breaks_into_is_no_part(dice: list[int], is_charge: bool) -> None:
    state = fighting(*MARCH, segment=Segment.MOVEMENT)
    answers: Answers = {ChooseReactionCharge: [RIDE], **(SQUARE if is_charge else {})}
    flow = play(state.copy(), lambda table: react_to_move(table, units("F1")), dice, answers)
    later = MoraleRolled(units("F1"), Hex("0404"), 4, 0, 4, 2, -2, passed=True, purpose="retreat")
    watch, wanted = seen(state, [*flow.events, later])
    assert watch.fought is not None
    assert watch.fought.end == len(flow.events)
    assert [die for _, die in watch.fought.report.dice] == dice
    assert any(wanted) is is_charge


def f1_assaults(table: Any) -> Any:
    return assault(table, FRENCH, Assault(TARGET, units("F1")))


def shown_to(
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


def at_grips(*lines: str, **more: Any) -> GameState:
    foes = ("F1 infantry 4-3 0404", "FL leader 0404 rating:3", "A1 infantry 5-3 0403")
    return position(OPEN, *foes, *lines, active="FI", **more)


@pytest.mark.rule("N8.81", "N23.4")
@pytest.mark.parametrize("side", [FRENCH, ALLIED])
@pytest.mark.parametrize(("die", "told"), [(NeyDie.OWN, (1, 0)), (NeyDie.ENEMY, (0, -1))])
def test_the_sheet_shows_what_ney_is_for(side: Side, die: NeyDie, told: tuple[int, int]) -> None:
    state = face_down(at_grips(), "marshal-ney")
    answers: Answers = {ChooseNeyDie: [die]}
    report, fires = shown_to(state, f1_assaults, [1, 1, 1], answers, side)
    assert pips(report) == told == (fires[0].modifiers, fires[1].modifiers)


@pytest.mark.rule("N8.10", "N23.6", "N8.81", "N23.4")
def test_ney_chooses_anew_in_the_second_round_and_a_last_push_is_shown() -> None:
    state = acting(at_grips(orders="FI: attack 0403"), "marshal-ney")
    answers: Answers = {ChooseNeyDie: [NeyDie.ENEMY, NeyDie.OWN], RepeatAssault: [True]}
    report, fires = shown_to(state, f1_assaults, [1, 1, 1, 1, 1, 1], answers)
    assert pips(report) == (1, 0) == (fires[2].modifiers, fires[3].modifiers)

    state = holding(at_grips(), "last-push")
    pushed: Answers = {PlayWindowCard: [CardId("last-push")]}
    report, fires = shown_to(state, f1_assaults, [1, 1, 1, 1], pushed)
    assert pips(report) == (2, 0) == (fires[0].modifiers, fires[1].modifiers)


@pytest.mark.rule("N10.2", "N10.21")
def test_the_dice_of_a_reaction_that_needs_no_check_stand_apart() -> None:
    lines = ("F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504")
    state = acting(
        position(OPEN, *lines, active="FI", segment=Segment.CHARGE), "counter-charge", side=ALLIED
    )
    declared = Charge(units("F1"), TARGET, hexes("0406 0405 0404 0403"))
    answers: Answers = {ChooseReactionCharge: [Reaction(units("A2"), hexes("0504 0404"))]}
    report, _ = shown_to(state, lambda t: charge(t, declared), [1, 1], answers)
    assert report.dice == (("chargers, when met", 1), ("those who met them", 1))
