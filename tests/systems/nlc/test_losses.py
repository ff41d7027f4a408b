"""Step losses (N2.2, N11.5-N11.61)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.losses.losses import (
    ChooseStepLoss,
    Toll,
    abandon_leaders,
    box_for_loss,
    charged_arm,
    is_on_last_step,
    lose_steps,
    may_lose,
)
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.assaults import fight
from tests.systems.nlc.charges import ride
from tests.systems.nlc.positions import ALLIED, OPEN, Answers, Played, play, position, unit, units

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


# -- the box (N11.6)

A_ROAD = ("0403 0503 0603 0703",)
FROM_0703 = {Hex("0703"): ALLIED}


def boxes(played: Played[Toll]) -> list[Box]:
    """Where the lost units went."""
    return [event.box for event in played.of(UnitEliminated)]


@pytest.mark.rule("N11.6", "N11.61", "N16.5")
@pytest.mark.parametrize(
    ("enemies", "box"),
    [
        ((), Box.UAR),
        (("F1 infantry 5-3 0703",), Box.PEU),  # in the source
        (("F1 infantry 5-3 0603",), Box.UAR),  # a way round is left
        (tuple(f"F{row} infantry 5-3 060{row}" for row in range(1, 8)), Box.PEU),  # a wall
    ],
)
def test_where_a_unit_goes_is_traced_at_that_instant(enemies: tuple[str, ...], box: Box) -> None:
    state = position(OPEN, "A1 battery 3-3 0403", *enemies, supply_sources=FROM_0703)
    toll = Toll(ALLIED, units("A1"))
    assert lose(state, toll, 1).events == [UnitEliminated(unit("A1"), box, 3, "fire")]


@pytest.mark.rule("N11.61")
def test_the_first_of_a_stack_is_traced_before_the_second_goes() -> None:
    lines = ("A1 battery 3-3 0403", "A2 battery 2-3 0403")
    state = position(OPEN, *lines, "F1 infantry 5-3 0703", supply_sources=FROM_0703)
    assert boxes(lose(state, Toll(ALLIED, units("A1 A2")), 2)) == [Box.PEU, Box.PEU]


@pytest.mark.rule("N11.6", "N16.2")
@pytest.mark.parametrize(
    ("lines", "box"),
    [
        ((), Box.PEU),  # 19 hexes from the source
        (("AT train 0503",), Box.UAR),
        (("AT train 0503", "F1 infantry 5-3 1003"), Box.PEU),  # its road is cut
        (("AT train 0502",), Box.PEU),  # beside the road
    ],
)
def test_a_train_with_a_road_to_a_source_supplies_its_own(lines: tuple[str, ...], box: Box) -> None:
    road = " ".join(f"{column:02}03" for column in range(5, 21))
    plain = "\n".join([".  " * 20] * 5)
    sources = {Hex("2003"): ALLIED}
    state = position(plain, "A1 battery 3-3 0103", *lines, supply_sources=sources, roads=[road])
    assert boxes(lose(state, Toll(ALLIED, units("A1")), 1)) == [box]


@pytest.mark.rule("N11.6")
def test_a_side_without_a_source_needs_no_supply() -> None:
    state, toll = stack("A1 battery 3-3")
    assert boxes(lose(state, toll, 1)) == [Box.UAR]


@pytest.mark.rule("N11.6", "N16.5")
@given(data=st.data())
def test_the_box_says_what_the_supply_line_says(data: st.DataObject) -> None:
    """The quick question and the drawn line agree, wherever the enemy stands."""
    cells = st.sampled_from([f"0{c}0{r}" for c in range(1, 8) for r in range(1, 8)])
    places = data.draw(st.lists(cells, min_size=3, max_size=12, unique=True))
    unit_hex, train_hex, *enemies = places
    lines = [f"A1 infantry 3-3 {unit_hex}", f"AT train {train_hex} of:AII"]
    lines += [f"F{n} infantry 5-3 {hex_}" for n, hex_ in enumerate(enemies, start=1)]
    state = position(OPEN, *lines, supply_sources=FROM_0703, roads=A_ROAD)
    has_line = supply_line(state, unit("A1")).in_supply
    assert (box_for_loss(state, unit("A1")) is Box.UAR) is has_line
    assert side_supply(state, ALLIED)[unit("A1")] is has_line


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


# -- the arm that was charged (N11.5)


@pytest.mark.rule("N11.5")
@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (("A1 infantry 4-3", "A2 light 6-3", "A3 battery 8-3"), "A1"),
        (("A1 light 4-3", "A2 heavy 6-3", "A3 horse 8-3"), "A2"),
        (("A1 battery 4-3", "A2 horse 6-3"), "A2"),
    ],
)
def test_the_first_loss_of_a_charged_stack_falls_on_the_arm_that_was_charged(
    lines: tuple[str, ...], first: str
) -> None:
    state, toll = stack(*lines)
    charged = Toll(toll.side, toll.units, charged_arm(state, toll.units))
    assert may_lose(state, charged) == (unit(first),)


@pytest.mark.rule("N11.5")
def test_no_arm_is_charged_where_nobody_stands() -> None:
    assert charged_arm(position(OPEN), ()) == frozenset()


@pytest.mark.rule("N11.5")
def test_a_guard_may_be_spared_for_the_strongest_of_the_line() -> None:
    state, toll = stack("A1 infantry 6-3 0403 guard", "A2 infantry 4-3", "A3 infantry 5-3")
    assert may_lose(state, toll) == units("A3 A1")


@pytest.mark.rule("N11.5")
def test_artillery_is_last_even_when_all_others_have_lost_twice() -> None:
    state, toll = stack("A1 infantry 4-3", "A2 light 3-3", "A3 battery 2-3")
    played = lose(state, toll, 5)
    assert losers(played) == ["A1", "A2", "A1", "A2", "A3"]


@pytest.mark.rule("N14.7", "N8.9")
def test_a_leader_whose_attackers_are_lost_may_be_captured() -> None:
    lines = ("F1 infantry 1/0-3 0404", "FL leader 0404", "A1 infantry 12-3 0403")
    played = fight(position(OPEN, *lines, active="FI"), [1, 5, 1])  # 12 SP, 5: a step
    assert [e.leader for e in played.of(LeaderCaptured)] == ["FL"]


@pytest.mark.rule("N14.7", "N10.6")
def test_a_leader_whose_charged_stack_is_lost_may_be_captured_though_nobody_enters() -> None:
    lines = ("F1 heavy 12-3 0406", "A1 infantry 1/0-3 0403", "AL leader 0403")
    answers: Answers = {ChooseFormSquare: [False], ChooseAdvance: [None]}
    # 24 SP on infantry caught, 5: a step
    played = ride(position(OPEN, *lines, active="FI"), [5, 1, 1, 1], answers)
    assert [e.leader for e in played.of(LeaderCaptured)] == ["AL"]
