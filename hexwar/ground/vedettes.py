"""Vedettes: pieces of their own, which stand for light cavalry or ride beside a brigade.

What hex games share of N20.3 and T17: whose they are, where they are, what is closed to them. What
happens when an enemy comes is for each game's own flows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from hexwar.engine.derived import kept
from hexwar.ground.law import GroundState
from hexwar.ground.zones import cells_of, contact_hexes, enemy_cells
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.table.battle import MapBattle
from hexwar.table.forces import Arm, FormationId, Side, UnitCard, UnitId
from hexwar.table.pieces import Box
from hexwar.table.state import MapState

VEDETTES = "vedettes"
"""The option (N3.8)."""


# -- the pieces (T17.9)


def cards_with_vedettes(battle: MapBattle, movement: int) -> Mapping[UnitId, UnitCard]:
    """All units of a battle, each followed by its vedettes; `movement` is their MA in MP.

    They belong to no list of a formation, so that nothing that is said of its units means them.
    """
    found: dict[UnitId, UnitCard] = {}
    for card in battle.units.values():
        found[card.id] = card
        found |= {piece.id: piece for piece in _pieces(card, movement)}
    return MappingProxyType(found)


def _pieces(card: UnitCard, movement: int) -> Iterator[UnitCard]:
    for number in range(1, card.vedettes + card.own_vedettes + 1):
        yield replace(
            card,
            id=UnitId(f"{card.id}-v{number}"),
            name=say("{name}, vedette {number}", name=card.name, number=number),
            arm=Arm.VEDETTE,
            sp=0,
            reduced_sp=0,
            movement=movement,
            steps=1,
            flags=(),
            vedettes=0,
            own_vedettes=0,
            vedette_of=card.id,
            is_extra=number > card.vedettes,
            men=0,
            guns=0,
            source="",
            note="",
        )


# -- whose they are, and where


def has_vedettes(battle: MapBattle) -> bool:
    """Whether a battle is played with vedettes."""
    return bool(_by_formation(battle))


def vedettes_of(battle: MapBattle, unit: UnitId) -> tuple[UnitId, ...]:
    """The vedettes of a unit, wherever they are, in their order."""
    return _by_unit(battle).get(unit, ())


def vedettes_under(battle: MapBattle, formation: FormationId) -> tuple[UnitId, ...]:
    """The vedettes of all units of a formation, wherever they are."""
    return _by_formation(battle).get(formation, ())


@lru_cache(maxsize=16)
def _by_unit(battle: MapBattle) -> Mapping[UnitId, tuple[UnitId, ...]]:
    found: dict[UnitId, tuple[UnitId, ...]] = {}
    for card in battle.units.values():
        if card.vedette_of is not None:
            found[card.vedette_of] = (*found.get(card.vedette_of, ()), card.id)
    return found


@lru_cache(maxsize=16)
def _by_formation(battle: MapBattle) -> Mapping[FormationId, tuple[UnitId, ...]]:
    found: dict[FormationId, tuple[UnitId, ...]] = {}
    for card in battle.units.values():
        if card.vedette_of is not None:
            found[card.formation] = (*found.get(card.formation, ()), card.id)
    return found


def vedettes_in(state: GroundState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    """The vedettes of a side in a hex, by id."""
    here = state.occupants.get(hex_)
    if not here:
        return ()
    cards = state.battle.units
    return tuple([u for u in here if cards[u].is_vedette and cards[u].side == side])


def screen_of(state: GroundState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    """The vedettes of a side that hold a hex without any combat unit of theirs, by id."""
    here = vedettes_in(state, hex_, side)
    return () if not here or state.holders_of(hex_, side) else here


# -- who can be sent out, and who is lost (T17.1, T17.9)


def waiting(state: MapState, unit: UnitId) -> tuple[UnitId, ...]:
    """The vedettes of a unit that it can send out: lost ones that ride beside it do not return."""
    pieces = vedettes_of(state.battle, unit)
    away = [p for p in pieces if state.units[p].hex is None]
    return tuple(p for p in away if not (state.card(p).is_extra and _is_lost(state, p)))


def out(state: MapState, unit: UnitId) -> tuple[UnitId, ...]:
    """The vedettes of a unit that are on the map."""
    pieces = vedettes_of(state.battle, unit)
    return tuple(p for p in pieces if state.units[p].hex is not None)


def replaces(state: MapState, pieces: Iterable[UnitId]) -> bool:
    """Whether the unit goes off the map when these vedettes go out."""
    return any(not state.card(piece).is_extra for piece in pieces)


def steps_owed(state: MapState, unit: UnitId) -> int:
    """The steps that lost vedettes cost a unit that returns: each from the second on (T17.9)."""
    pieces = vedettes_of(state.battle, unit)
    lost = sum(_is_lost(state, p) and not state.card(p).is_extra for p in pieces)
    return max(0, lost - 1)


def bereft(state: MapState, vedettes: Iterable[UnitId]) -> Iterator[UnitId]:
    """The units that are lost with the last of the vedettes that stand for them (T17.9)."""
    for unit in dict.fromkeys(state.battle.units[v].vedette_of for v in vedettes):
        assert unit is not None
        if state.units[unit].box is Box.SPREAD and not out(state, unit):
            yield unit


def _is_lost(state: MapState, piece: UnitId) -> bool:
    return state.units[piece].box is Box.UAR


# -- before an enemy (N20.31, T17.4)


def paths_back(
    state: GroundState, side: Side, start: Hex, threats: Sequence[Hex], hexes: int
) -> list[tuple[Hex, ...]]:
    """Every way of vedettes from a hex, each step farther from the threats; the longest ones only.

    They pay no heed to zones of control and to stacking. None at all means: they are lost.
    """
    ways = [(start, *tail) for tail in _onward(state, side, start, tuple(threats), hexes)]
    longest = max(map(len, ways), default=0)
    grid = state.battle.battlefield.grid
    away = {way: sum(grid.distance(way[-1], threat) for threat in threats) for way in ways}
    return sorted((w for w in ways if len(w) == longest), key=lambda way: (-away[way], way))


def _onward(
    state: GroundState, side: Side, start: Hex, threats: tuple[Hex, ...], left: int
) -> Iterator[tuple[Hex, ...]]:
    if not left:
        return
    distance, closed = state.battle.battlefield.grid.distance, closed_to_vedettes(state, side)
    index = state.battle.battlefield.grid.index
    now = sum(distance(start, threat) for threat in threats)
    for near in contact_hexes(state, start):
        if index[near] in closed or sum(distance(near, threat) for threat in threats) <= now:
            continue
        tails = list(_onward(state, side, near, threats, left - 1))
        yield from ((near, *tail) for tail in tails or [()])


# -- what is closed to them (N20.3)


@kept
def closed_to_vedettes(state: GroundState, side: Side) -> frozenset[int]:
    """The cells that vedettes do not enter: any enemy piece is there, and its tails."""
    enemy = state.battle.enemy(side)
    units = (unit.hex for unit in state.on_map(enemy))
    leaders = (state.leaders[card.id].hex for card in state.leaders_on_map(enemy))
    places = cells_of(state, (hex_ for hex_ in (*units, *leaders) if hex_ is not None))
    return enemy_cells(state, side) | places


@kept
def held_by_any_unit(state: GroundState, side: Side) -> frozenset[int]:
    """The cells with an enemy unit of any kind: leaders and trains by themselves keep out."""
    units = (unit.hex for unit in state.on_map(state.battle.enemy(side)))
    return enemy_cells(state, side) | cells_of(state, (hex_ for hex_ in units if hex_ is not None))
