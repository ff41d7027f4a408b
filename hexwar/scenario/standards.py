"""What a check of files needs of the rules.

The rules are a layer above, so whoever checks hands them over. Costs are counted in half MP, so
that a road's half point is a whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexwar.hexes import Hex
from hexwar.table.battlefield import Battlefield, Terrain, Water, Way


@dataclass(frozen=True, slots=True)
class MarchCosts:
    """N5.1 for a march without an enemy, in half MP."""

    infantry: Mapping[Terrain, int]
    others: Mapping[Terrain, int]
    slope_up: int
    stream: int
    bridge: int
    road_march: int
    trail_march: int
    road_or_trail: int
    leader_road: int

    def step(self, field: Battlefield, a: Hex, b: Hex, *, foot: bool) -> int | None:
        """An ordinary step to the next hex, or None where a river bars it."""
        if _is_barred(field, a, b):
            return None
        way = field.ways.get((a, b))
        hexes = self.infantry if foot else self.others
        cost = hexes[field.terrain_at(b)]
        if way is not None:
            cost = min(cost, self.road_or_trail)
        return cost + self._across(field, a, b, way) + self._up(field, a, b)

    def road_step(self, field: Battlefield, a: Hex, b: Hex) -> int | None:
        """A step in road movement, or None where no road or trail leads."""
        way = field.ways.get((a, b))
        if way is None or _is_barred(field, a, b):
            return None
        is_over_stream = field.water_between(a, b) is Water.STREAM
        stream = self.stream if is_over_stream and field.span_between(a, b) is None else 0
        return self._march(way) + stream + self._up(field, a, b)

    def leader_step(self, field: Battlefield, a: Hex, b: Hex) -> int | None:
        """A leader's step: the costs of cavalry, roads at his own (N14.5)."""
        plain = self.step(field, a, b, foot=False)
        march = self.road_step(field, a, b)
        if plain is None or march is None:
            return plain
        faster = self.leader_road - self.road_march if field.ways[a, b] is Way.ROAD else 0
        return min(plain, march + faster)

    def entry(self, field: Battlefield, hex_: Hex, *, road: bool) -> int:
        """What an arriving unit pays for its entry hex (N5.81)."""
        way = field.way_hexes.get(hex_, Way.TRAIL)
        return self._march(way) if road else self.road_or_trail

    def _march(self, way: Way) -> int:
        return self.road_march if way is Way.ROAD else self.trail_march

    def _across(self, field: Battlefield, a: Hex, b: Hex, way: Way | None) -> int:
        water = field.water_between(a, b)
        span = field.span_between(a, b)
        if water is None or (water is Water.STREAM and span is not None and way is not None):
            return 0
        return self.bridge if water is Water.RIVER and span is not None else self.stream

    def _up(self, field: Battlefield, a: Hex, b: Hex) -> int:
        return self.slope_up if field.is_upward(a, b) else 0


@dataclass(frozen=True, slots=True)
class Standards:
    """The numbers that a check needs."""

    costs: MarchCosts
    stack_units: int  # N6.1
    stack_sp: int
    train_sp: int

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any]) -> Standards:
        """The standards in the table of the rules' numbers, grouped as the rulebook's chapters.

        Raises:
            KeyError: a number of chapter `movement` or `stacking` is missing.
        """
        stacking = tables["stacking"]
        return cls(
            costs=_costs(tables["movement"]),
            stack_units=stacking["units"],
            stack_sp=stacking["sp"],
            train_sp=stacking["train_sp"],
        )


@dataclass(frozen=True, slots=True)
class RuleNeeds:
    """The data without which a special rule cannot be played."""

    hexes: bool = False
    steps: bool = False
    numbers: tuple[str, ...] = ()  # their names


def _none(key: str, value: object) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True)
class Rules:
    """The rules as a check of files knows them; what is None or empty is not checked.

    Args:
        tables: The numbers, grouped as the rulebook's chapters.
        number_fault: Why a scenario cannot give the number of a key a value; empty if it can.
        special_rules: What each special rule needs, by id; None accepts any.
        decks: The decks of cards, of each kind of card how many; None accepts any.
    """

    tables: Mapping[str, Any] = field(default_factory=dict)
    number_fault: Callable[[str, object], str] = _none
    special_rules: Mapping[str, RuleNeeds] | None = None
    decks: Mapping[str, Mapping[str, int]] | None = None

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """The numbers by their dotted keys."""
        return dict(leaves(self.tables))

    def standards(self, own: Mapping[str, object]) -> Standards | None:
        """The numbers of a scenario with its own among them; None where there are no tables.

        Args:
            own: The scenario's own numbers by dotted key; what the rules refuse is left out.
        """
        if not self.tables:
            return None
        fit = {k: v for k, v in own.items() if k in self.numbers and not self.number_fault(k, v)}
        return Standards.from_tables(with_own(self.tables, fit))


def _costs(movement: Mapping[str, Any]) -> MarchCosts:
    return MarchCosts(
        infantry={t: _halves(movement[t.value]["infantry"]) for t in Terrain},
        others={t: _halves(movement[t.value]["others"]) for t in Terrain},
        slope_up=_halves(movement["slope_up"]),
        stream=_halves(movement["stream"]),
        bridge=_halves(movement["bridge"]),
        road_march=_halves(movement["road_march"]),
        trail_march=_halves(movement["trail_march"]),
        road_or_trail=_halves(movement["road_or_trail"]),
        leader_road=_halves(movement["leader_road"]),
    )


def _halves(mp: float) -> int:
    return round(mp * 2)


def leaves(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The numbers of nested tables, each with its dotted key."""
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def with_own(tables: Mapping[str, Any], own: Mapping[str, object]) -> dict[str, Any]:
    """Nested tables with a scenario's own numbers in the place of theirs.

    Args:
        tables: The numbers, grouped as the rulebook's chapters; they stay as they are.
        own: The others, by dotted keys that the tables have.
    """
    made = dict(tables)
    for key, value in own.items():
        *chapters, last = key.split(".")
        rows = made
        for chapter in chapters:
            rows[chapter] = dict(rows[chapter])
            rows = rows[chapter]
        rows[last] = value
    return made


def _is_barred(field: Battlefield, a: Hex, b: Hex) -> bool:
    is_ford = (a, b) in field.fords or (b, a) in field.fords
    return field.is_river_bar(a, b) and not is_ford
