"""Step losses (N2.2, N11.5-N11.61)."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.model.events import LeaderCaptured, LeaderDisplaced, StepLost, UnitEliminated
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.pieces import Box
from hexwar.model.state import GameState
from hexwar.rules.nlc import losses
from hexwar.rules.nlc.fight import MainArm
from hexwar.rules.nlc.losses import (
    ChooseStepLoss,
    Toll,
    abandon_leaders,
    is_on_last_step,
    lose_steps,
    may_lose,
)
from tests.rules.positions import ALLIED, OPEN, Answers, Played, play, position, unit, units

INFANTRY, CAVALRY, ARTILLERY = MainArm.INFANTRY, MainArm.CAVALRY, MainArm.ARTILLERY


def stack(*lines: str) -> tuple[GameState, Toll]:
    """Allied units in one hex, all of whose arms fired."""
    state = position(OPEN, *(f"{line} 0403" if "04" not in line else line for line in lines))
    return state, Toll(ALLIED, state.combat_units_in(Hex("0403")), frozenset(MainArm))


def lose(state: GameState, toll: Toll, steps: int, answers: Answers | None = None) -> Played[Toll]:
    return play(state, lambda table: lose_steps(table, toll, steps, "fire"), answers=answers)


def losers(played: Played[Toll]) -> list[str]:
    """Who lost a step, in order."""
    return [event.unit for event in played.events if hasattr(event, "unit")]


# -- steps


@pytest.mark.rule("N2.2")
def test_the_first_loss_flips_a_unit() -> None:
    state, toll = stack("A1 infantry 5/3-3")
    played = lose(state, toll, 1)
    assert played.events == [StepLost(unit("A1"), 2, "fire")]
    assert played.state.units[unit("A1")].reduced
    assert played.state.sp(unit("A1")) == 3


@pytest.mark.rule("N2.2", "N11.6")
def test_the_second_loss_removes_it() -> None:
    state, toll = stack("A1 infantry 5/3-3")
    played = lose(state, toll, 2)
    assert played.events == [
        StepLost(unit("A1"), 2, "fire"),
        UnitEliminated(unit("A1"), Box.UAR, 3, "fire"),
    ]
    assert played.state.units[unit("A1")].hex is None
    assert played.state.units[unit("A1")].box is Box.UAR


@pytest.mark.rule("N2.22")
@pytest.mark.parametrize(
    ("line", "is_last"),
    [
        ("A1 battery 3-3", True),
        ("A1 horse 2-3", True),
        ("A1 light 1/0-3", True),
        ("A1 light 2-3", False),
        ("A1 infantry 5-3", False),
    ],
)
def test_units_of_one_step_are_removed_by_their_first_loss(line: str, is_last: bool) -> None:
    state, toll = stack(line)
    assert is_on_last_step(state, unit("A1")) is is_last
    kind = UnitEliminated if is_last else StepLost
    assert [type(event) for event in lose(state, toll, 1).events] == [kind]


@pytest.mark.rule("N2.22")
def test_what_one_step_costs_in_sp() -> None:
    state, toll = stack("A1 battery 3-3")
    assert lose(state, toll, 1).events == [UnitEliminated(unit("A1"), Box.UAR, 3, "fire")]


@pytest.mark.rule("N11.6")
def test_a_unit_out_of_supply_is_lost_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    supplied = {unit("A1")}
    monkeypatch.setattr(losses, "is_in_supply", lambda _, unit_: unit_ in supplied)
    state, toll = stack("A1 battery 3-3", "A2 battery 2-3")
    assert [event.box for event in lose(state, toll, 2).of(UnitEliminated)] == [Box.UAR, Box.PEU]


@pytest.mark.rule("N11.5")
def test_losses_end_when_nobody_is_left() -> None:
    state, toll = stack("A1 infantry 5-3")
    played = lose(state, toll, 5)
    assert losers(played) == ["A1", "A1"]
    assert may_lose(played.state, played.result) == ()


# -- who loses


@pytest.mark.rule("N11.5")
def test_the_first_loss_falls_on_the_strongest() -> None:
    state, toll = stack("A1 infantry 4-3", "A2 infantry 6-3", "A3 infantry 5-3")
    assert may_lose(state, toll) == units("A2")


@pytest.mark.rule("N11.5")
def test_the_first_loss_falls_on_an_arm_that_fired() -> None:
    state, toll = stack("A1 infantry 4-3", "A2 light 6-3")
    fired = Toll(toll.side, toll.units, frozenset({INFANTRY}))
    assert may_lose(state, fired) == units("A1")
    assert may_lose(state, toll) == units("A2")
    silent = Toll(toll.side, toll.units, frozenset())
    assert may_lose(state, silent) == units("A2")


@pytest.mark.rule("N11.5")
def test_strength_is_what_the_side_that_lies_up_shows() -> None:
    state, toll = stack("A1 infantry 7/3-3 0403 reduced", "A2 infantry 4-3")
    assert may_lose(state, toll) == units("A2")


@pytest.mark.rule("N11.61")
def test_the_owner_chooses_among_the_strongest() -> None:
    state, toll = stack("A1 infantry 5-3", "A2 infantry 5-3", "A3 infantry 4-3")
    assert may_lose(state, toll) == units("A1 A2")
    played = lose(state, toll, 1, {ChooseStepLoss: [unit("A2")]})
    assert losers(played) == ["A2"]
    assert played.questions(ChooseStepLoss) == [ChooseStepLoss(ALLIED, units("A1 A2"), "fire")]


@pytest.mark.rule("N11.5")
def test_who_may_not_lose_is_refused() -> None:
    state, _ = stack("A1 infantry 5-3", "A2 infantry 5-3", "A3 infantry 4-3")
    decision = ChooseStepLoss(ALLIED, units("A1 A2"), "fire")
    refusal = decision.refusal(state, unit("A3"))
    assert refusal is not None
    assert refusal.rule == "N11.5"
    assert decision.kind(unit("A1")) == "lose"


@pytest.mark.rule("N11.5")
def test_nobody_loses_twice_before_all_infantry_and_cavalry_have_lost_once() -> None:
    state, toll = stack("A1 infantry 8-3", "A2 light 2-3", "A3 battery 3-3")
    assert losers(lose(state, toll, 2)) == ["A1", "A2"]
    played = lose(state, toll, 3)
    assert losers(played)[:2] == ["A1", "A2"]
    assert may_lose(state, Toll(ALLIED, toll.units, toll.fired, units("A1 A2"))) == units("A1 A2")


@pytest.mark.rule("N11.5")
def test_after_the_first_loss_the_owner_chooses_among_the_others() -> None:
    state, toll = stack("A1 infantry 8-3", "A2 infantry 5-3", "A3 light 2-3")
    after = lose(state, toll, 1)
    assert may_lose(after.state, after.result) == units("A2 A3")


@pytest.mark.rule("N11.5")
def test_a_unit_that_was_reduced_before_the_combat_has_not_lost_in_it() -> None:
    state, toll = stack("A1 infantry 9/6-3 0403 reduced", "A2 infantry 4-3")
    assert may_lose(state, toll) == units("A1")


@pytest.mark.rule("N11.5")
def test_artillery_loses_last() -> None:
    state, toll = stack("A1 infantry 4-3", "A2 battery 9-3")
    assert losers(lose(state, toll, 3)) == ["A1", "A1", "A2"]
    fired = Toll(toll.side, toll.units, frozenset({ARTILLERY}))
    assert may_lose(state, fired) == units("A1")


@pytest.mark.rule("N11.5")
def test_a_unit_of_one_step_counts_as_having_lost_it() -> None:
    state, toll = stack("A1 light 1/0-3", "A2 light 1/0-3", "A3 battery 2-3")
    assert losers(lose(state, toll, 3)) == ["A1", "A2", "A3"]


@pytest.mark.rule("N11.5")
def test_a_guard_may_be_spared_if_another_can_take_the_loss() -> None:
    state, toll = stack("A1 infantry 8-5 0403 guard", "A2 infantry 5-3", "A3 infantry 4-3")
    assert may_lose(state, toll) == units("A2 A1")  # not A3, who is weaker than A2


@pytest.mark.rule("N11.5")
def test_a_guard_is_not_spared_at_the_cost_of_guns_or_a_second_step() -> None:
    state, toll = stack("A1 infantry 8-5 0403 guard", "A2 battery 3-3")
    assert may_lose(state, toll) == units("A1")
    state, toll = stack("A1 infantry 8-5 0403 guard", "A2 infantry 5-3")
    assert losers(lose(state, toll, 2)) == ["A2", "A1"]


@pytest.mark.rule("N11.5")
def test_a_guard_is_spared_by_another_arm_where_its_own_has_nobody() -> None:
    state, toll = stack("A1 infantry 8-5 0403 guard", "A2 light 3-3", "A3 light 2-3")
    fired = Toll(toll.side, toll.units, frozenset({INFANTRY}))
    assert may_lose(state, fired) == units("A2 A1")


@pytest.mark.rule("N11.5")
def test_between_guard_and_line_of_equal_strength_the_line_is_the_default() -> None:
    state, toll = stack("A1 infantry 5-5 0403 guard", "A2 infantry 5-3", "A3 infantry 4-3")
    assert may_lose(state, toll) == units("A2 A1")


@pytest.mark.rule("N11.5")
def test_a_weaker_guard_is_not_named_at_all() -> None:
    state, toll = stack("A1 infantry 4-5 0403 guard", "A2 infantry 5-3")
    assert may_lose(state, toll) == units("A2")


# -- leaders of a stack that is gone


@pytest.mark.rule("N8.12", "N14.71")
@pytest.mark.parametrize(("die", "kind"), [(2, LeaderCaptured), (3, LeaderDisplaced)])
def test_a_leader_whose_stack_is_gone_rolls(die: int, kind: type) -> None:
    state = position(OPEN, "A-Olsufiev leader 0403", "A2 infantry 5-3 0401")
    played = play(state, lambda table: abandon_leaders(table, ALLIED, Hex("0403")), dice=[die])
    assert [event.leader for event in played.of(kind)] == [LeaderId("A-Olsufiev")]


@pytest.mark.rule("N14.71")
def test_a_leader_who_still_has_troops_does_not() -> None:
    state = position(OPEN, "A-Olsufiev leader 0403", "A2 infantry 5-3 0403")
    played = play(state, lambda table: abandon_leaders(table, Side("allied"), Hex("0403")))
    assert played.events == []


def test_a_toll_of_a_part_remembers_who_has_lost() -> None:
    toll = Toll(ALLIED, units("A1 A2"), frozenset({CAVALRY}), units("A1"))
    assert toll.only((UnitId("A2"),)) == Toll(ALLIED, units("A2"), toll.fired, units("A1"))
