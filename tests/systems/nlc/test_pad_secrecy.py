"""Whose order pad can be read by whom (N12.93, N27.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Table
from hexwar.systems.nlc.events.orders import ComplianceRolled, OrderDispatched, OrderInForce
from hexwar.systems.nlc.events.turn import PhaseBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.orders.writing import Paper, send
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Phase
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position

FI, AI = LineId("FI"), LineId("AI")


def two_pads() -> GameState:
    """Each side has an order in force; a French courier is about to ride."""
    return position(
        OPEN,
        "F1 infantry 6-3 0101",
        "F2 infantry 6-3 0102",
        "FL leader 0101",
        "FO overall 0104 of:FH",
        "FQ hq 0104 of:FH",
        "A1 infantry 6-3 0707",
        orders="FI: march 0303, attack 0505; AI: defend 0707",
    )


@pytest.mark.rule("N12.93")
def test_an_order_in_force_is_read_again_and_not_edited() -> None:
    """A new order on its way changes nothing in the one that is in force."""
    table = Table(two_pads())
    held = table.state.pad.lines[FI]
    paper = Paper(FI, steps("defend 0101"))
    send(table, LeaderId("FO"), FI, paper.steps)
    assert view(table.state, FRENCH).pad.lines[FI] == held == Line(steps("march 0303, attack 0505"))
    assert view(table.state, FRENCH).pad.dispatches[FI].steps == paper.steps


@pytest.mark.rule("N27.7", "N3.4")
def test_a_side_never_sees_the_pad_and_the_cup_of_the_other() -> None:
    table = Table(two_pads())
    send(table, LeaderId("FO"), FI, steps("defend 0101"))
    state = table.state
    state.pad = replace(state.pad, wanted={**state.pad.wanted, FI: steps("probe 0505")})
    state.chits = replace(
        state.chits, cups={**state.chits.cups, FRENCH: (FormationId("FI"), FormationId("FH"))}
    )
    seen = view(state, ALLIED)
    assert seen.pad.lines == {FI: Line(()), LineId("FH"): Line(()), AI: state.pad.lines[AI]}
    assert (seen.pad.dispatches, seen.pad.wanted, seen.pad.issued) == ({}, {}, {})
    assert set(seen.chits.cups[FRENCH]) == {"?"}
    assert len(seen.chits.cups[FRENCH]) == 2


@pytest.mark.rule("N27.7", "N3.4")
def test_what_happens_on_a_pad_is_known_to_its_side_alone() -> None:
    order = steps("attack 0505")
    secret = (
        OrderDispatched(FRENCH, FI, order, LeaderId("FO"), due=2),
        ComplianceRolled(FRENCH, FI, column=3, die=5, result="D"),
        OrderInForce(FRENCH, FI, order),
    )
    assert [event.is_known_to(FRENCH) for event in secret] == [True] * 3
    assert [event.is_known_to(ALLIED) for event in secret] == [False] * 3
    assert PhaseBegan(Phase.ORDERS).is_known_to(ALLIED)
