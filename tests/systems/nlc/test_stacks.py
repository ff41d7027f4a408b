"""What a step costs, stacking, tails and overstacked hexes (N5.1, N5.3, N6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexwar.ground.costs import Gait, Ground, gait_of, ground_of
from hexwar.ground.stacking import has_room, is_overstacked, stack_in
from hexwar.ground.zones import enemy_hexes, is_in_contact, zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.turn import FlagsCleared, HexControlled, SegmentEnded
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.movement import stacks
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import movement_segment, walk
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm
from hexwar.table.pieces import Box, Segment
from hexwar.table.reports import StepCost
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.moves import moving, price, reached, refused
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# -- what a step costs (N5.1), every row for every column of the table


A, B = Hex("0202"), Hex("0203")  # B lies south of A


SIDE, WAY = ["0202-0203"], ["0202 0203"]
FEATURES: dict[str, dict[str, Any]] = {
    "road": {"roads": WAY},
    "trail": {"trails": WAY},
    "aside": {"roads": ["0102 0202 0302"]},
    "up": {"slopes": SIDE},
    "down": {"slopes": ["0203-0202"]},
    "crest": {"crests": SIDE},
    "river": {"rivers": SIDE},
    "stream": {"streams": SIDE},
    "bridge": {"bridges": SIDE},
    "trestle": {"trestles": SIDE},
    "boats": {"pontoons": SIDE},
    "broken": {"damaged": SIDE},
    **{word: {"weather": word} for word in ("mud", "snowstorm")},
    **{word: {"weather": word} for word in ("cloudy", "rain", "fog", "snow", "frost")},
}


def ground(words: str = ".") -> Ground:
    """The letter of B, and what lies between A and B or in the sky."""
    letter, *features = words.split()
    more: dict[str, Any] = {}
    for feature in features:
        more |= FEATURES[feature]
    return ground_of(position(f". . .\n. . .\n. {letter} .\n. . .", **more))


def mp(step: StepCost | None) -> float | None:
    return None if step is None else step.halves / 2


GAITS = (
    *(Gait.FOOT, Gait.HORSE, Gait.GUNS),  # roads do not bind these
    *(Gait.COLUMN, Gait.GUN_COLUMN, Gait.TRAIN, Gait.PONTOONS, Gait.LEADER),
)
COSTS = """
. : 1 1 1 - - 1 - 1 : N5.1 N5.3 T18.1
t : 1 1 1 - - 1 - 1 : N5.1
c : 2 2 2 - - 2 - 2 : N5.1
w : 2 4 4 - - 4 - 4 : N5.1 N14.5
m : 2 4 4 - - 4 - 4 : N5.1
. road : 1 1 1 .5 .5 .5 .5 .5 : N5.1
t road : 1 1 1 .5 .5 .5 .5 .5 : N5.1
c road : 2 2 2 .5 .5 .5 .5 .5 : N5.1
w road : 1 1 1 .5 .5 .5 .5 .5 : N5.1 N14.5
m road : 1 1 1 .5 .5 .5 .5 .5 : N5.1
. trail : 1 1 1 1 1 1 1 1 : N5.1
t trail : 1 1 1 1 1 1 1 1 : N5.1
c trail : 2 2 2 1 1 1 1 1 : N5.1
w trail : 1 1 1 1 1 1 1 1 : N5.1 N14.5
m trail : 1 1 1 1 1 1 1 1 : N5.1
. aside : 1 1 1 - - 1 - 1 : N5.3 T18.1
. up : 2 2 2 - - - - 2 : N5.1 N16.4
. down : 1 1 1 - - 1 - 1 : N5.1
. crest : 1 1 1 - - 1 - 1 : N5.1
. up road : 2 2 2 1.5 1.5 1.5 1.5 1.5 : N5.12 N16.4
. up trail : 2 2 2 2 2 2 2 2 : N5.12 N16.4
. down road : 1 1 1 .5 .5 .5 .5 .5 : N5.12
. stream : 2 2 2 - - - - 2 : N5.1 N16.4
w stream : 3 5 5 - - - - 5 : N5.1
w stream road : 2 2 2 1.5 1.5 - - 1.5 : N5.1 N5.12 N16.4
. trestle : 2 2 2 - - 2 - 2 : N5.1 N5.12 N16.4
w trestle road : 1 1 1 .5 .5 .5 .5 .5 : N5.12
w trestle trail : 1 1 1 1 1 1 1 1 : N5.12
. trestle broken road : 2 2 2 1.5 1.5 - - 1.5 : N5.71
w trestle broken : 3 5 5 - - - - 5 : N5.71
. river road : - - - - - - - - : N5.1
. bridge road : 2 2 2 .5 .5 .5 .5 .5 : N5.1
. bridge trail : 2 2 2 1 1 1 1 1 : N5.1
w bridge : 3 5 5 - - 5 - 5 : N5.1
. bridge broken road : 3 3 3 .5 .5 - .5 .5 : N5.1 N5.71
w bridge broken : 4 6 6 - - - - 6 : N5.1 N5.71
. boats road : 3 3 3 .5 .5 - .5 .5 : N5.1 N5.71
w boats : 4 6 6 - - - - 6 : N5.1 N5.71
"""
"""What the step from A to B costs each of `GAITS`, MP."""

SLOWED = """
. : 1 1 2 - - 2 - 1
t : 1 1 2 - - 2 - 1
c : 2 2 4 - - 4 - 2
w : 2 4 8 - - 8 - 4
m : 2 4 8 - - 8 - 4
w road : 1 1 2 .5 1 1 1 .5
w trail : 1 1 2 1 2 2 2 1
. up : 2 2 3 - - - - 2
. stream : 2 2 3 - - - - 2
. bridge : 2 2 3 - - 3 - 2
. bridge broken : 3 3 4 - - - - 3
. up road : 2 2 3 1.5 2 2 2 1.5
"""
"""The same in mud and in a snowstorm, which double no hexside (N5.2)."""


def rows_of(table: str, weather: str = "", rules: str = "") -> Iterator[Any]:
    """Each row of a table with the rules that it proves."""
    for row in table.strip().splitlines():
        words, costs, *told = f"{row} : {rules}".split(" : ")
        costs_ = [None if cost == "-" else float(cost) for cost in costs.split()]
        yield pytest.param(
            words + weather, costs_, id=words + weather, marks=pytest.mark.rule(*told[0].split())
        )


@each(
    "words costs",
    *rows_of(COSTS),
    *(row for word in (" mud", " snowstorm") for row in rows_of(SLOWED, word, "N5.2")),
    *(
        row
        for word in (" cloudy", " rain", " fog", " snow", " frost")
        for row in rows_of("w : 2 4 4 - - 4 - 4", word, "N5.2")
    ),
)
@pytest.mark.rule("N19.1")
def test_what_a_step_costs(words: str, costs: list[float | None]) -> None:
    sheet = ground(words)
    assert [mp(sheet.step(gait, A, B)) for gait in GAITS] == costs


@pytest.mark.rule("N5.1", "N5.9")
def test_each_arm_has_its_column_and_arms_together_the_dearest() -> None:
    infantry, light, heavy = Arm.INFANTRY, Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY
    foot_guns, horse_guns = Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY
    groups_of: dict[Gait, list[tuple[Arm, ...]]] = {
        Gait.FOOT: [(infantry,), (infantry, infantry)],
        Gait.HORSE: [(light,), (heavy,), (infantry, light), (light, heavy)],
        Gait.GUNS: [(foot_guns,), (horse_guns,), (infantry, horse_guns), (heavy, foot_guns)],
        Gait.TRAIN: [(Arm.BAGGAGE_TRAIN,)],
        Gait.PONTOONS: [(Arm.PONTOON_TRAIN,)],
    }
    for gait, groups in groups_of.items():
        assert [gait_of(*arms) for arms in groups] == [gait] * len(groups)
    # Artillery in road movement still feels the weather.
    assert Gait.GUNS.in_column() is Gait.GUN_COLUMN
    assert Gait.FOOT.in_column() is Gait.HORSE.in_column() is Gait.COLUMN


@pytest.mark.rule("N5.2", "N5.31", "N5.81", "N5.1")
def test_a_column_pays_less_for_the_road_past_friends_and_the_reasons_are_told() -> None:
    by_road, by_trail = ground(". road"), ground("w trail")
    for gait in (Gait.COLUMN, Gait.GUN_COLUMN):
        past = [s.step(gait, A, B, past_friends=True) for s in (by_road, by_trail, ground())]
        assert [mp(step) for step in past] == [1, 1, None]
    for sheet, gait, cost in (
        (by_road, Gait.COLUMN, 0.5),
        (by_road, Gait.FOOT, 1),
        (by_trail, Gait.COLUMN, 1),
        (by_trail, Gait.HORSE, 1),
    ):
        assert mp(sheet.entry(gait, B)) == cost
    for weather in ("mud", "snowstorm"):
        slow = ground(f"w road {weather}")
        assert mp(slow.step(Gait.GUN_COLUMN, A, B, past_friends=True)) == 2
        assert [mp(slow.entry(gait, B)) for gait in (Gait.GUN_COLUMN, Gait.GUNS)] == [1, 2]
    for words, gait, text in (
        ("w stream mud", Gait.GUNS, "4 woods + 4 mud + 1 stream = 9"),
        ("w stream", Gait.FOOT, "2 woods + 1 stream = 3"),
        ("w", Gait.HORSE, "4 woods"),
        (". up bridge broken", Gait.FOOT, "1 clear + 2 damaged bridge + 1 slope = 4"),
    ):
        step = ground(words).step(gait, A, B)
        assert step is not None
        assert step.text == text


HERE = "0303"
BRIGADES = "infantry 4-3 @ division:1st; infantry 4-3 @ division:1st"
BATTERY = "battery 1-3 @"
BRIDGE = "pontoon @ bridging:0303-0304"
FULL = "infantry 6-3 @; infantry 6-3 @"


@pytest.mark.rule("N6.1")
@each(
    "pieces is_too_much",
    pytest.param(FULL, False, id="two units of twelve SP"),
    pytest.param("infantry 7-3 @; infantry 6-3 @", True, id="more than twelve SP"),
    pytest.param("infantry 14-3 @", False, id="one unit always fits"),
    pytest.param("; ".join(["infantry 1-3 @"] * 3), True, id="three units however weak"),
    pytest.param(f"{BRIGADES}; infantry 4-3 @ division:1st", False, id="a division"),
    pytest.param(f"{BRIGADES}; {'infantry 2-3 @ division:1st; ' * 2}leader @", False, id="all"),
    pytest.param(f"{BRIGADES}; infantry 5-3 @ division:1st", True, id="a division too strong"),
    pytest.param(f"{BRIGADES}; infantry 1-3 @ division:2nd", True, id="another division"),
    pytest.param(f"{BRIGADES}; infantry 1-3 @ division:1st of:FII", True, id="another corps"),
    pytest.param("; ".join([BATTERY] * 3), True, id="no named division is none"),
    pytest.param("infantry 8/4-3 @ reduced; infantry 8-3 @", False, id="the side that lies up"),
    pytest.param("train @; infantry 1-3 @", True, id="a train counts twelve"),
    pytest.param("train @; train @", True, id="two trains"),
    pytest.param("train @", False, id="one train"),
    pytest.param("pontoon @; infantry 1-3 @", True, id="a pontoon train counts twelve"),
    pytest.param(f"{BRIDGE}; {FULL}", False, id="as a bridge it counts nothing"),
    pytest.param(f"{BRIDGE}; train @", False, id="a bridge and a train"),
    pytest.param(f"{BRIDGE}; {FULL}; infantry 1-3 @", True, id="too many on a bridge"),
    pytest.param(f"{FULL}; leader @; leader @", False, id="leaders count nothing"),
)
def test_what_may_stand_in_a_hex(pieces: str, is_too_much: bool) -> None:
    texts = enumerate(pieces.replace("@", HERE).split("; "), start=1)
    state = position(OPEN, *(f"F{number} {text}" for number, text in texts))
    assert is_overstacked(state, state.units_in(Hex(HERE))) is is_too_much


@pytest.mark.rule("N6.1", "N6.2")
def test_room_counts_who_stays_and_who_comes_and_a_russian_corps_as_a_division() -> None:
    lines = [f"A{n} {arm} 4-3 0303" for n, arm in enumerate(("infantry", "infantry", "battery"))]
    corps = {"AI": {"stacks_as_division": True}}
    fourth = "A4 infantry 1-3 0303"
    for some, formations, is_too_much in (
        (lines, corps, False),
        ([*lines, fourth], corps, True),
        (lines, None, True),
    ):
        state = position(OPEN, *some, formations=formations)
        assert is_overstacked(state, state.units_in(Hex(HERE))) is is_too_much
    for hex_, who, fits in (
        ("0303", "F2", True),
        ("0303", "F3", False),
        ("0303", "F2 F3", False),
        ("0304", "F2", False),
        ("0305", "F3", True),
        ("0305", "F4", True),  # who is there is not counted twice
    ):
        three = ("F1 infantry 6-3 0303", "F2 infantry 6-3 0304", "F3 infantry 7-3 0304")
        state = position(OPEN, *three, *(() if who == "F3" else ("F4 infantry 6-3 0305",)))
        assert has_room(state, Hex(hex_), FRENCH, units(who)) is fits


# -- overstacked hexes at the end of a segment (N5.10, N6.2)


CROWD = ("F1 infantry 7-3 0303", "F2 infantry 6-3 0303")
WITH_TRAIN = ("F1 train 0303", "F2 infantry 6-3 0303")
AROUND = "0302 0402 0403 0304 0203 0202"  # round 0303, clockwise from north
ISLAND = [f"0303-{hex_}" for hex_ in AROUND.split()]


def off(who: str, hex_: str | None) -> stacks.Displacement:
    return stacks.Displacement(unit(who), None if hex_ is None else Hex(hex_))


def cure(state: GameState, *choices: stacks.Displacement, dice: Any = ()) -> Played[None]:
    answers: Answers = {stacks.ChooseOverstackCure: choices} if choices else {}
    return play(state, lambda table: stacks.cure_overstacks(table, FRENCH), dice, answers)


@pytest.mark.rule("N5.10")
def test_units_are_displaced_by_one_hex_each_until_the_rest_fits() -> None:
    fits = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0303")
    assert stacks.overstacked_hexes(fits, FRENCH) == []
    assert cure(fits).events == []
    state = position(OPEN, *CROWD)
    assert stacks.overstacked_hexes(state, FRENCH) == ["0303"]
    assert stacks.overstacked_hexes(state, ALLIED) == []
    played = cure(state, off("F2", "0402"))
    assert played.questions(stacks.ChooseOverstackCure)[0].side == FRENCH
    assert played.events == [OverstackCured(unit("F2"), Hex("0402"))]
    assert played.state.units[unit("F2")].hex == "0402"
    state = position(OPEN, *CROWD, "F3 infantry 5-3 0303", "F4 infantry 3-3 0303")
    played = cure(state, off("F1", "0302"), off("F2", "0304"))
    assert [e.unit for e in played.of(OverstackCured)] == ["F1", "F2"]
    assert stacks.overstacked_hexes(played.state, FRENCH) == []
    # Crowded hexes are cleared in the order of their ids.
    more = ("F3 infantry 7-3 0101", "F4 infantry 6-3 0101", "A1 infantry 9-3 0505")
    state = position(OPEN, *CROWD, *more)
    assert stacks.overstacked_hexes(state, FRENCH) == ["0101", "0303"]
    assert [q.hex for q in cure(state).questions(stacks.ChooseOverstackCure)] == ["0101", "0303"]


@pytest.mark.rule("N5.10", "N16.4")
@each(
    "lines words f1 f2",
    (CROWD, {}, AROUND, AROUND),
    (  # out of enemy zones and away from enemies
        (*CROWD, "A1 light 2-3 0305", "A2 train 0302"),
        *({}, "0402 0403 0203 0202", "0402 0403 0203 0202"),
    ),
    (  # with room and a way
        (*CROWD, "F3 infantry 6-3 0302", "F4 train 0402"),
        {"rivers": ["0303-0403"], "streams": ["0303-0304"]},
        *("0304 0203 0202", "0302 0304 0203 0202"),
    ),
    (  # a train only where a train can go
        WITH_TRAIN,
        {"streams": ["0303-0304"], "slopes": ["0303-0302"]},
        *("0402 0403 0203 0202", AROUND),
    ),
    (CROWD, {"rivers": ISLAND}, "None", "None"),
    (WITH_TRAIN, {"streams": ISLAND}, "", AROUND),  # nobody is lost while one can
)
def test_where_a_unit_may_be_displaced(
    lines: tuple[str, ...], words: dict[str, Any], f1: str, f2: str
) -> None:
    asked, state = stacks.ChooseOverstackCure(FRENCH, Hex("0303")), position(OPEN, *lines, **words)
    found = [(option.unit, str(option.hex)) for option in asked.options(state)]
    assert found == [*(("F1", hex_) for hex_ in f1.split()), *(("F2", hex_) for hex_ in f2.split())]
    if not f1:
        assert rule_of(asked.refusal(state, off("F2", None))) == "N5.10"


@pytest.mark.rule("N5.10", "N6.10", "N22.2")
def test_a_unit_that_can_go_nowhere_is_lost_and_a_displaced_one_takes_its_hex() -> None:
    state = cure(position(OPEN, *CROWD, rivers=ISLAND), off("F2", None)).state
    assert (state.units[unit("F2")].box, state.units[unit("F2")].hex) == (Box.UAR, None)
    assert state.units[unit("F1")].hex == "0303"
    town, leader = Hex("0402"), ("A8 leader 0402", "A1 infantry 5-3 0707")
    more: dict[str, Any] = {"control": {town: ALLIED}}
    played = cure(position(OPEN, *CROWD, *leader, **more), off("F1", town), dice=[2])
    assert played.of(HexControlled) == [HexControlled(town, FRENCH, unit("F1"))]
    assert [e.leader for e in played.of("LeaderCaptured")] == ["A8"]
    train = cure(position(OPEN, *WITH_TRAIN, *leader, **more), off("F1", town))
    assert train.of(HexControlled) == train.of("LeaderCaptured") == []


@pytest.mark.rule("N6.2")
def test_the_limit_binds_at_the_end_of_the_movement_segment_and_the_activation() -> None:
    state = position(OPEN, *CROWD, active="FI", segment=Segment.MOVEMENT)
    answers: Answers = {"ActivateUnit": [None], stacks.ChooseOverstackCure: [off("F2", "0302")]}
    assert play(state, movement_segment, answers=answers).events == [
        OverstackCured(unit("F2"), Hex("0302")),
        SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
    ]
    lines = ("F1 train 0301", "F2 infantry 6-3 0303")
    state = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    asked = MoveLeaderOrTrain(FRENCH, state.formation_of(unit("F1")).id)
    onto_friends = Journey("F1", hexes("0301 0302 0303"))
    assert asked.refusal(state, onto_friends) is None
    moved = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [onto_friends]})
    assert moved.of("UnitMoved")
    answers = {stacks.ChooseOverstackCure: [off("F1", "0302")]}
    ended = play(moved.state, consolidation_segment, answers=answers)
    assert ended.story == ["OverstackCured", "ActivationEnded"]
    # At the end of it nobody can make room by moving off.
    lines = ("F1 train 0301", "F2 infantry 6-3 0302")
    ending = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    assert {"0302", "0303"} & set(train_ends(ending, unit("F1"))) == {"0303"}


# -- the tail of a strong unit in road column (N5.3, N5.33)


ROAD = ["0101 0201 0301 0401 0501 0601 0701"]
FORK = [*ROAD, "0201 0302 0301"]
"""The way from 0201 to 0301 once more, round by 0302."""


def marched(state: GameState, path: str, who: str = "F1") -> Played[None]:
    route = Route(hexes(path), column=True)
    assert ChoosePath(FRENCH, units(who)).refusal(state, route) is None
    return play(state, lambda table: walk(table, units(who), route, None))


@pytest.mark.rule("N5.3", "N5.33", "N5.81", "N5.32")
def test_a_unit_of_eight_sp_has_a_tail_while_its_road_movement_lasts() -> None:
    for strength, path, tail in (
        ("8-3 0101", "0101 0201 0301", "0201"),
        ("14-3 0101", "0101 0201 0301", "0201"),
        ("7-3 0101", "0101 0201 0301", None),
        ("8-3 0101", "0101 0201", "0101"),  # after one hex it lies where the unit started
        ("9/7-3 0101 reduced", "0101 0201", None),  # the side that lies up counts
    ):
        state = moving(OPEN, f"F1 infantry {strength}", roads=ROAD)
        assert marched(state, path).state.units[unit("F1")].tail == tail
    state = moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD)
    played = play(state, lambda table: walk(table, units("F1"), Route(hexes("0101 0201")), None))
    assert played.state.units[unit("F1")].tail is None
    assert not played.state.tails
    state = moving(OPEN, "F1 infantry 9-3 due", roads=ROAD)
    route = Route(hexes("0101"), column=True)
    played = play(state, lambda table: walk(table, units("F1"), route, Hex("0101")))
    record = played.state.units[unit("F1")]
    assert (record.hex, record.column, record.tail) == ("0101", True, None)
    state = marched(moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD), "0101 0201").state
    assert state.tails == {"0101": units("F1")}
    FlagsCleared(units("F1")).apply(state)  # its next activation begins
    record = state.units[unit("F1")]
    assert (record.column, record.tail) == (False, None)
    assert not state.tails


@pytest.mark.rule("N5.31", "N5.33")
def test_a_tail_lies_on_no_other_column_and_on_no_train_and_may_need_another_way() -> None:
    for friend in ("F2 infantry 1-3 0201 column", "F2 train 0201", "F2 pontoon 0201"):
        state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
        assert refused(state, "F1", "0101 0201 0301", column=True) == "N5.33"
        assert refused(state, "F1", "0101 0201 0301 0401", column=True) is None
        assert reached(state, column=True) == set(hexes("0401 0501 0601 0701"))
    for friend in ("F2 infantry 1-3 0201", "F2 leader 0201"):  # in no column: not in its way
        state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
        assert refused(state, "F1", "0101 0201 0301", column=True) is None
    behind = moving(
        OPEN, "F1 infantry 9-3 0101", "F2 infantry 9-3 0301 tail:0201 moved", roads=ROAD
    )
    assert refused(behind, "F1", "0101 0201 0301 0401", column=True) == "N5.33"
    assert refused(behind, "F1", "0101 0201 0301 0401 0501", column=True) is None
    state = moving(OPEN, "F1 infantry 9-3 0201", "F2 train 0201", roads=FORK)
    assert refused(state, "F1", "0201 0301", column=True) == "N5.33"
    assert "0301" in reached(state, column=True)
    assert price(state, "F1", "0201 0302 0301", column=True) == 1
    weak = moving(OPEN, "F1 infantry 7-3 0201", "F2 train 0201", roads=FORK)
    assert refused(weak, "F1", "0201 0301", column=True) is None


@pytest.mark.rule("N5.31", "N5.33", "N6.10", "N8.1", "N5.32")
def test_another_column_passes_a_tail_no_enemy_enters_it_and_an_assault_on_it_flanks() -> None:
    lines = "F1 infantry 5-3-2 0101", "F2 infantry 9-3 0301 tail:0201 moved"
    state = moving(OPEN, *lines, roads=ROAD)
    assert refused(state, "F1", "0101 0201", column=True) == "N5.31"
    assert price(state, "F1", "0101 0201 0301", column=True) == 2
    free = moving(OPEN, lines[0], roads=ROAD)
    assert price(free, "F1", "0101 0201 0301", column=True) == 1
    state = moving(OPEN, "F1 light 3-3 0302", "A1 infantry 9-3 0401 tail:0301")
    assert enemy_hexes(state, FRENCH) == {"0401", "0301"}
    assert refused(state, "F1", "0302 0301") == "N6.10"
    assert "0301" not in reached(state)
    state = attacked()
    assert ON_TAIL in DeclareAssault(FRENCH, state.formation_of(unit("F1")).id).options(state)
    for more, defenders in (((), "A1"), (("A2 infantry 2-3 0204",), "A1 A2")):
        fight = fight_over(attacked(*more), Hex("0204"), units("F1"), Hex("0105"))
        assert sorted(fight.defenders) == list(units(defenders))
        assert fight.flank
    played = play(attacked(), lambda table: assault(table, FRENCH, ON_TAIL), dice=[1, 1, 1])
    record = played.state.units[unit("A1")]
    assert (record.column, record.tail) == (False, None)


@pytest.mark.rule("N6.1", "N5.33", "N5.10", "N3.7", "N6.3")
def test_a_tail_counts_for_stacking_at_the_end_of_the_segment_and_for_contact() -> None:
    there, pair = Hex("0101"), ("F1 infantry 9-3 0201 tail:0101", "F3 infantry 4-3 0102")
    state = position(OPEN, *pair, "F2 infantry 3-3 0101", "F4 infantry 1-3 0102")
    assert stack_in(state, there, FRENCH) == units("F2 F1")
    assert not stack_in(state, there, ALLIED)
    assert not has_room(state, there, FRENCH, units("F4"))  # three units
    alone = position(OPEN, *pair)
    assert not has_room(alone, there, FRENCH, units("F3"))  # 13 SP
    assert has_room(alone, there, FRENCH, units("F1"))
    state = moving(
        OPEN, "F1 infantry 9-3 0201", "F2 infantry 5-3 0301 moved", "F3 leader 0301", roads=ROAD
    )
    crowded = marched(state, "0201 0301 0401").state
    assert stacks.overstacked_hexes(crowded, FRENCH) == ["0301"]
    played = play(crowded, lambda table: stacks.cure_overstacks(table, FRENCH))
    assert played.state.units[unit("F2")].hex in hexes("0302 0201 0202 0402")
    assert played.state.units[unit("F1")].tail == "0301"
    assert not stacks.overstacked_hexes(played.state, FRENCH)
    for tail, is_met in ((" tail:0201", True), ("", False)):
        state = position(OPEN, f"F1 infantry 9-3 0301{tail}", "A1 infantry 1-3 0102")
        assert is_in_contact(state, unit("F1")) is is_met
    state = position(OPEN, "A1 infantry 9-3 0301 tail:0201")
    assert zone(state, ALLIED) == set(hexes("0201 0302 0401"))


def attacked(*more: str) -> GameState:
    """F1 stands next to the tail of A1 and not next to A1."""
    lines = "F1 infantry 6-3 0105", "A1 infantry 9-3 0303 tail:0204"
    return position(OPEN, *lines, *more, active="FI")


ON_TAIL = Assault(Hex("0204"), units("F1"))
