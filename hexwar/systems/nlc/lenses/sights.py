"""What a lens is asked about; what is seen, controlled and in reach (N19.2, N6.3, N5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.ground.sight import (
    light_of,
    line_of_sight,
    sight_field,
    spotted_field,
    state_sight_limit,
)
from hexwar.ground.zones import zone, zone_makers
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.shell import map_lenses
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.losses import UnitRetreated
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.prompters.marching import March, onward
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import Ray, Reach, Sight, Track, Verdict
from hexwar.table.reports import Obstacle, SightLine, points
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import hex_name, unit_list


@dataclass(frozen=True)
class Glance(map_lenses.MapGlance[GameState]):
    """Where the player looks, and what he has chosen."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units that are picked."""
        return tuple(UnitId(piece) for piece in self.picked if piece in self.view.units)

    @property
    def leaders(self) -> tuple[LeaderId, ...]:
        """The leaders that are picked."""
        return tuple(LeaderId(piece) for piece in self.picked if piece in self.view.leaders)

    def formation(self, *places: Hex | None) -> FormationId | None:
        """The formation of the picked pieces, else of what stands in some hexes, else who acts.

        Args:
            places: The hexes, in the order in which they are asked.
        """
        view = self.view
        there = [(*view.units_in(hex_), *view.leaders_in(hex_)) for hex_ in places if hex_]
        for pieces in (self.picked, *there):
            if pieces:
                return view.formation_of_piece(pieces[0])
        return None if view.activation is None else view.activation.formation


# -- line of sight: the field of a hex, and the line to another (N19.2, N19.21)


def viewpoint(glance: Glance) -> Hex | None:
    """The hex to look from: the planned one, else that of the picked pieces, else the one below."""
    return glance.planned or glance.selected or glance.over


def field_from(glance: Glance, origin: Hex) -> Sight:
    """What can be seen from a hex by the light and the weather of now."""
    view = glance.view
    field, limit = view.battle.battlefield, state_sight_limit(view)
    seen = sight_field(field, origin, limit)
    return Sight(origin, seen, spotted_field(field, origin, numbers_of(view.battle), limit))


def line_from(glance: Glance, origin: Hex) -> SightLine | None:
    """The line from a hex to the one that is pointed at; None where that is the same."""
    if glance.over is None or glance.over == origin:
        return None
    field, numbers = glance.view.battle.battlefield, numbers_of(glance.view.battle)
    sky, light = glance.view.sky.weather, light_of(glance.view)
    return line_of_sight(field, origin, glance.over, numbers, sky, light)


def ray_of(line: SightLine) -> Ray:
    """A line as it is drawn, with what blocks it."""
    verdict = Verdict.SPOTTED if line.spotted else Verdict.SEEN
    blocks = [] if line.blocked_by is None else list(_single(line.blocked_by))
    return Ray(
        line.a,
        line.b,
        verdict if line.visible else Verdict.HIDDEN,
        line.distance,
        hidden_by=tuple(hex_ for block in blocks if len(block.hexes) == 1 for hex_ in block.hexes),
        hidden_at=tuple((b.hexes[0], b.hexes[1]) for b in blocks if len(b.hexes) == 2),
        name=" / ".join(dict.fromkeys(block.kind for block in blocks)),
        at=next((block.hexes[0] for block in blocks if block.hexes), None),
    )


def _single(obstacle: Obstacle) -> Iterator[Obstacle]:
    """An obstacle, or of a tie the obstacles of both ways; the map's edge is none to be marked."""
    for block in obstacle.ways or (obstacle,):
        if block.kind != "edge of the map":
            yield block


def why_sight(glance: Glance, origin: Hex) -> Reason:
    """Whether the hex that is pointed at is seen, and what hides it; else how much is seen."""
    view = glance.view
    line = line_from(glance, origin)
    if line is not None:
        place, start = hex_name(view, line.b), hex_name(view, origin)
        where = say("{place} from {origin}", place=place, origin=start)
        return Reason(f"{where}: {line.reason}", line.rule)
    sight, limit = field_from(glance, origin), state_sight_limit(view)
    hexes, spotted = count("{n} hex", "{n} hexes", len(sight.seen)), len(sight.spotted)
    words = mark(
        "From {place} {hexes} are seen within {limit}, troops are spotted in {spotted} of them."
    )
    place = hex_name(view, origin)
    return Reason(say(words, place=place, hexes=hexes, limit=limit, spotted=spotted), "N19.21")


# -- zones of control: who makes them, and what keeps them out (N6.3)


ZONE = "N6.3"


def zones(view: GameState, *sides: Side) -> Mapping[Side, frozenset[Hex]]:
    """The zones of control of some sides."""
    return {side: zone(view, side) for side in sides}


def why_zone(view: GameState, side: Side, hex_: Hex) -> Reason:
    """Who makes a hex part of a side's zone of control, or what keeps the zone out of it."""
    makers, place = zone_makers(view, side, hex_), hex_name(view, hex_)
    name = view.battle.side_names.get(side, side)
    if makers:
        words = mark("{place}: {name} zone of control, made by {units}.")
        return Reason(say(words, place=place, name=name, units=unit_list(view, makers)), ZONE)
    none = say("{place}: no {name} zone of control", place=place, name=name)
    field, around = view.battle.battlefield, view.battle.battlefield.grid.neighbours[hex_]
    near = {other: units for other in around if (units := view.combat_units_in(other, side))}
    if not near:
        return Reason(say("{none}, no combat unit of theirs stands next to it.", none=none), ZONE)
    if hex_ in view.positions:
        return Reason(say("{none}, none reaches into an improved position.", none=none), ZONE)
    for other, units in near.items():
        met = crossing(field, view.spans, hex_, other)
        if not met.is_joined and any(not view.units[unit].disrupted for unit in units):
            words = mark("{none}, the {met} between {hex} and {other} stops it.")
            rule = "N5.71" if met is Crossing.DAMAGED_BRIDGE else ZONE
            return Reason(say(words, none=none, met=met, hex=hex_, other=other), rule)
    asleep = [unit for units in near.values() for unit in units]
    words = mark("{none}, {names} {verb} Disrupted.")
    verb = "is" if len(asleep) == 1 else "are"
    return Reason(say(words, none=none, names=unit_list(view, asleep), verb=verb), "N11.8")


# -- reach: where any stack could go, and where a path could go on to (N5.4)


def reach_of(view: GameState, hex_: Hex) -> Reach | None:
    """Where the combat units of a hex could go, together or in column; None for none."""
    units = view.combat_units_in(hex_)
    return March(view, units, None).reach(road=False) if units else None


def further(glance: Glance) -> Reach | None:
    """Where the path that is thought of could go on to, else where a stack pointed at could go."""
    view, path, units = glance.view, glance.path, glance.units
    if path is None or not units:
        return None if glance.over is None else reach_of(view, glance.over)
    entry = path.hexes[0] if view.units[units[0]].hex is None else None
    group = March(view, units, entry).group
    found = onward(view, group, path.hexes, glance.drops, column=path.column)
    return None if found is None else Reach(found.left)


def why_further(glance: Glance, reach: Reach | None) -> Reason | None:
    """What the lens shows, for the path or for the stack that is pointed at."""
    view, path = glance.view, glance.path
    hexes = count("{n} hex", "{n} hexes", 0 if reach is None else len(reach.left))
    if path is not None and glance.units:
        end, left = hex_name(view, path.hexes[-1]), points(max(path.allowance - path.halves, 0))
        if reach is None:
            return Reason(say("The units halt in {end}, whatever MP are left.", end=end), "N6.5")
        words = mark("Beyond {end}, with {left} MP left: {hexes} within reach.")
        return Reason(say(words, end=end, left=left, hexes=hexes), "N5.4")
    if glance.over is None:
        return None
    units, where = view.combat_units_in(glance.over), hex_name(view, glance.over)
    if not units or reach is None:
        return Reason(say("{where}: no combat unit stands there.", where=where), "N5.4")
    names = say(" and ").join(view.card(unit).name for unit in units)
    words = mark("{where}: {names} could reach {hexes}.")
    return Reason(say(words, where=where, names=names, hexes=hexes), "N5.4")


def why_acting(glance: Glance, reach: Reach | None) -> Reason | None:
    """What the dotted edge is that stands there before anybody is chosen."""
    if reach is None or glance.over is None or glance.over not in reach.left:
        return None
    words = mark("Within the dotted edge those who act can go: to {where} with {mp} MP left.")
    where, left = hex_name(glance.view, glance.over), points(reach.left[glance.over])
    return Reason(say(words, where=where, mp=left), "N5.4")


# -- the moves of the last turn


def last_moves(view: GameState, events: Sequence[Event]) -> tuple[Track, ...]:
    """The moves and retreats of the last turn in which anybody moved."""
    found: list[Track] = []
    for event in reversed(events):
        if isinstance(event, TurnBegan) and found:
            break
        found += _tracks(view, event)
    return tuple(dict.fromkeys(reversed(found)))


def _tracks(view: GameState, event: Event) -> Iterator[Track]:
    match event:
        case UnitMoved(units=units, path=path) if len(path) > 1:
            yield Track(view.side_of(units[0]), path)
        case UnitRetreated(unit=unit, path=path):
            yield Track(view.side_of(unit), path)
        case LeaderMoved(leader=leader, path=path) if len(path) > 1:
            yield Track(view.battle.leaders[leader].side, path)
        case HqMoved(hq=hq, path=path):
            yield Track(view.battle.leaders[hq].side, path)
