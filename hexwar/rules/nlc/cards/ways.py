"""The ways to play with cards, and when cards are played at all (N23.1, N17.3)."""

from __future__ import annotations

from enum import StrEnum

from hexwar.model.battle import Battle, TurnKind
from hexwar.model.cards import Card, CardId, CardKind
from hexwar.model.state import GameState

CARDS = "cards"
"""The name of the option (N23.1)."""


class Way(StrEnum):
    """How cards are played (N23.1)."""

    NONE = "none"
    FULL = "full"  # hands (N23.2)
    RESTRICTED = "restricted"  # a card and a die each day turn, no hands (N23.3)
    SOLITAIRE = "solitaire"  # one deck for both sides (N23.3 g)
    EVENTS = "events"  # tables instead of decks (N23.5)


def way_of(battle: Battle) -> Way:
    """The way that the players agreed on; without cards where nothing known is said."""
    return way_called(battle.options.get(CARDS, Way.NONE))


def way_called(name: str) -> Way:
    """The way of a name, without cards where nothing known is said."""
    return next((way for way in Way if way == name), Way.NONE)


def is_open(battle: Battle, way: Way) -> bool:
    """Whether a battle can be played in a way.

    Cards need decks (N23.1), and a campaign is not played with one deck for both sides (N23.8).
    """
    if not battle.stocks:
        return way is Way.NONE
    return way is not Way.SOLITAIRE or not battle.is_campaign


def is_card_turn(state: GameState) -> bool:
    """Whether cards are played on the present turn: not in Night AM (N17.3)."""
    return state.turn_card.kind is not TurnKind.NIGHT_AM


SECRET_NEWS = CardId("spies-bring-news")


def is_face_down(battle: Battle, card: Card) -> bool:
    """Whether the enemy does not see which card is played (N23.2, N23.3).

    In full play the cards say so. In restricted play all stay secret whose effect does not show
    at once: orders, arrivals and news too. With one deck or none for both sides all is open.
    """
    way = way_of(battle)
    if way is Way.FULL:
        return card.is_hidden
    if way is not Way.RESTRICTED:
        return False
    is_order = card.kind is CardKind.MARCH and not card.is_enduring
    return card.is_hidden or is_order or card.kind is CardKind.ARRIVAL or card.id == SECRET_NEWS
