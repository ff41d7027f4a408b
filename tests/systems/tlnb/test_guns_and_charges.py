"""Bombardment and cavalry charges (T12, T13, T28)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.bombardment import (
    bombard,
    effect_of,
    gun_refusal,
    reach_of,
    shot_refusal,
)
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import charge, column_of, ride_refusal
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.state import Fights, Marks, Ride, Shot, TlnbState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import OPEN, play, position, units

GUNS = ("F1 battery 5-3 0301", "F2 horse 4-3 0302")
FOOT = "A1 infantry 6-3 0304"


def shot(who: str = "F1 F2", target: str = "0304") -> Shot:
    return Shot(units(who), Hex(target))


@pytest.mark.rule("T35.4", "T12.8", "T12.1", "T12.3", "T28.1")
def test_far_guns_count_half() -> None:
    state = position(OPEN, *GUNS, FOOT)
    told = barrage(state, shot())
    assert (told.strength, told.column_name) == (Fraction(13, 2), "6-7")
    assert told.results == ("-", "-", "Dr", "Dr", "1R", "1R*")
    assert effect_of(state, shot(), "1R*") == "1R"  # range 2 and 3, no guns there


@pytest.mark.rule("T35.4", "T12.1")
def test_houses_take_a_third_off() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  t  .  .  .  ."
    told = barrage(position("\n".join(rows), *GUNS, FOOT), shot())
    assert (told.strength, told.column_name) == (Fraction(13, 3), "4-5")
    assert told.results[4] == "Dr"


@pytest.mark.rule("T12.4")
def test_mud_takes_two_off_the_die_and_a_coming_charge_adds_one() -> None:
    told = barrage(position(OPEN, *GUNS, FOOT, weather="mud"), shot())
    assert (told.die_modifier, told.results) == (-2, ("-", "-", "-", "-", "Dr", "Dr"))
    state = position(OPEN, *GUNS, FOOT, "F3 heavy 6-4 0504")
    state.fights = Fights(rides=(Ride(units("F3"), Hex("0304"), (Hex("0504"),)),))
    assert barrage(state, shot()).die_modifier == 1


@pytest.mark.rule("T12.11")
def test_a_star_is_shock_against_guns_and_at_the_next_hex() -> None:
    state = position(OPEN, *GUNS, FOOT, "A2 battery 3-3 0304")
    assert effect_of(state, shot(), "1R*") == "Sk"
    near = position(OPEN, "F1 battery 5-3 0303", FOOT)
    assert effect_of(near, shot("F1"), "1R*") == "Sk"


@pytest.mark.rule("T12.11", "T11.23")
def test_guns_in_shock_with_guns_lose_a_step_each() -> None:
    state = position(OPEN, *GUNS, FOOT, "A2 battery 4-3 0304")
    done = play(state, lambda table: bombard(table, shot()), [6])
    assert {e.unit for e in done.of("StepLost")} == {"A2", "F2"}
    assert "A1" not in {e.unit for e in done.of("StepLost")}


@pytest.mark.rule("T12.6", "T12.7")
@each(
    "words reach",
    ("", 3),
    ("far", 1),
    ("contact", 1),
    ("rain", 1),
    ("thunderstorm", 0),
)
def test_how_far_foot_guns_fire(words: str, reach: int) -> None:
    enemy = ("A2 infantry 2-3 0401",) if words == "contact" else ()
    weather = words if words in ("rain", "thunderstorm") else "fair"
    state = position(OPEN, GUNS[0], FOOT, *enemy, weather=weather)
    if words == "far":
        state.marks = Marks(far=frozenset(units("F1")))
    assert reach_of(state, UnitId("F1")) == reach


@pytest.mark.rule("T12.2", "T12.9")
def test_a_hex_is_bombarded_once_and_by_guns_only() -> None:
    state = position(OPEN, *GUNS, FOOT, "F3 infantry 5-3 0303")
    refusal = gun_refusal(state, UnitId("F3"), Hex("0304"))
    assert refusal is not None
    assert refusal.rule == "T12.9"
    assert shot_refusal(state, shot()) is None
    state.fights = Fights(bombarded=frozenset({Hex("0304")}))
    again = shot_refusal(state, shot())
    assert again is not None
    assert again.rule == "T12.2"


@pytest.mark.rule("T12.5", "T12.12")
def test_a_hit_takes_a_step_and_the_rest_may_stay() -> None:
    state = position(OPEN, "F1 battery 8-3 0301", "A1 infantry 6-3 0302", "A2 infantry 2-3 0302")
    done = play(state, lambda table: bombard(table, shot("F1", "0302")), [4])
    assert [e.unit for e in done.of("StepLost")] == ["A1"]
    assert done.state.units[UnitId("A2")].hex == "0302"


@pytest.mark.rule("T11.87")
def test_who_cannot_give_way_to_guns_loses_a_step_and_stays() -> None:
    state = position(
        OPEN,
        "F1 battery 5-3 0101",
        "A1 infantry 6-3 0103",
        "F2 infantry 3-3 0203",
        "F3 infantry 3-3 0105",
        "F4 infantry 3-3 0202",
    )
    done = play(state, lambda table: bombard(table, shot("F1", "0103")), [5])
    assert done.state.units[UnitId("A1")].hex == "0103"
    assert done.state.units[UnitId("A1")].reduced


# -- charges

HORSE = "F1 heavy 6-4 0302"
TARGET = ("A1 infantry 5-3 0305", "A2 battery 2-3 0305")
RIDE = Ride(units("F1"), Hex("0305"), (Hex("0302"), Hex("0303"), Hex("0304")))


def ready(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, **more)


@pytest.mark.rule("T35.5", "T13.22", "T13.4", "T28.2")
def test_the_column_of_a_charge_counts_guns_with_infantry_twice() -> None:
    state = ready(HORSE, *TARGET)
    assert ride_refusal(state, RIDE) is None
    told = onset(state, RIDE)
    assert (told.charging, told.standing, told.column_name) == (6, 9, "1:2")
    assert told.results == ("OR", "OR", "Sk", "Sk", "Ae/0", "Ae/0")
    assert told.initiatives == (4, 3)


@pytest.mark.rule("T35.5", "T13.7", "T13.20")
def test_an_overrun_destroys_the_stack_and_the_cavalry_enters() -> None:
    done = play(ready(HORSE, *TARGET), lambda table: charge(table, RIDE), [2])
    assert {e.unit for e in done.of("UnitEliminated")} == {"A1", "A2"}
    assert done.state.units[UnitId("F1")].hex == "0305"


@pytest.mark.rule("T13.23")
def test_by_option_an_overrun_costs_a_step_and_a_retreat() -> None:
    state = ready(HORSE, *TARGET, flags={"overrun": "step"})
    done = play(state, lambda table: charge(table, RIDE), [2])
    assert {e.unit for e in done.of("StepLost")} == {"A1", "A2"}


@pytest.mark.rule("T35.5", "T13.17")
def test_shock_of_a_charge_drives_the_weaker_off() -> None:
    done = play(ready(HORSE, *TARGET), lambda table: charge(table, RIDE), [3])
    assert [e.result for e in done.of("ShockResolved")] == ["Dr"]
    assert done.state.units[UnitId("A1")].hex != "0305"


@pytest.mark.rule("T35.5", "T13.8", "T13.9")
def test_a_charge_that_fails_costs_a_step_and_holds_its_target() -> None:
    done = play(ready(HORSE, *TARGET), lambda table: charge(table, RIDE), [5])
    horse = done.state.units[UnitId("F1")]
    assert (horse.hex, horse.reduced) == ("0302", True)
    assert done.state.marks.held == {"A1": 0, "A2": 0}


@pytest.mark.rule("T35.5", "T13.6", "T13.15")
def test_snow_adds_to_the_die_and_shortens_charges() -> None:
    state = ready(HORSE, *TARGET, weather="snow")
    far = ride_refusal(state, RIDE)
    assert far is not None
    assert far.rule == "T13.15"
    near = ready("F1 heavy 6-4 0303", *TARGET, weather="snow")
    told = onset(near, Ride(units("F1"), Hex("0305"), (Hex("0303"), Hex("0304"))))
    assert (told.die_modifier, told.results[1]) == (1, "Sk")


@pytest.mark.rule("T13.2", "T28.2")
@each(
    "lines rule",
    ((HORSE, *TARGET, "A3 light 1-3 0305"), "T28.2"),
    (("F1 light 6-4 0302", *TARGET), "T13.2"),
)
def test_who_does_not_charge_whom(lines: tuple[str, ...], rule: str) -> None:
    refusal = ride_refusal(ready(*lines), RIDE)
    assert refusal is not None
    assert refusal.rule == rule
    assert ride_refusal(ready(*lines, flags={"charts": "rev8"}), RIDE) is None


@pytest.mark.rule("T13.3")
def test_nobody_charges_in_mud_nor_into_houses() -> None:
    mud = ride_refusal(ready(HORSE, *TARGET, weather="mud"), RIDE)
    assert mud is not None
    assert mud.rule == "T13.3"
    rows = OPEN.split("\n")
    rows[4] = ".  .  t  .  .  .  ."
    town = ride_refusal(position("\n".join(rows), HORSE, *TARGET), RIDE)
    assert town is not None
    assert town.rule == "T13.3"


@pytest.mark.rule("T13.14")
def test_a_charge_turns_60_degrees_at_most_and_goes_through_nobody() -> None:
    bent = Ride(units("F1"), Hex("0305"), (Hex("0302"), Hex("0303"), Hex("0404")))
    state = ready(HORSE, *TARGET)
    assert ride_refusal(state, bent) is not None
    barred = ready(HORSE, *TARGET, "F2 infantry 3-3 0303")
    assert ride_refusal(barred, RIDE) is not None


@pytest.mark.rule("T13.22")
def test_beyond_the_last_column_there_is_no_charge() -> None:
    state = ready("F1 heavy 1-4 0302", "A1 infantry 7-3 0305")
    assert column_of(state, units("F1"), Hex("0305")) is None
    assert column_of(state, units("F1"), Hex("0305")) is None
    weak = ready("F1 heavy 1-4 0302", "A1 infantry 6-3 0305")
    assert column_of(weak, units("F1"), Hex("0305")) == 5


@pytest.mark.rule("T13.8")
def test_by_option_a_failed_charge_is_the_end_of_it() -> None:
    state = ready(HORSE, *TARGET, flags={"charge_ae": "eliminate"})
    done = play(state, lambda table: charge(table, RIDE), [5])
    assert done.state.units[UnitId("F1")].box in (Box.UAR, Box.PEU)
