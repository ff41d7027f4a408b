"""The older sequence of play, in which leaders ride among the units (T2.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.options import FLAGS
from hexwar.systems.tlnb.rules.command.command import led_by
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove
from hexwar.systems.tlnb.rules.losses.recovery import recovery_segment
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    leaders_free,
    movement_segment,
)
from hexwar.systems.tlnb.rules.turn.steps import is_played
from hexwar.systems.tlnb.state import Command, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, play, position, units

FL = LeaderId("FL")


def at(*lines: str, year: str = "2010", **more: Any) -> TlnbState:
    return position(OPEN, *lines, **{"step": Step.MOVEMENT, "flags": {"sequence": year}, **more})


def ride(text: str) -> LeaderMove:
    return LeaderMove(FL, tuple(Hex(word) for word in text.split()))


@pytest.mark.rule("T2.6")
def test_the_older_sequence_has_no_segment_of_leaders() -> None:
    assert FLAGS["sequence"] == ("2022", "2010")
    assert not is_played(at(), Step.LEADERS)
    assert is_played(at(year="2022"), Step.LEADERS)


@pytest.mark.rule("T2.6", "T5.17")
def test_leaders_ride_in_b2_once_before_between_or_after_units() -> None:
    state = at("FL leader 0304 rating:3", "F1 infantry 4-3 0302", "F2 infantry 4-3 0306")
    ask = MoveUnits(FRENCH)
    assert ride("0304 0303 0302") in ask.options(state)
    path = March((Hex("0306"), Hex("0305")))
    first = play(state, movement_segment, [], {MoveUnits: [units("F2")], ChoosePath: [path]}).state
    done = play(first, movement_segment, [], {MoveUnits: [ride("0304 0303 0302")]})
    assert done.state.leaders[FL].hex == "0302"
    again = ask.refusal(done.state, ride("0302 0303"))
    assert again is not None
    assert again.rule == "T5.2"
    assert ask.refusal(done.state, units("F1")) is None
    late = at("FL leader 0304 rating:3", "F1 infantry 4-3 0302", year="2022")
    assert ask.refusal(late, ride("0304 0303")) is not None


@pytest.mark.rule("T2.6", "T5.15")
def test_a5_measures_from_where_leaders_stood() -> None:
    lines = "FL leader 0101 rating:3", "F1 infantry 4-3 0707"
    state = at(*lines, step=Step.COMMAND)
    assert led_by(state, FL) == frozenset()
    moved = at(*lines, command="")
    done = play(moved, movement_segment, [], {MoveUnits: [ride("0101 0201 0302 0402 0503")]})
    assert UnitId("F1") not in done.state.command.units


@pytest.mark.rule("T2.6", "T5.11")
def test_a_displaced_leader_loses_his_ride_in_b2_and_is_free_after_it() -> None:
    state = at("FL leader 0304 rating:3", "F1 infantry 4-3 0304")
    state.command = replace(state.command, displaced=frozenset({FL}))
    assert MoveUnits(FRENCH).refusal(state, ride("0304 0303")) is not None
    assert leaders_free(state, units("F1")) == ()
    done = play(state, movement_segment, [], {MoveUnits: [None]})
    assert done.state.command.displaced == frozenset()


@pytest.mark.rule("T2.6", "T14.2")
@each("year kind asks", ("2022", "d", True), ("2010", "d", False), ("2010", "m", True))
def test_recovery_is_rolled_in_the_morning_only(year: str, kind: str, asks: bool) -> None:
    kinds = {"d": TurnKind.DAY, "m": TurnKind.NIGHT_AM}
    lines = "FL leader 0304 rating:3", "F1 infantry 4-3 0304", "F2 infantry 4-3 uar"
    state = at(*lines, year=year, step=Step.RECOVERY, kind=kinds[kind], bases=["french:0101"])
    state.deal = replace(state.deal, recovery=True)
    state.command = Command()
    done = play(state, recovery_segment, [6] if asks else [])
    assert bool(done.of("RecoveryRolled")) is asks


@pytest.mark.rule("T5.2")
def test_a_leader_who_has_not_moved_rides_along_with_a_unit() -> None:
    state = at("FL leader 0304 rating:3", "F1 infantry 4-3 0304", year="2022")
    path = March((Hex("0304"), Hex("0303")), leaders=(FL,))
    done = play(state, movement_segment, [], {MoveUnits: [units("F1")], ChoosePath: [path]})
    assert done.state.leaders[FL].hex == "0303"
    assert leaders_free(done.state, units("F1")) == ()
    state.command = replace(state.command, moved=frozenset({FL}))
    refusal = ChoosePath(FRENCH, units("F1")).refusal(state, path)
    assert refusal is not None
    assert refusal.rule == "T5.2"
