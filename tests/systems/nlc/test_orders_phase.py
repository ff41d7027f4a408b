"""The Orders Phase as a whole: its steps, who is asked when, and what stays secret (N12.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import CHANCE, Table
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    OrderDelivered,
    OrderDispatched,
    PadClosed,
    PadEvent,
    WritingBegan,
)
from hexwar.systems.nlc.events.turn import DieRolled, PhaseBegan
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.phase import delivery, orders, orders_phase, sending
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder, Paper
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Box, Phase, Writing
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play
from tests.systems.nlc.staffs import line, on_its_way, order, put, staff


def begun(state: GameState, step: Writing = Writing.DELIVERY) -> GameState:
    """The same position at the start of a step."""
    WritingBegan(step).apply(state)
    return state


async def whole_phase(table: Table[GameState]) -> None:
    """The procedures of the phase one after the other, as the kernel calls them."""
    while table.state.phase is Phase.ORDERS:
        await sequence(table)


def paper(to: str, text: str) -> Paper:
    return Paper(line(to), order(text))


def whole(state: GameState, dice: Sequence[int] = (), written: Sequence[Any] = ()) -> Played[None]:
    """The whole phase: what is written, and nothing else is wanted."""
    return play(begun(state), whole_phase, dice, {IssueOrder: written})


@pytest.mark.rule("N12.9")
def test_the_phase_goes_through_its_steps_and_ends() -> None:
    played = whole(staff())
    assert [event.step for event in played.of(WritingBegan)] == [
        Writing.COMPLIANCE,
        Writing.LOCAL,
        Writing.ORDERS,
        Writing.SENDING,
    ]
    assert played.events[-1] == PhaseBegan(Phase.INITIAL)


@pytest.mark.rule("N12.9")
def test_the_card_phase_opens_the_pad_at_its_first_step() -> None:
    state = begun(staff(), Writing.SENDING)
    state.phase = Phase.CARDS
    played = play(state, sequence)
    assert played.story[:2] == ["PhaseBegan", "WritingBegan"]
    assert (played.state.phase, played.state.pad.writing) == (Phase.ORDERS, Writing.DELIVERY)


@pytest.mark.rule("N4.8")
def test_one_side_is_asked_everything_of_a_step_before_the_other() -> None:
    papers = [paper("FI", "march 0902"), paper("FII", "march 0902"), None, None]
    played = whole(staff(), [1, 1], written=papers)
    for kind in (TryLocalDecision, IssueOrder):
        sides = [question.side for question in played.questions(kind)]
        assert sides == sorted(sides, reverse=True)
        assert set(sides) == {FRENCH, ALLIED}
    closed = [event.side for event in played.of(PadClosed)]
    assert closed == [FRENCH, ALLIED, FRENCH, ALLIED]


@pytest.mark.rule("N4.8")
def test_no_die_falls_before_both_sides_have_written() -> None:
    papers = [paper("FI", "march 0902"), None, paper("AI", "march 2402"), None]
    played = whole(staff(), [1, 1], written=papers)
    asked = [question for question, _ in played.asked]
    last = max(place for place, one in enumerate(asked) if isinstance(one, IssueOrder))
    assert [one.side for one in asked[last + 1 :] if one.side == CHANCE] == [CHANCE] * 2
    assert all(one.side != CHANCE for one in asked[:last])


@pytest.mark.rule("N12.9")
def test_an_order_that_arrives_at_once_is_delivered_and_rolled_for_in_this_phase() -> None:
    played = whole(staff(), [1], written=[paper("FI", "march 0902"), None, None])
    assert [event.line for event in played.of(OrderDelivered)] == ["FI"]
    assert played.state.pad.lines[line("FI")].steps == order("march 0902")
    assert played.state.pad.addressed == ("FI",)


@pytest.mark.rule("N12.9")
def test_an_order_that_rides_longer_is_delivered_first_thing_on_its_turn() -> None:
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    state = whole(staff(*far), written=[paper("FI", "march 0902"), None, None]).state
    assert state.pad.dispatches[line("FI")].due == 2
    state.turn, state.phase = 2, Phase.ORDERS
    later = play(begun(state), whole_phase, [1])
    assert later.story.index("ComplianceRolled") < later.story.index("LocalDecisionWanted")
    assert later.state.pad.lines[line("FI")].since == 2


@pytest.mark.rule("N12.9")
def test_a_courier_who_is_not_due_delivers_nothing() -> None:
    state = begun(on_its_way(staff(), "FI", "march 0902", sent=1, due=3))
    state.turn = 2
    assert play(state, delivery).of(OrderDelivered) == []
    state.turn = 3
    assert [event.line for event in play(state, delivery).of(OrderDelivered)] == ["FI"]


@pytest.mark.rule("N12.5")
def test_a_waiting_order_is_rolled_for_again_but_not_delivered_again() -> None:
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=1, waited=1)
    state.turn = 2
    played = whole(state, [4])
    assert played.of(OrderDelivered) == []
    [event] = played.of(ComplianceRolled)
    assert (event.column, event.result) == (3, "C")


@pytest.mark.rule("N12.91")
def test_who_has_rolled_this_turn_does_not_roll_for_an_order_written_after_it() -> None:
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=2)
    state.turn = 2
    played = whole(state, [6], written=[paper("FII", "attack 2602"), None, None])
    assert [event.die for event in played.of(ComplianceRolled)] == [6]
    waiting = played.state.pad.dispatches[line("FII")]
    assert (waiting.steps, waiting.due, waiting.waited) == (order("attack 2602"), 2, 0)
    state = played.state
    state.turn = 3
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, complied=())
    assert [event.die for event in whole(state, [1]).of(ComplianceRolled)] == [1]


@pytest.mark.rule("N12.41")
def test_an_order_for_whom_nobody_is_left_is_void() -> None:
    state = on_its_way(staff("F1 infantry 6-3 uar"), "FI", "march 0902", sent=1, due=2)
    state = begun(put(state, "FL", box=Box.CAPTURED))
    state.turn = 2
    played = play(state, delivery)
    assert played.story == ["OrderDropped", "WritingBegan"]
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N12.41")
def test_the_wait_ends_with_the_recipient_too() -> None:
    state = on_its_way(staff("F1 infantry 6-3 uar"), "FI", "march 0902", due=1, waited=1)
    state = begun(put(state, "FL", box=Box.CAPTURED))
    state.turn = 2
    assert play(state, delivery).state.pad.dispatches == {}


@pytest.mark.rule("N12.9")
def test_after_the_orders_come_divisional_orders_and_the_wings_duty() -> None:
    state = begun(staff(orders="FW: attack 2602", wings="FI FII"), Writing.ORDERS)
    state.turn = 2
    played = play(state, orders, answers={IssueOrder: [None]})
    asked = [type(question) for question, _ in played.asked]
    assert asked == [IssueOrder, IssueDivisionalOrder, CompleteWcDuty]
    assert played.state.pad.served == (FRENCH,)
    assert len(played.of(OrderDispatched)) == 1


def test_each_order_is_a_procedure_of_its_own() -> None:
    state = begun(staff(), Writing.ORDERS)
    played = play(state, orders_phase, answers={IssueOrder: [paper("FI", "march 0902")]})
    assert played.story == ["OrderDispatched"]
    assert played.state.pad.served == ()


@pytest.mark.rule("N12.9")
def test_only_orders_of_this_turn_are_delivered_by_the_last_step() -> None:
    state = on_its_way(staff(), "FI", "march 0902", sent=1, due=2, waited=1)
    state = begun(on_its_way(state, "FII", "march 0902", sent=2, due=2), Writing.SENDING)
    state.turn = 2
    state.pad = replace(state.pad, complied=(line("FI"),))
    played = play(state, sending, [1])
    assert [event.line for event in played.of(OrderDelivered)] == ["FII"]


@pytest.mark.rule("N3.4")
def test_nothing_of_a_sides_orders_is_seen_by_the_other() -> None:
    papers = [paper("FI", "march 0902"), paper("FII", "attack 2602"), None, None]
    played = whole(staff(), [6, 6], written=papers)
    assert not played.of(DieRolled)
    public = (PadClosed, PhaseBegan, WritingBegan)
    secret = [event for event in played.events if not isinstance(event, public)]
    assert {"OrderDispatched", "OrderDelivered", "ComplianceRolled"} < {
        type(event).__name__ for event in secret
    }
    for event in secret:
        assert isinstance(event, PadEvent)
        assert [side for side in (FRENCH, ALLIED) if event.is_known_to(side)] == [event.side]


@pytest.mark.rule("N3.4")
def test_the_other_sides_view_holds_no_order_and_no_courier() -> None:
    papers = [paper("FI", "march 0902"), None, None]
    played = whole(staff(), [6], written=papers)
    seen = view(played.state, ALLIED)
    assert [one.steps for name, one in seen.pad.lines.items() if name.startswith("F")] == [()] * 4
    assert seen.pad.dispatches == {}
    assert (seen.pad.issued, seen.pad.addressed, seen.pad.complied) == ({}, (), ())
    own = view(played.state, FRENCH)
    assert own.pad.dispatches[line("FI")].steps == order("march 0902")
