"""Vedettes: pieces of their own, which stand for light cavalry or ride beside a brigade.

What hex games share of N20.3 and T17: whose they are, where they are, what is closed to them. What
happens when an enemy comes is for each game's own flows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from hexwar.ground.law import GroundState
from hexwar.ground.zones import cells_of, enemy_cells, kept
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.table.battle import Battle
from hexwar.table.forces import Arm, FormationId, Side, UnitCard, UnitId

VEDETTES = "vedettes"
"""The option (N3.8)."""


# -- the pieces (T17.9)


def cards_with_vedettes(battle: Battle, movement: int) -> Mapping[UnitId, UnitCard]:
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


def has_vedettes(battle: Battle) -> bool:
    """Whether a battle is played with vedettes."""
    return bool(_by_formation(battle))


def vedettes_of(battle: Battle, unit: UnitId) -> tuple[UnitId, ...]:
    """The vedettes of a unit, wherever they are, in their order."""
    return _by_unit(battle).get(unit, ())


def vedettes_under(battle: Battle, formation: FormationId) -> tuple[UnitId, ...]:
    """The vedettes of all units of a formation, wherever they are."""
    return _by_formation(battle).get(formation, ())


@lru_cache(maxsize=16)
def _by_unit(battle: Battle) -> Mapping[UnitId, tuple[UnitId, ...]]:
    found: dict[UnitId, tuple[UnitId, ...]] = {}
    for card in battle.units.values():
        if card.vedette_of is not None:
            found[card.vedette_of] = (*found.get(card.vedette_of, ()), card.id)
    return found


@lru_cache(maxsize=16)
def _by_formation(battle: Battle) -> Mapping[FormationId, tuple[UnitId, ...]]:
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


# -- what is closed to them (N20.3)


@kept
def closed_to_vedettes(state: GroundState, side: Side) -> frozenset[int]:
    """The cells that vedettes do not enter: any enemy piece is there, and its tails."""
    enemy = state.battle.enemy(side)
    units = (unit.hex for unit in state.on_map(enemy))
    leaders = (state.leaders[card.id].hex for card in state.leaders_on_map(enemy))
    places = cells_of(state, (hex_ for hex_ in (*units, *leaders) if hex_ is not None))
    return enemy_cells(state, side) | places
