"""The order pad: who orders whom, couriers, the Orders Phase, and who may read it (N12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import CHANCE, Refusal, Roll, Table
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    OrderDispatched,
    OrderInForce,
    PadClosed,
    PadEvent,
    WritingBegan,
)
from hexwar.systems.nlc.events.turn import PhaseBegan
from hexwar.systems.nlc.orders import Line, LineId, Offer, Wish
from hexwar.systems.nlc.rules.orders import pad
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.forms import filled, steps_refusal
from hexwar.systems.nlc.rules.orders.phase import delivery, local, orders, orders_phase, sending
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
    Courier,
    IssueOrder,
    Paper,
    can_ride,
    can_write,
    courier,
    delay,
    papers,
    recipient_refusal,
    recipients,
    send,
    write_order,
)
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.pieces import Box, Phase, Writing
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff, with_leader

# -- the chain of command: who orders whom, how many orders, which wing (N12.11, N12.12, N12.7)


NAMED = {"FW": {"may_order": ("FII",)}}
GONE = ("F1 infantry 6-3 due", "FL leader due")
HORSE = ("F3 light 4-3 0602 of:FIII", "FIIIL leader 0602 of:FIII")
GROUCHY = with_leader(staff(*HORSE), "FWL", special=("grouchy-cavalry-only",))
SAME = "FW: march 1002; FII: march 1002"


def refused(state: GameState, to: str) -> str | None:
    """The rule by which nobody can write to a line, or nothing."""
    found = pad.line_refusal(state, FRENCH, line(to))
    return rule_of(found or pad.giver_refusal(state, pad.giver_of(state, line(to)), line(to)))


def written(state: GameState, name: str, text: str, **more: Any) -> GameState:
    """The same position with another line of the pad."""
    held = Line(order(text), **more)
    return chapters.changed(state, lines={**state.pad.lines, line(name): held})


def issued(state: GameState, giver: str, number: int) -> GameState:
    """The same position once somebody has given some orders."""
    return chapters.changed(state, issued={leader(giver): number})


@pytest.mark.rule("N12.11", "N12.7", "N12.13", "N14.71", "N12.61")
def test_whom_the_overall_commander_and_his_wing_commanders_order() -> None:
    assert pad.lines_under(staff(), leader("FOC")) == ("FHQ", "FW", "FI", "FII")
    assert pad.givers(staff(), FRENCH) == ("FOC", "FWL")
    assert pad.lines_under(staff(), leader("AOC")) == ("AHQ", "AI")
    state = staff(wings="FII")  # a corps of a wing obeys its wing commander alone
    assert pad.giver_of(state, line("FII")) == "FWL"
    assert pad.lines_under(state, leader("FOC")) == ("FHQ", "FW", "FI")
    assert pad.lines_under(state, leader("FWL")) == ("FII",)
    assert pad.superior_of(state, FormationId("FII")) == "FOC"
    assert pad.corps_of(state, FormationId("FW")) == ("FII",)
    assert [pad.troops_under(state, line(name)) for name in ("FW", "FI")] == [("F2",), ("F1",)]
    state = written(staff(), "FI/1", "defend 0302", units=(UnitId("F1"),))
    assert (pad.giver_of(state, line("FI/1")), refused(state, "FI/1")) == ("FL", "N12.13")
    assert "FI/1" not in pad.lines_under(state, leader("FOC"))
    state = put(staff(wings="FII"), "FWL", box=Box.CAPTURED)
    assert pad.giver_of(state, line("FII")) == "FOC"
    assert pad.givers(put(staff(wings="FII"), "FOC", box=Box.DUE), FRENCH) == ("FWL",)
    assert pad.line_refusal(staff(), ALLIED, line("FI")) is not None


@pytest.mark.rule("N12.11")
def test_an_overall_commander_orders_his_own_army_or_whom_a_scenario_lists() -> None:
    for army, giver in (("silesia", "FOC"), ("bohemia", None)):
        state = staff(changes={"FHQ": {"army": "silesia"}, "FI": {"army": army}})
        assert pad.giver_of(state, line("FI")) == giver
        assert refused(state, "FI") == (None if giver else "N12.11")
    state = staff(changes={"FHQ": {"may_order": ("FI",)}, "FI": {"army": "bohemia"}})
    found = [pad.giver_of(state, line(name)) for name in ("FI", "FII", "FHQ")]
    assert found == ["FOC", None, "FOC"]
    # Blücher orders Pahlen but not the other troops of Bohemia
    battle = load_battle("brienne", FILES_ONLY)
    listed = battle.formations[FormationId("CO-HQ")].may_order
    assert "CO-AG" in listed
    assert "CO-4AG" not in listed
    own = [f.id for f in battle.formations.values() if f.army == "silesia" and f.id != "CO-HQ"]
    assert set(own) < set(listed)


@pytest.mark.rule("N12.11", "N12.61", "N12.7", "N14.71", "N12.41")
@each(
    "state to rule",
    case("of the named corps", staff(wings="FI FII", changes=NAMED), "FII", None),
    case("not of the named corps", staff(wings="FI FII", changes=NAMED), "FI", "N12.11"),
    case("without the OC", put(staff(wings="FII"), "FOC", box=Box.DUE), "FI", "N12.61"),
    case("of a wing without the OC", put(staff(wings="FII"), "FOC", box=Box.DUE), "FII", None),
    case(
        "of a wing commander to come", put(staff(wings="FII"), "FWL", box=Box.DUE), "FII", "N12.7"
    ),
    case(
        "of a captured wing commander",
        put(staff(wings="FII"), "FWL", box=Box.CAPTURED),
        "FII",
        None,
    ),
    case(
        "a captured wing commander",
        put(staff(wings="FII"), "FWL", box=Box.CAPTURED),
        "FW",
        "N12.41",
    ),
    case("of the other pad", staff(), "AI", "N12.11"),
    case("of no pad", staff(), "FX", "N12.11"),
    case("fixed by the scenario", staff(orders="FI: support 0802 fixed"), "FI", "N12.11"),
    case("off the map", staff(*GONE), "FI", "N12.41"),
)
def test_to_whom_nobody_can_write(state: GameState, to: str, rule: str | None) -> None:
    assert refused(state, to) == rule


@pytest.mark.rule("N12.12", "N12.43", "N12.53")
def test_how_many_orders_a_giver_has() -> None:
    state, oc = staff(), leader("FOC")
    assert (pad.capacity(state, oc), pad.capacity(state, leader("FWL"))) == (3, 2)
    assert pad.orders_left(issued(state, "FOC", 2), oc) == 1
    assert pad.capacity_refusal(issued(state, "FOC", 2), oc, None) is None
    found = pad.capacity_refusal(issued(state, "FOC", 3), oc, None)
    assert found == Refusal("FOC gives 3 orders a turn, and has.", "N12.12")
    for hex_, number in (("0102", 3), ("0302", 3), ("0402", 1)):
        assert pad.capacity(put(staff(), "FOC", hex=hex_), leader("FOC")) == number
    state = put(staff(), "FQ", box=Box.DUE)
    assert pad.capacity(state, leader("FOC")) == 1
    assert rule_of(pad.capacity_refusal(issued(state, "FOC", 1), leader("FOC"), None)) == "N12.43"
    split = (("march", 3), ("attack", 3), ("probe", 3), ("other", 1))
    state = with_leader(staff(), "FWL", rating=1, ratings=split)
    verbs = ("march", "attack", "probe", "defend", "reserve")
    assert [pad.capacity(state, leader("FWL"), verb) for verb in verbs] == [3, 3, 3, 1, 1]
    assert pad.most_orders(state, leader("FWL")) == 3
    state = issued(state, "FWL", 1)
    assert [pad.orders_left(state, leader("FWL"), verb) for verb in ("attack", "defend")] == [2, 0]


@pytest.mark.rule("N12.7")
@each(
    "state to wing rule",
    case("into a wing", staff(wings="FII"), "FI", "FW", None),
    case("out of it", staff(wings="FII"), "FII", "FHQ", None),
    case("into it again", staff(wings="FII"), "FII", "FW", "N12.7"),
    case("out of none", staff(wings="FII"), "FI", "FHQ", "N12.7"),
    case("under a corps", staff(), "FI", "FII", "N12.7"),
    case("under an enemy", staff(), "FI", "AHQ", "N12.7"),
    case("under nobody", staff(), "FI", "FX", "N12.7"),
    case("a wing", staff(), "FW", "FW", "N12.7"),
    case("to come", put(staff(), "FWL", box=Box.DUE), "FI", "FW", "N12.7"),
    case("horse of Grouchy", written(GROUCHY, "FIII", "defend 0602"), "FIII", "FW", None),
    case("foot of Grouchy", written(GROUCHY, "FIII", "defend 0602"), "FI", "FW", "N12.7"),
    case("a corps of Sacken", staff(changes=NAMED), "FII", "FW", None),
    case("no corps of Sacken", staff(changes=NAMED), "FI", "FW", "N12.7"),
)
def test_who_is_put_under_whom(state: GameState, to: str, wing: str, rule: str | None) -> None:
    assert rule_of(pad.assignment_refusal(state, line(to), FormationId(wing))) == rule


@pytest.mark.rule("N12.15")
def test_an_assignment_brings_the_order_of_the_wing_and_attached_infantry_no_foot() -> None:
    state = staff(orders="FW: march 1002, probe 1202")
    assert pad.assigned_order(state, line("FI"), FormationId("FW")) == order(
        "march 1002, probe 1202"
    )
    assert pad.assigned_order(state, line("FI"), FormationId("FHQ")) == order("defend 0302")
    state = staff("F3 light 4-3 0602 of:FIII", "F4 infantry 4-3 0602 of:FIII")
    formation = state.battle.formations[FormationId("FIII")]
    assert not pad.is_cavalry_corps(state, formation)
    cards = dict(state.battle.units)
    cards[UnitId("F4")] = replace(cards[UnitId("F4")], attached_from=FormationId("FI"))
    state.battle = replace(state.battle, units=cards)
    assert pad.is_cavalry_corps(state, formation)
    assert not pad.is_cavalry_corps(state, state.battle.formations[FormationId("FW")])


def in_force(state: GameState, to: str, text: str, bad_until: int = 0) -> list[LineId]:
    """Put an order in force and tell which lines have it now."""
    pad.put_in_force(Table(state), line(to), order(text), bad_until)
    return [one for one, held in state.pad.lines.items() if held.steps == order(text)]


@pytest.mark.rule("N12.15", "N12.18", "N12.65", "N12.42")
def test_what_an_order_in_force_does_to_the_corps_of_a_wing_and_to_couriers() -> None:
    for held, wings, lines in (
        ("FW: march 1002, probe 1202; FII: march 1002, probe 1202", "FII", ["FW", "FII"]),
        ("FW: march 1002, probe 1202; FII: probe 1202", "FII", ["FW", "FII"]),
        ("FW: march 1002; FII: march 0902", "FII", ["FW"]),  # it has an order of its own
        (SAME, "", ["FW"]),  # it is of another wing
    ):
        state = staff(orders=held, wings=wings)
        if wings:
            assert pad.follows_wing(state, line("FII"), line("FW")) is ("FII" in lines)
        assert in_force(state, "FW", "defend 0902") == lines
    state = on_its_way(staff(orders=SAME, wings="FII"), "FII", "defend 0502", due=2)
    assert in_force(state, "FW", "defend 0902") == ["FW"]
    assert line("FII") in state.pad.dispatches
    state = on_its_way(staff(orders=SAME, wings="FII"), "FW", "march 1202", due=3)
    in_force(state, "FW", "defend 0402", bad_until=3)
    assert line("FW") in state.pad.dispatches  # it stops no courier
    assert [state.pad.lines[line(name)].bad_until for name in ("FW", "FII")] == [3, 0]
    assert state.pad.lines[line("FII")].step == OrderStep("defend", Hex("0402"))
    state = on_its_way(staff(), "FI", "march 1002", due=3)
    table = Table(state)
    pad.put_in_force(table, line("FI"), order("attack 2602"))
    assert [type(event).__name__ for event in table.events] == ["OrderDropped", "OrderInForce"]
    assert line("FI") not in state.pad.dispatches


# -- whose order pad can be read by whom (N12.93, N27.7)


FI, AI = LineId("FI"), LineId("AI")


def two_pads() -> GameState:
    """Each side has an order in force; a French courier is about to ride."""
    lines = ("F1 infantry 6-3 0101", "F2 infantry 6-3 0102", "FL leader 0101")
    command = ("FO overall 0104 of:FH", "FQ hq 0104 of:FH", "A1 infantry 6-3 0707")
    return position(OPEN, *lines, *command, orders="FI: march 0303, attack 0505; AI: defend 0707")


@pytest.mark.rule("N12.93", "N27.7", "N3.4")
def test_a_side_reads_its_own_pad_and_never_that_or_the_cup_of_the_other() -> None:
    """A new order on its way changes nothing in the one that is in force."""
    table = Table(two_pads())
    held = table.state.pad.lines[FI]
    paper = Paper(FI, steps("defend 0101"))
    send(table, LeaderId("FO"), FI, paper.steps)
    assert view(table.state, FRENCH).pad.lines[FI] == held == Line(steps("march 0303, attack 0505"))
    assert view(table.state, FRENCH).pad.dispatches[FI].steps == paper.steps
    table = Table(two_pads())
    send(table, LeaderId("FO"), FI, steps("defend 0101"))
    state = table.state
    cups = {**state.chits.cups, FRENCH: (FormationId("FI"), FormationId("FH"))}
    chapters.put(state, wanted={FI: steps("probe 0505")}, cups=cups)
    seen = view(state, ALLIED)
    assert seen.pad.lines == {FI: Line(()), LineId("FH"): Line(()), AI: state.pad.lines[AI]}
    assert (seen.pad.dispatches, seen.pad.wanted, seen.pad.issued) == ({}, {}, {})
    assert set(seen.chits.cups[FRENCH]) == {"?"}
    assert len(seen.chits.cups[FRENCH]) == 2
    order = steps("attack 0505")
    secret = (
        OrderDispatched(FRENCH, FI, order, LeaderId("FO"), due=2),
        ComplianceRolled(FRENCH, FI, column=3, die=5, result="D"),
        OrderInForce(FRENCH, FI, order),
    )
    assert [event.is_known_to(FRENCH) for event in secret] == [True] * 3
    assert [event.is_known_to(ALLIED) for event in secret] == [False] * 3
    assert PhaseBegan(Phase.ORDERS).is_known_to(ALLIED)


# -- the Orders Phase as a whole: its steps, who is asked when, and what stays secret (N12.9)


WALL = tuple(f"A{row + 1} infantry 5-3 070{row}" for row in range(1, 5))

LEGAL = (
    "march 0902; march 0902 via 0602 0702, attack 1202, defend; fall back FII; reserve FHQ; "
    "support FII; support 0902; defend; delay; reserve; attack 2602; probe 2602, fall back 0102"
)


def begun(state: GameState, step: Writing = Writing.DELIVERY, turn: int | None = None) -> GameState:
    """The same position at the start of a step."""
    WritingBegan(step).apply(state)
    state.turn = turn or state.turn
    return state


async def whole_phase(table: Table[GameState]) -> None:
    """The procedures of the phase one after the other, as the kernel calls them."""
    while table.state.phase is Phase.ORDERS:
        await sequence(table)


def paper(to: str, text: str) -> Paper:
    return Paper(line(to), order(text))


def papers_of(texts: str) -> list[Paper | None]:
    """Papers from ``FI: march 0902; -``; a stroke is the end of a side's writing."""
    pairs = [text.partition(": ") for text in texts.split("; ")]
    return [paper(to, text) if text else None for to, _, text in pairs]


def whole(state: GameState, dice: Sequence[int] = (), written: str = "") -> Played[None]:
    """The whole phase: what is written, and nothing else is wanted."""
    answers = papers_of(written) if written else []
    return play(begun(state), whole_phase, dice, {"IssueOrder": answers})


@pytest.mark.rule("N12.9", "N4.8")
def test_the_phase_goes_through_its_steps_each_side_whole() -> None:
    played = whole(staff())
    later = [Writing.COMPLIANCE, Writing.ORDERS, Writing.SENDING]
    assert [event.step for event in played.of("WritingBegan")] == later
    assert played.events[-1] == PhaseBegan(Phase.INITIAL)
    state = begun(staff(), Writing.SENDING)  # the Card Phase opens the pad at its first step
    state.phase = Phase.CARDS
    played = play(state, sequence)
    assert played.story[:2] == ["PhaseBegan", "WritingBegan"]
    assert (played.state.phase, played.state.pad.writing) == (Phase.ORDERS, Writing.DELIVERY)
    played = whole(staff(), [1, 1], "FI: march 0902; FII: march 0902; -; -")
    sides = [question.side for question, _ in played.asked if question.side != CHANCE]
    assert sides == sorted(sides, reverse=True)  # each side has one visit
    assert set(sides) == {FRENCH, ALLIED}
    assert {type(question) for question, _ in played.asked} == {IssueOrder, Roll}
    assert [event.side for event in played.of("PadClosed")] == [FRENCH, ALLIED]
    # of a game in which Local Decisions were a step of their own
    assert play(begun(staff(), Writing.LOCAL), local).events == [WritingBegan(Writing.ORDERS)]
    # no die falls before both sides have written
    played = whole(staff(), [1, 1], "FI: march 0902; -; AI: march 2402; -")
    asked = [question for question, _ in played.asked]
    last = max(place for place, one in enumerate(asked) if isinstance(one, IssueOrder))
    assert [one.side for one in asked[last + 1 :] if one.side == CHANCE] == [CHANCE] * 2
    assert all(one.side != CHANCE for one in asked[:last])


@pytest.mark.rule("N12.9")
def test_an_order_is_delivered_and_rolled_for_on_its_turn_first_thing() -> None:
    played = whole(staff(), [1], "FI: march 0902; -; -")
    assert [event.line for event in played.of("OrderDelivered")] == ["FI"]
    assert played.state.pad.lines[line("FI")].steps == order("march 0902")
    assert played.state.pad.addressed == ("FI",)
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    state = whole(staff(*far), written="FI: march 0902; -; -").state
    assert state.pad.dispatches[line("FI")].due == 2
    state.phase = Phase.ORDERS
    tries = [Wish(Offer.LOCAL, line("FII")), None, None]
    state = chapters.changed(begun(state, turn=2), issued={})
    later = play(state, whole_phase, [1], {"IssueOrder": tries})
    assert later.story.index("ComplianceRolled") < later.story.index("LocalDecisionWanted")
    assert later.state.pad.lines[line("FI")].since == 2
    sent = on_its_way(staff(), "FI", "march 0902", sent=1, due=3)
    for turn, lines in ((2, []), (3, ["FI"])):  # who is not due delivers nothing
        found = play(begun(sent, turn=turn), delivery).of("OrderDelivered")
        assert [event.line for event in found] == lines
    state = on_its_way(staff(), "FI", "march 0902", sent=1, due=2, waited=1)
    state = on_its_way(state, "FII", "march 0902", sent=2, due=2)
    chapters.put(state, complied=(line("FI"),))
    played = play(begun(state, Writing.SENDING, 2), sending, [1])
    assert [event.line for event in played.of("OrderDelivered")] == ["FII"]


@pytest.mark.rule("N12.5", "N12.91", "N12.41")
def test_an_order_is_rolled_for_again_but_not_twice_in_a_turn_nor_if_nobody_is_left() -> None:
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=1, waited=1)
    state.turn = 2
    played = whole(state, [4])
    assert played.of("OrderDelivered") == []
    [event] = played.of("ComplianceRolled")
    assert (event.column, event.result) == (3, "C")
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=2)
    state.turn = 2
    played = whole(state, [6], "FII: attack 2602; -; -")
    assert [event.die for event in played.of("ComplianceRolled")] == [6]
    waiting = played.state.pad.dispatches[line("FII")]
    assert (waiting.steps, waiting.due, waiting.waited) == (order("attack 2602"), 2, 0)
    state = chapters.changed(played.state, turn=3, phase=Phase.ORDERS, complied=())
    assert [event.die for event in whole(state, [1]).of("ComplianceRolled")] == [1]
    for due, waited in ((2, 0), (1, 1)):
        state = staff("F1 infantry 6-3 uar")
        state = on_its_way(state, "FI", "march 0902", sent=1, due=due, waited=waited)
        played = play(begun(put(state, "FL", box=Box.CAPTURED), turn=2), delivery)
        assert played.story == ["OrderDropped", "WritingBegan"]
        assert played.state.pad.dispatches == {}


@pytest.mark.rule("N12.9")
def test_beside_the_orders_stand_divisional_ones_and_after_them_the_wings_duty() -> None:
    state = begun(staff(orders="FW: attack 2602", wings="FI FII"), Writing.ORDERS, 2)
    played = play(state, orders, answers={"IssueOrder": [None]})
    asked = [type(question) for question, _ in played.asked]
    assert asked == [IssueOrder, CompleteWcDuty]
    assert played.state.pad.served == (FRENCH,)
    wish = Wish(Offer.DIVISION)
    divided = play(state, orders, answers={"IssueOrder": [wish, None]})
    asked = [type(question) for question, _ in divided.asked]
    assert asked == [IssueOrder, IssueDivisionalOrder, IssueOrder, CompleteWcDuty]
    assert len(played.of("OrderDispatched")) == 1
    # each order is a procedure of its own
    state = begun(staff(), Writing.ORDERS)
    played = play(state, orders_phase, answers={"IssueOrder": [paper("FI", "march 0902")]})
    assert (played.story, played.state.pad.served) == (["OrderDispatched"], ())


@pytest.mark.rule("N3.4")
def test_nothing_of_a_sides_orders_is_seen_by_the_other() -> None:
    played = whole(staff(), [6, 6], "FI: march 0902; FII: attack 2602; -; -")
    assert not played.of("DieRolled")
    public = (PadClosed, PhaseBegan, WritingBegan)
    secret = [event for event in played.events if not isinstance(event, public)]
    names = {type(event).__name__ for event in secret}
    assert {"OrderDispatched", "OrderDelivered", "ComplianceRolled"} <= names
    for event in secret:
        assert isinstance(event, PadEvent)
        assert [side for side in (FRENCH, ALLIED) if event.is_known_to(side)] == [event.side]
    played = whole(staff(), [6], "FI: march 0902; -; -")
    seen, own = (view(played.state, side).pad for side in (ALLIED, FRENCH))
    assert [one.steps for name, one in seen.lines.items() if name.startswith("F")] == [()] * 4
    assert (seen.dispatches, seen.issued, seen.addressed, seen.complied) == ({}, {}, (), ())
    assert own.dispatches[line("FI")].steps == order("march 0902")


def ride(state: GameState, to: str = "FI", giver: str = "FOC") -> Courier:
    return courier(state, leader(giver), line(to))


def corps_in(hex_: str, *more: str, **words: Any) -> GameState:
    """The staffs with I Corps somewhere else."""
    return staff(f"FL leader {hex_} rating:3", f"F1 infantry 6-3 {hex_}", *more, **words)


@pytest.mark.rule("N12.41", "N12.4", "N12.43", "N12.18", "N14.53")
def test_how_long_a_courier_rides_to_whom_and_his_reason() -> None:
    for hex_, halves, due in (("1102", 20, 1), ("1202", 22, 2)):
        found = ride(corps_in(hex_))
        assert (found.halves, found.due) == (halves, due)
        assert (found.path[0], found.path[-1]) == ("0102", hex_)
        # without him the courier seeks the senior unit
        assert ride(put(corps_in(hex_), "FL", box=Box.CAPTURED)).path[-1] == hex_
    rides = (0, 20, 21, 32, 40, 41, 60, 61)
    assert [delay(staff(), half) for half in rides] == [0, 0, 1, 1, 1, 2, 2, 3]
    road = " ".join(f"{column:02d}02" for column in range(1, 22))
    found = ride(corps_in("2102", roads=[road]))
    assert (found.halves, found.due) == (20, 1)
    assert found.reason == "10 hexes by road. Delivered this turn."
    far = corps_in("1202")
    assert ride(far).reason == "11 hexes. Delivered at 13:00."
    assert ride(chapters.changed(far, turn=6)).reason == "11 hexes. Comes too late."
    state = corps_in("1502")
    assert ride(state).halves == 28
    assert [ride(put(state, "FOC", hex=hex_)).halves for hex_ in ("0302", "0502")] == [28, 20]
    assert ride(staff(wings="FII"), "FII", "FWL").halves == 2  # a wing commander from his own hex
    assert ride(put(staff(wings="FII"), "FWL", box=Box.DUE), "FII", "FWL").due is None
    own = ride(put(staff(), "FOC", hex="2002"), "FHQ")  # what needs no courier
    assert (own.halves, own.due) == (0, 1)


@pytest.mark.rule("N12.4", "N12.41")
def test_no_courier_gets_through_zones_nor_rides_from_or_to_who_is_off_the_map() -> None:
    state = corps_in("1202", *WALL)
    found = ride(state)
    assert (found.due, found.path) == (None, ())
    assert found.reason.startswith("No courier gets through. ")
    for refusal in (
        IssueOrder(FRENCH).refusal(state, paper("FI", "defend 1202")),
        recipient_refusal(state, FRENCH, line("FI")),
    ):
        assert refusal is not None
        assert refusal.sentence == found.reason
    # but where a friend stands
    enemy = ("A8 infantry 5-3 0901", "A9 infantry 5-3 0904")
    assert ride(corps_in("1402", *enemy)).due is None
    friends = (f"F{n} infantry 4-3 {hex_} of:FII" for n, hex_ in ((7, "0802"), (8, "0902")))
    helped = corps_in("1402", *enemy, *friends, "F9 infantry 4-3 1002 of:FII")
    assert ride(helped).due == 2
    gone, absent = staff(*GONE), put(staff(), "FOC", box=Box.DUE)
    assert ride(gone).reason == "The recipient is not on the map."
    assert ride(absent).reason == "FOC is not on the map."
    for state in (gone, absent):
        assert ride(state).due is None
        assert not can_ride(state, leader("FOC"), line("FI"))


@pytest.mark.rule("N12.16", "N12.1", "N12.2", "N14.53")
def test_a_step_has_one_objective_if_only_its_own_place_and_an_order_a_length() -> None:
    for text, full in (
        ("defend", "defend 0302"),
        ("reserve, march 0902", "reserve 0302, march 0902"),
        ("march 0902, attack", "march 0902, attack 0902"),
        ("march FII, support", "march FII, support FII"),
        ("march FII, attack", "march FII, attack 0502"),
        ("march 0902 via 0602, probe, defend", "march 0902 via 0602, probe 0902, defend 0902"),
    ):
        assert filled(staff(), line("FI"), order(text)) == order(full)
    march = OrderStep("march", Hex("0902"))
    both = OrderStep("march", Hex("0902"), target_formation=FormationId("FII"))
    ways = [OrderStep("march", Hex("0902"), route=(Hex("0302"),) * n) for n in (20, 21)]
    told = ((march,) * 10, ways[:1], (), (march,) * 11, (both,), ways[1:])
    found = [rule_of(steps_refusal(staff(), line("FI"), tuple(steps))) for steps in told]
    assert found == [None, None, *["N12.1"] * 4]
    charge = (OrderStep("charge", Hex("0902")),)  # there are nine types of order
    assert rule_of(steps_refusal(staff(), line("FI"), charge)) == "N12.2"
    state = staff("F2 infantry 6-3 due of:FII", "FIIL leader due of:FII")
    assert steps_refusal(state, line("FI"), order("march FII")) is not None  # off the map
    for text, legal in (("march 0902", True), ("defend", True), ("attack 0902", False)):
        assert (steps_refusal(staff(), line("FHQ"), order(text)) is None) is legal
    assert {one.steps[0].verb for one in papers(staff(), FRENCH) if one.line == "FHQ"} == {"defend"}


ILLEGAL = {
    "N12.1": "march; attack; march 0999; march 0902 via 4001; support FI; support AI; "
    "march FX; attack FII",
    "N12.24": "defend 0302 within 2; defend 0302 fixed",
    "N12.29": "general retreat 0102",
}


@pytest.mark.rule("N12.1", "N12.24", "N12.29")
@each(
    "text rule",
    *((text, None) for text in LEGAL.split("; ")),
    *((text, rule) for rule, texts in ILLEGAL.items() for text in texts.split("; ")),
)
def test_orders_that_can_be_written_and_those_that_cannot(text: str, rule: str | None) -> None:
    assert rule_of(steps_refusal(staff(), line("FI"), order(text))) == rule


def issue(state: GameState, to: str, text: str, wing: str | None = None) -> str | None:
    """The rule by which an order is refused, or nothing."""
    under = None if wing is None else FormationId(wing)
    paper = Paper(line(to), order(text) if text else (), under)
    return rule_of(IssueOrder(FRENCH).refusal(state, paper))


def write(state: GameState, *papers: Paper | None) -> Played[bool]:
    """One order of the French."""
    return play(state, lambda t: write_order(t, FRENCH), answers={"IssueOrder": papers})


@pytest.mark.rule("N12.12")
def test_listed_orders_are_legal_and_few_others_too_and_the_rating_is_the_limit() -> None:
    state = staff(vp_hexes={Hex("0502"): 2, Hex("2102"): 1, Hex("3002"): 1})
    question = IssueOrder(FRENCH)
    options = question.options(state)
    assert options[0] is None
    assert len([one for one in options if not isinstance(one, Wish)]) <= 61
    assert all(question.refusal(state, one) is None for one in options)
    corps = [one.steps[0] for one in papers(state, FRENCH) if one.line == "FI"]
    assert corps == [*order("defend 0302, attack 2602, probe 2602, march 0502, march 2102")]
    assert [question.kind(one) for one in options[:2]] == ["pass", "order"]
    state = staff()
    assert issue(state, "FI", "march 1902 via 0503, attack 2602, defend") is None
    assert issue(state, "FW", "attack 2602") is None
    assert issue(state, "FI", "attack") == "N12.1"
    assert issue(state, "AI", "defend") == "N12.11"
    for number, to in enumerate(("FI", "FII", "FW")):
        assert state.pad.issued.get(leader("FOC"), 0) == number
        state = write(state, paper(to, "march 0902, attack 1202, defend")).state  # is one order
    assert issue(state, "FI", "defend") == "N12.12"
    assert not any(isinstance(one, Paper) for one in IssueOrder(FRENCH).options(state))
    assert recipients(state, FRENCH) == ()


@pytest.mark.rule("N12.12", "N12.7")
def test_who_can_write_nothing_is_not_asked_and_told_why() -> None:
    state = issued(staff(), "FOC", 3)
    played = write(state)
    assert [(type(question), answer) for question, answer in played.asked] == [(IssueOrder, None)]
    assert not IssueOrder(FRENCH).is_forced(state, [None])
    ended = write(staff(), None)
    assert (ended.result, ended.events) == (False, [])
    state = issued(staff(wings="FII"), "FOC", 3)
    assert recipients(state, FRENCH) == ("FII",)
    assert issue(state, "FII", "defend") is None
    state = issued(staff(wings="FII", orders="FII: defend 0502 fixed"), "FOC", 3)
    rules = [rule_of(recipient_refusal(state, FRENCH, line(n))) for n in ("FI", "FII", "AI", "FX")]
    assert rules == ["N12.12", "N12.11", "N12.11", "N12.11"]
    assert recipient_refusal(staff(), FRENCH, line("FI")) is None
    state = put(staff(wings="FII"), "FWL", box=Box.DUE)  # if only to assign it
    assert recipient_refusal(state, FRENCH, line("FII")) is None
    assert rule_of(recipient_refusal(issued(state, "FOC", 3), FRENCH, line("FII"))) == "N12.7"
    state = put(staff(), "FOC", box=Box.DUE)
    assert (can_write(state, FRENCH), can_write(state, ALLIED)) == (False, True)
    corps = dict.fromkeys(map(leader, ("FL", "FIIL")), 1)
    tried = chapters.changed(state, asked=tuple(state.pad.lines), issued=corps)
    played = write(tried)
    assert (played.result, played.asked) == (False, [])
    assert write(state).asked  # its leaders may decide for themselves
    fixed = staff(wings="FI FII", orders="FHQ: defend 0102 fixed; FW: defend 0402 fixed")
    state = put(fixed, "FWL", box=Box.DUE)
    assert (recipients(state, FRENCH), can_write(state, FRENCH)) == ((), True)


@pytest.mark.rule("N12.7", "N12.43")
def test_an_assignment_is_an_order_of_the_overall_commander() -> None:
    state = staff(wings="FII")
    papers = (("FI", "", "FW"), ("FII", "", "FHQ"), ("FII", "march 0902", "FHQ"))
    assert [issue(state, *one) for one in papers] == [None] * 3
    assert issue(state, "FI", "march") == "N12.1"
    assert issue(state, "FI", "", "FX") == "N12.7"
    assert issue(issued(state, "FOC", 3), "FII", "", "FHQ") == "N12.12"
    # it costs one order and carries the wing's
    played = write(staff(orders="FW: march 1002"), Paper(line("FI"), (), FormationId("FW")))
    sent = played.state.pad.dispatches[line("FI")]
    assert (sent.steps, sent.wing, sent.giver) == (order("march 1002"), "FW", "FOC")
    assert played.state.pad.issued == {"FOC": 1}


@pytest.mark.rule("N12.42", "N12.4")
def test_a_newer_order_takes_the_place_of_one_on_its_way_unknown_to_the_enemy() -> None:
    state = on_its_way(staff(), "FI", "march 0902", due=3)
    table = Table(state)
    send(table, leader("FOC"), line("FI"), order("attack 2602"))
    assert [type(event).__name__ for event in table.events] == ["OrderDropped", "OrderDispatched"]
    sent = state.pad.dispatches[line("FI")]
    assert (sent.steps, sent.due) == (order("attack 2602"), 1)
    assert [event.is_known_to(FRENCH) for event in table.events] == [True, True]
    assert [event.is_known_to(ALLIED) for event in table.events] == [False, False]
