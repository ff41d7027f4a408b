"""What must hold of the campaign around the battle in every game, whoever plays.

A finished game, or one under way, is told again event by event. Weather, supply, the schedule of
reinforcements, improved positions and exits may change by their own events only, and at their time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from hexwar.engine import Event, Session
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalChanged,
    ArrivalDelayed,
    ArrivalVaried,
    UnitExited,
)
from hexwar.systems.nlc.events.movement import PositionBuilt
from hexwar.systems.nlc.events.orders import RetreatAllowed
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.events.turn import DayBegan, TurnBegan, TurnEnded, WeatherRolled
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box, Phase
from tools.trials.contract import require

CHANGERS: Mapping[str, tuple[type[Event], ...]] = {
    "sky.weather": (WeatherRolled,),
    "sky.is_dark_dawn": (WeatherRolled, DayBegan),
    "schedule.arrivals": (ArrivalVaried, ArrivalChanged, AlternateCalled),
    "schedule.called": (AlternateCalled,),
    "positions": (PositionBuilt,),
    "supply.trains_of": (TrainAssigned,),
    "losses.exited_unsupplied": (UnitExited,),
    "pad.retreating": (RetreatAllowed,),
}
"""Fields of the state, and the events that may change them."""

UNSUPPLIED = "supply.unsupplied"


@dataclass(slots=True)
class Told:
    """What the events have told so far."""

    gone: dict[UnitId, Box | None] = field(default_factory=dict)  # exited, with their box
    waiting: set[UnitId] = field(default_factory=set)  # told to wait, this turn


def check_campaign(session: Session[GameState]) -> None:
    """Tell a game again from its beginning, and check each change of the campaign."""
    table, told = NLC.system.start(session.header), Told()
    check_schedule(table)
    for event in session.events:
        before = {name: attrgetter(name)(table) for name in (*CHANGERS, UNSUPPLIED)}
        event.happen(table)
        check_changes(table, before, event)
        check_moment(table, event)
        _listen(told, table, event)
        if isinstance(event, TurnEnded):
            check_control(table)
            check_late(table, told.waiting)
    check_boxes(session.state, told.gone)


def _listen(told: Told, table: GameState, event: Event) -> None:
    if isinstance(event, TurnBegan):
        told.waiting.clear()
    elif isinstance(event, ArrivalDelayed):
        told.waiting.update(event.units)
    elif isinstance(event, UnitExited):
        side = table.side_of(event.unit)
        is_way_out = table.battle.exits_on(table.turn).get(event.hex) == side
        require(is_way_out, f"{event.unit} left the map at {event.hex}, which is no way out")
        told.gone[event.unit] = table.units[event.unit].box
    elif isinstance(event, ArrivalChanged):
        check_schedule(table)
    elif isinstance(event, ArrivalVaried | AlternateCalled):
        check_schedule(table)
        group = table.schedule.arrivals[event.group if isinstance(event, ArrivalVaried) else -1]
        check_moved(table, group)


def check_changes(table: GameState, before: Mapping[str, object], event: Event) -> None:
    """Each field of the campaign changes by its own events (N16.1, N18.1, N21, T20.4)."""
    name = type(event).__name__
    for key, changers in CHANGERS.items():
        is_same = attrgetter(key)(table) == before[key]
        require(is_same or isinstance(event, changers), f"{name} changed {key}")
    was = before[UNSUPPLIED]
    if table.supply.unsupplied == was or isinstance(event, SupplyChanged):
        return
    assert isinstance(was, frozenset)
    changed = was ^ table.supply.unsupplied
    has_left = all(table.units[unit].hex is None for unit in changed)
    require(has_left and table.supply.unsupplied < was, f"{name} changed who is out of supply")


def check_moment(table: GameState, event: Event) -> None:
    """Weather and supply are of the Weather Phase of weather turns (N16.1, N18.1).

    Some cards have supply checked in the Card Phase (N23.9).
    """
    by_card = isinstance(event, SupplyChanged) and way_of(table.battle) is not Way.NONE
    if isinstance(event, WeatherRolled | SupplyChanged):
        is_time = table.phase is Phase.WEATHER and table.turn in table.battle.weather_turns
        is_time = is_time or (by_card and table.phase is Phase.CARDS)
        require(is_time, f"{type(event).__name__} on turn {table.turn}, {table.phase.value}")
    if isinstance(event, SupplyChanged):
        for unit in (*event.out, *event.back):
            is_there = table.units[unit].hex is not None and table.side_of(unit) == event.side
            require(is_there, f"{unit} was checked for supply and is not on the map")


def check_schedule(table: GameState) -> None:
    """No unit is in two groups, and no group is off the list without its die (T20.4)."""
    units = [unit for group in table.schedule.arrivals for unit in group.units]
    require(len(units) == len(set(units)), "a unit is in the schedule twice")
    shifts = numbers_of(table.battle).arrival.shifts
    for place, group in enumerate(table.schedule.arrivals):
        if group.history:
            check_history(group)
            continue
        require(min(shifts) <= group.shift <= max(shifts), f"group {place} is shifted too far")
        require(group.rolled or not group.shift, f"group {place} is shifted without a die")


def check_history(group: Arrival) -> None:
    """What cards did to a group is what makes it early or late, and where it comes (18.73)."""
    shifted, last = sum(change.shift for change in group.history), group.history[-1]
    require(group.shift == shifted, f"{group.key} is shifted without a card")
    is_told = (group.turn, group.entry) == (last.due, last.entry)
    require(is_told, f"{group.key} does not come as its last card has it")


def check_moved(table: GameState, group: Arrival) -> None:
    """A group that was just rolled for or called is not due in the past (T20.4, T20.5)."""
    require(group.turn >= table.turn, f"{group.units} were due in the past")


def check_late(table: GameState, waiting: set[UnitId]) -> None:
    """Whoever should be on the map and is not was told to wait, or did not act (N5.81, N5.82)."""
    for group in table.schedule.arrivals:
        for unit in group.units:
            is_late = table.units[unit].box is Box.DUE and group.turn <= table.turn
            has_acted = table.formation_of(unit).id in table.chits.acted
            require(not (is_late and has_acted) or unit in waiting, f"{unit} is late for no reason")


def check_control(table: GameState) -> None:
    """Who stands in a VP hex or supply source holds it, and who won it was his (N22.2)."""
    for hex_, side in table.holding.control.items():
        holders = {table.side_of(unit) for unit in table.holders_of(hex_)}
        require(holders <= {side}, f"{hex_} belongs to {side}, and the enemy stands in it")
        winner = table.holding.last_in.get(hex_)
        require(winner is None or table.side_of(winner) == side, f"an enemy won {hex_} for {side}")


def check_boxes(state: GameState, gone: Mapping[UnitId, Box | None]) -> None:
    """Who is in the Exited box left the map, and whoever left stays there (N5.61)."""
    exited = {unit.id for unit in state.units.values() if unit.box is Box.EXITED}
    require(exited == set(gone), "the units in the Exited box are not those that left")
    require(set(gone.values()) <= {Box.EXITED}, "a unit left the map into another box")
    require(set(state.losses.exited_unsupplied) <= exited, "a unit without supply never left")
    units = numbers_of(state.battle).trace.units_for_each_train
    for train in set(state.supply.trains_of.values()):
        guests = [unit for unit, host in state.supply.trains_of.items() if host == train]
        require(len(guests) <= units, f"{train} feeds {len(guests)} units of others")
