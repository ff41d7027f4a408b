"""Reinforcements: who comes when and where, and how they enter (T20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.engine import CHANCE, Choice, Roll, Table, YesNo
from hexwar.ground.costs import gait_of, ground_of
from hexwar.ground.hiding import unmask
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.series import variation
from hexwar.series.battle import Arrival
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.events.movement import (
    ArrivalVaried,
    LeaderEntered,
    UnitEntered,
    UnitsSentBack,
    UnitWaits,
)
from hexwar.systems.tlnb.rules.command.marches import (
    begin_listed,
    end_by_contact,
    order_on_entry,
)
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.movement.stacking import overfull
from hexwar.systems.tlnb.rules.movement.vedettes import enter as drive_off
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.battlefield import Way
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.question import Question


def due_groups(state: TlnbState, side: Side) -> tuple[Arrival, ...]:
    """The groups of a side that are due by now, with anybody who has not entered (T20.1).

    Who waits from an earlier turn enters first (T20.8).
    """
    due = (
        group
        for group in state.schedule.arrivals
        if group.turn <= state.turn
        and side_of(state, group) == side
        and (waiting_units(state, group) or waiting_leaders(state, group))
    )
    return tuple(sorted(due, key=lambda group: group.turn))


def side_of(state: TlnbState, group: Arrival) -> Side:
    """Whose a group is."""
    return variation.side_of_group(state.battle, group)


def waiting_units(state: TlnbState, group: Arrival) -> tuple[UnitId, ...]:
    """The units of a group that are still to come."""
    return tuple(u for u in group.units if state.units[u].box is Box.DUE)


def waiting_leaders(state: TlnbState, group: Arrival) -> tuple[LeaderId, ...]:
    """The leaders who come with a group: those of its formations, whose units come first."""
    formations = dict.fromkeys(
        (*group.formations, *(state.formation_of(unit).id for unit in group.units))
    )
    leaders = (x for f in formations for x in state.battle.formations[f].leaders)
    return tuple(x for x in leaders if state.leaders[x].box is Box.DUE and _leads(state, x))


def _leads(state: TlnbState, leader: LeaderId) -> bool:
    """Whether a counter has a part in this game: an HQ has none (T34.4)."""
    return leader in state.battle.commanders or leader in state.battle.officers


# -- arrivals that are not certain (T20.4)


async def vary_arrivals(table: Table[TlnbState]) -> None:
    """T20.7: in A-1 of the first player a die is thrown for each group that is due two turns on.

    Groups due on the first turns, for whom there is no turn so early, come as listed (house rule),
    and so do those of the turns that the scenario names.
    """
    if not is_varied(table.state.battle):
        return
    state, numbers = table.state, table.state.numbers.arrival
    for place in variation.uncertain(state.schedule.arrivals, state.turn, numbers):
        groups = state.schedule.arrivals
        if variation.listed_turn(groups[place]) in state.battle.not_varied_turns:
            continue
        name = group_name(state, groups[place])
        thrown = await Roll(CHANCE, say("the arrival of {name}", name=name))
        group, groups = groups[place], state.schedule.arrivals
        modifier = variation.balance(state.battle, groups, side_of(state, group), numbers)
        shift = variation.shift_of(groups, place, thrown + modifier, numbers)
        due = max(1, group.turn + shift)
        shift += group.shift
        table.emit(ArrivalVaried(group.key, thrown, modifier, shift, due, group.entry))


def throw_turn(state: TlnbState, group: Arrival) -> int | None:
    """On which turn to come a die is thrown for a group (T20.7); None where none is."""
    listed = variation.listed_turn(group)
    if group.rolled or not is_varied(state.battle) or listed in state.battle.not_varied_turns:
        return None
    turn = group.turn - state.numbers.arrival.ahead
    return turn if turn > state.turn else None


def is_varied(battle: TlnbBattle) -> bool:
    """T20.7: whether dice vary the schedule: without cards, or where the scenario says so."""
    if battle.flag("arrivals") != "varied":
        return False
    return battle.cards_way == "none" or battle.varies_with_cards


# -- the questions


@dataclass(frozen=True, slots=True)
class EnterForce(Question[bool], YesNo, rule="T20.3"):
    """T20.3: whether a force that is due comes now."""

    words = mark("{name} is due. Does it enter now?")
    kinds = ("enter", "wait")
    labels = (mark("Enter"), mark("Wait"))
    group: str

    def sentence(self, view: TlnbState) -> str:
        """It names the force by its formations."""
        name = group_name(view, group_of(view, self.group))
        return self.told(view, self.words, name=name)


@dataclass(frozen=True, slots=True)
class ChooseEntryHex(Question[Hex | None], rule="T20.2"):
    """T20.2: where a force enters whose entry hex is blocked; None: it waits."""

    words = mark("The way of {name} at {hex} is blocked: where does it enter?")
    group: str

    def options(self, state: TlnbState) -> Sequence[Hex | None]:
        """The free road hexes of the edge near by, the nearest first; or it waits."""
        return [*free_entries(state, group_of(state, self.group)), None]

    def sentence(self, view: TlnbState) -> str:
        """It names the force, and the hex where it was due."""
        group = group_of(view, self.group)
        return self.told(view, self.words, name=group_name(view, group), hex=group.entry)

    def choices(self, view: TlnbState, options: Sequence[Hex | None]) -> Sequence[Choice[Any]]:
        """A click on the hex."""
        hexes = [
            Choice(hex_, view.battle.battlefield.name_of(hex_), "", hex_, spots=(hex_,))
            for hex_ in options
            if hex_ is not None
        ]
        return [*hexes, Choice("wait", say("It waits"), "", None)]


def group_of(state: TlnbState, key: str) -> Arrival:
    """A group of the schedule by its key."""
    return next(group for group in state.schedule.arrivals if group.key == key)


def group_name(state: TlnbState, group: Arrival) -> str:
    """What a group is called: its formations."""
    return variation.group_name(state.battle, group)


def is_blocked(state: TlnbState, side: Side, hex_: Hex) -> bool:
    """Whether a hex cannot be entered at: the enemy is there or has it in his zone (T20.2)."""
    others = state.units_in(hex_, state.battle.enemy(side))
    is_held = any(not state.card(unit).is_vedette for unit in others)
    return is_held or hex_ in enemy_zone(state, side)


def free_entries(state: TlnbState, group: Arrival) -> tuple[Hex, ...]:
    """The free road hexes of the map's edge within reach of a blocked entry (T20.2)."""
    field, side = state.battle.battlefield, side_of(state, group)
    grid, radius = field.grid, state.numbers.movement.blocked_entry_radius
    near = [
        (grid.distance(group.entry, hex_), hex_)
        for hex_ in field.way_hexes
        if len(grid.neighbours[hex_]) < 6
    ]
    free = sorted(one for one in near if one[0] <= radius and not is_blocked(state, side, one[1]))
    return tuple(hex_ for _, hex_ in free)


# -- the segment (B-1)


async def entry_segment(table: Table[TlnbState]) -> None:
    """B-1: forces that are due enter in column, the first pays the road, the next more (T20.8)."""
    state, side = table.state, table.state.phasing
    used: dict[Hex, int] = {}
    for group in due_groups(state, side):
        if waiting_units(state, group) and not await EnterForce(side, group.key):
            continue
        entry: Hex | None = group.entry
        is_met = unmask(table, side, (group.entry,))
        if is_met or is_blocked(knowledge(state, side), side, group.entry):
            entry = await ChooseEntryHex(side, group.key)
        if entry is not None and not (entry != group.entry and unmask(table, side, (entry,))):
            enter(table, group, entry, used)
            await drive_off(table, comers(state, group, entry), (entry, entry))
    end_by_contact(table)
    next_step(table)


def comers(state: TlnbState, group: Arrival, entry: Hex) -> tuple[UnitId, ...]:
    """The units of a group that stand where it enters now (T10.20)."""
    return tuple(unit for unit in group.units if state.units[unit].hex == entry)


def enter(table: Table[TlnbState], group: Arrival, entry: Hex, used: dict[Hex, int]) -> None:
    """T20.8: units of a group enter at a hex as long as they can pay; leaders with the first.

    Args:
        table: The table.
        group: Who comes.
        entry: Where.
        used: How many units have come at each hex in this segment; it grows.
    """
    state, leaders = table.state, waiting_leaders(table.state, group)
    for unit in waiting_units(state, group):
        cost = entry_cost(state, unit, entry, used.get(entry, 0))
        if cost > allowance(state, unit):
            table.emit(UnitWaits(unit))
            continue
        used[entry] = used.get(entry, 0) + 1
        table.emit(UnitEntered(unit, entry, cost, leaders))
        order = order_on_entry(state, state.formation_of(unit).id)
        if order is not None:
            begin_listed(table, order, entry)
        leaders = ()
    for leader in leaders if not group.units else ():
        table.emit(LeaderEntered(leader, entry))


def entry_cost(state: TlnbState, unit: UnitId, entry: Hex, ahead: int) -> int:
    """What a unit pays for its entry hex behind so many others, half MP (T20.8)."""
    way = state.battle.battlefield.way_hexes.get(entry, Way.TRAIL)
    numbers = state.numbers.movement
    more = numbers.road_march if way is Way.ROAD else numbers.trail_march
    gait = gait_of(state.card(unit).arm)
    column = gait if gait.is_train else gait.in_column()
    return ground_of(state).entry(column, entry).halves + round(2 * more) * ahead


def send_back(table: Table[TlnbState], side: Side) -> None:
    """T20.9: who finds no room at the entry hex when B-2 ends goes off again and waits."""
    state = table.state
    groups = [group for group in state.schedule.arrivals if side_of(state, group) == side]
    comers = {unit for group in groups for unit in group.units}
    while (hex_ := overfull(state, side)) is not None:
        waiting = [
            u
            for u in state.units_in(hex_, side)
            if u in comers and state.units[u].spent and not state.units[u].moved
        ]
        if not waiting:
            return
        table.emit(UnitsSentBack((waiting[-1],)))
