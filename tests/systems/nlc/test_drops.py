"""Groups that leave units behind on the way (N5.9)."""

from __future__ import annotations

import pytest

from hexwar.ground.movement import Drop
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.moves import moving, price, refused, steps
from tests.systems.nlc.positions import FRENCH, OPEN, Played, hexes, play, unit, units

WOODS = """
.  .  .
.  .  .
.  w  .
.  w  .
.  w  .
.  .  .
"""


def drop(text: str) -> tuple[Drop, ...]:
    """Drops from ``F1 0303 F2 0304``."""
    words = text.split()
    return tuple(Drop(unit(u), Hex(h)) for u, h in zip(words[::2], words[1::2], strict=True))


# -- what is paid


@pytest.mark.rule("N5.9")
def test_each_part_of_the_way_is_paid_by_those_who_walk_it() -> None:
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202")
    path = "0202 0203 0204"
    assert steps(state, "F1 F2", path) == [4, 4]
    assert steps(state, "F1 F2", path, drops=drop("F2 0203")) == [4, 2]
    assert steps(state, "F1 F2", path, drops=drop("F1 0203")) == [4, 4]


@pytest.mark.rule("N5.9")
def test_the_allowance_is_that_of_those_who_go_on() -> None:
    state = moving(OPEN, "F1 infantry 3-3-3 0301", "F2 light 3-3-6 0301")
    far = "0301 0302 0303 0304 0305 0306"
    assert refused(state, "F1 F2", far) == "N5.4"
    assert refused(state, "F1 F2", far, drops=drop("F1 0304")) is None
    assert refused(state, "F1 F2", far, drops=drop("F1 0305")) == "N5.4"  # he cannot come so far
    assert refused(state, "F1 F2", far, drops=drop("F2 0304")) == "N5.4"
    assert price(state, "F1 F2", far, drops=drop("F1 0304")) == 5


@pytest.mark.rule("N5.9")
def test_artillery_left_behind_no_longer_feels_the_mud() -> None:
    state = moving(OPEN, "F1 horse 3-3-6 0301", "F2 light 3-3-6 0301", weather="mud")
    path = "0301 0302 0303 0304"
    assert steps(state, "F1 F2", path) == [2, 2, 2]
    assert steps(state, "F1 F2", path, drops=drop("F1 0302")) == [2, 1, 1]


# -- zones


@pytest.mark.rule("N5.9", "N6.4", "N6.5")
def test_infantry_stays_in_an_enemy_zone_and_cavalry_rides_on() -> None:
    state = moving(OPEN, "F1 infantry 3-3 0302", "F2 light 3-3-6 0302", "A1 infantry 5-3 0304")
    path = "0302 0303 0203 0204"
    assert refused(state, "F1 F2", path) == "N6.5"
    assert refused(state, "F1 F2", path, drops=drop("F1 0303")) is None
    assert refused(state, "F1 F2", path, drops=drop("F1 0203")) == "N6.5"
    assert refused(state, "F1 F2", path, drops=drop("F2 0303")) == "N6.5"


@pytest.mark.rule("N5.9", "N6.6")
def test_in_a_zone_from_the_start_infantry_holds_the_cavalry_back() -> None:
    state = moving(OPEN, "F1 infantry 3-3 0303", "F2 light 3-3-6 0303", "A1 infantry 5-3 0304")
    assert refused(state, "F1 F2", "0303 0302 0301", drops=drop("F1 0302")) == "N6.6"
    assert refused(state, "F1 F2", "0303 0203 0202", drops=drop("F1 0203")) is None


# -- what is no drop


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize(
    "drops",
    [
        "F1 0301",  # where they start: a unit that does not come along is not of the group
        "F1 0303",  # where they end
        "F1 0202",  # beside the way
        "F3 0302",  # not of the group
        "F1 0302 F1 0302",
        "F1 0302 F2 0302",  # nobody goes on
    ],
)
def test_what_is_no_drop(drops: str) -> None:
    state = moving(OPEN, "F1 infantry 3-3 0301", "F2 light 3-3 0301", "F3 light 1-3 0302")
    assert refused(state, "F1 F2", "0301 0302 0303", drops=drop(drops)) == "N5.9"


@pytest.mark.rule("N5.9")
def test_several_may_stay_at_several_places() -> None:
    state = moving(
        OPEN,
        "F1 infantry 1-3-2 0301 division:1st",
        "F2 infantry 1-3-3 0301 division:1st",
        "F3 infantry 1-3-4 0301 division:1st",
    )
    path = "0301 0302 0303 0304 0305"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0303 F2 0304")) is None
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0304 F2 0303")) == "N5.4"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0302 F2 0302")) is None


# -- the move itself


def walked(state: GameState, who: str, route: Route) -> Played[None]:
    assert ChoosePath(FRENCH, units(who)).refusal(state, route) is None
    return play(state, lambda table: walk(table, units(who), route, None))


@pytest.mark.rule("N5.9", "N4.46")
def test_who_is_left_behind_stands_there_and_has_moved() -> None:
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202", "F8 leader 0202")
    route = Route(hexes("0202 0203 0103"), leaders=(LeaderId("F8"),), drops=drop("F1 0203"))
    played = walked(state, "F1 F2", route)
    foot, horse = (played.state.units[name] for name in units("F1 F2"))
    assert (foot.hex, foot.moved, foot.spent) == ("0203", True, 8)
    assert (horse.hex, horse.moved, horse.spent) == ("0103", True, 10)
    assert played.state.leaders_in(Hex("0103")) == ("F8",)
