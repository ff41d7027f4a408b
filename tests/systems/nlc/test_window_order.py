"""Who may play a card first when a moment is open to both sides (N4.81)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.cards.records import CardId, Pile, Piles, Window
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.assaults import A1, F1, fight
from tests.systems.nlc.order_hands import holding
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, position

GUNS = ("F9 battery 3-3 0304", "A9 battery 3-3 0403")
COVER_FIRE = CardId("artillery-cover-fire")


def both_hold(active: str) -> GameState:
    """Each side has guns that bear and a card for them; F1 assaults, or A1."""
    state = holding(position(OPEN, F1, A1, *GUNS, active=active), COVER_FIRE)
    state.cards = replace(
        state.cards, piles={**state.cards.piles, ALLIED: Piles({Pile.HAND: (COVER_FIRE,)})}
    )
    return state


@pytest.mark.rule("N4.81", "N8.35")
def test_the_active_side_is_asked_first() -> None:
    done = fight(both_hold("FI"), [3, 3, 1, 1])
    asked = done.questions(PlayWindowCard)
    assert [question.side for question in asked] == [FRENCH, ALLIED]
    assert {question.window for question in asked} == {Window.ASSAULT}


@pytest.mark.rule("N4.81")
def test_the_other_side_is_asked_whatever_the_first_has_played() -> None:
    for first in (None, COVER_FIRE):
        answers: Answers = {PlayWindowCard: [first, COVER_FIRE]}
        done = fight(both_hold("FI"), [3, 1, 1, 1], answers=answers)
        assert [question.side for question in done.questions(PlayWindowCard)] == [FRENCH, ALLIED]
        assert done.state.cards.piles[ALLIED].of(Pile.DISCARD) == (COVER_FIRE,)
