"""From one segment of a Player-Turn to the next (T2.3)."""

from __future__ import annotations

from typing import Final

from hexwar.engine import Table
from hexwar.ground.hiding import spot
from hexwar.systems.tlnb.events.turn import SegmentBegan
from hexwar.systems.tlnb.rules.special.places import release
from hexwar.systems.tlnb.rules.turn.light import is_dark_dawn, is_night
from hexwar.systems.tlnb.state import Step, TlnbState

STEPS = tuple(Step)
LOOKS: Final = (Step.HIDDEN, Step.DECLARATION, Step.BOMBARDMENT, Step.CHARGE, Step.COMBAT)
"""The segments at whose start both sides look for what the other hides (T16.3)."""


def next_step(table: Table[TlnbState]) -> None:
    """The segment is over: the next that is played begins.

    The Status Segment has none after it: the turn's own flow begins the next Player-Turn.
    """
    state = table.state
    release(table)
    following = STEPS[STEPS.index(state.step) + 1 :]
    table.emit(SegmentBegan(next(step for step in following if is_played(state, step))))
    if state.step in LOOKS:
        spot(table)


def is_played(state: TlnbState, step: Step) -> bool:
    """Whether a segment is played on this turn (T2.4, T2.6, T2.10, T22.1, T22.2, T22.6, T22.7)."""
    flag = state.battle.flag
    if step is Step.CARDS:
        return not is_night(state)
    if step is Step.LEADERS:
        return flag("sequence") == "2022"
    if step is Step.HIDDEN:
        return flag("hidden") == "on"
    if step in (Step.BOMBARDMENT, Step.CHARGE):
        return not is_night(state) and not is_dark_dawn(state)
    if step in (Step.DECLARATION, Step.COMBAT):
        return not is_night(state) or flag("night_attack") == "on"
    return True
