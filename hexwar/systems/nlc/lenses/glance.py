"""What a lens is asked about, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell import lenses
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, UnitId


@dataclass(frozen=True)
class Glance(lenses.Glance[GameState]):
    """Where the player looks, and what he has chosen."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units that are picked."""
        return tuple(UnitId(piece) for piece in self.picked if piece in self.view.units)

    @property
    def leaders(self) -> tuple[LeaderId, ...]:
        """The leaders that are picked."""
        return tuple(LeaderId(piece) for piece in self.picked if piece in self.view.leaders)

    def formation(self, *places: Hex | None) -> FormationId | None:
        """The formation of the picked pieces, else of what stands in some hexes, else who acts.

        Args:
            places: The hexes, in the order in which they are asked.
        """
        pieces = [self.picked, *(self._in(hex_) for hex_ in places if hex_ is not None)]
        found = next((self._formation_of(some[0]) for some in pieces if some), None)
        acting = self.view.activation
        return found or (acting.formation if acting is not None else None)

    def _in(self, hex_: Hex) -> Sequence[UnitId | LeaderId]:
        return (*self.view.units_in(hex_), *self.view.leaders_in(hex_))

    def _formation_of(self, piece: UnitId | LeaderId) -> FormationId:
        if piece in self.view.leaders:
            return self.view.battle.leaders[LeaderId(piece)].formation
        return self.view.formation_of(UnitId(piece)).id


def counted(count: int, thing: str) -> str:
    """A number of things: `1 hex`, `3 hexes`."""
    return f"{count} {thing}" if count == 1 else say("{count} {thing}es", count=count, thing=thing)
