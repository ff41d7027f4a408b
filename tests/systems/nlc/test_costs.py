"""What a step costs (N5.1), every row for every column of the table."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.costs import Gait, Ground, gait_of, ground_of
from hexwar.hexes import Hex
from hexwar.table.forces import Arm
from hexwar.table.reports import StepCost
from tests.systems.nlc.positions import position

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
