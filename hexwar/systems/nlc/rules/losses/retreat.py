"""Retreat and rout: where it may go, who makes room, and how it runs (N11.1-N11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from itertools import pairwise, takewhile

from hexwar.engine import Choice, Event, Manner, Refusal, Table, YesNo, refuse
from hexwar.engine.derived import kept
from hexwar.grid.reach import Steps, reach
from hexwar.ground.hiding import uncover, unmask
from hexwar.ground.stacking import has_room, is_overstacked, stack_in
from hexwar.ground.zones import contact_hexes, enemy_hexes, enemy_zone, lost_landings
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.losses import (
    FriendDisplaced,
    RetreatBegan,
    UnitRetreated,
)
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.departures import leave
from hexwar.systems.nlc.rules.cards.combat_windows import slips_through, stands_fast
from hexwar.systems.nlc.rules.combat.fight import Units, attacking_hexes, hex_of, on_map, ready
from hexwar.systems.nlc.rules.command.leaders import overrun
from hexwar.systems.nlc.rules.losses.losses import Toll, abandon_leaders, eliminate, lose_steps
from hexwar.systems.nlc.rules.losses.morale import disrupt, steady
from hexwar.systems.nlc.rules.losses.screen import vedettes_who_go
from hexwar.systems.nlc.rules.movement.stacks import Displacement, free_hexes
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import Arm, LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.spans import Spans, joined_neighbours
from hexwar.table.words import hex_name, leader_name, unit_list

# -- where a retreat may go: legal hexes, their classes, and the ways home (N11.13-N11.4)


Path = tuple[Hex, ...]

NO_WAY = 1 << 20
"""The distance, in half hexes, to where no way leads."""


class HexClass(IntEnum):
    """How good a retreat hex is; the owner must take the best class (N11.13)."""

    FREE = auto()
    CROWDED = auto()  # friends must make room
    ENEMY_ZONE = auto()


_REASONS = {
    HexClass.CROWDED: mark("a hex outside enemy zones with room is open"),
    HexClass.ENEMY_ZONE: mark("a hex outside enemy zones is open"),
}


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Units that must go a number of hexes away from threats."""

    side: Side
    units: Units  # of one hex
    hexes: int  # how far
    threats: tuple[Hex, ...]  # attacking hexes, or the target of an attack that failed
    may_leave: bool = False  # the map, at a supply source of their own (N11.41)


def retreat_length(
    state: GameState, units: Iterable[UnitId], *, attacking: bool, rout: bool
) -> int:
    """How many hexes units retreat together (N11.1, N11.12, N11.2)."""
    rules = numbers_of(state.battle).retreat
    mounted = all(state.card(unit).arm.is_mounted for unit in units)
    length = rules.attacker if attacking else rules.mounted if mounted else rules.foot
    return length + (rules.rout_extra if rout else 0)


@kept
def retreat_paths(state: GameState, group: Withdrawal) -> Sequence[Path]:
    """Every legal path from the hex left, the default first; none at all means: all are lost.

    A path is shorter than the retreat only where it comes to a dead end (N11.14), or leads off the
    map: then its last hex stands in it twice (N11.41). The default stays on the map if it can. It
    costs the fewest steps; among those it ends nearest by road to the own train, then to a supply
    source.
    """
    start = hex_of(state, group.units[0])
    paths = [(start, *tail) for tail in _tails(state, group, start, group.hexes)]

    def worth(way: Path) -> tuple[bool, int, tuple[int, int, Path]]:
        return leads_off(way), losses_on(state, group, way), _home(state, group, way)

    return sorted(paths, key=worth)


def leads_off(path: Sequence[Hex]) -> bool:
    """Whether a path of a retreat ends off the map, at its last hex (N11.41)."""
    return len(path) > 1 and path[-1] == path[-2]


def on_the_map(path: Path) -> Path:
    """The part of a path that is walked on the map."""
    return path[:-1] if leads_off(path) else path


def _leads_off_here(state: GameState, group: Withdrawal, hex_: Hex) -> bool:
    """Whether a hex lets a group off the map: its supply source and a way out (N11.41)."""
    sources, exits = state.battle.sources_on(state.turn), state.battle.exits_on(state.turn)
    return group.may_leave and sources.get(hex_) == exits.get(hex_) == group.side


def losses_on(state: GameState, group: Withdrawal, path: Sequence[Hex]) -> int:
    """The steps that a path costs: for EZOC hexes (N11.4) and for hexes not walked (N11.14)."""
    return zone_losses(state, group.side, path) + _unwalked_losses(state, group, path)


def _unwalked_losses(state: GameState, group: Withdrawal, path: Sequence[Hex]) -> int:
    each = numbers_of(state.battle).retreat.unwalked_step_losses
    return 0 if leads_off(path) else each * (group.hexes + 1 - len(path))


def zone_losses(state: GameState, side: Side, path: Sequence[Hex]) -> int:
    """The steps that the EZOC hexes of a path cost (N11.4)."""
    rules = numbers_of(state.battle).retreat
    zones = sum(is_zone_for_retreat(state, side, hex_) for hex_ in on_the_map(tuple(path))[1:])
    return min(rules.enemy_zone_step_losses * zones, rules.zone_limit)


def is_zone_for_retreat(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is an EZOC for a retreat: an undisrupted friend there cancels it (N6.9)."""
    return hex_ in enemy_zone(state, side) and not ready(state, state.combat_units_in(hex_, side))


def retreat_path_refusal(state: GameState, group: Withdrawal, path: Path) -> Refusal | None:
    """Why a path is not a legal retreat, or None; it names the first hex that is wrong."""
    legal = retreat_paths(state, group)
    if path in legal:
        return None
    start = hex_of(state, group.units[0])
    if not path or path[0] != start:
        return refuse("N11.1", "The retreat begins in {start}.", start=start)
    walked = max((_shared(path, way) for way in legal), default=1)
    if walked == len(path):
        return refuse("N11.1", "The retreat goes on: it is {hexes} hexes long.", hexes=group.hexes)
    if walked > group.hexes:
        return refuse("N11.1", "The retreat is only {hexes} hexes long.", hexes=group.hexes)
    left = group.hexes - walked
    return _step_refusal(state, group, path[walked - 1], path[walked], left)


def _shared(path: Path, way: Path) -> int:
    """How many hexes two paths have in common from their start."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(path, way, strict=False))))


def _step_refusal(state: GameState, group: Withdrawal, a: Hex, b: Hex, left: int) -> Refusal:
    """Why units may not go from a hex to another, with so many hexes left to go after it."""
    if a == b:
        return refuse("N11.41", "Nobody retreats off the map in {hex}.", hex=a)
    if b not in contact_hexes(state, a) or (a, b) in lost_landings(state, group.side):
        return refuse("N11.13", "There is no way for a retreat from {a} to {b}.", a=a, b=b)
    if b in enemy_hexes(state, group.side):
        return refuse("N11.13", "Enemy combat units hold {b}.", b=b)
    if _exposure(state, group, b) <= _exposure(state, group, a):
        return refuse("N11.13", "{b} is not farther from the enemy than {a}.", b=b, a=a)
    found = _class_of(state, group, b, is_end=not _tails(state, group, b, left))
    if found is None:
        return refuse("N11.41", "Friends in {b} cannot make room.", b=b)
    return refuse("N11.13", "The units may not retreat to {b}: {why}.", b=b, why=_REASONS[found])


# -- the tree of steps


def _tails(state: GameState, group: Withdrawal, start: Hex, left: int) -> list[Path]:
    """Every way on from a hex, without it; each step is of the best class there is."""
    if left == 0:
        return []
    found: dict[HexClass, list[Path]] = {}
    for hex_ in _farther(state, group, start):
        onward = _tails(state, group, hex_, left - 1)
        kind = _class_of(state, group, hex_, is_end=not onward)
        if kind is not None:
            found.setdefault(kind, []).extend((hex_, *tail) for tail in onward or [()])
    ways: list[Path] = found[min(found)] if found else []
    return [*ways, (start,)] if _leads_off_here(state, group, start) else ways


def _farther(state: GameState, group: Withdrawal, start: Hex) -> Iterator[Hex]:
    """The hexes next to one that units may enter and that lead away from the threats."""
    enemies, lost = enemy_hexes(state, group.side), lost_landings(state, group.side)
    now = _exposure(state, group, start)
    for hex_ in contact_hexes(state, start):
        is_open = hex_ not in enemies and (start, hex_) not in lost
        if is_open and _exposure(state, group, hex_) > now:
            yield hex_


def _exposure(state: GameState, group: Withdrawal, hex_: Hex) -> int:
    """The sum of the distances from the threats, which each step must raise."""
    distance = state.battle.battlefield.grid.distance
    return sum(distance(hex_, threat) for threat in group.threats)


def _class_of(state: GameState, group: Withdrawal, hex_: Hex, *, is_end: bool) -> HexClass | None:
    """The class of a retreat hex; None where the retreat would end without room.

    Stacking binds only where the retreat ends (N6.2).
    """
    left = hex_of(state, group.units[0])
    plan = room_plan(state, hex_, group.units, left) if is_end else ()
    if plan is None:
        return None
    if is_zone_for_retreat(state, group.side, hex_):
        return HexClass.ENEMY_ZONE
    return HexClass.CROWDED if plan else HexClass.FREE


# -- the way home


def _home(state: GameState, group: Withdrawal, path: Path) -> tuple[int, int, Path]:
    """How far a path ends from the own train and from a supply source; ties by the hexes."""
    formations = {state.formation_of(unit).id for unit in group.units}
    trains = (
        state.units[unit].hex
        for formation in formations
        for unit in state.units_of(formation)
        if state.card(unit).arm is Arm.BAGGAGE_TRAIN
    )
    sources = (h for h, side in state.battle.sources_on(state.turn).items() if side == group.side)
    return _nearest(state, path[-1], trains), _nearest(state, path[-1], sources), path


def _nearest(state: GameState, end: Hex, goals: Iterable[Hex | None]) -> int:
    battle, spans, cell = state.battle, state.spans, state.battle.battlefield.grid.index[end]
    distances = (_road_distances(battle, spans, goal) for goal in goals if goal is not None)
    return min((found.get(cell, NO_WAY) for found in distances), default=0)


@lru_cache(maxsize=512)
def _road_distances(battle: NlcBattle, spans: Spans, goal: Hex) -> dict[int, int]:
    """Each cell's distance by road from a goal, in half hexes: a road or trail counts half."""
    grid = battle.battlefield.grid
    limit = 2 * grid.columns * grid.rows
    return reach(_road_steps(battle, spans), grid.index[goal], limit).cost


@lru_cache(maxsize=16)
def _road_steps(battle: NlcBattle, spans: Spans) -> Steps:
    field = battle.battlefield
    around, index = joined_neighbours(field, spans), field.grid.index
    rows = ([(index[b], 1 if (a, b) in field.ways else 2) for b in around[a]] for a in index)
    return Steps(list(rows))


# -- friends make room for a retreat (N11.41)


Plan = tuple[Displacement, ...]
"""Displacements one after another."""


@dataclass(frozen=True, slots=True)
class DisplaceFriend(Question[Displacement], rule="N11.41", is_open=True):
    """N11.41: which friend makes room for units that retreated, and in which hex next to his."""

    words = mark(
        "{who} must choose a friend who makes room in {hex} for {arrived}, and the hex next to"
        " it that he goes to."
    )
    kinds = ("displace", "pass")
    hex: Hex
    arrived: Units  # who retreated there and stay
    left: Hex | None = None  # the hex that they were driven from

    def options(self, state: GameState) -> Sequence[Displacement]:
        """Each friend with each free hex next to his, as long as room can still be made."""
        return [
            move
            for move in _moves(state, self.hex, self.arrived, self.left, ())
            if room_plan(state, self.hex, self.arrived, self.left, (move,)) is not None
        ]


def room_plan(
    state: GameState, hex_: Hex, coming: Sequence[UnitId], left: Hex | None, made: Plan = ()
) -> Plan | None:
    """Displacements that make room in a hex for units, empty where there is room.

    The units may be there already, and some displacements thought of as made. Nobody takes the
    place of those who come in the hex that they left (house rule of N11.41). None where friends
    cannot make enough room.
    """
    staying = _friends(state, hex_, coming, made)
    tails = (u for u in stack_in(state, hex_, state.side_of(coming[0])) if u not in staying)
    others = (u for u in tails if state.units[u].hex != hex_ and u not in coming)
    if not is_overstacked(state, (*staying, *others, *coming)):
        return made
    for move in _moves(state, hex_, coming, left, made):
        plan = room_plan(state, hex_, coming, left, (*made, move))
        if plan is not None:
            return plan
    return None


def _friends(state: GameState, hex_: Hex, coming: Sequence[UnitId], made: Plan) -> Units:
    """Who would still be in the hex besides those who come."""
    gone = [*coming, *(move.unit for move in made)]
    here = state.units_in(hex_, state.side_of(coming[0]))
    return tuple(u for u in here if u not in gone and not state.card(u).is_vedette)


def _moves(
    state: GameState, hex_: Hex, coming: Sequence[UnitId], left: Hex | None, made: Plan
) -> Iterator[Displacement]:
    for unit in _friends(state, hex_, coming, made):
        if state.units[unit].bridging is not None:
            continue  # a pontoon bridge stays where it lies
        for free in free_hexes(state, unit, hex_, made):
            if free != left:
                yield Displacement(unit, free)


async def make_room(
    table: Table[GameState], side: Side, hex_: Hex, units: Units, left: Hex
) -> None:
    """N11.41: until the hex holds no more than it may, its owner displaces a friend by one hex.

    A displaced friend checks morale or is Disrupted. Where none of the units has arrived, leaders
    look to themselves (N8.12).
    """
    arrived = on_map(table.state, units)
    if not arrived:
        await abandon_leaders(table, side, hex_)
        return
    while not has_room(table.state, hex_, side, arrived):
        if room_plan(knowledge(table.state, side), hex_, arrived, left) is None:
            return  # enemies have come to light since; who is too many goes at the end (N5.10)
        move = await DisplaceFriend(side, hex_, arrived, left)
        assert move.hex is not None
        if unmask(table, side, (move.hex,)):
            continue
        table.emit(FriendDisplaced(move.unit, move.hex))
        if table.state.card(move.unit).is_combat_unit:
            for event in control_events(table.state, (move.unit,), (move.hex,)):
                table.emit(event)
            if not table.state.units[move.unit].disrupted:
                die_for = say("morale of {name}, displaced", name=table.state.card(move.unit).name)
                await steady(table, (move.unit,), die_for, "displacement")


# -- retreat and rout (N11.1, N11.2)


LISTED_PATHS = 60
"""How many legal paths are offered; the law takes the others too."""


@dataclass(frozen=True, slots=True)
class SplitRetreat(Question[bool], YesNo, rule="N11.12", is_open=True):
    """N11.12: whether foot and horse of one hex retreat by arm, each over its own distance."""

    words = mark(
        "{who} must choose whether {units} retreat together or foot and horse apart, each over"
        " its own distance."
    )
    default = False
    kinds = ("by arm", "together")
    units: Units

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Together, or by arm."""
        foot = unit_list(view, (u for u in self.units if not view.card(u).arm.is_mounted))
        horse = unit_list(view, (u for u in self.units if view.card(u).arm.is_mounted))
        together = say("All retreat the same way")
        apart = say("First {foot}, then {horse}", foot=foot, horse=horse)
        return (
            Choice("together", say("Together"), together, answer=False, manner=Manner.MAIN),
            Choice("apart", say("Foot and horse apart"), apart, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where they stand."""
        return Overlays(selection=frozenset(attacking_hexes(view, self.units)))


@dataclass(frozen=True, slots=True)
class ChooseLeaderStay(Question[bool], rule="N14.52", is_open=True):
    """N11.12, N14.52: whether a leader goes with units that leave his hex."""

    words = mark("{who} must choose whether {leader} goes with {units} or stays where he is.")
    kinds = ("go", "stay")
    leader: LeaderId
    units: Units  # who leave
    must_go: bool  # with the last that rout (N8.12)

    def options(self, state: GameState) -> Sequence[bool]:  # noqa: ARG002
        """He goes, or he stays."""
        return (True,) if self.must_go else (True, False)

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """He goes along, or he stays."""
        name = leader_name(view, self.leader)
        goes, stays = say("{leader} goes along", leader=name), say("{leader} stays", leader=name)
        along = say("{leader} goes with the units", leader=name)
        alone = say("{leader} stays where he is; alone he may be captured", leader=name)
        return (
            Choice("goes", goes, along, answer=True, manner=Manner.MAIN),
            Choice("stays", stays, alone, answer=False),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where he is."""
        hex_ = view.leaders[self.leader].hex
        return Overlays(selection=frozenset({hex_} if hex_ else ()))


@dataclass(frozen=True, slots=True)
class ChooseRetreatPath(Question[Path], rule="N11.13", is_open=True):
    """N11.13: along which hexes units retreat, from the hex that they leave."""

    kinds = ("retreat", "pass")
    units: Units
    hexes: int  # how far
    threats: tuple[Hex, ...]  # what they must get away from
    evades: bool = False  # before a charge, so that zones cost no step (N10.41)

    def options(self, state: GameState) -> Sequence[Path]:
        """The paths of the best class, the default first; then one off the map for each hex."""
        ways = retreat_paths(state, self.withdrawal)
        off = {path[-1]: path for path in reversed(ways) if leads_off(path)}
        return [*[way for way in ways if not leads_off(way)][:LISTED_PATHS], *off.values()]

    def refusal(self, state: GameState, answer: Path) -> Refusal | None:
        """Any path whose every hex is of the best class."""
        return retreat_path_refusal(state, self.withdrawal, answer)

    @property
    def withdrawal(self) -> Withdrawal:
        """The retreat as its rules see it."""
        return Withdrawal(Side(self.side), self.units, self.hexes, self.threats, not self.evades)

    def sentence(self, view: GameState) -> str:
        """Who retreats, how far, and from where."""
        start = view.units[self.units[0]].hex
        distance = count("{n} hex", "{n} hexes", self.hexes)
        if start:
            where = hex_name(view, start)
            distance = say("{distance} from {hex}", distance=distance, hex=where)
        words = mark("{who} must choose the way of {units}, who retreat {distance}.")
        return self.told(view, words, distance=distance)


async def retreat(
    table: Table[GameState],
    toll: Toll,
    threats: tuple[Hex, ...],
    *,
    attacking: bool,
    rout: bool,
) -> bool:
    """N11.1, N11.2: a stack that failed its check leaves its hex; a rout costs a step first.

    A card may keep it there, Disrupted (N11.3).

    Args:
        table: The table.
        toll: The stack, with its losses so far in this combat.
        threats: The hexes to get away from.
        attacking: Whether it is the stack of an attacker, which retreats less far.
        rout: Whether the check was missed by a rout's margin.

    Returns:
        Whether it has left its hex, or is gone.
    """
    if await stands_fast(table, toll.side, toll.units):
        return False
    start = hex_of(table.state, on_map(table.state, toll.units)[0])
    if rout:
        steps = numbers_of(table.state.battle).retreat.rout_step_losses
        toll = await lose_steps(table, toll, steps, "rout")
    parts = await _parts(table, toll, attacking=attacking)
    for number, units in enumerate(parts, start=1):
        hexes = retreat_length(table.state, units, attacking=attacking, rout=rout)
        group = Withdrawal(toll.side, units, hexes, threats, may_leave=True)
        table.emit(RetreatBegan(units, start, hexes, rout))
        await _withdraw(table, group, toll.only(units), must_go=rout and number == len(parts))
    if not parts:
        await abandon_leaders(table, toll.side, start)
    return True


async def _parts(table: Table[GameState], toll: Toll, *, attacking: bool) -> list[Units]:
    """N11.12: all together, or foot and horse apart if their owner wants it so."""
    units = on_map(table.state, toll.units)
    mounted = tuple(u for u in units if table.state.card(u).arm.is_mounted)
    foot = tuple(u for u in units if u not in mounted)
    if not attacking and foot and mounted and await SplitRetreat(toll.side, units):
        return [foot, mounted]
    return [units] if units else []


async def _withdraw(
    table: Table[GameState], group: Withdrawal, toll: Toll, *, must_go: bool
) -> None:
    """N11.13-N11.15: units choose their way and walk it, or are lost where there is none."""
    start = hex_of(table.state, group.units[0])
    ways = retreat_paths(knowledge(table.state, group.side), group)
    path, is_free = None, False
    if ways:
        cost = zone_losses(table.state, group.side, ways[0])
        is_free = await slips_through(table, group.side, group.units, cost)
        path = await choose_way(table, group)
    if path is None:
        for unit in group.units:
            eliminate(table, unit, say("no retreat"))
        await abandon_leaders(table, group.side, start)
        return
    await go_back(table, group, toll, path, must_go=must_go, is_free=is_free)


async def go_back(
    table: Table[GameState],
    group: Withdrawal,
    toll: Toll,
    path: Path,
    *,
    must_go: bool = False,
    is_free: bool = False,
) -> None:
    """N11.15: units walk the way that they chose; what it costs, who goes along, who makes room.

    Args:
        table: The table.
        group: Those who retreat.
        toll: Their losses so far in this combat.
        path: The way.
        must_go: Whether leaders may not stay behind (N8.12).
        is_free: Whether enemy zones on the way cost no step (N11.4).
    """
    start = hex_of(table.state, group.units[0])
    here = table.state.leaders_in(start, group.side)
    leaders = await leaders_who_go(group.side, here, group.units, must_go=must_go)
    screen = await vedettes_who_go(table, group.side, start, group.units)
    zones = 0 if is_free else zone_losses(table.state, group.side, path)
    unwalked = _unwalked_losses(table.state, group, path)
    way, going = on_the_map(path), (*group.units, *screen)
    if len(way) > 1:
        moved = (UnitRetreated(unit, way) for unit in going)
        await walk(table, group.side, group.units, way, moved, leaders)
    toll = await lose_steps(table, toll, zones, say("zone of control"))
    await lose_steps(table, toll, unwalked, say("no retreat"))
    if leads_off(path) and on_map(table.state, group.units):
        leave(table, on_map(table.state, going), leaders, retreating=True)
        return
    await make_room(table, group.side, path[-1], group.units, path[0])
    disrupt(table, going)


async def choose_way(
    table: Table[GameState], group: Withdrawal, *, evades: bool = False
) -> Path | None:
    """The way that units choose, around enemies whom they meet on it unawares (N20.2)."""
    who, way = group.side, (group.units, group.hexes, group.threats)
    while retreat_paths(knowledge(table.state, who), group):
        path = await ChooseRetreatPath(who, *way, evades=evades)
        if not unmask(table, who, path[1:]):
            return path
    return None


async def leaders_who_go(
    side: Side, leaders: tuple[LeaderId, ...], units: Units, *, must_go: bool = False
) -> tuple[LeaderId, ...]:
    """N14.52: which of the leaders in a hex go with units that leave it."""
    return tuple([x for x in leaders if await ChooseLeaderStay(side, x, units, must_go)])


async def walk(
    table: Table[GameState],
    side: Side,
    units: Units,
    path: Path,
    moved: Iterable[Event],
    leaders: Iterable[LeaderId],
) -> None:
    """N11.15: units and leaders go over a path; trains and leaders of the enemy are run over.

    The events `moved` set the units down at its end.
    """
    uncover(table, path[1:], "met", table.state.battle.enemy(side))
    for event in (*moved, *(LeaderMoved(leader, path, free=True) for leader in leaders)):
        table.emit(event)
    for change in control_events(table.state, units, path):
        table.emit(change)
    for start, hex_ in pairwise(path):
        await overrun(table, side, hex_, start)
