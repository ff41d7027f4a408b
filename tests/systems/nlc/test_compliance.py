"""Compliance, Local Decision and the tables of orders (N12.5, N12.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.ground.movement import movers, path_refusal
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.combat import ConfidenceRolled
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    LocalDecisionRolled,
    OrderInForce,
)
from hexwar.systems.nlc.events.turn import ActivationBegan
from hexwar.systems.nlc.orders import Dispatch, LineId, Offer, Wish
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.orders import compliance, local_decision
from hexwar.systems.nlc.rules.orders.offers import take_up
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.orders.phase import orders, orders_phase
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, FormationKind, LeaderId
from hexwar.table.pieces import Box, Leader, Phase, Segment, Writing
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.staffs import leader, line, move, on_its_way, order, put, staff, with_leader
from tests.systems.nlc.typed_tables import COMPLIANCE, LOCAL, ORDERS, cells, order_row

# -- compliance: the roll, its shifts, and what comes of it (N12.5, N12.51-N12.55)


def column(state: GameState, to: str = "FII") -> int:
    return compliance.compliance_report(state, line(to)).column


def shifts(state: GameState, to: str = "FII") -> list[tuple[str, int]]:
    """The shifts that hold, without their rules."""
    return [(reason, by) for reason, by, _ in compliance.compliance_report(state, line(to)).shifts]


def asked(text: str = "attack 2602", to: str = "FII", **words: Any) -> GameState:
    """II Corps (rating 2, five hexes from the OC) holds an order."""
    return on_its_way(staff(), to, text, **words)


def rolled(state: GameState, die: int, to: str = "FII") -> Played[None]:
    return play(state, lambda table: compliance.comply(table, line(to)), [die])


@pytest.mark.rule("N12.5", "N3.4", "N12.91")
def test_a_formation_rolls_once_a_turn_against_its_rating_and_obeys_then() -> None:
    for die, result in zip((1, 2, 3, 4, 5, 6), "CCCDDD", strict=True):
        played = rolled(asked(), die)
        [event] = played.of("ComplianceRolled")
        assert (event.column, event.die, event.result) == (2, die, result)
        held = played.state.pad.lines[line("FII")].steps
        assert held == order("attack 2602" if result == "C" else "defend 0502")
        assert not any(event.is_known_to(ALLIED) for event in played.events)  # (N3.4)
    played = rolled(asked(), 1)
    [event] = played.of("OrderInForce")
    assert (event.line, event.steps) == ("FII", order("attack 2602"))
    assert played.state.pad.lines[line("FII")].since == 1
    lost = rolled(with_leader(asked(), "FIIL", rating=1), 6)
    assert lost.of("OrderLost")
    assert lost.state.pad.lines[line("FII")].steps == order("defend 0502")
    assert played.state.pad.dispatches == lost.state.pad.dispatches == {}
    state = on_its_way(asked(), "FI", "march 0902", due=2)
    assert compliance.lines_to_roll(state) == ("FII",)
    after = rolled(state, 6).state
    assert compliance.lines_to_roll(after) == ()
    assert compliance.lines_to_roll(chapters.changed(after, turn=2, complied=())) == ("FI", "FII")
    state = on_its_way(on_its_way(asked(), "AI", "defend", giver="AOC"), "FI", "defend 0302")
    assert compliance.lines_to_roll(state) == ("FI", "FII", "AI")


@pytest.mark.rule("N28.5", "N12.5")
def test_who_waits_a_turn_obeys_with_the_chances_of_another_column() -> None:
    state = with_leader(asked("march 1202, attack 2602"), "FIIL", rating=3)
    played = rolled(state, 5)
    assert played.of("ComplianceRolled")[0].result == "D"
    waiting = chapters.changed(played.state, turn=2, complied=())
    assert shifts(waiting) == [("waited a turn", 1)]
    again = rolled(waiting, 5)
    [event] = again.of("ComplianceRolled")
    assert (event.column, event.result) == (4, "C")
    assert again.state.pad.lines[line("FII")].since == 2
    report = compliance.compliance_report(asked(), line("FII"))
    assert report.rating == 2
    assert dict(report.chances) == pytest.approx({"C": 1 / 2, "D": 1 / 2, "X": 0})
    slow = with_leader(asked(), "FIIL", rating=1)
    found = dict(compliance.compliance_report(slow, line("FII")).chances)
    assert found == pytest.approx({"C": 1 / 3, "D": 1 / 2, "X": 1 / 6})
    draft = Dispatch(order("march 1202"), leader("FOC"), 1, 1)
    sent = compliance.compliance_report(asked("march 1202"), line("FII"))
    assert compliance.compliance_report(staff(), line("FII"), draft) == sent  # a preview


NEAR = ("the overall commander within 2 hexes", 1)
NIGHTS = (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM)


@pytest.mark.rule("N12.51")
@each(
    "state expected",
    case("no reason", asked(), []),
    case(
        "in Reserve",
        on_its_way(staff(orders="FII: reserve 0502"), "FII", "attack 2602"),
        [("in Reserve", 1)],
    ),
    case("the OC two hexes away", put(asked(), "FOC", hex="0302"), [NEAR]),
    case("the OC three hexes away", put(asked(), "FOC", hex="0202"), []),
    case("the OC off the map", put(asked(), "FOC", box=Box.DUE), []),
    case("his wing commander", asked(giver="FWL"), [("from his wing commander", 1)]),
    *(case(kind.name, on_its_way(staff(kind=kind), "FII", "attack 2602"), []) for kind in NIGHTS),
    case(
        "the spirit of others",
        chapters.changed(asked("attack 0902"), demoralized=(FormationId("FIII"),)),
        [],
    ),
    case("he waited", asked(waited=2), [("waited 2 turns", 2)], rules="N12.55"),
)
def test_the_shifts(state: GameState, expected: list[tuple[str, int]]) -> None:
    """37.1 has no row for the night."""
    assert shifts(state) == expected


@pytest.mark.rule("N12.51", "N20.83")
@each(
    "verb by",
    ("defend", [1]),
    ("fall back", [1]),
    ("attack", [-1]),
    ("probe", [-1]),
    ("march", []),
    ("delay", []),
)
def test_the_demoralized_or_exhausted_would_rather_draw_off(verb: str, by: list[int]) -> None:
    state, ours = asked(f"{verb} 0902"), (FormationId("FII"),)
    chapters.put(state, exhausted=(*ours, FormationId("FIII")))
    assert shifts(state) == [("exhausted", one) for one in by]
    chapters.put(state, demoralized=ours)  # to which Exhaustion adds nothing (N20.83)
    assert shifts(state) == [("demoralized", one) for one in by]


@pytest.mark.rule("N12.51", "N12.15", "N12.7")
def test_in_contact_a_wing_marches_off_less_readily_and_its_corps_change() -> None:
    state = on_its_way(staff(wings="FII"), "FW", "march 0902")
    assert "in contact with the enemy" not in dict(shifts(state, "FW"))
    assert "in contact with the enemy" in dict(shifts(move(state, "A1", "0602"), "FW"))
    state = staff(orders="FW: march 0902; FII: march 0902", wings="FII")
    played = rolled(on_its_way(state, "FW", "attack 2602"), 1, "FW")
    assert [event.line for event in played.of("OrderInForce")] == ["FW", "FII"]
    for verb, by in (("march", [-1]), ("reserve", [-1]), ("attack", [])):
        state = move(asked(f"{verb} 0902"), "A1", "0602")
        assert shifts(state) == [("in contact with the enemy", one) for one in by]
    for wing, after in (("FW", "FW"), ("FHQ", None)):
        state = staff(wings="FII" if after is None else "")
        sent = Dispatch(order("march 0902"), leader("FOC"), 1, 1, wing=FormationId(wing))
        chapters.put(state, dispatches={line("FII"): sent})
        played = rolled(state, 1)
        [event] = played.of("FormationAssigned")
        assert (event.formation, event.wing) == ("FII", after)
        assert played.state.pad.wings.get(FormationId("FII")) == after
        assert not rolled(state, 6).of("FormationAssigned")


@pytest.mark.rule("N12.55", "N12.51")
def test_each_turn_of_waiting_adds_a_column_within_0_and_5_and_every_shift_names_its_rule() -> None:
    assert [column(asked(waited=n)) for n in range(5)] == [2, 3, 4, 5, 5]
    low = move(with_leader(asked("march 0902"), "FIIL", rating=0), "A1", "0602")
    high = with_leader(put(asked(giver="FWL"), "FOC", hex="0502"), "FIIL", rating=5)
    assert (column(low), column(high)) == (0, 5)
    state = move(put(asked("march 0902", giver="FWL", waited=1), "FOC", hex="0502"), "A1", "0602")
    found = compliance.compliance_report(state, line("FII")).shifts
    assert len(found) == 4
    assert {rule for _, _, rule in found} == {"N12.51", "N12.5"}


SPLIT = (("march", 3), ("attack", 3), ("probe", 3), ("other", 1))


@pytest.mark.rule("N12.53", "N12.55")
def test_a_split_rating_goes_by_the_verb_of_the_order() -> None:
    for verb, rating in (("march", 3), ("attack", 3), ("defend", 1)):
        state = with_leader(asked(f"{verb} 0902, probe 1202"), "FIIL", rating=1, ratings=SPLIT)
        assert compliance.compliance_report(state, line("FII")).rating == rating
    for held, rating in (("march 0902", 3), ("defend 0402", 1)):
        state = on_its_way(staff(orders=f"FW: {held}"), "FW", "attack 2602")
        state = with_leader(state, "FWL", rating=1, ratings=SPLIT)
        assert compliance.compliance_report(state, line("FW")).rating == rating
    state = set_up(battle_with("brienne", ()))
    state.turn = 1
    for order_, rating in (("attack 1505, defend 1505", 3), ("defend 1803, attack 1505", 1)):
        report = local_decision.local_report(state, LineId("FR-GRO"), steps(order_))
        assert report.rating == rating


@pytest.mark.rule("N14.6", "N14.53", "N12.52", "N16.4")
def test_who_obeys_without_a_commander_or_without_a_roll() -> None:
    state = put(asked(), "FIIL", box=Box.CAPTURED)
    assert compliance.compliance_report(state, line("FII")).rating == 1
    assert compliance.recipient_name(state, line("FII")) == "FII Corps"
    assert compliance.recipient_name(asked(), line("FII")) == "FIIL"
    state = staff("FP pontoon 0602 of:FIII division:1", orders="FIII/1: defend 0602")
    rolls = [compliance.needs_roll(state, line(name)) for name in ("FHQ", "FIII/1", "FIII")]
    assert rolls == [False, False, True]
    for name, members in (("FHQ", ""), ("FIII/1", "FP")):
        to = line(name)
        sent = on_its_way(state, name, "march 0902")
        played = play(sent, partial(compliance.comply, line=to))
        assert played.story == ["OrderInForce"]
        held = played.state.pad.lines[line(name)]
        assert (held.steps, held.units) == (order("march 0902"), units(members))


# -- local Decision: leaders who change their orders themselves (N12.6)


FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 14)
FI, AI = LineId("FI"), LineId("AI")
LEADERS = ("F9 leader 0101", "A9 leader 0109")
TROOPS = ("F1 infantry 4-3 0101", "A1 infantry 4-3 0108")
ORDERS_OF_LOCAL_DECISION = "FI: march 1111; AI: defend 0108"


def pads(*lines: str, orders: str = ORDERS_OF_LOCAL_DECISION, **more: Any) -> GameState:
    """Two corps in the Local Decision step of turn 1."""
    state = position(FIELD, *(lines or (*LEADERS, *TROOPS)), orders=orders, **more)
    return chapters.changed(state, phase=Phase.ORDERS, writing=Writing.LOCAL)


def decided(state: GameState, wishes: str = "", dice: Sequence[int] = ()) -> Played[None]:
    """What comes of wishes, in the order of the pads; whoever has none is not asked."""
    lines = [(s, one) for s in (FRENCH, ALLIED) for one in local_decision.may_try(state, s)]
    wanted = [
        (*asked, wish) for asked, wish in zip(lines, wishes.split("; "), strict=False) if wish
    ]

    async def flow(table: Table[GameState]) -> None:
        for side, one, _ in wanted:
            await local_decision.try_local_decision(table, side, one)

    answers = [steps(wish) for *_, wish in wanted]
    return play(state, flow, dice, {"TryLocalDecision": answers})


def refused(state: GameState, order: str, line: LineId = FI) -> str | None:
    """The rule that refuses a wish, or nothing."""
    return rule_of(local_decision.wish_refusal(state, line, steps(order)))


@pytest.mark.rule("N12.61", "N12.66")
def test_every_corps_commander_is_asked_once_and_need_not_try() -> None:
    state = pads(
        *LEADERS,
        *TROOPS,
        "F8 leader 0202 of:FII",
        orders=f"{ORDERS_OF_LOCAL_DECISION}; FII: defend 0202",
    )
    writing = IssueOrder(FRENCH)
    tries = [Wish(Offer.LOCAL, one) for one in (FI, LineId("FII"))]
    assert [one for one in writing.options(state) if one in tries] == tries
    assert rule_of(writing.refusal(state, Wish(Offer.LOCAL, AI))) == "N12.61"
    # nobody is asked who is not named, and who is named once may think better of it
    assert play(state, orders_phase).questions("TryLocalDecision") == []
    answers: Answers = {"IssueOrder": [tries[1], None], "TryLocalDecision": [None]}
    played = play(state, orders, answers=answers)
    asked = [(question.side, question.line) for question in played.questions("TryLocalDecision")]
    assert asked == [("french", "FII")]
    assert played.story == ["LocalDecisionWanted", "PadClosed"]
    assert played.state.pad.lines[FI].steps == steps("march 1111")
    again = play(state, lambda t: take_up(t, FRENCH, tries[1])).state
    assert rule_of(writing.refusal(again, tries[1])) == "N12.61"
    assert writing.refusal(again, tries[0]) is None
    question = local_decision.TryLocalDecision(FRENCH, FI)
    state = pads()
    options = question.options(state)
    assert options[0] is None
    assert question.kind(None) == "pass"
    assert {question.kind(option) for option in options[1:]} == {"try"}
    assert all(question.refusal(state, option) is None for option in options)
    assert len(options) == len(set(options))


@pytest.mark.rule("N12.66", "N12.61", "N12.65")
def test_neither_overall_commanders_nor_divisions_nor_who_may_not_try_are_asked() -> None:
    state = pads(
        *("F8 overall 0101 of:FH", "F7 wing 0102 of:FW", "F9 leader 0101"),
        *("F1 infantry 4-3 0101 division:1st", "F2 infantry 4-3 0103 of:FD", *TROOPS[1:]),
        orders="FH: march 0505; FW: march 0505; FI: march 0505; FI/1st: march 0505; FD: march 0505",
        formations={
            "FH": {"kind": FormationKind.HEADQUARTERS},
            "FW": {"kind": FormationKind.WING},
            "FD": {"kind": FormationKind.DIVISION},
        },
    )
    assert local_decision.may_try(state, FRENCH) == ("FW", "FI")
    for name in ("FH", "FI/1st", "FD"):
        assert rule_of(local_decision.try_refusal(state, LineId(name))) == "N12.66"
    state = pads()
    chapters.put(state, addressed=(FI,))
    assert [local_decision.may_try(state, side) for side in (FRENCH, ALLIED)] == [(), (AI,)]
    for due, tries in ((1, ()), (2, (FI,))):  # one on the road is no bar
        waiting = Dispatch(steps("defend 0101"), LeaderId("F9"), 0, due)
        sent = chapters.changed(pads(), dispatches={FI: waiting})
        assert local_decision.may_try(sent, FRENCH) == tries
    after = decided(pads(), "defend 0101; ", [6, 2]).state
    assert after.pad.lines[FI].bad_until == 3
    for turn, tries in ((2, ()), (3, (FI,))):
        assert local_decision.may_try(chapters.changed(after, turn=turn, asked=()), FRENCH) == tries
    for box in (Box.DUE, Box.CAPTURED):
        state = pads()
        state.put_leader(Leader(LeaderId("F9"), box=box))
        assert local_decision.may_try(state, FRENCH) == ()
    assert (
        local_decision.may_try(pads(orders="FI: support AI fixed; AI: defend 0108"), FRENCH) == ()
    )
    assert local_decision.may_try(pads(orders="AI: defend 0108"), FRENCH) == ()


@pytest.mark.rule("N12.62")
@each(
    "order rule",
    ("march 1101", None),  # ten hexes
    ("march 1201", "N12.62"),  # eleven
    ("march 0505, attack 1101", None),
    ("march 0505, attack 1201", "N12.62"),
    ("defend", None),  # where he is
    ("general retreat 0101", "N12.29"),
    ("attack 9999", "N12.1"),
    ("support AI", "N12.1"),
    ("defend 0303 within 2", "N12.24"),
)
def test_objectives_lie_within_ten_hexes_of_the_leader(order: str, rule: str | None) -> None:
    assert refused(pads(), order) == rule


@pytest.mark.rule("N12.66", "N12.16")
@each(
    "wish held",
    ("march 0303 via 0202, attack 0505", "march 0303 via 0202, attack 0505"),
    ("defend", "defend 0101"),  # without objective it means where he is
)
def test_a_sequence_may_be_wanted_and_is_taken_as_it_stands(wish: str, held: str) -> None:
    assert decided(pads(), f"{wish}; ", [1]).state.pad.lines[FI].steps == steps(held)


def ney(napoleon: str | None) -> GameState:
    """Ney at Maizières in Brienne, and Napoleon in a hex or still to come."""
    state = set_up(battle_with("brienne", ()))
    chapters.put(state, turn=3, phase=Phase.ORDERS, writing=Writing.LOCAL)
    state.put_leader(Leader(LeaderId("FR-YG-L"), hex=Hex("1803")))
    if napoleon is not None:
        state.put_leader(Leader(LeaderId("FR-HQ-L"), hex=Hex(napoleon)))
    return state


@pytest.mark.rule("N12.62")
def test_neys_objectives_lie_within_eight_hexes_of_napoleon() -> None:
    line, near = LineId("FR-YG"), ney("1801")
    found = [refused(near, f"march {hex_}", line) for hex_ in ("2601", "1501", "2701", "0913")]
    assert found == [None, None, "N12.62", "N12.62"]
    assert line in local_decision.may_try(near, FRENCH)
    assert line not in local_decision.may_try(ney(None), FRENCH)


@pytest.mark.rule("N12.63", "N4.8")
def test_on_ok_the_wanted_order_is_in_force_and_no_die_is_public() -> None:
    played = decided(pads(), "defend 0101; ", [2])  # rating 2
    assert played.of("LocalDecisionRolled") == [LocalDecisionRolled(FRENCH, FI, 2, 2, "OK")]
    assert played.of("OrderInForce") == [OrderInForce(FRENCH, FI, steps("defend 0101"))]
    line = played.state.pad.lines[FI]
    assert (line.steps, line.since, line.bad_until) == (steps("defend 0101"), 1, 0)
    none = decided(pads(), "defend 0101; ", [3])
    assert none.of("LocalDecisionRolled")[0].result == "NE"
    assert none.state.pad.lines[FI].steps == steps("march 1111")
    assert not none.state.pad.wanted
    played = decided(pads(), "defend 0101; attack 0101", [1, 3])
    kinds = [type(question).__name__ for question, _ in played.asked]
    assert kinds == ["TryLocalDecision", "Roll", "TryLocalDecision", "Roll"]
    purposes = [q.purpose for q in played.questions("Roll")]
    assert purposes == ["local decision of F9", "local decision of A9"]
    assert not played.of("DieRolled")
    assert not any(event.is_known_to(ALLIED) for event in played.of("LocalDecisionWanted")[:1])
    rolls = {event.line: event for event in played.of("LocalDecisionRolled")}
    assert [rolls[FI].is_known_to(side) for side in (FRENCH, ALLIED)] == [True, False]
    assert [rolls[AI].is_known_to(side) for side in (FRENCH, ALLIED)] == [False, True]


@pytest.mark.rule("N12.42", "N12.15")
def test_success_cancels_an_order_on_its_way_and_takes_corps_along() -> None:
    sent = Dispatch(steps("march 0202"), LeaderId("F9"), 1, 3)
    state = chapters.changed(pads(), dispatches={FI: sent})
    for dice, is_left in (([1], False), ([3], True), ([6, 2], True)):
        after = decided(state, "defend 0101; ", dice).state
        assert (FI in after.pad.dispatches) is is_left
    state = pads(
        *("F7 wing 0102 of:FW", *LEADERS, *TROOPS, "F8 leader 0103 of:FII"),
        orders="FW: march 0505; FI: march 0505; FII: defend 0103; AI: defend 0108",
        formations={"FW": {"kind": FormationKind.WING}},
    )
    wing = FormationId("FW")
    chapters.put(state, wings={FormationId("FI"): wing, FormationId("FII"): wing})
    after = decided(state, "defend 0102; ; ; ", [1]).state
    found = [after.pad.lines[LineId(line)].steps for line in ("FW", "FI", "FII")]
    assert found == [steps("defend 0102"), steps("defend 0102"), steps("defend 0103")]


@pytest.mark.rule("N12.64", "N20.83")
def test_who_was_assaulted_is_alone_or_weary_decides_otherwise() -> None:
    state = chapters.changed(pads(), hit=(FormationId("FI"),))
    for wanted in ("defend 0101", "delay 0101", "fall back 0105"):
        assert local_decision.local_report(state, FI, steps(wanted)).column == 3
    for wanted in ("attack 0108", "reserve 0101"):
        assert local_decision.local_report(state, FI, steps(wanted)).column == 2
    state = position(
        FIELD,
        *("F1 infantry 4-3 0505", "F2 infantry 4-3 0505 of:FII", "A1 infantry 4-3 0506"),
        active="AI",
    )
    ConfidenceRolled(units("A1"), Hex("0505"), 4, 1, passed=True, is_final=False).apply(state)
    assert [*state.assaults.hit] == ["FI", "FII"]
    ActivationBegan(FormationId("FI"), FRENCH, had_contact=True).apply(state)
    assert [*state.assaults.hit] == ["FII"]
    for enemy, shift in (("0103", 0), ("0111", 0), ("0112", -1)):
        state = pads(*LEADERS, TROOPS[0], f"A1 infantry 4-3 {enemy}")
        report = local_decision.local_report(state, FI, steps("attack 0103"))
        assert report.column == 2 + shift
        assert report.shifts == ((("no enemy within 10 hexes", -1),) if shift else ())
    for spirit in ("demoralized", "exhausted"):
        state = chapters.changed(pads(), **{spirit: (FormationId("FI"),)})
        assert local_decision.local_report(state, FI, steps("attack 0505")).shifts == (
            (spirit, -1),
        )
        assert local_decision.local_report(state, AI, steps("attack 0505")).shifts == ()


@pytest.mark.rule("N12.63")
def test_columns_end_at_0_and_5_and_chances_are_told_in_sixths() -> None:
    alone = pads("F9 leader 0101 rating:0", TROOPS[0], "A1 infantry 4-3 uar")
    assert local_decision.local_report(alone, FI, steps("defend 0101")).column == 0
    for rating in (4, 5):
        state = pads(f"F9 leader 0101 rating:{rating}", *TROOPS)
        chapters.put(state, hit=(FormationId("FI"),))
        assert local_decision.local_report(state, FI, steps("defend 0101")).column == 5
    report = local_decision.local_report(pads(), FI, steps("attack 0108"))
    assert report.chances == (("OK", 2), ("NE", 3), ("BM", 1))


@pytest.mark.rule("N12.65", "N12.34")
def test_a_bad_move_is_rolled_for_and_made_as_far_as_possible() -> None:
    played = decided(pads(), "attack 0108; ", [6, 2])
    assert played.of("BadMoveTaken") == [BadMoveTaken(FRENCH, FI, 2)]
    assert played.of("OrderInForce") == [OrderInForce(FRENCH, FI, steps("defend 0101"), 3)]
    assert not played.of("BadMoveTaken")[0].is_known_to("allied")
    near = pads(supply_sources={Hex("0104"): FRENCH})
    assert (local_decision.bad_move(near, FI, 1),) == steps("fall back 0104")
    lines = ("F9 leader 0101", "F1 infantry 4-3 0102", "A1 infantry 4-3 due")
    state = pads(*lines, supply_sources={Hex("0101"): FRENCH})
    for die in (1, 3, 4, 5, 6):
        assert (local_decision.bad_move(state, FI, die),) == steps("defend 0101")
    two = (*LEADERS[:1], TROOPS[0], "A1 infantry 4-3 0103", "A2 infantry 4-3 0401")
    water = ("0103-0102", "0103-0202", "0103-0203", "0103-0104")
    assert (local_decision.bad_move(pads(*two), FI, 6),) == steps("attack 0103")
    assert (local_decision.bad_move(pads(*two, rivers=water), FI, 6),) == steps("attack 0401")


@pytest.mark.rule("N12.65")
@each(
    "die order",
    (1, "fall back 0606"),  # five hexes up the column
    (2, "defend 0611"),
    (3, "delay 0611"),
    (4, "march FII"),
    (5, "probe 0613"),
    (6, "attack 0613"),
)
def test_the_six_bad_moves(die: int, order: str) -> None:
    state = pads(
        *("F9 leader 0611", "F1 infantry 4-3 0612"),
        *("F8 leader 0711 of:FII", "F7 leader 0311 of:FIII"),
        *("A1 infantry 4-3 0613", "A2 infantry 4-3 1404"),
        supply_sources={Hex("0601"): FRENCH, Hex("1614"): ALLIED},
    )
    assert (local_decision.bad_move(state, FI, die),) == steps(order)


# -- the tables of orders at work: each row of permissions, each cell of the two tables of results


VERBS = [verb.replace("_", " ") for verb in ORDERS]

ENTERS_ANY = {"attack", "probe", "support"}
ENTERS_NEAR_OBJECTIVE = {"defend"}
LEAVES = {"march", "delay", "fall back", "reserve", "general retreat"}
ZONE_TO_ZONE = {"attack"}
ROAD_ALWAYS = {"march", "fall back", "general retreat"}
ROAD_BEFORE_CONTACT = {"attack", "probe", "support"}
ROAD_TO_ITS_PLACE = {"reserve"}
"""N12.2 by columns, once more in words of its own."""


def under(verb: str, *lines: str, objective: str = "0707", **more: Any) -> GameState:
    """A position in which FI moves under a verb; `lines` are pieces."""
    words: dict[str, Any] = {"active": "FI", "segment": Segment.MOVEMENT} | more
    return position(OPEN, *lines, orders=f"FI: {verb} {objective}", **words)


def refused_order_tables(state: GameState, path: str) -> str | None:
    """The rule that refuses a plain move of F1, or None."""
    f1 = unit("F1")
    group, row = movers(state, (f1,)), permissions(state, f1)
    return rule_of(path_refusal(state, group, row, hexes(path), column=False))


@pytest.mark.rule("N12.2", "N6.5", "N6.8", "N6.6", "N8.1", "N12.35")
@each("verb", *VERBS)
def test_each_type_of_order_has_its_row_zones_and_assaults(verb: str) -> None:
    row = permissions(under(verb, "F1 infantry 6-3 0101"), unit("F1")).row
    typed = order_row(verb.replace(" ", "_"))
    assert {column: getattr(row, column) for column in typed} == typed
    # The zone in 0404 is not near the objective 0707, but near the objective 0403.
    pieces = ("F1 infantry 6-3 0402", "A1 infantry 6-3 0405")
    far, near = under(verb, *pieces), under(verb, *pieces, objective="0403")
    path = "0402 0403 0404"
    assert refused_order_tables(far, path) == (None if verb in ENTERS_ANY else "N6.5")
    enters = verb in ENTERS_ANY | ENTERS_NEAR_OBJECTIVE
    assert refused_order_tables(near, path) == (None if enters else "N6.5")
    enemy = "A1 infantry 6-3 0405"
    rode = refused_order_tables(under(verb, "F1 light 4-3 0402", enemy), "0402 0403 0404")
    assert rode == (None if verb in ENTERS_ANY else "N6.8")
    off = refused_order_tables(under(verb, "F1 infantry 6-3 0404", enemy), "0404 0403")
    assert off == (None if verb in LEAVES else "N6.6")
    assert refused_order_tables(under(verb, "F1 light 4-3 0404", enemy), "0404 0403") is None
    state = under(verb, "F1 infantry 6-3 0404", enemy, objective="0505")
    went = refused_order_tables(state, "0404 0505")
    assert (went is None) == (verb in ZONE_TO_ZONE)
    assert went in {None, "N6.5", "N6.6"}
    # Objective and supported formation are elsewhere and have done nothing, or it is 0403.
    objective = "FII" if verb == "support" else "0707"
    anything = {"0403", "0405"} if verb in {"attack", "probe"} else set()
    assert allowed_targets(verb, objective) == anything
    assert allowed_targets(verb, "0403") == ({"0403"} if verb == "defend" else anything)


@pytest.mark.rule("N12.2", "N5.3", "N5.34")
@each("verb", *VERBS)
@each("had_contact", False, True)
def test_who_may_use_road_movement_near_the_enemy(verb: str, *, had_contact: bool) -> None:
    """The enemy is three hexes away, which forbids what the order does not allow, or six."""
    words: dict[str, Any] = {"roads": ["0101 0201 0301"], "had_contact": had_contact}
    near = under(verb, "F1 infantry 6-3 0101", "A1 infantry 6-3 0104", **words)
    allowed = verb in ROAD_ALWAYS | ROAD_TO_ITS_PLACE
    allowed = allowed or (verb in ROAD_BEFORE_CONTACT and not had_contact)
    assert (column_refusal(near, units("F1"), entering=False) is None) == allowed
    far = under(verb, "F1 infantry 6-3 0101", "A1 infantry 6-3 0107", **words)
    assert column_refusal(far, units("F1"), entering=False) is None


def allowed_targets(verb: str, objective: str, struck: str = "") -> set[str]:
    """The hexes that F1 in 0404 may assault, with enemies in 0403 and 0405."""
    pieces = ("F1 infantry 6-3 0404", "F2 infantry 6-3 0707 of:FII")
    enemies = ("A1 infantry 6-3 0403", "A2 infantry 6-3 0405")
    state = under(verb, *pieces, *enemies, objective=objective, segment=Segment.ASSAULT)
    if struck:
        chapters.put(state, struck={FormationId("FII"): ((state.turn, Hex(struck)),)})
    asked = DeclareAssault(FRENCH, FormationId("FI"))
    listed = {answer.target for answer in asked.options(state) if answer is not None}
    answers = [Assault(hex_, units("F1")) for hex_ in hexes("0403 0405")]
    assert listed == {answer.target for answer in answers if asked.refusal(state, answer) is None}
    return {str(hex_) for hex_ in listed}


@pytest.mark.rule("N12.24", "N12.35", "N12.2", "N12.28")
@each(
    "verb objective struck targets",
    ("defend", "0403 within 1", "", {"0403"}),
    ("defend", "0403 within 2", "", {"0403", "0405"}),
    ("support", "FII", "0405", {"0405"}),  # what his friend has assaulted
    ("support", "0405", "0405", set()),
)
def test_a_scenario_may_widen_a_defence_and_support_follows_its_friend(
    verb: str, objective: str, struck: str, targets: set[str]
) -> None:
    assert allowed_targets(verb, objective, struck) == targets


@pytest.mark.rule("N12.36", "N4.33")
@each("other together alone", ("support FI", None, "N12.36"), ("attack 0403", "N4.33", "N4.33"))
def test_who_supports_joins_his_friend(other: str, together: str | None, alone: str) -> None:
    """F2 of the other formation is in contact with the target too."""
    pieces = ("F1 infantry 6-3 0404", "F2 infantry 6-3 0304 of:FII", "A1 infantry 6-3 0403")
    state = position(OPEN, *pieces, orders=f"FI: attack 0403; FII: {other}", active="FI")
    asked = DeclareAssault(FRENCH, FormationId("FI"))
    answers = [Assault(Hex("0403"), units("F1 F2")), Assault(Hex("0403"), units("F2"))]
    assert [rule_of(asked.refusal(state, answer)) for answer in answers] == [together, alone]


@pytest.mark.rule("N5.82", "N12.2")
@each(
    "order is_open",
    ("march 0404", False),
    ("attack 0404", True),
    ("defend 0404", False),
    ("defend 0402", True),
)
def test_an_entry_hex_is_closed_by_a_zone_and_the_order(order: str, *, is_open: bool) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 0402",
        roads=["0401 0402"],
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
        orders=f"FI: {order}",
        active="FI",
        segment=Segment.MOVEMENT,
    )
    assert entry_hexes(state, unit("F1")) == (hexes("0401") if is_open else ())


@pytest.mark.rule("N12.63")
@each("die column result", *list(cells(LOCAL)))
def test_each_cell_of_the_local_initiative_table(die: int, column: int, result: str) -> None:
    lines = ("F1 infantry 6-3 0101", f"FL leader 0101 rating:{column}", "A1 infantry 6-3 0107")
    state = chapters.changed(position(OPEN, *lines, orders="FI: march 0303"), phase=Phase.ORDERS)
    wish = "attack 0107"
    dice = (die, 2) if result == "BM" else (die,)  # a Bad Move of 2 is Defend where he is
    played = decided(state, wish, dice)
    (rolled,) = played.of("LocalDecisionRolled")
    assert (rolled.column, rolled.die, rolled.result) == (column, die, result)
    after = {"OK": wish, "NE": "march 0303", "BM": "defend 0101"}
    assert played.state.pad.lines[FI].steps == steps(after[result])


@pytest.mark.rule("N12.5")
@each("die column result", *list(cells(COMPLIANCE)))
def test_each_cell_of_the_compliance_table(die: int, column: int, result: str) -> None:
    """The OC is out of reach and no shift holds: the rating is the column."""
    lines = ("F1 infantry 6-3 0101", f"FL leader 0101 rating:{column}", "FO overall 0707 of:FH")
    state = position(OPEN, *lines, orders="FI: march 0303")
    order = steps("attack 0107")
    chapters.put(state, dispatches={FI: Dispatch(order, LeaderId("FO"), sent=1, due=1)})
    played = play(state, lambda table: compliance.comply(table, FI), (die,))
    (rolled,) = played.of("ComplianceRolled")
    assert (rolled.column, rolled.die, rolled.result) == (column, die, result)
    in_force = order if result == "C" else steps("march 0303")
    assert played.state.pad.lines[FI].steps == in_force
    left = played.state.pad.dispatches.get(FI)
    assert (None if left is None else left.waited) == {"C": None, "D": 1, "X": None}[result]
