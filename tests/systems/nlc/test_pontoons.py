"""Pontoon trains: their bridges and their orders (N16.4, T18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import CHANCE, Refusal, Roll, Session, Table
from hexwar.ground.pontoons import PontoonDeployed, PontoonTakenUp
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.movement import UnitMoved
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
from hexwar.systems.nlc.rules.orders import writing
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder, Recall, recallable
from hexwar.systems.nlc.rules.orders.local_decision import may_try
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.steps import test_steps as check_steps
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
from tests.scripted import ScriptedChance
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.moves import moving, quoted, reached, refused
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import line, on_its_way, order, staff
from tests.systems.nlc.works import side

# -- pontoon trains: their bridges, and what befalls them (N16.4, T18.1, T18.2, T18.21)


FI = FormationId("FI")
FP, AP = unit("FP"), unit("AP")
SOUTH = "0303-0304"
ASK, RIDE = WorkPontoon(FRENCH, FP), MoveLeaderOrTrain(FRENCH, FI)
BROKEN: dict[str, Any] = {"rivers": (), "bridges": [SOUTH], "damaged": [SOUTH]}
ZONE, F1 = "A1 infantry 4-3 0302", "F1 infantry 5-3 0101"


RIVER = [
    *("0103-0104", "0203-0104", "0203-0204", "0203-0304", "0303-0304", "0403-0304", "0403-0404"),
    *("0403-0504", "0503-0504", "0603-0504", "0603-0604", "0603-0704", "0703-0704"),
]
"""A river from the west to the east of the map, south of row 3."""
RESTED = "FP pontoon 0303 rested"
DEPLOYED = f"FP pontoon 0303 bridging:{SOUTH}"


def deploy(text: str = SOUTH) -> PontoonTask:
    return PontoonTask(side(text), PontoonAct.DEPLOY)


def take_up(text: str = SOUTH) -> PontoonTask:
    return PontoonTask(side(text), PontoonAct.TAKE_UP)


def resting(*lines: str, segment: Segment = Segment.ASSAULT, **more: Any) -> GameState:
    """A river, and the activation of FI where the assaults are about to end."""
    sheet: dict[str, Any] = {"rivers": RIVER} | more
    return position(OPEN, *lines, active="FI", segment=segment, **sheet)


def end_assaults(state: GameState, *answers: PontoonTask | None) -> Played[Any]:
    given_: Answers = {"DeclareAssault": [None], "WorkPontoon": answers}
    return play(state, assault_segment, answers=given_)


def ride(state: GameState, path: str = "") -> Played[Any]:
    """The end of an activation, in which the train moves along a path, or nobody moves."""
    answers: Answers = {"MoveLeaderOrTrain": [Journey("FP", hexes(path)) if path else None]}
    return play(state, consolidation_segment, answers=answers)


@pytest.mark.rule("T18.2")
def test_a_rested_train_may_become_a_bridge_over_a_river_beside_it_or_stay() -> None:
    assert list(ASK.options(resting(RESTED))) == [deploy(), None]
    sides = [deploy(text) for text in ("0403-0504", "0403-0404", "0304-0403")]
    assert list(ASK.options(resting("FP pontoon 0403 rested"))) == [*sides, None]
    assert [ASK.kind(answer) for answer in (None, deploy(), take_up())] == [
        *("stay", "deploy", "take up")
    ]
    played = end_assaults(resting(RESTED), deploy())
    assert played.events == [
        SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION),
        PontoonDeployed(FP, side(SOUTH)),
    ]
    after = played.state
    record = after.units[FP]
    assert (record.hex, record.bridging, record.rested) == ("0303", side(SOUTH), False)
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.PONTOON
    assert list(RIDE.options(after)) == [None]
    played = end_assaults(resting(RESTED), None)
    assert played.story == ["SegmentEnded"]
    put_orders(played.state, "FI: march 0301")
    assert movable_trains(played.state, FI) == [FP]
    assert ride(played.state).questions("WorkPontoon") == []


@pytest.mark.rule("T18.2")
@each(
    "line more",
    ("FP pontoon 0303", {}),  # it has not rested
    ("FP pontoon 0303 rested moved", {}),
    ("FP pontoon 0301 rested", {}),  # no river beside it
    (RESTED, {"weather": "snow"}),
    (RESTED, {"rivers": (), "streams": [SOUTH]}),
    (RESTED, {"rivers": (), "bridges": [SOUTH]}),
    (RESTED, BROKEN),
    ("FP train 0303 rested", {}),
    ("FP pontoon due", {}),
)
def test_nobody_is_asked_where_nothing_can_be_done(line: str, more: dict[str, Any]) -> None:
    state = resting(line, "F1 infantry 5-3 0101", **more)
    played = end_assaults(state)
    assert played.story == ["SegmentEnded"]
    assert played.questions("WorkPontoon") == []
    assert list(ASK.options(state)) == [None]


@pytest.mark.rule("T18.2")
@each(
    "lines more",
    ((RESTED,), {"rivers": (), "fords": [SOUTH]}),
    *(((RESTED,), {"weather": weather}) for weather in ("fair", "rain", "mud", "fog")),
    ((RESTED, "A1 infantry 4-3 0305"), {}),  # his zone does not reach over the river
    ((RESTED, "A1 train 0304"), {}),
)
def test_where_a_bridge_can_be_laid(lines: tuple[str, ...], more: dict[str, Any]) -> None:
    assert list(ASK.options(resting(*lines, **more))) == [deploy(), None]


@pytest.mark.rule("T18.2")
@each(
    "lines more task words",
    ((RESTED,), BROKEN, deploy(), "No river without a span lies between 0303 and 0304."),
    *(
        ((RESTED,), {"weather": sky}, deploy(), f"No pontoon bridge is laid in {sky}.")
        for sky in ("frost", "snow", "snowstorm")
    ),
    ((RESTED, ZONE), {}, deploy(), "an enemy zone."),
    ((DEPLOYED, ZONE), {}, take_up(), "an enemy zone."),
    ((DEPLOYED, "A1 infantry 4-3 0304"), {}, take_up(), "an enemy zone."),
    ((RESTED, "A1 infantry 4-3 0304"), {}, deploy(), "The enemy holds the other bank in 0304."),
    ((RESTED, F1), {}, deploy("0503-0504"), "does not stand at"),
    ((RESTED, F1), {}, take_up(), "is no bridge"),
    ((DEPLOYED,), {}, deploy("0203-0304"), "a bridge already"),
    ((DEPLOYED,), {}, take_up("0203-0304"), "is no bridge"),
    (("FP pontoon 0303",), {}, deploy(), "whole activation"),
)
def test_why_a_bridge_is_neither_laid_nor_taken_up(
    lines: tuple[str, ...], more: dict[str, Any], task: PontoonTask, words: str
) -> None:
    state = resting(*lines, **more)
    refusal = ASK.refusal(state, task)
    assert refusal is not None
    assert refusal.rule == "T18.2"
    assert words in refusal.sentence
    if F1 in lines:
        other = WorkPontoon(FRENCH, unit("F1")).refusal(state, deploy())
        assert other is not None
        assert "no pontoon train" in other.sentence


RESTED = "FP pontoon 0303 rested"
DEPLOYED = "FP pontoon 0303 bridging:0303-0304"


@pytest.mark.rule("T18.2", "N16.4", "T18.1")
def test_a_whole_activation_without_a_move_is_the_rest() -> None:
    for train, rests in (
        ("FP pontoon 0303", True),
        ("FP pontoon 0303 moved", False),
        (DEPLOYED, False),
        ("FP train 0303", False),
    ):
        ended = ride(resting(train, segment=Segment.CONSOLIDATION))
        assert ended.of(ActivationEnded) == [ActivationEnded(FI, (FP,) if rests else ())]
        assert ended.state.units[FP].rested is rests
    state = resting(RESTED, orders="FI: march 0301")
    assert ASK.refusal(state, deploy()) == Refusal("FP has orders to march.", "N16.4")
    assert end_assaults(state).questions("WorkPontoon") == []
    played = end_assaults(resting(DEPLOYED, orders="FI: march 0301"))
    assert played.questions("WorkPontoon") == []
    assert played.of(PontoonTakenUp) == [PontoonTakenUp(FP, side(SOUTH))]
    words = {"roads": ["0301 0302 0303"], "orders": "FI: march 0303"}
    state = resting("FP pontoon 0302 rested", segment=Segment.CONSOLIDATION, **words)
    assert rule_of(RIDE.refusal(state, Journey("FP", hexes("0302 0402")))) == "T18.1"
    played = ride(state, "0302 0303")
    assert played.events == [UnitMoved((FP,), hexes("0302 0303"), 1, column=False)]
    assert not played.state.units[FP].rested


@pytest.mark.rule("T18.2")
def test_rest_then_bridge_then_rest_again_over_five_activations() -> None:
    """Rest, lay, take up, rest, lay: each in an activation of its own."""
    lines = ("FP pontoon 0303", F1, "A1 infantry 4-3 0707")
    battle, _ = battle_of(board(OPEN, rivers=RIVER), *lines, length=5)
    session = Session.begin(nlc(lambda _: battle), {}, ScriptedChance([1] * 40))
    asked: list[tuple[int, list[str]]] = []
    while session.pending is not None:
        choice = session.options[-1]
        if isinstance(session.pending, WorkPontoon):
            kinds = [session.pending.kind(option) for option in session.options]
            asked.append((session.state.turn, kinds))
            choice = session.options[0]
        session.answer(choice)
    laying, taking = ["deploy", "stay"], ["take up", "stay"]
    assert asked == [(2, laying), (3, taking), (5, laying)]
    assert session.state.spans.pontoons == {side(SOUTH)}


@pytest.mark.rule("T18.2", "N5.10", "N11.41")
def test_taking_up_takes_the_whole_activation_and_a_bridge_is_not_displaced() -> None:
    assert ASK.options(resting(DEPLOYED, weather="snow"))[0] == take_up()
    state = resting(DEPLOYED, roads=["0301 0302 0303"])
    assert list(ASK.options(state)) == [take_up(), None]
    played = end_assaults(state, take_up())
    assert played.events[1:] == [PontoonTakenUp(FP, side(SOUTH))]
    after = played.state
    assert after.spans.pontoons == frozenset()
    assert after.units[FP].bridging is None
    assert movable_trains(after, FI) == []  # it moves from its next activation on
    assert ride(after).of(ActivationEnded) == [ActivationEnded(FI)]
    state = resting(DEPLOYED, "F1 infantry 8-3 0303", "F2 infantry 7-3 0303")
    cures = ChooseOverstackCure(FRENCH, Hex("0303")).options(state)
    assert {cure.unit for cure in cures} == set(units("F1 F2"))
    moves = DisplaceFriend(FRENCH, Hex("0303"), (unit("F2"),)).options(state)
    assert {move.unit for move in moves} == {unit("F1")}


def run_over(state: GameState, *dice: int) -> Any:
    async def flow(table: Table[GameState]) -> None:
        await overrun(table, FRENCH, Hex("0303"))

    return play(state, flow, dice)


@pytest.mark.rule("N16.4", "T18.21")
@each("die captured", (1, True), (3, True), (4, False), (6, False))
@each("word", f"bridging:{SOUTH}", "rested")
def test_a_pontoon_train_is_captured_or_destroyed(die: int, captured: bool, word: str) -> None:
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


@pytest.mark.rule("N16.4", "N6.10", "T18.21", "N6.1", "N5.31")
def test_a_train_that_is_taken_leaves_no_bridge_and_is_none_on_the_road() -> None:
    played = run_over(resting("F1 infantry 5-3 0302", "AP train 0303"))
    assert played.events == [TrainDestroyed(AP, FRENCH)]
    kept = resting("F1 infantry 5-3 0302", "AP pontoon 0303", "A1 infantry 1-3 0303")
    assert run_over(kept).events == []
    lines = ("F1 infantry 5-3-6 0304", f"AP pontoon 0303 bridging:{SOUTH}")
    path = hexes("0304 0303 0302")
    answers: Answers = {"ActivateUnit": [units("F1")], "ChoosePath": [Route(path)]}
    state = resting(*lines, segment=Segment.MOVEMENT)
    played = play(state, movement_segment, [2], answers)
    assert played.story == ["UnitMoved", "DieRolled", "TrainCaptured"]
    assert played.of(UnitMoved)[0].halves == 8  # 1 clear + 2 pontoon bridge + 1 clear
    assert played.state.spans.pontoons == frozenset()
    assert state.side_of(AP) == ALLIED
    bridge = "AP pontoon 0203 bridging:0203-0204"
    state = bridged("F1 light 4-3-8 0201", bridge)
    assert reached(state) & {"0203", "0204"} == {"0203"}
    assert refused(state, "F1", "0201 0202 0203 0204") == "T18.21"
    over = bridged("F1 light 4-3-8 0205", bridge)  # who comes over it takes the train
    assert refused(over, "F1", "0205 0204 0203 0202") is None
    lines = ("F1 infantry 4-3 0202", "FP pontoon 0203 bridging:0203-0204")
    state = bridged(*lines, roads=["0202 0203"])
    assert quoted(state, "F1", "0202 0203", column=True).halves == 1
    assert "0203" in reached(state, column=True)


def bridged(*lines: str, **more: Any) -> GameState:
    return moving(OPEN, *lines, rivers=RIVER, pontoons=["0203-0204"], **more)


# -- pontoon trains have lines of their own on the order pad, and march only (N16.4, T18.1)


TRAIN = LineId("FI/1")
ON_ROAD = "FP pontoon 0602 division:1"
ROADS = ["0602 0702 0802 0902 1002 1102 1202 1302"]


def pad(**more: Any) -> GameState:
    """The staffs with a pontoon train of I Corps on a road, which has a line of its own."""
    return staff(ON_ROAD, orders="FI/1: defend 0602", roads=ROADS, **more)


def law(state: GameState, text: str, wing: str | None = None) -> str | None:
    """The rule that forbids an order to the train."""
    paper = writing.Paper(TRAIN, order(text) if text else (), FormationId(wing) if wing else None)
    return rule_of(writing.IssueOrder(FRENCH).refusal(state, paper))


def write(state: GameState, text: str) -> GameState:
    answers: Answers = {"IssueOrder": [writing.Paper(TRAIN, order(text))]}
    return play(state, orders_phase, answers=answers).state


def begun(*lines: str, **more: Any) -> GameState:
    battle, _ = battle_of(board(OPEN), F1, *lines, **more)
    return set_up(battle)


@pytest.mark.rule("N16.4", "N12.16")
def test_it_begins_under_defend_where_it_stands_or_enters() -> None:
    state = begun("FP pontoon 0303", "FT train 0202")
    assert state.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0303")),)
    assert state.pad.lines[TRAIN].units == units("FP")
    assert state.pad.detached == {"FP": TRAIN}
    assert state.line_id_of(unit("FT")) == "FI"
    due = begun("FP pontoon due", arrivals=(Arrival(2, Hex("0401"), units("FP")),))
    assert due.pad.lines[TRAIN].steps == (OrderStep("defend", Hex("0401")),)
    # It may begin with an order of the scenario.
    orders = {"FI": {"divisional_orders": ((units("FP"), order("march 0707")),)}}
    state = begun("FP pontoon 0303", formations=orders)
    assert state.pad.lines[TRAIN].steps == order("march 0707")
    assert [line for line in state.pad.lines if "/" in line] == [TRAIN]


@pytest.mark.rule("N16.4", "N12.41", "N3.4")
def test_who_commands_the_corps_writes_to_its_train_and_the_enemy_does_not_see_it() -> None:
    state = pad()
    assert TRAIN in writing.recipients(state, FRENCH)
    assert centre_of(state, TRAIN) == "0602"
    state.pad = replace(state.pad, wings={**state.pad.wings, FI: FormationId("FW")})
    assert TRAIN in write(state, "march 1202").pad.dispatches
    far = staff("FP pontoon 1402 division:1", orders="FI/1: defend 1402", roads=["1402 1502"])
    assert write(far, "march 1502").pad.dispatches[TRAIN].due == 2
    seen = view(on_its_way(pad(), "FI/1", "march 1202"), ALLIED)
    assert TRAIN not in seen.pad.lines
    assert TRAIN not in seen.pad.dispatches
    assert unit("FP") not in seen.pad.detached
    state = pad()
    state.put_unit(replace(state.units[FP], hex=None))
    assert centre_of(state, TRAIN) is None
    assert law(state, "march 1202") == "N12.41"
    assert line("FI/1") not in writing.recipients(state, FRENCH)


@pytest.mark.rule("N16.4", "N12.7", "T18.1")
@each(
    "text rule",
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
)
def test_it_is_ordered_to_march_along_roads_only(text: str, rule: str | None) -> None:
    state = pad()
    assert law(state, text) == rule
    assert law(state, "", "FW") == "N12.7"  # and it is put under no wing
    assert TRAIN not in [paper.line for paper in writing.assignments(state, FRENCH)]


@pytest.mark.rule("N16.4", "T18.2", "N12.92", "N12.66", "N12.52")
def test_marches_to_rivers_are_listed_in_force_when_delivered_and_decided_by_no_train() -> None:
    state = pad(rivers=["1202-1203", "0801-0901"])
    listed = [paper.steps for paper in writing.papers(state, FRENCH) if paper.line == TRAIN]
    assert (OrderStep("march", Hex("1202")),) in listed
    assert all(steps[0].verb == "march" for steps in listed)
    state = pad()
    assert recallable(state, FRENCH) == ()
    assert rule_of(IssueDivisionalOrder(FRENCH).refusal(state, Recall(TRAIN))) == "N16.4"
    assert TRAIN not in may_try(state, FRENCH)
    state = write(pad(), "march 1202")
    while state.phase is Phase.ORDERS:
        played = play(state, orders_phase)
        assert not [question for question, _ in played.asked if question.side == "chance"]
        state = played.state
    assert state.pad.lines[TRAIN].steps == order("march 1202")
    assert TRAIN not in state.pad.dispatches


def marching(text: str, *lines: str, corps: str = "defend 0101") -> GameState:
    """The end of an activation of FI, whose pontoon train stands on a road."""
    return position(
        "\n".join([" ".join("." * 13)] * 3),
        *(F1, *(() if any("FP" in line for line in lines) else (ON_ROAD,)), *lines),
        active="FI",
        segment=Segment.CONSOLIDATION,
        roads=ROADS,
        orders=f"FI: {corps}; FI/1: {text}",
    )


@pytest.mark.rule("N16.4", "N12.33", "N12.3", "N12.31")
def test_only_under_march_does_it_move_and_where_to() -> None:
    assert movable_trains(marching("defend 0602", corps="march 1302"), FI) == []
    assert movable_trains(marching("march 1302"), FI) == ["FP"]
    assert RIDE.refusal(marching("defend 0602"), Journey("FP", hexes("0602 0702"))) is not None
    # 4 MP are eight hexes of road; half of them are four.
    state = marching("march 1302")
    sentence = "FP has orders to march to 1302: move nearer to it."
    assert RIDE.refusal(state, None) == Refusal(sentence, "N16.4")
    assert rule_of(RIDE.refusal(state, Journey("FP", hexes("0602 0702 0802")))) == "N16.4"
    assert ride(state, "0602 0702 0802 0902 1002").state.units[FP].hex == "1002"
    for text, enemies, ends in (
        ("march 1302", (), "1002 1102 1202 1302"),
        ("march 1302", ("A1 infantry 4-3 1003",), "0902"),  # as far as it can
        ("march 1302", ("A1 infantry 4-3 0703",), ""),
        ("march 0802", (), "0802"),  # near its goal it goes there
        ("march 0602", (), ""),
    ):
        state = marching(text, *enemies)
        assert set(train_ends(state, FP)) == set(ends.split())
        if not ends:
            assert RIDE.refusal(state, None) is None
    for text, place, after in (
        ("march 0802", "0702", "march 0802"),
        ("march 0802", "0802", "defend 0802"),  # in its goal it stops and keeps its line
        ("march 0802, march 1302", "0802", "march 1302"),
    ):
        state = marching(text, f"FP pontoon {place} division:1", "F5 leader 0602")
        played = play(state, lambda table: check_steps(table, [FI]))
        assert played.story == ([] if text == after else ["OrderStepChanged"])
        assert played.state.pad.lines[TRAIN].steps == order(after)
        assert played.state.pad.detached[FP] == TRAIN
