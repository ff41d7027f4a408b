"""What cards did to the schedule is known to the enemy when the force comes (N23.2, N23.3)."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from hexwar.engine import Table
from hexwar.model.cards import CardKind, Effect, Pile
from hexwar.model.events import CardRevealed, EffectEnded
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card
from hexwar.rules.nlc.cards.effects import is_played_unseen


def disclose_arrival(table: Table[GameState], piece: str) -> None:
    """N23.2: a unit or commander has come: the cards that named its group are shown.

    Args:
        table: The table.
        piece: The unit that has entered, or the formation of a commander who has.
    """
    for effect in _naming(table.state, {piece}):
        _show(table, effect)


def _show(table: Table[GameState], effect: Effect) -> None:
    """The effect is over and its card is shown; others of its kind may still be secret."""
    table.emit(EffectEnded(replace(effect, is_secret=False)))
    if is_played_unseen(table.state, effect.side, effect.card):
        table.emit(CardRevealed(effect.side, effect.card, Pile.SECRET, Pile.DISCARD, is_shown=True))


def secret_arrival(state: GameState, units: Iterable[UnitId]) -> Side | None:
    """The side that alone knows that units are due, as a card brings one of them; else None."""
    return next((e.side for e in _naming(state, set(units)) if e.is_secret), None)


def _naming(state: GameState, pieces: Set[str]) -> list[Effect]:
    """The effects of arrival cards that name a group of some units or formations."""
    if not state.effects:
        return []
    groups = {g.key for g in state.arrivals if not pieces.isdisjoint((*g.units, *g.formations))}
    arrivals = (e for e in state.effects if card(e.card).kind is CardKind.ARRIVAL)
    return [effect for effect in arrivals if not groups.isdisjoint(effect.subjects)]
