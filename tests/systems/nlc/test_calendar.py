"""The calendar of reinforcements (N5.8, N5.82, T20.4, T20.5)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.events.arrivals import AlternateCalled
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import FRENCH, OPEN, position, unit, units

TURNS = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 7))
LINES = (
    "F1 infantry 5-3 due",
    "F2 infantry 4-3 due of:FII",
    "F9 overall due of:FHQ",
    "A1 infantry 5-3 0707",
)
FIRST = Arrival(4, Hex("0401"), units("F1"), note="by the great road")
SECOND = Arrival(2, Hex("0101"), units("F2"))
STAFF = Arrival(3, Hex("0401"), (), (FormationId("FHQ"),))


def coming(*groups: Arrival, turn: int = 1, **more: Any) -> GameState:
    state = position(OPEN, *LINES, arrivals=groups, turns=TURNS, trails=["0101 0102"], **more)
    state.turn = turn
    return state


@pytest.mark.rule("N5.8")
def test_groups_are_listed_by_turn_with_who_and_where() -> None:
    entries = calendar(coming(FIRST, SECOND, STAFF))
    assert [(e.turn, e.entry, e.units, e.leaders) for e in entries] == [
        (2, "0101", units("F2"), ()),
        (3, "0401", (), (LeaderId("F9"),)),
        (4, "0401", units("F1"), ()),
    ]
    assert [e.formations for e in entries] == [("FII",), ("FHQ",), ("FI",)]
    assert {e.side for e in entries} == {FRENCH}
    assert {e.coming for e in entries} == {Coming.LATER}
    assert [(e.reason, e.rule) for e in entries] == [("", "")] * 3
    assert entries[2].note == "by the great road"


@pytest.mark.rule("N5.81")
@pytest.mark.parametrize(
    ("turn", "found"), [(1, Coming.LATER), (2, Coming.DUE), (3, Coming.WAITING)]
)
def test_how_far_a_group_has_come(turn: int, found: Coming) -> None:
    (entry,) = calendar(coming(SECOND, turn=turn))
    assert entry.coming is found
    assert entry.rule == ("N5.81" if found is Coming.WAITING else "")


def test_who_has_entered_stays_listed() -> None:
    state = coming(SECOND, turn=3)
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0202"), box=None))
    (entry,) = calendar(state)
    assert (entry.coming, entry.units) == (Coming.ENTERED, units("F2"))
    state = coming(STAFF, turn=3)
    state.put_leader(replace(state.leaders[LeaderId("F9")], hex=Hex("0202"), box=None))
    assert calendar(state)[0].coming is Coming.ENTERED


@pytest.mark.rule("N5.82")
def test_a_closed_entry_hex_is_the_reason() -> None:
    state = coming(replace(SECOND, entry=Hex("0401")), turn=2)
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0401")))
    (entry,) = calendar(state)
    assert (entry.reason, entry.rule) == (
        "Its entry hex is closed: it may enter at 0101.",
        "N5.82",
    )
    state = coming(replace(SECOND, entry=Hex("0701")), turn=2)
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0701")))
    (entry,) = calendar(state)
    assert entry.reason == "Its entry hex is closed, and no other within reach: it waits."


@pytest.mark.rule("T20.4")
def test_the_die_is_the_reason_for_another_turn() -> None:
    late = replace(FIRST, turn=5, shift=1, rolled=True)
    early = replace(SECOND, turn=2, shift=-2, rolled=True)
    on_time = replace(STAFF, rolled=True)
    entries = calendar(coming(late, early, on_time))
    assert [(e.turn, e.listed, e.shift) for e in entries] == [(2, 4, -2), (3, 3, 0), (5, 4, 1)]
    assert [e.reason for e in entries] == [
        "Listed for 15:00, brought forward by the die.",
        "The die brings it on time.",
        "Listed for 15:00, held up by the die or by those before it on its road.",
    ]
    assert {e.rule for e in entries} == {"T20.4"}


@pytest.mark.rule("T20.4")
def test_what_is_still_open_is_said() -> None:
    varied = MappingProxyType({"arrivals": "varied"})
    soon, later = calendar(coming(FIRST, SECOND, options=varied))
    assert soon.reason == ""  # due on turn 2: too early for its die
    assert later.reason == "Not certain yet: a die is thrown for it at 13:00."
    assert later.rule == "T20.4"
    assert calendar(coming(FIRST, turn=2, options=varied))[0].reason == ""  # its die falls now


@pytest.mark.rule("T20.4")
def test_after_the_last_turn_nobody_comes() -> None:
    (entry,) = calendar(coming(replace(FIRST, turn=7, shift=1, rolled=True)))
    assert entry.coming is Coming.NEVER


@pytest.mark.rule("T20.5")
def test_called_alternates_are_listed_with_their_reason() -> None:
    alternate = Alternate(FRENCH, 1, Hex("0101"), units("F2"), (FormationId("FII"),))
    state = coming(FIRST, alternates=(alternate,))
    state.put_unit(replace(state.units[unit("F2")], box=Box.RESERVE))
    AlternateCalled(FRENCH, 1, 3, 3).apply(state)
    called, listed = calendar(state)
    assert (called.turn, called.units, called.rule) == (3, units("F2"), "T20.5")
    assert called.reason == "Alternate forces that were called."
    assert listed.rule == ""
