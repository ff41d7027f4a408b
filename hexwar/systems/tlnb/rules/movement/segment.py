"""The Movement Segment: one unit or stack after the other (T7, B-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, TypeAlias

from hexwar.cards import readings
from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.movement import tail_of
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.command import LeadersDone, MarchWaived, UnitArrived
from hexwar.systems.tlnb.events.movement import (
    HoldsEnded,
    LeadersExited,
    RoadMarchEnded,
    StayedBehind,
    UnitExited,
    UnitMoved,
    UnitStayed,
)
from hexwar.systems.tlnb.rules.arrivals.arrivals import send_back
from hexwar.systems.tlnb.rules.cards.effects import driven_on, scores_exits
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    free_leaders,
    listed_rides,
    replace_officers,
    ride,
    ride_choice,
    ride_refusal,
)
from hexwar.systems.tlnb.rules.command.marches import end_by_contact
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.losses import is_last_step, take_step
from hexwar.systems.tlnb.rules.movement.dropping import (
    Drop,
    drop_refusal,
    parts,
    riders,
    walkers,
)
from hexwar.systems.tlnb.rules.movement.hidden import (
    Sham,
    Stealth,
    feint,
    march_halt,
    stealth_choice,
    stealth_refusal,
    stealthy_moves,
)
from hexwar.systems.tlnb.rules.movement.marching import (
    debtors,
    duty_of,
    open_ends,
    owed,
    stuck,
)
from hexwar.systems.tlnb.rules.movement.reach import (
    allowance,
    ends,
    group_of,
    may_move,
    movers,
    order_of,
    pushed,
    quote,
    standing_refusal,
)
from hexwar.systems.tlnb.rules.movement.repulse import meet
from hexwar.systems.tlnb.rules.movement.stacking import settle_stacks
from hexwar.systems.tlnb.rules.movement.vedettes import Deployment, deploy_or_gather
from hexwar.systems.tlnb.rules.movement.works import (
    Act,
    Work,
    dig_in,
    ford_number,
    pontoon_works,
    repair_number,
    span_works,
    work_at_span,
    work_cost,
)
from hexwar.systems.tlnb.rules.special.places import leader_waits, release
from hexwar.systems.tlnb.rules.special.points import depart, road_refusal, roads_of
from hexwar.systems.tlnb.rules.special.snow import come_upon, find_way, warning
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.reports import PathQuote, points
from hexwar.table.words import unit_list

MOST: Final = 400
"""Answers that are listed; the law takes more."""


# -- which units


Units: TypeAlias = tuple[UnitId, ...]
Move: TypeAlias = Units | Stealth | LeaderMove | None


@dataclass(frozen=True, slots=True)
class MoveUnits(Question[Units | Stealth | LeaderMove | None], rule="T7.1"):
    """T7.1: which unit or stack moves; None: the segment is over.

    Or whose vedettes go out or gather, or which dummy moves (T16.6, T17.1). With
    `sequence = 2010` leaders ride among them (T2.6).
    """

    words = mark("{who} move their units.")
    clue = mark("Click a stack, or press the button to end.")

    def options(self, state: TlnbState) -> Sequence[Move]:
        """None, unless somebody must still move: then the foremost of those who owe a march.

        Then each stack that may move together, each of its units, what vedettes and dummies
        may do, and the rides of leaders.
        """
        side = Side(self.side)
        owing = [(unit,) for unit in islice(debtors(state, side), 1)]
        is_over = not owing and next(trapped_trains(state, side), None) is None
        found: list[Move] = [None] if is_over else [*owing]
        for stack in movable_stacks(state, side):
            found.extend([stack] if stack not in owing else [])
            if len(stack) > 1:
                found.extend((unit,) for unit in stack)
        rides = listed_rides(state, riding_leaders(state, side))
        return [*found, *stealthy_moves(state, side), *rides][:MOST]

    def refusal(self, state: TlnbState, answer: Move) -> Refusal | None:
        """The law: any units of one hex that may move (T7.8); all who owe a march have moved."""
        side = Side(self.side)
        if answer is None:
            return self._end_refusal(state, side)
        if isinstance(answer, LeaderMove):
            if answer.leader not in riding_leaders(state, side):
                return refuse("T5.2", "This leader does not move now.")
            return ride_refusal(state, answer)
        if not isinstance(answer, tuple):
            return stealth_refusal(state, side, answer)
        return self._units_refusal(state, answer)

    def _end_refusal(self, state: TlnbState, side: Side) -> Refusal | None:
        """Who must still move before the segment ends."""
        debtor = next(debtors(state, side), None)
        if debtor is not None:
            return owed(state, debtor)
        train = next(trapped_trains(state, side), None)
        words = mark("{name} must leave the enemy zone while it can.")
        name = "" if train is None else state.card(train).name
        return None if train is None else refuse("T19.7", words, name=name)

    def _units_refusal(self, state: TlnbState, answer: Units) -> Refusal | None:
        known = [u for u in answer if u in state.units and state.side_of(u) == self.side]
        if not answer or known != list(answer) or len(set(answer)) != len(answer):
            return refuse("T7.1", "These are no units of yours.")
        for unit in answer:
            why = standing_refusal(state, unit)
            if why is not None:
                return why
        if len({state.units[unit].hex for unit in answer}) > 1:
            return refuse("T7.8", "Only units of one hex move together.")
        if len(answer) > 1 and any(state.card(u).arm.is_train for u in answer):
            return refuse("T7.8", "A train moves by itself.")
        if len({state.card(u).is_vedette for u in answer}) > 1:
            return refuse("T17.2", "Vedettes move by themselves.")
        if len(answer) > 1 and any(order_of(state, u) is not None for u in answer):
            return refuse("T7.58", "Under a March Order each unit marches by itself.")
        if any(is_idle_bridge(state, u) for u in answer):
            name = state.card(answer[0]).name
            return refuse("T18.2", "{name} is a bridge.", name=name)
        return None

    def is_forced(self, state: TlnbState, options: Sequence[Any]) -> bool:
        """The segment does not end by itself after a move where what is hidden is looked for then.

        The move could not be taken back any more (T16.3).
        """
        is_last = list(options) == [None] and state.battle.flag("hidden") == "on"
        if is_last and any(unit.moved for unit in state.on_map(Side(self.side))):
            return False
        return len(options) == 1

    def choices(self, view: TlnbState, options: Sequence[Move]) -> Sequence[Choice[Any]]:
        """A click on a hex is its stack, on a unit that unit."""
        found: list[Choice[Any]] = []
        for units in options:
            if isinstance(units, LeaderMove):
                found.append(ride_choice(view, units))
                continue
            if units is not None and not isinstance(units, tuple):
                found.append(stealth_choice(view, units))
                continue
            if units is None:
                end = Choice("end", say("End of movement"), "", None, manner=Manner.END)
                found.append(end)
                continue
            names = unit_list(view, units)
            hexes = (view.units[units[0]].hex,) if len(units) > 1 else ()
            pieces = tuple(units) if len(units) == 1 else ()
            left = points(min(allowance(view, u) - view.units[u].spent for u in units))
            tip = say("{left} MP", left=left)
            found.append(Choice("+".join(units), names, tip, units, spots=hexes, pieces=pieces))
        return found


def movable_stacks(state: TlnbState, side: Side) -> tuple[tuple[UnitId, ...], ...]:
    """The units of each hex that may still move.

    Trains, vedettes and who marches by order do so by themselves.
    """
    free_in: dict[Hex, list[UnitId]] = {}
    for unit in sorted(movers(state, side)):
        if (hex_ := state.units[unit].hex) is not None:
            free_in.setdefault(hex_, []).append(unit)
    found: list[tuple[UnitId, ...]] = []
    for _, free in sorted(free_in.items()):
        alone = [u for u in free if state.card(u).arm.is_train or order_of(state, u) is not None]
        found.extend((unit,) for unit in alone if not is_idle_bridge(state, unit))
        vedettes = tuple(u for u in free if state.card(u).is_vedette and u not in alone)
        units = tuple(u for u in free if u not in alone and u not in vedettes)
        found.extend(stack for stack in (units, vedettes) if stack)
    return tuple(found)


def trapped_trains(state: TlnbState, side: Side) -> Iterator[UnitId]:
    """T8.7, T19.7: the trains of a side that stand in an enemy zone and can still leave it."""
    zone = enemy_zone(state, side)
    for train in state.battle.trains_of(side) if zone else ():
        is_free = state.units[train].hex in zone and may_move(state, train)
        if is_free and ends(state, (train,)):
            yield train


def is_idle_bridge(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit is a pontoon bridge that cannot be taken up now."""
    return state.units[unit].bridging is not None and not pontoon_works(state, unit)


def riding_leaders(state: TlnbState, side: Side) -> tuple[LeaderId, ...]:
    """The leaders who may ride in B-2: with `sequence = 2010`, each once (T2.6)."""
    return free_leaders(state, side) if state.battle.flag("sequence") == "2010" else ()


# -- where to


@dataclass(frozen=True, slots=True)
class March:
    """A path that units go together; of one hex: they stay."""

    path: tuple[Hex, ...]
    is_column: bool = False  # in Road March
    exits: bool = False  # they leave the map from its end (T7.9)
    leaders: tuple[LeaderId, ...] = ()  # who ride along (T5.2)
    work: Work | None = None  # a unit by itself works at a span first (T7.67)
    drops: tuple[Drop, ...] = ()  # who stays behind on the way (T7.8)


@dataclass(frozen=True, slots=True)
class ChoosePath(Question[March], rule="T7.1", continues=True):
    """T7.1: where units go."""

    words = mark("Where do {units} go?")
    clue = mark("Click where they go.")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[March]:
        """They stay; each end by its cheapest path; each by Road March where that is cheaper."""
        hex_ = state.units[self.units[0]].hex
        assert hex_ is not None
        is_owed = self._must_go(state) or any(owed(state, unit) for unit in self.units)
        found = [] if is_owed else [March((hex_,))]
        plain = open_ends(state, self.units, column=False)
        column = open_ends(state, self.units, column=True)
        found.extend(March(end.path) for end in plain.values())
        for at, end in column.items():
            if at not in plain or end.spent < plain[at].spent:
                found.append(March(end.path, is_column=True))
        leave = March((hex_,), exits=True)
        if exit_refusal(state, self.units, leave) is None:
            found.append(leave)
        works = self._works(state)
        found.extend(March((hex_,), work=work) for work in works)
        return found[:MOST]

    def _works(self, state: TlnbState) -> tuple[Work, ...]:
        """What a unit by itself could do before it moves; who must march works at nothing."""
        unit = self.units[0]
        if len(self.units) > 1 or owed(state, unit) is not None:
            return ()
        return (*span_works(state, unit), *pontoon_works(state, unit))

    def refusal(self, state: TlnbState, answer: March) -> Refusal | None:
        """The law: any path that they can pay."""
        start = state.units[self.units[0]].hex
        if answer.path[:1] != (start,):
            return refuse("T7.1", "The path does not begin where the units stand.")
        grid = state.battle.battlefield.grid
        if any(hex_ not in grid for hex_ in answer.path):
            return refuse("T7.1", "The path leaves the map.")
        free = leaders_free(state, self.units)
        if any(leader not in free for leader in answer.leaders):
            return refuse("T5.2", "This leader does not ride along.")
        behind = drop_refusal(state, self.units, answer.leaders, answer.path, answer.drops)
        if behind is not None:
            return behind
        if answer.work is not None:
            return self._work_refusal(state, answer)
        if answer.exits:
            return exit_refusal(state, self.units, answer)
        if len(answer.path) == 1:
            words = mark("A train must leave the enemy zone while it can.")
            must = refuse("T19.7", words) if self._must_go(state) else None
            return must or next((w for u in self.units if (w := owed(state, u)) is not None), None)
        found = self.quoted(state, answer)
        if isinstance(found, Refusal):
            return found
        duty = duty_of(state, self.units[0]) if len(self.units) == 1 else None
        return None if duty is None else duty.refusal(answer.path, is_column=answer.is_column)

    def _must_go(self, state: TlnbState) -> bool:
        """Whether it is a train that must leave an enemy zone (T19.7)."""
        train = self.units[0]
        if not state.card(train).arm.is_train:
            return False
        return train in trapped_trains(state, Side(self.side))

    def _work_refusal(self, state: TlnbState, answer: March) -> Refusal | None:
        is_here = len(answer.path) == 1 and not answer.exits
        if is_here and answer.work in self._works(state):
            return None
        return refuse("T7.67", "This work cannot be done now.")

    def sentence(self, view: TlnbState) -> str:
        """It lists those who go."""
        return self.told(view, self.words, units=unit_list(view, self.units))

    def hint(self, view: TlnbState) -> str:
        """What a click does, and what they should know of the weather."""
        return " ".join(filter(None, (say(self.clue), warning(view))))

    def choices(self, view: TlnbState, options: Sequence[March]) -> Sequence[Choice[Any]]:
        """A click on an end goes there, by Road March where that is cheaper."""
        found: list[Choice[Any]] = []
        for option in options:
            end = option.path[-1]
            if option.work is not None:
                found.append(_work_choice(view, option, option.work))
                continue
            if option.exits:
                found.append(Choice("exit", say("Leave the map"), "", option))
                continue
            if len(option.path) == 1:
                stay = Choice("stay", say("Stay"), "", option, manner=Manner.END)
                found.append(stay)
                continue
            word = say("Road March") if option.is_column else ""
            name = view.battle.battlefield.name_of(end)
            id_ = f"{end}r" if option.is_column else str(end)
            found.append(Choice(id_, name, word, option, spots=(end,)))
        return found

    def quoted(self, state: TlnbState, answer: March) -> PathQuote | Refusal:
        """What a path costs, step by step."""
        return quote(state, self.units, answer.path, column=answer.is_column, drops=answer.drops)


def _work_choice(view: TlnbState, option: March, work: Work) -> Choice[Any]:
    """The button of a work at a span."""
    span = view.battle.battlefield.span_name(work.hexside)
    labels = {
        Act.DAMAGE: mark("Damage {span}"),
        Act.DESTROY: mark("Destroy {span}"),
        Act.REPAIR: mark("Repair {span}"),
        Act.FORD: mark("Look for a ford at {span}"),
        Act.LAY: mark("Bridge the river at {span}"),
        Act.TAKE_UP: mark("Take up the bridge"),
    }
    place = "-".join(work.hexside)
    label = say(labels[work.act], span=place if work.act is Act.LAY else span)
    id_ = f"{work.act.value}-{place}"
    return Choice(id_, label, _work_tip(view, work), option)


def _work_tip(view: TlnbState, work: Work) -> str:
    """What a work costs, and how sure it is."""
    if work.act is Act.TAKE_UP:
        return say("The bridge is gone at once; the train moves from its next turn on")
    if work.act is Act.LAY:
        return say("The train becomes a bridge; it takes its whole turn")
    cost = points(work_cost(view, work.hexside))
    if work.act is Act.REPAIR:
        most = repair_number(view, view.phasing, work.hexside)
        return say("{cost} MP; whole again on 1 to {n}", cost=cost, n=most)
    if work.act is Act.FORD:
        return say("Found on 1 to {n}; who finds none stays", n=ford_number(view))
    return say("{cost} MP", cost=cost)


def leaders_free(state: TlnbState, units: Sequence[UnitId]) -> tuple[LeaderId, ...]:
    """The leaders of the hex who may ride along: those who have not moved (T5.2).

    With vedettes nobody does: their unit is elsewhere (T17.2).
    """
    if state.card(units[0]).is_vedette:
        return ()
    hex_, side = state.units[units[0]].hex, state.side_of(units[0])
    assert hex_ is not None
    command = state.command
    late = command.displaced if state.battle.flag("sequence") == "2010" else frozenset[LeaderId]()
    barred = command.moved | command.asleep | late
    free = (x for x in state.leaders_in(hex_, side) if x not in barred)
    return tuple(x for x in free if leader_waits(state, x) is None)


# -- leaving the map (T7.7, T7.9)


def _exits(state: TlnbState, side: Side) -> frozenset[Hex]:
    exits = state.battle.exits_on(state.turn)
    return frozenset(hex_ for hex_, owner in exits.items() if owner == side) | roads_of(state, side)


def exit_refusal(state: TlnbState, units: Sequence[UnitId], answer: March) -> Refusal | None:
    """Why units may not leave the map, or None: from an own exit hex, for 1 MP."""
    end, side = answer.path[-1], state.side_of(units[0])
    if end not in _exits(state, side):
        return refuse("T7.9", "{hex} is no exit of this side.", hex=end)
    if any(state.card(unit).is_vedette for unit in units):
        return refuse("T17.9", "Vedettes stay on the map until they gather.")
    if any(o is not None and o.goal != end for o in (order_of(state, u) for u in units)):
        return refuse("T7.53", "Under a March Order nobody leaves but at its goal.")
    spent, path, drops = 0, answer.path, answer.drops
    if len(path) > 1:
        found = quote(state, units, path, column=answer.is_column, drops=drops)
        if isinstance(found, Refusal):
            return found
        spent = found.halves
    going = walkers(tuple(units), path, drops, len(path) - 1)
    if spent + 2 * state.numbers.movement.exit > group_of(state, going).left:
        return refuse("T7.9", "No MP is left to leave the map.")
    return road_refusal(state, going, end)


# -- works after a move (T7.67)


@dataclass(frozen=True, slots=True)
class Labour:
    """A unit works at a span where its move has led it."""

    unit: UnitId
    work: Work


@dataclass(frozen=True, slots=True)
class WorkAtSpan(Question[Labour | None], rule="T7.67", continues=True):
    """T7.67: what units that have just moved do at the spans of their hex; None: nothing."""

    words = mark("{units} may work at a span with the MP that are left.")
    units: tuple[UnitId, ...]

    def options(self, state: TlnbState) -> Sequence[Labour | None]:
        """None; then each work that one of them can do."""
        found: dict[Work, Labour] = {}
        for unit in self.units:
            for work in span_works(state, unit):
                found.setdefault(work, Labour(unit, work))
        return [None, *found.values()]

    def refusal(self, state: TlnbState, answer: Labour | None) -> Refusal | None:
        """The law: any of them that can."""
        if answer is None:
            return None
        if answer.unit in self.units and answer.work in span_works(state, answer.unit):
            return None
        return refuse("T7.67", "This work cannot be done now.")

    def choices(self, view: TlnbState, options: Sequence[Labour | None]) -> Sequence[Choice[Any]]:
        """A button for each work, and one for none."""
        here = view.units[self.units[0]].hex
        assert here is not None
        found: list[Choice[Any]] = []
        for option in options:
            if option is None:
                found.append(Choice("none", say("No work"), say("They only moved"), None))
                continue
            drawn = _work_choice(view, March((here,), work=option.work), option.work)
            far = tuple(h for h in option.work.hexside if h != here)
            found.append(Choice(drawn.id, drawn.label, drawn.tip, option, spots=far))
        return found


async def work_after(table: Table[TlnbState], units: Units) -> None:
    """T7.67: units that have moved work at a span, if they can and like."""
    if any(span_works(table.state, unit) for unit in units):
        labour = await WorkAtSpan(table.state.phasing, units)
        if labour is not None:
            await work_at_span(table, labour.unit, labour.work)


# -- the segment


async def movement_segment(table: Table[TlnbState]) -> None:
    """B-2: one unit or stack moves, or the segment ends (T7.1)."""
    state, side = table.state, table.state.phasing
    old = tuple(u.id for u in state.on_map(side) if u.column and not u.moved)
    if old and not any(u.moved for u in state.on_map(side)):
        table.emit(RoadMarchEnded(old))  # T7.56
    if state.battle.flag("sequence") == "2010" and not state.command.moved:
        replace_officers(table)  # T2.6, T5.12
    units = await MoveUnits(side)
    if units is None:
        await _end(table)
        return
    if isinstance(units, LeaderMove):
        ride(table, units)
        return
    if isinstance(units, Deployment):
        deploy_or_gather(table, units)
        return
    if isinstance(units, Sham):
        await feint(table, side, units.dummy)
        return
    answer = await ChoosePath(side, units)
    await act(table, units, answer)
    come_to(table, units)
    if len(answer.path) > 1:
        for here in _by_hex(table.state, units):
            await work_after(table, here)


def _by_hex(state: TlnbState, units: Units) -> tuple[Units, ...]:
    """Units by the hexes where they stand: some may have stayed behind (T7.8)."""
    found: dict[Hex | None, list[UnitId]] = {}
    for unit in units:
        found.setdefault(state.units[unit].hex, []).append(unit)
    return tuple(tuple(here) for here in found.values())


async def act(
    table: Table[TlnbState], units: tuple[UnitId, ...], answer: March, entered: int = 0
) -> None:
    """What units do that have been told: work, leave, stay or go.

    Args:
        table: The table.
        units: Who.
        answer: What they were told.
        entered: The hexes that they have entered on this turn before.
    """
    if answer.work is not None:
        await work_at_span(table, units[0], answer.work)
    elif answer.exits:
        await _exit(table, units, answer, entered)
    elif len(answer.path) == 1:
        table.emit(UnitStayed(units))
    else:
        await go(table, units, answer, entered)


async def go(
    table: Table[TlnbState], units: tuple[UnitId, ...], march: March, entered: int
) -> None:
    """T7.1: units go a path; where snow pushes them aside they go on with what MP are left."""
    state = table.state
    before = max(entered, int(any(state.units[u].spent for u in units)))
    path = await find_way(table, units, march.path, before, march.drops)
    if path == march.path:
        await walk(table, units, march)
    elif going := await stray(table, units, march, path):
        following = await ChoosePath(state.side_of(going[0]), going)
        await act(table, going, following, before + len(path) - 1)


async def stray(
    table: Table[TlnbState], units: tuple[UnitId, ...], march: March, path: tuple[Hex, ...]
) -> Units:
    """T34.6: units go as far as they see, then where the snow drives them; who may go on.

    MP that they lack for the hex into which they are driven are not asked for.
    """
    state, side = table.state, table.state.side_of(units[0])
    is_driven = path != march.path[: len(path)]
    known = path[:-1] if is_driven else path
    if len(known) > 1:
        await walk(table, units, march, len(known) - 1)
    elif not is_driven:
        table.emit(UnitStayed(units))
    going = walkers(units, march.path, march.drops, len(known) - 1)
    if any(state.units[unit].hex != known[-1] for unit in going):
        return ()
    if is_driven:
        step = pushed(state, going, known[-1], path[-1])
        halves = min(step.halves if step is not None else 0, group_of(state, going).left)
        leaders = riders(march.leaders, march.path, march.drops, len(known) - 1)
        table.emit(UnitMoved(going, (known[-1], path[-1]), halves, leaders=leaders))
        come_upon(table, going)
    may_go = path[-1] not in enemy_zone(state, side) and bool(ends(state, going))
    return going if may_go else ()


def come_to(table: Table[TlnbState], units: Units) -> None:
    """T7.54, T7.58: who has come to his goal, and whose march contact has ended."""
    for unit in units:
        duty = duty_of(table.state, unit)
        if duty is not None and duty.is_done and unit not in table.state.marches.arrived:
            table.emit(UnitArrived(unit))
    release(table)
    end_by_contact(table)


async def _end(table: Table[TlnbState]) -> None:
    """The segment ends: works of those who rested, who is worn out, who has no room."""
    state, side = table.state, table.state.phasing
    if left := stuck(state, side):
        table.emit(MarchWaived(left))
    await dig_in(table)
    await wear_out(table, side)
    send_back(table, side)
    await settle_stacks(table, side)
    held = tuple(u for u in state.marks.held if state.side_of(u) == side)
    if held:
        table.emit(HoldsEnded(held))
    if state.battle.flag("sequence") == "2010":
        table.emit(LeadersDone(side))
    next_step(table)


async def walk(
    table: Table[TlnbState], units: tuple[UnitId, ...], march: March, far: int | None = None
) -> None:
    """Units go a path as far as nobody stops them; what they meet happens at once (T17.6).

    Those who stay behind on the way go first, each as far as he goes (T7.8).

    Args:
        table: The table.
        units: Who.
        march: The path, which is legal as a whole.
        far: After how many of its steps they lose their way; None: they do not.
    """
    state = table.state
    known = knowledge(state, state.side_of(units[0]))
    found = quote(known, units, march.path, column=march.is_column, drops=march.drops)
    assert isinstance(found, PathQuote)
    halt = march_halt(state, group_of(known, units), march.path)
    if halt is not None and far is not None and halt.place > far:
        halt = None
    end = far if halt is None else halt.place
    if end is not None:
        march = replace(march, path=march.path[: end + 1], is_column=False)
    if len(march.path) == 1:
        table.emit(UnitStayed(units))
        await meet(table, units, march.path, halt)
        return
    _set_out(table, units, march, [step.halves for step in found.steps])
    await meet(table, units, march.path, halt, march.drops)


def _set_out(table: Table[TlnbState], units: Units, march: March, halves: Sequence[int]) -> None:
    """T7.8: the counters go along a path; those first who stay behind on it."""
    state, path = table.state, march.path
    leaders = march.leaders
    for place, staying in parts(units, path, march.drops):
        on = riders(leaders, path, march.drops, place) if place < len(path) - 1 else ()
        along = tuple(x for x in leaders if x not in on)
        spent, leaders = sum(halves[:place]), on
        if place < len(path) - 1:
            table.emit(StayedBehind(staying, path[: place + 1], spent, leaders=along))
            continue
        tail = tail_of(state, group_of(state, staying), path) if march.is_column else None
        table.emit(UnitMoved(staying, path, spent, march.is_column, tail, along))


async def wear_out(table: Table[TlnbState], side: Side) -> None:
    """T24.3: each unit that has moved by a Forced March rolls, and is reduced on a 6 (card 28)."""
    state, driven = table.state, driven_on(table.state, side)
    for record in list(state.on_map(side)):
        unit = record.id
        is_tried = record.moved and unit in state.marks.stirred and not is_last_step(state, unit)
        if is_tried and state.card(unit).is_combat_unit and state.formation_of(unit).id in driven:
            die = await throw(table, side, mark("the forced march"))
            if die >= readings.numbers().worn_out:
                take_step(table, unit)


async def _exit(
    table: Table[TlnbState], units: tuple[UnitId, ...], answer: March, entered: int
) -> None:
    """T7.9: units leave the map, when they have come to the hex where they do."""
    path, drops = answer.path, answer.drops
    going = walkers(units, path, drops, len(path) - 1)
    leaders = riders(answer.leaders, path, drops, len(path) - 1)
    if len(path) > 1:
        await go(table, units, replace(answer, exits=False), entered)
        if any(table.state.units[unit].hex != path[-1] for unit in going):
            return
    state = table.state
    depart(table, going, path[-1])
    fed = tuple(u for u in going if is_supplied(state, u))
    lost = tuple(u for u in going if u not in fed)
    counts = scores_exits(state, state.side_of(going[0]))
    if fed:
        table.emit(UnitExited(fed, is_supplied=True, counts=counts))
    if lost:
        table.emit(UnitExited(lost, is_supplied=False, counts=counts))
    if leaders:
        table.emit(LeadersExited(leaders))
