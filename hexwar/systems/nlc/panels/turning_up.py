"""Cards, random events and weather as they happen: shown on the middle of the board for a while."""

from __future__ import annotations

from hexwar.cards.events import CardDrawn, CardMoved, CardPlayed, EffectFact
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId
from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell.face import Follower, Place
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.systems.nlc.events.cards import CardEventRolled, CardRevealed
from hexwar.systems.nlc.events.turn import WeatherRolled
from hexwar.systems.nlc.panels.card_table import suit_of
from hexwar.systems.nlc.panels.strip import NOTHING
from hexwar.systems.nlc.rules.turn.weather import present_effects
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.battle import TurnKind
from hexwar.table.fact import Fact, Scene, told
from hexwar.table.forces import Side
from hexwar.widgets.cards.painting import Face
from hexwar.widgets.cards.turned import Bill, TurnedUp
from hexwar.widgets.panels.look import Look

STAYS_MS = 1_500
"""How long a card lies there at the usual pace, milliseconds."""

LIES_MS = 8_000
"""How long it lies there when the player has asked for it; a click lets it go."""

Told = CardPlayed | CardRevealed | CardEventRolled | CardDrawn


class TurningUp(Follower):
    """Turns up on the board what befalls the game, as far as those who look may see it."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.controller = controller = place.table.controller
        show, board = controller.show, place.table.board
        self.shown = TurnedUp(place.look, board, lambda: show.is_paused)
        """Where it is shown."""
        self.apply(place.preferences, place.look)
        controller.told.connect(self._hear)
        controller.rewound.connect(self.shown.clear)
        controller.taken.connect(self.shown.clear)
        controller.skipped.connect(self.shown.clear)
        controller.handoverAsked.connect(lambda s: None if s is None else self.shown.clear())

    def apply(self, preferences: Preferences, look: Look) -> None:
        """Dress what comes next anew."""
        self.shown.look, self.shown.moves = look, preferences.shows_motion

    def close(self) -> None:
        """The game is left."""
        self.shown.clear()

    def show_event(self, at: int) -> bool:
        """Turn up once more what an event of the game turned up."""
        controller = self.controller
        event = controller.session.events[at]
        if not controller.can_see(event):
            return False
        table = controller.show.reel.at(at + 1)
        view = controller.viewer.view(table, controller.kit.view)
        bill = bill_of(view, event, self.shown.look, is_again=True)
        if bill is None:
            return False
        self.shown.clear()
        self.shown.turn_up(bill, LIES_MS)
        return True

    def _hear(self, beat: Beat) -> None:
        pace = self.controller.show.playback.pace
        if pace is Pace.OFF:
            return
        stays = round(STAYS_MS / pace.speed)
        for event in filter(self.controller.can_see, beat.events):
            bill = bill_of(self.controller.view, event, self.shown.look)
            if bill is not None:
                self.shown.turn_up(bill, 2 * stays if bill.sky else stays)  # more to read


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
    words = told(event, Scene(NlcNames(view.battle)))
    cards = [link.removeprefix("card:") for link in words.links if link.startswith("card:")]
    if not cards:
        return None
    match event:
        case EffectFact(effect=effect):
            side = effect.side
        case CardMoved(side=side):
            pass
        case _:
            side = view.battle.sides[0]
    card = printed(CardId(cards[0]))
    return Bill(card.title, words.plain, (Face(card, suit_of(view.battle, side, look)),))


def _card_bill(view: GameState, event: Told, card: CardId, look: Look) -> Bill:
    battle = view.battle
    by = event.by if isinstance(event, CardPlayed) else ""
    name = battle.side_names[Side(by or event.side)]
    face = Face(printed(card), suit_of(battle, event.side, look))
    words = _sentence(view, event)
    match event:
        case CardPlayed():
            return Bill(say("The {side} play", side=name), words, (face,))
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
