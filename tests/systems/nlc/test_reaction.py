"""Reaction charges and evasion (N10.2, N10.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    ChargeDeclared,
    ChargeResolved,
    Evaded,
    FireResolved,
    PursuitResolved,
    ReactionDeclared,
    ReactionResolved,
    SquareFormed,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderMoved
from hexwar.systems.nlc.events.losses import (
    FriendDisplaced,
    GuardDismayed,
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import ActivationBegan, HexControlled
from hexwar.systems.nlc.rules.combat.charge import charge as whole_charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.charge_preview import meeting_chances
from hexwar.systems.nlc.rules.combat.permits import has_advanced
from hexwar.systems.nlc.rules.combat.reaction import (
    ChooseReactionCharge,
    Reacted,
    Reaction,
    meeting_fires,
    provokers,
    react_to_charge,
    react_to_move,
)
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, escape, evade
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import move_units
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.charges import F1, F2, of
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- reaction charges against a charge (N10.2-N10.24)


# F1 charges A1 in 0403 from 0406; A2, next to the last hex it crosses, can meet it.
F1_OF_REACTION = "F1 light 6-3 0406"  # its morale is 4
A1 = "A1 infantry 5-3 0403"
A2 = "A2 light 6-3 0504"  # its morale is 4
CHARGE = Charge(units("F1"), Hex("0403"), hexes("0406 0405 0404 0403"))
MEET = Reaction(units("A2"), hexes("0504 0404"))

# 6 SP fire in the column 5-7: 1-2 no effect, 3-5 M, 6 M1; 7 is 1.


def react(
    state: GameState,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
    chosen: Reaction = MEET,
    charge: Charge = CHARGE,
) -> Played[Reacted]:
    """The second step of a charge on 0403; with dice somebody tries to meet it."""
    pick: Answers = {ChooseReactionCharge: [chosen]} if dice else {}
    told = {**pick, **(answers or {})}
    return play(state, lambda table: react_to_charge(table, charge), dice, told)


def asked(charge: Charge | None = CHARGE) -> ChooseReactionCharge:
    return ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"), charge)


def parties(state: GameState, charge: Charge = CHARGE) -> list[str]:
    """Who is offered, in the order of the list."""
    question = ChooseReactionCharge(ALLIED, charge.last, charge.units, charge)
    found = [answer for answer in question.options(state) if answer is not None]
    return [" ".join(answer.units) for answer in found]


# -- the question


@pytest.mark.rule("N10.2", "N10.23")
def test_the_enemy_is_asked_and_need_not_react() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"))
    question = played.questions(ChooseReactionCharge)[0]
    assert (question.side, question.hex, question.units) == (ALLIED, "0404", units("F1"))
    assert question.options(played.state) == [None, MEET]
    assert (question.kind(None), question.kind(MEET)) == ("stay", "react")
    assert (played.result, played.events) == (Reacted(), [])


@pytest.mark.rule("N10.2", "N10.23")
@pytest.mark.parametrize(
    "line",
    [
        A2 + " disrupted",
        A2 + " column",
        "A2 infantry 6-3 0504",
        "A2 horse 6-3 0504",
        "A2 light 6-3 0707",  # 4 hexes from the target, 3 from the start hex, and no way
    ],
)
def test_who_may_not_react(line: str) -> None:
    assert react(position(OPEN, F1_OF_REACTION, A1, line, active="FI")).asked == []


@pytest.mark.rule("N10.23")
def test_cavalry_behind_a_square_may_not_react() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, "A3 infantry 3-3 0504 square", active="FI")
    assert react(state).asked == []
    refusal = asked().refusal(state, MEET)
    assert refusal is not None
    assert refusal.rule == "N10.23"


@pytest.mark.rule("N4.54")
def test_each_stack_reacts_once_in_an_activation() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI")
    ReactionDeclared(units("A2"), Hex("0406"), hexes("0504")).apply(state)
    assert react(state).asked == []
    refusal = asked().refusal(state, MEET)
    assert refusal is not None
    assert (refusal.sentence, refusal.rule) == (
        "A2 has tried a reaction charge already.",
        "N4.54",
    )


@pytest.mark.rule("N10.2", "N12.2")
@pytest.mark.parametrize(
    ("order", "may"),
    [
        ("march 0707", True),
        ("attack 0707", True),
        ("probe 0707", True),
        ("defend 0707", True),
        ("delay 0707", True),
        ("fall back 0707", True),
        ("reserve 0707", True),
        ("general retreat 0707", False),
    ],
)
def test_all_orders_but_general_retreat_allow_it(order: str, may: bool) -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI", orders=f"AI: {order}")
    assert bool(parties(state)) is may


@pytest.mark.rule("N10.2", "N10.23")
@pytest.mark.parametrize(
    ("place", "offered"),
    [
        ("0504", True),
        ("0402", True),  # round the target
        ("0401", False),  # 3 hexes from where they meet, but the target is in the way
        ("0503", True),  # by 0504
        ("0502", True),  # by 0503 and 0504
        ("0501", False),  # 2 hexes from the target, 4 from where they meet
        ("0604", True),
        ("0704", True),
        ("0306", True),
    ],
)
def test_how_near_it_must_be(place: str, offered: bool) -> None:
    state = position(OPEN, F1_OF_REACTION, A1, f"A2 light 6-3 {place}", active="FI")
    assert bool(parties(state)) is offered


@pytest.mark.rule("N10.23")
def test_the_three_hexes_are_counted_to_target_or_start_plainly() -> None:
    wide = Charge(units("F1"), Hex("0302"), hexes("0305 0304 0303 0302"))
    lines = ("F1 light 6-3 0305", "A1 infantry 5-3 0302")
    question = ChooseReactionCharge(ALLIED, Hex("0303"), units("F1"), wide)
    # 0604 is 4 hexes from the target and 3 from the start hex; 0703 is 4 from both
    near = position(OPEN, *lines, "A2 light 6-3 0604", active="FI")
    assert len(question.options(near)) == 2
    moved = position(OPEN, *lines, "A2 light 6-3 0703", active="FI")
    assert question.options(moved) == [None]
    refusal = question.refusal(moved, Reaction(units("A2"), hexes("0703 0303")))
    assert refusal is not None
    assert (refusal.sentence, refusal.rule) == ("The cavalry in 0703 is too far away.", "N10.2")


@pytest.mark.rule("N10.23")
def test_any_or_all_cavalry_of_one_hex() -> None:
    state = position(
        OPEN, F1_OF_REACTION, A1, A2, "A3 heavy 2-3 0504", "A4 light 2-3 0304", active="FI"
    )
    assert parties(state) == ["A2 A3", "A2", "A3", "A4"]
    question = asked()
    mixed = Reaction(units("A2 A4"), hexes("0504 0404"))
    refusal = question.refusal(state, mixed)
    assert refusal is not None
    assert refusal.rule == "N10.23"
    longer = Reaction(units("A3"), hexes("0504 0505 0404"))
    assert question.refusal(state, longer) is None


@pytest.mark.rule("N10.23", "N10.14")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (Reaction((), hexes("0504 0404")), "N10.2"),
        (Reaction(units("A2"), ()), "N10.2"),
        (Reaction(units("A2 A2"), hexes("0504 0404")), "N10.2"),
        (Reaction(units("A1"), hexes("0403 0404")), "N10.2"),
        (Reaction(units("F1"), hexes("0406 0405 0404")), "N10.2"),
        (Reaction(units("A2"), hexes("0505 0404")), "N10.23"),
        (Reaction(units("A2"), hexes("0504")), "N10.23"),
        (Reaction(units("A2"), hexes("0504 0405")), "N10.23"),
        (Reaction(units("A2"), hexes("0504 0403 0404")), "N10.14"),
    ],
)
def test_the_law_of_the_answer(answer: Reaction, rule: str) -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI")
    refusal = asked().refusal(state, answer)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("N10.14", "N10.23")
def test_the_way_is_that_of_a_charge() -> None:
    wet = position(OPEN, F1_OF_REACTION, A1, A2, active="FI", streams=["0404-0504"])
    assert parties(wet) == ["A2"]  # a stream may lie before those who are hit
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI", rivers=["0404-0504"])
    paths = [a.path for a in asked().options(state) if a is not None]
    assert paths == [hexes("0504 0505 0404")]


@pytest.mark.rule("N10.23")
def test_next_to_the_start_hex_if_none_was_crossed() -> None:
    close = Charge(units("F1"), Hex("0403"), hexes("0404 0403"))
    state = position(OPEN, "F1 light 6-3 0404", A1, A2, active="FI")
    question = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"), close)
    assert question.options(state) == [None, MEET]


# -- the check


@pytest.mark.rule("N10.2", "N10.23")
def test_who_fails_stays_where_he_is_and_in_order() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [5])
    assert played.events[0] == ReactionDeclared(units("A2"), Hex("0406"), hexes("0504"))
    check = played.of(MoraleRolled)[0]
    assert (check.value, check.purpose, check.passed) == (4, "reaction", False)
    assert played.result == Reacted()
    assert played.state.units[unit("A2")].hex == "0504"
    assert not played.state.units[unit("A2")].disrupted
    acting = played.state.activation
    assert acting is not None
    assert (acting.reacted, acting.met_advance) == (units("A2"), False)


@pytest.mark.rule("N2.32", "N7.6", "N10.2")
def test_blucher_leads_it_better() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, "AB overall 0502 blucher", active="FI")
    assert react(state, [6]).of(MoraleRolled)[0].value == 5


# -- the meeting (N10.21)


@pytest.mark.rule("N10.21", "N10.24", "N10.7")
def test_both_stay_and_the_charge_is_over() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [1, 1, 2])
    assert played.of(ReactionResolved) == [ReactionResolved(units("F1"), units("A2"), "nobody")]
    assert played.result == Reacted(goes_on=False)
    assert [e.unit for e in played.of(UnitDisrupted)] == ["F1", "A2"]
    assert [(u.id, u.hex) for u in played.state.on_map()] == [
        ("F1", "0406"),
        ("A1", "0403"),
        ("A2", "0504"),
    ]


@pytest.mark.rule("N10.21", "N8.8", "N8.91")
def test_both_fire_and_the_reactors_check_first() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [1, 3, 4, 1, 1])
    fires = played.of(FireResolved)
    assert [(e.side, e.target, e.strength, e.die, e.result) for e in fires] == [
        ("french", "0504", 6, 3, "M"),
        ("allied", "0406", 6, 4, "M"),
    ]
    assert [e.units for e in played.of(MoraleRolled)] == [units("A2"), units("A2"), units("F1")]


@pytest.mark.rule("N10.21", "N11.1")
def test_only_the_reactors_fail_and_the_charge_goes_on_weaker() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [1, 3, 1, 5])
    assert played.of(ReactionResolved)[0].loser == "reactors"
    assert played.result == Reacted(goes_on=True, met=True)
    begun = played.of(RetreatBegan)[0]
    assert (begun.units, begun.hex, begun.hexes, begun.rout) == (units("A2"), "0504", 3, False)
    assert played.state.units[unit("A2")].disrupted
    assert not played.state.units[unit("F1")].disrupted


@pytest.mark.rule("N10.21", "N10.24", "N10.7")
def test_only_the_chargers_fail_and_the_reactors_go_home() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [1, 1, 3, 5, 4])
    assert played.of(ReactionResolved)[0].loser == "chargers"
    assert played.result == Reacted(goes_on=False)
    assert (played.state.units[unit("F1")].hex, played.state.units[unit("A2")].hex) == (
        "0406",
        "0504",
    )
    assert [e.unit for e in played.of(UnitDisrupted)] == ["F1"]
    assert [e.purpose for e in played.of(MoraleRolled)] == ["reaction", "retreat", "aftermath"]


@pytest.mark.rule("N10.21", "N11.7", "N10.7")
def test_the_reactors_may_pursue_from_where_they_met_the_chargers() -> None:
    friend = "A3 light 3-3 0304"  # next to the last hex too, but it did not react
    state = position(OPEN, F1_OF_REACTION, A1, A2, friend, active="FI")
    plain = react(state, [1, 1, 3, 5, 4])
    question = plain.questions(DeclarePursuit)[0]
    assert [(group.units, group.hex) for group in question.riders] == [(units("A2"), "0504")]
    chosen = next(a for a in question.options(plain.state) if a and a.path[-1] == "0405")
    assert chosen.fugitives == "0406"
    played = react(state, [1, 1, 3, 5, 4, 6, 4], {DeclarePursuit: [chosen]})
    resolved = played.of(PursuitResolved)[0]
    assert (resolved.die, resolved.modifiers, resolved.loss) == (6, 0, True)
    assert [e.unit for e in played.of(StepLost)] == ["F1"]
    assert played.state.units[unit("A2")].hex == "0405"
    assert [e.purpose for e in played.of(MoraleRolled)][-1] == "aftermath"


@pytest.mark.rule("N7.4b", "N10.21")
def test_old_guard_that_loses_a_meeting_dismays_who_sees_it() -> None:
    guard = "F1 light 6-3 0406 old_guard"  # its morale is 5
    state = position(OPEN, guard, "F2 infantry 4-3 0407", A1, A2, active="FI")
    played = react(state, [1, 1, 3, 6, 1, 4])
    assert [(e.unit, e.hex) for e in played.of(GuardDismayed)] == [("F1", "0406")]
    checks = [(e.purpose, e.units) for e in played.of(MoraleRolled)]
    assert checks[1:3] == [("retreat", units("F1")), ("guard", units("F2"))]


@pytest.mark.rule("N10.21", "N11.2")
def test_chargers_who_rout_go_on_from_their_start_hex() -> None:
    state = position(OPEN, "F1 light 6-2 0405", A1, A2, active="FI")
    near = Charge(units("F1"), Hex("0403"), hexes("0405 0404 0403"))
    played = react(state, [1, 1, 3, 6, 1], charge=near)
    assert [(e.units, e.hexes, e.rout) for e in played.of(RetreatBegan)] == [(units("F1"), 2, True)]
    assert [e.cause for e in played.of(StepLost)] == ["rout"]
    assert played.result == Reacted(goes_on=False)


@pytest.mark.rule("N10.21", "N10.24")
def test_both_fail_and_both_go() -> None:
    played = react(position(OPEN, F1_OF_REACTION, A1, A2, active="FI"), [1, 3, 3, 5, 5])
    assert played.of(ReactionResolved)[0].loser == "both"
    assert played.result == Reacted(goes_on=False)
    assert played.state.units[unit("F1")].hex == "0406"
    assert played.state.units[unit("A2")].hex != "0504"
    assert sorted(e.unit for e in played.of(UnitDisrupted)) == ["A2", "F1"]


@pytest.mark.rule("N10.21", "N11.5")
def test_losses_fall_on_those_who_meet() -> None:
    lines = ("F1 light 12-3 0406", "F2 infantry 1-3 0406", A1, "A2 light 1/0-3 0504")
    # 12 SP, die 5: a step
    state = position(OPEN, *lines, "AL leader 0504", active="FI")
    played = react(state, [1, 5, 1, 1])
    assert [e.leader for e in played.of(LeaderCaptured)] == ["AL"]  # N14.7
    assert [e.unit for e in played.of(UnitEliminated)] == ["A2"]
    assert played.of(ReactionResolved)[0].loser == "reactors"
    assert played.result == Reacted(goes_on=True, met=True)


@pytest.mark.rule("N10.21")
def test_chargers_who_are_lost_charge_no_more() -> None:
    lines = ("F1 light 1/0-3 0406", A1, "A2 light 12-3 0504", "FL leader 0406")
    played = react(position(OPEN, *lines, active="FI"), [1, 1, 5, 1, 4])
    assert [e.unit for e in played.of(UnitEliminated)] == ["F1"]
    assert [e.leader for e in played.of(LeaderCaptured)] == ["FL"]  # N14.7
    assert played.of(ReactionResolved)[0].loser == "chargers"
    assert played.result == Reacted(goes_on=False)


@pytest.mark.rule("N10.21", "N10.5")
def test_the_fires_of_a_meeting() -> None:
    lines = ("F1 heavy 4-3 0406", A1, "A2 light 4-3 0504")
    attack, defence = meeting_fires(position(OPEN, *lines, active="FI"), CHARGE, MEET)
    assert (attack.strength, defence.strength) == (5, 4)  # heavy against light cavalry
    snow = position(OPEN, *lines, active="FI", weather="snow")
    attack, defence = meeting_fires(snow, CHARGE, MEET)
    assert (attack.strength, defence.strength) == (4, 3)


@pytest.mark.rule("N10.21", "N10.5")
def test_chargers_who_have_crossed_no_hex_are_met_on_their_ground() -> None:
    close = Charge(units("F1"), Hex("0403"), hexes("0404 0403"))
    lines = ("F1 light 8-3 0404", A1, "A2 light 8-3 0504")
    wet = position(OPEN, *lines, active="FI", streams=["0404-0504"])
    attack, defence = meeting_fires(wet, close, MEET)
    assert (attack.strength, defence.strength) == (8, 6)
    # chargers who have come out of their hex are met in the open
    far = position(OPEN, F1_OF_REACTION, A1, A2, active="FI", streams=["0404-0504"])
    assert meeting_fires(far, CHARGE, MEET)[1].strength == 6


# -- the target itself (N10.23)

HORSE = "A1 light 6-3 0403"
STAY = Reaction(units("A1"), hexes("0403"))


@pytest.mark.rule("N10.23")
def test_a_target_of_cavalry_meets_the_chargers_in_place() -> None:
    state = position(OPEN, F1_OF_REACTION, HORSE, active="FI")
    assert [a for a in asked().options(state) if a] == [STAY]
    played = react(state, [1, 1, 1], chosen=STAY)
    assert played.of(ReactionDeclared)[0].path == hexes("0403")
    assert played.result == Reacted(goes_on=False)
    assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N10.23", "N10.5")
def test_the_chargers_ride_into_its_ground_and_it_does_not() -> None:
    rows = OPEN.replace("\n", "|").split("|")
    rows[2] = ".  .  .  t  .  .  ."
    lines = (F1_OF_REACTION, HORSE)
    state = position("\n".join(rows), *lines, active="FI", streams=["0403-0404"])
    attack, defence = meeting_fires(state, CHARGE, STAY)
    assert (attack.strength, defence.strength) == (2, 6)  # 6 SP, -50 and -25 per cent


@pytest.mark.rule("N10.23")
def test_cavalry_with_infantry_rides_out_like_others() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, "A2 light 3-3 0403", active="FI")
    assert [a for a in asked().options(state) if a] == [Reaction(units("A2"), hexes("0403 0404"))]
    refusal = asked().refusal(state, Reaction(units("A2"), hexes("0403")))
    assert refusal is not None
    assert refusal.rule == "N10.23"


@pytest.mark.rule("N10.24", "N10.21")
def test_when_it_loses_the_chargers_find_its_hex_empty() -> None:
    played = react(position(OPEN, F1_OF_REACTION, HORSE, active="FI"), [1, 3, 1, 5], chosen=STAY)
    assert played.result == Reacted(met=True, fugitives=units("A1"))
    assert played.state.units[unit("A1")].hex != "0403"
    weak = position(OPEN, F1_OF_REACTION, "A1 light 6-1 0403", active="FI")
    routed = react(weak, [1, 3, 1, 6], chosen=STAY)
    assert routed.result == Reacted(met=True, fugitives=units("A1"), routed=True)


# -- within the whole charge


@pytest.mark.rule("N10.13", "N10.21", "N10.24")
def test_a_charge_that_beats_its_reactors_goes_on_to_the_square() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI")
    answers: Answers = {ChooseReactionCharge: [MEET]}
    # met: reaction 1, fires 3 and 1, A2 fails with 5; square formed on 1; fires 1 and 1; 10.7: 1
    played = play(
        state,
        lambda table: whole_charge(table, CHARGE),
        [1, 3, 1, 5, 1, 1, 1, 1],
        answers,
    )
    story = [name for name in played.story if name != "MoraleRolled"]
    assert story[:2] == ["ChargeDeclared", "ReactionDeclared"]
    assert played.of(ChargeDeclared)[0].units == units("F1")
    assert len(played.questions(ChooseFormSquare)) == 1
    # 6 SP at -50 against a square and -25 after the meeting: 2
    assert [e.strength for e in played.of(FireResolved)] == [6, 6, 2, 5]
    assert played.of(ChargeResolved)[0].outcome == "charge held"


@pytest.mark.rule("N10.13", "N10.21")
def test_a_charge_that_is_broken_off_ends_there() -> None:
    state = position(OPEN, F1_OF_REACTION, A1, A2, active="FI")
    answers: Answers = {ChooseReactionCharge: [MEET]}
    played = play(state, lambda table: whole_charge(table, CHARGE), [1, 1, 1], answers)
    assert played.questions(ChooseFormSquare) == []
    assert played.of(ChargeResolved)[0].outcome == "charge broken off"


@pytest.mark.rule("N10.3", "N10.13")
def test_the_charge_itself_is_no_assault_that_shakes_the_square() -> None:
    state = position(OPEN, F1_OF_REACTION, "A1 infantry 5-2 0403", active="FI")
    played = play(state, lambda table: whole_charge(table, CHARGE), [3, 1, 1, 1])
    assert played.of(MoraleRolled)[0].value == 3


# -- reaction charges against infantry and artillery that come near (N10.22, N10.25)


# F1 has come to 0404; A1 stands two hexes from it.
F1_OF_MOVE_REACTION = "F1 infantry 5-2 0404"  # its morale is 3
A1_OF_MOVE_REACTION = "A1 light 6-3 0402"  # its morale is 4
RIDE = Reaction(units("A1"), hexes("0402 0403 0404"))

# 6 SP and 5 SP fire in the column 5-7: 1-2 no effect, 3-5 M, 6 M1.


def near(*lines: str, orders: str = "") -> GameState:
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, orders=orders)


def met(
    state: GameState,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
    moved: str = "F1",
    chosen: Reaction = RIDE,
) -> Played[None]:
    """What follows a move; with dice somebody tries to charge."""
    pick: Answers = {ChooseReactionCharge: [chosen]} if dice else {}
    told = {**pick, **(answers or {})}
    return play(state, lambda table: react_to_move(table, units(moved)), dice, told)


# -- when the enemy is asked


@pytest.mark.rule("N10.25")
def test_the_enemy_is_asked_and_need_not_charge() -> None:
    played = met(near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION))
    question = played.questions(ChooseReactionCharge)[0]
    assert (question.side, question.hex, question.units) == (ALLIED, "0404", units("F1"))
    assert question.charge is None
    assert question.options(played.state) == [None, RIDE]
    assert played.events == []
    acting = played.state.activation
    assert acting is not None
    assert not acting.met_advance


@pytest.mark.rule("N10.25")
@pytest.mark.parametrize(
    ("mover", "cavalry", "asked"),
    [
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 battery 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 horse 5-3 0404", "A1 light 6-3 0403", True),
        ("F1 light 5-3 0404", "A1 light 6-3 0402", False),
        ("F1 train 0404", "A1 light 6-3 0402", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0401", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402 disrupted", False),
        ("F1 infantry 5-3 0404", "A1 infantry 6-3 0402", False),
    ],
)
def test_who_provokes_whom(mover: str, cavalry: str, asked: bool) -> None:
    assert bool(met(near(mover, cavalry)).asked) is asked


@pytest.mark.rule("N10.25")
def test_infantry_and_artillery_provoke_and_who_stands_elsewhere_does_too() -> None:
    lines = (
        F1_OF_MOVE_REACTION,
        "F2 battery 3-3 0505",
        "F3 light 3-3 0404",
        "F4 infantry 3-3 uar",
        A1_OF_MOVE_REACTION,
    )
    state = near(*lines)
    assert provokers(state, units("F1 F2 F3 F4")) == units("F1 F2")
    # a unit dropped on the way is met where it is
    dropped = near("F1 infantry 5-2 0707", "F2 battery 3-3 0404", A1_OF_MOVE_REACTION)
    assert met(dropped, moved="F1 F2").questions(ChooseReactionCharge)[0].units == units("F2")


@pytest.mark.rule("N10.2", "N10.25")
def test_two_hexes_provoke_and_three_are_near_enough_to_charge() -> None:
    far = "A1 light 6-3 0704"
    assert met(near(F1_OF_MOVE_REACTION, far)).asked == []
    question = met(near(F1_OF_MOVE_REACTION, far, "A2 light 6-3 0303 column")).questions(
        ChooseReactionCharge
    )[0]
    state = near(F1_OF_MOVE_REACTION, far, "A2 light 6-3 0303 column")
    assert [a.units for a in question.options(state) if a] == [units("A1")]


@pytest.mark.rule("N10.25", "N10.14")
def test_it_needs_the_way_of_a_charge() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  .  c  .  .  ."
    state = position(
        "\n".join(rows),
        F1_OF_MOVE_REACTION,
        A1_OF_MOVE_REACTION,
        active="FI",
        segment=Segment.MOVEMENT,
    )
    assert met(state).asked == []
    question = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"))
    refusal = question.refusal(state, RIDE)
    assert refusal is not None
    assert refusal.rule == "N10.11"
    far = question.refusal(
        near(F1_OF_MOVE_REACTION, "A1 light 6-3 0702"), Reaction(units("A1"), hexes("0702"))
    )
    assert far is not None
    assert far.sentence == "The cavalry in 0702 is too far away."


@pytest.mark.rule("N10.25")
def test_the_enemy_tries_once_in_an_activation() -> None:
    state = near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION, "A2 light 6-3 0504")
    played = met(state, [5])
    assert played.of(ReactionDeclared) == [
        ReactionDeclared(units("A1"), Hex("0404"), hexes("0402 0403"), against_move=True)
    ]
    assert played.of(MoraleRolled)[0].purpose == "reaction"
    assert met(played.state).asked == []
    ActivationBegan(FormationId("FI"), FRENCH, had_contact=False).apply(played.state)
    assert len(met(played.state).asked) == 1


@pytest.mark.rule("N10.25", "N5.9")
def test_every_move_is_followed_by_the_question() -> None:
    state = near("F1 infantry 5-2 0406", A1_OF_MOVE_REACTION)
    route = Route(hexes("0406 0405 0404"))
    answers: Answers = {ChoosePath: [route], ChooseReactionCharge: [RIDE]}
    played = play(state, lambda table: move_units(table, units("F1")), [5], answers)
    assert played.story[:2] == ["UnitMoved", "ReactionDeclared"]
    assert played.of(UnitMoved)[0].path[-1] == "0404"
    stays = play(
        near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION),
        lambda table: move_units(table, units("F1")),
        (),
        {},
    )
    assert stays.questions(ChooseReactionCharge) == []


# -- the charge with the roles reversed (N10.22)


@pytest.mark.rule("N10.22", "N10.25", "N10.3")
def test_the_infantry_forms_square_and_goes_on() -> None:
    # reaction 1, square 3; fires 1 and 1; check after the charge 1
    played = met(near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION), [1, 3, 1, 1, 1])
    assert played.questions(ChooseFormSquare)[0].side == "french"
    assert played.of(SquareFormed) == [SquareFormed(units("F1"), Hex("0404"))]
    # 6 SP at -50; 5 SP, and a square adds 1 to its die
    fires = played.of(FireResolved)
    assert [(e.side, e.strength, e.modifiers) for e in fires] == [
        ("allied", 3, 0),
        ("french", 5, 1),
    ]
    assert played.of(ChargeResolved)[0].outcome == "charge held"
    assert not has_advanced(played.state, played.state.formation_of(unit("F1")).id, unit("F1"))
    assert played.state.units[unit("A1")].hex == "0402"


@pytest.mark.rule("N10.22", "N10.25", "N10.6", "N8.11")
def test_who_is_driven_off_has_acted_and_the_cavalry_does_not_advance() -> None:
    # reaction 1, no square on 4; fires: 12 SP, a 1 is M, and 3 SP, nothing; morale 2: a 5 fails
    played = met(near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION), [1, 4, 1, 1, 5, 1])
    begun = played.of(RetreatBegan)[0]
    assert (begun.units, begun.hexes, begun.rout) == (units("F1"), 3, True)
    assert played.questions(ChooseAdvance) == []
    assert played.state.units[unit("A1")].hex == "0402"
    assert has_advanced(played.state, played.state.formation_of(unit("F1")).id, unit("F1"))


@pytest.mark.rule("N10.22", "N10.24", "N11.7")
def test_the_reactors_go_home_or_pursue() -> None:
    state = near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION)
    plain = met(state, [1, 4, 1, 1, 5, 1])
    question = plain.questions(DeclarePursuit)[0]
    assert [(group.units, group.hex) for group in question.riders] == [(units("A1"), "0403")]
    chosen = question.options(plain.state)[1]
    # pursuit 1, its die 1; then the check after the charge
    played = met(state, [1, 4, 1, 1, 5, 1, 1, 1], {DeclarePursuit: [chosen]})
    assert len(played.of(PursuitResolved)) == 1
    assert played.state.units[unit("A1")].hex == chosen.path[-1]


@pytest.mark.rule("N10.22", "N10.41")
def test_artillery_limbers() -> None:
    state = near("F1 battery 5-2 0404", A1_OF_MOVE_REACTION, orders="FI: probe 0707")
    played = met(state, [1, 1, 1], {ChooseEvasion: [True]})
    assert played.of(Evaded)[0].units == units("F1")
    assert played.of(ChargeResolved)[0].outcome == "target gives way"
    assert played.questions(ChooseAdvance) == []
    assert played.state.units[unit("F1")].done


@pytest.mark.rule("N4.53", "N10.25")
def test_who_stands_keeps_his_own_action() -> None:
    played = met(near(F1_OF_MOVE_REACTION, A1_OF_MOVE_REACTION), [1, 3, 1, 1, 1])
    record = played.state.units[unit("F1")]
    assert (record.hex, record.done, record.assaulted) == ("0404", False, False)


# -- the chances of a reaction charge, against every roll that can be thrown (N10.21)


TARGET = "A1 infantry 5-3 0403"
STAY_OF_MEETING_PREVIEW = Reaction(units("A2"), hexes("0403"))

CASES: dict[str, tuple[tuple[str, ...], str, Reaction]] = {
    "heavy on light": ((F1, TARGET, "A2 light 4-3 0504"), "F1", MEET),
    "two on one": ((F1, F2, TARGET, "A2 heavy 9-2 0504"), "F1 F2", MEET),
    "a target that stays": ((F1, "A2 light 5-3 0403"), "F1", STAY_OF_MEETING_PREVIEW),
    "last steps": (("F1 light 9/0-2 0406", TARGET, "A2 light 9/0-4 0504"), "F1", MEET),
    "too weak to fire": (
        ("F1 light 1-2 0406", "A2 light 8-3 0403"),
        "F1",
        STAY_OF_MEETING_PREVIEW,
    ),
}


class OutOfDice(Exception):  # noqa: N818
    """The dice thought of do not reach to the end."""


class Dice:
    """Dice thought of beforehand; the first lets the cavalry ride."""

    seed = None

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = [1, *faces]

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if about(decision) == "die for morale after the charge":
            return options.index(1)
        if not self.faces:
            raise OutOfDice
        return options.index(self.faces.pop(0))


def about(decision: Decision[Any]) -> str:
    return decision.about()


def every_loser(state: GameState, named: str, reaction: Reaction) -> dict[str, float]:
    """Who loses, by throwing all dice that there are."""
    weights: dict[str, Fraction] = {}
    answers: Answers = {ChooseReactionCharge: [reaction]}
    open_ends: list[tuple[int, ...]] = [()]
    while open_ends:
        faces = open_ends.pop()
        try:
            played = play(
                state, lambda table: react_to_charge(table, of(named)), Dice(faces), answers
            )
        except OutOfDice:
            open_ends += [(*faces, face) for face in range(1, 7)]
        else:
            loser = played.of(ReactionResolved)[0].loser
            weights[loser] = weights.get(loser, Fraction()) + Fraction(1, 6 ** len(faces))
    assert sum(weights.values()) == 1
    return {loser: float(chance) for loser, chance in weights.items()}


@pytest.mark.rule("N10.21")
@pytest.mark.parametrize("name", CASES)
def test_the_chances_are_exactly_those_of_the_flow(name: str) -> None:
    lines, named, reaction = CASES[name]
    rows = OPEN if name != "too weak to fire" else WOODED
    state = position(rows, *lines, active="FI")
    shown = dict(meeting_chances(state, of(named), reaction))
    assert shown == pytest.approx(every_loser(state, named, reaction))


WOODED = "\n".join([*OPEN.splitlines()[:2], ".  .  .  w  .  .  .", *OPEN.splitlines()[3:]])


@pytest.mark.rule("N10.21")
def test_a_meeting_by_hand() -> None:
    """4 SP each, column 3-4: 4-6 are M; morale 4 fails a 5 and a 6: each gives way in 1 of 6."""
    state = position(OPEN, "F1 light 4-3 0406", TARGET, "A2 light 4-3 0504", active="FI")
    assert dict(meeting_chances(state, of(), MEET)) == pytest.approx(
        {"both": 1 / 36, "chargers": 5 / 36, "reactors": 5 / 36, "nobody": 25 / 36}
    )


# -- out of the way of a charge: evasion and limbering (N10.4-N10.42)


F1_OF_EVASION = "F1 heavy 5-3 0405"
CHARGE_OF_EVASION = Charge(units("F1"), Hex("0403"), hexes("0405 0404 0403"))
HORSE_OF_EVASION = "A1 light 5-3 0403"  # its morale is 4
GUNS = "A1 battery 5-2 0403"  # its morale is 3
PROBE = "AI: probe 0707"


def flee(
    state: GameState, dice: Sequence[int] = (), answers: Answers | None = None
) -> Played[bool]:
    """The third step of a charge on 0403."""
    chosen: Answers = {ChooseEvasion: [True]} if dice else {}
    return play(
        state, lambda table: evade(table, CHARGE_OF_EVASION), dice, {**chosen, **(answers or {})}
    )


@pytest.mark.rule("N10.41", "N4.51")
def test_cavalry_evades_two_hexes_and_stays_in_order() -> None:
    state = position(
        OPEN, F1_OF_EVASION, HORSE_OF_EVASION, "A2 light 2-3 0403", active="FI", orders=PROBE
    )
    played = flee(state, [4])
    question = played.questions(ChooseEvasion)[0]
    assert (question.side, question.units, question.limbers) == (ALLIED, units("A1 A2"), False)
    assert [question.kind(x) for x in question.options(state)] == ["stay", "evade"]
    way = played.questions(ChooseRetreatPath)[0]
    assert (way.hexes, way.threats) == (2, hexes("0404"))
    assert played.story == ["MoraleRolled", "Evaded"]
    assert played.of(MoraleRolled)[0].purpose == "evasion"
    assert [q.about() for q, _ in played.asked if q.side == "chance"] == ["die for evading"]
    assert played.result is True
    path = played.of(Evaded)[0].path
    assert (len(path), path[0]) == (3, "0403")
    record = played.state.units[unit("A1")]
    assert (record.hex, record.disrupted) == (path[-1], False)


@pytest.mark.rule("N10.41")
def test_who_fails_is_met_where_he_is() -> None:
    played = flee(position(OPEN, F1_OF_EVASION, HORSE_OF_EVASION, active="FI", orders=PROBE), [5])
    assert (played.story, played.result) == (["MoraleRolled"], False)
    assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N10.41")
def test_nobody_need_go() -> None:
    played = flee(position(OPEN, F1_OF_EVASION, HORSE_OF_EVASION, active="FI", orders=PROBE))
    assert len(played.questions(ChooseEvasion)) == 1
    assert (played.events, played.result) == ([], False)


@pytest.mark.rule("N10.4", "N10.41")
def test_artillery_limbers_and_goes_one_hex() -> None:
    state = position(OPEN, F1_OF_EVASION, GUNS, active="FI", orders="AI: defend 0403")
    played = flee(state, [3])
    question = played.questions(ChooseEvasion)[0]
    assert (question.units, question.limbers, question.kind(True)) == (units("A1"), True, "limber")
    assert [q.about() for q, _ in played.asked if q.side == "chance"] == ["die for limbering"]
    assert played.result is True
    assert len(played.of(Evaded)[0].path) == 2
    assert not played.of(UnitDisrupted)


@pytest.mark.rule("N10.41", "N16.4")
def test_a_train_in_the_way_of_those_who_go_is_lost() -> None:
    state = position(
        OPEN, F1_OF_EVASION, GUNS, "FT train 0402", active="FI", orders="AI: defend 0403"
    )
    played = flee(state, [3], {ChooseRetreatPath: [hexes("0403 0402")]})
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("FT"), ALLIED)]


@pytest.mark.rule("N10.4")
def test_the_guns_go_and_leave_their_cavalry_at_the_halt() -> None:
    lines = (F1_OF_EVASION, GUNS, "A2 light 4-4 0403", "A3 horse 3-2 0403")
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [3])
    assert played.questions(ChooseEvasion)[0].units == units("A1 A3")
    assert played.of(Evaded)[0].units == units("A1 A3")
    assert played.result is False
    assert played.state.units[unit("A2")].hex == "0403"


@pytest.mark.rule("N10.41", "N12.2")
@pytest.mark.parametrize(
    ("orders", "horse", "guns"),
    [
        ("AI: probe 0707", True, True),
        ("AI: delay 0707", True, True),
        ("AI: fall back 0707", True, True),
        ("AI: reserve 0707", True, True),
        ("AI: general retreat 0707", True, True),
        ("AI: attack 0707", False, True),
        ("AI: defend 0707", False, True),
        ("AI: march 0707", False, True),
        ("AI: support AII", False, True),
    ],
)
def test_what_the_order_allows(orders: str, horse: bool, guns: bool) -> None:
    for line, may in ((HORSE_OF_EVASION, horse), (GUNS, guns)):
        extra = "A9 infantry 1-1 0101 of:AII"
        state = position(OPEN, F1_OF_EVASION, line, extra, active="FI", orders=orders)
        assert (escape(state, CHARGE_OF_EVASION) is not None) is may


@pytest.mark.rule("N10.41", "N12.2")
def test_everybody_must_be_allowed_to_go() -> None:
    orders = "AI: probe 0707; AII: defend 0403"
    lines = (F1_OF_EVASION, HORSE_OF_EVASION, "A2 light 2-3 0403 of:AII")
    assert flee(position(OPEN, *lines, active="FI", orders=orders)).asked == []


@pytest.mark.rule("N10.4")
def test_with_infantry_nobody_goes() -> None:
    state = position(OPEN, F1_OF_EVASION, GUNS, "A2 infantry 3-3 0403", active="FI", orders=PROBE)
    assert flee(state).asked == []


@pytest.mark.rule("N10.41", "N11.13")
def test_somewhere_to_go_is_needed() -> None:
    rivers = ["0402-0403", "0403-0503", "0303-0403", "0304-0403", "0403-0504"]
    state = position(OPEN, F1_OF_EVASION, GUNS, active="FI", orders=PROBE, rivers=rivers)
    assert flee(state).asked == []


@pytest.mark.rule("N10.41", "N11.4")
def test_each_enemy_zone_costs_a_step() -> None:
    # 0402, 0303 and 0503, the ways out, lie in zones
    zones = ("F2 infantry 2-3 0401", "F3 infantry 2-3 0302", "F4 infantry 2-3 0502")
    lines = (F1_OF_EVASION, GUNS, "A2 battery 3-2 0403", *zones)
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [3])
    assert [(e.unit, e.cause) for e in played.of(UnitEliminated)] == [("A1", "zone of control")]
    assert played.result is True


@pytest.mark.rule("N11.41", "N10.41")
def test_friends_make_room() -> None:
    friends = tuple(
        f"A{n} infantry 12-3 {hex_}" for n, hex_ in enumerate(("0402", "0303", "0503"), 2)
    )
    lines = (F1_OF_EVASION, GUNS, *friends)
    played = flee(position(OPEN, *lines, active="FI", orders="AI: defend 0403"), [1, 1])
    assert len(played.of(FriendDisplaced)) == 1
    assert played.result is True


@pytest.mark.rule("N14.52", "N22.2", "N10.41")
def test_leaders_go_along_and_hexes_are_won() -> None:
    lines = (F1_OF_EVASION, GUNS, "AL leader 0403")
    control = {Hex(hex_): FRENCH for hex_ in ("0402", "0303", "0503")}
    state = position(OPEN, *lines, active="FI", orders="AI: defend 0403", control=control)
    played = flee(state, [3])
    path = played.of(Evaded)[0].path
    assert played.of(LeaderMoved) == [LeaderMoved(LeaderId("AL"), path, free=True)]
    assert played.of(HexControlled) == [HexControlled(path[-1], ALLIED, unit("A1"))]
