"""Dice that a side owns: cards let them be thrown again (T24.9)."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.cards.events import DieRerolled
from hexwar.engine import CHANCE, Roll, Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.tlnb.rules.cards.effects import reroll_of
from hexwar.systems.tlnb.rules.cards.piles import spend
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.question import Question


@dataclass(frozen=True, slots=True)
class ThrowAgain(Question[bool], YesNo, rule="T24.3", is_open=True):
    """T24.3: whether a side has its die thrown again; the last result binds."""

    words = mark("{who} may throw the die for {purpose} again, which shows {die}.")
    default = False
    kinds = ("throw", "keep")
    labels = (mark("Throw again"), mark("Keep it"))
    purpose: str
    die: int

    def sentence(self, view: TlnbState) -> str:
        """It says what the die was for, and how it lies."""
        return self.told(view, self.words, purpose=say(self.purpose))


async def throw(table: Table[TlnbState], side: Side, purpose: str) -> int:
    """A side's own die, 1 to 6, thrown again as often as it wants and its cards allow.

    Args:
        table: The table.
        side: Whose die it is.
        purpose: A marked text.
    """
    die = await Roll(CHANCE, purpose)
    while (effect := reroll_of(table.state, side)) and await ThrowAgain(side, purpose, die):
        table.emit(DieRerolled(side, effect.card, purpose, die))
        spend(table, effect)
        die = await Roll(CHANCE, purpose)
    return die
