"""The lens of supply: how far hexes are from what feeds a formation (N16.2, N16.6)."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.glance import Glance, place
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_field, supply_line, why_supply
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.overlays import Distances, Errand, TraceLine
from hexwar.table.sight import SupplyLine


def supplied_formation(glance: Glance) -> FormationId | None:
    """The formation whose supply is shown: of what is picked, pointed at, looked at, or acting."""
    return glance.formation(glance.over, glance.looked)


def supply_distances(view: GameState, formation: FormationId) -> Distances:
    """The hexes in supply with their distance; crossed out are the side's units without."""
    near = supply_field(view, formation).distances()
    side = view.battle.formations[formation].side
    supplied = side_supply(view, side)
    hexes = (view.units[unit].hex for unit, is_in in supplied.items() if not is_in)
    lacking = frozenset(hex_ for hex_ in hexes if hex_ is not None)
    return Distances(Errand.SUPPLY, {h: 2 * steps for h, steps in near.items()}, lacking)


def line_of(glance: Glance, formation: FormationId) -> SupplyLine | None:
    """The supply line of the unit that is pointed at, or of its formation if it stood there."""
    if glance.over is None:
        return None
    unit = _unit(glance.view, formation, glance.over)
    if unit is not None:
        return supply_line(glance.view, unit)
    return why_supply(glance.view, formation, glance.over)


def _unit(view: GameState, formation: FormationId, hex_: Hex) -> UnitId | None:
    here = (u for u in view.combat_units_in(hex_) if view.formation_of(u).id == formation)
    return next(here, None)


def supply_trace(line: SupplyLine) -> TraceLine:
    """A supply line as it is drawn, with the road from the train to its source."""
    return TraceLine(Errand.SUPPLY, line.line, line.road)


def why_supplied(glance: Glance, formation: FormationId | None) -> Reason | None:
    """Whether the hex that is pointed at is in supply, from where, and what cuts it off."""
    line = None if formation is None else line_of(glance, formation)
    if line is None or formation is None or glance.over is None:
        return None
    name = glance.view.battle.formations[formation].name
    verdict = say("in supply") if line.in_supply else say("out of supply")
    where = place(glance.view, glance.over)
    return Reason(
        say(
            "{where}: {verdict} for {name}. {reason}",
            where=where,
            verdict=verdict,
            name=name,
            reason=line.reason,
        ),
        line.rule,
    )
