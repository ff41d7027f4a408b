"""The numbers of the ground that games on hexes share, a record for each chapter of the rules."""

from __future__ import annotations

from dataclasses import dataclass


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
    cost_factor: int
    slows_horse: bool = False  # whether cavalry feels the doubled costs too
    slow_trains: tuple[str, ...] = ()  # hexes off the road cost trains more (T3.3)
    slow_train_cost: int = 0  # MP


@dataclass(frozen=True, slots=True)
class Ford:
    """T18.33, MP."""

    cost: int


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
class HidingNumbers:
    """N20.2."""

    dummy_movement: int  # MP


@dataclass(frozen=True, slots=True, eq=False)
class GroundNumbers:
    """What the rules of the ground ask of the numbers of a game.

    One set of numbers is one object, by which tables of steps are kept.
    """

    movement: Movement
    weather: Weather
    ford: Ford
    column: Column
    sight: Sight
    trace: Trace
    stacking: Stacking
    hiding: HidingNumbers
