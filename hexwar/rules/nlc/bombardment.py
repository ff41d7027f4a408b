"""The Bombardment Segment: guns fire at hexes that they see (N9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.model.events import BombardmentDeclared, BombardmentResolved, SegmentEnded
from hexwar.model.forces import FormationId, Side
from hexwar.model.pieces import Segment
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import active
from hexwar.rules.nlc.bombardment_fire import Bombardment, bombardment_fire, cell_of
from hexwar.rules.nlc.bombardment_law import bombardment_refusal, bombardments, has_target
from hexwar.rules.nlc.bombardment_results import (
    BombardmentOutcome,
    ChooseBombardmentVictim,
    bombardment_report,
    suffer,
)
from hexwar.rules.nlc.cards.combat_windows import before_bombardment
from hexwar.rules.nlc.cards.rerolls import throw
from hexwar.rules.nlc.numbers import numbers_of

__all__ = [
    "Bombardment",
    "BombardmentOutcome",
    "ChooseBombardment",
    "ChooseBombardmentVictim",
    "bombard",
    "bombardment_report",
    "bombardment_segment",
    "has_target",
]


@dataclass(frozen=True, slots=True)
class ChooseBombardment(Decision[Bombardment | None]):
    """N9.1: which guns bombard which hex; None ends the Bombardment Segment."""

    rule: ClassVar[str] = "N9.1"
    formation: FormationId  # the first of those who act, who may combine (N4.32)

    def options(self, state: GameState) -> Sequence[Bombardment | None]:
        """Each target with all guns that can fire at it, and with those of each hex; the end."""
        return [*bombardments(state, self.formation), None]

    def refusal(self, state: GameState, answer: Bombardment | None) -> Refusal | None:
        """Any guns of those who act that reach the hex; a battery fires once (N9.1, N9.5)."""
        return None if answer is None else bombardment_refusal(state, self.formation, answer)

    def kind(self, answer: Bombardment | None) -> str:
        """`bombard` or `end`."""
        return "end" if answer is None else "bombard"


async def bombardment_segment(table: Table[GameState]) -> None:
    """N4.5 c, N4.52: one bombardment, or the end of the segment."""
    acting = active(table.state)
    if bombardments(table.state, acting.formation):
        declared = await ChooseBombardment(acting.side, acting.formation)
        if declared is not None:
            await bombard(table, acting.side, declared)
            return
    table.emit(SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE))


async def bombard(table: Table[GameState], side: Side, declared: Bombardment) -> BombardmentOutcome:
    """N9.5, N9.6: guns bombard a hex: one die, and what it does to those there."""
    declared = Bombardment(declared.target, tuple(sorted(declared.units)))
    table.emit(BombardmentDeclared(declared.units, declared.target))
    await before_bombardment(table, side, declared.target)
    fire = bombardment_fire(table.state, declared)
    assert fire.column is not None
    die = await throw(table, side, f"bombardment of {declared.target}")
    pips = sum(modifier for _, modifier, _ in fire.modifiers)
    cell = cell_of(numbers_of(table.state.battle).bombardment, fire.column, die + pips)
    table.emit(
        BombardmentResolved(
            side=side,
            units=declared.units,
            target=declared.target,
            strength=fire.strength,
            column=fire.column,
            die=die,
            modifiers=pips,
            result=cell,
        )
    )
    return await suffer(table, side, declared, cell)
