"""What a card can name and do, what it counts, and what cards have put in force (18.3-18.83)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from hexwar.cards.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardScored,
    DieRerolled,
    EffectBegan,
    EffectChanged,
    EffectEnded,
)
from hexwar.cards.library import card
from hexwar.cards.readings import Act, Lasting, Reading, numbers, reading
from hexwar.cards.records import CardId, CardKind, CardScore, Effect, Pile
from hexwar.engine import CHANCE, Decision, Flow, Roll, Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.tlnb.cards.events import CardSeen, ForceChanged, ForceEntered, StepBegan
from hexwar.systems.tlnb.cards.records import Change, Combat, Force, Step, StormState
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
class ThrowAgain(YesNo):
    """Whether a side has its die thrown again; the last result binds."""

    rule: ClassVar[str] = "T24.3"
    default: ClassVar[bool] = False
    purpose: str
    die: int

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which die, and how it lies."""
        words = mark("The {side} side may throw the die for {purpose} again, which shows {die}.")
        return say(words, side=self.side, purpose=self.purpose, die=self.die)


async def draw(table: Table[StormState], side: Side, source: Pile = Pile.DECK) -> bool:
    """18.3: a side draws a card, if there is one; what lies under the deck comes last, in order."""
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
    while (effect := _reroll_of(table.state, side)) and await ThrowAgain(side, purpose, die):
        table.emit(DieRerolled(side, effect.card, purpose, die))
        spend(table, effect)
        die = await Roll(CHANCE, purpose)
    return die


def _reroll_of(state: StormState, side: Side) -> Effect | None:
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
    """A card is in force, as long as it says; dice are thrown again to the next Card Segment."""
    state = table.state
    until = state.turn if subjects == (REROLL,) else last_turn(state, reading(id_))
    number = state.cards.next_number(side)
    table.emit(EffectBegan(Effect(number, side, id_, until, subjects, uses)))


def end(table: Table[StormState], effect: Effect) -> None:
    """A card is in force no more; a starred one is discarded (18.38)."""
    table.emit(EffectEnded(effect))
    starred = card(effect.card).is_enduring and effect.subjects != (REROLL,)
    if starred and effect.card in table.state.cards.piles[effect.side].of(Pile.ENDURING):
        piles = Pile.ENDURING, Pile.DISCARD
        table.emit(CardDiscarded(effect.side, effect.card, *piles, is_shown=True))


def end_all(table: Table[StormState], is_over: Callable[[Effect], bool]) -> None:
    """The effects of which something holds are over."""
    for effect in filter(is_over, table.state.cards.effects):
        end(table, effect)


def is_of(combat: Combat, effect: Effect) -> bool:
    """Whether a card was brought into a combat."""
    return combat.id in effect.subjects[:1]


def combat_rows(state: StormState, combat: Combat) -> tuple[CombatRow, ...]:
    """18.8: what the cards of both sides add to a combat of the phasing side, all together."""
    read = [(effect, reading(effect.card)) for effect in state.cards.effects]
    acting = [(e, r) for e, r in read if _acts(state, combat, e, r)]
    return tuple(CombatRow(e.side, e.card, r.column, r.die, r.doubles) for e, r in acting)


def last_turn(state: StormState, read: Reading) -> int:
    """The last turn on which a card acts that is played now."""
    hours = state.course.hours
    if read.turns:
        return state.turn + read.turns - 1
    if read.lasts is Lasting.DAY:
        later = range(state.turn, len(hours))
        dawns = (at + 1 for at in later if hours[at].kind is TurnKind.NIGHT_AM)
        return next(dawns, len(hours))
    return len(hours) if read.lasts is Lasting.GAME else state.turn


def _acts(state: StormState, combat: Combat, effect: Effect, read: Reading) -> bool:
    """Whether an effect acts in a combat: one of its own, or one that stands for all that fit."""
    if not (read.column or read.die or read.doubles):
        return False
    if read.lasts is Lasting.PHASE:
        enemy = state.course.enemy(effect.side)
        return combat.holds(enemy, INFANTRY) and not combat.holds(effect.side, INFANTRY)
    if is_of(combat, effect):
        return True
    is_attacked = effect.side != state.phasing and not combat.named.isdisjoint(effect.subjects)
    return is_attacked and not read.uses and not read.moments


INFANTRY = "infantry"
"""A fact of a combat: a side has infantry in it."""


Subjects = tuple[str, ...]

ONE_DAY = mark("one day")
"""A fact of a battle that is to end with its first day."""


def targets(state: StormState, side: Side, id_: CardId) -> Sequence[Subjects]:
    """Every choice of what a card names, the default first; none where it is inapplicable."""
    read = reading(id_)
    if not suits_turn(state, read):
        return ()
    if read.act in _ACTS:
        return _named(state, side, read.act)
    if read.names:
        named = state.hour.named.get(side, {}).get(read.names, ())
        sizes = range(min(read.most, len(named)), 0, -1)
        return [chosen for size in sizes for chosen in combinations(named, size)]
    return ((),)


def is_tactics(id_: CardId) -> bool:
    """Whether it is played in a Combat Phase only (18.36)."""
    return card(id_).kind is CardKind.TACTICS


def suits_turn(state: StormState, read: Reading) -> bool:
    """Whether weather and map of this turn let a card act."""
    facts = state.hour.facts | ({ONE_DAY} if state.course.is_one_day else frozenset())
    wanted = not read.needs or any(fact in facts for fact in read.needs)
    return wanted and not any(fact in facts for fact in read.bars)


def _turn(force: Force) -> int:
    return -1 if force.turn is None else force.turn


def _first_due(forces: Sequence[Force], after: int) -> list[Subjects]:
    """The forces that are due first, at a turn later than one, in schedule order."""
    due = [force for force in forces if _turn(force) > after]
    first = min(map(_turn, due), default=0)
    return [(force.id,) for force in due if _turn(force) == first]


def _named(state: StormState, side: Side, act: Act) -> Sequence[Subjects]:
    """What a card can name that looks at the enemy's hand or acts on a force (18.7)."""
    enemy = state.course.enemy(side)
    mine, theirs = ([f for f in state.forces if f.side == of] for of in (side, enemy))
    own, other = ([force for force in forces if force.is_due] for forces in (mine, theirs))
    match act:
        case Act.LOOK:
            return ((),) if state.cards.piles[enemy].of(Pile.HAND) else ()
        case Act.CANCEL:
            return [(force.id,) for force in other if _turn(force) <= state.turn]
        case Act.EARLY:
            return _first_due(own, state.turn)
        case Act.DELAY:
            return _first_due(other, 0)
        case Act.ROUTE:
            routes = state.course.routes
            return [(force.id, entry) for force in own for entry in routes.get(force.entry, ())]
    # Alternate groups are called in the order of their list (18.72); one that was called and then
    # cancelled is the next again.
    waiting = (f for f in mine if f.is_alternate and not f.is_due and not f.has_entered)
    return [(force.id,) for force in waiting][:1]


# -- cards that change when, where and whether forces come (18.7); several on one force (18.73)


@dataclass(frozen=True, slots=True)
class KeepForceWaiting(YesNo):
    """Whether a force that is due waits another turn off the map; a card may delay it further."""

    rule: ClassVar[str] = "T24.2"
    kinds: ClassVar[tuple[str, str]] = ("stay", "enter")
    default: ClassVar[bool] = False
    force: str

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which force."""
        return say("The {side} side may keep {force} waiting.", side=self.side, force=self.force)


async def cancel(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force does not come; the card that called it is of no use any more (18.35)."""
    force = table.state.force(subjects[0])
    _change(table, force, side, id_, None)
    if force.is_alternate:
        _make_void(table, next(call for call in reversed(force.history) if _is_call(call)))


async def hasten(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next force comes this turn."""
    _change(table, table.state.force(subjects[0]), side, id_, table.state.turn)


async def divert(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes by another road."""
    force = table.state.force(subjects[0])
    _change(table, force, side, id_, force.turn, entry=subjects[1])


async def delay(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """A force comes later, and so do all parts of its formation that follow it (24.97)."""
    state = table.state
    force = state.force(subjects[0])
    die = await throw(table, side, f"delay of {force.id}")
    turns = numbers().delays[die - 1]
    same = [f for f in state.forces if (f.side, f.formation) == (force.side, force.formation)]
    for part in same:
        if part == force or (part.is_due and _turn(part) > _turn(force)):
            _change(table, part, side, id_, (part.turn or 0) + turns, die)


async def call(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """The next alternate group comes, after as many turns as a die says (18.72)."""
    group = table.state.force(subjects[0])
    die = await throw(table, side, f"arrival of {group.id}")
    _change(table, group, side, id_, table.state.turn + numbers().delays[die - 1], die)


async def entry_segment(table: Table[StormState]) -> None:
    """Forces that are due come onto the map, unless their player keeps them waiting."""
    state = table.state
    due = [f for f in state.forces if f.side == state.phasing and f.is_due]
    for force in due:
        if _turn(force) > state.turn:
            continue
        if await KeepForceWaiting(force.side, force.id):
            _change(table, force, force.side, None, state.turn + 1)
        else:
            table.emit(ForceEntered(force.id))
    table.emit(StepBegan(state.turn, state.player, Step.COMBAT))


def _change(
    table: Table[StormState],
    force: Force,
    side: Side,
    id_: CardId | None,
    due: int | None,
    die: int = 0,
    entry: str = "",
) -> None:
    change = Change(id_, side, table.state.turn, die, due, entry or force.entry)
    table.emit(ForceChanged(force.id, change))


def _is_call(change: Change) -> bool:
    return change.card is not None and reading(change.card).act is Act.ALTERNATE


def _make_void(table: Table[StormState], call_up: Change) -> None:
    """18.35, 18.73: the card that called a group counts nothing and goes under its deck.

    If the deck was made up anew since, it is in the deck already.
    """
    played, scores = (call_up.side, call_up.card, call_up.at), table.state.cards.scores
    score = next((s for s in scores if (s.side, s.card, s.turn) == played), None)
    if score is not None:
        table.emit(CardScored(score, is_void=True))
    side, id_ = call_up.side, call_up.card
    if id_ is not None and id_ in table.state.cards.piles[side].of(Pile.DISCARD):
        table.emit(CardReturned(side, id_, Pile.DISCARD, Pile.BOTTOM, is_shown=True))


# -- playing a card: what it names, what it counts, what it does (18.35)


@dataclass(frozen=True, slots=True)
class NameSubjects(Decision[Subjects]):
    """What a card is played on."""

    rule: ClassVar[str] = "T24.3"
    card: CardId

    def options(self, state: StormState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, Side(self.side), self.card)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which card."""
        title = card(self.card).title
        return say("The {side} side must name whom {card} befalls.", side=self.side, card=title)


@dataclass(frozen=True, slots=True)
class PickEnemyCard(Decision[CardId]):
    """The card of a hand that the enemy's spies see."""

    rule: ClassVar[str] = "T24.3"
    owner: Side

    def options(self, state: StormState) -> Sequence[CardId]:
        """The hand."""
        return sorted(state.cards.piles[self.owner].of(Pile.HAND))

    def about(self) -> str:
        """What is picked."""
        return say("a card of the hand of {owner}", owner=self.owner)

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Whose hand."""
        return say("Pick a card of the hand of the {side} side, and enter it.", side=self.owner)


async def play(table: Table[StormState], side: Side, id_: CardId) -> bool:
    """18.35: a side plays a card of its hand; one of no use goes back, and the answer is no."""
    if not targets(table.state, side, id_):
        give_back(table, side, id_)
        return False
    subjects = await NameSubjects(side, id_)
    show(table, side, id_, subjects)
    await act(table, side, id_, subjects)
    return True


def give_back(table: Table[StormState], side: Side, id_: CardId) -> None:
    """18.35: a card of no use goes under the main deck; a mode card out of the game."""
    target = Pile.ASIDE if card(id_).kind is CardKind.MODE else Pile.BOTTOM
    table.emit(CardReturned(side, id_, Pile.HAND, target, is_shown=True))


def show(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """18.23: a card is played face up and counts its VP."""
    printed, state = card(id_), table.state
    pile = Pile.ENDURING if printed.is_enduring else Pile.DISCARD
    table.emit(CardPlayed(side, id_, Pile.HAND, pile, is_shown=True, subjects=subjects))
    table.emit(CardScored(CardScore(side, id_, printed.vp, state.hour.day, state.turn)))


async def act(table: Table[StormState], side: Side, id_: CardId, subjects: Subjects) -> None:
    """What a card that was played in the Card Segment does."""
    read = reading(id_)
    end_all(table, lambda effect: effect.side == side and effect.card in read.ends)
    if read.act in _ACTS:
        await _ACTS[read.act](table, side, id_, subjects)
    if read.rerolls:
        begin(table, side, id_, (REROLL,), read.rerolls)
    if read.act is Act.NONE:
        begin(table, side, id_, subjects, read.uses)


async def look(table: Table[StormState], side: Side, _id: CardId, _subjects: Subjects) -> None:
    """A side sees a card of the enemy's hand."""
    seen = await PickEnemyCard(CHANCE, table.state.course.enemy(side))
    table.emit(CardSeen(side, seen))


_ACTS: Mapping[Act, Callable[[Table[StormState], Side, CardId, Subjects], Flow]] = {
    Act.LOOK: look,
    Act.CANCEL: cancel,
    Act.EARLY: hasten,
    Act.ROUTE: divert,
    Act.DELAY: delay,
    Act.ALTERNATE: call,
}
