"""Bombardment: who fires at what, the table, and the law set against a plain count (N9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.ground.sight import line_of_sight
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import BombardmentDeclared, BombardmentResolved
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.losses import RetreatBegan, StepLost, UnitDisrupted
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat import bombardment
from hexwar.systems.nlc.rules.combat.bombardment_fire import (
    Bombardment,
    bombardment_fire,
    has_target,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import case, each, rule_of, told
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.situations import BombardmentCase
from tests.systems.nlc.typed_tables import BOMBARDMENT
from tests.systems.nlc.typed_tables import rows as rows_of

# -- which guns may bombard what, how strongly, and how the segment runs (N9, N7.1)


FI = FormationId("FI")
ASKED = bombardment.ChooseBombardment(FRENCH, FI)
GUN = "F1 battery 4-3 0405"
A1, A2 = "A1 infantry 5-3 0403", "A2 infantry 4-3 0403"


def table(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """The Bombardment Segment of FI."""
    return position(rows, *lines, active="FI", segment=Segment.BOMBARDMENT, **more)


def at(target: str, guns: str = "F1") -> Bombardment:
    return Bombardment(Hex(target), units(guns))


def law(state: GameState, answer: Bombardment | None) -> str | None:
    """The rule that forbids an answer."""
    return rule_of(ASKED.refusal(state, answer))


def sentence(state: GameState, answer: Bombardment) -> str:
    refusal = ASKED.refusal(state, answer)
    assert refusal is not None
    return refusal.sentence


def strength(state: GameState, declared: Bombardment) -> int:
    return bombardment_fire(state, declared).strength


NORTH = at("0403")


DIM = [(weather, "N9.3") for weather in ("rain", "fog", "snow")]


@pytest.mark.rule("N9.1", "N4.53", "N9.7", "N9.8", "N9.2", "N9.3", "N18", "N17.1")
@each(
    "lines more rule",
    case("foot artillery", (GUN, A1), {}, None),
    case("horse artillery", ("F1 horse 4-3 0405", A1), {}, None),
    case("infantry", ("F1 infantry 4-3 0405", A1), {}, "N9.1"),
    case("cavalry", ("F1 light 4-3 0405", A1), {}, "N9.1"),
    case("a train", ("F1 train 0405", A1), {}, "N9.1"),
    case("in column", (f"{GUN} column", A1), {}, "N4.53"),
    case("done", (f"{GUN} done", A1), {}, "N8.92"),
    case("moved", (f"{GUN} moved", A1), {}, None),
    case("off the map", ("F1 battery 4-3 due", A1), {}, "N9.1"),
    case("one hex", ("F1 battery 4-3 0404", A1), {}, None),
    case("three hexes", ("F1 battery 4-3 0406", A1), {}, None),
    case("four hexes", ("F1 battery 4-3 0407", A1), {}, "N9.1"),
    case("unseen", (GUN, A1), {"rows": terrain(".", "w")}, "N9.7"),
    case("over a friend", ("F1 battery 4-3 0406", A1, "F2 light 3-3 0405"), {}, None),
    case("no enemy", (GUN, "A1 infantry 3-3 0101"), {}, "N9.8"),
    case("a train alone", (GUN, "AT train 0403"), {}, "N9.8"),
    case("a leader alone", (GUN, "A-Ols leader 0403"), {}, "N9.8"),
    case("a friend", (GUN, "F2 light 3-3 0403"), {}, "N9.8"),
    case("a château", ("F1 battery 30-3 0405", A1), {"rows": terrain("c")}, "N9.2"),
    case("fire that comes to nothing", ("F1 battery 1-3 0405", A1), {"rows": terrain("t")}, "N9.8"),
    *(
        case(f"{weather} two hexes away", (GUN, A1), {"weather": weather}, rule)
        for weather, rule in (("cloudy", None), ("frost", None), *DIM)
    ),
    *(
        case(weather, ("F1 battery 4-3 0404", A1), {"weather": weather}, "N9.3")
        for weather in ("mud", "snowstorm")
    ),
    *(
        case(kind.name, ("F1 battery 4-3 0404", A1), {"kind": kind}, "N17.1")
        for kind in (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM)
    ),
)
def test_who_may_bombard(lines: tuple[str, ...], more: dict[str, Any], rule: str | None) -> None:
    state = table(*lines, **more)
    assert law(state, NORTH) == rule
    assert ASKED.options(state) == [*([] if rule else [NORTH]), None]
    assert has_target(state, unit("F1")) is (rule is None)
    assert (ASKED.kind(NORTH), ASKED.kind(None)) == ("bombard", "end")


@pytest.mark.rule("N9.1", "N9.5")
def test_a_battery_bombards_one_hex_alone_or_with_others_and_a_hex_once() -> None:
    state = table(GUN, "F2 battery 3-3 0404", A1, "A2 infantry 5-3 0503")
    fired = segment(state, NORTH, dice=(1,)).state
    assert (law(fired, at("0503")), law(fired, at("0403", "F2"))) == ("N9.1", "N9.5")
    assert sentence(fired, at("0503")) == "F1 has bombarded already."
    state = table(GUN, "F2 battery 3-3 0404", "F3 horse 2-3 0405", A1)
    assert strength(state, at("0403", "F1 F2 F3")) == 9
    every = [at("0403", guns) for guns in ("F1 F2 F3", "F2", "F1 F3")]
    assert ASKED.options(state) == [*every, None]
    # each gun is named once
    assert [law(table(GUN, A1), at("0403", guns)) for guns in ("", "F1 F1")] == ["N9.1", "N9.1"]
    state = table(GUN, "F2 battery 3-3 0405", A1, "A2 infantry 3-3 0503")
    first = segment(state, at("0403", "F2"), dice=(1,))
    second = segment(first.state, at("0503"), dice=(1,))
    assert second.state.activation is not None
    assert second.state.activation.bombarded == ("0403", "0503")


ALLOWED = "attack 0403; probe 0403; defend 0405; delay 0403; support FII"
FORBIDDEN = "march 0407; fall back 0407; reserve 0405; general retreat 0407"


@pytest.mark.rule("N9.1", "N12.2")
@each("order", *ALLOWED.split("; "), *FORBIDDEN.split("; "))
def test_the_order_must_allow_it(order: str) -> None:
    state = table(GUN, A1, "F2 infantry 3-3 0707 of:FII", orders=f"FI: {order}")
    is_legal = order in ALLOWED
    assert law(state, NORTH) == (None if is_legal else "N12.2")
    assert has_target(state, unit("F1")) is is_legal


@pytest.mark.rule("N14.4", "N9.8", "N3.7", "N9.3", "N18")
def test_guns_out_of_command_in_contact_or_dim_weather_fire_at_the_next_hex() -> None:
    state = table(GUN, A1, out="F1")
    assert law(state, NORTH) == "N14.4"
    assert sentence(state, NORTH) == "F1 reaches no farther than 1 hex now."
    assert law(table("F1 battery 4-3 0404", A1, out="F1"), NORTH) is None
    gun = "F1 battery 4-3 0404"
    lines = (gun, A1, "A2 infantry 4-3 0402")
    assert [law(table(*lines), at(hex_)) for hex_ in ("0403", "0402")] == [None, "N9.8"]
    # Disrupted, A1 has no zone of control: nobody is in contact
    free = table(gun, f"{A1} disrupted", lines[2])
    assert [law(free, at(hex_)) for hex_ in ("0403", "0402")] == [None, None]
    # A2 in 0503 is not next to 0404; A1 is, beyond an unspanned river
    apart = table(gun, A1, "A2 infantry 4-3 0503", rivers=["0403-0404"])
    assert [law(apart, at(hex_)) for hex_ in ("0403", "0503")] == [None, None]
    # in contact with one, it does not fire over the river at another
    held = table(gun, A1, "A2 infantry 4-3 0304", rivers=["0403-0404"])
    assert [law(held, at(hex_)) for hex_ in ("0403", "0304")] == ["N9.8", None]
    for weather in ("rain", "fog", "snow"):
        near = table("F1 battery 4-3 0404", A1, weather=weather)
        assert law(near, NORTH) is None
        report = bombardment_fire(near, NORTH)
        assert report.lines[0].percents == ((weather, -25, "N9.3"),)
        assert report.strength == 3


@pytest.mark.rule("N9.4", "N7.1")
@each(
    "line rule",
    ("F1 battery 4-3-4 0405 spent:4", None),
    ("F1 battery 4-3-4 0405 spent:5", "N9.4"),
    ("F1 battery 4-3-5 0405 spent:5", None),
    ("F1 battery 4-3-5 0405 spent:6", "N9.4"),
    ("F1 horse 4-3-6 0405 spent:12", None),
    ("F1 battery 4-3-4 0405 disrupted spent:2", None),  # half of 4 MP is its MA now
    ("F1 battery 4-3-4 0405 disrupted spent:3", "N9.4"),
)
def test_foot_artillery_may_have_moved_half_its_ma(line: str, rule: str | None) -> None:
    assert law(table(f"{line} moved", A1), NORTH) == rule


@pytest.mark.rule("N9.2", "N9.4")
@each(
    "letter start marks weather expected percents",
    (".", "0405", "", "fair", 16, ()),
    (".", "0406", "", "fair", 8, (("3 hexes away", -50),)),
    ("t", "0405", "", "fair", 4, (("town", -75),)),
    ("w", "0405", "", "fair", 8, (("woods", -50),)),
    ("m", "0405", "", "fair", 8, (("marsh", -50),)),
    (".", "0405", "disrupted", "fair", 8, (("Disrupted", -50),)),
    ("t", "0404", "", "rain", 0, (("town", -75), ("rain", -25))),
    ("t", "0406", "", "fair", 0, (("3 hexes away", -50), ("town", -75))),
    ("w", "0406", "", "fair", 0, (("3 hexes away", -50), ("woods", -50))),
    ("w", "0404", "", "fog", 4, (("woods", -50), ("fog", -25))),
    ("m", "0404", "disrupted", "fair", 0, (("marsh", -50), ("Disrupted", -50))),
    (".", "0406", "disrupted", "fair", 0, (("3 hexes away", -50), ("Disrupted", -50))),
    (".", "0404", "disrupted", "snow", 4, (("snow", -25), ("Disrupted", -50))),
)
def test_the_percentages_add_up(
    letter: str,
    start: str,
    marks: str,
    weather: str,
    expected: int,
    percents: tuple[tuple[str, int], ...],
) -> None:
    state = table(f"F1 battery 16-3 {start} {marks}", A1, rows=terrain(letter), weather=weather)
    report = bombardment_fire(state, NORTH)
    assert report.strength == expected
    assert tuple((reason, percent) for reason, percent, _ in report.lines[0].percents) == percents
    assert law(state, NORTH) == (None if expected else "N9.8")


@pytest.mark.rule("N9.2", "N7.4")
@each(
    "words more",
    ("", {"streams": ["0403-0404"]}),
    ("", {"bridges": ["0403-0404"]}),
    ("", {"crests": ["0403-0404"]}),
    ("", {"positions": ["0403"]}),
    ("old_guard", {}),  # it has its bonus in assault only
)
def test_what_neither_takes_nor_gives_anything(words: str, more: dict[str, Any]) -> None:
    assert strength(table(f"F1 battery 4-3 0404 {words}", A1, **more), NORTH) == 4


@pytest.mark.rule("N9.8", "N8.4", "N5.33", "N9.6", "N10.31")
def test_the_sum_is_rounded_once_and_a_close_target_or_tail_adds_to_the_die() -> None:
    # 3 x 50 % and 2 x 50 % are 2.5
    state = table("F1 battery 3-3 0406", "F2 battery 2-3 0406", A1)
    assert [strength(state, at("0403", guns)) for guns in ("F1 F2", "F2")] == [3, 1]
    state = table(GUN, "A1 infantry 9-3 0402 column tail:0403")
    report = bombardment_fire(state, NORTH)
    assert law(state, NORTH) is None
    dense = ("dense target", 1, "N9.6")
    assert report.modifiers == (("target in road column", 1, "N9.6"), dense)
    for marks, reason, rule in (
        ("column", "target in road column", "N9.6"),
        ("square", "target in square", "N10.31"),
    ):
        state = shelled(f"{A1} {marks}", f"{A2} {marks}", formations=DIVISIONS)
        assert bombardment_fire(state, NORTH).modifiers == ((reason, 1, rule), dense)
    for line, rows in ((A1, ()), ("A1 infantry 8-3 0403", ()), ("A1 infantry 9-3 0403", (dense,))):
        assert bombardment_fire(shelled(line), NORTH).modifiers == rows
    assert bombardment_fire(
        shelled("A1 infantry 8-3 0403", "A2 light 1-3 0403"), NORTH
    ).modifiers == (dense,)


@pytest.mark.rule("N4.32", "N12.28", "N9.5", "N4.33")
def test_only_guns_of_the_formations_that_act_together_bombard() -> None:
    lines = (GUN, "F2 battery 3-3 0405 of:FII", A1)
    for orders in ("", "FI: attack 0403; FII: support FI"):  # who supports fires on its own chit
        assert law(table(*lines, orders=orders), at("0403", "F1 F2")) == "N9.5"
    assert ASKED.options(table(*lines)) == [NORTH, None]
    state = table(*lines, also="FII")
    assert law(state, at("0403", "F1 F2")) is None
    assert strength(state, at("0403", "F1 F2")) == 7
    played = segment(state, at("0403", "F1 F2"), dice=(1,))
    assert played.state.assaults.struck == {"FI": ((1, "0403"),), "FII": ((1, "0403"),)}


def segment(
    state: GameState, *answers: Bombardment | None, dice: tuple[int, ...] = ()
) -> Played[None]:
    return play(state, bombardment.bombardment_segment, dice, {"ChooseBombardment": list(answers)})


@pytest.mark.rule("N4.5", "N4.52", "N9.1", "N9.5", "N12.28", "N12.64")
def test_the_segment_bombards_once_at_a_time_and_leaves_its_marks() -> None:
    played = segment(table("F1 infantry 4-3 0404", A1))
    asked = segment(table(GUN, A1), None)
    assert played.events == asked.events == [SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE)]
    assert (played.asked, asked.questions("ChooseBombardment")) == ([], [ASKED])
    played = segment(table(GUN, A1), NORTH, dice=(1,))
    assert played.story == ["BombardmentDeclared", "BombardmentResolved"]
    assert played.events == [
        BombardmentDeclared(units("F1"), Hex("0403")),
        BombardmentResolved(FRENCH, units("F1"), Hex("0403"), 4, 2, 1, 0, "-"),
    ]
    assert [question.about() for question, _ in played.asked if question.side == "chance"] == [
        "die for bombardment of 0403"
    ]
    after = played.state
    assert after.units[unit("F1")].bombarded == "0403"
    assert after.activation is not None
    assert after.activation.bombarded == ("0403",)
    assert after.assaults.struck == {"FI": ((1, "0403"),)}
    assert after.assaults.hit == ("AI",)
    assert not after.units[unit("A1")].attacked  # that is an assault's (N10.3)


@pytest.mark.rule("N12.33", "N9.1")
def test_a_battery_with_a_target_is_told_from_one_without_also_in_a_view() -> None:
    lines = (GUN, "F2 battery 3-3 0707", "F3 infantry 3-3 0404", "F4 battery 4-3 due", A1)
    found = [has_target(table(*lines), u) for u in units("F1 F2 F3 F4")]
    assert found == [True, False, False, False]
    state = table(GUN, A1, orders="FI: attack 0403; AI: defend 0403")
    for side in (FRENCH, ALLIED):
        assert law(view(state, side), NORTH) is None
        assert strength(view(state, side), NORTH) == 4


@pytest.mark.rule("N12.33")
@each(
    "enemy order rule",
    ("A1 infantry 5-3 0402", "attack 0101", None),
    ("A1 infantry 5-3 0401", "attack 0101", "N12.22"),  # four hexes away
    ("A1 infantry 5-3 0402", "march 0101", "N12.21"),  # it may not bombard
)
def test_a_battery_with_a_target_need_not_go_on(enemy: str, order: str, rule: str | None) -> None:
    state = position(OPEN, GUN, enemy, active="FI", segment=Segment.MOVEMENT, orders=f"FI: {order}")
    assert rule_of(ChoosePath(FRENCH, units("F1")).refusal(state, Route())) == rule


# -- the Bombardment Table, cell by cell, and what its results do (N9.6)


DIVISIONS = {"AI": {"stacks_as_division": True}}
UNIT_EVENTS = ("UnitDisrupted", "UnitRetreated", "UnitEliminated")
STRENGTHS = {1: (1,), 2: (2, 3), 3: (4, 5), 4: (6, 7), 5: (8, 9, 10), 6: (11, 12, 30)}
"""The SP of each column."""

CELLS = [
    (die, sp, row[column - 1])
    for die, row in enumerate(rows_of(BOMBARDMENT), start=1)
    for column, strengths in STRENGTHS.items()
    for sp in strengths
]


def shelled(*lines: str, sp: int = 5, **more: Any) -> GameState:
    """French guns in 0405, two hexes south of 0403."""
    return table(f"F1 battery {sp}-3 0405", *lines, **more)


def fire(state: GameState, *dice: int, victim: str = "") -> Played[bombardment.BombardmentOutcome]:
    """The French bombard 0403 with F1."""
    answers: Answers = {"ChooseBombardmentVictim": [unit(victim)]} if victim else {}
    return play(state, lambda at: bombardment.bombard(at, FRENCH, NORTH), dice, answers)


@pytest.mark.rule("N9.6")
@each("die sp cell", *[cell for cell in CELLS if cell[0] <= 6])
def test_every_cell_of_the_table(die: int, sp: int, cell: str) -> None:
    found = fire(shelled(A1, sp=sp), die, *([] if cell == "-" else [1])).of("BombardmentResolved")
    assert [(e.strength, e.die, e.modifiers, e.result) for e in found] == [(sp, die, 0, cell)]
    assert [e.column + 1 for e in found] == [n for n, sps in STRENGTHS.items() if sp in sps]


@pytest.mark.rule("N9.6")
@each("die sp cell", *[cell for cell in CELLS if cell[0] >= 2])
def test_every_cell_of_the_table_against_a_close_target(die: int, sp: int, cell: str) -> None:
    state = shelled(f"{A1} square", sp=sp)
    found = fire(state, die - 1, *([] if cell == "-" else [1])).of("BombardmentResolved")
    assert [(e.die, e.modifiers, e.result) for e in found] == [(die - 1, 1, cell)]


@pytest.mark.rule("N9.6")
def test_d_one_unit_of_the_firing_sides_choice_checks_its_own_morale() -> None:
    played = fire(shelled(A1, "A2 battery 4-2 0403"), 3, 4, victim="A2")
    question = played.questions("ChooseBombardmentVictim")[0]
    assert (question.side, question.result, question.kind(unit("A2"))) == (FRENCH, "d", "hit")
    checks = played.of("MoraleRolled")
    # initiative 2 + 1, the guns -1, though infantry of morale 4 stands beside it
    assert [(e.units, e.value, e.purpose) for e in checks] == [(units("A2"), 2, "bombardment")]
    assert played.of("UnitDisrupted") == [UnitDisrupted(unit("A2"))]
    assert played.result is bombardment.BombardmentOutcome.UNIT_DISRUPTED
    state = shelled(
        "A1 infantry 4-3 0403", "A2 infantry 5-3 0403", "AT train 0403", "A3 light 9-3 0402"
    )
    question = bombardment.ChooseBombardmentVictim(FRENCH, Hex("0403"), "d")
    assert tuple(question.options(state)) == units("A2 A1")
    assert "checks its morale" in question.sentence(state)
    assert "loses a step" in replace(question, result="1").sentence(state)
    found = [rule_of(question.refusal(state, other)) for other in units("A1 AT A3 F1")]
    assert found == [None, "N9.6", "N9.6", "N9.6"]
    held, nothing = fire(shelled(A1), 3, 3), fire(shelled(A1), 2)
    assert held.story == [*nothing.story, "MoraleRolled"]
    assert nothing.story == ["BombardmentDeclared", "BombardmentResolved"]
    assert held.result is bombardment.BombardmentOutcome.HELD
    assert nothing.result is bombardment.BombardmentOutcome.NOTHING


@pytest.mark.rule("N9.6", "N2.4")
def test_capital_d_the_whole_stack_checks_once_with_its_best_infantry() -> None:
    state = shelled("A1 infantry 5-2 0403", "A2 battery 3-5 0403")
    failed = fire(state, 5, 4)
    assert [(e.units, e.value) for e in failed.of("MoraleRolled")] == [(units("A1 A2"), 2)]
    assert [e.unit for e in failed.of("UnitDisrupted")] == ["A1", "A2"]
    assert failed.result is bombardment.BombardmentOutcome.STACK_DISRUPTED
    held = fire(state, 5, 2)
    assert (held.of("UnitDisrupted"), held.questions("ChooseBombardmentVictim")) == ([], [])
    assert held.result is bombardment.BombardmentOutcome.HELD
    missed = fire(shelled("A1 infantry 5-2 0403"), 5, 6)  # by four: no rout
    assert missed.of("MoraleRolled")[0].margin == 4
    assert (missed.of("RetreatBegan"), missed.of("StepLost")) == ([], [])
    assert missed.result is bombardment.BombardmentOutcome.STACK_DISRUPTED


@pytest.mark.rule("N9.6", "N11.5", "N14.71")
def test_one_a_unit_of_the_firing_sides_choice_loses_a_step_then_all_check() -> None:
    played = fire(shelled(A1, A2), 6, 5, victim="A2")
    assert played.questions("ChooseBombardmentVictim")[0].result == "1"
    assert played.of("StepLost") == [StepLost(unit("A2"), 2, "bombardment")]
    assert [(e.units, e.value) for e in played.of("MoraleRolled")] == [(units("A1 A2"), 3)]
    assert [e.unit for e in played.of("UnitDisrupted")] == ["A1", "A2"]
    assert played.result is bombardment.BombardmentOutcome.STEP_DISRUPTED
    played = fire(shelled(A1, "A2 battery 2-3 0403"), 6, 1, victim="A2")
    assert [(e.unit, e.cause) for e in played.of("UnitEliminated")] == [("A2", "bombardment")]
    assert [e.units for e in played.of("MoraleRolled")] == [units("A1")]
    assert played.result is bombardment.BombardmentOutcome.STEP
    alone = fire(shelled("A1 battery 2-3 0403"), 6)
    assert alone.of("MoraleRolled") == []
    assert alone.result is bombardment.BombardmentOutcome.ELIMINATED
    lines = ("A1 battery 2-3 0403", "A-Ols leader 0403", "A2 infantry 3-3 0401")
    played = fire(shelled(*lines), 6, 2)
    assert played.of("LeaderCaptured") == [LeaderCaptured(LeaderId("A-Ols"), FRENCH)]
    stays = fire(shelled(*lines, A1.replace("A1", "A3")), 6, 1, victim="A1")
    assert stays.state.leaders[LeaderId("A-Ols")].hex == "0403"


@pytest.mark.rule("N9.6")
def test_a_disrupted_unit_that_fails_again_retreats_one_hex() -> None:
    played = fire(shelled(f"{A1} disrupted"), 5, 4)
    # morale 4 - 1 - 1; away from the guns in 0405
    assert played.of("MoraleRolled")[0].value == 2
    assert played.of("RetreatBegan") == [RetreatBegan(units("A1"), Hex("0403"), 1, rout=False)]
    (path,) = (e.path for e in played.of("UnitRetreated"))
    assert path[0] == "0403"
    assert path[1:] in [(hex_,) for hex_ in hexes("0303 0402 0503")]
    assert played.of("UnitDisrupted") == []
    assert played.result is bombardment.BombardmentOutcome.RETREAT
    assert played.questions("ChooseRetreatPath")[0].side == ALLIED


RING = ("F2 infantry 3-3 0202", "F3 infantry 3-3 0401", "F4 infantry 3-3 0602")
NO_WAY = {"rivers": ["0303-0403", "0402-0403", "0403-0503"]}


UNDER_FIRE = f"""
only those who were Disrupted retreat: {A1}, {A2} disrupted | 4 5 | - | -
    | RETREAT | UnitDisrupted A1 UnitRetreated A2
one alone hit by d: {A1}, {A2} disrupted | 3 4 | A2 | - | RETREAT | UnitRetreated A2
through an EZOC it costs a step: {A1} disrupted, {", ".join(RING)} | 5 6 | - | -
    | RETREAT | UnitRetreated A1 StepLost zone of control
without a hex to retreat to: {A1} disrupted | 5 6 | - | 0303-0403 0402-0403 0403-0503
    | ELIMINATED | UnitEliminated A1
a step lost and a retreat: {A1} disrupted | 6 5 | - | -
    | STEP_RETREAT | UnitRetreated A1 StepLost bombardment
"""
"""Those in 0403, dice, the one named, rivers round them, the end and the events."""


@pytest.mark.rule("N9.6", "N11.4")
@each("lines dice victim rivers end events", *told(UNDER_FIRE))
def test_the_disrupted_under_fire(
    lines: str, dice: str, victim: str, rivers: str, end: str, events: str
) -> None:
    state = shelled(*lines.split(", "), rivers=rivers.split() if rivers != "-" else ())
    played = fire(state, *map(int, dice.split()), victim=victim.strip("-"))
    assert played.result is bombardment.BombardmentOutcome[end]
    found = [f"{kind} {e.unit}" for kind in UNIT_EVENTS for e in played.of(kind)]
    found += [f"StepLost {e.cause}" for e in played.of("StepLost")]
    assert " ".join(found) == events


@pytest.mark.rule("N2.32", "N2.44", "N9.6")
@each(
    "line value",
    ("A1 infantry 5-2 0403", 2),  # 2 + 1, and -1 for the guns
    ("A1 infantry 5-2 0403 russian", 3),  # under bombardment he defends
    ("A1 battery 5-2 0403 russian", 2),  # of the infantry it is said
    ("A1 infantry 5-2 0403 reduced", 1),
    ("A1 infantry 5-2 0403 russian reduced", 3),  # he does not drop
    ("A1 infantry 5-2 0403 disrupted", 1),
    ("A1 infantry 5-3 0403 old_guard", 3),
)
def test_those_under_fire_check_with_what_they_carry_with_them(line: str, value: int) -> None:
    assert fire(shelled(line), 5, 1).of("MoraleRolled")[0].value == value


@pytest.mark.rule("N2.45", "N2.32", "N9.9")
def test_a_leader_steadies_them_and_no_row_of_an_assault_counts() -> None:
    state = shelled("A1 infantry 5-2 0403", "A-Ols leader 0403")
    assert fire(state, 5, 3).result is bombardment.BombardmentOutcome.HELD
    played = fire(shelled(f"{A1} disrupted", "F2 infantry 5-3 0404"), 6, 5)
    assert played.of("FireResolved") == []
    assert played.state.units[unit("F2")].hex == "0404"
    for letter, sp in (("w", 8), ("t", 16), ("m", 8)):
        state = shelled(A1, rows=terrain(letter), sp=sp, positions=["0403"])
        # 4 SP are left: D. No artillery, woods, town or position row: initiative 3 + 1 - 1
        assert fire(state, 5, 1).of("MoraleRolled")[0].value == 3


@pytest.mark.rule("N9.6", "N9.8")
def test_the_report_has_the_exact_chance_of_every_end() -> None:
    # 5 SP, column 4-5: - - d d D 1; morale 3, three faces of six fail; reduced four
    report = bombardment.bombardment_report(shelled(A1), NORTH)
    chances = {name: round(chance * 36) for name, chance in report.outcomes}
    assert chances == {
        "no effect": 12,
        "they hold": 9,
        "one unit Disrupted": 6,
        "the stack Disrupted": 3,
        "a step lost, they hold": 2,
        "a step lost, the stack Disrupted": 4,
    }
    assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
    assert (report.range, report.defenders, report.assumed) == (2, units("A1"), ())
    assert (report.morale.value, report.fire.strength, report.fire.column) == (3, 5, 2)
    # A1 is the strongest: d hits it; 9 SP in the hex: - d d D 1 1
    state = shelled("A1 infantry 5-3 0403 disrupted", "A2 infantry 4-2 0403")
    report = bombardment.bombardment_report(state, NORTH)
    chances = {name: round(chance * 36) for name, chance in report.outcomes}
    # both have morale 2: four faces of six fail
    assert chances == {
        "no effect": 6,
        "they hold": 6,
        "retreat": 12,
        "a step lost, they hold": 4,
        "a step lost, retreat": 8,
    }
    assert report.assumed == (
        "The firing side picks A1, the strongest unit.",
        "Who retreats goes the cheapest way.",
    )
    report = bombardment.bombardment_report(
        table("F1 battery 5-3 0406", A1, rows=terrain("t")), NORTH
    )
    assert report.fire.column is None
    assert report.outcomes == (("no effect", 1.0),)


@pytest.mark.rule("N9.6")
@each(
    "case",
    BombardmentCase(("F1 battery 6-3 0405", A1, "A2 infantry 4-2 0403")),
    BombardmentCase(("F1 battery 5-3 0405", A1, f"{A2} disrupted")),
    BombardmentCase(("F1 battery 5-3 0405", "A1 battery 2-3 0403", A2)),
    BombardmentCase(("F1 battery 6-3 0405", "F2 horse 5-3 0305", A1), "F1 F2", terrain("w")),
    BombardmentCase(("F1 battery 9-3 0406", f"{A1} column")),
    BombardmentCase(("F1 battery 12-3 0405", f"{A1} disrupted")),
)
def test_the_report_says_what_the_dice_do(case: BombardmentCase) -> None:
    state = case.state()
    assert case.told(state) == pytest.approx(case.comes(state))


# -- the law of bombardments set against a plain count on random maps (N9)


SIZE = 5
HEXES = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("battery", "horse", "infantry")
TERRAIN = {"town": -75, "woods": -50, "marsh": -50}

places = st.sampled_from(HEXES)
lands = st.lists(st.sampled_from("....wmtc"), min_size=SIZE * SIZE, max_size=SIZE * SIZE)


@st.composite
def batteries(draw: st.DrawFn) -> GameState:
    """Up to three French units and a few Allies on a map of woods, towns and marshes."""
    land = draw(lands)
    rows = "\n".join(" ".join(land[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    enemies = draw(st.lists(places, min_size=1, max_size=3, unique=True))
    free = st.sampled_from([h for h in HEXES if h not in enemies])
    guns = draw(st.lists(free, min_size=1, max_size=3))
    lines = [f"F{n} {draw(_gun())}".replace("HEX", h) for n, h in enumerate(guns, 1)]
    marks = st.sampled_from(["", "disrupted", "column", "square"])
    lines += [f"A{n} infantry 5-3 {h} {draw(marks)}" for n, h in enumerate(enemies, 1)]
    weather = draw(st.sampled_from(["fair", "fair", "rain", "mud"]))
    return position(rows, *lines, active="FI", segment=Segment.BOMBARDMENT, weather=weather)


@st.composite
def _gun(draw: st.DrawFn) -> str:
    arm, sp = draw(st.sampled_from(ARMS)), draw(st.integers(1, 6))
    words = draw(st.sampled_from(["", "disrupted", "column", "spent:4", "spent:5"]))
    return f"{arm} {sp}-3-4 HEX {words}"


def is_aimed(state: GameState, gun: str, target: Hex) -> bool:
    """Whether a unit may fire at a hex with an enemy, counted plainly."""
    record, card = state.units[units(gun)[0]], state.card(units(gun)[0])
    start, field = record.hex, state.battle.battlefield
    assert start is not None
    limit = {"fair": 3, "rain": 1, "mud": 0}[state.sky.weather]
    mp = 2 if record.disrupted else 4
    has_rolled_far = card.arm.value == "foot artillery" and record.spent > mp
    touching = [h for h in state.occupants if field.grid.distance(start, h) == 1]
    is_pinned = any(
        name.startswith("A") and not state.units[name].disrupted
        for h in touching
        for name in state.occupants[h]
    )
    return (
        card.arm.is_artillery
        and not record.column
        and not has_rolled_far
        and field.grid.distance(start, target) <= (1 if is_pinned else limit)
        and field.grid.distance(start, target) <= limit
        and field.terrain_at(target).value != "chateau"
        and line_of_sight(field, start, target, numbers_of(state.battle), state.sky.weather).visible
    )


def plain_strength(state: GameState, guns: tuple[str, ...], target: Hex) -> int:
    """The strength in SP, from quarters of an SP."""
    quarters, field = 0, state.battle.battlefield
    for gun in guns:
        record = state.units[units(gun)[0]]
        assert record.hex is not None
        percent = 100 + TERRAIN.get(field.terrain_at(target).value, 0)
        percent -= 50 if field.grid.distance(record.hex, target) == 3 else 0
        percent -= 50 if record.disrupted else 0
        percent -= 25 if state.sky.weather == "rain" else 0
        quarters += state.card(record.id).sp * max(0, percent) // 25
    return (quarters + 2) // 4


def guns_of(state: GameState) -> list[str]:
    return [name for name in state.units if name.startswith("F")]


@pytest.mark.rule("N9.1", "N9.8", "N9.5", "N9.6")
@given(batteries())
def test_the_law_is_the_plain_count_and_lists_what_is_legal(state: GameState) -> None:
    enemies = sorted(h for h, names in state.occupants.items() if names[0].startswith("A"))
    guns = guns_of(state)
    groups = [g for n in range(1, len(guns) + 1) for g in combinations(guns, n)]
    for target in enemies:
        for group in groups:
            expected = (
                all(is_aimed(state, gun, target) for gun in group)
                and plain_strength(state, group, target) > 0
            )
            answer = at(target, " ".join(group))
            assert (law(state, answer) is None) is expected, answer
    listed = ASKED.options(state)
    assert listed[-1] is None
    assert len(set(listed)) == len(listed)
    shots = [answer for answer in listed if answer is not None]
    assert all(law(state, answer) is None for answer in shots)
    for gun in guns_of(state):
        alone = [hex_ for hex_ in HEXES if law(state, at(hex_, gun)) is None]
        assert has_target(state, unit(gun)) is bool(alone)
        for hex_ in alone:
            assert any(gun in shot.units for shot in shots if shot.target == hex_)
    for answer in shots:
        report = bombardment.bombardment_report(state, answer)
        assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
        assert report.fire.strength == plain_strength(state, answer.units, answer.target)
