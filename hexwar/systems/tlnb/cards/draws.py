"""Drawing cards, and throwing dice that a card may let one throw again (18.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.events import CardDrawn, DieRerolled, EffectChanged, EffectEnded
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.engine import CHANCE, Decision, Roll, Table
from hexwar.messages import say
from hexwar.systems.tlnb.cards.records import StormState
from hexwar.table.forces import Side

REROLL = "reroll"
"""The subject of an effect that lets a die be thrown again."""


@dataclass(frozen=True, slots=True)
class DrawStormCard(Decision[CardId]):
    """18.3: the card that comes off a shuffled deck."""

    rule: ClassVar[str] = "T24.2"
    owner: Side
    pile: Pile

    def options(self, state: StormState) -> Sequence[CardId]:
        """Every card in it, each copy by itself."""
        return sorted(state.cards.piles[self.owner].of(self.pile))

    def about(self) -> str:
        """What is drawn."""
        return say("the card that {owner} draws", owner=self.owner)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Whose deck."""
        return say("Draw a card of the {side} side, and enter which it is.", side=self.owner)

    def seen_by(self) -> Side:
        """The hand is its owner's secret."""
        return self.owner


@dataclass(frozen=True, slots=True)
class ThrowAgain(Decision[bool]):
    """Whether a side has its die thrown again; the last result binds."""

    rule: ClassVar[str] = "T24.3"
    purpose: str
    die: int

    def options(self, state: StormState) -> Sequence[bool]:  # noqa: ARG002
        """To keep it, or not."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`pass` keeps the die."""
        return "act" if answer else "pass"

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which die, and how it lies."""
        return say(
            "The {side} side may throw the die for {purpose} again, which shows {die}.",
            side=self.side,
            purpose=self.purpose,
            die=self.die,
        )


async def draw(table: Table[StormState], side: Side, source: Pile = Pile.DECK) -> bool:
    """18.3: a side draws a card into its hand; what lies under the deck comes last, in order.

    Returns:
        Whether there was one.
    """
    piles = table.state.cards.piles[side]
    if piles.of(source):
        id_ = await DrawStormCard(CHANCE, side, source)
    elif source is Pile.DECK and piles.of(Pile.BOTTOM):
        source, id_ = Pile.BOTTOM, piles.of(Pile.BOTTOM)[0]
    else:
        return False
    table.emit(CardDrawn(side, id_, source, Pile.HAND, is_shown=False))
    return True


async def throw(table: Table[StormState], side: Side, purpose: str) -> int:
    """A side's own die, thrown again as often as it wants and its cards allow."""
    die = await Roll(CHANCE, purpose)
    while (effect := reroll_of(table.state, side)) and await ThrowAgain(side, purpose, die):
        table.emit(DieRerolled(side, effect.card, purpose, die))
        spend(table, effect)
        die = await Roll(CHANCE, purpose)
    return die


def reroll_of(state: StormState, side: Side) -> Effect | None:
    """What lets a side throw a die again now, or None."""
    mine = (effect for effect in state.cards.effects if effect.side == side)
    return next((effect for effect in mine if effect.subjects == (REROLL,)), None)


def spend(table: Table[StormState], effect: Effect) -> None:
    """An effect is used once; with its last use it is over."""
    if effect.left == 1:
        table.emit(EffectEnded(effect))
    else:
        table.emit(EffectChanged(replace(effect, left=effect.left - 1)))
