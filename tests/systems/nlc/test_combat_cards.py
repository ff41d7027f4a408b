"""Cards that bear on the dice of assaults and charges: 3, 14, 20 and 24 (N23.4, N8.81)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardPlayed, EffectEnded
from hexwar.cards.records import CardId, Pile, Window
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.combat import NeyDieChosen, TacticsPlayed
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard, fitting
from hexwar.systems.nlc.rules.combat.assault import RepeatAssault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.charge_preview import charge_report
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.pieces import Segment
from hexwar.table.reports import CombatReport
from tests.systems.nlc.assaults import A1, F1, fight, on
from tests.systems.nlc.battle_cards import acting, face_down, modifiers, rows
from tests.systems.nlc.charges import of, percents, ride
from tests.systems.nlc.hands import is_returned, pile, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, Played, position

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


def fought(
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
    done = fought(state, COVER_FIRE)
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
    done = fought(state, COVER_FIRE, dice=[*STEADY, 1, 1, 1], answers={RepeatAssault: [True]})
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
    done = fought(state, COVER_FIRE, dice=[3, 1, 1, 1])
    assert modifiers(done, ALLIED) == [1]


@pytest.mark.rule("N23.4")
def test_cover_fire_serves_one_combat_a_turn() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire", "artillery-cover-fire")
    after = fought(state, COVER_FIRE).state
    after.cards = replace(after.cards, tactics=())  # in a later activation
    assert fitting(after, FRENCH, Window.ASSAULT) == ()


@pytest.mark.rule("N23.7")
def test_one_tactics_card_for_a_side_and_activation() -> None:
    state = holding(line_up(GUN), "artillery-cover-fire", "last-push")
    done = fought(state, LAST_PUSH)
    assert len(done.questions(PlayWindowCard)) == 1
    assert done.of(TacticsPlayed) == [TacticsPlayed(FRENCH)]
    assert modifiers(done, FRENCH) == [2]


# -- 24: The Last Push


@pytest.mark.rule("N23.4", "N8.81")
def test_the_last_push_adds_two_to_the_attackers_die() -> None:
    done = fought(holding(line_up(), "last-push"), LAST_PUSH)
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
    done = fought(holding(line_up(MARSHAL), "marshal-ney"), NEY)
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
