"""Cards drawn, played and put away; effects that begin and end; mode cards (N23)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from hexwar.cards.events import CardMoved, HasCards
from hexwar.cards.records import CardId, CardScore, Pile, Piles
from hexwar.engine import Fits, Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import CARDS, MOVEMENT, Fact, Scene, Shows, Sound
from hexwar.table.forces import Side, UnitId
from hexwar.text import Text, die


def _shown(scores: tuple[CardScore, ...], side: Side, card: CardId) -> tuple[CardScore, ...]:
    """The scores, of which the first secret one of a card is secret no more."""
    for place, score in enumerate(scores):
        if (score.side, score.card, score.is_shown) == (side, card, False):
            return (*scores[:place], replace(score, is_shown=True), *scores[place + 1 :])
    return scores


@dataclass(frozen=True, slots=True)
class CardLaidDown(Fact, Remark, rule="N23.2", topic=CARDS, rest=900, sound=Sound.CARD):
    """Full play: the enemy sees that a side played a card, which lies face down (N23.2)."""

    words = mark("The {side} played a card, which lies face down.")
    side: Side

    def is_known_to(self, side: str) -> bool:
        """To the side itself the event before it says more."""
        return side != self.side


@dataclass(frozen=True, slots=True)
class CardHeld(CardMoved, rule="N23.3", rest=500):
    """Restricted play: a card is kept for its window, until the turn ends (N23.3)."""

    words = mark("The {side} hold {card} until the turn ends.")


@dataclass(frozen=True, slots=True)
class CardRevealed(CardMoved, rule="N23.2", rest=900):
    """What was played face down is shown (N23.2)."""

    words = mark("The {side} showed {card}, which had lain face down.")

    def apply(self, state: HasCards) -> None:
        """Move it; what it counts is known from now on."""
        state.cards = state.cards.moved(self.side, self.card, self.source, self.target)
        state.cards = replace(state.cards, scores=_shown(state.cards.scores, self.side, self.card))


@dataclass(frozen=True, slots=True)
class DeckShuffled(Fact, rule="N23.7", topic=CARDS, is_open=True):
    """Night AM: discards and enduring cards go back into the deck (18.23, 18.38)."""

    words = mark("The {side} made up their deck anew.")
    side: Side

    def apply(self, state: GameState) -> None:
        """All cards but those in hand, mode cards and those out of the game are in the deck."""
        piles = state.cards.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.SECRET, Pile.ENDURING)
        mode = state.battle.stocks[self.side].mode
        every = [card for pile in gone for card in piles.of(pile)]
        back = tuple(sorted(card for card in every if card not in mode))
        aside = (*piles.of(Pile.ASIDE), *(card for card in every if card in mode))
        lying = {pile: cards for pile, cards in piles.lying.items() if pile not in gone}
        shuffled = Piles({**lying, Pile.DECK: back, Pile.ASIDE: aside})
        state.cards = state.cards.laid(self.side, shuffled)


@dataclass(frozen=True, slots=True)
class CardEventRolled(Fact, Remark, rule="N23.5", topic=CARDS, rest=900, is_open=True):
    """A random event was rolled for, and whom it befalls (N23.5)."""

    table: Annotated[str, Fits({"A", "B"}.__contains__)]
    d66: int
    side: Side
    card: CardId | None  # None: no event

    def sentence(self, scene: Scene) -> Text:
        """Random event of table A, 43: Alternate Reinforcements (29) for the French."""
        none = mark("Random event of table {table}, {die}: nothing happens.")
        one = mark("Random event of table {table}, {die}: {card} for the {side}.")
        return self.told(scene, none if self.card is None else one, die=die(self.d66))


@dataclass(frozen=True, slots=True)
class FateRolled(Fact, Remark, rule="N23.3", topic=CARDS, rest=700):
    """Restricted play: the die that says whether a drawn card acts (N23.3)."""

    side: Side
    die: int

    def sentence(self, scene: Scene) -> Text:
        """The French rolled 3 for their card: it acts, or is held for its moment."""
        acts = mark("The {side} rolled {die} for their card: it acts, or is held for its moment.")
        not_so = mark("The {side} rolled {die} for their card: it is put away.")
        return self.told(scene, acts if self.die % 2 else not_so)

    def is_known_to(self, side: str) -> bool:
        """The enemy sees neither card nor die (N23.8)."""
        return side == self.side


@dataclass(frozen=True, slots=True)
class UnitRedeployed(
    Fact, rule="N23.6", topic=MOVEMENT, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A mode card has set a unit up somewhere else before the battle begins (18.52)."""

    unit: UnitId
    card: CardId
    hex: Hex
    column: bool = False  # in road column (N5.32)
    tail: Hex | None = None  # the second hex of a strong unit in it (N5.33)

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Duhesme begins in 0913 in road column."""
        column = say(" in road column") if self.column else ""
        end = "" if self.tail is None else self.told(scene, mark(", its tail in {tail}"))
        words = mark("By {card} {unit} begins in {hex}{column}{end}.")
        return self.told(scene, words, column=column, end=end)

    def apply(self, state: GameState) -> None:
        """Set it down; that is no move."""
        old = state.units[self.unit]
        state.put_unit(replace(old, hex=self.hex, column=self.column, tail=self.tail))
