"""What is dark, and how far one sees (T2.2, T2.10, T22)."""

from __future__ import annotations

from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind


def is_night(state: TlnbState) -> bool:
    """Whether it is one of the night turns (T22)."""
    return state.turn_card.kind is not TurnKind.DAY


def is_dark_dawn(state: TlnbState) -> bool:
    """Whether it is a day turn that counts as night by the weather (T2.2, T2.10)."""
    return state.sky.is_dark_dawn and not is_night(state)


def is_dark(state: TlnbState) -> bool:
    """Whether nobody sees beyond the next hex for want of light."""
    return is_night(state) or is_dark_dawn(state)


def light(state: TlnbState) -> TurnKind:
    """The light of the present turn: a dark dawn is as night."""
    return TurnKind.NIGHT_AM if is_dark_dawn(state) else state.turn_card.kind
