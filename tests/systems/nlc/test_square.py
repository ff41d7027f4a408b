"""Squares: how infantry forms them, what they forbid, and how they end (N10.3-N10.33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import SquareFormed, SquareRemoved
from hexwar.systems.nlc.events.losses import UnitRetreated
from hexwar.systems.nlc.rules.combat import square
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import is_flank_attack
from hexwar.systems.nlc.rules.combat.previews import charge_report
from hexwar.systems.nlc.rules.losses.rally import rally_phase
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, command_segment
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

F1 = "F1 heavy 5-3 0406"
A1 = "A1 infantry 5-2 0403"  # its morale is 3
FAR = Charge(units("F1"), Hex("0403"), hexes("0406 0405 0404 0403"))
CLOSE = Charge(units("F1"), Hex("0403"), hexes("0404 0403"))


def form(
    state: GameState, dice: Sequence[int] = (), answers: Answers | None = None, charge: Charge = FAR
) -> Played[bool]:
    """The fourth step of a charge on 0403."""
    return play(state, lambda table: square.form_square(table, charge), dice, answers)


def lines(state: GameState, charge: Charge = FAR) -> dict[str, int]:
    """The modifiers of the check, by their words."""
    return {words: pips for words, pips, _ in square.square_report(state, charge).modifiers}


@pytest.mark.rule("N10.3", "N10.32")
def test_a_passed_check_makes_a_square_and_a_failed_one_none() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played, failed = form(state, [3]), form(state, [4])
    assert (played.result, failed.result) == (True, False)
    assert (played.story, failed.story) == (["MoraleRolled", "SquareFormed"], ["MoraleRolled"])
    check = played.of("MoraleRolled")[0]
    assert (check.units, check.value, check.purpose) == (units("A1"), 3, "square")
    assert [done.state.units[unit("A1")].square for done in (played, failed)] == [True, False]
    declined = form(state, [], {"ChooseFormSquare": [False]})
    question = declined.questions("ChooseFormSquare")[0]
    assert (declined.result, declined.story) == (False, [])
    assert (question.side, question.units, question.charge.target) == (ALLIED, units("A1"), "0403")
    assert question.charge.units == units("F1")
    assert [question.kind(answer) for answer in question.options(state)] == ["square", "stay"]


@pytest.mark.rule("N10.32", "N5.33", "N10.3")
def test_a_stack_in_square_needs_no_check_and_a_charged_tail_forms_it_there() -> None:
    state = position(OPEN, F1, A1 + " square", "A2 infantry 4-2 0403", active="FI")
    played = form(state)
    assert played.result is True
    assert played.events == [SquareFormed(units("A2"), Hex("0403"))]
    assert form(position(OPEN, F1, A1 + " square", active="FI")).events == []
    state = position(OPEN, F1, "A1 infantry 8-2 0303 tail:0403", active="FI")
    told = charge_report(state, FAR)
    assert (told.defenders, told.square is not None) == (units("A1"), True)
    formed = form(state, [1]).state.units[unit("A1")]
    assert (formed.hex, formed.tail, formed.column, formed.square) == ("0403", None, False, True)
    state = position(OPEN, F1, A1, "A2 battery 3-5 0403", "A3 light 3-5 0403", active="FI")
    played = form(state, [3])
    assert played.events[-1] == SquareFormed(units("A1"), Hex("0403"))
    assert played.of("MoraleRolled")[0].units == units("A1")


@pytest.mark.rule("N10.3")
@each(
    "rows lines_ more formed",
    case("without infantry", OPEN, ("A1 battery 3-3 0403", "A2 light 3-3 0403"), {}, False),
    *(case(f"in {letter}", terrain(letter), (A1,), {}, True) for letter in "twc"),
    case("an improved position", OPEN, (A1,), {"positions": ["0403"]}, True),
)
def test_where_nobody_is_asked(
    rows: str, lines_: tuple[str, ...], more: dict[str, Any], formed: bool
) -> None:
    state = position(rows, F1, *lines_, active="FI", **more)
    played = form(state)
    assert (played.result, played.asked) == (False, [])
    assert square.counts_as_formed(state, Hex("0403")) is formed
    marsh = position(terrain("m"), F1, A1, active="FI")  # it is no cover
    assert not square.counts_as_formed(marsh, Hex("0403"))
    assert form(marsh, [1]).result is True


@pytest.mark.rule("N10.3", "N2.32")
@each(
    "line more charge expected",
    (A1, {}, FAR, {}),
    (A1, {}, CLOSE, {"charge from the next hex": -1}),
    (A1 + " column", {}, FAR, {"road column": -1, "flank charge": -2}),
    (A1 + " disrupted", {}, FAR, {"Disrupted": -1, "Disrupted infantry": -2}),
    (A1 + " attacked", {}, FAR, {"assaulted already this turn": -1}),
    (A1, {"weather": "rain"}, FAR, {"rain": -1}),
    (A1, {"weather": "fog"}, FAR, {}),
    (
        A1 + " attacked disrupted",
        {"weather": "rain"},
        CLOSE,
        {
            "Disrupted": -1,
            "Disrupted infantry": -2,
            "charge from the next hex": -1,
            "rain": -1,
            "assaulted already this turn": -1,
        },
    ),
)
def test_each_modifier(
    line: str, more: dict[str, Any], charge: Charge, expected: dict[str, int]
) -> None:
    state = position(OPEN, F1, line, active="FI", **more)
    report = square.square_report(state, charge)
    assert lines(state, charge) == expected
    assert report.value == max(1, 3 + sum(expected.values()))


@pytest.mark.rule("N10.3", "N8.7")
@each(
    "friend rows",
    ("F3 infantry 3-3 0402", {"flank charge": -2}),  # opposite to the hex that is charged from
    ("F3 infantry 3-3 0402 disrupted", {}),
    ("F3 infantry 3-3 0503", {}),
)
def test_a_charge_in_the_flank_makes_it_harder(friend: str, rows: dict[str, int]) -> None:
    assert lines(position(OPEN, F1, A1, friend, active="FI")) == rows


@pytest.mark.rule("N10.3", "N2.32", "N2.43", "N7.6")
def test_the_value_of_the_check_also_against_blucher() -> None:
    for lines_, charge, value in (
        # one unit of the stack is enough for a modifier
        ((A1 + " column attacked", "A2 infantry 5-2 0403"), FAR, 1),
        ((A1 + " russian",), FAR, 4),
        (("A1 infantry 5-6 0403 attacked",), CLOSE, 3),  # of 7 count 5, - 2
        (("A1 infantry 5-1 0403 attacked disrupted",), CLOSE, 1),  # 2 - 3
    ):
        assert square.square_report(position(OPEN, F1, *lines_, active="FI"), charge).value == value
    driven = ("F1 infantry 5-2 0403", "A1 heavy 5-3 0406", "AB overall 0407 blucher")
    charge = Charge(units("A1"), Hex("0403"), hexes("0406 0405 0404 0403"))
    assert square.square_report(position(OPEN, *driven, active="AI"), charge).value == 2
    assert square.square_report(position(OPEN, *driven[:2], active="AI"), charge).value == 3


@pytest.mark.rule("N10.31", "N8.7", "N10.32", "N10.23")
def test_a_unit_in_square_neither_moves_nor_assaults_has_no_flank_and_binds_its_cavalry() -> None:
    lines_ = ("F1 infantry 5-3 0404 square", "F2 infantry 3-3 0404", A1)
    state = position(OPEN, *lines_, active="FI", segment=Segment.MOVEMENT)
    question = ActivateUnit(FRENCH, state.battle.units[unit("F1")].formation)
    said = Refusal("F1 is in square: it may not move or assault.", "N10.31")
    assert question.refusal(state, units("F1")) == said
    assert units("F1") not in question.options(state)
    assert question.refusal(state, units("F1 F2")) is not None
    assert question.refusal(state, units("F2")) is None
    assert rule_of(assaulter_refusal(state, question.formation, unit("F1"))) == "N10.31"
    round_it = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0402")
    attackers = units("F1 F2")
    assert is_flank_attack(position(OPEN, *round_it, A1), Hex("0403"), attackers)
    assert not is_flank_attack(position(OPEN, *round_it, A1 + " square"), Hex("0403"), attackers)
    state = position(OPEN, A1 + " square", "A2 light 3-3 0403", "A3 light 3-3 0303")
    assert [square.is_square_bound(state, u) for u in units("A1 A2 A3")] == [True, True, False]
    assert square.is_in_square(state, units("A1 A2"))
    assert not square.is_in_square(state, units("A2"))


@pytest.mark.rule("N10.33", "N4.46", "N10.31")
def test_its_owner_is_asked_as_his_activation_begins_and_it_ends_without_cavalry_near() -> None:
    lines_ = ("F1 infantry 5-3 0404 square", "F2 infantry 3-3 0404 square", A1 + " square")
    other = "F3 infantry 3-3 0505 square of:FII"
    state = position(OPEN, *lines_, other, active="FI", segment=Segment.COMMAND)
    played = play(state, command_segment)
    question = played.questions("RemoveSquare")[0]
    assert len(played.questions("RemoveSquare")) == 1
    assert (question.side, question.hex, question.units) == (FRENCH, "0404", units("F1 F2"))
    assert [question.kind(x) for x in question.options(state)] == ["remove", "stay"]
    assert played.of("SquareRemoved") == [SquareRemoved(units("F1 F2"))]
    assert [u for u, r in played.state.units.items() if r.square] == ["A1", "F3"]
    state = position(OPEN, "F1 infantry 5-3 0404 square", active="FI", segment=Segment.COMMAND)
    played = play(state, command_segment, (), {"RemoveSquare": [False]})
    assert played.of("SquareRemoved") == []
    assert played.state.units[unit("F1")].square
    plain = position(OPEN, "F1 infantry 5-3 0404", active="FI", segment=Segment.COMMAND)
    assert play(plain, command_segment).questions("RemoveSquare") == []
    state = position(OPEN, A1 + " square")
    UnitRetreated(unit("A1"), hexes("0403 0402 0401")).apply(state)
    assert not state.units[unit("A1")].square
    for enemy, stays in (
        ("A1 light 3-3 0404", True),  # 3 hexes away
        ("A1 light 3-3 0404 disrupted", True),
        ("A1 light 3-3 0405", False),
        ("A1 infantry 3-3 0402", False),
        ("A1 horse 3-3 0402", False),
    ):
        far = ("A8 light 1-3 0707", "A9 light 1-3 uar")
        state = position(OPEN, "F1 infantry 5-3 0401 square", enemy, *far)
        played = play(state, rally_phase)
        assert played.state.units[unit("F1")].square is stays
        assert len(played.of("SquareRemoved")) == (not stays)
