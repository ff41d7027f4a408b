"""What happens in a game of cards, besides the events that every game with cards has (T24.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.library import card, card_words
from hexwar.cards.records import CardId, CardKind, Pile, Piles
from hexwar.messages import mark, say, tell, tell_count
from hexwar.systems.tlnb.cards.records import Change, Step, StormState
from hexwar.table.fact import CARDS, COMBAT, MARKERS, MOVEMENT, VICTORY, Fact, Scene, Topic
from hexwar.table.forces import Side
from hexwar.text import Text, die, signed


class StormFact(Fact):
    """A fact of the card procedure (T24.2)."""

    __slots__ = ()
    rule: ClassVar[str] = "T24.2"


@dataclass(frozen=True, slots=True)
class StepBegan(StormFact):
    """A step of a player-turn began; with a Card Segment a player-turn does."""

    topic: ClassVar[Topic] = MARKERS
    turn: int
    player: int  # 0 for the first player
    step: Step

    def sentence(self, _: Scene) -> Text:
        """Turn 2: the card segment of the first player began."""
        first = mark("Turn {turn}: the {step} of the first player began.")
        second = mark("Turn {turn}: the {step} of the second player began.")
        words, step = second if self.player else first, say(self.step.value)
        return tell(words, turn=self.turn, step=step)

    def apply(self, state: StormState) -> None:
        """Set the markers."""
        state.turn, state.player, state.step = self.turn, self.player, self.step
        if self.step is Step.COMBAT:
            state.cards = replace(state.cards, tactics=())


@dataclass(frozen=True, slots=True)
class BonusDealt(StormFact):
    """A side draws its bonus cards (18.32)."""

    topic: ClassVar[Topic] = CARDS
    side: Side
    cards: int

    def sentence(self, scene: Scene) -> Text:
        """The French draw 2 bonus cards."""
        one, side = mark("The {side} draw {n} bonus card."), scene.names.side(self.side)
        return tell_count(one, "The {side} draw {n} bonus cards.", self.cards, side=side)

    def apply(self, state: StormState) -> None:
        """Once in a game."""
        state.dealt = (*state.dealt, self.side)


@dataclass(frozen=True, slots=True)
class HandFilled(StormFact):
    """A side has drawn the cards of its Card Segment (18.33)."""

    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French have drawn their cards."""
        return tell("The {side} have drawn their cards.", side=scene.names.side(self.side))

    def apply(self, state: StormState) -> None:
        """No Tactics card is owed for any more."""
        state.owed[self.side] = 0


@dataclass(frozen=True, slots=True)
class AllowanceSet(StormFact):
    """The movement allowance of a player-turn is known (18.4)."""

    topic: ClassVar[Topic] = CARDS
    side: Side
    foot: int  # MP of infantry and foot artillery
    horse: int  # MP of cavalry and horse artillery
    card: CardId | None  # the card that sets it

    def sentence(self, scene: Scene) -> Text:
        """The French march with 5 MP on foot and 8 on horseback."""
        words = mark("The {side} march with {foot} MP on foot and {horse} on horseback.")
        side = scene.names.side(self.side)
        return tell(words, side=side, foot=self.foot, horse=self.horse)

    def apply(self, state: StormState) -> None:
        """Write it down."""
        state.allowances[self.side] = (self.foot, self.horse)


@dataclass(frozen=True, slots=True)
class TacticsCounted(StormFact):
    """A side has played its Tactics card of the Combat Phase (18.8)."""

    topic: ClassVar[Topic] = MARKERS
    side: Side
    combat: str

    def sentence(self, scene: Scene) -> Text:
        """The French have played their Tactics card of this Combat Phase."""
        side = scene.names.side(self.side)
        return tell("The {side} have played their Tactics card of this Combat Phase.", side=side)

    def apply(self, state: StormState) -> None:
        """It is replaced with the next draw (18.33)."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))
        state.owed[self.side] = state.owed.get(self.side, 0) + 1


@dataclass(frozen=True, slots=True)
class CardSeen(StormFact):
    """A side has seen a card of the enemy's hand."""

    rule: ClassVar[str] = "T24.3"
    topic: ClassVar[Topic] = CARDS
    reveals: ClassVar[bool] = True
    side: Side  # who looked
    card: CardId

    def sentence(self, scene: Scene) -> Text:
        """The French saw Probe (12) in the enemy's hand."""
        side, card = scene.names.side(self.side), card_words(self.card)
        return tell("The {side} saw {card} in the enemy's hand.", side=side, card=card)

    def is_known_to(self, side: str) -> bool:
        """To who looked."""
        return side == self.side

    def apply(self, state: StormState) -> None:
        """Nothing changes on the table."""


@dataclass(frozen=True, slots=True)
class ForceChanged(StormFact):
    """A card acted on a force that is due, or it waits (18.7, 18.73)."""

    topic: ClassVar[Topic] = MOVEMENT
    force: str
    change: Change

    def sentence(self, _: Scene) -> Text:
        """By Early Arrival (4) the force Marmont comes on turn 3 at 0101."""
        change = self.change
        if change.card is None:
            return tell("The force {force} waits.", force=self.force)
        card = card_words(change.card)
        if change.turn is None:
            return tell("By {card} the force {force} does not come.", card=card, force=self.force)
        words = mark("By {card} the force {force} comes on turn {turn} at {hex}.")
        return tell(words, card=card, force=self.force, turn=change.turn, hex=change.entry)

    def apply(self, state: StormState) -> None:
        """Rewrite its line of the schedule."""
        state.forces = tuple(
            force.changed(self.change) if force.id == self.force else force
            for force in state.forces
        )


@dataclass(frozen=True, slots=True)
class ForceEntered(StormFact):
    """A force came onto the map."""

    topic: ClassVar[Topic] = MOVEMENT
    force: str

    def sentence(self, _: Scene) -> Text:
        """The force Marmont came onto the map."""
        return tell("The force {force} came onto the map.", force=self.force)

    def apply(self, state: StormState) -> None:
        """No card acts on it any more."""
        state.forces = tuple(
            replace(force, has_entered=True) if force.id == self.force else force
            for force in state.forces
        )


@dataclass(frozen=True, slots=True)
class ChargeCountered(StormFact):
    """A Counter Charge was rolled for (18.82)."""

    topic: ClassVar[Topic] = COMBAT
    side: Side  # who rode against it
    combat: str
    die: int
    is_stopped: bool  # Pr; otherwise Ae1

    def sentence(self, scene: Scene) -> Text:
        """The French countered the charge: die 4, it is stopped."""
        stopped = mark("The {side} countered the charge: die {die}, it is stopped.")
        goes_on = mark("The {side} countered the charge: die {die}, it goes on.")
        words, side = stopped if self.is_stopped else goes_on, scene.names.side(self.side)
        return tell(words, side=side, die=die(self.die))

    def apply(self, state: StormState) -> None:
        """What follows is for the map."""


@dataclass(frozen=True, slots=True)
class CombatFought(StormFact):
    """A combat was fought; what cards did in it is over (18.81)."""

    topic: ClassVar[Topic] = COMBAT
    combat: str

    def sentence(self, _: Scene) -> Text:
        """The combat at Brienne was fought."""
        return tell("The combat {combat} was fought.", combat=self.combat)

    def apply(self, state: StormState) -> None:
        """What follows is for the map."""


@dataclass(frozen=True, slots=True)
class DayTallied(StormFact):
    """The cards that a side played on a day were added up (18.23)."""

    topic: ClassVar[Topic] = VICTORY
    side: Side
    day: int
    vp: int

    def sentence(self, scene: Scene) -> Text:
        """The cards of the French counted −2 VP on day 1."""
        words, vp = mark("The cards of the {side} counted {vp} VP on day {day}."), signed(self.vp)
        return tell(words, side=scene.names.side(self.side), vp=vp, day=self.day)

    def apply(self, state: StormState) -> None:
        """The scores stand card by card."""


@dataclass(frozen=True, slots=True)
class MainDeckShuffled(StormFact):
    """Night AM: discards and enduring cards are in the deck again, mode cards are not (18.23)."""

    topic: ClassVar[Topic] = CARDS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French made up their deck anew."""
        return tell("The {side} made up their deck anew.", side=scene.names.side(self.side))

    def apply(self, state: StormState) -> None:
        """All but the hand and what is out of the game."""
        piles = state.cards.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.ENDURING)
        every = [id_ for pile in gone for id_ in piles.of(pile)]
        main = tuple(sorted(id_ for id_ in every if not _is_mode(id_)))
        aside = (*piles.of(Pile.ASIDE), *(id_ for id_ in every if _is_mode(id_)))
        kept = {pile: lying for pile, lying in piles.lying.items() if pile not in gone}
        shuffled = Piles({**kept, Pile.DECK: main, Pile.ASIDE: aside})
        state.cards = state.cards.laid(self.side, shuffled)


@dataclass(frozen=True, slots=True)
class StormEnded(StormFact):
    """The battle is over."""

    topic: ClassVar[Topic] = VICTORY

    def sentence(self, _: Scene) -> Text:
        """The battle is over."""
        return tell("The battle is over.")

    def apply(self, state: StormState) -> None:
        """Nobody is asked any more."""
        state.is_over = True


def _is_mode(id_: CardId) -> bool:
    return card(id_).kind is CardKind.MODE
