"""The turn: which procedure comes next, told from the state alone (M7, M28)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hexwar.engine import CHANCE, Flow, Roll, Table
from hexwar.messages import say
from hexwar.systems.mininap.battle import Kind
from hexwar.systems.mininap.events import (
    InitiativeRolled,
    PhaseBegan,
    StepBegan,
    TurnBegan,
)
from hexwar.systems.mininap.rules.acting import act_one, begin_moves
from hexwar.systems.mininap.rules.fighting import (
    allot_one,
    begin_allocation,
    end_side,
    fight_one,
    fighters,
    join_one,
    joiners,
    mark_combat,
)
from hexwar.systems.mininap.rules.firing import (
    begin_orders,
    fire_one,
    mark_fire,
    order_one,
    pivot_one,
)
from hexwar.systems.mininap.rules.losses import pursue_one, remove_losses
from hexwar.systems.mininap.rules.secret import (
    is_secret,
    show_fire,
    show_pivots,
    write_fire,
    write_pivot,
)
from hexwar.systems.mininap.rules.setup import is_under_way, setup_flow
from hexwar.systems.mininap.rules.victory import determine_victory
from hexwar.systems.mininap.state import MiniState, Phase, Step
from hexwar.table.forces import Side

NEXT = dict(pairwise(Phase))
"""The phase after each."""


def sequence(table: Table[MiniState]) -> Flow:
    """The next procedure."""
    return _PHASES[table.state.phase](table)


def _waiting(state: MiniState, *, first_with_initiative: bool = False) -> Side | None:
    """Whose part of the step it is; None: both have done (M7.5)."""
    order = state.order_of_choice
    sides = order[::-1] if first_with_initiative else order
    return next((side for side in sides if side not in state.ended), None)


async def begin_phase(table: Table[MiniState], phase: Phase) -> None:
    """M7.1: the next phase begins."""
    table.emit(PhaseBegan(phase))


async def begin_step(table: Table[MiniState], step: Step) -> None:
    """M9.7, M12.2: the next step of a phase begins."""
    table.emit(StepBegan(step))


# -- a phase each


def _initiative(table: Table[MiniState]) -> Flow:
    state = table.state
    if is_under_way(state):
        return setup_flow(table)
    if state.initiative is None:
        return determine_initiative(table)
    return begin_phase(table, NEXT[Phase.INITIATIVE])


async def determine_initiative(table: Table[MiniState]) -> None:
    """M8.1: both throw two dice; the lower has the initiative; a tie is thrown again."""
    state, (first, second) = table.state, table.state.battle.sides
    if not state.turn:
        table.emit(TurnBegan(1))
    totals = []
    for side in (first, second):
        dice = [await Roll(CHANCE, say("initiative")) for _ in range(state.numbers.initiative.dice)]
        totals.append(sum(dice) + tilt_of(state, side))
    here, there = totals
    taker = None if here == there else first if here < there else second
    table.emit(InitiativeRolled(here, there, taker))


def tilt_of(state: MiniState, side: Side) -> int:
    """M25.5: what a side adds that has lost its highest commander, with the option."""
    if state.battle.options.get("initiative_tilt") != "on":
        return 0
    ranks = (Kind.CORPS, Kind.DIVISION, Kind.BRIGADE)
    commanders = [c for c in state.battle.units.values() if c.side == side and c.is_command]
    highest = min((ranks.index(c.kind) for c in commanders), default=None)
    if highest is None:
        return 0
    lost = (c for c in commanders if ranks.index(c.kind) == highest)
    return int(any(state.units[card.id].pose is None for card in lost))


def _firing(table: Table[MiniState]) -> Flow:
    state, side = table.state, _waiting(table.state)
    is_unseen = is_secret(state)
    if state.step is Step.PIVOTS:
        if side is None:
            return show_pivots(table) if is_unseen else begin_orders(table)
        return write_pivot(table, side) if is_unseen else pivot_one(table, side)
    if state.step is Step.ORDERS:
        if side is None:
            return show_fire(table) if is_unseen else begin_step(table, Step.SHOTS)
        return write_fire(table, side) if is_unseen else order_one(table, side)
    if state.shots:
        return fire_one(table, state.shots[0])
    if state.pending or state.suppressed:
        return mark_fire(table)
    return begin_phase(table, NEXT[Phase.FIRING])


def _combat(table: Table[MiniState]) -> Flow:
    state = table.state
    if state.step is Step.JOINING:
        side = _waiting(state, first_with_initiative=True)
        if side is None:
            return begin_allocation(table)
        return join_one(table, side) if joiners(state, side) else end_side(table, side)
    if state.step is Step.ALLOCATION:
        side = _waiting(state)
        if side is None:
            return begin_step(table, Step.ATTACKS)
        return allot_one(table, side) if fighters(state, side) else end_side(table, side)
    if state.attacks:
        sides = state.order_of_choice
        ranks = {unit: rank for rank, unit in enumerate(state.units)}
        order = sorted(
            state.attacks,
            key=lambda a: (sides.index(state.side_of(a.unit)), ranks[a.unit], ranks[a.target]),
        )
        return fight_one(table, order[0])
    if state.pending:
        return mark_combat(table)
    return begin_phase(table, NEXT[Phase.COMBAT])


def _losses(table: Table[MiniState]) -> Flow:
    state = table.state
    if state.step is Step.REMOVAL:
        return remove_losses(table)
    if state.pursuers:
        return pursue_one(table, state.side_of(state.pursuers[0]))
    return begin_phase(table, NEXT[Phase.LOSSES])


def _manoeuvre(table: Table[MiniState]) -> Flow:
    state = table.state
    if state.step is not Step.MOVES:
        return begin_moves(table)
    if state.acting not in state.ended:
        return act_one(table, state.acting)
    return begin_phase(table, NEXT[state.phase])


async def end_turn(table: Table[MiniState]) -> None:
    """M23.2: victory is looked at; if the game goes on, the next turn begins."""
    await determine_victory(table)
    if not table.state.over:
        table.emit(TurnBegan(table.state.turn + 1))
        table.emit(PhaseBegan(Phase.INITIATIVE))


_PHASES: dict[Phase, Callable[[Table[MiniState]], Flow]] = {
    Phase.INITIATIVE: _initiative,
    Phase.FIRING: _firing,
    Phase.COMBAT: _combat,
    Phase.LOSSES: _losses,
    Phase.FIRST_MANOEUVRE: _manoeuvre,
    Phase.SECOND_MANOEUVRE: _manoeuvre,
    Phase.VICTORY: end_turn,
}
