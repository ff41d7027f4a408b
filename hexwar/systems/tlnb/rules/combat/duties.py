"""Who must attack, and whom: duties as a matching (T10.1, T10.11-T10.14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.zones import contact_hexes, enemy_hexes, is_in_contact
from hexwar.hexes import Hex, hexside
from hexwar.messages import mark
from hexwar.systems.tlnb.events.combat import DutiesListed
from hexwar.systems.tlnb.events.turn import DutyWaived
from hexwar.systems.tlnb.rules.cards.effects import gives_way, is_voluntary
from hexwar.systems.tlnb.rules.special.places import held_back
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.state import Blow, Step, TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.spans import Crossing, crossing


def list_duties(table: Table[TlnbState]) -> None:
    """T10.11: duties are listed once, when C-4 begins, or when attacks are named (T10.24)."""
    units, hexes = duties_of(table.state)
    table.emit(DutiesListed(units, tuple(sorted(hexes))))


def duties_of(state: TlnbState) -> tuple[tuple[UnitId, ...], frozenset[Hex]]:
    """Who of the phasing side must attack, and which hexes must be attacked (T10.11)."""
    side = state.phasing
    is_free = state.battle.flag("mandatory") == "off" or is_voluntary(state, side)
    if is_night(state):
        return (), frozenset()
    if is_free:  # who was driven upon an enemy by the snow must attack all the same (T34.6)
        driven = state.special.blinded
        return tuple(u for u in state.units if u in driven and _owes(state, u)), frozenset()
    units = tuple(u.id for u in state.on_map(side) if _owes(state, u.id))
    return units, frozenset(_owed(state, side))


def _owes(state: TlnbState, unit: UnitId) -> bool:
    record = state.units[unit]
    if not state.card(unit).is_combat_unit or record.charged or unit in state.marks.returned:
        return False
    if any(unit in ride.units for ride in state.fights.rides):
        return False
    if _shot_near(state, unit) or held_back(state, unit) is not None:
        return False
    return is_in_contact(state, unit)


def _shot_near(state: TlnbState, unit: UnitId) -> bool:
    """Whether a battery bombarded the next hex in this Player-Turn."""
    record, grid = state.units[unit], state.battle.battlefield.grid
    if record.bombarded is None or record.hex is None:
        return False
    return grid.distance(record.hex, record.bombarded) == 1


def _owed(state: TlnbState, side: Side) -> set[Hex]:
    """The enemy hexes whose zone covers a combat unit of the side, less those dealt with."""
    shape = state.law.zone_shape(state)
    found: set[Hex] = set()
    for hex_ in enemy_hexes(state, side):
        near = (n for n in contact_hexes(state, hex_) if n not in state.positions | shape.shuns)
        if any(state.combat_units_in(n, side) for n in near):
            found.add(hex_)
    shot = {u.bombarded for u in state.on_map(side) if u.bombarded and _shot_near(state, u.id)}
    to_charge = {ride.target for ride in state.fights.rides}
    return {h for h in found if state.combat_units_in(h)} - shot - state.fights.charged - to_charge


# -- who may attack (T10.13)


def unit_refusal(state: TlnbState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why a unit may not attack a hex, or None."""
    record, card = state.units[unit], state.card(unit)
    name, field = card.name, state.battle.battlefield
    if record.hex is None or card.side != state.phasing or not card.is_combat_unit:
        return refuse("T10.13", "{name} cannot attack.", name=name)
    if target not in field.grid.neighbours[record.hex]:
        return refuse("T10.3", "{name} is not next to {target}.", name=name, target=target)
    if record.assaulted:
        return refuse("T10.2", "{name} has fought.", name=name)
    if record.bombarded is not None:
        return refuse("T12.9", "{name} has bombarded.", name=name)
    if record.column:
        return refuse("T10.13", "{name} is in Road March.", name=name)
    if unit in state.marks.returned:
        return refuse("T14.5", "{name} has only just come back.", name=name)
    met = crossing(field, state.spans, record.hex, target)
    if met is Crossing.RIVER:
        return refuse("T10.6", "Nobody attacks across the river to {target}.", target=target)
    if card.arm.is_artillery and met in (Crossing.FORD, Crossing.DAMAGED_BRIDGE):
        words = mark("Guns only bombard across fords and damaged bridges.")
        return refuse("T10.13", words)
    side = hexside(record.hex, target)
    if dict(state.fights.bridges).get(side, record.hex) != record.hex:
        return refuse("T7.66", "The units of another hex have attacked over this bridge.")
    return held_back(state, unit) or _naming_refusal(state, unit, target)


def _naming_refusal(state: TlnbState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why a unit may not attack where attacks are named beforehand, or None (T10.24)."""
    if not is_naming(state) and not is_bound(state):
        return None
    name, fights = state.card(unit).name, state.fights
    named = next((blow.target for blow in fights.blows if unit in blow.units), None)
    if is_bound(state):
        if named == target:
            return None
        return refuse("T10.24", "{name} was not to attack {target}.", name=name, target=target)
    if named is not None:
        return refuse("T10.24", "{name} is to attack {target}.", name=name, target=named)
    if any(unit in ride.units for ride in fights.rides):
        return refuse("T10.24", "{name} is to charge.", name=name)
    return None


def is_naming(state: TlnbState) -> bool:
    """Whether attacks are being named beforehand (T10.24)."""
    return state.battle.flag("declare") == "all" and state.step is Step.DECLARATION


def is_bound(state: TlnbState) -> bool:
    """Whether only attacks that were named are made (T10.24)."""
    return state.battle.flag("declare") == "all" and state.step is Step.COMBAT


def target_refusal(state: TlnbState, target: Hex) -> Refusal | None:
    """Why a hex may not be attacked, or None (T10.2, T10.13, T10.20)."""
    if not state.combat_units_in(target, state.waiting):
        return refuse("T10.13", "No enemy combat unit stands in {target}.", target=target)
    if target in state.fights.attacked:
        return refuse("T10.2", "{target} has been attacked.", target=target)
    is_named = any(blow.target == target for blow in state.fights.blows)
    if is_naming(state) and is_named:
        return refuse("T10.24", "{target} is to be attacked already.", target=target)
    if is_bound(state) and not is_named:
        return refuse("T10.24", "No attack on {target} was named.", target=target)
    return None


@kept
def eligible(state: TlnbState) -> Mapping[Hex, tuple[UnitId, ...]]:
    """The hexes that can still be attacked, each with the units that may (T10.13)."""
    side, around = state.phasing, state.battle.battlefield.grid.neighbours
    found: dict[Hex, list[UnitId]] = {}
    for record in state.on_map(side):
        if record.hex is None or not state.card(record.id).is_combat_unit:
            continue
        for near in around[record.hex]:
            is_open = target_refusal(state, near) is None
            if is_open and unit_refusal(state, record.id, near) is None:
                found.setdefault(near, []).append(record.id)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}


# -- the law of a declaration (T10.12)


def declaration_refusal(state: TlnbState, blow: Blow) -> Refusal | None:
    """Why an attack may not be declared, or None."""
    if not blow.units or len(set(blow.units)) != len(blow.units):
        return refuse("T10.12", "Name the units that attack.")
    if blow.target not in state.battle.battlefield.grid:
        return refuse("T10.12", "There is no such hex.")
    refusal = target_refusal(state, blow.target)
    for unit in blow.units:
        if unit not in state.units:
            return refuse("T10.12", "There is no such unit.")
        refusal = refusal or unit_refusal(state, unit, blow.target)
    if refusal is None and is_bound(state):
        left = eligible(state)[blow.target]
        if set(left) != set(blow.units):
            return refuse("T10.24", "An attack that was named may be dropped, but not changed.")
    if refusal is None and gives_way(state, state.phasing) and not is_owed(state, blow):
        return refuse("T24.3", "Who retreats from the field attacks only where he must.")
    return refusal or _duty_refusal(state, blow)


def _duty_refusal(state: TlnbState, blow: Blow) -> Refusal | None:
    open_hexes = eligible(state)
    for unit in state.fights.duty_units:
        left = [hex_ for hex_, units in open_hexes.items() if unit in units]
        if left == [blow.target] and unit not in blow.units:
            name = state.card(unit).name
            words = mark("{name} must attack, and has no other hex to attack.")
            return refuse("T10.12", words, name=name)
    listed = [hex_ for hex_ in open_hexes if hex_ in state.fights.duty_hexes]
    before = matching(listed, open_hexes, ())
    after_hexes = [hex_ for hex_ in listed if hex_ != blow.target]
    after = matching(after_hexes, open_hexes, blow.units)
    if after < before - (blow.target in listed):
        words = mark("Then nobody would be left to attack a hex that must be attacked.")
        return refuse("T10.12", words)
    return None


def matching(
    hexes: Sequence[Hex], eligible_: Mapping[Hex, Sequence[UnitId]], gone: Collection[UnitId]
) -> int:
    """How many of some hexes can be attacked, a unit each, without those who are gone (T10.12)."""
    return len(matched(hexes, eligible_, gone))


def matched(
    hexes: Sequence[Hex], eligible_: Mapping[Hex, Sequence[UnitId]], gone: Collection[UnitId] = ()
) -> Mapping[UnitId, Hex]:
    """A unit for as many of some hexes as can be attacked at once, without those who are gone."""
    partner: dict[UnitId, Hex] = {}

    def place(hex_: Hex, tried: set[UnitId]) -> bool:
        for unit in eligible_[hex_]:
            if unit in gone or unit in tried:
                continue
            tried.add(unit)
            if unit not in partner or place(partner[unit], tried):
                partner[unit] = hex_
                return True
        return False

    for hex_ in hexes:
        place(hex_, set())
    return partner


# -- when the segment may end (T10.14)


def is_owed(state: TlnbState, blow: Blow) -> bool:
    """Whether an attack meets a duty."""
    fights = state.fights
    return blow.target in fights.duty_hexes or not fights.duty_units.isdisjoint(blow.units)


def waive(table: Table[TlnbState]) -> None:
    """T10.14: duties that none can meet are waived and logged."""
    state = table.state
    open_hexes = eligible(state)
    busy = {unit for units in open_hexes.values() for unit in units}
    hexes = tuple(sorted(h for h in state.fights.duty_hexes if h not in open_hexes))
    units = tuple(u for u in state.units if u in state.fights.duty_units and u not in busy)
    if hexes:
        table.emit(DutyWaived(hexes, ()))
    if units:
        table.emit(DutyWaived((), units))
