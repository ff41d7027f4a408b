"""Cards in combat, retreat and at the dice, in fights and in previews (N23.4)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar.systems.nlc
from hexwar.cards.events import CardPlayed, CardScored, DieRerolled, EffectBegan, EffectEnded
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, CardScore, Pile, Piles, Window
from hexwar.engine import Event, Roll, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.combat import (
    BombardmentResolved,
    NeyDieChosen,
    RetreatCancelled,
    StalemateReached,
    TacticsPlayed,
    UnitsRecovered,
)
from hexwar.systems.nlc.events.losses import (
    MoraleRolled,
    RecoveryRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitReturned,
)
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll, throw
from hexwar.systems.nlc.rules.cards.windows import (
    TACTICS,
    ChooseCardTarget,
    PlayWindowCard,
    fitting,
)
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome, RepeatAssault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    BombardmentOutcome,
    bombard,
    bombardment_report,
)
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report
from hexwar.systems.nlc.rules.combat.confidence import may_repeat
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.command.command import leader_rating
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, recover
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Box, Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc.assaults import A1, F1, fight, on, terrain
from tests.systems.nlc.battle_cards import acting, face_down, modifiers, rows
from tests.systems.nlc.charges import of, percents, ride
from tests.systems.nlc.hands import is_returned, pile, played, scores
from tests.systems.nlc.melees import FIGHTS, fought, in_order, run, tables
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
from tests.systems.nlc.situations import (
    TARGET,
    AssaultCase,
    BombardmentCase,
    ChargeCase,
    Dice,
    Question,
    Situation,
)

# -- cards that bear on the dice of assaults and charges: 3, 14, 20 and 24 (N23.4, N8.81)


COVER_FIRE, LAST_PUSH = CardId("artillery-cover-fire"), CardId("last-push")
NEY, AREA_DEFENSE = CardId("marshal-ney"), CardId("area-defense")

GUN = "F9 battery 3-3 0304"
MARSHAL = "FNey leader 0707 ney"
STEADY = [3, 3, 1, 1]
"""Both fires and both checks; everybody stays."""


def line_up(*lines: str, **words: Any) -> GameState:
    """F1 is about to assault A1."""
    return position(OPEN, F1, A1, *lines, active="FI", **words)


def ridden(*lines: str, **words: Any) -> GameState:
    """F1 is about to charge the guns in 0403."""
    guns = "A1 battery 4-3 0403"
    return position(
        OPEN, "F1 heavy 6-3 0404", guns, *lines, active="FI", segment=Segment.CHARGE, **words
    )


def fought_combat_cards(
    state: GameState, *cards: CardId | None, dice: Sequence[int] = STEADY, **answers: Any
) -> Played[Any]:
    """The assault, with cards that are played in its window."""
    told: Answers = {PlayWindowCard: list(cards), **answers.get("answers", {})}
    return fight(state, dice, answers=told)


def preview(state: GameState, side: Side | None = None, **words: Any) -> CombatReport:
    """What is told of the assault before its dice, to a side or to who knows all."""
    seen = state if side is None else view(state, side)
    return combat_report(seen, on("0403", "F1"), Hex("0404"), **words)


# -- 3: Artillery Cover Fire


@pytest.mark.rule("N23.4", "N8.81", "N23.6", "N23.7")
def test_cover_fire_raises_the_die_of_one_assault() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire")
    done = fought_combat_cards(state, COVER_FIRE)
    assert modifiers(done, FRENCH) == [1]
    assert modifiers(done, ALLIED) == [0]
    assert [score.vp for score in scores(done)] == [-1]
    assert pile(done.state, Pile.DISCARD) == ("artillery-cover-fire",)
    assert not in_force(done.state, "artillery-cover-fire")
    assert done.state.cards.tactics == (FRENCH,)


@pytest.mark.rule("N23.4", "N8.81")
def test_the_preview_shows_cover_fire() -> None:
    state = acting(line_up(GUN), "artillery-cover-fire", left=1)
    report = preview(state)
    assert rows(report.attack) == {"Artillery Cover Fire": 1}
    assert report.attack.modifiers[0][2] == "N23.4"
    assert rows(report.defence) == {}


@pytest.mark.rule("N23.4", "N23.6")
def test_cover_fire_is_over_when_the_second_round_begins() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire")
    done = fought_combat_cards(
        state, COVER_FIRE, dice=[*STEADY, 1, 1, 1], answers={RepeatAssault: [True]}
    )
    assert modifiers(done, FRENCH) == [1, 0]


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize(
    ("gun", "may"),
    [
        ("F9 battery 3-3 0304", True),  # next to the target
        ("F9 battery 3-3 0405", True),  # in range and sight
        ("F9 battery 3-3 0707", False),  # too far away
    ],
)
def test_cover_fire_wants_guns_that_bear(gun: str, may: bool) -> None:
    state = holding(line_up(gun), "artillery-cover-fire")
    done = fight(state, STEADY)
    assert bool(done.questions(PlayWindowCard)) is may


@pytest.mark.rule("N23.4", "N23.7")
def test_cover_fire_is_inapplicable_without_artillery() -> None:
    state = holding(line_up(), "artillery-cover-fire")
    assert named(state, "artillery-cover-fire") == []
    assert is_returned(played(state, "artillery-cover-fire"))


@pytest.mark.rule("N23.4")
def test_the_defender_covers_too_with_guns_on_the_attackers() -> None:
    state = holding(line_up("A9 battery 3-3 0707"), "artillery-cover-fire", side=ALLIED)
    assert not fight(state, STEADY).questions(PlayWindowCard)  # too far away
    state = holding(line_up("A9 battery 3-3 0403"), "artillery-cover-fire", side=ALLIED)
    done = fought_combat_cards(state, COVER_FIRE, dice=[3, 1, 1, 1])
    assert modifiers(done, ALLIED) == [1]


@pytest.mark.rule("N23.4")
def test_cover_fire_serves_one_combat_a_turn() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire", "artillery-cover-fire")
    after = fought_combat_cards(state, COVER_FIRE).state
    after.cards = replace(after.cards, tactics=())  # in a later activation
    assert fitting(after, FRENCH, Window.ASSAULT) == ()


@pytest.mark.rule("N23.7")
def test_one_tactics_card_for_a_side_and_activation() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire", "last-push")
    done = fought_combat_cards(state, LAST_PUSH)
    assert len(done.questions(PlayWindowCard)) == 1
    assert done.of(TacticsPlayed) == [TacticsPlayed(FRENCH)]
    assert modifiers(done, FRENCH) == [2]


# -- 24: The Last Push


@pytest.mark.rule("N23.4", "N8.81")
def test_the_last_push_adds_two_to_the_attackers_die() -> None:
    done = fought_combat_cards(holding(line_up(), "last-push"), LAST_PUSH)
    assert modifiers(done, FRENCH) == [2]
    assert [score.vp for score in scores(done)] == [-2]
    assert not in_force(done.state, "last-push")


@pytest.mark.rule("N23.6")
def test_the_last_push_is_not_for_those_who_are_assaulted() -> None:
    done = fight(holding(line_up(), "last-push", side=ALLIED), STEADY)
    assert not done.questions(PlayWindowCard)


@pytest.mark.rule("N23.4")
def test_a_card_for_an_assault_does_not_help_a_charge() -> None:
    state = acting(acting(ridden(), "last-push", left=1), "artillery-cover-fire", left=1)
    report = charge_report(state, of("F1", (Hex("0404"), Hex("0403"))))
    assert rows(report.attack) == {}


# -- 14: Marshal Ney


@pytest.mark.rule("N23.4", "N8.81", "N23.6")
@pytest.mark.parametrize(("die", "french", "allied"), [(NeyDie.OWN, 1, 0), (NeyDie.ENEMY, 0, -1)])
def test_ney_raises_his_own_die_or_lowers_the_enemys(die: NeyDie, french: int, allied: int) -> None:
    state = acting(line_up(MARSHAL), "marshal-ney")
    done = fight(state, [3, 4, 1, 1], answers={ChooseNeyDie: [die]})
    assert modifiers(done, FRENCH) == [french]
    assert modifiers(done, ALLIED) == [allied]
    assert done.of(NeyDieChosen) == [
        NeyDieChosen(FRENCH, Hex("0403"), on_enemy=die is NeyDie.ENEMY)
    ]
    assert in_force(done.state, "marshal-ney")  # the whole turn


@pytest.mark.rule("N23.6")
def test_ney_serves_the_defenders_too() -> None:
    state = acting(line_up(), "marshal-ney", side=ALLIED)
    done = fight(state, [3, 3, 1, 1])
    assert modifiers(done, ALLIED) == [1]


@pytest.mark.rule("N23.4", "N23.6")
def test_ney_is_not_asked_where_only_one_side_fires() -> None:
    state = acting(ridden(MARSHAL, weather="fair"), "marshal-ney")
    state = acting(
        position(OPEN, "F1 heavy 6-3 0404", "A1 light 1-3 0403 disrupted column", active="FI"),
        "marshal-ney",
    )
    done = fight(state, [3, 1], answers={})
    assert not done.questions(ChooseNeyDie)
    assert modifiers(done, FRENCH) == [1]


@pytest.mark.rule("N23.4", "N10.13")
@pytest.mark.parametrize(("die", "french", "allied"), [(NeyDie.OWN, 1, 0), (NeyDie.ENEMY, 0, -1)])
def test_ney_helps_in_charges(die: NeyDie, french: int, allied: int) -> None:
    state = acting(ridden(MARSHAL), "marshal-ney")
    answers: Answers = {ChooseNeyDie: [die]}
    done = ride(state, [1, 6, 1, 1, 1], answers, path=(Hex("0404"), Hex("0403")))
    assert modifiers(done, FRENCH) == [french]
    assert modifiers(done, ALLIED) == [allied]


@pytest.mark.rule("N23.4")
def test_previews_tell_which_die_ney_is_for() -> None:
    state = acting(line_up(), "marshal-ney")
    own, other = preview(state), preview(state, lowered=(ALLIED,))
    assert rows(own.attack) == {"Marshal Ney": 1}
    assert rows(own.defence) == {}
    assert rows(other.attack) == {}
    assert rows(other.defence) == {"the enemy's Marshal Ney": -1}
    assert "Marshal Ney raises his own side's die." in own.assumed
    assert "Marshal Ney raises his own side's die." not in other.assumed
    path = (Hex("0404"), Hex("0403"))
    charge = charge_report(acting(ridden(), "marshal-ney"), of("F1", path), lowered=(ALLIED,))
    assert rows(charge.defence) == {"the enemy's Marshal Ney": -1}


@pytest.mark.rule("N23.2")
def test_ney_lies_face_down_until_he_acts() -> None:
    state = face_down(line_up(), "marshal-ney")
    assert rows(preview(state, FRENCH).attack) == {"Marshal Ney": 1}
    assert rows(preview(state, ALLIED).attack) == {}
    done = fight(state, STEADY)
    assert [event.card for event in done.of(CardRevealed)] == [NEY]
    (effect,) = view(done.state, ALLIED).cards.effects
    assert effect.card == NEY


@pytest.mark.rule("N23.4", "N23.6", "N23.7")
def test_ney_is_played_for_the_turn_if_he_is_on_the_map() -> None:
    done = played(holding(line_up(MARSHAL), "marshal-ney"), "marshal-ney")
    (effect,) = in_force(done.state, "marshal-ney")
    assert effect.until == 1
    assert [score.vp for score in scores(done)] == [-2]
    assert named(done.state, "marshal-ney") == []  # once is enough
    absent = holding(line_up(MARSHAL.replace("0707", "due")), "marshal-ney")
    assert is_returned(played(absent, "marshal-ney"))


@pytest.mark.rule("N23.6")
def test_ney_is_played_in_the_windows_of_assaults_and_charges() -> None:
    done = fought_combat_cards(holding(line_up(MARSHAL), "marshal-ney"), NEY)
    assert modifiers(done, FRENCH) == [1]
    path = (Hex("0404"), Hex("0403"))
    state = holding(ridden(MARSHAL), "marshal-ney")
    rode = ride(state, [1, 6, 1, 1, 1], {PlayWindowCard: [NEY]}, path=path)
    assert modifiers(rode, FRENCH) == [1]


# -- 20: Area Defense


@pytest.mark.rule("N23.4", "N23.9")
def test_area_defense_takes_a_quarter_off_the_attackers_fire() -> None:
    state = acting(line_up("A2 infantry 3-3 0403 of:AII"), "area-defense", "AI", side=ALLIED)
    report = preview(state)
    assert percents(report.attack, "F1") == {"Area Defense": -25}
    assert report.attack.strength == 4  # of 5 SP
    other = acting(line_up(), "area-defense", "AII", side=ALLIED)
    assert percents(preview(other).attack, "F1") == {}


@pytest.mark.rule("N23.2")
def test_area_defense_shows_when_the_formation_is_assaulted() -> None:
    state = face_down(line_up(), "area-defense", "AI", side=ALLIED)
    assert percents(preview(state, FRENCH).attack, "F1") == {}
    assert percents(preview(state, ALLIED).attack, "F1") == {"Area Defense": -25}
    done = fight(state, [3, 3, 1])
    assert [event.card for event in done.of(CardRevealed)] == [AREA_DEFENSE]
    assert percents(preview(done.state, FRENCH).attack, "F1") == {"Area Defense": -25}


@pytest.mark.rule("N23.4", "N23.9", "N23.7")
def test_area_defense_names_a_formation_under_defend() -> None:
    state = holding(line_up(orders="FI: attack 0403; AI: defend 0403"), "area-defense", side=ALLIED)
    assert named(state, "area-defense", ALLIED) == [("AI",)]
    done = played(state, "area-defense", side=ALLIED)
    (effect,) = in_force(done.state, "area-defense", ALLIED)
    assert effect.subjects == ("AI",)
    assert effect.is_secret
    assert [score.vp for score in scores(done)] == [0]
    attacking = holding(line_up(orders="AI: attack 0404"), "area-defense", side=ALLIED)
    assert is_returned(played(attacking, "area-defense", side=ALLIED))


# -- nothing without cards


@pytest.mark.rule("N23.1")
def test_without_cards_nobody_is_asked() -> None:
    done = fight(line_up(GUN, MARSHAL), STEADY)
    assert not done.questions(PlayWindowCard)
    assert not done.questions(ChooseNeyDie)
    assert not done.of(CardPlayed)
    assert not done.of(EffectEnded)


# -- cards that bear on retreats: 7 Blücher, 22 From the Jaws of Death, 30 Marmont (N11.3, N11.4)


JAWS, MARMONT, BLUECHER = CardId("jaws-of-death"), CardId("marshal-marmont"), CardId("bluecher")
RETREATS = "retreats"
MARSHAL_OF_RETREAT_CARDS = "FM leader 0707 name:Marmont rating:3"


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
    state = holding(table(MARSHAL_OF_RETREAT_CARDS, "A2 infantry 9-3 0101"), "marshal-marmont")
    assert named(state, "marshal-marmont") == [("A1",), ("A2",)]  # in contact, then the others
    assert leader_rating(state, LeaderId("FM")) == 3
    done = put(state, "marshal-marmont", "A1")
    assert leader_rating(done.state, LeaderId("FM"), Verb.ATTACK) == 4
    (effect,) = in_force(done.state, "marshal-marmont")
    assert "A1" in effect.subjects
    assert [score.vp for score in scores(done)] == [-2]


@pytest.mark.rule("N23.4", "N23.7")
def test_marmont_must_be_on_the_map_himself() -> None:
    absent = holding(table(MARSHAL_OF_RETREAT_CARDS.replace("0707", "due")), "marshal-marmont")
    assert is_returned(played(absent, "marshal-marmont"))
    other = holding(table("FM leader 0707"), "marshal-marmont")
    assert is_returned(played(other, "marshal-marmont"))


@pytest.mark.rule("N23.4", "N9.6", "N23.6")
def test_marmont_adds_one_to_a_bombardment() -> None:
    state = position(
        OPEN,
        "F1 battery 6-3 0405",
        A1,
        MARSHAL_OF_RETREAT_CARDS,
        active="FI",
        segment=Segment.BOMBARDMENT,
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
    state = position(
        OPEN, "F1 infantry 5-3 0403", MARSHAL_OF_RETREAT_CARDS, "A1 infantry 5-3 0404", active="AI"
    )
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


# -- cards that throw a die again: 7 Blücher, 14 Another Chance, 30 Gneisenau (N23.4, N23.6)


BLUECHER_OF_REROLL_CARDS, GNEISENAU = CardId("bluecher"), CardId("gneisenau")
ANOTHER_CHANCE = CardId("another-chance")

OC = "ABlucher overall 0101 blucher"
REROLLS = "rerolls"


def table_reroll_cards(*lines: str, **words: Any) -> GameState:
    return position(OPEN, F1, A1, *lines, active="FI", **words)


def thrown(
    state: GameState,
    dice: Sequence[int],
    *answers: CardId | None,
    side: Side = ALLIED,
    secret: bool = False,
) -> Played[int]:
    """A die of a side, with what it answers when it may throw again."""
    return play(
        state,
        lambda t: throw(t, side, "a test", is_secret=secret),
        dice,
        {ChooseReroll: list(answers)},
    )


# -- 14: Another Chance


@pytest.mark.rule("N23.4", "N23.6")
def test_another_chance_throws_one_die_again_and_the_last_binds() -> None:
    done = thrown(
        holding(table_reroll_cards(), "another-chance", side=ALLIED), [6, 2], ANOTHER_CHANCE
    )
    assert done.result == 2
    assert done.of(DieRerolled) == [DieRerolled(ALLIED, ANOTHER_CHANCE, "a test", 6)]
    assert [score.vp for score in scores(done)] == [-1]
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("another-chance",)
    assert not done.state.cards.effects
    assert len(done.questions(ChooseReroll)) == 1


@pytest.mark.rule("N23.4")
def test_the_second_result_binds_if_it_is_worse_too() -> None:
    done = thrown(
        holding(table_reroll_cards(), "another-chance", side=ALLIED), [2, 6], ANOTHER_CHANCE
    )
    assert done.result == 6


@pytest.mark.rule("N23.6")
def test_a_die_may_be_kept() -> None:
    done = thrown(holding(table_reroll_cards(), "another-chance", side=ALLIED), [3], None)
    assert done.result == 3
    assert pile(done.state, Pile.HAND, ALLIED) == ("another-chance",)
    assert not done.of(CardPlayed)


@pytest.mark.rule("N23.6")
def test_two_of_them_throw_two_times() -> None:
    state = holding(table_reroll_cards(), "another-chance", "another-chance", side=ALLIED)
    done = thrown(state, [6, 5, 4], ANOTHER_CHANCE, ANOTHER_CHANCE)
    assert done.result == 4
    assert [event.die for event in done.of(DieRerolled)] == [6, 5]


@pytest.mark.rule("N23.6")
def test_only_a_sides_own_die_is_thrown_again() -> None:
    done = thrown(holding(table_reroll_cards(), "another-chance", side=ALLIED), [6], side=FRENCH)
    assert done.result == 6
    assert not done.questions(ChooseReroll)


@pytest.mark.rule("N23.6")
def test_a_card_for_a_die_is_in_nobody_elses_view() -> None:
    state = holding(table_reroll_cards(), "another-chance", side=ALLIED)
    question = ChooseReroll(ALLIED, "a test", 6)
    assert question.options(view(state, ALLIED)) == (None, ANOTHER_CHANCE)
    assert question.options(view(state, FRENCH)) == (None,)


# -- 7: Blücher


@pytest.mark.rule("N23.4")
def test_blucher_throws_three_dice_again_in_all() -> None:
    state = put(
        holding(table_reroll_cards(OC), "bluecher", side=ALLIED), "bluecher", side=ALLIED
    ).state
    first = thrown(state, [6, 5, 4], BLUECHER_OF_REROLL_CARDS, BLUECHER_OF_REROLL_CARDS, None)
    assert first.result == 4
    second = thrown(first.state, [6, 3], BLUECHER_OF_REROLL_CARDS)
    assert second.result == 3
    assert not thrown(second.state, [6]).questions(ChooseReroll)


@pytest.mark.rule("N23.4", "N23.7")
def test_blucher_must_be_on_the_map() -> None:
    done = played(holding(table_reroll_cards(OC), "bluecher", side=ALLIED), "bluecher", side=ALLIED)
    assert [score.vp for score in scores(done)] == [-2]
    assert named(done.state, "bluecher", ALLIED) == []  # once is enough
    absent = holding(table_reroll_cards(OC.replace("0101", "due")), "bluecher", side=ALLIED)
    assert is_returned(played(absent, "bluecher", side=ALLIED))


@pytest.mark.rule("N23.2")
def test_a_reroll_shows_the_card() -> None:
    state = face_down(table_reroll_cards(OC), "bluecher", REROLLS, side=ALLIED)
    state = acting(state, "bluecher", "retreats", side=ALLIED, secret=True)
    assert not view(state, FRENCH).cards.effects
    done = thrown(state, [6, 1], BLUECHER_OF_REROLL_CARDS)
    assert [event.card for event in done.of(CardRevealed)] == [BLUECHER_OF_REROLL_CARDS]
    assert len(view(done.state, FRENCH).cards.effects) == 2  # that nobody has to retreat shows too


@pytest.mark.rule("N23.2", "N12.51")
def test_a_reroll_of_a_secret_die_stays_secret() -> None:
    state = face_down(table_reroll_cards(OC), "gneisenau", REROLLS, side=ALLIED)
    done = thrown(state, [6, 1], GNEISENAU, secret=True)
    assert not done.of(CardRevealed)
    assert all(not _is_known(event, FRENCH) for event in done.events)
    assert all(_is_known(event, ALLIED) for event in done.events)
    assert done.events


def _is_known(event: Event, side: Side) -> bool:
    return event.is_known_to(side)


@pytest.mark.rule("N23.6", "N2.4")
def test_a_morale_check_is_thrown_again() -> None:
    state = acting(table_reroll_cards(OC), "gneisenau", REROLLS, side=ALLIED, left=1)
    answers: dict[Any, Any] = {ChooseReroll: [None, GNEISENAU]}  # fire, then morale
    done = fight(state, [4, 1, 6, 1], answers=answers)
    (check,) = done.of(MoraleRolled)
    assert (check.die, check.passed) == (1, True)
    assert [event.effect.card for event in done.of(EffectEnded)] == [GNEISENAU]


# -- 30: Gneisenau


@pytest.mark.rule("N23.4", "N13.3")
def test_gneisenau_brings_the_units_of_a_formation_to_the_recovered_box() -> None:
    lost = ("A2 infantry 4-3 uar", "A3 infantry 4-3 uar of:AII", "A4 infantry 4-3 uar of:AII")
    state = holding(table_reroll_cards(OC, *lost), "gneisenau", side=ALLIED)
    assert named(state, "gneisenau", ALLIED) == [("AII",), ("AI",)]  # the most first
    done = put(state, "gneisenau", "AI", side=ALLIED)
    assert done.of(UnitsRecovered) == [UnitsRecovered(FormationId("AI"), units("A2"))]
    assert done.state.units[unit("A2")].box is Box.RECOVERED
    assert done.state.units[unit("A3")].box is Box.UAR
    assert [event.card for event in done.of(CardRevealed)] == [GNEISENAU]  # the boxes are open
    assert [score.vp for score in scores(done)] == [-2]


@pytest.mark.rule("N23.4")
def test_gneisenau_throws_three_dice_again_where_nobody_waits() -> None:
    done = put(holding(table_reroll_cards(OC), "gneisenau", side=ALLIED), "gneisenau", side=ALLIED)
    (effect,) = in_force(done.state, "gneisenau", ALLIED)
    assert effect.left == 3
    assert effect.is_secret
    assert not done.of(UnitsRecovered)


@pytest.mark.rule("N23.4", "N23.7")
def test_gneisenau_wants_blucher_on_the_map() -> None:
    absent = holding(table_reroll_cards("A2 infantry 4-3 uar"), "gneisenau", side=ALLIED)
    assert is_returned(played(absent, "gneisenau", side=ALLIED))


@pytest.mark.rule("N13.3")
def test_recovered_units_come_back_without_a_roll_one_at_a_time() -> None:
    lost = ("F1 infantry 6/2-3 uar", "F2 infantry 4-3 uar", "FL leader 0404")
    state = position(OPEN, *lost, "A1 infantry 5-3 0701", orders="FI: reserve 0404")
    UnitsRecovered(FormationId("FI"), units("F1 F2")).apply(state)
    back = Recovery(unit("F1"), Hex("0404"))
    done = play(state, lambda t: recover(t, FRENCH), (), {ChooseRecovery: [back]})
    assert done.of(UnitReturned) == [UnitReturned(unit("F1"), Hex("0404"))]
    assert not done.of(RecoveryRolled)
    assert done.state.units[unit("F2")].box is Box.RECOVERED


# -- whose dice


NOBODYS = {"roll_weather", "_draw"}
"""Dice that belong to neither side: the weather, and whose chit is drawn."""

UNPLAYED = {"vary_arrivals"}
"""Thrown only in games without cards (N24.2)."""


@pytest.mark.rule("N23.6")
def test_every_die_of_a_side_may_be_thrown_again() -> None:
    rules = Path(hexwar.systems.nlc.__file__).parent / "rules"
    chapters = (path for path in rules.rglob("*.py") if path.parent.name != "cards")
    flows = (
        flow
        for path in chapters
        for flow in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(flow, ast.AsyncFunctionDef)
    )
    rolling = {flow.name for flow in flows if f"{Roll.__name__}(CHANCE" in ast.unparse(flow)}
    assert rolling == NOBODYS | UNPLAYED


# -- previews of combats with cards in force tell what dice do (N23.4), and leak no hand (N23.2)


THROWS = 120


@dataclass(frozen=True)
class Card:
    """A card in force in a situation."""

    name: str
    side: Side
    subjects: tuple[str, ...] = ()
    left: int = 0


LAST_PUSH_OF_CARD_PREVIEWS = Card("last-push", FRENCH, left=1)
COVER_FIRE_OF_CARD_PREVIEWS = Card("artillery-cover-fire", ALLIED, left=1)
NEY_OF_CARD_PREVIEWS = Card("marshal-ney", FRENCH)
STEADFAST = Card("bluecher", ALLIED, ("retreats",))
STUBBORN = Card("bluecher", FRENCH, ("retreats",))
AREA = Card("area-defense", ALLIED, ("AI",))
PRESSING = Card("marshal-marmont", FRENCH, ("A1",))

HORSE = "F1 heavy 6-3 0406"

CASES: Mapping[str, tuple[Situation, tuple[Card, ...]]] = {
    "a last push meets covering guns": (
        AssaultCase(("F1 infantry 8-3 0404", A1, "A2 battery 3-3 0403")),
        (LAST_PUSH_OF_CARD_PREVIEWS, COVER_FIRE_OF_CARD_PREVIEWS),
    ),
    "Ney leads an assault": (AssaultCase(("F1 infantry 8-3 0404", A1)), (NEY_OF_CARD_PREVIEWS,)),
    "nobody retreats": (
        AssaultCase(("F1 infantry 12-3 0404", "A1 infantry 6-2 0403")),
        (STEADFAST,),
    ),
    "neither side retreats": (
        AssaultCase(("F1 infantry 12-2 0404", "A1 infantry 9-2 0403"), rows=terrain("t")),
        (STEADFAST, STUBBORN),
    ),
    "a pressed stack behind Area Defense": (
        AssaultCase(("F1 infantry 9-3 0404", A1)),
        (AREA, PRESSING),
    ),
    "Ney and a pressed target": (ChargeCase((HORSE, A1)), (NEY_OF_CARD_PREVIEWS, PRESSING)),
    "chargers meet guns that stay": (ChargeCase((HORSE, "A1 battery 4-3 0403")), (STEADFAST,)),
    "Marmont bombards": (
        BombardmentCase(("F1 battery 6-3 0405", f"{A1} disrupted")),
        (PRESSING, STEADFAST),
    ),
}


def with_cards(state: GameState, cards: tuple[Card, ...]) -> GameState:
    for card in cards:
        acting(state, card.name, *card.subjects, side=card.side, left=card.left)
    return state


def told(case: Situation, cards: tuple[Card, ...]) -> dict[Question, float]:
    """What the preview says of a situation with cards in force."""
    state, attackers = with_cards(case.state(), cards), units(case.named)
    if isinstance(case, BombardmentCase):
        shot = bombardment_report(state, Bombardment(TARGET, attackers))
        return {("end", end): chance for end, chance in shot.outcomes}
    if isinstance(case, AssaultCase):
        report = combat_report(state, on(TARGET, case.named), Hex(case.hit))
    else:
        report = charge_report(state, of(case.named, case.path))
    found: dict[Question, float] = {("end", end): chance for end, chance in report.outcomes}
    for losses in report.losses:
        found |= {(losses.side, sp): chance for sp, chance in losses.chances}
    return found


@pytest.mark.rule("N23.4", "N8.9", "N10.6", "N9.6", "N11.3")
@pytest.mark.parametrize("name", CASES)
def test_a_preview_with_cards_tells_what_happens(name: str) -> None:
    case, cards = CASES[name]
    chances = told(case, cards)
    seen: dict[Question, int] = dict.fromkeys(chances, 0)
    for number in range(THROWS):
        dice = Dice(f"{name} {number}", daring=isinstance(case, AssaultCase))
        for key in case.fought(with_cards(case.state(), cards), dice):
            assert chances.get(key, 0) > 0, f"{key} was not told"
            seen[key] += 1
    for key, chance in chances.items():
        spread = sqrt(chance * (1 - chance) / THROWS)
        assert abs(seen[key] / THROWS - chance) <= 4 * spread + 1e-9, key


@pytest.mark.rule("N23.2")
@pytest.mark.parametrize("side", [FRENCH, ALLIED])
def test_a_hand_changes_nothing_in_the_enemys_preview(side: Side) -> None:
    every = ("another-chance", "artillery-cover-fire", "last-push", "jaws-of-death")
    guns = ("F2 battery 3-3 0404", "A2 battery 3-3 0403")
    plain = holding(position(OPEN, F1, A1, *guns, active="FI"))
    held = holding(position(OPEN, F1, A1, *guns, active="FI"), *every, side=side)
    other = ALLIED if side == FRENCH else FRENCH
    declared = on("0403", "F1")
    assert combat_report(view(held, other), declared, Hex("0404")) == combat_report(
        view(plain, other), declared, Hex("0404")
    )
    report = combat_report(view(held, side), declared, Hex("0404"))
    assert "Nobody plays a card, and no die is thrown again." in report.assumed


@pytest.mark.rule("N23.2")
def test_a_charge_is_previewed_against_a_covered_hand() -> None:
    state = position(OPEN, HORSE, A1, active="FI", segment=Segment.CHARGE)
    holding(state, "counter-charge", "marshal-ney", "bluecher", side=ALLIED)
    way = hexes("0406 0405 0404 0403")
    assert charge_report(view(state, FRENCH), of("F1", way)).outcomes


# -- fights with cards in both hands, on random tables, with random dice and random legal answers
#
# Whatever is played: the fight stays in order, no card is lost or doubled, what acts once is over
# when it has acted, and nobody plays two Tactics cards.


IN_HAND = (
    "artillery-cover-fire",
    "last-push",
    "marshal-ney",
    "marshal-marmont",
    "another-chance",
    "cavalry-pursuit",
    "counter-charge",
    "jaws-of-death",
    "aide-de-camp",
)
"""The cards that are played in a fight."""

IN_FORCE = (
    ("marshal-ney", ()),
    ("bluecher", ("rerolls",)),
    ("bluecher", ("retreats",)),
    ("marshal-marmont", ("F1", "A1")),
    ("area-defense", ("FI", "AI")),
    ("cossacks", ("F1", "A1")),
)
"""What may be in force already."""

NO_EFFECT = {"aide-de-camp"}
"""At a capture the card itself says all."""


@st.composite
def hands(draw: st.DrawFn) -> GameState:
    """A table with up to four cards in each hand, and some in force."""
    state = holding(draw(tables()))
    for side in (FRENCH, ALLIED):
        held = draw(st.lists(st.sampled_from(IN_HAND), max_size=4))
        state.cards = replace(
            state.cards,
            piles={
                **state.cards.piles,
                side: Piles({Pile.HAND: tuple(CardId(card) for card in held)}),
            },
        )
        for card, subjects in draw(st.lists(st.sampled_from(IN_FORCE), max_size=2, unique=True)):
            left = 3 if "rerolls" in subjects else 0
            acting(state, card, *subjects, side=side, left=left, secret=draw(st.booleans()))
    return state


def count(piles: Piles) -> Counter[CardId]:
    return Counter(card for cards in piles.lying.values() for card in cards)


def cards_in_order(before: GameState, table: Table[GameState]) -> None:
    """What may not happen to cards has not happened."""
    after = table.state
    for side, piles in before.cards.piles.items():
        assert count(after.cards.piles[side]) == count(piles)
    played = [event for event in table.events if isinstance(event, CardPlayed)]
    tactics = Counter(event.side for event in played if event.card in TACTICS)
    assert all(number == 1 for number in tactics.values())
    told = [event.side for event in table.events if isinstance(event, TacticsPlayed)]
    assert Counter(told) == tactics
    scores: list[CardScore] = [e.score for e in table.events if isinstance(e, CardScored)]
    assert [score.vp for score in scores] == [printed(event.card).vp for event in played]
    begun = {e.effect.number: e.effect for e in table.events if isinstance(e, EffectBegan)}
    ended = {e.effect.number for e in table.events if isinstance(e, EffectEnded)}
    once = {number for number, effect in begun.items() if effect.left == 1}
    assert once <= ended
    assert {e.card for e in begun.values()} == {e.card for e in played} - NO_EFFECT


@pytest.mark.rule("N23.4", "N23.6", "N23.7", "N8.35", "N9.6", "N10.13", "N11.3")
@given(hands(), st.sampled_from(list(FIGHTS)), st.data())
def test_fights_with_cards_leave_the_table_in_order(
    state: GameState, first: Segment, data: st.DataObject
) -> None:
    table = fought(state, first, data)
    in_order(state, table)
    cards_in_order(state, table)


@pytest.mark.rule("N23.2")
@given(hands(), st.data())
def test_a_view_of_a_fight_shows_no_card_that_lies_face_down(
    state: GameState, data: st.DataObject
) -> None:
    table = Table(state.copy())
    run(FIGHTS[Segment.ASSAULT], table, data)
    for side, other in ((FRENCH, ALLIED), (ALLIED, FRENCH)):
        seen = view(table.state, side)
        assert set(seen.cards.piles[other].of(Pile.HAND)) <= {"?"}
        assert not any(effect.is_secret for effect in seen.cards.effects if effect.side == other)
