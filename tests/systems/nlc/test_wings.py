"""What a wing commander owes who is to attack (N12.14, N12.17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.systems.nlc.events.orders import OrderDispatched
from hexwar.systems.nlc.orders import Line
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
    WingDuty,
    complete_wing_duties,
    wing_duty,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff

WING = FormationId("FW")
THIRD = ("F3 infantry 6-3 0602 of:FIII", "FIIIL leader 0602 of:FIII")


def wing(
    orders: str = "FW: attack 2602", *, corps: str = "FI FII FIII", turn: int = 2
) -> GameState:
    """A wing commander with three corps, who has been under Attack since turn 1."""
    state = staff(*THIRD, orders=f"FIII: defend 0602; {orders}", wings=corps)
    held = state.pad.lines[line("FW")]
    state.pad = replace(state.pad, lines={**state.pad.lines, line("FW"): Line(held.steps, since=1)})
    state.turn = turn
    return state


def duty(state: GameState) -> WingDuty:
    found = wing_duty(state, WING)
    assert found is not None
    return found


def complete(state: GameState, *answers: tuple[str, ...]) -> Played[None]:
    named = [tuple(FormationId(f) for f in answer) for answer in answers]
    return play(
        state, lambda table: complete_wing_duties(table, FRENCH), answers={CompleteWcDuty: named}
    )


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(("corps", "needed"), [("FI", 1), ("FI FII", 1), ("FI FII FIII", 2)])
def test_half_of_the_corps_rounded_up_must_be_ordered_to_fight(corps: str, needed: int) -> None:
    found = duty(wing(corps=corps))
    assert (found.needed, found.missing) == (needed, needed)
    assert found.corps == tuple(corps.split())


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(
    ("held", "is_bound"),
    [("attack 2602", True), ("probe 2602", True), ("march 0902, attack 2602", False)],
)
def test_only_a_wing_commander_under_attack_or_probe_is_bound(held: str, is_bound: bool) -> None:
    assert (wing_duty(wing(f"FW: {held}"), WING) is not None) is is_bound


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize("held", ["attack 2602", "probe 2002", "march 0902, attack 2602"])
def test_attack_and_probe_count_as_steps_of_a_sequence_too(held: str) -> None:
    assert duty(wing(f"FW: attack 2602; FI: {held}")).met == ("FI",)


@pytest.mark.rule("N12.14")
def test_an_order_on_its_way_counts_in_place_of_the_one_in_force() -> None:
    state = on_its_way(wing(), "FI", "attack 2602", due=3)
    assert duty(state).met == ("FI",)
    other = on_its_way(wing("FW: attack 2602; FI: attack 2602"), "FI", "defend 0302", due=3)
    assert duty(other).met == ()


@pytest.mark.rule("N12.14")
def test_corps_that_are_not_on_the_map_do_not_count() -> None:
    state = staff(*THIRD, "F1 infantry 6-3 due", "FL leader due", wings="FI FII")
    state.pad = replace(
        state.pad, lines={**state.pad.lines, line("FW"): Line(order("attack 2602"))}
    )
    assert duty(state).corps == ("FII",)


@pytest.mark.rule("N12.14")
def test_a_wing_commander_off_the_map_owes_nothing() -> None:
    for box in (Box.DUE, Box.CAPTURED):
        assert wing_duty(put(wing(), "FWL", box=box), WING) is None


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(
    ("line_", "deadline"), [(Line((), since=3), 4), (Line((), 1, stepped=4), 5)]
)
def test_he_has_until_the_next_turn_after_the_step_began(line_: Line, deadline: int) -> None:
    state = wing()
    steps = order("attack 2602")
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, line("FW"): Line(steps, line_.since, stepped=line_.stepped)},
    )
    assert duty(state).deadline == deadline


@pytest.mark.rule("N12.17")
def test_before_the_deadline_nobody_is_asked() -> None:
    assert complete(wing(turn=1)).asked == []


@pytest.mark.rule("N12.17")
def test_late_he_names_corps_that_get_a_copy_of_his_order() -> None:
    played = complete(wing(), ("FI", "FIII"))
    sent = played.of(OrderDispatched)
    assert [(event.line, event.steps, event.giver) for event in sent] == [
        ("FI", order("attack 2602"), "FWL"),
        ("FIII", order("attack 2602"), "FWL"),
    ]
    assert duty(played.state).missing == 0


@pytest.mark.rule("N12.17")
def test_copies_need_no_capacity_but_a_courier() -> None:
    state = wing()
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FWL"): 2})
    assert duty(state).missing == 2
    ring = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in ((7, "0901"), (8, "0903"))]
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    cut = staff(*ring, "A9 infantry 5-3 0904", *far, wings="FI")
    cut.pad = replace(cut.pad, lines={**cut.pad.lines, line("FW"): Line(order("attack 2602"))})
    found = duty(cut)
    assert (found.needed, found.open, found.missing) == (1, (), 0)
    cut.turn = 3
    assert complete(cut).asked == []


@pytest.mark.rule("N12.17")
def test_the_options_are_all_choices_of_the_missing_number() -> None:
    question = CompleteWcDuty(FRENCH, WING)
    assert question.options(wing()) == [("FI", "FII"), ("FI", "FIII"), ("FII", "FIII")]
    assert {question.kind(one) for one in question.options(wing())} == {"copy"}
    one = wing("FW: attack 2602; FI: probe 2602")
    assert question.options(one) == [("FII",), ("FIII",)]


@pytest.mark.rule("N12.17")
@pytest.mark.parametrize("named", ["", "FI", "FI FI", "FI FII FIII", "FI AI", "FI FX"])
def test_exactly_the_missing_number_of_own_corps_is_named(named: str) -> None:
    answer = tuple(FormationId(f) for f in named.split())
    found = CompleteWcDuty(FRENCH, WING).refusal(wing(), answer)
    assert found is not None
    assert found.rule == "N12.17"


@pytest.mark.rule("N12.17")
def test_the_order_of_the_names_does_not_matter() -> None:
    answer = (FormationId("FIII"), FormationId("FI"))
    assert CompleteWcDuty(FRENCH, WING).refusal(wing(), answer) is None


def test_the_other_side_is_not_asked() -> None:
    played = play(wing(), lambda table: complete_wing_duties(table, ALLIED))
    assert played.asked == []
