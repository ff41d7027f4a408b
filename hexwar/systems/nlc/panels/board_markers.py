"""What the board shows of NLC beside pieces and works: marks on units, sites, fires, weather."""

from __future__ import annotations

from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.losses.demoralization import counted_for
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Entry, Sites
from hexwar.table.pieces import Box
from hexwar.widgets.board.contents import Markers, Plight, SkyView


def markers_of(state: GameState) -> Markers:
    """All of it, as the view of a side has it."""
    plights = {unit: plight_of(state, unit) for unit in state.units}
    fires = tuple(sorted(state.law.blaze(state).towns))
    return Markers(plights, sites_of(state), fires, sky_of(state))


def plight_of(state: GameState, unit: UnitId) -> Plight:
    """What is not in a unit's record (N15, N20.83, N16.5, N14.4, N4.43)."""
    acting = state.activation
    formation = counted_for(state, unit) if state.battle.units[unit].is_combat_unit else None
    return Plight(
        formation in state.spirit.demoralized,
        formation in state.spirit.exhausted,
        unit in state.supply.unsupplied,
        acting is not None and unit in acting.out_of_command,
        state.formation_of(unit).id in state.chits.acted,
    )


def sites_of(state: GameState) -> Sites:
    """The sites of a battle as they stand: VP, who holds what, what is still to arrive."""
    battle = state.battle
    due = {unit.id for unit in state.units.values() if unit.box is Box.DUE}
    turns: dict[tuple[Hex, Side], int] = {}
    for arrival in state.schedule.arrivals:
        for unit in arrival.units:
            if unit in due:
                key = (arrival.entry, battle.units[unit].side)
                turns[key] = min(turns.get(key, arrival.turn), arrival.turn)
    entries = tuple(Entry(hex_, side, str(turn)) for (hex_, side), turn in sorted(turns.items()))
    sources = battle.sources_on(state.turn)
    return Sites(battle.vp_hexes, dict(state.holding.control), sources, entries)


def sky_of(state: GameState) -> SkyView:
    """The sky over a state, or over the view that a side has of it.

    Where one sees but a hex or two it closes in round the pieces that are shown: it tells nothing
    that the counters do not tell.
    """
    limit, light = state_sight_limit(state), light_of(state)
    if limit > numbers_of(state.battle).sight.adjacent:
        return SkyView(state.sky.weather, light)
    units = (unit.hex for unit in state.on_map())
    leaders = (leader.hex for leader in state.leaders.values())
    watchers = frozenset(hex_ for hex_ in (*units, *leaders) if hex_ is not None)
    return SkyView(state.sky.weather, light, limit, watchers)
