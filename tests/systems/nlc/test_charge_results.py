"""What a charge brings about, in its order (N10.6, N10.61, N10.7)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AdvanceMade, ChargeResolved
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderMoved
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Pursuit
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.charges import A1, F1, F2, TARGET, ride
from tests.systems.nlc.positions import OPEN, Answers, hexes, position, unit, units

SQUARE = "A1 infantry 5-3 0403 square"
NO_SQUARE: Answers = {ChooseFormSquare: [False]}

# 6 SP in square meet 3 SP, column 3-4: 1-3 nothing, 4-6 M.
# 6 SP on infantry caught are 12, column 11-14: 1-3 M, 4 M1, 5-6 a step and M.
# 5 SP of a square, column 5-7, one added: 1 nothing, 2-4 M, 5 M1, 6 M1; of infantry caught 3,
# column 3-4: 1-3 nothing, 4-6 M.


def charging(*lines: str, **more: Any) -> GameState:
    return position(more.pop("rows", OPEN), *lines, active="FI", **more)


def checks(played: Any) -> list[tuple[str, int]]:
    """Each morale check: what for, and the morale with all its modifiers."""
    return [(event.purpose, event.value) for event in played.of(MoraleRolled)]


def is_disrupted(played: Any, name: str) -> bool:
    return bool(played.state.units[unit(name)].disrupted)


# -- the target's check


@pytest.mark.rule("N10.6")
def test_a_square_that_stands_sends_the_chargers_back() -> None:
    played = ride(charging(F1, SQUARE), [4, 1, 4, 1])
    assert checks(played) == [("retreat", 4), ("aftermath", 4)]
    assert played.result is ChargeOutcome.HELD
    assert played.state.units[unit("F1")].hex == "0406"
    assert played.state.units[unit("A1")].hex == TARGET


@pytest.mark.rule("N10.6", "N8.9")
def test_a_square_that_fails_by_one_retreats() -> None:
    played = ride(charging(F1, SQUARE), [4, 1, 5, 1], {ChooseAdvance: [None]})
    assert played.result is ChargeOutcome.TARGET_RETREATS
    began = played.of(RetreatBegan)[0]
    assert (began.hexes, began.rout) == (2, False)
    assert not played.of(StepLost)
    assert not played.state.units[unit("A1")].square


@pytest.mark.rule("N10.6")
def test_infantry_out_of_square_routs_whenever_it_fails() -> None:
    # morale 4, caught 3; a 4 fails by one
    answers: Answers = {ChooseFormSquare: [False], ChooseAdvance: [None]}
    played = ride(charging(F1, A1), [1, 1, 4, 1], answers)
    assert checks(played)[0] == ("retreat", 3)
    assert played.result is ChargeOutcome.TARGET_ROUTS
    began = played.of(RetreatBegan)[0]
    assert (began.hexes, began.rout) == (3, True)
    assert played.of(StepLost) == [StepLost(unit("A1"), 2, "rout")]


@pytest.mark.rule("N10.42")
def test_artillery_alone_routs_whenever_it_fails() -> None:
    # two batteries, morale 4, caught 3; the rout costs one of them
    lines = ("A1 battery 3-3 0403", "A2 battery 2-3 0403")
    played = ride(charging(F1, *lines, orders="AI: general retreat 0401"), [1, 1, 4, 1])
    assert played.result is ChargeOutcome.TARGET_ROUTS
    assert [event.unit for event in played.of(UnitEliminated)] == ["A1"]


@pytest.mark.rule("N10.42")
@pytest.mark.parametrize(
    ("initiative", "outcome", "length"),
    [(3, ChargeOutcome.TARGET_RETREATS, 3), (2, ChargeOutcome.TARGET_ROUTS, 4)],
)
def test_cavalry_at_the_halt_routs_by_margin_only(
    initiative: int, outcome: ChargeOutcome, length: int
) -> None:
    rows = "\n".join([OPEN, OPEN])
    state = charging("F1 light 6-3 0412", f"A1 light 4-{initiative} 0409", rows=rows)
    path = hexes("0412 0411 0410 0409")
    played = ride(state, [3, 1, 6, 1], {ChooseAdvance: [None]}, path=path)
    assert checks(played)[0] == ("retreat", initiative + 1)
    assert played.result is outcome
    assert played.of(RetreatBegan)[0].hexes == length


@pytest.mark.rule("N10.6", "N8.8")
def test_a_target_that_is_not_hit_does_not_check() -> None:
    played = ride(charging(F1, SQUARE), [3, 1, 1])
    assert checks(played) == [("aftermath", 4)]
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N8.8", "N10.3")
def test_a_shaken_result_makes_the_check_harder() -> None:
    played = ride(charging(F1, A1), [4, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", 2)  # 4, caught, shaken


@pytest.mark.rule("N8.7", "N2.32")
def test_a_flank_charge_makes_the_check_harder() -> None:
    state = charging(F1, A1, "F3 infantry 2-3 0402")
    played = ride(state, [1, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", 1)  # 4, caught, flank


@pytest.mark.rule("N2.44")
def test_russian_infantry_defends_against_a_charge() -> None:
    played = ride(charging(F1, "A1 infantry 5-3 0403 russian"), [1, 1, 1, 1], NO_SQUARE)
    assert checks(played)[0] == ("retreat", 4)  # 4, Russian, caught


@pytest.mark.rule("N2.32", "N10.6")
def test_the_rows_of_an_assault_do_not_count() -> None:
    # no town, no woods, no weight of fire, no artillery: those are of assaults
    rows = OPEN.splitlines()
    rows[2] = ".  .  .  w  .  .  ."
    state = charging("F1 heavy 16-3 0404", "A1 infantry 5-3 0403", rows="\n".join(rows))
    played = ride(state, [4, 1, 4, 1], path=hexes("0404 0403"))  # 4 SP
    assert checks(played)[0] == ("retreat", 4)


@pytest.mark.rule("N10.6", "N11.13")
def test_the_target_retreats_from_the_hex_that_was_hit_from() -> None:
    state = charging("F1 heavy 6-3 0404", SQUARE)
    path = hexes("0404 0304 0403")
    played = ride(state, [4, 1, 5, 1], {ChooseAdvance: [None]}, path=path)
    end = played.state.units[unit("A1")].hex
    assert end is not None
    assert state.battle.battlefield.grid.distance(end, Hex("0304")) == 3


# -- losses


@pytest.mark.rule("N11.5", "N10.61")
def test_losses_fall_on_the_arm_that_was_charged() -> None:
    state = charging(F1, "A1 infantry 3-3 0403", "A2 light 6-3 0403")
    played = ride(state, [5, 1, 1, 1], NO_SQUARE)
    assert [event.unit for event in played.of(StepLost)] == ["A1"]


@pytest.mark.rule("N10.13", "N11.5")
def test_only_those_who_charge_are_hit() -> None:
    state = charging("F1 heavy 6-3 0406", "F2 heavy 4-3 0406", "A1 infantry 9-3 0403 square")
    played = ride(state, [1, 5, 1, 1], named="F2")  # column 8-10, 6: a step
    assert [event.unit for event in played.of(StepLost)] == ["F2"]
    assert not played.state.units[unit("F1")].charged


@pytest.mark.rule("N10.6")
def test_a_target_that_is_destroyed_leaves_its_hex() -> None:
    state = charging(F1, "A1 infantry 2-3 0403 reduced")
    played = ride(state, [5, 1, 1], NO_SQUARE)
    assert played.result is ChargeOutcome.TARGET_ELIMINATED
    assert played.state.units[unit("F1")].hex == TARGET
    assert not played.questions(DeclarePursuit)


# -- the chargers' check


@pytest.mark.rule("N10.61")
def test_chargers_who_fail_are_back_where_they_started_disrupted() -> None:
    # square 5 SP, die 2 and one: M; morale 4, a 5 fails; nothing is left to check afterwards
    played = ride(charging(F1, SQUARE), [1, 2, 5])
    assert checks(played) == [("retreat", 4)]
    assert played.result is ChargeOutcome.CHARGERS_REPULSED
    assert played.state.units[unit("F1")].hex == "0406"
    assert is_disrupted(played, "F1")


@pytest.mark.rule("N10.61", "N11.2")
def test_chargers_who_rout_go_on_and_lose_a_step() -> None:
    played = ride(charging("F1 heavy 6-2 0406", SQUARE), [1, 2, 6])
    assert played.result is ChargeOutcome.CHARGERS_ROUT
    assert played.of(StepLost) == [StepLost(unit("F1"), 3, "rout")]
    assert played.of(RetreatBegan)[0].hexes == 2
    assert is_disrupted(played, "F1")
    assert len(played.questions(ChooseRetreatPath)) == 1


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_check_after_a_target_that_stayed() -> None:
    played = ride(charging(F1, SQUARE), [4, 2, 1, 1, 1])
    assert [event.units for event in played.of(MoraleRolled)] == [
        units("A1"),
        units("F1"),
        units("F1"),
    ]
    assert played.result is ChargeOutcome.HELD


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_who_lost_no_step_do_not_check_when_the_target_is_gone() -> None:
    played = ride(charging(F1, SQUARE), [4, 2, 5, 1], {ChooseAdvance: [None]})
    assert checks(played) == [("retreat", 4), ("aftermath", 4)]


@pytest.mark.rule("N10.61", "N8.9")
def test_chargers_who_lost_a_step_check_before_they_enter_the_emptied_hex() -> None:
    # square 9 SP, column 8-10: a 5 and one is a step; the target fails by one
    state = charging(F1, "A1 infantry 9-3 0403 square")
    beaten = ride(state, [4, 5, 5, 4])  # reduced, 3: a 4 fails
    assert checks(beaten) == [("retreat", 4), ("retreat", 3)]
    assert beaten.result is ChargeOutcome.TARGET_RETREATS
    assert not beaten.questions(ChooseAdvance)
    assert beaten.state.units[unit("F1")].hex == "0406"
    assert is_disrupted(beaten, "F1")
    passed = ride(state, [4, 5, 5, 3, 1])
    assert passed.state.units[unit("F1")].hex == TARGET


@pytest.mark.rule("N10.6")
def test_chargers_who_are_destroyed() -> None:
    state = charging("F1 heavy 6-3 0406 reduced", "A1 infantry 9-3 0403 square")
    played = ride(state, [1, 5])
    assert played.result is ChargeOutcome.CHARGERS_ELIMINATED
    assert played.of(ChargeResolved)[0].outcome == "chargers eliminated"


@pytest.mark.rule("N10.15", "N14.7")
def test_a_leader_who_rode_with_chargers_that_are_destroyed_may_be_captured() -> None:
    state = charging("F1 heavy 6-3 0406 reduced", "F8 leader 0406", "A1 infantry 9-3 0403 square")
    played = ride(state, [1, 5, 1])
    assert [event.leader for event in played.of(LeaderCaptured)] == [LeaderId("F8")]


# -- after a charge that was won


@pytest.mark.rule("N8.11", "N8.92", "N10.6")
def test_the_chargers_may_enter_the_emptied_hex() -> None:
    lines = (F1, F2, "F8 leader 0406", SQUARE, "A3 train 0403")
    played = ride(charging(*lines), [4, 1, 5, 1], named="F1 F2")
    assert played.of(AdvanceMade) == [AdvanceMade(units("F1 F2"), TARGET)]
    assert played.of(LeaderMoved)[0].leader == "F8"
    assert [event.train for event in played.of(TrainDestroyed)] == ["A3"]
    stayed = ride(charging(*lines), [4, 1, 5, 1], {ChooseAdvance: [None]}, named="F1 F2")
    assert stayed.state.units[unit("F1")].hex == "0406"


@pytest.mark.rule("N11.7", "N10.7")
def test_chargers_who_entered_pursue_and_check_once_when_all_is_over() -> None:
    state, dice = charging(F1, A1), [1, 1, 4]
    stayed = ride(state, [*dice, 1], NO_SQUARE)
    fugitives = stayed.state.units[unit("A1")].hex
    assert fugitives is not None
    assert [question.fugitives for question in stayed.questions(DeclarePursuit)] == [units("A1")]
    pursuit = Pursuit(units("F1"), fugitives, first_way(stayed.state, fugitives))
    answers: Answers = {ChooseFormSquare: [False], DeclarePursuit: [pursuit]}
    played = ride(state, [*dice, 1, 1, 1], answers)
    assert [purpose for purpose, _ in checks(played)] == ["retreat", "pursuit", "aftermath"]


@pytest.mark.rule("N11.7", "N10.7")
def test_chargers_who_stayed_pursue_from_where_they_hit_and_check_once() -> None:
    state, dice = charging(F1, A1), [1, 1, 4]
    stay: Answers = {ChooseFormSquare: [False], ChooseAdvance: [None]}
    stayed = ride(state, [*dice, 1], stay)
    question = stayed.questions(DeclarePursuit)[0]
    assert [(riders.units, riders.hex) for riders in question.riders] == [(units("F1"), "0404")]
    fugitives = stayed.state.units[unit("A1")].hex
    assert fugitives is not None
    way = ("0404", *first_way(stayed.state, fugitives))
    pursuit = Pursuit(units("F1"), fugitives, tuple(Hex(hex_) for hex_ in way))
    answers: Answers = {**stay, DeclarePursuit: [pursuit]}
    played = ride(state, [*dice, 1, 1, 1], answers)
    assert [purpose for purpose, _ in checks(played)] == ["retreat", "pursuit", "aftermath"]


def first_way(state: GameState, fugitives: Hex) -> tuple[Hex, ...]:
    """A straight way from 0403 to a hex next to the fugitives."""
    grid = state.battle.battlefield.grid
    path = [TARGET]
    while not grid.is_adjacent(path[-1], fugitives):
        path.append(min(grid.neighbours[path[-1]], key=lambda h: grid.distance(h, fugitives)))
    return tuple(path)


@pytest.mark.rule("N11.7", "N10.61")
def test_others_may_pursue_when_the_chargers_are_in_disorder() -> None:
    lines = (F1, "A1 infantry 9-3 0403 square", "F3 light 4-3 0503")
    beaten = ride(charging(*lines), [4, 5, 5, 4])  # they lose a step, and a 4 fails
    assert is_disrupted(beaten, "F1")
    question = beaten.questions(DeclarePursuit)[0]
    assert [riders.units for riders in question.riders] == [units("F3")]


# -- N10.7


@pytest.mark.rule("N10.7")
@pytest.mark.parametrize(("die", "disrupted"), [(4, False), (5, True), (6, True)])
def test_cavalry_that_charged_is_disrupted_unless_it_passes(die: int, disrupted: bool) -> None:
    played = ride(charging(F1, SQUARE), [1, 1, die])
    assert is_disrupted(played, "F1") is disrupted
    assert played.of(UnitDisrupted) == ([UnitDisrupted(unit("F1"))] if disrupted else [])


@pytest.mark.rule("N10.7")
def test_those_who_entered_and_those_who_stayed_check_apart() -> None:
    answers: Answers = {ChooseAdvance: [units("F2")]}
    played = ride(charging(F1, F2, SQUARE), [4, 1, 5, 1, 6], answers, named="F1 F2")
    assert [event.units for event in played.of(MoraleRolled)][1:] == [units("F1"), units("F2")]
    assert not is_disrupted(played, "F1")
    assert is_disrupted(played, "F2")
