"""What lies on the board, as records to compare: stacks, works, weather and light."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from hexwar.hexes import Hex, Hexside
from hexwar.table.battle import Battle, MapBattle, TurnKind
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitCard, UnitId
from hexwar.table.hiding import side_of_piece
from hexwar.table.overlays import Sites, Target
from hexwar.table.pieces import Leader, Unit
from hexwar.table.state import MapState, place_of
from hexwar.widgets.counters.faces import (
    CounterFace,
    FlagFace,
    FormationMark,
    LeaderFace,
    face_of,
    flag_face,
    formation_marks,
    leader_face,
    nation_key,
)
from hexwar.widgets.counters.stacks import Piece

PieceId = str
"""The id of a unit or of a leader; no two are alike."""

Place = tuple[Hex, Side]
"""A stack: the counters that one side has in one hex."""

Stack = tuple[Piece, ...]
"""Counters, the topmost first: units by strength, trains, then leaders by rank."""


@dataclass(frozen=True, slots=True)
class Tail:
    """The second hex of a strong unit in road column (N5.33)."""

    piece: Piece
    head: Hex  # where the counter lies
    hex: Hex  # where the tail lies


@dataclass(frozen=True, slots=True)
class Bridge:
    """A pontoon train that is a bridge: no counter of its own lies in its hex."""

    piece: Piece
    hex: Hex  # where the train is, on one bank


_RANKS: Final = (Role.OVERALL, Role.WING, Role.CORPS, Role.DIVISION, Role.HQ)


# -- what lies there beside the pieces


@dataclass(frozen=True, slots=True)
class Pontoon:
    """A pontoon bridge."""

    span: Hexside
    owner: Side | None  # None where no train is known to be the bridge


@dataclass(frozen=True, slots=True)
class SpanWorks:
    """The spans that differ from the printed map (N5.71, T18.2)."""

    damaged: tuple[Hexside, ...] = ()
    pontoons: tuple[Pontoon, ...] = ()
    fords: tuple[Hexside, ...] = ()  # that scouts have found (T18.34)


@dataclass(frozen=True, slots=True)
class SkyView:
    """What lies over the land (N17, N18)."""

    weather: str = "fair"
    light: TurnKind = TurnKind.DAY
    sight: int | None = None  # hexes that one sees round oneself; None: as far as ever
    watchers: frozenset[Hex] = frozenset()  # from where one sees so far; none in clear weather


@dataclass(frozen=True, slots=True)
class Plight:
    """What a counter shows of a unit and is not in its record."""

    demoralized: bool = False
    exhausted: bool = False
    out_of_supply: bool = False
    out_of_command: bool = False
    has_acted: bool = True  # its formation, this turn: only then do the marks of its deeds count


_PLAIN: Final = Plight()


@dataclass(frozen=True, slots=True)
class Markers:
    """What a game lays on the board beside pieces and works, as it reads it off its state."""

    plights: Mapping[UnitId, Plight] = field(default_factory=lambda: MappingProxyType({}))
    sites: Sites = field(default_factory=Sites)
    fires: tuple[Hex, ...] = ()
    sky: SkyView = SkyView()
    declared: tuple[Target, ...] = ()  # what is to be fought, and by whom


NO_MARKERS: Final = Markers()


def as_shown(unit: Unit, plight: Plight) -> Unit:
    """The record of a unit as the player should read it: what it has done this turn.

    The marks of an activation stay in the record until the next one begins (N4.46). Those of an
    earlier turn would say of a unit that it is done while it has everything still before it. Who
    has charged stays marked: it may have been a reaction, and it still bars another one.
    """
    if plight.has_acted:
        return unit
    return replace(unit, moved=False, assaulted=False, bombarded=None, done=False, spent=0)


def face_in(card: UnitCard, unit: Unit, mark: FormationMark, plight: Plight) -> CounterFace:
    """The face of a unit as it lies on the table, under the stripe of its formation."""
    return face_of(
        card,
        as_shown(unit, plight),
        mark,
        demoralized=plight.demoralized,
        exhausted=plight.exhausted,
        out_of_supply=plight.out_of_supply,
        out_of_command=plight.out_of_command,
    )


def span_works_of(state: MapState) -> SpanWorks:
    """The damaged spans, pontoon bridges and found fords of a state, by their hexsides."""
    owners = {
        unit.bridging: state.side_of(unit.id)
        for unit in state.on_map()
        if unit.bridging is not None
    }
    pontoons = (Pontoon(span, owners.get(span)) for span in sorted(state.spans.pontoons))
    damaged, fords = (tuple(sorted(s)) for s in (state.spans.damaged, state.spans.found))
    return SpanWorks(damaged, tuple(pontoons), fords)


# -- what is read off a state


def nation_of(battle: Battle, side: Side) -> str:
    """The key of the nation that most of a side's counters belong to."""
    return nation_key(battle.nation_of(side))


@lru_cache(maxsize=8)
def marks_of(battle: MapBattle) -> Mapping[FormationId, FormationMark]:
    """The stripes of a battle's formations."""
    return formation_marks(battle.formations.values())


class Contents:
    """Reads the stacks off the states of one battle; faces that did not change are not remade."""

    def __init__(self, battle: MapBattle) -> None:
        self.battle = battle
        self._marks = marks_of(battle)
        self._units: dict[UnitId, tuple[Unit, Plight, Piece]] = {}
        self._leaders: dict[LeaderId, tuple[Leader, Piece]] = {}
        self._cloths: dict[Side, FlagFace] = {}

    def stacks(self, state: MapState, markers: Markers = NO_MARKERS) -> dict[Place, Stack]:
        """Every stack of a state; a train that is a bridge lies in none."""
        found: dict[Place, list[Piece]] = {}
        for unit in state.on_map():
            if unit.bridging is not None:
                continue
            place = (_hex(unit), self.battle.units[unit.id].side)
            found.setdefault(place, []).append(self._unit(state, unit, markers))
        for leader in state.leaders.values():
            if leader.hex is not None:
                place = (leader.hex, self.battle.leaders[leader.id].side)
                found.setdefault(place, []).append(self._leader(state, leader))
        for place in self._flags(state):
            flag = Piece(f"flag:{place[0]}", self._flag(place[1]))
            found.setdefault(place, []).append(flag)
        return {place: tuple(sorted(pieces, key=_depth)) for place, pieces in found.items()}

    def _flags(self, state: MapState) -> Iterator[Place]:
        """Where flags lie: over forces that are not seen, and beside one's own that are hidden."""
        hiding, battle = state.hiding, state.battle
        own = {(place_of(state, p), side_of_piece(battle, p)) for p in hiding.hidden}
        dummies = {(hex_, side_of_piece(battle, d)) for d, hex_ in hiding.dummies.items()}
        for hex_, side in sorted(own | dummies | set(hiding.flags.items()), key=str):
            if hex_ is not None:
                yield hex_, side

    def _flag(self, side: Side) -> FlagFace:
        if side not in self._cloths:
            self._cloths[side] = flag_face(self.battle, side)
        return self._cloths[side]

    def tails(self, state: MapState, markers: Markers = NO_MARKERS) -> dict[PieceId, Tail]:
        """The tails of strong units in road column (N5.33)."""
        return {
            unit.id: Tail(self._unit(state, unit, markers), _hex(unit), unit.tail)
            for unit in state.on_map()
            if unit.tail is not None
        }

    def bridges(self, state: MapState, markers: Markers = NO_MARKERS) -> dict[Hexside, Bridge]:
        """The pontoon trains that are bridges (T18.2)."""
        return {
            unit.bridging: Bridge(self._unit(state, unit, markers), _hex(unit))
            for unit in state.on_map()
            if unit.bridging is not None
        }

    def piece(self, state: MapState, id_: PieceId, markers: Markers = NO_MARKERS) -> Piece:
        """A unit or leader of a state, wherever it is.

        Raises:
            KeyError: there is none of that id.
        """
        if id_ in state.units:
            return self._unit(state, state.units[UnitId(id_)], markers)
        return self._leader(state, state.leaders[LeaderId(id_)])

    def _unit(self, state: MapState, unit: Unit, markers: Markers) -> Piece:
        known, plight = self._units.get(unit.id), markers.plights.get(unit.id, _PLAIN)
        is_unseen = unit.id in state.hiding.unseen
        if known is not None and known[0] is unit and known[1] == plight:
            piece = known[2]
            return piece if piece.is_unseen == is_unseen else replace(piece, is_unseen=is_unseen)
        card = self.battle.units[unit.id]
        face = face_in(card, unit, self._marks[card.formation], plight)
        piece = Piece(unit.id, face, is_unseen)
        self._units[unit.id] = (unit, plight, piece)
        return piece

    def _leader(self, state: MapState, leader: Leader) -> Piece:
        known, is_unseen = self._leaders.get(leader.id), leader.id in state.hiding.unseen
        if known is None or known[0] is not leader or known[1].is_unseen != is_unseen:
            card = self.battle.leaders[leader.id]
            rating = self.battle.rating_of(leader.id)
            face = leader_face(card, leader, self._marks[card.formation], rating)
            known = self._leaders[leader.id] = (leader, Piece(leader.id, face, is_unseen))
        return known[1]


def _hex(unit: Unit) -> Hex:
    assert unit.hex is not None, "a unit on the map has a hex"
    return unit.hex


def _depth(piece: Piece) -> tuple[int, int, int, str]:
    """How deep a counter lies in its stack."""
    face = piece.face
    if isinstance(face, LeaderFace):
        return (1, _RANKS.index(face.role), 0, piece.id)
    if isinstance(face, FlagFace):
        return (2, 0, 0, piece.id)
    if isinstance(face, CounterFace):
        return (0, -face.strength, -face.initiative, piece.id)
    raise TypeError(f"no {type(face).__name__} lies in a stack")
