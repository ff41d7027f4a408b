"""The fire of guns from afar: its percentages and the Bombardment Table (N9.2, N9.6, N9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.hexes import Hex
from hexwar.model.battlefield import Terrain
from hexwar.model.forces import UnitId
from hexwar.model.reports import FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc import combat_numbers
from hexwar.rules.nlc.cards.combat_rows import bombardment_rows
from hexwar.rules.nlc.fight import hex_of
from hexwar.rules.nlc.fire import Line, fire_report
from hexwar.rules.nlc.numbers import numbers_of


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Guns that fire at a hex, together."""

    target: Hex
    units: tuple[UnitId, ...]


def bombardment_fire(state: GameState, declared: Bombardment) -> FireReport:
    """The strength of a bombardment, gun by gun, its column and what is added to the die."""
    rows = numbers_of(state.battle).bombardment
    percents = {
        unit: tuple(_gun_lines(state, rows, unit, declared.target)) for unit in declared.units
    }
    report = fire_report(state, percents, tuple(_die_lines(state, rows, declared)))
    return replace(report, column=column_of(rows, report.strength))


def column_of(rows: combat_numbers.Bombardment, strength: int) -> int | None:
    """The column of the Bombardment Table for a strength, from 0; None for no strength at all."""
    columns = [place for place, least in enumerate(rows.columns) if strength >= least]
    return columns[-1] if columns else None


def cell_of(rows: combat_numbers.Bombardment, column: int, total: int) -> str:
    """The cell of the Bombardment Table for a die with its modifiers added."""
    row = min(max(total, rows.lowest_die), rows.highest_die) - rows.lowest_die
    return rows.table[row][column]


def range_to(state: GameState, unit: UnitId, target: Hex) -> int:
    """How many hexes a gun on the map is away from a hex."""
    return state.battle.battlefield.grid.distance(hex_of(state, unit), target)


def _gun_lines(
    state: GameState, rows: combat_numbers.Bombardment, unit: UnitId, target: Hex
) -> Iterator[Line]:
    """The percentages of one gun."""
    distance = range_to(state, unit, target)
    if distance >= rows.far:
        yield f"{distance} hexes away", rows.far_percent, "N9.2"
    terrain = state.battle.battlefield.terrain_at(target)
    ground = {Terrain.TOWN: rows.town, Terrain.WOODS: rows.woods, Terrain.MARSH: rows.marsh}
    if terrain in ground:
        yield terrain.value, ground[terrain], "N9.2"
    if state.weather in rows.dim:
        yield state.weather, rows.dim_percent, "N9.3"
    if state.units[unit].disrupted:
        yield "Disrupted", rows.disrupted, "N9.4"


def _die_lines(
    state: GameState, rows: combat_numbers.Bombardment, declared: Bombardment
) -> Iterator[Line]:
    """What is added to the die: a target in road column or square stands close (N9.6, N10.31)."""
    enemy = state.battle.enemy(state.side_of(declared.units[0]))
    targets = [state.units[unit] for unit in state.holders_of(declared.target, enemy)]
    if any(unit.square for unit in targets):
        yield "target in square", rows.loose_target, "N10.31"
    elif any(unit.column for unit in targets):
        yield "target in road column", rows.loose_target, "N9.6"
    yield from bombardment_rows(state, state.side_of(declared.units[0]))
