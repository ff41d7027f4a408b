"""What each event of arrivals and departures changes, for the test of all events."""

from __future__ import annotations

from dataclasses import replace

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalVaried,
    LeaderExited,
    UnitExited,
)
from hexwar.systems.nlc.events.orders import RetreatAllowed
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.pieces import Box
from tests.model.combats import Change, all_of, with_units
from tests.model.pads import with_fields
from tests.systems.nlc.positions import ALLIED, FRENCH, units

F1, F3 = units("F1 F3")
F10 = LeaderId("F10")
LINES = ("F3 light 3-3 due of:FIV", "F10 leader due of:FIV")
"""A corps that comes when it is called."""
ENTRY, HERE = Hex("0107"), Hex("0101")
DUE = (Arrival(3, ENTRY, (F1,)), Arrival(1, ENTRY, (F1,)))
CALLED = Alternate(FRENCH, 1, ENTRY, (F3,), (), "by road")


def put_schedule(state: GameState) -> None:
    """Two groups are due, and a corps is not in play."""
    state.schedule = replace(state.schedule, arrivals=DUE)
    state.put_unit(replace(state.units[F3], box=Box.RESERVE))
    state.put_leader(replace(state.leaders[F10], box=Box.RESERVE))


def with_leader(leader: LeaderId, box: Box) -> Change:
    """The table with a leader in a box."""

    def change(state: GameState) -> GameState:
        state.put_leader(replace(state.leaders[leader], hex=None, box=box))
        return state

    return change


def varied(group: int, turn: int, shift: int) -> Change:
    """The table with another turn for a group."""
    groups = list(DUE)
    groups[group] = replace(groups[group], turn=turn, shift=shift, rolled=True)
    return with_fields(arrivals=tuple(groups))


CASES: list[tuple[Event, Change]] = [
    (ArrivalVaried(0, 5, -1, 2), varied(0, 5, 2)),
    (ArrivalVaried(1, 1, 0, -2), varied(1, 1, -2)),  # never before the first turn
    (
        AlternateCalled(FRENCH, 1, 3, 2),
        all_of(
            with_units("F3", box=Box.DUE),
            with_leader(F10, Box.DUE),
            with_fields(
                arrivals=(*DUE, Arrival(2, ENTRY, (F3,), (), "by road", rolled=True)),
                called=(CALLED,),
            ),
        ),
    ),
    (
        UnitExited(F1, HERE, supplied=True),
        with_units("F1", hex=None, box=Box.EXITED, column=False, moved=True),
    ),
    (
        UnitExited(F1, HERE, supplied=False),
        all_of(
            with_units("F1", hex=None, box=Box.EXITED, column=False, moved=True),
            with_fields(exited_unsupplied=(F1,)),
        ),
    ),
    (LeaderExited(LeaderId("F8"), HERE), with_leader(LeaderId("F8"), Box.EXITED)),
    (RetreatAllowed(ALLIED), with_fields(retreating=(ALLIED,))),
]
"""Each event with the change that it alone makes."""
