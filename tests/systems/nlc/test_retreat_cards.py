"""Cards that bear on retreats: 7 Blücher, 22 From the Jaws of Death, 30 Marmont (N11.3, N11.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexwar.cards.records import CardId, Pile
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.combat import BombardmentResolved, RetreatCancelled, StalemateReached
from hexwar.systems.nlc.events.losses import MoraleRolled, RetreatBegan, StepLost, UnitDisrupted
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    BombardmentOutcome,
    bombard,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.confidence import may_repeat
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.command.command import leader_rating
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import LeaderId, Side
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import A1, F1, fight, on
from tests.systems.nlc.battle_cards import acting, face_down
from tests.systems.nlc.charges import ride
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

JAWS, MARMONT, BLUECHER = CardId("jaws-of-death"), CardId("marshal-marmont"), CardId("bluecher")
RETREATS = "retreats"
MARSHAL = "FM leader 0707 name:Marmont rating:3"


def table(*lines: str, **words: Any) -> GameState:
    """F1 is about to assault A1."""
    return position(OPEN, F1, A1, *lines, active="FI", **words)


def steadfast(*lines: str, side: Side = ALLIED, **words: Any) -> GameState:
    """The same, and no stack of a side retreats."""
    return acting(table(*lines, **words), "bluecher", RETREATS, side=side)


def withdraw(
    state: GameState,
    *,
    rout: bool = False,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
) -> Played[bool]:
    """The stack in 0403 must retreat before 0404."""
    stack = state.combat_units_in(Hex("0403"))
    toll = Toll(ALLIED, stack, frozenset(MainArm))
    return play(
        state,
        lambda t: retreat(t, toll, hexes("0404"), attacking=False, rout=rout),
        dice,
        answers,
    )


# -- 7: nobody retreats against his will (N11.3)


@pytest.mark.rule("N11.3", "N23.4")
@pytest.mark.parametrize("rout", [False, True])
def test_a_stack_that_must_retreat_stays_disrupted(*, rout: bool) -> None:
    done = withdraw(steadfast("A2 light 3-3 0403"), rout=rout)
    assert done.events == [
        RetreatCancelled(BLUECHER, units("A1 A2"), Hex("0403")),
        UnitDisrupted(unit("A1")),
        UnitDisrupted(unit("A2")),
    ]
    assert done.result is False


@pytest.mark.rule("N11.3", "N8.9")
def test_attackers_check_where_the_defenders_stay() -> None:
    done = fight(steadfast(), [4, 4, 6, 6])
    (held,) = done.of(RetreatCancelled)
    assert held.units == units("A1")
    assert [check.units for check in done.of(MoraleRolled)] == [units("A1"), units("F1")]
    (began,) = done.of(RetreatBegan)
    assert began.units == units("F1")
    assert done.result is AssaultOutcome.ATTACKER_REPULSED
    assert done.state.units[unit("A1")].disrupted


@pytest.mark.rule("N11.3", "N8.10")
def test_attackers_who_stay_by_a_card_are_in_a_stalemate() -> None:
    done = fight(steadfast(side=FRENCH), [4, 4, 1, 6])
    assert done.result is AssaultOutcome.STALEMATE
    assert done.of(StalemateReached)
    assert done.state.units[unit("F1")].hex == "0404"
    assert done.state.units[unit("F1")].disrupted
    assert may_repeat(done.state, units("F1")) is may_repeat(table(), units("F1"))


@pytest.mark.rule("N11.3", "N10.6")
def test_the_target_of_a_charge_stays() -> None:
    guns = "A1 battery 4-3 0403"
    state = position(OPEN, "F1 heavy 6-3 0404", guns, active="FI", segment=Segment.CHARGE)
    acting(state, "bluecher", RETREATS, side=ALLIED)
    done = ride(state, [2, 1, 6, 1], path=hexes("0404 0403"))
    assert done.result is ChargeOutcome.HELD
    assert done.state.units[unit("A1")].disrupted


@pytest.mark.rule("N11.3", "N10.61")
def test_chargers_who_rout_by_a_card_are_only_back() -> None:
    foot = "A1 infantry 9-4 0403 square"
    state = position(OPEN, "F1 heavy 5-0 0404", foot, active="FI", segment=Segment.CHARGE)
    acting(state, "bluecher", RETREATS)
    done = ride(state, [1, 4, 6], path=hexes("0404 0403"))
    assert done.result is ChargeOutcome.CHARGERS_REPULSED
    assert not done.of(RetreatBegan)
    assert done.state.units[unit("F1")].hex == "0404"


@pytest.mark.rule("N11.3", "N9.6")
def test_the_disrupted_stay_under_bombardment() -> None:
    state = position(
        OPEN, "F1 battery 12-3 0405", f"{A1} disrupted", active="FI", segment=Segment.BOMBARDMENT
    )
    acting(state, "bluecher", RETREATS, side=ALLIED)
    declared = Bombardment(Hex("0403"), units("F1"))
    done = play(state, lambda t: bombard(t, FRENCH, declared), [3, 6])
    assert done.result is BombardmentOutcome.STACK_DISRUPTED
    assert done.state.units[unit("A1")].hex == "0403"
    told = dict(bombardment_report(state, declared).outcomes)
    assert "retreat" not in told
    assert sum(told.values()) == pytest.approx(1)


@pytest.mark.rule("N23.2", "N11.3")
def test_that_nobody_retreats_shows_when_somebody_stays() -> None:
    state = face_down(table(), "bluecher", RETREATS, side=ALLIED)
    done = withdraw(state)
    assert [event.card for event in done.of(CardRevealed)] == [BLUECHER]


@pytest.mark.rule("N11.3")
def test_the_preview_knows_who_stays() -> None:
    report = combat_report(steadfast(), on("0403", "F1"), Hex("0404"))
    ends = dict(report.outcomes)
    assert "defender retreats" not in ends
    assert "defender routs" not in ends
    assert sum(ends.values()) == pytest.approx(1)


# -- 22: From the Jaws of Death (N11.4)

RING = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
"""The French whose zones A1 must retreat through."""


@pytest.mark.rule("N11.4", "N23.4", "N23.6")
def test_a_stack_slips_through_the_enemys_zones_without_loss() -> None:
    state = holding(table(*RING), "jaws-of-death", side=ALLIED)
    assert withdraw(table(*RING)).of(StepLost)
    done = withdraw(state, answers={PlayWindowCard: [JAWS]})
    assert not done.of(StepLost)
    assert done.of(RetreatBegan)
    assert done.result is True
    assert [score.vp for score in scores(done)] == [-1]
    assert not done.state.cards.effects
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("jaws-of-death",)


@pytest.mark.rule("N11.4")
def test_the_hexes_not_walked_and_the_rout_still_cost() -> None:
    state = holding(table(*RING), "jaws-of-death", side=ALLIED)
    done = withdraw(state, rout=True, answers={PlayWindowCard: [JAWS]})
    assert [event.cause for event in done.of(StepLost)] == ["rout"]


@pytest.mark.rule("N23.6", "N23.7")
def test_the_jaws_are_of_no_use_where_no_zone_is_in_the_way() -> None:
    state = holding(table(), "jaws-of-death", side=ALLIED)
    assert not withdraw(state).questions(PlayWindowCard)


# -- 30: Marmont


@pytest.mark.rule("N23.4", "N2.32")
def test_a_stack_that_marmont_presses_checks_its_retreats_at_one_less() -> None:
    state = acting(table(), "marshal-marmont", "A1")
    report = combat_report(state, on("0403", "F1"), Hex("0404"))
    assert ("pressed by Marmont", -1, "N23.4") in report.morale_defender.modifiers
    assert report.morale_attacker is not None
    assert report.morale_attacker.modifiers == ()
    other = acting(table(), "marshal-marmont", "A7")
    plain = combat_report(other, on("0403", "F1"), Hex("0404"))
    assert plain.morale_defender.value == report.morale_defender.value + 1


@pytest.mark.rule("N23.2", "N23.4")
def test_marmont_shows_when_the_stack_checks() -> None:
    state = face_down(table(), "marshal-marmont", "A1")
    seen = combat_report(view(state, ALLIED), on("0403", "F1"), Hex("0404"))
    assert "pressed by Marmont" not in [words for words, _, _ in seen.morale_defender.modifiers]
    done = fight(state, [4, 1, 1])
    assert [event.card for event in done.of(CardRevealed)] == [MARMONT]
    (check,) = done.of(MoraleRolled)
    assert check.modifiers == sum(row for _, row, _ in seen.morale_defender.modifiers) - 1


@pytest.mark.rule("N23.4", "N14.2")
def test_marmont_is_rated_four_and_names_an_enemy_stack() -> None:
    state = holding(table(MARSHAL, "A2 infantry 9-3 0101"), "marshal-marmont")
    assert named(state, "marshal-marmont") == [("A1",), ("A2",)]  # in contact, then the others
    assert leader_rating(state, LeaderId("FM")) == 3
    done = put(state, "marshal-marmont", "A1")
    assert leader_rating(done.state, LeaderId("FM"), Verb.ATTACK) == 4
    (effect,) = in_force(done.state, "marshal-marmont")
    assert "A1" in effect.subjects
    assert [score.vp for score in scores(done)] == [-2]


@pytest.mark.rule("N23.4", "N23.7")
def test_marmont_must_be_on_the_map_himself() -> None:
    absent = holding(table(MARSHAL.replace("0707", "due")), "marshal-marmont")
    assert is_returned(played(absent, "marshal-marmont"))
    other = holding(table("FM leader 0707"), "marshal-marmont")
    assert is_returned(played(other, "marshal-marmont"))


@pytest.mark.rule("N23.4", "N9.6", "N23.6")
def test_marmont_adds_one_to_a_bombardment() -> None:
    state = position(
        OPEN, "F1 battery 6-3 0405", A1, MARSHAL, active="FI", segment=Segment.BOMBARDMENT
    )
    declared = Bombardment(Hex("0403"), units("F1"))
    report = bombardment_report(acting(state.copy(), "marshal-marmont", "A1"), declared)
    assert report.fire.modifiers == (("Marshal Marmont", 1, "N23.4"),)
    holding(state, "marshal-marmont")
    answers: Answers = {PlayWindowCard: [MARMONT], ChooseCardTarget: [("A1",)]}
    done = play(state, lambda t: bombard(t, FRENCH, declared), [1, 1], answers)
    (fire,) = done.of(BombardmentResolved)
    assert fire.modifiers == 1
    assert [event.card for event in done.of(CardRevealed)] == [MARMONT]


@pytest.mark.rule("N11.3", "N23.6")
def test_marmont_is_played_as_a_retreat_begins_and_cancels_it() -> None:
    state = position(OPEN, "F1 infantry 5-3 0403", MARSHAL, "A1 infantry 5-3 0404", active="AI")
    holding(state, "marshal-marmont")
    toll = Toll(FRENCH, units("F1"), frozenset(MainArm))
    answers: Answers = {PlayWindowCard: [MARMONT], ChooseCardTarget: [("A1",)]}
    done = play(
        state,
        lambda t: retreat(t, toll, hexes("0404"), attacking=False, rout=False),
        (),
        answers,
    )
    assert done.result is False
    assert done.of(RetreatCancelled) == [RetreatCancelled(MARMONT, units("F1"), Hex("0403"))]
    assert done.state.units[unit("F1")].disrupted
