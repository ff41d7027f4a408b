"""Divisional orders: divisions with an order of their own (N12.13, N12.92)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.orders import DivisionDetached, DivisionRejoined
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    IssueDivisionalOrder,
    Recall,
    divisional_orders,
    divisions,
)
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep
from hexwar.table.pieces import Box, Leader, Phase, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play, position, unit, units

FIELD = "\n".join([".  .  .  .  .  .  .  .  .  .  .  ."] * 12)
FIRST = LineId("FI/1")
CORPS = (
    "F9 leader 0101",
    "F1 infantry 4-3 0103 division:1st",
    "F2 infantry 4-3 0105 division:1st",
    "F3 infantry 4-3 0102 division:2nd",
    "F4 light 2-3 0102",
    "F5 battery 2-3 0102",
    "F6 train 0102",
    "A1 infantry 4-3 1111",
)


def corps(*lines: str, orders: str = "FI: march 0909", **more: Any) -> GameState:
    """A corps whose commander can give divisional orders now."""
    state = position(FIELD, *(lines or CORPS), orders=orders, **more)
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    return state


def ordered(state: GameState, *answers: Detail | Recall | None) -> Played[None]:
    """What the French say, in order."""
    return play(
        state,
        lambda table: divisional_orders(table, FRENCH),
        answers={IssueDivisionalOrder: answers},
    )


def rule_against(state: GameState, answer: Detail | Recall) -> str:
    """The rule that refuses an answer, or nothing."""
    refusal = IssueDivisionalOrder(FRENCH).refusal(state, answer)
    return refusal.rule if refusal is not None else ""


def detail(names: str, order: str) -> Detail:
    return Detail(units(names), steps(order))


# -- giving one


@pytest.mark.rule("N12.13")
def test_a_division_gets_an_order_that_it_follows_at_once() -> None:
    played = ordered(corps(), detail("F1 F2", "defend 0103"))
    after = played.state
    assert after.pad.lines[FIRST] == Line(steps("defend 0103"), since=1, units=units("F1 F2"))
    assert after.pad.lines[LineId("FI")].steps == steps("march 0909")
    assert [after.line_id_of(unit(name)) for name in ("F1", "F2", "F3")] == [FIRST, FIRST, "FI"]
    assert [permissions(after, unit(name)).name for name in ("F1", "F3")] == ["Defend", "March"]
    (event,) = played.of(DivisionDetached)
    assert event.giver == "F9"
    assert [event.is_known_to(side) for side in ("french", "allied")] == [True, False]


@pytest.mark.rule("N12.13")
def test_a_corps_commander_gives_one_a_turn_and_is_not_asked_again() -> None:
    played = ordered(corps(), detail("F3", "march 0505"), None)
    assert played.state.pad.issued == {LeaderId("F9"): 1}
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) == "N12.13"
    assert [type(answer).__name__ for _, answer in played.asked] == ["Detail", "NoneType"]
    TurnBegan(2, "day").apply(played.state)
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) == ""


@pytest.mark.rule("N12.13")
@pytest.mark.parametrize(("place", "rule"), [("0105", ""), ("0106", "N12.13")])
def test_all_of_the_division_must_be_in_its_commanders_range(place: str, rule: str) -> None:
    state = corps(*CORPS[:2], f"F2 infantry 4-3 {place} division:1st", *CORPS[3:])
    assert rule_against(state, detail("F1 F2", "defend 0103")) == rule


@pytest.mark.rule("N12.13")
@pytest.mark.parametrize("box", [Box.DUE, Box.CAPTURED])
def test_only_a_commander_on_the_map_gives_one(box: Box) -> None:
    state = corps()
    state.put_leader(Leader(LeaderId("F9"), box=box))
    assert rule_against(state, detail("F1 F2", "defend 0103")) == "N12.13"
    assert not ordered(state).asked


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("names", ["F1", "F2 F1", "F1 F2 F3", "F5", "F6", "A1", "F0", ""])
def test_the_order_is_for_one_whole_division(names: str) -> None:
    assert rule_against(corps(), detail(names, "defend 0103")) == "N12.92"


@pytest.mark.rule("N12.92")
def test_what_counts_as_a_division() -> None:
    state = corps()
    found = divisions(state, state.battle.formations[FormationId("FI")])
    assert found == (units("F1 F2"), units("F3"), units("F4"))


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("attack 1111", ""),
        ("march 0505, reserve 0505", ""),
        ("support AI", "N12.1"),
        ("general retreat 0101", "N12.29"),
        ("defend 0103 within 2", "N12.24"),
        ("march 9901", "N12.1"),
    ],
)
def test_any_type_of_order_that_can_be_written_is_legal(order: str, rule: str) -> None:
    assert rule_against(corps(), detail("F1 F2", order)) == rule


@pytest.mark.rule("N12.16")
def test_a_divisional_order_without_objective_means_its_senior_units_hex() -> None:
    after = ordered(corps(), detail("F1 F2", "reserve, defend")).state
    assert after.pad.lines[FIRST].steps == steps("reserve 0103, defend 0103")


@pytest.mark.rule("N12.92")
def test_a_detached_division_can_get_another_order_on_the_same_line() -> None:
    state = ordered(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    after = ordered(state, detail("F3", "defend 0102"), None).state
    assert [line for line in after.pad.lines if "/" in line] == [FIRST]
    assert after.pad.lines[FIRST].steps == steps("defend 0102")


@pytest.mark.rule("N12.92")
def test_each_detached_division_has_a_line_of_its_own() -> None:
    state = ordered(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    after = ordered(state, detail("F4", "march 0606"), None).state
    assert {line: record.units for line, record in after.pad.lines.items() if "/" in line} == {
        "FI/1": ("F3",),
        "FI/2": ("F4",),
    }


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("order", ["march 0505, defend 0505", "support FII, march 0909"])
def test_objectives_that_are_named_are_kept(order: str) -> None:
    state = corps(*CORPS, "F8 leader 0707 of:FII")
    assert ordered(state, detail("F3", order)).state.pad.lines[FIRST].steps == steps(order)


@pytest.mark.rule("N12.13")
def test_only_own_divisions_that_are_on_the_map_get_an_order() -> None:
    lines = ("F9 leader 0101", "F1 infantry 4-3 0103", "F2 infantry 4-3 due", "A9 leader 1111")
    state = corps(*lines, "A1 infantry 4-3 1110")
    options = IssueDivisionalOrder(FRENCH).options(state)
    assert {answer.units for answer in options if isinstance(answer, Detail)} == {units("F1")}
    assert rule_against(state, detail("F2", "defend 0101")) == "N12.13"
    assert rule_against(state, detail("A1", "defend 1110")) == "N12.92"


# -- recall


def away(place: str) -> GameState:
    """A detached division, its corps commander four or five hexes away."""
    return corps(
        f"F9 leader {place}",
        "F1 infantry 4-3 0105 division:1st",
        "F3 infantry 4-3 0101 division:2nd",
        orders="FI: march 0909; FI/1st: defend 0105",
    )


@pytest.mark.rule("N12.92")
def test_a_division_in_range_is_recalled_free() -> None:
    played = ordered(away("0101"), Recall(LineId("FI/1st")), None)
    assert played.of(DivisionRejoined) == [DivisionRejoined(FRENCH, LineId("FI/1st"))]
    assert played.state.line_id_of(unit("F1")) == "FI"
    assert played.state.pad.issued == {}


@pytest.mark.rule("N12.92")
@pytest.mark.parametrize("line", ["FI/1st", "FI", "FI/7", "AI"])
def test_what_cannot_be_recalled(line: str) -> None:
    assert rule_against(away("0110"), Recall(LineId(line))) == "N12.92"


@pytest.mark.rule("N12.92")
def test_the_enemy_can_neither_recall_nor_see_a_detached_division() -> None:
    state = away("0101")
    question = IssueDivisionalOrder(ALLIED)
    refusal = question.refusal(state, Recall(LineId("FI/1st")))
    assert refusal is not None
    seen = view(state, ALLIED)
    assert "FI/1st" not in seen.pad.lines
    assert not seen.pad.detached


# -- the question


@pytest.mark.rule("N12.13")
def test_every_listed_answer_is_legal_and_to_say_nothing_is_the_first() -> None:
    state = ordered(corps(), detail("F3", "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    question = IssueDivisionalOrder(FRENCH)
    options = question.options(state)
    assert [question.refusal(state, option) for option in options] == [None] * len(options)
    assert options[0] is None
    assert len(set(options)) == len(options)
    assert [question.kind(option) for option in options[:3]] == ["pass", "recall", "detail"]


@pytest.mark.rule("N14.53")
def test_divisions_of_a_headquarters_are_not_told_to_fight() -> None:
    state = corps(*CORPS[:-1], "A1 infantry 4-3 0305")
    formations = state.battle.formations
    listed = {step.verb for step in first_orders(state)}
    assert listed == {"defend", "reserve", "attack", "probe"}
    staff = replace(formations[FormationId("FI")], kind=FormationKind.HEADQUARTERS)
    state.battle = replace(state.battle, formations={**formations, staff.id: staff})
    assert {step.verb for step in first_orders(state)} == {"defend", "reserve"}
    assert rule_against(state, detail("F3", "attack 0305")) == "N14.53"


def first_orders(state: GameState) -> list[OrderStep]:
    """The first steps of the divisional orders that are listed, each of them legal."""
    question = IssueDivisionalOrder(FRENCH)
    options = question.options(state)
    assert [question.refusal(state, option) for option in options] == [None] * len(options)
    return [option.steps[0] for option in options if isinstance(option, Detail)]


@pytest.mark.rule("N12.13")
def test_a_side_without_a_division_in_range_is_not_asked() -> None:
    state = corps("F9 leader 0101", "F1 infantry 4-3 0909", "F5 battery 2-3 0101")
    assert not ordered(state).asked


@pytest.mark.rule("N12.13")
def test_brienne_lists_a_moderate_number_of_divisional_orders() -> None:
    state = set_up(battle_with("brienne", ()))
    state.turn = 1
    for side in state.battle.sides:
        options = IssueDivisionalOrder(side).options(state)
        assert 2 < len(options) <= 60
