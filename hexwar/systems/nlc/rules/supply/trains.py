"""Where trains go at the end of an activation, and where they must (N14.3, N16.4, N16.7, T18.1).

A baggage train follows its corps commander. A pontoon train goes where its own orders send it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.grid.reach import Reach
from hexwar.ground.costs import Gait
from hexwar.ground.movement import ends, movers, path_refusal, path_to
from hexwar.ground.traces import command_field
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import DutyWaived
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.orders.goals import goal_of, remaining
from hexwar.systems.nlc.rules.orders.permissions import permissions, row_of, step_of, unit_row
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, UnitId
from hexwar.table.reports import Remark

Path = tuple[Hex, ...]


def movable_trains(state: GameState, formation: FormationId) -> list[UnitId]:
    """The trains on the map of those who act that may move now.

    They have not moved, they are no bridges (T18.2), and a pontoon train is under March orders.
    """
    return [
        unit
        for unit in units_of_body(state, formation)
        if state.card(unit).arm.is_train
        and state.units[unit].hex is not None
        and not state.units[unit].moved
        and state.units[unit].bridging is None
        and (not is_pontoon(state, unit) or unit_row(state, unit).marches)
    ]


def is_pontoon(state: GameState, train: UnitId) -> bool:
    """Whether a unit is a pontoon train."""
    return state.card(train).arm is Arm.PONTOON_TRAIN


def train_ends(state: GameState, train: UnitId) -> dict[Hex, Path]:
    """Each hex where a train can and may end, with its cheapest path."""
    found = _ends(state, train)
    return {end: path_to(state, found[end], end) for end in _allowed(state, train, found)}


@kept
def _ends(state: GameState, train: UnitId) -> Mapping[Hex, Reach]:
    """Each hex where a train could end, whatever it owes."""
    return ends(state, movers(state, (train,)), permissions(state, train), column=False)


def _allowed(state: GameState, train: UnitId, found: Collection[Hex]) -> Collection[Hex]:
    """Those of some ends that its duty leaves to a train."""
    return _onward(state, train, found) if is_pontoon(state, train) else _near(state, train, found)


def train_path_refusal(state: GameState, train: UnitId, path: Sequence[Hex]) -> Refusal | None:
    """Why a train may not go along a path, or None: how it goes, and where its duty lies."""
    order = permissions(state, train)
    refusal = path_refusal(state, movers(state, (train,)), order, path, column=False)
    if refusal is not None:
        return refusal
    # Where no room is yet there may be.
    if path[-1] in _allowed(state, train, {*_ends(state, train), path[-1]}):
        return None
    return _marching_refusal(state, train) if is_pontoon(state, train) else _far(state, train)


def idle_train_refusal(state: GameState, formation: FormationId) -> Refusal | None:
    """Why the trains of those who act may not all stay where they are, or None (N16.4, N16.7)."""
    for train in movable_trains(state, formation):
        if is_pontoon(state, train):
            if train_ends(state, train):
                return _marching_refusal(state, train)
        elif not _is_near(state, train):
            is_near = _in_range(state, train)
            if _on_ways(state, (hex_ for hex_ in _ends(state, train) if is_near(hex_))):
                return _far(state, train)  # no train leaves the road for its duty
    return None


def waive_train_duties(table: Table[GameState], formation: FormationId) -> None:
    """N16.7, N27.4: a baggage train that could not come near enough is let off, and it is told."""
    if not table.tells:
        return
    for train in units_of_body(table.state, formation):
        state = table.state
        is_baggage = state.card(train).arm is Arm.BAGGAGE_TRAIN
        if is_baggage and state.units[train].hex and not _is_near(state, train):
            of = state.formation_of(train).id
            table.emit(DutyWaived(state.side_of(train), of, _far(state, train).sentence))


def train_remarks(state: GameState, unit: UnitId) -> tuple[Remark, ...]:
    """Where a train may go and where it must stay, with the rules; empty for other units."""
    if not state.card(unit).arm.is_train:
        return ()
    shy = Remark(say("It never enters an enemy zone of control"), "N16.4")
    if is_pontoon(state, unit):
        own = Remark(say("It keeps to roads and trails, under a March order of its own"), "T18.1")
        return (own, shy)
    words, far = mark("It stays within {range} hexes of {followed}"), _range(state)
    near = Remark(say(words, range=far, followed=_followed(state, unit)), "N14.3")
    ways = say("It crosses streams at whole spans and slopes by road or trail only")
    return (near, Remark(ways, "N16.4"), shy)


# -- baggage trains: within double command range


def _near(state: GameState, train: UnitId, found: Collection[Hex]) -> Collection[Hex]:
    """The ends within range; all where the train is out of it and no road leads back (N16.7)."""
    near = [*filter(_in_range(state, train), found)]
    is_free = not _is_near(state, train) and not _on_ways(state, near)
    return found if is_free else near


def _on_ways(state: GameState, hexes: Iterable[Hex]) -> list[Hex]:
    return [hex_ for hex_ in hexes if hex_ in state.battle.battlefield.way_hexes]


def _is_near(state: GameState, train: UnitId) -> bool:
    """Whether a train is where its duty wants it."""
    return _in_range(state, train)(_place(state, train))


@kept
def _in_range(state: GameState, train: UnitId) -> Callable[[Hex], bool]:
    """Tells of a hex whether it is within double the range of a train's commander (N14.3).

    Without a commander on the map his senior unit counts (N14.6); with none no hex is too far.
    """
    centre, limit = centre_of(state, LineId(state.formation_of(train).id)), _range(state)
    if centre is None:
        return lambda _: True
    field = command_field(state, state.side_of(train), centre, limit)
    return lambda hex_: field.is_within(hex_, limit)


def _range(state: GameState) -> int:
    leading = numbers_of(state.battle).leader
    return leading.train_ranges * leading.command_range


def _far(state: GameState, train: UnitId) -> Refusal:
    name, whom, far = state.card(train).name, _followed(state, train), _range(state)
    words = mark("{name} must be within {range} hexes of {whom}.")
    return refuse("N14.3", words, name=name, range=far, whom=whom)


def _followed(state: GameState, train: UnitId) -> str:
    """Whom a baggage train stays near, by name: its commander, or its formation without one."""
    formation = state.formation_of(train)
    leader = commander_of(state, LineId(formation.id))
    is_there = leader is not None and state.leaders[leader].hex is not None
    return state.battle.leaders[leader].name if leader and is_there else formation.name


# -- pontoon trains: under March orders


def _onward(state: GameState, train: UnitId, found: Collection[Hex]) -> Collection[Hex]:
    """The ends that lead a pontoon train at least half its MA on its march, or as far as it can."""
    left, here = _march(state, train), state.battle.battlefield.grid.index
    start = left.get(here[_place(state, train)])
    if start is None:
        return ()
    gains = {hex_: start - left[here[hex_]] for hex_ in found if here[hex_] in left}
    half = -(-allowance(state, train) // numbers_of(state.battle).duty.movement_divisor)
    least = max(1, min(half, max(gains.values(), default=0)))
    return [hex_ for hex_ in found if gains.get(hex_, 0) >= least]


def _march(state: GameState, train: UnitId) -> Mapping[int, int]:
    """For each cell what is left of a pontoon train's march, half MP; none without March orders."""
    step, hex_ = step_of(state, train), _place(state, train)
    if not row_of(state, step).marches:
        return {}
    goal = goal_of(state, state.side_of(train), step, hex_, Gait.PONTOONS)
    return {} if goal is None else remaining(state, Gait.PONTOONS, goal.hexes)


def _marching_refusal(state: GameState, train: UnitId) -> Refusal:
    step, name = step_of(state, train), state.card(train).name
    if not row_of(state, step).marches or step.target is None:
        return refuse("N16.4", "{name} moves under March orders only.", name=name)
    where = state.battle.battlefield.name_of(step.target)
    words = mark("{name} has orders to march to {where}: move nearer to it.")
    return refuse("N16.4", words, name=name, where=where)


def _place(state: GameState, train: UnitId) -> Hex:
    hex_ = state.units[train].hex
    assert hex_ is not None
    return hex_
