"""The cards of any game as the window shows them: hands and piles, decks to look through."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PySide6.QtWidgets import QWidget

from hexwar.cards.library import card as printed
from hexwar.cards.library import cards, decks
from hexwar.cards.records import COVERED, OPEN, Card, CardId, Effect, Pile
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock
from hexwar.shell.prompter import CardsOffer, Offer
from hexwar.shell.seats import Viewer
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.table.names import Names, until_words
from hexwar.widgets.cards.browser import CardBrowser, Lot
from hexwar.widgets.cards.panel import CardsPanel
from hexwar.widgets.cards.records import (
    NOBODY,
    EffectNote,
    HandCard,
    Heap,
    SideCards,
    Suit,
    Tableau,
)
from hexwar.widgets.counters.faces import nation_key
from hexwar.widgets.panels.look import Look

_PLACES = (Pile.DECK, Pile.MODE, Pile.BOTTOM, Pile.SECRET, Pile.DISCARD, Pile.ENDURING, Pile.ASIDE)
_ALWAYS = frozenset({Pile.DECK, Pile.DISCARD, Pile.ENDURING})
"""The piles that have their place even while nothing lies there."""


@dataclass(frozen=True, slots=True)
class CardRoom:
    """What a game says of its cards."""

    way: str  # how they are used, in a sentence
    names: Names
    why_not: Callable[[CardId], Refusal]
    """Why who looks cannot play a card of his hand while none is asked for."""
    face: Callable[[CardId], Card] = printed
    """A card with the words that this game reads on it."""


def tableau(
    view: Any, viewer: Viewer, offer: CardsOffer | None, look: Look, room: CardRoom
) -> Tableau:
    """The cards of a game as the one who looks may see them."""
    sides = [side for side in view.battle.sides if side in view.cards.piles or _effects(view, side)]
    own = viewer.side if viewer.side in sides else None
    mine = None if own is None else _side_cards(view, viewer, own, offer, look, room)
    others = tuple(
        _side_cards(view, viewer, side, None, look, room, is_other=True)
        for side in sides
        if side != own
    )
    asks = "" if offer is None else offer.how or say("A card can be played now.")
    return Tableau(room.way, mine, others, None if offer is None else offer.taken, asks)


def _side_cards(
    view: Any,
    viewer: Viewer,
    side: Side,
    offer: CardsOffer | None,
    look: Look,
    room: CardRoom,
    *,
    is_other: bool = False,
) -> SideCards:
    piles, reasons = view.cards.piles.get(side), {} if offer is None else offer.refusals
    kinds = () if piles is None else (Pile.HELD, Pile.HAND)
    hand = [(kind, id_) for kind in kinds if piles for id_ in piles.of(kind)]
    seen = [(pile, id_) for pile, id_ in hand if id_ != COVERED]
    if offer is None and side == viewer.side:
        reasons = {id_: room.why_not(id_) for _, id_ in seen}
    shown = tuple(_hand_card(room.face(id_), pile, reasons, offer) for pile, id_ in seen)
    faces = tuple(room.face(id_) for _, id_ in seen) if len(seen) == len(hand) else ()
    first = (Heap(Pile.HAND, len(hand), faces),) if is_other and hand else ()
    return SideCards(
        suit_of(view.battle, side, look),
        shown,
        len(hand) - len(seen),
        (*first, *_heaps(view, side, room)),
        tuple(_note(view, effect, room) for effect in _effects(view, side)),
        sum(score.vp for score in view.cards.scores if score.side == side),
    )


def _hand_card(
    card: Card, pile: Pile, reasons: Mapping[CardId, Refusal], offer: CardsOffer | None
) -> HandCard:
    is_ready = offer is not None and card.id in offer.ready
    why = None if is_ready else reasons.get(card.id)
    how = offer.how if offer is not None and offer.taken == card.id else ""
    if why is None:
        return HandCard(card, pile, is_ready, how=how)
    is_barred = offer is not None
    return HandCard(card, pile, is_ready, is_barred, why.sentence, why.rule, how)


def _heaps(view: Any, side: Side, room: CardRoom) -> tuple[Heap, ...]:
    piles = view.cards.piles.get(side)
    lying = [] if piles is None else [(pile, piles.of(pile)) for pile in _PLACES]
    return tuple(
        Heap(pile, len(ids), tuple(room.face(id_) for id_ in ids) if pile in OPEN else ())
        for pile, ids in lying
        if ids or pile in _ALWAYS
    )


def _effects(view: Any, side: Side) -> list[Effect]:
    return [effect for effect in view.cards.effects if effect.side == side]


def _note(view: Any, effect: Effect, room: CardRoom) -> EffectNote:
    on = room.names.subjects(effect.subjects).plain
    until = until_words(view.battle, effect.until, view.turn)
    times = say(", {left} more", left=effect.left) if effect.left else ""
    return EffectNote(room.face(effect.card), f"{until}{times}", on, effect.is_secret)


# -- what cards wear


def suit_of(battle: Battle, side: Side, look: Look) -> Suit:
    """What a side's cards wear."""
    own, enemy = _nations(battle, side)
    return Suit(side, battle.side_names[side], look.side(battle, side).name(), own, enemy)


@lru_cache(maxsize=8)
def _nations(battle: Battle, side: Side) -> tuple[str, str]:
    return nation_key(battle.nation_of(side)), nation_key(battle.nation_of(battle.enemy(side)))


# -- the decks of the library, and those of a battle, as lots to look through (N23.10, T24.1)

_SUITS = {
    "french": Suit(NOBODY, "French", "#3d69ab", "french", "russian"),
    "coalition": Suit(NOBODY, "Coalition", "#2e6246", "russian", "french"),
}
"""What the cards of the library's decks wear, by the side that their ids name."""

Faces = Callable[[CardId], Card]


def _lots(battle: Any, look: Look, face: Faces) -> Sequence[Lot]:
    """The decks of a battle's sides as they begin it, those of the program, then all cards."""
    lots = []
    if battle is not None:
        for side, stock in battle.stocks.items():
            count = Counter((*stock.mode, *stock.main))
            held = tuple((face(id_), count[id_]) for id_ in cards() if count[id_])
            title = say("{side_names} of this battle", side_names=battle.side_names[side])
            suit = suit_of(battle, side, look)
            lots.append(Lot(f"side:{side}", title, held, suit, say("as they begin it")))
    for deck in decks().values():
        held = tuple((face(id_), count) for id_, count in deck.cards)
        suit = _SUITS["coalition" if deck.id.endswith("coalition") else "french"]
        lots.append(Lot(deck.id, deck.title, held, suit, deck.source))
    every = tuple((face(id_), 1) for id_ in cards())
    return [*lots, Lot("all", say("All cards"), every, _SUITS["french"])]


def deck_browser(
    address: str, battle: Any, look: Look, parent: QWidget, face: Faces = printed
) -> CardBrowser:
    """The decks to look through, those of a battle first.

    Args:
        address: What to turn to: `deck:patrie-french`, `card:fire`, or `deck:`.
        battle: The battle that is played, if one is; it has `stocks`.
        look: What it is dressed in.
        parent: The window that it stands over.
        face: A card with the words that the game reads on it.
    """
    browser = CardBrowser(look, _lots(battle, look, face), parent)
    kind, _, name = address.partition(":")
    if kind == "deck" and name:
        browser.show_lot(name)
    elif kind == "card":
        browser.show_card(name)
    return browser


def pile_browser(
    title: str, pile: Iterable[Card], suit: Suit, look: Look, parent: QWidget
) -> CardBrowser:
    """A pile that lies open, to look through, the card on top first."""
    found = list(pile)
    count, kinds = Counter(card.id for card in found), {card.id: card for card in found}
    held = tuple((card, count[id_]) for id_, card in kinds.items())
    return CardBrowser(look, [Lot("pile", title, held, suit)], parent, title=title)


# -- the dock


class CardsDock(Dock):
    """The hand of the one who looks, and what he can do with it; the piles of both sides."""

    id = "cards"
    title = mark("Cards")

    def __init__(self, look: Look) -> None:
        self.cards = CardsPanel(look)
        super().__init__(self.cards)
        self._hand: CardsOffer | None = None  # what the panel shows to be playable
        self.cards.taken.connect(self._take)
        self.cards.browseAsked.connect(self._browse)

    @abstractmethod
    def table(self, controller: Controller, offer: CardsOffer | None) -> Tableau | None:
        """The cards as they lie; None where none are played with."""

    def follow(self, controller: Controller | None) -> None:
        """Show no cards."""
        super().follow(controller)
        self.cards.show_cards(None)

    def renew(self) -> None:
        """Show the cards as they now lie."""
        if self.controller is not None:
            self._hand = self.controller.offer.cards
            rule = self.controller.view.battle.cited("N23.1")
            self.cards.show_cards(self.table(self.controller, self._hand), rule)

    def offer(self, offer: Offer) -> None:
        """Show what can be done with the hand, where that has changed."""
        if offer.cards != self._hand:
            self.renew()

    def wants(self, offer: Offer) -> bool:
        """Whether a card is asked for."""
        return offer.cards is not None

    def _take(self, card: str) -> None:
        if self.controller is not None:
            self.controller.take(CardId(card))

    def _browse(self, title: str, pile: Sequence[Card], suit: Suit) -> None:
        window = self.cards.window()
        self.dialogMade.emit(pile_browser(title, pile, suit, self.cards.look, window))
