"""The law of a declaration: which targets, which units, what an Attack owes (N8.1, N8.33)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hexwar.cards.records import Effect
from hexwar.engine import Refusal, refuse
from hexwar.ground.zones import contact_hexes, enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.cards.order_effects import excuse_of
from hexwar.systems.nlc.rules.combat.permits import (
    assault_permission,
    attackers_with,
    has_advanced,
    has_assaulted,
    is_rested_guest,
)
from hexwar.systems.nlc.rules.combat.square import square_refusal
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.command.guard import may_commit
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.activation import active, body_of, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, Side, UnitId

MUST = "must"
"""The word of the table of orders for who has to try (N8.33)."""


def target_refusal(state: GameState, side: Side, target: Hex) -> Refusal | None:
    """Why a side may not assault a hex now, or None."""
    if not state.holders_of(target, state.battle.enemy(side)):
        return refuse("N8.1", "There is no enemy combat unit in {target}.", target=target)
    if target in active(state).assaulted:
        return refuse(
            "N8.1", "{target} has been named for an assault in this activation.", target=target
        )
    return None


def attacker_refusal(
    state: GameState, formation: FormationId, unit: UnitId, target: Hex
) -> Refusal | None:
    """Why a unit may not take part in an assault on a hex, or None."""
    refusal = assaulter_refusal(state, formation, unit)
    if refusal is not None:
        return refusal
    hex_ = state.units[unit].hex
    if hex_ is None or target not in contact_hexes(state, hex_):
        return refuse(
            "N3.7",
            "{card} is not in contact with {target}.",
            card=state.card(unit).name,
            target=target,
        )
    return assault_permission(state, unit, target)


def assaulter_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    """Why a unit may not assault anything now, or None (N4.53, N8.35)."""
    if unit not in attackers_with(state, formation):
        return refuse("N4.33", "Only units of the formation that acts may assault.")
    return (
        _marker_refusal(state, unit)
        or _spent_refusal(state, formation, unit)
        or _command_refusal(state, unit)
    )


def _marker_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What a unit is, where it is and how it is formed."""
    record, card = state.units[unit], state.card(unit)
    if record.hex is None:
        return refuse("N8.35", "{card} is not on the map.", card=card.name)
    if not card.is_combat_unit:
        return refuse("N16.4", "{card} is no combat unit.", card=card.name)
    if record.disrupted:
        return refuse("N11.8", "{card} is Disrupted.", card=card.name)
    if record.column:
        return refuse("N4.53", "{card} is in road column.", card=card.name)
    return square_refusal(state, unit)


def _spent_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    """What a unit has done already in this activation: one of three, and once (N4.53)."""
    record, name = state.units[unit], state.card(unit).name
    if has_assaulted(state, formation, unit):
        return refuse("N8.1", "{name} has assaulted already.", name=name)
    if has_advanced(state, formation, unit):
        return refuse("N8.92", "{name} has advanced and may not act again.", name=name)
    if is_rested_guest(state, formation, unit):
        return None
    if record.bombarded is not None:
        return refuse("N4.53", "{name} has bombarded and may not assault as well.", name=name)
    if record.charged:
        return refuse("N4.53", "{name} has charged and may not assault as well.", name=name)
    return None


def _command_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What command, order, spirit and the hour of the night forbid."""
    card, formation = state.card(unit), state.formation_of(unit)
    if not is_in_command(state, unit):
        return refuse("N14.4", "{card} is out of command.", card=card.name)
    if not permissions(state, unit).assault:
        return refuse("N12.2", "The order of the formation does not allow it to assault.")
    if formation.id in active(state).daunted:
        return refuse(
            "N8.32", "{formation} assaults no more in this activation.", formation=formation.name
        )
    if state.turn_card.kind is TurnKind.NIGHT_AM:
        return refuse("N17.2", "Nobody assaults after midnight.")
    return may_commit(state, unit)


# -- everything that is open


def targets(state: GameState, formation: FormationId) -> dict[Hex, tuple[UnitId, ...]]:
    """Each hex that those who act can assault, by id, with all units that can."""
    side = state.battle.formations[formation].side
    held, found = enemy_hexes(state, side), defaultdict[Hex, list[UnitId]](list)
    for unit in attackers_with(state, formation):
        hex_ = state.units[unit].hex
        near = [] if hex_ is None else [t for t in contact_hexes(state, hex_) if t in held]
        if near and assaulter_refusal(state, formation, unit) is None:
            for target in near:
                if _is_open(state, side, unit, target):
                    found[target].append(unit)
    return {
        target: tuple(found[target])
        for target in sorted(found)
        if has_own(state, formation, found[target])
    }


def _is_open(state: GameState, side: Side, unit: UnitId, target: Hex) -> bool:
    return (
        target_refusal(state, side, target) is None
        and assault_permission(state, unit, target) is None
    )


def has_own(state: GameState, formation: FormationId, units: Iterable[UnitId]) -> bool:
    """Whether any unit is of those who act: supporters do not assault by themselves (N12.36)."""
    body = body_of(state, formation)
    return any(state.formation_of(unit).id in body for unit in units)


# -- what an Attack order owes (N8.33)


def owes_roll(state: GameState, unit: UnitId) -> bool:
    """Whether a unit's formation acts under an Attack order and has rolled for no assault yet.

    An order that a view does not show owes nothing, nor does who is excused by a card (N23.4).
    """
    if not _is_untried(state, unit) or excuse_of(state, unit) is not None:
        return False
    return is_order_known(state, unit) and permissions(state, unit).row.assault == MUST


def _is_untried(state: GameState, unit: UnitId) -> bool:
    """Whether a unit's formation acts and has rolled for no assault yet."""
    acting, formation = active(state), state.formation_of(unit).id
    return formation in acting.formations and formation not in acting.confident


def excuses(state: GameState, formation: FormationId) -> tuple[Effect, ...]:
    """The effects by which those who act leave an assault undone that an Attack owes (N23.4).

    Who has declared an assault and dropped it has left it undone too.
    """
    if not state.cards.effects:
        return ()
    able = (unit for unit in units_of_body(state, formation) if _could_assault(state, unit))
    found = (excuse_of(state, unit) for unit in able if _is_untried(state, unit))
    return tuple(dict.fromkeys(effect for effect in found if effect is not None))


def _could_assault(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is fit for an assault and in contact with an enemy, whatever it has done."""
    hex_ = state.units[unit].hex
    if hex_ is None or _marker_refusal(state, unit) is not None:
        return False
    if _command_refusal(state, unit) is not None:
        return False
    enemy = state.battle.enemy(state.side_of(unit))
    return any(state.holders_of(near, enemy) for near in contact_hexes(state, hex_))


def is_order_known(state: GameState, unit: UnitId) -> bool:
    """Whether the table shows the order of a unit; a view leaves those of the enemy blank."""
    line = state.pad.lines.get(state.line_id_of(unit))
    return line is not None and bool(line.steps)


def end_refusal(state: GameState, formation: FormationId) -> Refusal | None:
    """Why the Assault Segment may not end yet, or None: an Attack must try while it can."""
    for target, units in targets(state, formation).items():
        for unit in units:
            if owes_roll(state, unit):
                name = state.formation_of(unit).name
                return refuse(
                    "N8.33",
                    "{name} is to attack: it must roll for one assault at least, as on {target}.",
                    name=name,
                    target=target,
                )
    return None
