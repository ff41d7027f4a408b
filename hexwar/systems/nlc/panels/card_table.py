"""The cards of a game as the window shows them, with what is NLC's: its ways to play with them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import mark
from hexwar.shell import card_table
from hexwar.shell.card_table import CardRoom
from hexwar.shell.prompter import CardsOffer
from hexwar.shell.seats import Viewer
from hexwar.systems.nlc.prompters.common import card_refusal
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.widgets.cards.records import Tableau
from hexwar.widgets.panels.look import Look

WAYS: Mapping[Way, str] = MappingProxyType(
    {
        Way.FULL: mark("Full play: a hand, and one card of each side in the Card Phase."),
        Way.RESTRICTED: mark(
            "Restricted play: each turn a card and a die; held cards last a turn."
        ),
        Way.SOLITAIRE: mark(
            "Alone: one deck for both sides, and a die that says whom a card befalls."
        ),
        Way.EVENTS: mark("Random events: two tables instead of decks."),
    }
)
"""How cards are used, in a sentence."""


def tableau(
    view: GameState, viewer: Viewer, offer: CardsOffer | None, look: Look
) -> Tableau | None:
    """The cards of a game as the one who looks may see them; None where none are played with."""
    way = way_of(view.battle)
    if way is Way.NONE or not (view.cards.piles or view.cards.effects or way is Way.EVENTS):
        return None
    names = NlcNames(view.battle)
    room = CardRoom(WAYS[way], names, lambda id_: card_refusal(view, viewer.side, id_))
    return card_table.tableau(view, viewer, offer, look, room)
