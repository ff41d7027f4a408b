"""What an order lets units do in combat: assault, charge, react, pull back, pursue, bombard.

Each question is about the words of the order alone. Whether a unit is in command, Disrupted or in
road column, and whether an enemy is there, is asked elsewhere. Rules: N12.2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexwar.engine import Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.fight import foes_in
from hexwar.systems.nlc.rules.orders.goals import objective_of, supported_by
from hexwar.systems.nlc.rules.orders.permissions import permissions, step_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, UnitId

TABLE = "N12.2"

IN_ZONE, LIGHT_OR_LONE = mark("in zone"), mark("light or lone")
"""Words of the table of orders."""


Bar = tuple[bool, str, str]
"""Whether something bars a unit, by which rule, and a message about `{name}`, the unit."""


def first_bar(state: GameState, unit: UnitId, bars: Iterable[Bar]) -> Refusal | None:
    """The refusal by the first thing that bars a unit, or None."""
    name = state.card(unit).name
    return next((refuse(rule, words, name=name) for holds, rule, words in bars if holds), None)


def charge_permission(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the order of a unit does not let it charge a hex, or None (N12.2).

    Who is to defend charges enemies near the objective, and comes back first if he strayed too far
    (N12.35).
    """
    word = permissions(state, unit).row.charge
    if word == "may":
        return None
    if word == IN_ZONE:
        return _in_zone(state, unit, target, say("a charge")) or _stray(state, unit)
    if word == LIGHT_OR_LONE:
        return _light_or_lone(state, unit, target)
    if word == "supported":
        return _supporting(state, unit, target)
    return _not_allowed(state, unit, say("any charge"))


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
    word = permissions(state, unit).row.pursue
    if word == IN_ZONE:
        return _in_zone(state, unit, hex_, say("a pursuit"))
    return None if word == "may" else _not_allowed(state, unit, say("any pursuit"))


def assault_permission(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the order of a unit does not let it assault a hex, or None (N12.2).

    That an Attack must try is asked when the segment ends (N8.33).
    """
    order = permissions(state, unit)
    if order.row.assault in ("may", "must"):
        return None
    if order.row.assault == "objective":
        return _at_objective(state, unit, target)
    if order.row.assault == "supported":
        return _supports_assault(state, unit, target)
    return refuse(TABLE, "A {name} order does not allow any assault.", name=order.name)


def _yes_or_no(state: GameState, unit: UnitId, word: str, act: str) -> Refusal | None:
    return None if word == "yes" else _not_allowed(state, unit, act)


def _not_allowed(state: GameState, unit: UnitId, act: str) -> Refusal:
    name = permissions(state, unit).name
    article = say("An") if name[0] in "AEIOU" else "A"
    words = mark("{article} {name} order does not allow {act}.")
    return refuse(TABLE, words, article=article, name=name, act=act)


# -- the words of the table


def _in_zone(state: GameState, unit: UnitId, target: Hex, act: str) -> Refusal | None:
    """Within the zone of the objective, or farther where the order itself says so (N12.35)."""
    step, name = step_of(state, unit), permissions(state, unit).name
    objective, field = objective_of(state, step), state.battle.battlefield
    if objective is None:
        words = mark("A {name} order allows {act} near its objective only.")
        return refuse("N12.35", words, name=name, act=act)
    radius = max(numbers_of(state.battle).duty.zone_radius, step.zone or 0)
    if field.grid.distance(target, objective) <= radius:
        return None
    where = say("within {radius} hexes of {name}", radius=radius, name=field.name_of(objective))
    words = mark("A {name} order allows {act} {where} only.")
    return refuse("N12.35", words, name=name, act=act, where=where)


def _stray(state: GameState, unit: UnitId) -> Refusal | None:
    """A unit that has gone out of the area it defends must come back first (N12.35)."""
    objective, hex_ = objective_of(state, step_of(state, unit)), state.units[unit].hex
    radius, field = numbers_of(state.battle).duty.defend_radius, state.battle.battlefield
    if objective is None or hex_ is None or field.grid.distance(hex_, objective) <= radius:
        return None
    name = state.card(unit).name
    where = say("within {radius} hexes of {name}", radius=radius, name=field.name_of(objective))
    return refuse("N12.35", "{card} must come back {where} first.", card=name, where=where)


def _light_or_lone(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Delay: light cavalry charges anything, heavy cavalry a lone unit only (house rule)."""
    is_light = state.card(unit).arm is Arm.LIGHT_CAVALRY
    if is_light or len(foes_in(state, target, (unit,))) == 1:
        return None
    words = mark("A {name} order lets heavy cavalry charge lone enemy units only.")
    return refuse(TABLE, words, name=permissions(state, unit).name)


def _supporting(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Support X: what X has assaulted, charged or bombarded this turn or last (N12.28)."""
    supported = step_of(state, unit).target_formation
    if supported is None:
        return refuse("N12.28", "A Support order allows no charge: it names no formation.")
    if _have_struck(state, (supported,), target):
        return None
    return refuse(
        "N12.28",
        "A Support order allows a charge only on a hex that {name} has assaulted, "
        "charged or bombarded this turn or last.",
        name=state.battle.formations[supported].name,
    )


def _have_struck(state: GameState, formations: Collection[FormationId], target: Hex) -> bool:
    """Whether one of some formations has struck at a hex this turn or last."""
    blows = (blow for x in formations for blow in state.assaults.struck.get(x, ()))
    return any(hex_ == target and turn >= state.turn - 1 for turn, hex_ in blows)


def _at_objective(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Defend: the objective hex, or as far round it as the order says (N12.24, N12.35)."""
    step, field = step_of(state, unit), state.battle.battlefield
    objective, zone = objective_of(state, step), step.zone or 0
    if objective is None:
        return refuse("N12.24", "A Defend order allows an assault on its objective only.")
    if field.grid.distance(target, objective) <= zone:
        return _stray(state, unit)
    where = say("in {name}", name=field.name_of(objective))
    if zone:
        where = say("within {zone} hexes of {name}", zone=zone, name=field.name_of(objective))
    words = mark("A Defend order allows an assault on enemies {where} only.")
    return refuse("N12.35", words, where=where)


def _supports_assault(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Support X: X's own assaults, else what X has assaulted this turn or last (N12.28)."""
    step, acting = step_of(state, unit), state.activation
    supported = supported_by(state, state.side_of(unit), step)
    if not supported:
        where = "anything" if step.target is None else state.battle.battlefield.name_of(step.target)
        return refuse(
            "N12.28",
            "A Support order allows no assault while no formation has orders to attack {where}.",
            where=where,
        )
    if acting is not None and any(x in acting.formations for x in supported):
        return None
    if _have_struck(state, supported, target):
        return None
    return refuse(
        "N12.36",
        "A Support order allows an assault only on a hex that {names} has assaulted this "
        "turn or last.",
        names=say(" or ").join(state.battle.formations[x].name for x in supported),
    )
