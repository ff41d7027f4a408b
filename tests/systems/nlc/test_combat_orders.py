"""The words of the table of orders for charges, reactions, pursuit and guns (N12.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.permits import (
    charge_permission,
    may_bombard,
    may_pull_back,
    may_react,
    pursuit_permission,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from tests.systems.nlc.positions import OPEN, position, unit

TARGET = Hex("0403")
A1 = "A1 infantry 5-3 0403"


def under(order: str, *lines: str, arm: str = "heavy") -> GameState:
    """F1 in 0404 under an order."""
    return position(OPEN, f"F1 {arm} 5-3 0404", *(lines or (A1,)), orders=f"FI: {order}")


def charging(order: str, *lines: str, arm: str = "heavy") -> Refusal | None:
    return charge_permission(under(order, *lines, arm=arm), unit("F1"), TARGET)


# -- plain words

ORDERS = (
    "march",
    "attack",
    "probe",
    "defend",
    "delay",
    "fall back",
    "reserve",
    "support",
    "general retreat",
)


def allowed(question: Callable[[GameState, UnitId], Refusal | None]) -> set[str]:
    """The orders that say yes to a question about a unit."""
    return {order for order in ORDERS if question(under(f"{order} 0707"), unit("F1")) is None}


@pytest.mark.rule("N12.2", "N10.2")
def test_who_may_react() -> None:
    assert allowed(may_react) == set(ORDERS) - {"general retreat"}
    assert may_react(under("general retreat 0707"), unit("F1")) == Refusal(
        "A General Retreat order does not allow a reaction charge.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_bombard() -> None:
    assert allowed(may_bombard) == {"attack", "probe", "defend", "delay", "support"}
    assert may_bombard(under("march 0707"), unit("F1")) == Refusal(
        "A March order does not allow any bombardment.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_pull_back() -> None:
    expected = {"probe", "delay", "fall back", "reserve", "general retreat"}
    assert allowed(may_pull_back) == expected
    assert may_pull_back(under("attack 0707"), unit("F1")) == Refusal(
        "An Attack order does not allow pulling back.", "N12.2"
    )


@pytest.mark.rule("N12.2")
def test_who_may_charge_and_pursue_anywhere() -> None:
    far = "0707"
    assert allowed(lambda state, one: charge_permission(state, one, TARGET)) == {
        "attack",
        "probe",
        "delay",  # a lone enemy
    }
    assert allowed(lambda state, one: pursuit_permission(state, one, TARGET)) == {
        "attack",
        "probe",
    }
    assert charging(f"march {far}") == Refusal("A March order does not allow any charge.", "N12.2")
    refusal = pursuit_permission(under("march 0707"), unit("F1"), TARGET)
    assert refusal == Refusal("A March order does not allow any pursuit.", "N12.2")


# -- in zone (N12.35)


@pytest.mark.rule("N12.2", "N12.35")
@pytest.mark.parametrize(
    ("order", "legal"),
    [
        ("defend 0403", True),
        ("defend 0405", True),  # two hexes from the target
        ("defend 0406", False),
        ("defend 0406 within 3", True),
        ("defend 0405 within 1", True),  # a narrower permission takes nothing away
    ],
)
def test_defend_charges_and_pursues_near_its_objective(order: str, legal: bool) -> None:
    assert (charging(order) is None) is legal
    refusal = pursuit_permission(under(order), unit("F1"), TARGET)
    assert (refusal is None) is legal


@pytest.mark.rule("N12.35")
def test_the_reason_names_the_zone() -> None:
    assert charging("defend 0406") == Refusal(
        "A Defend order allows a charge within 2 hexes of 0406 only.", "N12.35"
    )
    refusal = pursuit_permission(under("defend 0406"), unit("F1"), TARGET)
    assert refusal == Refusal(
        "A Defend order allows a pursuit within 2 hexes of 0406 only.", "N12.35"
    )


@pytest.mark.rule("N12.35")
def test_a_unit_that_strayed_comes_back_before_it_charges() -> None:
    state = position(OPEN, "F1 heavy 5-3 0407", "A1 infantry 5-3 0404", orders="FI: defend 0402")
    assert charge_permission(state, unit("F1"), Hex("0404")) == Refusal(
        "F1 must come back within 4 hexes of 0402 first.", "N12.35"
    )
    assert pursuit_permission(state, unit("F1"), Hex("0404")) is None
    near = position(OPEN, "F1 heavy 5-3 0406", "A1 infantry 5-3 0404", orders="FI: defend 0402")
    assert charge_permission(near, unit("F1"), Hex("0404")) is None  # four hexes away


@pytest.mark.rule("N12.35")
def test_defend_without_an_objective_charges_nothing() -> None:
    assert charging("defend") == Refusal(
        "A Defend order allows a charge near its objective only.", "N12.35"
    )


# -- Delay: light or lone


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    ("arm", "lines", "legal"),
    [
        ("light", (A1,), True),
        ("light", (A1, "A2 infantry 2-3 0403"), True),
        ("heavy", (A1,), True),
        ("heavy", (A1, "A2 infantry 2-3 0403"), False),
        ("heavy", (A1, "A2 train 0403"), True),
    ],
)
def test_delay_charges_with_light_cavalry_or_on_lone_enemies(
    arm: str, lines: tuple[str, ...], legal: bool
) -> None:
    refusal = charging("delay 0707", *lines, arm=arm)
    assert (refusal is None) is legal
    if refusal is not None:
        assert refusal == Refusal(
            "A Delay order lets heavy cavalry charge lone enemy units only.", "N12.2"
        )


# -- Support (N12.28)


@pytest.mark.rule("N12.28", "N12.36")
@pytest.mark.parametrize(("turn", "legal"), [(3, True), (2, True), (1, False)])
def test_support_charges_what_its_friend_has_struck_this_turn_or_last(
    turn: int, legal: bool
) -> None:
    state = under("support FII", "F2 infantry 3-3 0303 of:FII", A1)
    state.turn = 3
    state.assaults = replace(
        state.assaults, struck={**state.assaults.struck, FormationId("FII"): ((turn, TARGET),)}
    )
    refusal = charge_permission(state, unit("F1"), TARGET)
    assert (refusal is None) is legal
    assert charge_permission(state, unit("F1"), Hex("0503")) == Refusal(
        "A Support order allows a charge only on a hex that FII Corps has assaulted, charged or"
        " bombarded this turn or last.",
        "N12.28",
    )


@pytest.mark.rule("N12.28")
def test_support_of_nobody_charges_nothing() -> None:
    assert charging("support 0403") == Refusal(
        "A Support order allows no charge: it names no formation.", "N12.28"
    )


@pytest.mark.rule("N12.93")
def test_an_order_that_a_view_hides_forbids_nothing() -> None:
    state = under("march 0707")
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FI"): Line(())})
    assert charge_permission(state, unit("F1"), TARGET) is None
    assert may_react(state, unit("F1")) is None
    assert may_bombard(state, unit("F1")) is None
    assert pursuit_permission(state, unit("F1"), TARGET) is None
