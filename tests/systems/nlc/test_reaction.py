"""Reaction charges against a charge (N10.2-N10.24)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    ChargeDeclared,
    ChargeResolved,
    FireResolved,
    PursuitResolved,
    ReactionDeclared,
    ReactionResolved,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.losses import (
    GuardDismayed,
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
)
from hexwar.systems.nlc.rules.combat.charge import charge as whole_charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import (
    ChooseReactionCharge,
    Reacted,
    Reaction,
    meeting_fires,
    react_to_charge,
)
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.positions import (
    ALLIED,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# F1 charges A1 in 0403 from 0406; A2, next to the last hex it crosses, can meet it.
F1 = "F1 light 6-3 0406"  # its morale is 4
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
    played = react(position(OPEN, F1, A1, A2, active="FI"))
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
    assert react(position(OPEN, F1, A1, line, active="FI")).asked == []


@pytest.mark.rule("N10.23")
def test_cavalry_behind_a_square_may_not_react() -> None:
    state = position(OPEN, F1, A1, A2, "A3 infantry 3-3 0504 square", active="FI")
    assert react(state).asked == []
    refusal = asked().refusal(state, MEET)
    assert refusal is not None
    assert refusal.rule == "N10.23"


@pytest.mark.rule("N4.54")
def test_each_stack_reacts_once_in_an_activation() -> None:
    state = position(OPEN, F1, A1, A2, active="FI")
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
    state = position(OPEN, F1, A1, A2, active="FI", orders=f"AI: {order}")
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
    state = position(OPEN, F1, A1, f"A2 light 6-3 {place}", active="FI")
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
    state = position(OPEN, F1, A1, A2, "A3 heavy 2-3 0504", "A4 light 2-3 0304", active="FI")
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
    state = position(OPEN, F1, A1, A2, active="FI")
    refusal = asked().refusal(state, answer)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.rule("N10.14", "N10.23")
def test_the_way_is_that_of_a_charge() -> None:
    wet = position(OPEN, F1, A1, A2, active="FI", streams=["0404-0504"])
    assert parties(wet) == ["A2"]  # a stream may lie before those who are hit
    state = position(OPEN, F1, A1, A2, active="FI", rivers=["0404-0504"])
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
    played = react(position(OPEN, F1, A1, A2, active="FI"), [5])
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
    state = position(OPEN, F1, A1, A2, "AB overall 0502 blucher", active="FI")
    assert react(state, [6]).of(MoraleRolled)[0].value == 5


# -- the meeting (N10.21)


@pytest.mark.rule("N10.21", "N10.24", "N10.7")
def test_both_stay_and_the_charge_is_over() -> None:
    played = react(position(OPEN, F1, A1, A2, active="FI"), [1, 1, 2])
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
    played = react(position(OPEN, F1, A1, A2, active="FI"), [1, 3, 4, 1, 1])
    fires = played.of(FireResolved)
    assert [(e.side, e.target, e.strength, e.die, e.result) for e in fires] == [
        ("french", "0504", 6, 3, "M"),
        ("allied", "0406", 6, 4, "M"),
    ]
    assert [e.units for e in played.of(MoraleRolled)] == [units("A2"), units("A2"), units("F1")]


@pytest.mark.rule("N10.21", "N11.1")
def test_only_the_reactors_fail_and_the_charge_goes_on_weaker() -> None:
    played = react(position(OPEN, F1, A1, A2, active="FI"), [1, 3, 1, 5])
    assert played.of(ReactionResolved)[0].loser == "reactors"
    assert played.result == Reacted(goes_on=True, met=True)
    begun = played.of(RetreatBegan)[0]
    assert (begun.units, begun.hex, begun.hexes, begun.rout) == (units("A2"), "0504", 3, False)
    assert played.state.units[unit("A2")].disrupted
    assert not played.state.units[unit("F1")].disrupted


@pytest.mark.rule("N10.21", "N10.24", "N10.7")
def test_only_the_chargers_fail_and_the_reactors_go_home() -> None:
    played = react(position(OPEN, F1, A1, A2, active="FI"), [1, 1, 3, 5, 4])
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
    state = position(OPEN, F1, A1, A2, friend, active="FI")
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
    played = react(position(OPEN, F1, A1, A2, active="FI"), [1, 3, 3, 5, 5])
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
    far = position(OPEN, F1, A1, A2, active="FI", streams=["0404-0504"])
    assert meeting_fires(far, CHARGE, MEET)[1].strength == 6


# -- the target itself (N10.23)

HORSE = "A1 light 6-3 0403"
STAY = Reaction(units("A1"), hexes("0403"))


@pytest.mark.rule("N10.23")
def test_a_target_of_cavalry_meets_the_chargers_in_place() -> None:
    state = position(OPEN, F1, HORSE, active="FI")
    assert [a for a in asked().options(state) if a] == [STAY]
    played = react(state, [1, 1, 1], chosen=STAY)
    assert played.of(ReactionDeclared)[0].path == hexes("0403")
    assert played.result == Reacted(goes_on=False)
    assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N10.23", "N10.5")
def test_the_chargers_ride_into_its_ground_and_it_does_not() -> None:
    rows = OPEN.replace("\n", "|").split("|")
    rows[2] = ".  .  .  t  .  .  ."
    lines = (F1, HORSE)
    state = position("\n".join(rows), *lines, active="FI", streams=["0403-0404"])
    attack, defence = meeting_fires(state, CHARGE, STAY)
    assert (attack.strength, defence.strength) == (2, 6)  # 6 SP, -50 and -25 per cent


@pytest.mark.rule("N10.23")
def test_cavalry_with_infantry_rides_out_like_others() -> None:
    state = position(OPEN, F1, A1, "A2 light 3-3 0403", active="FI")
    assert [a for a in asked().options(state) if a] == [Reaction(units("A2"), hexes("0403 0404"))]
    refusal = asked().refusal(state, Reaction(units("A2"), hexes("0403")))
    assert refusal is not None
    assert refusal.rule == "N10.23"


@pytest.mark.rule("N10.24", "N10.21")
def test_when_it_loses_the_chargers_find_its_hex_empty() -> None:
    played = react(position(OPEN, F1, HORSE, active="FI"), [1, 3, 1, 5], chosen=STAY)
    assert played.result == Reacted(met=True, fugitives=units("A1"))
    assert played.state.units[unit("A1")].hex != "0403"
    weak = position(OPEN, F1, "A1 light 6-1 0403", active="FI")
    routed = react(weak, [1, 3, 1, 6], chosen=STAY)
    assert routed.result == Reacted(met=True, fugitives=units("A1"), routed=True)


# -- within the whole charge


@pytest.mark.rule("N10.13", "N10.21", "N10.24")
def test_a_charge_that_beats_its_reactors_goes_on_to_the_square() -> None:
    state = position(OPEN, F1, A1, A2, active="FI")
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
    state = position(OPEN, F1, A1, A2, active="FI")
    answers: Answers = {ChooseReactionCharge: [MEET]}
    played = play(state, lambda table: whole_charge(table, CHARGE), [1, 1, 1], answers)
    assert played.questions(ChooseFormSquare) == []
    assert played.of(ChargeResolved)[0].outcome == "charge broken off"


@pytest.mark.rule("N10.3", "N10.13")
def test_the_charge_itself_is_no_assault_that_shakes_the_square() -> None:
    state = position(OPEN, F1, "A1 infantry 5-2 0403", active="FI")
    played = play(state, lambda table: whole_charge(table, CHARGE), [3, 1, 1, 1])
    assert played.of(MoraleRolled)[0].value == 3
