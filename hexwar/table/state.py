"""What the state of any battle has, and of any on a hex map: the pieces, and what is built.

Only an event's `apply` writes to it. A system's state adds its own chapters.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Self

from hexwar.engine.records import CHAPTER, FLEETING, INDEX, OPEN, PRINTED, copied
from hexwar.hexes import Hex
from hexwar.table.battle import Battle, MapBattle, Turn, TurnCard
from hexwar.table.forces import (
    FormationCard,
    FormationId,
    LeaderCard,
    LeaderId,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.hiding import SEEN, Hiding
from hexwar.table.pieces import Box, Leader, Outcome, Unit
from hexwar.table.spans import INTACT, Spans
from hexwar.table.spot import Spot


@dataclass(frozen=True, slots=True)
class Sky:
    """The weather, and what it leaves behind for the day (N18)."""

    weather: str = field(default="fair", metadata=OPEN)
    is_wet: bool = field(default=False, metadata=OPEN)  # rain or mud has occurred this day (T18.33)
    is_dark_dawn: bool = field(default=False, metadata=OPEN)
    # a mark of the series, T2.2; NLC does not heed it


class Stance:
    """Stands for how the units of a side stand: another one as soon as that changes.

    Copies and views have it in common, so what is worked out from it serves them all.
    """

    __slots__ = ()


class TableState:
    """What the state of every battle has, on whatever board.

    Its fields are declared anew by the record of a kind of board, in the order of that record: a
    digest follows it.
    """

    __slots__ = ()

    battle: Battle
    turn: int  # 0 before the first turn
    outcome: Outcome | None  # None while the game goes on
    cache: dict[Hashable, Any]  # what was worked out from the rest; emptied after every event

    @property
    def over(self) -> bool:
        """Whether the game has ended (N4.9)."""
        return self.outcome is not None

    @property
    def turn_card(self) -> Turn:
        """The space of the turn track that the marker stands on; the first before the game."""
        return self.battle.turn(max(self.turn, 1))

    @abstractmethod
    def spot_of(self, piece: str) -> Spot | None:
        """Where a piece stands; None for one that is not on the board."""

    def copy(self) -> Self:
        """An independent state that shares the frozen records."""
        return copied(self)

    def forget(self) -> None:
        """Drop what was worked out from this state."""
        self.cache.clear()


@dataclass(slots=True, kw_only=True)
class MapState(TableState):
    """The pieces and works of a battle on a map of hexes, and which turn it is."""

    battle: MapBattle = field(metadata=PRINTED)
    units: dict[UnitId, Unit] = field(metadata=OPEN)
    leaders: dict[LeaderId, Leader] = field(metadata=OPEN)
    spans: Spans = field(default=INTACT, metadata=OPEN)  # damaged ones and pontoon bridges
    positions: frozenset[Hex] = field(default=frozenset(), metadata=OPEN)
    # hexes with an improved position (N21)
    sky: Sky = field(default=Sky(), metadata=CHAPTER)
    turn: int = field(default=0, metadata=OPEN)  # 0 before the first turn
    outcome: Outcome | None = field(default=None, metadata=OPEN)
    hiding: Hiding = SEEN  # what the enemy does not see (N20); a game that has it says who sees it
    occupants: dict[Hex, tuple[UnitId, ...]] = field(default_factory=dict, metadata=INDEX)
    tails: dict[Hex, tuple[UnitId, ...]] = field(default_factory=dict, metadata=INDEX)  # N5.33
    leaders_at: dict[Hex, tuple[LeaderId, ...]] = field(default_factory=dict, metadata=INDEX)
    stances: dict[Side, Stance] = field(
        default_factory=partial(defaultdict, Stance), repr=False, compare=False, metadata=INDEX
    )
    cache: dict[Hashable, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata=FLEETING
    )
    # what was worked out from the rest; emptied after every event

    @property
    def turn_card(self) -> TurnCard:
        """The space of the turn track that the marker stands on; the first before the game."""
        return self.battle.turn(max(self.turn, 1))

    # -- writing: for events only

    def put_unit(self, unit: Unit) -> None:
        """Replace a unit's record; keeps the indexes true."""
        before = self.units[unit.id]
        self.units[unit.id] = unit
        self.forget()
        stands = _stance(unit)
        if _stance(before) != stands:
            side = self.battle.units[unit.id].side
            self.stances[side] = _stance_after(self.stances[side], unit.id, stands)
        if before.hex != unit.hex:
            _leave(self.occupants, before.hex, unit.id)
            _enter(self.occupants, unit.hex, unit.id)
        if before.tail != unit.tail:
            _leave(self.tails, before.tail, unit.id)
            _enter(self.tails, unit.tail, unit.id)

    def put_leader(self, leader: Leader) -> None:
        """Replace a leader's record; keeps the index true."""
        before = self.leaders[leader.id]
        self.leaders[leader.id] = leader
        if before.hex != leader.hex:
            _leave(self.leaders_at, before.hex, leader.id)
            _enter(self.leaders_at, leader.hex, leader.id)

    def put_spans(self, spans: Spans) -> None:
        """Replace the state of the spans."""
        self.spans = spans
        self.forget()

    def put_sky(self, sky: Sky) -> None:
        """Replace the weather."""
        self.sky = sky

    def stir(self, unit: UnitId) -> None:
        """A unit has worked, and so has not rested."""
        self.put_unit(replace(self.units[unit], rested=False))

    # -- reading

    def spot_of(self, piece: str) -> Hex | None:
        """The hex of a unit or leader."""
        return place_of(self, piece)

    def card(self, unit: UnitId) -> UnitCard:
        """What is printed on a unit."""
        return self.battle.units[unit]

    def formation_of(self, unit: UnitId) -> FormationCard:
        """The formation on whose chit a unit acts."""
        return self.battle.formation_of[unit]

    def sp(self, unit: UnitId) -> int:
        """A unit's strength on the side that lies up, SP."""
        card = self.battle.units[unit]
        return card.reduced_sp if self.units[unit].reduced else card.sp

    def side_of(self, unit: UnitId) -> Side:
        """The side a unit belongs to."""
        return self.battle.units[unit].side

    def units_in(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The units in a hex, trains too, by id; of one side if asked."""
        here = self.occupants.get(hex_, ())
        if side is None or not here:
            return here
        cards = self.battle.units
        return tuple(u for u in here if cards[u].side == side)

    def combat_units_in(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The combat units in a hex, without trains; those of a side are a stack (N3.5)."""
        here = self.occupants.get(hex_)
        if not here:
            return ()
        cards = self.battle.units
        return tuple(
            u for u in here if cards[u].is_combat_unit and (side is None or cards[u].side == side)
        )

    def holders_of(self, hex_: Hex, side: Side | None = None) -> tuple[UnitId, ...]:
        """The combat units that hold a hex, by their own place or by their tail (N5.33)."""
        here = self.combat_units_in(hex_, side)
        tails = self.tails.get(hex_)
        if not tails:
            return here
        cards = self.battle.units
        return (*here, *(u for u in tails if side is None or cards[u].side == side))

    def leaders_in(self, hex_: Hex, side: Side | None = None) -> tuple[LeaderId, ...]:
        """The leaders and HQ counters in a hex, by id; of one side if asked."""
        here = self.leaders_at.get(hex_, ())
        cards = self.battle.leaders
        return here if side is None else tuple(x for x in here if cards[x].side == side)

    def units_of(self, formation: FormationId) -> tuple[UnitId, ...]:
        """The units that act with a formation, wherever they are."""
        return self.battle.formations[formation].units

    def on_map(self, side: Side | None = None) -> Iterator[Unit]:
        """The units on the map, in the order of the order of battle."""
        cards = self.battle.units
        for unit in self.units.values():
            if unit.hex is not None and (side is None or cards[unit.id].side == side):
                yield unit

    def leaders_on_map(self, side: Side) -> Iterator[LeaderCard]:
        """What is printed on a side's leaders and HQ counters on the map, in their order."""
        cards = self.battle.leaders
        for leader in self.leaders.values():
            if leader.hex is not None and cards[leader.id].side == side:
                yield cards[leader.id]

    def in_box(self, box: Box, side: Side) -> tuple[UnitId, ...]:
        """A side's units in a box (N3.9)."""
        cards = self.battle.units
        return tuple(u.id for u in self.units.values() if u.box is box and cards[u.id].side == side)


def place_of(state: MapState, piece: str) -> Hex | None:
    """The true hex of a unit or leader."""
    unit = state.units.get(UnitId(piece))
    return state.leaders[LeaderId(piece)].hex if unit is None else unit.hex


def _stance(unit: Unit) -> tuple[object, ...]:
    """All of a unit that zones, what bars the way and who is in it are told from."""
    return unit.hex, unit.tail, unit.disrupted, unit.bridging


@lru_cache(maxsize=4096)
def _stance_after(_stance: Stance, _unit: UnitId, _stands: tuple[object, ...]) -> Stance:
    """How a side stands once a unit stands otherwise: the same again for all who do the same.

    So games that are played on from one instant share what is worked out from it.
    """
    return Stance()


def _leave(index: dict[Hex, tuple[Any, ...]], hex_: Hex | None, piece: Any) -> None:
    if hex_ is None:
        return
    rest = tuple(p for p in index[hex_] if p != piece)
    if rest:
        index[hex_] = rest
    else:
        del index[hex_]


def _enter(index: dict[Hex, tuple[Any, ...]], hex_: Hex | None, piece: Any) -> None:
    if hex_ is not None:
        index[hex_] = tuple(sorted((*index.get(hex_, ()), piece)))
