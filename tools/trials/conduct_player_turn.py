"""What a side did in a game of the player turn: the same habits, as far as this game has them.

There are no orders, no compliance and no Local Decision to count; attacks stand for assaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatchmethod
from typing import Any

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.combat import AttackDeclared, BombardmentDeclared, ChargeBegan
from hexwar.systems.tlnb.events.turn import FormationDemoralized, PlayerTurnBegan
from hexwar.systems.tlnb.rules.losses.demoralization import lost_sp
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, Role, Side, UnitId
from tools.trials.conduct import TAKEN, Clerk, Conduct


def conduct_of_player_turns(session: Session[Any]) -> Mapping[Side, Conduct]:
    """What the sides did in a game that is over."""
    table: TlnbState = session.system.start(session.header)
    clerk = PlayerTurnClerk(table)
    for event in session.events:
        clerk.see(event)
        event.happen(table)
    clerk.end_turn()
    clerk.close()
    return clerk.found


class PlayerTurnClerk(Clerk):
    """Counts while the events of a game are walked; the table is as it was before each."""

    _table: Any

    @singledispatchmethod
    def see(self, event: Any) -> None:
        """Count what one event says; most say nothing."""

    @see.register
    def _turn_began(self, event: PlayerTurnBegan) -> None:
        if self._has_begun and event.turn != self._table.turn:
            self.end_turn()
        self._has_begun = True

    @see.register
    def _attacked_hex(self, event: AttackDeclared) -> None:
        table, found = self._table, self._of(event.units)
        found.assaults += 1
        found.assaulting += len(event.units)
        found.no_infantry += all(table.card(u).arm is not Arm.INFANTRY for u in event.units)
        enemy = table.battle.enemy(table.side_of(event.units[0]))
        targets = table.units_in(event.target, enemy)
        found.returned += any(self._attacked.get(u, -9) >= table.turn - 1 for u in targets)
        self._attack(event.units)
        self._used.update(event.units)

    @see.register
    def _charged(self, event: ChargeBegan) -> None:
        self._of(event.units).charges += 1
        self._attack(event.units)

    @see.register
    def _bombarded(self, event: BombardmentDeclared) -> None:
        self._used.update(event.units)

    @see.register
    def _broke(self, event: FormationDemoralized) -> None:
        self.found[self._table.battle.formations[event.formation].side].demoralizations += 1

    def close(self) -> None:
        """Count what is seen on the table at the end."""
        table = self._table
        for card in table.battle.units.values():
            found = self.found[card.side]
            found.lost += lost_sp(table, card.id)
            found.trains_lost += card.arm.is_train and table.units[card.id].box in TAKEN
        for formation in table.spirit.demoralized:
            self.found[table.battle.formations[formation].side].broken += 1
        for leader in table.losses.captured:
            lost = table.battle.leaders[leader]
            self.found[lost.side].ocs_lost += lost.role is Role.OVERALL

    def _wing_of(self, solid: Mapping[UnitId, Hex], wing: FormationId) -> list[UnitId]:  # noqa: ARG002
        """Nobody: commanders name officers wherever they are in range."""
        return []
