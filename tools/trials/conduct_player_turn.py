"""What a side did in a game of the player turn: the same habits, as far as this game has them.

There are no orders, no compliance and no Local Decision to count, and commanders name officers
wherever they are in range; attacks stand for assaults.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any

from hexwar.systems.tlnb.events.combat import AttackDeclared, BombardmentDeclared, ChargeBegan
from hexwar.systems.tlnb.events.turn import FormationDemoralized, PlayerTurnBegan
from hexwar.systems.tlnb.rules.losses.demoralization import lost_sp
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, UnitId
from tools.trials.conduct import Clerk


class PlayerTurnClerk(Clerk):
    """Counts fights."""

    _table: TlnbState

    @singledispatchmethod
    def see(self, event: Any) -> None:
        """Count what one event says; most say nothing."""

    @see.register
    def _turn(self, event: PlayerTurnBegan) -> None:
        if not self._has_begun or event.turn != self._table.turn:
            self.turn_begins()

    @see.register
    def _attacked_hex(self, event: AttackDeclared) -> None:
        self.assault(event.units, event.target)

    @see.register
    def _charged(self, event: ChargeBegan) -> None:
        self.charge(event.units)

    @see.register
    def _bombarded(self, event: BombardmentDeclared) -> None:
        self.bombard(event.units)

    @see.register
    def _broke(self, event: FormationDemoralized) -> None:
        self.demoralize(event.formation)

    def lost_sp(self, unit: UnitId) -> int:
        """By T15.7."""
        return lost_sp(self._table, unit)

    def lost_leaders(self) -> Iterable[LeaderId]:
        """Those taken."""
        return self._table.losses.captured


CLERK = PlayerTurnClerk
"""Who counts in this game."""
