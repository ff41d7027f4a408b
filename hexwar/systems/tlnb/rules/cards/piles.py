"""Cards that go from pile to pile, are in force, and are over (18.3, 18.35-18.38)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hexwar.cards.events import (
    CardDiscarded,
    CardPlayed,
    CardReturned,
    CardScored,
    EffectBegan,
    EffectChanged,
    EffectEnded,
)
from hexwar.cards.library import card
from hexwar.cards.readings import Lasting, Reading, reading
from hexwar.cards.records import CardId, CardKind, CardScore, Effect, Pile
from hexwar.engine import Table
from hexwar.systems.tlnb.events.cards import FordsLost
from hexwar.systems.tlnb.rules.cards.effects import REROLL, SCOUTS, STAND
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side

Subjects = tuple[str, ...]

PARTS: Final = ((REROLL,), (STAND,))
"""Subjects of effects that a card has beside its own."""


def is_tactics(id_: CardId) -> bool:
    """Whether it is played in a Combat Phase only (18.36): it has no movement allowance."""
    return card(id_).kind is CardKind.TACTICS and card(id_).allowance is None


def give_back(table: Table[TlnbState], side: Side, id_: CardId) -> None:
    """18.35: a card of no use goes under the main deck; a mode card out of the game."""
    target = Pile.ASIDE if card(id_).kind is CardKind.MODE else Pile.BOTTOM
    table.emit(CardReturned(side, id_, Pile.HAND, target, is_shown=True))


def show(table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """18.23: a card is played face up and counts its VP."""
    printed, state = card(id_), table.state
    pile = Pile.ENDURING if printed.is_enduring else Pile.DISCARD
    table.emit(CardPlayed(side, id_, Pile.HAND, pile, is_shown=True, subjects=subjects))
    table.emit(CardScored(CardScore(side, id_, printed.vp, last_day(state), state.turn)))


def begin(
    table: Table[TlnbState], side: Side, id_: CardId, subjects: Subjects, uses: int = 0
) -> None:
    """A card is in force, as long as it says; dice are thrown again to the next Card Segment."""
    state = table.state
    until = state.turn if subjects in PARTS else last_turn(state, reading(id_))
    number = state.cards.next_number(side)
    table.emit(EffectBegan(Effect(number, side, id_, until, subjects, uses)))


def last_turn(state: TlnbState, read: Reading) -> int:
    """The last turn on which a card acts that is played now."""
    last = len(state.battle.turns)
    if read.turns:
        return state.turn + read.turns - 1
    if read.lasts is Lasting.DAY:
        later = range(state.turn + 1, last + 1)
        return next((t for t in later if is_dawn(state, t)), last)
    return last if read.lasts is Lasting.GAME else state.turn


def is_dawn(state: TlnbState, turn: int) -> bool:
    """Whether a turn is a Night AM turn."""
    return state.battle.turn(turn).kind is TurnKind.NIGHT_AM


def spend(table: Table[TlnbState], effect: Effect) -> None:
    """An effect is used once; with its last use it is over."""
    if effect.left == 1:
        table.emit(EffectEnded(effect))
    else:
        table.emit(EffectChanged(replace(effect, left=effect.left - 1)))


def end(table: Table[TlnbState], effect: Effect) -> None:
    """A card is in force no more; a starred one is discarded (18.38)."""
    table.emit(EffectEnded(effect))
    starred = card(effect.card).is_enduring and effect.subjects not in PARTS
    if starred and effect.card in table.state.cards.piles[effect.side].of(Pile.ENDURING):
        piles = Pile.ENDURING, Pile.DISCARD
        table.emit(CardDiscarded(effect.side, effect.card, *piles, is_shown=True))
    left = any(e.card == SCOUTS for e in table.state.cards.effects)
    if effect.card == SCOUTS and not left:
        table.emit(FordsLost())


def end_all(table: Table[TlnbState], is_over: Callable[[Effect], bool]) -> None:
    """The effects of which something holds are over."""
    for effect in filter(is_over, table.state.cards.effects):
        end(table, effect)


def last_day(state: TlnbState) -> int:
    """The day of the last turn by daylight so far; Night AM may belong to the day after."""
    turns = state.battle.turns[: max(state.turn, 1)]
    light = [turn.day for turn in turns if turn.kind is TurnKind.DAY]
    return light[-1] if light else state.turn_card.day
