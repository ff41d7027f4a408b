"""Drawing cards and throwing dice, and what cards have put in force (18.3, 18.37, 18.38)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.events import (
    CardDiscarded,
    CardDrawn,
    DieRerolled,
    EffectBegan,
    EffectChanged,
    EffectEnded,
)
from hexwar.cards.library import card
from hexwar.cards.readings import Lasting, Reading, reading
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.engine import CHANCE, Decision, Roll, Table
from hexwar.messages import say
from hexwar.systems.tlnb.cards.records import Combat, StormState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side

REROLL = "reroll"
"""The subject of an effect that lets a die be thrown again."""


@dataclass(frozen=True, slots=True)
class DrawStormCard(Decision[CardId]):
    """18.3: the card that comes off a shuffled deck."""

    rule: ClassVar[str] = "T24.2"
    owner: Side
    pile: Pile

    def options(self, state: StormState) -> Sequence[CardId]:
        """Every card in it, each copy by itself."""
        return sorted(state.cards.piles[self.owner].of(self.pile))

    def about(self) -> str:
        """What is drawn."""
        return say("the card that {owner} draws", owner=self.owner)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Whose deck."""
        return say("Draw a card of the {side} side, and enter which it is.", side=self.owner)

    def seen_by(self) -> Side:
        """The hand is its owner's secret."""
        return self.owner


@dataclass(frozen=True, slots=True)
class ThrowAgain(Decision[bool]):
    """Whether a side has its die thrown again; the last result binds."""

    rule: ClassVar[str] = "T24.3"
    purpose: str
    die: int

    def options(self, state: StormState) -> Sequence[bool]:  # noqa: ARG002
        """To keep it, or not."""
        return (False, True)

    def kind(self, answer: bool) -> str:
        """`pass` keeps the die."""
        return "act" if answer else "pass"

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which die, and how it lies."""
        return say(
            "The {side} side may throw the die for {purpose} again, which shows {die}.",
            side=self.side,
            purpose=self.purpose,
            die=self.die,
        )


async def draw(table: Table[StormState], side: Side, source: Pile = Pile.DECK) -> bool:
    """18.3: a side draws a card into its hand; what lies under the deck comes last, in order.

    Returns:
        Whether there was one.
    """
    piles = table.state.cards.piles[side]
    if piles.of(source):
        id_ = await DrawStormCard(CHANCE, side, source)
    elif source is Pile.DECK and piles.of(Pile.BOTTOM):
        source, id_ = Pile.BOTTOM, piles.of(Pile.BOTTOM)[0]
    else:
        return False
    table.emit(CardDrawn(side, id_, source, Pile.HAND, is_shown=False))
    return True


async def throw(table: Table[StormState], side: Side, purpose: str) -> int:
    """A side's own die, thrown again as often as it wants and its cards allow."""
    die = await Roll(CHANCE, purpose)
    while (effect := reroll_of(table.state, side)) and await ThrowAgain(side, purpose, die):
        table.emit(DieRerolled(side, effect.card, purpose, die))
        spend(table, effect)
        die = await Roll(CHANCE, purpose)
    return die


def reroll_of(state: StormState, side: Side) -> Effect | None:
    """What lets a side throw a die again now, or None."""
    mine = (effect for effect in state.cards.effects if effect.side == side)
    return next((effect for effect in mine if effect.subjects == (REROLL,)), None)


def spend(table: Table[StormState], effect: Effect) -> None:
    """An effect is used once; with its last use it is over."""
    if effect.left == 1:
        table.emit(EffectEnded(effect))
    else:
        table.emit(EffectChanged(replace(effect, left=effect.left - 1)))


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
