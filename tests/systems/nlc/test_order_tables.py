"""The tables of orders at work: each row of permissions, each cell of the two tables of results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground.movement import movers, path_refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.orders import ComplianceRolled, LocalDecisionRolled
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.orders.compliance import comply
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision, local_decisions
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Phase, Segment
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, play, position, unit, units
from tests.systems.nlc.typed_tables import COMPLIANCE, LOCAL, ORDERS, cells, order_row

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


def refused(state: GameState, path: str, who: str = "F1") -> str | None:
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
    assert refused(far, path) == (None if verb in ENTERS_ANY else "N6.5")
    enters = verb in ENTERS_ANY | ENTERS_NEAR_OBJECTIVE
    assert refused(near, path) == (None if enters else "N6.5")


@pytest.mark.rule("N12.2", "N6.8")
@pytest.mark.parametrize("verb", VERBS)
def test_where_cavalry_may_end(verb: str) -> None:
    state = under(verb, "F1 light 4-3 0402", "A1 infantry 6-3 0405")
    assert refused(state, "0402 0403 0404") == (None if verb in ENTERS_ANY else "N6.8")


@pytest.mark.rule("N12.2", "N6.6")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_leave_a_zone(verb: str) -> None:
    state = under(verb, "F1 infantry 6-3 0404", "A1 infantry 6-3 0405")
    assert refused(state, "0404 0403") == (None if verb in LEAVES else "N6.6")


@pytest.mark.rule("N12.2", "N6.8")
@pytest.mark.parametrize("verb", VERBS)
def test_cavalry_leaves_a_zone_under_any_order(verb: str) -> None:
    state = under(verb, "F1 light 4-3 0404", "A1 infantry 6-3 0405")
    assert refused(state, "0404 0403") is None


@pytest.mark.rule("N12.2", "N6.6")
@pytest.mark.parametrize("verb", VERBS)
def test_who_may_go_from_zone_to_zone(verb: str) -> None:
    state = under(verb, "F1 infantry 6-3 0404", "A1 infantry 6-3 0405", objective="0505")
    went = refused(state, "0404 0505")
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
