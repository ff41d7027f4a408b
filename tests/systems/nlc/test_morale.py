"""Morale: values, rows, the unit used, the check (N2.3-N2.46)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.numbers import from_overrides
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    check_morale,
    leader_with,
    morale_report,
    verdict,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.reports import MoraleReport
from tests.systems.nlc.chapters import put
from tests.systems.nlc.positions import OPEN, play, position, unit, units

# -- morale: values, rows, the unit used, the check (N2.3-N2.46)


RULES = from_overrides({}).morale
CALM = Circumstances()


def report(
    line: str = "A1 infantry 5-2 0403", about: Circumstances = CALM, *others: str, **more: Any
) -> MoraleReport:
    """What the unit of a line tests with."""
    state = position(OPEN, line, *others, **more)
    return morale_report(state, (unit(line.split(maxsplit=1)[0]),), about)


def rows(found: MoraleReport) -> dict[str, int]:
    return {reason: pips for reason, pips, _ in found.modifiers}


# -- the value


@pytest.mark.rule("N2.3")
@pytest.mark.parametrize(
    ("initiative", "morale"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 5), (6, 5)]
)
def test_morale_is_initiative_plus_one_limited_to_five(initiative: int, morale: int) -> None:
    assert report(f"A1 infantry 5-{initiative} 0403").value == morale


@pytest.mark.rule("N2.31")
@pytest.mark.parametrize(
    ("line", "morale"),
    [
        ("A1 infantry 5-3 0403 reduced", 3),
        ("A1 light 5-3 0403 reduced", 3),
        ("A1 infantry 5-3 0403 reduced russian", 4),
        ("A1 light 5-3 0403 reduced russian", 3),
    ],
)
def test_a_reduced_unit_drops_by_one_but_russian_infantry(line: str, morale: int) -> None:
    assert report(line).value == morale


@pytest.mark.rule("N2.43")
def test_the_limits_come_last_and_once() -> None:
    # 5 + 1 + 1 - 2 = 5; limiting first would give 5 + 1 - 2 = 4
    high = Circumstances(defending=True, flank=True)
    assert report("A1 infantry 5-5 0403 russian", high).value == 5
    # 1 + 1 - 1 - 2 - 1 + 2 = 0, so 1; limiting on the way would give 3
    low = Circumstances(artillery_fire=True, flank=True, shaken=True, strengths=(3, 4))
    assert report("A1 infantry 5-1 0403", low).value == 1


# -- rows with an if (each row and every two: test_morale_rows)


@pytest.mark.rule("N2.32")
@pytest.mark.parametrize(
    ("attack", "defence", "pips"),
    [
        (3, 4, 2),
        (4, 4, 1),
        (5, 4, 1),
        (6, 4, 0),
        (9, 4, 0),
        (10, 4, -1),
        (99, 4, -1),
        (5, 0, -1),
        (7, 5, 1),
        (8, 5, 0),
        (12, 5, 0),
        (13, 5, -1),
    ],
)
def test_the_weight_of_fire(attack: int, defence: int, pips: int) -> None:
    found = report(about=Circumstances(strengths=(attack, defence)))
    assert rows(found) == ({"weight of fire": pips} if pips else {})


@pytest.mark.rule("N2.32")
@pytest.mark.parametrize(
    ("line", "about", "row"),
    [
        ("A1 infantry 5-2 0403", Circumstances(defending=True), "Russian infantry defending"),
        ("A1 light 5-2 0403 russian", Circumstances(defending=True), "Russian infantry defending"),
        ("A1 infantry 5-2 0403 russian", CALM, "Russian infantry defending"),
        ("A1 light 5-2 0403", Circumstances(sheltered=True), "town, chateau or position"),
        ("A1 battery 5-2 0403", Circumstances(sheltered=True), "town, chateau or position"),
        ("A1 infantry 5-2 0403 guard", CALM, "Old Guard"),
        ("A1 infantry 5-2 0403 disrupted", Circumstances(rallying=True), "Disrupted"),
    ],
)
def test_rows_that_do_not_apply(line: str, about: Circumstances, row: str) -> None:
    assert row not in rows(report(line, about))


# -- leaders


@pytest.mark.rule("N2.45")
@pytest.mark.parametrize(
    ("leader", "pips"),
    [
        ("A-Olsufiev leader 0403", 1),
        ("A-Olsufiev leader 0404", None),
        ("A-Other leader 0403 of:AII", None),
        ("F-Ney leader 0403", None),
        ("A-HQ hq 0403", None),
    ],
)
def test_a_leader_counts_for_his_own_formation_in_his_hex(leader: str, pips: int | None) -> None:
    assert rows(report("A1 infantry 5-2 0403", CALM, leader)).get("leader") == pips


@pytest.mark.rule("N2.45")
def test_a_leader_counts_once() -> None:
    found = report("A1 infantry 5-2 0403", CALM, "A-One leader 0403", "A-Two leader 0403")
    assert rows(found) == {"leader": 1}


@pytest.mark.rule("N2.45")
def test_a_wing_commander_counts_for_the_corps_of_his_wing() -> None:
    lines = ("A2 infantry 5-2 0403 of:AII", "A-Sacken wing 0403 of:AW")
    state = position(OPEN, "A1 infantry 5-2 0403", *lines, formations={"AI": {"assigned_to": "AW"}})
    assert leader_with(state, unit("A1")) == LeaderId("A-Sacken")
    assert leader_with(state, unit("A2")) is None


@pytest.mark.rule("N2.45")
def test_an_overall_commander_counts_for_his_army() -> None:
    state = position(
        OPEN,
        "A1 infantry 5-2 0403",
        "A2 infantry 5-2 0403 of:AII",
        "A-Bluecher overall 0403 of:AHQ",
        formations={
            "AHQ": {"army": "silesia"},
            "AI": {"army": "silesia"},
            "AII": {"army": "bohemia"},
        },
    )
    assert leader_with(state, unit("A1")) == LeaderId("A-Bluecher")
    assert leader_with(state, unit("A2")) is None


@pytest.mark.rule("N2.45")
def test_a_side_with_one_army_needs_no_name_for_it() -> None:
    found = report("F1 infantry 5-2 0403", CALM, "F-Napoleon overall 0403 of:FHQ")
    assert rows(found) == {"leader": 1}


# -- whose morale


def stack_report(*lines: str, about: Circumstances = CALM) -> MoraleReport:
    """What all the units of the lines test with together."""
    state = position(OPEN, *lines)
    names = " ".join(line.split(maxsplit=1)[0] for line in lines if "leader" not in line)
    return morale_report(state, units(names), about)


@pytest.mark.rule("N2.4")
@pytest.mark.parametrize(
    ("lines", "used"),
    [
        (("A1 infantry 5-2 0403", "A2 infantry 5-3 0403", "A3 light 3-5 0403"), "A2"),
        (("A1 light 5-2 0403", "A2 heavy 5-3 0403", "A3 battery 3-5 0403"), "A2"),
        (("A1 battery 5-2 0403", "A2 horse 5-3 0403"), "A2"),
        (("A1 battery 5-5 0403", "A2 infantry 5-1 0403"), "A2"),
    ],
)
def test_the_best_infantry_tests_else_cavalry_else_artillery(
    lines: tuple[str, ...], used: str
) -> None:
    assert stack_report(*lines).unit == used


@pytest.mark.rule("N2.45")
def test_the_highest_result_after_modifiers_is_used() -> None:
    found = stack_report("A1 infantry 5-3 0403 disrupted", "A2 infantry 5-3 0403")
    assert (found.unit, found.value, rows(found)) == ("A2", 4, {})
    found = stack_report(
        "A1 infantry 5-3 0403", "A2 infantry 5-2 0403 of:AII", "A-Lieven leader 0403 of:AII"
    )
    assert found.value == 4


@pytest.mark.rule("N2.45")
def test_the_modifiers_of_the_unit_used_bind_the_stack() -> None:
    lines = ("A1 infantry 5-3 0403", "A2 infantry 5-3 0403 russian")
    found = stack_report(*lines, about=Circumstances(defending=True, artillery_fire=True))
    assert (found.unit, found.value) == ("A2", 4)
    assert rows(found) == {"Russian infantry defending": 1, "fired at by artillery": -1}


@pytest.mark.rule("N2.45")
def test_among_units_at_a_limit_the_better_one_is_shown() -> None:
    assert stack_report("A1 infantry 5-4 0403", "A2 infantry 5-5 0403").unit == "A2"


# -- the roll


@pytest.mark.rule("N2.4", "N2.41", "N2.42")
@pytest.mark.parametrize(
    ("morale", "results"),
    [
        (1, "passed failed failed routed routed routed"),
        (2, "passed passed failed failed routed routed"),
        (3, "passed passed passed failed failed routed"),
        (4, "passed passed passed passed failed failed"),
        (5, "passed passed passed passed passed failed"),
    ],
)
def test_every_die_against_every_morale(morale: int, results: str) -> None:
    assert [verdict(RULES, morale, die).value for die in range(1, 7)] == results.split()


@pytest.mark.rule("N2.41")
def test_one_passes_and_six_fails_whatever_the_limits_are() -> None:
    wide = from_overrides({"morale.minimum": -3, "morale.maximum": 9}).morale
    assert verdict(wide, -3, 1) is Verdict.PASSED
    assert verdict(wide, 9, 6) is Verdict.FAILED


@pytest.mark.rule("N2.42")
def test_the_margin_of_a_rout_is_a_number_of_the_rules() -> None:
    harsh = from_overrides({"morale.rout_margin": 2}).morale
    assert verdict(harsh, 3, 5) is Verdict.ROUTED


@pytest.mark.rule("N2.4")
@pytest.mark.parametrize(("die", "margin", "found"), [(3, 0, "passed"), (5, 2, "failed")])
def test_a_check_tells_what_was_rolled(die: int, margin: int, found: str) -> None:
    state = position(OPEN, "A1 infantry 5-3 0403 disrupted", "A2 light 3-5 0403")
    stack = units("A1 A2")
    played = play(
        state,
        lambda table: check_morale(
            table, stack, morale_report(state, stack), die_for="a test", purpose="rally"
        ),
        dice=[die],
    )
    assert played.result.value == found
    assert played.events == [
        MoraleRolled(
            units=stack,
            hex=state.units[stack[0]].hex or pytest.fail("off the map"),
            morale=4,
            modifiers=-1,
            value=3,
            die=die,
            margin=margin,
            passed=found == "passed",
            purpose="rally",
        )
    ]


YES_OR_NO = tuple(f.name for f in fields(Circumstances) if f.name != "strengths")
STRENGTHS = st.none() | st.tuples(st.integers(0, 60), st.integers(0, 60))
ANYTHING = st.builds(Circumstances, **dict.fromkeys(YES_OR_NO, st.booleans()), strengths=STRENGTHS)


@given(
    about=ANYTHING,
    initiative=st.integers(0, 6),
    arm=st.sampled_from(("infantry", "light", "battery")),
    words=st.lists(st.sampled_from(("disrupted", "reduced", "russian", "old_guard")), unique=True),
    spirit=st.sampled_from(("demoralized", "exhausted", "nothing")),
)
@pytest.mark.rule("N2.3", "N2.43")
def test_morale_is_always_from_one_to_five(
    about: Circumstances, initiative: int, arm: str, words: list[str], spirit: str
) -> None:
    state = position(OPEN, f"A1 {arm} 5-{initiative} 0403 {' '.join(words)}")
    if spirit != "nothing":
        put(state, **{spirit: (FormationId("AI"),)})
    found = morale_report(state, units("A1"), about)
    total = initiative + 1 + sum(rows(found).values())
    assert found.value == min(max(total, 1), 5)
    assert len(rows(found)) == len(found.modifiers)  # no row twice


def test_a_position_is_not_changed_by_play() -> None:
    state: GameState = position(OPEN, "A1 infantry 5-3 0403")
    before = state.copy()
    stack = units("A1")
    play(
        state,
        lambda table: check_morale(
            table, stack, morale_report(state, stack), die_for="a test", purpose="rally"
        ),
        dice=[1],
    )
    assert state.units == before.units


# -- the rows of N2.32: each alone, every two of them, and at the limits of morale


AI, AII = FormationId("AI"), FormationId("AII")


@dataclass(frozen=True)
class Row:
    """What brings a row of the table about, and what it is worth."""

    pips: int
    about: dict[str, Any] = field(default_factory=dict)
    words: str = ""  # on the unit's line
    leader: str = ""  # a line
    state: dict[str, Any] = field(default_factory=dict)  # fields of the state
    unsupplied: bool = False


ROWS = {
    "Russian infantry defending": Row(1, {"defending": True}, "russian"),
    "leader": Row(1, leader="A-Olsufiev leader 0403"),
    "demoralized": Row(-1, state={"demoralized": (AI,)}),
    "out of supply": Row(-1, unsupplied=True),
    "exhausted": Row(-1, state={"exhausted": (AI,)}),
    "fired at by artillery": Row(-1, {"artillery_fire": True}),
    "flank attack": Row(-2, {"flank": True}),
    "in woods": Row(-2, {"woods": True}),
    "Disrupted": Row(-1, words="disrupted"),
    "shaken by fire": Row(-1, {"shaken": True}),
    "Blücher's reaction charge": Row(1, {"reacting": True}, leader="A-B overall 0405 blucher"),
    "charged by Blücher's cavalry": Row(-1, {"against_blucher": True}),
    "Old Guard": Row(1, words="old_guard"),
    "town, chateau or position": Row(1, {"sheltered": True}),
    "weight of fire": Row(2, {"strengths": (3, 4)}),
    "caught out of square": Row(-1, {"caught": True}),
    "next to the enemy": Row(-1, {"near_enemy": True}),
    "night": Row(1, {"night": True}),
    "reduced": Row(-1, words="reduced"),
}

SILENT = {
    ("flank attack", "in woods"): "flank attack",  # N2.46
    ("Russian infantry defending", "reduced"): "Russian infantry defending",  # N2.31
    ("demoralized", "out of supply"): "demoralized",  # once (N15.5)
    ("demoralized", "exhausted"): "demoralized",  # not with the line above (N20.83)
    ("out of supply", "exhausted"): "out of supply",
}
"""The pairs of which only one row counts."""


def with_rows(names: tuple[str, ...], initiative: int = 2) -> MoraleReport:
    """What infantry tests with to which some rows apply."""
    rows = [ROWS[name] for name in names]
    words = " ".join(row.words for row in rows)
    leaders = [row.leader for row in rows if row.leader]
    state = position(OPEN, f"A1 infantry 5-{initiative} 0403 {words}", *leaders)
    for row in rows:
        put(state, **row.state)
    about: dict[str, Any] = {}
    for row in rows:
        about |= row.about
    if any(row.unsupplied for row in rows):
        state.supply = replace(state.supply, unsupplied=frozenset(units("A1")))
    return morale_report(state, units("A1"), Circumstances(**about))


def shown(found: MoraleReport) -> dict[str, int]:
    return {reason: pips for reason, pips, _ in found.modifiers}


@pytest.mark.rule("N2.32", "N2.46", "N11.8", "N13.1", "N2.31", "N15.2", "N15.5", "N17.2")
@pytest.mark.parametrize("name", ROWS)
def test_each_row_alone(name: str) -> None:
    found = with_rows((name,))
    assert shown(found) == {name: ROWS[name].pips}
    assert found.value == 3 + ROWS[name].pips


@pytest.mark.rule("N2.32", "N2.43", "N2.46", "N2.31", "N15.5", "N20.83")
@pytest.mark.parametrize(("one", "other"), list(combinations(ROWS, 2)))
def test_every_two_rows_add_up(one: str, other: str) -> None:
    only = SILENT.get((one, other))
    expected = {name: ROWS[name].pips for name in ([only] if only else [one, other])}
    for initiative in range(7):
        found = with_rows((one, other), initiative)
        assert shown(found) == expected
        assert found.base == initiative + 1
        assert found.value == min(max(initiative + 1 + sum(expected.values()), 1), 5)


@pytest.mark.rule("N2.43", "N2.3")
@pytest.mark.parametrize(
    ("initiative", "names", "value"),
    [
        (4, ("leader", "night"), 5),  # 5 + 2
        (5, ("leader", "demoralized"), 5),  # 6 + 1 - 1
        (5, ("demoralized", "fired at by artillery"), 4),  # 6 - 2: no limit on the way
        (0, ("demoralized", "flank attack"), 1),  # 1 - 3
        (0, ("weight of fire", "flank attack", "exhausted"), 1),  # 1 + 2 - 3
        (1, ("demoralized", "shaken by fire", "weight of fire"), 2),  # 2 - 2 + 2
        (2, ("caught out of square", "reduced", "Disrupted"), 1),  # 3 - 3
    ],
)
def test_the_sum_is_limited_once(initiative: int, names: tuple[str, ...], value: int) -> None:
    assert with_rows(names, initiative).value == value


# -- rows with an if


def about(line: str, circumstances: Circumstances, *others: str, **marks: Any) -> dict[str, int]:
    """The rows of the unit of a line."""
    state: GameState = position(OPEN, line, *others)
    put(state, **marks)
    return shown(morale_report(state, (unit(line.split(maxsplit=1)[0]),), circumstances))


@pytest.mark.rule("N10.3", "N2.32")
@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("A1 infantry 5-2 0403", {"caught out of square": -1}),
        ("A1 battery 5-2 0403", {"caught out of square": -1}),
        ("A1 horse 5-2 0403", {"caught out of square": -1}),
        ("A1 light 5-2 0403", {}),
        ("A1 heavy 5-2 0403", {}),
    ],
)
def test_only_infantry_and_artillery_are_caught(line: str, rows: dict[str, int]) -> None:
    assert about(line, Circumstances(caught=True)) == rows


@pytest.mark.rule("N7.6", "N2.32")
@pytest.mark.parametrize(
    ("leader", "rows"),
    [
        ("A-B overall 0405 blucher", {"Blücher's reaction charge": 1}),
        ("A-B overall 0405", {}),
        ("A-B overall due blucher", {}),
        ("F-B overall 0405 blucher", {}),
    ],
)
def test_his_range_is_asked_where_cavalry_reacts(leader: str, rows: dict[str, int]) -> None:
    line = "A1 light 5-2 0403"
    assert about(line, Circumstances(reacting=True), leader) == rows
    assert about(line, Circumstances(), leader) == {}


@pytest.mark.rule("N15.2", "N20.83", "N2.45")
def test_the_spirit_of_another_formation_does_not_matter() -> None:
    marks = {"demoralized": (AII,), "exhausted": (AII,)}
    assert about("A1 infantry 5-2 0403", Circumstances(), **marks) == {}
    assert about("A1 infantry 5-2 0403 of:AII", Circumstances(), **marks) == {"demoralized": -1}


@pytest.mark.rule("N12.8", "N15.2")
def test_an_attached_unit_has_the_spirit_of_its_own_corps() -> None:
    own = "A2 infantry 5-2 0404 of:AII"
    line = "A1 infantry 5-2 0403 from:AII"
    assert about(line, Circumstances(), own, demoralized=(AII,)) == {"demoralized": -1}
    assert about(line, Circumstances(), own, demoralized=(AI,)) == {}


@pytest.mark.rule("N12.8")
def test_where_that_corps_is_not_in_play_it_has_its_hosts() -> None:
    own = "A2 infantry 5-2 reserve of:AII"
    line = "A1 infantry 5-2 0403 from:AII"
    assert about(line, Circumstances(), own, demoralized=(AI,)) == {"demoralized": -1}
    assert about(line, Circumstances(), own, demoralized=(AII,)) == {}
