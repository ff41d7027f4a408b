"""Fire: strength, percentages, the Fire Table, the target and its flank (N8.4-N8.81)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.rules.combat import fire
from hexwar.systems.nlc.rules.combat.fight import MainArm, hexes_to_fire_at
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.reports import FireReport
from tests.systems.nlc.assaults import A1, CLEAR, F1, face, terrain
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import OPEN, hexes, position, units
from tests.systems.nlc.typed_tables import FIRE as TYPED
from tests.systems.nlc.typed_tables import rows as rows_of

# -- fire strength, percentages, the Fire Table (N8.4-N8.81)


FIRE = PRINTED.with_own({}).fire


@pytest.mark.rule("N8.8")
@each("die cells", *enumerate(rows_of(TYPED)))
def test_every_cell_of_the_fire_table(die: int, cells: list[str]) -> None:
    assert [fire.result(FIRE, column, die) for column in range(8)] == cells


@pytest.mark.rule("N8.8")
def test_how_the_fire_table_is_read() -> None:
    for column in range(8):
        assert fire.result(FIRE, column, -3) == fire.result(FIRE, column, 0)
        assert fire.result(FIRE, column, 11) == fire.result(FIRE, column, 8)
    later = replace(FIRE, lowest_die=2, highest_die=10)  # a table may begin with another die
    found = [fire.result(later, 0, die) for die in (1, 2, 6, 7, 9, 10, 11)]
    assert found == ["-", "-", "-", "M", "M1", "1", "1"]
    edges = [(1, 2), (3, 4), (5, 7), (8, 10), (11, 14), (15, 19), (20, 26), (27, 90)]
    for column, (least, most) in enumerate(edges):
        assert fire.column_of(FIRE, least) == fire.column_of(FIRE, most) == column
    assert fire.column_of(FIRE, 0) is None
    for cell, losses, checks, shaken in (
        ("-", 0, False, False),
        ("M", 0, True, False),
        ("M1", 0, True, True),
        ("1", 1, True, False),
        ("1M1", 1, True, True),
        ("2", 2, True, False),
        ("2M1", 2, True, True),
    ):
        assert fire.parse(cell) == fire.Hit(losses, checks=checks, shaken=shaken)


SIDE, UP = ["0403-0404"], ["0404-0403"]


def percents(report: FireReport, unit: str) -> dict[str, int]:
    """The percentages of a unit by reason."""
    line = next(line for line in report.lines if line.unit == unit)
    return {reason: percent for reason, percent, _ in line.percents}


def attack(*lines: str, rows: str = OPEN, attackers: str = "F1", **more: Any) -> FireReport:
    """The attackers' fire at 0403 from the pieces of `lines`."""
    state = position(rows, *lines, **more)
    return fire.attack_report(state, face(state, attackers))


def defence(*lines: str, rows: str = OPEN, **more: Any) -> FireReport:
    """The fire of the Allies in 0403 at F1."""
    state = position(rows, *lines, **more)
    return fire.defence_report(state, face(state))


@pytest.mark.rule("N8.4")
def test_percentages_also_of_a_scenario_add_up_and_are_rounded_once() -> None:
    report = attack("F1 infantry 8-3 0404", A1, rows=terrain("t"), slopes=UP)
    assert percents(report, "F1") == {"town": -25, "up a slope": -25}
    assert report.strength == 4
    assert attack("F1 infantry 7/3-3 0404 reduced", A1).strength == 3
    lines = ("F1 infantry 8-3 0404", "F2 infantry 4-3 0304", A1)
    edges: dict[str, Any] = {"streams": SIDE, "slopes": UP, "crests": SIDE}
    report = attack(*lines, rows=terrain("w"), attackers="F1 F2", **edges)
    assert percents(report, "F1") == {"woods": -50, "stream": -25, "crest": -25, "up a slope": -25}
    assert [line.strength for line in report.lines] == [0.0, 2.0]
    assert report.strength == 2
    one = attack(F1, A1, rows=terrain("w"))
    assert (one.lines[0].strength, one.strength) == (2.5, 3)
    two = attack(F1, "F2 infantry 5-3 0404", A1, rows=terrain("w"), attackers="F1 F2")
    assert ([line.strength for line in two.lines], two.strength) == ([2.5, 2.5], 5)
    for sp, own, strength, column in ((3, 0.75, 1, 0), (1, 0.25, 0, None)):
        report = attack(f"F1 light {sp}-3 0404", A1, rows=terrain("t"), streams=["0403-0404"])
        assert (report.lines[0].strength, report.strength, report.column) == (own, strength, column)
    for percent, strength in ((-49, 1), (-50, 1), (-51, 0)):
        numbers = {"assault.woods": percent}
        line = "F1 infantry 1-3 0404"
        assert attack(line, A1, rows=terrain("w"), numbers=numbers).strength == strength


def on(target: str, start: str = ".") -> dict[str, Any]:
    return {"rows": terrain(target, start)}


GUNS = ("F1 battery 4-3 0404", "A1 battery 4-3 0403", "A2 infantry 4-3 0403")
HORSE_GUNS = ("F1 horse 4-3 0404", "A1 horse 4-3 0403", "A2 infantry 4-3 0403")
GUN_ARMS = ("battery", "horse")
GUARD = "A1 infantry 6-5 0403 guard old_guard"
BRIDGE: dict[str, Any] = {"bridges": SIDE}
NIGHT: dict[str, Any] = {"kind": TurnKind.NIGHT_PM}
AGAINST = {"cavalry against infantry": -25}


Row = tuple[str, tuple[str, ...], dict[str, Any], dict[str, int]]


def half_of(mark: str, told: str) -> Iterator[Row]:
    """A unit's own state halves its own fire."""
    yield "A1", (F1, f"{A1} {mark}"), {}, {told: -50}
    yield "F1", (f"{F1} {mark}", A1), {}, {told: -50}
    yield "F1", (F1, f"{A1} {mark}"), {}, {}


def at_night(*guns: str) -> Iterator[Row]:
    """Night halves artillery on either side."""
    for who in ("F1", "A1"):
        yield who, guns, NIGHT, {"artillery at night": -50}
    yield "A2", guns, NIGHT, {}
    yield "F1", guns, {"kind": TurnKind.DAY}, {}


@pytest.mark.rule("N7.4", "N8.5", "N8.51", "N17.1", "N19.1")
@each(
    "who lines words expected",
    ("F1", (F1, A1), {}, {}),  # open ground
    ("A1", (F1, A1), {}, {}),
    # The terrain of the target lowers the attackers' fire, and not the defenders'.
    ("F1", (F1, A1), on("t"), {"town": -25}),
    ("F1", (F1, A1), on("w"), {"woods": -50}),
    ("F1", (F1, A1), on("m"), {"marsh": -50}),
    ("F1", (F1, A1), on("c"), {"chateau": -50}),
    *(("A1", (F1, A1), on(letter), {}) for letter in "tmc"),
    *(("F1", (F1, A1), on(".", letter), {}) for letter in "tmcw"),  # his own hex
    # Hexsides cost the attacker a quarter each.
    ("F1", (F1, A1), {"streams": SIDE}, {"stream": -25}),
    ("F1", (F1, A1), {"crests": SIDE}, {"crest": -25}),
    ("F1", (F1, A1), {"slopes": UP}, {"up a slope": -25}),
    ("F1", (F1, A1), {"slopes": SIDE}, {}),  # downward
    *(("A1", (F1, A1), {word: UP}, {}) for word in ("streams", "crests", "slopes")),
    # Over a bridge the worse of bridge and hex counts, and the hexside itself.
    ("F1", (F1, A1), BRIDGE, {"bridge": -50}),
    ("F1", (F1, A1), on("t") | BRIDGE, {"bridge": -50}),
    ("F1", (F1, A1), on("c") | BRIDGE, {"chateau": -50}),
    ("F1", (F1, A1), on("w") | BRIDGE, {"woods": -50}),
    ("F1", (F1, A1), BRIDGE | {"slopes": UP}, {"bridge": -50, "up a slope": -25}),
    ("F1", (F1, A1), on("w", "w") | BRIDGE, {"bridge": -50}),
    ("F1", (F1, A1), {"trestles": SIDE, "roads": ["0403 0404"]}, {"stream": -25}),
    # Woods: between them neither side loses anything.
    ("F1", (F1, A1), on("w", "w"), {}),
    ("A1", (F1, A1), on("w", "w"), {}),
    ("F1", (F1, A1), on("m", "w"), {"marsh": -50}),
    *(("A1", (F1, A1), on("w", letter), {"out of woods": -50}) for letter in ".tmc"),
    *half_of("disrupted", "Disrupted"),
    *half_of("column", "road column"),
    # Artillery alone defends at half.
    *(("A1", (F1, f"A1 {arm} 4-3 0403"), {}, {"artillery alone": -50}) for arm in GUN_ARMS),
    *(
        (who, (F1, "A1 battery 4-3 0403", f"A2 {arm} 2-3 0403"), {}, {})
        for who in ("A1", "A2")
        for arm in ("infantry", "light")
    ),
    ("F1", ("F1 battery 4-3 0404", A1), {}, {}),
    # Cavalry assaults infantry at three quarters, in dry weather.
    *(
        ("F1", (f"F1 {arm} 4-3 0404", A1, "A2 light 2-3 0403"), {}, AGAINST)
        for arm in ("light", "heavy")
    ),
    *(("F1", ("F1 heavy 4-3 0404", f"A1 {arm} 2-3 0403"), {}, {}) for arm in ("light", "horse")),
    ("A1", (F1, "A1 light 4-3 0403"), {}, {}),
    ("F1", ("F1 light 4-3 0404", A1), {"weather_start": "rain"}, {"rain against infantry": 100}),
    ("F1", ("F1 light 4-3 0404", A1), {"weather_start": "cloudy"}, AGAINST),
    # The Old Guard adds a half in attack and defence.
    ("A1", (F1, GUARD), {}, {"Old Guard": 50}),
    ("F1", (f"{F1} guard old_guard", A1), {}, {"Old Guard": 50}),
    ("F1", (f"{F1} guard young_guard", A1), {}, {}),
    *at_night(*GUNS),
    *at_night(*HORSE_GUNS),
)
def test_percentages(
    who: str, lines: tuple[str, ...], words: dict[str, Any], expected: dict[str, int]
) -> None:
    report = (attack if who == "F1" else defence)(*lines, **words)
    assert percents(report, who) == expected
    if expected == AGAINST:
        assert report.strength == 3


@pytest.mark.rule("N8.51", "N8.5")
def test_hexsides_and_woods_count_for_each_hex() -> None:
    lines = (F1, "F2 infantry 4-3 0304", A1)
    report = attack(*lines, attackers="F1 F2", streams=["0304-0403"])
    assert (percents(report, "F1"), percents(report, "F2")) == ({}, {"stream": -25})
    rows = CLEAR * 2 + ".  .  .  w  .  .  .\n.  .  w  .  .  .  .\n" + CLEAR * 3
    state = position(rows, F1, "F2 infantry 4-3 0304", A1)
    for hit, expected in (("0404", {"out of woods": -50}), ("0304", {})):
        assert percents(fire.defence_report(state, face(state, "F1 F2", hit=hit)), "A1") == expected


@pytest.mark.rule("N8.1", "N2.32", "N8.81")
def test_who_takes_part_in_the_fire_and_the_three_arms_together() -> None:
    state = position(OPEN, F1, "F2 infantry 4-3 0404", A1, "A2 battery 2-3 0403", "AT train 0403")
    assert [line.unit for line in fire.defence_report(state, face(state)).lines] == ["A1", "A2"]
    assert [line.unit for line in fire.attack_report(state, face(state)).lines] == ["F1"]
    lines = (F1, "F2 battery 2-3 0404", A1)
    dry = attack(*lines, attackers="F1 F2")
    state = position(OPEN, *lines)
    assert fire.has_artillery_fire(state, dry)
    assert fire.firing_arms(state, dry, units("F1 F2")) == {MainArm.INFANTRY, MainArm.ARTILLERY}
    assert fire.firing_arms(state, dry, units("F1")) == {MainArm.INFANTRY}
    hard = attack(*lines, attackers="F1 F2", rows=terrain("w"), kind=TurnKind.NIGHT_PM)
    assert not fire.has_artillery_fire(state, hard)
    assert fire.firing_arms(state, hard, units("F1 F2")) == {MainArm.INFANTRY}
    arms = (F1, "F2 light 3-3 0304", "F3 horse 2-3 0304", A1)
    together = (("combined arms", 1, "N8.81"),)
    for attackers in ("F1 F2 F3", "F1 F2", "F1 F3", "F2 F3", "F1"):
        found = attack(*arms, attackers=attackers).modifiers
        assert found == (together if attackers == "F1 F2 F3" else ())
    assert defence(F1, A1, "A2 light 3-3 0403", "A3 battery 2-3 0403").modifiers == ()


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
    for report in (fire.attack_report(state, face(state)), fire.defence_report(state, face(state))):
        assert 0 <= report.strength <= sp
        assert (report.column is None) == (report.strength == 0)


@pytest.mark.rule("N8.8")
@given(column=st.integers(0, 6), die=st.integers(-1, 9))
def test_more_strength_and_a_higher_die_never_hurt_less(column: int, die: int) -> None:
    order = ["-", "M", "M1", "1", "1M1", "2", "2M1"]
    here = order.index(fire.result(FIRE, column, die))
    assert order.index(fire.result(FIRE, column + 1, die)) >= here
    assert order.index(fire.result(FIRE, column, die + 1)) >= here


# -- whom the defender fires at, and what is a flank attack (N8.6-N8.71)


OPPOSITE = [("0402", "0404"), ("0503", "0304"), ("0504", "0303")]
AROUND = ["0402", "0503", "0504", "0404", "0304", "0303"]


def ring(*places: str, target: str = A1, rows: str = OPEN) -> GameState:
    """French units F1, F2, ... on hexes round the Allied one in 0403."""
    lines = [f"F{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(places, start=1)]
    return position(rows, *lines, target)


@pytest.mark.rule("N8.71", "N8.7")
def test_opposite_hexes_make_a_flank_attack_on_open_ground() -> None:
    for a in AROUND:
        for b in AROUND:
            opposite = (a, b) in OPPOSITE or (b, a) in OPPOSITE
            assert face(ring(a, b), "F1 F2").flank is opposite
    assert not face(ring("0402", "0404"), "F1").flank  # who stands opposite does not attack
    state = position(OPEN, "F1 infantry 4-3 0402", "F2 infantry 4-3 0404 disrupted", A1)
    assert not face(state, "F1 F2").flank
    for letter, flank in (("t", False), ("c", False), ("w", True)):
        assert face(ring("0402", "0404", rows=terrain(letter)), "F1 F2").flank is flank
    column = f"{A1} column"
    assert face(ring("0404", target=column)).flank
    assert not face(ring("0404", target=column, rows=terrain("t"))).flank


@pytest.mark.rule("N8.6")
@each(
    "second third attackers targets",
    ("0304", "light", "F1 F2 F3", "0304 0504"),  # infantry before artillery alone
    ("0304", "light", "F1 F3", "0404 0504"),
    ("0404", "infantry", "F1 F3", "0404 0504"),  # a battery with infantry beside it
)
def test_infantry_before_artillery_alone(
    second: str, third: str, attackers: str, targets: str
) -> None:
    battery, enemy = "F1 battery 4-3 0404", A1
    lines = (battery, f"F2 infantry 4-3 {second}", f"F3 {third} 4-3 0504", enemy)
    assert hexes_to_fire_at(position(OPEN, *lines), units(attackers)) == hexes(targets)
