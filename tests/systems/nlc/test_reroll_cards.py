"""Cards that throw a die again: 7 Blücher, 14 Another Chance, 30 Gneisenau (N23.4, N23.6)."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import hexwar.systems.nlc
from hexwar.cards.events import CardPlayed, DieRerolled, EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Event, Roll
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.combat import UnitsRecovered
from hexwar.systems.nlc.events.losses import MoraleRolled, RecoveryRolled, UnitReturned
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll, throw
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, recover
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, Side
from hexwar.table.pieces import Box
from tests.systems.nlc.assaults import A1, F1, fight
from tests.systems.nlc.battle_cards import acting, face_down
from tests.systems.nlc.hands import is_returned, pile, played, scores
from tests.systems.nlc.order_hands import holding, in_force, named, put
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position, unit, units

BLUECHER, GNEISENAU = CardId("bluecher"), CardId("gneisenau")
ANOTHER_CHANCE = CardId("another-chance")

OC = "ABlucher overall 0101 blucher"
REROLLS = "rerolls"


def table(*lines: str, **words: Any) -> GameState:
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
    done = thrown(holding(table(), "another-chance", side=ALLIED), [6, 2], ANOTHER_CHANCE)
    assert done.result == 2
    assert done.of(DieRerolled) == [DieRerolled(ALLIED, ANOTHER_CHANCE, "a test", 6)]
    assert [score.vp for score in scores(done)] == [-1]
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("another-chance",)
    assert not done.state.cards.effects
    assert len(done.questions(ChooseReroll)) == 1


@pytest.mark.rule("N23.4")
def test_the_second_result_binds_if_it_is_worse_too() -> None:
    done = thrown(holding(table(), "another-chance", side=ALLIED), [2, 6], ANOTHER_CHANCE)
    assert done.result == 6


@pytest.mark.rule("N23.6")
def test_a_die_may_be_kept() -> None:
    done = thrown(holding(table(), "another-chance", side=ALLIED), [3], None)
    assert done.result == 3
    assert pile(done.state, Pile.HAND, ALLIED) == ("another-chance",)
    assert not done.of(CardPlayed)


@pytest.mark.rule("N23.6")
def test_two_of_them_throw_two_times() -> None:
    state = holding(table(), "another-chance", "another-chance", side=ALLIED)
    done = thrown(state, [6, 5, 4], ANOTHER_CHANCE, ANOTHER_CHANCE)
    assert done.result == 4
    assert [event.die for event in done.of(DieRerolled)] == [6, 5]


@pytest.mark.rule("N23.6")
def test_only_a_sides_own_die_is_thrown_again() -> None:
    done = thrown(holding(table(), "another-chance", side=ALLIED), [6], side=FRENCH)
    assert done.result == 6
    assert not done.questions(ChooseReroll)


@pytest.mark.rule("N23.6")
def test_a_card_for_a_die_is_in_nobody_elses_view() -> None:
    state = holding(table(), "another-chance", side=ALLIED)
    question = ChooseReroll(ALLIED, "a test", 6)
    assert question.options(view(state, ALLIED)) == (None, ANOTHER_CHANCE)
    assert question.options(view(state, FRENCH)) == (None,)


# -- 7: Blücher


@pytest.mark.rule("N23.4")
def test_blucher_throws_three_dice_again_in_all() -> None:
    state = put(holding(table(OC), "bluecher", side=ALLIED), "bluecher", side=ALLIED).state
    first = thrown(state, [6, 5, 4], BLUECHER, BLUECHER, None)
    assert first.result == 4
    second = thrown(first.state, [6, 3], BLUECHER)
    assert second.result == 3
    assert not thrown(second.state, [6]).questions(ChooseReroll)


@pytest.mark.rule("N23.4", "N23.7")
def test_blucher_must_be_on_the_map() -> None:
    done = played(holding(table(OC), "bluecher", side=ALLIED), "bluecher", side=ALLIED)
    assert [score.vp for score in scores(done)] == [-2]
    assert named(done.state, "bluecher", ALLIED) == []  # once is enough
    absent = holding(table(OC.replace("0101", "due")), "bluecher", side=ALLIED)
    assert is_returned(played(absent, "bluecher", side=ALLIED))


@pytest.mark.rule("N23.2")
def test_a_reroll_shows_the_card() -> None:
    state = face_down(table(OC), "bluecher", REROLLS, side=ALLIED)
    state = acting(state, "bluecher", "retreats", side=ALLIED, secret=True)
    assert not view(state, FRENCH).cards.effects
    done = thrown(state, [6, 1], BLUECHER)
    assert [event.card for event in done.of(CardRevealed)] == [BLUECHER]
    assert len(view(done.state, FRENCH).cards.effects) == 2  # that nobody has to retreat shows too


@pytest.mark.rule("N23.2", "N12.51")
def test_a_reroll_of_a_secret_die_stays_secret() -> None:
    state = face_down(table(OC), "gneisenau", REROLLS, side=ALLIED)
    done = thrown(state, [6, 1], GNEISENAU, secret=True)
    assert not done.of(CardRevealed)
    assert all(not _is_known(event, FRENCH) for event in done.events)
    assert all(_is_known(event, ALLIED) for event in done.events)
    assert done.events


def _is_known(event: Event, side: Side) -> bool:
    return event.is_known_to(side)


@pytest.mark.rule("N23.6", "N2.4")
def test_a_morale_check_is_thrown_again() -> None:
    state = acting(table(OC), "gneisenau", REROLLS, side=ALLIED, left=1)
    answers: dict[Any, Any] = {ChooseReroll: [None, GNEISENAU]}  # fire, then morale
    done = fight(state, [4, 1, 6, 1], answers=answers)
    (check,) = done.of(MoraleRolled)
    assert (check.die, check.passed) == (1, True)
    assert [event.effect.card for event in done.of(EffectEnded)] == [GNEISENAU]


# -- 30: Gneisenau


@pytest.mark.rule("N23.4", "N13.3")
def test_gneisenau_brings_the_units_of_a_formation_to_the_recovered_box() -> None:
    lost = ("A2 infantry 4-3 uar", "A3 infantry 4-3 uar of:AII", "A4 infantry 4-3 uar of:AII")
    state = holding(table(OC, *lost), "gneisenau", side=ALLIED)
    assert named(state, "gneisenau", ALLIED) == [("AII",), ("AI",)]  # the most first
    done = put(state, "gneisenau", "AI", side=ALLIED)
    assert done.of(UnitsRecovered) == [UnitsRecovered(FormationId("AI"), units("A2"))]
    assert done.state.units[unit("A2")].box is Box.RECOVERED
    assert done.state.units[unit("A3")].box is Box.UAR
    assert [event.card for event in done.of(CardRevealed)] == [GNEISENAU]  # the boxes are open
    assert [score.vp for score in scores(done)] == [-2]


@pytest.mark.rule("N23.4")
def test_gneisenau_throws_three_dice_again_where_nobody_waits() -> None:
    done = put(holding(table(OC), "gneisenau", side=ALLIED), "gneisenau", side=ALLIED)
    (effect,) = in_force(done.state, "gneisenau", ALLIED)
    assert effect.left == 3
    assert effect.is_secret
    assert not done.of(UnitsRecovered)


@pytest.mark.rule("N23.4", "N23.7")
def test_gneisenau_wants_blucher_on_the_map() -> None:
    absent = holding(table("A2 infantry 4-3 uar"), "gneisenau", side=ALLIED)
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
