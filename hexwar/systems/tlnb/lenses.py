"""The lenses: zones of control, reach, command ranges, supply, sites, the moves of last turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Event
from hexwar.ground.sight import (
    light_of,
    line_of_sight,
    sight_field,
    spotted_field,
    state_sight_limit,
)
from hexwar.ground.traces import command_trace
from hexwar.ground.zones import enemy_hexes, enemy_zone, zone, zone_makers
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.shell import map_lenses
from hexwar.shell.lenses import Reason
from hexwar.systems.tlnb.events.losses import UnitRetreated
from hexwar.systems.tlnb.events.movement import UnitMoved
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.combat.duties import duties_of
from hexwar.systems.tlnb.rules.combat.retreat import paths
from hexwar.systems.tlnb.rules.command.command import field_of
from hexwar.systems.tlnb.rules.command.marches import march_arrows
from hexwar.systems.tlnb.rules.movement.onward import Onward
from hexwar.systems.tlnb.rules.movement.reach import allowance, ends
from hexwar.systems.tlnb.rules.special.leading import commander_range
from hexwar.systems.tlnb.rules.supply.supply import is_supplied, unsupplied_now
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.hiding import side_of_piece
from hexwar.table.overlays import (
    Aim,
    Distances,
    OrderArrow,
    Overlays,
    Ray,
    Reach,
    Sight,
    Target,
    Task,
    TraceLine,
    Track,
    Verdict,
)
from hexwar.table.reports import SightLine, points


@dataclass(frozen=True)
class Glance(map_lenses.MapGlance[TlnbState]):
    """Where the player looks, and what he has chosen."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units that are chosen."""
        return tuple(UnitId(p) for p in self.picked if p in self.view.units)

    @property
    def leader(self) -> LeaderId | None:
        """The leader who is chosen, else one who stands where the player looks or points."""
        view = self.view
        picked = [LeaderId(p) for p in self.picked if p in view.leaders]
        places = [hex_ for hex_ in (self.over, self.looked) if hex_ is not None]
        near = [x for hex_ in places for x in view.leaders_in(hex_)]
        own = (x for x in (*picked, *near) if limit_of(view, x))
        return next(own, None)


def limit_of(state: TlnbState, leader: LeaderId) -> int:
    """How far a leader's command reaches, hexes; 0 for one without command (T5.4)."""
    if leader in state.battle.commanders:
        return commander_range(state)
    return state.numbers.command.officer_range if leader in state.battle.officers else 0


def reach_of(state: TlnbState, hex_: Hex) -> Reach | None:
    """Where the units of a hex could go together; None where none stands there."""
    units = state.combat_units_in(hex_) or state.units_in(hex_)[:1]
    if not units:
        return None
    left = min(allowance(state, u) - state.units[u].spent for u in units)
    found = {h: max(left - end.spent, 0) for h, end in ends(state, units).items()}
    stops = enemy_zone(state, state.side_of(units[0]))
    return Reach(found, stops.intersection(found))


def further(glance: Glance) -> Reach | None:
    """Where the path that is thought of could go on to, else where a stack pointed at could go."""
    view, path, units = glance.view, glance.path, glance.units
    if path is None or not units:
        return None if glance.over is None else reach_of(view, glance.over)
    begun, drops = path.hexes, tuple(glance.drops)
    rest = Onward(view, units, path.column, begun, drops, path.halves)
    left = {hex_: max(rest.left_at(end), 0) for hex_, end in rest.ends.items()}
    zone = enemy_zone(view, view.side_of(units[0]))
    return Reach(left, zone.intersection(left)) if left else None


def zones(state: TlnbState, *sides: Side) -> Mapping[Side, frozenset[Hex]]:
    """The zones of control of some sides."""
    return {side: zone(state, side) for side in sides}


class TlnbLenses(map_lenses.MapLenses[Glance]):
    """The lenses of one game."""

    ids = (
        *("sight", "further", "command", "supply", "zones-own", "zones-enemy"),
        *("duties", "ways-back", "marches", "moves", "sites"),
    )
    first = ("sites",)
    sight = "sight"
    glance = Glance

    def __init__(self) -> None:
        super().__init__()
        self._tracks: tuple[Track, ...] = ()

    def follow(self, view: TlnbState, told: Callable[[], Sequence[Event]]) -> None:
        """The table has changed."""
        if self.is_on("moves"):
            self._tracks = last_moves(view, told())

    def origin(self, glance: Glance) -> Hex | None:
        """The hex that lines of sight begin in; None while nobody looks along any."""
        if self.anchor is not None:
            return self.anchor
        start = glance.planned or glance.selected or glance.over
        return start if self.is_on("sight") else None

    def over_map(self, glance: Glance, overlays: Overlays) -> Overlays:
        """Some overlays with those of the lenses."""
        line, origin = self.line(glance), self.origin(glance)
        distances, traces = self._fields(glance)
        is_further = self.is_on("further") and glance.over is not None
        return replace(
            overlays,
            zones=zones(glance.view, *self._zone_sides(glance)),
            tracks=overlays.tracks or self._shown_tracks(glance),
            targets=overlays.targets or (duty_targets(glance.view) if self.is_on("duties") else ()),
            orders=overlays.orders or self._marches(glance),
            shows_sites=self.is_on("sites"),
            further=further(glance) if is_further else None,
            sight=_seen(glance.view, origin) if origin and self.is_on("sight") else overlays.sight,
            ray=None if line is None else _ray(line),
            distances=distances,
            traces=traces,
        )

    def line(self, glance: Glance) -> SightLine | None:
        """The line of sight to the hex that is pointed at."""
        origin, view = self.origin(glance), glance.view
        if origin is None or glance.over is None or glance.over == origin:
            return None
        field = view.battle.battlefield
        sky, light = view.sky.weather, light_of(view)
        line = line_of_sight(field, origin, glance.over, view.numbers, sky, light)
        return replace(line, rule=view.battle.cited(line.rule))

    def reasons(self, glance: Glance) -> tuple[Reason, ...]:
        """Why the hex that is pointed at is in or out, a sentence a lens."""
        return tuple(self._reasons(glance)) if glance.over is not None else ()

    # -- parts

    def _zone_sides(self, glance: Glance) -> list[Side]:
        sides = [glance.viewer] if self.is_on("zones-own") else []
        battle = glance.view.battle
        return sides + ([battle.enemy(glance.viewer)] if self.is_on("zones-enemy") else [])

    def _shown_tracks(self, glance: Glance) -> tuple[Track, ...]:
        """The ways back of the stack that is pointed at; else the last moves."""
        if self.is_on("ways-back") and glance.over is not None:
            side, found = ways_back(glance.view, glance.over)
            if side is not None and found:
                return tuple(Track(side, path) for path in found)
        return self._tracks if self.is_on("moves") else ()

    def _marches(self, glance: Glance) -> tuple[OrderArrow, ...]:
        return march_arrows(glance.view, glance.viewer) if self.is_on("marches") else ()

    def _fields(self, glance: Glance) -> tuple[tuple[Distances, ...], tuple[TraceLine, ...]]:
        view, found = glance.view, []
        traces: list[TraceLine] = []
        leader = glance.leader if self.is_on("command") else None
        if leader is not None:
            found.append(command_distances(view, leader))
            traces += _command_line(glance, leader)
        if self.is_on("supply"):
            own = (u for u in unsupplied_now(view) if view.side_of(u) == glance.viewer)
            lacking = frozenset(h for u in own if (h := view.units[u].hex) is not None)
            found.append(Distances(Task.SUPPLY, {}, lacking))
        return tuple(found), tuple(traces)

    def _reasons(self, glance: Glance) -> Iterator[Reason]:
        line = self.line(glance)
        if line is not None:
            yield Reason(line.reason, line.rule)
        for side in self._zone_sides(glance):
            yield _why_zone(glance, side)
        if self.is_on("command"):
            yield _why_command(glance)
        if self.is_on("supply"):
            yield from _why_supply(glance)
        if self.is_on("further"):
            yield from _why_reach(glance)
        if self.is_on("duties"):
            yield from _why_duty(glance)
        if self.is_on("ways-back"):
            yield from _why_back(glance)


def command_distances(state: TlnbState, leader: LeaderId) -> Distances:
    """The half hexes from a leader within his range; crossed out are units of his beyond it."""
    field = field_of(state, leader, limit_of(state, leader))
    near = {} if field is None else field.distances()
    units = state.units_of(state.battle.leaders[leader].formation)
    hexes = {state.units[u].hex for u in units if state.card(u).is_combat_unit}
    return Distances(Task.COMMAND, near, frozenset(h for h in hexes if h and h not in near))


def _command_line(glance: Glance, leader: LeaderId) -> Iterator[TraceLine]:
    view, seat = glance.view, glance.view.leaders[leader].hex
    if glance.over is not None and seat is not None and glance.over != seat:
        side, limit = view.battle.leaders[leader].side, limit_of(view, leader)
        trace = command_trace(view, side, seat, glance.over, limit)
        if trace.is_in:
            yield TraceLine(Task.COMMAND, trace.path)


# -- who must attack, and who has a way to retreat


def duty_targets(state: TlnbState) -> tuple[Target, ...]:
    """The hexes that must be attacked, with arrows from those who must, as they now stand (T10.11).

    In the Combat Segment it is what is still owed; before, what would be owed.
    """
    units, hexes = owed_now(state)
    around = state.battle.battlefield.grid.neighbours
    starts = {h for u in units if (h := state.units[u].hex) is not None}
    return tuple(
        Target(hex_, Aim.ASSAULT, tuple(sorted(starts.intersection(around[hex_]))))
        for hex_ in sorted(hexes)
    )


def owed_now(state: TlnbState) -> tuple[tuple[UnitId, ...], frozenset[Hex]]:
    """Who must attack and who must be attacked, as things stand."""
    if state.step is Step.COMBAT:
        return tuple(sorted(state.fights.duty_units)), frozenset(state.fights.duty_hexes)
    return duties_of(state)


def ways_back(state: TlnbState, hex_: Hex) -> tuple[Side | None, list[tuple[Hex, ...]]]:
    """Where the stack of a hex could retreat one hex from all enemies next to it (T11.5)."""
    units = state.combat_units_in(hex_)
    if not units:
        return None, []
    side = state.side_of(units[0])
    near = enemy_hexes(state, side).intersection(state.battle.battlefield.grid.neighbours[hex_])
    return side, paths(state, units, 1, tuple(sorted(near)), may_ride=False)


def _seen(state: TlnbState, origin: Hex) -> Sight:
    field, limit = state.battle.battlefield, state_sight_limit(state)
    spotted = spotted_field(field, origin, state.numbers, limit)
    return Sight(origin, sight_field(field, origin, limit), spotted)


def _ray(line: SightLine) -> Ray:
    verdict = Verdict.SPOTTED if line.spotted else Verdict.SEEN
    found = line.blocked_by
    blocks = () if found is None else found.ways or (found,)
    return Ray(
        line.a,
        line.b,
        verdict if line.visible else Verdict.HIDDEN,
        line.distance,
        hidden_by=tuple(b.hexes[0] for b in blocks if len(b.hexes) == 1),
        hidden_at=tuple((b.hexes[0], b.hexes[1]) for b in blocks if len(b.hexes) == 2),
        name=" / ".join(dict.fromkeys(say(b.kind) for b in blocks)),
        at=next((b.hexes[0] for b in blocks if b.hexes), None),
    )


# -- why


def _place(glance: Glance) -> str:
    assert glance.over is not None
    return glance.view.battle.battlefield.name_of(glance.over)


def _why_zone(glance: Glance, side: Side) -> Reason:
    assert glance.over is not None
    view, name = glance.view, glance.view.battle.side_names[side]
    makers = zone_makers(view, side, glance.over)
    told = {"place": _place(glance), "side": name}
    if not makers:
        return Reason(say("{place}: no zone of control of the {side}.", **told), "T8.1")
    units = listed(view.card(unit).name for unit in makers)
    words = mark("{place}: in a zone of control of the {side}, made by {units}.")
    return Reason(say(words, units=units, **told), "T8.1")


def _why_command(glance: Glance) -> Reason:
    leader, view = glance.leader, glance.view
    seat = None if leader is None else view.leaders[leader].hex
    if leader is None or seat is None or glance.over is None:
        return Reason(say("Point at a leader, or choose one, to see how far he commands."), "T5.4")
    card, limit = view.battle.leaders[leader], limit_of(view, leader)
    trace = command_trace(view, card.side, seat, glance.over, limit)
    far = "" if trace.halves is None else say("{n} hexes", n=points(trace.halves))
    words = mark("{place}: within the range of {name}, {far} of {limit}.")
    if not trace.is_in:
        words = mark("{place}: beyond the range of {name}, who reaches {limit} hexes.")
    told = {"place": _place(glance), "name": card.name, "limit": limit}
    return Reason(say(words, far=far, **told), "T5.4")


def _why_supply(glance: Glance) -> Iterator[Reason]:
    view = glance.view
    units = () if glance.over is None else view.combat_units_in(glance.over)
    for unit in units:
        is_fed = is_supplied(view, unit)
        words = mark("{name} can trace supply.") if is_fed else mark("{name} has no supply.")
        yield Reason(say(words, name=view.card(unit).name), "T19.2")


def _why_reach(glance: Glance) -> Iterator[Reason]:
    reach, path = further(glance), glance.path
    if path is not None and glance.units:
        end = glance.view.battle.battlefield.name_of(path.hexes[-1])
        left = points(max(path.allowance - path.halves, 0))
        if reach is None:
            yield _why_no_farther(glance, path.hexes[-1], end)
            return
        n = len(reach.left)
        words = mark("Beyond {end}, with {left} MP left: {n} hexes within reach.")
        yield Reason(say(words, end=end, left=left, n=n), "T7.1")
    elif reach is not None:
        words = mark("{place}: its units could reach {n} hexes.")
        yield Reason(say(words, place=_place(glance), n=len(reach.left)), "T7.1")


def _why_no_farther(glance: Glance, hex_: Hex, name: str) -> Reason:
    """Why nobody goes on from the end of a path: a zone, or no MP for any hex."""
    if hex_ in enemy_zone(glance.view, glance.viewer):
        return Reason(say("The units halt in {end}, whatever MP are left.", end=name), "T8.2")
    return Reason(say("Nobody can go on from {end} with the MP that are left.", end=name), "T7.1")


def last_moves(state: TlnbState, events: Sequence[Event]) -> tuple[Track, ...]:
    """The moves and retreats of the last Player-Turn in which anybody moved."""
    found: list[Track] = []
    for event in reversed(events):
        if isinstance(event, PlayerTurnBegan) and found:
            break
        if isinstance(event, UnitMoved | UnitRetreated) and len(event.path) > 1:
            leaders = event.leaders if isinstance(event, UnitMoved) else ()
            side = side_of_piece(state.battle, (*event.units, *leaders)[0])
            found.append(Track(side, tuple(event.path)))
    return tuple(dict.fromkeys(reversed(found)))


def _why_duty(glance: Glance) -> Iterator[Reason]:
    view, place = glance.view, _place(glance)
    units, hexes = owed_now(view)
    if glance.over in hexes:
        yield Reason(say("{place} must be attacked.", place=place), "T10.11")
    must = [unit for unit in units if view.units[unit].hex == glance.over]
    if must:
        names = listed(view.card(unit).name for unit in must)
        yield Reason(say("{names} must attack.", names=names), "T10.11")


def _why_back(glance: Glance) -> Iterator[Reason]:
    assert glance.over is not None
    side, found = ways_back(glance.view, glance.over)
    if side is None:
        return
    words = mark("{place}: its units could retreat to {hexes}.")
    if not found:
        words = mark("{place}: its units have no way to retreat, and would be eliminated.")
    ends = listed(glance.view.battle.battlefield.name_of(path[-1]) for path in found)
    yield Reason(say(words, place=_place(glance), hexes=ends), "T11.52")
