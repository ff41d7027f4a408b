"""What a side did in a game of NLC: its habits, its orders, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatchmethod
from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AssaultDeclared, BombardmentDeclared, ChargeDeclared
from hexwar.systems.nlc.events.losses import FormationDemoralized
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    LocalDecisionRolled,
    OrderDispatched,
    WritingBegan,
)
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.rules.losses.demoralization import lost_by
from hexwar.systems.nlc.rules.orders.offers import local_tries
from hexwar.systems.nlc.rules.orders.pad import givers, orders_left
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Writing
from tools.trials.conduct import Clerk


class NlcClerk(Clerk):
    """Counts fights and orders."""

    _table: GameState

    @singledispatchmethod
    def see(self, event: Any) -> None:
        """Count what one event says; most say nothing."""

    @see.register
    def _turn(self, _event: TurnBegan) -> None:
        self.turn_begins()

    @see.register
    def _assaulted(self, event: AssaultDeclared) -> None:
        self.assault(event.units, event.target)

    @see.register
    def _charged(self, event: ChargeDeclared) -> None:
        self.charge(event.units)

    @see.register
    def _bombarded(self, event: BombardmentDeclared) -> None:
        self.bombard(event.units)

    @see.register
    def _order(self, event: OrderDispatched) -> None:
        self.found[event.side].orders += not event.is_extra

    @see.register
    def _decision(self, event: LocalDecisionRolled) -> None:
        self.found[event.side].decisions += 1

    @see.register
    def _compliance(self, event: ComplianceRolled) -> None:
        self.found[self._table.side_of_line(event.line)].obedience[event.result] += 1

    @see.register
    def _broke(self, event: FormationDemoralized) -> None:
        self.demoralize(event.formation)

    def look_after(self, event: Any) -> None:
        """What can be written is counted as the step of it begins (N12.9)."""
        if isinstance(event, WritingBegan) and event.step is Writing.ORDERS:
            self.count_capacity()

    def count_capacity(self) -> None:
        """Count what the sides could write and try."""
        table = self._table
        for side, found in self.found.items():
            found.capacity += sum(orders_left(table, giver) for giver in givers(table, side))
            found.offers += len(local_tries(table, side))

    def wing_of(self, solid: Mapping[UnitId, Hex], wing: FormationId) -> list[UnitId]:
        """The foot and horse of the formations that are under a wing."""
        wings = self._table.pad.wings
        return [u for u in solid if wings.get(self._table.formation_of(u).id) == wing]

    def lost_sp(self, unit: UnitId) -> int:
        """By N15.6."""
        return lost_by(self._table, unit)

    def lost_leaders(self) -> Iterable[LeaderId]:
        """Those taken and fallen."""
        return self._table.losses.lost_leaders


CLERK = NlcClerk
"""Who counts in this game."""
