"""Marshal Marmont in person, whom a card speaks of (N23.4)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.model.forces import LeaderId, Side
from hexwar.model.reports import MoraleReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.combat_rows import MARMONT, PRESSED
from hexwar.rules.nlc.cards.effects import reveal

NAME = "Marmont"


def marmont_of(state: GameState, side: Side) -> LeaderId | None:
    """A side's Marmont if he is on the map and no successor of his, or None."""
    cards = state.battle.leaders
    return next(
        (
            leader.id
            for leader in state.leaders.values()
            if leader.hex is not None
            and not leader.successor
            and cards[leader.id].side == side
            and cards[leader.id].name == NAME
        ),
        None,
    )


def show_pressure(table: Table[GameState], report: MoraleReport) -> None:
    """N23.2: that Marmont presses a stack shows when it checks for a retreat."""
    if any(words == PRESSED for words, _, _ in report.modifiers):
        side = table.state.side_of(report.unit)
        reveal(table, table.state.battle.enemy(side), MARMONT)
