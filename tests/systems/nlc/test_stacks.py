"""What a step costs, stacking, tails and overstacked hexes (N5.1, N5.3, N6)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.ground.costs import Gait, Ground, gait_of, ground_of
from hexwar.ground.stacking import has_room, is_overstacked, stack_in
from hexwar.ground.zones import enemy_hexes, is_in_contact, zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.movement import OverstackCured, UnitMoved
from hexwar.systems.nlc.events.turn import FlagsCleared, HexControlled, SegmentEnded
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment, walk
from hexwar.systems.nlc.rules.movement.stacks import (
    ChooseOverstackCure,
    Displacement,
    cure_overstacks,
    overstacked_hexes,
)
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
from tests.systems.nlc.moves import moving, price, reached, refused
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

# -- what a step costs (N5.1), every row for every column of the table


A, B = Hex("0202"), Hex("0203")  # B lies south of A


FIELD = (Gait.FOOT, Gait.HORSE, Gait.GUNS)
"""The columns of the table that roads do not bind."""

COLUMNS = (Gait.COLUMN, Gait.GUN_COLUMN)
TRAINS = (Gait.TRAIN, Gait.PONTOONS)


def ground(letter: str = ".", **more: Any) -> Ground:
    rows = f". . .\n. . .\n. {letter} .\n. . ."
    return ground_of(position(rows, **more))


def costs(sheet: Ground, *gaits: Gait) -> list[float | None]:
    """What the step from A to B costs each gait, MP."""
    return [mp(sheet.step(gait, A, B)) for gait in gaits]


def mp(step: StepCost | None) -> float | None:
    return None if step is None else step.halves / 2


HEXES = [
    # terrain, infantry, others
    (".", 1, 1),
    ("t", 1, 1),
    ("c", 2, 2),
    ("w", 2, 4),
    ("m", 2, 4),
]


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize(("letter", "infantry", "others"), HEXES)
def test_hexes_cost_by_arm(letter: str, infantry: int, others: int) -> None:
    sheet = ground(letter)
    assert costs(sheet, Gait.FOOT) == [infantry]
    assert costs(sheet, Gait.HORSE, Gait.GUNS, Gait.TRAIN, Gait.LEADER) == [others] * 4


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize(
    ("arm", "gait"),
    [
        (Arm.INFANTRY, Gait.FOOT),
        (Arm.LIGHT_CAVALRY, Gait.HORSE),
        (Arm.HEAVY_CAVALRY, Gait.HORSE),
        (Arm.FOOT_ARTILLERY, Gait.GUNS),
        (Arm.HORSE_ARTILLERY, Gait.GUNS),
        (Arm.BAGGAGE_TRAIN, Gait.TRAIN),
        (Arm.PONTOON_TRAIN, Gait.PONTOONS),
    ],
)
def test_each_arm_has_its_column(arm: Arm, gait: Gait) -> None:
    assert gait_of(arm) is gait


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize(
    ("arms", "gait"),
    [
        ((Arm.INFANTRY, Arm.INFANTRY), Gait.FOOT),
        ((Arm.INFANTRY, Arm.LIGHT_CAVALRY), Gait.HORSE),
        ((Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY), Gait.HORSE),
        ((Arm.INFANTRY, Arm.HORSE_ARTILLERY), Gait.GUNS),
        ((Arm.HEAVY_CAVALRY, Arm.FOOT_ARTILLERY), Gait.GUNS),
    ],
)
def test_arms_together_have_the_dearest_column(arms: tuple[Arm, ...], gait: Gait) -> None:
    assert gait_of(*arms) is gait


def test_artillery_in_road_movement_still_feels_the_weather() -> None:
    assert Gait.GUNS.in_column() is Gait.GUN_COLUMN
    assert Gait.FOOT.in_column() is Gait.HORSE.in_column() is Gait.COLUMN


@pytest.mark.rule("N5.1")
def test_a_slope_upward_costs_one_more_and_downward_nothing() -> None:
    sheet = ground(slopes=["0202-0203"])
    assert costs(sheet, *FIELD, Gait.LEADER) == [2, 2, 2, 2]
    assert [mp(sheet.step(gait, B, A)) for gait in FIELD] == [1, 1, 1]


@pytest.mark.rule("N5.1")
def test_a_crest_costs_nothing() -> None:
    sheet = ground(crests=["0202-0203"])
    assert costs(sheet, *FIELD, Gait.TRAIN, Gait.LEADER) == [1, 1, 1, 1, 1]


@pytest.mark.rule("N5.1")
def test_a_stream_costs_one_more_but_bars_trains() -> None:
    sheet = ground("w", streams=["0202-0203"])
    assert costs(sheet, *FIELD, Gait.LEADER) == [3, 5, 5, 5]
    assert costs(sheet, *TRAINS) == [None, None]


@pytest.mark.rule("N5.1", "N5.12", "N16.4")
def test_a_way_through_a_stream_without_a_trestle_pays_for_the_stream() -> None:
    sheet = ground("w", streams=["0202-0203"], roads=["0202 0203"])
    assert costs(sheet, *FIELD, *COLUMNS) == [2, 2, 2, 1.5, 1.5]
    assert costs(sheet, *TRAINS) == [None, None]


@pytest.mark.rule("N5.1")
def test_a_river_without_a_span_cannot_be_crossed() -> None:
    sheet = ground(rivers=["0202-0203"], roads=["0202 0203"])
    for gait in Gait:
        assert sheet.step(gait, A, B) is None


@pytest.mark.rule("N5.1")
def test_a_bridge_costs_one_more_but_not_in_road_movement() -> None:
    sheet = ground(bridges=["0202-0203"], roads=["0202 0203"])
    assert costs(sheet, *FIELD) == [2, 2, 2]
    assert costs(sheet, *COLUMNS, *TRAINS, Gait.LEADER) == [0.5] * 5
    by_trail = ground(bridges=["0202-0203"], trails=["0202 0203"])
    assert costs(by_trail, *FIELD) == [2, 2, 2]
    assert costs(by_trail, *COLUMNS, *TRAINS, Gait.LEADER) == [1] * 5


@pytest.mark.rule("N5.1")
def test_a_bridge_off_the_way_costs_everybody_one_more() -> None:
    sheet = ground("w", bridges=["0202-0203"])
    assert costs(sheet, *FIELD) == [3, 5, 5]
    assert costs(sheet, Gait.TRAIN, Gait.LEADER) == [5, 5]
    assert costs(sheet, *COLUMNS, Gait.PONTOONS) == [None, None, None]


DOWN: dict[str, Any] = {"bridges": ["0202-0203"], "damaged": ["0202-0203"]}
BOATS: dict[str, Any] = {"pontoons": ["0202-0203"]}


@pytest.mark.rule("N5.1", "N5.71")
@pytest.mark.parametrize("crossing", [DOWN, BOATS])
def test_a_damaged_bridge_or_pontoon_costs_two_more_but_not_in_road_movement(
    crossing: dict[str, Any],
) -> None:
    by_road = ground(roads=["0202 0203"], **crossing)
    assert costs(by_road, *FIELD) == [3, 3, 3]
    assert costs(by_road, *COLUMNS, Gait.PONTOONS, Gait.LEADER) == [0.5] * 4
    off_road = ground("w", **crossing)
    assert costs(off_road, *FIELD, Gait.LEADER) == [4, 6, 6, 6]
    assert costs(off_road, *COLUMNS, Gait.PONTOONS) == [None, None, None]


@pytest.mark.rule("N5.71")
@pytest.mark.parametrize("crossing", [DOWN, BOATS])
def test_no_baggage_train_crosses_a_damaged_bridge_or_pontoon(crossing: dict[str, Any]) -> None:
    assert costs(ground(roads=["0202 0203"], **crossing), Gait.TRAIN) == [None]
    assert costs(ground(**crossing), Gait.TRAIN) == [None]


@pytest.mark.rule("N5.71")
def test_a_damaged_trestle_is_a_stream() -> None:
    trestle: dict[str, Any] = {"trestles": ["0202-0203"], "damaged": ["0202-0203"]}
    by_road = ground(roads=["0202 0203"], **trestle)
    assert costs(by_road, *FIELD) == [2, 2, 2]
    assert costs(by_road, *COLUMNS) == [1.5, 1.5]
    assert costs(by_road, *TRAINS) == [None, None]
    assert costs(ground("w", **trestle), *FIELD) == [3, 5, 5]


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("letter", [".", "t", "w", "m"])
@pytest.mark.parametrize("way", ["roads", "trails"])
def test_road_and_trail_without_road_movement_cost_one(letter: str, way: str) -> None:
    assert costs(ground(letter, **{way: ["0202 0203"]}), *FIELD) == [1, 1, 1]


@pytest.mark.rule("N5.1")
def test_a_road_does_not_make_a_chateau_cheaper_without_road_movement() -> None:
    assert costs(ground("c", roads=["0202 0203"]), *FIELD) == [2, 2, 2]


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("letter", [".", "t", "c", "w", "m"])
def test_road_movement_costs_a_half_by_road_and_one_by_trail(letter: str) -> None:
    assert costs(ground(letter, roads=["0202 0203"]), *COLUMNS, *TRAINS) == [0.5] * 4
    assert costs(ground(letter, trails=["0202 0203"]), *COLUMNS, *TRAINS) == [1] * 4


@pytest.mark.rule("N5.3", "T18.1")
def test_columns_and_pontoon_trains_keep_to_the_way() -> None:
    assert costs(ground(), *COLUMNS, Gait.PONTOONS) == [None, None, None]
    aside = ground(roads=["0102 0202 0302"])
    assert costs(aside, *COLUMNS, Gait.PONTOONS) == [None, None, None]


@pytest.mark.rule("N5.31")
def test_road_movement_past_friends_costs_one() -> None:
    for gait in COLUMNS:
        by_road, by_trail = ground(roads=["0202 0203"]), ground(trails=["0202 0203"])
        assert mp(by_road.step(gait, A, B, past_friends=True)) == 1
        assert mp(by_trail.step(gait, A, B, past_friends=True)) == 1
        assert ground().step(gait, A, B, past_friends=True) is None


@pytest.mark.rule("N5.12")
def test_a_slope_is_paid_on_a_road_too() -> None:
    sheet = ground(slopes=["0202-0203"], roads=["0202 0203"])
    assert costs(sheet, *COLUMNS, Gait.LEADER) == [1.5, 1.5, 1.5]
    assert costs(sheet, *FIELD) == [2, 2, 2]
    assert costs(ground(slopes=["0203-0202"], roads=["0202 0203"]), *COLUMNS) == [0.5, 0.5]


@pytest.mark.rule("N5.12")
def test_a_trestle_on_the_way_costs_nothing_more() -> None:
    by_trail = ground("w", trestles=["0202-0203"], trails=["0202 0203"])
    assert costs(by_trail, *FIELD, *COLUMNS, *TRAINS, Gait.LEADER) == [1] * 8
    by_road = ground("w", trestles=["0202-0203"], roads=["0202 0203"])
    assert costs(by_road, *FIELD) == [1, 1, 1]
    assert costs(by_road, *COLUMNS, *TRAINS, Gait.LEADER) == [0.5] * 5


@pytest.mark.rule("N5.12")
def test_a_trestle_off_the_way_costs_as_the_stream_does() -> None:
    sheet = ground(trestles=["0202-0203"])
    assert costs(sheet, *FIELD) == [2, 2, 2]


@pytest.mark.rule("N5.1", "N16.4")
def test_a_train_crosses_a_stream_at_a_span_only() -> None:
    assert costs(ground(trestles=["0202-0203"]), Gait.TRAIN) == [2]
    assert costs(ground(streams=["0202-0203"]), Gait.TRAIN) == [None]


@pytest.mark.rule("N16.4")
def test_trains_climb_slopes_only_by_road_or_trail() -> None:
    assert costs(ground(slopes=["0202-0203"]), *TRAINS) == [None, None]
    assert costs(ground(slopes=["0202-0203"], roads=["0202 0203"]), *TRAINS) == [1.5, 1.5]
    assert costs(ground(slopes=["0202-0203"], trails=["0202 0203"]), *TRAINS) == [2, 2]


@pytest.mark.rule("N14.5")
def test_leaders_ride_at_cavalry_costs_and_roads_at_a_half() -> None:
    assert costs(ground("w"), Gait.LEADER) == [4]
    assert costs(ground("w", roads=["0202 0203"]), Gait.LEADER) == [0.5]
    assert costs(ground("w", trails=["0202 0203"]), Gait.LEADER) == [1]


@pytest.mark.rule("N5.81")
def test_an_entry_hex_costs_as_the_road_does() -> None:
    by_road, by_trail = ground(roads=["0202 0203"]), ground("w", trails=["0202 0203"])
    assert mp(by_road.entry(Gait.COLUMN, B)) == 0.5
    assert mp(by_road.entry(Gait.FOOT, B)) == 1
    assert mp(by_trail.entry(Gait.COLUMN, B)) == 1
    assert mp(by_trail.entry(Gait.HORSE, B)) == 1


# -- mud and snowstorm (N5.2)


SLOW = ["mud", "snowstorm"]


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize("weather", SLOW)
@pytest.mark.parametrize(("letter", "infantry", "others"), HEXES)
def test_mud_and_snowstorm_double_the_hexes_of_artillery_and_trains(
    weather: str, letter: str, infantry: int, others: int
) -> None:
    sheet = ground(letter, weather=weather)
    assert costs(sheet, Gait.GUNS, Gait.TRAIN) == [2 * others, 2 * others]
    assert costs(sheet, Gait.FOOT, Gait.HORSE, Gait.LEADER) == [infantry, others, others]


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize("weather", SLOW)
def test_they_double_the_rates_of_roads_and_trails_too(weather: str) -> None:
    by_road = ground("w", roads=["0202 0203"], weather=weather)
    assert costs(by_road, Gait.GUN_COLUMN, *TRAINS) == [1, 1, 1]
    assert costs(by_road, Gait.GUNS) == [2]
    assert costs(by_road, Gait.COLUMN, Gait.FOOT, Gait.HORSE, Gait.LEADER) == [0.5, 1, 1, 0.5]
    by_trail = ground("w", trails=["0202 0203"], weather=weather)
    assert costs(by_trail, Gait.GUN_COLUMN, *TRAINS, Gait.GUNS) == [2, 2, 2, 2]
    assert mp(by_road.step(Gait.GUN_COLUMN, A, B, past_friends=True)) == 2
    assert mp(by_road.entry(Gait.GUN_COLUMN, B)) == 1
    assert mp(by_road.entry(Gait.GUNS, B)) == 2


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize("weather", SLOW)
def test_they_double_no_hexside(weather: str) -> None:
    assert costs(ground(slopes=["0202-0203"], weather=weather), Gait.GUNS) == [3]
    assert costs(ground(streams=["0202-0203"], weather=weather), Gait.GUNS) == [3]
    assert costs(ground(bridges=["0202-0203"], weather=weather), Gait.GUNS) == [3]
    assert costs(ground(weather=weather, **DOWN), Gait.GUNS) == [4]
    climbing = ground(slopes=["0202-0203"], roads=["0202 0203"], weather=weather)
    assert costs(climbing, Gait.GUN_COLUMN, *TRAINS) == [2, 2, 2]


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize("weather", ["fair", "cloudy", "rain", "fog", "snow", "frost"])
def test_other_weather_slows_nobody(weather: str) -> None:
    sheet = ground("w", weather=weather)
    assert costs(sheet, *FIELD, Gait.TRAIN) == [2, 4, 4, 4]


@pytest.mark.rule("N5.2")
def test_the_weather_is_told_as_a_reason() -> None:
    step = ground("w", streams=["0202-0203"], weather="mud").step(Gait.GUNS, A, B)
    assert step is not None
    assert step.text == "4 woods + 4 mud + 1 stream = 9"


@pytest.mark.rule("N5.1")
def test_the_reasons_are_told() -> None:
    step = ground("w", streams=["0202-0203"]).step(Gait.FOOT, A, B)
    assert step is not None
    assert step.text == "2 woods + 1 stream = 3"
    plain = ground("w").step(Gait.HORSE, A, B)
    assert plain is not None
    assert plain.text == "4 woods"
    broken = ground(slopes=["0202-0203"], **DOWN).step(Gait.FOOT, A, B)
    assert broken is not None
    assert broken.text == "1 clear + 2 damaged bridge + 1 slope = 4"


# -- stacking (N6.1)


HERE = "0303"


def overstacked(*lines: str, **more: Any) -> bool:
    state = position(OPEN, *lines, **more)
    return is_overstacked(state, state.units_in(Hex(HERE)))


@pytest.mark.rule("N6.1")
def test_two_units_of_twelve_sp_fit() -> None:
    assert not overstacked("F1 infantry 6-3 0303", "F2 infantry 6-3 0303")


@pytest.mark.rule("N6.1")
def test_more_than_twelve_sp_do_not() -> None:
    assert overstacked("F1 infantry 7-3 0303", "F2 infantry 6-3 0303")


@pytest.mark.rule("N6.1")
def test_one_unit_always_fits() -> None:
    assert not overstacked("F1 infantry 14-3 0303")


@pytest.mark.rule("N6.1")
def test_three_units_do_not_fit_however_weak() -> None:
    assert overstacked("F1 infantry 1-3 0303", "F2 infantry 1-3 0303", "F3 infantry 1-3 0303")


@pytest.mark.rule("N6.1")
def test_all_units_of_one_division_fit_within_twelve_sp() -> None:
    brigades = [f"F{n} infantry 4-3 0303 division:1st" for n in (1, 2, 3)]
    assert not overstacked(*brigades)
    assert overstacked(*brigades, "F4 infantry 1-3 0303 division:1st")
    assert overstacked(*brigades[:2], "F3 infantry 1-3 0303 division:2nd")


@pytest.mark.rule("N6.1")
def test_units_without_a_named_division_are_of_none() -> None:
    assert overstacked("F1 battery 1-3 0303", "F2 battery 1-3 0303", "F3 battery 1-3 0303")


@pytest.mark.rule("N6.1")
def test_a_division_belongs_to_its_corps() -> None:
    assert overstacked(
        "F1 infantry 1-3 0303 division:1st",
        "F2 infantry 1-3 0303 division:1st",
        "F3 infantry 1-3 0303 division:1st of:FII",
    )


@pytest.mark.rule("N6.1")
def test_a_russian_corps_counts_as_a_division() -> None:
    corps = {"AI": {"stacks_as_division": True}}
    lines = ["A1 infantry 4-3 0303", "A2 infantry 4-3 0303", "A3 battery 4-3 0303"]
    assert not overstacked(*lines, formations=corps)
    assert overstacked(*lines, "A4 infantry 1-3 0303", formations=corps)
    assert overstacked(*lines)


@pytest.mark.rule("N6.1")
def test_the_side_that_lies_up_counts() -> None:
    assert not overstacked("F1 infantry 8/4-3 0303 reduced", "F2 infantry 8-3 0303")


@pytest.mark.rule("N6.1")
def test_a_train_counts_twelve() -> None:
    assert overstacked("F1 train 0303", "F2 infantry 1-3 0303")
    assert overstacked("F1 train 0303", "F2 train 0303")
    assert not overstacked("F1 train 0303")


@pytest.mark.rule("N6.1")
def test_a_pontoon_train_counts_twelve_and_as_a_bridge_nothing() -> None:
    brigades = "F1 infantry 6-3 0303", "F2 infantry 6-3 0303"
    assert overstacked("F3 pontoon 0303", "F1 infantry 1-3 0303")
    assert not overstacked("F3 pontoon 0303 bridging:0303-0304", *brigades)
    assert not overstacked("F3 pontoon 0303 bridging:0303-0304", "F4 train 0303")
    assert overstacked("F3 pontoon 0303 bridging:0303-0304", *brigades, "F4 infantry 1-3 0303")


@pytest.mark.rule("N6.1")
def test_leaders_count_nothing() -> None:
    assert not overstacked(
        "F1 infantry 6-3 0303", "F2 infantry 6-3 0303", "F3 leader 0303", "F4 leader 0303"
    )


@pytest.mark.rule("N6.2")
def test_room_counts_those_who_stay_and_those_who_come() -> None:
    state = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0304", "F3 infantry 7-3 0304")
    assert has_room(state, Hex(HERE), FRENCH, units("F2"))
    assert not has_room(state, Hex(HERE), FRENCH, units("F3"))
    assert not has_room(state, Hex(HERE), FRENCH, units("F2 F3"))
    assert has_room(state, Hex("0304"), FRENCH, units("F2")) is False
    assert has_room(state, Hex("0305"), FRENCH, units("F3"))


@pytest.mark.rule("N6.2")
def test_those_who_are_there_are_not_counted_twice() -> None:
    state = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0303")
    assert has_room(state, Hex(HERE), FRENCH, units("F1"))


# -- overstacked hexes at the end of a segment (N5.10, N6.2)


CROWD = ("F1 infantry 7-3 0303", "F2 infantry 6-3 0303")
AROUND = hexes("0302 0402 0403 0304 0203 0202")  # round 0303, clockwise from north


def cure(state: GameState, *choices: Displacement, dice: Any = ()) -> Any:
    async def end(table: Table[GameState]) -> None:
        await cure_overstacks(table, FRENCH)

    return play(state, end, dice, {ChooseOverstackCure: list(choices)} if choices else None)


def offered(state: GameState, hex_: str = "0303") -> dict[str, list[str | None]]:
    """Each unit that may leave a hex, with where it may go."""
    found: dict[str, list[str | None]] = {}
    for option in ChooseOverstackCure(FRENCH, Hex(hex_)).options(state):
        found.setdefault(option.unit, []).append(option.hex)
    return found


@pytest.mark.rule("N5.10")
def test_stacks_within_the_limit_are_left_alone() -> None:
    fits = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0303")
    assert overstacked_hexes(fits, FRENCH) == []
    assert cure(fits).events == []


@pytest.mark.rule("N5.10")
def test_the_owner_displaces_any_unit_of_the_hex_by_one_hex() -> None:
    state = position(OPEN, *CROWD)
    assert overstacked_hexes(state, FRENCH) == ["0303"]
    assert overstacked_hexes(state, ALLIED) == []
    assert offered(state) == {"F1": list(AROUND), "F2": list(AROUND)}
    played = cure(state, Displacement(unit("F2"), Hex("0402")))
    assert played.questions(ChooseOverstackCure)[0].side == FRENCH
    assert played.events == [OverstackCured(unit("F2"), Hex("0402"))]
    assert played.state.units[unit("F2")].hex == "0402"


@pytest.mark.rule("N5.10")
def test_units_are_displaced_until_the_rest_fits() -> None:
    state = position(OPEN, *CROWD, "F3 infantry 5-3 0303", "F4 infantry 3-3 0303")
    played = cure(
        state, Displacement(unit("F1"), Hex("0302")), Displacement(unit("F2"), Hex("0304"))
    )
    assert [e.unit for e in played.of(OverstackCured)] == ["F1", "F2"]
    assert overstacked_hexes(played.state, FRENCH) == []


@pytest.mark.rule("N5.10")
def test_crowded_hexes_are_cleared_in_the_order_of_their_ids() -> None:
    state = position(
        OPEN, *CROWD, "F3 infantry 7-3 0101", "F4 infantry 6-3 0101", "A1 infantry 9-3 0505"
    )
    assert overstacked_hexes(state, FRENCH) == ["0101", "0303"]
    assert [q.hex for q in cure(state).questions(ChooseOverstackCure)] == ["0101", "0303"]


@pytest.mark.rule("N5.10")
def test_a_unit_is_displaced_out_of_enemy_zones_and_away_from_enemies() -> None:
    state = position(OPEN, *CROWD, "A1 light 2-3 0305", "A2 train 0302")
    assert offered(state)["F1"] == list(hexes("0402 0403 0203 0202"))


@pytest.mark.rule("N5.10")
def test_a_displaced_unit_needs_room_and_a_way() -> None:
    state = position(
        OPEN,
        *CROWD,
        "F3 infantry 6-3 0302",
        "F4 train 0402",
        rivers=["0303-0403"],
        streams=["0303-0304"],
    )
    assert offered(state) == {
        "F1": list(hexes("0304 0203 0202")),
        "F2": list(hexes("0302 0304 0203 0202")),
    }


@pytest.mark.rule("N16.4")
def test_a_train_is_displaced_only_where_a_train_can_go() -> None:
    lines = ("F1 train 0303", "F2 infantry 6-3 0303")
    state = position(OPEN, *lines, streams=["0303-0304"], slopes=["0303-0302"])
    assert offered(state) == {
        "F1": list(hexes("0402 0403 0203 0202")),
        "F2": list(AROUND),
    }


ISLAND: dict[str, Any] = {"rivers": [f"0303-{hex_}" for hex_ in AROUND]}


@pytest.mark.rule("N5.10")
def test_a_unit_that_can_go_nowhere_is_lost_to_the_uar_box() -> None:
    state = position(OPEN, *CROWD, **ISLAND)
    assert offered(state) == {"F1": [None], "F2": [None]}
    played = cure(state, Displacement(unit("F2"), None))
    assert played.state.units[unit("F2")].box is Box.UAR
    assert played.state.units[unit("F2")].hex is None
    assert played.state.units[unit("F1")].hex == "0303"


@pytest.mark.rule("N5.10")
def test_nobody_is_lost_while_a_unit_of_the_hex_can_go() -> None:
    state = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", streams=ISLAND["rivers"])
    assert offered(state) == {"F2": list(AROUND)}  # the train cannot cross the stream
    refusal = ChooseOverstackCure(FRENCH, Hex("0303")).refusal(
        state, Displacement(unit("F2"), None)
    )
    assert refusal is not None
    assert refusal.rule == "N5.10"


@pytest.mark.rule("N22.2")
def test_a_displaced_unit_takes_the_hex_that_it_enters() -> None:
    town = Hex("0402")
    more: dict[str, Any] = {"control": MappingProxyType({town: ALLIED})}
    played = cure(position(OPEN, *CROWD, **more), Displacement(unit("F1"), town))
    assert played.of(HexControlled) == [HexControlled(town, FRENCH, unit("F1"))]
    train = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", **more)
    assert cure(train, Displacement(unit("F1"), town)).of(HexControlled) == []


@pytest.mark.rule("N6.10")
def test_a_displaced_unit_that_meets_a_lone_leader_may_capture_him() -> None:
    state = position(OPEN, *CROWD, "A8 leader 0402", "A1 infantry 5-3 0707")
    played = cure(state, Displacement(unit("F1"), Hex("0402")), dice=[2])
    assert [e.leader for e in played.of(LeaderCaptured)] == ["A8"]
    train = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", "A8 leader 0402")
    assert cure(train, Displacement(unit("F1"), Hex("0402"))).of(LeaderCaptured) == []


@pytest.mark.rule("N6.2")
def test_the_limit_binds_at_the_end_of_the_movement_segment() -> None:
    state = position(OPEN, *CROWD, active="FI", segment=Segment.MOVEMENT)
    played = play(
        state,
        movement_segment,
        answers={
            ActivateUnit: [None],
            ChooseOverstackCure: [Displacement(unit("F2"), Hex("0302"))],
        },
    )
    assert played.events == [
        OverstackCured(unit("F2"), Hex("0302")),
        SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
    ]


@pytest.mark.rule("N6.2")
def test_the_limit_binds_at_the_end_of_the_activation() -> None:
    lines = ("F1 train 0301", "F2 infantry 6-3 0303")
    state = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    asked = MoveLeaderOrTrain(FRENCH, state.formation_of(unit("F1")).id)
    onto_friends = Journey("F1", hexes("0301 0302 0303"))
    assert asked.refusal(state, onto_friends) is None
    moved = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [onto_friends]})
    assert moved.of(UnitMoved)
    ended = play(
        moved.state,
        consolidation_segment,
        answers={ChooseOverstackCure: [Displacement(unit("F1"), Hex("0302"))]},
    )
    assert ended.story == ["OverstackCured", "ActivationEnded"]


@pytest.mark.rule("N6.2")
def test_at_the_end_of_the_activation_nobody_can_make_room_by_moving_off() -> None:
    lines = ("F1 train 0301", "F2 infantry 6-3 0302")
    ending = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    assert "0302" not in train_ends(ending, unit("F1"))
    assert "0303" in train_ends(ending, unit("F1"))


# -- the tail of a strong unit in road column (N5.3, N5.33)


ROAD = ["0101 0201 0301 0401 0501 0601 0701"]
FORK = [*ROAD, "0201 0302 0301"]
"""The way from 0201 to 0301 once more, round by 0302."""


def marched(state: GameState, path: str, who: str = "F1") -> Played[None]:
    route = Route(hexes(path), column=True)
    assert ChoosePath(FRENCH, units(who)).refusal(state, route) is None
    return play(state, lambda table: walk(table, units(who), route, None))


def tail_after(strength: str, path: str, **more: Any) -> str | None:
    state = moving(OPEN, f"F1 infantry {strength} 0101", roads=ROAD, **more)
    return marched(state, path).state.units[unit("F1")].tail


# -- where it lies


@pytest.mark.rule("N5.3", "N5.33")
@pytest.mark.parametrize(("strength", "tail"), [("8-3", "0201"), ("14-3", "0201"), ("7-3", None)])
def test_a_unit_of_eight_sp_takes_up_the_hex_that_it_came_from(
    strength: str, tail: str | None
) -> None:
    assert tail_after(strength, "0101 0201 0301") == tail


@pytest.mark.rule("N5.33")
def test_after_one_hex_the_tail_lies_where_the_unit_started() -> None:
    assert tail_after("8-3", "0101 0201") == "0101"


@pytest.mark.rule("N5.33")
def test_the_side_that_lies_up_counts_in_tails() -> None:
    state = moving(OPEN, "F1 infantry 9/7-3 0101 reduced", roads=ROAD)
    assert marched(state, "0101 0201").state.units[unit("F1")].tail is None


@pytest.mark.rule("N5.33")
def test_no_tail_without_road_movement() -> None:
    state = moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD)
    played = play(state, lambda table: walk(table, units("F1"), Route(hexes("0101 0201")), None))
    assert played.state.units[unit("F1")].tail is None
    assert not played.state.tails


@pytest.mark.rule("N5.33", "N5.81")
def test_no_tail_of_a_unit_that_only_enters() -> None:
    state = moving(OPEN, "F1 infantry 9-3 due", roads=ROAD)
    route = Route(hexes("0101"), column=True)
    played = play(state, lambda table: walk(table, units("F1"), route, Hex("0101")))
    record = played.state.units[unit("F1")]
    assert (record.hex, record.column, record.tail) == ("0101", True, None)


@pytest.mark.rule("N5.32", "N5.33")
def test_the_tail_goes_when_the_column_ends() -> None:
    state = marched(moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD), "0101 0201").state
    assert state.tails == {"0101": units("F1")}
    FlagsCleared(units("F1")).apply(state)  # its next activation begins
    record = state.units[unit("F1")]
    assert (record.column, record.tail) == (False, None)
    assert not state.tails


# -- what it is in the way of


@pytest.mark.rule("N5.31", "N5.33")
def test_a_tail_lies_on_no_other_column_and_on_no_train() -> None:
    for friend in ("F2 infantry 1-3 0201 column", "F2 train 0201", "F2 pontoon 0201"):
        state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
        assert refused(state, "F1", "0101 0201 0301", column=True) == "N5.33"
        assert refused(state, "F1", "0101 0201 0301 0401", column=True) is None
        assert reached(state, column=True) == set(hexes("0401 0501 0601 0701"))
    behind = moving(
        OPEN, "F1 infantry 9-3 0101", "F2 infantry 9-3 0301 tail:0201 moved", roads=ROAD
    )
    assert refused(behind, "F1", "0101 0201 0301 0401", column=True) == "N5.33"
    assert refused(behind, "F1", "0101 0201 0301 0401 0501", column=True) is None


@pytest.mark.rule("N5.33")
@pytest.mark.parametrize("friend", ["F2 infantry 1-3 0201", "F2 leader 0201"])
def test_friends_in_no_column_are_not_in_its_way(friend: str) -> None:
    state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
    assert refused(state, "F1", "0101 0201 0301", column=True) is None


@pytest.mark.rule("N5.33")
def test_the_tail_may_need_another_way() -> None:
    state = moving(OPEN, "F1 infantry 9-3 0201", "F2 train 0201", roads=FORK)
    assert refused(state, "F1", "0201 0301", column=True) == "N5.33"
    assert "0301" in reached(state, column=True)
    assert price(state, "F1", "0201 0302 0301", column=True) == 1
    weak = moving(OPEN, "F1 infantry 7-3 0201", "F2 train 0201", roads=FORK)
    assert refused(weak, "F1", "0201 0301", column=True) is None


@pytest.mark.rule("N5.31", "N5.33")
def test_another_column_passes_a_tail_for_one_and_cannot_end_there() -> None:
    lines = "F1 infantry 5-3-2 0101", "F2 infantry 9-3 0301 tail:0201 moved"
    state = moving(OPEN, *lines, roads=ROAD)
    assert refused(state, "F1", "0101 0201", column=True) == "N5.31"
    assert price(state, "F1", "0101 0201 0301", column=True) == 2
    free = moving(OPEN, lines[0], roads=ROAD)
    assert price(free, "F1", "0101 0201 0301", column=True) == 1


@pytest.mark.rule("N6.10", "N5.33")
def test_no_enemy_enters_a_tail() -> None:
    state = moving(OPEN, "F1 light 3-3 0302", "A1 infantry 9-3 0401 tail:0301")
    assert enemy_hexes(state, FRENCH) == {"0401", "0301"}
    assert refused(state, "F1", "0302 0301") == "N6.10"
    assert "0301" not in reached(state)


# -- stacking and contact


@pytest.mark.rule("N6.1", "N5.33")
def test_a_tail_counts_for_stacking() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0201 tail:0101",
        "F2 infantry 3-3 0101",
        "F3 infantry 4-3 0102",
        "F4 infantry 1-3 0102",
    )
    there = Hex("0101")
    assert stack_in(state, there, FRENCH) == units("F2 F1")
    assert not stack_in(state, there, ALLIED)
    assert not has_room(state, there, FRENCH, units("F4"))  # three units
    alone = position(OPEN, "F1 infantry 9-3 0201 tail:0101", "F3 infantry 4-3 0102")
    assert not has_room(alone, there, FRENCH, units("F3"))  # 13 SP
    assert has_room(alone, there, FRENCH, units("F1"))


@pytest.mark.rule("N5.10", "N5.33")
def test_who_stands_in_a_tail_makes_room_for_it_at_the_end_of_the_segment() -> None:
    state = moving(
        OPEN, "F1 infantry 9-3 0201", "F2 infantry 5-3 0301 moved", "F3 leader 0301", roads=ROAD
    )
    crowded = marched(state, "0201 0301 0401").state
    assert overstacked_hexes(crowded, FRENCH) == ["0301"]
    played = play(crowded, lambda table: cure_overstacks(table, FRENCH))
    assert played.state.units[unit("F2")].hex in hexes("0302 0201 0202 0402")
    assert played.state.units[unit("F1")].tail == "0301"
    assert not overstacked_hexes(played.state, FRENCH)


@pytest.mark.rule("N3.7", "N5.33")
def test_a_unit_is_in_contact_by_its_tail() -> None:
    state = position(OPEN, "F1 infantry 9-3 0301 tail:0201", "A1 infantry 1-3 0102")
    assert is_in_contact(state, unit("F1"))
    assert not is_in_contact(
        position(OPEN, "F1 infantry 9-3 0301", "A1 infantry 1-3 0102"), unit("F1")
    )


@pytest.mark.rule("N6.3", "N5.33")
def test_the_zone_is_that_of_the_unit_s_own_hex() -> None:
    state = position(OPEN, "A1 infantry 9-3 0301 tail:0201")
    assert zone(state, ALLIED) == set(hexes("0201 0302 0401"))


# -- an assault on it


def attacked(*more: str) -> GameState:
    """F1 stands next to the tail of A1 and not next to A1."""
    lines = "F1 infantry 6-3 0105", "A1 infantry 9-3 0303 tail:0204"
    return position(OPEN, *lines, *more, active="FI")


@pytest.mark.rule("N5.33", "N8.1")
def test_an_assault_on_the_tail_is_one_on_the_unit_and_from_the_flank() -> None:
    state = attacked()
    on_tail = Assault(Hex("0204"), units("F1"))
    assert on_tail in DeclareAssault(FRENCH, state.formation_of(unit("F1")).id).options(state)
    fight = fight_over(state, Hex("0204"), units("F1"), Hex("0105"))
    assert fight.defenders == units("A1")
    assert fight.flank


@pytest.mark.rule("N5.33", "N8.1")
def test_who_stands_in_the_hex_of_a_tail_defends_with_its_unit() -> None:
    fight = fight_over(attacked("A2 infantry 2-3 0204"), Hex("0204"), units("F1"), Hex("0105"))
    assert sorted(fight.defenders) == list(units("A1 A2"))
    assert fight.flank


@pytest.mark.rule("N5.32", "N5.33")
def test_after_an_assault_on_its_tail_the_unit_is_in_column_no_more() -> None:
    state = attacked()
    declared = Assault(Hex("0204"), units("F1"))
    played = play(state, lambda table: assault(table, FRENCH, declared), dice=[1, 1, 1])
    record = played.state.units[unit("A1")]
    assert (record.column, record.tail) == (False, None)
