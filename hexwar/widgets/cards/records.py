"""What the card table shows, as plain records: it knows no rule and asks no state."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.cards.records import Card, CardId, Pile
from hexwar.table.forces import Side

NOBODY = Side("")
"""No side: whose cards are looked through in a list of decks."""


@dataclass(frozen=True, slots=True)
class Suit:
    """Whose cards they are: what their backs and the soldiers on them wear."""

    side: Side = NOBODY
    name: str = ""
    colour: str = "#6b4a2f"
    nation: str = "french"  # of most of its soldiers, a key of the uniforms
    enemy: str = "russian"  # the nation that stands against it


NEUTRAL = Suit()
"""Of cards that belong to nobody yet: those of a deck that is looked through."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card that its owner can see, and whether he can play it now."""

    card: Card
    pile: Pile = Pile.HAND
    is_ready: bool = False  # it can be played now
    is_barred: bool = False  # a card is asked for, and this one does not fit
    why: str = ""  # why it cannot be played, in a sentence
    rule: str = ""  # that says so
    how: str = ""  # how to play it, in a sentence; once it is taken


@dataclass(frozen=True, slots=True)
class EffectNote:
    """Something that a card has put in force."""

    card: Card
    until: str  # `until the end of the turn`, `until 15:00`
    on: str = ""  # whom it names, in words
    is_secret: bool = False  # the enemy does not know of it


@dataclass(frozen=True, slots=True)
class Heap:
    """A pile of one side: what lies open by its faces, what is covered by its number."""

    pile: Pile
    count: int = 0
    open: tuple[Card, ...] = ()  # the last came last; empty where it lies face down


@dataclass(frozen=True, slots=True)
class SideCards:
    """The cards of one side, as the one who looks may see them."""

    suit: Suit
    hand: tuple[HandCard, ...] = ()  # that may be seen; held cards too
    unseen: int = 0  # how many of its hand may not be seen
    heaps: tuple[Heap, ...] = ()  # those with a place on the table, in order
    effects: tuple[EffectNote, ...] = ()
    vp: int = 0  # that its played cards have counted, as far as they are known


@dataclass(frozen=True, slots=True)
class Tableau:
    """All cards of a game."""

    way: str  # how cards are used in this game, in words
    own: SideCards | None = None  # of the side that looks; None: nobody's hand is shown
    others: tuple[SideCards, ...] = ()
    taken: CardId | None = None  # from the hand, and not played yet
    asks: str = ""  # what the pending question wants of the hand, in a sentence
