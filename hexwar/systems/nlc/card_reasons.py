"""Why a card cannot be played now, in a sentence with its rule (N23.6, N23.7)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.cards.library import card as printed
from hexwar.cards.records import Card, CardId, Window
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.systems.nlc.rules.cards.ways import is_card_turn
from hexwar.systems.nlc.rules.cards.windows import is_spent, targets
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.pieces import Phase

MOMENTS: Mapping[Window, str] = MappingProxyType(
    {
        Window.MODE: mark("before the battle begins"),
        Window.CARDS: mark("in the Card Phase"),
        Window.ASSAULT: mark("before the dice of an assault"),
        Window.BOMBARDMENT: mark("before the die of a bombardment"),
        Window.CHARGE: mark("when a charge is declared"),
        Window.RETREAT: mark("when a stack of yours must retreat"),
        Window.PURSUIT: mark("before a pursuit check of yours"),
        Window.ENEMY_PURSUIT: mark("when the enemy pursues"),
        Window.DIE: mark("when a die of yours has fallen"),
        Window.CAPTURE: mark("when a leader of yours is captured"),
        Window.ORDERS: mark("while your orders are written"),
        Window.COMBAT: mark("in the combat phase"),
    }
)
"""When a card of each window is played, as the end of a sentence."""


def moments(card: Card) -> str:
    """When a card is played: `before the dice of an assault or when the enemy pursues`."""
    words = [MOMENTS[window] for window in card.windows]
    *first, last = words
    return say("{first} or {last}", first=", ".join(first), last=last) if first else last


def card_refusal(view: GameState, side: Side, id_: CardId) -> Refusal:
    """Why a side cannot play a card of its hand at this moment, at which none asks for it."""
    card = printed(id_)
    if not is_card_turn(view):
        return Refusal(say("No cards are played at night."), "N17.3")
    if is_spent(view, side, id_):
        words = say("You have played your Tactics card of this activation.")
        return Refusal(words, "N23.7")
    if view.phase is Phase.CARDS and Window.CARDS in card.windows:
        words = say(
            "is played in this phase when a card is asked for; now another question is open."
        )
        return Refusal(f"{card.title} {words}", "N23.6")
    return Refusal(
        say("{title} is played {moments}.", title=card.title, moments=moments(card)), "N23.6"
    )


def use_refusal(view: GameState, side: Side, id_: CardId) -> Refusal:
    """Why a card does not fit the moment that is there: it is of no use, or not for this moment."""
    card = printed(id_)
    if is_spent(view, side, id_) or not is_card_turn(view) or targets(view, side, id_):
        return card_refusal(view, side, id_)
    why = card.condition or say("There is nobody whom it could name.")
    return Refusal(say("{title} is of no use now. {why}", title=card.title, why=why), "N23.7")
