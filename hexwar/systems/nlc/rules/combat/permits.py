"""What an order lets units do in combat: assault, charge, react, pull back, pursue, bombard.

Rules: N12.2, N12.36.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hexwar.engine import Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.orders.goals import objective_of, supported_by
from hexwar.systems.nlc.rules.orders.permissions import (
    line_row,
    permissions,
    row_of,
    step_of,
)
from hexwar.systems.nlc.rules.turn.activation import body_of, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, OrderStep, UnitId

# -- what an order lets cavalry and guns do: charge, react, pull back, pursue, bombard (N12.2)
#
# Each question is about the words of the order alone. Whether a unit is in command, Disrupted or in
# road column, and whether an enemy is there, is asked elsewhere.


TABLE = "N12.2"

Judge = Callable[[GameState, UnitId, Hex], Refusal | None]
"""What a word of the table means for a unit and a target hex."""


def charge_permission(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the order of a unit does not let it charge a hex, or None (N12.2)."""
    return CHARGE_WORDS[permissions(state, unit).row.charge](state, unit, target)


def may_react(state: GameState, unit: UnitId) -> Refusal | None:
    """Why the order of a unit does not let it make a reaction charge, or None (N10.2)."""
    return _yes_or_no(state, unit, permissions(state, unit).row.react, say("a reaction charge"))


def may_pull_back(state: GameState, unit: UnitId) -> Refusal | None:
    """Why the order of a unit does not let it give way before the enemy comes (N8.2, N10.41)."""
    return _yes_or_no(state, unit, permissions(state, unit).row.pull_back, say("pulling back"))


def may_bombard(state: GameState, unit: UnitId) -> Refusal | None:
    """Why the order of a unit does not let it bombard, or None (N9.1)."""
    return _yes_or_no(state, unit, permissions(state, unit).row.bombard, say("any bombardment"))


def pursuit_permission(state: GameState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why the order of a unit does not let it pursue fugitives in a hex, or None (N11.7)."""
    return PURSUIT_WORDS[permissions(state, unit).row.pursue](state, unit, hex_)


def _yes_or_no(state: GameState, unit: UnitId, word: str, act: str) -> Refusal | None:
    return None if word == "yes" else _not_allowed(state, unit, act)


def _not_allowed(state: GameState, unit: UnitId, act: str) -> Refusal:
    name = permissions(state, unit).name
    article = say("An") if name[0] in "AEIOU" else "A"
    return refuse(
        TABLE, "{article} {name} order does not allow {act}.", article=article, name=name, act=act
    )


# -- the words of the table


def _may(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    return None


def _no_charge(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    return _not_allowed(state, unit, say("any charge"))


def _no_pursuit(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    return _not_allowed(state, unit, say("any pursuit"))


def _charge_in_zone(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Defend: enemies near the objective; who strayed too far comes back first (N12.35)."""
    refusal = _in_zone(state, unit, target, say("a charge"))
    return refusal if refusal is not None else _stray(state, unit)


def _pursue_in_zone(state: GameState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Defend: fugitives near the objective (N12.35)."""
    return _in_zone(state, unit, hex_, say("a pursuit"))


def _in_zone(state: GameState, unit: UnitId, target: Hex, act: str) -> Refusal | None:
    """Within the zone of the objective, or farther where the order itself says so (N12.35)."""
    step = step_of(state, unit)
    objective, field = objective_of(state, step), state.battle.battlefield
    name = permissions(state, unit).name
    if objective is None:
        return refuse(
            "N12.35", "A {name} order allows {act} near its objective only.", name=name, act=act
        )
    radius = max(numbers_of(state.battle).duty.zone_radius, step.zone or 0)
    if field.grid.distance(target, objective) <= radius:
        return None
    where = say("within {radius} hexes of {name}", radius=radius, name=field.name_of(objective))
    return refuse(
        "N12.35", "A {name} order allows {act} {where} only.", name=name, act=act, where=where
    )


def _stray(state: GameState, unit: UnitId) -> Refusal | None:
    """A unit that has gone out of the area it defends must come back first (N12.35)."""
    objective, hex_ = objective_of(state, step_of(state, unit)), state.units[unit].hex
    radius = numbers_of(state.battle).duty.defend_radius
    field = state.battle.battlefield
    if objective is None or hex_ is None or field.grid.distance(hex_, objective) <= radius:
        return None
    where = say("within {radius} hexes of {name}", radius=radius, name=field.name_of(objective))
    return refuse(
        "N12.35", "{card} must come back {where} first.", card=state.card(unit).name, where=where
    )


def _light_or_lone(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Delay: light cavalry charges anything, heavy cavalry a lone unit only (house rule)."""
    is_light = state.card(unit).arm is Arm.LIGHT_CAVALRY
    enemies = state.holders_of(target, state.battle.enemy(state.side_of(unit)))
    if is_light or len(enemies) == 1:
        return None
    name = permissions(state, unit).name
    return refuse(
        TABLE, "A {name} order lets heavy cavalry charge lone enemy units only.", name=name
    )


def _supporting(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Support X: what X has assaulted, charged or bombarded this turn or last (N12.28)."""
    supported = step_of(state, unit).target_formation
    if supported is None:
        return refuse("N12.28", "A Support order allows no charge: it names no formation.")
    struck = state.assaults.struck.get(supported, ())
    if any(hex_ == target and turn >= state.turn - 1 for turn, hex_ in struck):
        return None
    name = state.battle.formations[supported].name
    return refuse(
        "N12.28",
        "A Support order allows a charge only on a hex that {name} has assaulted, "
        "charged or bombarded this turn or last.",
        name=name,
    )


CHARGE_WORDS: Mapping[str, Judge] = {
    "no": _no_charge,
    "may": _may,
    mark("in zone"): _charge_in_zone,
    mark("light or lone"): _light_or_lone,
    "supported": _supporting,
}
"""What the words of the table of orders mean for a charge."""

PURSUIT_WORDS: Mapping[str, Judge] = {
    "no": _no_pursuit,
    "may": _may,
    mark("in zone"): _pursue_in_zone,
}
"""What the words of the table of orders mean for a pursuit."""


# -- which hexes an order lets a unit assault, and who may join whose assaults (N12.2, N12.36)


def assault_permission(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the order of a unit does not let it assault a hex, or None (N12.2).

    Args:
        state: The table; an activation is under way.
        unit: Who would assault.
        target: The hex; whether an enemy is there and in contact is asked elsewhere.
    """
    return WORDS[permissions(state, unit).row.assault](state, unit, target)


def _may_assault(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    """Attack and Probe: anything. That an Attack must try is asked when it ends (N8.33)."""
    return None


def _may_not(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:  # noqa: ARG001
    name = permissions(state, unit).name
    return refuse("N12.2", "A {name} order does not allow any assault.", name=name)


def _at_objective(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Defend: the objective hex, or as far round it as the order says (N12.24, N12.35)."""
    step = step_of(state, unit)
    objective, hex_ = objective_of(state, step), state.units[unit].hex
    assert hex_ is not None
    field = state.battle.battlefield
    if objective is None:
        return refuse("N12.24", "A Defend order allows an assault on its objective only.")
    zone = step.zone or 0
    if field.grid.distance(target, objective) > zone:
        where = say("in {name}", name=field.name_of(objective))
        if zone:
            where = say("within {zone} hexes of {name}", zone=zone, name=field.name_of(objective))
        return refuse(
            "N12.35", "A Defend order allows an assault on enemies {where} only.", where=where
        )
    radius = numbers_of(state.battle).duty.defend_radius
    if field.grid.distance(hex_, objective) > radius:
        name = state.card(unit).name
        return refuse(
            "N12.35",
            "{name} must come back within {radius} hexes of {objective} first.",
            name=name,
            radius=radius,
            objective=field.name_of(objective),
        )
    return None


def _supports_assault(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Support X: X's own assaults, else what X has assaulted this turn or last (N12.28)."""
    step = step_of(state, unit)
    supported = supported_by(state, state.side_of(unit), step)
    if not supported:
        return _nobody_attacks(state, step)
    acting = state.activation
    if acting is not None and any(x in acting.formations for x in supported):
        return None
    struck = (blow for x in supported for blow in state.assaults.struck.get(x, ()))
    if target in (hex_ for turn, hex_ in struck if turn >= state.turn - 1):
        return None
    names = say(" or ").join(state.battle.formations[x].name for x in supported)
    return refuse(
        "N12.36",
        "A Support order allows an assault only on a hex that {names} has assaulted this "
        "turn or last.",
        names=names,
    )


def _nobody_attacks(state: GameState, step: OrderStep) -> Refusal:
    """A Support of an attack that nobody makes."""
    where = "anything" if step.target is None else state.battle.battlefield.name_of(step.target)
    return refuse(
        "N12.28",
        "A Support order allows no assault while no formation has orders to attack {where}.",
        where=where,
    )


WORDS: Mapping[str, Callable[[GameState, UnitId, Hex], Refusal | None]] = {
    "no": _may_not,
    "may": _may_assault,
    "must": _may_assault,
    "objective": _at_objective,
    "supported": _supports_assault,
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
    lines = state.pad.lines
    if not state.cards.effects and not any(line_row(state, line).supports for line in lines):
        return
    body = body_of(state, formation)
    side = state.battle.formations[formation].side
    for unit in state.on_map(side):
        if state.formation_of(unit.id).id in body or not state.card(unit.id).is_combat_unit:
            continue
        step = step_of(state, unit.id)
        if row_of(state, step).supports and any(x in body for x in supported_by(state, side, step)):
            yield unit.id


def has_assaulted(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit has used up its assault: one in its own activation, or one lent (N12.36)."""
    if unit in state.assaults.lent:
        return True
    return state.units[unit].assaulted and not is_rested_guest(state, formation, unit)


def has_advanced(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit has advanced after combat and may not act again (N8.92)."""
    return state.units[unit].done and not is_rested_guest(state, formation, unit)


def is_rested_guest(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether the marks on a unit that would join are of an earlier turn (N4.46)."""
    own = state.formation_of(unit).id
    return own not in body_of(state, formation) and own not in state.chits.acted
