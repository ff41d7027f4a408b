"""Troops bound to a place, or kept from the enemy, until a turn or an event (T34.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.series.battle import SpecialRule
from hexwar.systems.tlnb.events.special import SpecialRuleLapsed
from hexwar.systems.tlnb.rules.cards.effects import COMMANDERS, commands_all, named_by
from hexwar.systems.tlnb.rules.combat.guard import is_guard
from hexwar.systems.tlnb.rules.special.registry import CROWN_PRINCE, IN_HAND, WAITS
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, LeaderId, Side, UnitId

# -- what still binds


def in_force(state: TlnbState, id_: str) -> SpecialRule | None:
    """A special rule of the battle that has not lapsed, or None."""
    return None if id_ in state.special.lapsed else state.battle.special.get(id_)


def side_of(state: TlnbState, rule: SpecialRule) -> Side:
    """Whose formations a rule is about."""
    return state.battle.formations[rule.formations[0]].side


def release(table: Table[TlnbState]) -> None:
    """T34.6: rules whose turn or event has come bind nobody any more, for good."""
    for id_, reason in list(_lapses(table.state)):
        table.emit(SpecialRuleLapsed(id_, reason))


def _lapses(state: TlnbState) -> Iterator[tuple[str, str]]:
    waits, prince = in_force(state, WAITS), in_force(state, CROWN_PRINCE)
    if waits is not None and (reason := _why_free(state, waits)):
        yield WAITS, reason
    if prince is not None and (reason := _why_forward(state, prince)):
        yield CROWN_PRINCE, reason
    guard = in_force(state, IN_HAND)
    if guard is not None and state.turn > guard.number("until_turn"):
        yield IN_HAND, _TIME


_TIME = mark("its time is over")


# -- Bülow waits


@kept
def _why_free(state: TlnbState, rule: SpecialRule) -> str:
    """Why those who wait are free now; empty while they wait."""
    if state.turn >= rule.number("turn"):
        return _TIME
    side = side_of(state, rule)
    if commands_all(state, side):
        return mark("they arrive early")
    distance, far = state.battle.battlefield.grid.distance, rule.number("hexes")
    enemies = [
        u.hex
        for u in state.on_map(state.battle.enemy(side))
        if u.hex is not None and state.card(u.id).is_combat_unit
    ]
    here = _where(state, rule.formations)
    is_near = any(distance(a, b) <= far for a in here for b in enemies)
    return mark("the enemy is near") if is_near else ""


def _where(state: TlnbState, formations: Sequence[FormationId]) -> set[Hex]:
    """The hexes where units and leaders of formations stand."""
    units = {state.units[u].hex for f in formations for u in state.units_of(f)}
    cards = (state.battle.formations[f] for f in formations)
    leaders = {state.leaders[x].hex for card in cards for x in card.leaders}
    return {hex_ for hex_ in units | leaders if hex_ is not None}


def waiting(state: TlnbState, formation: FormationId) -> SpecialRule | None:
    """The rule by which a formation still waits where it was set up, hidden (T16); else None."""
    rule = in_force(state, WAITS)
    if rule is None or formation not in rule.formations or _why_free(state, rule):
        return None
    return rule


def unit_waits(state: TlnbState, unit: UnitId) -> Refusal | None:
    """Why a unit may not leave its hex yet, or None."""
    rule = waiting(state, state.formation_of(unit).id)
    return None if rule is None else _waits(rule, state.card(unit).name)


def leader_waits(state: TlnbState, leader: LeaderId) -> Refusal | None:
    """Why a leader may not leave his hex yet, or None."""
    card = state.battle.leaders[leader]
    rule = waiting(state, card.formation)
    return None if rule is None else _waits(rule, card.name)


def _waits(rule: SpecialRule, name: str) -> Refusal:
    words = mark(
        "{name} waits, hidden, before turn {turn}, unless the enemy comes within {n} hexes."
    )
    return refuse("T34.6", words, name=name, turn=rule.number("turn"), n=rule.number("hexes"))


# -- the Guard in hand


def in_hand_refusal(state: TlnbState, units: Sequence[UnitId], end: Hex) -> Refusal | None:
    """Why units of the Old Guard may not end a move in a hex yet, or None."""
    rule = in_force(state, IN_HAND)
    if rule is None or state.turn > rule.number("until_turn"):
        return None
    guards = [u for u in units if state.formation_of(u).id in rule.formations]
    guards = [u for u in guards if is_guard(state, u)]
    distance, centre = state.battle.battlefield.grid.distance, rule.hexes[0]
    if not guards or distance(centre, end) <= rule.number("radius"):
        return None
    enemy = state.battle.enemy(side_of(state, rule))
    near = (u for u in state.on_map(enemy) if state.card(u.id).is_combat_unit)
    if any(u.hex and distance(centre, u.hex) <= rule.number("release") for u in near):
        return None
    words = mark(
        "Until the end of turn {turn} {name} stays within {n} hexes of {place}, unless the enemy"
        " comes within {m} hexes of it."
    )
    return refuse(
        "T34.6",
        words,
        turn=rule.number("until_turn"),
        name=state.card(guards[0]).name,
        n=rule.number("radius"),
        m=rule.number("release"),
        place=state.battle.battlefield.name_of(centre),
    )


# -- the Crown Prince holds back


def _why_forward(state: TlnbState, rule: SpecialRule) -> str:
    """Why the foot of the Crown Prince goes forward now; empty while it is held back."""
    if state.turn >= rule.number("turn"):
        return _TIME
    wing = state.battle.formations[rule.formations[0]].assigned_to
    named = named_by(state, side_of(state, rule), *COMMANDERS)
    leaders = () if wing is None else state.battle.formations[wing].leaders
    return mark("he has come in person") if named.intersection(leaders) else ""


def held_back(state: TlnbState, unit: UnitId) -> Refusal | None:
    """Why a unit enters no EZOC, and neither attacks nor bombards yet, or None."""
    rule = in_force(state, CROWN_PRINCE)
    if rule is None or state.formation_of(unit).id not in rule.formations:
        return None
    card = state.card(unit)
    if card.arm not in (Arm.INFANTRY, Arm.FOOT_ARTILLERY) or _why_forward(state, rule):
        return None
    words = mark(
        "The Crown Prince holds {name} back: before turn {turn} it enters no enemy zone and"
        " attacks nobody."
    )
    return refuse("T34.6", words, name=card.name, turn=rule.number("turn"))


def advance_refusal(state: TlnbState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit may not advance into a hex after a combat, or None."""
    refusal = in_hand_refusal(state, (unit,), hex_)
    if refusal is None and hex_ in enemy_zone(state, state.side_of(unit)):
        refusal = held_back(state, unit)
    return refusal or unit_waits(state, unit)
