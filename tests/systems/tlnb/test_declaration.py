"""What is named beforehand: bombardments, charges, attacks, or nothing (T10.24)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment, bombardment_segment
from hexwar.systems.tlnb.rules.combat.charge import (
    DeclareCharge,
    PromiseCharge,
    charge_segment,
)
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, combat_segment, end_words
from hexwar.systems.tlnb.rules.combat.declaration import declaration
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal, list_duties
from hexwar.systems.tlnb.state import Blow, Ride, Shot, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Answers, Played, play, position, units

pytestmark = pytest.mark.rule("T10.24")

ALL, NONE = {"declare": "all"}, {"declare": "none"}
GUNS, HORSE, FOOT = "F1 battery 5-3 0302", "F3 heavy 6-4 0504", "A1 infantry 5-3 0304"
SHOT = Shot(units("F1"), Hex("0304"))
RIDE = Ride(units("F3"), Hex("0304"), (Hex("0504"), Hex("0404")))


def at(*lines: str, step: Step = Step.DECLARATION, **more: Any) -> TlnbState:
    return position(OPEN, *lines, step=step, **more)


def kinds(played: Played) -> list[str]:
    """The events by class, without markers."""
    return [type(e).__name__ for e in played.found.events if type(e).__name__ != "SegmentBegan"]


# -- charges: the usual way


def test_bombardments_and_charges_are_named_in_c1_and_attacks_are_not() -> None:
    answers: Answers = {DeclareBombardment: [SHOT], DeclareCharge: [RIDE]}
    done = play(at(GUNS, HORSE, FOOT, "F4 infantry 4-3 0303"), declaration, (), answers)
    assert kinds(done) == ["BombardmentDeclared", "ChargeDeclared"]
    assert done.state.fights.shots == (SHOT,)
    assert done.state.fights.rides == (RIDE,)
    fired = play(done.state, bombardment_segment, [1])
    assert [e.modifiers for e in fired.of("BombardmentResolved")] == [1]


def test_a_charge_whose_target_has_gone_is_dropped() -> None:
    state = at(GUNS, HORSE, FOOT)
    done = play(state, declaration, (), {DeclareBombardment: [SHOT], DeclareCharge: [RIDE]})
    fired = play(done.state, bombardment_segment, [3]).state  # 3 + 1: the infantry goes back
    assert fired.units[UnitId("A1")].hex != "0304"
    fired.step = Step.CHARGE
    assert kinds(play(fired, charge_segment)) == ["ChargeDropped"]


# -- none: each is named when it is made


def test_nothing_is_named_in_c1() -> None:
    state = at(GUNS, HORSE, FOOT, flags=NONE)
    assert kinds(play(state, declaration)) == []


def test_each_bombardment_is_named_when_the_one_before_has_been_seen() -> None:
    lines = GUNS, "F2 horse 4-3 0605", FOOT, "A2 infantry 5-3 0607"
    state = at(*lines, flags=NONE, step=Step.BOMBARDMENT)
    first = play(state, bombardment_segment, [1], {DeclareBombardment: [SHOT]})
    assert kinds(first) == ["BombardmentDeclared", "BombardmentResolved"]
    assert first.state.step is Step.BOMBARDMENT
    other = Shot(units("F2"), Hex("0607"))
    second = play(first.state, bombardment_segment, [1], {DeclareBombardment: [other]})
    assert kinds(second) == ["BombardmentDeclared", "BombardmentResolved"]
    assert play(second.state, bombardment_segment).state.step is Step.CHARGE


@each("answer modifier", (None, 0), (RIDE, 1))
def test_only_a_promised_charge_helps_the_guns(answer: Ride | None, modifier: int) -> None:
    state = at(GUNS, HORSE, FOOT, flags=NONE, step=Step.BOMBARDMENT)
    answers: Answers = {DeclareBombardment: [SHOT], PromiseCharge: [answer]}
    done = play(state, bombardment_segment, [1], answers)
    assert [e.modifiers for e in done.of("BombardmentResolved")] == [modifier]
    assert done.state.fights.rides == (() if answer is None else (RIDE,))


def test_a_promise_binds_while_the_charge_can_be_made() -> None:
    state = at(GUNS, HORSE, FOOT, flags=NONE, step=Step.BOMBARDMENT)
    answers: Answers = {DeclareBombardment: [SHOT], PromiseCharge: [RIDE]}
    stood = play(state, bombardment_segment, [1], answers).state
    stood.step = Step.CHARGE
    ridden = play(stood, charge_segment, [6])
    assert not ridden.questions("DeclareCharge")
    assert "ChargeResolved" in kinds(ridden)
    gone = play(state, bombardment_segment, [3], answers).state
    gone.step = Step.CHARGE
    assert kinds(play(gone, charge_segment)) == ["ChargeDropped"]


def test_a_promise_is_of_a_charge_on_the_bombarded_hex() -> None:
    state = at(GUNS, HORSE, FOOT, "A2 infantry 5-3 0507", flags=NONE, step=Step.BOMBARDMENT)
    asked = PromiseCharge(FRENCH, Hex("0304"))
    options = asked.options(state)
    assert [o.target for o in options if o is not None] == ["0304"]
    assert [c.label for c in asked.choices(state, options)] == ["No promise", "F3"]
    elsewhere = Ride(units("F3"), Hex("0507"), (Hex("0504"), Hex("0505"), Hex("0506")))
    assert DeclareCharge(FRENCH).refusal(state, elsewhere) is None
    refusal = asked.refusal(state, elsewhere)
    assert refusal is not None
    assert refusal.rule == "T10.24"


def test_each_charge_is_named_when_it_is_made() -> None:
    state = at(HORSE, FOOT, flags=NONE, step=Step.CHARGE)
    ridden = play(state, charge_segment, [6], {DeclareCharge: [RIDE]})
    assert kinds(ridden)[:2] == ["ChargeDeclared", "ChargeBegan"]
    assert play(ridden.state, charge_segment).state.step is Step.COMBAT


# -- all: attacks too


FOUR = (
    "F1 infantry 4-3 0403",
    "F2 infantry 4-3 0305",
    "A1 infantry 4-3 0503",
    "A2 infantry 4-3 0404",
)
FREE = {**ALL, "mandatory": "off"}
ON_A1, ON_A2 = Blow(units("F1"), Hex("0503")), Blow(units("F2"), Hex("0404"))


def named(
    *blows: Blow | None, lines: tuple[str, ...] = FOUR, flags: Any = ALL, **more: Any
) -> Played:
    """What was named, with the Combat Segment to come."""
    done = play(at(*lines, flags=flags, **more), declaration, (), {DeclareAttack: list(blows)})
    done.state.step = Step.COMBAT
    return done


def fight(state: TlnbState, dice: tuple[int, ...], *blows: Blow | None) -> Played:
    return play(state, combat_segment, dice, {DeclareAttack: list(blows)})


async def listed(table: Table[TlnbState]) -> None:
    list_duties(table)


def test_duties_are_met_by_what_is_named() -> None:
    done = named(ON_A1, ON_A2)
    assert kinds(done) == ["DutiesListed", "AttackNamed", "AttackNamed"]
    assert done.state.fights.blows == (ON_A1, ON_A2)
    state = play(at(*FOUR, flags=ALL), listed).state
    asked = DeclareAttack(FRENCH)
    assert None not in asked.options(state)
    spoiling = asked.refusal(state, Blow(units("F1"), Hex("0404")))
    assert spoiling is not None
    assert spoiling.rule == "T10.12"


def test_each_unit_and_each_hex_is_named_once() -> None:
    done = named(ON_A1, None, lines=(*FOUR, "F3 infantry 4-3 0304"), flags=FREE).state
    done.step = Step.DECLARATION
    for blow in (Blow(units("F1"), Hex("0404")), Blow(units("F3"), Hex("0503"))):
        assert declaration_refusal(done, blow) is not None
    assert declaration_refusal(done, Blow(units("F2 F3"), Hex("0404"))) is None


def test_who_is_to_charge_is_named_for_no_attack() -> None:
    near = Ride(units("F3"), Hex("0304"), (Hex("0404"),))
    state = at("F3 heavy 6-4 0404", FOOT, flags=ALL)
    done = play(state, declaration, (), {DeclareCharge: [near]})
    assert kinds(done) == ["ChargeDeclared", "DutiesListed"]
    assert not done.state.fights.duty_hexes
    assert not done.state.fights.duty_units
    assert not done.questions("DeclareAttack")


def test_only_what_was_named_is_attacked_and_by_nobody_else() -> None:
    lines = (*FOUR, "F3 infantry 4-3 0304")  # next to A2 too
    state = named(ON_A1, ON_A2, lines=lines, flags=FREE).state
    assert DeclareAttack(FRENCH).options(state) == [None, ON_A2, ON_A1]
    for blow in (Blow(units("F2 F3"), Hex("0404")), Blow(units("F3"), Hex("0404"))):
        refusal = declaration_refusal(state, blow)
        assert refusal is not None
        assert refusal.rule == "T10.24"
    done = fight(state, (1,), ON_A1)
    assert [e.target for e in done.of("AttackDeclared")] == ["0503"]
    assert done.state.fights.blows == (ON_A2,)


def test_an_attack_may_be_dropped_but_not_one_that_is_owed() -> None:
    free = fight(named(ON_A1, ON_A2, flags=FREE).state, (), None)
    assert [e.target for e in free.of("AttackDropped")] == ["0503", "0404"]
    assert free.state.fights.blows == ()
    assert None not in DeclareAttack(FRENCH).options(named(ON_A1, ON_A2).state)


def test_an_attack_that_has_become_impossible_is_dropped() -> None:
    state = named(ON_A1, ON_A2).state
    state.put_unit(replace(state.units[UnitId("A1")], hex=Hex("0703")))
    done = fight(state, (1,), ON_A2)
    assert kinds(done)[:2] == ["AttackDropped", "DutyWaived"]
    assert done.of("AttackDropped")[0].target == "0503"


def test_who_can_attack_no_more_is_left_out() -> None:
    lines = "F1 infantry 4-3 0403", "F2 infantry 4-3 0305", "A2 infantry 4-3 0404"
    state = named(Blow(units("F1 F2"), Hex("0404")), lines=lines).state
    state.put_unit(replace(state.units[UnitId("F1")], hex=Hex("0101")))
    assert DeclareAttack(FRENCH).options(state) == [ON_A2]


@pytest.mark.rule("T22.7")
def test_attacks_at_night_are_named_too() -> None:
    night = {"flags": {**ALL, "night_attack": "on"}, "kind": TurnKind.NIGHT_PM}
    done = named(ON_A1, None, lines=(*FOUR, HORSE, "F5 battery 5-3 0401"), **night)
    assert done.state.fights.blows == (ON_A1,)
    assert not done.questions("DeclareCharge")


def test_the_window_calls_the_end_by_what_ends() -> None:
    state = named(ON_A1, ON_A2, flags=FREE).state
    assert end_words(state) == "End of combat"
    state.step = Step.DECLARATION
    assert end_words(state) == "No other attack"
    assert "name" in DeclareAttack(FRENCH).sentence(state)
