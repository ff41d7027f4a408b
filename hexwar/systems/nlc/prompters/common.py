"""What all prompters of NLC share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from hexwar.cards.library import card as printed
from hexwar.cards.records import Card, CardId, Window
from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button, PieceId, Response
from hexwar.systems.nlc.rules.cards.ways import is_card_turn
from hexwar.systems.nlc.rules.cards.windows import is_spent, targets
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Phase
from hexwar.table.words import hex_name, unit_name

NOBODY_GOES = Refusal(mark("Choose the units first that are to go by this hex."), "N5.9")
D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")
Units = tuple[UnitId, ...]


class NlcPrompter(MapPrompter[D]):
    """The common prompter, and what it says to cards and marches at any other question."""

    view: GameState

    def __init__(self, view: GameState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self.side = Side(decision.side)
        self.over: Hex | None = None
        """The hex that is pointed at."""
        self.drawn: tuple[Hex, ...] = ()
        """The path that is being drawn."""
        self._begin()

    def _begin(self) -> None:
        """What a gesture needs to know of the question from the first."""

    def hover(self, hex_: Hex | None) -> None:
        """What a hint, or an arrow, may be about."""
        self.over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """A path of the player's own."""
        self.drawn = path

    def take(self, card: CardId) -> Response:
        """A card of the hand is clicked, or lifted to be carried to the map."""
        return card_refusal(self.view, self.side, card)

    def switch_road(self) -> None:
        """Switch road movement on or off."""

    def leavable(self, hex_: Hex) -> tuple[UnitId, ...] | Refusal:  # noqa: ARG002
        """Who of the chosen units may stay behind in a hex on their way (N5.9)."""
        return NOBODY_GOES

    def leave(self, hex_: Hex, pieces: Sequence[PieceId]) -> Refusal | None:  # noqa: ARG002
        """Lead the way through a hex, and leave some units there."""
        return NOBODY_GOES

    # -- for subclasses

    def nothing(self, id_: str, text: str, tip: str, manner: Manner = Manner.END) -> Button:
        """The button that does nothing, or nothing more."""
        return Button(id_, text, tip, self.law(None), manner=manner)

    def name(self, unit: UnitId) -> str:
        """A unit's name."""
        return unit_name(self.view, unit)

    def names(self, units: Iterable[UnitId]) -> str:
        """The names of some units, one after another."""
        return ", ".join(self.name(unit) for unit in units)

    def hexes_of(self, units: Iterable[UnitId]) -> list[Hex]:
        """Where those of some units stand that are on the map."""
        return [h for unit in units if (h := self.view.units[unit].hex) is not None]

    def place(self, hex_: Hex) -> str:
        """A hex with the name of its place."""
        return hex_name(self.view, hex_)


class PartyPrompter(NlcPrompter[D]):
    """Some of the units that could take part are chosen for the answer."""

    picked: Units = ()
    able: frozenset[UnitId]
    """Who could take part; told by `_begin`."""

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who takes part."""
        self.picked = tuple(UnitId(piece) for piece in pieces if piece in self.able)
        return None

    def chosen_of(self, units: Units) -> Units:
        """Those of some units that are chosen; without a choice all of them."""
        return tuple(unit for unit in units if unit in self.picked) or units


def following(ring: Sequence[T], now: T | None, step: int) -> T:
    """What comes after (1) or before (-1) the present one in a ring; without one, an end of it."""
    if now is not None and now in ring:
        return ring[(ring.index(now) + step) % len(ring)]
    return ring[0 if step > 0 else -1]


# -- why a card cannot be played now, in a sentence with its rule (N23.6, N23.7)


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
    return listed((MOMENTS[window] for window in card.windows), mark(" or "))


def card_refusal(view: GameState, side: Side, id_: CardId) -> Refusal:
    """Why a side cannot play a card of its hand at this moment, at which none asks for it."""
    card = printed(id_)
    if not is_card_turn(view):
        return refuse("N17.3", "No cards are played at night.")
    if is_spent(view, side, id_):
        return refuse("N23.7", "You have played your Tactics card of this activation.")
    words = mark("{title} is played {moments}.")
    if view.phase is Phase.CARDS and Window.CARDS in card.windows:
        words = mark(
            "{title} is played in this phase when a card is asked for; now another question is "
            "open."
        )
    return refuse("N23.6", words, title=card.title, moments=moments(card))


def use_refusal(view: GameState, side: Side, id_: CardId) -> Refusal:
    """Why a card does not fit the moment that is there: it is of no use, or not for this moment."""
    card = printed(id_)
    if is_spent(view, side, id_) or not is_card_turn(view) or targets(view, side, id_):
        return card_refusal(view, side, id_)
    why = card.condition or say("There is nobody whom it could name.")
    return refuse("N23.7", "{title} is of no use now. {why}", title=card.title, why=why)
