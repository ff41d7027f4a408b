"""The numbers of the rules, read from `numbers.toml` into typed records.

A scenario may give its own value for any of them by a dotted key, such as
``"morale.rout_margin": 4``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from hexwar.model.battle import Battle

T = TypeVar("T")


LIMITS = (
    ("retreat.", 0, 6),  # hexes; every path of that length is looked at
    ("movement.", 0, 100),
    ("disrupted.movement_divisor", 1, 100),
    ("victory.sp_per_vp", 1, 1000),
    ("weather.cost_factor", 1, 10),
    ("spans.", 0, 100),
    ("sight.farthest", 1, 12),  # the tables of rays reach so far
    ("sight.", 0, 12),
    ("trace.supply", 0, 100),
    ("trace.way_step", 0.5, 0.5),  # traces are counted in half hexes
    ("trace.", 0, 100),
    ("fire.lowest_die", 0, 0),  # the table has a row for each die
    ("fire.highest_die", 8, 8),
    ("", -1000, 1000),
)
"""Beginnings of keys, with the least and the most that a scenario may say; the first that fits."""


class NumbersError(ValueError):
    """A number that cannot be used; the sentence names the key."""


@dataclass(frozen=True, slots=True)
class Morale:
    """N2.3-N2.46. All but `base`, limits, dice and ratios are modifiers."""

    base: int
    minimum: int
    maximum: int
    always_passes: int
    always_fails: int
    rout_margin: int
    reduced_initiative_loss: int
    russian_defending: int
    leader: int
    artillery_fire: int
    flank: int
    woods: int
    disrupted: int
    shaken_result: int
    old_guard: int
    defending_town: int
    weight_below_even: int
    weight_below_three_halves: int
    weight_overwhelming: int
    even_ratio: float  # attackers' strength to defenders', as the next two
    three_halves_ratio: float
    overwhelming_ratio: float


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
    exit_cost: int


@dataclass(frozen=True, slots=True)
class Weather:
    """N5.2, N18: the kinds of weather that do something, by name."""

    doubled: tuple[str, ...]  # hex costs of trains and artillery
    adjacent_only: tuple[str, ...]
    no_pontoons: tuple[str, ...]
    no_fords: tuple[str, ...]
    wet: tuple[str, ...]
    cost_factor: int


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
class Assault:
    """N8.5, per cent."""

    town: int
    stream: int
    crest: int
    slope_up: int
    woods: int
    marsh: int
    chateau: int
    bridge: int
    improved_position: int
    disrupted: int
    road_column: int
    out_of_woods: int
    artillery_alone: int
    cavalry_on_infantry: int
    old_guard: int
    night_artillery: int


@dataclass(frozen=True, slots=True)
class Fire:
    """N8.8, N8.81: the Fire Table, a row for each modified die from `lowest_die` up."""

    columns: tuple[int, ...]
    lowest_die: int
    highest_die: int
    combined_arms: int
    table: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """N11.1-N11.4, hexes and steps."""

    foot: int
    mounted: int
    attacker: int
    rout_extra: int
    rout_step_losses: int
    enemy_zone_step_losses: int
    unwalked_step_losses: int


@dataclass(frozen=True, slots=True)
class Disrupted:
    """N11.81."""

    movement_divisor: int


@dataclass(frozen=True, slots=True)
class Rally:
    """N13.1."""

    adjacent_modifier: int


@dataclass(frozen=True, slots=True)
class Leading:
    """N14.3, N14.7: hexes, and the highest die that means capture."""

    command_range: int
    wing_range: int
    capture_die: int
    napoleon_capture_die: int
    refuge_distance: int


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
    leader: Leading
    victory: Victory


@lru_cache(maxsize=1)
def printed() -> Mapping[str, Any]:
    """The whole data file as read, for the rulebook and for the list of known keys."""
    text = resources.files(__package__).joinpath("numbers.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


def known_keys() -> Mapping[str, type]:
    """Each dotted key that a scenario may override, with the type of its value."""
    return {key: type(value) for key, value in _leaves(printed(), "")}


def from_overrides(overrides: Mapping[str, object]) -> Numbers:
    """The numbers of a game with a scenario's own values.

    Raises:
        NumbersError: an unknown key, a value of the wrong type, or one out of bounds.
    """
    raw = {chapter: dict(rows) for chapter, rows in printed().items()}
    for key, value in overrides.items():
        _override(raw, key, value)
    return _record(Numbers, raw, "")


@lru_cache(maxsize=16)
def numbers_of(battle: Battle) -> Numbers:
    """The numbers that a battle is played with."""
    return from_overrides(battle.numbers)


def _leaves(rows: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in rows.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


_KINDS: Mapping[type, str] = MappingProxyType(
    {int: "a whole number", float: "a number", str: "a word", list: "a table"}
)


def _override(raw: dict[str, Any], key: str, value: object) -> None:
    known = known_keys()
    if key not in known:
        raise NumbersError(f"numbers: {key} is no number of the rules")
    wanted = (int, float) if known[key] is float else known[key]
    if isinstance(value, bool) or not isinstance(value, wanted):
        raise NumbersError(f"numbers: {key} is {_KINDS[known[key]]}, not {value!r}")
    if isinstance(value, (int, float)):
        least, most = next((low, high) for start, low, high in LIMITS if key.startswith(start))
        if not least <= value <= most:
            raise NumbersError(
                f"numbers: {key} lies between {least} and {most}, {value!r} does not"
            )
    rows = raw
    *path, last = key.split(".")
    for part in path:
        rows[part] = dict(rows[part])
        rows = rows[part]
    rows[last] = value


def _record(kind: type[T], raw: Mapping[str, Any], place: str) -> T:
    """A frozen record from its mapping; keys that the record lacks are for later releases."""
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for field in fields(cast("type[Any]", kind)):
        if field.name not in raw:
            raise NumbersError(f"numbers: {place}{field.name} is missing")
        values[field.name] = _value(hints[field.name], raw[field.name], f"{place}{field.name}.")
    return kind(**values)


def _value(kind: Any, raw: Any, place: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, raw, place)
    if get_origin(kind) is tuple:
        return tuple(_value(get_args(kind)[0], item, place) for item in raw)
    return raw
