"""The cards of a game as the window shows them: piles, decks, and cards as they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from hexwar.cards.library import card as printed
from hexwar.cards.library import cards, decks
from hexwar.cards.records import COVERED, OPEN, Card, CardId, Effect, Pile
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.shell.prompter import CardsOffer
from hexwar.shell.seats import Viewer
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.panels.describe import nation_of
from hexwar.systems.nlc.prompters.common import card_refusal
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.forces import Side
from hexwar.table.names import until_words
from hexwar.widgets.cards.browser import CardBrowser, Lot
from hexwar.widgets.cards.records import (
    NOBODY,
    EffectNote,
    HandCard,
    Heap,
    SideCards,
    Suit,
    Tableau,
)
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

_PLACES = (Pile.DECK, Pile.MODE, Pile.BOTTOM, Pile.SECRET, Pile.DISCARD, Pile.ENDURING, Pile.ASIDE)
_ALWAYS = frozenset({Pile.DECK, Pile.DISCARD, Pile.ENDURING})
"""The piles that have their place even while nothing lies there."""


def tableau(
    view: GameState, viewer: Viewer, offer: CardsOffer | None, look: Look
) -> Tableau | None:
    """The cards of a game as the one who looks may see them; None where none are played with."""
    way = way_of(view.battle)
    if way is Way.NONE or not (view.cards.piles or view.cards.effects or way is Way.EVENTS):
        return None
    sides = [side for side in view.battle.sides if side in view.cards.piles or _effects(view, side)]
    own = viewer.side if viewer.side in sides else None
    mine = None if own is None else _side_cards(view, viewer, own, offer, look)
    others = tuple(
        _side_cards(view, viewer, side, None, look, is_other=True) for side in sides if side != own
    )
    asks = "" if offer is None else offer.how or say("A card can be played now.")
    return Tableau(WAYS[way], mine, others, None if offer is None else offer.taken, asks)


def _side_cards(
    view: GameState,
    viewer: Viewer,
    side: Side,
    offer: CardsOffer | None,
    look: Look,
    *,
    is_other: bool = False,
) -> SideCards:
    piles, reasons = view.cards.piles.get(side), {} if offer is None else offer.refusals
    kinds = () if piles is None else (Pile.HELD, Pile.HAND)
    hand = [(kind, id_) for kind in kinds if piles for id_ in piles.of(kind)]
    seen = [(pile, id_) for pile, id_ in hand if id_ != COVERED]
    if offer is None and side == viewer.side:
        reasons = {id_: card_refusal(view, side, id_) for _, id_ in seen}
    cards = tuple(_hand_card(pile, id_, reasons, offer) for pile, id_ in seen)
    faces = tuple(printed(id_) for _, id_ in seen) if len(seen) == len(hand) else ()
    first = (Heap(Pile.HAND, len(hand), faces),) if is_other and hand else ()
    return SideCards(
        suit_of(view.battle, side, look),
        cards,
        len(hand) - len(seen),
        (*first, *_heaps(view, side)),
        tuple(_note(view, effect) for effect in _effects(view, side)),
        sum(score.vp for score in view.cards.scores if score.side == side),
    )


def _hand_card(
    pile: Pile, id_: CardId, reasons: Mapping[CardId, Refusal], offer: CardsOffer | None
) -> HandCard:
    is_ready = offer is not None and id_ in offer.ready
    why = None if is_ready else reasons.get(id_)
    how = offer.how if offer is not None and offer.taken == id_ else ""
    if why is None:
        return HandCard(printed(id_), pile, is_ready, how=how)
    is_barred = offer is not None
    return HandCard(printed(id_), pile, is_ready, is_barred, why.sentence, why.rule, how)


def _heaps(view: GameState, side: Side) -> tuple[Heap, ...]:
    piles = view.cards.piles.get(side)
    lying = [] if piles is None else [(pile, piles.of(pile)) for pile in _PLACES]
    return tuple(
        Heap(pile, len(ids), tuple(printed(id_) for id_ in ids) if pile in OPEN else ())
        for pile, ids in lying
        if ids or pile in _ALWAYS
    )


def _effects(view: GameState, side: Side) -> list[Effect]:
    return [effect for effect in view.cards.effects if effect.side == side]


def _note(view: GameState, effect: Effect) -> EffectNote:
    on = NlcNames(view.battle).subjects(effect.subjects).plain
    until = until_words(view.battle, effect.until, view.turn)
    times = say(", {left} more", left=effect.left) if effect.left else ""
    return EffectNote(printed(effect.card), f"{until}{times}", on, effect.is_secret)


def suit_of(battle: NlcBattle, side: Side, look: Look) -> Suit:
    """What a side's cards wear."""
    own, enemy = _nations(battle, side)
    return Suit(side, battle.side_names[side], look.side(battle, side).name(), own, enemy)


@lru_cache(maxsize=8)
def _nations(battle: NlcBattle, side: Side) -> tuple[str, str]:
    return nation_of(battle, side), nation_of(battle, battle.enemy(side))


# -- the decks of the library, and those of a battle, as lots to look through (N23.10)


_SUITS = {
    "french": Suit(NOBODY, "French", "#3d69ab", "french", "russian"),
    "coalition": Suit(NOBODY, "Coalition", "#2e6246", "russian", "french"),
}
"""What the cards of the library's decks wear, by the side that their ids name."""


def _lots(battle: NlcBattle | None, look: Look) -> Sequence[Lot]:
    """The decks of a battle's sides as they begin it, those of the program, then all cards."""
    lots = []
    if battle is not None:
        for side, stock in battle.stocks.items():
            count = Counter((*stock.mode, *stock.main))
            held = tuple((card, count[id_]) for id_, card in cards().items() if count[id_])
            title = say("{side_names} of this battle", side_names=battle.side_names[side])
            suit = suit_of(battle, side, look)
            lots.append(Lot(f"side:{side}", title, held, suit, say("as they begin it")))
    for deck in decks().values():
        held = tuple((cards()[id_], count) for id_, count in deck.cards)
        suit = _SUITS["coalition" if deck.id.endswith("coalition") else "french"]
        lots.append(Lot(deck.id, deck.title, held, suit, deck.source))
    every = tuple((card, 1) for card in cards().values())
    return [*lots, Lot("all", say("All cards"), every, _SUITS["french"])]


def deck_browser(
    address: str, battle: NlcBattle | None, look: Look, parent: QWidget
) -> CardBrowser:
    """The decks to look through, those of a battle first.

    Args:
        address: What to turn to: `deck:patrie-french`, `card:fire`, or `deck:`.
        battle: The battle that is played, if one is.
        look: What it is dressed in.
        parent: The window that it stands over.
    """
    browser = CardBrowser(look, _lots(battle, look), parent)
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
