"""What weather and light do, as the turn track tells it (N17, N18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hexwar.systems.nlc.rules.turn.weather import (
    dawn_effects,
    light_effects,
    present_effects,
    weather_turns,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.reports import Remark
from hexwar.widgets.panels.parts import remark_html

ROLLS = "The weather is rolled for"
NOTHING = "Weather and light change nothing."


def rolls_weather(state: GameState, turn: TurnCard) -> bool:
    """Whether the weather is rolled for on a turn."""
    return turn.number in weather_turns(state.battle)


def looks_like_night(state: GameState, turn: TurnCard) -> bool:
    """Whether a turn is night, or counts as night as far as is known."""
    return turn.kind is not TurnKind.DAY or bool(dawn_effects(state, turn.number))


def turn_lines(state: GameState, turn: TurnCard) -> Sequence[str]:
    """What the light of a turn does, and of the present one the weather too: lines of HTML."""
    lines = []
    if rolls_weather(state, turn):
        lines.append(remark_html(Remark(ROLLS, "N18.1")))
    if turn.number == state.turn:
        lines += [f"{escape(state.weather.capitalize())}:", *_listed(present_effects(state))]
    else:
        dawn = dawn_effects(state, turn.number)
        lines += _listed((*dawn, *light_effects(state.battle, turn.kind)))
    return lines


def sky_words(state: GameState) -> str:
    """The weather and what it does with the light, as it is spoken."""
    effects = [one.words for one in present_effects(state)]
    return ". ".join([f"Weather: {state.weather}", *(effects or [NOTHING.rstrip(".")])])


def sky_tip(state: GameState) -> str:
    """The weather and what it does with the light, as HTML."""
    lines = _listed(present_effects(state)) or [NOTHING]
    coming = [turn for turn in state.battle.turns if _is_to_come(state, turn)]
    today = [turn.time for turn in coming if turn.day == state.turn_card.day]
    when = today or [state.battle.when(turn.number) for turn in coming[:1]]
    if when:
        lines.append(remark_html(Remark(f"{ROLLS} again at {' and '.join(when)}", "N18.1")))
    return "<br>".join([f"<b>{escape(state.weather.capitalize())}</b>", *lines])


def _is_to_come(state: GameState, turn: TurnCard) -> bool:
    return turn.number > state.turn and rolls_weather(state, turn)


def _listed(effects: Iterable[Remark]) -> list[str]:
    return [f"&nbsp;&nbsp;{remark_html(one)}" for one in effects]
