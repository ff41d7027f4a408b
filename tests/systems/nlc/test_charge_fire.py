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
    stance_of,
    target_fire,
)
from hexwar.systems.nlc.rules.combat.square import is_flank_charge
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import case, each, told
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


@pytest.mark.rule("N10.3", "N10.32", "N10.4", "N10.42", "N10.61")
@each(
    "letter lines stance",
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
)
def test_how_the_target_stands(letter: str, lines: tuple[str, ...], stance: Stance) -> None:
    state = position(terrain(letter), *lines)
    assert stance_of(state, TARGET, state.combat_units_in(TARGET)) is stance


# -- each row of N10.5: how many per cent, and what strength is left


LANCERS = "A1 light 4-3 0403"
HALT = {"cavalry at the halt": 50}
TRESTLE = {"trestles": ["0404-0403"], "roads": ["0404 0403"]}


@pytest.mark.rule("N10.5", "N8.51", "N18", "N10.31", "N10.61", "N11.8")
@each(
    "lines more percent strength",
    case("cavalry in the open", (), {}, HALT, 9),
    case("into a town", (), {"rows": terrain("t")}, {"town": -50, **HALT}, 6),
    case("into marsh", (), {"rows": terrain("m")}, {"marsh": -75, **HALT}, 5),  # 4 1/2
    case("into woods", (), {"rows": terrain("w")}, {"woods": -75, **HALT}, 5),
    *(case(f"from {t}", (), {"rows": terrain(".", t)}, HALT, 9) for t in "tmw"),
    case("up a slope", (), {"slopes": ["0404-0403"]}, {"up a slope": -50, **HALT}, 6),
    case("down a slope", (), {"slopes": ["0403-0404"]}, HALT, 9),
    case("a stream", (), {"streams": ["0404-0403"]}, {"stream": -25, **HALT}, 8),  # 7 1/2
    case("a trestle", (), TRESTLE, {"stream": -25, **HALT}, 8),
    case("a crest", (), {"crests": ["0404-0403"]}, HALT, 9),
    case(
        "hex and hexside",
        (),
        {"rows": terrain("t"), "slopes": ["0404-0403"], "streams": ["0404-0403"]},
        {"town": -50, "stream": -25, "up a slope": -50, **HALT},
        2,
    ),
    *(
        case(weather, (), {"weather": weather}, {weather: -25, **HALT}, 8)  # 7 1/2
        for weather in ("snow", "snowstorm")
    ),
    case(
        "rain on infantry",
        (LIGHT, SQUARE),
        {"weather": "rain"},
        {"rain, against infantry": 100, "against a square": -75},
        8,
    ),
    case("rain on cavalry", (), {"weather": "rain"}, HALT, 9),
    case("caught", (LIGHT, A1), {}, {"caught out of square": 100}, 12),
    case("artillery alone", (LIGHT, GUNS), {}, {"artillery alone": 100}, 12),
    case("guns with cavalry", (LIGHT, HORSE, "A2 horse 2-3 0403"), {}, HALT, 9),
    case("a square", (LIGHT, SQUARE), {}, {"against a square": -75}, 2),
    case("formed in a town", (LIGHT, A1), {"rows": terrain("t")}, {"town": -50}, 3),
    case("formed in woods", (LIGHT, A1), {"rows": terrain("w")}, {"woods": -75}, 2),
    case("Disrupted", ("F1 light 6-3 0404 disrupted", HORSE), {}, {"Disrupted": -50, **HALT}, 6),
)
def test_the_percentages_of_the_chargers(
    lines: tuple[str, ...], more: dict[str, Any], percent: dict[str, int], strength: int
) -> None:
    report = attack(*lines, **more)
    assert percents(report, "F1") == percent
    assert (report.side, report.strength) == (FRENCH, strength)
    columns = {2: 0, 3: 1, 5: 2, 6: 2, 8: 3, 9: 3, 12: 4}
    assert report.column == columns[strength]


@pytest.mark.rule("N10.5", "N10.21", "N8.4", "N10.13")
def test_the_last_hexside_counts_and_all_chargers_add_up() -> None:
    state = position(OPEN, "F1 light 6-3 0405", HORSE, slopes=["0405-0404"])
    fight = charge_fight(state, of(path=hexes("0405 0404 0403")))
    assert percents(charge_fire(state, fight), "F1") == HALT
    state = position(OPEN, LIGHT, HORSE)
    report = charge_fire(state, close(state, met=True))
    assert percents(report, "F1") == {"met by a reaction charge": -25, **HALT}
    assert report.strength == 8  # 7 1/2
    state = position(OPEN, F1, F2, LANCERS, weather="snow")
    report = charge_fire(state, charge_fight(state, of("F1 F2")))
    assert [found.strength for found in report.lines] == [9.0, 5.0]
    assert (report.strength, report.column, report.modifiers) == (14, 4, ())
    state = position(OPEN, F1, F2, A1)
    fight = charge_fight(state, of("F2 F1"))
    assert (fight.attackers, fight.defenders) == (units("F1 F2"), units("A1"))
    assert (fight.hit_hex, fight.hexes, fight.target) == ("0406", ("0404",), "0403")
    assert line(target_fire(state, fight), "A1").sp == state.sp(unit("A1")) == 5
    assert Hex("0405") in fight.charge.path


@pytest.mark.rule("N10.5")
@each(
    "foes percent",
    ((LANCERS,), 25),
    ((LANCERS, "A2 horse 2-3 0403"), 25),
    (("A1 heavy 4-3 0403",), 0),
    ((LANCERS, "A2 heavy 2-3 0403"), 0),
    (("A1 horse 2-3 0403",), 0),
    (("A1 infantry 4-3 0403 square", "A2 light 2-3 0403"), 0),
)
def test_heavy_against_light_cavalry(foes: tuple[str, ...], percent: int) -> None:
    found = percents(attack(NEAR, *foes), "F1")
    assert found.get("heavy against light cavalry", 0) == percent
    assert "heavy against light cavalry" not in percents(attack(LIGHT, *foes), "F1")


@pytest.mark.rule("N7.5", "N10.5", "N10.21", "N10.23")
def test_ney_leads_chargers_and_cavalry_that_meets_has_the_rows_of_a_charge() -> None:
    state = position(OPEN, LIGHT, HORSE, "F8 leader 0404 ney", "F9 overall 0404 napoleon")
    for leader, rows in (("F8", {"led by F8": 25, **HALT}), ("F9", HALT)):
        fight = close(state, bonus=(LeaderId(leader),))
        assert percents(charge_fire(state, fight), "F1") == rows
    state = position(OPEN, "F1 light 6-3 0404", SQUARE, "A9 overall 0403 napoleon")
    fight = close(state, bonus=(LeaderId("A9"),))
    assert percents(target_fire(state, fight), "A1") == {"led by A9": 25}
    state = position(OPEN, F1, F2, "A1 light 4-3 0303", weather="snow")
    report = cavalry_fire(state, units("F1 F2"), units("A1"))
    assert percents(report, "F1") == {"snow": -25, "heavy against light cavalry": 25}
    assert percents(report, "F2") == {"snow": -25}
    assert (report.strength, report.modifiers) == (9, ())
    state = position(terrain("t"), "F1 light 4-3 0404", "A1 light 4-3 0403", slopes=["0404-0403"])
    report = cavalry_fire(state, units("F1"), units("A1"), hexes("0404 0403"))
    assert percents(report, "F1") == {"town": -50, "up a slope": -50}
    assert percents(cavalry_fire(state, units("F1"), units("A1")), "F1") == {}


FOOT_GUNS = "A2 battery 3-3 0403"


TARGETS = f"""
a square: {SQUARE}, {FOOT_GUNS} | . | -; - | 8
cavalry behind it: {SQUARE}, A2 light 4-3 0403 | . | -; behind a square -100 | 5
caught, and all with it - 5 1/2: {A1}, A2 light 4-3 0403, A3 battery 2-3 0403
    | . | caught out of square -50; caught out of square -50; caught out of square -50 | 6
artillery alone - 1 1/2: {GUNS} | . | artillery alone -50 | 2
formed in a town: {A1} | t | - | 5
formed in woods: {A1} | w | - | 5
cavalry at the halt: {HORSE}, A2 horse 3-3 0403 | . | at the halt -25; - | 6
in a town with infantry: {A1}, A2 light 4-3 0403 | t | -; at the halt -25 | 8
Disrupted: {HORSE} disrupted | . | at the halt -25, Disrupted -50 | 1
in road column: {A1} column | . | caught out of square -50, road column -50 | 0
in the rain: {SQUARE}, {FOOT_GUNS} | rain | rain -50; - | 6
in a snowstorm: {SQUARE}, {FOOT_GUNS} | snowstorm | snowstorm -25; - | 7
"""
"""Those in 0403, their ground or the weather, the percentages of each, and their strength."""


@pytest.mark.rule("N10.61", "N8.81", "N10.32", "N10.5", "N10.4", "N11.8", "N5.3", "N18")
@each("lines where percent strength", *told(TARGETS))
def test_the_percentages_of_the_target(lines: str, where: str, percent: str, strength: str) -> None:
    more = {"rows": terrain(where)} if len(where) == 1 else {"weather": where}
    report = defence(LIGHT, *lines.split(", "), **more)
    rows = [percents(report, line.split()[0]) for line in lines.split(", ")]
    found = [", ".join(f"{reason} {by}" for reason, by in row.items()) or "-" for row in rows]
    assert ("; ".join(found), report.strength) == (percent, int(strength))
    in_square = (("infantry in square", 1, "N8.81"),)
    assert report.modifiers == (in_square if "square," in lines else ())
    assert (report.column is None) is (report.strength == 0)


@pytest.mark.rule("N8.7")
@each(
    "friend flank",
    ("F3 infantry 2-3 0402", True),
    ("F3 light 2-3 0402", True),
    ("F3 infantry 2-3 0402 disrupted", False),
    ("F3 infantry 2-3 0303", False),
    ("F3 train 0402", False),
    ("A3 infantry 2-3 0402", False),
)
def test_a_charge_opposite_a_friend_in_contact_takes_the_flank(friend: str, flank: bool) -> None:
    state = position(OPEN, NEAR, HORSE, friend)
    assert close(state).flank is flank


@pytest.mark.rule("N8.7", "N8.71", "N5.3", "N10.31")
def test_what_has_a_flank() -> None:
    state = position(OPEN, "F1 heavy 6-3 0404", HORSE, "F3 infantry 2-3 0503")
    # the hex that they hit from counts and not where they started
    assert not is_flank_charge(state, of(path=hexes("0404 0403")))
    assert is_flank_charge(state, of(path=hexes("0404 0304 0403")))
    friend, column = "F3 infantry 2-3 0402", "A1 infantry 5-3 0403 column"
    assert not close(position(OPEN, NEAR, HORSE, friend, rivers=["0402-0403"])).flank
    assert not close(position(OPEN, NEAR, SQUARE, friend)).flank
    assert not close(position(terrain("t"), NEAR, column, friend)).flank
    assert close(position(OPEN, NEAR, column)).flank
    tailed = close(position(OPEN, NEAR, "A1 infantry 9-3 0402 tail:0403"))
    assert (tailed.flank, tailed.defenders) == (True, units("A1"))
