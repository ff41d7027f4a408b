"""Local Decision: leaders who change their orders themselves (N12.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Roll
from hexwar.hexes import Hex
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.combat import ConfidenceRolled
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    LocalDecisionRolled,
    LocalDecisionWanted,
    OrderInForce,
    PadClosed,
)
from hexwar.systems.nlc.events.turn import ActivationBegan, DieRolled
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    bad_move,
    local_decisions,
    local_report,
    may_try,
    try_refusal,
    wish_refusal,
)
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep
from hexwar.table.pieces import Box, Leader, Phase, Writing
from tests.systems.nlc.chapters import put
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play, position, units

FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 14)
FI, AI = LineId("FI"), LineId("AI")
LEADERS = ("F9 leader 0101", "A9 leader 0109")
TROOPS = ("F1 infantry 4-3 0101", "A1 infantry 4-3 0108")
ORDERS = "FI: march 1111; AI: defend 0108"


def pads(*lines: str, orders: str = ORDERS, **more: Any) -> GameState:
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
    state = pads(*LEADERS, *TROOPS, "F8 leader 0202 of:FII", orders=f"{ORDERS}; FII: defend 0202")
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
    put(state, **{spirit: (FormationId("FI"),)})
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
