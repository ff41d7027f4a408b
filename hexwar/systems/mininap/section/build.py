"""Makes a battle of Mini-Nap 2 of the three files of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from hexwar.scenario.build import briefing_of, date_text
from hexwar.scenario.files import LoadedTable
from hexwar.scenario.tables import build_ground
from hexwar.systems.mininap.battle import (
    Arm,
    Body,
    Formation,
    Kind,
    MiniBattle,
    Objective,
    Placed,
    UnitCard,
)
from hexwar.systems.mininap.options import USUAL
from hexwar.systems.mininap.section.schema import (
    MiniForces,
    MiniScenario,
    MiniUnitRecord,
    StandingRecord,
)
from hexwar.table.battle import numbered
from hexwar.table.forces import Side
from hexwar.tabletop.ground import Ground
from hexwar.tabletop.pose import Pose

FORMATIONS: Final = {
    "column": Formation.COLUMN,
    "line": Formation.LINE,
    "square": Formation.SQUARE,
    "skirmish_line": Formation.SKIRMISH,
}
"""Formations by the words of files."""


def build(scenario: MiniScenario, loaded: LoadedTable) -> MiniBattle:
    """The battle that three files without faults describe."""
    assert isinstance(loaded.forces, MiniForces)
    return battle_of(scenario, loaded.forces, build_ground(loaded.table), loaded.sha256)


def battle_of(
    scenario: MiniScenario, forces: MiniForces, ground: Ground, sha256: str = ""
) -> MiniBattle:
    """The battle of a scenario on some ground."""
    first = scenario.first_player
    sides = first, next(side for side in forces.side_names if side != first)
    ranked = sorted(forces.units, key=lambda unit: sides.index(unit.side))
    standing = {record.unit: record for record in scenario.setup}
    divisions = (unit for unit in ranked if unit.kind == "division" and unit.division)
    return MiniBattle(
        id=scenario.id,
        name=scenario.name,
        ground=ground,
        sides=sides,
        side_names=dict(forces.side_names),
        units={unit.id: card_of(unit) for unit in ranked},
        placed={unit.id: placed_of(standing[unit.id]) for unit in ranked},
        divisions={unit.division or "": unit.commands for unit in divisions},
        bodies={body.id: body for body in _bodies(forces)},
        zones=MappingProxyType(
            {zone.side: tuple((x, y) for x, y in zone.ring) for zone in scenario.zones}
        ),
        objectives=tuple(
            Objective(one.piece, one.piece, one.vp, one.held) for one in scenario.objectives
        ),
        turns=numbered(scenario.last_turn),
        break_at=dict(scenario.break_at),
        numbers=dict(scenario.numbers),
        options=MappingProxyType({**USUAL, **scenario.options}),
        date=date_text(scenario.date),
        day=(int(scenario.date[5:7]), int(scenario.date[8:10])),
        briefing=briefing_of(scenario),
        sha256=sha256,
    )


def card_of(unit: MiniUnitRecord) -> UnitCard:
    """What a unit of a file is."""
    return UnitCard(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        arm=Arm(unit.arm),
        kind=Kind(unit.kind),
        sp=unit.sp,
        nation=unit.nation,
        brigade=unit.brigade or "",
        division=unit.division or "",
        commands=unit.commands,
        is_horse=unit.horse,
        is_lancer=unit.lancer,
        is_veteran=unit.veteran,
    )


def placed_of(record: StandingRecord) -> Placed:
    """Where and how a unit stands."""
    x, y = record.at
    return Placed(Pose(x, y, record.bearing), FORMATIONS[record.formation], record.limbered)


def _bodies(forces: MiniForces) -> Iterator[Body]:
    """Every brigade and division that a unit or a commander names, in their order."""
    names: dict[str, str] = {body.id: body.name for body in forces.bodies}
    sides: dict[str, Side] = {}
    for unit in forces.units:
        own = (unit.brigade, unit.division, *unit.commands)
        sides |= {id_: unit.side for id_ in own if id_ is not None and id_ not in sides}
    yield from (Body(id_, names.get(id_, id_), side) for id_, side in sides.items())
