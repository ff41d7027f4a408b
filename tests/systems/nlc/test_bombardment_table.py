"""The Bombardment Table, cell by cell, and what its results do (N9.6)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import BombardmentDeclared, BombardmentResolved
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
    UnitRetreated,
)
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    BombardmentOutcome,
    ChooseBombardmentVictim,
    bombard,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.bombardment_fire import bombardment_fire
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    position,
    unit,
    units,
)
from tests.systems.nlc.positions import play as run
from tests.systems.nlc.typed_tables import BOMBARDMENT
from tests.systems.nlc.typed_tables import rows as rows_of

STRENGTHS = {1: (1,), 2: (2, 3), 3: (4, 5), 4: (6, 7), 5: (8, 9, 10), 6: (11, 12, 30)}
"""The SP of each column."""

CELLS = [
    (die, sp, row[column - 1])
    for die, row in enumerate(rows_of(BOMBARDMENT), start=1)
    for column, strengths in STRENGTHS.items()
    for sp in strengths
]


def table(*lines: str, rows: str = OPEN, sp: int = 5, **more: Any) -> GameState:
    """French guns in 0405, two hexes south of 0403."""
    return position(
        rows,
        f"F1 battery {sp}-3 0405",
        *lines,
        active="FI",
        segment=Segment.BOMBARDMENT,
        **more,
    )


def fire(
    state: GameState, *dice: int, answers: Answers | None = None
) -> Played[BombardmentOutcome]:
    """The French bombard 0403 with F1."""
    declared = Bombardment(Hex("0403"), units("F1"))
    return run(state, lambda at: bombard(at, FRENCH, declared), dice, answers)


A1, A2 = "A1 infantry 5-3 0403", "A2 infantry 4-3 0403"


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("die", "sp", "cell"), [cell for cell in CELLS if cell[0] <= 6])
def test_every_cell_of_the_table(die: int, sp: int, cell: str) -> None:
    state = table(A1, sp=sp)
    found = fire(state, die, *([] if cell == "-" else [1])).of(BombardmentResolved)
    assert [(e.strength, e.die, e.modifiers, e.result) for e in found] == [(sp, die, 0, cell)]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("die", "sp", "cell"), [cell for cell in CELLS if cell[0] >= 2])
def test_every_cell_of_the_table_against_a_close_target(die: int, sp: int, cell: str) -> None:
    state = table(f"{A1} square", sp=sp)
    found = fire(state, die - 1, *([] if cell == "-" else [1])).of(BombardmentResolved)
    assert [(e.die, e.modifiers, e.result) for e in found] == [(die - 1, 1, cell)]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("sp", "column"), [(1, 0), (3, 1), (5, 2), (7, 3), (10, 4), (11, 5)])
def test_columns_begin_with_1_2_4_6_8_and_11_sp(sp: int, column: int) -> None:
    assert fire(table(A1, sp=sp), 1, *([1] if sp > 7 else [])).of(BombardmentResolved) == [
        BombardmentResolved(
            FRENCH, units("F1"), Hex("0403"), sp, column, 1, 0, "d" if sp > 7 else "-"
        )
    ]


@pytest.mark.rule("N9.6", "N10.31")
@pytest.mark.parametrize(
    ("marks", "reason", "rule"),
    [
        ("column", "target in road column", "N9.6"),
        ("square", "target in square", "N10.31"),
    ],
)
def test_a_close_target_adds_one_to_the_die_once(marks: str, reason: str, rule: str) -> None:
    lines = (f"{A1} {marks}", f"{A2} {marks}")
    state = table(*lines, formations={"AI": {"stacks_as_division": True}})
    report = bombardment_fire(state, Bombardment(Hex("0403"), units("F1")))
    assert report.modifiers == ((reason, 1, rule),)


# -- d: one unit, the firing side's choice


@pytest.mark.rule("N9.6")
def test_d_one_unit_of_the_firing_sides_choice_checks_its_own_morale() -> None:
    state = table(A1, "A2 battery 4-2 0403")
    played = fire(state, 3, 4, answers={ChooseBombardmentVictim: [unit("A2")]})
    question = played.questions(ChooseBombardmentVictim)[0]
    assert (question.side, question.result, question.kind(unit("A2"))) == (FRENCH, "d", "hit")
    checks = played.of(MoraleRolled)
    # initiative 2 + 1 = 3, though infantry of morale 4 stands beside it
    assert [(e.units, e.value, e.purpose) for e in checks] == [(units("A2"), 3, "bombardment")]
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("A2"))]
    assert played.result is BombardmentOutcome.UNIT_DISRUPTED


@pytest.mark.rule("N9.6")
def test_d_the_units_offered_are_those_of_the_target_the_strongest_first() -> None:
    state = table(
        "A1 infantry 4-3 0403", "A2 infantry 5-3 0403", "AT train 0403", "A3 light 9-3 0402"
    )
    question = ChooseBombardmentVictim(FRENCH, Hex("0403"), "d")
    assert tuple(question.options(state)) == units("A2 A1")
    assert question.refusal(state, unit("A1")) is None
    for other in ("AT", "A3", "F1"):
        refusal = question.refusal(state, unit(other))
        assert refusal is not None
        assert refusal.rule == "N9.6"


@pytest.mark.rule("N9.6")
def test_d_a_unit_that_passes_is_not_touched() -> None:
    played = fire(table(A1), 3, 4)
    assert played.story == ["BombardmentDeclared", "BombardmentResolved", "MoraleRolled"]
    assert played.result is BombardmentOutcome.HELD


@pytest.mark.rule("N9.6")
def test_no_effect_asks_and_rolls_nothing_more() -> None:
    played = fire(table(A1), 2)
    assert played.story == ["BombardmentDeclared", "BombardmentResolved"]
    assert played.result is BombardmentOutcome.NOTHING


# -- D: the stack


@pytest.mark.rule("N9.6", "N2.4")
def test_capital_d_the_whole_stack_checks_once_with_its_best_infantry() -> None:
    state = table("A1 infantry 5-2 0403", "A2 battery 4-5 0403")
    failed = fire(state, 5, 4)
    assert [(e.units, e.value) for e in failed.of(MoraleRolled)] == [(units("A1 A2"), 3)]
    assert [e.unit for e in failed.of(UnitDisrupted)] == ["A1", "A2"]
    assert failed.result is BombardmentOutcome.STACK_DISRUPTED
    held = fire(state, 5, 3)
    assert held.of(UnitDisrupted) == []
    assert held.result is BombardmentOutcome.HELD
    assert held.questions(ChooseBombardmentVictim) == []


@pytest.mark.rule("N9.6")
def test_a_miss_by_three_is_no_rout() -> None:
    played = fire(table("A1 infantry 5-2 0403"), 5, 6)
    assert played.of(MoraleRolled)[0].margin == 3
    assert (played.of(RetreatBegan), played.of(StepLost)) == ([], [])
    assert played.result is BombardmentOutcome.STACK_DISRUPTED


# -- 1: a step, then D


@pytest.mark.rule("N9.6")
def test_one_a_unit_of_the_firing_sides_choice_loses_a_step_then_all_check() -> None:
    played = fire(table(A1, A2), 6, 5, answers={ChooseBombardmentVictim: [unit("A2")]})
    assert played.questions(ChooseBombardmentVictim)[0].result == "1"
    assert played.of(StepLost) == [StepLost(unit("A2"), 2, "bombardment")]
    assert [(e.units, e.value) for e in played.of(MoraleRolled)] == [(units("A1 A2"), 4)]
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1", "A2"]
    assert played.result is BombardmentOutcome.STEP_DISRUPTED


@pytest.mark.rule("N9.6", "N11.5")
def test_one_guns_may_be_named_before_infantry() -> None:
    played = fire(
        table(A1, "A2 battery 2-3 0403"), 6, 1, answers={ChooseBombardmentVictim: [unit("A2")]}
    )
    assert [(e.unit, e.cause) for e in played.of(UnitEliminated)] == [("A2", "bombardment")]
    assert [e.units for e in played.of(MoraleRolled)] == [units("A1")]
    assert played.result is BombardmentOutcome.STEP


@pytest.mark.rule("N9.6")
def test_one_nobody_checks_where_nobody_is_left() -> None:
    played = fire(table("A1 battery 2-3 0403"), 6)
    assert played.of(MoraleRolled) == []
    assert played.result is BombardmentOutcome.ELIMINATED


@pytest.mark.rule("N9.6", "N14.71")
def test_one_a_leader_whose_stack_is_gone_looks_to_himself() -> None:
    lines = ("A1 battery 2-3 0403", "A-Ols leader 0403", "A2 infantry 3-3 0401")
    played = fire(table(*lines), 6, 2)
    assert played.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Ols"), FRENCH)]
    stays = fire(
        table(*lines, A1.replace("A1", "A3")), 6, 1, answers={ChooseBombardmentVictim: [unit("A1")]}
    )
    assert stays.state.leaders[LeaderId("A-Ols")].hex == "0403"


# -- Disrupted units


@pytest.mark.rule("N9.6")
def test_a_disrupted_unit_that_fails_again_retreats_one_hex() -> None:
    played = fire(table(f"{A1} disrupted"), 5, 4)
    # morale 4 - 1; away from the guns in 0405
    assert played.of(MoraleRolled)[0].value == 3
    assert played.of(RetreatBegan) == [RetreatBegan(units("A1"), Hex("0403"), 1, rout=False)]
    paths = [e.path for e in played.of(UnitRetreated)]
    assert len(paths) == 1
    assert (paths[0][0], len(paths[0])) == ("0403", 2)
    assert paths[0][1] in hexes("0303 0402 0503")
    assert played.of(UnitDisrupted) == []
    assert played.result is BombardmentOutcome.RETREAT
    assert played.questions(ChooseRetreatPath)[0].side == ALLIED


@pytest.mark.rule("N9.6")
def test_only_those_who_were_disrupted_retreat() -> None:
    played = fire(table(A1, f"{A2} disrupted"), 5, 5)
    assert [e.unit for e in played.of(UnitDisrupted)] == ["A1"]
    assert [e.unit for e in played.of(UnitRetreated)] == ["A2"]
    assert played.state.units[unit("A1")].hex == "0403"
    assert played.result is BombardmentOutcome.RETREAT


@pytest.mark.rule("N9.6")
def test_a_disrupted_unit_alone_hit_by_d_retreats_by_itself() -> None:
    played = fire(
        table(A1, f"{A2} disrupted"), 3, 4, answers={ChooseBombardmentVictim: [unit("A2")]}
    )
    assert [e.unit for e in played.of(UnitRetreated)] == ["A2"]
    assert played.of(UnitDisrupted) == []


@pytest.mark.rule("N9.6", "N11.4")
def test_a_retreat_under_fire_through_an_ezoc_costs_a_step() -> None:
    lines = (
        f"{A1} disrupted",
        "F2 infantry 3-3 0202",
        "F3 infantry 3-3 0401",
        "F4 infantry 3-3 0602",
    )
    played = fire(table(*lines), 5, 6)
    assert [e.cause for e in played.of(StepLost)] == ["zone of control"]


@pytest.mark.rule("N9.6", "N11.4")
def test_without_a_hex_to_retreat_to_the_unit_is_lost() -> None:
    rivers = ["0303-0403", "0402-0403", "0403-0503"]
    played = fire(table(f"{A1} disrupted", rivers=rivers), 5, 6)
    assert [e.unit for e in played.of(UnitEliminated)] == ["A1"]
    assert played.result is BombardmentOutcome.ELIMINATED


@pytest.mark.rule("N9.6")
def test_a_step_lost_and_a_retreat() -> None:
    played = fire(table(f"{A1} disrupted"), 6, 5)
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [("A1", "bombardment")]
    assert [e.unit for e in played.of(UnitRetreated)] == ["A1"]
    assert played.result is BombardmentOutcome.STEP_RETREAT


# -- the morale of those under fire


@pytest.mark.rule("N2.32", "N2.44")
@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A1 infantry 5-2 0403", 3),
        ("A1 infantry 5-2 0403 russian", 4),  # under bombardment he defends
        ("A1 battery 5-2 0403 russian", 3),  # of the infantry it is said
        ("A1 infantry 5-2 0403 reduced", 2),
        ("A1 infantry 5-2 0403 russian reduced", 4),  # he does not drop
        ("A1 infantry 5-2 0403 disrupted", 2),
        ("A1 infantry 5-3 0403 old_guard", 5),
    ],
)
def test_those_under_fire_check_with_what_they_carry_with_them(line: str, value: int) -> None:
    assert fire(table(line), 5, 1).of(MoraleRolled)[0].value == value


@pytest.mark.rule("N2.32", "N9.9")
@pytest.mark.parametrize(("letter", "sp"), [("w", 8), ("t", 16), ("m", 8)])
def test_the_rows_of_an_assault_do_not_count(letter: str, sp: int) -> None:
    rows = OPEN.splitlines()
    rows[2] = f".  .  .  {letter}  .  .  ."
    state = table(A1, rows="\n".join(rows), sp=sp, positions=["0403"])
    # 4 SP are left: D. No artillery, woods, town or position row: initiative 3 + 1
    assert fire(state, 5, 1).of(MoraleRolled)[0].value == 4


@pytest.mark.rule("N2.45", "N2.32")
def test_a_leader_steadies_them() -> None:
    state = table("A1 infantry 5-2 0403", "A-Ols leader 0403")
    assert fire(state, 5, 4).result is BombardmentOutcome.HELD


@pytest.mark.rule("N9.9")
def test_a_target_does_not_fire_back_and_nobody_advances() -> None:
    played = fire(table(f"{A1} disrupted", "F2 infantry 5-3 0404"), 6, 5)
    assert [type(e).__name__ for e in played.events].count("FireResolved") == 0
    assert played.state.units[unit("F2")].hex == "0404"


# -- before the die


@pytest.mark.rule("N9.6")
def test_the_report_has_the_exact_chance_of_every_end() -> None:
    # 5 SP, column 4-5: - - d d D 1; morale 4, two faces of six fail; reduced three
    report = bombardment_report(table(A1), Bombardment(Hex("0403"), units("F1")))
    chances = {name: round(chance * 36) for name, chance in report.outcomes}
    assert chances == {
        "no effect": 12,
        "they hold": 12,
        "one unit Disrupted": 4,
        "the stack Disrupted": 2,
        "a step lost, they hold": 3,
        "a step lost, the stack Disrupted": 3,
    }
    assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
    assert (report.range, report.defenders, report.assumed) == (2, units("A1"), ())
    assert (report.morale.value, report.fire.strength, report.fire.column) == (4, 5, 2)


@pytest.mark.rule("N9.6")
def test_the_report_counts_retreats_of_the_disrupted_and_says_whom_it_names() -> None:
    # A1 is the strongest: d hits it; the others move the stack's check
    state = table("A1 infantry 5-3 0403 disrupted", "A2 infantry 4-2 0403")
    report = bombardment_report(state, Bombardment(Hex("0403"), units("F1")))
    chances = {name: round(chance * 36) for name, chance in report.outcomes}
    # both have morale 3: three faces of six fail
    assert chances == {
        "no effect": 12,
        "they hold": 9,
        "retreat": 9,
        "a step lost, they hold": 3,
        "a step lost, retreat": 3,
    }
    assert report.assumed == (
        "The firing side picks A1, the strongest unit.",
        "Who retreats goes the cheapest way.",
    )


@pytest.mark.rule("N9.8")
def test_the_report_of_guns_that_come_to_nothing() -> None:
    rows = OPEN.splitlines()
    rows[2] = ".  .  .  t  .  .  ."
    state = position("\n".join(rows), "F1 battery 5-3 0406", A1, active="FI")
    report = bombardment_report(state, Bombardment(Hex("0403"), units("F1")))
    assert report.fire.column is None
    assert report.outcomes == (("no effect", 1.0),)


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize("lines", [(A1,), (A1, f"{A2} disrupted"), ("A1 battery 2-3 0403", A2)])
def test_the_report_says_what_the_dice_do(lines: tuple[str, ...]) -> None:
    state = table(*lines, formations={"AI": {"stacks_as_division": True}})
    report = bombardment_report(state, Bombardment(Hex("0403"), units("F1")))
    counted: dict[str, int] = {}
    for die in range(1, 7):
        for check in range(1, 7):
            end = _end(state, die, check)
            counted[end] = counted.get(end, 0) + 1
    assert {name: round(chance * 36) for name, chance in report.outcomes} == counted


def _end(state: GameState, die: int, check: int) -> str:
    """How a bombardment with two dice ends; the second is not always thrown."""
    try:
        return fire(state, die, check).result.value
    except AssertionError:
        return fire(state, die).result.value


@pytest.mark.rule("N9.5", "N12.28", "N12.64")
def test_a_bombardment_leaves_its_marks() -> None:
    played = fire(table(A1), 1)
    assert played.of(BombardmentDeclared) == [BombardmentDeclared(units("F1"), Hex("0403"))]
    after = played.state
    assert after.units[unit("F1")].bombarded == "0403"
    assert after.activation is not None
    assert after.activation.bombarded == ("0403",)
    assert after.assaults.struck == {"FI": ((1, "0403"),)}
    assert after.assaults.hit == ("AI",)
    assert not after.units[unit("A1")].attacked  # that is an assault's (N10.3)
