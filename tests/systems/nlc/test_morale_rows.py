"""The rows of N2.32: each alone, every two of them, and at the limits of morale."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest

from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.reports import MoraleReport
from tests.systems.nlc.chapters import put
from tests.systems.nlc.positions import OPEN, position, unit, units

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
