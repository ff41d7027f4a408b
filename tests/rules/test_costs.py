"""What a step costs (N5.1), every row for every column of the table."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.model.forces import Arm
from hexwar.model.reports import StepCost
from hexwar.rules.common.costs import Gait, Ground, gait_of
from hexwar.rules.nlc.numbers import from_overrides
from tests.rules.positions import board

A, B = Hex("0202"), Hex("0203")  # B lies south of A


def ground(letter: str = ".", **ways: list[str]) -> Ground:
    rows = f". . .\n. . .\n. {letter} .\n. . ."
    return Ground(board(rows, **ways), from_overrides({}).movement)


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
    assert mp(sheet.step(Gait.FOOT, A, B)) == infantry
    assert mp(sheet.step(Gait.OTHERS, A, B)) == others
    assert mp(sheet.step(Gait.TRAIN, A, B)) == others
    assert mp(sheet.step(Gait.LEADER, A, B)) == others


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize(
    ("arm", "gait"),
    [
        (Arm.INFANTRY, Gait.FOOT),
        (Arm.LIGHT_CAVALRY, Gait.OTHERS),
        (Arm.HEAVY_CAVALRY, Gait.OTHERS),
        (Arm.FOOT_ARTILLERY, Gait.OTHERS),
        (Arm.HORSE_ARTILLERY, Gait.OTHERS),
        (Arm.BAGGAGE_TRAIN, Gait.TRAIN),
        (Arm.PONTOON_TRAIN, Gait.TRAIN),
    ],
)
def test_each_arm_has_its_column(arm: Arm, gait: Gait) -> None:
    assert gait_of(arm) is gait


@pytest.mark.rule("N5.1")
def test_a_slope_upward_costs_one_more_and_downward_nothing() -> None:
    sheet = ground(slopes=["0202-0203"])
    assert mp(sheet.step(Gait.FOOT, A, B)) == 2
    assert mp(sheet.step(Gait.OTHERS, A, B)) == 2
    assert mp(sheet.step(Gait.FOOT, B, A)) == 1


@pytest.mark.rule("N5.1")
def test_a_crest_costs_nothing() -> None:
    assert mp(ground(crests=["0202-0203"]).step(Gait.FOOT, A, B)) == 1


@pytest.mark.rule("N5.1")
def test_a_stream_costs_one_more_but_bars_trains() -> None:
    sheet = ground("w", streams=["0202-0203"])
    assert mp(sheet.step(Gait.FOOT, A, B)) == 3
    assert mp(sheet.step(Gait.OTHERS, A, B)) == 5
    assert sheet.step(Gait.TRAIN, A, B) is None


@pytest.mark.rule("N5.1")
def test_a_river_without_a_span_cannot_be_crossed() -> None:
    sheet = ground(rivers=["0202-0203"], roads=["0202 0203"])
    for gait in Gait:
        assert sheet.step(gait, A, B) is None


@pytest.mark.rule("N5.1")
def test_a_bridge_costs_one_more_but_not_in_road_movement() -> None:
    sheet = ground(bridges=["0202-0203"], roads=["0202 0203"])
    assert mp(sheet.step(Gait.FOOT, A, B)) == 2
    assert mp(sheet.step(Gait.OTHERS, A, B)) == 2
    assert mp(sheet.step(Gait.COLUMN, A, B)) == 0.5
    assert mp(sheet.step(Gait.TRAIN, A, B)) == 0.5


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("letter", [".", "t", "w", "m"])
def test_road_and_trail_without_road_movement_cost_one(letter: str) -> None:
    for ways in ({"roads": ["0202 0203"]}, {"trails": ["0202 0203"]}):
        sheet = ground(letter, **ways)
        assert mp(sheet.step(Gait.FOOT, A, B)) == 1
        assert mp(sheet.step(Gait.OTHERS, A, B)) == 1


@pytest.mark.rule("N5.1")
def test_a_road_does_not_make_a_chateau_cheaper_without_road_movement() -> None:
    assert mp(ground("c", roads=["0202 0203"]).step(Gait.FOOT, A, B)) == 2


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("letter", [".", "t", "c", "w", "m"])
def test_road_movement_costs_a_half_by_road_and_one_by_trail(letter: str) -> None:
    assert mp(ground(letter, roads=["0202 0203"]).step(Gait.COLUMN, A, B)) == 0.5
    assert mp(ground(letter, trails=["0202 0203"]).step(Gait.COLUMN, A, B)) == 1
    assert ground(letter).step(Gait.COLUMN, A, B) is None


@pytest.mark.rule("N5.31")
def test_road_movement_past_friends_costs_one() -> None:
    assert mp(ground(roads=["0202 0203"]).step(Gait.PAST_FRIENDS, A, B)) == 1
    assert mp(ground(trails=["0202 0203"]).step(Gait.PAST_FRIENDS, A, B)) == 1
    assert ground().step(Gait.PAST_FRIENDS, A, B) is None


@pytest.mark.rule("N5.12")
def test_a_slope_is_paid_on_a_road_too() -> None:
    sheet = ground(slopes=["0202-0203"], roads=["0202 0203"])
    assert mp(sheet.step(Gait.COLUMN, A, B)) == 1.5
    assert mp(sheet.step(Gait.FOOT, A, B)) == 2


@pytest.mark.rule("N5.12")
def test_a_trestle_on_the_way_costs_nothing_more() -> None:
    sheet = ground(trestles=["0202-0203"], trails=["0202 0203"])
    assert mp(sheet.step(Gait.FOOT, A, B)) == 1
    assert mp(sheet.step(Gait.COLUMN, A, B)) == 1
    assert mp(sheet.step(Gait.TRAIN, A, B)) == 1


@pytest.mark.rule("N5.12")
def test_a_trestle_off_the_way_is_a_stream() -> None:
    sheet = ground(trestles=["0202-0203"])
    assert mp(sheet.step(Gait.FOOT, A, B)) == 2
    assert sheet.step(Gait.TRAIN, A, B) is None


@pytest.mark.rule("N16.4")
def test_trains_climb_slopes_only_by_road_or_trail() -> None:
    assert ground(slopes=["0202-0203"]).step(Gait.TRAIN, A, B) is None
    assert mp(ground(slopes=["0202-0203"], roads=["0202 0203"]).step(Gait.TRAIN, A, B)) == 1.5
    assert mp(ground(slopes=["0202-0203"], trails=["0202 0203"]).step(Gait.TRAIN, A, B)) == 2


@pytest.mark.rule("N14.5")
def test_leaders_ride_at_cavalry_costs_and_roads_at_a_half() -> None:
    assert mp(ground("w").step(Gait.LEADER, A, B)) == 4
    assert mp(ground("w", roads=["0202 0203"]).step(Gait.LEADER, A, B)) == 0.5


@pytest.mark.rule("N5.81")
def test_an_entry_hex_costs_as_the_road_does() -> None:
    by_road, by_trail = ground(roads=["0202 0203"]), ground("w", trails=["0202 0203"])
    assert mp(by_road.entry(Gait.COLUMN, B)) == 0.5
    assert mp(by_road.entry(Gait.FOOT, B)) == 1
    assert mp(by_trail.entry(Gait.COLUMN, B)) == 1
    assert mp(by_trail.entry(Gait.OTHERS, B)) == 1


@pytest.mark.rule("N5.1")
def test_the_reasons_are_told() -> None:
    step = ground("w", streams=["0202-0203"]).step(Gait.FOOT, A, B)
    assert step is not None
    assert step.text == "2 woods + 1 stream = 3"
    plain = ground("w").step(Gait.OTHERS, A, B)
    assert plain is not None
    assert plain.text == "4 woods"
