"""The law of a declaration: which targets, which units, what an Attack owes (N8.1, N8.33)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from hexwar.cards.records import Effect
from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept
from hexwar.ground.zones import contact_hexes, enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.rules.cards.order_effects import excuse_of
from hexwar.systems.nlc.rules.combat.fight import Units, foes_in
from hexwar.systems.nlc.rules.combat.permits import Bar, assault_permission, first_bar
from hexwar.systems.nlc.rules.combat.square import square_refusal
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.command.guard import may_commit
from hexwar.systems.nlc.rules.orders.goals import supported_by
from hexwar.systems.nlc.rules.orders.permissions import line_row, permissions, row_of, step_of
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
        words = mark("{target} has been named for an assault in this activation.")
        return refuse("N8.1", words, target=target)
    return None


def attacker_refusal(
    state: GameState, formation: FormationId, unit: UnitId, target: Hex
) -> Refusal | None:
    """Why a unit may not take part in an assault on a hex, or None."""
    refusal = assaulter_refusal(state, formation, unit)
    if refusal is not None:
        return refusal
    hex_, card = state.units[unit].hex, state.card(unit).name
    if hex_ is None or target not in contact_hexes(state, hex_):
        return refuse("N3.7", "{card} is not in contact with {target}.", card=card, target=target)
    return _joined_permission(state, formation, unit, target)


def _joined_permission(
    state: GameState, formation: FormationId, unit: UnitId, target: Hex
) -> Refusal | None:
    """What the order of a unit says of an assault on a hex (N12.2)."""
    return None if _is_free(state, formation, unit) else assault_permission(state, unit, target)


def _is_free(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit joins whatever it was told before: it chooses later this turn (N26.1)."""
    return state.battle.is_basic and is_rested_guest(state, formation, unit)


def assaulter_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    """Why a unit may not assault anything now, or None (N4.53, N8.35)."""
    if unit not in attackers_with(state, formation):
        return refuse("N4.33", "Only units of the formation that acts may assault.")
    return (
        _marker_refusal(state, unit)
        or first_bar(state, unit, _spent_bars(state, formation, unit))
        or _command_refusal(state, formation, unit)
    )


def _marker_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """What a unit is, where it is and how it is formed."""
    record = state.units[unit]
    bars = (
        (record.hex is None, "N8.35", mark("{name} is not on the map.")),
        (not state.card(unit).is_combat_unit, "N16.4", mark("{name} is no combat unit.")),
        (record.disrupted, "N11.8", mark("{name} is Disrupted.")),
        (record.column, "N4.53", mark("{name} is in road column.")),
    )
    return first_bar(state, unit, bars) or square_refusal(state, unit)


def _spent_bars(state: GameState, formation: FormationId, unit: UnitId) -> Iterator[Bar]:
    """What a unit has done already in this activation: one of three, and once (N4.53)."""
    record, rested = state.units[unit], is_rested_guest(state, formation, unit)
    assaulted = unit in state.assaults.lent or (record.assaulted and not rested)
    yield assaulted, "N8.1", mark("{name} has assaulted already.")
    if not rested:
        yield record.done, "N8.92", mark("{name} has advanced and may not act again.")
        guns = record.bombarded is not None
        yield guns, "N4.53", mark("{name} has bombarded and may not assault as well.")
        yield record.charged, "N4.53", mark("{name} has charged and may not assault as well.")


def _command_refusal(state: GameState, acting: FormationId, unit: UnitId) -> Refusal | None:
    """What command, order, spirit and the hour of the night forbid."""
    formation, is_free = state.formation_of(unit), _is_free(state, acting, unit)
    if not is_in_command(state, unit):
        return refuse("N14.4", "{card} is out of command.", card=state.card(unit).name)
    if not is_free and not permissions(state, unit).assault:
        return refuse("N12.2", "The order of the formation does not allow it to assault.")
    if formation.id in active(state).daunted:
        return refuse(
            "N8.32", "{formation} assaults no more in this activation.", formation=formation.name
        )
    if state.turn_card.kind is TurnKind.NIGHT_AM:
        return refuse("N17.2", "Nobody assaults after midnight.")
    return may_commit(state, unit)


# -- everything that is open


@kept
def targets(state: GameState, formation: FormationId) -> Mapping[Hex, Units]:
    """Each hex that those who act can assault, by id, with all units that can."""
    side = state.battle.formations[formation].side
    held, found = enemy_hexes(state, side), defaultdict[Hex, list[UnitId]](list)
    for unit in attackers_with(state, formation):
        hex_ = state.units[unit].hex
        near = [] if hex_ is None else [t for t in contact_hexes(state, hex_) if t in held]
        if near and assaulter_refusal(state, formation, unit) is None:
            for target in near:
                barred = target_refusal(state, side, target)
                may = _joined_permission(state, formation, unit, target)
                if barred is None and may is None:
                    found[target].append(unit)
    return {
        hex_: tuple(found[hex_]) for hex_ in sorted(found) if has_own(state, formation, found[hex_])
    }


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
    own = units_of_body(state, formation)
    able = (unit for unit in own if _could_assault(state, formation, unit))
    found = (excuse_of(state, unit) for unit in able if _is_untried(state, unit))
    return tuple(dict.fromkeys(effect for effect in found if effect is not None))


def _could_assault(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether a unit is fit for an assault and in contact with an enemy, whatever it has done."""
    hex_ = state.units[unit].hex
    if hex_ is None or _marker_refusal(state, unit) or _command_refusal(state, formation, unit):
        return False
    return any(foes_in(state, near, (unit,)) for near in contact_hexes(state, hex_))


def is_order_known(state: GameState, unit: UnitId) -> bool:
    """Whether the table shows the order of a unit; a view leaves those of the enemy blank."""
    line = state.pad.lines.get(state.line_id_of(unit))
    return line is not None and bool(line.steps)


def end_refusal(state: GameState, formation: FormationId) -> Refusal | None:
    """Why the Assault Segment may not end yet, or None: an Attack must try while it can."""
    open_to = ((unit, hex_) for hex_, units in targets(state, formation).items() for unit in units)
    owed = next(((unit, hex_) for unit, hex_ in open_to if owes_roll(state, unit)), None)
    if owed is None:
        return None
    return refuse(
        "N8.33",
        "{name} is to attack: it must roll for one assault at least, as on {target}.",
        name=state.formation_of(owed[0]).name,
        target=owed[1],
    )


# -- who may join whose assaults (N12.36)


def attackers_with(state: GameState, formation: FormationId) -> Iterator[UnitId]:
    """The units that may be named in the assaults of a formation that acts (N4.33, N12.36).

    Its own, those that act with it (N4.32), and those whose order is to support one of them. In
    the basic game all formations of the side may combine (N26.1).
    """
    yield from units_of_body(state, formation)
    if state.battle.is_basic:
        body, side = body_of(state, formation), state.battle.formations[formation].side
        others = (unit.id for unit in state.on_map(side) if state.card(unit.id).is_combat_unit)
        yield from (unit for unit in others if state.formation_of(unit).id not in body)
        return
    lines = state.pad.lines
    if not state.cards.effects and not any(line_row(state, line).supports for line in lines):
        return
    body, side = body_of(state, formation), state.battle.formations[formation].side
    for unit in state.on_map(side):
        if state.formation_of(unit.id).id in body or not state.card(unit.id).is_combat_unit:
            continue
        step = step_of(state, unit.id)
        if row_of(state, step).supports and any(x in body for x in supported_by(state, side, step)):
            yield unit.id


def is_rested_guest(state: GameState, formation: FormationId, unit: UnitId) -> bool:
    """Whether the marks on a unit that would join are of an earlier turn (N4.46)."""
    own = state.formation_of(unit).id
    return own not in body_of(state, formation) and own not in state.chits.acted
