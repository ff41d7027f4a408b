"""Reaction charges and evasion (N10.2, N10.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from hexwar.engine import Chance, Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import ReactionDeclared, ReactionResolved, SquareFormed
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import ActivationBegan, HexControlled
from hexwar.systems.nlc.rules.combat.charge import charge as whole_charge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.previews import meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import (
    ChooseReactionCharge,
    Reacted,
    Reaction,
    meeting_fires,
    provokers,
    react_to_charge,
    react_to_move,
)
from hexwar.systems.nlc.rules.combat.withdrawal import escape, evade
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import move_units
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.charges import F1, F2, of
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.throws import every_throw

# F1 charges A1 in 0403 from 0406; A2, next to the last hex it crosses, can meet it.
LANCERS = "F1 light 6-3 0406"  # its morale is 4

A1 = "A1 infantry 5-3 0403"
A2 = "A2 light 6-3 0504"  # its morale is 4
CHARGE = Charge(units("F1"), Hex("0403"), hexes("0406 0405 0404 0403"))
MEET = Reaction(units("A2"), hexes("0504 0404"))
ASKED = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"), CHARGE)
GONE = "elsewhere"
BROKEN_OFF, GOES_ON = Reacted(goes_on=False), Reacted(goes_on=True, met=True)
HORSE = "A1 light 6-3 0403"
STAY = Reaction(units("A1"), hexes("0403"))


# 6 SP fire in the column 5-7: 1 no effect, 2-4 M, 5 M1, 6 a step.


def ridden(*lines: str, **more: Any) -> GameState:
    """F1 charges A1; A2 may meet it unless other Allies are named."""
    return position(OPEN, LANCERS, *(lines or (A1, A2)), active="FI", **more)


def react(
    state: GameState,
    dice: Sequence[int] = (),
    chosen: Reaction = MEET,
    charge: Charge = CHARGE,
    **answers: Any,
) -> Played[Reacted]:
    """The second step of a charge on 0403; with dice somebody tries to meet it."""
    pick: Answers = {"ChooseReactionCharge": [chosen]} if dice else {}
    return play(state, lambda table: react_to_charge(table, charge), dice, {**pick, **answers})


def law(state: GameState, answer: Reaction) -> str | None:
    return rule_of(ASKED.refusal(state, answer))


def parties(state: GameState) -> list[str]:
    """Who is offered, in the order of the list."""
    return [" ".join(answer.units) for answer in ASKED.options(state) if answer is not None]


@pytest.mark.rule("N10.2", "N10.23", "N4.54")
def test_the_enemy_is_asked_need_not_react_and_reacts_once_in_an_activation() -> None:
    played = react(ridden())
    question = played.questions("ChooseReactionCharge")[0]
    assert (question.side, question.hex, question.units) == (ALLIED, "0404", units("F1"))
    assert question.options(played.state) == [None, MEET]
    assert (question.kind(None), question.kind(MEET)) == ("stay", "react")
    assert (played.result, played.events) == (Reacted(), [])
    state = ridden()
    ReactionDeclared(units("A2"), Hex("0406"), hexes("0504")).apply(state)
    assert react(state).asked == []
    said = Refusal("A2 has tried a reaction charge already.", "N4.54")
    assert ASKED.refusal(state, MEET) == said
    assert law(ridden(A1, A2, "A3 infantry 3-3 0504 square"), MEET) == "N10.23"


@pytest.mark.rule("N10.2", "N10.23", "N12.2")
def test_who_may_react_and_under_which_order() -> None:
    for lines in (
        (A2 + " disrupted",),
        (A2 + " column",),
        ("A2 infantry 6-3 0504",),
        ("A2 horse 6-3 0504",),
        ("A2 light 6-3 0707",),  # 4 hexes from the target, 3 from the start hex, and no way
        (A2, "A3 infantry 3-3 0504 square"),  # behind a square
    ):
        state = ridden(A1, *lines)
        assert react(state).asked == []
        assert law(state, MEET) is not None
    for order in (
        "march",
        "attack",
        "probe",
        "defend",
        "delay",
        "fall back",
        "reserve",
        "general retreat",
    ):
        state = ridden(orders=f"AI: {order} 0707")
        assert bool(parties(state)) is (order != "general retreat")


@pytest.mark.rule("N10.2", "N10.23")
@each(
    "place offered",
    ("0504", True),
    ("0402", True),  # round the target
    ("0401", False),  # 3 hexes from where they meet, but the target is in the way
    ("0503", True),  # by 0504
    ("0502", True),  # by 0503 and 0504
    ("0501", False),  # 2 hexes from the target, 4 from where they meet
    ("0604", True),
    ("0704", True),
    ("0306", True),
)
def test_how_near_it_must_be(place: str, offered: bool) -> None:
    assert bool(parties(ridden(A1, f"A2 light 6-3 {place}"))) is offered


@pytest.mark.rule("N10.23", "N10.14")
def test_the_three_hexes_are_plain_and_any_or_all_cavalry_of_one_hex_may_ride() -> None:
    wide = Charge(units("F1"), Hex("0302"), hexes("0305 0304 0303 0302"))
    lines = ("F1 light 6-3 0305", "A1 infantry 5-3 0302")
    question = ChooseReactionCharge(ALLIED, Hex("0303"), units("F1"), wide)
    # 0604 is 4 hexes from the target and 3 from the start hex; 0703 is 4 from both
    near = position(OPEN, *lines, "A2 light 6-3 0604", active="FI")
    assert len(question.options(near)) == 2
    moved = position(OPEN, *lines, "A2 light 6-3 0703", active="FI")
    assert question.options(moved) == [None]
    said = Refusal("The cavalry in 0703 is too far away.", "N10.2")
    assert question.refusal(moved, Reaction(units("A2"), hexes("0703 0303"))) == said
    state = ridden(A1, A2, "A3 heavy 2-3 0504", "A4 light 2-3 0304")
    assert parties(state) == ["A2 A3", "A2", "A3", "A4"]
    assert law(state, Reaction(units("A2 A4"), hexes("0504 0404"))) == "N10.23"
    assert law(state, Reaction(units("A3"), hexes("0504 0505 0404"))) is None
    assert parties(ridden(streams=["0404-0504"])) == ["A2"]  # it may lie before those who are hit
    paths = [a.path for a in ASKED.options(ridden(rivers=["0404-0504"])) if a is not None]
    assert paths == [hexes("0504 0505 0404")]
    close = Charge(units("F1"), Hex("0403"), hexes("0404 0403"))
    question = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"), close)
    state = position(OPEN, "F1 light 6-3 0404", A1, A2, active="FI")
    assert question.options(state) == [None, MEET]


@pytest.mark.rule("N10.23", "N10.14")
@each(
    "answer rule",
    (Reaction((), hexes("0504 0404")), "N10.2"),
    (Reaction(units("A2"), ()), "N10.2"),
    (Reaction(units("A2 A2"), hexes("0504 0404")), "N10.2"),
    (Reaction(units("A1"), hexes("0403 0404")), "N10.2"),
    (Reaction(units("F1"), hexes("0406 0405 0404")), "N10.2"),
    (Reaction(units("A2"), hexes("0505 0404")), "N10.23"),
    (Reaction(units("A2"), hexes("0504")), "N10.23"),
    (Reaction(units("A2"), hexes("0504 0405")), "N10.23"),
    (Reaction(units("A2"), hexes("0504 0403 0404")), "N10.14"),
)
def test_the_law_of_the_answer(answer: Reaction, rule: str) -> None:
    assert law(ridden(), answer) == rule


@pytest.mark.rule("N10.2", "N10.23", "N2.32", "N7.6")
def test_who_fails_stays_where_he_is_and_in_order() -> None:
    played = react(ridden(), [5])
    assert played.events[0] == ReactionDeclared(units("A2"), Hex("0406"), hexes("0504"))
    check = played.of("MoraleRolled")[0]
    assert (check.value, check.purpose, check.passed) == (4, "reaction", False)
    assert played.result == Reacted()
    a2, acting = played.state.units[unit("A2")], played.state.activation
    assert (a2.hex, a2.disrupted) == ("0504", False)
    assert acting is not None
    assert (acting.reacted, acting.met_advance) == (units("A2"), False)
    led = react(ridden(A1, A2, "AB overall 0502 blucher"), [6])
    assert led.of("MoraleRolled")[0].value == 5


@pytest.mark.rule("N10.21", "N10.24", "N10.7", "N8.8", "N8.91", "N11.1")
@each(
    "dice loser result checks disrupted places",
    ((1, 1, 1), "nobody", BROKEN_OFF, "A2", "F1 A2", ("0406", "0504")),
    ((1, 3, 4, 1, 1), "nobody", BROKEN_OFF, "A2 A2 F1", "F1 A2", ("0406", "0504")),
    ((1, 3, 1, 5), "reactors", GOES_ON, "A2 A2", "A2", ("0406", GONE)),
    ((1, 1, 3, 5, 4), "chargers", BROKEN_OFF, "A2 F1 A2", "F1", ("0406", "0504")),
    ((1, 3, 3, 5, 5), "both", BROKEN_OFF, "A2 A2 F1", "A2 F1", ("0307", GONE)),
)
def test_who_gives_way(
    dice: tuple[int, ...],
    loser: str,
    result: Reacted,
    checks: str,
    disrupted: str,
    places: tuple[str, str],
) -> None:
    """The reactors check first; who loses is Disrupted, who wins goes home and checks again."""
    played = react(ridden(), dice)
    assert played.of("ReactionResolved") == [ReactionResolved(units("F1"), units("A2"), loser)]
    assert played.result == result
    assert " ".join(name for e in played.of("MoraleRolled") for name in e.units) == checks
    assert {e.unit for e in played.of("UnitDisrupted")} == set(units(disrupted))
    f1, a2 = (played.state.units[name].hex for name in units("F1 A2"))
    assert (f1, a2 if a2 == "0504" else GONE) == places
    fires = [(e.side, e.target, e.strength) for e in played.of("FireResolved")]
    assert fires == [(FRENCH, "0504", 6), (ALLIED, "0406", 6)]


@pytest.mark.rule("N10.21", "N10.24", "N11.7", "N10.7")
def test_how_far_the_reactors_go_and_that_they_may_pursue_from_where_they_met() -> None:
    won, lost = react(ridden(), [1, 1, 3, 5, 4]), react(ridden(), [1, 3, 1, 5])
    assert [e.purpose for e in won.of("MoraleRolled")] == ["reaction", "retreat", "aftermath"]
    begun = lost.of("RetreatBegan")[0]
    assert (begun.units, begun.hex, begun.hexes, begun.rout) == (units("A2"), "0504", 3, False)
    friend = "A3 light 3-3 0304"  # next to the last hex too, but it did not react
    state = ridden(A1, A2, friend)
    plain = react(state, [1, 1, 3, 5, 4])
    question = plain.questions("DeclarePursuit")[0]
    assert [(group.units, group.hex) for group in question.riders] == [(units("A2"), "0504")]
    chosen = next(a for a in question.options(plain.state) if a and a.path[-1] == "0405")
    assert chosen.fugitives == "0406"
    played = react(state, [1, 1, 3, 5, 4, 6, 4], DeclarePursuit=[chosen])
    resolved = played.of("PursuitResolved")[0]
    assert (resolved.die, resolved.modifiers, resolved.loss) == (6, 0, True)
    assert [e.unit for e in played.of("StepLost")] == ["F1"]
    assert played.state.units[unit("A2")].hex == "0405"
    assert [e.purpose for e in played.of("MoraleRolled")][-1] == "aftermath"


@pytest.mark.rule("N10.21", "N11.1")
def test_where_both_give_way_both_retreat() -> None:
    """The reactors 3 hexes, the chargers 1 from their start hex as attackers."""
    both = react(ridden(), [1, 3, 3, 5, 5])
    begun = [(e.units, e.hex, e.hexes, e.rout) for e in both.of("RetreatBegan")]
    assert begun == [(units("A2"), "0504", 3, False), (units("F1"), "0406", 1, False)]
    alone = react(ridden(), [1, 1, 3, 5, 4])  # chargers who alone give way stay where they began
    assert alone.of("RetreatBegan") == []


@pytest.mark.rule("N7.4b", "N10.21", "N11.2")
def test_old_guard_that_loses_a_meeting_dismays_and_chargers_rout_from_their_start_hex() -> None:
    guard = "F1 light 6-3 0406 old_guard"  # its morale is 4
    state = position(OPEN, guard, "F2 infantry 4-3 0407", A1, A2, active="FI")
    played = react(state, [1, 1, 3, 6, 1, 4])
    assert [(e.unit, e.hex) for e in played.of("GuardDismayed")] == [("F1", "0406")]
    checks = [(e.purpose, e.units) for e in played.of("MoraleRolled")]
    assert checks[1:3] == [("retreat", units("F1")), ("guard", units("F2"))]
    state = position(OPEN, "F1 light 6-1 0405", A1, A2, active="FI")
    near = Charge(units("F1"), Hex("0403"), hexes("0405 0404 0403"))
    played = react(state, [1, 1, 3, 6, 1], charge=near)
    routs = [(e.units, e.hexes, e.rout) for e in played.of("RetreatBegan")]
    assert routs == [(units("F1"), 2, True)]
    assert [e.cause for e in played.of("StepLost")] == ["rout"]
    assert played.result == BROKEN_OFF


@pytest.mark.rule("N10.21", "N11.5")
@each(
    "lines dice lost loser result",
    # 12 SP, die 6: a step
    (
        ("F1 light 12-3 0406", "F2 infantry 1-3 0406", "A2 light 1/0-3 0504", "AL leader 0504"),
        [1, 6, 1, 1],
        ("A2", "AL"),
        "reactors",
        GOES_ON,
    ),
    (
        ("F1 light 1/0-3 0406", "A2 light 12-3 0504", "FL leader 0406"),
        [1, 1, 6, 1, 4],
        ("F1", "FL"),
        "chargers",
        BROKEN_OFF,
    ),
)
def test_losses_fall_on_those_who_meet(
    lines: tuple[str, ...], dice: list[int], lost: tuple[str, str], loser: str, result: Reacted
) -> None:
    played = react(position(OPEN, A1, *lines, active="FI"), dice)
    assert [e.unit for e in played.of("UnitEliminated")] == [lost[0]]
    assert [e.leader for e in played.of("LeaderCaptured")] == [lost[1]]  # N14.7
    assert played.of("ReactionResolved")[0].loser == loser
    assert played.result == result


def fires(state: GameState, charge: Charge = CHARGE, reaction: Reaction = MEET) -> tuple[int, int]:
    """The strengths of either side as they meet."""
    attack, defence = meeting_fires(state, charge, reaction)
    return attack.strength, defence.strength


@pytest.mark.rule("N10.21", "N10.5")
def test_the_fires_of_a_meeting_and_one_by_hand() -> None:
    lines = ("F1 heavy 4-3 0406", A1, "A2 light 4-3 0504")
    assert fires(position(OPEN, *lines, active="FI")) == (5, 4)  # heavy against light cavalry
    assert fires(position(OPEN, *lines, active="FI", weather="snow")) == (4, 3)
    # chargers who have crossed no hex are met on their ground, others in the open
    close = Charge(units("F1"), Hex("0403"), hexes("0404 0403"))
    lines = ("F1 light 8-3 0404", A1, "A2 light 8-3 0504")
    assert fires(position(OPEN, *lines, active="FI", streams=["0404-0504"]), close) == (8, 6)
    assert fires(ridden(streams=["0404-0504"]))[1] == 6
    # 4 SP each, column 3-4: 3-5 are M, 6 is M1: 1/2 x 1/3 and 1/6 x 1/2, each in 1 of 4.
    state = position(OPEN, "F1 light 4-3 0406", A1, "A2 light 4-3 0504", active="FI")
    assert dict(meeting_chances(state, of(), MEET)) == pytest.approx(
        {"both": 1 / 16, "chargers": 3 / 16, "reactors": 3 / 16, "nobody": 9 / 16}
    )


@pytest.mark.rule("N10.23", "N10.24", "N10.21", "N10.5")
def test_a_target_of_cavalry_meets_the_chargers_in_place_and_with_infantry_rides_out() -> None:
    state = ridden(HORSE)
    assert [a for a in ASKED.options(state) if a] == [STAY]
    played = react(state, [1, 1, 1], STAY)
    assert played.of("ReactionDeclared")[0].path == hexes("0403")
    assert played.result == BROKEN_OFF
    assert played.state.units[unit("A1")].hex == "0403"
    lost = react(state, [1, 3, 1, 5], STAY)  # the chargers find its hex empty
    assert lost.result == Reacted(met=True, fugitives=units("A1"))
    assert lost.state.units[unit("A1")].hex != "0403"
    routed = react(ridden("A1 light 6-1 0403"), [1, 3, 1, 6], STAY)
    assert routed.result == Reacted(met=True, fugitives=units("A1"), routed=True)
    lines = (LANCERS, HORSE)
    state = position(terrain("t"), *lines, active="FI", streams=["0403-0404"])
    assert fires(state, CHARGE, STAY) == (2, 6)  # 6 SP, -50 and -25 per cent
    state = ridden(A1, "A2 light 3-3 0403")
    assert [a for a in ASKED.options(state) if a] == [Reaction(units("A2"), hexes("0403 0404"))]
    assert law(state, Reaction(units("A2"), hexes("0403"))) == "N10.23"


def charged(state: GameState, dice: Sequence[int], **answers: Any) -> Played[Any]:
    return play(state, lambda table: whole_charge(table, CHARGE), dice, answers)


@pytest.mark.rule("N10.13", "N10.21", "N10.24", "N10.3")
def test_a_charge_that_beats_its_reactors_goes_on_to_a_square_that_it_does_not_shake() -> None:
    # met: reaction 1, fires 3 and 1, A2 fails with 5; square formed on 1; its fire 1, M; 10.7: 1
    played = charged(ridden(), [1, 3, 1, 5, 1, 1, 1, 1], ChooseReactionCharge=[MEET])
    story = [name for name in played.story if name != "MoraleRolled"]
    assert story[:2] == ["ChargeDeclared", "ReactionDeclared"]
    assert played.of("ChargeDeclared")[0].units == units("F1")
    assert len(played.questions("ChooseFormSquare")) == 1
    # -75 against a square and -25 after the meeting: nothing is left of 6 SP
    assert [e.strength for e in played.of("FireResolved")] == [6, 6, 5]
    assert played.of("ChargeResolved")[0].outcome == "charge held"
    broken = charged(ridden(), [1, 1, 1], ChooseReactionCharge=[MEET])
    assert broken.questions("ChooseFormSquare") == []
    assert broken.of("ChargeResolved")[0].outcome == "charge broken off"
    played = charged(ridden("A1 infantry 5-2 0403"), [3, 1, 1, 1, 1])
    assert played.of("MoraleRolled")[0].value == 3


# -- reaction charges against infantry and artillery that come near (N10.22, N10.25)


# F1 has come to 0404; A1 stands two hexes from it.
FOOT = "F1 infantry 5-2 0404"  # its morale is 3

HUSSARS = "A1 light 6-3 0402"  # its morale is 4
RIDE = Reaction(units("A1"), hexes("0402 0403 0404"))


# 6 SP and 5 SP fire in the column 5-7: 1-2 no effect, 3-5 M, 6 M1.


def near(*lines: str, orders: str = "", rows: str = OPEN) -> GameState:
    pieces = lines or (FOOT, HUSSARS)
    return position(rows, *pieces, active="FI", segment=Segment.MOVEMENT, orders=orders)


def met(
    state: GameState, dice: Sequence[int] = (), moved: str = "F1", **answers: Any
) -> Played[None]:
    """What follows a move; with dice somebody tries to charge."""
    pick: Answers = {"ChooseReactionCharge": [RIDE]} if dice else {}
    return play(state, lambda table: react_to_move(table, units(moved)), dice, {**pick, **answers})


@pytest.mark.rule("N10.25", "N5.9")
def test_the_enemy_is_asked_after_every_move_need_not_charge_and_tries_once() -> None:
    played = met(near())
    question = played.questions("ChooseReactionCharge")[0]
    assert (question.side, question.hex, question.units) == (ALLIED, "0404", units("F1"))
    assert question.charge is None
    assert question.options(played.state) == [None, RIDE]
    assert (played.events, played.state.activation) == ([], near().activation)
    played = met(near(FOOT, HUSSARS, "A2 light 6-3 0504"), [5])
    assert played.of("ReactionDeclared") == [
        ReactionDeclared(units("A1"), Hex("0404"), hexes("0402 0403"), against_move=True)
    ]
    assert played.of("MoraleRolled")[0].purpose == "reaction"
    assert met(played.state).asked == []
    ActivationBegan(FormationId("FI"), FRENCH, had_contact=False).apply(played.state)
    assert len(met(played.state).asked) == 1
    answers: Answers = {
        "ChoosePath": [Route(hexes("0406 0405 0404"))],
        "ChooseReactionCharge": [RIDE],
    }
    state = near("F1 infantry 5-2 0406", HUSSARS)
    played = play(state, lambda table: move_units(table, units("F1")), [5], answers)
    assert played.story[:2] == ["UnitMoved", "ReactionDeclared"]
    assert played.of("UnitMoved")[0].path[-1] == "0404"
    stays = play(near(), lambda table: move_units(table, units("F1")))
    assert stays.questions("ChooseReactionCharge") == []


@pytest.mark.rule("N10.25", "N10.2", "N10.14")
def test_who_provokes_whom_from_where_and_by_which_way() -> None:
    for mover, cavalry, asked in (
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 battery 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 horse 5-3 0404", "A1 light 6-3 0403", True),
        ("F1 light 5-3 0404", "A1 light 6-3 0402", False),
        ("F1 train 0404", "A1 light 6-3 0402", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0401", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402 disrupted", False),
        ("F1 infantry 5-3 0404", "A1 infantry 6-3 0402", False),
    ):
        assert bool(met(near(mover, cavalry)).asked) is asked
    lines = (FOOT, "F2 battery 3-3 0505", "F3 light 3-3 0404", "F4 infantry 3-3 uar", HUSSARS)
    assert provokers(near(*lines), units("F1 F2 F3 F4")) == units("F1 F2")
    # a unit dropped on the way is met where it is
    dropped = near("F1 infantry 5-2 0707", "F2 battery 3-3 0404", HUSSARS)
    assert met(dropped, moved="F1 F2").questions("ChooseReactionCharge")[0].units == units("F2")
    far = "A1 light 6-3 0704"
    assert met(near(FOOT, far)).asked == []
    state = near(FOOT, far, "A2 light 6-3 0303 column")
    question = met(state).questions("ChooseReactionCharge")[0]
    assert [a.units for a in question.options(state) if a] == [units("A1")]
    state = near(FOOT, HUSSARS, rows=terrain(".", "c"))
    assert met(state).asked == []
    question = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"))
    assert rule_of(question.refusal(state, RIDE)) == "N10.11"
    away = near(FOOT, "A1 light 6-3 0702")
    refusal = question.refusal(away, Reaction(units("A1"), hexes("0702")))
    assert refusal is not None
    assert refusal.sentence == "The cavalry in 0702 is too far away."


@pytest.mark.rule("N10.22", "N10.25", "N10.3", "N4.53", "N10.41")
def test_the_infantry_forms_square_and_goes_on_or_artillery_limbers() -> None:
    # reaction 1, square 3; fires 1 and 1, which is M; checks of the riders
    played = met(near(), [1, 3, 1, 1, 1, 1])
    assert played.questions("ChooseFormSquare")[0].side == FRENCH
    assert played.of("SquareFormed") == [SquareFormed(units("F1"), Hex("0404"))]
    # 6 SP at -75; 5 SP, and a square adds 1 to its die
    fires = [(e.side, e.strength, e.modifiers) for e in played.of("FireResolved")]
    assert fires == [(ALLIED, 2, 0), (FRENCH, 5, 1)]
    assert played.of("ChargeResolved")[0].outcome == "charge held"
    assert played.state.units[unit("A1")].hex == "0402"
    f1 = played.state.units[unit("F1")]  # who stands keeps his own action
    assert (f1.hex, f1.done, f1.assaulted) == ("0404", False, False)
    state = near("F1 battery 5-2 0404", HUSSARS, orders="FI: probe 0707")
    played = met(state, [1, 1, 1], ChooseEvasion=[True])
    assert played.of("Evaded")[0].units == units("F1")
    assert played.of("ChargeResolved")[0].outcome == "target gives way"
    assert played.questions("ChooseAdvance") == []
    assert played.state.units[unit("F1")].done


@pytest.mark.rule("N10.22", "N10.25", "N10.6", "N8.11", "N10.24", "N11.7")
def test_who_is_driven_off_has_acted_and_the_cavalry_goes_home_or_pursues() -> None:
    # reaction 1, no square on 4; fires: 12 SP, a 1 is M, and 3 SP, nothing; morale 2: a 5 fails
    played = met(near(), [1, 4, 1, 1, 5, 1])
    begun = played.of("RetreatBegan")[0]
    assert (begun.units, begun.hexes, begun.rout) == (units("F1"), 3, True)
    assert played.questions("ChooseAdvance") == []
    assert played.state.units[unit("A1")].hex == "0402"
    assert played.state.units[unit("F1")].done
    question = played.questions("DeclarePursuit")[0]
    assert [(group.units, group.hex) for group in question.riders] == [(units("A1"), "0403")]
    chosen = question.options(played.state)[1]
    # pursuit 1, its die 1; then the check after the charge
    after = met(near(), [1, 4, 1, 1, 5, 1, 1, 1], DeclarePursuit=[chosen])
    assert len(after.of("PursuitResolved")) == 1
    assert after.state.units[unit("A1")].hex == chosen.path[-1]


# -- the chances of a reaction charge, against every roll that can be thrown (N10.21)


AWAITS = Reaction(units("A2"), hexes("0403"))
FAINT = ("F1 light 1-2 0406", "A2 light 8-3 0403")


@pytest.mark.rule("N10.21")
@each(
    "lines named reaction rows",
    case("heavy on light", (F1, A1, "A2 light 4-3 0504"), "F1", MEET, OPEN),
    case("two on one", (F1, F2, A1, "A2 heavy 9-2 0504"), "F1 F2", MEET, OPEN),
    case("a target that stays", (F1, "A2 light 5-3 0403"), "F1", AWAITS, OPEN),
    case("last steps", ("F1 light 9/0-2 0406", A1, "A2 light 9/0-4 0504"), "F1", MEET, OPEN),
    case("too weak to fire", FAINT, "F1", AWAITS, terrain("w")),
)
def test_the_chances_are_exactly_those_of_the_flow(
    lines: tuple[str, ...], named: str, reaction: Reaction, rows: str
) -> None:
    state = position(rows, *lines, active="FI")
    answers: Answers = {"ChooseReactionCharge": [reaction]}

    def thrown(dice: Chance) -> Played[Reacted]:
        return play(state, lambda table: react_to_charge(table, of(named)), dice, answers)

    exact: defaultdict[str, Fraction] = defaultdict(Fraction)
    for played, chance in every_throw(thrown, first=(1,), ones=["after the charge"]):
        exact[played.of("ReactionResolved")[0].loser] += chance
    assert sum(exact.values()) == 1
    shown = dict(meeting_chances(state, of(named), reaction))
    assert shown == pytest.approx({loser: float(chance) for loser, chance in exact.items()})


# -- out of the way of a charge: evasion and limbering (N10.4-N10.42)


F1_OF_EVASION = "F1 heavy 5-3 0405"
CHARGE_OF_EVASION = Charge(units("F1"), Hex("0403"), hexes("0405 0404 0403"))
HORSE_OF_EVASION = "A1 light 5-3 0403"  # its morale is 4
GUNS = "A1 battery 5-2 0403"  # its morale is 3
PROBE, DEFEND = "AI: probe 0707", "AI: defend 0403"
ROUND = ["0402-0403", "0403-0503", "0303-0403", "0304-0403", "0403-0504"]


def threatened(*lines: str, orders: str = DEFEND, **more: Any) -> GameState:
    return position(OPEN, F1_OF_EVASION, *lines, active="FI", orders=orders, **more)


def flee(state: GameState, dice: Sequence[int] = (), **answers: Any) -> Played[bool]:
    """The third step of a charge on 0403."""
    chosen: Answers = {"ChooseEvasion": [True]} if dice else {}
    told = {**chosen, **answers}
    return play(state, lambda table: evade(table, CHARGE_OF_EVASION), dice, told)


def dice_of(played: Played[Any]) -> list[str]:
    return [q.about() for q, _ in played.asked if q.side == "chance"]


@pytest.mark.rule("N10.41", "N4.51")
def test_cavalry_evades_two_hexes_and_is_disrupted_unless_it_fails_or_stays() -> None:
    state = threatened(HORSE_OF_EVASION, "A2 light 2-3 0403", orders=PROBE)
    played = flee(state, [4])
    question = played.questions("ChooseEvasion")[0]
    assert (question.side, question.units, question.limbers) == (ALLIED, units("A1 A2"), False)
    assert [question.kind(x) for x in question.options(state)] == ["stay", "evade"]
    way = played.questions("ChooseRetreatPath")[0]
    assert (way.hexes, way.threats) == (2, hexes("0404"))
    assert played.story == ["MoraleRolled", "Evaded", "UnitDisrupted", "UnitDisrupted"]
    assert played.of("MoraleRolled")[0].purpose == "evasion"
    assert dice_of(played) == ["die for evading"]
    assert played.result is True
    path = played.of("Evaded")[0].path
    assert (len(path), path[0]) == (3, "0403")
    record = played.state.units[unit("A1")]
    assert (record.hex, record.disrupted, record.reduced) == (path[-1], True, False)
    state = threatened(HORSE_OF_EVASION, orders=PROBE)
    failed, stays = flee(state, [5]), flee(state)
    assert (failed.story, failed.result) == (["MoraleRolled"], False)
    assert failed.state.units[unit("A1")].hex == "0403"
    assert len(stays.questions("ChooseEvasion")) == 1
    assert (stays.events, stays.result) == ([], False)


@pytest.mark.rule("N10.4", "N10.41", "N16.4")
def test_artillery_limbers_goes_one_hex_and_leaves_its_cavalry_at_the_halt() -> None:
    played = flee(threatened(GUNS), [3])
    question = played.questions("ChooseEvasion")[0]
    assert (question.units, question.limbers, question.kind(True)) == (units("A1"), True, "limber")
    assert dice_of(played) == ["die for limbering"]
    assert played.result is True
    assert len(played.of("Evaded")[0].path) == 2
    assert not played.of("UnitDisrupted")
    state = threatened(GUNS, "FT train 0402")  # a train in the way is lost
    played = flee(state, [3], ChooseRetreatPath=[hexes("0403 0402")])
    assert played.of("TrainDestroyed") == [TrainDestroyed(unit("FT"), ALLIED)]
    played = flee(threatened(GUNS, "A2 light 4-4 0403", "A3 horse 3-2 0403"), [3])
    assert played.questions("ChooseEvasion")[0].units == units("A1 A3")
    assert played.of("Evaded")[0].units == units("A1 A3")
    assert played.result is False
    assert played.state.units[unit("A2")].hex == "0403"


@pytest.mark.rule("N10.41", "N12.2")
@each(
    "orders horse",
    *((order, True) for order in ("probe", "delay", "fall back", "reserve")),
    ("general retreat", True),
    *((order, False) for order in ("attack", "defend", "march", "support AII")),
)
def test_what_the_order_allows(orders: str, horse: bool) -> None:
    order = f"AI: {orders}" if "AII" in orders else f"AI: {orders} 0707"
    for line, may in ((HORSE_OF_EVASION, horse), (GUNS, True)):
        state = threatened(line, "A9 infantry 1-1 0101 of:AII", orders=order)
        assert (escape(state, CHARGE_OF_EVASION) is not None) is may


@pytest.mark.rule("N10.41", "N12.2", "N10.4", "N11.13")
@each(
    "lines more",
    case(
        "not everybody is allowed to go",
        (HORSE_OF_EVASION, "A2 light 2-3 0403 of:AII"),
        {"orders": f"{PROBE}; AII: defend 0403"},
    ),
    case("with infantry", (GUNS, "A2 infantry 3-3 0403"), {"orders": PROBE}),
    case("nowhere to go", (GUNS,), {"orders": PROBE, "rivers": ROUND}),
)
def test_who_is_not_asked_to_go(lines: tuple[str, ...], more: dict[str, Any]) -> None:
    assert flee(threatened(*lines, **more)).asked == []


@pytest.mark.rule("N10.41", "N11.4", "N11.41", "N14.52", "N22.2")
def test_zones_cost_those_who_limber_their_order_friends_make_room_and_leaders_go_along() -> None:
    # 0402, 0303 and 0503, the ways out, lie in zones
    zones = ("F2 infantry 2-3 0401", "F3 infantry 2-3 0302", "F4 infantry 2-3 0502")
    played = flee(threatened(GUNS, "A2 battery 3-2 0403", *zones), [3])
    assert (played.of("UnitEliminated"), played.of("StepLost")) == ([], [])
    assert [e.unit for e in played.of("UnitDisrupted")] == ["A1", "A2"]
    assert played.result is True
    ways = enumerate(("0402", "0303", "0503"), 2)
    played = flee(threatened(GUNS, *(f"A{n} infantry 12-3 {hex_}" for n, hex_ in ways)), [1, 1])
    assert len(played.of("FriendDisplaced")) == 1
    assert played.result is True
    control = {Hex(hex_): FRENCH for hex_ in ("0402", "0303", "0503")}
    played = flee(threatened(GUNS, "AL leader 0403", control=control), [3])
    path = played.of("Evaded")[0].path
    assert played.of("LeaderMoved") == [LeaderMoved(LeaderId("AL"), path, free=True)]
    assert played.of("HexControlled") == [HexControlled(path[-1], ALLIED, unit("A1"))]
