"""Fire strength, the Fire Table, and both sides' fire at the same time (N8.4-N8.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Table
from hexwar.ground.sight import light_of
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.numbers import Assault, Bombardment, Fire, numbers_of, percent_in
from hexwar.systems.nlc.rules.cards import rerolls
from hexwar.systems.nlc.rules.cards.combat_rows import area_rows, die_rows
from hexwar.systems.nlc.rules.combat.fight import Fight, MainArm, arms_of, hex_of, main_arm
from hexwar.systems.nlc.rules.command.bonuses import bonus_lines
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import UnitId
from hexwar.table.reports import FireLine, FireReport
from hexwar.table.spans import Crossing, crossing

# -- fire strength and the Fire Table (N8.4-N8.8)


Line = tuple[str, int, str]
"""One modifier: the reason in words, the number, the rule's id."""

FACES = range(1, 7)
"""The faces of a die."""

SNOWSTORM, MUD = "snowstorm", "mud"
OLD_GUARD = "old_guard"


@dataclass(frozen=True, slots=True)
class Hit:
    """What a cell of the Fire Table does to the stack that was hit (N8.8)."""

    losses: int  # steps
    checks: bool  # it checks morale
    shaken: bool  # at -1


NO_EFFECT = Hit(0, checks=False, shaken=False)


def parse(cell: str) -> Hit:
    """The meaning of a cell of the Fire Table, such as ``1M1``.

    Example:
        >>> parse("-"), parse("1M1")
        (Hit(losses=0, checks=False, shaken=False), Hit(losses=1, checks=True, shaken=True))
    """
    if cell == "-":
        return NO_EFFECT
    losses, _, rest = cell.partition("M")
    return Hit(int(losses or 0), checks=True, shaken=rest == "1")


def column_of(table: Fire | Bombardment, strength: int) -> int | None:
    """The column of a fire table for a strength, from 0; None for what cannot fire."""
    columns = [i for i, least in enumerate(table.columns) if strength >= least]
    return columns[-1] if columns else None


def result(table: Fire | Bombardment, column: int, total: int) -> str:
    """The cell of a fire table for a die with its modifiers added."""
    row = min(max(total, table.lowest_die), table.highest_die) - table.lowest_die
    return table.table[row][column]


# -- one side's fire


def attack_report(state: GameState, fight: Fight) -> FireReport:
    """The attackers' fire on the target hex, line by line."""
    percents = {unit: tuple(_attack_lines(state, fight, unit)) for unit in fight.attackers}
    report = fire_report(state, percents, ())
    rows = die_rows(state, fight.side, fight.lowered, assault=True, attacking=True)
    return replace(report, modifiers=(*_attack_modifiers(state, fight, report), *rows))


def defence_report(state: GameState, fight: Fight) -> FireReport:
    """The defenders' fire on the attacking hex that they chose, line by line."""
    percents = {unit: tuple(_defence_lines(state, fight, unit)) for unit in fight.defenders}
    side = state.battle.enemy(fight.side)
    rows = die_rows(state, side, fight.lowered, assault=True, attacking=False)
    return fire_report(state, percents, tuple(rows))


def firing_arms(
    state: GameState, report: FireReport, units: Collection[UnitId]
) -> frozenset[MainArm]:
    """The arms of those of some units that really fire."""
    return frozenset(
        arms_of(state, (x.unit for x in report.lines if x.strength and x.unit in units))
    )


def has_artillery_fire(state: GameState, report: FireReport) -> bool:
    """Whether artillery takes part in a side's fire (N2.32)."""
    units = [line.unit for line in report.lines]
    return MainArm.ARTILLERY in firing_arms(state, report, units)


def fire_report(
    state: GameState, percents: dict[UnitId, tuple[Line, ...]], modifiers: tuple[Line, ...]
) -> FireReport:
    """Add up the units and round once, half up (N8.4)."""
    lines, hundredths = [], 0
    for unit, parts in percents.items():
        share = state.sp(unit) * max(0, 100 + sum(percent for _, percent, _ in parts))
        lines.append(FireLine(unit, state.sp(unit), parts, share / 100))
        hundredths += share
    strength = (hundredths + 50) // 100
    side = state.side_of(lines[0].unit)
    column = column_of(numbers_of(state.battle).fire, strength)
    return FireReport(side, tuple(lines), strength, column, modifiers)


# -- percentages (N8.5)


def _attack_lines(state: GameState, fight: Fight, unit: UnitId) -> Iterator[Line]:
    rows = numbers_of(state.battle).assault
    yield from _ground_lines(state, rows, hex_of(state, unit), fight.target)
    yield from _own_lines(state, rows, unit)
    yield from _weather_lines(state, rows, unit, fight.defenders)
    is_mounted = main_arm(state, unit) is MainArm.CAVALRY
    if is_mounted and not is_raining(state) and MainArm.INFANTRY in arms_of(state, fight.defenders):
        yield say("cavalry against infantry"), rows.cavalry_on_infantry, "N8.5"
    yield from area_rows(state, fight.side, fight.defenders)
    yield from bonus_lines(state, fight.bonus, unit, rows.leader_bonus, attacking=True)


def _defence_lines(state: GameState, fight: Fight, unit: UnitId) -> Iterator[Line]:
    rows = numbers_of(state.battle).assault
    terrain_at = state.battle.battlefield.terrain_at
    if terrain_at(fight.target).cover.tangled and not terrain_at(fight.hit_hex).cover.tangled:
        yield say("out of woods"), rows.out_of_woods, "N8.5"
    yield from _own_lines(state, rows, unit)
    yield from _weather_lines(state, rows, unit, fight.attackers)
    if arms_of(state, fight.defenders) == {MainArm.ARTILLERY}:
        yield say("artillery alone"), rows.artillery_alone, "N8.5"
    if main_arm(state, unit) is MainArm.CAVALRY and _has_square(state, fight):
        yield say("behind a square"), rows.behind_square, "N10.32"
    yield from bonus_lines(state, fight.bonus, unit, rows.leader_bonus, attacking=False)


def _own_lines(state: GameState, rows: Assault, unit: UnitId) -> Iterator[Line]:
    """What a unit carries with it, attacking or defending."""
    record, card = state.units[unit], state.card(unit)
    if record.disrupted:
        yield say("Disrupted"), rows.disrupted, "N11.8"  # who has fled here too (N11.72)
    if record.column:
        yield say("road column"), rows.road_column, "N8.5"
    if OLD_GUARD in card.flags:
        yield say("Old Guard"), rows.old_guard, "N7.4"
    if card.arm.is_artillery and light_of(state) is TurnKind.NIGHT_PM:
        yield say("artillery at night"), rows.night_artillery, "N17.1"


def is_raining(state: GameState) -> bool:
    """Whether it rains; a thunderstorm is read as rain (N18.2)."""
    return state.sky.weather in numbers_of(state.battle).weather.rainy


def _weather_lines(
    state: GameState, rows: Assault, unit: UnitId, enemies: Sequence[UnitId]
) -> Iterator[Line]:
    """N18: rain wets muskets, which horsemen do not mind; mud holds guns, and snow everybody."""
    arm, weather = main_arm(state, unit), state.sky.weather
    meets_infantry = MainArm.INFANTRY in arms_of(state, enemies)
    if arm is MainArm.INFANTRY and is_raining(state) and not meets_infantry:
        yield say("rain"), rows.rain_infantry, "N18"
    if arm is MainArm.CAVALRY and is_raining(state) and meets_infantry:
        yield say("rain against infantry"), rows.rain_cavalry, "N18"
    if arm is MainArm.INFANTRY and weather == SNOWSTORM:
        yield say("snowstorm"), rows.snowstorm_infantry, "N18"
    if arm is MainArm.ARTILLERY and weather == MUD:
        yield say("mud"), rows.mud_artillery, "N18"


def _ground_lines(state: GameState, rows: Assault, start: Hex, target: Hex) -> Iterator[Line]:
    """Terrain of the target hex and of the hexside to it, for one attacking hex (N8.51)."""
    battlefield = state.battle.battlefield
    ground = _hex_line(state, rows, start, target)
    met = crossing(battlefield, state.spans, start, target)
    if met in (Crossing.BRIDGE, Crossing.PONTOON):
        # The bridge stands in for the hex's own terrain where it is worse.
        if rows.bridge < ground[1]:
            ground = (met.value, rows.bridge, "N8.51")
    elif met in (Crossing.STREAM, Crossing.TRESTLE):
        yield say("stream"), rows.stream, "N8.51"
    if ground[1]:
        yield ground
    if battlefield.is_crest(start, target):
        yield say("crest"), rows.crest, "N8.5"
    if battlefield.is_upward(start, target):
        yield say("up a slope"), rows.slope_up, "N8.5"


def _hex_line(state: GameState, rows: Assault, start: Hex, target: Hex) -> Line:
    terrain_at = state.battle.battlefield.terrain_at
    terrain = terrain_at(target)
    is_inside = terrain.cover.tangled and terrain_at(start).cover.tangled
    percent = 0 if is_inside else percent_in(rows, terrain) or 0
    if target in state.positions and rows.improved_position <= percent:  # N21
        # Of the position and the ground only the worse counts (N21.1).
        return say("improved position"), rows.improved_position, "N21.1"
    return terrain.value, percent, "N8.5"


def _has_square(state: GameState, fight: Fight) -> bool:
    return any(state.units[unit].square for unit in fight.defenders)


# -- the attackers' die (N8.81)


def _attack_modifiers(state: GameState, fight: Fight, report: FireReport) -> Iterator[Line]:
    rules = numbers_of(state.battle).fire
    arms = arms_of(state, fight.attackers)
    if arms == set(MainArm):
        yield say("combined arms"), rules.combined_arms, "N8.81"
    elif arms | {MainArm.ARTILLERY} == set(MainArm) and is_under_bombardment(state, fight):
        yield say("combined arms with the guns"), rules.combined_arms, "N9.9"
    firing = firing_arms(state, report, fight.attackers)
    if _has_square(state, fight) and firing - {MainArm.CAVALRY}:
        yield say("at a square"), rules.at_square, "N10.31"


def is_under_bombardment(state: GameState, fight: Fight) -> bool:
    """Whether guns of those who act have bombarded the target in this activation (N9.9)."""
    acting = state.activation
    return acting is not None and any(
        state.units[unit].bombarded == fight.target
        for formation in acting.formations
        for unit in state.units_of(formation)
    )


# -- both sides fire at the same time: their dice, and what the Fire Table says (N8.6, N8.8)


async def exchange_fire(
    table: Table[GameState],
    fires: tuple[FireReport, FireReport],
    hexes: tuple[Hex, Hex],
    purposes: tuple[str, str],
) -> tuple[Hit, Hit]:
    """N8.8: both dice fall before either is read; a side without fire strength has none.

    All comes in pairs, for the attackers and for the defenders: the fires, the hexes fired at, what
    the dice are for, and in the end what it does to the target and to the attackers.
    """
    dice = [
        None if fire.column is None else await rerolls.throw(table, fire.side, purpose)
        for fire, purpose in zip(fires, purposes, strict=True)
    ]
    on_target, on_attackers = map(_read, (table, table), fires, dice, hexes)
    return on_target, on_attackers


def _read(table: Table[GameState], report: FireReport, die: int | None, target: Hex) -> Hit:
    """Look a side's die up on the Fire Table and tell it."""
    if die is None:
        return NO_EFFECT
    assert report.column is not None
    pips = sum(modifier for _, modifier, _ in report.modifiers)
    cell = result(numbers_of(table.state.battle).fire, report.column, die + pips)
    table.emit(
        FireResolved(
            side=report.side,
            units=tuple(line.unit for line in report.lines),
            target=target,
            strength=report.strength,
            column=report.column,
            die=die,
            modifiers=pips,
            result=cell,
        )
    )
    return parse(cell)
