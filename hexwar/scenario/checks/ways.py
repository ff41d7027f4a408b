"""Roads, rivers, spans and fords: what runs from hex to hex and along hexsides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hexwar.hexes import Grid, Hex, Hexside, hexside
from hexwar.messages import listed, say
from hexwar.scenario.checks.hexes import is_hexside
from hexwar.scenario.errors import Place
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import MapFile
from hexwar.scenario.schema.base import hexside_of
from hexwar.scenario.schema.map import RiverRecord, RoadRecord, SpanRecord
from hexwar.table.battlefield import Battlefield, SpanKind, Water

_OVER = {Water.RIVER: SpanKind.BRIDGE, Water.STREAM: SpanKind.TRESTLE}


def check_ways(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """Reports breaks in roads and rivers, and spans that cross nothing."""
    for i, road in enumerate(map_.roads):
        check_road(i, road, field, pen)
    water: dict[Hexside, str] = {}
    for i, river in enumerate(map_.rivers):
        check_river(i, river, field.grid, pen)
        check_one_water(i, river, water, pen)
    check_spans(map_.spans, field, pen)
    check_fords(map_, field, pen)


def check_road(i: int, road: RoadRecord, field: Battlefield, pen: Pen) -> None:
    """A road goes from hex to hex, and crosses water on spans."""
    for j, (a, b) in enumerate(pairwise(road.hexes), start=1):
        place: Place = ("roads", i, "hexes", j)
        if a not in field.grid or b not in field.grid:
            continue
        if not field.grid.is_adjacent(a, b):
            sentence = say(
                "the {road.kind} skips from {a} to {b}, which is not next to it",
                road=road,
                a=a,
                b=b,
            )
            pen.error(place, sentence)
            continue
        side = hexside(a, b)
        water = field.water.get(side)
        if water is None or side in field.span_at or side in field.fords:
            continue
        sentence = say(
            "the {way} crosses a {water} from {a} to {b} without a {span}",
            way=road.kind,
            water=water,
            a=a,
            b=b,
            span=_OVER[water],
        )
        if water is Water.RIVER:
            pen.error(place, sentence)
        else:
            pen.warning(place, sentence)


def check_river(i: int, river: RiverRecord, grid: Grid, pen: Pen) -> None:
    """A river's hexsides hang together, each touching the one before."""
    for j, (before, after) in enumerate(pairwise(river.hexsides), start=1):
        if not (is_hexside(before, grid) and is_hexside(after, grid)):
            continue
        if not _touch(hexside_of(before), hexside_of(after), grid):
            ends = listed((before, after))
            sentence = say("the {kind} breaks off: {ends} do not touch", kind=river.kind, ends=ends)
            pen.error(("rivers", i, "hexsides", j), sentence)


def check_one_water(i: int, river: RiverRecord, seen: dict[Hexside, str], pen: Pen) -> None:
    """A hexside has one water at most. `seen` gathers the hexsides of the rivers so far."""
    for j, text in enumerate(river.hexsides):
        side = hexside_of(text)
        if side in seen:
            place: Place = ("rivers", i, "hexsides", j)
            name = seen[side]
            pen.error(place, "the hexside {side} already belongs to {name}", side=text, name=name)
        seen[side] = river.name


def check_spans(spans: Sequence[SpanRecord], field: Battlefield, pen: Pen) -> None:
    """A bridge crosses a river, a trestle a stream; one span to a hexside."""
    seen: set[Hexside] = set()
    for i, span in _on_hexsides(spans, field.grid):
        side = hexside_of(span.hexside)
        water = field.water.get(side)
        if water is None:
            sentence = say("the {span.kind} at {span.hexside} crosses no water", span=span)
            pen.error(("spans", i, "hexside"), sentence)
        elif _OVER[water] is not span.kind:
            sentence = say(
                "a {span.kind} stands over a {water}, where a {other} belongs",
                span=span,
                water=water,
                other=_OVER[water],
            )
            pen.error(("spans", i, "kind"), sentence)
        if side in seen:
            pen.error(("spans", i, "hexside"), "two spans stand at {hexside}", hexside=span.hexside)
        seen.add(side)


def check_fords(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """A ford lies on a river, where no span stands, and is there once."""
    seen: set[Hexside] = set()
    for i, text in enumerate(map_.fords):
        side = hexside_of(text)
        if is_hexside(text, field.grid) and field.water.get(side) is not Water.RIVER:
            pen.error(("fords", i), "the ford {text} is not on a river", text=text)
        if side in field.span_at:
            kind = field.span_at[side].kind
            sentence = say("the ford {text} lies where a {kind} stands", text=text, kind=kind)
            pen.error(("fords", i), sentence)
        if side in seen:
            pen.warning(("fords", i), "the ford {text} is listed twice", text=text)
        seen.add(side)


def _on_hexsides(spans: Sequence[SpanRecord], grid: Grid) -> Iterator[tuple[int, SpanRecord]]:
    return ((i, span) for i, span in enumerate(spans) if is_hexside(span.hexside, grid))


def _touch(a: Hexside, b: Hexside, grid: Grid) -> bool:
    """Whether two hexsides share a corner: they have a hex in common, and the others touch."""
    common = set(a) & set(b)
    if len(common) != 1:
        return False
    ends: list[Hex] = sorted(set(a) ^ set(b))
    return grid.is_adjacent(*ends)
