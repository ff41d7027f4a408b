"""What stands in one hex at the start: no enemies together, no more than a hex may hold."""

from __future__ import annotations

from collections import defaultdict

from hexwar.ground.numbers import Stacking
from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.scenario.schema.forces import UnitRecord
from hexwar.table.battlefield import Battlefield


def check_enemies(case: Case) -> None:
    """Reports hexes in which pieces of both sides are set up."""
    sides: dict[Hex, str] = {}
    for place, id_, hex_ in case.placements():
        formation = case.formation_of.get(id_)
        if formation is None:
            continue
        if sides.setdefault(hex_, formation.side) != formation.side:
            case.pen.error(place, f"{id_} stands in {hex_} with an enemy")


def check_shut_in(case: Case, field: Battlefield) -> None:
    """Reports units set up where rivers on every side let nobody out."""
    for place, id_, hex_ in case.placements():
        if hex_ in field.grid and id_ in case.units and not field.crossable_neighbours[hex_]:
            case.pen.error(place, f"{id_} cannot leave {hex_}: rivers are on every side")


def check_stacks(case: Case, limits: Stacking) -> None:
    """Reports hexes that hold more at the start than they may (N6.1)."""
    stacks: dict[Hex, list[UnitRecord]] = defaultdict(list)
    for place, id_, hex_ in case.placements():
        if id_ in case.units:
            stacks[hex_].append(case.units[id_])
            fault = _overstacked(stacks[hex_], case, limits)
            if fault is not None:
                case.pen.error(place, f"{hex_} is overstacked: {fault} (N6.1)")


def _overstacked(units: list[UnitRecord], case: Case, limits: Stacking) -> str | None:
    """Why units may not share a hex, or None where they may; one alone always may."""
    if len(units) == 1:
        return None
    sp = sum(_stacking_sp(unit, case, limits) for unit in units)
    if sp > limits.sp:
        return f"{sp} SP, where {limits.sp} are the limit and a train counts as full"
    if len(units) > limits.units and not _is_one_division(units, case):
        return f"{len(units)} units, where {limits.units} are the limit"
    return None


def _stacking_sp(unit: UnitRecord, case: Case, limits: Stacking) -> int:
    if unit.arm.is_train:
        return limits.train_sp
    return unit.reduced_sp if unit.id in case.scenario.reduced else unit.sp


def _is_one_division(units: list[UnitRecord], case: Case) -> bool:
    """Whether units are of one division; a Russian infantry corps counts as one (N6.1)."""
    divisions = {_division(unit, case) for unit in units}
    return len(divisions) == 1 and None not in divisions


def _division(unit: UnitRecord, case: Case) -> tuple[str, str] | None:
    formation = case.formation_of[unit.id]
    if formation.stacks_as_division:
        return formation.id, ""
    return (unit.attached_from or formation.id, unit.division) if unit.division else None
