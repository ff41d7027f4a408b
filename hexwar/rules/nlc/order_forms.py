"""What can be written as an order at all, whoever gives it (N12.1, N12.2, N12.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import FormationKind, OrderStep
from hexwar.model.orders import LineId, Verb, formation_of_line
from hexwar.model.state import GameState
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.numbers import numbers_of

PLACELESS = frozenset({Verb.DEFEND, Verb.DELAY, Verb.RESERVE})
"""What may be ordered without an objective: here (N12.16)."""

ON_A_HEX = frozenset({Verb.ATTACK, Verb.PROBE, Verb.DEFEND, Verb.DELAY})
"""The types of order whose objective is a hex; that of the others may be a friendly formation."""

OF_COMMAND = frozenset({Verb.MARCH, Verb.DEFEND, Verb.RESERVE})
"""What can be ordered to a headquarters, which rides or stays (N14.53)."""


def filled(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> tuple[OrderStep, ...]:
    """An order with the objectives that are not written (N12.16).

    The first step without one takes the hex of the commander or senior unit, a later one the
    objective of the step before.
    """
    done: list[OrderStep] = []
    for step in steps:
        if step.target is not None or step.target_formation is not None:
            done.append(step)
        elif done:
            done.append(_inherited(state, done[-1], step))
        else:
            done.append(replace(step, target=centre_of(state, line)))
    return tuple(done)


def _inherited(state: GameState, before: OrderStep, step: OrderStep) -> OrderStep:
    """A step with the objective of the one before; a formation's hex where it must be a hex."""
    friend = before.target_formation
    if friend is None or step.verb not in ON_A_HEX:
        return replace(step, target=before.target, target_formation=friend)
    return replace(step, target=centre_of(state, LineId(friend)))


def steps_refusal(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> Refusal | None:
    """Why a sequence cannot be ordered to a line, or None (N12.1, N12.29)."""
    if not steps:
        return Refusal("Write at least one step.", "N12.1")
    most = numbers_of(state.battle).paper.steps
    if len(steps) > most:
        return Refusal(f"An order has at most {most} steps.", "N12.1")
    return next(_faults(state, line, steps), None)


def _faults(state: GameState, line: LineId, steps: Sequence[OrderStep]) -> Iterator[Refusal]:
    for place, step in enumerate(steps):
        for fault in (
            _verb_fault(state, line, step),
            _goal_fault(state, line, step, is_first=place == 0),
            _way_fault(state, step),
        ):
            if fault is not None:
                yield fault


def _verb_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    if step.verb not in set(Verb):
        return Refusal("There is no such type of order.", "N12.2")
    if step.verb == Verb.GENERAL_RETREAT:
        return Refusal("A General Retreat needs its card, which nobody has played.", "N12.29")
    kind = state.battle.formations[formation_of_line(line)].kind
    if kind is FormationKind.HEADQUARTERS and step.verb not in OF_COMMAND:
        return Refusal("A headquarters marches or stays: March, Defend or Reserve.", "N14.53")
    if step.zone is not None or step.fixed:
        return Refusal("Only a scenario gives such leave; it cannot be written.", "N12.24")
    return None


def _goal_fault(
    state: GameState, line: LineId, step: OrderStep, *, is_first: bool
) -> Refusal | None:
    named = step.target, step.target_formation
    if None not in named:
        return Refusal("A step has one objective: a hex or a formation.", "N12.1")
    if named == (None, None):
        is_open = not is_first or step.verb in PLACELESS
        return None if is_open else Refusal("Name the objective of the first step.", "N12.1")
    if step.target is not None and not _is_on_map(state, step.target):
        return Refusal(f"There is no hex {step.target[:8]} on this map.", "N12.1")
    if step.target_formation is not None and step.verb in ON_A_HEX:
        return Refusal(f"The objective of {step.verb.title()} is a hex.", "N12.1")
    return _friend_fault(state, line, step)


def _friend_fault(state: GameState, line: LineId, step: OrderStep) -> Refusal | None:
    if step.target_formation is None:
        return None
    own = formation_of_line(line)
    friend = state.battle.formations.get(step.target_formation)
    if friend is None or friend.side != state.side_of_line(line) or friend.id == own:
        return Refusal("A formation is an objective only if it is another one of yours.", "N12.1")
    if centre_of(state, LineId(friend.id)) is None:
        return Refusal(f"{friend.name} is not on the map.", "N12.1")
    return None


def _way_fault(state: GameState, step: OrderStep) -> Refusal | None:
    most = numbers_of(state.battle).paper.via
    if len(step.route) > most:
        return Refusal(f"A step names at most {most} hexes of its way.", "N12.1")
    lost = next((hex_ for hex_ in step.route if not _is_on_map(state, hex_)), None)
    return None if lost is None else Refusal(f"There is no hex {lost[:8]} on this map.", "N12.1")


def _is_on_map(state: GameState, hex_: Hex) -> bool:
    return hex_ in state.battle.battlefield.grid
