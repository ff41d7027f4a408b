"""Fights with cards in both hands, on random tables, with random dice and random legal answers.

Whatever is played: the fight stays in order, no card is lost or doubled, what acts once is over
when it has acted, and nobody plays two Tactics cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import CardPlayed, CardScored, EffectBegan, EffectEnded
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, CardScore, Pile, Piles
from hexwar.engine import Table
from hexwar.systems.nlc.events.combat import TacticsPlayed
from hexwar.systems.nlc.rules.cards.windows import TACTICS
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Segment
from tests.systems.nlc.battle_cards import acting
from tests.systems.nlc.melees import FIGHTS, fought, in_order, run, tables
from tests.systems.nlc.order_hands import holding
from tests.systems.nlc.positions import ALLIED, FRENCH

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
