"""A charge laid open before the dice: it is what the flow then does (N10.13).

The chances that the preview shows are compared with the flow itself, by playing out every sequence
of dice.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.systems.nlc.rules.combat.previews import charge_report
from hexwar.systems.nlc.state import view
from hexwar.table.forces import LeaderId
from hexwar.table.reports import CombatKind, CombatReport
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import each
from tests.systems.nlc.charges import A1, CLOSE, F1, F2, FAR, of, percents
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units
from tests.systems.nlc.situations import ChargeCase

SQUARE = "A1 infantry 5-3 0403 square"


CASES: dict[str, ChargeCase] = {
    "infantry in the open": ChargeCase((F1, A1), square=4),
    "from the next hex": ChargeCase(("F1 heavy 6-3 0404", A1), path=CLOSE, square=3),
    "Russians": ChargeCase((F1, "A1 infantry 5-3 0403 russian"), square=5),
    "a square": ChargeCase((F1, F2, SQUARE), "F1 F2"),
    "a strong square": ChargeCase(("F1 light 5-2 0406", "A1 infantry 12-4 0403 square")),
    "infantry in a town": ChargeCase(("F1 heavy 12-3 0404", A1), path=CLOSE, rows=terrain("t")),
    "guns alone": ChargeCase((F1, "A1 battery 4-3 0403", "A2 battery 2-3 0403")),
    "cavalry at the halt": ChargeCase((F1, "A1 light 5-3 0403")),
    "single steps": ChargeCase(("F1 heavy 9/0-3 0406", "A1 light 9/0-2 0403")),
    "infantry with horse and guns": ChargeCase(
        (F1, F2, "A1 infantry 4-2 0403", "A2 light 3-3 0403", "A3 battery 2-3 0403"),
        "F1 F2",
        square=3,
    ),
    "a flank charge over a stream": ChargeCase(
        (F1, "A1 light 5-3 0403", "F3 infantry 3-3 0402"),
        words={"streams": ["0403-0404"]},
    ),
    "in the rain on wet infantry": ChargeCase(
        ("F1 light 5-3 0405", A1),
        path=hexes("0405 0404 0403"),
        square=3,
        words={"weather": "rain"},
    ),
    "nowhere to go": ChargeCase(
        (F1, "A1 light 5-2 0403"),
        words={"rivers": ["0303-0403", "0402-0403", "0403-0503", "0304-0403", "0403-0504"]},
    ),
    "with leaders": ChargeCase(
        (F1, "F8 leader 0406", "A1 light 5-3 0403 reduced", "A8 leader 0403")
    ),
}


@pytest.mark.rule("N10.6", "N10.61", "N10.13")
@each("name", *CASES)
def test_the_chances_are_exactly_those_of_the_flow(name: str) -> None:
    case, state = CASES[name], CASES[name].state()
    assert case.told(state) == pytest.approx(case.comes(state))
    assert sum(chance for _, chance in case.report(state).outcomes) == pytest.approx(1)


@pytest.mark.rule("N10.6", "N10.61")
def test_the_cases_show_every_end_also_by_hand() -> None:
    reports = (case.report(case.state()) for case in CASES.values())
    assert {end for report in reports for end, _ in report.outcomes} == {
        *("target eliminated", "target routs", "target retreats", "charge held"),
        *("chargers repulsed", "chargers rout", "chargers eliminated"),
    }
    # 6 SP at a quarter are 2: a 5 or 6 is M, morale 4: 1/3 x 1/3 breaks it.
    report = report_of(F1, SQUARE)
    found = dict(report.outcomes)
    assert found["target retreats"] == pytest.approx(1 / 9)
    # 5 SP and one on the die: 1-3 are M against 4, 4 is M1, 5 and 6 are a step: against 3
    assert found["charge held"] == pytest.approx(8 / 9 * (3 / 6 * 4 / 6 + 3 / 6 * 3 / 6))
    assert sum(found.values()) == pytest.approx(1)


def report_of(*lines: str, **more: Any) -> CombatReport:
    state = position(more.pop("rows", OPEN), *lines, active="FI", **more)
    return charge_report(state, of())


@pytest.mark.rule("N10.13", "N10.3", "N10.5", "N10.32")
def test_the_report_names_who_takes_part_and_how_infantry_stands() -> None:
    report = report_of(F1, A1, "F8 leader 0406", "A8 leader 0403")
    assert report.kind is CombatKind.CHARGE
    assert (report.attackers, report.defenders) == (units("F1"), units("A1"))
    assert (report.target, report.hit_hex, report.path) == ("0403", "0406", FAR)
    assert report.leaders == ("F8", "A8")
    assert not report.flank
    assert report.confidence is None
    caught = report_of(F1, A1)
    assert caught.square is not None
    assert caught.square.value == 4
    assert (caught.attack.strength, caught.defence.strength) == (12, 3)
    assert caught.morale_defender.value == 3
    for line in (SQUARE, "A1 light 4-3 0403"):  # for those who form none it is not shown
        assert report_of(F1, line).square is None
    report = charge_report(position(OPEN, F1, A1, active="FI"), of(), tried=True)
    assert report.square is None
    assert report.assumed == ()
    # 12 SP: 1-3 are M against 3, 4 and 5 are M1 against 2; 6 is a step and M1 against 1, and
    # the rout costs the last step
    found = dict(report.outcomes)
    assert found["target routs"] == pytest.approx(3 / 6 * 3 / 6 + 2 / 6 * 4 / 6)
    assert found["target eliminated"] == pytest.approx(1 / 6 * 5 / 6)


@pytest.mark.rule("N10.13")
@each(
    "lines sentences",
    ((F1, SQUARE), ()),
    (
        (F1, A1),
        ("The infantry tries to form square; fire and morale are shown for when it fails.",),
    ),
    (
        (F1, SQUARE, "A2 light 3-3 0504"),
        ("No enemy cavalry meets the chargers with a reaction charge.",),
    ),
    ((F1, SQUARE, "F8 leader 0406 ney"), ("No leader leads in person.",)),
    ((F1, SQUARE, "A8 overall 0403 napoleon"), ("No leader leads in person.",)),
    (
        (F1, SQUARE, "A2 light 3-3 0403", "A8 overall 0403 napoleon"),
        ("No leader leads in person.",),  # he leads the infantry, not the cavalry
    ),
    ((F1, SQUARE, "F8 overall 0406 napoleon"), ()),
    ((F1, "A1 battery 3-3 0403"), ("The target does not get out of the way.",)),
)
def test_what_it_takes_for_granted(lines: tuple[str, ...], sentences: tuple[str, ...]) -> None:
    assert report_of(*lines).assumed == sentences


@pytest.mark.rule("N10.21", "N7.5", "N10.5", "N10.13")
def test_it_can_be_told_of_a_charge_that_was_met_and_to_either_side() -> None:
    state = position(OPEN, F1, SQUARE, "F8 leader 0406 ney", "A2 light 3-3 0504", active="FI")
    report = charge_report(state, of(), met=True, bonus=(LeaderId("F8"),))
    assert percents(report.attack, "F1") == {
        "against a square": -75,
        "met by a reaction charge": -25,
        "led by F8": 25,
    }
    assert report.assumed == ()
    weaker = dict(charge_report(state, of(), met=True).outcomes)
    assert weaker["charge held"] > dict(report.outcomes)["charge held"]
    state = position(OPEN, F1, A1, active="FI", orders="FI: attack 0403; AI: defend 0403")
    before = state.copy()
    seen = [charge_report(view(state, side), of()).outcomes for side in (FRENCH, ALLIED)]
    assert seen[0] == seen[1] == charge_report(state, of()).outcomes
    for chapter in ("units", "occupants", "assaults"):  # asking changes nothing
        assert getattr(state, chapter) == getattr(before, chapter)
