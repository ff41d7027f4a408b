"""What lies on the board, as records to compare: stacks, works, weather and light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.hexes import Hex, Hexside
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.losses.demoralization import counted_for
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle, TurnKind
from hexwar.table.forces import LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.counters import (
    CounterFace,
    FormationMark,
    LeaderFace,
    Piece,
    face_of,
    formation_marks,
    leader_face,
)

# -- what lies on the board, as records that can be compared: the stacks of a state


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


class Contents:
    """Reads the stacks off the states of one battle; faces that did not change are not remade."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._marks = formation_marks(battle.formations.values())
        self._units: dict[UnitId, tuple[Unit, Plight, Piece]] = {}
        self._leaders: dict[LeaderId, tuple[Leader, Piece]] = {}

    def stacks(self, state: GameState) -> dict[Place, Stack]:
        """Every stack of a state; a train that is a bridge lies in none."""
        found: dict[Place, list[Piece]] = {}
        for unit in state.on_map():
            if unit.bridging is not None:
                continue
            place = (_hex(unit), self.battle.units[unit.id].side)
            found.setdefault(place, []).append(self._unit(state, unit))
        for leader in state.leaders.values():
            if leader.hex is not None:
                place = (leader.hex, self.battle.leaders[leader.id].side)
                found.setdefault(place, []).append(self._leader(leader))
        return {place: tuple(sorted(pieces, key=_depth)) for place, pieces in found.items()}

    def tails(self, state: GameState) -> dict[PieceId, Tail]:
        """The tails of strong units in road column (N5.33)."""
        return {
            unit.id: Tail(self._unit(state, unit), _hex(unit), unit.tail)
            for unit in state.on_map()
            if unit.tail is not None
        }

    def bridges(self, state: GameState) -> dict[Hexside, Bridge]:
        """The pontoon trains that are bridges (T18.2)."""
        return {
            unit.bridging: Bridge(self._unit(state, unit), _hex(unit))
            for unit in state.on_map()
            if unit.bridging is not None
        }

    def piece(self, state: GameState, id_: PieceId) -> Piece:
        """A unit or leader of a state, wherever it is.

        Raises:
            KeyError: there is none of that id.
        """
        if id_ in state.units:
            return self._unit(state, state.units[UnitId(id_)])
        return self._leader(state.leaders[LeaderId(id_)])

    def _unit(self, state: GameState, unit: Unit) -> Piece:
        known, plight = self._units.get(unit.id), plight_of(state, unit.id)
        if known is not None and known[0] is unit and known[1] == plight:
            return known[2]
        mark = self._marks[self.battle.units[unit.id].formation]
        piece = Piece(unit.id, face_in(state, unit.id, mark))
        self._units[unit.id] = (unit, plight, piece)
        return piece

    def _leader(self, leader: Leader) -> Piece:
        known = self._leaders.get(leader.id)
        if known is None or known[0] is not leader:
            card = self.battle.leaders[leader.id]
            face = leader_face(card, leader, self._marks[card.formation])
            known = self._leaders[leader.id] = (leader, Piece(leader.id, face))
        return known[1]


@dataclass(frozen=True, slots=True)
class Plight:
    """What a counter shows of a unit and is not in its record."""

    demoralized: bool
    exhausted: bool
    out_of_supply: bool
    out_of_command: bool
    has_acted: bool  # its formation, this turn: only then do the marks of its activation count


def plight_of(state: GameState, unit: UnitId) -> Plight:
    """What is not in a unit's record (N15, N20.83, N16.5, N14.4, N4.43)."""
    acting = state.activation
    formation = counted_for(state, unit) if state.battle.units[unit].is_combat_unit else None
    return Plight(
        formation in state.demoralized,
        formation in state.exhausted,
        unit in state.unsupplied,
        acting is not None and unit in acting.out_of_command,
        has_acted(state, unit),
    )


def has_acted(state: GameState, unit: UnitId) -> bool:
    """Whether a unit's formation has acted this turn, or does so now (N4.43)."""
    return state.formation_of(unit).id in state.acted


def as_shown(state: GameState, unit: UnitId) -> Unit:
    """The record of a unit as the player should read it: what it has done this turn.

    The marks of an activation stay in the record until the next one begins (N4.46). Those of an
    earlier turn would say of a unit that it is done while it has everything still before it. Who
    has charged stays marked: it may have been a reaction, and it still bars another one.
    """
    record = state.units[unit]
    if has_acted(state, unit):
        return record
    return replace(
        record,
        moved=False,
        assaulted=False,
        bombarded=None,
        done=False,
        spent=0,
    )


def face_in(state: GameState, unit: UnitId, mark: FormationMark) -> CounterFace:
    """The face of a unit as it lies on the table, under the stripe of its formation."""
    plight = plight_of(state, unit)
    return face_of(
        state.battle.units[unit],
        as_shown(state, unit),
        mark,
        demoralized=plight.demoralized,
        exhausted=plight.exhausted,
        out_of_supply=plight.out_of_supply,
        out_of_command=plight.out_of_command,
    )


def _hex(unit: Unit) -> Hex:
    assert unit.hex is not None, "a unit on the map has a hex"
    return unit.hex


def _depth(piece: Piece) -> tuple[int, int, int, str]:
    """How deep a counter lies in its stack."""
    face = piece.face
    if isinstance(face, LeaderFace):
        return (1, _RANKS.index(face.role), 0, piece.id)
    if isinstance(face, CounterFace):
        return (0, -face.strength, -face.initiative, piece.id)
    raise TypeError(f"no {type(face).__name__} lies in a stack")


# -- what was done to the ground, as records: spans broken down, bridges laid, earthworks, fires


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


def span_works_of(state: GameState) -> SpanWorks:
    """The damaged spans and the pontoon bridges of a state, by their hexsides."""
    owners = {
        unit.bridging: state.side_of(unit.id)
        for unit in state.on_map()
        if unit.bridging is not None
    }
    pontoons = (Pontoon(span, owners.get(span)) for span in sorted(state.spans.pontoons))
    return SpanWorks(tuple(sorted(state.spans.damaged)), tuple(pontoons))


def positions_of(state: GameState) -> tuple[Hex, ...]:
    """The hexes with an improved position (N21)."""
    return tuple(sorted(state.positions))


def fires_of(state: GameState) -> tuple[Hex, ...]:
    """The towns that burn (N23.4)."""
    return tuple(sorted(state.law.blaze(state).towns))


# -- weather and light as the board shows them, as a record


@dataclass(frozen=True, slots=True)
class Sky:
    """What lies over the land (N17, N18)."""

    weather: str = "fair"
    light: TurnKind = TurnKind.DAY
    sight: int | None = None  # hexes that one sees round oneself; None: as far as ever
    watchers: frozenset[Hex] = frozenset()  # from where one sees so far; none in clear weather


def sky_of(state: GameState) -> Sky:
    """The sky over a state, or over the view that a side has of it.

    Where one sees but a hex or two it closes in round the pieces that are shown: it tells nothing
    that the counters do not tell.
    """
    limit, light = state_sight_limit(state), light_of(state)
    if limit > numbers_of(state.battle).sight.adjacent:
        return Sky(state.weather, light)
    units = (unit.hex for unit in state.on_map())
    leaders = (leader.hex for leader in state.leaders.values())
    watchers = frozenset(hex_ for hex_ in (*units, *leaders) if hex_ is not None)
    return Sky(state.weather, light, limit, watchers)
