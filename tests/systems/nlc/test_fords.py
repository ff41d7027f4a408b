"""Fords (T18.31-T18.33): a river along the fourth row, with one ford from 0303 to 0304."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.movement import can_step, movers, path_refusal
from hexwar.ground.zones import contact_hexes, is_in_contact, zone
from hexwar.hexes import Grid, Hex
from hexwar.systems.nlc.rules.command.leaders import leader_ends, leader_path_refusal
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from tests.systems.nlc.moves import moving, price, quoted, reached, refused
from tests.systems.nlc.orders import ATTACK
from tests.systems.nlc.positions import ALLIED, OPEN, hexes, position, units

FORD = "0303-0304"
GRID = Grid(7, 7)
BANK = [
    f"{a}-{b}"
    for a in GRID.hexes
    for b in GRID.neighbours[a]
    if (a[2:], b[2:]) == ("03", "04") and f"{a}-{b}" != FORD
]
SOUTH = {hex_ for hex_ in GRID.hexes if hex_[2:] >= "04"}


def by_the_river(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    return moving(rows, *lines, rivers=BANK, fords=[FORD], **more)


def law(state: GameState, path: str, who: str = "F1", *, column: bool = False) -> str | None:
    return refused(state, who, path, column=column)


def wades_to(state: GameState, who: str = "F1") -> set[str]:
    """The hexes beyond the river where units can end."""
    return reached(state, who) & SOUTH


# -- who (T18.31, T18.32)


@pytest.mark.rule("T18.31")
@pytest.mark.parametrize("arm", ["infantry", "light", "heavy"])
def test_infantry_and_cavalry_wade(arm: str) -> None:
    state = by_the_river(f"F1 {arm} 3-3-3 0303")
    assert law(state, "0303 0304") is None
    assert wades_to(state) == {"0304"}


@pytest.mark.rule("T18.32")
@pytest.mark.parametrize("piece", ["battery 3-3", "horse 3-3", "train", "pontoon"])
def test_artillery_and_trains_do_not(piece: str) -> None:
    state = by_the_river(f"F1 {piece} 0303")
    assert law(state, "0303 0304") == "T18.32"
    assert not wades_to(state)


@pytest.mark.rule("T18.31")
def test_leaders_wade() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F8 leader 0303")
    leader = LeaderId("F8")
    assert leader_path_refusal(state, leader, hexes("0303 0304")) is None
    assert set(leader_ends(state, leader)) & SOUTH
    late = leader_path_refusal(state, leader, hexes("0302 0303 0304"))
    assert late is not None
    afar = by_the_river("F8 leader 0302")
    assert not set(leader_ends(afar, leader)) & SOUTH
    assert leader_path_refusal(afar, leader, hexes("0302 0303 0304")) is not None


# -- alone and at once (T18.32)


@pytest.mark.rule("T18.32")
@pytest.mark.parametrize(
    ("friend", "rule"),
    [
        ("F2 infantry 1-3 0303", "T18.32"),
        ("F2 infantry 1-3 0303 of:FII moved", "T18.32"),
        ("F2 train 0303", "T18.32"),
        ("F2 infantry 8-3 0302 tail:0303", "T18.32"),  # it takes up room here too
        ("F2 leader 0303", None),
        ("F2 pontoon 0303 bridging:0203-0204", None),  # a bridge stacks for nothing
        ("F2 infantry 1-3 0302", None),
    ],
)
def test_a_unit_must_begin_unstacked(friend: str, rule: str | None) -> None:
    state = by_the_river("F1 infantry 3-3 0303", friend)
    assert law(state, "0303 0304") == rule
    assert ("0304" in wades_to(state)) == (rule is None)


@pytest.mark.rule("T18.32")
def test_a_group_does_not_wade() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F2 infantry 3-3 0303")
    assert law(state, "0303 0304", "F1 F2") == "T18.32"
    assert not wades_to(state, "F1 F2")


@pytest.mark.rule("T18.32")
def test_the_sentence_tells_why_not() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F2 infantry 3-3 0303", "F3 battery 3-3 0302")
    group = movers(state, units("F1"))
    stacked = path_refusal(state, group, ATTACK, hexes("0303 0304"), column=False)
    assert stacked is not None
    assert stacked.sentence.startswith("Only a unit alone in its hex wades")
    guns = movers(state, units("F3"))
    heavy = path_refusal(state, guns, ATTACK, hexes("0302 0303 0304"), column=False)
    assert heavy is not None
    assert heavy.sentence == "Artillery and trains do not wade the ford between 0303 and 0304."


@pytest.mark.rule("T18.32")
def test_a_unit_must_begin_next_to_the_ford() -> None:
    state = by_the_river("F1 light 3-3-6 0302")
    assert law(state, "0302 0303 0304") == "T18.32"
    assert not wades_to(state)


@pytest.mark.rule("T18.32")
def test_road_movement_does_not_wade() -> None:
    state = by_the_river("F1 infantry 3-3 0303", roads=["0302 0303 0304"])
    assert law(state, "0303 0304", column=True) == "T18.32"
    assert reached(state, column=True) == {"0302"}


@pytest.mark.rule("T18.32")
def test_an_arrival_does_not_wade() -> None:
    state = by_the_river("F1 infantry 3-3 due", roads=["0303 0302"])
    group = movers(state, units("F1"), Hex("0303"))
    refusal = path_refusal(state, group, ATTACK, hexes("0303 0304"), column=False)
    assert refusal is not None
    assert refusal.rule == "T18.32"


# -- what it costs (T18.33)


@pytest.mark.rule("T18.33")
def test_a_ford_costs_two_more_and_the_unit_may_go_on() -> None:
    state = by_the_river("F1 light 3-3-6 0303")
    assert price(state, "F1", "0303 0304") == 3
    assert price(state, "F1", "0303 0304 0305 0306 0307") == 6
    assert law(state, "0303 0304 0305 0306 0307") is None
    assert law(state, "0303 0304 0305 0306 0307 0207") == "N5.4"
    assert "0307" in wades_to(state)
    foot = by_the_river("F1 infantry 3-3-4 0303")
    assert wades_to(foot) == set(hexes("0304 0204 0305 0404"))


@pytest.mark.rule("T18.33")
@pytest.mark.parametrize(
    ("arm", "letter", "mp"),
    [("infantry", "w", 4), ("light", "w", 6), ("infantry", "c", 4), ("light", "t", 3)],
)
def test_the_hex_beyond_is_paid_as_well(arm: str, letter: str, mp: int) -> None:
    lines = OPEN.splitlines()
    lines[3] = f".  .  {letter}  .  .  .  ."
    state = by_the_river(f"F1 {arm} 3-3-6 0303", rows="\n".join(lines))
    assert price(state, "F1", "0303 0304") == mp


@pytest.mark.rule("T18.33", "N5.1")
def test_a_slope_up_from_the_ford_is_paid_as_well() -> None:
    assert price(by_the_river("F1 infantry 3-3 0303", slopes=["0303-0304"]), "F1", "0303 0304") == 4


@pytest.mark.rule("T18.33")
@pytest.mark.parametrize("weather", ["rain", "mud"])
def test_high_water_costs_the_whole_allowance(weather: str) -> None:
    state = by_the_river("F1 light 3-3-6 0303", weather=weather)
    assert price(state, "F1", "0303 0304") == 6
    assert wades_to(state) == {"0304"}
    assert law(state, "0303 0304 0305") == "N5.4"
    weary = by_the_river("F1 light 3-3-6 0303 disrupted", weather=weather)
    assert price(weary, "F1", "0303 0304") == 3
    assert wades_to(weary) == {"0304"}


@pytest.mark.rule("T18.33")
def test_the_reasons_are_told() -> None:
    for weather, text in (
        ("fair", "1 clear + 2 ford = 3"),
        ("rain", "1 clear + 2 ford + 1 high water = 4"),
    ):
        state = by_the_river("F1 infantry 3-3-4 0303", weather=weather)
        assert [step.text for step in quoted(state, "F1", "0303 0304").steps] == [text]


@pytest.mark.rule("N5.4", "T18.33")
def test_a_slow_unit_still_makes_its_one_hex() -> None:
    state = by_the_river("F1 infantry 3-3-2 0303")
    assert law(state, "0303 0304") is None
    assert wades_to(state) == {"0304"}
    worked = by_the_river("F1 infantry 3-3-4 0303 spent:4")
    assert law(worked, "0303 0304") == "N5.4"
    assert not wades_to(worked)


@pytest.mark.rule("T18.31")
def test_nobody_wades_in_a_snowstorm() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F8 leader 0303", weather="snowstorm")
    assert law(state, "0303 0304") == "T18.31"
    assert not wades_to(state)
    assert leader_path_refusal(state, LeaderId("F8"), hexes("0303 0304")) is not None


# -- what does not cross (N6.3, N3.7)


@pytest.mark.rule("N6.3", "N3.7")
def test_neither_zones_nor_contact_reach_over_a_ford() -> None:
    state = by_the_river("F1 infantry 5-3 0303", "A1 infantry 5-3 0304")
    assert zone(state, ALLIED) == set(hexes("0204 0305 0404"))
    assert not is_in_contact(state, UnitId("F1"))
    assert not set(contact_hexes(state, Hex("0303"))) & SOUTH


@pytest.mark.rule("T18.32", "N6.5")
def test_infantry_that_wades_into_an_enemy_zone_stops_there() -> None:
    state = by_the_river("F1 infantry 5-3-6 0303", "A1 infantry 5-3 0305")
    assert law(state, "0303 0304") is None
    assert law(state, "0303 0304 0204") == "N6.5"
    assert wades_to(state) == {"0304"}


@pytest.mark.rule("T18.31", "N6.6")
def test_a_ford_may_be_the_only_way_out() -> None:
    rivers = [f"0303-{near}" for near in ("0302", "0202", "0203", "0402", "0403")]
    state = position(OPEN, "F1 infantry 5-3 0303", rivers=rivers, fords=[FORD])
    assert can_step(state, movers(state, units("F1")), ATTACK)
    stacked = position(
        OPEN, "F1 infantry 5-3 0303", "F2 light 1-3 0303", rivers=rivers, fords=[FORD]
    )
    assert not can_step(stacked, movers(stacked, units("F1")), ATTACK)
