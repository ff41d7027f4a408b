"""What each event of the order pad changes: cases for the test of all events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import leaders, orders, turn
from hexwar.systems.nlc.orders import Dispatch, Line, LineId
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Leader, Writing
from tests.systems.nlc import chapters
from tests.systems.nlc.orders import put_orders, steps
from tests.systems.nlc.positions import ALLIED, FRENCH, unit, units

FI, FII, AI = LineId("FI"), LineId("FII"), LineId("AI")
FIRST, SECOND = LineId("FI/1st"), LineId("FI/2nd")
F8, F9 = LeaderId("F8"), LeaderId("F9")
HELD = "FI: march 0505, attack 0707; FII: defend 0202; FI/1st: fall back 0101; AI: probe 0101"
RIDING = Dispatch(steps("march 0303"), F9, 0, 1)
NEW = steps("attack 0404")


def put_pad(state: GameState) -> None:
    """A pad in mid-phase: a detached division, a courier, a wish, and who did what."""
    put_orders(state, HELD)
    state.pad = replace(
        state.pad,
        dispatches={FII: RIDING},
        wanted={FI: NEW},
        issued={F9: 1},
        wings={FormationId("FII"): FormationId("FHQ")},
        addressed=(AI,),
        complied=(AI,),
        asked=(AI,),
        served=(ALLIED,),
        writing=Writing.LOCAL,
    )
    state.chits = replace(state.chits, initiatives=(FRENCH, ALLIED))
    state.losses = replace(state.losses, lost_leaders={F9: 0})


def with_fields(**marks: Any) -> Callable[[GameState], GameState]:
    """The table with other fields of the state itself."""
    return lambda state: chapters.changed(state, **marks)


def with_entry(name: str, key: str, value: Any) -> Callable[[GameState], GameState]:
    """The table with another entry in one of the dicts of the state."""
    return lambda state: chapters.changed(
        state, **{name: {**chapters.field_of(state, name), key: value}}
    )


def without(name: str, *keys: str) -> Callable[[GameState], GameState]:
    """The table without entries of one of the dicts of the state."""

    def change(state: GameState) -> GameState:
        kept = chapters.field_of(state, name).items()
        left = {key: value for key, value in kept if key not in keys}
        return chapters.changed(state, **{name: left})

    return change


def and_then(*changes: Callable[[GameState], GameState]) -> Callable[[GameState], GameState]:
    def change(state: GameState) -> GameState:
        for one in changes:
            state = one(state)
        return state

    return change


def replaced(state: GameState) -> GameState:
    """The table with a second commander in the place of F9."""
    state.put_leader(Leader(F9, hex=Hex("0102"), successor=1))
    return without("lost_leaders", F9)(state)


CASES: list[tuple[Event, Callable[[GameState], GameState]]] = [
    (
        orders.WritingBegan(Writing.ORDERS),
        with_fields(writing=Writing.ORDERS, served=(), asked=()),
    ),
    (orders.PadClosed(FRENCH), with_fields(served=(ALLIED, FRENCH))),
    (
        orders.OrderDispatched(FRENCH, FI, NEW, F9, 3, FormationId("FHQ")),
        and_then(
            with_entry("dispatches", FI, Dispatch(NEW, F9, 1, 3, wing=FormationId("FHQ"))),
            with_entry("issued", F9, 2),
        ),
    ),
    (
        orders.OrderDispatched(FRENCH, FII, NEW, F8, 1),  # one on its way is overtaken
        and_then(
            with_entry("dispatches", FII, Dispatch(NEW, F8, 1, 1)),
            with_entry("issued", F8, 1),
        ),
    ),
    (orders.OrderDelivered(FRENCH, FII), with_fields(addressed=(AI, FII))),
    (orders.ComplianceRolled(FRENCH, FII, 2, 3, "C"), with_fields(complied=(AI, FII))),
    (orders.ComplianceRolled(FRENCH, FII, 2, 6, "X"), with_fields(complied=(AI, FII))),
    (
        orders.ComplianceRolled(FRENCH, FII, 2, 5, "D"),
        and_then(
            with_fields(complied=(AI, FII)),
            with_entry("dispatches", FII, replace(RIDING, waited=1)),
        ),
    ),
    (
        orders.OrderInForce(FRENCH, FII, NEW),
        and_then(
            with_entry("lines", FII, Line(NEW, since=1)),
            without("dispatches", FII),
        ),
    ),
    (
        orders.OrderInForce(FRENCH, FII, NEW, bad_until=4),  # a Bad Move stops no courier
        with_entry("lines", FII, Line(NEW, since=1, bad_until=4)),
    ),
    (
        orders.OrderInForce(FRENCH, FIRST, NEW),  # a division stays detached
        with_entry("lines", FIRST, Line(NEW, since=1, units=units("F1"))),
    ),
    (orders.OrderLost(FRENCH, FII), without("dispatches", FII)),
    (orders.OrderDropped(FRENCH, FII), without("dispatches", FII)),
    (
        orders.OrderStepChanged(FRENCH, FI, steps("attack 0707"), "0505 is reached"),
        with_entry("lines", FI, Line(steps("attack 0707"), stepped=1)),
    ),
    (
        orders.LocalDecisionWanted(FRENCH, FII, NEW),
        and_then(with_fields(asked=(AI, FII)), with_entry("wanted", FII, NEW)),
    ),
    (orders.LocalDecisionWanted(FRENCH, FII, ()), with_fields(asked=(AI, FII))),
    (orders.LocalDecisionRolled(FRENCH, FI, 1, 2, "OK"), without("wanted", FI)),
    (orders.BadMoveTaken(FRENCH, FI, 4), with_fields(misled=(FI,))),
    (
        orders.DivisionDetached(FRENCH, SECOND, units("F2"), NEW, F9),
        and_then(
            with_entry("lines", SECOND, Line(NEW, since=1, units=units("F2"))),
            with_entry("detached", "F2", SECOND),
            with_entry("issued", F9, 2),
        ),
    ),
    (
        orders.DivisionDetached(FRENCH, SECOND, units("F2"), NEW),
        and_then(
            with_entry("lines", SECOND, Line(NEW, since=1, units=units("F2"))),
            with_entry("detached", "F2", SECOND),
        ),
    ),
    (
        orders.DivisionRejoined(FRENCH, FIRST),
        and_then(without("lines", FIRST), without("detached", "F1")),
    ),
    (
        orders.FormationAssigned(FRENCH, FormationId("FI"), FormationId("FHQ")),
        with_entry("wings", "FI", FormationId("FHQ")),
    ),
    (orders.FormationAssigned(FRENCH, FormationId("FII"), None), without("wings", "FII")),
    (
        orders.CommandMarked(units("F2")),
        lambda state: replace(
            state,
            activation=replace(_activation(state), out_of_command=(unit("F2"),)),
        ),
    ),
    (orders.DutyWaived(FRENCH, FormationId("FI"), "Nobody can come nearer."), with_fields()),
    (
        turn.InitialRolled(((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 6), (ALLIED, 5)), FRENCH),
        with_fields(initiatives=(FRENCH,)),
    ),
    (
        turn.InitialRolled(((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 5), (ALLIED, 5)), None),
        with_fields(initiatives=()),
    ),
    (turn.InitialGranted(FRENCH, FormationId("FI")), with_fields(initiatives=(ALLIED,))),
    (turn.InitialGranted(ALLIED, None), with_fields(initiatives=(FRENCH,))),
    (turn.CoordinationRolled(FRENCH, 2, 4, has_action=True), with_fields()),
    (leaders.LeaderReplaced(F9, Hex("0102")), replaced),
]


def _activation(state: GameState) -> Any:
    assert state.activation is not None
    return state.activation
