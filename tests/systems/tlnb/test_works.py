"""Spans that are broken and mended, and improved positions (T7.6, T21)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex, hexside
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.works import (
    Act,
    BuildPosition,
    Work,
    building_sites,
    repair_number,
    span_works,
)
from hexwar.systems.tlnb.state import Marks, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Played, play, position, units

SIDE = hexside(Hex("0304"), Hex("0404"))
BREAK, MEND = Work(Act.DAMAGE, SIDE), Work(Act.REPAIR, SIDE)


def at(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, step=Step.MOVEMENT, **{"bridges": ["0304-0404"], **more})


def works(state: TlnbState, who: str = "F1") -> tuple[Work, ...]:
    return span_works(state, UnitId(who))


def done(state: TlnbState, work: Work, *dice: int) -> Played:
    answer = March((Hex("0304"),), work=work)
    return play(state, movement_segment, dice, {MoveUnits: [units("F1")], ChoosePath: [answer]})


@pytest.mark.rule("T7.62")
def test_infantry_breaks_a_bridge_and_any_arm_a_trestle() -> None:
    assert works(at("F1 infantry 4-3 0304")) == (BREAK,)
    assert works(at("F1 light 4-3 0304")) == ()
    trestle = {"bridges": [], "trestles": ["0304-0404"]}
    assert works(at("F1 light 4-3 0304", **trestle)) == (BREAK,)


@pytest.mark.rule("T7.62", "T7.67")
def test_a_broken_bridge_costs_two_mp_and_is_tried_once() -> None:
    played = done(at("F1 infantry 4-3 0304"), BREAK)
    assert played.state.spans.damaged == {SIDE}
    assert played.state.units[UnitId("F1")].spent == 4
    assert works(played.state) == ()


@pytest.mark.rule("T7.62", "T6.9", "T8.8")
def test_who_breaks_nothing() -> None:
    assert works(at("F1 infantry 4-3 0304", "A1 infantry 4-3 0305")) == ()
    assert works(at("F1 infantry 4-3 0304", command="")) == ()
    assert works(at("F1 infantry 4-3 0304", allowances=(1, 1))) == ()


@pytest.mark.rule("T7.64")
@each("enemy number", ("", 4), ("A1 infantry 4-3 0305", 3), ("A1 infantry 4-3 0404", 2))
def test_how_well_a_span_is_mended(enemy: str, number: int) -> None:
    lines = ["F1 infantry 4-3 0304", *([enemy] if enemy else [])]
    state = at(*lines, damaged=["0304-0404"])
    assert repair_number(state, FRENCH, SIDE) == number
    assert works(state) == (MEND,)
    assert done(state, MEND, number).state.spans.damaged == frozenset()
    assert done(state, MEND, number + 1).state.spans.damaged == {SIDE}


# -- improved positions


@pytest.mark.rule("T21.1", "T21.4")
def test_two_rested_battalions_or_one_strong_one_dig_in() -> None:
    assert building_sites(at("F1 infantry 3-3 0304", "F2 infantry 3-3 0304"), FRENCH) == ("0304",)
    assert building_sites(at("F1 infantry 6-3 0304"), FRENCH) == ("0304",)
    assert building_sites(at("F1 infantry 5-3 0304"), FRENCH) == ()
    tired = at("F1 infantry 6-3 0304")
    tired.marks = Marks(stirred_before=frozenset(units("F1")))
    assert building_sites(tired, FRENCH) == ()


@pytest.mark.rule("T21.2")
@each("more", {"weather": "frost"}, {"kind": TurnKind.NIGHT_PM}, {"positions": ["0304"]})
def test_where_nobody_digs(more: dict[str, Any]) -> None:
    assert building_sites(at("F1 infantry 6-3 0304", **more), FRENCH) == ()


@pytest.mark.rule("T21.1", "T21.3", "T10.6")
@each("die is_built", (1, True), (2, False))
def test_a_one_builds_a_position_that_halves_attackers(die: int, is_built: bool) -> None:
    state = at("F1 infantry 6-3 0304", "A1 infantry 6-3 0702")
    played = play(state, movement_segment, [die], {MoveUnits: [None], BuildPosition: [Hex("0304")]})
    assert (Hex("0304") in played.state.positions) is is_built
    held = position(OPEN, "F1 infantry 6-3 0304", "A1 infantry 6-3 0404", positions=["0404"])
    assert odds_of(held, units("F1"), Hex("0404")).attack == 3
