"""Cards and other news of a game as they happen: shown on the middle of the board for a while."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from hexwar.cards.events import CardMoved, CardPlayed, EffectFact
from hexwar.cards.records import Card, CardId
from hexwar.engine import Event
from hexwar.messages import say
from hexwar.shell.card_table import suit_of
from hexwar.shell.face import Follower, Place
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.table.battle import Battle
from hexwar.table.fact import Fact, Scene, told
from hexwar.table.forces import Side
from hexwar.table.names import Names
from hexwar.widgets.cards.painting import Face
from hexwar.widgets.cards.turned import Bill, TurnedUp
from hexwar.widgets.panels.look import Look

STAYS_MS = 1_500
"""How long a card lies there at the usual pace, milliseconds."""

LIES_MS = 8_000
"""How long it lies there when the player has asked for it; a click lets it go."""


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

    @abstractmethod
    def bill(self, view: Any, event: Event, look: Look, *, is_again: bool = False) -> Bill | None:
        """What turns up by an event; None for nothing.

        Args:
            view: The table after it, as the one who looks may see it.
            event: What has happened, and may be known to him.
            look: What cards are dressed in.
            is_again: The player has asked for it.
        """

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
        bill = self.bill(view, event, self.shown.look, is_again=True)
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
            bill = self.bill(self.controller.view, event, self.shown.look)
            if bill is not None:
                self.shown.turn_up(bill, 2 * stays if bill.sky else stays)  # more to read


def linked_card(names: Names, event: Fact) -> tuple[CardId, Side] | None:
    """The card that a sentence of the log links to, and whose it is; None for a plain one."""
    links = told(event, Scene(names)).links
    cards = [link.removeprefix("card:") for link in links if link.startswith("card:")]
    if not cards:
        return None
    match event:
        case EffectFact(effect=effect):
            side = effect.side
        case CardMoved(side=side):
            pass
        case _:
            side = names.battle.sides[0]
    return CardId(cards[0]), side


def played_bill(names: Names, event: CardPlayed, card: Card, look: Look) -> Bill:
    """A card that a side plays."""
    battle: Battle = names.battle
    name = battle.side_names[Side(event.by or event.side)]
    face = Face(card, suit_of(battle, event.side, look))
    return Bill(say("The {side} play", side=name), told(event, Scene(names)).plain, (face,))
