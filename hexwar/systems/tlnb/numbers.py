"""The numbers of the rules, read from `numbers.toml` into typed records, one a chapter (T31)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from hexwar.ground.numbers import Ford, GroundNumbers, Movement, Stacking, Weather
from hexwar.messages import say
from hexwar.scenario.errors import quoted
from hexwar.scenario.numbers import RuleNumbers
from hexwar.table.battle import Battle

Rows = tuple[tuple[str, ...], ...]
"""A table of results, in the words that are printed."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of results: a row for each die from the lowest, a column for each strength."""

    table: Rows
    lowest: int = 1  # die

    def result(self, die: int, column: int) -> str:
        """What a modified die says; beyond the ends the last row counts (T12.10)."""
        return self.table[min(max(die - self.lowest, 0), len(self.table) - 1)][column]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory from a ratio of points upward (T23.4)."""

    ratio: float
    name: str


@dataclass(frozen=True, slots=True)
class TimeNumbers:
    """T1.1."""

    metres_per_hex: int


@dataclass(frozen=True, slots=True)
class CommandNumbers:
    """T5: hexes, and dice."""

    commander_range: int
    officer_range: int
    replacement_loss: int
    capture_die: int
    napoleon_second_die: int
    refuge: int
    wake_die: int
    wake_distance: int


@dataclass(frozen=True, slots=True)
class InitiativeNumbers:
    """T6."""

    artillery_alone: int
    least: int
    most: int
    demoralized: int


@dataclass(frozen=True, slots=True)
class MarchNumbers:
    """T7.5."""

    bonus: int
    interval: int
    goal_radius: int
    orders_a_turn: int


@dataclass(frozen=True, slots=True)
class SpansNumbers:
    """T7.6: MP, and the highest die that mends."""

    trestle_work: int
    bridge_work: int
    repair_die: int
    repair_die_in_zone: int
    repair_die_enemy_end: int


@dataclass(frozen=True, slots=True)
class PontoonNumbers:
    """T18.21: the highest die that takes a pontoon train unharmed."""

    captured_die: int


@dataclass(frozen=True, slots=True)
class TlnbMovement(Movement):
    """T7.3, MP."""

    friend: int
    leave_zone: int
    exit: int


@dataclass(frozen=True, slots=True)
class FordNumbers(Ford):
    """T18.33, T18.34: MP, and the highest die that finds one."""

    found: int
    found_wet: int


@dataclass(frozen=True, slots=True)
class AllowanceNumbers:
    """T7.4: MP of foot and of horse."""

    roll: tuple[tuple[int, int], ...]
    night: tuple[int, int]
    dark_dawn: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ZoneNumbers:
    """T8.3, MP."""

    exit_cost: int


@dataclass(frozen=True, slots=True)
class TlnbStacking(Stacking):
    """T9.1."""

    units_officer: int
    sp_officer: int


@dataclass(frozen=True, slots=True)
class CombatNumbers:
    """T10.6: what strengths are multiplied with, and columns."""

    stream: Fraction
    town_third: Fraction
    woods_cavalry: Fraction
    marsh_others: Fraction
    chateau_infantry: Fraction
    bridge: Fraction
    improved: Fraction
    road_march: Fraction
    rain_infantry: Fraction
    combined_arms: int
    night_shift: int
    night_artillery: Fraction
    ratios: tuple[Fraction, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShockNumbers:
    """T11.2: a row for each initiative of the defender."""

    odds_bonus: int
    odds_column: str
    most: int
    table: Rows


@dataclass(frozen=True, slots=True)
class CrtNumbers:
    """T11.1: a row for each die, a column for each ratio."""

    table: Rows


@dataclass(frozen=True, slots=True)
class RetreatNumbers:
    """T11.5, hexes."""

    beyond: int
    blocked_step: int
    bridge_units: int
    demoralized: int


@dataclass(frozen=True, slots=True)
class AdvanceNumbers:
    """T11.6, hexes."""

    cavalry_extra: int


@dataclass(frozen=True, slots=True)
class GuardNumbers:
    """T11.3."""

    die: int
    shock: int
    shock_most: int
    dismay: int
    vp: int


@dataclass(frozen=True, slots=True)
class BombardmentNumbers:
    """T12."""

    range: int
    far: int
    far_factor: Fraction
    town_factor: Fraction
    will_charge: int
    mud: int
    moved_hexes: int
    columns: tuple[int, ...]
    charts: Mapping[str, Chart]


@dataclass(frozen=True, slots=True)
class ChargeNumbers:
    """T13."""

    path: int
    dim_distance: int
    turn_degrees: int
    weather: int
    countered: int
    artillery_factor: int
    counter_path: int
    charts: Mapping[str, Chart]


@dataclass(frozen=True, slots=True)
class PositionNumbers:
    """T21."""

    die: int
    units: int
    lone_sp: int


@dataclass(frozen=True, slots=True)
class RecoveryNumbers:
    """T14."""

    train_near: int
    train_modifier: int
    demoralized: int
    lost_die: int
    step_margin: int
    night_back: int
    back: int


@dataclass(frozen=True, slots=True)
class DemoralizationNumbers:
    """T15: per cent of SP, and effects."""

    percent: int
    guard_percent: int
    landwehr_percent: int
    initiative: int
    attack_factor: Fraction
    retreat: int


@dataclass(frozen=True, slots=True)
class VedetteNumbers:
    """T17."""

    sp: int
    cost: int
    fall_back: int
    free_attack_die: int
    movement: int


@dataclass(frozen=True, slots=True)
class RepulseNumbers:
    """T17.7."""

    ratio: int
    most_sp: int
    cost: int
    push: int


@dataclass(frozen=True, slots=True)
class NightNumbers:
    """T22, hexes."""

    radius: int


@dataclass(frozen=True, slots=True)
class ArrivalNumbers:
    """T20."""

    ahead: int
    shifts: tuple[int, ...]
    balance: int
    alternate_divisor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TlnbWeather(Weather):
    """T3.3: the kinds of weather that do something, by name."""

    no_bombardment: tuple[str, ...]
    no_charge: tuple[str, ...]
    slow_charge: tuple[str, ...]
    no_combined_arms: tuple[str, ...]
    all_shock: tuple[str, ...]
    dark_dawn: tuple[str, ...]
    dark_dawn_until: int  # o'clock


@dataclass(frozen=True, slots=True)
class VictoryNumbers:
    """T23, VP."""

    hex_factor: float
    sp: int
    demoralized_formation: int
    baggage_train: int
    supply_source: int
    commander: int
    officer: int
    train_exited: int
    units_exited: int
    least_total: int
    emperor_wins: int
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class SpecialNumbers:
    """T34.6: columns, dice, hexes, turns."""

    leader_column: int
    led_rating: int
    charge_range: int
    charge_die: int
    exhausted: int
    rest_turns: int
    moonlit_march: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SkyNumbers:
    """T3.2: for each season the rows by weather, a column for each die."""

    winter: Mapping[str, tuple[str, ...]]
    middle: Mapping[str, tuple[str, ...]]
    summer: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(GroundNumbers):
    """Every number that the rules of this game use."""

    movement: TlnbMovement
    ford: FordNumbers
    stacking: TlnbStacking
    weather: TlnbWeather
    time: TimeNumbers
    command: CommandNumbers
    initiative: InitiativeNumbers
    march: MarchNumbers
    spans: SpansNumbers
    pontoon: PontoonNumbers
    allowance: AllowanceNumbers
    zone: ZoneNumbers
    combat: CombatNumbers
    shock: ShockNumbers
    crt: CrtNumbers
    retreat: RetreatNumbers
    advance: AdvanceNumbers
    guard: GuardNumbers
    bombardment: BombardmentNumbers
    charge: ChargeNumbers
    position: PositionNumbers
    recovery: RecoveryNumbers
    demoralization: DemoralizationNumbers
    vedette: VedetteNumbers
    repulse: RepulseNumbers
    night: NightNumbers
    arrival: ArrivalNumbers
    victory: VictoryNumbers
    sky: SkyNumbers
    special: SpecialNumbers


LIMITS = (
    ("movement.", 0, 100),
    ("trace.way_step", 0.5, 0.5),  # traces are counted in half hexes
    ("sight.farthest", 1, 12),  # the tables of rays reach so far
    ("weather.cost_factor", 1, 10),
    ("retreat.", 0, 3),  # every path of that length is looked at
    ("charge.path", 0, 3),
    ("charge.counter_path", 0, 3),
    ("charge.turn_degrees", 60, 60),
    ("bombardment.range", 1, 6),
    ("arrival.alternate_divisor", 1, 6),
    ("victory.units_exited", 1, 1000),
    ("", -1000, 1000),
)
"""Beginnings of keys, with the least and the most that a scenario may say; the first that fits."""


def _own_fault(key: str, value: object) -> str:
    """What else is wrong with a value of the right type."""
    if isinstance(value, str) and not _is_alike(key, value):
        shown = quoted(value)
        return say("the value should be a fraction such as 2/3, not {value}", value=shown)
    return ""


def _is_alike(key: str, value: str) -> bool:
    """Whether a word may stand where the rules have another: a fraction, or the same word."""
    chapter, _, last = key.rpartition(".")
    rows: Mapping[str, Any] = PRINTED.tables
    for part in chapter.split("."):
        rows = rows[part]
    if re.fullmatch(r"[0-9]{1,2}(/[1-9][0-9]?)?", str(rows[last])):
        return re.fullmatch(r"[0-9]{1,2}(/[1-9][0-9]?)?", value) is not None
    return bool(value == rows[last])


PRINTED: Final = RuleNumbers(__package__, Numbers, LIMITS, _own_fault)
"""The numbers that the rules print."""


@lru_cache(maxsize=16)
def numbers_of(battle: Battle) -> Numbers:
    """The numbers that a battle is played with."""
    return PRINTED.with_own(battle.numbers)
