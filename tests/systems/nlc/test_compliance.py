"""Compliance, Local Decision and the tables of orders (N12.5, N12.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Roll
from hexwar.ground.movement import movers, path_refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.combat import ConfidenceRolled
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    ComplianceRolled,
    FormationAssigned,
    LocalDecisionRolled,
    LocalDecisionWanted,
    OrderInForce,
    OrderLost,
    PadClosed,
)
from hexwar.systems.nlc.events.turn import ActivationBegan, DieRolled
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.orders.compliance import (
    compliance_report,
    comply,
    lines_to_roll,
    needs_roll,
    recipient_name,
)
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    bad_move,
    local_decisions,
    local_report,
    may_try,
    try_refusal,
    wish_refusal,
)
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep
from hexwar.table.pieces import Box, Leader, Phase, Segment, Writing
from tests.systems.nlc.chapters import put as put_local_decision
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import leader, line, move, on_its_way, order, put, staff, with_leader
from tests.systems.nlc.typed_tables import COMPLIANCE, LOCAL, ORDERS, cells, order_row

# -- compliance: the roll, its shifts, and what comes of it (N12.5, N12.51-N12.55)


def column(state: GameState, to: str = "FII") -> int:
    return compliance_report(state, line(to)).column


def shifts(state: GameState, to: str = "FII") -> list[tuple[str, int]]:
    """The shifts that hold, without their rules."""
    return [(reason, by) for reason, by, _ in compliance_report(state, line(to)).shifts]


def asked(text: str = "attack 2602", to: str = "FII", **words: Any) -> GameState:
    """II Corps (rating 2, five hexes from the OC) holds an order."""
    return on_its_way(staff(), to, text, **words)


def rolled(state: GameState, die: int, to: str = "FII") -> Played[None]:
    return play(state, lambda table: comply(table, line(to)), [die])


# -- the roll


@pytest.mark.rule("N12.5")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "C"), (2, "C"), (3, "C"), (4, "D"), (5, "D"), (6, "D")]
)
def test_a_leader_of_rating_2_obeys_on_3_or_less(die: int, result: str) -> None:
    played = rolled(asked(), die)
    [event] = played.of(ComplianceRolled)
    assert (event.column, event.die, event.result) == (2, die, result)
    held = played.state.pad.lines[line("FII")].steps
    assert held == order("attack 2602" if result == "C" else "defend 0502")


@pytest.mark.rule("N12.5")
def test_an_obeyed_order_is_in_force_from_this_turn() -> None:
    played = rolled(asked(), 1)
    [event] = played.of(OrderInForce)
    assert (event.line, event.steps) == ("FII", order("attack 2602"))
    assert played.state.pad.lines[line("FII")].since == 1
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N12.5")
def test_a_lost_order_leaves_the_old_one() -> None:
    state = with_leader(asked(), "FIIL", rating=1)
    played = rolled(state, 6)
    assert played.of(OrderLost)
    assert played.state.pad.lines[line("FII")].steps == order("defend 0502")
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N28.5")
def test_marmont_waits_a_turn_and_obeys_with_the_same_die() -> None:
    state = with_leader(asked("march 1202, attack 2602"), "FIIL", rating=3)
    played = rolled(state, 5)
    assert played.of(ComplianceRolled)[0].result == "D"
    waiting = played.state
    waiting.turn = 2
    waiting.pad = replace(waiting.pad, complied=())
    assert shifts(waiting) == [("waited a turn", 1)]
    again = rolled(waiting, 5)
    [event] = again.of(ComplianceRolled)
    assert (event.column, event.result) == (4, "C")
    assert again.state.pad.lines[line("FII")].since == 2


@pytest.mark.rule("N12.91")
def test_a_formation_rolls_once_a_turn() -> None:
    state = on_its_way(asked(), "FI", "march 0902", due=2)
    assert lines_to_roll(state) == ("FII",)
    after = rolled(state, 6).state
    assert lines_to_roll(after) == ()
    after.turn = 2
    after.pad = replace(after.pad, complied=())
    assert lines_to_roll(after) == ("FI", "FII")


@pytest.mark.rule("N12.91")
def test_the_first_players_lines_roll_first_then_by_id() -> None:
    state = on_its_way(asked(), "AI", "defend", giver="AOC")
    state = on_its_way(state, "FI", "defend 0302")
    assert lines_to_roll(state) == ("FI", "FII", "AI")


@pytest.mark.rule("N12.5")
def test_the_chances_are_the_cells_of_the_column() -> None:
    report = compliance_report(asked(), line("FII"))
    assert report.rating == 2
    assert dict(report.chances) == pytest.approx({"C": 1 / 2, "D": 1 / 2, "X": 0})
    slow = with_leader(asked(), "FIIL", rating=1)
    found = dict(compliance_report(slow, line("FII")).chances)
    assert found == pytest.approx({"C": 1 / 3, "D": 1 / 2, "X": 1 / 6})


@pytest.mark.rule("N12.5")
def test_the_preview_of_an_order_is_what_its_roll_will_use() -> None:
    sent = asked("march 1202")
    draft = Dispatch(order("march 1202"), leader("FOC"), 1, 1)
    assert compliance_report(staff(), line("FII"), draft) == compliance_report(sent, line("FII"))


# -- the shifts


@pytest.mark.rule("N12.51")
def test_without_a_reason_there_is_no_shift() -> None:
    assert shifts(asked()) == []


@pytest.mark.rule("N12.51")
def test_a_formation_in_reserve_obeys_more_readily() -> None:
    state = on_its_way(staff(orders="FII: reserve 0502"), "FII", "attack 2602")
    assert shifts(state) == [("in Reserve", 1)]


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(("hex_", "is_near"), [("0302", True), ("0202", False)])
def test_the_overall_commander_nearby_helps(hex_: str, is_near: bool) -> None:
    state = put(asked(), "FOC", hex=hex_)
    assert (("the overall commander within 2 hexes", 1) in shifts(state)) is is_near


@pytest.mark.rule("N12.51")
def test_an_overall_commander_off_the_map_is_not_near() -> None:
    assert shifts(put(asked(), "FOC", box=Box.DUE)) == []


@pytest.mark.rule("N12.51")
def test_the_own_wing_commander_is_obeyed_more_readily() -> None:
    assert shifts(asked(giver="FWL")) == [("from his wing commander", 1)]


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(
    ("verb", "by"),
    [
        ("defend", [1]),
        ("fall back", [1]),
        ("attack", [-1]),
        ("probe", [-1]),
        ("march", []),
        ("delay", []),
    ],
)
def test_a_demoralized_formation_would_rather_draw_off(verb: str, by: list[int]) -> None:
    state = asked(f"{verb} 0902")
    state.spirit = replace(state.spirit, demoralized=(FormationId("FII"),))
    assert shifts(state) == [("demoralized", one) for one in by]
    state.spirit = replace(state.spirit, exhausted=(FormationId("FII"),))  # adds nothing (N20.83)
    assert shifts(state) == [("demoralized", one) for one in by]


@pytest.mark.rule("N12.51", "N20.83")
@pytest.mark.parametrize(
    ("verb", "by"), [("defend", [1]), ("fall back", [1]), ("attack", [-1]), ("march", [])]
)
def test_an_exhausted_formation_obeys_like_a_demoralized_one(verb: str, by: list[int]) -> None:
    state = asked(f"{verb} 0902")
    state.spirit = replace(state.spirit, exhausted=(FormationId("FII"), FormationId("FIII")))
    assert shifts(state) == [("exhausted", one) for one in by]


@pytest.mark.rule("N12.51")
def test_the_spirit_of_others_does_not_matter() -> None:
    state = asked("attack 0902")
    state.spirit = replace(state.spirit, demoralized=(FormationId("FIII"),))
    assert shifts(state) == []


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize(("verb", "by"), [("march", [-1]), ("reserve", [-1]), ("attack", [])])
def test_a_formation_in_contact_marches_off_less_readily(verb: str, by: list[int]) -> None:
    state = move(asked(f"{verb} 0902"), "A1", "0602")
    assert shifts(state) == [("in contact with the enemy", one) for one in by]


@pytest.mark.rule("N12.51")
def test_a_wing_commander_counts_the_contact_of_his_corps() -> None:
    state = on_its_way(staff(wings="FII"), "FW", "march 0902")
    assert "in contact with the enemy" not in dict(shifts(state, "FW"))
    assert "in contact with the enemy" in dict(shifts(move(state, "A1", "0602"), "FW"))


@pytest.mark.rule("N12.51")
@pytest.mark.parametrize("kind", [TurnKind.NIGHT_PM, TurnKind.NIGHT_AM])
def test_at_night_one_obeys_less_readily(kind: TurnKind) -> None:
    assert shifts(on_its_way(staff(kind=kind), "FII", "attack 2602")) == [("night", -1)]


@pytest.mark.rule("N12.55")
def test_each_turn_of_waiting_adds_a_column() -> None:
    assert [column(asked(waited=n)) for n in range(5)] == [2, 3, 4, 5, 5]
    assert shifts(asked(waited=2)) == [("waited 2 turns", 2)]


@pytest.mark.rule("N12.55")
def test_the_column_stays_within_0_and_5() -> None:
    low = move(with_leader(asked("march 0902"), "FIIL", rating=0), "A1", "0602")
    assert column(low) == 0
    high = with_leader(put(asked(giver="FWL"), "FOC", hex="0502"), "FIIL", rating=5)
    assert column(high) == 5


@pytest.mark.rule("N12.51")
def test_every_shift_names_its_rule() -> None:
    state = move(put(asked("march 0902", giver="FWL", waited=1), "FOC", hex="0502"), "A1", "0602")
    found = compliance_report(state, line("FII")).shifts
    assert len(found) == 4
    assert {rule for _, _, rule in found} == {"N12.51", "N12.5"}


# -- split ratings


SPLIT = (("march", 3), ("attack", 3), ("probe", 3), ("other", 1))


@pytest.mark.rule("N12.53")
@pytest.mark.parametrize(("verb", "rating"), [("march", 3), ("attack", 3), ("defend", 1)])
def test_a_split_rating_goes_by_the_first_verb_of_the_new_order(verb: str, rating: int) -> None:
    state = with_leader(asked(f"{verb} 0902, probe 1202"), "FIIL", rating=1, ratings=SPLIT)
    assert compliance_report(state, line("FII")).rating == rating


@pytest.mark.rule("N12.55")
@pytest.mark.parametrize(("held", "rating"), [("march 0902", 3), ("defend 0402", 1)])
def test_that_of_a_wing_commander_goes_by_the_order_he_has(held: str, rating: int) -> None:
    state = on_its_way(staff(orders=f"FW: {held}"), "FW", "attack 2602")
    state = with_leader(state, "FWL", rating=1, ratings=SPLIT)
    assert compliance_report(state, line("FW")).rating == rating


@pytest.mark.rule("N14.6")
def test_without_a_commander_the_senior_unit_obeys_with_rating_1() -> None:
    state = put(asked(), "FIIL", box=Box.CAPTURED)
    assert compliance_report(state, line("FII")).rating == 1
    assert recipient_name(state, line("FII")) == "FII Corps"
    assert recipient_name(asked(), line("FII")) == "FIIL"


# -- without a roll


@pytest.mark.rule("N14.53")
def test_a_headquarters_obeys_without_a_roll() -> None:
    state = on_its_way(staff(), "FHQ", "march 0902")
    played = play(state, lambda table: comply(table, line("FHQ")))
    assert played.story == ["OrderInForce"]
    assert played.state.pad.lines[line("FHQ")].steps == order("march 0902")


@pytest.mark.rule("N12.52", "N16.4")
def test_pontoon_trains_march_without_a_roll() -> None:
    state = staff("FP pontoon 0602 of:FIII division:1", orders="FIII/1: defend 0602")
    assert not needs_roll(state, line("FIII/1"))
    assert needs_roll(state, line("FIII"))
    obeyed = play(
        on_its_way(state, "FIII/1", "march 0902"), lambda table: comply(table, line("FIII/1"))
    )
    assert obeyed.story == ["OrderInForce"]
    assert obeyed.state.pad.lines[line("FIII/1")].units == units("FP")


# -- assignment


@pytest.mark.rule("N12.7")
@pytest.mark.parametrize(("wing", "after"), [("FW", "FW"), ("FHQ", None)])
def test_an_obeyed_assignment_changes_the_wing(wing: str, after: str | None) -> None:
    state = staff(wings="FII" if after is None else "")
    state.pad = replace(
        state.pad,
        dispatches={
            **state.pad.dispatches,
            line("FII"): Dispatch(order("march 0902"), leader("FOC"), 1, 1, wing=FormationId(wing)),
        },
    )
    played = rolled(state, 1)
    [event] = played.of(FormationAssigned)
    assert (event.formation, event.wing) == ("FII", after)
    assert played.state.pad.wings.get(FormationId("FII")) == after
    assert not rolled(state, 6).of(FormationAssigned)


@pytest.mark.rule("N12.15")
def test_a_wings_obeyed_order_passes_to_the_corps_that_go_by_it() -> None:
    state = staff(orders="FW: march 0902; FII: march 0902", wings="FII")
    played = rolled(on_its_way(state, "FW", "attack 2602"), 1, "FW")
    assert [event.line for event in played.of(OrderInForce)] == ["FW", "FII"]


@pytest.mark.rule("N3.4")
def test_the_enemy_learns_nothing_of_a_roll() -> None:
    for die in range(1, 7):
        assert not any(event.is_known_to("allied") for event in rolled(asked(), die).events)


# -- local Decision: leaders who change their orders themselves (N12.6)


FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 14)
FI, AI = LineId("FI"), LineId("AI")
LEADERS = ("F9 leader 0101", "A9 leader 0109")
TROOPS = ("F1 infantry 4-3 0101", "A1 infantry 4-3 0108")
ORDERS_OF_LOCAL_DECISION = "FI: march 1111; AI: defend 0108"


def pads(*lines: str, orders: str = ORDERS_OF_LOCAL_DECISION, **more: Any) -> GameState:
    """Two corps in the Local Decision step of turn 1."""
    state = position(FIELD, *(lines or (*LEADERS, *TROOPS)), orders=orders, **more)
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    return state


def decided(
    state: GameState, wishes: Sequence[tuple[OrderStep, ...] | None] = (), dice: Sequence[int] = ()
) -> Played[None]:
    return play(state, local_decisions, dice, {TryLocalDecision: list(wishes)})


def refused(state: GameState, order: str, line: LineId = FI) -> str:
    """The rule that refuses a wish, or nothing."""
    refusal = wish_refusal(state, line, steps(order))
    return refusal.rule if refusal is not None else ""


# -- who


@pytest.mark.rule("N12.61")
def test_every_corps_commander_is_asked_once_his_side_first_or_second() -> None:
    state = pads(
        *LEADERS,
        *TROOPS,
        "F8 leader 0202 of:FII",
        orders=f"{ORDERS_OF_LOCAL_DECISION}; FII: defend 0202",
    )
    played = decided(state)
    asked = [(question.side, question.line) for question in played.questions(TryLocalDecision)]
    assert asked == [("french", "FI"), ("french", "FII"), ("allied", "AI")]
    assert played.story == [
        *("LocalDecisionWanted", "LocalDecisionWanted", "PadClosed"),
        *("LocalDecisionWanted", "PadClosed"),
    ]
    assert played.of(PadClosed) == [PadClosed(FRENCH), PadClosed(ALLIED)]
    assert played.state.pad.served == (FRENCH, ALLIED)
    assert played.state.pad.lines[FI].steps == steps("march 1111")


@pytest.mark.rule("N12.66")
def test_not_to_try_is_the_default() -> None:
    question = TryLocalDecision(FRENCH, FI)
    state = pads()
    options = question.options(state)
    assert options[0] is None
    assert question.kind(None) == "pass"
    assert {question.kind(option) for option in options[1:]} == {"try"}
    assert all(question.refusal(state, option) is None for option in options)
    assert len(options) == len(set(options))


@pytest.mark.rule("N12.61")
def test_who_received_an_order_this_turn_does_not_try() -> None:
    state = pads()
    state.pad = replace(state.pad, addressed=(FI,))
    assert may_try(state, FRENCH) == ()
    assert may_try(state, ALLIED) == (AI,)


@pytest.mark.rule("N12.66")
@pytest.mark.parametrize(("due", "tries"), [(1, False), (2, True)])
def test_whose_order_waits_does_not_try_but_one_on_the_road_is_no_bar(
    due: int, *, tries: bool
) -> None:
    state = pads()
    state.pad = replace(
        state.pad,
        dispatches={
            **state.pad.dispatches,
            FI: Dispatch(steps("defend 0101"), LeaderId("F9"), 0, due),
        },
    )
    assert may_try(state, FRENCH) == ((FI,) if tries else ())


@pytest.mark.rule("N12.65")
@pytest.mark.parametrize(("turn", "tries"), [(2, False), (3, True)])
def test_a_bad_move_stands_for_two_turns(turn: int, *, tries: bool) -> None:
    after = decided(pads(), [steps("defend 0101"), None], [6, 2]).state
    assert after.pad.lines[FI].bad_until == 3
    after.turn = turn
    after.pad = replace(after.pad, asked=())
    assert may_try(after, FRENCH) == ((FI,) if tries else ())


@pytest.mark.rule("N12.66")
def test_overall_commanders_and_leaderless_and_detached_divisions_have_none() -> None:
    state = pads(
        *("F8 overall 0101 of:FH", "F7 wing 0102 of:FW", "F9 leader 0101"),
        *("F1 infantry 4-3 0101 division:1st", "F2 infantry 4-3 0103 of:FD", *TROOPS[1:]),
        orders=(
            "FH: march 0505; FW: march 0505; FI: march 0505; FI/1st: march 0505; FD: march 0505"
        ),
        formations={
            "FH": {"kind": FormationKind.HEADQUARTERS},
            "FW": {"kind": FormationKind.WING},
            "FD": {"kind": FormationKind.DIVISION},
        },
    )
    assert may_try(state, FRENCH) == ("FW", "FI")
    rules = {line: try_refusal(state, LineId(line)) for line in ("FH", "FI/1st", "FD")}
    assert {refusal.rule for refusal in rules.values() if refusal} == {"N12.66"}
    assert all(rules.values())


@pytest.mark.rule("N12.66")
@pytest.mark.parametrize("box", [Box.DUE, Box.CAPTURED])
def test_a_leader_off_the_map_does_not_try(box: Box) -> None:
    state = pads()
    state.put_leader(Leader(LeaderId("F9"), box=box))
    assert may_try(state, FRENCH) == ()


@pytest.mark.rule("N12.66")
def test_an_order_that_is_fixed_or_unknown_is_not_changed() -> None:
    assert may_try(pads(orders="FI: support AI fixed; AI: defend 0108"), FRENCH) == ()
    assert may_try(pads(orders="AI: defend 0108"), FRENCH) == ()


# -- what


@pytest.mark.rule("N12.62")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("march 1101", ""),  # ten hexes
        ("march 1201", "N12.62"),  # eleven
        ("march 0505, attack 1101", ""),
        ("march 0505, attack 1201", "N12.62"),
        ("defend", ""),  # where he is
        ("general retreat 0101", "N12.29"),
        ("attack 9999", "N12.1"),
        ("support AI", "N12.1"),
        ("defend 0303 within 2", "N12.24"),
    ],
)
def test_objectives_lie_within_ten_hexes_of_the_leader(order: str, rule: str) -> None:
    assert refused(pads(), order) == rule


@pytest.mark.rule("N12.66")
def test_a_sequence_may_be_wanted_and_is_taken_as_it_stands() -> None:
    wanted = steps("march 0303 via 0202, attack 0505")
    played = decided(pads(), [wanted, None], [1])
    assert played.state.pad.lines[FI].steps == wanted


@pytest.mark.rule("N12.16")
def test_a_wish_without_objective_means_where_he_is() -> None:
    played = decided(pads(), [steps("defend"), None], [1])
    assert played.state.pad.lines[FI].steps == steps("defend 0101")


def ney(napoleon: str | None) -> GameState:
    """Ney at Maizières in Brienne, and Napoleon in a hex or still to come."""
    state = set_up(battle_with("brienne", ()))
    state.turn = 3
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    state.put_leader(Leader(LeaderId("FR-YG-L"), hex=Hex("1803")))
    if napoleon is not None:
        state.put_leader(Leader(LeaderId("FR-HQ-L"), hex=Hex(napoleon)))
    return state


@pytest.mark.rule("N12.62")
@pytest.mark.parametrize(
    ("objective", "rule"), [("2601", ""), ("2701", "N12.62"), ("1501", ""), ("0913", "N12.62")]
)
def test_neys_objectives_lie_within_eight_hexes_of_napoleon(objective: str, rule: str) -> None:
    line = LineId("FR-YG")
    assert refused(ney("1801"), f"march {objective}", line) == rule


@pytest.mark.rule("N12.62")
def test_without_napoleon_on_the_map_ney_decides_nothing() -> None:
    line = LineId("FR-YG")
    assert line not in may_try(ney(None), FRENCH)
    assert line in may_try(ney("1801"), FRENCH)


# -- the roll


@pytest.mark.rule("N12.63")
def test_on_ok_the_wanted_order_is_in_force_now() -> None:
    played = decided(pads(), [steps("defend 0101"), None], [2])  # rating 2
    assert played.of(LocalDecisionRolled) == [LocalDecisionRolled(FRENCH, FI, 2, 2, "OK")]
    assert played.of(OrderInForce) == [OrderInForce(FRENCH, FI, steps("defend 0101"))]
    line = played.state.pad.lines[FI]
    assert (line.steps, line.since, line.bad_until) == (steps("defend 0101"), 1, 0)


@pytest.mark.rule("N12.63")
def test_without_effect_the_old_order_stays() -> None:
    played = decided(pads(), [steps("defend 0101"), None], [3])
    assert played.of(LocalDecisionRolled)[0].result == "NE"
    assert played.state.pad.lines[FI].steps == steps("march 1111")
    assert not played.state.pad.wanted


@pytest.mark.rule("N4.8")
def test_both_sides_have_chosen_before_the_first_die_and_no_die_is_public() -> None:
    wishes = [steps("defend 0101"), steps("attack 0101")]
    played = decided(pads(), wishes, [1, 3])
    kinds = [type(question).__name__ for question, _ in played.asked]
    assert kinds == ["TryLocalDecision", "TryLocalDecision", "Roll", "Roll"]
    assert [q.purpose for q in played.questions(Roll)] == [
        "local decision of F9",
        "local decision of A9",
    ]
    assert not played.of(DieRolled)
    assert not any(event.is_known_to("allied") for event in played.of(LocalDecisionWanted)[:1])
    rolls = {event.line: event for event in played.of(LocalDecisionRolled)}
    assert [rolls[FI].is_known_to(side) for side in ("french", "allied")] == [True, False]
    assert [rolls[AI].is_known_to(side) for side in ("french", "allied")] == [False, True]


@pytest.mark.rule("N12.42")
def test_success_cancels_an_order_on_its_way_and_failure_does_not() -> None:
    state = pads()
    state.pad = replace(
        state.pad,
        dispatches={
            **state.pad.dispatches,
            FI: Dispatch(steps("march 0202"), LeaderId("F9"), 1, 3),
        },
    )
    assert FI not in decided(state, [steps("defend 0101"), None], [1]).state.pad.dispatches
    assert FI in decided(state, [steps("defend 0101"), None], [3]).state.pad.dispatches
    assert FI in decided(state, [steps("defend 0101"), None], [6, 2]).state.pad.dispatches


@pytest.mark.rule("N12.53")
def test_a_split_rating_goes_by_the_first_verb_that_is_wanted() -> None:
    state = set_up(battle_with("brienne", ()))
    state.turn = 1
    line = LineId("FR-GRO")
    assert local_report(state, line, steps("attack 1505, defend 1505")).rating == 3
    assert local_report(state, line, steps("defend 1803, attack 1505")).rating == 1


@pytest.mark.rule("N12.15")
def test_a_wing_takes_the_corps_along_that_go_by_its_order() -> None:
    state = pads(
        *("F7 wing 0102 of:FW", *LEADERS, *TROOPS, "F8 leader 0103 of:FII"),
        orders="FW: march 0505; FI: march 0505; FII: defend 0103; AI: defend 0108",
        formations={"FW": {"kind": FormationKind.WING}},
    )
    state.pad = replace(
        state.pad,
        wings={
            **state.pad.wings,
            FormationId("FI"): FormationId("FW"),
            FormationId("FII"): FormationId("FW"),
        },
    )
    after = decided(state, [steps("defend 0102"), None, None, None], [1]).state
    found = [after.pad.lines[LineId(line)].steps for line in ("FW", "FI", "FII")]
    assert found == [steps("defend 0102"), steps("defend 0102"), steps("defend 0103")]


# -- shifts


@pytest.mark.rule("N12.64")
@pytest.mark.parametrize(
    ("wanted", "column"),
    [
        ("defend 0101", 3),
        ("delay 0101", 3),
        ("fall back 0105", 3),
        ("attack 0108", 2),
        ("reserve 0101", 2),
    ],
)
def test_who_was_assaulted_decides_more_readily_to_hold_or_draw_off(
    wanted: str, column: int
) -> None:
    state = pads()
    state.assaults = replace(state.assaults, hit=(FormationId("FI"),))
    assert local_report(state, FI, steps(wanted)).column == column


@pytest.mark.rule("N12.64")
@pytest.mark.parametrize(("enemy", "column"), [("0111", 2), ("0112", 1)])
def test_without_an_enemy_within_ten_hexes_leaders_hesitate(enemy: str, column: int) -> None:
    state = pads(*LEADERS, TROOPS[0], f"A1 infantry 4-3 {enemy}")
    report = local_report(state, FI, steps("attack 0505"))
    assert report.column == column
    assert report.shifts == ((("no enemy within 10 hexes", -1),) if column == 1 else ())


@pytest.mark.rule("N12.64")
def test_an_enemy_near_makes_nobody_readier_to_attack() -> None:
    state = pads(*LEADERS, TROOPS[0], "A1 infantry 4-3 0103")
    assert local_report(state, FI, steps("attack 0103")).shifts == ()


@pytest.mark.rule("N12.64", "N20.83")
@pytest.mark.parametrize("spirit", ["demoralized", "exhausted"])
def test_the_leader_of_a_weary_formation_hesitates(spirit: str) -> None:
    state = pads()
    put_local_decision(state, **{spirit: (FormationId("FI"),)})
    assert local_report(state, FI, steps("attack 0505")).shifts == ((spirit, -1),)
    assert local_report(state, AI, steps("attack 0505")).shifts == ()


@pytest.mark.rule("N12.63")
@pytest.mark.parametrize(("rating", "hit", "column"), [(0, False, 0), (5, True, 5), (4, True, 5)])
def test_columns_end_at_0_and_5(rating: int, column: int, *, hit: bool) -> None:
    lines = (f"F9 leader 0101 rating:{rating}", *TROOPS)
    lonely = ("A8 leader 0101",) if hit else ()
    state = pads(*lines, *lonely)
    if hit:
        state.assaults = replace(state.assaults, hit=(FormationId("FI"),))
    else:
        state.put_unit(replace(state.units[units("A1")[0]], hex=None, box=Box.UAR))
    assert local_report(state, FI, steps("defend 0101")).column == column


@pytest.mark.rule("N12.63")
def test_the_report_tells_the_chances_in_sixths() -> None:
    report = local_report(pads(), FI, steps("attack 0108"))
    assert report.chances == (("OK", 2), ("NE", 3), ("BM", 1))


@pytest.mark.rule("N12.64")
def test_assaulted_means_since_the_last_activation() -> None:
    state = position(
        FIELD,
        *("F1 infantry 4-3 0505", "F2 infantry 4-3 0505 of:FII", "A1 infantry 4-3 0506"),
        active="AI",
    )
    ConfidenceRolled(units("A1"), Hex("0505"), 4, 1, passed=True, is_final=False).apply(state)
    assert [*state.assaults.hit] == ["FI", "FII"]
    ActivationBegan(FormationId("FI"), FRENCH, had_contact=True).apply(state)
    assert [*state.assaults.hit] == ["FII"]


# -- bad moves


@pytest.mark.rule("N12.65")
def test_a_bad_move_is_rolled_for_and_put_in_force() -> None:
    played = decided(pads(), [steps("attack 0108"), None], [6, 2])
    assert played.of(BadMoveTaken) == [BadMoveTaken(FRENCH, FI, 2)]
    assert played.of(OrderInForce) == [OrderInForce(FRENCH, FI, steps("defend 0101"), 3)]
    assert not played.of(BadMoveTaken)[0].is_known_to("allied")


@pytest.mark.rule("N12.65")
@pytest.mark.parametrize(
    ("die", "order"),
    [
        (1, "fall back 0606"),  # five hexes up the column
        (2, "defend 0611"),
        (3, "delay 0611"),
        (4, "march FII"),
        (5, "probe 0613"),
        (6, "attack 0613"),
    ],
)
def test_the_six_bad_moves(die: int, order: str) -> None:
    state = pads(
        *("F9 leader 0611", "F1 infantry 4-3 0612"),
        *("F8 leader 0711 of:FII", "F7 leader 0311 of:FIII"),
        *("A1 infantry 4-3 0613", "A2 infantry 4-3 1404"),
        supply_sources={Hex("0601"): FRENCH, Hex("1614"): ALLIED},
    )
    assert (bad_move(state, FI, die),) == steps(order)


@pytest.mark.rule("N12.65")
def test_a_near_source_of_supply_is_fallen_back_to_itself() -> None:
    state = pads(supply_sources={Hex("0104"): FRENCH})
    assert (bad_move(state, FI, 1),) == steps("fall back 0104")


@pytest.mark.rule("N12.65")
@pytest.mark.parametrize("die", [1, 3, 4, 5, 6])
def test_a_bad_move_that_is_impossible_is_defend_where_he_is(die: int) -> None:
    lines = ("F9 leader 0101", "F1 infantry 4-3 0102", "A1 infantry 4-3 due")
    state = pads(*lines, supply_sources={Hex("0101"): FRENCH})
    assert (bad_move(state, FI, die),) == steps("defend 0101")


@pytest.mark.rule("N12.34")
def test_the_nearest_enemy_is_the_one_that_is_reached_at_least_cost() -> None:
    lines = (*LEADERS[:1], TROOPS[0], "A1 infantry 4-3 0103", "A2 infantry 4-3 0401")
    water = ("0103-0102", "0103-0202", "0103-0203", "0103-0104")
    assert (bad_move(pads(*lines), FI, 6),) == steps("attack 0103")
    assert (bad_move(pads(*lines, rivers=water), FI, 6),) == steps("attack 0401")


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


def under(
    verb: str,
    *lines: str,
    objective: str = "0707",
    segment: Segment = Segment.MOVEMENT,
    **more: Any,
) -> GameState:
    """A position in which FI moves under a verb; `lines` are pieces."""
    return position(
        OPEN,
        *lines,
        orders=f"FI: {verb} {objective}",
        active="FI",
        segment=segment,
        **more,
    )


def refused_order_tables(state: GameState, path: str, who: str = "F1") -> str | None:
    """The rule that refuses a plain move of one unit, or None."""
    moved = unit(who)
    refusal = path_refusal(
        state, movers(state, (moved,)), permissions(state, moved), hexes(path), column=False
    )
    return None if refusal is None else refusal.rule


# -- the rows as they are read


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize("verb", VERBS)
def test_a_unit_is_under_the_row_of_its_order(verb: str) -> None:
    row = permissions(under(verb, "F1 infantry 6-3 0101"), unit("F1")).row
    typed = order_row(verb.replace(" ", "_"))
    assert {column: getattr(row, column) for column in typed} == typed


# -- zones of control


@pytest.mark.rule("N12.2", "N6.5")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_enter_a_zone(verb: str) -> None:
    """The zone in 0404 is not near the objective 0707, but near the objective 0403."""
    pieces = ("F1 infantry 6-3 0402", "A1 infantry 6-3 0405")
    far, near = under(verb, *pieces), under(verb, *pieces, objective="0403")
    path = "0402 0403 0404"
    assert refused_order_tables(far, path) == (None if verb in ENTERS_ANY else "N6.5")
    enters = verb in ENTERS_ANY | ENTERS_NEAR_OBJECTIVE
    assert refused_order_tables(near, path) == (None if enters else "N6.5")


@pytest.mark.rule("N12.2", "N6.8")
@pytest.mark.parametrize("verb", VERBS)
def test_where_cavalry_may_end(verb: str) -> None:
    state = under(verb, "F1 light 4-3 0402", "A1 infantry 6-3 0405")
    assert refused_order_tables(state, "0402 0403 0404") == (None if verb in ENTERS_ANY else "N6.8")


@pytest.mark.rule("N12.2", "N6.6")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_leave_a_zone(verb: str) -> None:
    state = under(verb, "F1 infantry 6-3 0404", "A1 infantry 6-3 0405")
    assert refused_order_tables(state, "0404 0403") == (None if verb in LEAVES else "N6.6")


@pytest.mark.rule("N12.2", "N6.8")
@pytest.mark.parametrize("verb", VERBS)
def test_cavalry_leaves_a_zone_under_any_order(verb: str) -> None:
    state = under(verb, "F1 light 4-3 0404", "A1 infantry 6-3 0405")
    assert refused_order_tables(state, "0404 0403") is None


@pytest.mark.rule("N12.2", "N6.6")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_go_from_zone_to_zone(verb: str) -> None:
    state = under(verb, "F1 infantry 6-3 0404", "A1 infantry 6-3 0405", objective="0505")
    went = refused_order_tables(state, "0404 0505")
    assert (went is None) == (verb in ZONE_TO_ZONE)
    assert went in {None, "N6.5", "N6.6"}


# -- road movement


@pytest.mark.rule("N12.2", "N5.3", "N5.34")
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("had_contact", [False, True])
def test_who_may_use_road_movement_near_the_enemy(verb: str, *, had_contact: bool) -> None:
    """The enemy is three hexes away: near enough to forbid what the order does not allow."""
    state = under(
        verb,
        "F1 infantry 6-3 0101",
        "A1 infantry 6-3 0104",
        roads=["0101 0201 0301"],
        had_contact=had_contact,
    )
    allowed = verb in ROAD_ALWAYS | ROAD_TO_ITS_PLACE
    allowed = allowed or (verb in ROAD_BEFORE_CONTACT and not had_contact)
    assert (column_refusal(state, units("F1"), entering=False) is None) == allowed


@pytest.mark.rule("N12.2", "N5.3")
@pytest.mark.parametrize("verb", VERBS)
def test_far_from_the_enemy_any_order_allows_road_movement(verb: str) -> None:
    state = under(verb, "F1 infantry 6-3 0101", "A1 infantry 6-3 0107", roads=["0101 0201 0301"])
    assert column_refusal(state, units("F1"), entering=False) is None


# -- assaults


def allowed_targets(verb: str, objective: str, struck: str = "") -> set[str]:
    """The hexes that F1 in 0404 may assault, with enemies in 0403 and 0405."""
    state = under(
        verb,
        "F1 infantry 6-3 0404",
        "F2 infantry 6-3 0707 of:FII",
        "A1 infantry 6-3 0403",
        "A2 infantry 6-3 0405",
        objective=objective,
        segment=Segment.ASSAULT,
    )
    if struck:
        state.assaults = replace(
            state.assaults,
            struck={**state.assaults.struck, FormationId("FII"): ((state.turn, Hex(struck)),)},
        )
    asked = DeclareAssault(FRENCH, FormationId("FI"))
    listed = {answer.target for answer in asked.options(state) if answer is not None}
    legal = {
        hex_
        for hex_ in hexes("0403 0405")
        if asked.refusal(state, Assault(hex_, units("F1"))) is None
    }
    assert listed == legal
    return set(legal)


@pytest.mark.rule("N12.2", "N8.1")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_assault_whom(verb: str) -> None:
    """Objective and supported formation are elsewhere and have done nothing."""
    objective = "FII" if verb == "support" else "0707"
    anything = {"0403", "0405"} if verb in {"attack", "probe"} else set()
    assert allowed_targets(verb, objective) == anything


@pytest.mark.rule("N12.2", "N12.35")
@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in {"attack", "probe"}])
def test_only_a_defender_assaults_the_enemy_in_his_objective(verb: str) -> None:
    assert allowed_targets(verb, "0403") == ({"0403"} if verb == "defend" else set())


@pytest.mark.rule("N12.24", "N12.35")
def test_a_scenario_may_let_a_defender_assault_farther_off() -> None:
    assert allowed_targets("defend", "0403 within 1") == {"0403"}
    assert allowed_targets("defend", "0403 within 2") == {"0403", "0405"}


@pytest.mark.rule("N12.2", "N12.28")
def test_who_supports_assaults_what_his_friend_has_assaulted() -> None:
    assert allowed_targets("support", "FII", struck="0405") == {"0405"}
    assert allowed_targets("support", "0405", struck="0405") == set()


@pytest.mark.rule("N12.36", "N4.33")
@pytest.mark.parametrize(
    ("other", "together", "alone"),
    [("support FI", None, "N12.36"), ("attack 0403", "N4.33", "N4.33")],
)
def test_who_supports_joins_the_assaults_of_his_friend(
    other: str, together: str | None, alone: str
) -> None:
    """F2 of the other formation is in contact with the target too."""
    state = position(
        OPEN,
        "F1 infantry 6-3 0404",
        "F2 infantry 6-3 0304 of:FII",
        "A1 infantry 6-3 0403",
        orders=f"FI: attack 0403; FII: {other}",
        active="FI",
    )
    asked = DeclareAssault(FRENCH, FormationId("FI"))
    answers = [Assault(Hex("0403"), units("F1 F2")), Assault(Hex("0403"), units("F2"))]
    refusals = [asked.refusal(state, answer) for answer in answers]
    assert [None if one is None else one.rule for one in refusals] == [together, alone]


# -- arrivals


@pytest.mark.rule("N5.82", "N12.2")
@pytest.mark.parametrize(
    ("order", "is_open"),
    [("march 0404", False), ("attack 0404", True), ("defend 0404", False), ("defend 0402", True)],
)
def test_an_entry_hex_is_closed_by_a_zone_that_the_order_closes(
    order: str, *, is_open: bool
) -> None:
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


# -- the Local Initiative Table


@pytest.mark.rule("N12.63")
@pytest.mark.parametrize(("die", "column", "result"), list(cells(LOCAL)))
def test_each_cell_of_the_local_initiative_table(die: int, column: int, result: str) -> None:
    state = position(
        OPEN,
        "F1 infantry 6-3 0101",
        f"FL leader 0101 rating:{column}",
        "A1 infantry 6-3 0107",
        orders="FI: march 0303",
    )
    state.phase = Phase.ORDERS
    wish = (OrderStep("attack", Hex("0107")),)
    dice = (die, 2) if result == "BM" else (die,)  # a Bad Move of 2 is Defend where he is
    played = play(state, local_decisions, dice, {TryLocalDecision: [wish]})
    (rolled,) = played.of(LocalDecisionRolled)
    assert (rolled.column, rolled.die, rolled.result) == (column, die, result)
    after = {"OK": wish, "NE": steps("march 0303"), "BM": steps("defend 0101")}
    assert played.state.pad.lines[LineId("FI")].steps == after[result]


# -- the Compliance Table


@pytest.mark.rule("N12.5")
@pytest.mark.parametrize(("die", "column", "result"), list(cells(COMPLIANCE)))
def test_each_cell_of_the_compliance_table(die: int, column: int, result: str) -> None:
    """The OC is out of reach and no shift holds: the rating is the column."""
    state = position(
        OPEN,
        "F1 infantry 6-3 0101",
        f"FL leader 0101 rating:{column}",
        "FO overall 0707 of:FH",
        orders="FI: march 0303",
    )
    line, order = LineId("FI"), steps("attack 0107")
    state.pad = replace(
        state.pad,
        dispatches={**state.pad.dispatches, line: Dispatch(order, LeaderId("FO"), sent=1, due=1)},
    )
    played = play(state, lambda table: comply(table, line), (die,))
    (rolled,) = played.of(ComplianceRolled)
    assert (rolled.column, rolled.die, rolled.result) == (column, die, result)
    in_force = order if result == "C" else steps("march 0303")
    assert played.state.pad.lines[line].steps == in_force
    left = played.state.pad.dispatches.get(line)
    assert (None if left is None else left.waited) == {"C": None, "D": 1, "X": None}[result]
