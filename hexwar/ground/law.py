"""What the rules of the ground ask of a game: its state, its numbers, and a few questions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from hexwar.engine.records import PRINTED
from hexwar.ground.numbers import GroundNumbers
from hexwar.hexes import Hex
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side, UnitCard, UnitId
from hexwar.table.state import MapState


class Blaze(NamedTuple):
    """Towns on fire, and what each adds to the cost of entering it (N23.4)."""

    towns: frozenset[Hex] = frozenset()
    cost: int = 0  # MP


NO_FIRE = Blaze()


class ZoneShape(NamedTuple):
    """How far zones of control reach, beside what water and improved positions bar (N6.3)."""

    sleeps: bool = False  # there are none: at night
    shuns: frozenset[Hex] = frozenset()  # hexes into which none reaches
    fords: bool = False  # whether they cross fords


USUAL_ZONES = ZoneShape()

OPEN: frozenset[int] = frozenset()
"""No cell is closed."""


@dataclass(frozen=True, slots=True)
class ZoneExit:
    """A first step out of an EZOC that something allows, and the order does not (N23.4)."""

    name: str  # what it is called among the costs of the step
    into_zone: bool  # to another EZOC, else into the open
    toll: int  # half MP more
    cause: int = 0  # by which the game knows what allows it


@dataclass(slots=True, kw_only=True)
class GroundState(MapState, ABC):
    """A state of the table with what the rules of the ground ask of its game."""

    law: GroundLaw[Any] = field(repr=False, metadata=PRINTED)

    @property
    @abstractmethod
    def numbers(self) -> GroundNumbers:
        """The numbers that are played with."""


S = TypeVar("S", bound=GroundState)


class GroundLaw(Generic[S]):
    """What a game answers to the rules of the ground; here as a game without orders and cards."""

    def allowance(self, state: S, unit: UnitId) -> int:
        """A unit's movement allowance now, half MP."""
        return state.card(unit).movement * 2

    def zone_exits(self, _state: S, _units: Sequence[UnitId], _start: Hex) -> tuple[ZoneExit, ...]:
        """The ways out of the EZOC of a hex for units that move together, beside their order's."""
        return ()

    def may_make_room(self, _state: S, _unit: UnitId) -> bool:
        """Whether a unit may still move off, so that others may move into its full hex (N6.2)."""
        return False

    def closed_cells(self, _state: S, _units: Sequence[UnitId]) -> frozenset[int]:
        """Cells of the grid that units may not enter, besides those that the enemy closes."""
        return OPEN

    def opens_zones(self, _state: S, _side: Side) -> bool:
        """Whether a side's command traces go through EZOC (N12.4)."""
        return False

    def zone_shape(self, _state: S) -> ZoneShape:
        """How far zones of control reach."""
        return USUAL_ZONES

    def blaze(self, _state: S) -> Blaze:
        """What burns."""
        return NO_FIRE

    def reveals(self, card: UnitCard) -> bool:
        """Whether a unit reveals the hidden forces that it sees: vedettes report (N20.3)."""
        return card.is_combat_unit

    def light(self, state: S) -> TurnKind:
        """The light of the present turn (N17)."""
        return state.turn_card.kind
