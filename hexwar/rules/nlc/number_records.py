"""The records of the rules' numbers, a class for each chapter of `numbers.toml`."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.rules.nlc.arrival_numbers import Arrivals
from hexwar.rules.nlc.cards.card_numbers import Cards
from hexwar.rules.nlc.combat_numbers import (
    Assault,
    BeforeAssault,
    Bombardment,
    Charge,
    Confidence,
    Demoralization,
    Disrupted,
    Evasion,
    Exhaustion,
    Fire,
    Guard,
    Morale,
    Pursuit,
    Rally,
    Recovery,
    Retreat,
    Square,
)


@dataclass(frozen=True, slots=True)
class Cups:
    """N4.45."""

    default: str  # two or common


@dataclass(frozen=True, slots=True)
class HexCost:
    """MP to enter a hex."""

    infantry: int
    others: int


@dataclass(frozen=True, slots=True)
class Movement:
    """N5.1, MP."""

    clear: HexCost
    town: HexCost
    chateau: HexCost
    woods: HexCost
    marsh: HexCost
    slope_up: int
    stream: int
    bridge: int
    damaged_bridge: int
    road_march: float
    trail_march: float
    road_or_trail: int
    march_through_friends: int
    leader_road: float
    free_road_distance: int
    blocked_entry_radius: int


@dataclass(frozen=True, slots=True)
class Weather:
    """N5.2, N18: the kinds of weather that do something, by name."""

    doubled: tuple[str, ...]  # hex costs of trains and artillery
    adjacent_only: tuple[str, ...]
    no_pontoons: tuple[str, ...]
    no_positions: tuple[str, ...]
    no_fords: tuple[str, ...]
    wet: tuple[str, ...]
    rainy: tuple[str, ...]
    dark_dawn: tuple[str, ...]
    dawn_ends: int  # the hour
    cost_factor: int


@dataclass(frozen=True, slots=True)
class Position:
    """N21."""

    units: int
    built_die: int


@dataclass(frozen=True, slots=True)
class WeatherTable:
    """T3.2: a row for each weather that may change, a column for each die."""

    rows: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Ford:
    """T18.33, MP."""

    cost: int


@dataclass(frozen=True, slots=True)
class Spans:
    """N5.7: MP of the work, and the highest die that repairs."""

    bridge_work: int
    trestle_work: int
    repair_die: int
    repair_die_in_zone: int
    repair_die_enemy_end: int


@dataclass(frozen=True, slots=True)
class Pontoon:
    """T18.21."""

    captured_die: int


@dataclass(frozen=True, slots=True)
class Column:
    """N5.3, SP."""

    tail_sp: int


@dataclass(frozen=True, slots=True)
class Sight:
    """N19.21, hexes."""

    farthest: int
    spotting: int
    adjacent: int


@dataclass(frozen=True, slots=True)
class Trace:
    """N12.4, N16: hexes."""

    supply: int
    way_step: float
    march_gap: int
    units_for_each_train: int


@dataclass(frozen=True, slots=True)
class Stacking:
    """N6.1."""

    units: int
    sp: int
    train_sp: int


@dataclass(frozen=True, slots=True)
class Leading:
    """N14.3, N14.7: hexes, and the highest die that means capture."""

    command_range: int
    wing_range: int
    capture_die: int
    napoleon_capture_die: int
    refuge_distance: int
    rating_without_commander: int
    replacement_turns: int
    lost_rating: int
    headquarters_escape: int
    train_ranges: int


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A row of the table of orders (N12.2), in words."""

    name: str
    enter_zone: str  # no, yes, near objective
    leave_zone: str  # no, yes, to zone, cavalry
    assault: str  # no, may, must, objective, supported
    charge: str  # no, may, in zone, light or lone, supported
    react: str  # no, yes
    bombard: str  # no, yes
    road: str  # no, yes, before contact, to its place
    pull_back: str  # no, yes
    pursue: str  # no, may, in zone


@dataclass(frozen=True, slots=True)
class Orders:
    """N12.2."""

    march: OrderRow
    attack: OrderRow
    probe: OrderRow
    defend: OrderRow
    delay: OrderRow
    fall_back: OrderRow
    reserve: OrderRow
    support: OrderRow
    general_retreat: OrderRow


@dataclass(frozen=True, slots=True)
class PaperSize:
    """N12.1: the most steps of an order, and the most hexes that a step names for its way."""

    steps: int
    via: int


@dataclass(frozen=True, slots=True)
class Duty:
    """N12.21-N12.35: hexes, but for the divisor, the losses in steps and the ratio."""

    movement_divisor: int
    goal_radius: int
    zone_radius: int
    defend_radius: int
    probe_distance: int
    probe_losses: int
    delay_distance: int
    delay_horizon: int
    outnumbered: float
    support_distance: int
    reserve_radius: int


@dataclass(frozen=True, slots=True)
class Dispatching:
    """N12.12-N12.13, N12.4-N12.43: hexes and orders."""

    range: int
    range_step: int
    headquarters_distance: int
    lone_capacity: int
    divisional_orders: int


@dataclass(frozen=True, slots=True)
class Compliance:
    """N12.5, N12.51: the table, a row for each die from 1, and shifts in columns."""

    highest_column: int
    table: tuple[tuple[str, ...], ...]
    reserve: int
    near_commander: int
    near_distance: int  # hexes
    from_wing: int
    demoralized_defensive: int
    demoralized_offensive: int
    in_contact: int
    night: int
    waited: int


@dataclass(frozen=True, slots=True)
class Local:
    """N12.62-N12.65: the Local Initiative Table, a row for each die from 1, and shifts."""

    highest_column: int
    radius: int  # hexes
    table: tuple[tuple[str, ...], ...]
    hit_and_defensive: int
    lonely: int
    lonely_distance: int  # hexes
    demoralized: int
    bad_move_turns: int
    fall_back_hexes: int


@dataclass(frozen=True, slots=True)
class InitialAction:
    """N4.23, turns."""

    recent_turns: int


@dataclass(frozen=True, slots=True)
class Coordination:
    """N4.32, formations."""

    most: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory from a ratio of points upward (N22.1)."""

    ratio: float
    name: str


@dataclass(frozen=True, slots=True)
class Victory:
    """N22, VP."""

    sp_per_vp: int
    demoralized_formation: int
    baggage_train: int
    supply_source: int
    train_exited: int  # in a General Retreat
    units_exited: int  # for each point in a General Retreat
    draw_percent: int
    least_total: int
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Every number that the rules of this release use."""

    morale: Morale
    cups: Cups
    movement: Movement
    weather: Weather
    position: Position
    weather_winter: WeatherTable
    weather_middle: WeatherTable
    weather_summer: WeatherTable
    ford: Ford
    spans: Spans
    pontoon: Pontoon
    column: Column
    sight: Sight
    trace: Trace
    stacking: Stacking
    assault: Assault
    fire: Fire
    retreat: Retreat
    disrupted: Disrupted
    rally: Rally
    recovery: Recovery
    confidence: Confidence
    withdrawal: BeforeAssault
    bombardment: Bombardment
    charge: Charge
    square: Square
    evasion: Evasion
    pursuit: Pursuit
    guard: Guard
    demoralization: Demoralization
    exhaustion: Exhaustion
    leader: Leading
    orders: Orders
    duty: Duty
    arrival: Arrivals
    card: Cards
    paper: PaperSize
    dispatch: Dispatching
    compliance: Compliance
    local: Local
    initial: InitialAction
    coordination: Coordination
    victory: Victory
