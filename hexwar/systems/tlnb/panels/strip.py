"""What the strip above the board shows: hours, weather, points; Player-Turn and segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from hexwar.messages import mark, say
from hexwar.series.battle import Arrival
from hexwar.series.variation import clock, shift_words
from hexwar.systems.tlnb.rules.arrivals.arrivals import (
    group_name,
    side_of,
    throw_turn,
    waiting_units,
)
from hexwar.systems.tlnb.rules.movement.reach import allowances
from hexwar.systems.tlnb.rules.turn.light import is_dark_dawn, is_night
from hexwar.systems.tlnb.rules.victory.victory import totals
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Side
from hexwar.table.names import turn_words
from hexwar.table.reports import Remark
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.phase_ribbon import Progress
from hexwar.widgets.panels.phase_ribbon import Step as Link
from hexwar.widgets.panels.turn_track import Hour, Track, Weather
from hexwar.widgets.words import capital

# -- the turn track

SKY = "rule:T3"
"""The id of the spot of the weather: it leads to its rule."""

ROLLS = mark("The weather is rolled for")


def track_of(state: TlnbState) -> Track:
    """The turn track as the view of a side has it."""
    battle, vp, sky = state.battle, totals(state), state.sky.weather
    is_dim = is_dark_dawn(state)
    night = state.turn_card.kind is not TurnKind.DAY or is_dim
    note = say("still dark") if is_dim else ""
    score = ", ".join(
        say("{side} {vp} VP", side=battle.side_names[side], vp=vp[side]) for side in battle.sides
    )
    spoken = f"{turn_words(battle, max(state.turn, 1))}, {say(sky)}. {score}."
    words = say("Weather: {sky}", sky=say(sky))
    weather = Weather(sky, night, words, _sky_tip(state), SKY, note)
    return Track(battle, state.turn, vp, lambda turn: _hour(state, turn), weather, spoken)


def _hour(state: TlnbState, turn: TurnCard) -> Hour:
    title = turn_words(state.battle, turn.number)
    rolls = turn.number in state.battle.weather_turns
    due = _due(state, turn.number)
    lines = [f"<b>{escape(title)}</b>"]
    lines += [remark_html(Remark(say(ROLLS), "T3.2"))] if rolls else []
    for side, groups in due.items():
        name = state.battle.side_names[side]
        lines.append(escape(say("{side} reinforcements:", side=name)))
        lines += [f"&nbsp;&nbsp;{escape(_group_words(state, group))}" for group in groups]
    night = turn.kind is not TurnKind.DAY
    return Hour(title, "<br>".join(lines), night, rolls, tuple(due))


def _due(state: TlnbState, turn: int) -> Mapping[Side, Sequence[Arrival]]:
    found: dict[Side, list[Arrival]] = {}
    for group in state.schedule.arrivals:
        if group.turn == turn:
            found.setdefault(side_of(state, group), []).append(group)
    return dict(sorted(found.items()))


def _group_words(state: TlnbState, group: Arrival) -> str:
    names, entry = group_name(state, group), state.battle.battlefield.name_of(group.entry)
    due = group.turn
    is_late = due < state.turn and bool(waiting_units(state, group))
    words = mark("{names} at {entry}, still due") if is_late else mark("{names} at {entry}")
    told = say(words, names=names, entry=entry)
    return ", ".join(filter(None, (told, _chance_words(state, group))))


def _chance_words(state: TlnbState, group: Arrival) -> str:
    """How certain it is when a group comes (T20.4): what moved it, or when its die falls."""
    if group.shift:
        return shift_words(group.shift)
    thrown = throw_turn(state, group)
    if thrown is None:
        return ""
    return say("not certain: a die is thrown at {when}", when=state.battle.when(thrown))


def sky_lines(state: TlnbState) -> list[str]:
    """What weather and light change from now on, a sentence each (T3.3, T22)."""
    sky, weather = state.numbers.weather, state.sky.weather
    found = (
        (mark("No cards, no bombardments and no charges: it is night."), is_night(state)),
        (
            mark("The dawn is dark: 2/3 MP at most, and neither guns nor charges."),
            is_dark_dawn(state),
        ),
        (mark("Movement costs twice as much."), weather in sky.doubled),
        (mark("One sees the next hex only."), weather in sky.adjacent_only),
        (mark("No bombardments."), weather in sky.no_bombardment),
        (mark("No charges."), weather in sky.no_charge),
        (mark("Charges: +1 to the die."), weather in sky.slow_charge),
        (mark("No column for combined arms."), weather in sky.no_combined_arms),
        (mark("Infantry is halved against a side without infantry."), weather in sky.rainy),
        (mark("Every star is Shock."), weather in sky.all_shock),
        (mark("Fords cost all MP until the day ends."), weather in sky.wet),
        (mark("No pontoon bridges are laid."), weather in sky.no_pontoons),
        (mark("No improved positions are built."), weather in sky.no_positions),
    )
    return [say(words) for words, holds in found if holds] or [say("It changes nothing.")]


def _sky_tip(state: TlnbState) -> str:
    lines = [f"<b>{escape(say(state.sky.weather).capitalize())}</b>"]
    lines += [escape(line) for line in sky_lines(state)]
    for side in state.battle.sides:
        foot, horse = allowances(state, side)
        words = mark("{side}: {foot} MP on foot, {horse} MP mounted")
        name = state.battle.side_names[side]
        lines.append(remark_html(Remark(say(words, side=name, foot=foot, horse=horse), "T7.4")))
    coming = [t for t in state.battle.weather_turns if t > state.turn]
    if coming:
        when = state.battle.when(min(coming))
        words = say("The weather is rolled for again at {when}", when=when)
        lines.append(remark_html(Remark(words, "T3.2")))
    return "<br>".join(lines)


# -- phases and segments

_PHASES: Mapping[str, str] = {
    "A": mark("Command"),
    "B": mark("Movement"),
    "C": mark("Combat"),
    "D": mark("Status"),
}
_BRIEF: Mapping[Step, str] = {
    Step.WEATHER: mark("Weather"),
    Step.CARDS: mark("Cards"),
    Step.MARCH_ORDERS: mark("Orders"),
    Step.LEADERS: mark("Leaders"),
    Step.COMMAND: mark("Command"),
    Step.RECOVERY: mark("Recovery"),
    Step.ENTRY: mark("Reinforcements"),
    Step.MOVEMENT: mark("Movement"),
    Step.HIDDEN: mark("Hidden forces"),
    Step.DECLARATION: mark("Declaration"),
    Step.BOMBARDMENT: mark("Bombardment"),
    Step.CHARGE: mark("Charge"),
    Step.COMBAT: mark("Combat"),
    Step.STATUS: mark("Status"),
}
"""Segments in a word or two."""


def progress_of(state: TlnbState) -> Progress:
    """The phase with its segments, and whose Player-Turn it is (T2.3)."""
    phases = tuple(Link(key, say(words), say(words), key) for key, words in _PHASES.items())
    now = state.step.letter[0]
    steps = [step for step in Step if step.letter[0] == now and _is_played(state, step)]
    segments = tuple(
        Link(step.value, say(_BRIEF[step]), f"{step.letter} {say(step.value)}", step.letter)
        for step in steps
    )
    who = state.battle.side_names[state.phasing]
    told = say("Player-Turn of the {side}: {step}", side=who, step=say(state.step.value))
    return Progress(phases, segments, now, state.step.value, who, state.phasing, told)


def _is_played(state: TlnbState, step: Step) -> bool:
    """Whether a segment has a part in this Player-Turn (T2.4, T2.5)."""
    battle, dark = state.battle, is_night(state)
    is_dim = dark or is_dark_dawn(state)
    has_part = {
        Step.WEATHER: state.turn in battle.weather_turns and not state.player,
        Step.CARDS: not dark and (battle.cards_way != "none" or battle.flag("allowance") == "roll"),
        Step.HIDDEN: battle.flag("hidden") == "on",
        Step.DECLARATION: not dark or battle.flag("night_attack") == "on",
        Step.BOMBARDMENT: not is_dim,
        Step.CHARGE: not is_dim,
        Step.COMBAT: not dark or battle.flag("night_attack") == "on",
    }
    return step is state.step or has_part.get(step, True)


def when_words(state: TlnbState) -> str:
    """Turn, Player-Turn and segment, for a title."""
    who, step = state.battle.side_names[state.phasing], say(state.step.value)
    words = mark("{turn}, {side}, {step}")
    return say(words, turn=turn_words(state.battle, max(state.turn, 1)), side=who, step=step)


def due_html(state: TlnbState) -> str:
    """The reinforcements that are still to come, by turn, as HTML."""
    turns = sorted({group.turn for group in state.schedule.arrivals})
    lines = [f"<h2>{escape(say('Reinforcements'))}</h2>"]
    for turn in turns:
        for side, groups in _due(state, turn).items():
            coming = [group for group in groups if waiting_units(state, group)]
            if not coming:
                continue
            is_timely = turn <= len(state.battle.turns)
            when = state.battle.when(turn) if is_timely else capital(clock(state.battle, turn))
            head = f"{when}: {state.battle.side_names[side]}"
            lines.append(f"<b>{escape(head)}</b><br>")
            lines += [f"&nbsp;&nbsp;{escape(_group_words(state, g))}<br>" for g in coming]
    if len(lines) == 1:
        lines.append(f"<i>{escape(say('Nobody is still to come.'))}</i>")
    return "".join(lines)
