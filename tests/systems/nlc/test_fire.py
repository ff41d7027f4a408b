"""Fire: strength, percentages, the Fire Table, the target and its flank (N8.4-N8.81)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import from_overrides
from hexwar.systems.nlc.rules.combat.fight import MainArm, hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.fire import (
    Hit,
    attack_report,
    column_of,
    defence_report,
    firing_arms,
    has_artillery_fire,
    parse,
    result,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import A1, CLEAR, F1, face, terrain
from tests.systems.nlc.positions import OPEN, board, hexes, position, units

# -- fire strength, percentages, the Fire Table (N8.4-N8.81)


TABLE = """
    0    -    -    -    -    -    M    M    M
    1    -    -    -    -    M    M    M    M1
    2    -    -    -    M    M    M    M1   1
    3    -    -    M    M    M    M1   1    1
    4    -    M    M    M    M1   1    1    1
    5    M    M    M    M1   1    1    1    1M1
    6    M    M    M1   1    1    1    1M1  1M1
    7    M    M1   1    1    1    1M1  1M1  2
    8    M1   1    1    1    1M1  1M1  2    2M1
"""
CELLS = [
    (int(row[0]), column, cell)
    for row in (line.split() for line in TABLE.strip().splitlines())
    for column, cell in enumerate(row[1:])
]
FIRE = from_overrides({}).fire


@pytest.mark.rule("N8.8")
@pytest.mark.parametrize(("die", "column", "cell"), CELLS)
def test_every_cell_of_the_fire_table(die: int, column: int, cell: str) -> None:
    assert result(FIRE, column, die) == cell


@pytest.mark.rule("N8.8")
@pytest.mark.parametrize("column", range(8))
def test_a_die_beyond_the_table_counts_as_its_last_row(column: int) -> None:
    assert result(FIRE, column, -3) == result(FIRE, column, 0)
    assert result(FIRE, column, 11) == result(FIRE, column, 8)


@pytest.mark.rule("N8.8")
def test_a_table_may_begin_with_another_die() -> None:
    later = replace(FIRE, lowest_die=2, highest_die=10)
    assert [result(later, 0, die) for die in (1, 2, 6, 7, 10, 11)] == [
        "-",
        "-",
        "-",
        "M",
        "M1",
        "M1",
    ]


@pytest.mark.rule("N8.8")
def test_the_strength_gives_the_column() -> None:
    edges = [(1, 2), (3, 4), (5, 7), (8, 10), (11, 14), (15, 19), (20, 26), (27, 90)]
    for column, (least, most) in enumerate(edges):
        assert column_of(FIRE, least) == column_of(FIRE, most) == column


@pytest.mark.rule("N8.8")
def test_no_strength_has_no_column() -> None:
    assert column_of(FIRE, 0) is None


@pytest.mark.rule("N8.8")
@pytest.mark.parametrize(
    ("cell", "hit"),
    [
        ("-", (0, False, False)),
        ("M", (0, True, False)),
        ("M1", (0, True, True)),
        ("1", (1, True, False)),
        ("1M1", (1, True, True)),
        ("2", (2, True, False)),
        ("2M1", (2, True, True)),
    ],
)
def test_what_a_cell_means(cell: str, hit: tuple[int, bool, bool]) -> None:
    losses, checks, shaken = hit
    assert parse(cell) == Hit(losses, checks=checks, shaken=shaken)


# -- strength


def percents(report: FireReport, unit: str) -> dict[str, int]:
    """The percentages of a unit by reason."""
    line = next(line for line in report.lines if line.unit == unit)
    return {reason: percent for reason, percent, _ in line.percents}


def attack(*lines: str, rows: str = OPEN, attackers: str = "F1", **more: Any) -> FireReport:
    """The attackers' fire at 0403 from the pieces of `lines`."""
    state = position(rows, *lines, **more)
    return attack_report(state, face(state, attackers))


def defence(*lines: str, rows: str = OPEN, **more: Any) -> FireReport:
    """The fire of the Allies in 0403 at F1."""
    state = position(rows, *lines, **more)
    return defence_report(state, face(state))


@pytest.mark.rule("N8.4")
def test_half_a_point_rounds_up_once_for_the_whole_side() -> None:
    one = attack(F1, A1, rows=terrain("w"))
    assert (one.lines[0].strength, one.strength) == (2.5, 3)
    two = attack(F1, "F2 infantry 5-3 0404", A1, rows=terrain("w"), attackers="F1 F2")
    assert ([line.strength for line in two.lines], two.strength) == ([2.5, 2.5], 5)


@pytest.mark.rule("N8.4")
def test_less_than_half_a_point_rounds_down() -> None:
    report = attack(
        "F1 light 3-3 0404", A1, "A2 infantry 1-3 0403", rows=terrain("t"), streams=["0403-0404"]
    )
    assert (report.lines[0].strength, report.strength, report.column) == (0.75, 1, 0)
    report = attack("F1 light 1-3 0404", A1, rows=terrain("t"), streams=["0403-0404"])
    assert (report.lines[0].strength, report.strength, report.column) == (0.25, 0, None)


@pytest.mark.rule("N8.4")
@pytest.mark.parametrize(("percent", "strength"), [(-49, 1), (-50, 1), (-51, 0)])
def test_a_scenario_may_have_its_own_percentages(percent: int, strength: int) -> None:
    numbers = {"assault.woods": percent}
    line = "F1 infantry 1-3 0404"
    assert attack(line, A1, rows=terrain("w"), numbers=numbers).strength == strength


@pytest.mark.rule("N8.4")
def test_percentages_add_up_and_do_not_multiply() -> None:
    report = attack("F1 infantry 8-3 0404", A1, rows=terrain("t"), slopes=["0404-0403"])
    assert percents(report, "F1") == {"town": -25, "up a slope": -25}
    assert report.strength == 4


@pytest.mark.rule("N8.4")
def test_a_hundred_per_cent_off_cannot_fire_and_never_counts_below_zero() -> None:
    lines = ("F1 infantry 8-3 0404", "F2 infantry 4-3 0304", A1)
    report = attack(
        *lines,
        rows=terrain("w"),
        attackers="F1 F2",
        streams=["0403-0404"],
        slopes=["0404-0403"],
        crests=["0403-0404"],
    )
    assert percents(report, "F1") == {"woods": -50, "stream": -25, "crest": -25, "up a slope": -25}
    assert [line.strength for line in report.lines] == [0.0, 2.0]
    assert report.strength == 2


@pytest.mark.rule("N8.4")
def test_a_reduced_unit_fires_with_its_reduced_strength() -> None:
    assert attack("F1 infantry 7/3-3 0404 reduced", A1).strength == 3


# -- percentages, each alone


@pytest.mark.rule("N8.5")
def test_open_ground_costs_nothing() -> None:
    assert attack(F1, A1).lines[0].percents == ()
    assert defence(F1, A1).lines[0].percents == ()


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize(
    ("letter", "reason", "percent"),
    [("t", "town", -25), ("w", "woods", -50), ("m", "marsh", -50), ("c", "chateau", -50)],
)
def test_terrain_of_the_target_lowers_the_attackers_fire(
    letter: str, reason: str, percent: int
) -> None:
    assert percents(attack(F1, A1, rows=terrain(letter)), "F1") == {reason: percent}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("letter", ["t", "m", "c"])
def test_terrain_of_the_target_does_not_lower_the_defenders_fire(letter: str) -> None:
    assert percents(defence(F1, A1, rows=terrain(letter)), "A1") == {}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("letter", ["t", "m", "c", "w"])
def test_terrain_of_the_attackers_own_hex_does_not_matter_to_him(letter: str) -> None:
    assert percents(attack(F1, A1, rows=terrain(".", letter)), "F1") == {}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize(
    ("edges", "reason"),
    [
        ({"streams": ["0403-0404"]}, "stream"),
        ({"crests": ["0403-0404"]}, "crest"),
        ({"slopes": ["0404-0403"]}, "up a slope"),
    ],
)
def test_hexsides_cost_a_quarter_each(edges: dict[str, Any], reason: str) -> None:
    assert percents(attack(F1, A1, **edges), "F1") == {reason: -25}
    assert percents(defence(F1, A1, **edges), "A1") == {}


@pytest.mark.rule("N8.5")
def test_a_slope_downward_costs_nothing() -> None:
    assert percents(attack(F1, A1, slopes=["0403-0404"]), "F1") == {}


@pytest.mark.rule("N8.51")
def test_hexsides_count_for_each_attacking_hex() -> None:
    lines = (F1, "F2 infantry 4-3 0304", A1)
    report = attack(*lines, attackers="F1 F2", streams=["0304-0403"])
    assert percents(report, "F1") == {}
    assert percents(report, "F2") == {"stream": -25}


@pytest.mark.rule("N8.51")
@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        (".", {"bridge": -50}),
        ("t", {"bridge": -50}),
        ("c", {"chateau": -50}),
        ("w", {"woods": -50}),
    ],
)
def test_over_a_bridge_the_worse_of_bridge_and_hex_counts(
    letter: str, expected: dict[str, int]
) -> None:
    report = attack(F1, A1, rows=terrain(letter), bridges=["0403-0404"])
    assert percents(report, "F1") == expected


@pytest.mark.rule("N8.51")
def test_over_a_bridge_the_hexside_itself_still_counts() -> None:
    report = attack(F1, A1, bridges=["0403-0404"], slopes=["0404-0403"])
    assert percents(report, "F1") == {"bridge": -50, "up a slope": -25}


@pytest.mark.rule("N8.51")
def test_over_a_bridge_from_woods_to_woods_the_bridge_counts() -> None:
    report = attack(F1, A1, rows=terrain("w", "w"), bridges=["0403-0404"])
    assert percents(report, "F1") == {"bridge": -50}


@pytest.mark.rule("N8.51")
def test_a_trestle_is_a_stream_even_along_the_road() -> None:
    report = attack(F1, A1, trestles=["0403-0404"], roads=["0403 0404"])
    assert percents(report, "F1") == {"stream": -25}


@pytest.mark.rule("N8.51")
def test_between_woods_hexes_neither_side_loses_anything() -> None:
    rows = terrain("w", "w")
    assert percents(attack(F1, A1, rows=rows), "F1") == {}
    assert percents(defence(F1, A1, rows=rows), "A1") == {}


@pytest.mark.rule("N8.51")
def test_out_of_woods_into_other_terrain_only_that_terrain_counts() -> None:
    assert percents(attack(F1, A1, rows=terrain("m", "w")), "F1") == {"marsh": -50}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("start", [".", "t", "m", "c"])
def test_the_defender_fires_badly_out_of_woods(start: str) -> None:
    assert percents(defence(F1, A1, rows=terrain("w", start)), "A1") == {"out of woods": -50}


@pytest.mark.rule("N8.5")
def test_the_hex_fired_at_decides_about_fire_out_of_woods() -> None:
    rows = CLEAR * 2 + ".  .  .  w  .  .  .\n.  .  w  .  .  .  .\n" + CLEAR * 3
    state = position(rows, F1, "F2 infantry 4-3 0304", A1)
    open_ground = defence_report(state, face(state, "F1 F2", hit="0404"))
    woods = defence_report(state, face(state, "F1 F2", hit="0304"))
    assert percents(open_ground, "A1") == {"out of woods": -50}
    assert percents(woods, "A1") == {}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize(
    ("mark", "reason"), [("disrupted", "Disrupted"), ("column", "road column")]
)
def test_disruption_and_column_halve_a_units_own_fire(mark: str, reason: str) -> None:
    assert percents(defence(F1, f"{A1} {mark}"), "A1") == {reason: -50}
    assert percents(attack(f"{F1} {mark}", A1), "F1") == {reason: -50}
    assert percents(attack(F1, f"{A1} {mark}"), "F1") == {}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("arm", ["battery", "horse"])
def test_artillery_alone_defends_at_half(arm: str) -> None:
    assert percents(defence(F1, f"A1 {arm} 4-3 0403"), "A1") == {"artillery alone": -50}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("arm", ["infantry", "light"])
def test_artillery_with_other_arms_does_not(arm: str) -> None:
    report = defence(F1, "A1 battery 4-3 0403", f"A2 {arm} 2-3 0403")
    assert percents(report, "A1") == percents(report, "A2") == {}


@pytest.mark.rule("N8.5")
def test_artillery_alone_attacks_at_full_strength() -> None:
    assert percents(attack("F1 battery 4-3 0404", A1), "F1") == {}


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("arm", ["light", "heavy"])
def test_cavalry_assaults_infantry_at_three_quarters(arm: str) -> None:
    report = attack(f"F1 {arm} 4-3 0404", A1, "A2 light 2-3 0403")
    assert percents(report, "F1") == {"cavalry against infantry": -25}
    assert report.strength == 3


@pytest.mark.rule("N8.5")
@pytest.mark.parametrize("arm", ["light", "battery"])
def test_cavalry_assaults_other_arms_at_full_strength(arm: str) -> None:
    assert percents(attack("F1 heavy 4-3 0404", f"A1 {arm} 2-3 0403"), "F1") == {}


@pytest.mark.rule("N8.5")
def test_cavalry_defends_against_infantry_at_full_strength() -> None:
    assert percents(defence(F1, "A1 light 4-3 0403"), "A1") == {}


@pytest.mark.rule("N8.5")
def test_the_row_of_cavalry_is_for_dry_weather() -> None:
    assert percents(attack("F1 light 4-3 0404", A1, weather_start="rain"), "F1") == {
        "rain against infantry": 100
    }
    assert percents(attack("F1 light 4-3 0404", A1, weather_start="cloudy"), "F1") != {}


@pytest.mark.rule("N7.4", "N8.5")
def test_old_guard_adds_a_quarter_in_attack_and_defence() -> None:
    guard = "A1 infantry 6-5 0403 guard old_guard"
    assert percents(defence(F1, guard), "A1") == {"Old Guard": 25}
    assert percents(attack(f"{F1} guard old_guard", A1), "F1") == {"Old Guard": 25}
    assert percents(attack(f"{F1} guard young_guard", A1), "F1") == {}


@pytest.mark.rule("N17.1")
@pytest.mark.parametrize("arm", ["battery", "horse"])
def test_night_halves_artillery_on_either_side(arm: str) -> None:
    lines = (f"F1 {arm} 4-3 0404", f"A1 {arm} 4-3 0403", "A2 infantry 4-3 0403")
    night = {"artillery at night": -50}
    assert percents(attack(*lines, kind=TurnKind.NIGHT_PM), "F1") == night
    assert percents(defence(*lines, kind=TurnKind.NIGHT_PM), "A1") == night
    assert percents(defence(*lines, kind=TurnKind.NIGHT_PM), "A2") == {}
    assert percents(attack(*lines, kind=TurnKind.DAY), "F1") == {}


# -- the die


@pytest.mark.rule("N8.81")
def test_the_three_arms_together_add_one_to_the_die() -> None:
    lines = [F1, "F2 light 3-3 0304", "F3 horse 2-3 0304", A1]
    report = attack(*lines, attackers="F1 F2 F3")
    assert report.modifiers == (("combined arms", 1, "N8.81"),)


@pytest.mark.rule("N8.81")
@pytest.mark.parametrize("attackers", ["F1 F2", "F1 F3", "F2 F3", "F1"])
def test_two_arms_add_nothing(attackers: str) -> None:
    lines = [F1, "F2 light 3-3 0304", "F3 battery 2-3 0304", A1]
    assert attack(*lines, attackers=attackers).modifiers == ()


@pytest.mark.rule("N8.81")
def test_the_defenders_die_has_no_such_bonus() -> None:
    lines = [F1, A1, "A2 light 3-3 0403", "A3 battery 2-3 0403"]
    assert defence(*lines).modifiers == ()


# -- who fires


@pytest.mark.rule("N8.1")
def test_every_unit_of_the_target_defends_and_only_the_named_attack() -> None:
    lines = (F1, "F2 infantry 4-3 0404", A1, "A2 battery 2-3 0403", "AT train 0403")
    state = position(OPEN, *lines)
    assert [line.unit for line in defence_report(state, face(state)).lines] == ["A1", "A2"]
    assert [line.unit for line in attack_report(state, face(state)).lines] == ["F1"]


@pytest.mark.rule("N2.32")
def test_artillery_that_cannot_fire_takes_no_part() -> None:
    lines = (F1, "F2 battery 2-3 0404", A1)
    dry = attack(*lines, attackers="F1 F2")
    state = position(OPEN, *lines)
    assert has_artillery_fire(state, dry)
    assert firing_arms(state, dry, units("F1 F2")) == {MainArm.INFANTRY, MainArm.ARTILLERY}
    assert firing_arms(state, dry, units("F1")) == {MainArm.INFANTRY}
    hard = attack(*lines, attackers="F1 F2", rows=terrain("w"), kind=TurnKind.NIGHT_PM)
    assert not has_artillery_fire(state, hard)
    assert firing_arms(state, hard, units("F1 F2")) == {MainArm.INFANTRY}


# -- in general

STRENGTHS = st.integers(1, 12)
TERRAINS = st.sampled_from(".wmtc")


@pytest.mark.rule("N8.4")
@given(sp=STRENGTHS, start=TERRAINS, target=TERRAINS, disrupted=st.booleans())
def test_strength_is_never_negative_and_never_more_than_the_side(
    sp: int, start: str, target: str, disrupted: bool
) -> None:
    mark = "disrupted" if disrupted else ""
    rows = terrain(target, start)
    state = position(rows, f"F1 infantry {sp}-3 0404", f"A1 infantry {sp}-3 0403 {mark}")
    for report in (attack_report(state, face(state)), defence_report(state, face(state))):
        assert 0 <= report.strength <= sp
        assert (report.column is None) == (report.strength == 0)


@pytest.mark.rule("N8.8")
@given(column=st.integers(0, 6), die=st.integers(-1, 9))
def test_more_strength_and_a_higher_die_never_hurt_less(column: int, die: int) -> None:
    order = ["-", "M", "M1", "1", "1M1", "2", "2M1"]
    here = order.index(result(FIRE, column, die))
    assert order.index(result(FIRE, column + 1, die)) >= here
    assert order.index(result(FIRE, column, die + 1)) >= here


def test_the_board_reads_terrain_and_hexsides() -> None:
    sheet = board(terrain("w"), rivers=["0403-0404"], bridges=["0303-0403"])
    assert sheet.terrain_at(Hex("0403")).value == "woods"
    assert sheet.is_river_bar(Hex("0404"), Hex("0403"))
    assert not sheet.is_river_bar(Hex("0303"), Hex("0403"))


# -- whom the defender fires at, and what is a flank attack (N8.6-N8.71)


# -- whom the defender fires at, and flanks

OPPOSITE = [("0402", "0404"), ("0503", "0304"), ("0504", "0303")]
AROUND = ["0402", "0503", "0504", "0404", "0304", "0303"]


def ring(*places: str, target: str = A1, rows: str = OPEN) -> GameState:
    """French units F1, F2, ... on hexes round the Allied one in 0403."""
    lines = [f"F{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(places, start=1)]
    return position(rows, *lines, target)


@pytest.mark.rule("N8.71")
@pytest.mark.parametrize("a", AROUND)
@pytest.mark.parametrize("b", AROUND)
def test_only_opposite_hexes_make_a_flank_attack(a: str, b: str) -> None:
    state = ring(a, b)
    opposite = (a, b) in OPPOSITE or (b, a) in OPPOSITE
    assert face(state, "F1 F2").flank is opposite


@pytest.mark.rule("N8.71")
def test_a_unit_that_stands_opposite_without_attacking_makes_none() -> None:
    assert not face(ring("0402", "0404"), "F1").flank


@pytest.mark.rule("N8.71")
def test_a_disrupted_attacker_makes_none() -> None:
    state = position(OPEN, "F1 infantry 4-3 0402", "F2 infantry 4-3 0404 disrupted", A1)
    assert not face(state, "F1 F2").flank


@pytest.mark.rule("N8.71")
@pytest.mark.parametrize(("letter", "flank"), [("t", False), ("c", False), ("w", True)])
def test_a_town_or_chateau_has_no_flank(letter: str, flank: bool) -> None:
    assert face(ring("0402", "0404", rows=terrain(letter)), "F1 F2").flank is flank


@pytest.mark.rule("N8.7")
def test_an_assault_on_road_column_is_a_flank_attack() -> None:
    assert face(ring("0404", target=f"{A1} column")).flank
    assert not face(ring("0404", target=f"{A1} column", rows=terrain("t"))).flank


@pytest.mark.rule("N8.6")
def test_infantry_must_be_fired_at_before_artillery_alone() -> None:
    lines = ("F1 battery 4-3 0404", "F2 infantry 4-3 0304", "F3 light 4-3 0504", A1)
    state = position(OPEN, *lines)
    assert hexes_to_fire_at(state, units("F1 F2 F3")) == hexes("0304 0504")
    assert hexes_to_fire_at(state, units("F1 F3")) == hexes("0404 0504")


@pytest.mark.rule("N8.6")
def test_a_battery_with_infantry_beside_it_may_be_fired_at() -> None:
    lines = ("F1 battery 4-3 0404", "F2 infantry 4-3 0404", "F3 infantry 4-3 0304", A1)
    state = position(OPEN, *lines)
    assert hexes_to_fire_at(state, units("F1 F3")) == hexes("0304 0404")
