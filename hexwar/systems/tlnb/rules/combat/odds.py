"""The odds of an attack: strengths, ratio, shifts and all six results, each step with its reason.

What the window shows before the die is the very report that the flow uses (T10.15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.rules.cards.effects import (
    AT_BRIDGES,
    UNTRAINED_TROOPS,
    CombatRow,
    combat_rows,
    doubles,
    is_brought,
    title,
)
from hexwar.systems.tlnb.rules.combat.guard import is_guard
from hexwar.systems.tlnb.rules.command.command import printed_initiative
from hexwar.systems.tlnb.rules.losses.demoralization import is_demoralized, is_shaken
from hexwar.systems.tlnb.rules.special.fights import Acting, attack_die, columns_in
from hexwar.systems.tlnb.rules.special.ground import ground_at, water_between
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Arm, UnitId
from hexwar.table.spans import Crossing, crossing

BRIDGES = (Crossing.BRIDGE, Crossing.DAMAGED_BRIDGE, Crossing.PONTOON)
STREAMS = (Crossing.STREAM, Crossing.TRESTLE, Crossing.FORD)
SHOCK: Final = mark("Sk")
EXCHANGE: Final = mark("Ex")
ROUGH = (Terrain.TOWN, Terrain.WOODS, Terrain.MARSH, Terrain.CHATEAU)
"""Where a star becomes Shock (T10.6)."""


@dataclass(frozen=True, slots=True)
class Factor:
    """What a unit's strength is multiplied with."""

    words: str
    value: Fraction
    rule: str


@dataclass(frozen=True, slots=True)
class Part:
    """What a unit adds to its side."""

    unit: UnitId
    sp: int
    factors: tuple[Factor, ...]

    @property
    def strength(self) -> Fraction:
        """Its SP with all factors, exact (T4.8)."""
        total = Fraction(self.sp)
        for factor in self.factors:
            total *= factor.value
        return total


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns, or pips, in favour of the attacker; below 0 against him."""

    words: str
    by: int
    rule: str


@dataclass(frozen=True, slots=True)
class Face:
    """What a face of the die comes to."""

    die: int
    result: str  # as printed
    effect: str  # a star fallen away, Shock resolved


@dataclass(frozen=True, slots=True)
class Odds:
    """All of an attack before its die (T10.9)."""

    target: Hex
    attackers: tuple[Part, ...]
    defenders: tuple[Part, ...]
    first_column: int  # by the ratio
    shifts: tuple[Shift, ...]
    column: int  # after all shifts
    column_name: str
    modifiers: tuple[Shift, ...]  # to the die
    initiatives: tuple[int, int]  # in Shock: of attacker and defender
    faces: tuple[Face, ...]

    @property
    def attack(self) -> Fraction:
        """The attackers' strength."""
        return sum((part.strength for part in self.attackers), Fraction())

    @property
    def defence(self) -> Fraction:
        """The defenders' strength."""
        return sum((part.strength for part in self.defenders), Fraction())

    @property
    def die_modifier(self) -> int:
        """What is added to the die."""
        return sum(shift.by for shift in self.modifiers)


def odds_of(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Odds:
    """The odds of an attack of units on a hex (T10.4-T10.9, T11.1, T11.2)."""
    enemy = state.battle.enemy(state.side_of(units[0]))
    defending = state.combat_units_in(target, enemy)
    rows = combat_rows(state, units, target)
    attackers = tuple(_attacker(state, u, target, defending, rows) for u in units)
    defenders = tuple(_defender(state, u, target, units, rows) for u in defending)
    attack = sum((part.strength for part in attackers), Fraction())
    defence = sum((part.strength for part in defenders), Fraction())
    numbers = state.numbers.combat
    first = column_of(numbers.ratios, attack, defence)
    shifts = tuple(_shifts(state, units, target))
    modifiers = tuple(_modifiers(state, units, target))
    column = min(max(first + sum(s.by for s in shifts), 0), len(numbers.ratios) - 1)
    initiatives = shock_initiatives(state, units, defending, column)
    is_shock = _turns_stars(state, units, target)
    over_ruin = _is_over_ruin(state, units, target)
    added = sum(modifier.by for modifier in modifiers)
    faces = tuple(
        _face(state, die, added, column, initiatives, is_shock=is_shock, over_ruin=over_ruin)
        for die in range(1, 7)
    )
    name = numbers.columns[column]
    return Odds(
        target,
        attackers,
        defenders,
        first,
        shifts,
        column,
        name,
        modifiers,
        initiatives,
        faces,
    )


def column_of(ratios: Sequence[Fraction], attack: Fraction, defence: Fraction) -> int:
    """The column of a ratio, which always favours the defender (T10.4, T10.5)."""
    if not defence:
        return len(ratios) - 1
    ratio = attack / defence
    return max(sum(least <= ratio for least in ratios) - 1, 0)


# -- strengths (T10.6, T10.8, T15.3)


def _attacker(
    state: TlnbState,
    unit: UnitId,
    target: Hex,
    defending: Sequence[UnitId],
    rows: Sequence[CombatRow],
) -> Part:
    factors = (*_attack_factors(state, unit, target, defending), *_by_card(state, unit, rows))
    return Part(unit, state.sp(unit), factors)


def _attack_factors(
    state: TlnbState, unit: UnitId, target: Hex, defending: Sequence[UnitId]
) -> Iterator[Factor]:
    """What ground, spirit and weather make of an attacker (T10.6, T10.18, T15.9)."""
    numbers, arm = state.numbers.combat, state.card(unit).arm
    hex_ = state.units[unit].hex
    assert hex_ is not None
    met = water_between(state, hex_, target)
    is_heavy = arm is Arm.HEAVY_CAVALRY and met is Crossing.BRIDGE
    rides = is_heavy and is_brought(state, state.side_of(unit), target, AT_BRIDGES)
    if met in BRIDGES and not rides:
        yield Factor(say("over the bridge"), numbers.bridge, "T7.65")
    elif met in STREAMS:
        yield Factor(say("over the water"), numbers.stream, "T10.6")
    terrain = ground_at(state, target)
    if terrain is Terrain.WOODS and arm.is_cavalry:
        yield Factor(say("cavalry against woods"), numbers.woods_cavalry, "T10.6")
    if terrain is Terrain.MARSH and (arm.is_cavalry or arm.is_artillery):
        yield Factor(say("into the marsh"), numbers.marsh_others, "T10.6")
    if terrain is Terrain.TOWN and state.battle.flag("town_defence") == "third":
        yield Factor(say("into the town"), numbers.town_third, "T10.16")
    if target in state.positions:
        yield Factor(say("improved position"), numbers.improved, "T21.3")
    if is_shaken(state, unit):
        why = say("demoralized") if is_demoralized(state, unit) else say("out of supply")
        yield Factor(why, state.numbers.demoralization.attack_factor, "T15.3")
    if is_night(state) and arm.is_artillery:
        yield Factor(say("guns at night"), numbers.night_artillery, "T22.7")
    yield from _rain(state, unit, defending)


def _defender(
    state: TlnbState,
    unit: UnitId,
    target: Hex,
    units: Sequence[UnitId],
    rows: Sequence[CombatRow],
) -> Part:
    factors = (*_defence_factors(state, unit, target, units), *_by_card(state, unit, rows))
    return Part(unit, state.sp(unit), factors)


def _by_card(state: TlnbState, unit: UnitId, rows: Sequence[CombatRow]) -> Iterator[Factor]:
    """What a card makes of a unit (cards 16 and 22)."""
    row = doubles(state, unit, rows)
    if row is not None:
        yield Factor(say(title(row.card)), Fraction(2), "T24.3")


def _defence_factors(
    state: TlnbState, unit: UnitId, target: Hex, units: Sequence[UnitId]
) -> Iterator[Factor]:
    numbers, arm = state.numbers.combat, state.card(unit).arm
    terrain = state.battle.battlefield.terrain_at(target)
    if terrain is Terrain.WOODS and arm.is_cavalry:
        yield Factor(say("cavalry in woods"), numbers.woods_cavalry, "T10.6")
    if terrain is Terrain.CHATEAU and arm is Arm.INFANTRY:
        yield Factor(say("in the chateau"), numbers.chateau_infantry, "T10.6")
    if state.units[unit].column:
        yield Factor(say("in Road March"), numbers.road_march, "T7.55")
    if unit in state.fights.shaken:
        yield Factor(say("has retreated"), Fraction(), "T11.55")
    yield from _rain(state, unit, units)


def _rain(state: TlnbState, unit: UnitId, other: Sequence[UnitId]) -> Iterator[Factor]:
    """T10.8: in rain infantry is halved against a side that has none."""
    if state.card(unit).arm is not Arm.INFANTRY:
        return
    is_rainy = state.sky.weather in state.numbers.weather.rainy
    if is_rainy and not any(state.card(u).arm is Arm.INFANTRY for u in other):
        yield Factor(say("infantry in the rain"), state.numbers.combat.rain_infantry, "T10.8")


# -- shifts and modifiers (T10.7, T22.7, T11.3)


def _shifts(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Iterator[Shift]:
    numbers = state.numbers.combat
    if has_combined_arms(state, units, target):
        yield Shift(say("combined arms"), numbers.combined_arms, "T10.7")
    if is_night(state):
        yield Shift(say("night"), numbers.night_shift, "T22.7")
    for row in combat_rows(state, units, target):
        if row.column:
            is_own = row.side == state.side_of(units[0])
            yield Shift(say(title(row.card)), row.column if is_own else -row.column, "T24.3")
    yield from map(special_shift, columns_in(state, units, target))


def special_shift(acting: Acting) -> Shift:
    """What a special rule adds, with its name (T34.6)."""
    return Shift(say(KNOWN[acting.id].title), acting.by, "T34.6")


def has_combined_arms(state: TlnbState, units: Sequence[UnitId], target: Hex) -> bool:
    """Whether infantry, cavalry and artillery fight together (T10.7, T10.19).

    Guns that bombarded the hex in this Player-Turn count.
    """
    if is_night(state) or state.sky.weather in state.numbers.weather.no_combined_arms:
        return False
    if not state.special.blinded.isdisjoint(units):
        return False
    arms = [state.card(u).arm for u in units]
    side = state.side_of(units[0])
    if is_brought(state, state.battle.enemy(side), target, UNTRAINED_TROOPS):
        return False
    guns = any(u.bombarded == target for u in state.on_map(side))
    has_guns = guns or any(arm.is_artillery for arm in arms)
    return has_guns and Arm.INFANTRY in arms and any(arm.is_cavalry for arm in arms)


def _modifiers(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Iterator[Shift]:
    if any(is_guard(state, u) and not is_demoralized(state, u) for u in units):
        yield Shift(say("the Old Guard"), state.numbers.guard.die, "T11.3")
    for row in combat_rows(state, units, target):
        if row.die and row.side == state.side_of(units[0]):
            yield Shift(say(title(row.card)), row.die, "T24.3")
    yield from map(special_shift, attack_die(state, units))


# -- Shock (T11.2)


def shock_initiatives(
    state: TlnbState, units: Sequence[UnitId], defending: Sequence[UnitId], column: int
) -> tuple[int, int]:
    """The initiatives that Shock compares (T11.21, T11.22, T11.93)."""
    numbers, names = state.numbers.shock, state.numbers.combat.columns
    charged = [u for u in units if state.units[u].charged and state.card(u).arm.is_cavalry]
    attacker = _best(state, charged or units)
    if column >= names.index(numbers.odds_column):
        attacker += numbers.odds_bonus
    return attacker, _best(state, defending)


def _best(state: TlnbState, units: Sequence[UnitId]) -> int:
    if not units:
        return state.numbers.initiative.least
    if all(state.card(u).arm.is_artillery for u in units):
        return state.numbers.initiative.artillery_alone
    return max(_in_shock(state, u) for u in units)


def _in_shock(state: TlnbState, unit: UnitId) -> int:
    """A unit's initiative in Shock: demoralized as usual, in Road March 1 (T7.55, T11.22)."""
    least = state.numbers.initiative.least
    if state.units[unit].column:
        return least
    value = printed_initiative(state, unit)
    if is_guard(state, unit):
        guard = state.numbers.guard
        value = min(value + guard.shock, guard.shock_most)
    dismayed = state.count <= state.spirit.dismayed.get(unit, 0)
    return max(value - dismayed, least)


def shock_result(state: TlnbState, attacker: int, defender: int) -> str:
    """What Shock comes to (T11.2, T11.23)."""
    most = state.numbers.shock.most
    by_exchange = state.battle.flag("shock_diagonal") == "exchange"
    row, column = min(defender, most) - 1, min(attacker, most) - 1
    found = state.numbers.shock.table[max(row, 0)][max(column, 0)]
    return EXCHANGE if found == "1R" and by_exchange else found


def _turns_stars(state: TlnbState, units: Sequence[UnitId], target: Hex) -> bool:
    """Whether a star becomes Shock in this attack (T10.6, T10.17)."""
    field = state.battle.battlefield
    if state.sky.weather in state.numbers.weather.all_shock:
        return True
    if ground_at(state, target) in ROUGH or _is_over_ruin(state, units, target):
        return True
    starts = {state.units[u].hex for u in units}
    return all(start is not None and field.is_upward(start, target) for start in starts)


def _is_over_ruin(state: TlnbState, units: Sequence[UnitId], target: Hex) -> bool:
    """Whether an attack goes over a damaged bridge (T7.65)."""
    field = state.battle.battlefield
    starts = {state.units[u].hex for u in units}
    met = {crossing(field, state.spans, start, target) for start in starts if start is not None}
    return Crossing.DAMAGED_BRIDGE in met


def _face(
    state: TlnbState,
    die: int,
    added: int,
    column: int,
    initiatives: tuple[int, int],
    *,
    is_shock: bool,
    over_ruin: bool,
) -> Face:
    """What a die says by the table, and what it comes to (T11.1)."""
    table = state.numbers.crt.table
    result = table[min(max(die + added, 1), len(table)) - 1][column]
    effect = result
    if result.endswith("*"):
        effect = SHOCK if is_shock else result.removesuffix("*")
    if effect == SHOCK:
        effect = "1R" if over_ruin else shock_result(state, *initiatives)
    return Face(die, result, effect)
