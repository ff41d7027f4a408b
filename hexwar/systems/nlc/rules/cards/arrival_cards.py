"""Arrival cards: who comes early, late, elsewhere, or at all (N23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId
from hexwar.engine import Table
from hexwar.grid.reach import reach
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.edges import other_entries as entries_beside
from hexwar.hexes import Hex, column_row
from hexwar.messages import say
from hexwar.series.battle import Alternate, Arrival, ArrivalChange
from hexwar.systems.nlc.events.arrivals import ArrivalChanged
from hexwar.systems.nlc.events.orders import OrderReaimed
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.arrivals.arrivals import (
    call_alternate,
    callable_alternates,
    edges_of,
    first_arrival,
    formations_of,
    group_name,
    side_of_group,
)
from hexwar.systems.nlc.rules.cards.effects import ALWAYS, begin
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.cards.ways import Way, is_face_down, way_of
from hexwar.systems.nlc.rules.cards.windows import Play, Subjects, register
from hexwar.systems.nlc.rules.orders.goals import LONGEST_WAY
from hexwar.systems.nlc.rules.orders.pad import is_coming
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep, Role, Side
from hexwar.table.pieces import Box

# -- forces that come by another road, and what becomes of their orders (card 26, N23.4)


def other_entries(state: GameState, group: Arrival) -> Sequence[Hex]:
    """Where else a group can come from, the nearest first."""
    return entries_beside(state.battle.battlefield, group.entry)


def re_aim(table: Table[GameState], side: Side, group: Arrival, entry: Hex) -> None:
    """N23.4: the orders of those who come with a group suit its new entry hex.

    Args:
        table: The table.
        side: Whose group.
        group: As it was before.
        entry: Where it will come now.
    """
    for line in _lines(table.state, group):
        steps = table.state.pad.lines[line].steps
        changed = _re_aimed(table.state, side, steps, group.entry, entry)
        if changed != steps:
            table.emit(OrderReaimed(side, line, changed))


def _lines(state: GameState, group: Arrival) -> Iterator[LineId]:
    """The lines of those of whom nobody is on the map yet, and the first of whom come so."""
    for formation in formations_of(state, group):
        first = first_arrival(state, formation)
        if first is not None and first.key == group.key and is_coming(state, LineId(formation)):
            yield LineId(formation)
    coming = {state.pad.detached[unit] for unit in group.units if unit in state.pad.detached}
    yield from (
        line for line in sorted(coming) if set(state.pad.lines[line].units) <= set(group.units)
    )


def _re_aimed(
    state: GameState, side: Side, steps: tuple[OrderStep, ...], old: Hex, new: Hex
) -> tuple[OrderStep, ...]:
    """An order of which the first march leads to a place on the new road.

    Where there is no such place it keeps its objective, but is bound to the old road no more. Who
    had to stay where he came from stays where he comes from now.
    """
    was, now = edges_of(state.battle, old), edges_of(state.battle, new)
    shared = was & now
    march = next((place for place, step in enumerate(steps) if step.verb == Verb.MARCH), None)
    aim = None if march is None else steps[march].target
    changed = [replace(step, target=new) if step.target == old else step for step in steps]
    if march is not None and aim is not None:
        depth = inland(state, shared or was, aim)
        place = goal_on_road(state, side, new, shared or now, depth)
        changed[march] = replace(changed[march], target=place or aim, route=())
    return tuple(changed)


def goal_on_road(
    state: GameState, side: Side, entry: Hex, edges: Set[str], depth: int
) -> Hex | None:
    """The nearest town or own HQ by road from an entry hex, no less far inland than some depth."""
    grid = state.battle.battlefield.grid
    ways = reach(steps_of(state, Gait.COLUMN), grid.index[entry], LONGEST_WAY)
    near = [
        (ways.cost[grid.index[hex_]], grid.index[hex_], hex_)
        for hex_ in _places(state, side)
        if grid.index[hex_] in ways.cost and inland(state, edges, hex_) >= depth
    ]
    return min(near)[2] if near else None


def _places(state: GameState, side: Side) -> Iterator[Hex]:
    """The towns of the map and the hexes of a side's HQ counters."""
    terrain = state.battle.battlefield.terrain
    yield from (hex_ for hex_, kind in terrain.items() if kind.cover.streets)
    staffs = (card.id for card in state.leaders_on_map(side) if card.role is Role.HQ)
    yield from (hex_ for leader in staffs if (hex_ := state.leaders[leader].hex) is not None)


def inland(state: GameState, edges: Set[str], hex_: Hex) -> int:
    """How many rows or columns a hex lies from the nearest of some edges of the map."""
    grid = state.battle.battlefield.grid
    column, row = column_row(hex_)
    away = {"W": column - 1, "E": grid.columns - column, "N": row - 1, "S": grid.rows - row}
    return min((away[edge] for edge in sorted(edges)), default=0)


# -- arrival cards: who comes early, late, elsewhere, or at all (N23.4)
#
# A card names groups of the schedule by their keys. What it does to a group stands in the group's
# history. Where the card lies face down, an effect tells that its enemy does not know of it yet; it
# is over when the force comes.


EARLY = CardId("arrives-early")
ELSEWHERE = CardId("other-route")
LATE = CardId("delay")
ALTERNATE = CardId("alternate-reinforcements")


# -- the schedule


def expected(state: GameState, side: Side) -> list[Arrival]:
    """The groups of a side of whom somebody is still to come, by turn, then as listed."""
    groups = (g for g in state.schedule.arrivals if side_of_group(state, g) == side)
    return sorted((g for g in groups if _is_awaited(state, g)), key=lambda group: group.turn)


def _is_awaited(state: GameState, group: Arrival) -> bool:
    staffs = (state.battle.formations[formation].leaders for formation in group.formations)
    boxes = [state.units[unit].box for unit in group.units]
    return Box.DUE in (*boxes, *(state.leaders[x].box for staff in staffs for x in staff))


def _group(state: GameState, key: str) -> Arrival:
    return next(group for group in state.schedule.arrivals if group.key == key)


def _change(
    table: Table[GameState],
    side: Side,
    card: CardId,
    group: Arrival,
    due: int,
    *,
    entry: Hex | None = None,
    die: int | None = None,
) -> None:
    """Emit what a card does to a group."""
    entry, shift = entry or group.entry, due - group.turn
    change = ArrivalChange(card, table.state.turn, due, entry, shift, die)
    is_shown = _is_shown(table.state, card)
    table.emit(ArrivalChanged(side, group.key, change, is_shown=is_shown))


def _is_shown(state: GameState, card: CardId) -> bool:
    return not is_face_down(state.battle, printed(card))


def _keep_secret(table: Table[GameState], side: Side, card: CardId, *keys: str) -> None:
    """Until one of the groups comes the enemy sees the printed schedule of them."""
    if not _is_shown(table.state, card):
        begin(table, side, card, subjects=keys, until=ALWAYS, uses=1)


# -- 25, Reinforcement Arrives Early


def next_later(state: GameState, side: Side) -> Sequence[Subjects]:
    """The next group that is not due before a later turn; it is not chosen."""
    return [(g.key,) for g in expected(state, side) if g.turn > state.turn][:1]


async def bring_forward(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: the next group that is due comes this turn."""
    group = _group(table.state, subjects[0])
    _change(table, side, EARLY, group, table.state.turn)
    _keep_secret(table, side, EARLY, group.key)


# -- 27, Delay


def next_expected(state: GameState, side: Side) -> Sequence[Subjects]:
    """The next group, also one that could enter by now; it is not chosen."""
    return [(group.key,) for group in expected(state, side)[:1]]


async def hold_up(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4, 24.97: a die says by how many turns the next group is late.

    It holds up what comes of the same formations after it, too.
    """
    state, first = table.state, _group(table.state, subjects[0])
    name = group_name(state, state.schedule.arrivals.index(first))
    purpose = say("the delay of {group}", group=name)
    die = await throw(table, side, purpose, is_secret=not _is_shown(state, LATE))
    turns = numbers_of(table.state.battle).card.delays[die - 1]
    late = set(formations_of(table.state, first))
    after = [g for g in expected(table.state, side) if g.turn > first.turn]
    after = [g for g in after if late & set(formations_of(table.state, g))]
    for group in (first, *after):
        due = max(group.turn, table.state.turn) + turns
        _change(table, side, LATE, group, due, die=die)
    _keep_secret(table, side, LATE, *(group.key for group in (first, *after)))


# -- 26, Reinforcement Takes Other Route


def routes(state: GameState, side: Side) -> Sequence[Subjects]:
    """Each group that is to come with each hex where it could come instead."""
    return [(g.key, hex_) for g in expected(state, side) for hex_ in other_entries(state, g)]


async def send_round(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: a group comes by another road, and its march leads to a place on that."""
    key, entry = subjects
    group = _group(table.state, key)
    re_aim(table, side, group, Hex(entry))
    _change(table, side, ELSEWHERE, group, group.turn, entry=Hex(entry))
    _keep_secret(table, side, ELSEWHERE, key)


# -- 29, Alternate Reinforcements


def calls(state: GameState, side: Side) -> Sequence[Subjects]:
    """The groups of alternates that can be called; none once all are."""
    return [_named(state, group) for group in callable_alternates(state, side)]


def _named(state: GameState, group: Alternate) -> Subjects:
    """A group by its key; by its formations and entry hex where it is one of several."""
    if not state.battle.has_cumulative_alternates:
        return (group.key,)
    return (*(group.formations or group.units), group.entry)


def _alternate(state: GameState, side: Side, subjects: Subjects) -> Alternate:
    found = callable_alternates(state, side)
    return next(group for group in found if _named(state, group) == subjects)


async def call(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """T20.5: a group of alternates will come."""
    group, shown = _alternate(table.state, side, subjects), _is_shown(table.state, ALTERNATE)
    await call_alternate(table, side, group, ALTERNATE, is_shown=shown)
    _keep_secret(table, side, ALTERNATE, group.key)


def alternates_worth(state: GameState, side: Side, subjects: Subjects) -> int:
    """N23.3: calling a group costs a quarter of its SP, but in full play the VP of the card."""
    if way_of(state.battle) is Way.FULL:
        return printed(ALTERNATE).vp
    units = _alternate(state, side, subjects).units
    strength = sum(state.sp(unit) for unit in units if state.card(unit).is_combat_unit)
    divisor = numbers_of(state.battle).card.alternate_divisor
    return -((2 * strength + divisor) // (2 * divisor))


register(
    {
        EARLY: Play(bring_forward, next_later),
        ELSEWHERE: Play(send_round, routes),
        LATE: Play(hold_up, next_expected),
        ALTERNATE: Play(call, calls, worth=alternates_worth, is_force=True),
    }
)
