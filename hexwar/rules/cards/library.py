"""The cards and decks of the files `cards.toml` and `decks.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from hexwar.model.cards import Card, CardId, CardKind, Deck, Window


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


def _read(name: str) -> Mapping[str, Any]:
    text = (resources.files("hexwar.rules.cards") / name).read_text("utf-8")
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
    listed = ((CardId(card), quantity) for card, quantity in raw["cards"].items())
    return Deck(id_, raw["title"], tuple(listed), raw.get("source", ""))
