"""How questions and tips name sides, pieces and places: in plain words, without links."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.hexes import Hex
from hexwar.messages import listed, say
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.state import MapState, TableState


def whom(state: TableState, side: str) -> str:
    """Who is asked, as a sentence begins: `The French`."""
    return say("The {side}", side=state.battle.side_names.get(Side(side), side))


def side_name(state: TableState, side: Side) -> str:
    """A side within a sentence: `the French`."""
    return say("the {side}", side=state.battle.side_names.get(side, side))


def formation_name(state: MapState, formation: FormationId) -> str:
    """A formation with its commander: `V Cavalry Corps (Milhaud)`."""
    card = state.battle.formations[formation]
    leaders = [state.battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def leader_name(state: MapState, leader: LeaderId) -> str:
    """A leader or an HQ counter."""
    return state.battle.leaders[leader].name


def hex_name(state: MapState, hex_: Hex) -> str:
    """A hex with its place: `Brienne-le-Château (0913)`."""
    return state.battle.battlefield.name_of(hex_)


def unit_name(state: TableState, unit: UnitId) -> str:
    """A unit."""
    card = state.battle.piece(unit)
    return str(unit) if card is None else card.name


def piece_name(state: MapState, piece: str) -> str:
    """A unit or a leader."""
    if piece in state.battle.leaders:
        return leader_name(state, LeaderId(piece))
    return unit_name(state, UnitId(piece))


def unit_names(state: TableState, units: Iterable[UnitId]) -> str:
    """Units within a sentence: `Piré, Briche and Lhéritier`."""
    return listed(unit_name(state, unit) for unit in units)


def unit_list(state: TableState, units: Iterable[UnitId]) -> str:
    """Units as a bare list, as buttons and their tips have it: `Piré, Briche, Lhéritier`."""
    return say(", ").join(unit_name(state, unit) for unit in units)
