"""What the strip above the table shows: the turn, the points, the phase and its steps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import mark, say
from hexwar.systems.mininap.rules.victory import points
from hexwar.systems.mininap.state import MiniState, Phase, Step
from hexwar.table.names import turn_words
from hexwar.widgets.panels.phase_ribbon import Progress
from hexwar.widgets.panels.phase_ribbon import Step as Link
from hexwar.widgets.panels.turn_row import Count, TurnCount

_BRIEF: Mapping[Phase, tuple[str, str]] = MappingProxyType(
    {
        Phase.INITIATIVE: (mark("Initiative"), "M8.1"),
        Phase.FIRING: (mark("Firing"), "M9.1"),
        Phase.COMBAT: (mark("Combat"), "M12.1"),
        Phase.LOSSES: (mark("Losses"), "M13.1"),
        Phase.FIRST_MANOEUVRE: (mark("First manoeuvre"), "M14.1"),
        Phase.SECOND_MANOEUVRE: (mark("Second manoeuvre"), "M14.1"),
        Phase.VICTORY: (mark("Victory"), "M23.1"),
    }
)
"""Phases in a word or two, with the rules that they lead to."""

_STEPS: Mapping[Phase, tuple[Step, ...]] = MappingProxyType(
    {
        Phase.FIRING: (Step.PIVOTS, Step.ORDERS, Step.SHOTS),
        Phase.COMBAT: (Step.JOINING, Step.ALLOCATION, Step.ATTACKS),
        Phase.LOSSES: (Step.REMOVAL, Step.PURSUIT),
    }
)

_RULES: Mapping[Step, str] = MappingProxyType(
    {
        Step.PIVOTS: "M9.8",
        Step.ORDERS: "M9.7",
        Step.SHOTS: "M10.3",
        Step.JOINING: "M12.5",
        Step.ALLOCATION: "M12.10",
        Step.ATTACKS: "M12.13",
        Step.REMOVAL: "M13.3",
        Step.PURSUIT: "M21.2",
    }
)


def count_of(state: MiniState) -> TurnCount:
    """Turn n of N, and the points and losses of both sides."""
    battle = state.battle
    sides = []
    for side in battle.sides:
        units = [u for u in battle.units_of(side) if not state.card(u).is_command]
        lost, name = len({one.unit for one in state.lost} & set(units)), battle.side_names[side]
        words = mark("{side}: {vp} VP, {lost} of {all} units lost, broken at {limit}")
        limit = battle.break_at.get(side, len(units) // 2 + 1)
        vp = points(state, side)
        told = say(words, side=name, vp=vp, lost=lost, all=len(units), limit=limit)
        sides.append(Count(side, vp, lost, limit, told))
    return TurnCount(battle, state.turn, len(battle.turns), tuple(sides))


def progress_of(state: MiniState) -> Progress:
    """The phases, the steps of the present one, and who acts (M7.1)."""
    phases = tuple(
        Link(phase.name, say(words), say(phase), str(n))
        for n, (phase, (words, _)) in enumerate(_BRIEF.items(), start=1)
    )
    steps = tuple(
        Link(step.name, _capital(say(step)), say(step), _capital(say(step)))
        for step in _STEPS.get(state.phase, ())
    )
    who, side = say("Both sides"), None
    if state.initiative is not None and state.phase in (
        Phase.FIRST_MANOEUVRE,
        Phase.SECOND_MANOEUVRE,
    ):
        side = state.acting
        who = state.battle.side_names[side]
    told = say("{side}: {phase}", side=who, phase=say(state.phase))
    return Progress(phases, steps, state.phase.name, state.step.name, who, side, told)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def address_of(spot: str) -> str:
    """Where a click on a phase or a step leads."""
    if spot in Phase.__members__:
        return f"rule:{_BRIEF[Phase[spot]][1]}"
    if spot in Step.__members__ and Step[spot] in _RULES:
        return f"rule:{_RULES[Step[spot]]}"
    return f"turn:{spot}" if spot.isdecimal() else ""


def when_words(state: MiniState) -> str:
    """Turn and phase, for a title."""
    turn = turn_words(state.battle, max(state.turn, 1))
    return say("{turn}, {phase}", turn=turn, phase=say(state.phase))
