"""What arrival, ground and mode cards change on the table, for the test of all events."""

from __future__ import annotations

from dataclasses import replace

from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival, ArrivalChange
from hexwar.systems.nlc.events.arrivals import AlternateCalled, ArrivalChanged
from hexwar.systems.nlc.events.cards import (
    DirectionRolled,
    LeaderRedeployed,
    UnitRedeployed,
    UnitReplaced,
)
from hexwar.systems.nlc.events.movement import PopulaceActed
from hexwar.systems.nlc.events.orders import OrderReaimed
from hexwar.systems.nlc.orders import Line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.pieces import Box
from hexwar.table.spans import Spans
from tests.model.combats import Change, all_of, with_units
from tests.model.departures import CALLED, DUE, ENTRY, F3, F10, with_leader
from tests.model.pads import FI, NEW, with_entry, with_fields
from tests.systems.nlc.positions import FRENCH, hexes, unit, units

DELAY, COLUMN = CardId("delay"), CardId("road-column")
ALTERNATE = CardId("alternate-reinforcements")
THERE, BEHIND, ELSEWHERE = hexes("0303 0304 0501")
WHOLE, BROKEN, BRIDGED = (
    (Hex("0401"), Hex("0402")),
    (Hex("0601"), Hex("0602")),
    (Hex("0704"), Hex("0705")),
)
LATER = ArrivalChange(DELAY, 1, 5, ENTRY, shift=2, die=4)
AROUND = ArrivalChange(CardId("other-route"), 1, 3, ELSEWHERE)
CALL = ArrivalChange(ALTERNATE, 1, 2, ENTRY, die=3)


def with_spans(damaged: frozenset[tuple[Hex, Hex]]) -> Change:
    """The table with other damaged spans."""
    return with_fields(spans=Spans(damaged, frozenset({BRIDGED})))


def leader_at(leader: str, hex_: Hex) -> Change:
    """The table with a leader in a hex."""

    def change(state: GameState) -> GameState:
        state.put_leader(replace(state.leaders[LeaderId(leader)], hex=hex_))
        return state

    return change


CASES: list[tuple[Event, Change]] = [
    (
        ArrivalChanged(FRENCH, "F1", LATER),
        with_fields(
            arrivals=(
                replace(DUE[0], turn=5, shift=2, history=(LATER,)),
                replace(DUE[1], turn=5, shift=2, history=(LATER,)),
            )
        ),
    ),
    (
        ArrivalChanged(FRENCH, "F1", AROUND, is_shown=False),
        with_fields(
            arrivals=tuple(
                replace(group, turn=3, entry=ELSEWHERE, history=(AROUND,)) for group in DUE
            )
        ),
    ),
    (
        AlternateCalled(FRENCH, 1, 3, 2, ALTERNATE, is_shown=False),
        all_of(
            with_units("F3", box=Box.DUE),
            with_leader(F10, Box.DUE),
            with_fields(
                arrivals=(
                    *DUE,
                    Arrival(2, ENTRY, (F3,), (), "by road", rolled=True, history=(CALL,)),
                ),
                called=(CALLED,),
            ),
        ),
    ),
    (DirectionRolled(units("F1"), 1, "NE", hexes("0101 0201")), with_fields()),
    (
        UnitRedeployed(unit("F1"), COLUMN, THERE, column=True, tail=BEHIND),
        with_units("F1", hex=THERE, column=True, tail=BEHIND),
    ),
    (
        UnitRedeployed(unit("F2"), CardId("formation-scattered"), THERE),
        with_units("F2", hex=THERE, column=False),
    ),
    (LeaderRedeployed(LeaderId("F8"), COLUMN, THERE), leader_at("F8", THERE)),
    (UnitReplaced(unit("A4")), with_units("A4", reduced=False)),
    (
        PopulaceActed(FRENCH, WHOLE, is_damaged=True),
        with_spans(frozenset({WHOLE, BROKEN})),
    ),
    (PopulaceActed(FRENCH, BROKEN, is_damaged=False), with_spans(frozenset())),
    (OrderReaimed(FRENCH, FI, NEW), with_entry("lines", FI, Line(NEW))),
]
"""Each event with the change that it alone makes."""
