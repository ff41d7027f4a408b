"""The state of a draft of NLC before the first turn, as far as it can be read.

The rules trust the files of a battle. A draft may name what is not there, so all that it names is
looked up first, and what is not found is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from hexwar.editor.table_top import TableTop, no_map, scenario_of
from hexwar.hexes import Hex
from hexwar.scenario.files import Loaded
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import ForcesFile, FormationRecord
from hexwar.systems.nlc.numbers import PRINTED
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section.build import build
from hexwar.systems.nlc.section.checks import NlcCase, Rules
from hexwar.systems.nlc.section.schema import NlcScenario, StepRecord
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield


@dataclass(frozen=True, eq=False)
class Start:
    """A draft as the rules see it before the first turn."""

    state: GameState
    case: NlcCase
    rules: Rules


def start_of(top: TableTop) -> Start:
    """The start of the battle that is on a table."""
    rules = Rules(PRINTED.tables, PRINTED.fault)
    forces = top.forces.model_copy(update={"formations": tuple(_formations(top.forces))})
    read = scenario_of(top.draft, top.kit, top.forces)
    assert isinstance(read, NlcScenario), "the kit of NLC reads its own scenarios"
    scenario = _sound(read, top, rules)
    in_time = tuple(one for one in scenario.arrivals if one.turn <= len(scenario.turns))
    played = scenario.model_copy(update={"arrivals": in_time})
    made = build(played, Loaded(played, forces, no_map()))
    grid, known = top.battle.battlefield.grid, top.battle
    hexes = {piece: hex_ for piece, hex_ in top.hexes.items() if hex_ in grid}
    battle = replace(
        made,
        battlefield=known.battlefield,
        unit_hexes={u: hexes[u] for u in known.units if u in hexes},
        leader_hexes={x: hexes[x] for x in known.leaders if x in hexes},
        options=MappingProxyType({}),
    )
    pen = Pen("", [])
    return Start(set_up(battle), NlcCase(scenario, forces, pen, pen), rules)


def _formations(forces: ForcesFile) -> Iterable[FormationRecord]:
    """The formations without what they name that is not there."""
    staffs = {one.id for one in forces.formations if one.is_staff}
    known = {one.id for one in forces.formations}
    for one in forces.formations:
        update: dict[str, Any] = {}
        if one.assigned_to not in staffs or one.assigned_to == one.id or one.is_staff:
            update["assigned_to"] = None
        if one.division_of not in known or one.division_of == one.id:
            update["division_of"] = None
        update["may_order"] = tuple(id_ for id_ in one.may_order if id_ in known)
        update["units"] = tuple(
            unit if unit.attached_from in known else unit.model_copy(update={"attached_from": None})
            for unit in one.units
        )
        yield one.model_copy(update=update)


def _sound(scenario: NlcScenario, top: TableTop, rules: Rules) -> NlcScenario:
    """The scenario without what it names that is not there, and without its cards."""
    field, known = top.battle.battlefield, top.battle
    grid, sides = field.grid, known.side_names
    update: dict[str, Any] = {
        "cards": type(scenario.cards)(),
        "special_rules": (),
        "exhausted": tuple(id_ for id_ in scenario.exhausted if id_ in known.formations),
        "improved_positions": tuple(h for h in scenario.improved_positions if h in grid),
        "damaged_spans": tuple(s for s in scenario.damaged_spans if _is_span(s, field)),
        "numbers": {k: v for k, v in scenario.numbers.items() if _fits(k, v, rules)},
        "orders": tuple(
            one.model_copy(update={"steps": steps})
            for one in scenario.orders
            if one.formation in known.formations and (steps := _steps(one.steps, top))
        ),
    }
    divisional = []
    for one in scenario.divisional_orders:
        card = known.formations.get(one.formation)
        units = () if card is None else tuple(u for u in one.units if u in card.units)
        if units and (steps := _steps(one.steps, top)):
            divisional.append(one.model_copy(update={"units": units, "steps": steps}))
    update["divisional_orders"] = tuple(divisional)
    for name in ("arrivals", "alternates"):
        groups = []
        for group in getattr(scenario, name):
            units = tuple(u for u in group.units if u in known.units)
            staffs = tuple(f for f in group.formations if f in known.formations)
            is_ours = getattr(group, "side", known.sides[0]) in sides and group.entry in grid
            if is_ours and (units or staffs):
                groups.append(group.model_copy(update={"units": units, "formations": staffs}))
        update[name] = tuple(groups)
    for name in ("supply_sources", "control", "exits"):
        held = getattr(scenario, name)
        if held is not None:
            update[name] = tuple(one for one in held if one.hex in grid and one.side in sides)
    return scenario.model_copy(update=update)


def _is_span(text: str, field: Battlefield) -> bool:
    return (Hex(text[:4]), Hex(text[5:])) in field.span_at


def _fits(key: str, value: object, rules: Rules) -> bool:
    numbers: Mapping[str, Any] = rules.numbers
    return key in numbers and not rules.number_fault(key, value)


def _steps(steps: Iterable[StepRecord], top: TableTop) -> tuple[StepRecord, ...]:
    """Steps with what is on the map and in the forces."""
    grid, known = top.battle.battlefield.grid, top.battle.formations
    return tuple(
        step.model_copy(
            update={
                "target": step.target if step.target in grid else None,
                "route": tuple(hex_ for hex_ in step.route if hex_ in grid),
                "target_formation": step.target_formation
                if step.target_formation in known
                else None,
            }
        )
        for step in steps
    )
