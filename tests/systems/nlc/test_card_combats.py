"""Cards in combat, retreat and at the dice, in fights and in previews (N23.4)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar.systems.nlc
from hexwar.cards.events import CardPlayed, CardScored, DieRerolled, EffectBegan, EffectEnded
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, CardScore, Pile, Piles, Window
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat, losses
from hexwar.systems.nlc.orders import Verb
from hexwar.systems.nlc.rules.cards import windows
from hexwar.systems.nlc.rules.cards.combat_windows import NeyDie
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll, throw
from hexwar.systems.nlc.rules.combat import bombardment
from hexwar.systems.nlc.rules.combat.assault import AssaultOutcome
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.confidence import may_repeat
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.rules.command.command import leader_rating
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.rally import Recovery, recover
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Box, Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc import chapters
from tests.systems.nlc.assaults import A1, F1, fight, on, terrain
from tests.systems.nlc.battle_cards import acting, face_down, modifiers, rows
from tests.systems.nlc.cases import each, told
from tests.systems.nlc.charges import CLOSE, of, percents, ride
from tests.systems.nlc.hands import (
    holding,
    in_force,
    is_returned,
    named,
    pile,
    played,
    put,
    revealed,
    vps,
)
from tests.systems.nlc.melees import FIGHTS, fought, in_order, run, tables
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.situations import AssaultCase, BombardmentCase, ChargeCase, Situation

# -- cards that bear on the dice of assaults and charges: 3, 14, 20 and 24 (N23.4, N8.81)


COVER_FIRE, LAST_PUSH = CardId("artillery-cover-fire"), CardId("last-push")
NEY, AREA_DEFENSE = CardId("marshal-ney"), CardId("area-defense")

GUN = "F9 battery 3-3 0304"
MARSHAL = "FNey leader 0707 ney"
STEADY = [3, 3, 1, 1]
"""Both fires and both checks; everybody stays."""
OWN_DIE = "Marshal Ney raises his own side's die."


def line_up(*lines: str, **words: Any) -> GameState:
    """F1 is about to assault A1."""
    return position(OPEN, F1, A1, *lines, active="FI", **words)


def ridden(*lines: str) -> GameState:
    """F1 is about to charge the guns in 0403."""
    pieces = ("F1 heavy 6-3 0404", "A1 battery 4-3 0403", *lines)
    return position(OPEN, *pieces, active="FI", segment=Segment.CHARGE)


def fought_with(
    state: GameState, *cards: CardId | None, dice: Sequence[int] = STEADY, **answers: Any
) -> Played[Any]:
    """The assault, with cards that are played in its window."""
    return fight(state, dice, answers={"PlayWindowCard": list(cards), **answers})


def preview(state: GameState, side: Side | None = None, **words: Any) -> CombatReport:
    """What is told of the assault before its dice, to a side or to who knows all."""
    seen = state if side is None else view(state, side)
    return combat_report(seen, on("0403", "F1"), Hex("0404"), **words)


def both(done: Played[Any]) -> tuple[list[int], list[int]]:
    """What was added to the dice of either side."""
    return modifiers(done, FRENCH), modifiers(done, ALLIED)


@pytest.mark.rule("N23.4", "N8.81", "N23.6", "N23.7")
def test_cover_fire_raises_the_die_of_one_assault_with_guns() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire")
    done = fought_with(state, COVER_FIRE)
    assert both(done) == ([1], [0])
    assert vps(done) == [-1]
    assert pile(done.state, Pile.DISCARD) == ("artillery-cover-fire",)
    assert not in_force(done.state, "artillery-cover-fire")
    assert done.state.cards.tactics == (FRENCH,)
    twice = fought_with(state, COVER_FIRE, dice=[*STEADY, 1, 1, 1], RepeatAssault=[True])
    assert modifiers(twice, FRENCH) == [1, 0]  # it is over when the second round begins
    report = preview(acting(line_up(GUN), "artillery-cover-fire", left=1))
    assert (rows(report.attack), rows(report.defence)) == ({"Artillery Cover Fire": 1}, {})
    assert report.attack.modifiers[0][2] == "N23.4"
    state = holding(line_up(), "artillery-cover-fire")
    assert named(state, "artillery-cover-fire") == []
    assert is_returned(played(state, "artillery-cover-fire"))
    state = holding(line_up(GUN), "artillery-cover-fire", "artillery-cover-fire")
    after = fought_with(state, COVER_FIRE).state
    chapters.put(after, tactics=())  # in a later activation
    assert windows.fitting(after, FRENCH, Window.ASSAULT) == ()


COVERS = f"""
next to the target: F9 battery 3-3 0304 | artillery-cover-fire | french | may
in range and sight: F9 battery 3-3 0405 | artillery-cover-fire | french | may
too far away: F9 battery 3-3 0707 | artillery-cover-fire | french | not
the defender's guns: A9 battery 3-3 0403 | artillery-cover-fire | allied | may
his guns too far away: A9 battery 3-3 0707 | artillery-cover-fire | allied | not
a push of those who are assaulted: {GUN} | last-push | allied | not
"""


@pytest.mark.rule("N23.4", "N23.6")
@each("line card side may", *told(COVERS))
def test_which_guns_cover_and_who_pushes(line: str, card: str, side: str, may: str) -> None:
    state = holding(line_up(line), card, side=Side(side))
    assert bool(fight(state, STEADY).questions("PlayWindowCard")) is (may == "may")
    if may == "may":
        dice = STEADY if side == FRENCH else [3, 1, 1, 1]
        assert modifiers(fought_with(state, CardId(card), dice=dice), Side(side)) == [1]


@pytest.mark.rule("N23.7", "N23.4", "N8.81", "N23.1")
def test_one_tactics_card_for_a_side_and_activation_and_none_without_cards() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire", "last-push")
    done = fought_with(state, LAST_PUSH)
    assert len(done.questions("PlayWindowCard")) == 1
    assert done.of("TacticsPlayed") == [combat.TacticsPlayed(FRENCH)]
    assert (modifiers(done, FRENCH), vps(done)) == ([2], [-2])
    assert not in_force(done.state, "last-push")
    # a card for an assault does not help a charge
    ride = acting(acting(ridden(), "last-push", left=1), "artillery-cover-fire", left=1)
    assert rows(charge_report(ride, of("F1", CLOSE)).attack) == {}
    done = fight(line_up(GUN, MARSHAL), STEADY)
    assert not done.questions("PlayWindowCard") + done.questions("ChooseNeyDie")
    assert not done.of("CardPlayed") + done.of("EffectEnded")


NEY_DIES = [(NeyDie.OWN, ([1], [0])), (NeyDie.ENEMY, ([0], [-1]))]


@pytest.mark.rule("N23.4", "N8.81", "N23.6", "N10.13")
@each("die added", *NEY_DIES)
def test_ney_raises_one_die_or_lowers_the_other(
    die: NeyDie, added: tuple[list[int], list[int]]
) -> None:
    answers: Answers = {"ChooseNeyDie": [die]}
    done = fight(acting(line_up(MARSHAL), "marshal-ney"), [3, 4, 1, 1], answers=answers)
    assert both(done) == added
    on_enemy = die is NeyDie.ENEMY
    assert done.of("NeyDieChosen") == [combat.NeyDieChosen(FRENCH, Hex("0403"), on_enemy=on_enemy)]
    assert in_force(done.state, "marshal-ney")  # the whole turn
    rode = ride(acting(ridden(MARSHAL), "marshal-ney"), [1, 6, 1, 1, 1], answers, path=CLOSE)
    assert both(rode) == added


@pytest.mark.rule("N23.4", "N23.2")
def test_previews_tell_which_die_ney_is_for_and_the_enemy_nothing() -> None:
    state, lowers = acting(line_up(), "marshal-ney"), {"the enemy's Marshal Ney": -1}
    own, other = preview(state), preview(state, lowered=(ALLIED,))
    assert (rows(own.attack), rows(own.defence)) == ({"Marshal Ney": 1}, {})
    assert (rows(other.attack), rows(other.defence)) == ({}, lowers)
    assert (OWN_DIE in own.assumed, OWN_DIE in other.assumed) == (True, False)
    charge = charge_report(acting(ridden(), "marshal-ney"), of("F1", CLOSE), lowered=(ALLIED,))
    assert rows(charge.defence) == lowers
    state = face_down(line_up(), "marshal-ney")
    assert rows(preview(state, FRENCH).attack) == {"Marshal Ney": 1}
    assert rows(preview(state, ALLIED).attack) == {}
    done = fight(state, STEADY)
    assert revealed(done) == [NEY]
    (effect,) = view(done.state, ALLIED).cards.effects
    assert effect.card == NEY


@pytest.mark.rule("N23.4", "N23.6", "N23.7")
def test_ney_is_played_if_he_is_on_the_map_and_serves_the_defenders_too() -> None:
    done = played(holding(line_up(MARSHAL), "marshal-ney"), "marshal-ney")
    (effect,) = in_force(done.state, "marshal-ney")
    assert (effect.until, vps(done)) == (1, [-2])
    assert named(done.state, "marshal-ney") == []  # once is enough
    absent = holding(line_up(MARSHAL.replace("0707", "due")), "marshal-ney")
    assert is_returned(played(absent, "marshal-ney"))
    # or in the windows of assaults and charges
    held = fought_with(holding(line_up(MARSHAL), "marshal-ney"), NEY)
    state = holding(ridden(MARSHAL), "marshal-ney")
    rode = ride(state, [1, 6, 1, 1, 1], {"PlayWindowCard": [NEY]}, path=CLOSE)
    assert modifiers(held, FRENCH) == modifiers(rode, FRENCH) == [1]
    state = acting(line_up(), "marshal-ney", side=ALLIED)
    assert modifiers(fight(state, [3, 3, 1, 1]), ALLIED) == [1]
    lines = ("F1 heavy 6-3 0404", "A1 light 1-3 0403 disrupted column")
    alone = fight(acting(position(OPEN, *lines, active="FI"), "marshal-ney"), [3, 1])
    assert not alone.questions("ChooseNeyDie")
    assert modifiers(alone, FRENCH) == [1]


@pytest.mark.rule("N23.4", "N23.9", "N23.2", "N23.7")
def test_area_defense_takes_a_quarter_off_for_a_formation_under_defend() -> None:
    state = acting(line_up("A2 infantry 3-3 0403 of:AII"), "area-defense", "AI", side=ALLIED)
    report = preview(state)
    assert percents(report.attack, "F1") == {"Area Defense": -25}
    assert report.attack.strength == 4  # of 5 SP
    other = acting(line_up(), "area-defense", "AII", side=ALLIED)
    assert percents(preview(other).attack, "F1") == {}
    state = face_down(line_up(), "area-defense", "AI", side=ALLIED)
    assert percents(preview(state, FRENCH).attack, "F1") == {}
    assert percents(preview(state, ALLIED).attack, "F1") == {"Area Defense": -25}
    fought = fight(state, [3, 3, 1, 1])
    assert revealed(fought) == [AREA_DEFENSE]
    assert percents(preview(fought.state, FRENCH).attack, "F1") == {"Area Defense": -25}
    state = holding(line_up(orders="FI: attack 0403; AI: defend 0403"), "area-defense", side=ALLIED)
    assert named(state, "area-defense", ALLIED) == [("AI",)]
    done = played(state, "area-defense", side=ALLIED)
    (effect,) = in_force(done.state, "area-defense", ALLIED)
    assert (effect.subjects, effect.is_secret, vps(done)) == (("AI",), True, [0])
    attacking = holding(line_up(orders="AI: attack 0404"), "area-defense", side=ALLIED)
    assert is_returned(played(attacking, "area-defense", side=ALLIED))


# -- cards that bear on retreats: 7 Blücher, 22 From the Jaws of Death, 30 Marmont (N11.3, N11.4)


JAWS, MARMONT, BLUECHER = CardId("jaws-of-death"), CardId("marshal-marmont"), CardId("bluecher")
RETREATS = "retreats"
PRESS_A1: dict[str, Any] = {"PlayWindowCard": [MARMONT], "ChooseCardTarget": [("A1",)]}
MARMONT_HIMSELF = "FM leader 0707 name:Marmont rating:3"


def steadfast(*lines: str, side: Side = ALLIED) -> GameState:
    """F1 is about to assault A1, and no stack of a side retreats."""
    return acting(line_up(*lines), "bluecher", RETREATS, side=side)


def withdraw(state: GameState, *, rout: bool = False, **answers: Any) -> Played[bool]:
    """The stack in 0403 must retreat before 0404."""
    stack = state.combat_units_in(Hex("0403"))
    toll = Toll(state.side_of(stack[0]), stack, frozenset(MainArm))
    before = hexes("0404")
    return play(state, lambda t: retreat(t, toll, before, attacking=False, rout=rout), (), answers)


@pytest.mark.rule("N11.3", "N23.4")
@each("rout", False, True)
def test_a_stack_that_must_retreat_stays_disrupted(*, rout: bool) -> None:
    done = withdraw(steadfast("A2 light 3-3 0403"), rout=rout)
    assert done.events == [
        combat.RetreatCancelled(BLUECHER, units("A1 A2"), Hex("0403")),
        losses.UnitDisrupted(unit("A1")),
        losses.UnitDisrupted(unit("A2")),
    ]
    assert done.result is False


@pytest.mark.rule("N11.3", "N8.9", "N8.10", "N10.6", "N10.61")
def test_who_stays_by_a_card_in_assaults_and_charges() -> None:
    done = fight(steadfast(), [4, 4, 6, 6])
    (held,), (began,) = done.of("RetreatCancelled"), done.of("RetreatBegan")
    assert (held.units, began.units) == (units("A1"), units("F1"))
    assert [check.units for check in done.of("MoraleRolled")] == [units("A1"), units("F1")]
    assert done.result is AssaultOutcome.ATTACKER_REPULSED
    assert done.state.units[unit("A1")].disrupted
    done = fight(steadfast(side=FRENCH), [4, 4, 1, 6])
    assert done.result is AssaultOutcome.STALEMATE
    assert done.of("StalemateReached")
    f1 = done.state.units[unit("F1")]
    assert (f1.hex, f1.disrupted) == ("0404", True)
    assert may_repeat(done.state, units("F1")) is may_repeat(line_up(), units("F1"))
    met = ride(acting(ridden(), "bluecher", RETREATS, side=ALLIED), [2, 1, 6, 1], path=CLOSE)
    assert met.result is ChargeOutcome.HELD
    assert met.state.units[unit("A1")].disrupted
    foot = ("F1 heavy 5-0 0404", "A1 infantry 9-4 0403 square")
    state = position(OPEN, *foot, active="FI", segment=Segment.CHARGE)
    back = ride(acting(state, "bluecher", RETREATS), [1, 4, 6], path=CLOSE)
    assert back.result is ChargeOutcome.CHARGERS_REPULSED
    assert not back.of("RetreatBegan")
    assert back.state.units[unit("F1")].hex == "0404"


@pytest.mark.rule("N11.3", "N9.6", "N23.2")
def test_under_bombardment_too_the_disrupted_stay_and_the_card_shows() -> None:
    state = position(
        OPEN, "F1 battery 12-3 0405", f"{A1} disrupted", active="FI", segment=Segment.BOMBARDMENT
    )
    acting(state, "bluecher", RETREATS, side=ALLIED)
    declared = Bombardment(Hex("0403"), units("F1"))
    done = play(state, lambda t: bombardment.bombard(t, FRENCH, declared), [3, 6])
    assert done.result is bombardment.BombardmentOutcome.STACK_DISRUPTED
    assert done.state.units[unit("A1")].hex == "0403"
    told = dict(bombardment.bombardment_report(state, declared).outcomes)
    assert "retreat" not in told
    assert sum(told.values()) == pytest.approx(1)
    state = face_down(line_up(), "bluecher", RETREATS, side=ALLIED)
    assert revealed(withdraw(state)) == [BLUECHER]
    ends = dict(preview(steadfast()).outcomes)
    assert not ends.keys() & {"defender retreats", "defender routs"}
    assert sum(ends.values()) == pytest.approx(1)


RING = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
"""The French whose zones A1 must retreat through."""


@pytest.mark.rule("N11.4", "N23.4", "N23.6", "N23.7")
def test_a_stack_slips_through_the_enemys_zones_without_loss() -> None:
    state = holding(line_up(*RING), "jaws-of-death", side=ALLIED)
    assert withdraw(line_up(*RING)).of("StepLost")
    done = withdraw(state, PlayWindowCard=[JAWS])
    assert not done.of("StepLost")
    assert done.of("RetreatBegan")
    assert (done.result, vps(done)) == (True, [-1])
    assert not done.state.cards.effects
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("jaws-of-death",)
    routed = withdraw(state, rout=True, PlayWindowCard=[JAWS])
    assert [event.cause for event in routed.of("StepLost")] == ["rout"]
    free = holding(line_up(), "jaws-of-death", side=ALLIED)  # no zone is in the way
    assert not withdraw(free).questions("PlayWindowCard")


@pytest.mark.rule("N23.4", "N2.32", "N23.2")
def test_a_stack_that_marmont_presses_checks_at_one_less_and_shows_him() -> None:
    report = preview(acting(line_up(), "marshal-marmont", "A1"))
    assert ("pressed by Marmont", -1, "N23.4") in report.morale_defender.modifiers
    assert report.morale_attacker is not None
    assert report.morale_attacker.modifiers == ()
    plain = preview(acting(line_up(), "marshal-marmont", "A7"))
    assert plain.morale_defender.value == report.morale_defender.value + 1
    state = face_down(line_up(), "marshal-marmont", "A1")
    seen = preview(state, ALLIED).morale_defender.modifiers
    assert "pressed by Marmont" not in [words for words, _, _ in seen]
    done = fight(state, [4, 1, 1])
    assert revealed(done) == [MARMONT]
    (check,) = done.of("MoraleRolled")
    assert check.modifiers == sum(row for _, row, _ in seen) - 1


@pytest.mark.rule("N23.4", "N14.2", "N23.7")
def test_marmont_is_rated_four_and_names_an_enemy_stack_if_he_is_on_the_map() -> None:
    state = holding(line_up(MARMONT_HIMSELF, "A2 infantry 9-3 0101"), "marshal-marmont")
    assert named(state, "marshal-marmont") == [("A1",), ("A2",)]  # in contact, then the others
    assert leader_rating(state, LeaderId("FM")) == 3
    done = put(state, "marshal-marmont", "A1")
    assert leader_rating(done.state, LeaderId("FM"), Verb.ATTACK) == 4
    (effect,) = in_force(done.state, "marshal-marmont")
    assert "A1" in effect.subjects
    assert vps(done) == [-2]
    for leader in (MARMONT_HIMSELF.replace("0707", "due"), "FM leader 0707"):
        assert is_returned(played(holding(line_up(leader), "marshal-marmont"), "marshal-marmont"))


@pytest.mark.rule("N23.4", "N9.6", "N23.6", "N11.3")
def test_marmont_adds_one_to_a_bombardment_or_cancels_a_retreat() -> None:
    lines = ("F1 battery 6-3 0405", A1, MARMONT_HIMSELF)
    state = position(OPEN, *lines, active="FI", segment=Segment.BOMBARDMENT)
    declared = Bombardment(Hex("0403"), units("F1"))
    report = bombardment.bombardment_report(acting(state.copy(), "marshal-marmont", "A1"), declared)
    assert report.fire.modifiers == (("Marshal Marmont", 1, "N23.4"),)
    holding(state, "marshal-marmont")
    done = play(state, lambda t: bombardment.bombard(t, FRENCH, declared), [1, 1], PRESS_A1)
    (fire,) = done.of("BombardmentResolved")
    assert (fire.modifiers, revealed(done)) == (1, [MARMONT])
    lines = ("F1 infantry 5-3 0403", MARMONT_HIMSELF, "A1 infantry 5-3 0404")
    held = withdraw(holding(position(OPEN, *lines, active="AI"), "marshal-marmont"), **PRESS_A1)
    assert held.result is False
    cancelled = combat.RetreatCancelled(MARMONT, units("F1"), Hex("0403"))
    assert held.of("RetreatCancelled") == [cancelled]
    assert held.state.units[unit("F1")].disrupted


# -- cards that throw a die again: 7 Blücher, 14 Another Chance, 30 Gneisenau (N23.4, N23.6)


GNEISENAU, ANOTHER_CHANCE = CardId("gneisenau"), CardId("another-chance")

OC = "ABlucher overall 0101 blucher"
REROLLS = "rerolls"


def waiting(*cards: str, lines: tuple[str, ...] = ()) -> GameState:
    """The Allies hold cards."""
    return holding(line_up(*lines), *cards, side=ALLIED)


def thrown(
    state: GameState,
    dice: Sequence[int],
    *answers: CardId | None,
    side: Side = ALLIED,
    secret: bool = False,
) -> Played[int]:
    """A die of a side, with what it answers when it may throw again."""
    told: Answers = {"ChooseReroll": list(answers)}
    return play(state, lambda t: throw(t, side, "a test", is_secret=secret), dice, told)


@pytest.mark.rule("N23.4", "N23.6")
def test_another_chance_throws_ones_own_die_again_and_the_last_binds() -> None:
    state = waiting("another-chance")
    done = thrown(state, [6, 2], ANOTHER_CHANCE)
    assert done.result == 2
    assert done.of("DieRerolled") == [DieRerolled(ALLIED, ANOTHER_CHANCE, "a test", 6)]
    assert vps(done) == [-1]
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("another-chance",)
    assert not done.state.cards.effects
    assert len(done.questions("ChooseReroll")) == 1
    assert thrown(state, [2, 6], ANOTHER_CHANCE).result == 6  # also if it is worse
    kept = thrown(state, [3], None)
    assert (kept.result, kept.of("CardPlayed")) == (3, [])
    assert pile(kept.state, Pile.HAND, ALLIED) == ("another-chance",)
    state = waiting("another-chance", "another-chance")
    done = thrown(state, [6, 5, 4], ANOTHER_CHANCE, ANOTHER_CHANCE)
    assert done.result == 4
    assert [event.die for event in done.of("DieRerolled")] == [6, 5]
    enemys = thrown(state, [6], side=FRENCH)
    assert (enemys.result, enemys.questions("ChooseReroll")) == (6, [])
    question = ChooseReroll(ALLIED, "a test", 6)
    assert question.options(view(state, ALLIED)) == (None, ANOTHER_CHANCE)
    assert question.options(view(state, FRENCH)) == (None,)


@pytest.mark.rule("N23.4", "N23.7")
def test_blucher_throws_three_dice_again_in_all_if_he_is_on_the_map() -> None:
    done = put(waiting("bluecher", lines=(OC,)), "bluecher", side=ALLIED)
    assert vps(done) == [-2]
    assert named(done.state, "bluecher", ALLIED) == []  # once is enough
    first = thrown(done.state, [6, 5, 4], BLUECHER, BLUECHER, None)
    second = thrown(first.state, [6, 3], BLUECHER)
    assert (first.result, second.result) == (4, 3)
    assert not thrown(second.state, [6]).questions("ChooseReroll")
    absent = waiting("bluecher", lines=(OC.replace("0101", "due"),))
    assert is_returned(played(absent, "bluecher", side=ALLIED))


@pytest.mark.rule("N23.2", "N12.51", "N23.6", "N2.4")
def test_a_reroll_also_of_morale_shows_the_card_unless_the_die_is_secret() -> None:
    state = face_down(line_up(OC), "bluecher", REROLLS, side=ALLIED)
    state = acting(state, "bluecher", "retreats", side=ALLIED, secret=True)
    assert not view(state, FRENCH).cards.effects
    done = thrown(state, [6, 1], BLUECHER)
    assert revealed(done) == [BLUECHER]
    assert len(view(done.state, FRENCH).cards.effects) == 2  # that nobody has to retreat shows too
    state = face_down(line_up(OC), "gneisenau", REROLLS, side=ALLIED)
    secret = thrown(state, [6, 1], GNEISENAU, secret=True)
    assert (revealed(secret), secret.known_to(FRENCH)) == ([], [])
    assert secret.known_to(ALLIED) == secret.events != []
    state = acting(line_up(OC), "gneisenau", REROLLS, side=ALLIED, left=1)
    answers: Answers = {"ChooseReroll": [None, GNEISENAU]}  # fire, then morale
    fought = fight(state, [4, 1, 6, 1], answers=answers)
    (check,) = fought.of("MoraleRolled")
    assert (check.die, check.passed) == (1, True)
    assert [event.effect.card for event in fought.of("EffectEnded")] == [GNEISENAU]


@pytest.mark.rule("N23.4", "N13.3", "N23.7")
def test_gneisenau_recovers_units_that_come_back_one_at_a_time() -> None:
    lost = ("A2 infantry 4-3 uar", "A3 infantry 4-3 uar of:AII", "A4 infantry 4-3 uar of:AII")
    state = waiting("gneisenau", lines=(OC, *lost))
    assert named(state, "gneisenau", ALLIED) == [("AII",), ("AI",)]  # the most first
    done = put(state, "gneisenau", "AI", side=ALLIED)
    assert done.of("UnitsRecovered") == [combat.UnitsRecovered(FormationId("AI"), units("A2"))]
    found = [done.state.units[name].box for name in units("A2 A3")]
    assert found == [Box.RECOVERED, Box.UAR]
    assert (revealed(done), vps(done)) == ([GNEISENAU], [-2])  # the boxes are open
    nobody = put(waiting("gneisenau", lines=(OC,)), "gneisenau", side=ALLIED)
    (effect,) = in_force(nobody.state, "gneisenau", ALLIED)  # three dice where nobody waits
    assert (effect.left, effect.is_secret, nobody.of("UnitsRecovered")) == (3, True, [])
    absent = waiting("gneisenau", lines=("A2 infantry 4-3 uar",))  # without Blücher
    assert is_returned(played(absent, "gneisenau", side=ALLIED))
    lost = ("F1 infantry 6/2-3 uar", "F2 infantry 4-3 uar", "FL leader 0404")
    state = position(OPEN, *lost, "A1 infantry 5-3 0701", orders="FI: reserve 0404")
    combat.UnitsRecovered(FormationId("FI"), units("F1 F2")).apply(state)
    back = Recovery(unit("F1"), Hex("0404"))
    came = play(state, lambda t: recover(t, FRENCH), (), {"ChooseRecovery": [back]})
    assert came.of("UnitReturned") == [losses.UnitReturned(unit("F1"), Hex("0404"))]
    assert not came.of("RecoveryRolled")
    assert came.state.units[unit("F2")].box is Box.RECOVERED


NOBODYS = {"roll_weather", "_choose_cup"}
"""Dice that belong to neither side: the weather, and whose chit is drawn."""

UNPLAYED = {"vary_arrivals"}
"""Thrown only in games without cards (N24.2)."""


@pytest.mark.rule("N23.6")
def test_every_die_of_a_side_may_be_thrown_again() -> None:
    rules = Path(hexwar.systems.nlc.__file__).parent / "rules"
    texts = (path.read_text("utf-8") for path in rules.rglob("*.py") if path.parent.name != "cards")
    flows = (
        flow
        for text in texts
        if "Roll(CHANCE" in text
        for flow in ast.walk(ast.parse(text))
        if isinstance(flow, ast.AsyncFunctionDef)
    )
    rolling = {flow.name for flow in flows if "Roll(CHANCE" in ast.unparse(flow)}
    assert rolling == NOBODYS | UNPLAYED


# -- previews of combats with cards in force tell what dice do (N23.4), and leak no hand (N23.2)


@dataclass(frozen=True)
class Card:
    """A card in force in a situation."""

    name: str
    side: Side
    subjects: tuple[str, ...] = ()
    left: int = 0


PUSH = Card("last-push", FRENCH, left=1)
COVER = Card("artillery-cover-fire", ALLIED, left=1)
LED = Card("marshal-ney", FRENCH)
STEADFAST = Card("bluecher", ALLIED, ("retreats",))
STUBBORN = Card("bluecher", FRENCH, ("retreats",))
AREA = Card("area-defense", ALLIED, ("AI",))
PRESSING = Card("marshal-marmont", FRENCH, ("A1",))

HORSE = "F1 heavy 6-3 0406"

CASES: Mapping[str, tuple[Situation, tuple[Card, ...]]] = {
    "a last push meets covering guns": (
        AssaultCase(("F1 infantry 8-3 0404", A1, "A2 battery 3-3 0403")),
        (PUSH, COVER),
    ),
    "Ney leads an assault": (AssaultCase(("F1 infantry 8-3 0404", A1)), (LED,)),
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
    "Ney and a pressed target": (ChargeCase((HORSE, A1), square=4), (LED, PRESSING)),
    "chargers meet guns that stay": (ChargeCase((HORSE, "A1 battery 4-3 0403")), (STEADFAST,)),
    "Marmont bombards": (
        BombardmentCase(("F1 battery 6-3 0405", f"{A1} disrupted")),
        (PRESSING, STEADFAST),
    ),
}


def with_cards(name: str) -> GameState:
    case, cards = CASES[name]
    state = case.state()
    for card in cards:
        acting(state, card.name, *card.subjects, side=card.side, left=card.left)
    return state


@pytest.mark.rule("N23.4", "N8.9", "N10.6", "N9.6", "N11.3")
@each("name", *CASES)
def test_a_preview_with_cards_tells_what_happens(name: str) -> None:
    case, state = CASES[name][0], with_cards(name)
    assert case.told(state) == pytest.approx(case.comes(state))


@pytest.mark.rule("N23.2")
def test_a_hand_changes_nothing_in_the_enemys_preview() -> None:
    for side in (FRENCH, ALLIED):
        guns = ("F2 battery 3-3 0404", "A2 battery 3-3 0403")
        plain = holding(line_up(*guns))
        every = ("another-chance", "artillery-cover-fire", "last-push", "jaws-of-death")
        held = holding(line_up(*guns), *every, side=side)
        other = ALLIED if side == FRENCH else FRENCH
        assert preview(held, other) == preview(plain, other)
        assumed = preview(held, side).assumed
        assert "Nobody plays a card, and no die is thrown again." in assumed
    state = position(OPEN, HORSE, A1, active="FI", segment=Segment.CHARGE)
    holding(state, "counter-charge", "marshal-ney", "bluecher", side=ALLIED)
    assert charge_report(view(state, FRENCH), of("F1")).outcomes


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
        held = tuple(CardId(c) for c in draw(st.lists(st.sampled_from(IN_HAND), max_size=4)))
        chapters.put(state, piles={**state.cards.piles, side: Piles({Pile.HAND: held})})
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
    tactics = Counter(event.side for event in played if event.card in windows.TACTICS)
    assert all(number == 1 for number in tactics.values())
    told = [event.side for event in table.events if isinstance(event, combat.TacticsPlayed)]
    assert Counter(told) == tactics
    scores: list[CardScore] = [e.score for e in table.events if isinstance(e, CardScored)]
    assert [score.vp for score in scores] == [printed(event.card).vp for event in played]
    begun = [e.effect for e in table.events if isinstance(e, EffectBegan)]  # numbers come again
    ended = {e.effect.number for e in table.events if isinstance(e, EffectEnded)}
    once = {effect.number for effect in begun if effect.left == 1}
    assert once <= ended
    assert {effect.card for effect in begun} == {e.card for e in played} - NO_EFFECT


@pytest.mark.rule("N23.4", "N23.6", "N23.7", "N8.35", "N9.6", "N10.13", "N11.3")
@given(hands(), st.sampled_from(list(FIGHTS)), st.data())
def test_fights_leave_the_table_in_order(
    state: GameState, first: Segment, data: st.DataObject
) -> None:
    table = fought(state, first, data)
    in_order(state, table)
    cards_in_order(state, table)


@pytest.mark.rule("N23.2")
@given(hands(), st.data())
def test_a_view_of_a_fight_shows_no_secret_card(state: GameState, data: st.DataObject) -> None:
    table = Table(state.copy())
    run(FIGHTS[Segment.ASSAULT], table, data)
    for side, other in ((FRENCH, ALLIED), (ALLIED, FRENCH)):
        seen = view(table.state, side)
        assert set(seen.cards.piles[other].of(Pile.HAND)) <= {"?"}
        assert not any(effect.is_secret for effect in seen.cards.effects if effect.side == other)
