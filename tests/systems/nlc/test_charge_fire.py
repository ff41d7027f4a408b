"""The fire of a charge: percentages, strengths and modifiers (N10.5, N10.61)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.charge_fire import (
    ChargeFight,
    Stance,
    cavalry_fire,
    charge_fight,
    charge_fire,
    is_flank_charge,
    stance_of,
    target_fire,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.charges import A1, CLOSE, F1, F2, TARGET, line, of, percents
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, position, unit, units

NEAR = "F1 heavy 6-3 0404"
LIGHT = "F1 light 6-3 0404"
SQUARE = "A1 infantry 5-3 0403 square"
HORSE = "A1 light 4-3 0403"
GUNS = "A1 battery 3-3 0403"


def close(state: GameState, **more: Any) -> ChargeFight:
    """The charge of F1 from the next hex."""
    return charge_fight(state, of(path=CLOSE), **more)


def attack(*lines: str, **more: Any) -> FireReport:
    """The chargers' fire from 0404 on 0403."""
    state = position(more.pop("rows", OPEN), *(lines or (LIGHT, HORSE)), **more)
    return charge_fire(state, close(state))


def defence(*lines: str, **more: Any) -> FireReport:
    """The fire of those in 0403 on the chargers in 0404."""
    state = position(more.pop("rows", OPEN), *lines, **more)
    return target_fire(state, close(state))


# -- how the target stands


@pytest.mark.rule("N10.3", "N10.32", "N10.4", "N10.42", "N10.61")
@pytest.mark.parametrize(
    ("letter", "lines", "stance"),
    [
        (".", (SQUARE,), Stance.SQUARE),
        (".", (SQUARE, "A2 battery 2-3 0403"), Stance.SQUARE),
        (".", (A1,), Stance.CAUGHT),
        (".", (A1, "A2 light 2-3 0403"), Stance.CAUGHT),
        ("m", (A1,), Stance.CAUGHT),
        ("t", (A1,), Stance.FORMED),
        ("w", (A1,), Stance.FORMED),
        (".", (GUNS,), Stance.GUNS),
        ("t", (GUNS,), Stance.GUNS),
        (".", (HORSE,), Stance.HALTED),
        (".", (HORSE, "A2 horse 2-3 0403"), Stance.HALTED),
    ],
)
def test_how_the_target_stands(letter: str, lines: tuple[str, ...], stance: Stance) -> None:
    state = position(terrain(letter), *lines)
    assert stance_of(state, TARGET, state.combat_units_in(TARGET)) is stance


# -- each row of N10.5


@pytest.mark.rule("N10.5")
def test_cavalry_in_the_open_charges_cavalry_with_all_its_strength() -> None:
    report = attack()
    assert percents(report, "F1") == {}
    assert (report.side, report.strength, report.column) == (FRENCH, 6, 2)


@pytest.mark.rule("N10.5")
@pytest.mark.parametrize(
    ("letter", "percent", "strength"),
    [("t", {"town": -50}, 3), ("m", {"marsh": -75}, 2), ("w", {"woods": -75}, 2)],
)
def test_into_town_marsh_and_woods(letter: str, percent: dict[str, int], strength: int) -> None:
    report = attack(rows=terrain(letter))
    assert percents(report, "F1") == percent
    assert report.strength == strength


@pytest.mark.rule("N10.5")
@pytest.mark.parametrize("start", ["t", "m", "w"])
def test_the_ground_that_the_chargers_come_from_does_not_count(start: str) -> None:
    assert percents(attack(rows=terrain(".", start)), "F1") == {}


@pytest.mark.rule("N10.5", "N8.51")
@pytest.mark.parametrize(
    ("words", "percent"),
    [
        ({"slopes": ["0404-0403"]}, {"up a slope": -50}),
        ({"slopes": ["0403-0404"]}, {}),
        ({"streams": ["0404-0403"]}, {"stream": -25}),
        ({"trestles": ["0404-0403"], "roads": ["0404 0403"]}, {"stream": -25}),
        ({"crests": ["0404-0403"]}, {}),
    ],
)
def test_hexsides(words: dict[str, Any], percent: dict[str, int]) -> None:
    assert percents(attack(**words), "F1") == percent


@pytest.mark.rule("N8.51", "N10.5")
def test_hex_and_hexside_both_count() -> None:
    report = attack(rows=terrain("t"), slopes=["0404-0403"], streams=["0404-0403"])
    assert percents(report, "F1") == {"town": -50, "stream": -25, "up a slope": -50}
    assert (report.strength, report.column) == (0, None)


@pytest.mark.rule("N10.5")
def test_the_last_hexside_counts_and_not_those_on_the_way() -> None:
    state = position(OPEN, "F1 light 6-3 0405", HORSE, slopes=["0405-0404"])
    fight = charge_fight(state, of(path=hexes("0405 0404 0403")))
    assert percents(charge_fire(state, fight), "F1") == {}


@pytest.mark.rule("N10.5", "N18")
@pytest.mark.parametrize("weather", ["snow", "snowstorm"])
def test_snow(weather: str) -> None:
    report = attack(weather=weather)
    assert percents(report, "F1") == {weather: -25}
    assert report.strength == 5  # 4 1/2


@pytest.mark.rule("N10.5", "N18")
def test_rain_helps_against_infantry_only() -> None:
    assert percents(attack(LIGHT, SQUARE, weather="rain"), "F1") == {
        "rain, against infantry": 100,
        "against a square": -50,
    }
    assert percents(attack(LIGHT, HORSE, weather="rain"), "F1") == {}


@pytest.mark.rule("N10.5")
def test_infantry_caught_out_of_square() -> None:
    report = attack(LIGHT, A1)
    assert percents(report, "F1") == {"caught out of square": 100}
    assert (report.strength, report.column) == (12, 4)


@pytest.mark.rule("N10.5")
def test_artillery_alone() -> None:
    assert percents(attack(LIGHT, GUNS), "F1") == {"artillery alone": 100}
    assert percents(attack(LIGHT, HORSE, "A2 horse 2-3 0403"), "F1") == {}


@pytest.mark.rule("N10.5", "N10.31")
def test_against_a_square() -> None:
    report = attack(LIGHT, SQUARE)
    assert percents(report, "F1") == {"against a square": -50}
    assert (report.strength, report.column) == (3, 1)


@pytest.mark.rule("N10.61")
@pytest.mark.parametrize(("letter", "percent"), [("t", {"town": -50}), ("w", {"woods": -75})])
def test_infantry_that_counts_as_formed(letter: str, percent: dict[str, int]) -> None:
    assert percents(attack(LIGHT, A1, rows=terrain(letter)), "F1") == percent


@pytest.mark.rule("N10.5")
@pytest.mark.parametrize(
    ("foes", "percent"),
    [
        (("A1 light 4-3 0403",), 25),
        (("A1 light 4-3 0403", "A2 horse 2-3 0403"), 25),
        (("A1 heavy 4-3 0403",), 0),
        (("A1 light 4-3 0403", "A2 heavy 2-3 0403"), 0),
        (("A1 horse 2-3 0403",), 0),
        (("A1 infantry 4-3 0403 square", "A2 light 2-3 0403"), 0),
    ],
)
def test_heavy_against_light_cavalry(foes: tuple[str, ...], percent: int) -> None:
    found = percents(attack(NEAR, *foes), "F1")
    assert found.get("heavy against light cavalry", 0) == percent
    assert "heavy against light cavalry" not in percents(attack(LIGHT, *foes), "F1")


@pytest.mark.rule("N10.5", "N10.21")
def test_who_beat_a_reaction_charge_is_weaker() -> None:
    state = position(OPEN, LIGHT, HORSE)
    report = charge_fire(state, close(state, met=True))
    assert percents(report, "F1") == {"met by a reaction charge": -25}
    assert report.strength == 5  # 4 1/2


@pytest.mark.rule("N7.5", "N10.5")
def test_ney_leads_chargers_and_napoleon_does_not() -> None:
    state = position(OPEN, LIGHT, HORSE, "F8 leader 0404 ney", "F9 overall 0404 napoleon")
    ney, napoleon = LeaderId("F8"), LeaderId("F9")
    assert percents(charge_fire(state, close(state, bonus=(ney,))), "F1") == {"led by F8": 25}
    assert percents(charge_fire(state, close(state, bonus=(napoleon,))), "F1") == {}


@pytest.mark.rule("N7.5", "N10.5")
def test_napoleon_leads_infantry_that_is_charged() -> None:
    state = position(OPEN, "F1 light 6-3 0404", SQUARE, "A9 overall 0403 napoleon")
    fight = close(state, bonus=(LeaderId("A9"),))
    assert percents(target_fire(state, fight), "A1") == {"led by A9": 25}


@pytest.mark.rule("N11.8")
def test_disrupted_chargers() -> None:
    report = attack("F1 light 6-3 0404 disrupted", HORSE)
    assert percents(report, "F1") == {"Disrupted": -50}


@pytest.mark.rule("N8.4", "N10.5")
def test_all_chargers_add_up_and_are_rounded_once() -> None:
    state = position(OPEN, F1, F2, "A1 light 4-3 0403", weather="snow")
    report = charge_fire(state, charge_fight(state, of("F1 F2")))
    assert [found.strength for found in report.lines] == [6.0, 3.0]
    assert (report.strength, report.column, report.modifiers) == (9, 3, ())


# -- the target's fire


@pytest.mark.rule("N10.61", "N8.81")
def test_a_square_fires_with_all_it_has_and_one_more_on_the_die() -> None:
    report = defence(LIGHT, SQUARE, "A2 battery 3-3 0403")
    assert percents(report, "A1") == percents(report, "A2") == {}
    assert report.strength == 8
    assert report.modifiers == (("infantry in square", 1, "N8.81"),)


@pytest.mark.rule("N10.32")
def test_cavalry_behind_a_square_does_not_fire() -> None:
    report = defence(LIGHT, SQUARE, "A2 light 4-3 0403")
    assert percents(report, "A2") == {"behind a square": -100}
    assert report.strength == 5


@pytest.mark.rule("N10.5", "N10.61", "N10.32")
def test_infantry_out_of_square_fires_at_half_and_all_with_it() -> None:
    report = defence(LIGHT, A1, "A2 light 4-3 0403", "A3 battery 2-3 0403")
    for name in ("A1", "A2", "A3"):
        assert percents(report, name) == {"caught out of square": -50}
    assert (report.strength, report.modifiers) == (6, ())  # 5 1/2


@pytest.mark.rule("N10.61")
def test_artillery_alone_fires_at_half() -> None:
    report = defence(LIGHT, GUNS)
    assert percents(report, "A1") == {"artillery alone": -50}
    assert report.strength == 2  # 1 1/2


@pytest.mark.rule("N10.61")
@pytest.mark.parametrize("letter", ["t", "w"])
def test_infantry_that_counts_as_formed_fires_with_all_it_has(letter: str) -> None:
    report = defence(LIGHT, A1, rows=terrain(letter))
    assert percents(report, "A1") == {}
    assert (report.strength, report.modifiers) == (5, ())


@pytest.mark.rule("N10.4")
def test_cavalry_at_the_halt() -> None:
    report = defence(LIGHT, HORSE, "A2 horse 3-3 0403")
    assert percents(report, "A1") == {"at the halt": -25}
    assert percents(report, "A2") == {}
    assert report.strength == 6


@pytest.mark.rule("N10.4")
def test_cavalry_in_a_town_with_infantry_is_at_the_halt_too() -> None:
    report = defence(LIGHT, A1, "A2 light 4-3 0403", rows=terrain("t"))
    assert percents(report, "A2") == {"at the halt": -25}


@pytest.mark.rule("N5.3", "N11.8")
def test_a_disrupted_target_and_one_in_road_column() -> None:
    assert percents(defence(LIGHT, "A1 light 4-3 0403 disrupted"), "A1") == {
        "at the halt": -25,
        "Disrupted": -50,
    }
    report = defence(LIGHT, "A1 infantry 5-3 0403 column")
    assert percents(report, "A1") == {"caught out of square": -50, "road column": -50}
    assert (report.strength, report.column) == (0, None)


@pytest.mark.rule("N18", "N10.61")
@pytest.mark.parametrize(("weather", "percent"), [("rain", -50), ("snowstorm", -25)])
def test_wet_infantry(weather: str, percent: int) -> None:
    report = defence(LIGHT, SQUARE, "A2 battery 3-3 0403", weather=weather)
    assert percents(report, "A1") == {weather: percent}
    assert percents(report, "A2") == {}


# -- flanks


@pytest.mark.rule("N8.7")
@pytest.mark.parametrize(
    ("friend", "flank"),
    [
        ("F3 infantry 2-3 0402", True),
        ("F3 light 2-3 0402", True),
        ("F3 infantry 2-3 0402 disrupted", False),
        ("F3 infantry 2-3 0303", False),
        ("F3 train 0402", False),
        ("A3 infantry 2-3 0402", False),
    ],
)
def test_a_charge_from_opposite_a_friend_in_contact_takes_the_flank(
    friend: str, flank: bool
) -> None:
    state = position(OPEN, NEAR, HORSE, friend)
    assert close(state).flank is flank


@pytest.mark.rule("N8.7")
def test_the_hex_that_they_hit_from_counts_and_not_where_they_started() -> None:
    state = position(OPEN, "F1 heavy 6-3 0404", HORSE, "F3 infantry 2-3 0503")
    assert not is_flank_charge(state, FRENCH, hexes("0404 0403"))
    assert is_flank_charge(state, FRENCH, hexes("0404 0304 0403"))


@pytest.mark.rule("N8.7")
def test_a_friend_behind_a_river_is_not_in_contact() -> None:
    state = position(OPEN, NEAR, HORSE, "F3 infantry 2-3 0402", rivers=["0402-0403"])
    assert not close(state).flank


@pytest.mark.rule("N5.3", "N8.7")
def test_a_charge_on_a_road_column_or_its_tail_takes_the_flank() -> None:
    assert close(position(OPEN, NEAR, "A1 infantry 5-3 0403 column")).flank
    tailed = position(OPEN, NEAR, "A1 infantry 9-3 0402 tail:0403")
    assert close(tailed).flank
    assert close(tailed).defenders == units("A1")


@pytest.mark.rule("N8.7", "N10.31")
def test_a_square_has_no_flank() -> None:
    assert not close(position(OPEN, NEAR, SQUARE, "F3 infantry 2-3 0402")).flank


@pytest.mark.rule("N8.71")
def test_a_town_has_no_flank() -> None:
    state = position(terrain("t"), NEAR, "A1 infantry 5-3 0403 column", "F3 infantry 2-3 0402")
    assert not close(state).flank


# -- cavalry against cavalry (N10.21)


@pytest.mark.rule("N10.21", "N10.5")
def test_cavalry_that_meets_in_the_open_has_the_rows_of_a_charge() -> None:
    state = position(OPEN, F1, F2, "A1 light 4-3 0303", weather="snow")
    report = cavalry_fire(state, units("F1 F2"), units("A1"))
    assert percents(report, "F1") == {"snow": -25, "heavy against light cavalry": 25}
    assert percents(report, "F2") == {"snow": -25}
    assert (report.strength, report.modifiers) == (9, ())


@pytest.mark.rule("N10.21", "N10.23")
def test_the_ground_counts_against_who_hits_a_target_that_stays_in_place() -> None:
    state = position(terrain("t"), "F1 light 4-3 0404", "A1 light 4-3 0403", slopes=["0404-0403"])
    report = cavalry_fire(state, units("F1"), units("A1"), hexes("0404 0403"))
    assert percents(report, "F1") == {"town": -50, "up a slope": -50}
    assert percents(cavalry_fire(state, units("F1"), units("A1")), "F1") == {}


@pytest.mark.rule("N10.13")
def test_a_fight_keeps_what_was_declared() -> None:
    state = position(OPEN, F1, F2, A1)
    fight = charge_fight(state, of("F2 F1"))
    assert (fight.attackers, fight.defenders) == (units("F1 F2"), units("A1"))
    assert (fight.start, fight.last, fight.target) == ("0406", "0404", "0403")
    assert line(target_fire(state, fight), "A1").sp == state.sp(unit("A1")) == 5
    assert Hex("0405") in fight.path
