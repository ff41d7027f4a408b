"""The special rules of the battles of 1814, as 37.17 to 37.22 have them (N24.4)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hexwar.app.games import sections
from hexwar.engine import CHANCE, Roll, Table
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.combat import mark_struck
from hexwar.systems.nlc.events.losses import ExhaustionEnded
from hexwar.systems.nlc.events.orders import BadMoveTaken, OrderInForce
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.permits import assault_permission
from hexwar.systems.nlc.rules.command.command import leader_rating, overall_rating
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.movement.exhaustion import count_rest
from hexwar.systems.nlc.rules.orders.divisions import Detail, detail_refusal, details, recallable
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.local_decision import (
    TryLocalDecision,
    bounds,
    local_decisions,
    may_try,
    try_refusal,
)
from hexwar.systems.nlc.rules.orders.pad import (
    assignment_refusal,
    giver_of,
    giver_refusal,
    line_refusal,
    put_in_force,
)
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.orders.writing import wing_duty
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.pieces import Leader, Phase, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, play, units

BATTLES = ("brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps")
IX, DIVISION = LineId("CO-9"), LineId("CO-9/1")
BAYE, CHAMPAUBERT = Hex("1873"), Hex("2673")


def begun(battle: str) -> GameState:
    """A battle at the Local Decisions of its first turn."""
    state = set_up(battle_with(battle, ()))
    state.turn = 1
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.LOCAL)
    return state


def put(state: GameState, leader: str, hex_: str) -> GameState:
    state.put_leader(Leader(LeaderId(leader), hex=Hex(hex_)))
    return state


def ordered(state: GameState, line: str) -> str:
    """The rule by which nobody can send a line an order now, or nothing."""
    id_ = LineId(line)
    side = state.side_of_line(id_)
    refusal = line_refusal(state, side, id_)
    refusal = refusal or giver_refusal(state, giver_of(state, id_), id_)
    return refusal.rule if refusal is not None else ""


def assigned(state: GameState, corps: str, wing: str) -> str:
    """The rule that keeps a corps out of a wing, or nothing."""
    refusal = assignment_refusal(state, LineId(corps), FormationId(wing))
    return refusal.rule if refusal is not None else ""


def test_every_rule_that_a_scenario_lists_is_known() -> None:
    assert validate([scenarios()], sections()) == ()


def test_a_rule_that_nobody_knows_is_an_error(tmp_path: Path) -> None:
    for name in ("scenario.json", "forces.json"):
        text = (scenarios() / "vauchamps" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("blucher-charge", "blucher-charges"), "utf-8")
    found = validate([tmp_path / "scenario.json"], sections(), scenarios())
    assert [finding.sentence for finding in found if finding.is_error] == [
        'there is no special rule "blucher-charges"; did you mean "blucher-charge"?'
    ]


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ("hexes", ['the rule "olsufiev-baye" needs `hexes`']),
        ("steps", ['the rule "olsufiev-baye" needs `steps`']),
        ("numbers", ['the rule "ney-near-napoleon" needs the number `hexes_from_leader`']),
        ("formations", []),
    ],
)
def test_a_rule_without_its_data_is_an_error(tmp_path: Path, field: str, wanted: list[str]) -> None:
    for name in ("scenario.json", "forces.json"):
        raw = json.loads((scenarios() / "champaubert" / name).read_text("utf-8"))
        for rule in raw.get("special_rules", []):
            rule.pop(field, None)
        (tmp_path / name).write_text(json.dumps(raw), "utf-8")
    found = validate([tmp_path / "scenario.json"], sections(), scenarios())
    assert [finding.sentence for finding in found if finding.is_error] == wanted


# -- leaders of every battle


@pytest.mark.rule("N12.62")
@pytest.mark.parametrize("battle", BATTLES)
def test_ney_decides_near_napoleon_only(battle: str) -> None:
    state = put(put(begun(battle), "FR-YG-L", "1010"), "FR-HQ-L", "2020")
    assert bounds(state, LeaderId("FR-YG-L")) == ("2020", 8, "Napoléon")
    assert leader_rating(state, LeaderId("FR-YG-L")) == 4


@pytest.mark.rule("N12.53")
@pytest.mark.parametrize("battle", BATTLES)
def test_grouchy_is_three_for_march_attack_and_probe_and_one_for_all_else(battle: str) -> None:
    state, grouchy = begun(battle), LeaderId("FR-GRO-L")
    known = {verb: leader_rating(state, grouchy, verb) for verb in ("march", "attack", "probe")}
    assert known == {"march": 3, "attack": 3, "probe": 3}
    others = ("defend", "delay", "fall back", "reserve", "support", "general retreat")
    assert [leader_rating(state, grouchy, verb) for verb in others] == [1] * 6


@pytest.mark.rule("N12.7")
@pytest.mark.parametrize(
    ("battle", "cavalry", "infantry", "own"),
    [
        ("la-rothiere", "FR-1C", "FR-2", "FR-5C"),
        ("champaubert", "FR-GC", "FR-6", "FR-1C"),
        ("vauchamps", "FR-1C", "FR-YG", "FR-2C"),
    ],
)
def test_grouchy_has_cavalry_corps_only(battle: str, cavalry: str, infantry: str, own: str) -> None:
    state = begun(battle)
    assert state.pad.wings[FormationId(own)] == "FR-GRO"
    assert [corps for corps, wing in state.pad.wings.items() if wing == "FR-GRO"] == [own]
    assert assigned(state, cavalry, "FR-GRO") == ""
    assert assigned(state, infantry, "FR-GRO") == "N12.7"


@pytest.mark.rule("N24.4")
@pytest.mark.parametrize(
    ("battle", "wing", "others"),
    [
        ("brienne", ["CO-6", "CO-11"], ["CO-9", "CO-C"]),
        ("la-rothiere", ["CO-6", "CO-11"], ["CO-9", "CO-C", "CO-4"]),
        ("montmirail", ["CO-6", "CO-11", "CO-C"], ["CO-P1"]),
    ],
)
def test_sacken_orders_the_corps_of_his_wing(
    battle: str, wing: list[str], others: list[str]
) -> None:
    state, sacken = begun(battle), LeaderId("CO-SAC-L")
    assert [corps for corps, over in state.pad.wings.items() if over == "CO-SAC"] == wing
    assert [giver_of(state, LineId(corps)) for corps in wing] == [sacken] * len(wing)
    assert [ordered(state, corps) for corps in wing] == [""] * len(wing)
    assert all(giver_of(state, LineId(corps)) != sacken for corps in others)
    assert [assigned(state, corps, "CO-SAC") for corps in others] == ["N12.7"] * len(others)
    assert leader_rating(state, sacken) == 2


# -- La Rothière: the Army of Bohemia


@pytest.mark.rule("N24.4")
def test_bluecher_orders_those_of_bohemia_who_are_there_or_due_but_no_alternates() -> None:
    state = begun("la-rothiere")
    his = ["CO-9", "CO-C", "CO-4", "CO-BAV", "CO-GR", "CO-CU", "CO-SAC", "CO-BAR"]
    assert [giver_of(state, LineId(f)) for f in his] == ["CO-HQ-L"] * len(his)
    assert [giver_of(state, LineId(f)) for f in ("CO-GD", "CO-AG")] == [None, None]
    assert ordered(state, "CO-4") == ""


@pytest.mark.rule("N24.4")
def test_only_barclay_orders_third_and_fifth_corps() -> None:
    state = begun("la-rothiere")
    assert [giver_of(state, LineId(corps)) for corps in ("CO-3", "CO-5")] == ["CO-BAR-L"] * 2
    assert ordered(state, "CO-3") == "N12.7"  # he is still to come
    assert ordered(put(state, "CO-BAR-L", "2238"), "CO-3") == ""
    assert assigned(state, "CO-3", "CO-HQ") == "N12.7"  # Blücher cannot take it from him
    assert assigned(state, "CO-3", "CO-SAC") == "N12.7"
    assert assigned(state, "CO-4", "CO-BAR") == "N12.7"
    assert leader_rating(state, LeaderId("CO-BAR-L")) == 1


@pytest.mark.rule("N24.4")
def test_barclays_order_is_not_changed_by_anybody() -> None:
    state = put(begun("la-rothiere"), "CO-BAR-L", "2238")
    assert state.pad.lines[LineId("CO-BAR")].steps == steps("support 1323 fixed")
    assert ordered(state, "CO-BAR") == "N12.11"
    assert LineId("CO-BAR") not in may_try(state, ALLIED)
    assert LineId("CO-3") in may_try(state, ALLIED)


@pytest.mark.rule("N12.14")
def test_barclay_need_not_order_his_corps_to_attack_and_sacken_must() -> None:
    state = put(begun("la-rothiere"), "CO-BAR-L", "1730")
    assert wing_duty(state, FormationId("CO-BAR")) is None
    assert wing_duty(state, FormationId("CO-SAC")) is not None


# -- Champaubert: without a commander


@pytest.mark.rule("N12.61")
@pytest.mark.parametrize("line", ["FR-6", "FR-GRO", "FR-1C"])
def test_until_napoleon_comes_the_first_corps_decide_for_themselves(line: str) -> None:
    state = begun("champaubert")
    assert ordered(state, line) == "N12.61"  # not even Grouchy orders Doumerc
    assert LineId(line) in may_try(state, FRENCH)
    assert ordered(put(state, "FR-HQ-L", "0172"), line) == ""


@pytest.mark.rule("N12.61", "N12.15")
@pytest.mark.parametrize(("is_there", "bound"), [(False, ["FR-GRO"]), (True, ["FR-GRO", "FR-1C"])])
def test_what_grouchy_decides_binds_doumerc_once_napoleon_is_there(
    is_there: bool, bound: list[str]
) -> None:
    state = begun("champaubert")
    if is_there:
        put(state, "FR-HQ-L", "0172")

    async def flow(table: Table[GameState]) -> None:
        put_in_force(table, LineId("FR-GRO"), steps("defend 0773"))

    played = play(state, flow)
    assert [event.line for event in played.of(OrderInForce)] == bound


@pytest.mark.rule("N12.61")
def test_without_bluecher_nobody_orders_olsufiev() -> None:
    state = begun("champaubert")
    assert ordered(state, "CO-9") == "N12.61"
    assert ordered(put(state, "CO-HQ-L", "3499"), "CO-9") == ""


@pytest.mark.rule("N12.61")
def test_without_bluecher_sacken_and_yorck_decide_for_themselves() -> None:
    state = begun("montmirail")
    assert [ordered(state, line) for line in ("CO-SAC", "CO-P1")] == ["N12.61", "N12.61"]
    assert {"CO-SAC", "CO-P1"} <= set(may_try(state, ALLIED))


@pytest.mark.rule("N4.25")
@pytest.mark.parametrize(
    ("battle", "ratings"),
    [
        ("brienne", (0, 3)),
        ("la-rothiere", (3, 3)),
        ("champaubert", (0, 0)),
        ("montmirail", (3, 0)),
        ("vauchamps", (3, 3)),
    ],
)
def test_an_army_without_its_commander_on_the_map_counts_nought(
    battle: str, ratings: tuple[int, int]
) -> None:
    state = begun(battle)
    assert (overall_rating(state, FRENCH), overall_rating(state, ALLIED)) == ratings


# -- Champaubert: Olsufiev


def stormed(state: GameState, hex_: Hex = BAYE) -> GameState:
    mark_struck(state, hex_, FRENCH)
    return state


@pytest.mark.rule("N24.4")
def test_olsufiev_holds_to_his_orders_until_baye_is_assaulted() -> None:
    state = begun("champaubert")
    refusal = try_refusal(state, IX)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (
        "N24.4",
        "Olsufiev holds to his orders until Baye (1873) is assaulted.",
    )
    assert try_refusal(stormed(state, Hex("2173")), IX) is not None
    assert try_refusal(stormed(state), IX) is None
    assert try_refusal(view(state.copy(), ALLIED), IX) is None


@pytest.mark.rule("N24.4")
def test_until_then_he_neither_recalls_his_division_nor_sends_another() -> None:
    state = put(begun("champaubert"), "CO-9-L", "2073")  # near both divisions
    paper = Detail(units("CO-9-02"), (OrderStep("march", CHAMPAUBERT),))
    refusal = detail_refusal(state, ALLIED, paper)
    assert refusal is not None
    assert refusal.rule == "N24.4"
    assert (recallable(state, ALLIED), tuple(details(state, ALLIED))) == ((), ())
    stormed(state)
    assert detail_refusal(state, ALLIED, paper) is None
    assert recallable(state, ALLIED) == (DIVISION,)
    assert units("CO-9-02") in tuple(details(state, ALLIED))


def wishes(state: GameState, *dice: int) -> tuple[list[object], GameState]:
    """What comes of Olsufiev's wish to fall back, the others wishing nothing."""
    others = [None] * len(may_try(state, FRENCH))
    answers: list[object] = [*others, steps("fall back 2377")]
    played = play(state, local_decisions, dice, {TryLocalDecision: answers})
    told = played.of(BadMoveTaken) + played.of(OrderInForce)
    purposes = [q.purpose for q in played.questions(Roll) if q.side == CHANCE]
    assert len(purposes) == len(dice)
    return told, played.state


@pytest.mark.rule("N12.65")
def test_his_first_bad_move_is_to_defend_champaubert() -> None:
    told, after = wishes(stormed(begun("champaubert")), 6)
    order = steps("defend 2673")
    assert told == [BadMoveTaken(ALLIED, IX, 0), OrderInForce(ALLIED, IX, order, 3)]
    assert (after.pad.lines[IX].steps, after.pad.misled) == (order, (IX,))
    assert after.pad.lines[DIVISION].steps == steps("defend 1873")
    assert view(after, FRENCH).pad.misled == ()
    assert view(after, ALLIED).pad.misled == (IX,)


@pytest.mark.rule("N12.65")
def test_his_second_is_rolled_for_like_that_of_others() -> None:
    _, after = wishes(stormed(begun("champaubert")), 6)
    after.turn = 3
    after.pad = replace(after.pad, asked=(), served=(), addressed=())
    told, last = wishes(after, 6, 2)
    assert told[0] == BadMoveTaken(ALLIED, IX, 2)
    assert last.pad.lines[IX].steps == steps("defend 2173")


# -- Montmirail: leave to fight round the objective, and Yorck


@pytest.mark.rule("N12.35")
@pytest.mark.parametrize(
    ("unit", "objective", "near", "far"),
    [
        ("FR-6-01", "1133", "1031", "1030"),
        ("FR-YG-01", "1332", "1330", "1329"),
        ("FR-GC-01", "1533", "1531", "1530"),
    ],
)
def test_three_defenders_may_fight_within_two_hexes(
    unit: str, objective: str, near: str, far: str
) -> None:
    state, id_ = begun("montmirail"), UnitId(unit)
    found = permissions(state, id_)
    assert (found.name, found.step.target, found.step.zone) == ("Defend", objective, 2)
    assert found.open_zone is not None
    assert [hex_ in found.open_zone for hex_ in (near, far)] == [True, False]
    assert assault_permission(state, id_, Hex(near)) is None
    refusal = assault_permission(state, id_, Hex(far))
    assert refusal is not None
    assert refusal.rule == "N12.35"


@pytest.mark.rule("N12.35")
def test_who_defends_without_such_leave_fights_for_the_objective_only() -> None:
    state = begun("montmirail")
    found = permissions(state, UnitId("CO-C-01"))
    assert (found.name, found.step.zone) == ("Defend", None)
    assert found.open_zone is not None
    assert [Hex(h) in found.open_zone for h in ("1729", "1730", "1731")] == [True, True, False]
    refusal = assault_permission(state, UnitId("CO-C-01"), Hex("1730"))
    assert refusal is not None
    assert refusal.rule == "N12.35"


def rested(state: GameState) -> list[ExhaustionEnded]:
    table: Table[GameState] = Table(state)
    count_rest(table)
    return [event for event in table.events if isinstance(event, ExhaustionEnded)]


@pytest.mark.rule("N20.84")
def test_yorck_begins_exhausted_and_rests_three_hours_in_a_row() -> None:
    state, corps = begun("montmirail"), FormationId("CO-P1")
    assert weariness(state, corps) == "exhausted"
    assert state.pad.lines[LineId("CO-P1")].steps == steps("reserve 2424")
    assert [rested(state), rested(state)] == [[], []]
    assert weariness(state, corps) == "exhausted"
    assert rested(state) == [ExhaustionEnded(corps)]
    assert weariness(state, corps) is None


@pytest.mark.rule("N20.84")
def test_an_order_in_between_begins_his_rest_anew() -> None:
    state, line = begun("montmirail"), LineId("CO-P1")
    rest = state.pad.lines[line]
    rested(state)
    rested(state)
    state.pad = replace(
        state.pad, lines={**state.pad.lines, line: replace(rest, steps=steps("march 1530"))}
    )
    assert rested(state) == []
    state.pad = replace(state.pad, lines={**state.pad.lines, line: rest})
    assert [rested(state), rested(state)] == [[], []]
    assert rested(state) == [ExhaustionEnded(FormationId("CO-P1"))]


@pytest.mark.parametrize("battle", BATTLES)
def test_nobody_else_begins_exhausted(battle: str) -> None:
    assert begun(battle).spirit.exhausted == (("CO-P1",) if battle == "montmirail" else ())


# -- a headquarters for an objective


@pytest.mark.rule("N12.1")
def test_who_marches_to_the_hq_follows_it_where_it_goes() -> None:
    state = begun("vauchamps")
    step = state.pad.lines[LineId("FR-YG")].step
    assert step.target_formation == "FR-HQ"
    assert objective_of(state, step) == "1041"
    put(state, "FR-HQ-HQ", "1447")
    assert objective_of(state, step) == "1447"


@pytest.mark.rule("N12.1")
def test_until_the_hq_is_there_the_scenario_says_where_to_go() -> None:
    state = begun("champaubert")
    step = state.pad.lines[LineId("FR-GC")].step
    assert (step.target_formation, objective_of(state, step)) == ("FR-HQ", "1272")
    put(put(state, "FR-HQ-L", "0872"), "FR-HQ-HQ", "0872")
    assert objective_of(state, step) == "0872"
