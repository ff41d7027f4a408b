"""Which guns may bombard which hexes, and the fire of guns from afar (N9.1-N9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.engine import Refusal, refuse
from hexwar.ground.sight import has_line_of_sight, is_dark, state_sight_limit
from hexwar.ground.zones import contact_hexes, enemy_hexes, is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc import numbers as combat_numbers
from hexwar.systems.nlc.numbers import numbers_of, percent_in
from hexwar.systems.nlc.rules.cards.combat_rows import bombardment_rows
from hexwar.systems.nlc.rules.combat.fight import Units, by_hex, foes_in, hex_of
from hexwar.systems.nlc.rules.combat.fire import Line, column_of, fire_report
from hexwar.systems.nlc.rules.combat.permits import Bar, first_bar, may_bombard
from hexwar.systems.nlc.rules.command.command import is_in_command
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.reports import FireReport

# -- the weather and the hour


def time_refusal(state: GameState) -> Refusal | None:
    """Why nobody can bombard now, or None: it is night (N17.1), or the weather bars it (N9.3)."""
    if is_dark(state):
        return refuse("N17.1", "Nobody bombards at night.")
    weather = state.sky.weather
    if weather in numbers_of(state.battle).bombardment.barred:
        return refuse("N9.3", "Nobody bombards in this weather ({weather}).", weather=weather)
    return None


# -- the target


def target_refusal(state: GameState, side: Side, target: Hex) -> Refusal | None:
    """Why a side may not bombard a hex now, whatever its guns, or None."""
    if target not in enemy_hexes(state, side):
        return refuse("N9.8", "There is no enemy combat unit in {target}.", target=target)
    field = state.battle.battlefield
    if field.terrain_at(target).cover.closed:
        name = field.name_of(target)
        return refuse("N9.2", "{name} is a château: it cannot be bombarded.", name=name)
    if state.activation is not None and target in state.activation.bombarded:
        return refuse("N9.5", "{target} has been bombarded in this activation.", target=target)
    return None


# -- the guns


def gun_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit may not bombard anything now, or None (N9.1, N9.4, N4.53)."""
    return first_bar(state, unit, _gun_bars(state, unit)) or may_bombard(state, unit)


def _gun_bars(state: GameState, unit: UnitId) -> Iterator[Bar]:
    record = state.units[unit]
    yield not state.card(unit).arm.is_artillery, "N9.1", mark("{name} has no guns.")
    yield record.hex is None, "N9.1", mark("{name} is not on the map.")
    yield record.column, "N4.53", mark("{name} is in road column.")
    yield record.bombarded is not None, "N9.1", mark("{name} has bombarded already.")
    yield record.done, "N8.92", mark("{name} has advanced and may not act again.")
    yield has_moved_far(state, unit), "N9.4", mark("{name} has moved more than half its MA.")


def has_moved_far(state: GameState, unit: UnitId) -> bool:
    """Whether foot artillery has moved too far to unlimber this activation (N9.4, N7.1).

    Its MA is what it has now: less while Disrupted (house rule).
    """
    if state.card(unit).arm is Arm.HORSE_ARTILLERY:
        return False
    divisor = numbers_of(state.battle).bombardment.movement_divisor
    return state.units[unit].spent * divisor > allowance(state, unit)


def aim_refusal(state: GameState, unit: UnitId, target: Hex) -> Refusal | None:
    """Why a gun that may bombard cannot bombard a hex, or None: range and sight (N9.1, N9.8)."""
    hex_, name = hex_of(state, unit), state.card(unit).name
    if target not in contact_hexes(state, hex_) and is_in_contact(state, unit):
        words = mark("{name} is in contact and fires only at a hex next to it.")
        return refuse("N9.8", words, name=name)
    longest, field = longest_range(state, unit), state.battle.battlefield
    if range_to(state, unit, target) > longest:
        words = mark("{name} reaches no farther than {hexes} now.")
        hexes = count("{n} hex", "{n} hexes", longest)
        return refuse(_range_rule(state, unit), words, name=name, hexes=hexes)
    if not has_line_of_sight(field, hex_, target, longest):
        where = field.name_of(target)
        return refuse("N9.7", "{name} does not see {target}.", name=name, target=where)
    return None


def longest_range(state: GameState, unit: UnitId) -> int:
    """How far a gun reaches now, hexes: less in dim weather or out of command (N9.3, N14.4)."""
    rows = numbers_of(state.battle).bombardment
    if state.sky.weather in rows.dim or not is_in_command(state, unit):
        return 1
    return min(rows.range, state_sight_limit(state))


def _range_rule(state: GameState, unit: UnitId) -> str:
    if state.sky.weather in numbers_of(state.battle).bombardment.dim:
        return "N9.3"
    return "N9.1" if is_in_command(state, unit) else "N14.4"


# -- a whole bombardment


def bombardment_refusal(
    state: GameState, formation: FormationId, declared: Bombardment
) -> Refusal | None:
    """Why a formation that acts may not make a bombardment, or None."""
    side, own = state.battle.formations[formation].side, units_of_body(state, formation)
    refusal = time_refusal(state) or target_refusal(state, side, declared.target)
    if refusal is not None:
        return refusal
    if not declared.units or len(set(declared.units)) < len(declared.units):
        return refuse("N9.1", "Name at least one battery, each once.")
    for unit in declared.units:
        if unit not in own:
            return refuse("N9.5", "Only guns of the formation that acts may bombard.")
        refusal = gun_refusal(state, unit) or aim_refusal(state, unit, declared.target)
        if refusal is not None:
            return refusal
    if bombardment_fire(state, declared).column is None:
        return refuse("N9.8", "Their fire would come to nothing.")
    return None


# -- who can fire at what


def targets_of(state: GameState, unit: UnitId) -> Iterator[Hex]:
    """The hexes that a unit could bombard now, alone or with others, by id."""
    if gun_refusal(state, unit) is not None:
        return
    side, within = state.side_of(unit), state.battle.battlefield.grid.within
    near = enemy_hexes(state, side) & set(within(hex_of(state, unit), longest_range(state, unit)))
    for target in sorted(near):
        if not (target_refusal(state, side, target) or aim_refusal(state, unit, target)):
            yield target


def has_target(state: GameState, unit: UnitId) -> bool:
    """Whether a unit could bombard a hex by itself from where it stands (N12.33)."""
    if not state.card(unit).arm.is_artillery or time_refusal(state) is not None:
        return False
    return any(
        bombardment_fire(state, Bombardment(target, (unit,))).column is not None
        for target in targets_of(state, unit)
    )


def bombardments(state: GameState, formation: FormationId) -> list[Bombardment]:
    """Each target of those who act, with all guns that can fire at it and with those of a hex."""
    if time_refusal(state) is not None:
        return []
    aimed: dict[Hex, Units] = {}
    for unit in units_of_body(state, formation):
        for target in targets_of(state, unit):
            aimed[target] = (*aimed.get(target, ()), unit)
    found = []
    for target, guns in sorted(aimed.items()):
        stacks = by_hex(state, sorted(guns, key=lambda unit: hex_of(state, unit)))
        parts = [guns, *stacks] if len(stacks) > 1 else [guns]
        found += [Bombardment(target, part) for part in parts]
    return [one for one in found if bombardment_fire(state, one).column is not None]


# -- the fire of guns from afar: its percentages and the Bombardment Table (N9.2, N9.6, N9.8)


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Guns that fire at a hex, together."""

    target: Hex
    units: Units


def bombardment_fire(state: GameState, declared: Bombardment) -> FireReport:
    """The strength of a bombardment, gun by gun, its column and what is added to the die."""
    rows = numbers_of(state.battle).bombardment
    percents = {
        unit: tuple(_gun_lines(state, rows, unit, declared.target)) for unit in declared.units
    }
    report = fire_report(state, percents, tuple(_die_lines(state, rows, declared)))
    return replace(report, column=column_of(rows, report.strength))


def range_to(state: GameState, unit: UnitId, target: Hex) -> int:
    """How many hexes a gun on the map is away from a hex."""
    return state.battle.battlefield.grid.distance(hex_of(state, unit), target)


def _gun_lines(
    state: GameState, rows: combat_numbers.Bombardment, unit: UnitId, target: Hex
) -> Iterator[Line]:
    """The percentages of one gun."""
    distance = range_to(state, unit, target)
    if distance >= rows.far:
        yield say("{distance} hexes away", distance=distance), rows.far_percent, "N9.2"
    terrain = state.battle.battlefield.terrain_at(target)
    percent = percent_in(rows, terrain)
    if percent is not None:
        yield terrain.value, percent, "N9.2"
    if state.sky.weather in rows.dim:
        yield state.sky.weather, rows.dim_percent, "N9.3"
    if state.units[unit].disrupted:
        yield say("Disrupted"), rows.disrupted, "N9.4"


def _die_lines(
    state: GameState, rows: combat_numbers.Bombardment, declared: Bombardment
) -> Iterator[Line]:
    """What is added to the die: a target that stands close is hit more often (N9.6, N10.31)."""
    foes = foes_in(state, declared.target, declared.units)
    targets = [state.units[unit] for unit in foes]
    if any(unit.square for unit in targets):
        yield say("target in square"), rows.loose_target, "N10.31"
    elif any(unit.column for unit in targets):
        yield say("target in road column"), rows.loose_target, "N9.6"
    if sum(map(state.sp, foes)) >= rows.dense_sp:
        yield say("dense target"), rows.dense_target, "N9.6"
    yield from bombardment_rows(state, state.side_of(declared.units[0]))
