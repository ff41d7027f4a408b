"""Cards: what is printed on them, where they lie, and what of theirs is in force (N23, T24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import NewType, Protocol

from hexwar.engine.records import OPEN as SEEN_BY_BOTH
from hexwar.engine.records import secret
from hexwar.messages import mark
from hexwar.table.forces import Side

CardId = NewType("CardId", str)
"""A kind of card, such as `sound-of-guns`. Cards of one kind are alike (T24.2), so it also stands
for each of them."""

NO_SINGLE_DECK = mark("a campaign is not played with one deck for both sides (N23.8)")


class CardKind(StrEnum):
    """What sort of card it is (18.1)."""

    MODE = "mode"
    MARCH = "march"
    GAME = "game"
    STATUS = "status"
    ARRIVAL = "arrival"
    TACTICS = "tactics"
    LEADER = "leader"


class Window(StrEnum):
    """When a card can be played (N23.6)."""

    MODE = mark("mode cards")  # turn 1, before all else
    CARDS = mark("card phase")
    ASSAULT = mark("assault")  # before its dice, and those of a second round
    BOMBARDMENT = mark("bombardment")  # before its die
    CHARGE = mark("charge")  # when the enemy has declared one
    RETREAT = mark("retreat")  # when one's own stack begins it
    PURSUIT = mark("pursuit")  # before one's own check
    ENEMY_PURSUIT = mark("enemy pursuit")  # once it is declared
    DIE = mark("die")  # after one's own die, before its effect
    CAPTURE = mark("capture")  # when one's leader is taken
    ORDERS = mark("orders")  # while one's own orders are written
    COMBAT = mark("combat phase")  # of the Coming Storm procedure (18.8)


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card, in our words."""

    id: CardId
    number: int  # 1 to 31; several cards may share one
    title: str
    kind: CardKind
    vp: int  # for its player; below 0 it costs him (18.23)
    allowance: tuple[int, int] | None  # MP of foot and of horse; None on a Tactics card (18.4)
    windows: tuple[Window, ...]
    text: str  # what it does
    condition: str = ""  # when it is inapplicable; empty: never
    is_enduring: bool = False  # starred (18.38)
    is_hidden: bool = False  # played face down until its effect shows (N23.2)
    checks_supply: bool = False  # bears the mark that NLC reads as SUPPLY (N23.9)
    sides: tuple[str, ...] = ()  # whose deck it is for; empty: anybody's


@dataclass(frozen=True, slots=True)
class Deck:
    """A list of cards that a scenario may name (18.9, N23.10)."""

    id: str
    title: str
    cards: tuple[tuple[CardId, int], ...]  # with their quantities, by number
    source: str = ""


@dataclass(frozen=True, slots=True)
class Allotment:
    """The cards that a scenario allots to a side, by the id of their deck (18.2)."""

    deck: str
    removals: tuple[tuple[CardId, int], ...] = ()  # how many of a kind are taken out
    mode_draws: int = 0  # on turn 1 (18.31)
    bonus_draws: int = 0  # (18.32)
    bonus_turn: int = 2  # on which the bonus cards are drawn in full play (18.32)


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that a side begins a battle with, and how many it draws at its start."""

    main: tuple[CardId, ...]
    mode: tuple[CardId, ...]
    mode_draws: int = 0  # on turn 1 (18.31)
    bonus_draws: int = 0  # (18.32)
    bonus_turn: int = 2  # on which the bonus cards are drawn in full play (18.32)


class Pile(StrEnum):
    """Where a card lies."""

    DECK = mark("deck")  # nobody knows their order: a draw is an answer of chance
    BOTTOM = mark("bottom")  # put back under it, in order: drawn last, the first of them first
    MODE = mark("mode deck")
    HAND = mark("hand")
    HELD = mark("held")  # restricted play: until the turn ends (N23.3)
    SECRET = mark("secret")  # played face down, or put away unseen
    DISCARD = mark("discard")  # face up
    ENDURING = mark("enduring")  # face up at the edge of the map (18.38)
    ASIDE = mark("aside")  # out of this game (18.51)


OPEN = frozenset({Pile.DISCARD, Pile.ENDURING, Pile.ASIDE})
"""The piles that both sides may look through."""

COVERED = CardId("?")
"""Stands for a card that lies face down."""

SPIES = CardId("spies-bring-news")
"""The card whose effect lets its side read the enemy's orders: what a view shows (N23.4)."""


@dataclass(frozen=True, slots=True)
class Piles:
    """A side's cards: for each pile what lies there, in the order in which it came."""

    lying: Mapping[Pile, tuple[CardId, ...]]

    def of(self, pile: Pile) -> tuple[CardId, ...]:
        """The cards of a pile."""
        return self.lying.get(pile, ())

    def moved(self, card: CardId, source: Pile, target: Pile) -> Piles:
        """The piles after a card went from one to another.

        Raises:
            ValueError: it does not lie there.
        """
        rest = list(self.of(source))
        rest.remove(card)
        grown = {**self.lying, source: tuple(rest)}
        return Piles({**grown, target: (*grown.get(target, ()), card)})

    def covered(self) -> Piles:
        """The piles as the enemy sees them: how many lie face down, and which lie open."""
        lying = self.lying.items()
        return Piles({p: cards if p in OPEN else (COVERED,) * len(cards) for p, cards in lying})


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that a card has put in force, and until when."""

    number: int  # counts the effects of its side that are in force, from 1
    side: Side  # whom it serves
    card: CardId
    until: int  # the last turn on which it acts
    subjects: tuple[str, ...] = ()  # ids that it names: units, a formation, a hex
    left: int = 0  # how often it may still be used; 0 without a limit
    is_secret: bool = False  # the enemy does not know of it yet (N23.2)

    def is_same(self, other: Effect) -> bool:
        """Whether it is the same one, at another time; each side counts its own."""
        return (self.side, self.number) == (other.side, other.number)


@dataclass(frozen=True, slots=True)
class CardScore:
    """What a card that was played counts (18.23)."""

    side: Side
    card: CardId
    vp: int
    day: int  # of the month
    turn: int
    is_shown: bool = True  # whether the enemy knows of it


class Onlooker(Protocol):
    """Who looks at a game with cards."""

    @property
    def side(self) -> Side:
        """On whose side he is."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that all cards are laid open."""
        ...


def _piles_seen(piles: Mapping[Side, Piles], reader: Onlooker) -> Mapping[Side, Piles]:
    """The enemy's cards lie face down but for those that all have seen (N23.2)."""
    if reader.is_over:
        return piles
    return {side: p if side == reader.side else p.covered() for side, p in piles.items()}


def _effects_seen(effects: tuple[Effect, ...], reader: Onlooker) -> tuple[Effect, ...]:
    """The enemy's secret ones are not there, nor in how the others are counted."""
    if reader.is_over or all(effect.side == reader.side for effect in effects):
        return effects
    known = [effect for effect in effects if effect.side == reader.side or not effect.is_secret]
    theirs = count(1)
    return tuple(e if e.side == reader.side else replace(e, number=next(theirs)) for e in known)


def _scores_seen(scores: tuple[CardScore, ...], reader: Onlooker) -> tuple[CardScore, ...]:
    if reader.is_over or not scores:
        return scores
    return tuple(score for score in scores if score.side == reader.side or score.is_shown)


@dataclass(frozen=True, slots=True)
class CardsInPlay:
    """Where the cards lie, and what those that were played do and count."""

    piles: Mapping[Side, Piles] = field(default_factory=dict, metadata=secret(_piles_seen))
    # empty in a game without cards (N23.1)
    effects: tuple[Effect, ...] = field(default=(), metadata=secret(_effects_seen))
    # of cards, in the order in which they began
    scores: tuple[CardScore, ...] = field(default=(), metadata=secret(_scores_seen))
    # of cards that were played (18.23)
    tactics: tuple[Side, ...] = field(
        default=(), metadata=SEEN_BY_BOTH
    )  # that played a Tactics card of late (N23.7, 18.8)

    def next_number(self, side: Side) -> int:
        """The number of a side's next effect."""
        return 1 + max((e.number for e in self.effects if e.side == side), default=0)

    def moved(self, side: Side, card: CardId, source: Pile, target: Pile) -> CardsInPlay:
        """The same after a card of a side went from one pile to another."""
        return self.laid(side, self.piles[side].moved(card, source, target))

    def laid(self, side: Side, piles: Piles) -> CardsInPlay:
        """The same with other piles of a side."""
        return replace(self, piles={**self.piles, side: piles})
