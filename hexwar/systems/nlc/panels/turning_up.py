"""Cards, random events and weather as they happen: shown on the middle of the board for a while."""

from __future__ import annotations

from hexwar.cards.events import CardDrawn, CardPlayed
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell import turning_up
from hexwar.shell.card_table import suit_of
from hexwar.shell.turning_up import linked_card, played_bill
from hexwar.systems.nlc.events.cards import CardEventRolled, CardRevealed
from hexwar.systems.nlc.events.turn import WeatherRolled
from hexwar.systems.nlc.panels.strip import NOTHING
from hexwar.systems.nlc.rules.turn.weather import present_effects
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.battle import TurnKind
from hexwar.table.fact import Fact, Scene, told
from hexwar.widgets.cards.painting import Face
from hexwar.widgets.cards.turned import Bill
from hexwar.widgets.panels.look import Look

Told = CardPlayed | CardRevealed | CardEventRolled | CardDrawn


class TurningUp(turning_up.TurningUp):
    """Turns up on the board what befalls the game, as far as those who look may see it."""

    def bill(
        self, view: GameState, event: Event, look: Look, *, is_again: bool = False
    ) -> Bill | None:
        """Cards, events, and the sky."""
        return bill_of(view, event, look, is_again=is_again)


def bill_of(view: GameState, event: Event, look: Look, *, is_again: bool = False) -> Bill | None:
    """What turns up by an event; None for nothing.

    Args:
        view: The table after it, as the one who looks may see it.
        event: What has happened, and may be known to him.
        look: What cards are dressed in.
        is_again: The player has asked for it: a sky that stayed as it was is worth it too, and
            any card that its sentence names.
    """
    if isinstance(event, WeatherRolled):
        return _sky_bill(view, event) if is_again or event.weather != event.was else None
    if isinstance(event, Told) and event.card is not None:
        return _card_bill(view, event, event.card, look)
    return _linked_bill(view, event, look) if is_again and isinstance(event, Fact) else None


def _linked_bill(view: GameState, event: Fact, look: Look) -> Bill | None:
    """The card that a sentence of the log links to, with that sentence."""
    found = linked_card(NlcNames(view.battle), event)
    if found is None:
        return None
    card, side = printed(found[0]), found[1]
    return Bill(card.title, _sentence(view, event), (Face(card, suit_of(view.battle, side, look)),))


def _card_bill(view: GameState, event: Told, card: CardId, look: Look) -> Bill:
    battle = view.battle
    if isinstance(event, CardPlayed):
        return played_bill(NlcNames(battle), event, printed(card), look)
    name = battle.side_names[event.side]
    face = Face(printed(card), suit_of(battle, event.side, look))
    words = _sentence(view, event)
    match event:
        case CardRevealed():
            return Bill(say("The {side} show", side=name), words, (face,))
        case CardDrawn():
            caption = say("The {side} draw", side=name)
            return Bill(caption, words, (face,), merges=f"drawn:{event.side}")
    return Bill(say("Random event"), words, (face,))


def _sky_bill(view: GameState, event: WeatherRolled) -> Bill:
    """The sky and what it changes from now on (N18)."""
    effects = [f"{one.words}." for one in present_effects(view)] or [say(NOTHING)]
    is_night = view.turn_card.kind is not TurnKind.DAY
    caption = say(event.weather).capitalize()
    return Bill(caption, "\n".join(effects), sky=event.weather, is_night=is_night)


def _sentence(view: GameState, event: Fact) -> str:
    return told(event, Scene(NlcNames(view.battle))).plain
