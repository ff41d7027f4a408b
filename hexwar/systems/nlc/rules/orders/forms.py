"""What can be written as an order, orders in words, and the General Retreat.

Rules: N12.1, N12.2, N12.16, N12.29.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwar.engine import Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.arrivals.arrivals import place_of_line
from hexwar.systems.nlc.rules.cards.decision_effects import may_retreat_alone
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_pontoon_line,
    overall_commander,
    wing_of,
)
from hexwar.systems.nlc.rules.orders.goals import nearest, way_from
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationKind, OrderStep, Role, Side

# -- the General Retreat: when it may be ordered, by whom, and where it leads (N12.29)


def exits_of(state: GameState, side: Side) -> tuple[Hex, ...]:
    """The hexes by which a side may leave the map (N5.61), in map order."""
    exits = state.battle.exits_on(state.turn)
    return tuple(sorted(hex_ for hex_, owner in exits.items() if owner == side))


def nearest_exit(state: GameState, line: LineId) -> Hex | None:
    """Where a line's troops leave the map soonest; None where their side has no way out."""
    ways_out, here = exits_of(state, state.side_of_line(line)), place_of_line(state, line)
    if here is None or not ways_out:
        return next(iter(ways_out), None)
    return nearest(state, way_from(state, line, here), ways_out) or ways_out[0]


def retreat_refusal(state: GameState, line: LineId, goal: Hex | None = None) -> Refusal | None:
    """Why a line cannot be ordered to retreat off the map, or None (N12.29).

    Args:
        state: The table.
        line: Whose order.
        goal: The hex where it shall lead; None for the nearest.
    """
    side = state.side_of_line(line)
    if side not in state.pad.retreating:
        return refuse("N12.29", "A General Retreat needs its card, which nobody has played.")
    exits = exits_of(state, side)
    if not exits:
        return refuse("N12.29", "Your side has no hex by which to leave the map.")
    if goal is None or goal in exits:
        return None
    return refuse("N12.29", "A General Retreat leads to a hex by which your side leaves the map.")


def alone_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a leader may not retreat off the map by his own decision, or None (N12.29, N12.66).

    A WC may while there is no OC on the map, another leader while he has no WC there either. A
    card may leave it to the OC (N23.8).
    """
    cards, side = state.battle.leaders, state.side_of_line(line)
    if not may_retreat_alone(state, side):
        return refuse("N23.8", "The card lets the overall commander alone order it.")
    overall = overall_commander(state, side)
    if overall is not None:
        words = mark("{name} is on the map: the General Retreat is his to order.")
        return refuse("N12.29", words, name=cards[overall].name)
    wing, own = wing_of(state, formation_of_line(line)), commander_of(state, line)
    above = None if wing is None else commander_of(state, LineId(wing))
    is_wing = own is not None and cards[own].role is Role.WING
    if above is None or state.leaders[above].hex is None or is_wing:
        return None
    words = mark("{name} is on the map: the General Retreat is his to decide.")
    return refuse("N12.29", words, name=cards[above].name)


# -- what can be written as an order at all, whoever gives it (N12.1, N12.2, N12.16)


EITHER = mark("hex or friend")
"""What the objective of an order may be, where it need not be a hex."""


def filled(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> tuple[OrderStep, ...]:
    """An order with the objectives that are not written (N12.16).

    The first step without one takes the hex of the commander or senior unit, or the entry hex of
    those who are still to come; a later one the objective of the step before. A General Retreat
    leads to the nearest hex by which the side may leave (N12.29).
    """
    done: list[OrderStep] = []
    for step in steps:
        if step.target is not None or step.target_formation is not None:
            done.append(step)
        elif row_of(state, step).leaves:
            done.append(replace(step, target=nearest_exit(state, line)))
        elif done:
            done.append(_inherited(state, done[-1], step))
        else:
            done.append(replace(step, target=place_of_line(state, line)))
    return tuple(done)


def _inherited(state: GameState, before: OrderStep, step: OrderStep) -> OrderStep:
    """A step with the objective of the one before; a formation's hex where it must be a hex."""
    friend = before.target_formation
    if friend is None or row_of(state, step).objective == EITHER:
        return replace(step, target=before.target, target_formation=friend)
    return replace(step, target=centre_of(state, LineId(friend)))


def trial_step(state: GameState, line: LineId, verb: str) -> OrderStep:
    """A step by which to ask whether a type can be ordered to a line at all: where it is now."""
    if numbers_of(state.battle).orders[verb].leaves:
        return OrderStep(verb)
    return OrderStep(verb, place_of_line(state, line))


def steps_refusal(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> Refusal | None:
    """Why a sequence cannot be ordered to a line, or None (N12.1, N12.29)."""
    if not steps:
        return refuse("N12.1", "Write at least one step.")
    most = numbers_of(state.battle).paper.steps
    if len(steps) > most:
        return refuse("N12.1", "An order has at most {most} steps.", most=most)
    faults = (
        _train_fault(state, line, step)
        or _verb_fault(state, line, step)
        or _goal_fault(state, line, step, is_first=place == 0)
        or _way_fault(state, step)
        for place, step in enumerate(steps)
    )
    return next(filter(None, faults), None)


def _train_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    """A pontoon train marches, and along roads and trails only (N16.4, T18.1)."""
    if not is_pontoon_line(state, line):
        return None
    if not row_of(state, step).marches:
        return refuse("N16.4", "A pontoon train is only ordered to march.")
    if step.target_formation is not None:
        return refuse("N16.4", "Name the hex to which the pontoon train marches.")
    field = state.battle.battlefield
    places = (hex_ for hex_ in (step.target, *step.route) if hex_ in field.grid)
    off = next((hex_ for hex_ in places if hex_ not in field.way_hexes), None)
    words = mark("A pontoon train keeps to roads and trails; {off} lies off them.")
    return None if off is None else refuse("T18.1", words, off=off)


def _verb_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    row = numbers_of(state.battle).orders.get(step.verb)
    if row is None:
        return refuse("N12.2", "There is no such type of order.")
    refusal = retreat_refusal(state, line, step.target) if row.leaves else None
    if refusal is not None:
        return refusal
    kind = state.battle.formations[formation_of_line(line)].kind
    if kind is FormationKind.HEADQUARTERS and not row.for_staff:
        words = mark(
            "A headquarters marches, stays or leaves: March, Defend, Reserve, General Retreat."
        )
        return refuse("N14.53", words)
    if step.zone is not None or step.fixed:
        return refuse("N12.24", "Only a scenario gives such leave; it cannot be written.")
    return None


def _goal_fault(
    state: GameState, line: LineId, step: OrderStep, *, is_first: bool
) -> Refusal | None:
    named = step.target, step.target_formation
    if None not in named:
        return refuse("N12.1", "A step has one objective: a hex or a formation.")
    if named == (None, None):
        is_open = not is_first or row_of(state, step).placeless
        return None if is_open else refuse("N12.1", "Name the objective of the first step.")
    if step.target is not None and step.target not in state.battle.battlefield.grid:
        return refuse("N12.1", "There is no hex {target} on this map.", target=step.target[:8])
    if step.target_formation is not None and row_of(state, step).objective != EITHER:
        return refuse("N12.1", "The objective of {verb} is a hex.", verb=step.verb.title())
    return _friend_fault(state, line, step)


def _friend_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    if step.target_formation is None:
        return None
    own = formation_of_line(line)
    friend = state.battle.formations.get(step.target_formation)
    if friend is None or friend.side != state.side_of_line(line) or friend.id == own:
        return refuse("N12.1", "A formation is an objective only if it is another one of yours.")
    if centre_of(state, LineId(friend.id)) is None:
        return refuse("N12.1", "{friend} is not on the map.", friend=friend.name)
    return None


def _way_fault(state: GameState, step: OrderStep) -> Refusal | None:
    most, grid = numbers_of(state.battle).paper.via, state.battle.battlefield.grid
    if len(step.route) > most:
        return refuse("N12.1", "A step names at most {most} hexes of its way.", most=most)
    lost = next((hex_[:8] for hex_ in step.route if hex_ not in grid), None)
    words = mark("There is no hex {lost} on this map.")
    return None if lost is None else refuse("N12.1", words, lost=lost)
