"""What cards have put in force, and until when (18.37, 18.38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.cards.events import CardDiscarded, EffectBegan, EffectEnded
from hexwar.cards.library import card
from hexwar.cards.readings import Lasting, Reading, reading
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.engine import Table
from hexwar.systems.tlnb.cards.draws import REROLL
from hexwar.systems.tlnb.cards.records import Combat, StormState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class CombatRow:
    """What a card adds to a combat; all of them add up (18.8)."""

    side: Side  # whom it serves
    card: CardId
    column: int = 0  # columns in his favour
    die: int = 0  # added to his die
    doubles: str = ""  # whose strength counts twice


def begin(
    table: Table[StormState], side: Side, id_: CardId, subjects: tuple[str, ...], uses: int = 0
) -> None:
    """A card is in force, as long as it says."""
    _begin(table, side, id_, last_turn(table.state, reading(id_)), subjects, uses)


def allow_rerolls(table: Table[StormState], side: Side, id_: CardId, dice: int) -> None:
    """Dice of a side may be thrown again, to its next Card Segment."""
    _begin(table, side, id_, table.state.turn, (REROLL,), dice)


def _begin(
    table: Table[StormState],
    side: Side,
    id_: CardId,
    until: int,
    subjects: tuple[str, ...],
    uses: int,
) -> None:
    number = table.state.cards.begun + 1
    table.emit(EffectBegan(Effect(number, side, id_, until, subjects, uses)))


def end(table: Table[StormState], effect: Effect) -> None:
    """A card is in force no more; a starred one is discarded (18.38)."""
    table.emit(EffectEnded(effect))
    starred = card(effect.card).is_enduring and effect.subjects != (REROLL,)
    if starred and effect.card in table.state.cards.piles[effect.side].of(Pile.ENDURING):
        table.emit(
            CardDiscarded(effect.side, effect.card, Pile.ENDURING, Pile.DISCARD, is_shown=True)
        )


def end_old(table: Table[StormState], side: Side) -> None:
    """18.37: with a side's Card Segment the effects of its last cards are over."""
    for effect in table.state.cards.effects:
        if effect.side == side and effect.until < table.state.turn:
            end(table, effect)


def end_enduring(table: Table[StormState]) -> None:
    """18.38: at Night AM starred cards are over, whatever was left of them."""
    for effect in table.state.cards.effects:
        if card(effect.card).is_enduring:
            end(table, effect)


def end_combat(table: Table[StormState], combat: Combat) -> None:
    """18.81: what cards did in a combat is over with it."""
    for effect in table.state.cards.effects:
        if combat.id in effect.subjects[:1]:
            end(table, effect)


def end_phase(table: Table[StormState]) -> None:
    """What cards did to a whole Combat Phase is over with it."""
    for effect in table.state.cards.effects:
        if reading(effect.card).lasts is Lasting.PHASE:
            end(table, effect)


def is_in_force(state: StormState, id_: CardId) -> bool:
    """Whether a kind of card acts, for either side."""
    return any(effect.card == id_ for effect in state.cards.effects)


def combat_rows(state: StormState, combat: Combat) -> tuple[CombatRow, ...]:
    """18.8: what the cards of both sides add to a combat of the phasing side, all together."""
    return tuple(_rows(state, combat))


def last_turn(state: StormState, read: Reading) -> int:
    """The last turn on which a card acts that is played now."""
    hours = state.course.hours
    if read.turns:
        return state.turn + read.turns - 1
    if read.lasts is Lasting.DAY:
        return _end_of_day(state)
    return len(hours) if read.lasts is Lasting.GAME else state.turn


def _end_of_day(state: StormState) -> int:
    """The next Night AM turn, or the last turn of all."""
    hours = state.course.hours
    later = range(state.turn, len(hours))
    dawns = (at + 1 for at in later if hours[at].kind is TurnKind.NIGHT_AM)
    return next(dawns, len(hours))


def _rows(state: StormState, combat: Combat) -> Iterator[CombatRow]:
    for effect in state.cards.effects:
        read = reading(effect.card)
        if _acts(state, combat, effect, read):
            yield CombatRow(effect.side, effect.card, read.column, read.die, read.doubles)


def _acts(state: StormState, combat: Combat, effect: Effect, read: Reading) -> bool:
    """Whether an effect acts in a combat: one of its own, or one that stands for all that fit."""
    if not (read.column or read.die or read.doubles):
        return False
    if read.lasts is Lasting.PHASE:
        enemy = state.course.enemy(effect.side)
        return combat.holds(enemy, INFANTRY) and not combat.holds(effect.side, INFANTRY)
    if combat.id in effect.subjects[:1]:
        return True
    is_standing = not read.uses and not read.moments
    is_attacked = effect.side != state.phasing and not combat.named.isdisjoint(effect.subjects)
    return is_standing and is_attacked


INFANTRY = "infantry"
"""A fact of a combat: a side has infantry in it."""
