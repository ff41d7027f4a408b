"""The Movement Segment of an activation: who moves, and along which path (N4.5, N5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Decision, Refusal, Table
from hexwar.hexes import Hex
from hexwar.model.events import (
    ArrivalDelayed,
    ColumnFormed,
    LeaderEntered,
    SegmentEnded,
    UnitEntered,
    UnitMoved,
    UnitStopped,
)
from hexwar.model.forces import FormationId, LeaderId, Role, UnitId
from hexwar.model.pieces import Activation, Segment
from hexwar.model.reports import PathQuote
from hexwar.model.state import GameState
from hexwar.rules.common.movement import (
    Movers,
    can_step,
    ends,
    movers,
    path_refusal,
    path_to,
    quote,
)
from hexwar.rules.common.zones import enemy_hexes, enemy_zone, nearest_distance
from hexwar.rules.nlc.arrivals import commander_due, due_units, entry_hexes
from hexwar.rules.nlc.leaders import may_go_along, move_leader, overrun
from hexwar.rules.nlc.numbers import numbers_of
from hexwar.rules.nlc.simplifications import permissions
from hexwar.rules.nlc.stacks import cure_overstacks
from hexwar.rules.nlc.victory import control_events

Group = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A move: the hexes walked, and how. No hexes at all means: stay (N5.4)."""

    hexes: tuple[Hex, ...] = ()  # from the start hex, or from the entry hex of an arrival
    column: bool = False  # by road movement
    leaders: tuple[LeaderId, ...] = ()  # who goes along


@dataclass(frozen=True, slots=True)
class ActivateUnit(Decision[Group | None]):
    """N4.52: which unit, or units of one hex, to move next; None ends the Movement Segment."""

    rule: ClassVar[str] = "N4.52"
    formation: FormationId

    def options(self, state: GameState) -> Sequence[Group | None]:
        """Each unit alone, each whole stack, each unit that may enter, and the end."""
        found: list[Group | None] = []
        for stack in _stacks(state, self.formation):
            found += [(u,) for u in stack]
            if len(stack) > 1:
                found.append(stack)
        found += [(u,) for u in due_units(state, self.formation) if _may_enter(state, u)]
        return [*found, None]

    def refusal(self, state: GameState, answer: Group | None) -> Refusal | None:
        """Any units of the formation that stand in one hex and have not moved (N5.9)."""
        if answer is None:
            return None
        if not answer or len(set(answer)) != len(answer):
            return Refusal("Choose at least one unit, each once.", "N5.9")
        if len(answer) == 1 and answer[0] in due_units(state, self.formation):
            if _may_enter(state, answer[0]):
                return None
            return Refusal("No entry hex is open: the unit waits.", "N5.82")
        for unit in answer:
            refusal = _unit_refusal(state, self.formation, unit)
            if refusal is not None:
                return refusal
        if len({state.units[u].hex for u in answer}) > 1:
            return Refusal("Units that move together start in one hex.", "N5.9")
        order = permissions(state, self.formation)
        if not can_step(state, movers(state, answer), order):
            return Refusal("These units have no hex to go to.", "N6.6")
        return None

    def kind(self, answer: Group | None) -> str:
        """`end` or `move`; who enters the map moves too."""
        return "end" if answer is None else "move"


def _unit_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    if unit not in state.units_of(formation):
        return Refusal("That unit does not act on this chit.", "N4.43")
    record, card = state.units[unit], state.card(unit)
    if record.hex is None:
        return Refusal(f"{card.name} is not on the map.", "N5.4")
    if record.moved:
        return Refusal(f"{card.name} has moved already.", "N5.4")
    if card.arm.is_train:
        return Refusal("Trains move at the end of the activation.", "N4.5")
    return None


def _stacks(state: GameState, formation: FormationId) -> Iterator[Group]:
    """The formation's units that may still move, hex by hex, in the order of the army list."""
    order = permissions(state, formation)
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit in state.units_of(formation):
        record = state.units[unit]
        if record.hex is None or record.moved or state.card(unit).arm.is_train:
            continue
        if can_step(state, movers(state, (unit,)), order):
            by_hex.setdefault(record.hex, []).append(unit)
    for stack in by_hex.values():
        yield tuple(stack)


def _may_enter(state: GameState, unit: UnitId) -> bool:
    return not state.units[unit].moved and bool(entry_hexes(state, unit))


@dataclass(frozen=True, slots=True)
class ChooseEntryHex(Decision[Hex]):
    """N5.82: where a unit enters when its entry hex is closed."""

    rule: ClassVar[str] = "N5.82"
    continues: ClassVar[bool] = True
    unit: UnitId

    def options(self, state: GameState) -> Sequence[Hex]:
        """The nearest free road or trail hexes of the same edge."""
        return entry_hexes(state, self.unit)


@dataclass(frozen=True, slots=True)
class ChoosePath(Decision[Route]):
    """N5.9: the path of the chosen units; any legal path, listed or not, is an answer."""

    rule: ClassVar[str] = "N5.4"
    continues: ClassVar[bool] = True
    units: Group
    entry: Hex | None = None  # where they enter the map

    def options(self, state: GameState) -> Sequence[Route]:
        """To stay; each end by its cheapest path, also by road movement and with leaders."""
        group = self.group(state)
        order = permissions(state, state.formation_of(self.units[0]).id)
        along = companions(state, self.units)
        routes = [Route()]
        for end, found in ends(state, group, order, column=False).items():
            path = path_to(state, found, end)
            routes.append(Route(path))
            if along:
                routes.append(Route(path, leaders=along))
        if column_refusal(state, self.units, entering=group.entering) is None:
            for end, found in ends(state, group, order, column=True).items():
                routes.append(Route(path_to(state, found, end), column=True, leaders=along))
        return routes

    def refusal(self, state: GameState, answer: Route) -> Refusal | None:
        """The law of movement: N5 and N6."""
        if not answer.hexes:
            if answer == Route():
                return None
            return Refusal("Who stays does not march and takes nobody along.", "N5.4")
        if answer.column:
            refusal = column_refusal(state, self.units, entering=self.entry is not None)
            if refusal is not None:
                return refusal
        refusal = self._leaders_refusal(state, answer)
        if refusal is not None:
            return refusal
        order = permissions(state, state.formation_of(self.units[0]).id)
        return path_refusal(state, self.group(state), order, answer.hexes, column=answer.column)

    def _leaders_refusal(self, state: GameState, answer: Route) -> Refusal | None:
        eligible = riders(state, self.units)
        if len(set(answer.leaders)) != len(answer.leaders):
            return Refusal("A leader rides once.", "N14.51")
        for leader in answer.leaders:
            if leader not in eligible:
                return Refusal("Only leaders who start in the hex may go along.", "N5.9")
            hq = state.battle.leaders[leader].role is Role.HQ
            side = state.battle.leaders[leader].side
            if hq and any(h in enemy_zone(state, side) for h in answer.hexes[1:]):
                return Refusal("The HQ may not enter an enemy zone of control.", "N14.51")
        return None

    def is_forced(self, state: GameState, options: Sequence[Route]) -> bool:  # noqa: ARG002
        """Never: where nothing but staying is listed, a full hex may still be entered (N6.2)."""
        return False

    def group(self, state: GameState) -> Movers:
        """The units as a group that moves."""
        return movers(state, self.units, self.entry)

    def kind(self, answer: Route) -> str:
        """`stay`, `march` (road movement) or `move`."""
        if not answer.hexes:
            return "stay"
        return "march" if answer.column else "move"


def quote_route(
    state: GameState, units: Group, entry: Hex | None, route: Route
) -> PathQuote | Refusal:
    """What a route costs, hex by hex: the preview and the move are one computation."""
    return quote(state, movers(state, units, entry), route.hexes, column=route.column)


def column_refusal(state: GameState, units: Group, *, entering: bool) -> Refusal | None:
    """Why units may not use road movement, or None (N5.3, N5.31, N5.34)."""
    if len(units) != 1:
        return Refusal("Road movement is for one unit at a time.", "N5.31")
    formation = state.formation_of(units[0]).id
    activation = state.activation
    before_contact = activation is not None and not activation.had_contact
    if permissions(state, formation).road and before_contact:
        return None
    hex_ = None if entering else state.units[units[0]].hex
    side = state.side_of(units[0])
    far = numbers_of(state.battle).movement.free_road_distance
    nearest = None if hex_ is None else nearest_distance(state, hex_, enemy_hexes(state, side))
    if nearest is None or nearest >= far:
        return None
    return Refusal(
        f"The formation is in contact and an enemy is {nearest} hexes away: no road movement.",
        "N5.34",
    )


def riders(state: GameState, units: Group) -> tuple[LeaderId, ...]:
    """Leaders in the units' hex who may go along with them (N5.9)."""
    hex_ = state.units[units[0]].hex
    if hex_ is None:
        return ()
    formation = state.formation_of(units[0]).id
    here = state.leaders_in(hex_, state.side_of(units[0]))
    return tuple(x for x in here if may_go_along(state, x, formation))


def companions(state: GameState, units: Group) -> tuple[LeaderId, ...]:
    """The leaders that the listed answers take along: the formation's own commander."""
    own = state.formation_of(units[0]).leaders
    return tuple(x for x in riders(state, units) if x in own)


# -- the flow


def active(state: GameState) -> Activation:
    """The activation under way."""
    assert state.activation is not None
    return state.activation


async def command_segment(table: Table[GameState]) -> None:
    """N4.5 a: every unit is in command for now, so nothing is marked."""
    table.emit(SegmentEnded(Segment.COMMAND, Segment.MOVEMENT))


async def movement_segment(table: Table[GameState]) -> None:
    """N4.5 b: one unit, or units of one hex, move; or the segment ends."""
    acting = active(table.state)
    units = await ActivateUnit(acting.side, acting.formation)
    if units is None:
        await end_movement(table)
        return
    entry = None
    if table.state.units[units[0]].hex is None:
        entry = await ChooseEntryHex(acting.side, units[0])
    route = await ChoosePath(acting.side, units, entry)
    if not route.hexes:
        table.emit(UnitStopped(units, "stays"))
        return
    await walk(table, units, route, entry)


async def walk(table: Table[GameState], units: Group, route: Route, entry: Hex | None) -> None:
    """N5.9: units and those who go along follow the route; what they meet happens at once."""
    quoted = quote_route(table.state, units, entry, route)
    assert isinstance(quoted, PathQuote)
    leaders = route.leaders
    if entry is not None:
        leaders = _enter(table, units, entry)
    table.emit(UnitMoved(units, route.hexes, quoted.halves, route.column))
    if route.column:
        table.emit(ColumnFormed(units[0]))
    if len(route.hexes) > 1:
        for leader in leaders:
            move_leader(table, leader, route.hexes)
    side = table.state.side_of(units[0])
    if all(table.state.card(u).is_combat_unit for u in units):
        for event in control_events(table.state, side, route.hexes):
            table.emit(event)
        for hex_ in route.hexes if entry is not None else route.hexes[1:]:
            await overrun(table, side, hex_)


def _enter(table: Table[GameState], units: Group, entry: Hex) -> tuple[LeaderId, ...]:
    """N5.81: the units stand on the entry hex; the commander comes with the first of them."""
    for unit in units:
        table.emit(UnitEntered(unit, entry))
    commander = commander_due(table.state, table.state.formation_of(units[0]).id)
    if commander is None:
        return ()
    table.emit(LeaderEntered(commander, entry))
    return (commander,)


async def end_movement(table: Table[GameState]) -> None:
    """N5.10, N5.81: overstacks are cured, units that did not enter wait, the segment is over."""
    acting = active(table.state)
    await cure_overstacks(table, acting.side)
    waiting = due_units(table.state, acting.formation)
    if waiting:
        table.emit(ArrivalDelayed(waiting))
    table.emit(SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT))


async def bombardment_segment(table: Table[GameState]) -> None:
    """N4.5 c: not yet built, passes at once."""
    table.emit(SegmentEnded(Segment.BOMBARDMENT, Segment.CHARGE))


async def charge_segment(table: Table[GameState]) -> None:
    """N4.5 d: not yet built, passes at once."""
    table.emit(SegmentEnded(Segment.CHARGE, Segment.ASSAULT))


def unmoved(state: GameState, formation: FormationId) -> Iterable[UnitId]:
    """Units of a formation that could still move or enter: what `end` would leave undone."""
    for stack in _stacks(state, formation):
        yield from stack
    yield from (u for u in due_units(state, formation) if _may_enter(state, u))
