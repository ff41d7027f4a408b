"""Cards drawn, played and put away; effects that begin and end (N23)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles
from hexwar.engine import Event, Remark
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side


def _move(state: GameState, side: Side, card: CardId, source: Pile, target: Pile) -> None:
    state.piles = {**state.piles, side: state.piles[side].moved(card, source, target)}


def _shown(scores: tuple[CardScore, ...], side: Side, card: CardId) -> tuple[CardScore, ...]:
    """The scores, of which the first secret one of a card is secret no more."""
    for place, score in enumerate(scores):
        if (score.side, score.card, score.is_shown) == (side, card, False):
            return (*scores[:place], replace(score, is_shown=True), *scores[place + 1 :])
    return scores


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A card went from a pile to another; who may see it depends on the piles."""

    rule: ClassVar[str] = "N23.7"
    side: Side  # whose card
    card: CardId
    source: Pile
    target: Pile
    is_shown: bool  # whether the enemy sees which card it is

    def is_known_to(self, side: str) -> bool:
        """To the enemy only a card that lies open."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Move it."""
        _move(state, self.side, self.card, self.source, self.target)


@dataclass(frozen=True, slots=True)
class CardDrawn(CardMoved):
    """A side drew a card (18.3)."""


@dataclass(frozen=True, slots=True)
class CardPlayed(CardMoved):
    """A side played a card, on whom it names (N23.7)."""

    subjects: tuple[str, ...] = ()
    by: str = ""  # the side that decided it, if it is not the card's own


@dataclass(frozen=True, slots=True)
class CardLaidDown(Remark):
    """Full play: the enemy sees that a side played a card, which lies face down (N23.2)."""

    rule: ClassVar[str] = "N23.2"
    side: Side

    def is_known_to(self, side: str) -> bool:
        """To the side itself the event before it says more."""
        return side != self.side

    def apply(self, state: GameState) -> None:
        """Nothing moves: that the card was played has moved it."""


@dataclass(frozen=True, slots=True)
class CardHeld(CardMoved):
    """Restricted play: a card is kept for its window, until the turn ends (N23.3)."""

    rule: ClassVar[str] = "N23.3"


@dataclass(frozen=True, slots=True)
class CardDiscarded(CardMoved):
    """A card was put away without effect, or when its effect was over."""


@dataclass(frozen=True, slots=True)
class CardReturned(CardMoved):
    """A card that was of no use went under the deck; it counts nothing (18.35)."""


@dataclass(frozen=True, slots=True)
class CardRevealed(CardMoved):
    """What was played face down is shown (N23.2)."""

    rule: ClassVar[str] = "N23.2"

    def apply(self, state: GameState) -> None:
        """Move it; what it counts is known from now on."""
        _move(state, self.side, self.card, self.source, self.target)
        state.card_scores = _shown(state.card_scores, self.side, self.card)


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """Night AM: discards and enduring cards go back into the deck (18.23, 18.38)."""

    rule: ClassVar[str] = "N23.7"
    side: Side

    def apply(self, state: GameState) -> None:
        """All cards but those in hand, mode cards and those out of the game are in the deck."""
        piles = state.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.SECRET, Pile.ENDURING)
        mode = state.battle.stocks[self.side].mode
        every = [card for pile in gone for card in piles.of(pile)]
        back = tuple(sorted(card for card in every if card not in mode))
        aside = (*piles.of(Pile.ASIDE), *(card for card in every if card in mode))
        lying = {pile: cards for pile, cards in piles.lying.items() if pile not in gone}
        shuffled = Piles({**lying, Pile.DECK: back, Pile.ASIDE: aside})
        state.piles = {**state.piles, self.side: shuffled}


@dataclass(frozen=True, slots=True)
class CardEventRolled(Remark):
    """A random event was rolled for, and whom it befalls (N23.5)."""

    rule: ClassVar[str] = "N23.5"
    table: str  # A or B
    d66: int
    side: Side
    card: CardId | None  # None: no event

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class FateRolled(Remark):
    """Restricted play: the die that says whether a drawn card acts (N23.3)."""

    rule: ClassVar[str] = "N23.3"
    side: Side
    die: int

    def is_known_to(self, side: str) -> bool:
        """The enemy sees neither card nor die (N23.8)."""
        return side == self.side

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class EffectBegan(Event):
    """What a card does is in force (N23.6)."""

    rule: ClassVar[str] = "N23.6"
    effect: Effect

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it serves."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Keep it."""
        state.effects = (*state.effects, self.effect)
        state.effects_begun = self.effect.number


@dataclass(frozen=True, slots=True)
class EffectChanged(Event):
    """An effect was used, shown or prolonged: the record as it is now."""

    rule: ClassVar[str] = "N23.6"
    effect: Effect

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it serves."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Keep it in its place."""
        number = self.effect.number
        state.effects = tuple(self.effect if e.number == number else e for e in state.effects)


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """What a card did is over (N23.6)."""

    rule: ClassVar[str] = "N23.6"
    effect: Effect

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it served."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Drop it."""
        state.effects = tuple(e for e in state.effects if e.number != self.effect.number)


@dataclass(frozen=True, slots=True)
class CardScored(Event):
    """A card that was played counts its VP, or what it counted is void (18.23, 18.73)."""

    rule: ClassVar[str] = "N22"
    score: CardScore
    is_void: bool = False

    def is_known_to(self, side: str) -> bool:
        """What was played face down counts in the open when it is shown."""
        return self.score.is_shown or side == self.score.side

    def apply(self, state: GameState) -> None:
        """Write it down, or strike it out."""
        if self.is_void:
            kept = list(state.card_scores)
            kept.remove(self.score)
            state.card_scores = tuple(kept)
        else:
            state.card_scores = (*state.card_scores, self.score)


@dataclass(frozen=True, slots=True)
class DieRerolled(Remark):
    """A die was thrown again; the last result binds (N23.4)."""

    rule: ClassVar[str] = "N23.4"
    side: Side
    card: CardId
    purpose: str
    die: int  # that no longer counts
    is_secret: bool = False  # a die that the enemy does not see, such as a compliance

    def is_known_to(self, side: str) -> bool:
        """A secret one only to who threw it."""
        return not self.is_secret or side == self.side

    def apply(self, state: GameState) -> None:
        """What follows is told by the event that the die is for."""
