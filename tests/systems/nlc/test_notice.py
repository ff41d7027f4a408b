"""Orders to forces on their way to the map (N5.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.orders import OrderDelivered, OrderDropped, OrderInForce
from hexwar.systems.nlc.orders import Dispatch, LineId, Verb
from hexwar.systems.nlc.rules.orders.pad import hours_between, line_refusal
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    courier,
    paper_refusal,
    recipients,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import LeaderId, OrderStep
from hexwar.table.pieces import Phase, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import FRENCH, OPEN, play, position, units

FI = LineId("FI")
OC = LeaderId("F9")
NIGHT, DAY = TurnKind.NIGHT_AM, TurnKind.DAY
TURNS = (
    TurnCard(1, 31, 16, DAY),
    TurnCard(2, 31, 17, DAY),
    TurnCard(3, 1, 2, NIGHT),
    TurnCard(4, 1, 5, NIGHT),
    TurnCard(5, 1, 6, DAY),
    TurnCard(6, 1, 7, DAY),
    TurnCard(7, 1, 9, DAY),
    TurnCard(8, 1, 11, DAY),
)
"""Two days of a campaign, the last of a month and the first of the next."""


def coming(turn: int, now: int, **more: Any) -> GameState:
    """A corps comes on a turn; its commander in chief is on the map."""
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "F8 leader due",
        "F9 overall 0404 of:FHQ",
        "F7 hq 0404 of:FHQ",
        arrivals=(Arrival(turn, Hex("0401"), units("F1")),),
        turns=TURNS,
        orders="FI: march 0407; FHQ: defend 0404",
        roads=["0401 0402 0403"],
        **more,
    )
    state.turn = now
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    return state


@pytest.mark.rule("N5.8")
@pytest.mark.parametrize(
    ("turn", "now", "is_open"),
    [
        (7, 1, True),
        (7, 4, True),  # 05:00 for 09:00: four hours, and before the first day turn
        (7, 5, False),  # the first day turn itself
        (6, 4, False),  # two hours
        (6, 3, True),  # 02:00 for 07:00
        (2, 1, False),  # the same day
        (8, 5, False),  # five hours, but the first day turn itself
    ],
)
def test_an_order_needs_four_hours_and_must_be_sent_before_the_day_of_arrival_dawns(
    turn: int,
    now: int,
    is_open: bool,
) -> None:
    refusal = line_refusal(coming(turn, now), FRENCH, FI)
    assert (refusal is None) is is_open
    assert refusal is None or refusal.rule == "N5.8"


@pytest.mark.rule("N5.8")
def test_hours_are_counted_over_the_night_and_the_end_of_a_month() -> None:
    battle = coming(7, 1).battle
    assert [hours_between(battle, 1, turn) for turn in range(1, 8)] == [0, 1, 10, 13, 14, 15, 17]


@pytest.mark.rule("N5.8")
def test_the_courier_meets_them_four_hours_later_at_the_latest_when_they_arrive() -> None:
    assert courier(coming(7, 3), OC, FI).due == 5  # 02:00, then 06:00
    assert courier(coming(7, 4), OC, FI).due == 7
    assert courier(coming(6, 2), OC, FI).due == 3
    assert courier(coming(6, 3), OC, FI).due == 5  # the turn before they arrive


@pytest.mark.rule("N5.8")
def test_the_order_is_one_of_those_that_the_commander_may_write() -> None:
    state = coming(7, 3)
    paper = Paper(FI, steps("attack 0404"))
    assert paper_refusal(state, FRENCH, paper) is None
    assert FI in recipients(state, FRENCH)
    assert any(p is not None and p.line == FI for p in IssueOrder(FRENCH).options(state))
    late = coming(7, 5)
    assert FI not in recipients(late, FRENCH)
    refusal = paper_refusal(late, FRENCH, paper)
    assert refusal is not None
    assert refusal.rule == "N5.8"


@pytest.mark.rule("N5.8")
def test_it_is_delivered_and_obeyed_on_their_way() -> None:
    state = coming(7, 5, formations={"FHQ": {"kind": "headquarters"}})
    state.pad = replace(state.pad, writing=Writing.DELIVERY)
    state.pad = replace(
        state.pad, dispatches={**state.pad.dispatches, FI: Dispatch(steps("defend 0404"), OC, 3, 5)}
    )

    played = play(state, orders_phase)
    assert played.of(OrderDelivered) == [OrderDelivered(FRENCH, FI)]
    obeyed = play(played.state, orders_phase, [1])
    assert obeyed.of(OrderInForce) == [OrderInForce(FRENCH, FI, steps("defend 0404"), 0)]


@pytest.mark.rule("N5.8")
def test_an_order_to_nobody_is_void() -> None:
    state = coming(7, 5)
    state.schedule = replace(state.schedule, arrivals=())
    state.pad = replace(state.pad, writing=Writing.DELIVERY)
    state.pad = replace(
        state.pad, dispatches={**state.pad.dispatches, FI: Dispatch(steps("defend 0404"), OC, 3, 5)}
    )
    assert play(state, orders_phase).of(OrderDropped) == [OrderDropped(FRENCH, FI)]


@pytest.mark.rule("N5.8", "N12.16")
def test_an_order_without_objective_means_where_they_enter() -> None:
    state = coming(7, 3)
    answers = {IssueOrder: [Paper(FI, (OrderStep(Verb.DEFEND),)), None]}
    played = play(state, orders_phase, answers={IssueOrder: answers[IssueOrder][:1]})
    assert played.state.pad.dispatches[FI].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)


@pytest.mark.rule("N12.41")
def test_forces_that_never_come_cannot_be_written_to() -> None:
    refusal = line_refusal(coming(9, 1), FRENCH, FI)
    assert refusal is not None
    assert refusal.rule == "N12.41"
