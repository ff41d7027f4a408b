"""The lens of reach: where any stack could go, and where a path could go on to (N5.4)."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.glance import Glance, counted, place
from hexwar.systems.nlc.prompters.marching import March, onward
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Reach
from hexwar.table.reports import points


def reach_of(view: GameState, hex_: Hex) -> Reach | None:
    """Where the combat units of a hex could go, together or in column; None for none."""
    units = view.combat_units_in(hex_)
    return March(view, units, None).reach(road=False) if units else None


def further(glance: Glance) -> Reach | None:
    """Where the path that is thought of could go on to, else where a stack pointed at could go."""
    if glance.path is not None and glance.units:
        return _from_path(glance)
    return None if glance.over is None else reach_of(glance.view, glance.over)


def _from_path(glance: Glance) -> Reach | None:
    path, units = glance.path, glance.units
    assert path is not None
    entry = path.hexes[0] if glance.view.units[units[0]].hex is None else None
    group = March(glance.view, units, entry).group
    found = onward(glance.view, group, path.hexes, glance.drops, column=path.column)
    return None if found is None else Reach(found.left)


def why_further(glance: Glance, reach: Reach | None) -> Reason | None:
    """What the lens shows, for the path or for the stack that is pointed at."""
    if glance.path is not None and glance.units:
        left = points(max(glance.path.allowance - glance.path.halves, 0))
        end = place(glance.view, glance.path.hexes[-1])
        if reach is None:
            return Reason(say("The units halt in {end}, whatever MP are left.", end=end), "N6.5")
        hexes = counted(len(reach.left), "hex")
        return Reason(
            say(
                "Beyond {end}, with {left} MP left: {hexes} within reach.",
                end=end,
                left=left,
                hexes=hexes,
            ),
            "N5.4",
        )
    if glance.over is None:
        return None
    units = glance.view.combat_units_in(glance.over)
    where = place(glance.view, glance.over)
    if not units or reach is None:
        return Reason(say("{where}: no combat unit stands there.", where=where), "N5.4")
    hexes = counted(len(reach.left), "hex")
    return Reason(
        say(
            "{where}: {names} could reach {hexes}.",
            where=where,
            names=_names(glance.view, units),
            hexes=hexes,
        ),
        "N5.4",
    )


def _names(view: GameState, units: tuple[UnitId, ...]) -> str:
    return say(" and ").join(view.card(unit).name for unit in units)
