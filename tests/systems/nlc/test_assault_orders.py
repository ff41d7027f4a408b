"""Which assaults an order allows: the words of the table, objectives, Support (N12.2, N12.36)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AssaultDeclared, ConfidenceRolled
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.permits import assault_permission
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Activation, Segment
from tests.systems.nlc.errands import FI
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units

FII = FormationId("FII")
LINES = ("F1 infantry 6-3 0404", "A1 infantry 5-3 0403")


def facing(order: str, *lines: str, **more: Any) -> GameState:
    """F1 in 0404 under an order, A1 before it in 0403."""
    return position(OPEN, *LINES, *lines, active="FI", orders=f"FI: {order}", **more)


def refused(state: GameState, who: str = "F1", target: str = "0403") -> str | None:
    """The rule that refuses an assault, or None."""
    acting = state.activation
    assert acting is not None
    question = DeclareAssault(acting.side, acting.formation)
    answer = Assault(Hex(target), units(who))
    refusal = question.refusal(state, answer)
    listed = [option for option in question.options(state) if option is not None]
    named = [option for option in listed if option.target == target]
    assert refusal is not None or named
    return None if refusal is None else refusal.rule


def targets(state: GameState) -> list[tuple[str, tuple[str, ...]]]:
    """The listed assaults."""
    acting = state.activation
    assert acting is not None
    options = DeclareAssault(acting.side, acting.formation).options(state)
    return [(option.target, option.units) for option in options if option is not None]


# -- the words of the table


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("march 0401", "N12.2"),
        ("attack 0401", None),
        ("probe 0401", None),
        ("defend 0403", None),
        ("delay 0407", "N12.2"),
        ("fall back 0407", "N12.2"),
        ("reserve 0404", "N12.2"),
        ("support FII", "N12.36"),
        ("general retreat 0407", "N12.2"),
    ],
)
def test_each_type_of_order_allows_its_assaults(order: str, rule: str | None) -> None:
    state = facing(order, "F2 infantry 5-3 0707 of:FII")
    assert refused(state) == rule
    assert targets(state) == ([] if rule else [("0403", ("F1",))])


@pytest.mark.rule("N14.4")
def test_out_of_command_nobody_assaults() -> None:
    assert refused(facing("attack 0401", out="F1")) == "N14.4"


# -- Defend


@pytest.mark.rule("N12.24")
@pytest.mark.rule("N12.35")
def test_defend_assaults_an_enemy_in_the_objective_hex_only() -> None:
    assert refused(facing("defend 0403")) is None
    assert refused(facing("defend 0404")) == "N12.35"


@pytest.mark.rule("N12.35")
@pytest.mark.parametrize(
    ("objective", "rule"), [("0401", None), ("0405", None), ("0406", "N12.35")]
)
def test_a_scenario_may_widen_the_zone_of_a_defence(objective: str, rule: str | None) -> None:
    assert refused(facing(f"defend {objective} within 2")) == rule


@pytest.mark.rule("N12.35")
def test_who_is_beyond_four_hexes_must_come_back_first() -> None:
    lines = ["F1 infantry 6-3 0406", "A1 infantry 5-3 0405"]
    state = position(OPEN, *lines, active="FI", orders="FI: defend 0401 within 5")
    assert refused(state, target="0405") == "N12.35"
    lines = ["F1 infantry 6-3 0405", "A1 infantry 5-3 0404"]
    state = position(OPEN, *lines, active="FI", orders="FI: defend 0401 within 5")
    assert refused(state, target="0404") is None


@pytest.mark.rule("N12.92")
def test_a_detached_division_assaults_under_its_own_order() -> None:
    lines = ["F1 infantry 6-3 0404 division:1st", "F2 infantry 6-3 0304", LINES[1]]
    orders = "FI: attack 0401; FI/1st: march 0407"
    state = position(OPEN, *lines, active="FI", orders=orders)
    assert refused(state, "F1") == "N12.2"
    assert refused(state, "F2") is None
    assert targets(state) == [("0403", ("F2",))]


# -- Support


def supporting(acting: str, *lines: str, **more: Any) -> GameState:
    """FI in 0404 attacks 0403 and FII in 0304 supports it."""
    return position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        *lines,
        active=acting,
        orders="FI: attack 0401; FII: support FI",
        turns=tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in (1, 2, 3)),
        **more,
    )


def declared(state: GameState, who: str, target: str = "0403") -> GameState:
    """The same table once an assault is declared and its confidence has passed."""
    after = state.copy()
    AssaultDeclared(units(who), Hex(target)).apply(after)
    ConfidenceRolled(units(who), Hex(target), 4, 1, passed=True, is_final=False).apply(after)
    return after


def next_turn(state: GameState) -> GameState:
    after = state.copy()
    TurnBegan(after.turn + 1, "day").apply(after)
    return after


def activated(state: GameState, formation: str) -> GameState:
    """The same table in the Assault Segment of another formation."""
    after = state.copy()
    id_ = FormationId(formation)
    after.activation = Activation(id_, after.battle.formations[id_].side, Segment.ASSAULT, True)
    after.chits = replace(after.chits, acted=(*after.chits.acted, id_))
    return after


@pytest.mark.rule("N12.28")
@pytest.mark.rule("N12.36")
def test_supporters_may_be_named_in_the_assaults_of_those_they_support() -> None:
    state = supporting("FI")
    assert targets(state)[0] == ("0403", ("F1", "F2"))
    assert ("0403", ("F1",)) in targets(state)
    assert refused(state, "F1 F2") is None


@pytest.mark.rule("N12.36")
def test_supporters_do_not_assault_by_themselves_in_an_activation_that_is_not_theirs() -> None:
    state = supporting("FI")
    assert refused(state, "F2") == "N12.36"
    assert ("0403", ("F2",)) not in targets(state)


def supporting_an_attack(acting: str, hex_: str) -> GameState:
    """FI in 0404 attacks 0401 and FII in 0304 supports the attack on a hex."""
    lines = (*LINES, "F2 infantry 5-3 0304 of:FII")
    orders = f"FI: attack 0401; FII: support {hex_}"
    return position(OPEN, *lines, active=acting, orders=orders, length=3)


@pytest.mark.rule("N12.28")
def test_to_support_an_attack_is_to_support_whoever_attacks_there() -> None:
    state = supporting_an_attack("FI", "0401")
    assert refused(state, "F1 F2") is None
    assert refused(state, "F2") == "N12.36"
    struck = declared(state, "F1")
    assert refused(activated(struck, "FII"), "F2") is None
    assert refused(activated(next_turn(next_turn(struck)), "FII"), "F2") == "N12.36"


@pytest.mark.rule("N12.28")
def test_to_support_an_attack_that_nobody_makes_allows_no_assault() -> None:
    struck = declared(supporting_an_attack("FI", "0407"), "F1")
    asked = assault_permission(activated(struck, "FII"), unit("F2"), Hex("0403"))
    assert asked is not None
    assert asked.rule == "N12.28"
    assert asked.sentence.endswith("while no formation has orders to attack 0407.")
    assert refused(supporting_an_attack("FI", "0407"), "F1 F2") == "N4.33"


@pytest.mark.rule("N4.33")
def test_troops_that_support_somebody_else_may_not_join() -> None:
    state = position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        active="FI",
        orders="FI: attack 0401; FII: attack 0401",
    )
    assert refused(state, "F1 F2") == "N4.33"
    assert targets(state) == [("0403", ("F1",))]


@pytest.mark.rule("N12.36")
def test_in_their_own_activation_supporters_assault_what_was_assaulted_this_turn_or_last() -> None:
    fresh = supporting("FII")
    assert refused(fresh, "F2") == "N12.36"
    struck = declared(supporting("FI"), "F1")
    assert refused(activated(struck, "FII"), "F2") is None
    assert refused(activated(next_turn(struck), "FII"), "F2") is None
    assert refused(activated(next_turn(next_turn(struck)), "FII"), "F2") == "N12.36"


@pytest.mark.rule("N12.36")
def test_another_hex_than_the_one_that_was_assaulted_is_refused() -> None:
    state = declared(supporting("FI", "A2 infantry 4-3 0303"), "F1")
    assert refused(activated(state, "FII"), "F2", "0403") is None
    assert refused(activated(state, "FII"), "F2", "0303") == "N12.36"


@pytest.mark.rule("N12.36")
def test_who_has_joined_has_used_up_its_assault_of_the_turn() -> None:
    state = declared(supporting("FI", "A2 infantry 4-3 0405"), "F1 F2")
    assert state.assaults.lent == ("F2",)
    own = activated(state, "FII")
    own.put_unit(supporting("FI").units[unit("F2")])  # its marks go off (N4.46)
    assert refused(own, "F2") == "N8.1"
    assert refused(activated(next_turn(own), "FII"), "F2") is None


@pytest.mark.rule("N12.36")
def test_who_has_assaulted_in_its_own_activation_may_not_join_any_more() -> None:
    state = supporting("FI", assaulted="")
    marked = declared(activated(state, "FII"), "F2", "0303")
    again = activated(marked, "FI")
    again.chits = replace(again.chits, acted=(FII, FI))
    assert refused(again, "F1 F2") == "N8.1"
    assert targets(again) == [("0403", ("F1",))]


@pytest.mark.rule("N4.46")
def test_the_marks_of_an_earlier_turn_do_not_keep_supporters_from_joining() -> None:
    state = declared(activated(supporting("FI"), "FII"), "F2", "0303")
    later = activated(next_turn(state), "FI")
    assert later.units[unit("F2")].assaulted
    assert refused(later, "F1 F2") is None


@pytest.mark.rule("N12.36")
def test_an_assault_is_remembered_for_each_formation_that_took_part() -> None:
    state = declared(supporting("FI"), "F1 F2")
    assert state.assaults.struck == {FI: ((1, "0403"),), FII: ((1, "0403"),)}
    later = next_turn(next_turn(state))
    later.activation = state.activation
    assert declared(later, "F1").assaults.struck[FI] == ((3, "0403"),)


@pytest.mark.rule("N12.28")
def test_supporters_must_be_in_contact_and_in_command() -> None:
    state = supporting("FI", "F3 infantry 3-3 0306 of:FII", "F4 infantry 3-3 0707 of:FII")
    assert refused(state, "F1 F3") == "N3.7"
    assert refused(state, "F1 F4") == "N14.4"


@pytest.mark.rule("N4.32")
def test_formations_that_act_together_assault_together() -> None:
    state = position(
        OPEN,
        *LINES,
        "F2 infantry 5-3 0304 of:FII",
        active="FI",
        also="FII",
        orders="FI: attack 0401; FII: attack 0401",
    )
    assert refused(state, "F1 F2") is None
    assert refused(state, "F2") is None


def test_an_order_that_a_view_does_not_show_may_do_anything() -> None:
    state = position(OPEN, *LINES, active="AI")
    assert state.activation is not None
    assert state.activation.side == ALLIED != FRENCH
    assert assault_permission(state, unit("A1"), Hex("0404")) is None
