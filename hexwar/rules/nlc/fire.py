"""Fire strength and the Fire Table (N8.4-N8.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hexwar.hexes import Hex
from hexwar.model.battle import TurnKind
from hexwar.model.battlefield import Terrain
from hexwar.model.crossings import Crossing, crossing
from hexwar.model.forces import UnitId
from hexwar.model.reports import FireLine, FireReport
from hexwar.model.state import GameState
from hexwar.rules.nlc.combat_numbers import Assault, Fire
from hexwar.rules.nlc.fight import Fight, MainArm, hex_of, main_arm
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.simplifications import weather_now

Line = tuple[str, int, str]
"""One modifier: the reason in words, the number, the rule's id."""

RAIN = "rain"
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


def column_of(table: Fire, strength: int) -> int | None:
    """The column of the Fire Table for a strength, from 0; None for what cannot fire."""
    columns = [i for i, least in enumerate(table.columns) if strength >= least]
    return columns[-1] if columns else None


def result(table: Fire, column: int, total: int) -> str:
    """The cell of the Fire Table for a die with its modifiers added."""
    row = min(max(total, table.lowest_die), table.highest_die) - table.lowest_die
    return table.table[row][column]


# -- one side's fire


def attack_report(state: GameState, fight: Fight) -> FireReport:
    """The attackers' fire on the target hex, line by line."""
    percents = {unit: tuple(_attack_lines(state, fight, unit)) for unit in fight.attackers}
    modifiers = tuple(_attack_modifiers(state, fight))
    return _report(state, percents, modifiers)


def defence_report(state: GameState, fight: Fight) -> FireReport:
    """The defenders' fire on the attacking hex that they chose, line by line."""
    percents = {unit: tuple(_defence_lines(state, fight, unit)) for unit in fight.defenders}
    return _report(state, percents, ())


def firing_arms(
    state: GameState, report: FireReport, units: Collection[UnitId]
) -> frozenset[MainArm]:
    """The arms of those of some units that really fire."""
    return frozenset(
        main_arm(state, line.unit) for line in report.lines if line.strength and line.unit in units
    )


def has_artillery_fire(state: GameState, report: FireReport) -> bool:
    """Whether artillery takes part in a side's fire (N2.32)."""
    return any(
        line.strength and main_arm(state, line.unit) is MainArm.ARTILLERY for line in report.lines
    )


def _report(
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
    arm = main_arm(state, unit)
    yield from _ground_lines(state, rows, hex_of(state, unit), fight.target)
    yield from _own_lines(state, rows, unit)
    if arm is MainArm.CAVALRY and _meets_infantry(state, fight) and weather_now(state) != RAIN:
        yield "cavalry against infantry", rows.cavalry_on_infantry, "N8.5"


def _defence_lines(state: GameState, fight: Fight, unit: UnitId) -> Iterator[Line]:
    rows = numbers_of(state.battle).assault
    terrain_at = state.battle.battlefield.terrain_at
    if terrain_at(fight.target) is Terrain.WOODS and terrain_at(fight.hit_hex) != Terrain.WOODS:
        yield "out of woods", rows.out_of_woods, "N8.5"
    yield from _own_lines(state, rows, unit)
    if all(main_arm(state, other) is MainArm.ARTILLERY for other in fight.defenders):
        yield "artillery alone", rows.artillery_alone, "N8.5"


def _own_lines(state: GameState, rows: Assault, unit: UnitId) -> Iterator[Line]:
    """What a unit carries with it, attacking or defending."""
    record, card = state.units[unit], state.card(unit)
    if record.disrupted:
        yield "Disrupted", rows.disrupted, "N11.8"
    if record.column:
        yield "road column", rows.road_column, "N8.5"
    if OLD_GUARD in card.flags:
        yield "Old Guard", rows.old_guard, "N7.4"
    if card.arm.is_artillery and state.turn_card.kind is TurnKind.NIGHT_PM:
        yield "artillery at night", rows.night_artillery, "N17.1"


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
        yield "stream", rows.stream, "N8.51"
    if ground[1]:
        yield ground
    if battlefield.is_crest(start, target):
        yield "crest", rows.crest, "N8.5"
    if battlefield.is_upward(start, target):
        yield "up a slope", rows.slope_up, "N8.5"


def _hex_line(state: GameState, rows: Assault, start: Hex, target: Hex) -> Line:
    terrain_at = state.battle.battlefield.terrain_at
    terrain = terrain_at(target)
    percents = {
        Terrain.TOWN: rows.town,
        Terrain.CHATEAU: rows.chateau,
        Terrain.MARSH: rows.marsh,
        Terrain.WOODS: 0 if terrain_at(start) is Terrain.WOODS else rows.woods,
    }
    percent = percents.get(terrain, 0)
    if target in state.positions and rows.improved_position <= percent:
        # Of the position and the ground only the worse counts (N21.1).
        return "improved position", rows.improved_position, "N21.1"
    return terrain.value, percent, "N8.5"


def _meets_infantry(state: GameState, fight: Fight) -> bool:
    return any(main_arm(state, unit) is MainArm.INFANTRY for unit in fight.defenders)


def _attack_modifiers(state: GameState, fight: Fight) -> Iterator[Line]:
    """Modifiers of the attackers' die (N8.81)."""
    if {main_arm(state, unit) for unit in fight.attackers} == set(MainArm):
        yield "combined arms", numbers_of(state.battle).fire.combined_arms, "N8.81"
