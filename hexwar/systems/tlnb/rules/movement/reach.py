"""Where units can go, and the law of one path (T7, T8)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Reach, Row, Steps, reach_from
from hexwar.ground.costs import Gait, gait_of, ground_of, steps_of, weather_felt
from hexwar.ground.movement import tail_of, tail_refusal
from hexwar.ground.stacking import stack_in
from hexwar.ground.vedettes import closed_to_vedettes, held_by_any_unit
from hexwar.ground.zones import (
    cells_of,
    enemy_cells,
    enemy_hexes,
    enemy_zone,
    enemy_zone_cells,
    lost_landings,
    zone_makers,
)
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.rules.cards.effects import (
    blaze_of,
    guns_heard,
    knows_ford,
    leaves_zones,
    more_mp,
    slips_through,
    turns_flank,
)
from hexwar.systems.tlnb.rules.movement.dropping import Drops, parts, walkers
from hexwar.systems.tlnb.rules.special.ground import bank_refusal, barred_sides
from hexwar.systems.tlnb.rules.special.leading import exhaustion, march_by_moonlight
from hexwar.systems.tlnb.rules.special.places import (
    held_back,
    in_hand_refusal,
    unit_waits,
    waiting,
)
from hexwar.systems.tlnb.rules.turn.light import is_dark_dawn, is_night
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.reports import PathQuote, StepCost, points

# -- how far units go (T7.4)


def allowance(state: TlnbState, unit: UnitId) -> int:
    """A unit's movement allowance in this Player-Turn, half MP (T7.41-T7.47, T13.9)."""
    card = state.card(unit)
    if card.arm is Arm.VEDETTE:
        mp = card.movement
    elif state.battle.flag("allowance") == "printed":
        mp = _printed(state, unit)
    else:
        foot, horse = march_by_moonlight(state, unit) or allowances(state, card.side)
        mp = horse if card.arm.is_mounted else foot
    mp += more_mp(state, unit) + exhaustion(state, unit) if card.arm is not Arm.VEDETTE else 0
    mp = max(mp, 0)
    held = state.marks.held.get(unit)
    return 2 * (mp if held is None else min(mp, held))


def _printed(state: TlnbState, unit: UnitId) -> int:
    """T7.47, T2.10: the counter's MP; at night half of it, on a dark dawn no more than by cards."""
    card = state.card(unit)
    if is_night(state):
        return (card.movement + 1) // 2
    most = state.numbers.allowance.dark_dawn[card.arm.is_mounted]
    return min(card.movement, most) if is_dark_dawn(state) else card.movement


def allowances(state: TlnbState, side: Side) -> tuple[int, int]:
    """MP of foot and of horse in a side's Player-Turn (T7.41, T7.46, T2.10)."""
    numbers = state.numbers.allowance
    if is_night(state):
        return numbers.night
    foot, horse = state.deal.allowances.get(side, numbers.night)
    if is_dark_dawn(state):
        return min(foot, numbers.dark_dawn[0]), min(horse, numbers.dark_dawn[1])
    return foot, horse


# -- who goes together (T7.8)


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one hex that move together: the highest cost and the lowest MA (T7.8)."""

    units: tuple[UnitId, ...]
    side: Side
    gait: Gait
    start: Hex
    left: int  # half MP
    is_fresh: bool  # nobody has used MP: one hex is always possible (T7.2)
    may_leave_zone: bool  # whether all of them ride away from infantry and guns, or by a card
    may_slip: bool = False  # whether all of them may go from EZOC to EZOC, by a card (T8.3c)
    turns_flank: bool = False  # whether the first hexes hold no EZOC for them, by a card
    held_back: Refusal | None = None  # why they enter no EZOC, by a special rule (T34.6)
    marches: bool = False  # whether any of them is under a March Order: into no EZOC (T7.53)
    may_wade: bool = False  # a unit that began the Player-Turn alone in its hex (T18.32)
    guns: tuple[Hex, ...] = ()  # the hexes toward which it must move, by a card (T24.3)

    @property
    def is_train(self) -> bool:
        """Whether it is a train."""
        return self.gait.is_train

    @property
    def heeds_zones(self) -> bool:
        """Whether it stops in enemy zones: vedettes do not (T17.2)."""
        return self.gait is not Gait.VEDETTE

    @property
    def shuns_zones(self) -> bool:
        """Whether it enters no enemy zone at all (T7.53, T8.7)."""
        return self.is_train or self.marches


def group_of(state: TlnbState, units: Sequence[UnitId]) -> Group:
    """The group that units of one hex form."""
    return _group(state, tuple(units))


@kept
def _group(state: TlnbState, units: tuple[UnitId, ...]) -> Group:
    cards = [state.card(u) for u in units]
    start = state.units[units[0]].hex
    assert start is not None
    return Group(
        units=units,
        side=cards[0].side,
        gait=gait_of(*(card.arm for card in cards)),
        start=start,
        left=min(allowance(state, u) - state.units[u].spent for u in units),
        is_fresh=not any(state.units[u].spent for u in units),
        may_leave_zone=all(_rides_away(state, u, start) for u in units),
        may_slip=all(slips_through(state, u) for u in units),
        turns_flank=all(turns_flank(state, u) for u in units),
        held_back=next((why for u in units if (why := held_back(state, u))), None),
        marches=any(order_of(state, u) is not None for u in units),
        may_wade=len(units) == 1 and units[0] not in state.marks.stacked,
        guns=tuple(guns for u in units if (guns := guns_heard(state, u)) is not None),
    )


def order_of(state: TlnbState, unit: UnitId) -> MarchOrder | None:
    """The March Order that a unit is under (T7.53); vedettes go where they like (T17.2)."""
    if state.card(unit).is_vedette:
        return None
    orders = state.marches.orders
    return orders.get(state.formation_of(unit).id) if orders else None


def _rides_away(state: TlnbState, unit: UnitId, start: Hex) -> bool:
    """Whether a unit may leave an EZOC by itself (T8.3, T8.7)."""
    card = state.card(unit)
    if not card.arm.fights or leaves_zones(state, card.side):
        return True
    if state.battle.flag("zoc_exit") != "cavalry" or not card.arm.is_mounted:
        return False
    holders = zone_makers(state, state.battle.enemy(card.side), start)
    return not any(state.card(u).arm.is_cavalry for u in holders)


def standing_refusal(state: TlnbState, unit: UnitId) -> Refusal | None:
    """Why a unit may not move at all in this segment, or None (T6.35, T7.1)."""
    bar = _standing_bar(state, unit)
    return unit_waits(state, unit) if bar is None else refuse(*bar, name=state.card(unit).name)


def _standing_bar(state: TlnbState, unit: UnitId) -> tuple[str, str] | None:
    """The rule by which a unit may not move in this segment, and its words; None without one."""
    record, arm = state.units[unit], state.card(unit).arm
    if record.hex is None:
        return "T7.1", mark("{name} is not on the map.")
    if record.moved:
        return "T7.1", mark("{name} has moved.")
    if unit in state.marks.returned:
        return "T14.5", mark("{name} has only just come back.")
    if arm.fights and unit not in state.command.units:
        return "T6.9", mark("{name} is out of command.")
    if arm is Arm.PONTOON_TRAIN and unit not in state.command.units:
        return "T18.1", mark("{name} needs a March Order, or an officer in command near it.")
    return None


def may_move(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit may move in this segment: nothing speaks against it (`standing_refusal`)."""
    is_barred = _standing_bar(state, unit) is not None
    return not is_barred and waiting(state, state.formation_of(unit).id) is None


@kept
def movers(state: TlnbState, side: Side) -> tuple[UnitId, ...]:
    """The units of a side that may still move, in the order of the order of battle."""
    return tuple(u.id for u in state.on_map(side) if may_move(state, u.id))


# -- where they can go


@kept
def _steps(state: TlnbState, side: Side, gait: Gait, column: bool) -> Steps:
    """The steps of a gait past the friends who stand about: each costs 1 MP more (T7.3)."""
    bare = _bare_steps(state, side, gait, column)
    if gait is Gait.VEDETTE or gait is Gait.LEADER:
        return bare
    grid, toll = state.battle.battlefield.grid, 2 * state.numbers.movement.friend
    last, friends = _last_past(bare, side, toll), _friend_cells(state, side)
    known, steps = last[0] if last else (frozenset[int](), bare)
    around = grid.neighbour_indexes
    near = {n for cell in known ^ friends for n in around[cell] if n >= 0}
    rows: dict[int, Row] = {
        n: [(to, cost + toll if to in friends else cost) for to, cost in bare[n]] for n in near
    }
    steps = steps.altered(rows)
    last[:] = [(friends, steps)]
    return steps


@lru_cache(maxsize=64)
def _last_past(_bare: Steps, _side: Side, _toll: int) -> list[tuple[frozenset[int], Steps]]:
    """Where the steps lie that were worked out last: from move to move few friends stand anew."""
    return []


def _step_ground(state: TlnbState, side: Side, gait: Gait, column: bool) -> tuple[Hashable, ...]:
    """What the steps of a gait hang on where nobody stands."""
    weather = weather_felt(state, gait.in_column() if column else gait)
    ground = state.battle.battlefield, state.numbers, state.spans, weather, blaze_of(state)
    return *ground, lost_landings(state, side), barred_sides(state)


@kept_by(_step_ground)
def _bare_steps(state: TlnbState, side: Side, gait: Gait, column: bool) -> Steps:
    """The steps of a gait where nobody stands.

    None leads over a bridge that goes with the enemy's train before it (T18.21).
    """
    plain = _past_banks(state, gait, steps_of(state, gait.in_column() if column else gait))
    index = state.battle.battlefield.grid.index
    gone = {(index[a], index[b]) for a, b in lost_landings(state, side)}
    if not gone:
        return plain
    return plain.altered(
        {a: [step for step in plain[a] if (a, step[0]) not in gone] for a, _ in gone}
    )


def _past_banks(state: TlnbState, gait: Gait, steps: Steps) -> Steps:
    """The same steps without those over water that a gait crosses by spans only (T34.6)."""
    sides = barred_sides(state) if gait is not Gait.FOOT and gait is not Gait.LEADER else ()
    if not sides:
        return steps
    index = state.battle.battlefield.grid.index
    pairs = {(index[a], index[b]) for side in sides for a, b in (side, side[::-1])}
    rows: dict[int, Row] = {
        cell: tuple(step for step in steps[cell] if (cell, step[0]) not in pairs)
        for cell, _ in pairs
    }
    return steps.altered(rows)


@kept
def _friend_cells(state: TlnbState, side: Side) -> frozenset[int]:
    cards = state.battle.units
    hexes = (u.hex for u in state.on_map(side) if cards[u.id].is_combat_unit)
    return cells_of(state, (hex_ for hex_ in hexes if hex_ is not None))


@dataclass(frozen=True, slots=True)
class End:
    """Where a group may end its move, by the cheapest path."""

    spent: int  # half MP
    path: tuple[Hex, ...]


def ends(state: TlnbState, units: Sequence[UnitId], *, column: bool = False) -> Mapping[Hex, End]:
    """Every hex where units may end a move together, with the cheapest path (T7.1)."""
    return _ends(state, tuple(units), column)


@kept
def _ends(state: TlnbState, units: tuple[UnitId, ...], column: bool) -> Mapping[Hex, End]:
    group = group_of(state, units)
    grid = state.battle.battlefield.grid
    is_bridge = any(state.units[u].bridging is not None for u in units)
    if is_bridge or (column and not _may_march(state, group)):
        return {}
    found = search(state, group, column=column)
    made: dict[Hex, End] = {}
    for cell, cost in found.cost.items():
        hex_ = grid.hexes[cell]
        if hex_ == group.start:
            continue
        path = tuple(grid.hexes[c] for c in found.path(cell))
        if path[0] != group.start or end_refusal(state, group, path, column=column) is not None:
            continue
        if not group.turns_flank or not isinstance(
            quote(state, units, path, column=column), Refusal
        ):
            made[hex_] = End(cost, path)
    return made


def closed_to(state: TlnbState, group: Group) -> frozenset[int]:
    """The cells that enemies close to a group: to vedettes and trains any unit does (T17.3)."""
    if not group.heeds_zones:
        return closed_to_vedettes(state, group.side)
    return (held_by_any_unit if group.is_train else enemy_cells)(state, group.side)


def _may_march(state: TlnbState, group: Group) -> bool:
    """Whether a group may take up Road March: one unit, out of EZOC (T7.55, T8.8)."""
    zone = enemy_zone(state, group.side)
    return len(group.units) == 1 and not group.is_train and group.start not in zone


def search(state: TlnbState, group: Group, *, column: bool, gone: int = 0) -> Reach:
    """Where a group can go.

    Args:
        state: The table.
        group: Who goes, from their start with the MP that they have left.
        column: In Road March.
        gone: The hexes that they have entered before on the same move.
    """
    index = state.battle.battlefield.grid.index
    zone = enemy_zone_cells(state, group.side)
    closed = closed_to(state, group)
    if group.shuns_zones or column or group.held_back is not None:
        closed |= zone  # T7.53, T7.55, T8.7, T34.6
    steps, start = _steps(state, group.side, group.gait, column), index[group.start]
    stops = zone if group.heeds_zones else frozenset[int]()
    if gone:
        halts = start in stops and not (gone <= _FLANK and group.turns_flank and not column)
        first = {} if halts else dict(steps[start])
    else:
        first = _first_steps(state, group, steps, start, zone, column=column)
    open_first = {c: cost for c, cost in first.items() if c not in closed}
    begun = {c: cost for c, cost in open_first.items() if cost <= group.left}
    came = dict.fromkeys(begun, start)
    if group.turns_flank and not column:
        _go_round(begun, came, steps, group.left, closed | {start}, _FLANK - gone)
    found = reach_from(steps, begun, group.left, blocked={*closed, start}, stops=stops)
    cost, entered = dict(found.cost), dict(found.entered_from)
    for cell, before in came.items():
        if cell not in entered or begun[cell] <= cost[cell]:
            entered[cell] = before
    if group.is_fresh and group.left >= 0 and _is_free(group, state):
        for cell, spent in open_first.items():  # T7.2
            if cell not in cost and cell not in zone:
                cost[cell], entered[cell] = max(spent, group.left), start
    return Reach(cost, entered, start)


def _go_round(
    begun: dict[int, int],
    came: dict[int, int],
    steps: Steps,
    left: int,
    closed: frozenset[int],
    hexes: int,
) -> None:
    """Some hexes more past zones that do not count, each cell with the one before it (T24.3)."""
    row = dict(begun)
    for _ in range(hexes):
        following: dict[int, int] = {}
        for cell, spent in row.items():
            for to, cost in steps[cell]:
                total = spent + cost
                if to in closed or total > left or total >= begun.get(to, left + 1):
                    continue
                begun[to] = following[to] = total
                came[to] = cell
        row = following


_FLANK = 2
"""So many hexes hold no EZOC for who turns a flank (cards 7 and 21)."""


def _is_free(group: Group, state: TlnbState) -> bool:
    """Whether nobody of a group is held by a charge, so that one hex is always possible."""
    return not any(unit in state.marks.held for unit in group.units)


def _first_steps(
    state: TlnbState,
    group: Group,
    steps: Steps,
    start: int,
    zone: frozenset[int],
    *,
    column: bool,
) -> dict[int, int]:
    """The first steps of a group: out of an EZOC by T8.3, through a ford by T18.32."""
    first = dict(steps[start])
    if not column and group.may_wade and group.gait.wades:
        first = _ford_steps(state, group) | first  # who crosses a stream anywhere needs no ford
    if start not in zone or not group.heeds_zones or group.is_train:
        return first
    toll = 2 * state.numbers.movement.leave_zone
    into = group.may_slip or (group.may_leave_zone and group.turns_flank and not column)
    free = {True: into, False: group.may_leave_zone}
    return {cell: cost + toll for cell, cost in first.items() if free[cell in zone]}


def _ford_steps(state: TlnbState, group: Group) -> dict[int, int]:
    field = state.battle.battlefield
    if not group.may_wade or not (field.fords or state.spans.found):
        return {}
    ground, index, start = ground_of(state), field.grid.index, group.start
    near = [b for b in field.grid.neighbours[start] if knows_ford(state, group.side, start, b)]
    steps = (ground.ford(group.gait, start, b, group.left) for b in near)
    costs = {index[step.hex]: step.halves for step in steps if step is not None}
    if group.gait is Gait.VEDETTE:
        return costs
    toll, friends = 2 * state.numbers.movement.friend, _friend_cells(state, group.side)
    return {cell: cost + toll * (cell in friends) for cell, cost in costs.items()}


# -- the law of one path


def quote(
    state: TlnbState,
    units: Sequence[UnitId],
    path: Sequence[Hex],
    *,
    column: bool,
    drops: Drops = (),
) -> PathQuote | Refusal:
    """What a path costs that units go together, or why they may not (T7, T8).

    Each hex costs what those pay who enter it: who stays behind before it does not (T7.8).
    """
    group = group_of(state, units)
    if len(path) < 2 or path[0] != group.start:
        return refuse("T7.1", "The path does not begin where the units stand.")
    if any(state.units[u].bridging is not None for u in units):
        return refuse("T18.2", "A pontoon bridge does not move.")
    if column and not _may_march(state, group):
        words = mark("Only a unit by itself, out of enemy zones, takes up Road March.")
        return refuse("T7.55", words)
    steps: list[StepCost] = []
    going = group
    for place, (a, b) in enumerate(pairwise(path)):
        going = group_at(state, group, path, drops, place)
        step = _step(state, going, a, b, place=place, column=column)
        if isinstance(step, Refusal):
            return step
        steps.append(step)
    refusal = _parts_refusal(state, group, path, steps, drops, column=column)
    if refusal is not None:
        return refusal
    left = going.left + march_bonus(state, going, path, column=column)
    return PathQuote(tuple(path), column, tuple(steps), left)


def group_at(
    state: TlnbState, group: Group, path: Sequence[Hex], drops: Drops, place: int
) -> Group:
    """Those of a group who go on from the hex at a place of their path (T7.8)."""
    units = walkers(group.units, path, drops, place)
    return group if units == group.units else group_of(state, units)


def _parts_refusal(
    state: TlnbState,
    group: Group,
    path: Sequence[Hex],
    steps: Sequence[StepCost],
    drops: Drops,
    *,
    column: bool,
) -> Refusal | None:
    """Why a part of a path is too dear for those who go it, or no end for those who stay there."""
    zone = enemy_zone(state, group.side)
    is_one_hex = len(path) == 2 and group.is_fresh and _is_free(group, state)  # T7.2
    for place, staying in parts(group.units, path, drops):
        spent = sum(step.halves for step in steps[:place])
        going = group_at(state, group, path, drops, place - 1)
        left = going.left + march_bonus(state, going, path, column=column)
        if spent > left and not (is_one_hex and path[1] not in zone):
            words = mark("The path costs {cost} MP; {left} MP are left.")
            return refuse("T7.1", words, cost=points(spent), left=points(left))
        if staying:
            here = group if staying == group.units else group_of(state, staying)
            refusal = end_refusal(state, here, path[: place + 1], column=column)
            if refusal is not None:
                return refusal
    return None


def beginnings(
    state: TlnbState, units: Sequence[UnitId], path: Sequence[Hex], *, column: bool
) -> Iterator[End]:
    """The parts of a path from its begin that units may go as a move; each step is priced once.

    The path lies along their route if they have one: the bonus for it is the same for each part.
    """
    group = group_of(state, units)
    if column and not _may_march(state, group):
        return
    left = group.left + march_bonus(state, group, path, column=column)
    may_step = group.is_fresh and _is_free(group, state)
    zone, spent = enemy_zone(state, group.side), 0
    for place, (a, b) in enumerate(pairwise(path)):
        step = _step(state, group, a, b, place=place, column=column)
        if isinstance(step, Refusal):
            return
        spent += step.halves
        if spent > left and not (place == 0 and may_step and b not in zone):
            return
        part = tuple(path[: place + 2])
        if end_refusal(state, group, part, column=column) is None:
            yield End(spent, part)


def march_bonus(state: TlnbState, group: Group, path: Sequence[Hex], *, column: bool) -> int:
    """Half MP more for who goes by Road March along the ordered route all the way (T7.45)."""
    order = order_of(state, group.units[0]) if len(group.units) == 1 else None
    if order is None or not (column or group.is_train) or not is_along(order.route, path):
        return 0
    return 2 * state.numbers.march.bonus


def is_along(route: Sequence[Hex], path: Sequence[Hex]) -> bool:
    """Whether a path is a piece of a route, in its direction."""
    begins = (i for i, hex_ in enumerate(route) if hex_ == path[0])
    return any(tuple(route[i : i + len(path)]) == tuple(path) for i in begins)


def _step(
    state: TlnbState, group: Group, a: Hex, b: Hex, *, place: int, column: bool
) -> StepCost | Refusal:
    field, zone = state.battle.battlefield, enemy_zone(state, group.side)
    if b not in field.grid.neighbours.get(a, ()):
        return refuse("T7.1", "{a} and {b} are not next to each other.", a=a, b=b)
    if field.grid.index[b] in closed_to(state, group):
        rule = "T7.1" if group.heeds_zones else "T17.3"
        return refuse(rule, "The enemy holds {b}.", b=b)
    if b in zone and (group.shuns_zones or column):
        return _zone_bar(group, b, column=column)
    if b in zone and group.held_back is not None:
        return group.held_back
    if (a, b) in lost_landings(state, group.side):
        words = mark("The pontoon bridge to {b} goes when its train in {a} is taken.")
        return refuse("T18.21", words, b=b, a=a)
    is_unseen = group.turns_flank and not column
    leaves = a in zone and group.heeds_zones and not group.is_train
    leaves = leaves and not (is_unseen and 0 < place <= _FLANK)
    if leaves:
        into = group.may_slip or (is_unseen and group.may_leave_zone)
        refusal = _leave_refusal(group, a, b, zone, is_first=place == 0, into=into)
        if refusal is not None:
            return refusal
    banks = bank_refusal(state, group.units, a, b)
    may_wade = place == 0 and group.may_wade and not column
    step = _priced(state, group, a, b, column=column, is_dry=banks is None, may_wade=may_wade)
    if step is None:
        none = refuse("T7.3", "There is no way from {a} to {b} for these units.", a=a, b=b)
        return banks or none
    extra: list[tuple[str, int]] = []
    if stack_in(state, b, group.side) and _has_friends(state, group, b):
        extra.append((say("friends"), 2 * state.numbers.movement.friend))
    if leaves:
        extra.append((say("enemy zone"), 2 * state.numbers.movement.leave_zone))
    halves = step.halves + sum(cost for _, cost in extra)
    return StepCost(b, halves, (*step.parts, *extra))


def pushed(state: TlnbState, units: Sequence[UnitId], a: Hex, b: Hex) -> StepCost | None:
    """What a step costs that units do not choose; None where they cannot go (T34.6)."""
    found = _step(state, group_of(state, units), a, b, place=1, column=False)
    return None if isinstance(found, Refusal) else found


def _zone_bar(group: Group, b: Hex, *, column: bool) -> Refusal:
    if group.is_train:
        return refuse("T8.7", "A train does not enter the enemy zone in {b}.", b=b)
    if column:
        return refuse("T7.55", "Road March does not enter the enemy zone in {b}.", b=b)
    words = mark("Under a March Order nobody enters the enemy zone in {b}.")
    return refuse("T7.53", words, b=b)


def _has_friends(state: TlnbState, group: Group, hex_: Hex) -> bool:
    return group.gait is not Gait.VEDETTE and bool(state.combat_units_in(hex_, group.side))


def _leave_refusal(
    group: Group, a: Hex, b: Hex, zone: frozenset[Hex], *, is_first: bool, into: bool
) -> Refusal | None:
    if not is_first:
        return refuse("T8.2", "Units stop in the enemy zone in {a}.", a=a)
    if b in zone and into:
        return None
    if not group.may_leave_zone:
        words = mark("Only cavalry and horse artillery ride out of a zone of infantry or guns.")
        return refuse("T8.3", words)
    if b in zone:
        return refuse("T8.3", "The first hex, {b}, is in an enemy zone too.", b=b)
    return None


def _priced(
    state: TlnbState, group: Group, a: Hex, b: Hex, *, column: bool, is_dry: bool, may_wade: bool
) -> StepCost | None:
    """What a step costs: over open ground and spans, else through a ford; None: no way."""
    ground = ground_of(state)
    gait = group.gait.in_column() if column else group.gait
    step = ground.step(gait, a, b) if is_dry else None
    if step is None and may_wade and group.gait.wades and knows_ford(state, group.side, a, b):
        return ground.ford(group.gait, a, b, group.left)
    return step


def end_refusal(
    state: TlnbState, group: Group, path: Sequence[Hex], *, column: bool
) -> Refusal | None:
    """Why units may not end a move where a path ends, or None (T7.56, T22.6)."""
    end = path[-1]
    in_hand = in_hand_refusal(state, group.units, end)
    if in_hand is not None:
        return in_hand
    astray = _astray(state, group, end)
    if astray is not None:
        words = mark("By their card these units move toward the guns at {hex}.")
        return refuse("T24.3", words, hex=astray)
    if column:
        if any(u not in group.units for u in stack_in(state, end, group.side)):
            return refuse("T7.55", "Road March ends alone; {end} is taken.", end=end)
        near = _column_near(state, group, path)
        if near is not None:
            words = mark("A hex must stay free between columns: {near} marches on the same road.")
            return refuse("T7.56", words, near=near)
        beneath = tail_refusal(state, group, path)
        if beneath is not None:
            return beneath
    if is_night(state):
        return _night_refusal(state, group, end)
    return None


def _astray(state: TlnbState, group: Group, end: Hex) -> Hex | None:
    """The hex toward which a group must move, if an end is no nearer to it (card 15)."""
    distance = state.battle.battlefield.grid.distance
    for guns in group.guns:
        if distance(end, guns) >= distance(group.start, guns):
            return guns
    return None


def _column_near(state: TlnbState, group: Group, path: Sequence[Hex]) -> Hex | None:
    """The hex of a friend in Road March next to the end of a path on the same road (T7.56).

    The second hex of a strong unit counts as the first does.
    """
    if not state.numbers.march.interval:
        return None
    field, tail = state.battle.battlefield, tail_of(state, group, path)
    places = path[-1:] if tail is None else path[-2:]
    around = [(a, b) for a in places for b in field.grid.neighbours[a] if b not in places]
    for place, near in around:
        if (place, near) not in field.ways:
            continue
        units = (u for u in stack_in(state, near, group.side) if u not in group.units)
        if any(state.units[u].column for u in units):
            return near
    return None


def _night_refusal(state: TlnbState, group: Group, end: Hex) -> Refusal | None:
    """T22.6: at night one stays near his officer, and comes next to no other enemy.

    Who marches by order needs no officer (T22.3).
    """
    field, enemies = state.battle.battlefield, enemy_hexes(state, group.side)
    near = {n for n in field.grid.neighbours[end] if n in enemies}
    before = {n for n in field.grid.neighbours[group.start] if n in enemies}
    if near - before and state.battle.flag("night_attack") != "on":
        return refuse("T22.6", "At night nobody goes up to the enemy: {end}.", end=end)
    if group.is_train or group.gait is Gait.VEDETTE or group.marches:
        return None
    radius = state.numbers.night.radius
    for unit in group.units:
        officer = state.battle.officer_of.get(state.formation_of(unit).id)
        hex_ = None if officer is None else state.leaders[officer].hex
        if hex_ is None or field.grid.distance(hex_, end) > radius:
            words = mark("At night a unit stays within {n} hexes of its officer.")
            return refuse("T22.6", words, n=radius)
    return None
