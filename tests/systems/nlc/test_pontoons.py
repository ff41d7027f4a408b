"""Pontoon trains: their bridges and their orders (N16.4, T18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import CHANCE, Refusal, Roll, ScriptedChance, Session, Table
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.movement import PontoonDeployed, PontoonTakenUp, UnitMoved
from hexwar.systems.nlc.events.supply import TrainCaptured, TrainDestroyed
from hexwar.systems.nlc.events.turn import ActivationEnded, DieRolled, SegmentEnded
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault import assault_segment
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.command.leaders import overrun
from hexwar.systems.nlc.rules.losses.retreat import DisplaceFriend
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import movement_segment
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import PontoonAct, PontoonTask, WorkPontoon
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder, Recall, recallable
from hexwar.systems.nlc.rules.orders.local_decision import may_try
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.steps import test_steps as check_steps
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    assignments,
    papers,
    recipients,
)
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.victory.victory import totals
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import nlc
from hexwar.table.forces import FormationId, OrderStep
from hexwar.table.pieces import Box, Phase, Segment
from hexwar.table.spans import Crossing, crossing
from tests.systems.nlc.moves import moving, quoted, reached, refused
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    play,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import line, on_its_way, order, staff

# -- pontoon trains: their bridges, and what befalls them (N16.4, T18.1, T18.2, T18.21)


FI = FormationId("FI")
FP, AP = unit("FP"), unit("AP")
RIVER = [
    "0103-0104",
    "0203-0104",
    "0203-0204",
    "0203-0304",
    "0303-0304",
    "0403-0304",
    "0403-0404",
    "0403-0504",
    "0503-0504",
    "0603-0504",
    "0603-0604",
    "0603-0704",
    "0703-0704",
]
"""A river from the west to the east of the map, south of row 3."""
RESTED = "FP pontoon 0303 rested"
DEPLOYED = "FP pontoon 0303 bridging:0303-0304"


def side(text: str) -> Hexside:
    a, b = text.split("-")
    return hexside(Hex(a), Hex(b))


def deploy(text: str) -> PontoonTask:
    return PontoonTask(side(text), PontoonAct.DEPLOY)


def take_up(text: str) -> PontoonTask:
    return PontoonTask(side(text), PontoonAct.TAKE_UP)


def resting(*lines: str, segment: Segment = Segment.ASSAULT, **more: Any) -> GameState:
    """A river, and the activation of FI where the assaults are about to end."""
    sheet: dict[str, Any] = {"rivers": RIVER} | more
    return position(OPEN, *lines, active="FI", segment=segment, **sheet)


def options(state: GameState) -> list[PontoonTask | None]:
    return list(WorkPontoon(FRENCH, FP).options(state))


def why_not(state: GameState, task: PontoonTask, train: str = "FP") -> tuple[str, str]:
    refusal = WorkPontoon(FRENCH, unit(train)).refusal(state, task)
    assert isinstance(refusal, Refusal)
    return refusal.rule, refusal.sentence


def end_assaults(state: GameState, *answers: PontoonTask | None) -> Any:
    given: dict[Any, list[Any]] = {"DeclareAssault": [None], WorkPontoon: list(answers)}
    return play(state, assault_segment, answers=given)


# -- laying the bridge


@pytest.mark.rule("T18.2")
def test_a_rested_train_may_bridge_each_river_hexside_beside_it() -> None:
    state = resting(RESTED)
    assert options(state) == [deploy("0303-0304"), None]
    bank = resting("FP pontoon 0403 rested")
    assert options(bank) == [
        deploy("0403-0504"),
        deploy("0403-0404"),
        deploy("0304-0403"),
        None,
    ]


@pytest.mark.rule("T18.2")
def test_the_train_becomes_a_bridge() -> None:
    played = end_assaults(resting(RESTED), deploy("0303-0304"))
    assert played.events == [
        SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION),
        PontoonDeployed(FP, side("0303-0304")),
    ]
    after = played.state
    record = after.units[FP]
    assert (record.hex, record.bridging) == ("0303", side("0303-0304"))
    assert not record.rested
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.PONTOON
    assert list(MoveLeaderOrTrain(FRENCH, FI).options(after)) == [None]


@pytest.mark.rule("T18.2")
def test_the_train_may_be_left_as_it_is_and_is_asked_once() -> None:
    played = end_assaults(resting(RESTED), None)
    assert played.story == ["SegmentEnded"]
    put_orders(played.state, "FI: march 0301")
    assert movable_trains(played.state, FI) == [FP]
    ended = play(played.state, consolidation_segment, answers={MoveLeaderOrTrain: [None]})
    assert ended.questions(WorkPontoon) == []


@pytest.mark.rule("T18.2")
@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("FP pontoon 0303", {}),  # it has not rested
        ("FP pontoon 0303 rested moved", {}),
        ("FP pontoon 0301 rested", {}),  # no river beside it
        (RESTED, {"weather": "snow"}),
        (RESTED, {"rivers": (), "streams": ["0303-0304"]}),
        (RESTED, {"rivers": (), "bridges": ["0303-0304"]}),
        (RESTED, {"rivers": (), "bridges": ["0303-0304"], "damaged": ["0303-0304"]}),
        ("FP train 0303 rested", {}),
        ("FP pontoon due", {}),
    ],
)
def test_nobody_is_asked_where_nothing_can_be_done(line: str, more: dict[str, Any]) -> None:
    state = resting(line, "F1 infantry 5-3 0101", **more)
    played = end_assaults(state)
    assert played.story == ["SegmentEnded"]
    assert played.questions(WorkPontoon) == []
    assert options(state) == [None]


@pytest.mark.rule("T18.2")
def test_a_ford_can_be_bridged_and_a_damaged_bridge_cannot() -> None:
    ford = resting(RESTED, rivers=(), fords=["0303-0304"])
    assert options(ford) == [deploy("0303-0304"), None]
    broken = resting(RESTED, rivers=(), bridges=["0303-0304"], damaged=["0303-0304"])
    rule, sentence = why_not(broken, deploy("0303-0304"))
    assert (rule, sentence) == (
        "T18.2",
        "No river without a span lies between 0303 and 0304.",
    )


@pytest.mark.rule("T18.2")
@pytest.mark.parametrize("weather", ["frost", "snow", "snowstorm"])
def test_frost_and_snow_forbid_the_bridge(weather: str) -> None:
    state = resting(RESTED, weather=weather)
    assert why_not(state, deploy("0303-0304"))[1] == f"No pontoon bridge is laid in {weather}."
    for mild in ("fair", "rain", "mud", "fog"):
        assert deploy("0303-0304") in options(resting(RESTED, weather=mild))


@pytest.mark.rule("T18.2")
def test_no_bridge_is_laid_or_taken_up_in_an_enemy_zone() -> None:
    enemy = "A1 infantry 4-3 0302"
    assert why_not(resting(RESTED, enemy), deploy("0303-0304"))[1].endswith("an enemy zone.")
    state = resting(DEPLOYED, enemy)
    assert why_not(state, take_up("0303-0304"))[1].endswith("an enemy zone.")
    over_it = resting(DEPLOYED, "A1 infantry 4-3 0304")
    assert why_not(over_it, take_up("0303-0304"))[1].endswith("an enemy zone.")
    across_the_river = resting(RESTED, "A1 infantry 4-3 0305")
    assert deploy("0303-0304") in options(across_the_river)


@pytest.mark.rule("T18.2")
def test_the_enemy_may_not_hold_the_other_bank() -> None:
    state = resting(RESTED, "A1 infantry 4-3 0304")
    assert why_not(state, deploy("0303-0304")) == (
        "T18.2",
        "The enemy holds the other bank in 0304.",
    )
    assert options(resting(RESTED, "A1 train 0304"))[0] == deploy("0303-0304")


@pytest.mark.rule("T18.2")
def test_what_makes_no_sense_is_refused_too() -> None:
    state = resting(RESTED, "F1 infantry 5-3 0101")
    assert "does not stand at" in why_not(state, deploy("0503-0504"))[1]
    assert "is no bridge" in why_not(state, take_up("0303-0304"))[1]
    assert "no pontoon train" in why_not(state, deploy("0303-0304"), "F1")[1]
    assert "a bridge already" in why_not(resting(DEPLOYED), deploy("0203-0304"))[1]
    assert "is no bridge" in why_not(resting(DEPLOYED), take_up("0203-0304"))[1]
    assert "whole activation" in why_not(resting("FP pontoon 0303"), deploy("0303-0304"))[1]


@pytest.mark.rule("T18.2")
def test_kinds_of_answers() -> None:
    asked = WorkPontoon(FRENCH, FP)
    assert asked.kind(None) == "stay"
    assert asked.kind(deploy("0303-0304")) == "deploy"
    assert asked.kind(take_up("0303-0304")) == "take up"
    assert asked.refusal(resting(RESTED), None) is None


@pytest.mark.rule("T18.2", "N16.4")
def test_a_train_that_is_to_march_lays_no_bridge_and_takes_its_own_up() -> None:
    state = resting(RESTED, orders="FI: march 0301")
    assert why_not(state, deploy("0303-0304")) == ("N16.4", "FP has orders to march.")
    assert end_assaults(state).questions(WorkPontoon) == []
    bridge = resting(DEPLOYED, orders="FI: march 0301")
    played = end_assaults(bridge)
    assert played.questions(WorkPontoon) == []
    assert played.of(PontoonTakenUp) == [PontoonTakenUp(FP, side("0303-0304"))]


# -- rest


def end_activation(state: GameState) -> Any:
    return play(state, consolidation_segment, answers={MoveLeaderOrTrain: [None]})


@pytest.mark.rule("T18.2")
def test_a_whole_activation_without_a_move_is_the_rest() -> None:
    state = resting("FP pontoon 0303", segment=Segment.CONSOLIDATION)
    ended = end_activation(state)
    assert ended.of(ActivationEnded) == [ActivationEnded(FI, (FP,))]
    assert ended.state.units[FP].rested


@pytest.mark.rule("T18.2")
@pytest.mark.parametrize("line", ["FP pontoon 0303 moved", DEPLOYED, "FP train 0303"])
def test_who_moved_or_is_a_bridge_or_no_pontoon_train_does_not_rest(line: str) -> None:
    ended = end_activation(resting(line, segment=Segment.CONSOLIDATION))
    assert ended.of(ActivationEnded) == [ActivationEnded(FI)]


@pytest.mark.rule("T18.1")
@pytest.mark.rule("T18.2")
def test_a_move_along_the_road_ends_the_rest() -> None:
    road = ["0301 0302 0303"]
    state = resting(
        "FP pontoon 0302 rested", segment=Segment.CONSOLIDATION, roads=road, orders="FI: march 0303"
    )
    asked = MoveLeaderOrTrain(FRENCH, FI)
    off = asked.refusal(state, Journey("FP", hexes("0302 0402")))
    assert off is not None
    assert off.rule == "T18.1"
    journey = Journey("FP", hexes("0302 0303"))
    played = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [journey]})
    assert played.events == [UnitMoved((FP,), hexes("0302 0303"), 1, column=False)]
    assert not played.state.units[FP].rested


@pytest.mark.rule("T18.2")
def test_rest_then_bridge_then_rest_again_over_five_activations() -> None:
    """Rest, lay, take up, rest, lay: each in an activation of its own."""
    battle, _ = battle_of(
        board(OPEN, rivers=RIVER),
        "FP pontoon 0303",
        "F1 infantry 5-3 0101",
        "A1 infantry 4-3 0707",
    )
    battle = replace(battle, turns=tuple(replace(battle.turns[0], number=n) for n in range(1, 6)))
    session = Session.begin(nlc(lambda _: battle), {}, ScriptedChance([1] * 40))
    asked: list[tuple[int, list[str]]] = []
    while session.pending is not None:
        choice = session.options[-1]
        if isinstance(session.pending, WorkPontoon):
            kinds = [session.pending.kind(option) for option in session.options]
            asked.append((session.state.turn, kinds))
            choice = session.options[0]
        session.answer(choice)
    assert asked == [
        (2, ["deploy", "stay"]),
        (3, ["take up", "stay"]),
        (5, ["deploy", "stay"]),
    ]
    assert session.state.spans.pontoons == {side("0303-0304")}


# -- taking it up


@pytest.mark.rule("T18.2")
def test_taking_up_takes_the_whole_activation() -> None:
    state = resting(DEPLOYED, roads=["0301 0302 0303"])
    assert options(state) == [take_up("0303-0304"), None]
    played = end_assaults(state, take_up("0303-0304"))
    assert played.events[1:] == [PontoonTakenUp(FP, side("0303-0304"))]
    after = played.state
    assert after.spans.pontoons == frozenset()
    assert after.units[FP].bridging is None
    assert movable_trains(after, FI) == []  # it moves from its next activation on
    assert end_activation(after).of(ActivationEnded) == [ActivationEnded(FI)]


@pytest.mark.rule("T18.2")
def test_snow_does_not_keep_a_bridge_from_being_taken_up() -> None:
    assert options(resting(DEPLOYED, weather="snow"))[0] == take_up("0303-0304")


@pytest.mark.rule("N5.10")
@pytest.mark.rule("N11.41")
def test_a_bridge_is_not_displaced() -> None:
    lines = (DEPLOYED, "F1 infantry 8-3 0303", "F2 infantry 7-3 0303")
    state = resting(*lines, rivers=RIVER)
    cures = ChooseOverstackCure(FRENCH, Hex("0303")).options(state)
    assert {cure.unit for cure in cures} == set(units("F1 F2"))
    moves = DisplaceFriend(FRENCH, Hex("0303"), (unit("F2"),)).options(state)
    assert {move.unit for move in moves} == {unit("F1")}


# -- when the enemy comes


def run_over(state: GameState, *dice: int) -> Any:
    async def flow(table: Table[GameState]) -> None:
        await overrun(table, FRENCH, Hex("0303"))

    return play(state, flow, dice)


@pytest.mark.rule("N16.4")
@pytest.mark.rule("T18.21")
@pytest.mark.parametrize(("die", "captured"), [(1, True), (3, True), (4, False), (6, False)])
@pytest.mark.parametrize("bridging", [True, False])
def test_a_pontoon_train_is_captured_or_destroyed(die: int, captured: bool, bridging: bool) -> None:
    word = "bridging:0303-0304" if bridging else "rested"
    state = resting("F1 infantry 5-3 0302", f"AP pontoon 0303 {word}")
    played = run_over(state, die)
    assert played.questions(Roll) == [Roll(CHANCE, "capture of AP")]
    fate = TrainCaptured(AP, FRENCH) if captured else TrainDestroyed(AP, FRENCH)
    assert played.events == [DieRolled("capture of AP", die, 0, die), fate]
    record = played.state.units[AP]
    assert (record.hex, record.box, record.bridging) == (None, Box.CAPTURED, None)
    assert not record.rested
    assert played.state.spans.pontoons == frozenset()
    assert totals(played.state) == totals(state)  # only baggage trains score


@pytest.mark.rule("N16.4")
def test_a_baggage_train_is_destroyed_without_a_die() -> None:
    played = run_over(resting("F1 infantry 5-3 0302", "AP train 0303"))
    assert played.events == [TrainDestroyed(AP, FRENCH)]


@pytest.mark.rule("N16.4")
def test_combat_units_keep_the_train_safe() -> None:
    state = resting("F1 infantry 5-3 0302", "AP pontoon 0303", "A1 infantry 1-3 0303")
    assert run_over(state).events == []


@pytest.mark.rule("N6.10")
@pytest.mark.rule("T18.21")
def test_a_march_over_the_bridge_takes_the_train_at_its_end() -> None:
    state = resting(
        "F1 infantry 5-3-6 0304",
        "AP pontoon 0303 bridging:0303-0304",
        segment=Segment.MOVEMENT,
    )
    path = hexes("0304 0303 0302")
    answers: dict[Any, list[Any]] = {"ActivateUnit": [units("F1")], "ChoosePath": [Route(path)]}
    played = play(state, movement_segment, [2], answers)
    assert played.story == ["UnitMoved", "DieRolled", "TrainCaptured"]
    assert played.of(UnitMoved)[0].halves == 8  # 1 clear + 2 pontoon bridge + 1 clear
    assert played.state.spans.pontoons == frozenset()
    assert state.side_of(AP) == ALLIED


# -- a bridge that the enemy takes


@pytest.mark.rule("T18.21")
def test_who_takes_the_train_does_not_cross_its_bridge() -> None:
    state = moving(
        OPEN,
        "F1 light 4-3-8 0201",
        "AP pontoon 0203 bridging:0203-0204",
        rivers=[side for side in RIVER if side != "0203-0204"] + ["0203-0204"],
        pontoons=["0203-0204"],
    )
    assert "0203" in reached(state)
    assert "0204" not in reached(state)
    assert refused(state, "F1", "0201 0202 0203 0204") == "T18.21"


@pytest.mark.rule("T18.21")
def test_who_comes_over_the_bridge_takes_its_train() -> None:
    state = moving(
        OPEN,
        "F1 light 4-3-8 0205",
        "AP pontoon 0203 bridging:0203-0204",
        rivers=RIVER,
        pontoons=["0203-0204"],
    )
    assert refused(state, "F1", "0205 0204 0203 0202") is None


@pytest.mark.rule("N6.1", "N5.31")
def test_a_bridging_train_is_no_train_on_the_road() -> None:
    state = moving(
        OPEN,
        "F1 infantry 4-3 0202",
        "FP pontoon 0203 bridging:0203-0204",
        rivers=RIVER,
        pontoons=["0203-0204"],
        roads=["0202 0203"],
    )
    assert quoted(state, "F1", "0202 0203", column=True).halves == 1
    assert "0203" in reached(state, column=True)


# -- pontoon trains have lines of their own on the order pad, and march only (N16.4, T18.1)


TRAIN = LineId("FI/1")
FP_OF_PONTOON_ORDERS = "FP pontoon 0602 division:1"
ROADS = ["0602 0702 0802 0902 1002 1102 1202 1302"]


def pad(*, text: str = "defend 0602", **more: Any) -> GameState:
    """The staffs with a pontoon train of I Corps on a road, which has a line of its own."""
    return staff(FP_OF_PONTOON_ORDERS, orders=f"FI/1: {text}", roads=ROADS, **more)


def why_not_pontoon_orders(state: GameState, text: str, wing: str | None = None) -> str | None:
    paper = Paper(TRAIN, order(text) if text else (), FormationId(wing) if wing else None)
    refusal = IssueOrder(FRENCH).refusal(state, paper)
    return None if refusal is None else refusal.rule


# -- at the start (N12.16)


def begun(*lines: str, **more: Any) -> GameState:
    battle, _ = battle_of(board(OPEN), *lines, **more)
    return set_up(battle)


@pytest.mark.rule("N16.4", "N12.16")
def test_it_begins_under_defend_where_it_stands() -> None:
    state = begun("F1 infantry 5-3 0101", "FP pontoon 0303", "FT train 0202")
    assert state.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0303")),)
    assert state.pad.lines[TRAIN].units == units("FP")
    assert state.pad.detached == {"FP": TRAIN}
    assert state.line_id_of(unit("FT")) == "FI"


@pytest.mark.rule("N16.4", "N12.16")
def test_one_that_is_due_defends_where_it_enters() -> None:
    arrival = Arrival(2, Hex("0401"), units("FP"))
    state = begun("F1 infantry 5-3 0101", "FP pontoon due", arrivals=(arrival,))
    assert state.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0401")),)


@pytest.mark.rule("N16.4", "N12.16")
def test_it_may_begin_with_an_order_of_the_scenario() -> None:
    given = ((units("FP"), order("march 0707")),)
    state = begun(
        "F1 infantry 5-3 0101",
        "FP pontoon 0303",
        formations={"FI": {"divisional_orders": given}},
    )
    assert state.pad.lines[TRAIN].steps == order("march 0707")
    assert [line for line in state.pad.lines if "/" in line] == [TRAIN]


# -- writing to it


@pytest.mark.rule("N16.4")
def test_who_commands_the_corps_writes_to_its_pontoon_train() -> None:
    state = pad()
    assert TRAIN in recipients(state, FRENCH)
    assert why_not_pontoon_orders(state, "march 1202") is None
    assert centre_of(state, TRAIN) == "0602"
    state.pad = replace(state.pad, wings={**state.pad.wings, FormationId("FI"): FormationId("FW")})
    play(
        state,
        orders_phase,
        answers={IssueOrder: [Paper(TRAIN, order("march 1202"))]},
    )


@pytest.mark.rule("N16.4", "T18.1")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("march 1202", None),
        ("march 0902, march 1202", None),
        ("march 1202 via 0802", None),
        ("defend 0602", "N16.4"),
        ("march 1202, defend 1202", "N16.4"),
        ("attack 1202", "N16.4"),
        ("march FII", "N16.4"),
        ("march 1201", "T18.1"),
        ("march 1202 via 0801", "T18.1"),
        ("march 9999", "N12.1"),
        ("march", "N12.1"),
    ],
)
def test_it_is_ordered_to_march_along_roads_only(text: str, rule: str | None) -> None:
    assert why_not_pontoon_orders(pad(), text) == rule


@pytest.mark.rule("N16.4", "N12.7")
def test_it_is_put_under_no_wing() -> None:
    assert why_not_pontoon_orders(pad(), "", "FW") == "N12.7"
    assert TRAIN not in [paper.line for paper in assignments(pad(), FRENCH)]


@pytest.mark.rule("N16.4", "T18.2")
def test_marches_to_places_from_which_a_river_can_be_bridged_are_listed() -> None:
    state = pad(rivers=["1202-1203", "0801-0901"])
    listed = [paper.steps for paper in papers(state, FRENCH) if paper.line == TRAIN]
    assert (OrderStep("march", Hex("1202")),) in listed
    assert all(steps[0].verb == "march" for steps in listed)


@pytest.mark.rule("N16.4", "N12.92", "N12.66")
def test_it_is_neither_recalled_nor_does_it_decide_alone() -> None:
    state = pad()
    assert recallable(state, FRENCH) == ()
    refusal = IssueDivisionalOrder(FRENCH).refusal(state, Recall(TRAIN))
    assert refusal is not None
    assert refusal.rule == "N16.4"
    assert TRAIN not in may_try(state, FRENCH)


@pytest.mark.rule("N12.52", "N16.4")
def test_an_order_is_in_force_when_it_is_delivered() -> None:
    played = play(pad(), orders_phase, answers={IssueOrder: [Paper(TRAIN, order("march 1202"))]})
    state = played.state
    while state.phase is Phase.ORDERS:
        played = play(state, orders_phase)
        assert not [question for question, _ in played.asked if question.side == "chance"]
        state = played.state
    assert state.pad.lines[TRAIN].steps == order("march 1202")
    assert TRAIN not in state.pad.dispatches


@pytest.mark.rule("N12.41")
def test_the_courier_rides_to_the_train_itself() -> None:
    far = staff("FP pontoon 1402 division:1", orders="FI/1: defend 1402", roads=["1402 1502"])
    played = play(far, orders_phase, answers={IssueOrder: [Paper(TRAIN, order("march 1502"))]})
    assert played.state.pad.dispatches[TRAIN].due == 2


@pytest.mark.rule("N3.4")
def test_the_enemy_does_not_see_the_line() -> None:
    seen = view(on_its_way(pad(), "FI/1", "march 1202"), ALLIED)
    assert TRAIN not in seen.pad.lines
    assert TRAIN not in seen.pad.dispatches
    assert unit("FP") not in seen.pad.detached


# -- marching


def marching(text: str, *lines: str, corps: str = "defend 0101", **more: Any) -> GameState:
    """The end of an activation of FI, whose pontoon train stands on a road."""
    return position(
        "\n".join([" ".join("." * 13)] * 3),
        "F1 infantry 5-3 0101",
        *(lines or (FP_OF_PONTOON_ORDERS,)),
        active="FI",
        segment=Segment.CONSOLIDATION,
        roads=ROADS[:1] if not more.get("roads") else more.pop("roads"),
        orders=f"FI: {corps}; FI/1: {text}",
        **more,
    )


def ends_of(state: GameState) -> set[str]:
    return set(train_ends(state, unit("FP")))


@pytest.mark.rule("N16.4")
def test_only_under_march_does_it_move_whatever_its_corps_does() -> None:
    assert movable_trains(marching("defend 0602", corps="march 1302"), FormationId("FI")) == []
    assert movable_trains(marching("march 1302"), FormationId("FI")) == ["FP"]
    asked = MoveLeaderOrTrain(FRENCH, FormationId("FI"))
    refusal = asked.refusal(marching("defend 0602"), Journey("FP", hexes("0602 0702")))
    assert refusal is not None


@pytest.mark.rule("N16.4", "N12.33")
def test_it_must_march_on_at_least_half_its_allowance() -> None:
    """4 MP are eight hexes of road; half of them are four."""
    state = marching("march 1302")
    asked = MoveLeaderOrTrain(FRENCH, FormationId("FI"))
    assert ends_of(state) == {"1002", "1102", "1202", "1302"}
    idle = asked.refusal(state, None)
    assert idle is not None
    assert (idle.rule, idle.sentence) == (
        "N16.4",
        "FP has orders to march to 1302: move nearer to it.",
    )
    short = asked.refusal(state, Journey("FP", hexes("0602 0702 0802")))
    assert short is not None
    assert short.rule == "N16.4"
    gone = play(
        state,
        consolidation_segment,
        answers={MoveLeaderOrTrain: [Journey("FP", hexes("0602 0702 0802 0902 1002"))]},
    )
    assert gone.state.units[unit("FP")].hex == "1002"


@pytest.mark.rule("N16.4", "N12.33")
def test_it_goes_as_far_as_it_can_where_the_way_is_blocked() -> None:
    state = marching("march 1302", FP_OF_PONTOON_ORDERS, "A1 infantry 4-3 1003")
    assert ends_of(state) == {"0902"}
    blocked = marching("march 1302", FP_OF_PONTOON_ORDERS, "A1 infantry 4-3 0703")
    assert ends_of(blocked) == set()
    assert MoveLeaderOrTrain(FRENCH, FormationId("FI")).refusal(blocked, None) is None


@pytest.mark.rule("N16.4")
def test_near_its_goal_it_goes_there() -> None:
    assert ends_of(marching("march 0802")) == {"0802"}
    assert ends_of(marching("march 0602")) == set()


@pytest.mark.rule("N16.4", "N12.31")
def test_in_its_goal_it_stops_and_keeps_its_line() -> None:
    near = marching("march 0802", "FP pontoon 0702 division:1", "F5 leader 0602")
    flow = [FormationId("FI")]
    assert play(near, lambda table: check_steps(table, flow)).events == []
    there = marching("march 0802", "FP pontoon 0802 division:1", "F5 leader 0602")
    played = play(there, lambda table: check_steps(table, flow))
    assert played.story == ["OrderStepChanged"]
    assert played.state.pad.lines[TRAIN].steps == order("defend 0802")
    assert played.state.pad.detached[unit("FP")] == TRAIN


@pytest.mark.rule("N12.3")
def test_a_second_march_follows_the_first() -> None:
    there = marching("march 0802, march 1302", "FP pontoon 0802 division:1")
    played = play(there, lambda table: check_steps(table, [FormationId("FI")]))
    assert played.state.pad.lines[TRAIN].steps == order("march 1302")


@pytest.mark.rule("N16.4")
def test_a_lost_train_has_no_place_to_be_written_to() -> None:
    state = pad()
    state.put_unit(replace(state.units[unit("FP")], hex=None))
    assert centre_of(state, TRAIN) is None
    assert why_not_pontoon_orders(state, "march 1202") == "N12.41"
    assert line("FI/1") not in recipients(state, FRENCH)
