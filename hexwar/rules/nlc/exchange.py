"""Both sides fire at the same time: their dice, and what the Fire Table says (N8.6, N8.8)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.model.events import FireResolved
from hexwar.model.reports import FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards import rerolls
from hexwar.rules.nlc.fire import NO_EFFECT, Hit, parse, result
from hexwar.rules.nlc.numbers import numbers_of


async def throw(table: Table[GameState], report: FireReport, purpose: str) -> int | None:
    """N8.8: one die for a side's fire; none for a side without fire strength."""
    return None if report.column is None else await rerolls.throw(table, report.side, purpose)


def read(table: Table[GameState], report: FireReport, die: int | None, target: Hex) -> Hit:
    """Look a side's die up on the Fire Table and tell it.

    Args:
        table: The table.
        report: The side's fire.
        die: As thrown; None for a side that does not fire.
        target: The hex that is fired at.
    """
    if die is None:
        return NO_EFFECT
    assert report.column is not None
    pips = sum(modifier for _, modifier, _ in report.modifiers)
    cell = result(numbers_of(table.state.battle).fire, report.column, die + pips)
    table.emit(
        FireResolved(
            side=report.side,
            units=tuple(line.unit for line in report.lines),
            target=target,
            strength=report.strength,
            column=report.column,
            die=die,
            modifiers=pips,
            result=cell,
        )
    )
    return parse(cell)
