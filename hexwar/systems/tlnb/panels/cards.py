"""The cards of a game as the window shows them, and those that turn up on the board (T24)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.cards.events import CardDrawn, CardPlayed, CardReturned
from hexwar.cards.library import CardNames
from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.shell import card_table, turning_up
from hexwar.shell.card_table import CardRoom, suit_of
from hexwar.shell.controller import Controller
from hexwar.shell.prompter import CardsOffer, Offer
from hexwar.shell.turning_up import linked_card, played_bill
from hexwar.systems.tlnb.events.cards import CardTurnedUp
from hexwar.systems.tlnb.events.turn import WeatherRolled
from hexwar.systems.tlnb.panels.strip import sky_lines
from hexwar.systems.tlnb.prompters.cards import card_refusal, face_of
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.fact import Fact, Scene, told
from hexwar.widgets.cards.painting import Face
from hexwar.widgets.cards.records import Tableau
from hexwar.widgets.cards.turned import Bill
from hexwar.widgets.panels.look import Look

WAYS: Mapping[str, str] = MappingProxyType(
    {
        "full": mark("Each side has a deck and a hand, and plays a card in its Card Segment."),
        "solitaire": mark("One deck for both: who acts turns up its top card."),
    }
)
"""How cards are used, in a sentence (T24.2, T24.8)."""


class CardsDock(card_table.CardsDock):
    """The hand of the one who looks, and what he can do with it; the piles of both sides."""

    help = "rule:T24.2"

    def table(self, controller: Controller, offer: CardsOffer | None) -> Tableau | None:
        """The cards as they lie; None in a game without."""
        view, viewer = controller.view, controller.viewer
        way = view.battle.cards_way
        if way not in WAYS:
            return None
        names = CardNames(view.battle)
        room = CardRoom(
            say(WAYS[way]), names, lambda id_: card_refusal(view, viewer.side, id_), face_of
        )
        return card_table.tableau(view, viewer, offer, self.cards.look, room)

    def wants(self, offer: Offer) -> bool:
        """While a card is asked for; those of a fight stand beside its sheet (T24.9)."""
        pending = None if self.controller is None else self.controller.session.pending
        return offer.cards is not None and not isinstance(pending, PlayTactics)


class TurningUp(turning_up.TurningUp):
    """Turns up on the board what befalls the game, as far as those who look may see it."""

    def bill(
        self, view: TlnbState, event: Event, look: Look, *, is_again: bool = False
    ) -> Bill | None:
        """A card that is played or drawn, or another sky."""
        return bill_of(view, event, look, is_again=is_again)


def bill_of(view: TlnbState, event: Event, look: Look, *, is_again: bool = False) -> Bill | None:
    """What turns up by an event; None for nothing.

    Args:
        view: The table after it, as the one who looks may see it.
        event: What has happened, and may be known to him.
        look: What cards are dressed in.
        is_again: The player has asked for it: any card that its sentence names is worth it, and
            a sky that stayed as it was.
    """
    names = CardNames(view.battle)
    match event:
        case WeatherRolled():
            return _sky_bill(view, event) if is_again or event.weather != event.was else None
        case CardPlayed(card=card) if card is not None:
            return played_bill(names, event, face_of(card), look)
        case CardReturned() | CardTurnedUp() | CardDrawn():
            return _moved_bill(view, event, look)
    if not is_again or not isinstance(event, Fact):
        return None
    found = linked_card(names, event)
    if found is None:
        return None
    shown, side = face_of(found[0]), found[1]
    face = Face(shown, suit_of(view.battle, side, look))
    return Bill(say(shown.title), told(event, Scene(names)).plain, (face,))


def _moved_bill(
    view: TlnbState, event: CardReturned | CardTurnedUp | CardDrawn, look: Look
) -> Bill | None:
    """A card that somebody draws, or puts away unused."""
    if event.card is None:
        return None
    name = view.battle.side_names[event.side]
    face = Face(face_of(event.card), suit_of(view.battle, event.side, look))
    words = told(event, Scene(CardNames(view.battle))).plain
    if isinstance(event, CardReturned):
        return Bill(say("Of no use to the {side}", side=name), words, (face,))
    return Bill(say("The {side} draw", side=name), words, (face,), merges=f"drawn:{event.side}")


def _sky_bill(view: TlnbState, event: WeatherRolled) -> Bill:
    """The sky, and what it changes from now on (T3.3)."""
    is_night = view.turn_card.kind is not TurnKind.DAY
    lines = "\n".join(sky_lines(view))
    return Bill(say(event.weather).capitalize(), lines, sky=event.weather, is_night=is_night)
