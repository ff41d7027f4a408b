"""What is printed on cards, the decks they are in, and the stock of a side."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from hexwar.cards.records import Allotment, Card, CardId, CardKind, Deck, Stock, Window
from hexwar.messages import tell
from hexwar.table.names import Called, MapNames
from hexwar.table.question import Plain, Question
from hexwar.text import Text, link

T = TypeVar("T")

# -- the cards and decks of the files `cards.toml` and `decks.toml`


@cache
def cards() -> Mapping[CardId, Card]:
    """Every card by its id, by number and then as the file lists them."""
    found = [_card(CardId(id_), raw) for id_, raw in _read("cards.toml").items()]
    found.sort(key=lambda card: card.number)
    return MappingProxyType({card.id: card for card in found})


@cache
def decks() -> Mapping[str, Deck]:
    """Every deck by its id."""
    return MappingProxyType({id_: _deck(id_, raw) for id_, raw in _read("decks.toml").items()})


def card(id_: CardId) -> Card:
    """A card by its id.

    Raises:
        KeyError: there is none.
    """
    return cards()[id_]


def card_words(id_: CardId) -> Text:
    """A card as a link: `Sound of Guns (15)`; one that nobody knows, modestly."""
    known = cards().get(id_)
    if known is None:
        return tell("a card")
    return link(f"{known.title} ({known.number})", f"card:{id_}")


class CardNames(MapNames):
    """The names of a battle and of its cards."""

    kinds: ClassVar[Called] = {**MapNames.kinds, CardId: lambda _, id_: card_words(id_)}


class CardQuestion(Question[T]):
    """A question that may be about cards: its sentence has their titles."""

    __slots__ = ()

    called: ClassVar[Plain] = MappingProxyType(
        {**Question.called, CardId: lambda _, id_: card(id_).title}
    )


def _read(name: str) -> Mapping[str, Any]:
    text = (resources.files("hexwar.cards") / name).read_text("utf-8")
    return tomllib.loads(text)


def _card(id_: CardId, raw: Mapping[str, Any]) -> Card:
    allowance = raw.get("allowance")
    return Card(
        id=id_,
        number=raw["number"],
        title=raw["title"],
        kind=CardKind(raw["kind"]),
        vp=raw["vp"],
        allowance=None if allowance is None else (allowance[0], allowance[1]),
        windows=tuple(Window(window) for window in raw["windows"]),
        text=raw["text"],
        condition=raw.get("condition", ""),
        is_enduring=raw.get("enduring", False),
        is_hidden=raw.get("hidden", False),
        checks_supply=raw.get("supply", False),
        sides=tuple(raw.get("sides", ())),
    )


def _deck(id_: str, raw: Mapping[str, Any]) -> Deck:
    return Deck(id_, raw["title"], tuple(raw["cards"].items()), raw.get("source", ""))


# -- the cards of a side for one battle: a deck, less what the scenario takes out (18.2, N23.10)


class DeckError(ValueError):
    """A deck that cannot be made up; the sentence says why."""


def stock_of(allotment: Allotment) -> Stock:
    """The cards that an allotment leaves to a side.

    Raises:
        DeckError: there is no such deck, or more is taken out of it than is in it.
    """
    deck = decks().get(allotment.deck)
    if deck is None:
        raise DeckError(f"there is no deck {allotment.deck} (there are: {', '.join(decks())})")
    left = Counter(dict(deck.cards))
    for id_, count in allotment.removals:
        if count > left[id_]:
            raise DeckError(f"the deck {allotment.deck} has {left[id_]} cards {id_}, not {count}")
        left[id_] -= count
    every = [id_ for id_, count in left.items() for _ in range(count)]
    mode = tuple(id_ for id_ in every if card(id_).kind is CardKind.MODE)
    main = tuple(id_ for id_ in every if id_ not in mode)
    draws = allotment.mode_draws, allotment.bonus_draws
    return Stock(main, mode, *draws, allotment.bonus_turn)


# -- random events (N23.5)


TABLE_A, TABLE_B = "A", "B"


@dataclass(frozen=True, slots=True)
class EventRow:
    """What two dice of a table say."""

    cards: tuple[CardId, ...]  # of which a side has one, or none
    is_reversed: bool  # its player gains what the card costs


@cache
def event_tables() -> Mapping[str, Mapping[int, EventRow]]:
    """Both tables: the rows by their two dice, read as tens and ones; the rest is no event."""
    tables = _read("random_events.toml").items()
    return MappingProxyType({name: MappingProxyType(_event_rows(rows)) for name, rows in tables})


def _event_rows(rows: Mapping[str, Any]) -> dict[int, EventRow]:
    read = {d66: (tuple(row["cards"]), row.get("reversed", False)) for d66, row in rows.items()}
    return {int(d66): EventRow(*row) for d66, row in read.items()}
