"""The numbers of the rules, read from `numbers.toml` into typed records.

A scenario may give its own value for any of them by a dotted key, such as
``"morale.rout_margin": 4``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from hexwar.model.battle import Battle
from hexwar.rules.nlc.number_records import Numbers
from hexwar.scenario.errors import quoted
from hexwar.scenario.standards import leaves, with_own

T = TypeVar("T")


LIMITS = (
    ("retreat.", 0, 6),  # hexes; every path of that length is looked at
    *((f"movement.{cost}", 0, 100) for cost in ("slope_up", "stream", "bridge", "damaged_bridge")),
    ("movement.", 0.5, 100),  # no step is free
    ("disrupted.movement_divisor", 1, 100),
    ("victory.sp_per_vp", 1, 1000),
    ("victory.units_exited", 1, 1000),
    ("weather.cost_factor", 1, 10),
    ("spans.", 0, 100),
    ("sight.farthest", 1, 12),  # the tables of rays reach so far
    ("sight.", 0, 12),
    ("trace.supply", 0, 100),
    ("trace.way_step", 0.5, 0.5),  # traces are counted in half hexes
    ("trace.", 0, 100),
    ("duty.movement_divisor", 1, 100),
    ("duty.", 0, 100),
    ("arrival.alternate_divisor", 1, 6),
    ("arrival.", 0, 100),
    ("card.alternate_divisor", 1, 100),
    ("card.replaced_units", 0, 3),  # every choice of so many units is listed
    ("card.scattered_hexes", 0, 6),
    ("card.ney_enemy", -10, 10),
    ("card.area_defense", -100, 100),
    ("card.marmont_morale", -5, 5),
    ("card.", 0, 100),
    ("paper.steps", 1, 20),  # an answer of a player is bounded
    ("paper.", 0, 100),
    ("dispatch.range_step", 1, 100),
    ("dispatch.", 0, 100),
    ("compliance.highest_column", 5, 5),  # the tables have a column for each rating
    ("local.highest_column", 5, 5),
    ("coordination.most", 1, 10),
    ("withdrawal.", 0, 3),  # every path of that length is looked at
    ("evasion.", 0, 3),
    ("bombardment.movement_divisor", 1, 100),
    ("bombardment.range", 1, 6),
    ("bombardment.lowest_die", 1, 1),  # the table has a row for each die
    ("bombardment.highest_die", 7, 7),
    ("charge.movement_divisor", 1, 100),
    ("charge.distance", 1, 4),  # every path of that length is looked at
    ("charge.dim_distance", 1, 4),
    ("charge.reaction_radius", 0, 6),
    ("charge.advance_radius", 0, 6),
    ("pursuit.distance", 0, 4),
    ("exhaustion.movement_percent", 100, 300),
    ("fire.lowest_die", 0, 0),  # the table has a row for each die
    ("fire.highest_die", 8, 8),
    ("", -1000, 1000),
)
"""Beginnings of keys, with the least and the most that a scenario may say; the first that fits."""


WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "enter_zone": ("no", "yes", "near objective"),
        "leave_zone": ("no", "yes", "to zone", "cavalry"),
        "assault": ("no", "may", "must", "objective", "supported"),
        "charge": ("no", "may", "in zone", "light or lone", "supported"),
        "react": ("no", "yes"),
        "bombard": ("no", "yes"),
        "road": ("no", "yes", "before contact", "to its place"),
        "pull_back": ("no", "yes"),
        "pursue": ("no", "may", "in zone"),
    }
)
"""The words that a column of the table of orders may hold (N12.2)."""


class NumbersError(ValueError):
    """A number that cannot be used; the sentence names the key."""


@lru_cache(maxsize=1)
def printed() -> Mapping[str, Any]:
    """The whole data file as read, for the rulebook and for the list of known keys."""
    text = resources.files(__package__).joinpath("numbers.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


@lru_cache(maxsize=1)
def known_keys() -> Mapping[str, type]:
    """Each dotted key that a scenario may override, with the type of its value."""
    return {key: type(value) for key, value in leaves(printed())}


def number_fault(key: str, value: object) -> str:
    """Why a scenario cannot give a number of the rules a value, as a sentence; empty if it can.

    Args:
        key: One of `known_keys`.
        value: What the scenario says.
    """
    kind = known_keys()[key]
    wanted = (int, float) if kind is float else kind
    if isinstance(value, bool) or not isinstance(value, wanted):
        return f"the value should be {_KINDS[kind]}, not {quoted(value)}"
    if isinstance(value, (int, float)):
        least, most = next((low, high) for start, low, high in LIMITS if key.startswith(start))
        if not least <= value <= most:
            return f"the value should lie between {least} and {most}, not be {quoted(value)}"
    chapter, *_, last = key.split(".")
    if chapter == "orders" and value not in WORDS.get(last, (value,)):
        return f"the value should be one of {', '.join(WORDS[last])}, not {quoted(value)}"
    return ""


def from_overrides(overrides: Mapping[str, object]) -> Numbers:
    """The numbers of a game with a scenario's own values.

    Raises:
        NumbersError: an unknown key, a value of the wrong type, or one out of bounds.
    """
    for key, value in overrides.items():
        if key not in known_keys():
            raise NumbersError(f"numbers: {key} is no number of the rules")
        fault = number_fault(key, value)
        if fault:
            raise NumbersError(f"numbers: {key}: {fault}")
    return _record(Numbers, with_own(printed(), overrides), "")


@lru_cache(maxsize=16)
def numbers_of(battle: Battle) -> Numbers:
    """The numbers that a battle is played with."""
    return from_overrides(battle.numbers)


_KINDS: Mapping[type, str] = MappingProxyType(
    {int: "a whole number", float: "a number", str: "a word", list: "a table"}
)


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
