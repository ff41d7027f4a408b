"""What cards let units under an Attack do that the order does not: Probe and Infiltration (N23.4).

Both are played face down. They are shown when units do what only they allow (N23.2).
"""

from __future__ import annotations

from dataclasses import replace

from hexwar.model.cards import CardId, Effect
from hexwar.model.forces import OrderStep, UnitId
from hexwar.model.orders import LineId, Verb
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.effects import effect_of, effects_of
from hexwar.rules.nlc.cards.order_effects import is_full_play

PROBE = CardId("probe")
INFILTRATION = CardId("infiltration")


def as_carried_out(state: GameState, line: LineId, step: OrderStep) -> OrderStep:
    """The step of a line as its units carry it out: by a card an Attack is a Probe."""
    if step.verb != Verb.ATTACK or _probe_of(state, line) is None:
        return step
    return replace(step, verb=Verb.PROBE)


def _probe_of(state: GameState, line: LineId) -> Effect | None:
    played = effects_of(state, state.side_of_line(line), PROBE)
    return next((effect for effect in played if line in effect.subjects), None)


def excuse_of(state: GameState, unit: UnitId) -> Effect | None:
    """The effect that lets a unit under an Attack decline its assault, or None (N8.33).

    A Probe excuses a whole formation, in full play an Infiltration all cavalry.
    """
    if not state.effects:
        return None
    id_ = state.line_id_of(unit)
    line = state.lines.get(id_)
    if line is None or not line.steps or line.step.verb != Verb.ATTACK:
        return None
    probe = _probe_of(state, id_)
    if probe is not None:
        return probe
    if not state.card(unit).arm.is_cavalry or not is_full_play(state):
        return None
    return effect_of(state, state.side_of(unit), INFILTRATION)
