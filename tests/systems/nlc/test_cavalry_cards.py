"""Cards of cavalry and of leaders taken: 3, 17, 18, 23 and 31 (N23.4, N11.71, N10.12, N14.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    CaptureCancelled,
    CheckWaived,
    PursuitCancelled,
    PursuitMade,
    ReactionResolved,
    TacticsPlayed,
)
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced
from hexwar.systems.nlc.events.losses import MoraleRolled
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import (
    ChooseReactionCharge,
    Reaction,
    react_to_charge,
    react_to_move,
)
from hexwar.systems.nlc.rules.command.leaders import leaders_alone
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit, Pursuit, pursue
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Segment
from tests.systems.nlc.battle_cards import acting
from tests.systems.nlc.charges import CLOSE
from tests.systems.nlc.hands import is_returned, pile, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
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

CAVALRY_PURSUIT, COUNTER_CHARGE = CardId("cavalry-pursuit"), CardId("counter-charge")
COVER_FIRE, AIDE = CardId("artillery-cover-fire"), CardId("aide-de-camp")
A8 = LeaderId("A8")

# The Allies have left 0403 and fled to 0401; the French won from 0404.
HUNTERS = ("F1 light 5-3 0404", "A1 infantry 5-3 0401")
BY_0402 = Pursuit(units("F1"), Hex("0401"), hexes("0404 0403 0402"))


def won(*lines: str) -> GameState:
    return position(OPEN, *HUNTERS, *lines, active="FI")


def hunted(state: GameState, dice: Sequence[int], *cards: CardId | None) -> Played[tuple[Any, ...]]:
    """F1 pursues A1, with cards that are played as it does."""
    answers: Answers = {DeclarePursuit: [BY_0402], PlayWindowCard: list(cards)}
    return play(
        state,
        lambda t: pursue(t, FRENCH, Hex("0403"), units("A1"), routed=False),
        dice,
        answers,
    )


# -- 17: Cavalry Pursuit


@pytest.mark.rule("N11.71", "N23.4", "N23.6")
def test_cavalry_pursuit_passes_the_check_without_a_die() -> None:
    done = hunted(holding(won(), "cavalry-pursuit"), [1, 4], CAVALRY_PURSUIT)
    assert done.of(CheckWaived) == [CheckWaived(CAVALRY_PURSUIT, units("F1"), "pursuit")]
    assert done.of(PursuitMade)
    assert [check.purpose for check in done.of(MoraleRolled)] == ["aftermath"]  # N10.7
    assert [score.vp for score in scores(done)] == [-1]
    assert done.of(TacticsPlayed) == [TacticsPlayed(FRENCH)]


@pytest.mark.rule("N11.71")
def test_all_pursuits_of_the_turn_pass() -> None:
    state = acting(won(), "cavalry-pursuit")
    done = hunted(state, [1, 4])
    assert done.of(PursuitMade)
    assert in_force(done.state, "cavalry-pursuit")
    theirs = hunted(acting(won(), "cavalry-pursuit", side=ALLIED), [6])
    assert not theirs.of(PursuitMade)  # not those of the enemy


@pytest.mark.rule("N23.4", "N23.7")
def test_a_second_card_of_the_kind_is_of_no_use_that_turn() -> None:
    for card in ("cavalry-pursuit", "counter-charge"):
        assert is_returned(played(acting(holding(won(), card), card), card))


# -- 3: Artillery Cover Fire cancels a pursuit


@pytest.mark.rule("N11.71", "N23.4")
def test_cover_fire_cancels_a_pursuit() -> None:
    state = holding(won("A2 battery 3-3 0101"), "artillery-cover-fire", side=ALLIED)
    done = hunted(state, (), COVER_FIRE)
    assert done.of(PursuitCancelled) == [PursuitCancelled(COVER_FIRE, units("F1"))]
    assert done.result == ()
    assert not done.of(MoraleRolled)
    assert done.state.units[unit("F1")].hex == "0404"
    assert [score.vp for score in scores(done)] == [-1]
    assert not done.state.cards.effects


@pytest.mark.rule("N11.71", "N23.6")
def test_the_pursuit_goes_on_where_it_is_kept() -> None:
    state = holding(won("A2 battery 3-3 0101"), "artillery-cover-fire", side=ALLIED)
    done = hunted(state, [1, 1, 1], None)
    assert done.of(PursuitMade)
    assert pile(done.state, Pile.HAND, ALLIED) == ("artillery-cover-fire",)


# -- 18: Counter Charge

F1, A1, A2 = "F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504"
CHARGE = Charge(units("F1"), Hex("0403"), hexes("0406 0405 0404 0403"))
MEET = Reaction(units("A2"), hexes("0504 0404"))


def charged(*lines: str) -> GameState:
    return position(OPEN, F1, A1, A2, *lines, active="FI", segment=Segment.CHARGE)


def reacted(state: GameState, dice: Sequence[int], *cards: CardId | None) -> Played[Any]:
    """A2 tries to meet the charge of F1."""
    answers: Answers = {ChooseReactionCharge: [MEET], PlayWindowCard: list(cards)}
    return play(state, lambda t: react_to_charge(t, CHARGE), dice, answers)


@pytest.mark.rule("N10.2", "N23.4", "N23.6")
def test_counter_charge_passes_the_check_without_a_die() -> None:
    done = reacted(holding(charged(), "counter-charge", side=ALLIED), [1, 1], COUNTER_CHARGE)
    assert done.of(CheckWaived) == [CheckWaived(COUNTER_CHARGE, units("A2"), "reaction")]
    assert done.of(ReactionResolved)
    assert not done.of(MoraleRolled)
    assert [score.vp for score in scores(done)] == [-1]
    assert in_force(done.state, "counter-charge", ALLIED)


@pytest.mark.rule("N10.2")
def test_without_it_the_check_is_rolled() -> None:
    done = reacted(holding(charged(), "counter-charge", side=ALLIED), [6], None)
    assert [check.passed for check in done.of(MoraleRolled)] == [False]
    assert not done.of(ReactionResolved)


@pytest.mark.rule("N10.25", "N10.2")
def test_a_charge_on_those_who_come_near_passes_too() -> None:
    state = position(
        OPEN, "F1 infantry 5-3 0404", "A2 light 6-3 0403", active="FI", segment=Segment.MOVEMENT
    )
    acting(state, "counter-charge", side=ALLIED)
    chosen = Reaction(units("A2"), hexes("0403 0404"))
    answers: Answers = {ChooseReactionCharge: [chosen]}
    done = play(state, lambda t: react_to_move(t, units("F1")), [1, 1, 1, 1], answers)
    assert [event.purpose for event in done.of(CheckWaived)] == ["reaction"]
    assert "reaction" not in [check.purpose for check in done.of(MoraleRolled)]


# -- 23: Cossacks, Untrained Enemy Cavalry

RIDERS = (
    "A1 light 3-3 0404 cossack",
    "A2 heavy 4-3 0404",
    "A3 light 5-3 0101",
    "A4 battery 3-3 0101",
)
FOE = "F1 infantry 5-3 0403"


def stable(*lines: str) -> GameState:
    return position(OPEN, *(lines or RIDERS), FOE, active="AI", segment=Segment.CHARGE)


@pytest.mark.rule("N23.4", "N10.12", "N7.2")
def test_the_cossacks_of_a_stack_may_not_charge() -> None:
    state = holding(stable(), "cossacks")
    assert named(state, "cossacks") == [("A1",)]
    done = put(state, "cossacks", "A1")
    assert _refusal(done.state, "A1") == "N10.12"
    assert _refusal(done.state, "A2") is None
    offered = DeclareCharge(ALLIED, FormationId("AI")).options(done.state)
    assert {c.units for c in offered if c is not None} == {units("A2")}
    assert [score.vp for score in scores(done)] == [-1]


@pytest.mark.rule("N23.4", "N10.12", "N7.2")
def test_the_cavalry_of_a_stack_may_not_charge() -> None:
    state = holding(stable(), "untrained-enemy-cavalry")
    assert named(state, "untrained-enemy-cavalry") == [("A1", "A2"), ("A3",)]
    done = put(state, "untrained-enemy-cavalry", "A1", "A2")
    assert _refusal(done.state, "A1") == _refusal(done.state, "A2") == "N10.12"
    (effect,) = in_force(done.state, "untrained-enemy-cavalry")
    assert effect.until == done.state.turn
    assert [score.vp for score in scores(done)] == [-1]


def _refusal(state: GameState, name: str) -> str | None:
    """The rule by which a unit may not charge F1."""
    answer = Charge(units(name), Hex("0403"), CLOSE)
    found = DeclareCharge(ALLIED, FormationId("AI")).refusal(state, answer)
    return None if found is None else found.rule


@pytest.mark.rule("N23.7")
def test_both_cards_want_such_cavalry_of_the_enemy() -> None:
    foot = "A1 infantry 3-3 0404"
    for card in ("cossacks", "untrained-enemy-cavalry"):
        assert is_returned(played(holding(stable(foot), card), card))
    line = holding(stable("A1 light 3-3 0404"), "cossacks")
    assert is_returned(played(line, "cossacks"))


@pytest.mark.rule("N10.12", "N10.23")
def test_they_may_still_meet_a_charge() -> None:
    state = acting(charged(), "untrained-enemy-cavalry", "A2")
    assert reacted(state, [1, 1, 1]).of(ReactionResolved)


# -- 31: Aide de Camp at a capture


def taken(state: GameState, dice: Sequence[int], *cards: CardId | None, side: Side = ALLIED) -> Any:
    """The leader in 0303 is alone, and the enemy comes."""

    async def roll(table: Table[GameState]) -> None:
        await leaders_alone(table, Hex("0303"), side)

    return play(state, roll, dice, {PlayWindowCard: list(cards)})


ALONE = ("A8 leader 0303", "A1 infantry 5-3 0505", "F1 infantry 5-3 0302")


@pytest.mark.rule("N14.7", "N23.4", "N23.6")
def test_an_aide_de_camp_gets_a_captured_leader_away() -> None:
    state = holding(position(OPEN, *ALONE, active="FI"), "aide-de-camp", side=ALLIED)
    done = taken(state, [1], AIDE)
    assert done.of(CaptureCancelled) == [CaptureCancelled(A8)]
    assert done.of(LeaderDisplaced) == [LeaderDisplaced(A8, Hex("0505"))]
    assert not done.of(LeaderCaptured)
    assert [score.vp for score in scores(done)] == [-1]
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("aide-de-camp",)


@pytest.mark.rule("N14.7")
def test_who_keeps_him_loses_the_leader() -> None:
    state = holding(position(OPEN, *ALONE, active="FI"), "aide-de-camp", side=ALLIED)
    done = taken(state, [2], None)
    assert done.of(LeaderCaptured)
    assert done.of(DieRolled) == [DieRolled("capture of A8", 2, 0, 2)]


@pytest.mark.rule("N14.7", "N23.7")
def test_nobody_is_asked_where_the_leader_escapes_or_has_no_friend_left() -> None:
    state = holding(position(OPEN, *ALONE, active="FI"), "aide-de-camp", side=ALLIED)
    assert not taken(state, [3]).questions(PlayWindowCard)
    lonely = position(OPEN, "A8 leader 0303", "F1 infantry 5-3 0302", active="FI")
    done = taken(holding(lonely, "aide-de-camp", side=ALLIED), [1])
    assert not done.questions(PlayWindowCard)
    assert done.of(LeaderCaptured)


@pytest.mark.rule("N14.7", "N14.71")
def test_the_aide_rides_farther_than_the_leader_could_flee() -> None:
    rows = "\n".join([". " * 20] * 3)
    far = ("A8 leader 0303", "A1 infantry 5-3 1803", "F1 infantry 5-3 0302")
    state = holding(position(rows, *far, active="FI"), "aide-de-camp", side=ALLIED)
    assert taken(state, [6], AIDE).of(LeaderDisplaced) == [LeaderDisplaced(A8, Hex("1803"))]
