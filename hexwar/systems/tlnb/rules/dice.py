"""Dice that a side owns: cards let them be thrown again (T24.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexwar.cards.events import DieRerolled
from hexwar.engine import CHANCE, Roll, Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.tlnb.rules.cards.effects import reroll_of
from hexwar.systems.tlnb.rules.cards.piles import spend
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class ThrowAgain(YesNo):
    """T24.3: whether a side has its die thrown again; the last result binds."""

    rule: ClassVar[str] = "T24.3"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    kinds: ClassVar[tuple[str, str]] = ("throw", "keep")
    labels: ClassVar[tuple[str, str]] = (mark("Throw again"), mark("Keep it"))
    purpose: str
    die: int

    def sentence(self, view: TlnbState) -> str:
        """Which die, and how it lies."""
        words = mark("The {side} may throw the die for {purpose} again, which shows {die}.")
        name = view.battle.side_names[Side(self.side)]
        return say(words, side=name, purpose=say(self.purpose), die=self.die)


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
