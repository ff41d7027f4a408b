"""Morale: values, rows, the unit used, the check (N2.3-N2.46)."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.rules.losses.morale import (
    Circumstances,
    Verdict,
    check_morale,
    leader_with,
    morale_report,
    verdict,
)
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, LeaderId, Side
from hexwar.table.reports import MoraleReport
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import put
from tests.systems.nlc.positions import OPEN, Played, ints, play, position, unit, units

# -- morale: values, rows, the unit used, the check (N2.3-N2.46)


RULES = PRINTED.with_own({}).morale
SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"
CALM = Circumstances()


def report(
    line: str = "A1 infantry 5-2 0403", about: Circumstances = CALM, *others: str, **more: Any
) -> MoraleReport:
    """What the unit of a line tests with."""
    state = position(OPEN, line, *others, **more)
    return morale_report(state, (unit(line.split(maxsplit=1)[0]),), about)


def rows(found: MoraleReport) -> dict[str, int]:
    return {reason: pips for reason, pips, _ in found.modifiers}


A1, LIGHT = "A1 infantry 5-2 0403", "A1 light 5-2 0403"
DEFENDING = Circumstances(defending=True)


@pytest.mark.rule("N2.3", "N2.31")
@each(
    "line morale",
    *((f"infantry 5-{initiative} 0403", min(initiative + 1, 5)) for initiative in range(7)),
    ("infantry 5-3 0403 reduced", 3),  # it drops by one
    ("light 5-3 0403 reduced", 3),
    ("infantry 5-3 0403 reduced russian", 4),  # but Russian infantry
    ("light 5-3 0403 reduced russian", 3),
)
def test_morale_is_initiative_plus_one_limited_to_five(line: str, morale: int) -> None:
    assert report(f"A1 {line}").value == morale


# -- rows with an if (each row and every two: test_morale_rows)


@pytest.mark.rule("N2.32")
@each(
    "attack defence pips",
    *ints("3 4 2, 4 4 1, 6 4 1, 7 4 0, 9 4 0, 10 4 -1, 99 4 -1, 5 0 -1")
    + ints("8 5 1, 9 5 0, 12 5 0, 13 5 -1"),
)
def test_the_weight_of_fire(attack: int, defence: int, pips: int) -> None:
    found = report(about=Circumstances(strengths=(attack, defence)))
    assert rows(found) == ({"weight of fire": pips} if pips else {})


@pytest.mark.rule("N2.32", "N10.3", "N7.6")
def test_rows_that_do_not_apply_such_as_who_is_not_caught() -> None:
    for line, circumstances, row in (
        (A1, DEFENDING, "Russian infantry defending"),
        (f"{LIGHT} russian", DEFENDING, "Russian infantry defending"),
        (f"{A1} russian", CALM, "Russian infantry defending"),
        (LIGHT, Circumstances(sheltered=True), "town, chateau or position"),
        ("A1 battery 5-2 0403", Circumstances(sheltered=True), "town, chateau or position"),
        (f"{A1} guard old_guard", CALM, "Old Guard"),
        (f"{A1} disrupted", Circumstances(rallying=True), "Disrupted"),
    ):
        assert row not in rows(report(line, circumstances))
    for arm in ("infantry", "battery", "horse", "light", "heavy"):
        caught = {} if arm in ("light", "heavy") else {"caught out of square": -1}
        assert about(f"A1 {arm} 5-2 0403", Circumstances(caught=True)) == caught
    for leader, found in (
        ("A-B overall 0405 blucher", {"Blücher's reaction charge": 1}),
        ("A-B overall 0405", {}),
        ("A-B overall due blucher", {}),
        ("F-B overall 0405 blucher", {}),
    ):
        assert about(LIGHT, Circumstances(reacting=True), leader) == found
        assert about(LIGHT, CALM, leader) == {}


@pytest.mark.rule("N2.32")
@each(
    "nation words",
    ("British", "British or King's German Legion infantry defending"),
    ("King's German Legion", "British or King's German Legion infantry defending"),
    ("Russian", "Russian infantry defending"),
    ("Austrian", ""),
)
def test_infantry_of_some_nations_defends_better(tmp_path: Path, nation: str, words: str) -> None:
    """The nation of a formation stands in the forces of the scenario."""
    for folder in ("maps", "melee"):
        shutil.copytree(SCENARIOS / folder, tmp_path / folder)
    file = tmp_path / "melee" / "forces.json"
    forces = json.loads(file.read_text("utf-8"))
    corps = next(one for one in forces["formations"] if one["id"] == "CO-1")
    corps["nation"] = nation
    file.write_text(json.dumps(forces), "utf-8")
    state = set_up(battle_with(str(tmp_path / "melee"), ()))
    for leader in list(state.leaders.values()):  # whose row would fill the limit of bonuses
        state.put_leader(replace(leader, hex=None))
    arms = {u.id: state.card(u.id).arm for u in state.on_map(Side("allied")) if u.id[:4] == "CO-1"}
    infantry, guns = (
        next(id_ for id_ in arms if arms[id_] is arm) for arm in (Arm.INFANTRY, Arm.FOOT_ARTILLERY)
    )
    defending = morale_report(state, (infantry,), DEFENDING)
    calm = morale_report(state, (infantry,), CALM)
    assert rows(defending) == rows(calm) | ({words: 1} if words else {})
    assert defending.total == calm.total + bool(words)
    for about in (CALM, DEFENDING):  # guns do not
        assert words not in rows(morale_report(state, (guns,), about))


@pytest.mark.rule("N2.45")
@each(
    "line leaders found",
    (A1, ("A-Olsufiev leader 0403",), {"leader": 1}),
    (A1, ("A-Olsufiev leader 0404",), {}),
    (A1, ("A-Other leader 0403 of:AII",), {}),
    (A1, ("F-Ney leader 0403",), {}),
    (A1, ("A-HQ hq 0403",), {}),
    (A1, ("A-One leader 0403", "A-Two leader 0403"), {"leader": 1}),  # once
    # A side with one army needs no name for it.
    ("F1 infantry 5-2 0403", ("F-Napoleon overall 0403 of:FHQ",), {"leader": 1}),
)
def test_a_leader_counts_for_his_own_formation_in_his_hex(
    line: str, leaders: tuple[str, ...], found: dict[str, int]
) -> None:
    assert rows(report(line, CALM, *leaders)) == found


ARMIES = {"AHQ": {"army": "silesia"}, "AI": {"army": "silesia"}, "AII": {"army": "bohemia"}}


@pytest.mark.rule("N2.45")
@each(
    "leader formations",
    ("A-Sacken wing 0403 of:AW", {"AI": {"assigned_to": "AW"}}),  # the corps of his wing
    ("A-Bluecher overall 0403 of:AHQ", ARMIES),  # his army
)
def test_higher_commanders_count_below(leader: str, formations: dict[str, dict[str, Any]]) -> None:
    lines = (A1, "A2 infantry 5-2 0403 of:AII")
    state = position(OPEN, *lines, leader, formations=formations)
    assert leader_with(state, unit("A1")) == LeaderId(leader.split(maxsplit=1)[0])
    assert leader_with(state, unit("A2")) is None


def stack_report(*lines: str, about: Circumstances = CALM) -> MoraleReport:
    """What all the units of the lines test with together."""
    state = position(OPEN, *lines)
    names = " ".join(line.split(maxsplit=1)[0] for line in lines if "leader" not in line)
    return morale_report(state, units(names), about)


@pytest.mark.rule("N2.4")
@each(
    "lines used",
    (("A1 infantry 5-2 0403", "A2 infantry 5-3 0403", "A3 light 3-5 0403"), "A2"),
    (("A1 light 5-2 0403", "A2 heavy 5-3 0403", "A3 battery 3-5 0403"), "A2"),
    (("A1 battery 5-2 0403", "A2 horse 5-3 0403"), "A2"),
    (("A1 battery 5-5 0403", "A2 infantry 5-1 0403"), "A2"),
)
def test_the_best_infantry_tests_else_cavalry_or_guns(lines: tuple[str, ...], used: str) -> None:
    assert stack_report(*lines).unit == used


@pytest.mark.rule("N2.45")
def test_the_highest_result_after_modifiers_is_used() -> None:
    found = stack_report("A1 infantry 5-3 0403 disrupted", "A2 infantry 5-3 0403")
    assert (found.unit, found.value, rows(found)) == ("A2", 4, {})
    led = ("A2 infantry 5-2 0403 of:AII", "A-Lieven leader 0403 of:AII")
    assert stack_report("A1 infantry 5-3 0403", *led).value == 4
    # Among units at a limit the better one is shown.
    assert stack_report("A1 infantry 5-4 0403", "A2 infantry 5-5 0403").unit == "A2"
    # The modifiers of the unit that is used bind the stack.
    about = Circumstances(defending=True, artillery_fire=True)
    found = stack_report("A1 infantry 5-3 0403", "A2 infantry 5-3 0403 russian", about=about)
    assert (found.unit, found.value) == ("A2", 4)
    assert rows(found) == {"Russian infantry defending": 1, "fired at by artillery": -1}


@pytest.mark.rule("N2.43")
@each(
    "initiative words about value",
    # 3 + 1, Russian and town +1: 6, of which 5 count before the guns take one
    (3, "russian", {"sheltered": True}, 5),
    (3, "russian", {"sheltered": True, "artillery_fire": True}, 4),
    (3, "russian", {"sheltered": True, "artillery_fire": True, "shaken": True}, 3),
    # the weight of fire stands outside the limit, and lifts again what a penalty took off
    (4, "russian", {"strengths": (3, 4)}, 5),
    (4, "russian", {"strengths": (3, 4), "flank": True}, 5),  # 5 + 2 - 2
    (4, "russian", {"strengths": (10, 4)}, 4),
    # the initiative of the reduced side is no penalty: 6 + 1 - 1 is 6, and 5 counts
    (6, "reduced", {"shaken": True}, 4),
    (6, "", {"shaken": True}, 4),
)
def test_bonuses_count_up_to_five_and_hide_no_penalty(
    initiative: int, words: str, about: dict[str, Any], value: int
) -> None:
    line = f"A1 infantry 5-{initiative} 0403 {words}"
    found = report(line, Circumstances(defending=True, **about))
    assert found.value == value
    assert found.total == value or value == 5


@pytest.mark.rule("N2.4", "N2.41", "N2.42")
@each(
    "morale results",
    (1, "passed failed failed failed routed routed"),
    (2, "passed passed failed failed failed routed"),
    (3, "passed passed passed failed failed failed"),
    (4, "passed passed passed passed failed failed"),
    (5, "passed passed passed passed passed failed"),
)
def test_every_die_against_every_morale(morale: int, results: str) -> None:
    assert [verdict(RULES, morale, die).value for die in range(1, 7)] == results.split()


@pytest.mark.rule("N2.41", "N2.42")
def test_limits_and_the_margin_of_a_rout_are_numbers_of_the_rules() -> None:
    wide = PRINTED.with_own({"morale.minimum": -3, "morale.maximum": 9}).morale
    assert verdict(wide, -3, 1) is Verdict.PASSED  # whatever the limits are
    assert verdict(wide, 9, 6) is Verdict.FAILED
    harsh = PRINTED.with_own({"morale.rout_margin": 2}).morale
    assert verdict(harsh, 3, 5) is Verdict.ROUTED


def check(state: GameState, names: str, die: int) -> Played[Verdict]:
    stack = units(names)
    found = morale_report(state, stack)
    return play(
        state,
        lambda table: check_morale(table, stack, "a test", "rally", found),
        dice=[die],
    )


@pytest.mark.rule("N2.4")
@each("die margin found", (3, 0, "passed"), (5, 2, "failed"))
def test_a_check_tells_what_was_rolled(die: int, margin: int, found: str) -> None:
    state = position(OPEN, "A1 infantry 5-3 0403 disrupted", "A2 light 3-5 0403")
    before, played = state.copy(), check(state, "A1 A2", die)
    assert played.result.value == found
    assert played.events == [
        MoraleRolled(
            units=units("A1 A2"),
            hex=Hex("0403"),
            morale=4,
            modifiers=-1,
            value=3,
            die=die,
            margin=margin,
            passed=found == "passed",
            purpose="rally",
        )
    ]
    assert state.units == before.units  # a position is not changed by play


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


ROWS = {
    "Russian infantry defending": Row(1, {"defending": True}, "russian"),
    "leader": Row(1, leader="A-Olsufiev leader 0403"),
    "demoralized": Row(-1, state={"demoralized": (AI,)}),
    "out of supply": Row(-1, state={"unsupplied": frozenset(units("A1"))}),
    "exhausted": Row(-1, state={"exhausted": (AI,)}),
    "fired at by artillery": Row(-1, {"artillery_fire": True}),
    "flank attack": Row(-2, {"flank": True}),
    "in woods": Row(-2, {"woods": True}),
    "Disrupted": Row(-1, words="disrupted"),
    "shaken by fire": Row(-1, {"shaken": True}),
    "Blücher's reaction charge": Row(1, {"reacting": True}, leader="A-B overall 0405 blucher"),
    "charged by Blücher's cavalry": Row(-1, {"against_blucher": True}),
    "under bombardment": Row(-1, {"bombarded": True}),
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
    of_table = [ROWS[name] for name in names]
    words = " ".join(row.words for row in of_table)
    leaders = [row.leader for row in of_table if row.leader]
    state = position(OPEN, f"A1 infantry 5-{initiative} 0403 {words}", *leaders)
    about: dict[str, Any] = {}
    for row in of_table:
        put(state, **row.state)
        about |= row.about
    return morale_report(state, units("A1"), Circumstances(**about))


@pytest.mark.rule("N2.32", "N2.46", "N11.8", "N13.1", "N2.31", "N15.2", "N15.5", "N17.2")
@each("name", *ROWS)
def test_each_row_alone(name: str) -> None:
    found = with_rows((name,))
    assert rows(found) == {name: ROWS[name].pips}
    assert found.value == 3 + ROWS[name].pips


@pytest.mark.rule("N2.32", "N2.43", "N2.46", "N2.31", "N15.5", "N20.83")
@each("one", *list(ROWS)[:-1])
def test_every_two_rows_add_up(one: str) -> None:
    for other in list(ROWS)[list(ROWS).index(one) + 1 :]:
        only = SILENT.get((one, other))
        expected = {name: ROWS[name].pips for name in ([only] if only else [one, other])}
        for initiative in (0, 2, 4, 6):
            found = with_rows((one, other), initiative)
            value, lost = limited(initiative, expected)
            assert rows(found) == expected | lost, other
            assert found.base == initiative + 1
            assert found.value == value


def limited(initiative: int, expected: dict[str, int]) -> tuple[int, dict[str, int]]:
    """N2.43: the morale that rows leave, and what is lost of the bonuses above 5."""
    own = initiative + 1 + expected.get("reduced", 0)
    apart = ("weight of fire", "reduced")
    raised = own + sum(max(0, pips) for row, pips in expected.items() if row not in apart)
    lowered = sum(min(0, pips) for row, pips in expected.items() if row not in apart)
    total = min(raised, 5) + lowered + expected.get("weight of fire", 0)
    lost = {"bonuses count up to 5": 5 - raised} if raised > 5 else {}
    return min(max(total, 1), 5), lost


def about(line: str, circumstances: Circumstances, *others: str, **marks: Any) -> dict[str, int]:
    """The rows of the unit of a line."""
    state: GameState = position(OPEN, line, *others)
    put(state, **marks)
    return rows(morale_report(state, (unit(line.split(maxsplit=1)[0]),), circumstances))


OWN = "A2 infantry 5-2 0404 of:AII"


@pytest.mark.rule("N2.45", "N12.8", "N15.2", "N20.83")
@each(
    "lines marks found",
    # The spirit of another formation does not matter.
    ((A1,), {"demoralized": (AII,), "exhausted": (AII,)}, {}),
    ((f"{A1} of:AII",), {"demoralized": (AII,), "exhausted": (AII,)}, {"demoralized": -1}),
    # An attached unit has the spirit of its own corps.
    ((f"{A1} from:AII", OWN), {"demoralized": (AII,)}, {"demoralized": -1}),
    ((f"{A1} from:AII", OWN), {"demoralized": (AI,)}, {}),
    # Where that corps is not in play it has its host's.
    ((f"{A1} from:AII", "A2 infantry 5-2 reserve of:AII"), {"demoralized": (AII,)}, {}),
    (
        (f"{A1} from:AII", "A2 infantry 5-2 reserve of:AII"),
        {"demoralized": (AI,)},
        {"demoralized": -1},
    ),
)
def test_whose_spirit(lines: tuple[str, ...], marks: dict[str, Any], found: dict[str, int]) -> None:
    assert about(lines[0], CALM, *lines[1:], **marks) == found
