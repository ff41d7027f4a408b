"""Cavalry charges (T13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from hexwar.cards import readings
from hexwar.cards.readings import Moment
from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.ground.zones import contact_hexes, enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.cards import ChargeCountered
from hexwar.systems.tlnb.events.combat import (
    AdvanceMade,
    ChargeBegan,
    ChargeDeclared,
    ChargeDropped,
    ChargeResolved,
    ChargersReturned,
    ShockResolved,
    TargetHeld,
)
from hexwar.systems.tlnb.events.special import GreatRideMade
from hexwar.systems.tlnb.numbers import Chart
from hexwar.systems.tlnb.rules.cards.effects import (
    AT_BRIDGES,
    CombatRow,
    charge_row,
    combat_rows,
    doubles,
    gives_way,
    is_brought,
    may_not_charge,
    rides_over_bridges,
    title,
)
from hexwar.systems.tlnb.rules.cards.tactics import (
    COUNTER_CHARGE,
    COVER_FIRE,
    PlayTactics,
    bring_in,
    call_in,
    close,
    offer,
)
from hexwar.systems.tlnb.rules.combat.odds import (
    SHOCK,
    Shift,
    shock_initiatives,
    shock_result,
    special_shift,
)
from hexwar.systems.tlnb.rules.combat.results import Clash, carry_out, clash_of, pay
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.combat.riding import counter_groups, is_straight, rides_on
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate, raise_alarm
from hexwar.systems.tlnb.rules.command.marches import end_by_fight
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.demoralization import is_shaken
from hexwar.systems.tlnb.rules.losses.losses import eliminate, take_step
from hexwar.systems.tlnb.rules.movement.hidden import is_barred, show_up
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.movement.stacking import room_in, settle_stacks
from hexwar.systems.tlnb.rules.movement.vedettes import enter
from hexwar.systems.tlnb.rules.special.fights import DIE, charge_die, tell
from hexwar.systems.tlnb.rules.special.great_charge import (
    all_ride_along,
    has_moved_little,
    partners,
    path_of,
    rests_after,
    rides_along,
)
from hexwar.systems.tlnb.rules.special.ground import ground_at, water_between
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import Ride, TlnbState
from hexwar.table.battlefield import Terrain
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import unit_list

MOST: Final = 400

# -- who may charge whom (T13.2, T13.13-T13.16, T28.2)


def rider_refusal(state: TlnbState, unit: UnitId) -> Refusal | None:
    """Why a unit may not charge at all, or None (T13.13)."""
    record, card = state.units[unit], state.card(unit)
    name = card.name
    if record.hex is None or card.side != state.phasing or not card.arm.is_cavalry:
        return refuse("T13.2", "{name} cannot charge.", name=name)
    is_heavy, is_great = card.arm is Arm.HEAVY_CAVALRY, rides_along(state, unit)
    if not is_heavy and not is_great and not may_all_charge(state):
        return refuse("T13.2", "Only heavy cavalry charges, not {name}.", name=name)
    if rests_after(state, unit):
        return refuse("T34.6", "{name} rode in the great charge, and rests now.", name=name)
    has_moved = record.moved and unit in state.marks.stirred
    if has_moved and not (is_great and has_moved_little(state, unit)):
        return refuse("T13.2", "{name} has moved.", name=name)
    if may_not_charge(state, unit):
        return refuse("T24.3", "A card keeps {name} from charging.", name=name)
    if gives_way(state, card.side):
        return refuse("T24.3", "Who retreats from the field attacks only where he must.")
    is_led = unit in state.command.units or is_great
    if not is_led or is_shaken(state, unit):
        return refuse("T13.2", "{name} is out of command, or demoralized.", name=name)
    if record.charged or record.assaulted or record.column or unit in state.marks.returned:
        return refuse("T13.12", "{name} does not charge now.", name=name)
    return None


def may_all_charge(state: TlnbState) -> bool:
    """Whether light cavalry may charge too (T13.2, T28.4)."""
    who = state.battle.flag("charge_who")
    return who == "all" or (who == "by_charts" and state.battle.flag("charts") == "rev8")


def may_charge_horse(state: TlnbState) -> bool:
    """Whether a hex with cavalry in it may be charged (T28.2, T28.4)."""
    whom = state.battle.flag("charge_target")
    return whom == "any" or (whom == "by_charts" and state.battle.flag("charts") == "rev8")


def ride_refusal(state: TlnbState, ride: Ride) -> Refusal | None:
    """Why a charge may not be made, or None."""
    if not ride.units or len(set(ride.units)) != len(ride.units):
        return refuse("T13.12", "Name the cavalry that charges.")
    if any(unit not in state.units for unit in ride.units):
        return refuse("T13.12", "There is no such unit.")
    for unit in ride.units:
        refusal = rider_refusal(state, unit)
        if refusal is not None:
            return refusal
    starts = {state.units[unit].hex for unit in ride.units}
    if starts != {ride.path[0]}:
        return refuse("T13.12", "Only cavalry of one hex charges together.")
    refusal = target_refusal(state, ride)
    if refusal is not None:
        return refusal
    if ride.path not in tuple(charge_paths(state, ride.units, ride.target)):
        return refuse("T13.14", "There is no such way to charge {hex}.", hex=ride.target)
    if column_of(state, joined(state, ride), ride.target) is None:
        return refuse("T13.22", "The odds are too poor for a charge.")
    return None


def target_refusal(state: TlnbState, ride: Ride) -> Refusal | None:
    """Why a hex may not be charged, or None (T13.3, T13.15, T13.16)."""
    target, field = ride.target, state.battle.battlefield
    if target not in field.grid or not state.combat_units_in(target, state.waiting):
        return refuse("T13.12", "No enemy combat unit stands in {target}.", target=target)
    if ground_at(state, target) is not Terrain.CLEAR or target in state.positions:
        return refuse("T13.3", "Cavalry charges only on open ground, not {target}.", target=target)
    if state.sky.weather in state.numbers.weather.no_charge:
        return refuse("T13.3", "Nobody charges in the mud.")
    horse = any(state.card(u).arm.is_cavalry for u in state.combat_units_in(target, state.waiting))
    if horse and not may_charge_horse(state):
        return refuse("T28.2", "Cavalry stands in {target}.", target=target)
    zones = [hex_ for hex_ in enemy_hexes(state, state.phasing) if hex_ != target]
    start, grid = ride.path[0], field.grid
    if any(is_held_by(state, hex_, start) for hex_ in zones):
        return refuse("T13.2", "Another enemy holds the cavalry in his zone.")
    if _is_dim(state):
        is_great = all_ride_along(state, ride.units, start)
        if not is_great and grid.distance(start, target) > state.numbers.charge.dim_distance:
            return refuse("T13.15", "In this weather one charges 2 hexes far at most.")
    elif not has_line_of_sight(field, start, target, state_sight_limit(state)):
        return refuse("T13.15", "The cavalry does not see {target}.", target=target)
    return None


def is_held_by(state: TlnbState, enemy: Hex, hex_: Hex) -> bool:
    """Whether an enemy hex has a hex in its zone."""
    if hex_ not in enemy_zone(state, state.phasing):
        return False
    return hex_ in contact_hexes(state, enemy)


def _is_dim(state: TlnbState) -> bool:
    return state.sky.weather in state.numbers.weather.adjacent_only


def charge_paths(
    state: TlnbState, units: Sequence[UnitId], target: Hex
) -> Iterator[tuple[Hex, ...]]:
    """The legal ways of a charge, the shortest first (T13.14)."""
    start, side = state.units[units[0]].hex, state.side_of(units[0])
    assert start is not None
    is_great = all_ride_along(state, units, start)
    most = _longest(state, units)
    limit = None if is_great else min(allowance(state, u) for u in units)
    over_bridge = _may_ride_over(state, side, units, target)
    for way in _ways(state, side, start, most, limit):
        if _strikes(state, way, target, over_bridge=over_bridge):
            yield way


def _longest(state: TlnbState, units: Sequence[UnitId]) -> int:
    """How many hexes a path may have beside its start (T13.14, T34.6)."""
    return path_of(state) if all_ride_along(state, units) else state.numbers.charge.path


@kept
def _ways(
    state: TlnbState, side: Side, start: Hex, most: int, limit: int | None
) -> tuple[tuple[Hex, ...], ...]:
    """The ways that cavalry can ride from a hex, the shortest first.

    Args:
        state: The table.
        side: Whose cavalry.
        start: Where it stands.
        most: How many hexes beside the start.
        limit: What they may cost, half MP; None: anything.
    """
    found: list[tuple[Hex, ...]] = [(start,)]
    ways: list[tuple[tuple[Hex, ...], int]] = [((start,), 0)]
    for _ in range(most):
        ways = [
            ((*way, b), spent + cost)
            for way, spent in ways
            for b, cost in rides_on(state, side, way)
            if limit is None or spent + cost <= limit
        ]
        found += [way for way, _ in ways]
    return tuple(found)


def _may_ride_over(state: TlnbState, side: Side, units: Sequence[UnitId], target: Hex) -> bool:
    """Whether heavy cavalry may charge over a bridge, by a card in hand or brought in (card 21)."""
    is_heavy = all(state.card(u).arm is Arm.HEAVY_CAVALRY for u in units)
    is_free = rides_over_bridges(state, side) or is_brought(state, side, target, AT_BRIDGES)
    return is_heavy and is_free


def _strikes(
    state: TlnbState, way: tuple[Hex, ...], target: Hex, *, over_bridge: bool = False
) -> bool:
    """Whether a charge can strike a hex from the end of its way."""
    field = state.battle.battlefield
    if target not in field.grid.neighbours[way[-1]] or not is_straight((*way, target), field.grid):
        return False
    met = water_between(state, way[-1], target)
    is_joined = met is Crossing.OPEN or (over_bridge and met is Crossing.BRIDGE)
    return is_joined and not field.is_upward(way[-1], target)


# -- the odds (T13.4, T13.6, T13.22)


@dataclass(frozen=True, slots=True)
class Onset:
    """All of a charge before its die."""

    target: Hex
    charging: int  # SP
    standing: int  # SP of the target, guns with infantry twice
    column: int
    modifiers: tuple[Shift, ...]
    results: tuple[str, ...]  # for each face of the die; Shock as `Sk`
    initiatives: tuple[int, int]

    @property
    def column_name(self) -> str:
        """The column as printed."""
        return f"1:{self.column + 1}"

    @property
    def die_modifier(self) -> int:
        """What is added to the die."""
        return sum(shift.by for shift in self.modifiers)


def column_of(state: TlnbState, units: Sequence[UnitId], target: Hex) -> int | None:
    """The column of a charge; None where it is beyond the chart (T13.22)."""
    charging, standing = strengths(state, units, target)
    columns = len(_chart(state).table[0])
    fits = (n for n in range(1, columns + 1) if n * charging >= standing)
    found = next(fits, None)
    if found is None:
        return None
    column = found - 1 - sum(shift.by for shift in _shifts(state, units, target))
    return min(max(column, 0), columns - 1)


def _rows(state: TlnbState, units: Sequence[UnitId], target: Hex) -> list[CombatRow]:
    """What cards that were brought into a charge add to it."""
    enemy = state.battle.enemy(state.side_of(units[0]))
    rows = combat_rows(state, units, target)
    sides = (state.side_of(units[0]), enemy)
    return [r for r in rows if any(is_brought(state, side, target, r.card) for side in sides)]


def _shifts(state: TlnbState, units: Sequence[UnitId], target: Hex) -> Iterator[Shift]:
    for row in _rows(state, units, target):
        if row.column:
            is_own = row.side == state.side_of(units[0])
            yield Shift(say(title(row.card)), row.column if is_own else -row.column, "T24.3")


def strengths(state: TlnbState, units: Sequence[UnitId], target: Hex) -> tuple[int, int]:
    """SP of chargers and target; guns count twice where infantry is with them (T13.4)."""
    standing = state.combat_units_in(target, state.waiting)
    has_foot = any(state.card(u).arm is Arm.INFANTRY for u in standing)
    factor = state.numbers.charge.artillery_factor if has_foot else 1
    rows = _rows(state, units, target)

    def counted(unit: UnitId) -> int:
        return state.sp(unit) * (1 if doubles(state, unit, rows) is None else 2)

    guns = sum(counted(u) for u in standing if state.card(u).arm.is_artillery)
    rest = sum(counted(u) for u in standing if not state.card(u).arm.is_artillery)
    return sum(counted(u) for u in units), rest + guns * factor


def _chart(state: TlnbState) -> Chart:
    return state.numbers.charge.charts[state.battle.flag("charts")]


def report(state: TlnbState, ride: Ride, *, is_countered: bool = False) -> Onset:
    """The odds of a charge; one that cavalry rode against in vain has 1 more on its die."""
    units = joined(state, ride)
    column = column_of(state, units, ride.target)
    assert column is not None
    charging, standing = strengths(state, units, ride.target)
    modifiers = tuple(_modifiers(state, ride, is_countered=is_countered))
    added = sum(shift.by for shift in modifiers)
    results = tuple(_chart(state).result(die + added, column) for die in range(1, 7))
    defending = state.combat_units_in(ride.target, state.waiting)
    initiatives = shock_initiatives(state, units, defending, 0)
    return Onset(ride.target, charging, standing, column, modifiers, results, initiatives)


def joined(state: TlnbState, ride: Ride) -> tuple[UnitId, ...]:
    """Who charges together: in the great charge two stacks join on one target (T34.6)."""
    return (*ride.units, *(unit for other in partners(state, ride) for unit in other.units))


def _modifiers(state: TlnbState, ride: Ride, *, is_countered: bool) -> Iterator[Shift]:
    if state.sky.weather in state.numbers.weather.slow_charge:
        yield Shift(say(state.sky.weather), state.numbers.charge.weather, "T13.6")
    if is_countered:
        yield Shift(say("counter charge"), readings.numbers().charge_die, "T13.11")
    row = charge_row(state, ride.units)
    if row is not None:
        yield Shift(say(title(row.card)), row.die, "T24.6")
    yield from map(special_shift, charge_die(state, ride.units, ride.path[0]))


# -- declaring (T13.12)


@kept
def charges(state: TlnbState) -> tuple[Ride, ...]:
    """The charges that are offered: cavalry of each hex on each target, by its shortest way."""
    side = state.phasing
    taken = {unit for ride in state.fights.rides for unit in ride.units}
    hexes = sorted({u.hex for u in state.on_map(side) if u.hex is not None})
    enemies = sorted(enemy_hexes(state, side))
    distance = state.battle.battlefield.grid.distance
    found: list[Ride] = []
    for hex_ in hexes:
        free = [u for u in state.combat_units_in(hex_, side) if u not in taken]
        riders = tuple(u for u in free if rider_refusal(state, u) is None)
        if not riders:
            continue
        groups = [riders, *((u,) for u in riders)] if len(riders) > 1 else [riders]
        far = max(_longest(state, units) for units in groups) + 1
        for target in (enemy for enemy in enemies if distance(hex_, enemy) <= far):
            for units in groups:
                path = next(charge_paths(state, units, target), None)
                ride = None if path is None else Ride(units, target, path)
                if ride is not None and ride_refusal(state, ride) is None:
                    found.append(ride)
    return tuple(found[: MOST - 1])


@dataclass(frozen=True, slots=True)
class DeclareCharge(Question[Ride | None], rule="T13.12"):
    """T13.12: which cavalry charges which hex; None: no other."""

    words = mark("The cavalry of {side} may charge.")
    clue = mark("Click a hex to charge, or press the button to end.")

    def options(self, state: TlnbState) -> Sequence[Ride | None]:
        """None; then each stack of cavalry on each target, by its shortest way."""
        return [None, *charges(state)]

    def refusal(self, state: TlnbState, answer: Ride | None) -> Refusal | None:
        """The law: any legal way."""
        if answer is None:
            return None
        taken = {unit for ride in state.fights.rides for unit in ride.units}
        if taken.intersection(answer.units) or not answer.path:
            return refuse("T13.12", "This cavalry is to charge already.")
        return ride_refusal(state, answer)

    def choices(self, view: TlnbState, options: Sequence[Ride | None]) -> Sequence[Choice[Any]]:
        """A button for each with its column; a click on the target."""
        found: list[Choice[Any]] = []
        clicked: set[Hex] = set()
        for option in options:
            if option is None:
                end = Choice("end", say("No other charge"), "", None, manner=Manner.END)
                found.append(end)
                continue
            names = unit_list(view, option.units)
            where = view.battle.battlefield.name_of(option.target)
            column = report(view, option).column_name
            label = say("{column} on {hex}: {names}", column=column, hex=where, names=names)
            spots = () if option.target in clicked else (option.target,)
            clicked.add(option.target)
            id_ = f"{'+'.join(option.units)}-{option.target}"
            found.append(Choice(id_, label, "", option, spots=spots))
        return found


async def declare_charge(table: Table[TlnbState]) -> Ride | None:
    """The phasing side names a charge (T13.12); None where it names no other."""
    ride = await DeclareCharge(table.state.phasing) if charges(table.state) else None
    if ride is not None:
        show_up(table, ride.units)
        table.emit(ChargeDeclared(ride.units, ride.target, ride.path))
    return ride


@dataclass(frozen=True, slots=True)
class PromiseCharge(Question[Ride | None], rule="T10.24"):
    """T10.24: whether a charge follows a bombardment, where nothing is named beforehand."""

    words = mark("Does a charge on {target} follow? The promise binds, and helps the guns.")
    target: Hex

    def options(self, state: TlnbState) -> Sequence[Ride | None]:
        """None; then each stack of cavalry that may charge the target."""
        return [None, *(ride for ride in charges(state) if ride.target == self.target)]

    def refusal(self, state: TlnbState, answer: Ride | None) -> Refusal | None:
        """The law: any legal way to charge this hex."""
        if answer is not None and answer.target != self.target:
            return refuse("T10.24", "Only a charge on {target} counts.", target=self.target)
        return DeclareCharge(self.side).refusal(state, answer)

    def choices(self, view: TlnbState, options: Sequence[Ride | None]) -> Sequence[Choice[Any]]:
        """A button for each."""
        added = say("{n} to the die of the bombardment", n=view.numbers.bombardment.will_charge)
        found: list[Choice[Any]] = [Choice("no", say("No promise"), "", None)]
        for ride in options:
            if ride is not None:
                names = unit_list(view, ride.units)
                found.append(Choice("+".join(ride.units), names, added, ride))
        return found


async def promise_charge(table: Table[TlnbState], target: Hex) -> None:
    """T10.24: a charge that is promised is made in C-3 if it still can be."""
    if any(ride.target == target for ride in charges(table.state)):
        ride = await PromiseCharge(table.state.phasing, target)
        if ride is not None:
            show_up(table, ride.units)
            table.emit(ChargeDeclared(ride.units, ride.target, ride.path))


# -- the segment (C-3)


async def charge_segment(table: Table[TlnbState]) -> None:
    """C-3: the charges that were named, one after the other; where none is, the next step.

    With `declare = none` those that were promised, then each is named when it is made (T10.24).
    """
    state = table.state
    if state.battle.flag("declare") == "none" and not state.fights.rides:
        await declare_charge(table)
    if not state.fights.rides:
        for side in state.battle.sides:
            await settle_stacks(table, side)
        next_step(table)
        return
    ride = state.fights.rides[0]
    if is_barred(table, state.phasing, ride.path[1:-1]) or ride_refusal(state, ride) is not None:
        table.emit(ChargeDropped(ride.units, ride.target))
    else:
        await charge(table, ride)


async def charge(table: Table[TlnbState], ride: Ride, *, is_pursuit: bool = False) -> None:
    """T13.12: one charge from its start to its end, with the cards that are brought into it."""
    state = table.state
    met = crossing(state.battle.battlefield, state.spans, ride.path[-1], ride.target)
    ride = _begin(table, ride)
    raise_alarm(table, ride.target)
    end_by_fight(table, ride.target)
    if met is Crossing.BRIDGE:
        call_in(table, state.phasing, AT_BRIDGES, ride.target)
    if not is_pursuit:
        await bring_in(table, ride.units, ride.target, ride.path)
    moment = Moment.PURSUIT if is_pursuit else Moment.CHARGE
    asked = PlayTactics(state.waiting, ride.target, ride.units, moment, ride.path)
    answer = await offer(table, asked)
    is_stopped = answer == COUNTER_CHARGE and await ride_against(table, ride)
    if is_stopped or answer == COVER_FIRE:
        _go_back(table, ride)
    else:
        await _strike(table, ride, is_countered=answer == COUNTER_CHARGE)
    close(table, ride.target)


def _begin(table: Table[TlnbState], ride: Ride) -> Ride:
    """The chargers ride up, in the great charge with those who join them: all as one charge."""
    state = table.state
    is_great = all_ride_along(state, ride.units, ride.path[0])
    stacks = (ride, *partners(state, ride))
    for stack in stacks:
        table.emit(ChargeBegan(stack.units, stack.target, stack.path))
    units = tuple(unit for stack in stacks for unit in stack.units)
    if is_great:
        table.emit(GreatRideMade(units))
    return Ride(units, ride.target, ride.path)


async def _strike(table: Table[TlnbState], ride: Ride, *, is_countered: bool) -> None:
    """T13.5: the die of a charge, and what follows."""
    state = table.state
    told = report(state, ride, is_countered=is_countered)
    clash = clash_of(state, ride.units, ride.target)
    tell(table, charge_die(state, ride.units, ride.path[0]), DIE)
    die = await throw(table, state.phasing, mark("the charge"))
    result = told.results[die - 1]
    column, added = told.column_name, told.die_modifier
    table.emit(ChargeResolved(ride.target, column, die, added, result, state.phasing))
    if result == "OR":
        await _overrun(table, ride, clash)
    elif result == SHOCK:
        await _shock(table, ride, clash, told)
    else:
        await _fail(table, ride, clash, result)


# -- counter charge (T13.11, T13.19, 18.82)


@dataclass(frozen=True, slots=True)
class CounterCharge(Question[tuple[UnitId, ...]], rule="T13.19"):
    """T13.19: which cavalry rides against a charge."""

    words = mark("Which cavalry rides against the charge of {charging}?")
    path: tuple[Hex, ...]
    charging: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[tuple[UnitId, ...]]:
        """Each pair and each unit, those that stop it most likely first."""
        groups = counter_groups(state, Side(self.side), self.path)
        return sorted(groups, key=lambda us: (-sum(state.sp(u) for u in us), us))

    def choices(
        self, view: TlnbState, options: Sequence[tuple[UnitId, ...]]
    ) -> Sequence[Choice[Any]]:
        """A button for each, with the dice that stop the charge."""
        charging = sum(view.sp(u) for u in self.charging)
        found: list[Choice[Any]] = []
        for units in options:
            highest = highest_stop(sum(view.sp(u) for u in units), charging)
            names = unit_list(view, units)
            tip = say("stops it on 1 to {n}", n=highest)
            pieces = units if len(units) == 1 else ()
            found.append(Choice("+".join(units), names, tip, units, pieces=pieces))
        return found


@dataclass(frozen=True, slots=True)
class LoseRider(Question[UnitId], rule="T13.19", is_open=True):
    """T13.19: which unit is lost that rode against a charge in vain."""

    words = mark("Which unit is lost?")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[UnitId]:
        """Each of them, the weakest first."""
        return sorted(self.units, key=lambda u: (state.sp(u), u))

    def choices(self, view: TlnbState, options: Sequence[UnitId]) -> Sequence[Choice[Any]]:
        """A click on it."""
        return [Choice(u, view.card(u).name, "", u, pieces=(u,)) for u in options]


def stop_row(countering: int, charging: int) -> int:
    """The row of the counter charge table by the SP of both; 1:2 is in the first (T13.11)."""
    ratio = Fraction(countering, charging)
    rows = [Fraction(str(least)) for least in readings.numbers().ratios]
    return 0 if ratio == rows[1] else sum(ratio >= least for least in rows) - 1


def highest_stop(countering: int, charging: int) -> int:
    """The highest die of a Counter Charge that stops the charge, by the SP of both (T13.11)."""
    return readings.numbers().stops[stop_row(countering, charging)]


async def ride_against(table: Table[TlnbState], ride: Ride) -> bool:
    """18.82, T13.11: whether a Counter Charge stops a charge.

    Pr: it stops, one charging unit loses a step, or two on a 1. Ae1: it goes on, and a unit of
    those who rode against it is lost. They stay where they were.
    """
    state = table.state
    units = await CounterCharge(state.waiting, ride.path, ride.units)
    show_up(table, units)
    countering, charging = (sum(state.sp(u) for u in us) for us in (units, ride.units))
    die = await throw(table, state.waiting, mark("the counter charge"))
    is_stopped = die <= highest_stop(countering, charging)
    table.emit(ChargeCountered(units, f"{countering}:{charging}", die, is_stopped))
    if not is_stopped:
        lost = await LoseRider(state.waiting, units)
        start = state.units[lost].hex
        assert start is not None
        eliminate(table, lost)
        await leaders_fate(table, start, state.waiting)
    elif die == 1 and len(ride.units) == _PAIR:
        for unit in ride.units:
            take_step(table, unit)
    else:
        await pay(table, ride.units, 0)
    if is_stopped:
        await leaders_fate(table, ride.path[-1], state.phasing)
    return is_stopped


_PAIR = 2


async def _overrun(table: Table[TlnbState], ride: Ride, clash: Clash) -> None:
    """T13.7, T13.20, T13.23: the target is destroyed, and the cavalry enters its hex."""
    state = table.state
    if state.battle.flag("overrun") == "step":
        for unit in clash.defenders:
            take_step(table, unit)
        arms = tuple(state.card(u).arm for u in ride.units)
        left = state.combat_units_in(ride.target, state.waiting)
        await retreat(table, ride.target, left, 3, Blame((ride.path[-1],), arms))
    else:
        for unit in clash.defenders:
            eliminate(table, unit)
        await leaders_fate(table, ride.target, state.waiting)
    await _enter(table, ride)


async def _enter(table: Table[TlnbState], ride: Ride) -> None:
    """Chargers enter the hex that they have emptied; who finds no room goes back."""
    state = table.state
    ends = dict.fromkeys((ride.path[-1], *(state.units[u].hex for u in ride.units)))
    for end in ends:
        here = tuple(u for u in ride.units if state.units[u].hex == end)
        if end is None or not here:
            continue
        if not state.combat_units_in(ride.target) and room_in(state, ride.target, here):
            table.emit(AdvanceMade(here, (end, ride.target)))
            await enter(table, here, (end, ride.target))
            return
    _go_back(table, ride)


def _go_back(table: Table[TlnbState], ride: Ride) -> None:
    """T13.8, T13.18: back to the start, or the nearest hex of the way with room."""
    state = table.state
    here = tuple(u for u in ride.units if state.units[u].hex == ride.path[-1])
    if not here or len(ride.path) == 1 or all_ride_along(state, ride.units, ride.path[0]):
        return
    for place, hex_ in enumerate(ride.path):
        if hex_ == ride.path[-1]:
            return
        if room_in(state, hex_, here):
            table.emit(ChargersReturned(here, tuple(reversed(ride.path[place:]))))
            return


async def _shock(table: Table[TlnbState], ride: Ride, clash: Clash, told: Onset) -> None:
    """T13.17: initiative decides; chargers go back, or the target gives way."""
    state = table.state
    result = shock_result(state, *told.initiatives)
    table.emit(ShockResolved(ride.target, *told.initiatives, result))
    if result.startswith("A"):
        if result[2:]:
            await pay(table, ride.units, 0)
        _go_back(table, ride)
    elif result.startswith("D"):
        await carry_out(table, clash, result)
        await _enter(table, ride)
    else:
        await carry_out(table, clash, result)
        _go_back(table, ride)


async def _fail(table: Table[TlnbState], ride: Ride, clash: Clash, result: str) -> None:
    """T13.8, T13.9: chargers lose a step each and go back; the target stands still next time."""
    state = table.state
    ends = dict.fromkeys(h for u in ride.units if (h := state.units[u].hex) is not None)
    for unit in ride.units:
        if state.battle.flag("charge_ae") == "eliminate":
            eliminate(table, unit)
        else:
            take_step(table, unit)
    for end in ends:
        await leaders_fate(table, end, state.phasing)
    _go_back(table, ride)
    _, _, mp = result.partition("/")
    if mp:
        table.emit(TargetHeld(clash.defenders, int(mp)))
