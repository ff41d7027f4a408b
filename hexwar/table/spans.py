"""What lies between two hexes as it is now: water, and what leads over it (N5.1, N5.71, T18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark
from hexwar.table.battlefield import Battlefield, Water


class Crossing(StrEnum):
    """What one meets on a hexside."""

    OPEN = mark("open")  # no water
    STREAM = mark("stream")  # also where its trestle is damaged (N5.71)
    TRESTLE = mark("trestle")
    BRIDGE = mark("bridge")
    DAMAGED_BRIDGE = mark("damaged bridge")
    PONTOON = mark("pontoon bridge")
    FORD = mark("ford")
    RIVER = mark("river")  # that nothing crosses

    @cached_property
    def is_joined(self) -> bool:
        """Whether zones, contact, assaults and retreats reach across (N3.7, N5.71, N6.3)."""
        return self not in (Crossing.RIVER, Crossing.FORD, Crossing.DAMAGED_BRIDGE)

    @cached_property
    def carries_traces(self) -> bool:
        """Whether command is traced across (N5.71, N12.4); of supply `carries_supply` tells."""
        return self.is_joined or self is Crossing.FORD


@dataclass(frozen=True, slots=True)
class Spans:
    """The state of the spans: those damaged or destroyed, pontoon bridges, and fords found."""

    damaged: frozenset[Hexside] = frozenset()
    pontoons: frozenset[Hexside] = frozenset()
    found: frozenset[Hexside] = frozenset()  # fords that the map does not have (T18.34)
    destroyed: frozenset[Hexside] = frozenset()  # bridges of the damaged ones, for good (T7.63)

    @property
    def changed(self) -> frozenset[Hexside]:
        """The hexsides that are not as the map has them."""
        return self.damaged | self.pontoons | self.found


INTACT = Spans()
"""Every span of the map whole, and no pontoon bridge."""


def crossing(field: Battlefield, spans: Spans, a: Hex, b: Hex) -> Crossing:
    """What lies between two adjacent hexes; over a river a bridge, else a trestle (T7.61)."""
    side = hexside(a, b)
    water = field.water.get(side)
    if water is None:
        return Crossing.OPEN
    is_whole = side in field.span_at and side not in spans.damaged
    if water is Water.STREAM:
        return Crossing.TRESTLE if is_whole else Crossing.STREAM
    if is_whole:
        return Crossing.BRIDGE
    if side in spans.pontoons:
        return Crossing.PONTOON
    if side in field.span_at and side not in spans.destroyed:
        return Crossing.DAMAGED_BRIDGE
    return Crossing.FORD if side in field.fords or side in spans.found else Crossing.RIVER


def carries_supply(field: Battlefield, spans: Spans, a: Hex, b: Hex) -> bool:
    """Whether a supply line leads from a hex to the next, whoever stands there (N5.71, N16.6).

    Over a pontoon bridge none does, nor does a train; through a ford beneath it one may.
    """
    return crossing(field, Spans(spans.damaged, destroyed=spans.destroyed), a, b).carries_traces


@lru_cache(maxsize=64)
def joined_neighbours(
    field: Battlefield, spans: Spans, *, over_fords: bool = False
) -> Mapping[Hex, tuple[Hex, ...]]:
    """The neighbours of each hex that zones, contact and retreats reach (`Crossing.is_joined`).

    In some games they cross fords too.
    """

    def joined(hex_: Hex) -> tuple[Hex, ...]:
        met = ((n, crossing(field, spans, hex_, n)) for n in field.grid.neighbours[hex_])
        return tuple(n for n, m in met if m.is_joined or (over_fords and m is Crossing.FORD))

    if spans == INTACT:
        return {hex_: joined(hex_) for hex_ in field.grid.hexes}
    whole = joined_neighbours(field, INTACT, over_fords=over_fords)
    return {**whole, **{hex_: joined(hex_) for side in spans.changed for hex_ in side}}
