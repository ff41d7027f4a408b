"""What the strip above the board shows of NLC: turn track with weather, phases and segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from hexwar.messages import mark, say
from hexwar.systems.nlc.battle import Arrival, NlcBattle
from hexwar.systems.nlc.panels.describe import formation_title
from hexwar.systems.nlc.rules.turn.weather import (
    dawn_effects,
    light_effects,
    present_effects,
    weather_turns,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import phase_words, segment_words
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Side
from hexwar.table.names import turn_words
from hexwar.table.pieces import Box, Phase, Segment
from hexwar.table.reports import Remark
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.phase_ribbon import Progress, Step
from hexwar.widgets.panels.turn_track import Hour, Track, Weather

# -- the turn track


SKY = "rule:N18"
"""The id of the spot of the weather: it leads to its rule."""


def track_of(state: GameState, points: Mapping[Side, int]) -> Track:
    """The turn track.

    Args:
        state: the view of the side that looks.
        points: of each side as they now stand.
    """
    battle, present = state.battle, state.turn_card
    due = {turn.number: _arrivals(state, turn.number) for turn in battle.turns}
    names = battle.side_names
    score = ", ".join(
        say("{names} {vp} VP", names=names[side], vp=vp) for side, vp in points.items()
    )
    return Track(
        battle,
        state.turn,
        points,
        lambda turn: _hour(state, turn, due[turn.number]),
        Weather(
            state.sky.weather,
            _looks_like_night(state, present),
            _sky_words(state),
            _sky_tip(state),
            SKY,
        ),
        f"{turn_words(battle, max(state.turn, 1))}, {say(state.sky.weather)}. {score}.",
    )


Arrivals = Mapping[Side, Sequence[str]]
"""The arrivals of a turn by side, each group in words."""


def _hour(state: GameState, turn: TurnCard, due: Arrivals) -> Hour:
    """One space of the track."""
    names, rolls = state.battle.side_names, _rolls_weather(state, turn)
    said = [turn_words(state.battle, turn.number), *([say(ROLLS)] if rolls else [])]
    said += [f"{names[side]}: {', '.join(lines)}" for side, lines in due.items()]
    tip = [f"<b>{escape(turn_words(state.battle, turn.number))}</b>", *_light(state, turn)]
    for side, lines in due.items():
        tip.append(say("{names} arrivals:", names=escape(names[side])))
        tip += [f"&nbsp;&nbsp;{escape(line)}" for line in lines]
    if due:
        tip.append(say("<i>Click for the calendar of arrivals</i>"))
    night = _looks_like_night(state, turn)
    return Hour(". ".join(said), "<br>".join(tip), night, rolls, tuple(due))


def _arrivals(state: GameState, turn: int) -> Arrivals:
    battle = state.battle
    groups: dict[Side, list[str]] = {}
    for arrival in state.schedule.arrivals:
        side = _side_of(battle, arrival)
        if arrival.turn == turn and side is not None:
            groups.setdefault(side, []).append(_arrival_words(state, arrival))
    return dict(sorted(groups.items()))


def _side_of(battle: NlcBattle, arrival: Arrival) -> Side | None:
    sides = [battle.units[unit].side for unit in arrival.units]
    sides += [battle.formations[formation].side for formation in arrival.formations]
    return sides[0] if sides else None


def _arrival_words(state: GameState, arrival: Arrival) -> str:
    battle = state.battle
    formations = [battle.units[unit].formation for unit in arrival.units] + [*arrival.formations]
    names = say(" and ").join(battle.formations[f].name for f in dict.fromkeys(formations))
    combat = [u for u in arrival.units if battle.units[u].is_combat_unit]
    strength = say(", {n} SP", n=sum(state.sp(u) for u in combat)) if combat else ""
    waits = any(state.units[unit].box is Box.DUE for unit in arrival.units)
    late = say(", still due") if waits and arrival.turn < state.turn else ""
    return say(
        "{names}{strength}, at {name}{late}",
        names=names,
        strength=strength,
        name=battle.battlefield.name_of(arrival.entry),
        late=late,
    )


# -- what weather and light do (N17, N18)


ROLLS = mark("The weather is rolled for")
NOTHING = mark("Weather and light change nothing.")


def _rolls_weather(state: GameState, turn: TurnCard) -> bool:
    """Whether the weather is rolled for on a turn."""
    return turn.number in weather_turns(state.battle)


def _looks_like_night(state: GameState, turn: TurnCard) -> bool:
    """Whether a turn is night, or counts as night as far as is known."""
    return turn.kind is not TurnKind.DAY or bool(dawn_effects(state, turn.number))


def _light(state: GameState, turn: TurnCard) -> Sequence[str]:
    """What the light of a turn does, and of the present one the weather too: lines of HTML."""
    lines = []
    if _rolls_weather(state, turn):
        lines.append(remark_html(Remark(say(ROLLS), "N18.1")))
    if turn.number == state.turn:
        lines += [
            f"{escape(say(state.sky.weather).capitalize())}:",
            *_listed(present_effects(state)),
        ]
    else:
        dawn = dawn_effects(state, turn.number)
        lines += _listed((*dawn, *light_effects(state.battle, turn.kind)))
    return lines


def _sky_words(state: GameState) -> str:
    """The weather and what it does with the light, as it is spoken."""
    effects = [one.words for one in present_effects(state)]
    return ". ".join(
        [
            say("Weather: {weather}", weather=say(state.sky.weather)),
            *(effects or [say(NOTHING).rstrip(".")]),
        ]
    )


def _sky_tip(state: GameState) -> str:
    """The weather and what it does with the light, as HTML."""
    lines = _listed(present_effects(state)) or [say(NOTHING)]
    coming = [turn for turn in state.battle.turns if _is_to_come(state, turn)]
    today = [turn.time for turn in coming if turn.day == state.turn_card.day]
    when = today or [state.battle.when(turn.number) for turn in coming[:1]]
    if when:
        lines.append(
            remark_html(
                Remark(
                    say("The weather is rolled for again at {when}", when=say(" and ").join(when)),
                    "N18.1",
                )
            )
        )
    return "<br>".join([f"<b>{escape(say(state.sky.weather).capitalize())}</b>", *lines])


def _is_to_come(state: GameState, turn: TurnCard) -> bool:
    return turn.number > state.turn and _rolls_weather(state, turn)


def _listed(effects: Iterable[Remark]) -> list[str]:
    return [f"&nbsp;&nbsp;{remark_html(one)}" for one in effects]


# -- phases and segments


_SHORT = {Phase.INITIAL: mark("Initial"), Phase.COORDINATED: mark("Coordinated")}


def _phases() -> tuple[Step, ...]:
    """A phase is marked by its number, as in the rulebook (N4)."""
    return tuple(
        Step(phase.value, _short(phase), phase_words(phase), str(place))
        for place, phase in enumerate(Phase, start=1)
    )


def _short(phase: Phase) -> str:
    return say(_SHORT[phase]) if phase in _SHORT else say(phase.value).capitalize()


def _segments() -> tuple[Step, ...]:
    """A segment is marked by its letter, as in the rulebook (N4.5)."""
    return tuple(
        Step(segment.value, say(segment.value).capitalize(), segment_words(segment), letter)
        for letter, segment in zip("abcdef", Segment, strict=True)
    )


def progress_of(state: GameState) -> Progress:
    """The phase and, in an activation, its segment."""
    acting, words = state.activation, phase_words(state.phase)
    if acting is None:
        return Progress(_phases(), _segments(), state.phase.value, "", "", None, words)
    who = formation_title(state.battle, acting.formation)
    return Progress(
        _phases(),
        _segments(),
        state.phase.value,
        acting.segment.value,
        who,
        acting.side,
        f"{words}: {who}, {segment_words(acting.segment)}",
    )
