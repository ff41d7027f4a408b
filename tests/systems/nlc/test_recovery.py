"""Recovery: units from the UAR box, and steps in the night (N13.2-N13.7)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RecoveryRolled,
    StepRegained,
    UnitLostForGood,
    UnitReturned,
)
from hexwar.systems.nlc.rules.losses.demoralization import lost_of
from hexwar.systems.nlc.rules.losses.rally import (
    ChooseRecovery,
    Recovery,
    RestoreStep,
    is_in_reserve,
    rally_phase,
    recover,
    recoveries,
    restorable,
    restore_steps,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import FRENCH, OPEN, Answers, Played, play, position, unit, units

FI, FII = FormationId("FI"), FormationId("FII")
LEADER, FOE = "FL leader 0404 rating:2", "A1 infantry 5-3 0701"
AROUND = {"0404", "0403", "0405", "0304", "0305", "0504", "0505"}


def resting(*lines: str, orders: str = "FI: reserve 0404", **more: Any) -> GameState:
    """I Corps in Reserve round its commander, a unit of it in the UAR box."""
    return position(OPEN, *(lines or ("F1 infantry 6/2-3 uar", LEADER, FOE)), orders=orders, **more)


def tried(state: GameState, *dice: int, answer: Recovery | None = None) -> Played[None]:
    chosen = answer or Recovery(unit("F1"), Hex("0404"))
    return play(
        state, lambda table: recover(table, FRENCH), dice, answers={ChooseRecovery: [chosen]}
    )


def places(state: GameState, name: str = "F1") -> set[str]:
    return {found.hex for found in recoveries(state, FI) if found.unit == name}


# -- the roll (N13.2)


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_up_to_four_a_unit_comes_back_reduced_and_disrupted(die: int) -> None:
    played = tried(resting(), die)
    assert played.events == [
        RecoveryRolled(unit("F1"), die, returns=True),
        UnitReturned(unit("F1"), Hex("0404")),
    ]
    record = played.state.units[unit("F1")]
    assert (record.hex, record.box, record.reduced, record.disrupted) == ("0404", None, True, True)
    assert played.state.sp(unit("F1")) == 2
    assert lost_of(played.state, FI) == 4  # it still lacks its step (N13.7)


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize("die", [5, 6])
def test_from_five_it_is_lost_for_good(die: int) -> None:
    played = tried(resting(), die)
    assert played.events == [
        RecoveryRolled(unit("F1"), die, returns=False),
        UnitLostForGood(unit("F1")),
    ]
    assert played.state.units[unit("F1")].box is Box.PEU
    assert recoveries(played.state, FI) == []


@pytest.mark.rule("N13.2", "N28.8")
@pytest.mark.parametrize(("die", "box"), [(3, None), (5, Box.PEU)])
def test_the_example_of_the_rulebook(die: int, box: Box | None) -> None:
    """VI Corps in Reserve, one brigade in the UAR box, tried for beside its commander."""
    played = tried(resting(), die, answer=Recovery(unit("F1"), Hex("0403")))
    record = played.state.units[unit("F1")]
    assert (record.box, record.hex) == (box, "0403" if box is None else None)


@pytest.mark.rule("N13.2")
def test_a_battery_comes_back_whole() -> None:
    played = tried(resting("F1 battery 3-3 uar", LEADER, FOE), 1)
    assert not played.state.units[unit("F1")].reduced
    assert lost_of(played.state, FI) == 0


@pytest.mark.rule("N13.2")
def test_one_unit_of_each_formation_in_a_phase() -> None:
    lines = (
        "F1 infantry 6-3 uar",
        "F2 infantry 6-3 uar",
        LEADER,
        "F3 infantry 6-3 uar of:FII",
        "FIIL leader 0202 of:FII",
        FOE,
    )
    state = resting(*lines, orders="FI: reserve 0404; FII: reserve 0202")
    answers = [Recovery(unit("F2"), Hex("0404")), Recovery(unit("F3"), Hex("0202"))]
    played = play(
        state, lambda table: recover(table, FRENCH), [1, 1], answers={ChooseRecovery: answers}
    )
    assert [question.formation for question in played.questions(ChooseRecovery)] == ["FI", "FII"]
    assert [event.unit for event in played.of(UnitReturned)] == ["F2", "F3"]


@pytest.mark.rule("N13.2")
def test_nobody_need_try_and_by_default_nobody_does() -> None:
    state = resting()
    question = ChooseRecovery(FRENCH, FI)
    options = question.options(state)
    assert options[0] is None
    assert (question.kind(None), question.kind(options[1])) == ("pass", "recover")
    assert len(options) == 8
    assert play(state, lambda table: recover(table, FRENCH)).events == []


@pytest.mark.rule("N13.2")
def test_it_comes_after_the_rally_and_does_not_rally_at_once() -> None:
    lines = ("F1 infantry 6-3 uar", "F2 infantry 6-3 0403 disrupted", LEADER, FOE)
    state = resting(*lines)
    chosen = Recovery(unit("F1"), Hex("0404"))
    played = play(state, rally_phase, [1], answers={ChooseRecovery: [chosen]})
    assert played.story == ["UnitRallied", "RecoveryRolled", "UnitReturned", "RallyEnded"]
    assert played.state.units[unit("F1")].disrupted


# -- who (N13.2)


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize("order", ["defend 0404", "march 0404", "attack 0101", "fall back 0404"])
def test_only_a_formation_in_reserve_recovers(order: str) -> None:
    assert recoveries(resting(orders=f"FI: {order}"), FI) == []


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize(
    "lines",
    [
        ("FL leader due",),
        ("FL leader 0404", "A2 infantry 5-3 0403"),  # in an EZOC
        ("FL leader 0404 of:FII",),  # another's commander
    ],
)
def test_its_commander_is_on_the_map_and_in_no_ezoc(lines: tuple[str, ...]) -> None:
    state = resting("F1 infantry 6-3 uar", *lines, FOE)
    assert recoveries(state, FI) == []
    assert play(state, lambda table: recover(table, FRENCH)).asked == []


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize(
    ("foe", "can"), [("A1 infantry 5-3 0701", True), ("A1 infantry 5-3 0107", False)]
)
def test_its_commander_is_in_supply(foe: str, can: bool) -> None:
    state = resting("F1 infantry 6-3 uar", LEADER, foe, supply_sources={Hex("0107"): FRENCH})
    assert bool(recoveries(state, FI)) is can


@pytest.mark.rule("N13.2", "N4.47")
def test_the_senior_unit_stands_for_a_commander_who_never_was() -> None:
    state = resting("F1 infantry 6-3 uar", "F2 infantry 4-3 0202", "F3 infantry 6-3 0505", FOE)
    assert "0505" in places(state)
    assert "0202" not in places(state)


@pytest.mark.rule("N13.2", "N14.6")
def test_it_does_not_stand_for_one_who_was_captured() -> None:
    state = resting("F1 infantry 6-3 uar", "F2 infantry 4-3 0202", LEADER, FOE)
    assert places(state) == AROUND
    leader = next(iter(state.leaders.values()))
    state.put_leader(type(leader)(leader.id, box=Box.CAPTURED))
    assert recoveries(state, FI) == []


@pytest.mark.rule("N13.2", "N11.6")
@pytest.mark.parametrize(
    ("box", "can"),
    [(Box.UAR, True), (Box.RECOVERED, True), (Box.PEU, False), (Box.DUE, False)],
)
def test_who_may_come_back(box: Box, can: bool) -> None:
    state = resting()
    old = state.units[unit("F1")]
    state.put_unit(type(old)(old.id, box=box))
    assert bool(recoveries(state, FI)) is can


@pytest.mark.rule("N13.3")
def test_from_the_recovered_box_a_unit_comes_back_without_a_roll() -> None:
    state = resting()
    state.put_unit(type(state.units[unit("F1")])(unit("F1"), box=Box.RECOVERED))
    assert tried(state).events == [UnitReturned(unit("F1"), Hex("0404"))]


# -- where (N13.7)


@pytest.mark.rule("N13.2", "N13.7")
def test_a_unit_appears_in_or_next_to_the_commanders_hex() -> None:
    assert places(resting()) == AROUND
    assert recoveries(resting(), FI)[0].hex == "0404"


@pytest.mark.rule("N13.7")
def test_not_in_an_ezoc_nor_where_the_enemy_stands() -> None:
    lines = ("F1 infantry 6-3 uar", LEADER, "A1 infantry 5-3 0402")
    assert places(resting(*lines)) == AROUND - {"0403"}
    broken = ("F1 infantry 6-3 uar", LEADER, "A1 infantry 5-3 0403 disrupted")
    assert places(resting(*broken)) == AROUND - {"0403"}


@pytest.mark.rule("N13.7", "N6.1")
def test_within_stacking_as_it_comes_back() -> None:
    lines = ("F1 infantry 8/3-3 uar", LEADER, "F2 infantry 9-3 0404", FOE)
    assert places(resting(*lines)) == AROUND  # 9 + 3 are 12 SP
    more = ("F1 infantry 8/4-3 uar", LEADER, "F2 infantry 9-3 0404", FOE)
    assert places(resting(*more)) == AROUND - {"0404"}
    three = (*lines[:2], "F2 infantry 1-3 0404", "F3 infantry 1-3 0404", FOE)
    assert places(resting(*three)) == AROUND - {"0404"}


@pytest.mark.rule("N13.7")
def test_where_there_is_no_room_the_roll_is_not_made() -> None:
    full = [f"F{n} infantry 12-3 {hex_}" for n, hex_ in enumerate(sorted(AROUND), start=2)]
    state = resting("F1 infantry 6-3 uar", LEADER, *full, FOE)
    assert recoveries(state, FI) == []
    assert play(state, lambda table: recover(table, FRENCH)).asked == []


@pytest.mark.rule("N13.7")
def test_another_hex_or_unit_is_refused() -> None:
    state = resting("F1 infantry 6-3 uar", "F2 infantry 6-3 0101", LEADER, FOE)
    question = ChooseRecovery(FRENCH, FI)
    assert question.refusal(state, Recovery(unit("F1"), Hex("0101"))) is not None
    assert question.refusal(state, Recovery(unit("F2"), Hex("0404"))) is not None
    assert question.refusal(state, Recovery(unit("F1"), Hex("0403"))) is None
    assert question.refusal(state, None) is None


# -- a step in the night (N13.5)


def night(*lines: str, kind: TurnKind = TurnKind.NIGHT_AM, **more: Any) -> GameState:
    units_ = lines or ("F1 infantry 6/2-2 0404 reduced", FOE)
    return resting(*units_, kind=kind, **more)


def restored(state: GameState, *dice: int, who: str = "F1") -> Played[None]:
    answers: Answers = {RestoreStep: [unit(who)]}
    return play(state, lambda table: restore_steps(table, FRENCH), dice, answers=answers)


@pytest.mark.rule("N13.5", "N17.2")
@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_at_night_am_a_unit_in_reserve_may_regain_its_step(die: int, passes: bool) -> None:
    played = restored(night(), die)
    roll = played.of(MoraleRolled)[0]
    # initiative 2 + 1, reduced -1, night +1
    assert (roll.morale, roll.modifiers, roll.value, roll.purpose) == (3, 0, 3, "recovery")
    assert played.of(StepRegained) == ([StepRegained(unit("F1"))] if passes else [])
    assert played.state.units[unit("F1")].reduced is not passes
    assert lost_of(played.state, FI) == (0 if passes else 4)


@pytest.mark.rule("N13.5")
@pytest.mark.parametrize("kind", [TurnKind.DAY, TurnKind.NIGHT_PM])
def test_nobody_regains_a_step_during_the_day(kind: TurnKind) -> None:
    state = night(kind=kind)
    assert restorable(state, FI) == ()
    assert play(state, lambda table: restore_steps(table, FRENCH)).asked == []


@pytest.mark.rule("N13.5")
def test_only_reduced_units_of_formations_in_reserve_on_the_map() -> None:
    lines = (
        "F1 infantry 6-3 0404 reduced",
        "F2 infantry 6-3 0405",
        "F3 infantry 6-3 uar reduced",
        "F4 infantry 6-3 0202 of:FII reduced",
        FOE,
    )
    state = night(*lines, orders="FI: reserve 0404; FII: defend 0202")
    assert restorable(state, FI) == units("F1")
    assert restorable(state, FII) == ()


@pytest.mark.rule("N13.5")
def test_one_unit_of_each_formation_and_nobody_by_default() -> None:
    state = night("F1 infantry 6-3 0404 reduced", "F2 infantry 6-3 0405 reduced", FOE)
    question = RestoreStep(FRENCH, FI)
    assert question.options(state) == [None, *units("F1 F2")]
    assert (question.kind(None), question.kind(unit("F1"))) == ("pass", "restore")
    assert play(state, lambda table: restore_steps(table, FRENCH)).events == []
    assert restored(state, 1, who="F2").of(StepRegained) == [StepRegained(unit("F2"))]


@pytest.mark.rule("N13.5", "N13.6")
def test_it_is_part_of_the_rally_phase() -> None:
    played = play(night(), rally_phase, [1], answers={RestoreStep: [unit("F1")]})
    assert played.story == ["MoraleRolled", "StepRegained", "RallyEnded"]


# -- Reserve


@pytest.mark.rule("N12.27")
def test_who_is_in_reserve() -> None:
    lines = ("F1 infantry 6-3 0404", "F2 infantry 6-3 0405 division:1st", FOE)
    state = resting(*lines, orders="FI: reserve 0404; FI/1st: defend 0405")
    assert [is_in_reserve(state, u) for u in units("F1 F2 A1")] == [True, False, False]
