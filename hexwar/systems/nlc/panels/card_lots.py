"""The decks of the library, and those of a battle, as lots to look through (N23.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QWidget

from hexwar.cards.library import cards, decks
from hexwar.cards.records import Card, CardId, Stock
from hexwar.messages import say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.panels.card_table import suit_of
from hexwar.widgets.cards.browser import CardBrowser, Lot
from hexwar.widgets.cards.records import NOBODY, Suit
from hexwar.widgets.panels.look import Look

_SUITS = {
    "french": Suit(NOBODY, "French", "#3d69ab", "french", "russian"),
    "coalition": Suit(NOBODY, "Coalition", "#2e6246", "russian", "french"),
}
"""What the cards of the library's decks wear, by the side that their ids name."""


def library_lots() -> Sequence[Lot]:
    """Every deck that comes with the program, then all cards."""
    listed = [
        Lot(
            deck.id,
            deck.title,
            tuple((cards()[id_], count) for id_, count in deck.cards),
            _suit(deck.id),
            deck.source,
        )
        for deck in decks().values()
    ]
    every = tuple((card, 1) for card in cards().values())
    return [*listed, Lot("all", say("All cards"), every, _SUITS["french"])]


def battle_lots(battle: NlcBattle, look: Look) -> Sequence[Lot]:
    """The decks of a battle's sides as they begin it, then those of the library."""
    own = [
        Lot(
            f"side:{side}",
            say("{side_names} of this battle", side_names=battle.side_names[side]),
            tuple(_counted(stock)),
            suit_of(battle, side, look),
            say("as they begin it"),
        )
        for side, stock in battle.stocks.items()
    ]
    return [*own, *library_lots()]


def pile_lot(title: str, pile: Iterable[Card], suit: Suit) -> Lot:
    """A pile, the card on top first."""
    found = list(pile)
    count = Counter(card.id for card in found)
    kinds = {card.id: card for card in found}
    return Lot("pile", title, tuple((card, count[id_]) for id_, card in kinds.items()), suit)


def _counted(stock: Stock) -> Iterable[tuple[Card, int]]:
    count: Counter[CardId] = Counter((*stock.mode, *stock.main))
    return ((card, count[id_]) for id_, card in cards().items() if count[id_])


def _suit(deck: str) -> Suit:
    return _SUITS["coalition" if deck.endswith("coalition") else "french"]


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
    lots = library_lots() if battle is None else battle_lots(battle, look)
    browser = CardBrowser(look, lots, parent)
    kind, _, name = address.partition(":")
    if kind == "deck" and name:
        browser.show_lot(name)
    elif kind == "card":
        browser.show_card(name)
    return browser


def pile_browser(
    title: str, pile: Iterable[Card], suit: Suit, look: Look, parent: QWidget
) -> CardBrowser:
    """A pile that lies open, to look through."""
    return CardBrowser(look, [pile_lot(title, pile, suit)], parent, title=title)
