"""Which hexes an order lets a unit assault, and who may join whose assaults (N12.2, N12.36)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, OrderStep, UnitId
from hexwar.model.orders import Verb
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import body_of, units_of_body
from hexwar.rules.nlc.goals import objective_of, supported_by
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.orders import permissions, step_of


def assault_permission(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the order of a unit does not let it assault a hex, or None (N12.2).

    Args:
        state: The table; an activation is under way.
        unit: Who would assault.
        target: The hex; whether an enemy is there and in contact is asked elsewhere.
    """
    return WORDS[permissions(state, unit).row.assault](state, unit, target)


def _may(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    """Attack and Probe: anything. That an Attack must try is asked when it ends (N8.33)."""
    return None


def _may_not(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    name = permissions(state, unit).name
    return Refusal(f"A {name} order does not allow any assault.", "N12.2")


def _at_objective(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Defend: the objective hex, or as far round it as the order says (N12.24, N12.35)."""
    step = step_of(state, unit)
    objective, hex_ = objective_of(state, step), state.units[unit].hex
    assert hex_ is not None
    field = state.battle.battlefield
    if objective is None:
        return Refusal("A Defend order allows an assault on its objective only.", "N12.24")
    zone = step.zone or 0
    if field.grid.distance(target, objective) > zone:
        where = f"in {field.name_of(objective)}"
        if zone:
            where = f"within {zone} hexes of {field.name_of(objective)}"
        return Refusal(f"A Defend order allows an assault on enemies {where} only.", "N12.35")
    radius = numbers_of(state.battle).duty.defend_radius
    if field.grid.distance(hex_, objective) > radius:
        name = state.card(unit).name
        return Refusal(
            f"{name} must come back within {radius} hexes of {field.name_of(objective)} first.",
            "N12.35",
        )
    return None


def _supporting(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Support X: X's own assaults, else what X has assaulted this turn or last (N12.28)."""
    step = step_of(state, unit)
    supported = supported_by(state, state.side_of(unit), step)
    if not supported:
        return _nobody_attacks(state, step)
    acting = state.activation
    if acting is not None and any(x in acting.formations for x in supported):
        return None
    struck = (blow for x in supported for blow in state.struck.get(x, ()))
    if target in (hex_ for turn, hex_ in struck if turn >= state.turn - 1):
        return None
    names = " or ".join(state.battle.formations[x].name for x in supported)
    return Refusal(
        f"A Support order allows an assault only on a hex that {names} has assaulted this turn or"
        " last.",
        "N12.36",
    )


def _nobody_attacks(state: GameState, step: OrderStep) -> Refusal:
    """A Support of an attack that nobody makes."""
    where = "anything" if step.target is None else state.battle.battlefield.name_of(step.target)
    return Refusal(
        f"A Support order allows no assault while no formation has orders to attack {where}.",
        "N12.28",
    )


WORDS: Mapping[str, Callable[[GameState, UnitId, Hex], Refusal | None]] = {
    "no": _may_not,
    "may": _may,
    "must": _may,
    "objective": _at_objective,
    "supported": _supporting,
}
"""What the words of the table of orders mean for an assault."""


def attackers_with(state: GameState, formation: FormationId) -> Iterator[UnitId]:
    """The units that may be named in the assaults of a formation that acts (N4.33, N12.36).

    Its own, those that act with it (N4.32), and those whose order is to support one of them.
    """
    yield from units_of_body(state, formation)
    yield from supporters(state, formation)


def supporters(state: GameState, formation: FormationId) -> Iterator[UnitId]:
    """Units of other formations whose order is to support one that acts (N12.36)."""
    body = body_of(state, formation)
    side = state.battle.formations[formation].side
    for unit in state.on_map(side):
        if state.formation_of(unit.id).id in body or not state.card(unit.id).is_combat_unit:
            continue
        step = step_of(state, unit.id)
        if step.verb == Verb.SUPPORT and any(x in body for x in supported_by(state, side, step)):
            yield unit.id


def has_assaulted(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit has used up its assault: one in its own activation, or one lent (N12.36)."""
    if unit in state.lent:
        return True
    return state.units[unit].assaulted and not is_rested_guest(state, formation, unit)


def has_advanced(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit has advanced after combat and may not act again (N8.92)."""
    return state.units[unit].done and not is_rested_guest(state, formation, unit)


def is_rested_guest(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether the marks on a unit that would join are of an earlier turn (N4.46)."""
    own = state.formation_of(unit).id
    return own not in body_of(state, formation) and own not in state.acted
