"""What cards have put in force: asking for it, using it up, ending it (N23.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Table
from hexwar.model.cards import CardId, Effect
from hexwar.model.events import EffectBegan, EffectChanged, EffectEnded
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card

ALWAYS = 1 << 16
"""The last turn of an effect that lasts until something ends it."""


def effects_of(state: GameState, side: Side, id_: CardId) -> Iterator[Effect]:
    """The effects of a kind of card that serve a side, in the order in which they began."""
    return (e for e in state.effects if e.card == id_ and e.side == side)


def effect_of(state: GameState, side: Side, id_: CardId) -> Effect | None:
    """The first effect of a kind of card that serves a side, or None."""
    return next(effects_of(state, side, id_), None)


def is_in_force(state: GameState, side: Side, id_: CardId, subject: str | None = None) -> bool:
    """Whether a kind of card acts for a side; on a subject, if one is named."""
    return any(subject is None or subject in e.subjects for e in effects_of(state, side, id_))


def begin(
    table: Table[GameState],
    side: Side,
    id_: CardId,
    *,
    subjects: tuple[str, ...] = (),
    until: int | None = None,
    uses: int = 0,
) -> Effect:
    """N23.6: put something in force, to the end of the turn unless told otherwise."""
    state = table.state
    effect = Effect(
        number=state.effects_begun + 1,
        side=side,
        card=id_,
        until=state.turn if until is None else until,
        subjects=subjects,
        left=uses,
        is_secret=card(id_).is_hidden,
    )
    table.emit(EffectBegan(effect))
    return effect


def use(table: Table[GameState], effect: Effect) -> None:
    """An effect acts: it is shown if it was secret, and over if that was its last use (N23.2)."""
    if effect.left == 1:
        table.emit(EffectEnded(replace(effect, is_secret=False)))
        return
    used = replace(effect, left=max(0, effect.left - 1), is_secret=False)
    if used != effect:
        table.emit(EffectChanged(used))


def end_due(table: Table[GameState]) -> None:
    """N23.6: in the Turn End Phase what acts no longer than this turn is over."""
    for effect in table.state.effects:
        if effect.until <= table.state.turn:
            table.emit(EffectEnded(effect))
