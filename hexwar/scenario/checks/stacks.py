"""What stands in one hex at the start: no enemies together, and nobody shut in."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.table.battlefield import Battlefield


def check_enemies(case: Case) -> None:
    """Reports hexes in which pieces of both sides are set up."""
    sides: dict[Hex, str] = {}
    for place, id_, hex_ in case.placements():
        formation = case.formation_of.get(id_)
        if formation is None:
            continue
        if sides.setdefault(hex_, formation.side) != formation.side:
            case.pen.error(place, "{id} stands in {hex} with an enemy", id=id_, hex=hex_)


def check_shut_in(case: Case, field: Battlefield) -> None:
    """Reports units set up where rivers on every side let nobody out."""
    for place, id_, hex_ in case.placements():
        if hex_ in field.grid and id_ in case.units and not field.crossable_neighbours[hex_]:
            case.pen.error(
                place, "{id} cannot leave {hex}: rivers are on every side", id=id_, hex=hex_
            )
