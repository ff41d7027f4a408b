"""What a lens is asked about, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.ground.movement import Drop
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.reports import PathQuote


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hex is in or out: one sentence, and the rule that says so."""

    sentence: str
    rule: str


@dataclass(frozen=True, slots=True)
class Glance:
    """Where the player looks, and what he has chosen."""

    view: GameState  # as he may see it
    viewer: Side
    over: Hex | None = None  # under the pointer or the hex cursor
    looked: Hex | None = None  # whose stack the panel shows
    picked: tuple[UnitId | LeaderId, ...] = ()
    selected: Hex | None = None  # where the picked pieces are
    path: PathQuote | None = None  # that the player is thinking of
    drops: tuple[Drop, ...] = ()  # who stays behind on it

    @property
    def planned(self) -> Hex | None:
        """The end of the path that is thought of."""
        return self.path.hexes[-1] if self.path is not None and self.path.hexes else None

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


def place(view: GameState, hex_: Hex) -> str:
    """A hex with the name of its place."""
    return view.battle.battlefield.name_of(hex_)


def counted(count: int, thing: str) -> str:
    """A number of things: `1 hex`, `3 hexes`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}es"
