"""A great battle to measure searches with: Brienne's forces on the map of Montmirail, 45 x 99."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from hexwar import resources
from hexwar.hexes import Hex, column_row
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.library import load_battle
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Leader, Unit

FRENCH, ALLIED = Side("french"), Side("allied")

SOURCES = {
    Hex("0150"): FRENCH,
    Hex("0172"): FRENCH,
    Hex("4507"): ALLIED,
    Hex("0601"): ALLIED,
    Hex("3499"): ALLIED,
}
"""The supply sources of the battle of Montmirail."""

ROWS = {FRENCH: range(1, 75), ALLIED: range(25, 100)}
"""Where each army stands: between rows 25 and 74 they are mixed."""


@lru_cache(maxsize=1)
def montmirail_field() -> Battlefield:
    """The map of Montmirail."""
    path = resources.scenarios() / "maps" / "montmirail.json"
    record = OpenFiles().open(path, MapFile).record
    assert record is not None, path
    return build_battlefield(record, "montmirail")


@lru_cache(maxsize=1)
def montmirail_battle() -> NlcBattle:
    """Brienne's order of battle on the map of Montmirail; nobody is set up and nobody is due."""
    return replace(
        load_battle("brienne", FILES_ONLY),
        id="montmirail",
        battlefield=montmirail_field(),
        unit_hexes={},
        leader_hexes={},
        arrivals=(),
        vp_hexes={},
        supply_sources=SOURCES,
        control=SOURCES,
    )


def montmirail_state() -> GameState:
    """All 73 units of Brienne, strewn along the roads and trails of Montmirail, each alone.

    The units of an army stand at even distances in map order, formation after formation; the
    armies touch in the middle. Leaders are with the first unit of their formation.
    """
    battle = montmirail_battle()
    state = set_up(battle)
    for side in battle.sides:
        for unit, hex_ in _places(battle, side).items():
            state.put_unit(Unit(unit, hex=hex_))
    for formation in battle.formations.values():
        for leader in formation.leaders:
            for unit in formation.units[:1]:
                state.put_leader(Leader(leader, hex=state.units[unit].hex))
    return state


def _places(battle: NlcBattle, side: Side) -> dict[UnitId, Hex]:
    """A hex on a road or trail for each unit of a side."""
    units = [u for f in battle.formations.values() if f.side == side for u in f.units]
    roads = sorted(battle.battlefield.way_hexes)[battle.sides.index(side) :: 2]
    own = [h for h in roads if column_row(h)[1] in ROWS[side]]
    return {unit: own[place * len(own) // len(units)] for place, unit in enumerate(units)}
