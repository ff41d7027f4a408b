"""What lies on the board, as records that can be compared: the stacks of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwar.hexes import Hex, Hexside
from hexwar.model.battle import Battle
from hexwar.model.forces import LeaderId, Role, Side, UnitId
from hexwar.model.pieces import Leader, Unit
from hexwar.model.state import GameState
from hexwar.widgets.board.tails import Tail
from hexwar.widgets.counters import (
    CounterFace,
    LeaderFace,
    Piece,
    face_of,
    formation_marks,
    leader_face,
)

PieceId = str
"""The id of a unit or of a leader; no two are alike."""

Place = tuple[Hex, Side]
"""A stack: the counters that one side has in one hex."""

Stack = tuple[Piece, ...]
"""Counters, the topmost first: units by strength, trains, then leaders by rank."""


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
        self._pieces: dict[str, tuple[Unit | Leader, Piece]] = {}

    def stacks(self, state: GameState) -> dict[Place, Stack]:
        """Every stack of a state; a train that is a bridge lies in none."""
        found: dict[Place, list[Piece]] = {}
        for unit in state.on_map():
            if unit.bridging is not None:
                continue
            place = (_hex(unit), self.battle.units[unit.id].side)
            found.setdefault(place, []).append(self._unit(unit))
        for leader in state.leaders.values():
            if leader.hex is not None:
                place = (leader.hex, self.battle.leaders[leader.id].side)
                found.setdefault(place, []).append(self._leader(leader))
        return {place: tuple(sorted(pieces, key=_depth)) for place, pieces in found.items()}

    def tails(self, state: GameState) -> dict[PieceId, Tail]:
        """The tails of strong units in road column (N5.33)."""
        return {
            unit.id: Tail(self._unit(unit), _hex(unit), unit.tail)
            for unit in state.on_map()
            if unit.tail is not None
        }

    def bridges(self, state: GameState) -> dict[Hexside, Bridge]:
        """The pontoon trains that are bridges (T18.2)."""
        return {
            unit.bridging: Bridge(self._unit(unit), _hex(unit))
            for unit in state.on_map()
            if unit.bridging is not None
        }

    def piece(self, state: GameState, id_: PieceId) -> Piece:
        """A unit or leader of a state, wherever it is.

        Raises:
            KeyError: there is none of that id.
        """
        if id_ in state.units:
            return self._unit(state.units[UnitId(id_)])
        return self._leader(state.leaders[LeaderId(id_)])

    def _unit(self, unit: Unit) -> Piece:
        known = self._pieces.get(unit.id)
        if known is None or known[0] is not unit:
            card = self.battle.units[unit.id]
            face = face_of(card, unit, self._marks[card.formation])
            known = self._pieces[unit.id] = (unit, Piece(unit.id, face))
        return known[1]

    def _leader(self, leader: Leader) -> Piece:
        known = self._pieces.get(leader.id)
        if known is None or known[0] is not leader:
            card = self.battle.leaders[leader.id]
            face = leader_face(card, leader, self._marks[card.formation])
            known = self._pieces[leader.id] = (leader, Piece(leader.id, face))
        return known[1]


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
