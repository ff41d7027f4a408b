"""Line of sight, spotting and light (N19.2, N19.21, N17, T16.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hexwar.grid.rays import Offset, Stretch, Way, ray
from hexwar.grid.sightlines import NOTHING, WALL, Heights, Sightlines
from hexwar.ground.law import GroundLaw, GroundState
from hexwar.ground.numbers import GroundNumbers
from hexwar.hexes import Direction, Hex
from hexwar.messages import count, mark, say
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, covers
from hexwar.table.reports import Obstacle, SightHex, SightLine, SightSide, SightStep, SightWay

# -- line of sight and spotting (N19.2, N19.21, T16.4, T16.5)
#
# The line runs from centre to centre. What hides is read so:
#
# * A slope hexside on the line blocks, unless the higher of the two ends is at or above the
#   level of the slope's upper hex.
# * A crest hexside on the line blocks, unless it is a hexside of one of the two ends.
# * Woods, town or chateau between the ends block, however high one stands. The terrain of the
#   ends never blocks; their hexsides count.
# * Through a corner, or along a hexside, there are two ways round. The line is blocked there
#   only if both are: along a hexside over the one hex or the other; at a corner straight from
#   hex to hex, or over the third hex there. Each such place is judged by itself. A way off the
#   map is blocked.
# * Hexes next to each other always see each other: the one hexside between them is a hexside of
#   both ends, and no slope on it rises above both. Units never block.
#
# So the line is the same from both ends. Spotting is not: who stands higher spots further.
#
# `line_of_sight` follows the line step by step and tells what it met. The other questions ask
# `hexwar.grid.sightlines`, which gives the same answers fast.


LINE, RANGE, NIGHT, WEATHER = "N19.2", "N19.21", "N17.1", "N18"

_OWN_SIDES = (Direction.N, Direction.NE, Direction.SE)


# -- how far one sees


def sight_limit(numbers: GroundNumbers, weather: str, kind: TurnKind) -> int:
    """T16.5: how far one sees, in hexes: one at night (N17.1) and in some weather (N18).

    Night AM is read like Night PM, of which alone the rule speaks.
    """
    sight = numbers.sight
    return sight.farthest if _cap(numbers, weather, kind) is None else sight.adjacent


def state_sight_limit(state: GroundState) -> int:
    """How far one sees now, in hexes."""
    return sight_limit(state.numbers, state.sky.weather, light_of(state))


def _cap(numbers: GroundNumbers, weather: str, kind: TurnKind) -> str | None:
    """The rule that lets one see no further than the next hex, or None."""
    if kind is not TurnKind.DAY:
        return NIGHT
    return WEATHER if weather in numbers.weather.adjacent_only else None


# -- fast answers


def has_line_of_sight(field: Battlefield, a: Hex, b: Hex, limit: int) -> bool:
    """Whether one hex sees another at most `limit` hexes away (N19.2)."""
    if a == b:
        return True
    index = field.grid.index
    in_range = field.grid.distance(a, b) <= limit
    return in_range and sightlines_of(field).is_clear(index[a], index[b])


def sight_field(field: Battlefield, a: Hex, limit: int) -> frozenset[Hex]:
    """The hexes at most `limit` hexes away that a hex has in line of sight, itself left out."""
    seen = sightlines_of(field).field(field.grid.index[a], limit)
    return frozenset(field.grid.hexes[i] for i in seen)


def spotted_field(field: Battlefield, a: Hex, numbers: GroundNumbers, limit: int) -> frozenset[Hex]:
    """The hexes of `sight_field` in which a viewer spots what is there (N19.21)."""
    seen = sight_field(field, a, limit)
    return frozenset(b for b in seen if _is_spotting(field, a, b, numbers))


def _is_spotting(field: Battlefield, a: Hex, b: Hex, numbers: GroundNumbers) -> bool:
    """Whether a clear line is short enough to spot, or leads down from height (N19.21)."""
    near = field.grid.distance(a, b) <= numbers.sight.spotting
    return near or field.level(a) > field.level(b)


@lru_cache(maxsize=16)
def sightlines_of(field: Battlefield) -> Sightlines:
    """All lines of sight of a battlefield, which no game changes."""
    return Sightlines(field.grid, heights_of(field))


def heights_of(field: Battlefield) -> Heights:
    """What hides what on a battlefield: terrain, slopes and crests as heights."""
    hexes, around = field.grid.hexes, field.grid.neighbour_indexes
    far: list[tuple[int, ...]] = []
    near: list[tuple[int, ...]] = []
    for a, row in zip(hexes, around, strict=True):
        next_ = [hexes[row[way]] if row[way] >= 0 else None for way in _OWN_SIDES]
        near.append(tuple(_slope_height(field, a, b) for b in next_))
        crests = [b is not None and field.is_crest(a, b) for b in next_]
        sides = zip(crests, near[-1], strict=True)
        far.append(tuple(WALL if is_crest else height for is_crest, height in sides))
    hiding = [WALL if field.terrain_at(a).cover.hides else NOTHING for a in hexes]
    return Heights([field.level(a) for a in hexes], hiding, sides=far, near_sides=near)


def _slope_height(field: Battlefield, a: Hex, b: Hex | None) -> int:
    slope = None if b is None else _slope_top(field, a, b)
    return NOTHING if slope is None else slope


def _slope_top(field: Battlefield, a: Hex, b: Hex) -> int | None:
    """The level of the upper hex of a slope hexside, or None where there is no slope."""
    tops = [field.level(high) for low, high in ((a, b), (b, a)) if field.is_upward(low, high)]
    return max(tops, default=None)


# -- the answer with its reasons


def line_of_sight(
    field: Battlefield,
    a: Hex,
    b: Hex,
    numbers: GroundNumbers,
    weather: str = "fair",
    kind: TurnKind = TurnKind.DAY,
) -> SightLine:
    """The line of sight from a hex to another, step by step, with the reason of the verdict.

    Both hexes lie on the sheet.
    """
    tracer = _Tracer(field, a, b)
    distance, limit = field.grid.distance(a, b), sight_limit(numbers, weather, kind)
    steps = tuple(tracer.steps())
    obstacle = next((step.obstacle for step in steps if step.obstacle is not None), None)
    visible = distance <= limit and obstacle is None
    spotted = visible and _is_spotting(field, a, b, numbers)
    if distance > limit:
        rule, reason = _out_of_range(field, b, distance, numbers, weather, kind)
    elif obstacle is not None:
        rule, reason = obstacle.rule, _blocked(field, obstacle)
    else:
        rule, reason = _clear(distance, numbers, spotted=spotted)
    return SightLine(
        a, b, distance, limit, tracer.eye, visible, spotted, steps, obstacle, rule, reason
    )


@dataclass(frozen=True)
class _Tracer:
    """Follows one line over a battlefield."""

    field: Battlefield
    a: Hex
    b: Hex

    @property
    def eye(self) -> int:
        """The level of the higher end."""
        return max(self.field.level(self.a), self.field.level(self.b))

    def steps(self) -> Iterator[SightStep]:
        """The hexes of the line, the viewer's first."""
        (qa, ra), (qb, rb) = self.field.grid.cube(self.a), self.field.grid.cube(self.b)
        yield SightStep(self._hex(self.a), (), None)
        for stretch in ray((qb - qa, rb - ra)).stretches:
            yield self._step(stretch)

    def _step(self, stretch: Stretch) -> SightStep:
        end = self._at(stretch.end)
        assert end is not None  # no line between two hexes of the sheet leaves it inside a hex
        here = self._hex(end)
        ways = tuple(self._way(stretch, way) for way in stretch.ways)
        return SightStep(here, ways, _on_the_way(ways) or here.obstacle)

    def _way(self, stretch: Stretch, way: Way) -> SightWay:
        offsets = (stretch.start, *way.hexes, stretch.end)
        path = [hex_ for offset in offsets if (hex_ := self._at(offset)) is not None]
        if len(path) < len(offsets):
            return SightWay((), (), Obstacle(say("edge of the map"), (), LINE))
        passed = tuple(self._hex(hex_) for hex_ in path[1:-1])
        sides = tuple(self._side(a, b) for a, b in pairwise(path))
        met = [sides[0], *(thing for pair in zip(passed, sides[1:], strict=True) for thing in pair)]
        obstacle = next((thing.obstacle for thing in met if thing.obstacle is not None), None)
        return SightWay(passed, sides, obstacle)

    def _hex(self, hex_: Hex) -> SightHex:
        terrain = self.field.terrain_at(hex_)
        hides = terrain.cover.hides and hex_ not in (self.a, self.b)
        obstacle = Obstacle(terrain.value, (hex_,), LINE) if hides else None
        return SightHex(hex_, terrain, self.field.level(hex_), obstacle)

    def _side(self, a: Hex, b: Hex) -> SightSide:
        slope, is_crest = _slope_top(self.field, a, b), self.field.is_crest(a, b)
        obstacle = None
        if is_crest and not {a, b} & {self.a, self.b}:
            obstacle = Obstacle("crest", (a, b), LINE)
        elif slope is not None and slope > self.eye:
            obstacle = Obstacle("slope", (a, b), LINE)
        return SightSide((a, b), slope, is_crest, obstacle)

    def _at(self, offset: Offset) -> Hex | None:
        q, r = self.field.grid.cube(self.a)
        return self.field.grid.from_cube(q + offset[0], r + offset[1])


def _on_the_way(ways: tuple[SightWay, ...]) -> Obstacle | None:
    """What blocks every way to the next hex, or None where one is open."""
    obstacles = tuple(way.obstacle for way in ways if way.obstacle is not None)
    if len(obstacles) < len(ways):
        return None
    if len(obstacles) == 1:
        return obstacles[0]
    hexes = dict.fromkeys(hex_ for obstacle in obstacles for hex_ in obstacle.hexes)
    return Obstacle(say("both ways round"), tuple(hexes), LINE, obstacles)


# -- in words


def _out_of_range(
    field: Battlefield, b: Hex, distance: int, numbers: GroundNumbers, weather: str, kind: TurnKind
) -> tuple[str, str]:
    away = say("{name} is {distance} hexes away", name=field.name_of(b), distance=distance)
    limit = _hexes(sight_limit(numbers, weather, kind))
    rule = _cap(numbers, weather, kind)
    if rule is None:
        return RANGE, say("{away}, and no one sees further than {limit}.", away=away, limit=limit)
    when = say("at night") if rule == NIGHT else say("in this weather ({weather})", weather=weather)
    words = mark("{away}, and {when} no one sees further than {limit}.")
    return rule, say(words, away=away, when=when, limit=limit)


def _clear(distance: int, numbers: GroundNumbers, *, spotted: bool) -> tuple[str, str]:
    if distance == 0:
        return LINE, say("A hex sees itself.")
    if distance == 1:
        return LINE, say("Hexes next to each other always see each other.")
    if not spotted:
        far, near = _hexes(distance), _hexes(numbers.sight.spotting)
        words = mark("Clear: {far}, but beyond {near} only a higher viewer spots.")
        return RANGE, say(words, far=far, near=near)
    height = say(", seen from height") if distance > numbers.sight.spotting else ""
    return LINE, say("Clear: {hexes}{height}.", hexes=_hexes(distance), height=height)


def _blocked(field: Battlefield, obstacle: Obstacle) -> str:
    named = _named(field, obstacle)
    what = named[0].upper() + named[1:]
    n = 2 if _is_plural(obstacle) else 1
    one, many = mark("{what} blocks the line{rise}."), mark("{what} block the line{rise}.")
    return count(one, many, n, what=what, rise=_rise(field, obstacle))


def _is_plural(obstacle: Obstacle) -> bool:
    return bool(obstacle.ways) or any(
        obstacle.kind == terrain and cover.is_plural for terrain, cover in covers().items()
    )


def _rise(field: Battlefield, obstacle: Obstacle) -> str:
    if obstacle.kind != "slope":
        return ""
    top = _slope_top(field, *obstacle.hexes)
    return say(": it rises to level {top}, above both ends", top=top)


def _named(field: Battlefield, obstacle: Obstacle) -> str:
    if obstacle.ways:
        one, other = (_named(field, way) for way in obstacle.ways)
        return say("{one} on one way round and {other} on the other", one=one, other=other)
    if obstacle.kind == "edge of the map":
        return say("the edge of the map")
    where = [field.name_of(hex_) for hex_ in obstacle.hexes]
    if len(where) == 2:
        a, b = where
        return say("the {kind} between {a} and {b}", kind=obstacle.kind, a=a, b=b)
    is_named = obstacle.hexes[0] in field.place_names and not _is_plural(obstacle)
    of, in_ = mark("the {kind} of {where}"), mark("the {kind} in {where}")
    return say(of if is_named else in_, kind=say(obstacle.kind), where=where[0])


def _hexes(number: int) -> str:
    return count("{n} hex", "{n} hexes", number)


# -- light: whether a turn counts as day or night for movement, sight and fire (N17)


def light_of(state: GroundState) -> TurnKind:
    """The light of the present turn, as the game has it (N17)."""
    law: GroundLaw[GroundState] = state.law
    return law.light(state)


def is_dark(state: GroundState) -> bool:
    """Whether it is night, or counts as night."""
    return light_of(state) is not TurnKind.DAY
