"""What happens in a game of cards, besides the events that every game with cards has (T24.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.library import card
from hexwar.cards.records import CardId, CardKind, Pile, Piles
from hexwar.engine import Event
from hexwar.systems.tlnb.cards.records import Change, Step, StormState
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """A step of a player-turn began; with a Card Segment a player-turn does."""

    rule: ClassVar[str] = "T24.2"
    turn: int
    player: int  # 0 for the first player
    step: Step

    def apply(self, state: StormState) -> None:
        """Set the markers."""
        state.turn, state.player, state.step = self.turn, self.player, self.step
        if self.step is Step.COMBAT:
            state.cards = replace(state.cards, tactics=())


@dataclass(frozen=True, slots=True)
class BonusDealt(Event):
    """A side draws its bonus cards (18.32)."""

    rule: ClassVar[str] = "T24.2"
    side: Side
    cards: int

    def apply(self, state: StormState) -> None:
        """Once in a game."""
        state.dealt = (*state.dealt, self.side)


@dataclass(frozen=True, slots=True)
class HandFilled(Event):
    """A side has drawn the cards of its Card Segment (18.33)."""

    rule: ClassVar[str] = "T24.2"
    side: Side

    def apply(self, state: StormState) -> None:
        """No Tactics card is owed for any more."""
        state.owed[self.side] = 0


@dataclass(frozen=True, slots=True)
class AllowanceSet(Event):
    """The movement allowance of a player-turn is known (18.4)."""

    rule: ClassVar[str] = "T24.2"
    side: Side
    foot: int  # MP of infantry and foot artillery
    horse: int  # MP of cavalry and horse artillery
    card: CardId | None  # the card that sets it

    def apply(self, state: StormState) -> None:
        """Write it down."""
        state.allowances[self.side] = (self.foot, self.horse)


@dataclass(frozen=True, slots=True)
class TacticsCounted(Event):
    """A side has played its Tactics card of the Combat Phase (18.8)."""

    rule: ClassVar[str] = "T24.2"
    side: Side
    combat: str

    def apply(self, state: StormState) -> None:
        """It is replaced with the next draw (18.33)."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))
        state.owed[self.side] = state.owed.get(self.side, 0) + 1


@dataclass(frozen=True, slots=True)
class CardSeen(Event):
    """A side has seen a card of the enemy's hand."""

    rule: ClassVar[str] = "T24.3"
    reveals: ClassVar[bool] = True
    side: Side  # who looked
    card: CardId

    def is_known_to(self, side: str) -> bool:
        """To who looked."""
        return side == self.side

    def apply(self, state: StormState) -> None:
        """Nothing changes on the table."""


@dataclass(frozen=True, slots=True)
class ForceChanged(Event):
    """A card acted on a force that is due, or it waits (18.7, 18.73)."""

    rule: ClassVar[str] = "T24.2"
    force: str
    change: Change

    def apply(self, state: StormState) -> None:
        """Rewrite its line of the schedule."""
        state.forces = tuple(
            force.changed(self.change) if force.id == self.force else force
            for force in state.forces
        )


@dataclass(frozen=True, slots=True)
class ForceEntered(Event):
    """A force came onto the map."""

    rule: ClassVar[str] = "T24.2"
    force: str

    def apply(self, state: StormState) -> None:
        """No card acts on it any more."""
        state.forces = tuple(
            replace(force, has_entered=True) if force.id == self.force else force
            for force in state.forces
        )


@dataclass(frozen=True, slots=True)
class ChargeCountered(Event):
    """A Counter Charge was rolled for (18.82)."""

    rule: ClassVar[str] = "T24.2"
    side: Side  # who rode against it
    combat: str
    die: int
    is_stopped: bool  # Pr; otherwise Ae1

    def apply(self, state: StormState) -> None:
        """What follows is for the map."""


@dataclass(frozen=True, slots=True)
class CombatFought(Event):
    """A combat was fought; what cards did in it is over (18.81)."""

    rule: ClassVar[str] = "T24.2"
    combat: str

    def apply(self, state: StormState) -> None:
        """What follows is for the map."""


@dataclass(frozen=True, slots=True)
class DayTallied(Event):
    """The cards that a side played on a day were added up (18.23)."""

    rule: ClassVar[str] = "T24.2"
    side: Side
    day: int
    vp: int

    def apply(self, state: StormState) -> None:
        """The scores stand card by card."""


@dataclass(frozen=True, slots=True)
class MainDeckShuffled(Event):
    """Night AM: discards and enduring cards are in the deck again, mode cards are not (18.23)."""

    rule: ClassVar[str] = "T24.2"
    side: Side

    def apply(self, state: StormState) -> None:
        """All but the hand and what is out of the game."""
        piles = state.cards.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.ENDURING)
        every = [id_ for pile in gone for id_ in piles.of(pile)]
        main = tuple(sorted(id_ for id_ in every if not _is_mode(id_)))
        aside = (*piles.of(Pile.ASIDE), *(id_ for id_ in every if _is_mode(id_)))
        kept = {pile: lying for pile, lying in piles.lying.items() if pile not in gone}
        state.cards = replace(
            state.cards,
            piles=(
                {
                    **state.cards.piles,
                    self.side: Piles({**kept, Pile.DECK: main, Pile.ASIDE: aside}),
                }
            ),
        )


@dataclass(frozen=True, slots=True)
class StormEnded(Event):
    """The battle is over."""

    rule: ClassVar[str] = "T24.2"

    def apply(self, state: StormState) -> None:
        """Nobody is asked any more."""
        state.is_over = True


def _is_mode(id_: CardId) -> bool:
    return card(id_).kind is CardKind.MODE
