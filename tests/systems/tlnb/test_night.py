"""Nights: who moves, who fights, what nobody does (T22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.sight import state_sight_limit
from hexwar.ground.zones import zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.combat import AttackFailed, CombatResolved
from hexwar.systems.tlnb.events.turn import SegmentBegan
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.duties import list_duties, unit_refusal
from hexwar.systems.tlnb.rules.combat.odds import has_combined_arms, odds_of
from hexwar.systems.tlnb.rules.command.leaders import rides
from hexwar.systems.tlnb.rules.movement.reach import allowance, quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.works import building_sites, span_works
from hexwar.systems.tlnb.rules.turn.steps import is_played, next_step
from hexwar.systems.tlnb.state import Blow, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import OPEN, Answers, play, position, units

NIGHT = {"kind": TurnKind.NIGHT_PM}
ATTACKS = {"night_attack": "on"}


def night(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, **{"step": Step.MOVEMENT, **NIGHT, **more})


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def cost(state: TlnbState, who: str, path: str) -> int | str:
    found = quote(state, units(who), hexes(path), column=False)
    return found.rule if isinstance(found, Refusal) else found.halves


# -- what is played (T22.1-T22.3, T22.6)


@pytest.mark.rule("T22.1", "T22.2", "T22.3", "T22.6")
@each("attacks", False, True)
def test_at_night_there_are_no_cards_no_guns_no_charges_and_attacks_by_option(
    attacks: bool,
) -> None:
    state = night("F1 infantry 4-3 0101", flags=ATTACKS if attacks else {})
    never = {Step.CARDS, Step.BOMBARDMENT, Step.CHARGE, Step.HIDDEN}
    fights = set() if attacks else {Step.DECLARATION, Step.COMBAT}
    assert {step for step in Step if not is_played(state, step)} == never | fights


@pytest.mark.rule("T22.3")
def test_without_the_option_the_status_segment_follows_the_moves() -> None:
    async def on(table: Any) -> None:
        next_step(table)

    assert play(night("F1 infantry 4-3 0101"), on).of(SegmentBegan)[0].step is Step.STATUS


@pytest.mark.rule("T22.2")
def test_at_night_one_sees_the_next_hex_only() -> None:
    assert state_sight_limit(night("F1 infantry 4-3 0101")) == 1
    assert state_sight_limit(position(OPEN, "F1 infantry 4-3 0101")) == 12


# -- who moves, and where (T22.1, T22.3, T22.6)


@pytest.mark.rule("T22.1", "T22.6")
def test_foot_has_two_mp_horse_three_and_leaders_as_printed() -> None:
    lines = ("F1 infantry 4-3 0101", "F2 light 4-3 0102", "F4 train 0103")
    state = night(*lines, "F8 leader 0104 rating:3", allowances=(4, 6))
    assert [allowance(state, u) for u in units("F1 F2 F4")] == [4, 6, 4]
    far = rides(state, LeaderId("F8"))
    assert max(far.cost.values()) > 6  # half MP


@pytest.mark.rule("T22.3", "T22.6")
@each(
    "path found",
    ("0304 0404", 2),  # two hexes from the officer
    ("0304 0404 0504", "T22.6"),  # three
    ("0304 0303", 2),
)
def test_a_unit_stays_within_two_hexes_of_its_officer(path: str, found: int | str) -> None:
    state = night("F8 leader 0204 rating:3", "F1 infantry 4-3 0304")
    assert cost(state, "F1", path) == found


@pytest.mark.rule("T22.6")
@each("flags found", ({}, "T22.6"), (ATTACKS, 2))
def test_nobody_goes_up_to_the_enemy_unless_nights_allow_attacks(
    flags: dict[str, str], found: int | str
) -> None:
    lines = ("F8 leader 0204 rating:3", "F1 infantry 4-3 0304", "A1 infantry 4-3 0504")
    assert cost(night(*lines, flags=flags), "F1", "0304 0404") == found


@pytest.mark.rule("T22.6", "T8.1")
def test_who_is_in_contact_at_night_may_leave_or_go_along_the_same_enemy() -> None:
    lines = ("F8 leader 0304 rating:3", "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = night(*lines)
    assert not zone(state, state.waiting)
    assert cost(state, "F1", "0304 0204") == 2
    assert cost(state, "F1", "0304 0303") == 2  # next to the same enemy
    by_day = position(OPEN, *lines, step=Step.MOVEMENT)
    assert cost(by_day, "F1", "0304 0204") == "T8.3"


@pytest.mark.rule("T22.6")
def test_trains_and_vedettes_need_no_officer_at_night() -> None:
    lines = ("F2 light 4-4 spread vedettes:1", "F2-v1 vedette 0304", "F4 train 0302")
    state = night(*lines, flags={"hidden": "on"}, roads=["0302 0402 0502"])
    assert cost(state, "F2-v1", "0304 0404 0504 0604") == 6
    assert isinstance(cost(state, "F4", "0302 0402"), int)


# -- works (T22.5)


@pytest.mark.rule("T22.5")
def test_at_night_nobody_digs_in_but_spans_are_worked_at_as_by_day() -> None:
    lines = ("F1 infantry 8-3 0304", "F2 infantry 4-3 0304")
    words: dict[str, Any] = {"streams": ["0304-0404"], "bridges": ["0304-0404"]}
    dark, light = night(*lines, **words), position(OPEN, *lines, step=Step.MOVEMENT, **words)
    assert building_sites(light, light.phasing) == (Hex("0304"),)
    assert building_sites(dark, dark.phasing) == ()
    assert span_works(dark, UnitId("F1")) == span_works(light, UnitId("F1"))
    assert span_works(dark, UnitId("F1"))


# -- attacks at night (T22.3, T22.7)


def fight(*lines: str) -> TlnbState:
    return night(*lines, "A1 infantry 5-3 0404", step=Step.COMBAT, flags=ATTACKS)


@pytest.mark.rule("T22.7", "T22.3")
@each(
    "lines die goes",
    (("F1 infantry 5-3 0304",), 2, True),  # the best unit's initiative less 1
    (("F1 infantry 5-3 0304",), 3, False),
    (("F1 infantry 5-3 0304", "F8 leader 0304 rating:4"), 4, True),  # the officer's
    (("F1 infantry 5-3 0304", "F8 leader 0304 rating:4"), 5, False),
    (("F1 infantry 5-3 0304", "F8 leader 0204 rating:5"), 3, False),  # he is not with them
)
def test_a_night_attack_needs_initiative(lines: tuple[str, ...], die: int, goes: bool) -> None:
    blow = Blow(units("F1"), Hex("0404"))
    state = fight(*lines)
    played = play(state, lambda table: attack(table, blow), [die, *([3] if goes else [])])
    assert bool(played.of(CombatResolved)) is goes
    assert bool(played.of(AttackFailed)) is not goes
    if not goes:  # the units have fought
        assert played.state.units[UnitId("F1")].assaulted
        refusal = unit_refusal(played.state, UnitId("F1"), Hex("0404"))
        assert refusal is not None
        assert refusal.rule == "T10.2"


@pytest.mark.rule("T22.7", "T22.3")
def test_at_night_the_column_is_one_left_guns_count_half_and_arms_do_not_combine() -> None:
    lines = ("F1 infantry 4-3 0304", "F2 battery 4-3 0304", "F3 light 4-3 0303")
    dark = fight(*lines)
    who = units("F1 F2 F3")
    light = position(OPEN, *lines, "A1 infantry 5-3 0404")
    assert has_combined_arms(light, who, Hex("0404"))
    assert not has_combined_arms(dark, who, Hex("0404"))
    odds = odds_of(dark, who, Hex("0404"))
    assert odds.attack == 10  # 4 + 4 and half of 4, against 5: 2:1
    assert [shift.by for shift in odds.shifts] == [-1]
    assert odds.column_name == "1.5:1"
    assert odds_of(light, who, Hex("0404")).column_name == "3:1"  # 12 against 5, and one right


@pytest.mark.rule("T22.7")
def test_there_are_no_duties_at_night() -> None:
    async def listed(table: Any) -> None:
        list_duties(table)

    played = play(fight("F1 infantry 4-3 0304"), listed)
    assert not played.state.fights.duty_units
    assert not played.state.fights.duty_hexes


# -- trains in an enemy zone (T8.7, T19.7)


@pytest.mark.rule("T8.7", "T19.7")
def test_a_train_in_an_enemy_zone_must_leave_while_it_can() -> None:
    lines = ("F4 train 0304", "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = position(OPEN, *lines, step=Step.MOVEMENT)
    options = MoveUnits(state.phasing).options(state)
    assert None not in options
    refusal = MoveUnits(state.phasing).refusal(state, None)
    assert refusal is not None
    assert refusal.rule == "T19.7"
    asked = ChoosePath(state.phasing, units("F4"))
    assert all(len(march.path) > 1 for march in asked.options(state))
    stay = asked.refusal(state, March(hexes("0304")))
    assert stay is not None
    assert stay.rule == "T19.7"
    answers: Answers = {MoveUnits: [units("F4")], ChoosePath: [March(hexes("0304 0204"))]}
    played = play(state, movement_segment, [], answers)
    assert MoveUnits(state.phasing).refusal(played.state, None) is None


@pytest.mark.rule("T8.7", "T19.7")
def test_a_train_that_cannot_leave_binds_nobody() -> None:
    lines = ("F4 train 0304", "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = position(OPEN, *lines, step=Step.MOVEMENT)
    state.units[UnitId("F4")] = replace(state.units[UnitId("F4")], moved=True)
    assert None in MoveUnits(state.phasing).options(state)


@pytest.mark.rule("T8.7")
def test_a_train_never_enters_an_enemy_zone() -> None:
    lines = ("F4 train 0204", "A1 infantry 4-3 0404")
    assert cost(position(OPEN, *lines, step=Step.MOVEMENT), "F4", "0204 0304") == "T8.7"


@pytest.mark.rule("T8.7", "T5.17")
def test_leaders_ride_out_of_an_enemy_zone_freely() -> None:
    lines = ("F8 leader 0304 rating:3", "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = position(OPEN, *lines, step=Step.LEADERS)
    index = state.battle.battlefield.grid.index
    assert rides(state, LeaderId("F8")).cost[index[Hex("0204")]] == 2
