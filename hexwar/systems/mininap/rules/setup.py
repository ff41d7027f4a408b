"""Free set-up: both sides place their units, brigade by brigade in turn (M24.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from hexwar.engine import CHANCE, Choice, Flow, Refusal, Roll, Table, refuse
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm, Formation, MiniBattle, UnitCard
from hexwar.systems.mininap.events_setup import BrigadePlaced, SetupRolled, UnitPlaced
from hexwar.systems.mininap.rules.ground import barring, may_square
from hexwar.systems.mininap.rules.standing import firm, footprint, index
from hexwar.systems.mininap.state import MiniState, Unit
from hexwar.table.forces import Side, UnitId
from hexwar.table.question import Question
from hexwar.tabletop.ground import area_of, lies_in
from hexwar.tabletop.pose import Pose, turn_between

EACH = 6
"""Places of a unit that are listed."""

MESH = (500, 250, 100)
"""Hundredths of a cm between the places that are tried, coarse and then finer."""

FULL_CORPS = "corps"
"""What is placed together with the corps commander, who is of no brigade and no division."""


def is_free(battle: MiniBattle) -> bool:
    """Whether the players place their units."""
    return battle.options.get("setup") == "free"


def body_of(card: UnitCard) -> str:
    """What a unit is placed with: its brigade, its division's own, or the corps commander."""
    if card.is_command and len(card.commands) == 1 and not card.division:
        return card.commands[0]
    return card.brigade or card.division or FULL_CORPS


def unplaced(state: MiniState, side: Side) -> tuple[UnitId, ...]:
    """The units of a side that do not stand yet, in the order of rank."""
    return tuple(u for u in state.battle.units_of(side) if state.units[u].pose is None)


def is_under_way(state: MiniState) -> bool:
    """Whether somebody still has to be placed before the first turn."""
    if state.turn or not is_free(state.battle):
        return False
    return any(unplaced(state, side) for side in state.battle.sides)


# -- zones


def zone_of(battle: MiniBattle, side: Side) -> tuple[tuple[int, int], ...]:
    """The corners of the area in which a side places its units, hundredths of a cm."""
    if side in battle.zones:
        return battle.zones[side]
    ground, numbers = battle.ground, battle.figures.setup
    is_small = ground.width <= 100 * numbers.small
    depth = 100 * (numbers.zone_small if is_small else numbers.zone_large)
    low, high = (0, depth) if _is_south(battle, side) else (ground.height - depth, ground.height)
    return ((0, low), (ground.width, low), (ground.width, high), (0, high))


def _is_south(battle: MiniBattle, side: Side) -> bool:
    """Whether the scenario has a side farther south than the other."""
    middles = {}
    for one in battle.sides:
        places = [battle.placed[unit].pose.y for unit in battle.units_of(one)]
        middles[one] = sum(places) * len(battle.units_of(battle.enemy(one)))
    return middles[side] <= middles[battle.enemy(side)]


def facing_of(battle: MiniBattle, side: Side) -> int:
    """The bearing straight to the enemy's edge of the table, tenths of a degree."""
    (x, y), (far_x, far_y) = (_middle(zone_of(battle, s)) for s in (side, battle.enemy(side)))
    east, north = far_x - x, far_y - y
    if abs(north) >= abs(east):
        return 0 if north >= 0 else 1800
    return 900 if east > 0 else 2700


def _middle(ring: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Twice the middle of the rectangle around some corners."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs) + max(xs), min(ys) + max(ys)


# -- the question


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how a unit is placed."""

    unit: UnitId
    pose: Pose
    formation: Formation
    is_limbered: bool = False


@dataclass(frozen=True, slots=True)
class PlaceUnit(Question[Place], rule="M24.3", is_open=True):
    """M24.3: where the next unit of a brigade is placed."""

    words = mark("{who} place their units, a brigade at a time.")
    clue = mark("Put a unit down in your zone.")

    def options(self, state: MiniState) -> Sequence[Place]:
        """A few places for each unit that may come next."""
        waiting = waiting_for(state, Side(self.side))
        each = EACH if len(waiting) > 1 else 4 * EACH
        return [place for unit in waiting for place in islice(places(state, unit), each)]

    def refusal(self, state: MiniState, answer: Place) -> Refusal | None:
        """Any place in the zone, in any formation."""
        return place_refusal(state, Side(self.side), answer)

    def is_forced(self, state: MiniState, options: Sequence[Place]) -> bool:  # noqa: ARG002
        """One place that is listed stands for many."""
        return False

    def choices(self, view: MiniState, options: Sequence[Place]) -> Sequence[Choice[Place]]:  # noqa: ARG002
        """None: units are put down on the table."""
        return []

    def fallback(self, view: MiniState, options: Sequence[Place]) -> Place:  # noqa: ARG002
        """Where the scenario has it, or as near to that as the list comes."""
        return options[0]


def waiting_for(state: MiniState, side: Side) -> tuple[UnitId, ...]:
    """The units of a side that may be placed next: of the brigade under way, or of any."""
    body = state.placing.body if state.placing is not None else ""
    left = unplaced(state, side)
    return tuple(u for u in left if not body or body_of(state.card(u)) == body)


def places(state: MiniState, unit: UnitId) -> Iterator[Place]:
    """Legal places for a unit, that of the scenario first, then from all over the zone."""
    side, planned = state.side_of(unit), state.battle.placed[unit]
    first = Place(unit, planned.pose, planned.formation, planned.is_limbered)
    facing = facing_of(state.battle, side)
    if place_refusal(state, side, first) is None:
        yield first
    for mesh in MESH:
        found = False
        for x, y in _mesh(state.battle, side, mesh):
            place = replace(first, pose=Pose(x, y, facing))
            if place != first and place_refusal(state, side, place) is None:
                found = True
                yield place
        if found:
            return


def _mesh(battle: MiniBattle, side: Side, step: int) -> Iterator[tuple[int, int]]:
    """Points of a side's zone, the rows nearest to the enemy first."""
    ring, facing = zone_of(battle, side), facing_of(battle, side)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    columns = range(min(xs) + step // 2, max(xs), step)
    rows = range(min(ys) + step // 2, max(ys), step)
    yield from ((x, y) for y, x in product(rows[::-1] if facing == 0 else rows, columns))


def place_refusal(state: MiniState, side: Side, place: Place) -> Refusal | None:
    """Why a unit may not be placed so, or None (M24.3)."""
    if place.unit not in waiting_for(state, side):
        words = mark("First the rest of the brigade is placed, then another one.")
        return refuse("M24.3", words)
    card = state.card(place.unit)
    if not card.may_form(place.formation):
        words = mark("{name} cannot be in {formation}.")
        return refuse("M4.1", words, name=card.name, formation=say(place.formation))
    if place.is_limbered and card.arm is not Arm.ARTILLERY:
        return refuse("M4.8", mark("Only guns are limbered."))
    turn = abs(turn_between(facing_of(state.battle, side), place.pose.bearing))
    limit = state.numbers.setup.bearing
    if turn > 10 * limit or not 0 <= place.pose.bearing < 3600:
        words = mark("{name} faces the enemy's edge within {limit} degrees.")
        return refuse("M24.3", words, name=card.name, limit=limit)
    unit = replace(
        state.units[place.unit],
        pose=place.pose,
        formation=place.formation,
        is_limbered=place.is_limbered,
    )
    return _ground_refusal(state, side, unit) or _others_refusal(state, side, unit)


def _ground_refusal(state: MiniState, side: Side, unit: Unit) -> Refusal | None:
    """In its zone, on ground that bears it."""
    name, here = state.card(unit.id).name, footprint(state, unit)
    zone = area_of(zone_of(state.battle, side))
    if not (state.battle.ground.holds(here) and lies_in(here, zone)):
        return refuse("M24.3", mark("{name} is outside your zone."), name=name)
    if unit.formation is Formation.SQUARE and not may_square(state, unit):
        return refuse("M22.4", mark("{name} cannot be in square on this ground."), name=name)
    piece = barring(state, unit, firm(state, unit))
    if piece is not None:
        words = mark("{name} cannot stand in {piece}.")
        return refuse("M22.2", words, name=name, piece=piece.name or say(piece.kind))
    return None


def _others_refusal(state: MiniState, side: Side, unit: Unit) -> Refusal | None:
    """In nobody's way, and far enough from every enemy."""
    name, apart = state.card(unit.id).name, state.numbers.setup.apart
    met = index(state).overlapped(firm(state, unit), (unit.id,))
    if met:
        words = mark("{name} would overlap {other}.")
        return refuse("M6.11", words, name=name, other=state.card(met[0]).name)
    for near in index(state).near(footprint(state, unit), apart, (unit.id,)):
        if state.side_of(near.key) != side and near.length < apart:
            words = mark("{name} is nearer than {apart} cm to {other}.")
            other = state.card(near.key).name
            return refuse("M24.3", words, name=name, apart=apart, other=other)
    return None


# -- the procedure


def setup_flow(table: Table[MiniState]) -> Flow:
    """What comes next while units are placed."""
    state = table.state
    return throw_for_first(table) if state.placing is None else place_one(table, state.placing.side)


async def throw_for_first(table: Table[MiniState]) -> None:
    """M24.3: both throw two dice; the higher places first; a tie is thrown again."""
    totals = []
    for _ in table.state.battle.sides:
        count = table.state.numbers.initiative.dice
        totals.append(sum([await Roll(CHANCE, say("the set-up")) for _ in range(count)]))
    here, there = totals
    first, second = table.state.battle.sides
    side = None if here == there else first if here > there else second
    table.emit(SetupRolled(here, there, side))


async def place_one(table: Table[MiniState], side: Side) -> None:
    """M24.3: one unit is placed; after the last of a brigade the other side places one."""
    place = await PlaceUnit(side)
    body = body_of(table.state.card(place.unit))
    table.emit(UnitPlaced(place.unit, place.pose, place.formation, place.is_limbered, body))
    if waiting_for(table.state, side):
        return
    enemy = table.state.battle.enemy(side)
    following = next((s for s in (enemy, side) if unplaced(table.state, s)), None)
    table.emit(BrigadePlaced(following))
