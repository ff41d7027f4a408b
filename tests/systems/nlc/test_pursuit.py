"""Pursuit after a retreat or rout (N11.7, N11.73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import PursuitMade, PursuitResolved
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.losses import UnitDisrupted
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.combat.fire import defence_report
from hexwar.systems.nlc.rules.losses.morale import morale_report
from hexwar.systems.nlc.rules.losses.pursuit import (
    DeclarePursuit,
    Pursuit,
    Riders,
    pursue,
    pursuit_modifiers,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# The Allies have left 0403 and fled to 0401; the French won from 0404.
F1 = "F1 light 5-3 0404"  # its morale is 4
A1 = "A1 infantry 5-3 0401"
BY_0402 = Pursuit(units("F1"), Hex("0401"), hexes("0404 0403 0402"))


def after(
    state: GameState,
    dice: Sequence[int] = (),
    choice: Pursuit | None = None,
    fled: str = "A1",
    answers: Answers | None = None,
    **more: Any,
) -> Played[tuple[Any, ...]]:
    """What follows once 0403 is empty."""
    fugitives, place = units(fled), Hex("0403")
    words: dict[str, Any] = {"routed": False, **more}
    given_: Answers = {**(answers or {}), **({"DeclarePursuit": [choice]} if choice else {})}
    return play(state, lambda table: pursue(table, FRENCH, place, fugitives, **words), dice, given_)


def met(*lines: str, **more: Any) -> GameState:
    return position(OPEN, *(lines or (F1, A1)), active="FI", **more)


def asked(state: GameState, *riders: Riders, fled: str = "A1") -> DeclarePursuit:
    group = riders or (Riders(units("F1"), Hex("0404")),)
    return DeclarePursuit(FRENCH, group, units(fled))


@pytest.mark.rule("N11.7", "N11.73", "N10.7")
def test_a_pursuit_in_its_steps_and_that_nobody_need_pursue() -> None:
    played = after(met(), [4, 4, 4], BY_0402)
    story = "MoraleRolled PursuitMade PursuitResolved StepLost MoraleRolled"
    assert played.story == story.split()
    assert [e.purpose for e in played.of("MoraleRolled")] == ["pursuit", "aftermath"]
    # 4, and 1 for fugitives without cavalry
    resolved = PursuitResolved(units("F1"), units("A1"), 4, 1, loss=True)
    assert played.of(PursuitResolved) == [resolved]
    assert [(e.unit, e.cause) for e in played.of("StepLost")] == [("A1", "pursuit")]
    record = played.state.units[unit("F1")]
    assert (record.hex, record.done, record.disrupted) == ("0402", True, False)
    assert played.result == units("F1")
    played = after(met(), [5], BY_0402)
    assert (played.story, played.result) == (["MoraleRolled"], ())
    record = played.state.units[unit("F1")]
    assert (record.hex, record.disrupted) == ("0404", False)
    played = after(met(), [1, 1, 5], BY_0402)  # blown afterwards unless they pass
    assert played.of(PursuitResolved)[0].loss is False
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("F1"))]
    played = after(met())
    question = played.questions("DeclarePursuit")[0]
    assert (question.side, question.options(played.state)[0]) == (FRENCH, None)
    assert (question.kind(None), question.kind(BY_0402)) == ("stay", "pursue")
    assert (played.result, played.events) == ((), [])


LIGHT = "light 5-3 0401"


@pytest.mark.rule("N11.7")
@each(
    "riders fled letter routed expected",
    ("5-3 0404", LIGHT, ".", False, 0),
    ("5-3 0404", LIGHT, ".", True, 1),
    ("5-3 0404", "infantry 5-3 0401", ".", False, 1),
    ("5-3 0404", "horse 5-3 0401", ".", False, 1),
    ("5-3 0404", LIGHT, "w", False, -1),
    ("5-3 0404", LIGHT, "t", False, -1),
    ("5-3 0404", LIGHT, "m", False, -1),
    ("5-3 0404", LIGHT, "c", False, 0),
    ("4-3 0404", LIGHT, ".", False, -1),
    ("6-3 0404 reduced", LIGHT, ".", False, -1),
    ("5-3 0404", "light 9-3 0401 reduced", ".", False, 0),
    ("4-3 0404", "infantry 5-3 0401", "w", True, 0),
)
def test_each_modifier_of_the_die(
    riders: str, fled: str, letter: str, routed: bool, expected: int
) -> None:
    rows = OPEN.replace(".  .  .  .", f".  .  .  {letter}", 1)
    state = position(rows, f"F1 light {riders}", f"A1 {fled}")
    rows_ = pursuit_modifiers(state, units("F1"), units("A1"), routed=routed)
    assert sum(pips for _, pips, _ in rows_) == expected


@pytest.mark.rule("N11.7", "N11.73", "N11.5", "N14.7")
def test_four_or_more_costs_a_step_of_the_owner_s_choice_batteries_last() -> None:
    for die, loss in ((3, False), (4, True), (6, True)):
        played = after(met(F1, "A1 light 5-3 0401"), [1, die, 1], BY_0402)
        assert [e.loss for e in played.of(PursuitResolved)] == [loss]
        assert len(played.of("StepLost")) == loss
    state = met(F1, A1, "A2 infantry 5-3 0401", "A3 battery 6-3 0401")
    answers: Answers = {"ChooseStepLoss": [unit("A2")]}
    played = after(state, [1, 6, 1], BY_0402, "A1 A2 A3", answers)
    question = played.questions("ChooseStepLoss")[0]
    assert (question.side, question.units, question.cause) == ("allied", units("A1 A2"), "pursuit")
    assert [e.unit for e in played.of("StepLost")] == ["A2"]
    # Leaders of a stack that is lost look to themselves.
    state = met(F1, "A1 battery 3-3 0401", "AL leader 0401")
    played = after(state, [1, 6, 1, 1], BY_0402)
    assert [e.unit for e in played.of("UnitEliminated")] == ["A1"]
    assert "LeaderCaptured" in played.story
    state = position(OPEN, "F1 light 9-3 0404", A1, "A2 light 3-3 0401")
    assert pursuit_modifiers(state, units("F1"), units("A1 A2"), routed=False) == ()


@pytest.mark.rule("N11.73", "N10.32", "N11.7", "N12.2", "N12.35")
def test_who_may_pursue_and_under_which_order() -> None:
    for lines in (
        (f"{F1} disrupted", A1),
        (f"{F1} column", A1),
        ("F1 infantry 5-3 0404", A1),
        ("F1 horse 5-3 0404", A1),
        ("F1 light 5-3 0406", A1),  # three hexes from the emptied hex
        (F1, "F2 infantry 5-3 0404 square", A1),
        ("F1 light 5-3 0304", "A1 infantry 5-3 0707"),  # without a way
        (F1, "A1 infantry 5-3 uar"),  # without fugitives
    ):
        assert after(met(*lines)).asked == []
    for order, may in (
        ("attack 0707", True),
        ("probe 0707", True),
        ("delay 0707", False),
        ("march 0707", False),
        ("reserve 0707", False),
        ("general retreat 0707", False),
        ("defend 0403", True),  # the fugitives are 2 hexes from the objective
        ("defend 0404", False),
    ):
        state = met(orders=f"FI: {order}")
        assert bool(after(state).asked) is may
        assert (asked(state).refusal(state, BY_0402) is None) is may


@pytest.mark.rule("N11.7", "N11.73")
def test_cavalry_two_hexes_from_the_emptied_one_still_reaches_the_fugitives() -> None:
    way = Pursuit(units("F1"), Hex("0401"), hexes("0405 0404 0403 0402"))
    played = after(met("F1 light 5-3 0405", A1), [1, 6, 1], way)
    assert played.of(PursuitMade) == [PursuitMade(units("F1"), way.path)]
    assert played.of(PursuitResolved)[0].loss


@pytest.mark.rule("N11.73")
def test_stacks_within_two_hexes_ride_who_hit_from_elsewhere_from_there() -> None:
    lines = ("F1 light 3-3 0403", "F2 heavy 3-3 0403", "F3 light 3-3 0304", "F4 light 3-3 0405")
    state = met(*lines, A1)
    question = after(state).questions("DeclarePursuit")[0]
    there, beside = Riders(units("F1 F2"), Hex("0403")), Riders(units("F3"), Hex("0304"))
    near = Riders(units("F4"), Hex("0405"))
    assert question.riders == (there, beside, near)
    parties = {answer.units for answer in question.options(state) if answer is not None}
    assert parties == {units("F1 F2"), units("F1"), units("F2"), units("F3")}
    hit, other = Riders(units("F1"), Hex("0404")), Riders(units("F2"), Hex("0304"))
    state = met("F1 light 5-3 0406", "F2 light 5-3 0304", A1)
    gone = met("F2 light 5-3 0304", "F3 light 5-3 uar", A1)
    for table, words, riders in (
        (state, {"hit": hit}, (hit, other)),
        (state, {"hit": hit, "only_hit": True}, (hit,)),
        (gone, {"hit": Riders(units("F3"), Hex("0404"))}, (other,)),
    ):
        assert after(table, **words).questions("DeclarePursuit")[0].riders == riders
    # the check after the charge is left to the flow of the charge
    ridden = after(state, [1, 1], BY_0402, hit=hit)
    assert ridden.of(PursuitMade) == [PursuitMade(units("F1"), hexes("0404 0403 0402"))]
    assert ridden.state.units[unit("F1")].hex == "0402"


@pytest.mark.rule("N11.73")
def test_fugitives_of_several_hexes_one_is_chosen_and_who_is_beside_them_may_stay() -> None:
    state = met(F1, A1, "A2 light 5-3 0302")
    question = after(state, fled="A1 A2").questions("DeclarePursuit")[0]
    found = [answer for answer in question.options(state) if answer is not None]
    assert {answer.fugitives for answer in found} == {"0401", "0302"}
    ends = {answer.path[-1] for answer in found if answer.fugitives == "0302"}
    assert ends == {"0402", "0303", "0202"}
    chosen = next(answer for answer in found if answer.fugitives == "0302")
    played = after(state, [1, 6, 1], chosen, "A1 A2")
    assert played.of(PursuitResolved)[0].fugitives == units("A2")
    stay = Pursuit(units("F1"), Hex("0401"), hexes("0402"))
    played = after(met("F1 light 5-3 0402", A1), [1, 6, 1], stay)
    assert played.state.units[unit("F1")].hex == "0402"
    assert played.of(PursuitResolved)[0].loss


@pytest.mark.rule("N11.73", "N10.14")
@each(
    "path sentence rule",
    ("0404 0403 0402", None, ""),
    ("0404 0304 0303 0302", None, ""),
    ("0403 0402", "The pursuit begins in 0404.", "N11.73"),
    ("0404 0403", "0403 is not next to the fugitives.", "N11.73"),
    ("0404 0304 0303 0302 0301", "A pursuit goes 3 hexes at most.", "N11.7"),
    ("0404 0402", "Cavalry cannot pursue from 0404 to 0402.", "N10.14"),
    ("0404 0503 0502", "Cavalry cannot pursue from 0404 to 0503.", "N10.14"),
)
def test_the_law_of_the_way(path: str, sentence: str | None, rule: str) -> None:
    rows = ".  .  .  .  .  .  .\n.  .  .  .  .  .  .\n.  .  .  .  w  .  .\n"
    rows += "\n".join([".  .  .  .  .  .  ."] * 4)
    state = position(rows, F1, A1, active="FI")
    refusal = asked(state).refusal(state, Pursuit(units("F1"), Hex("0401"), hexes(path)))
    found = (None, "") if refusal is None else (refusal.sentence, refusal.rule)
    assert found == (sentence, rule)


@pytest.mark.rule("N11.73", "N10.14")
def test_the_law_of_the_pursuers_and_what_bars_their_way() -> None:
    for who, fugitives, rule in (
        ("F2", "0401", "N11.7"),
        ("", "0401", "N11.7"),
        ("F1 F1", "0401", "N11.7"),
        ("F1", "0501", "N11.73"),
    ):
        state = met(F1, "F2 light 3-3 0606", A1)
        answer = Pursuit(units(who), Hex(fugitives), BY_0402.path)
        assert rule_of(asked(state).refusal(state, answer)) == rule
    for state, rule in (
        (met(F1, A1, "A2 infantry 3-3 0402"), "N10.14"),
        (met(streams=["0402-0403"]), "N10.14"),
        (met(F1, A1, "F9 train 0402"), "N6.1"),
    ):
        assert rule_of(asked(state).refusal(state, BY_0402)) == rule


@pytest.mark.rule("N11.73", "N14.52", "N16.4", "N22.2", "N11.72", "N11.74")
def test_leaders_ride_along_hexes_are_won_and_who_retreated_into_one_defends_it() -> None:
    lines = (F1, "FL leader 0404", "FH hq 0404", "A9 train 0403", A1)
    played = after(met(*lines, control={Hex("0402"): ALLIED}), [1, 1, 1], BY_0402)
    assert [e.train for e in played.of("TrainDestroyed")] == ["A9"]
    assert played.of(HexControlled) == [HexControlled(Hex("0402"), FRENCH, unit("F1"))]
    ridden = LeaderMoved(LeaderId("FL"), hexes("0404 0403 0402"), free=True)
    assert played.of(LeaderMoved) == [ridden]
    assert played.state.leaders[LeaderId("FL")].hex == "0402"
    assert played.state.leaders[LeaderId("FH")].hex == "0404"
    stack = ("F1 infantry 5-3 0404", "A1 infantry 5-3 0403", "A2 infantry 4-5 0403 disrupted")
    state = position(OPEN, *stack, active="FI")
    battle = fight_over(state, Hex("0403"), units("F1"), Hex("0404"))
    assert battle.defenders == units("A1 A2")
    assert defence_report(state, battle).strength == 7  # 5, and half of 4
    assert morale_report(state, units("A2")).value == 4  # of 6 count 5, - 1
