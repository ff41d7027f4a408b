"""What a charge costs the cavalry that made it, when all is over (N10.7)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Table
from hexwar.model.events import UnitDisrupted
from hexwar.model.forces import UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.fight import by_hex, on_map
from hexwar.rules.nlc.morale import Verdict, check_morale, morale_report


async def aftermath(table: Table[GameState], units: Iterable[UnitId]) -> None:
    """N10.7: cavalry that charged, reacted or pursued is Disrupted unless it passes a check.

    Those who are Disrupted already or gone have nothing to roll for; each hex rolls once.
    """
    blown = on_map(table.state, units)
    ready = tuple(u for u in blown if not table.state.units[u].disrupted)
    for stack in by_hex(table.state, ready):
        report = morale_report(table.state, stack)
        found = await check_morale(
            table, stack, report, die_for="morale after the charge", purpose="aftermath"
        )
        if found is not Verdict.PASSED:
            disrupt(table, stack)


def disrupt(table: Table[GameState], units: Iterable[UnitId]) -> None:
    """Units that are not yet Disrupted become so (N11.8)."""
    for unit in on_map(table.state, units):
        if not table.state.units[unit].disrupted:
            table.emit(UnitDisrupted(unit))
