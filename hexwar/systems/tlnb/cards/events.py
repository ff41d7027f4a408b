"""What happens in a game of cards, besides the events that every game with cards has (T24.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.cards.library import card, card_words
from hexwar.cards.records import CardId, CardKind, Pile, Piles
from hexwar.engine import Remark
from hexwar.messages import mark, say, tell_count
from hexwar.systems.tlnb.cards.records import Change, Step, StormState
from hexwar.table.fact import CARDS, COMBAT, MARKERS, MOVEMENT, VICTORY, Fact, Scene
from hexwar.table.forces import Side
from hexwar.text import Text, signed


class StormFact(Fact, rule="T24.2"):
    """A fact of the card procedure (T24.2)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class StepBegan(StormFact, topic=MARKERS, is_open=True):
    """A step of a player-turn began; with a Card Segment a player-turn does."""

    turn: int
    player: int  # 0 for the first player
    step: Step

    def sentence(self, scene: Scene) -> Text:
        """Turn 2: the card segment of the first player began."""
        first = mark("Turn {turn}: the {step} of the first player began.")
        second = mark("Turn {turn}: the {step} of the second player began.")
        return self.told(scene, second if self.player else first, step=say(self.step.value))

    def apply(self, state: StormState) -> None:
        """Set the markers."""
        state.turn, state.player, state.step = self.turn, self.player, self.step
        if self.step is Step.COMBAT:
            state.cards = replace(state.cards, tactics=())


@dataclass(frozen=True, slots=True)
class BonusDealt(StormFact, topic=CARDS, is_open=True):
    """A side draws its bonus cards (18.32)."""

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
class HandFilled(StormFact, topic=MARKERS, is_open=True):
    """A side has drawn the cards of its Card Segment (18.33)."""

    words = mark("The {side} have drawn their cards.")
    side: Side

    def apply(self, state: StormState) -> None:
        """No Tactics card is owed for any more."""
        state.owed[self.side] = 0


@dataclass(frozen=True, slots=True)
class AllowanceSet(StormFact, topic=CARDS, is_open=True):
    """The movement allowance of a player-turn is known (18.4)."""

    words = mark("The {side} march with {foot} MP on foot and {horse} on horseback.")
    side: Side
    foot: int  # MP of infantry and foot artillery
    horse: int  # MP of cavalry and horse artillery
    card: CardId | None  # the card that sets it

    def apply(self, state: StormState) -> None:
        """Write it down."""
        state.allowances[self.side] = (self.foot, self.horse)


@dataclass(frozen=True, slots=True)
class TacticsCounted(StormFact, topic=MARKERS, is_open=True):
    """A side has played its Tactics card of the Combat Phase (18.8)."""

    words = mark("The {side} have played their Tactics card of this Combat Phase.")
    side: Side
    combat: str

    def apply(self, state: StormState) -> None:
        """It is replaced with the next draw (18.33)."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))
        state.owed[self.side] = state.owed.get(self.side, 0) + 1


@dataclass(frozen=True, slots=True)
class CardSeen(StormFact, Remark, rule="T24.3", topic=CARDS, reveals=True):
    """A side has seen a card of the enemy's hand."""

    words = mark("The {side} saw {card} in the enemy's hand.")
    side: Side  # who looked
    card: CardId

    def is_known_to(self, side: str) -> bool:
        """To who looked."""
        return side == self.side


@dataclass(frozen=True, slots=True)
class ForceChanged(StormFact, topic=MOVEMENT, is_open=True):
    """A card acted on a force that is due, or it waits (18.7, 18.73)."""

    force: str
    change: Change

    def sentence(self, scene: Scene) -> Text:
        """By Early Arrival (4) the force Marmont comes on turn 3 at 0101."""
        change = self.change
        if change.card is None:
            return self.told(scene, mark("The force {force} waits."))
        card = card_words(change.card)
        if change.turn is None:
            return self.told(scene, mark("By {card} the force {force} does not come."), card=card)
        words = mark("By {card} the force {force} comes on turn {turn} at {hex}.")
        return self.told(scene, words, card=card, turn=change.turn, hex=change.entry)

    def apply(self, state: StormState) -> None:
        """Rewrite its line of the schedule."""
        state.put_force(state.force(self.force).changed(self.change))


@dataclass(frozen=True, slots=True)
class ForceEntered(StormFact, topic=MOVEMENT, is_open=True):
    """A force came onto the map."""

    words = mark("The force {force} came onto the map.")
    force: str

    def apply(self, state: StormState) -> None:
        """No card acts on it any more."""
        state.put_force(replace(state.force(self.force), has_entered=True))


@dataclass(frozen=True, slots=True)
class ChargeCountered(StormFact, Remark, topic=COMBAT, is_open=True):
    """A Counter Charge was rolled for (18.82)."""

    side: Side  # who rode against it
    combat: str
    die: int
    is_stopped: bool  # Pr; otherwise Ae1

    def sentence(self, scene: Scene) -> Text:
        """The French countered the charge: die 4, it is stopped."""
        stopped = mark("The {side} countered the charge: die {die}, it is stopped.")
        goes_on = mark("The {side} countered the charge: die {die}, it goes on.")
        return self.told(scene, stopped if self.is_stopped else goes_on)


@dataclass(frozen=True, slots=True)
class CombatFought(StormFact, Remark, topic=COMBAT, is_open=True):
    """A combat was fought; what cards did in it is over (18.81)."""

    words = mark("The combat {combat} was fought.")
    combat: str


@dataclass(frozen=True, slots=True)
class DayTallied(StormFact, Remark, topic=VICTORY, is_open=True):
    """The cards that a side played on a day were added up (18.23)."""

    side: Side
    day: int
    vp: int

    def sentence(self, scene: Scene) -> Text:
        """The cards of the French counted −2 VP on day 1."""
        words = mark("The cards of the {side} counted {vp} VP on day {day}.")
        return self.told(scene, words, vp=signed(self.vp))


@dataclass(frozen=True, slots=True)
class MainDeckShuffled(StormFact, topic=CARDS, is_open=True):
    """Night AM: discards and enduring cards are in the deck again, mode cards are not (18.23)."""

    words = mark("The {side} made up their deck anew.")
    side: Side

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
class StormEnded(StormFact, topic=VICTORY, is_open=True):
    """The battle is over."""

    words = mark("The battle is over.")

    def apply(self, state: StormState) -> None:
        """Nobody is asked any more."""
        state.is_over = True


def _is_mode(id_: CardId) -> bool:
    return card(id_).kind is CardKind.MODE
