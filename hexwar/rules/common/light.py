"""Light: whether a turn counts as day or night for movement, sight and fire (N17, T2.2)."""

from __future__ import annotations

from hexwar.model.battle import TurnKind
from hexwar.model.state import GameState
from hexwar.rules.nlc.numbers import numbers_of


def light_of(state: GameState) -> TurnKind:
    """The light of the present turn: early turns of a dark winter day are like Night PM (T2.2)."""
    card = state.turn_card
    if card.kind is not TurnKind.DAY:
        return card.kind
    is_early = card.hour < numbers_of(state.battle).weather.dawn_ends
    return TurnKind.NIGHT_PM if state.is_dark_dawn and is_early else TurnKind.DAY


def is_dark(state: GameState) -> bool:
    """Whether it is night, or counts as night."""
    return light_of(state) is not TurnKind.DAY
